/* SPDX-License-Identifier: MIT */
/*
 * variant_value.h - Variants from their binary form (VariantEncoding.md): as JSON, as
 * SQL values, and objects field by field.
 *
 *     metadata:  header  n  offset * (n + 1)  bytes          the names of all fields
 *     value:     header (basic type in the low 2 bits, then what it says of the rest)
 *       0 primitive     the type's number in the header; little-endian
 *       1 short string  its size in the header
 *       2 object        n  field id * n  offset * (n + 1)  values in any order
 *       3 array         n  offset * (n + 1)  values
 *
 * Every value tells its own size.  What is read of a value is bounded by its bytes: the
 * values of a container may stand in any order, but may not use the same bytes twice.
 * All functions borrow the bytes that they are given.
 */
#ifndef PARQUET_VARIANT_VALUE_H
#define PARQUET_VARIANT_VALUE_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"
#include "value/value_text.h"

enum pq_variant_basic_type {
    PQ_VARIANT_PRIMITIVE,
    PQ_VARIANT_SHORT_STRING,
    PQ_VARIANT_OBJECT,
    PQ_VARIANT_ARRAY,
};

enum pq_variant_type {
    PQ_VARIANT_NULL,
    PQ_VARIANT_TRUE,
    PQ_VARIANT_FALSE,
    PQ_VARIANT_INT8,
    PQ_VARIANT_INT16,
    PQ_VARIANT_INT32,
    PQ_VARIANT_INT64,
    PQ_VARIANT_DOUBLE,
    PQ_VARIANT_DECIMAL4,
    PQ_VARIANT_DECIMAL8,
    PQ_VARIANT_DECIMAL16,
    PQ_VARIANT_DATE,
    PQ_VARIANT_TIMESTAMP_UTC,
    PQ_VARIANT_TIMESTAMP,
    PQ_VARIANT_FLOAT,
    PQ_VARIANT_BINARY,
    PQ_VARIANT_STRING,
    PQ_VARIANT_TIME,
    PQ_VARIANT_TIMESTAMP_NANOS_UTC,
    PQ_VARIANT_TIMESTAMP_NANOS,
    PQ_VARIANT_UUID,
    PQ_VARIANT_N_TYPES,
};

enum {
    PQ_VARIANT_MOST_SCALE = 38,
    /* Containers within one another; what nests deeper is TOO_BIG. */
    PQ_VARIANT_MAX_DEPTH = 1000,
    /* Text of one value: a few bytes of it may stand for a long name each. */
    PQ_VARIANT_MOST_JSON = 1 << 30,
};

/* ---- Names ----------------------------------------------------------------------- */

struct pq_variant_metadata {
    uint32_t n_names;
    uint8_t offset_width;
    const uint8_t *offsets; /* n_names + 1 */
    struct slice names;
};

/* Looks at the header and at the sizes; names are checked when they are asked for. */
enum status pq_variant_metadata_open(struct slice bytes,
                                     struct pq_variant_metadata *metadata,
                                     struct error *error) CHECK_RESULT;

/* CORRUPT where there is no such field id. */
enum status pq_variant_name(const struct pq_variant_metadata *metadata, uint32_t id,
                            struct slice *name, struct error *error) CHECK_RESULT;

/* ---- Arrays and objects, entry by entry ------------------------------------------ */

struct pq_variant_container {
    bool is_object;
    uint8_t id_width, offset_width;
    uint32_t n, next; /* entries; those that were handed out */
    const uint8_t *ids, *offsets;
    struct slice values;
    size_t left;       /* bytes of them that no entry was given yet */
    struct slice name; /* of the entry handed out last */
};

/* False for what has no bytes, too. */
static inline bool pq_variant_is_object(struct slice value)
{
    return value.size > 0 && (value.data[0] & 3) == PQ_VARIANT_OBJECT;
}

static inline bool pq_variant_is_array(struct slice value)
{
    return value.size > 0 && (value.data[0] & 3) == PQ_VARIANT_ARRAY;
}

/* The value is an object or an array. */
enum status pq_variant_container_open(struct slice value,
                                      struct pq_variant_container *container,
                                      struct error *error) CHECK_RESULT;

/* The next entry, while next < n: exactly the bytes of its value (not of what is in it,
 * which is checked when it is read), and of an object's field the name.  Fields come in
 * the order that the file has, which should be that of their names; two of the same name
 * beside one another are CORRUPT. */
enum status pq_variant_next_entry(struct pq_variant_container *container,
                                  const struct pq_variant_metadata *metadata,
                                  struct slice *name, struct slice *value,
                                  struct error *error) CHECK_RESULT;

/* ---- As JSON --------------------------------------------------------------------- */

/* Memory that is used again; a zeroed struct is ready. */
struct pq_variant_writer {
    struct pq_variant_container *stack;
    size_t capacity;
};

void pq_variant_writer_release(struct pq_variant_writer *writer);

/* Appends the value as JSON, of the forms of append_json_cell().  Bytes behind the value
 * are not looked at. */
enum status pq_append_variant_json(struct pq_variant_writer *writer, struct buffer *text,
                                   const struct pq_variant_metadata *metadata,
                                   struct slice value, struct error *error) CHECK_RESULT;

/* ---- As an SQL value ------------------------------------------------------------- */

enum pq_variant_class {
    PQ_VARIANT_CLASS_NULL,
    PQ_VARIANT_CLASS_INTEGER, /* booleans, integers, decimals of scale 0 that fit */
    PQ_VARIANT_CLASS_REAL,    /* other decimals too, correctly rounded; no NaN: NULL */
    PQ_VARIANT_CLASS_TEXT,    /* strings, dates, times, UUIDs */
    PQ_VARIANT_CLASS_BLOB,
    PQ_VARIANT_CLASS_JSON, /* an array or object */
};

struct pq_variant_scalar {
    enum pq_variant_class class;
    int64_t integer;
    double real;
    struct slice bytes; /* TEXT, BLOB: in the value, or in `text` */
    char text[VALUE_TEXT_SIZE];
};

enum status pq_variant_scalar_of(struct slice value, struct pq_variant_scalar *scalar,
                                 struct error *error) CHECK_RESULT;

#endif
