/* SPDX-License-Identifier: MIT */
/*
 * salvage.h - finds and remembers what a damaged file has lost: in column chunks, and in
 * the columns made of them.  A chunk or column is examined when a row group of it is
 * first read; the result is kept until the file is closed.
 *
 * A column loses a row if any of its leaves does, or if the leaves can be read but do not
 * form a value (the levels of two leaves contradict each other, or a Variant is
 * malformed).
 */
#ifndef PARQUET_SALVAGE_H
#define PARQUET_SALVAGE_H

#include "parquet/column/chunk_damage.h"

struct pq_salvage; /* of one file */

/* NULL if memory is short. */
struct pq_salvage *pq_salvage_new(void);
void pq_salvage_free(struct pq_salvage *salvage, const struct pq_schema_tree *tree,
                     uint32_t n_row_groups);

/* *damage: the chunk's damage, NULL if there is none.  Valid until pq_salvage_free(). */
enum status pq_salvage_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                             uint32_t leaf, const struct pq_chunk_damage **damage,
                             struct error *error) CHECK_RESULT;

/* Opens a reader for a column.  Reading fails at rows whose leaves do not form a
 * value. */
typedef enum status pq_open_column(struct table_file *file, uint32_t column,
                                   struct column_reader **reader, struct error *error);

/* As lost_rows of struct table_file_ops. */
enum status pq_salvage_column(const struct pq_chunk_context *context,
                              struct table_file *file, pq_open_column *open,
                              uint32_t row_group, uint32_t column,
                              const struct lost_rows **rows, uint32_t *n,
                              struct error *error) CHECK_RESULT;

#endif
