/* SPDX-License-Identifier: MIT */
/* created_by.h - the writer of a file.  What its versions do wrong is in writer_faults.h,
 * included here. */
#ifndef PARQUET_CREATED_BY_H
#define PARQUET_CREATED_BY_H

#include "base/slice.h"
#include "parquet/format/writer_faults.h"

struct pq_version {
    uint32_t major, minor, patch;
};

struct pq_writer_version {
    struct slice application; /* "parquet-mr", "parquet-cpp", ...; size 0: unknown */
    bool has_version;         /* all three numbers */
    struct pq_version version;
    bool is_prerelease;      /* sorts below the release of the same number */
    struct slice prerelease; /* what follows the hyphen: "SNAPSHOT", "cdh5.5.0" */
    uint32_t faults;         /* for pq_writer_has_fault() */
};

/* "parquet-mr version 1.8.0rc2-SNAPSHOT+5 (build abc)".  Odd strings give less, never an
 * error. */
struct pq_writer_version pq_created_by_parse(struct slice created_by);

/* True when the version is known and below that one. */
bool pq_version_is_below(const struct pq_writer_version *writer,
                         struct pq_version version);

/* The same of a distribution's own numbers in the prerelease: "cdh5.5.0" for name "cdh".
 * True when they are there and not below that version. */
bool pq_is_distribution_from(const struct pq_writer_version *writer, const char *name,
                             struct pq_version version);

static inline bool pq_writer_has_fault(const struct pq_writer_version *writer,
                                       enum pq_writer_fault fault)
{
    return (writer->faults >> fault & 1) != 0;
}

#endif
