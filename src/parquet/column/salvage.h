/* SPDX-License-Identifier: MIT */
/*
 * salvage.h - what is lost of a damaged file: of column chunks, and of the columns that
 * are made of them.  Found when a chunk or column of a row group is first read, and kept
 * as long as the file is open.
 *
 * A row of a column is lost if any of its leaves has lost it, or if the leaves can be
 * read, but do not make a value (levels of two leaves that contradict each other, a
 * Variant that is none).
 */
#ifndef PARQUET_SALVAGE_H
#define PARQUET_SALVAGE_H

#include "parquet/column/chunk_damage.h"

struct pq_salvage; /* of one file */

/* NULL when memory is out. */
struct pq_salvage *pq_salvage_new(void);
void pq_salvage_free(struct pq_salvage *salvage, const struct pq_schema_tree *tree,
                     uint32_t n_row_groups);

/* The damage of a chunk; NULL: none. */
enum status pq_salvage_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                             uint32_t leaf, const struct pq_chunk_damage **damage,
                             struct error *error) CHECK_RESULT;

/* Opens a reader of a column that fails where it is damaged beyond its chunks. */
typedef enum status pq_open_column(struct table_file *file, uint32_t column,
                                   struct column_reader **reader, struct error *error);

/* As lost_rows of struct table_file_ops. */
enum status pq_salvage_column(const struct pq_chunk_context *context,
                              struct table_file *file, pq_open_column *open,
                              uint32_t row_group, uint32_t column,
                              const struct lost_rows **rows, uint32_t *n,
                              struct error *error) CHECK_RESULT;

#endif
