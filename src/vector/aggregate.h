/* SPDX-License-Identifier: MIT */
/*
 * aggregate.h - computes count(), sum(), avg() and others for each group, from vectors.
 * The results are those of SQLite's own functions, bit for bit, if rows arrive in the
 * same order.
 */
#ifndef VECTOR_AGGREGATE_H
#define VECTOR_AGGREGATE_H

#include "base/arena.h"
#include "scan/column_vector.h"
#include "value/literal.h"
#include "vector/group_table.h"

enum aggregate_kind {
    AGGREGATE_COUNT_ROWS, /* count(*) */
    AGGREGATE_COUNT,
    AGGREGATE_SUM,
    AGGREGATE_TOTAL,
    AGGREGATE_AVG,
    AGGREGATE_MIN,
    AGGREGATE_MAX,
    AGGREGATE_COUNT_DISTINCT,
};

/* A zeroed struct may be released. */
struct aggregate {
    enum aggregate_kind kind;
    enum vector_kind kind_of_values;
    bool sums_plainly;
    uint32_t n_groups; /* with a state */
    void *states;      /* an array; see state_size() */
    struct arena texts;
    /* COUNT_DISTINCT: pairs of a value and its group; without groups, values. */
    struct group_table distinct;
    /* MIN and MAX of BYTES without groups: which entries of this dictionary have been
     * compared. */
    uint64_t dictionary;
    struct buffer are_compared;
};

/* kind_of_values: INT64, DOUBLE or BYTES (not for sum, total and avg).  sums_plainly:
 * sums of doubles are not compensated, and avg() and total() of integers are sums of
 * doubles, as in SQLite before 3.43. */
enum status aggregate_init(struct aggregate *aggregate, enum aggregate_kind kind,
                           enum vector_kind kind_of_values, bool sums_plainly,
                           struct error *error) CHECK_RESULT;
void aggregate_release(struct aggregate *aggregate);

/* Adds rows 0 .. n - 1 (n <= BATCH_ROWS) of the values, which may be NULL for COUNT_ROWS.
 * groups[i] < n_groups is the group of row i; groups is NULL in all calls or in none, and
 * all rows are then of group 0.  is_counted[i] is 0 if FILTER leaves row i out;
 * is_counted NULL: no row is left out.  Valid doubles are never NaN.  UNSUPPORTED if a
 * sum of integers overflows, and in other cases that only SQLite decides. */
enum status aggregate_add(struct aggregate *aggregate, const struct column_vector *values,
                          const uint32_t *groups, const uint8_t *is_counted, uint32_t n,
                          uint32_t n_groups, struct error *error) CHECK_RESULT;

/* Gets the result of a group; that of a group without rows if none was added to it.
 * kind: the aggregate's, or another kind of sum.  For MIN and MAX of BYTES, the type of
 * the result is LITERAL_TEXT, and its bytes are valid until the aggregate changes.
 * UNSUPPORTED as above. */
enum status aggregate_result(const struct aggregate *aggregate, enum aggregate_kind kind,
                             uint32_t group, struct literal *result,
                             struct error *error) CHECK_RESULT;

#endif
