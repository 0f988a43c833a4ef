/* SPDX-License-Identifier: MIT */
/*
 * iceberg_types.h - schemas and partition specs of Iceberg tables, as metadata files and
 * the headers of manifests state them.
 *
 * Nothing changes once it is read.  Names and texts point into memory of whoever has read
 * them.
 */
#ifndef LAKE_ICEBERG_TYPES_H
#define LAKE_ICEBERG_TYPES_H

#include "base/slice.h"

enum iceberg_kind {
    ICEBERG_BOOLEAN,
    ICEBERG_INT,
    ICEBERG_LONG,
    ICEBERG_FLOAT,
    ICEBERG_DOUBLE,
    ICEBERG_DECIMAL, /* precision 1..38, scale 0..precision */
    ICEBERG_DATE,
    ICEBERG_TIME, /* microseconds */
    ICEBERG_TIMESTAMP,
    ICEBERG_TIMESTAMPTZ,
    ICEBERG_TIMESTAMP_NS,
    ICEBERG_TIMESTAMPTZ_NS,
    ICEBERG_STRING,
    ICEBERG_UUID,
    ICEBERG_FIXED, /* length */
    ICEBERG_BINARY,
    ICEBERG_VARIANT,
    ICEBERG_GEOMETRY,
    ICEBERG_GEOGRAPHY,
    ICEBERG_UNKNOWN, /* always null */
    ICEBERG_STRUCT,
    ICEBERG_LIST, /* one member: the element */
    ICEBERG_MAP,  /* two: key and value */
};

struct iceberg_field {
    int32_t id;
    enum iceberg_kind kind;
    int32_t precision, scale; /* DECIMAL */
    int32_t length;           /* FIXED */
    bool is_required;
    struct slice name;            /* "element", "key", "value" in lists and maps */
    struct slice initial_default; /* JSON text; without data: none */
    struct iceberg_field *members;
    uint32_t n_members;
};

struct iceberg_schema {
    int32_t id;
    struct iceberg_field *fields;
    uint32_t n_fields;
};

enum iceberg_transform {
    ICEBERG_IDENTITY,
    ICEBERG_BUCKET,   /* parameter: how many, > 0 */
    ICEBERG_TRUNCATE, /* parameter: the width, > 0 */
    ICEBERG_YEAR,
    ICEBERG_MONTH,
    ICEBERG_DAY,
    ICEBERG_HOUR,
    ICEBERG_VOID,
    ICEBERG_OTHER, /* unknown, or of several columns: proves nothing */
};

struct iceberg_partition_field {
    int32_t source_id; /* of the schema's field */
    int32_t field_id;  /* of the partition value in manifests */
    enum iceberg_transform transform;
    int32_t parameter;
    struct slice name;
};

struct iceberg_partition_spec {
    int32_t id;
    struct iceberg_partition_field *fields;
    uint32_t n_fields;
};

/* The field with the id, at any depth; NULL: the schema has none. */
const struct iceberg_field *iceberg_schema_find(const struct iceberg_schema *schema,
                                                int32_t id);

#endif
