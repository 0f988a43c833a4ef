/* SPDX-License-Identifier: MIT */
/*
 * iceberg_history.h - the snapshots of a table: which one a request means, and what the
 * metadata say of each.
 */
#ifndef LAKE_ICEBERG_HISTORY_H
#define LAKE_ICEBERG_HISTORY_H

#include "lake/iceberg/iceberg_metadata.h"

enum iceberg_version {
    ICEBERG_CURRENT,
    ICEBERG_SNAPSHOT, /* by its id */
    ICEBERG_AS_OF,    /* the one that was current at a time */
    ICEBERG_BRANCH,   /* the newest of a branch, by its name */
    ICEBERG_TAG,      /* by its name */
};

struct iceberg_wish {
    enum iceberg_version version; /* which decides which other member is used */
    int64_t snapshot_id;
    int64_t timestamp_ms; /* since 1970, UTC */
    const char *name;     /* borrowed */
};

/* Finds the wanted snapshot and the schema to read it with: its own, or the table's
 * current one for the newest snapshot of a branch.  *snapshot is NULL if the table has
 * none yet.  MISUSE if there is no such snapshot; CORRUPT. */
enum status iceberg_history_find(const struct iceberg_metadata *metadata,
                                 const struct iceberg_wish *wish,
                                 const struct iceberg_snapshot **snapshot,
                                 int32_t *schema_id, struct error *error) CHECK_RESULT;

/* What else the metadata say of a snapshot; slices live as long as the metadata and the
 * arena, and are empty for what is not there. */
struct iceberg_snapshot_details {
    struct slice operation; /* append, overwrite, ... */
    struct slice summary;   /* a JSON object, with the operation */
    struct slice manifest_list;
    struct slice manifests; /* of version 1, in place of a list: a JSON array */
    struct slice key_id;    /* of the key that the manifest list is encrypted with */
};
enum status iceberg_snapshot_read(const struct iceberg_snapshot *snapshot,
                                  struct arena *arena,
                                  struct iceberg_snapshot_details *details,
                                  struct error *error) CHECK_RESULT;

#endif
