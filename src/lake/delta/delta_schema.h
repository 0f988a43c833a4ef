/* SPDX-License-Identifier: MIT */
/*
 * delta_schema.h - the columns that a table's schemaString declares.
 *
 *     {"type":"struct","fields":[
 *        {"name":"id","type":"long","nullable":true,"metadata":{}},
 *        {"name":"tags","type":{"type":"array","elementType":"string",...},...}]}
 *
 * All columns may be null, whatever the schema says: writers alone enforce that.
 */
#ifndef LAKE_DELTA_SCHEMA_H
#define LAKE_DELTA_SCHEMA_H

#include "dataset/declared_table.h"
#include "lake/delta/delta_protocol.h"

#define DELTA_NO_PARTITION UINT32_MAX

struct delta_schema {
    struct declared_field *columns;
    struct slice *stored_names; /* of each column: the key of its statistics */
    uint32_t *partition_of;     /* its number among partition columns, or NO_PARTITION */
    uint32_t n_columns, n_partitions;
};

/* Reads a schema; all of it lives in the arena.  CORRUPT.  Types that are not known are
 * columns that cannot be read. */
enum status delta_schema_read(const struct delta_metadata *metadata,
                              enum delta_mapping mapping, struct arena *arena,
                              struct delta_schema *schema,
                              struct error *error) CHECK_RESULT;

#endif
