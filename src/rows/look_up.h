/* SPDX-License-Identifier: MIT */
/*
 * look_up.h - the index that SQLite would have built: look-ups in rows in
 * memory.
 *
 * SQLite builds no automatic index on a virtual table: the inner table of a join gets a
 * call of xFilter for each row of the outer one.  So a plan that is carried out again and
 * again first scans the file, as often as that is cheap; then it reads the file once
 * more, keeps the rows that pass the terms whose values have not changed, and hashes the
 * columns of equalities whose values have, or sorts a column that is compared with ranges
 * of values.  From then on it looks rows up.
 *
 *     first calls   scans with all terms; look_up_add_work() adds up what they cost
 *     build         scan with the constant terms -> cached rows -> a join table, or
 *                   rows sorted by a column
 *     later calls   varying terms -> a predicate -> the rows that it accepts, among
 *                   candidates by key or range (look_up_table.h)
 *
 * A value that changes later makes its term a varying one, and the rows are cached anew.
 * What cannot be cached, because it takes too much memory or cannot be read, is scanned
 * as before.
 *
 * A look-up that sorts keeps its rows from the first pass on, for the values of that pass
 * only as long as scans are cheap.  If the rows that pass its terms are in its order in
 * the file, and they are not few, it keeps none.
 */
#ifndef ROWS_LOOK_UP_H
#define ROWS_LOOK_UP_H

#include "rows/look_up_table.h"
#include "value/literal.h"

enum { MOST_LOOK_UP_TERMS = 32 };

/* What a term can do for a look-up: each has a value, or a list of them, in each pass. */
struct look_up_term {
    bool is_in_file; /* it compares a column of the schema, not a row number */
    uint32_t column;
    bool is_equality; /* with a value, or with one of a list */
    bool is_range;    /* with a bound */
    bool is_list;
    bool is_integer;               /* the column shows integers as they are stored */
    enum text_transform transform; /* of equal values */
    enum value_domain domain;      /* of the column's values */
};

/* Which rows a look-up keeps of those that pass. */
enum look_up_rows {
    ROWS_ALL,
    ROWS_DISTINCT, /* one for each combination of the order's values is enough */
    ROWS_COUNTED,  /* the same, and how many each stands for */
};

/* What is known of a look-up in all passes. */
struct look_up_spec {
    uint32_t n_terms;
    struct look_up_term terms[MOST_LOOK_UP_TERMS];
    struct row_order order; /* in which rows are wanted */
    bool has_unknown_order; /* they are wanted in another: no rows can be cached */
    bool sorts;             /* rows are cached from the first pass on, to sort them */
    bool reads_few;         /* of sorted rows, if a term varies */
    bool has_limit;         /* that each pass applies */
    enum look_up_rows rows;
    uint32_t n_parts; /* see struct cached_rows */
};

/* What each pass brings.  Borrowed during a call. */
struct look_up_request {
    struct scan *scan;
    uint64_t n_rows;              /* of the file, about */
    const struct literal *values; /* of the terms; those of lists are not used */
    const void *caller;           /* passed on */
    /* Fills a cleared predicate from n of the terms, by number, ascending. */
    enum status (*predicate)(const void *caller, const uint32_t *terms, uint32_t n,
                             struct predicate *predicate, struct error *error);
    /* The number of values in a term's list, or any number above `most`. */
    uint32_t (*count_list)(const void *caller, uint32_t term, uint32_t most);
};

struct look_up;

/* Returns a look-up, which the caller releases; NULL: no memory, or nothing can be gained
 * by it. */
struct look_up *look_up_new(const struct look_up_spec *spec);
void look_up_release(struct look_up *look_up); /* NULL is allowed */

/* Makes *each a table of all rows that a table with counts stands for, in its order, for
 * statements that ask which row is which after all: SQLite does not say before that a
 * statement uses the rowid.  The caller releases it. */
enum status look_up_show_each(const struct look_up_table *counted, struct scan *scan,
                              struct look_up_table **each,
                              struct error *error) CHECK_RESULT;

/* Sets *holds to whether a scan with the given values returns the rows in the look-up's
 * order, because those of the file are in it.  Finds out for look-ups that sort, for the
 * first values only: once they change, rows are cached. */
enum status look_up_check_order(struct look_up *look_up,
                                const struct look_up_request *request, bool *holds,
                                struct error *error) CHECK_RESULT;

/* Begins a pass with the given values: fills *pass, which has no table, as
 * look_up_find() does.  Its table stays NULL if the caller must scan. */
enum status look_up_begin(struct look_up *look_up, const struct look_up_request *request,
                          struct look_up_pass *pass, struct error *error) CHECK_RESULT;

/* The same in the common case that the pass has the look-up's table from the last one,
 * and its key is of integers: false, and nothing is done, in other cases. */
bool look_up_integers(const struct look_up *look_up, const struct literal *values,
                      struct look_up_pass *pass);

/* Adds what a scan has done instead. */
void look_up_add_work(struct look_up *look_up, const struct scan_counters *before,
                      const struct scan_counters *after);

/* Frees memory that is needed to read the file: all but the numbers of the table's rows.
 * Later passes scan.  False if the pass needs the rest. */
bool look_up_shrink(struct look_up *look_up, struct look_up_table *table);

#endif
