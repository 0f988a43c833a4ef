/* SPDX-License-Identifier: MIT */
/*
 * select_names.h - what the names in a statement mean: columns of its table, or results
 * by their aliases, in the places where SQLite looks for these.
 */
#ifndef VECTOR_SELECT_NAMES_H
#define VECTOR_SELECT_NAMES_H

#include "vector/select_statement.h"
#include "vector/vector_source.h"

/* Resolves all names of a statement.  The note of a name becomes what expression_source()
 * asks for, or the expression that the alias stands for.  UNSUPPORTED: a name is neither,
 * or SQLite may take it for something else. */
enum status select_resolve(struct select_statement *statement,
                           const struct vector_source *sources, uint32_t n_sources,
                           struct error *error) CHECK_RESULT;

/* What a resolved expression stands for, if it is an alias; else itself. */
const struct expression *expression_meaning(const struct expression *expression);

/* Whether it is an integer to SQLite's eyes, which takes one that stands alone in ORDER
 * BY for the number of a result: a literal, with signs and collations around it. */
bool expression_is_integer(const struct expression *expression);

/* Whether a resolved expression is a column, and which. */
bool expression_source(const struct expression *expression, uint32_t *source);

/* Whether it depends on exactly one column. *source: UINT32_MAX at first. */
bool expression_has_one_source(const struct expression *expression, uint32_t *source);

/* Whether two resolved expressions are the same to SQLite, which then computes one. */
bool expression_equals(const struct expression *a, const struct expression *b);

/* Whether a slice is an ASCII word (lower case), in any case. */
bool slice_is_word(struct slice slice, const char *word);

#endif
