/* SPDX-License-Identifier: MIT */
/*
 * select_text.h - writes parts of a SELECT anew, for statements about its groups: keys
 * and aggregates become columns of typed_rows.h, everything else stays as it is written.
 *
 *     round(sum(price) / count(*), 2)  ->  round((+x0) / (+x1), 2)
 *
 * Only what is known to be harmless is written: SQLite's own operators and a list of its
 * functions, whose results depend on nothing but their arguments.
 */
#ifndef SQL_SELECT_TEXT_H
#define SQL_SELECT_TEXT_H

#include "sql/query/vector_plan.h"

/* Appends an expression of the results, HAVING, ORDER BY or LIMIT; range: its text with
 * the parentheses around it. */
enum status select_text_add(const struct vector_plan *plan, struct buffer *text,
                            const struct expression *expression, struct slice range,
                            struct error *error) CHECK_RESULT;

/* Appends an expression of one column, which becomes the first key. */
enum status select_text_add_derived(const struct vector_plan *plan, struct buffer *text,
                                    const struct expression *expression,
                                    struct error *error) CHECK_RESULT;

/* Appends a name in quotes; " FROM schema.table". */
void select_text_add_name(struct buffer *text, struct slice name, struct error *error);
void select_text_add_table(const struct vector_plan *plan, struct buffer *text,
                           struct error *error);

#endif
