/* SPDX-License-Identifier: MIT */
/*
 * column_vector.h - the values of one column for one batch of rows.
 *
 *     row i  ->  valid == NULL or valid[i] != 0 ?  else null
 *            ->  k = indices == NULL ? i : indices[i]
 *            ->  values.<kind>[k]
 *
 * A dictionary-encoded column reaches the consumer as indices plus dictionary.  The value
 * of a null row means nothing, but its index, if any, is a valid index or 0.
 *
 * The code that fills a vector documents how long its pointers are valid; a
 * column_reader's are valid until the next call on the reader.
 */
#ifndef SCAN_COLUMN_VECTOR_H
#define SCAN_COLUMN_VECTOR_H

#include "base/buffer.h"
#include "scan/schema.h"
#include "value/value.h"

enum {
    /* Maximum rows of a batch: the vectors of several columns fit in the L1 cache. */
    BATCH_ROWS = 1024,
    /* A batch whose values reach this many bytes ends early. */
    LARGE_BATCH = 16 << 20,
};

/* A value that is not of its column's type (struct column, has_mismatched). */
enum mismatched_class {
    MISMATCHED_NONE,
    MISMATCHED_INTEGER,
    MISMATCHED_REAL,
    MISMATCHED_TEXT,
    MISMATCHED_BLOB
};

struct mismatched_value {
    enum mismatched_class class;
    union {
        int64_t integer;
        double real;
        struct bytes_value bytes;
    };
};

union vector_values {
    const void *any;
    const int64_t *int64;
    const double *float64;
    const struct instant *instant;
    const struct bytes_value *bytes;
};

struct column_vector {
    uint32_t n_rows;
    const uint8_t *valid;    /* n_rows bytes, 0 or 1; or NULL: no row is null */
    const uint32_t *indices; /* n_rows dictionary indices, or NULL: values are flat */
    union vector_values values;
    /* n_rows of them, or NULL if there are none.  A row with a mismatched value is null
     * in the vector. */
    const struct mismatched_value *mismatched;
    uint64_t dictionary; /* with indices: a nonzero number unique to this dictionary */
    uint32_t n_entries;  /* with indices: entries of the dictionary */
    enum vector_kind kind;
    bool is_terminated; /* VECTOR_BYTES: every value is followed by a 0 byte */
    bool has_no_nul;    /* VECTOR_BYTES: no value contains a 0 byte (false: unknown) */
    /* VECTOR_BYTES without indices: a readable block, bytes_end exclusive, that holds the
     * values of the non-null rows in row order, with any bytes between them.  A value of
     * size 0 may point anywhere.  One search through the block therefore finds text in
     * all values.  NULL if unknown. */
    const uint8_t *bytes_begin, *bytes_end;
};

static inline bool column_vector_is_null(const struct column_vector *vector, uint32_t row)
{
    return vector->valid != NULL && !vector->valid[row];
}

static inline bool column_vector_is_mismatched(const struct column_vector *vector,
                                               uint32_t row)
{
    return vector->mismatched != NULL && vector->mismatched[row].class != MISMATCHED_NONE;
}

static inline uint32_t column_vector_index(const struct column_vector *vector,
                                           uint32_t row)
{
    return vector->indices != NULL ? vector->indices[row] : row;
}

/* Bytes per value of a kind. */
static inline size_t vector_kind_width(enum vector_kind kind)
{
    switch (kind) {
    case VECTOR_INT64:
        return sizeof(int64_t);
    case VECTOR_DOUBLE:
        return sizeof(double);
    case VECTOR_INSTANT:
        return sizeof(struct instant);
    case VECTOR_BYTES:
        break;
    }
    return sizeof(struct bytes_value);
}

#endif
