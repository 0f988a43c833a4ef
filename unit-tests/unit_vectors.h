/* SPDX-License-Identifier: MIT */
/*
 * unit_vectors.h - vectors of pseudo-random values: flat or with a dictionary, with and
 * without nulls, in heap blocks of exactly their size.
 */
#ifndef UNIT_VECTORS_H
#define UNIT_VECTORS_H

#include "scan/value_set.h"
#include "unit_bytes.h"

struct random_vector {
    struct column_vector vector;
    uint8_t *valid;
    uint32_t *indices;
    void *values;
};

/* One of the values of a kind: small numbers, zeros of both signs, texts of which some
 * are prefixes of others.  Bytes are valid forever. */
static inline union column_value numbered_value(enum vector_kind kind, uint64_t number)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    union column_value value = {.int64 = 0};
    if (kind == VECTOR_INT64)
        value.int64 = (int64_t)number * (number % 3 == 0 ? -1 : 1000003);
    else if (kind == VECTOR_DOUBLE)
        value.float64 = number == 0 ? -0.0 : (double)(number / 2) * 0.7;
    else
        value.bytes = (struct bytes_value){(const uint8_t *)digits + number / 7 % 29,
                                           number % 7};
    return value;
}

static inline void put_value(void *values, enum vector_kind kind, uint32_t k,
                             union column_value value)
{
    size_t width = vector_kind_width(kind);
    memcpy((uint8_t *)values + k * width, &value, width);
}

/* n values of the first n_different ones of a kind; a null row's value is one of others.
 */
static inline struct random_vector random_vector(uint64_t *state, enum vector_kind kind,
                                                 uint32_t n, uint32_t n_different,
                                                 bool has_dictionary, bool has_nulls)
{
    static uint64_t n_dictionaries;
    struct random_vector made = {.vector = {.n_rows = n, .kind = kind}};
    uint32_t n_values = has_dictionary ? n_different : n;
    made.values = must(malloc(n_values * vector_kind_width(kind) + 1));
    made.valid = has_nulls ? must(malloc(n + 1)) : NULL;
    made.indices = has_dictionary ? must(malloc((n + 1) * sizeof(uint32_t))) : NULL;
    for (uint32_t i = 0; has_nulls && i < n; i++)
        made.valid[i] = random_below(state, 5) > 0;
    for (uint32_t i = 0; has_dictionary && i < n; i++)
        made.indices[i] = (uint32_t)random_below(state, n_different);
    for (uint32_t k = 0; k < n_values; k++) {
        bool is_null = !has_dictionary && has_nulls && !made.valid[k];
        uint64_t number = has_dictionary ? n_different - 1 - k
                                         : random_below(state, n_different);
        put_value(made.values, kind, k,
                  numbered_value(kind, is_null ? number + n_different : number));
    }
    made.vector.valid = made.valid;
    made.vector.indices = made.indices;
    made.vector.values.any = made.values;
    made.vector.dictionary = has_dictionary ? ++n_dictionaries : 0;
    made.vector.n_entries = has_dictionary ? n_different : 0;
    return made;
}

static inline void random_vector_free(struct random_vector *made)
{
    free(made->valid);
    free(made->indices);
    free(made->values);
    *made = (struct random_vector){0};
}

/* A row of a vector. */
struct plain_cell {
    bool is_null;
    union column_value value;
};

static inline struct plain_cell plain_cell_of(const struct column_vector *vector,
                                              uint32_t row)
{
    struct plain_cell cell = {.is_null = column_vector_is_null(vector, row)};
    if (!cell.is_null)
        cell.value = column_vector_value(vector, column_vector_index(vector, row));
    return cell;
}

/* Whether they are the same, bit by bit. */
static inline bool is_same_cell(enum vector_kind kind, const struct plain_cell *a,
                                const struct plain_cell *b)
{
    if (a->is_null || b->is_null)
        return a->is_null && b->is_null;
    if (kind != VECTOR_BYTES)
        return a->value.int64 == b->value.int64;
    return bytes_compare(a->value.bytes, b->value.bytes) == 0;
}

#endif
