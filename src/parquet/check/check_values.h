/* SPDX-License-Identifier: MIT */
/*
 * check_values.h - finds the minimum and maximum of the values that were read, and checks
 * claimed bounds against them.
 *
 * Values are as pq_value_decoder_read() returns them.  They are compared in the column's
 * order, by the rules of statistics.h.
 */
#ifndef PARQUET_CHECK_VALUES_H
#define PARQUET_CHECK_VALUES_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "parquet/facts/statistics.h"
#include "scan/value_set.h"

/* The form in which values are compared. */
enum pq_value_form {
    PQ_FORM_NONE, /* never: the type has no order */
    PQ_FORM_INT64,
    PQ_FORM_UINT64,
    PQ_FORM_DOUBLE,
    PQ_FORM_BYTES, /* binary decimals and INT96 too */
};

/* Must not be copied: the rule points to the leaf. */
struct pq_value_order {
    struct pq_leaf leaf; /* without the unreadable_reason that repeated leaves have */
    struct pq_bounds_rule rule;
    enum pq_value_form form;
    bool is_total; /* floating point by IEEE 754's total order: -0 is below 0 */
};

void pq_value_order_init(struct pq_value_order *order,
                         const struct pq_chunk_context *context, uint32_t leaf);

/* The bounds of the values so far, without NaNs; a zeroed struct has none. */
struct pq_extent {
    struct value_extent values;
    uint64_t n_nans;
};

void pq_extent_clear(struct pq_extent *extent);

/* Adds n <= BATCH_ROWS values. */
enum status pq_extent_add(struct pq_extent *extent, const struct pq_value_order *order,
                          const void *physical, size_t n,
                          struct error *error) CHECK_RESULT;

/* Adds the values of another extent. */
enum status pq_extent_join(struct pq_extent *extent, const struct pq_value_order *order,
                           const struct pq_extent *other,
                           struct error *error) CHECK_RESULT;

/* Claimed bounds; data NULL: absent. */
struct pq_bound_claims {
    enum pq_trust trust;
    struct slice min, max;
    int min_is_exact, max_is_exact;  /* 1: the bound is one of the values */
    const char *min_kind, *max_kind; /* of findings */
    const char *prefix;              /* prefix of the findings */
};

/* Adds findings for wrong bounds.  has_values: there are values other than null. */
void pq_check_bounds(struct findings *findings, const struct pq_value_order *order,
                     const struct pq_bound_claims *claims, const struct pq_extent *extent,
                     bool has_values);

/* Adds a finding if the column's type does not allow the values. */
void pq_check_domain(struct findings *findings, const struct pq_value_order *order,
                     const struct pq_extent *extent);

/* Parses a stored bound, which may be NaN; if false, *fault says what is wrong. */
bool pq_bound_read(const struct pq_value_order *order, struct slice bytes,
                   union column_value *value, const char **fault);

/* Compares two values in a struct pq_value_order: negative, zero or positive.  Neither
 * may be NaN. */
int pq_order_compare(const void *order, const union column_value *a,
                     const union column_value *b);

#endif
