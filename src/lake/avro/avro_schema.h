/* SPDX-License-Identifier: MIT */
/*
 * avro_schema.h - the schema in the header of an Avro file (Avro 1.11, "Schema
 * Declaration"), with the field ids that Iceberg adds to it.
 *
 *     {"type": "record", "name": "r", "fields": [
 *         {"name": "path", "field-id": 100, "type": "string"},
 *         {"name": "ids", "field-id": 135, "type":
 *             ["null", {"type": "array", "element-id": 136, "items": "int"}]}]}
 *
 * Types that contain themselves are refused, so that values are nested no deeper than the
 * schema.
 */
#ifndef LAKE_AVRO_SCHEMA_H
#define LAKE_AVRO_SCHEMA_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

enum avro_kind {
    AVRO_NULL,
    AVRO_BOOLEAN,
    AVRO_INT,
    AVRO_LONG,
    AVRO_FLOAT,
    AVRO_DOUBLE,
    AVRO_BYTES,
    AVRO_STRING,
    AVRO_FIXED,
    AVRO_ENUM,
    AVRO_RECORD,
    AVRO_ARRAY, /* one member */
    AVRO_MAP,   /* two: the key, a string, and the value */
    AVRO_UNION,
};

enum {
    AVRO_MOST_DEPTH = 64,       /* of types in types */
    AVRO_MOST_WEIGHT = 1000000, /* of a type: itself and all the types in it */
    AVRO_NO_FIELD_ID = INT32_MIN,
};

struct avro_member {
    struct slice name; /* of a record's field */
    int32_t field_id;  /* also element-id, key-id, value-id; or AVRO_NO_FIELD_ID */
    const struct avro_type *type;
};

struct avro_type {
    enum avro_kind kind;
    bool is_decimal; /* BYTES, FIXED: big-endian two's complement */
    uint32_t size;   /* FIXED: bytes; ENUM: symbols */
    uint32_t depth, weight;
    struct avro_member *members;
    uint32_t n_members;
};

/* Reads a schema into the arena, with which it lives.  CORRUPT: not a schema.
 * UNSUPPORTED: types that contain themselves, or too many of them. */
enum status avro_schema_read(struct slice json, struct arena *arena,
                             const struct avro_type **type,
                             struct error *error) CHECK_RESULT;

#endif
