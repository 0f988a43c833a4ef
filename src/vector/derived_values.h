/* SPDX-License-Identifier: MIT */
/*
 * derived_values.h - the values of an expression of one column that only SQLite can
 * evaluate: it does so once for each distinct value of the column, unless nearly all rows
 * have one of their own.
 *
 *     strftime('%Y-%m', day)     19737 -> '2024-01'     19738 -> '2024-01'
 */
#ifndef VECTOR_DERIVED_VALUES_H
#define VECTOR_DERIVED_VALUES_H

#include "base/hash_table.h"
#include "vector/group_table.h"
#include "vector/select_statement.h"
#include "vector/vector_source.h"

/* From this many distinct values on, the expression is evaluated for each row if most
 * rows have a value of their own. */
enum { MANY_VALUES = 1 << 14 };

/* Sets *value to the i-th of some values, whose bytes may be in `text`, of
 * VALUE_TEXT_SIZE bytes. */
typedef enum status derive_value_function(const void *values, uint32_t i, char *text,
                                          struct literal *value, struct error *error);

/* How the expression is evaluated.  Functions fail with UNSUPPORTED if it cannot be
 * derived. */
struct derive_ops {
    void *context;
    /* Begins to evaluate an expression of a source; is_truth: only whether it is true, as
     * 0, 1 or null.  The caller owns *derivation. */
    enum status (*begin)(void *context, const struct expression *expression,
                         uint32_t source, bool is_truth, void **derivation,
                         struct error *error);
    /* Begins to evaluate it for n values, which must be valid until the last call of
     * next(). */
    void (*start)(void *derivation, derive_value_function *value, const void *values,
                  uint32_t n);
    /* Sets *result to the result of the next value; its bytes are valid until the next
     * call. */
    enum status (*next)(void *derivation, struct literal *result, struct error *error);
    void (*end)(void *derivation);
};

/* A zeroed struct may be released. */
struct derived_values {
    struct derive_ops ops;
    void *derivation;
    const struct vector_source *source;
    bool is_spelled; /* the values are the column's as text */
    bool is_truth;
    bool has_integers, has_reals; /* among the results */
    bool has_many;                /* values: it is evaluated for each row */
    uint64_t n_rows;
    struct group_table inputs;    /* the different values of the column */
    struct buffer outcomes;       /* int64_t for each: a result's number, or the truth */
    struct buffer outcomes_valid; /* a byte for each, 0: the result is null */
    struct buffer results;        /* struct literal, by number */
    struct hash_table known;      /* of the results */
    uint64_t seed;
    struct arena bytes;
};

/* Owns the derivation from now on, also after a failure.  is_spelled: the expression gets
 * the texts of a SOURCE_SPELLED column, not its stored values. */
enum status derived_values_init(struct derived_values *derived,
                                const struct derive_ops *ops, void *derivation,
                                const struct vector_source *source, bool is_spelled,
                                bool is_truth, struct error *error) CHECK_RESULT;
void derived_values_release(struct derived_values *derived);

/* Ends the derivation; the results stay. */
void derived_values_end(struct derived_values *derived);

/* Sets values[i], for each of the n <= BATCH_ROWS rows of a vector of the column, to the
 * number of its result, or to its truth; valid[i] is 0 if that is null. */
enum status derived_values_find(struct derived_values *derived,
                                const struct column_vector *vector, uint32_t n,
                                int64_t *values, uint8_t *valid,
                                struct error *error) CHECK_RESULT;

/* The result with a number. */
static inline const struct literal *
derived_values_result(const struct derived_values *derived, int64_t number)
{
    return (const struct literal *)(const void *)derived->results.data + number;
}

#endif
