/* SPDX-License-Identifier: MIT */
/*
 * iceberg_deletions.h - which rows of the data files of a snapshot are deleted.
 *
 * Delete files are read when the first data file that they apply to is read, and what
 * they say is kept: threads share it.
 */
#ifndef LAKE_ICEBERG_DELETIONS_H
#define LAKE_ICEBERG_DELETIONS_H

#include "dataset/dataset_file.h"
#include "dataset/declared_table.h"
#include "lake/iceberg/iceberg_metadata.h"
#include "lake/iceberg/manifest.h"
#include "lake/paths/lake_path.h"

struct iceberg_deletions;

/* Finds out which delete files apply to which data files, and sets n_deleted of the
 * declared files, those of files->data.  *deletions is NULL if none applies to any.
 * MISUSE or CORRUPT if one that applies may not be read or contradicts the metadata.
 * Metadata, schema and files must outlive it, and the opener's context. */
enum status iceberg_deletions_open(
    struct iceberg_metadata *metadata, const struct iceberg_schema *schema,
    const struct iceberg_files *files, const struct lake_paths *paths,
    const struct dataset_opener *opener, struct declared_file *declared,
    struct iceberg_deletions **deletions, struct error *error) CHECK_RESULT;
void iceberg_deletions_release(struct iceberg_deletions *deletions); /* NULL: nothing */

/* See deleted_rows() of declared_table_ops. */
enum status iceberg_deletions_find(struct iceberg_deletions *deletions, uint32_t file,
                                   struct table_file *open,
                                   const struct row_bitmap **rows,
                                   struct error *error) CHECK_RESULT;

/* See expect_deleted() there. */
enum status iceberg_deletions_expect(struct iceberg_deletions *deletions, uint32_t file,
                                     struct expected_files *expected,
                                     struct error *error) CHECK_RESULT;

#endif
