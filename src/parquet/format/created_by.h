/* SPDX-License-Identifier: MIT */
/* created_by.h - parses FileMetaData.created_by: which program wrote the file, and in
 * which version.  writer_faults.h, included here, lists what these versions do wrong. */
#ifndef PARQUET_CREATED_BY_H
#define PARQUET_CREATED_BY_H

#include "base/slice.h"
#include "parquet/format/writer_faults.h"

struct pq_version {
    uint32_t major, minor, patch;
};

struct pq_writer_version {
    struct slice application; /* "parquet-mr", "parquet-cpp", ...; size 0: unknown */
    bool has_version;         /* all three numbers are given */
    struct pq_version version;
    bool is_prerelease;      /* sorts before the release of the same number */
    struct slice prerelease; /* what follows the hyphen: "SNAPSHOT", "cdh5.5.0" */
    uint32_t faults;         /* for pq_writer_has_fault() */
};

/* Parses text such as "parquet-mr version 1.8.0rc2-SNAPSHOT+5 (build abc)".  Unusual text
 * leaves members unset; it is never an error. */
struct pq_writer_version pq_created_by_parse(struct slice created_by);

/* True if the writer's version is known and below `version`. */
bool pq_version_is_below(const struct pq_writer_version *writer,
                         struct pq_version version);

/* True if the prerelease is a distribution's name and version, and that version is not
 * below `version`: "cdh5.5.0" for name "cdh". */
bool pq_is_distribution_from(const struct pq_writer_version *writer, const char *name,
                             struct pq_version version);

static inline bool pq_writer_has_fault(const struct pq_writer_version *writer,
                                       enum pq_writer_fault fault)
{
    return (writer->faults >> fault & 1) != 0;
}

#endif
