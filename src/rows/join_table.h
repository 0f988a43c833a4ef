/* SPDX-License-Identifier: MIT */
/*
 * join_table.h - finds cached rows by their join keys: the values of one or
 * several columns that equalities compare.
 *
 * The table hashes the join key of each cached row.  The predicate of a look-up says
 * which keys it accepts; the table returns every row that the predicate accepts, and
 * perhaps others: callers test the predicate on them.
 *
 * Texts that look like numbers are hashed as numbers, because SQLite may compare them as
 * numbers (see numeric_text.h).
 */
#ifndef ROWS_JOIN_TABLE_H
#define ROWS_JOIN_TABLE_H

#include "rows/cached_rows.h"

enum { MOST_JOIN_COLUMNS = 8 };

struct join_column {
    uint32_t column; /* of the schema */
    enum text_transform transform;
};

/* A zeroed struct may be released. */
struct join_table {
    const struct cached_rows *rows; /* borrowed */
    const struct schema *schema;    /* borrowed */
    uint32_t n_columns;
    struct join_column columns[MOST_JOIN_COLUMNS];
    /* Whether some values of the column may be accepted whatever the key is. */
    bool has_undecided[MOST_JOIN_COLUMNS];
    unsigned shift;      /* a hash >> shift is the number of its bucket */
    uint32_t *ends;      /* for each bucket, one past its last position in `positions` */
    uint32_t *positions; /* of the rows, bucket by bucket, ascending in each */
};

/* Whether values of the column can be hashed as terms on it need. */
bool join_column_is_possible(const struct column *column);

/* Builds the table from loaded columns, of a zeroed struct.  rows and schema must outlive
 * it. */
enum status join_table_build(struct join_table *table, const struct cached_rows *rows,
                             const struct schema *schema,
                             const struct join_column *columns, uint32_t n_columns,
                             struct error *error) CHECK_RESULT;
void join_table_release(struct join_table *table);

/* Bytes that a table of n rows takes. */
uint64_t join_table_bytes(uint32_t n);

/* For a table of columns of VECTOR_INT64: returns the number of rows that may have the
 * values, one for each, and their positions, ascending. */
uint32_t join_table_candidates(const struct join_table *table, const int64_t *values,
                               const uint32_t **positions);

/* Appends the positions (uint32_t, ascending) of the rows whose keys the predicate may
 * accept.  Sets *is_found to false if the predicate does not say which keys these are, or
 * if testing all rows takes less time than sorting these; then any row may be accepted.
 */
enum status join_table_find(const struct join_table *table,
                            const struct predicate *predicate, struct buffer *positions,
                            bool *is_found, struct error *error) CHECK_RESULT;

#endif
