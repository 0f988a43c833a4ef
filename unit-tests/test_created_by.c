/* SPDX-License-Identifier: MIT */
/* test_created_by.c - writer, version and known faults, from created_by. */
#include "parquet/format/created_by.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct pq_writer_version parse(const char *text)
{
    uint8_t *copy = exact_copy(text, strlen(text));
    struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, strlen(text)));
    /* The copy is freed: make the name point into `text`. */
    if (writer.application.size > 0) {
        size_t offset = (size_t)(writer.application.data - copy);
        CHECK(offset + writer.application.size <= strlen(text));
        writer.application.data = (const uint8_t *)text + offset;
    }
    free(copy);
    return writer;
}

static void names_and_versions_are_parsed(void)
{
    static const struct {
        const char *text, *application;
        bool has_version;
        uint32_t major, minor, patch;
        bool is_prerelease;
    } writers[] = {
        {"parquet-mr version 1.8.0 (build 0fda28af84b9746396014ad6a415b90592a98b3b)",
         "parquet-mr", true, 1, 8, 0, false},
        {"parquet-mr version 1.8.0rc2-SNAPSHOT (build abc)", "parquet-mr", true, 1, 8, 0,
         true},
        {"parquet-mr version 1.8.0-SNAPSHOT", "parquet-mr", true, 1, 8, 0, true},
        {"parquet-mr version 1.12.3", "parquet-mr", true, 1, 12, 3, false},
        {"parquet-mr version 1.5.0-cdh5.5.0 (build ${buildNumber})", "parquet-mr", true,
         1, 5, 0, true},
        {"parquet-cpp version 1.5.1-SNAPSHOT", "parquet-cpp", true, 1, 5, 1, true},
        {"parquet-cpp-arrow version 12.0.0", "parquet-cpp-arrow", true, 12, 0, 0, false},
        {"impala version 2.2.0-cdh5.4.0 (build d)", "impala", true, 2, 2, 0, true},
        {"parquet-rs version 0.3.0 (build b)", "parquet-rs", true, 0, 3, 0, false},
        {"DuckDB version v1.1.3 (build 19864453f7)", "DuckDB", true, 1, 1, 3, false},
        {"Polars", "Polars", false, 0, 0, 0, false},
        {"Polars (python) version 2.1.0 (build 7f902bd)", "Polars", true, 2, 1, 0, false},
        {"Arrow2 - Native Rust implementation of Arrow", "Arrow2", false, 0, 0, 0, false},
        {"parquet-mr compatible Photon version 0.2 (build 17.0)",
         "parquet-mr compatible Photon", false, 0, 0, 0, false},
        {"github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5)",
         "github.com/segmentio/parquet-go", true, 0, 0, 0, false},
        {"(python) version 1.0.0", "(python)", true, 1, 0, 0, false},
        {" (python) version 1.0.0", " (python)", true, 1, 0, 0, false},
        {"parquet-mr", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version ", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr (build 5)", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version abc", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8. (build 5)", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version v1.8", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version vv1.8.0", "parquet-mr", false, 0, 0, 0, false},
        {"parquet-mr version 1.8.0+5 (build 5)", "parquet-mr", true, 1, 8, 0, false},
        {"parquet-mr version 1.8.0-rc1+5", "parquet-mr", true, 1, 8, 0, true},
        {"parquet-mr version 99999999999.0.0", "parquet-mr", false, 0, 0, 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        struct pq_writer_version writer = parse(writers[i].text);
        CHECK(slice_equals_text(writer.application, writers[i].application));
        CHECK(writer.has_version == writers[i].has_version);
        if (!writer.has_version || !writers[i].has_version)
            continue;
        CHECK(writer.version.major == writers[i].major &&
              writer.version.minor == writers[i].minor);
        CHECK(writer.version.patch == writers[i].patch);
        CHECK(writer.is_prerelease == writers[i].is_prerelease);
    }
}

static bool has_prerelease(const char *text, const char *expected)
{
    size_t size = strlen(text);
    struct pq_writer_version writer = pq_created_by_parse(slice_of(text, size));
    return slice_equals_text(writer.prerelease, expected);
}

static void prereleases_follow_the_first_hyphen(void)
{
    CHECK(has_prerelease("parquet-mr version 1.8.0-SNAPSHOT", "SNAPSHOT"));
    CHECK(has_prerelease("parquet-mr version 1.8.0rc2-SNAPSHOT (build abc)", "SNAPSHOT"));
    CHECK(has_prerelease("parquet-mr version 1.5.0-cdh5.5.0-x+5", "cdh5.5.0-x"));
    CHECK(has_prerelease("parquet-mr version 1.8.0rc2+a-b", ""));
    CHECK(has_prerelease("parquet-mr version 1.8.0", ""));
}

static bool below(const char *text, uint32_t major, uint32_t minor, uint32_t patch)
{
    struct pq_writer_version writer = parse(text);
    return pq_version_is_below(&writer, (struct pq_version){major, minor, patch});
}

static void versions_are_compared_by_number(void)
{
    CHECK(below("parquet-mr version 1.7.9 (build x)", 1, 8, 0));
    CHECK(below("parquet-mr version 0.9.9", 1, 8, 0));
    CHECK(below("parquet-mr version 1.2.8", 1, 2, 9));
    CHECK(!below("parquet-mr version 1.2.9", 1, 2, 9));
    CHECK(!below("parquet-mr version 1.8.0", 1, 8, 0));
    CHECK(!below("parquet-mr version 1.10.0", 1, 8, 0));
    CHECK(!below("parquet-mr version 2.0.0", 1, 8, 0));
    CHECK(!below("parquet-mr version 2.1.0", 1, 8, 5));
    /* Pre-releases sort below the release. */
    CHECK(below("parquet-mr version 1.8.0rc2-SNAPSHOT", 1, 8, 0));
    CHECK(below("parquet-mr version 1.8.0-SNAPSHOT", 1, 8, 0));
    CHECK(!below("parquet-mr version 1.8.1-SNAPSHOT", 1, 8, 0));
    CHECK(below("parquet-cpp version 1.5.1-SNAPSHOT", 2, 0, 0));
    CHECK(!below("parquet-cpp version 2.0.0", 2, 0, 0));
    CHECK(!below("a version 0.28.0(build 1)", 0, 28, 0));
    CHECK(!below("parquet-mr", 1, 8, 0));
    CHECK(!below("", 1, 8, 0));
}

static bool has(const char *text, enum pq_writer_fault fault)
{
    struct pq_writer_version writer = parse(text);
    return pq_writer_has_fault(&writer, fault);
}

static void writer_name_is_matched_exactly(void)
{
    CHECK(has("parquet-cpp version 1.0.0", PQ_FAULT_V2_FLAG));
    CHECK(!has("parquet-cpp-arrow version 1.0.0", PQ_FAULT_V2_FLAG));
    CHECK(has("parquet-mr version 1.0.0", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("parquet version 1.0.0", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("parquet-mr2 version 1.0.0", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("Parquet-MR version 1.0.0", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("impala version 1.0.0", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("parquet-mr compatible Photon version 0.2 (build 16.0)",
               PQ_FAULT_SIGNED_BYTES));
}

/* Faults of all versions below one, or from one version to another. */
static void faults_are_known_by_version(void)
{
    static const char arrow[] = "parquet-cpp-arrow version ";
    static const struct {
        const char *version;
        bool first_batch, nulls;
    } versions[] = {
        {"0.17.1", false, true},  {"3.0.0", false, true},
        {"4.0.1", false, true},   {"5.0.0", true, true},
        {"11.0.0", true, true},   {"12.0.0-SNAPSHOT", true, true},
        {"12.0.0", false, false}, {"26.0.1", false, false},
    };
    for (size_t i = 0; i < COUNT_OF(versions); i++) {
        char text[64];
        snprintf(text, sizeof text, "%s%s", arrow, versions[i].version);
        CHECK(has(text, PQ_FAULT_FIRST_BATCH) == versions[i].first_batch);
        CHECK(has(text, PQ_FAULT_DICTIONARY_NULLS) == versions[i].nulls);
    }
    CHECK(has("parquet-cpp version 1.5.1-SNAPSHOT", PQ_FAULT_DICTIONARY_NULLS));
    CHECK(has("parquet-cpp version 1.5.1-SNAPSHOT", PQ_FAULT_ROUNDED_ZEROS));
    CHECK(!has("parquet-cpp version 1.4.0", PQ_FAULT_ROUNDED_ZEROS));
    CHECK(!has("parquet-cpp-arrow version 3.0.0", PQ_FAULT_ROUNDED_ZEROS));
    CHECK(has("parquet-rs version 5.1.0", PQ_FAULT_SIGNED_BYTES));
    CHECK(!has("parquet-rs version 5.2.0", PQ_FAULT_SIGNED_BYTES));
    CHECK(has("parquet-go version 18.4.0", PQ_FAULT_BLOOM_GAPS));
    CHECK(!has("parquet-go version 19.0.0", PQ_FAULT_BLOOM_GAPS));
    CHECK(!has("parquet-go version 18.4.0", PQ_FAULT_NULL_COUNTS));
    CHECK(has("parquet-go", PQ_FAULT_NULL_COUNTS));
    CHECK(has("parquet-go version latest", PQ_FAULT_NULL_COUNTS));
    CHECK(has("Arrow2 - Native Rust implementation of Arrow", PQ_FAULT_NULL_COUNTS));
    CHECK(has("flow-php parquet version 1.0.0+no-version-set", PQ_FAULT_NULL_COUNTS));
    CHECK(has("https://github.com/gaborcsardi/nanoparquet", PQ_FAULT_TIME_BOUNDS));
    CHECK(has("cudf version 21.10.01", PQ_FAULT_NULL_COUNTS));
    CHECK(!has("cudf version 24.06.00", PQ_FAULT_NULL_COUNTS));
    CHECK(has("Polars", PQ_FAULT_STATISTICS));
    CHECK(has("Polars (python) version 2.0.0 (build 7)", PQ_FAULT_STATISTICS));
    CHECK(has("Polars (python) version 2.1.0-beta.1 (build 7)", PQ_FAULT_STATISTICS));
    CHECK(!has("Polars (python) version 2.1.0 (build 7)", PQ_FAULT_STATISTICS));
    CHECK(has("Polars", PQ_FAULT_NULLS_REPEATED));
    CHECK(has("Polars (python) version 2.1.0 (build 7)", PQ_FAULT_NULLS_REPEATED));
    CHECK(has("github.com/segmentio/parquet-go version 0.0.0(build 5)",
              PQ_FAULT_CUT_MAXIMA));
    CHECK(has("github.com/parquet-go/parquet-go version 0.27.0(build )",
              PQ_FAULT_NAN_COMPARED));
    CHECK(has("github.com/parquet-go/parquet-go version 0.32.0(build )",
              PQ_FAULT_NAN_COMPARED));
    /* Faults that change how data is read apply only to a writer that is named exactly.
     */
    CHECK(!has("parquet-cpp", PQ_FAULT_V2_FLAG));
    CHECK(has("Parquet.jl 0.6.1", PQ_FAULT_ZERO_CHECKSUMS));
    CHECK(!has("Parquet 0.6.1", PQ_FAULT_ZERO_CHECKSUMS));
    CHECK(has("parquet-mr", PQ_FAULT_SHORT_SIZES));
    CHECK(!has("DuckDB version v1.4.0 (build 1)", PQ_FAULT_NULL_COUNTS));
    CHECK(!has("DuckDB version v1.4.0 (build 1)", PQ_FAULT_NULLS_REPEATED));
    CHECK(has("DuckDB", PQ_FAULT_NULLS_REPEATED));
    CHECK(has("", PQ_FAULT_NULL_COUNTS));
    CHECK(has("", PQ_FAULT_NAN_COMPARED));
    CHECK(!has("parquet.js", PQ_FAULT_NULL_COUNTS));
}

static void unknown_versions_count_as_old(void)
{
    static const struct {
        const char *text;
        bool signed_bytes, reused_buffer;
    } writers[] = {
        {"parquet-mr", true, true},
        {"parquet-mr version x", true, true},
        {"parquet-mr version 1.7.9", true, true},
        {"parquet-mr version 1.8.0", true, false},
        {"parquet-mr version 1.10.0", false, false},
        {"parquet-mr version 1.5.0", true, true},
        {"parquet-mr version 1.5.0-cdh5.5.0", true, false},
        {"parquet-mr version 1.5.0-cdh5.5.0-SNAPSHOT (build 5)", true, false},
        {"parquet-mr version 1.5.0-cdh5.12.1", true, false},
        {"parquet-mr version 1.5.0-cdh5.4.12", true, true},
        {"parquet-mr version 1.5.0-cdh5", true, true},
        {"parquet-mr version 1.5.1-cdh5.5.0", true, true},
        {"parquet-mr version 1.6.0-cdh5.5.0", true, true},
        {"parquet-mr version 1.5.0-SNAPSHOT", true, true},
        {"", false, true},
        {"Polars", false, true},
        {"impala version 1.0.0", false, false},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        CHECK(has(writers[i].text, PQ_FAULT_SIGNED_BYTES) == writers[i].signed_bytes);
        CHECK(has(writers[i].text, PQ_FAULT_REUSED_BUFFER) == writers[i].reused_buffer);
    }
    struct pq_writer_version none = pq_created_by_parse(slice_of(NULL, 0));
    CHECK(none.application.size == 0 && !none.has_version);
    CHECK(pq_writer_has_fault(&none, PQ_FAULT_REUSED_BUFFER));
    CHECK(!pq_writer_has_fault(&none, PQ_FAULT_SIGNED_BYTES));
}

/* Truncated and random text. */
static void malformed_strings_do_no_harm(void)
{
    static const char good[] = "parquet-mr version 1.12.3-SNAPSHOT (build abc)";
    for (size_t size = 0; size < sizeof good; size++) {
        uint8_t *copy = exact_copy(good, size);
        struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, size));
        CHECK(writer.application.size <= size);
        CHECK(writer.prerelease.size <= size);
        free(copy);
    }
    uint64_t random = 81;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[60];
        size_t size = random_below(&random, sizeof bytes + 1);
        static const char letters[] = " .0123456789-version()build\0\xff";
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)letters[random_below(&random, sizeof letters - 1)];
        uint8_t *copy = exact_copy(bytes, size);
        struct pq_writer_version writer = pq_created_by_parse(slice_of(copy, size));
        CHECK(writer.application.size <= size);
        CHECK(writer.prerelease.size <= size);
        free(copy);
    }
}

int main(void)
{
    RUN(names_and_versions_are_parsed);
    RUN(prereleases_follow_the_first_hyphen);
    RUN(versions_are_compared_by_number);
    RUN(writer_name_is_matched_exactly);
    RUN(faults_are_known_by_version);
    RUN(unknown_versions_count_as_old);
    RUN(malformed_strings_do_no_harm);
    return unit_test_done();
}
