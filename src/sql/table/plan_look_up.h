/* SPDX-License-Identifier: MIT */
/*
 * plan_look_up.h - the look-up of a plan: its terms and the values of each pass, as
 * rows/look_up.h takes them.
 *
 * Cursors that are open at the same time share look-ups by their plan's text.
 */
#ifndef SQL_PLAN_LOOK_UP_H
#define SQL_PLAN_LOOK_UP_H

#include "rows/look_up.h"
#include "sql/table/plan.h"

struct plan_look_up {
    struct plan_look_up *next; /* of the file */
    char *text;                /* the plan's */
    bool drops_outer_terms;    /* `plan` is without them; see drops_outer_terms() */
    bool sorts_rest;           /* see plan_look_up_of_rest() */
    struct plan plan;
    uint32_t in_argv[MOST_PLAN_TERMS]; /* of the plan's terms in argv */
    struct look_up *look_up;           /* NULL: nothing can be gained */
};

/* Returns the look-up for a plan's text, which is copied; NULL if there is none, for a
 * lack of memory, or because nothing can be gained.  It lives until
 * plan_look_ups_release().
 */
struct plan_look_up *plan_look_up_of(struct opened_file *opened, const char *text,
                                     const struct plan_context *context);

/* The same for a look-up that sorts all rows, of a plan that finds rows in an order. */
struct plan_look_up *plan_look_up_of_rest(struct opened_file *opened, const char *text,
                                          const struct plan_context *context);
void plan_look_ups_release(struct opened_file *opened);

/* look_up_begin() for the values of a pass, unless look_up_check_order() finds the rows
 * of the file in order; is_in_order: whether it does, or NULL not to ask. */
enum status plan_look_up_begin(struct plan_look_up *look_up,
                               const struct plan_context *context, sqlite3_value **argv,
                               struct scan *scan, bool *is_in_order,
                               struct look_up_pass *pass,
                               struct error *error) CHECK_RESULT;

/* look_up_integers() for them. */
bool plan_look_up_integers(const struct plan_look_up *look_up, sqlite3_value **argv,
                           struct look_up_pass *pass);

#endif
