/* created_by.h - the writer of a file, where its version decides how to read it. */
#ifndef PARQUET_CREATED_BY_H
#define PARQUET_CREATED_BY_H

#include "../base/slice.h"

struct pq_writer_version {
    struct slice application; /* "parquet-mr", "parquet-cpp", ...; size 0: unknown */
    bool has_version;         /* all three numbers */
    uint32_t major, minor, patch;
    bool is_prerelease;      /* sorts below the release of the same number */
    struct slice prerelease; /* what follows the hyphen: "SNAPSHOT", "cdh5.5.0" */
};

/* "parquet-mr version 1.8.0rc2-SNAPSHOT+5 (build abc)".  Odd strings give less, never an
 * error. */
struct pq_writer_version pq_created_by_parse(struct slice created_by);

/* True when the file is by exactly this application, in a known version below. */
bool pq_written_before(const struct pq_writer_version *writer, const char *application,
                       uint32_t major, uint32_t minor, uint32_t patch);

/* The same, and true for a version that is not known. */
bool pq_may_be_written_before(const struct pq_writer_version *writer,
                              const char *application, uint32_t major, uint32_t minor,
                              uint32_t patch);

/* Whether the deprecated min and max of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY may be those
 * of a buffer that was reused before they were written (PARQUET-251). */
bool pq_writer_spoils_binary_bounds(const struct pq_writer_version *writer);

#endif
