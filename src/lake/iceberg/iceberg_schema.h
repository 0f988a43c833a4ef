/* SPDX-License-Identifier: MIT */
/*
 * iceberg_schema.h - reads schemas and partition specs from JSON: that of metadata files
 * and that in the headers of manifests.
 */
#ifndef LAKE_ICEBERG_SCHEMA_H
#define LAKE_ICEBERG_SCHEMA_H

#include "base/arena.h"
#include "base/status.h"
#include "lake/iceberg/iceberg_types.h"

/* Reads a schema, {"type":"struct","schema-id":1,"fields":[...]}; without an id, it is 0.
 * The text and the arena must outlive the schema.  CORRUPT, or UNSUPPORTED for types that
 * this version does not know. */
enum status iceberg_schema_read(struct slice json, struct arena *arena,
                                struct iceberg_schema *schema,
                                struct error *error) CHECK_RESULT;

/* Reads the fields of a partition spec, [{"source-id":1,"transform":"day",...},...].
 * Those of version 1 may lack ids: then they are 1000, 1001 and so on. */
enum status iceberg_partition_fields_read(struct slice json, struct arena *arena,
                                          struct iceberg_partition_spec *spec,
                                          struct error *error) CHECK_RESULT;

#endif
