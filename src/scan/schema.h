/* SPDX-License-Identifier: MIT */
/*
 * schema.h - the columns of a table file, independent of the file format.
 *
 * A column has a meaning (enum column_type and the members that refine it) and a
 * representation in a column_vector (enum vector_kind).  How a file stores it is not
 * visible here.
 */
#ifndef SCAN_SCHEMA_H
#define SCAN_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "value/value.h"

/* How a vector holds its values; see column_vector.h. */
enum vector_kind {
    VECTOR_INT64,
    VECTOR_DOUBLE,
    VECTOR_INSTANT,
    VECTOR_BYTES,
};

enum column_type {
    COLUMN_NULL,    /* always null; the vector may be of any kind */
    COLUMN_BOOLEAN, /* VECTOR_INT64, 0 or 1 */
    COLUMN_INTEGER, /* VECTOR_INT64; bits, is_signed */
    COLUMN_UINT64,  /* VECTOR_INT64 holding the bits of a uint64_t */
    COLUMN_REAL,    /* VECTOR_DOUBLE; bits */
    COLUMN_DECIMAL, /* VECTOR_INT64, or VECTOR_BYTES with the unscaled value as
                       big-endian two's complement of any length; precision, scale */
    COLUMN_TEXT,    /* VECTOR_BYTES, like all types below except dates and times */
    COLUMN_JSON,    /* a JSON document as stored */
    COLUMN_BLOB,
    COLUMN_UUID,      /* 16 bytes */
    COLUMN_DATE,      /* VECTOR_INT64: days since 1970-01-01 */
    COLUMN_TIME,      /* VECTOR_INT64: units since midnight; unit, is_utc */
    COLUMN_TIMESTAMP, /* VECTOR_INT64: units since 1970-01-01 00:00, or VECTOR_INSTANT;
                         unit, is_utc */
    COLUMN_INTERVAL,  /* 12 bytes: months, days, milliseconds, each uint32 LE */
    COLUMN_GEOMETRY,  /* well-known binary */
    COLUMN_GEOGRAPHY, /* well-known binary */
    COLUMN_NESTED,    /* a group, list, map or variant as JSON text */
};

struct column {
    /* The name, or for a leaf inside groups the names on its path joined by dots.  As in
     * the file: it may be repeated and may contain NULs (name_size bytes). */
    const char *name;
    uint32_t name_size;
    enum column_type type;
    enum vector_kind kind;
    enum time_unit unit;
    uint8_t bits;   /* COLUMN_INTEGER: 8..64; COLUMN_REAL: 16, 32, 64; COLUMN_TIMESTAMP:
                       96 if INT96, which does not say whether it is UTC */
    bool is_signed; /* COLUMN_INTEGER */
    bool is_utc;
    bool is_nullable;
    bool has_mismatched;   /* may hold values of other types */
    bool is_leaf_of_group; /* listed after the top-level columns */
    bool is_variant_types; /* of the Variants in column top_level (variant_types.h); not
                              shown to users */
    bool is_records;   /* of the nested column top_level (record_entries.h); nor this */
    bool has_field_id; /* the file has given the column a number */
    int32_t field_id;
    bool is_of_path;    /* all rows of a file have the same value, from its path */
    bool has_far_years; /* is_of_path, dates and times: some text begins with a sign */
    uint32_t top_level; /* if is_leaf_of_group: the index of its top-level column */
    int32_t precision, scale;
    /* Why the column cannot be read, or NULL.  The other columns can still be read. */
    const char *unreadable_reason;
    enum status unreadable_status; /* UNSUPPORTED or CORRUPT */
};

static inline bool column_is_int96(const struct column *column)
{
    return column->type == COLUMN_TIMESTAMP && column->bits == 96;
}

/* Gives a column the type of another one, but for the kind of its vectors. */
static inline void column_take_type(struct column *column, const struct column *from)
{
    column->type = from->type;
    column->unit = from->unit;
    column->bits = from->bits;
    column->is_signed = from->is_signed;
    column->is_utc = from->is_utc;
    column->precision = from->precision;
    column->scale = from->scale;
}

/* Whether two columns have the same type and the same kind of vectors.  Members that the
 * type does not use may differ: they say how a file stores the values. */
static inline bool column_types_are_same(const struct column *a, const struct column *b)
{
    if (a->type != b->type || a->kind != b->kind ||
        a->has_mismatched != b->has_mismatched)
        return false;
    switch (a->type) {
    case COLUMN_INTEGER:
        return a->bits == b->bits && a->is_signed == b->is_signed;
    case COLUMN_REAL:
        return a->bits == b->bits;
    case COLUMN_DECIMAL:
        return a->precision == b->precision && a->scale == b->scale;
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        return a->unit == b->unit && a->is_utc == b->is_utc;
    default:
        return true;
    }
}

/* Marks a column as unreadable; an earlier reason stays. */
static inline void column_set_unreadable(struct column *column, enum status status,
                                         const char *reason)
{
    if (column->unreadable_reason == NULL) {
        column->unreadable_reason = reason;
        column->unreadable_status = status;
    }
}

static inline bool column_is_binary(const struct column *column)
{
    return column->type == COLUMN_BLOB || column->type == COLUMN_GEOMETRY ||
           column->type == COLUMN_GEOGRAPHY;
}

/* The columns: n_top_level columns, one per top-level field in file order, then the
 * leaves inside groups, then columns computed from other columns, those that are not
 * shown last.  Owned by the table_file. */
struct schema {
    uint32_t n_columns;
    uint32_t n_top_level;
    struct column *columns;
};

/* Whether the column is another form of a nested one, which users do not see. */
static inline bool column_is_unseen(const struct column *column)
{
    return column->is_variant_types || column->is_records;
}

/* The number of columns that users see. */
static inline uint32_t schema_n_shown(const struct schema *schema)
{
    uint32_t n = schema->n_columns;
    while (n > 0 && column_is_unseen(&schema->columns[n - 1]))
        n--;
    return n;
}

#endif
