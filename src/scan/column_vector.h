/* SPDX-License-Identifier: MIT */
/*
 * column_vector.h - the values of one column for one batch of rows.
 *
 *     row i  ->  valid == NULL or valid[i] != 0 ?  else null
 *            ->  k = codes == NULL ? i : codes[i]
 *            ->  values.<kind>[k]
 *
 * A dictionary-encoded column stays codes plus dictionary up to the consumer.  The slot
 * of a null row holds no meaningful value (but its code, if any, is a valid index or 0).
 *
 * Whoever fills a vector says until when its pointers are valid; for a column_reader that
 * is until the next call on the reader.
 */
#ifndef SCAN_COLUMN_VECTOR_H
#define SCAN_COLUMN_VECTOR_H

#include "base/buffer.h"
#include "scan/schema.h"
#include "value/value.h"

enum {
    /* Rows of a batch at most: the vectors of several columns fit a first-level cache. */
    BATCH_ROWS = 1024,
    /* Bytes of values that end a batch before that. */
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
    const uint8_t *valid;  /* n_rows bytes, or NULL: no row is null */
    const uint32_t *codes; /* n_rows dictionary indexes, or NULL: values are flat */
    union vector_values values;
    /* n_rows, or NULL: there is none.  A row that has one is null in the vector. */
    const struct mismatched_value *mismatched;
    uint64_t dictionary; /* with codes: a number that no other dictionary has, not 0 */
    uint32_t n_entries;  /* with codes: entries of the dictionary */
    enum vector_kind kind;
    bool is_terminated; /* VECTOR_BYTES: every value is followed by a 0 byte */
    bool has_no_nul;    /* VECTOR_BYTES: no value contains a 0 byte (false: unknown) */
    /* VECTOR_BYTES without codes, or NULL: unknown.  All from bytes_begin up to bytes_end
     * is readable, and the values of the rows that are not null lie in it one behind the
     * other in the order of the rows, with any bytes between them.  (A value of size 0
     * may point anywhere.)  So one search through the block finds text in all of them. */
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
    return vector->codes != NULL ? vector->codes[row] : row;
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
