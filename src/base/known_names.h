/* SPDX-License-Identifier: MIT */
/*
 * known_names.h - what to suggest for a name that is not known.
 *
 *     known_names_begin(&known, name);
 *     for each column: known_names_add(&known, column);
 *     error_set(error, MISUSE, "no column \"%.*s\"", SLICE_SHOWN(name, 100));
 *     return known_names_suggest(&known, "column", error);
 *
 *     no column "nmae"; did you mean "name"? (the columns are id, name, fare)
 *
 * Names are compared by their characters without regard to case.  Both may come from
 * hostile files or SQL: the fronts of long names are compared, no memory is allocated,
 * and the comparisons end when the statement is interrupted.
 */
#ifndef BASE_KNOWN_NAMES_H
#define BASE_KNOWN_NAMES_H

#include "base/slice.h"
#include "base/status.h"

enum { KNOWN_NAMES_LISTED = 10 };

struct known_names {
    struct slice unknown; /* borrowed, like the names that are added */
    size_t n;             /* names that were added */
    /* The first KNOWN_NAMES_LISTED of them, or the nearest if there are more, in the
     * order in which they were added. */
    struct known_name {
        struct slice name;
        unsigned distance;
    } listed[KNOWN_NAMES_LISTED];
};

/* Begins with no names. */
void known_names_begin(struct known_names *known, struct slice unknown);

void known_names_add(struct known_names *known, struct slice name);
/* The same for n texts. */
void known_names_add_texts(struct known_names *known, const char *const *texts, size_t n);

/* Appends the nearest name, if one is near, and the list to the message of *error.  noun:
 * what the names are, in the singular; NULL appends no list.  Returns error->status. */
enum status known_names_suggest(const struct known_names *known, const char *noun,
                                struct error *error);

#endif
