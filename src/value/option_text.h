/* SPDX-License-Identifier: MIT */
/*
 * option_text.h - key=value and lists, as users write them in the arguments of tables and
 * functions.  Names and values may be quoted as in SQL: "..." or '...' or `...` with the
 * quote doubled inside, and names also in [...].
 */
#ifndef VALUE_OPTION_TEXT_H
#define VALUE_OPTION_TEXT_H

#include <stdbool.h>

#include "base/slice.h"
#include "base/status.h"

struct slice option_trim(struct slice text);

/* A copy without the quotes around, and with doubled quotes inside made single; from
 * mem_alloc(), NULL when memory is out. */
char *option_dequote(struct slice text);

/* One of two words, for options that choose. */
enum status option_choose(const char *key, const char *value, const char *const words[2],
                          bool *is_second, struct error *error) CHECK_RESULT;

/* on, off and their like. */
enum status option_switch(const char *key, const char *value, bool *is_on,
                          struct error *error) CHECK_RESULT;

/* A whole number from least to most; with_unit: KB, MB, GB (powers of 1,000), KiB, MiB or
 * GiB (of 1,024) may follow. */
enum status option_number(const char *key, struct slice value, bool with_unit,
                          uint64_t least, uint64_t most, uint64_t *number,
                          struct error *error) CHECK_RESULT;

/* An amount of memory, in the same form; at least a mebibyte. */
enum status option_memory(const char *key, struct slice value, uint64_t *size,
                          struct error *error) CHECK_RESULT;

/* Takes the next name off a comma-separated list, in which names may be quoted as in SQL;
 * false at its end.  *name is from mem_alloc(), NULL when memory is out. */
bool option_next_name(const char **list, char **name);

/* The lists of which an item is more than a name. */
enum option_list_form {
    OPTION_NAMES,   /* name */
    OPTION_ORDERED, /* name words */
    OPTION_PAIRS,   /* name=value */
    /* name=value, in which commas inside of parentheses, angle brackets and quotes do not
     * separate */
    OPTION_TYPES,
};

struct option_item {
    char *name; /* from mem_alloc(), never empty */
    bool is_quoted;
    struct slice value; /* trimmed, with its quotes; the words, what follows the = */
};

/* Takes the next item off the list; *is_end and no item at its end.  MISUSE names the
 * option and what is wrong. */
enum status option_next_item(const char *key, enum option_list_form form,
                             struct slice *list, struct option_item *item, bool *is_end,
                             struct error *error) CHECK_RESULT;

#endif
