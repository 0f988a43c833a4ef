/* SPDX-License-Identifier: MIT */
/*
 * manifest_list.h - the list of a snapshot's manifests, an Avro file.
 *
 * Summaries of partitions and counts of files are not read: some writers state wrong
 * ones, and all manifests are read anyway.
 */
#ifndef LAKE_ICEBERG_MANIFEST_LIST_H
#define LAKE_ICEBERG_MANIFEST_LIST_H

#include "base/arena.h"
#include "base/input_file.h"

enum iceberg_manifest_content {
    ICEBERG_DATA,
    ICEBERG_DELETES,
    ICEBERG_CONTENT_UNSTATED, /* by the list: the manifest may */
};

enum { ICEBERG_NO_FIRST_ROW_ID = -1 };

/* What entries of a manifest inherit from it.  A table of version 1 may list paths only,
 * in its metadata: then the rest is as iceberg_manifest_at() sets it. */
struct iceberg_manifest {
    struct slice location;
    bool has_spec_id; /* else it is in the manifest */
    int32_t spec_id;
    enum iceberg_manifest_content content;
    int64_t sequence_number; /* 0 in version 1 */
    int64_t snapshot_id;     /* that added it */
    int64_t first_row_id;    /* or ICEBERG_NO_FIRST_ROW_ID */
};

static inline struct iceberg_manifest iceberg_manifest_at(struct slice location)
{
    return (struct iceberg_manifest){.location = location,
                                     .content = ICEBERG_CONTENT_UNSTATED,
                                     .first_row_id = ICEBERG_NO_FIRST_ROW_ID};
}

/* A zeroed struct may be released. */
struct iceberg_manifest_list {
    struct arena arena; /* of the manifests and their locations */
    struct iceberg_manifest *manifests;
    uint32_t n;
};

/* Reads a list into an empty struct, which is released in any case.  CORRUPT, or
 * UNSUPPORTED, also for a manifest that is encrypted. */
enum status iceberg_manifest_list_read(struct input_file *input,
                                       struct iceberg_manifest_list *list,
                                       struct error *error) CHECK_RESULT;
void iceberg_manifest_list_release(struct iceberg_manifest_list *list);

#endif
