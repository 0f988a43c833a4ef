/* SPDX-License-Identifier: MIT */
#include "parquet/format/writer_faults.h"

#include "parquet/format/created_by.h"

/* Above any version: the fault is not known to be fixed. */
#define EVER                                                                             \
    {                                                                                    \
        UINT32_MAX, 0, 0                                                                 \
    }
#define ARROW "parquet-cpp-arrow"
#define NANOPARQUET "https://github.com/gaborcsardi/nanoparquet"
#define NANOPARQUET_NOW "https://github.com/r-lib/nanoparquet"
#define NAMELESS ""
#define GO_BY_SEGMENT "github.com/segmentio/parquet-go"
#define GO_BY_ITSELF "github.com/parquet-go/parquet-go"

/* The fault affects an application's versions >= from and < below, and its files that do
 * not state a version. */
struct known_fault {
    enum pq_writer_fault fault;
    const char *application; /* NULL: any writer whose version is not known */
    struct pq_version from, below;
    const char *source; /* the issue, as its tracker names it */
};

static const struct known_fault known_faults[] = {
    /* Nulls are not counted, null pages have values, and row groups lack the bounds of
     * some pages: after NaN, after texts that begin alike, of UINT32 beyond the sign, of
     * Int128. */
    {PQ_FAULT_STATISTICS, "Polars", {0}, {2, 1, 0}, "polars#15323, polars#7842"},

    {PQ_FAULT_REUSED_BUFFER, "parquet-mr", {0}, {1, 8, 0}, "PARQUET-251"},
    {PQ_FAULT_REUSED_BUFFER, NULL, {0}, {0}, "PARQUET-297"},

    {PQ_FAULT_SIGNED_BYTES, "parquet-mr", {0}, {1, 10, 0}, "PARQUET-686"},
    {PQ_FAULT_SIGNED_BYTES, "parquet-cpp", {0}, {1, 3, 0}, "PARQUET-686"},
    /* It sorted shorter byte arrays first. */
    {PQ_FAULT_SIGNED_BYTES, "parquet-rs", {0}, {5, 2, 0}, "arrow-rs#641"},

    {PQ_FAULT_NAN_COMPARED, "parquet-cpp", {0}, {1, 4, 0}, "PARQUET-1225"},
    {PQ_FAULT_NAN_COMPARED, "parquet-rs", {0}, {5, 2, 0}, "arrow-rs#255"},
    {PQ_FAULT_NAN_COMPARED, GO_BY_SEGMENT, {0}, EVER, "parquet-go/parquet-go#459"},
    /* From 0.28.0 on only in chunks with a dictionary, and in their pages. */
    {PQ_FAULT_NAN_COMPARED, GO_BY_ITSELF, {0}, EVER, "parquet-go/parquet-go#459"},

    /* xitongsys's parquet-go, whose files have no created_by. */
    {PQ_FAULT_NAN_COMPARED, NAMELESS, {0}, {0}, "interop/old_writers"},

    /* Only pyarrow 0.15, which has the same version as those from 0.8 to 2.0. */
    {PQ_FAULT_ROUNDED_ZEROS, "parquet-cpp", {1, 5, 0}, EVER, "ARROW-5562"},

    /* 4.25.0 stores the UTC of local times, 6.0.3 milliseconds instead of
     * microseconds. */
    {PQ_FAULT_TIME_BOUNDS, "Parquet.Net", {0}, EVER, "parquet-dotnet#769"},
    /* Seconds, in chunks with a dictionary. */
    {PQ_FAULT_TIME_BOUNDS, NANOPARQUET, {0}, EVER, "nanoparquet#169"},
    {PQ_FAULT_TIME_BOUNDS, NANOPARQUET_NOW, {0}, EVER, "nanoparquet#169"},

    {PQ_FAULT_DECIMAL_BYTES, "parquet-cpp", {0}, EVER, "PARQUET-2003"},
    /* Only pages' bounds, in chunks of several pages. */
    {PQ_FAULT_DECIMAL_BYTES, "Polars", {0}, EVER, "polars#29347"},
    {PQ_FAULT_DECIMAL_SIZES, "parquet-rs", {0}, EVER, "arrow-rs#11073"},
    {PQ_FAULT_DECIMAL_INT32, "hyparquet", {0}, EVER, "hyparquet-writer#38"},

    {PQ_FAULT_CUT_MAXIMA, GO_BY_SEGMENT, {0}, EVER, "segmentio/parquet-go#495"},
    {PQ_FAULT_CUT_MAXIMA, "hyparquet", {0}, EVER, "hyparquet-writer#31"},

    /* Only Arrow arrays that were dictionaries before they were written. */
    {PQ_FAULT_FIRST_BATCH, ARROW, {5, 0, 0}, {12, 0, 0}, "arrow#15042, arrow#34106"},
    {PQ_FAULT_DICTIONARY_NULLS, ARROW, {0}, {12, 0, 0}, "ARROW-12513, arrow#15042"},
    {PQ_FAULT_DICTIONARY_NULLS, "parquet-cpp", {0}, EVER, "ARROW-12513"},

    /* fraugster's parquet-go, which states no version. */
    {PQ_FAULT_NULL_COUNTS, "parquet-go", {0}, {0}, "fraugster/parquet-go#69"},
    {PQ_FAULT_NULL_COUNTS, NAMELESS, {0}, {0}, "xitongsys/parquet-go#523"},
    {PQ_FAULT_NULL_COUNTS, "Arrow2", {0}, EVER, "arrow2#1414"},
    /* It states the version of the program that uses it. */
    {PQ_FAULT_NULL_COUNTS, "flow-php parquet", {0}, EVER, "flow-php/flow#2349"},
    {PQ_FAULT_NULL_COUNTS, "cudf", {0}, {21, 12, 0}, "cudf#9221"},
    /* It adds those of the row groups before. */
    {PQ_FAULT_NULLS_REPEATED, "DuckDB", {0}, {0, 10, 0}, "interop/old_writers"},
    {PQ_FAULT_NULLS_REPEATED, "Polars", {0}, EVER, "polars#29321"},

    /* Dictionaries were missing; with adaptive filters, any value may be. */
    {PQ_FAULT_BLOOM_GAPS, "parquet-go", {0}, {19, 0, 0}, "arrow-go#1164, arrow-go#525"},

    {PQ_FAULT_SHORT_SIZES, "parquet-mr", {0}, {1, 2, 9}, "PARQUET-816"},
    {PQ_FAULT_V2_FLAG, "parquet-cpp", {0}, {2, 0, 0}, "ARROW-10353"},
    {PQ_FAULT_ZERO_CHECKSUMS, "Parquet.jl", {0}, EVER, "Parquet.jl: src/writer.jl"},
};

/* Cloudera fixed its 1.5.0 in release 5.5.0 of its distribution. */
static bool is_repaired(const struct pq_writer_version *writer)
{
    const struct pq_version v = writer->version;
    return v.major == 1 && v.minor == 5 && v.patch == 0 &&
           pq_is_distribution_from(writer, "cdh", (struct pq_version){5, 5, 0});
}

static bool applies(const struct known_fault *known,
                    const struct pq_writer_version *writer)
{
    if (known->application == NULL)
        return !writer->has_version;
    if (!slice_equals_text(writer->application, known->application))
        return false;
    if (known->fault == PQ_FAULT_REUSED_BUFFER && is_repaired(writer))
        return false;
    if (!writer->has_version) /* be certain before reading data differently */
        return known->fault != PQ_FAULT_V2_FLAG;
    return pq_version_is_below(writer, known->below) &&
           !pq_version_is_below(writer, known->from);
}

enum { N_KNOWN_FAULTS = sizeof known_faults / sizeof *known_faults };

uint32_t pq_find_writer_faults(const struct pq_writer_version *writer)
{
    uint32_t faults = 0;
    for (size_t i = 0; i < N_KNOWN_FAULTS; i++) {
        if (applies(&known_faults[i], writer))
            faults |= (uint32_t)1 << known_faults[i].fault;
    }
    return faults;
}

const char *pq_next_writer_issue(const struct pq_writer_version *writer, size_t *i)
{
    while (*i < N_KNOWN_FAULTS) {
        const struct known_fault *known = &known_faults[(*i)++];
        if (applies(known, writer) && pq_writer_has_fault(writer, known->fault))
            return known->source;
    }
    return NULL;
}
