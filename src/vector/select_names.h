/* SPDX-License-Identifier: MIT */
/*
 * select_names.h - what the names in a statement mean: columns of its table, or results
 * by their aliases, in the places where SQLite looks for these.
 */
#ifndef VECTOR_SELECT_NAMES_H
#define VECTOR_SELECT_NAMES_H

#include "vector/select_statement.h"
#include "vector/vector_source.h"

/* Resolves all names of a statement: sets `source` of those that are columns, and
 * `stands_for` of those that are aliases.  UNSUPPORTED: a name is neither, or SQLite may
 * read it as something else. */
enum status select_resolve(struct select_statement *statement,
                           const struct vector_source *sources, uint32_t n_sources,
                           struct error *error) CHECK_RESULT;

/* What a resolved expression stands for, if it is an alias; else itself. */
const struct expression *expression_meaning(const struct expression *expression);

/* Whether SQLite reads it as an integer, which in ORDER BY is the number of a result: a
 * literal, with signs and collations around it. */
bool expression_is_integer(const struct expression *expression);

/* Whether a resolved expression is a column, and which. */
bool expression_source(const struct expression *expression, uint32_t *source);

/* Whether it depends on exactly one column, and which.  The caller sets *source to
 * UINT32_MAX first. */
bool expression_has_one_source(const struct expression *expression, uint32_t *source);

/* Whether SQLite regards two resolved expressions as the same, and computes only one. */
bool expression_equals(const struct expression *a, const struct expression *b);

/* Whether a slice is an ASCII word (lower case), in any case. */
bool slice_is_word(struct slice slice, const char *word);

#endif
