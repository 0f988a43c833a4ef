/* SPDX-License-Identifier: MIT */
/*
 * lake_table.h - opens a table of Delta Lake or Iceberg as a declared_table: one snapshot
 * of it, by its own metadata.
 *
 *     delta/     the log of a Delta table
 *     iceberg/   metadata files, manifest lists and manifests
 *     avro/      the files of Iceberg's manifests
 *     deletions/ rows that are deleted: bitmaps, vectors, positions, keys
 *     paths/     where the files are that metadata name
 *
 * Tables are only read, and without a catalog.  What is not understood is UNSUPPORTED,
 * and named.
 */
#ifndef LAKE_LAKE_TABLE_H
#define LAKE_LAKE_TABLE_H

#include "dataset/dataset_file.h"
#include "dataset/lake_folder.h"
#include "lake/paths/lake_path.h"

/* Which snapshot to open: at most one member is set; none: the current one. */
struct lake_snapshot_choice {
    bool has_version, has_timestamp, has_snapshot_id;
    uint64_t version;         /* of a Delta table */
    int64_t timestamp;        /* microseconds since 1970: the newest one by then */
    int64_t snapshot_id;      /* of an Iceberg table */
    const char *branch, *tag; /* of an Iceberg table; NULL: not chosen */
};

struct lake_request {
    const char *path;    /* of the folder, or of an Iceberg table's metadata file */
    enum lake_kind kind; /* not LAKE_NONE */
    struct lake_snapshot_choice choice;
    const struct lake_roots *roots; /* or NULL */
    struct declared_table *before;  /* of the same request, opened earlier; or NULL */
    const struct dataset_opener *opener; /* of metadata in Parquet or ORC files */
};

/* Finds out which kind of table is at a path; LAKE_NONE: none.  `wanted`, unless it is
 * LAKE_NONE, is the only kind to look for; without it, a folder that is both is a Delta
 * table. */
enum status lake_find_kind(const char *path, enum lake_kind wanted, enum lake_kind *kind,
                           struct error *error) CHECK_RESULT;

/* Opens the table, whose first user the caller is. */
enum status lake_table_open(const struct lake_request *request,
                            struct declared_table **table,
                            struct error *error) CHECK_RESULT;

#endif
