/* SPDX-License-Identifier: MIT */
/*
 * iceberg_table.h - an Iceberg table as a declared table (declared_table.h).
 *
 *     metadata file                   iceberg_discovery.h, iceberg_metadata.h
 *     -> snapshot, schema             iceberg_history.h, iceberg_columns.h
 *     -> manifest list, manifests     manifest_list.h, manifest.h
 *     -> data files: paths, partition values, bounds
 *     -> delete files, which are read with the data files whose rows they delete
 *
 * Columns are found in files by their numbers; in files without any by the names of the
 * table's mapping, or if it has none, by their positions.
 */
#ifndef LAKE_ICEBERG_TABLE_H
#define LAKE_ICEBERG_TABLE_H

#include "dataset/dataset_file.h"
#include "dataset/declared_table.h"
#include "lake/iceberg/iceberg_discovery.h"
#include "lake/iceberg/iceberg_history.h"
#include "lake/iceberg/manifest.h"
#include "lake/paths/lake_path.h"

struct iceberg_request {
    const char *path; /* of the table's folder or of a metadata file; borrowed */
    struct iceberg_wish wish;
    struct dataset_opener opener;   /* of delete files; outlives the table */
    const struct lake_roots *roots; /* borrowed for the call; NULL: none */
};

/* Reads the metadata and the manifests of a snapshot, and no data or delete file.  Makes
 * the caller the table's first user.  MISUSE if there is no such snapshot, or if files
 * are outside the table's folder and no root says where; CORRUPT, UNSUPPORTED. */
enum status iceberg_table_open(const struct iceberg_request *request,
                               struct declared_table **table,
                               struct error *error) CHECK_RESULT;

/* These are for tables of iceberg_table_open(), and live as long as the table. */

/* The metadata file, and how it was found. */
const struct iceberg_location *iceberg_table_location(const struct declared_table *table);
const struct iceberg_metadata *iceberg_table_metadata(const struct declared_table *table);
/* NULL: the table is empty. */
const struct iceberg_snapshot *iceberg_table_snapshot(const struct declared_table *table);
/* The k-th data file is the k-th declared file. */
const struct iceberg_files *iceberg_table_files(const struct declared_table *table);

#endif
