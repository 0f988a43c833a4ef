/* SPDX-License-Identifier: MIT */
/*
 * statistics.h - decides how much of a file's Statistics and ColumnIndex to trust
 * (parquet.thrift, "Statistics", "ColumnOrder").  All such decisions are made here.
 *
 * Trusting a wrong bound silently loses rows, so everything doubtful is treated as
 * unknown.  There are two kinds of doubt: those that follow from the column and the
 * writer, decided once for each leaf (struct pq_bounds_rule), and those that the claimed
 * values themselves raise.
 */
#ifndef PARQUET_STATISTICS_H
#define PARQUET_STATISTICS_H

#include "parquet/format/file_metadata.h"
#include "parquet/schema/schema_tree.h"
#include "scan/column_statistics.h"

/* The order in which bounds are compared. */
enum pq_sort {
    PQ_SORT_NONE, /* undefined or doubtful: bounds are not used */
    PQ_SORT_SIGNED,
    PQ_SORT_UNSIGNED,
    PQ_SORT_FLOAT,
    PQ_SORT_DECIMAL, /* by number, whatever the physical type */
    PQ_SORT_BYTES,
    PQ_SORT_INT96, /* days, then nanoseconds, both signed */
};

/* The order of a column's values. */
enum pq_sort pq_sort_of_column(const struct column *column);

enum pq_trust {
    PQ_TRUST_NEVER,
    PQ_TRUST_EQUAL, /* only if both bounds are the same bytes, in any order */
    PQ_TRUST_ALWAYS,
};

/* What a null count shows if the writer may miscount. */
enum pq_null_trust {
    PQ_NULLS_COUNTED,
    PQ_NULLS_AT_MOST,  /* there may be fewer nulls: only 0 is certain */
    PQ_NULLS_AT_LEAST, /* there may be more nulls: only "all" is certain */
    PQ_NULLS_UNKNOWN,
};

struct pq_bounds_rule {
    const struct pq_leaf *leaf;
    enum pq_sort sort;
    enum pq_trust values;     /* min_value and max_value, and those of a ColumnIndex */
    enum pq_trust deprecated; /* min and max */
    enum keep_reason values_reason, deprecated_reason; /* if not PQ_TRUST_ALWAYS */
    bool needs_nan_count;     /* bounds without a NaN count are not trusted */
    bool needs_no_dictionary; /* nor are those of a chunk with a dictionary */
    bool maxima_are_cut;      /* upper bounds are not trusted */
    bool zeros_are_rounded;   /* bounds of zero are not trusted */
    enum pq_null_trust null_counts;
    enum pq_null_trust dictionary_null_counts; /* for chunks with a dictionary */
    bool is_flat;        /* one entry per row, and the column is readable */
    bool counts_parents; /* the count may include nulls of a parent group */
};

struct pq_bounds_rule pq_bounds_rule_of(const struct pq_file_metadata *metadata,
                                        const struct pq_schema_tree *tree, uint32_t leaf);

/* The rule for comparing the values of a leaf rather than rows; also for repeated leaves.
 * as: the leaf without the unreadable_reason that repeated ones have.  is_flat stays
 * false. */
struct pq_bounds_rule pq_bounds_rule_of_values(const struct pq_file_metadata *metadata,
                                               const struct pq_schema_tree *tree,
                                               uint32_t leaf, const struct pq_leaf *as);

/* Whether the column's type can represent the value at all. */
bool pq_is_within_domain(const struct column *column, const union column_value *value);

/* Fills in the trusted statistics of a column chunk in a row group of n_rows.  Bounds of
 * VECTOR_BYTES point to the same bytes as the chunk's. */
void pq_statistics_believe(const struct pq_bounds_rule *rule,
                           const struct pq_column_metadata *chunk, uint64_t n_rows,
                           struct column_statistics *statistics);

/* What a ColumnIndex says about a page. */
struct pq_page_claims {
    bool is_null_page;
    bool has_null_count, has_nan_count;
    struct slice min, max;
    int64_t null_count, nan_count;
};

/* The same for a page with n_rows > 0.  False if the claims about nulls show that the
 * whole index is wrong. */
bool pq_page_claims_believe(const struct pq_bounds_rule *rule,
                            const struct pq_page_claims *claims, uint64_t n_rows,
                            struct column_statistics *statistics) CHECK_RESULT;

/* Whether the trusted claims about the pages are consistent with those about their chunk,
 * in a row group of n_rows: null counts must add up, and the pages' bounds must reach the
 * chunk's. */
bool pq_page_claims_agree(const struct pq_bounds_rule *rule,
                          const struct pq_column_metadata *chunk,
                          const struct page_range *ranges, uint32_t n_pages,
                          uint64_t n_rows);

#endif
