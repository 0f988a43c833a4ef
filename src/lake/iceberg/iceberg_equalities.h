/* SPDX-License-Identifier: MIT */
/*
 * iceberg_equalities.h - applies the equality delete files of a snapshot to its data
 * files.
 *
 * The delete files of a partition that compare the same columns are read into one set,
 * with their sequence numbers, so that each is read once, and a data file's columns once
 * for all of them.  Some sets are kept.
 */
#ifndef LAKE_ICEBERG_EQUALITIES_H
#define LAKE_ICEBERG_EQUALITIES_H

#include "dataset/dataset_file.h"
#include "dataset/declared_table.h"
#include "lake/iceberg/iceberg_metadata.h"
#include "lake/iceberg/manifest.h"

struct iceberg_equalities;

/* by_positions: see declared_table.  The opener's context must outlive it.  NULL if out
 * of memory. */
struct iceberg_equalities *iceberg_equalities_new(const struct dataset_opener *opener,
                                                  bool by_positions);
void iceberg_equalities_release(struct iceberg_equalities *equalities); /* or NULL */

/* Before rows are looked for: notes the columns that delete files compare, then finds
 * them in the schema or in older ones.  CORRUPT if none has them. */
enum status iceberg_equalities_note(struct iceberg_equalities *equalities,
                                    const struct iceberg_deletes *deletes,
                                    struct error *error) CHECK_RESULT;
enum status iceberg_equalities_resolve(struct iceberg_equalities *equalities,
                                       struct iceberg_metadata *metadata,
                                       const struct iceberg_schema *schema,
                                       struct error *error) CHECK_RESULT;

/* A delete file, and its path; both outlive the equalities. */
struct equality_file {
    const struct iceberg_file *file;
    const char *path;
};

/* Adds the rows of an open data file that n delete files of its partition delete, as far
 * as their sequence numbers are greater than the data file's.  Reorders the delete files.
 * Called by any thread. */
enum status iceberg_equalities_find(struct iceberg_equalities *equalities,
                                    const struct iceberg_file *data,
                                    struct table_file *open, struct equality_file *files,
                                    uint32_t n, struct row_bitmap *rows,
                                    struct error *error) CHECK_RESULT;

#endif
