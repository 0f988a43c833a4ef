/*
 * group_reader.h - the column_reader of a top-level group without repeated fields: one
 * JSON object a row.
 *
 * The leaves are read like any others; their definition levels tell which of the groups
 * above them are there (README, "Nested Encoding").
 */
#ifndef PARQUET_GROUP_READER_H
#define PARQUET_GROUP_READER_H

#include "column_chunk_reader.h"

/* node: the group, below the root. */
enum status pq_group_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                 struct column_reader **reader,
                                 struct error *error) CHECK_RESULT;

#endif
