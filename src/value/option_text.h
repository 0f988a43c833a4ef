/* SPDX-License-Identifier: MIT */
/*
 * option_text.h - parses key=value and lists in the arguments of tables and functions.
 * Names and values may be quoted as in SQL: "..." or '...' or `...`, with the quote
 * doubled inside; names also as [...].
 */
#ifndef VALUE_OPTION_TEXT_H
#define VALUE_OPTION_TEXT_H

#include <stdbool.h>

#include "base/slice.h"
#include "base/status.h"

/* Returns the text without the white space at both ends. */
struct slice option_trim(struct slice text);

/* Removes the quotes around the whole text, in place, and makes doubled quotes single
 * ("a"."b" has none around it). */
void option_unquote(char *text);

/* The same for a copy, from mem_alloc(); NULL if out of memory. */
char *option_dequote(struct slice text);

/* Parses a whole number from least to most, which KB, MB, GB (powers of 1,000), KiB, MiB
 * or GiB (of 1,024) may follow if with_unit is set.  MISUSE otherwise. */
enum status option_number(const char *key, struct slice value, bool with_unit,
                          uint64_t least, uint64_t most, uint64_t *number,
                          struct error *error) CHECK_RESULT;

/* Reads the next name of a comma-separated list and advances *list; false at the end.
 * Names may be quoted as in SQL.  *name is from mem_alloc(), NULL if out of memory. */
bool option_next_name(const char **list, char **name);

/* The size of the quoted text at the front, in which quotes are doubled, quotes included;
 * 0 if it is not closed. */
size_t option_quoted_size(struct slice text);

/* Sets *size to that of the name at the front of a text: with quotes around it, these
 * included, or else up to the first character that is one of `ends`.  False if a quote is
 * not closed. */
bool option_name_size(struct slice text, const char *ends, size_t *size);

/* The forms of a list's items. */
enum option_list_form {
    OPTION_NAMES,   /* name */
    OPTION_ORDERED, /* name words */
    OPTION_PAIRS,   /* name=value */
    /* name=value; commas inside parentheses, angle brackets and quotes do not separate
     * items */
    OPTION_TYPES,
};

struct option_item {
    char *name;         /* from mem_alloc(), never empty */
    struct slice value; /* trimmed, with its quotes: the words, or the text after the = */
};

/* Reads the next item and advances *list; at the end, *is_end is set and there is no
 * item.  The message of MISUSE names the option and what is wrong. */
enum status option_next_item(const char *key, enum option_list_form form,
                             struct slice *list, struct option_item *item, bool *is_end,
                             struct error *error) CHECK_RESULT;

#endif
