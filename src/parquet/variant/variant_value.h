/* SPDX-License-Identifier: MIT */
/*
 * variant_value.h - decodes Variants from their binary form (VariantEncoding.md): as
 * JSON, as SQL values, and objects field by field.
 *
 *     metadata:  header  n  offset * (n + 1)  bytes          the names of all fields
 *     value:     header (basic type in the low 2 bits, the rest depends on it)
 *       0 primitive     the type's number in the header; little-endian
 *       1 short string  its size in the header
 *       2 object        n  field id * n  offset * (n + 1)  values in any order
 *       3 array         n  offset * (n + 1)  values
 *
 * Every value encodes its own size.  The work for a value is bounded by its bytes: the
 * values of a container may be in any order, but may not share bytes.  All functions
 * borrow the bytes passed to them.
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
    /* Nesting depth of containers; deeper values are TOO_BIG. */
    PQ_VARIANT_MAX_DEPTH = 1000,
    /* Bytes of JSON of one value: each of a few bytes may refer to a long name. */
    PQ_VARIANT_MOST_JSON = 1 << 30,
};

/* ---- Names ----------------------------------------------------------------------- */

struct pq_variant_metadata {
    uint32_t n_names;
    uint8_t offset_width;
    const uint8_t *offsets; /* n_names + 1 */
    struct slice names;
};

/* Checks the header and the sizes; names are checked by pq_variant_name(). */
enum status pq_variant_metadata_open(struct slice bytes,
                                     struct pq_variant_metadata *metadata,
                                     struct error *error) CHECK_RESULT;

/* CORRUPT if there is no such field id. */
enum status pq_variant_name(const struct pq_variant_metadata *metadata, uint32_t id,
                            struct slice *name, struct error *error) CHECK_RESULT;

/* ---- Arrays and objects, entry by entry ------------------------------------------ */

struct pq_variant_container {
    bool is_object;
    uint8_t id_width, offset_width;
    uint32_t n, next; /* number of entries; next entry to return */
    const uint8_t *ids, *offsets;
    struct slice values;
    size_t left;       /* bytes of them that no entry has used yet */
    struct slice name; /* of the entry returned last */
};

/* False for empty values, too. */
static inline bool pq_variant_is_object(struct slice value)
{
    return value.size > 0 && (value.data[0] & 3) == PQ_VARIANT_OBJECT;
}

static inline bool pq_variant_is_array(struct slice value)
{
    return value.size > 0 && (value.data[0] & 3) == PQ_VARIANT_ARRAY;
}

/* Opens an object or array. */
enum status pq_variant_container_open(struct slice value,
                                      struct pq_variant_container *container,
                                      struct error *error) CHECK_RESULT;

/* Returns the next entry, while next < n: the name, if it is an object's field, and the
 * value's exact bytes (their content is checked when it is read).  Fields come in the
 * order of the file, which should be that of their names; two adjacent ones with the same
 * name are CORRUPT. */
enum status pq_variant_next_entry(struct pq_variant_container *container,
                                  const struct pq_variant_metadata *metadata,
                                  struct slice *name, struct slice *value,
                                  struct error *error) CHECK_RESULT;

/* ---- As JSON --------------------------------------------------------------------- */

/* A zeroed struct is ready; its memory is reused. */
struct pq_variant_writer {
    struct pq_variant_container *stack;
    /* NULL, or gets the type of each scalar, a byte (enum pq_variant_type), in the order
     * of the text; see variant_types.h. */
    struct buffer *types;
};

void pq_variant_writer_release(struct pq_variant_writer *writer);

/* Appends the value as JSON, in the form of append_json_cell().  Bytes after the value
 * are ignored. */
enum status pq_append_variant_json(struct pq_variant_writer *writer, struct buffer *text,
                                   const struct pq_variant_metadata *metadata,
                                   struct slice value, struct error *error) CHECK_RESULT;

/* A little-endian integer of 1, 2, 4 or 8 bytes, as primitives have. */
int64_t pq_variant_integer(const uint8_t *bytes, size_t size);

/* ---- As an SQL value ------------------------------------------------------------- */

enum pq_variant_class {
    PQ_VARIANT_CLASS_NULL,
    PQ_VARIANT_CLASS_INTEGER, /* booleans, integers, decimals of scale 0 that fit */
    PQ_VARIANT_CLASS_REAL,    /* other decimals too, correctly rounded; NaN is NULL */
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
