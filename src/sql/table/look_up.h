/* SPDX-License-Identifier: MIT */
/*
 * look_up.h - the index that SQLite would have built: look-ups in rows that are kept in
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
 *     build         scan with the constant terms -> kept rows -> key table or sorted rows
 *     later calls   varying terms -> a predicate -> the rows that it accepts, among
 *                   candidates by key or range (look_up_table.h)
 *
 * A value that changes later makes its term a varying one, and the rows are kept anew.
 * What cannot be kept, because it takes too much memory or cannot be read, is scanned as
 * before.
 *
 * A plan that sorts keeps its rows from the first pass on, for the values of that pass
 * only as long as scans are cheap.  If the rows that pass its terms are in its order in
 * the file, and they are not few, it keeps none.
 *
 * Cursors that are open at the same time share look-ups by their plan's text.
 */
#ifndef SQL_LOOK_UP_H
#define SQL_LOOK_UP_H

#include "sql/table/look_up_table.h"
#include "sql/table/plan.h"

/* Look-ups for one plan. */
struct look_up;

/* Returns the look-up for a plan's text, which is copied; NULL if there is none, for a
 * lack of memory, or because nothing can be gained.  It lives until look_ups_release().
 */
struct look_up *look_up_of(struct opened_file *opened, const char *text,
                           const struct plan_context *context);
const char *look_up_text(const struct look_up *look_up);
void look_ups_release(struct opened_file *opened);

/* Makes *each a table of all rows that a table with counts stands for, in its order, for
 * statements that ask which row is which after all: SQLite does not say before that a
 * statement uses the rowid.  The caller releases it. */
enum status look_up_show_each(const struct look_up_table *counted, struct scan *scan,
                              struct look_up_table **each,
                              struct error *error) CHECK_RESULT;

/* Sets *holds to whether a scan with the given values returns the rows in the plan's
 * order, because those of the file are in it.  Finds out for plans that sort, for the
 * first values only: once they change, rows are kept. */
enum status look_up_check_order(struct look_up *look_up,
                                const struct plan_context *context, sqlite3_value **argv,
                                struct scan *scan, bool *holds,
                                struct error *error) CHECK_RESULT;

/* Begins a pass with the given values.  Sets *table, with a reference for the caller, and
 * fills *positions with those of the pass's rows, or with the first of them, and *rest
 * for look_up_more(); *is_all is set instead if these are all kept rows, whose positions
 * are in the order of the plan if it has one.  *table is NULL if the caller must scan.
 */
enum status look_up_begin(struct look_up *look_up, const struct plan_context *context,
                          sqlite3_value **argv, struct scan *scan,
                          struct predicate *predicate, struct look_up_table **table,
                          struct buffer *positions, struct look_up_rest *rest,
                          bool *is_all, struct error *error) CHECK_RESULT;

/* The same in the common case that the table is that of the last pass and its key is one
 * integer: fills *positions, or returns false and has done nothing. */
bool look_up_integer(struct look_up *look_up, const struct look_up_table *table,
                     sqlite3_value **argv, struct buffer *positions);

/* The number of the pass's first rows that the caller must skip. */
uint64_t look_up_rows_to_skip(const struct look_up *look_up, sqlite3_value **argv);

/* Adds what a scan has done for the plan. */
void look_up_add_work(struct look_up *look_up, const struct scan_counters *before,
                      const struct scan_counters *after);

/* Frees memory that is needed to read the file: all but the numbers of the table's rows.
 * Later passes scan.  False if there was nothing to free. */
bool look_up_shrink(struct look_up *look_up, struct look_up_table *table);

#endif
