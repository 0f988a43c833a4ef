/* SPDX-License-Identifier: MIT */
/*
 * orc_check_values.h - counts the entries of a type and finds the least and the greatest
 * of its values, for comparison with what the file claims.
 *
 * The entries of a type are those of its parent that are present: rows of a table, fields
 * of structs, elements of lists.  Those that are not null have a value.
 */
#ifndef ORC_CHECK_VALUES_H
#define ORC_CHECK_VALUES_H

#include "base/buffer.h"
#include "scan/value_set.h"

/* The sum of integers and of small decimals (unscaled), the number of true values, the
 * bytes of texts; of floating-point numbers, `real`. */
struct orc_sum {
    bool is_unknown; /* it exceeds 64 bits, or is of another type */
    int64_t integer;
    double real, magnitude; /* the sum of absolute values */
};

/* A zeroed struct is empty. */
struct orc_tally {
    uint64_t n_entries, n_values;
    struct orc_sum sum;
    struct value_extent extent; /* without NaNs and values that have no order */
};

/* Makes it empty, and keeps its memory. */
void orc_tally_clear(struct orc_tally *tally);
void orc_tally_release(struct orc_tally *tally);

/* Adds a value to the sum and the extent. */
enum status orc_tally_add(struct orc_tally *tally, const struct column *column,
                          union column_value value, struct error *error) CHECK_RESULT;

/* Adds what another one has counted and found. */
enum status orc_tally_join(struct orc_tally *tally, const struct column *column,
                           const struct orc_tally *other,
                           struct error *error) CHECK_RESULT;

/* Compares two values of a struct column in the order of bounds: negative, zero or
 * positive.  Neither may be NaN. */
int orc_value_order(const void *column, const union column_value *a,
                    const union column_value *b);

enum { ORC_VALUE_TEXT = 64 };

/* Writes a value as text to text, which has ORC_VALUE_TEXT bytes; the front of a long
 * one. */
enum status orc_describe_value(const struct column *column, union column_value value,
                               char *text, struct error *error) CHECK_RESULT;

#endif
