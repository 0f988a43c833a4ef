/* SPDX-License-Identifier: MIT */
/*
 * aggregate.h - what count(), sum(), avg(), ... compute for each group, from vectors,
 * with exactly the results of SQLite's own functions, bit by bit, if rows arrive in their
 * order.
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
    /* COUNT_DISTINCT: values with their groups, or by themselves. */
    struct group_table distinct;
    /* Of MIN and MAX of BYTES without groups, with a dictionary: which of its entries
     * have been compared. */
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

/* Adds rows 0 .. n - 1 (n <= BATCH_ROWS) of the values (unused, and may be NULL, for
 * COUNT_ROWS). groups[i] is the group of row i; NULL, always or never: all are of group
 * 0.  is_counted: a byte per row, 0: the row is left out (FILTER), or NULL.  n_groups:
 * every group is below it. Doubles are never NaN where they are valid. UNSUPPORTED: the
 * sum of integers overflows (and other cases that only SQLite decides). */
enum status aggregate_add(struct aggregate *aggregate, const struct column_vector *values,
                          const uint32_t *groups, const uint8_t *is_counted, uint32_t n,
                          uint32_t n_groups, struct error *error) CHECK_RESULT;

/* The result of a kind, that of the aggregate or of another kind of sum, for a group
 * (which may be beyond those that were added: as for no rows). For MIN and MAX of BYTES
 * its type is LITERAL_TEXT, and bytes are the aggregate's, until it changes.  UNSUPPORTED
 * as above. */
enum status aggregate_result(const struct aggregate *aggregate, enum aggregate_kind kind,
                             uint32_t group, struct literal *result,
                             struct error *error) CHECK_RESULT;

#endif
