/* SPDX-License-Identifier: MIT */
/*
 * statistics.h - what is believed of a file's Statistics and ColumnIndex (parquet.thrift,
 * "Statistics", "ColumnOrder"): all the distrust is here.
 *
 * A wrong bound that is believed loses rows without a trace, so everything that is in
 * doubt is not known.  The doubts come in two kinds: what the column and the writer let
 * one believe at all, decided once for a leaf (struct pq_bounds_rule), and what the
 * values themselves give away.
 */
#ifndef PARQUET_STATISTICS_H
#define PARQUET_STATISTICS_H

#include "parquet/format/file_metadata.h"
#include "parquet/schema/schema_tree.h"
#include "scan/column_statistics.h"

/* How values compare where bounds are made of them. */
enum pq_sort {
    PQ_SORT_NONE, /* undefined, or in doubt: no bounds */
    PQ_SORT_SIGNED,
    PQ_SORT_UNSIGNED,
    PQ_SORT_FLOAT,
    PQ_SORT_DECIMAL, /* by the number, however it is stored */
    PQ_SORT_BYTES,
    PQ_SORT_INT96, /* days, then nanoseconds, both signed */
};

/* The order of a type's values. */
enum pq_sort pq_sort_of_column(const struct column *column);

/* Below, equal to or above zero: as numbers, big-endian two's complement of at least a
 * byte each. */
int pq_compare_decimals(struct bytes_value a, struct bytes_value b);

enum pq_trust {
    PQ_TRUST_NEVER,
    PQ_TRUST_EQUAL, /* bounds that are the same bytes: then no order matters */
    PQ_TRUST_ALWAYS,
};

/* What a null count says of a column whose writer may miscount. */
enum pq_null_trust {
    PQ_NULLS_COUNTED,
    PQ_NULLS_AT_MOST,  /* there may be fewer: 0 is right */
    PQ_NULLS_AT_LEAST, /* there may be more: right if all are null */
    PQ_NULLS_UNKNOWN,
};

struct pq_bounds_rule {
    const struct pq_leaf *leaf;
    enum pq_sort sort;
    enum pq_trust values;     /* min_value and max_value, and those of a ColumnIndex */
    enum pq_trust deprecated; /* min and max */
    enum keep_reason values_reason, deprecated_reason; /* where it is not ALWAYS */
    bool needs_nan_count;     /* bounds without one are not believed */
    bool needs_no_dictionary; /* nor are those of a chunk that has a dictionary */
    bool maxima_are_cut;      /* upper bounds are not believed */
    enum pq_null_trust null_counts;
    enum pq_null_trust dictionary_null_counts; /* where the chunk has a dictionary */
    bool is_flat;        /* one slot a row, and the column can be read */
    bool counts_parents; /* nulls may be those of a group around it */
};

struct pq_bounds_rule pq_bounds_rule_of(const struct pq_file_metadata *metadata,
                                        const struct pq_schema_tree *tree, uint32_t leaf);

/* The same for whoever compares the leaf's values and not rows, of repeated leaves too.
 * as: the leaf, without the unreadable_reason that repeated ones have; is_flat stays
 * false. */
struct pq_bounds_rule pq_bounds_rule_of_values(const struct pq_file_metadata *metadata,
                                               const struct pq_schema_tree *tree,
                                               uint32_t leaf, const struct pq_leaf *as);

/* Whether the column's type can have the value at all. */
bool pq_is_within_domain(const struct column *column, const union column_value *value);

/* The statistics of a column chunk in a row group of n_rows.  Bounds of VECTOR_BYTES
 * point to where those of the chunk do. */
void pq_statistics_believe(const struct pq_bounds_rule *rule,
                           const struct pq_column_metadata *chunk, uint64_t n_rows,
                           struct column_statistics *statistics);

/* What a ColumnIndex claims of a page. */
struct pq_page_claims {
    bool is_null_page;
    bool has_null_count, has_nan_count;
    struct slice min, max;
    int64_t null_count, nan_count;
};

/* The same for a page of n_rows > 0.  False when the claims show that the whole index is
 * not to be believed, because it is wrong about nulls. */
bool pq_page_claims_believe(const struct pq_bounds_rule *rule,
                            const struct pq_page_claims *claims, uint64_t n_rows,
                            struct column_statistics *statistics) CHECK_RESULT;

/* Whether what is believed of the chunk's pages may be true together with what is
 * believed of the chunk in a row group of n_rows: the pages' null counts are its own, and
 * their bounds reach its own. */
bool pq_page_claims_agree(const struct pq_bounds_rule *rule,
                          const struct pq_column_metadata *chunk,
                          const struct page_range *ranges, uint32_t n_pages,
                          uint64_t n_rows);

#endif
