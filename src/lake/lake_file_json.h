/* SPDX-License-Identifier: MIT */
/*
 * lake_file_json.h - what the metadata of a lake table say of a data file, as JSON
 * objects for users.  An empty object is not appended.
 */
#ifndef LAKE_LAKE_FILE_JSON_H
#define LAKE_LAKE_FILE_JSON_H

#include "base/buffer.h"
#include "dataset/declared_table.h"
#include "dataset/lake_folder.h"

/* Appends the values of the partition that the file is in: {"day":"2025-11-01"}.  Those
 * of Iceberg are what the transforms made, by the names of the partition fields; values
 * whose type is unknown are left out.  A failure is left in *error. */
void lake_partition_add(const struct declared_table *table, enum lake_kind kind,
                        uint32_t file, struct buffer *text, struct error *error);

/* Appends the statistics of columns, except those with one value in all rows of the file:
 * {"id":{"min":1,"max":4,"null_count":0}}.  Bounds may be wider than the values. */
void lake_statistics_add(const struct declared_table *table, uint32_t file,
                         struct buffer *text, struct error *error);

#endif
