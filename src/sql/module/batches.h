/* SPDX-License-Identifier: MIT */
/*
 * batches.h - a statement that takes the rows of a table in batches, as vectors, instead
 * of one by one.
 *
 *     SELECT 1 FROM t WHERE a > 5 AND b = 'x'
 *
 * Its program opens the table, hands it the values of the conditions, and asks for the
 * next row until there is none.  Each of these "rows" is a batch of the cursor's feed,
 * which the caller reads to its end between two steps.  Nothing else may look at a row:
 * the statement has one table and no condition that SQLite tests itself.  A condition
 * that it would test is named, so that the caller can leave it out and try again.
 *
 *     batches_prepare() -> { batches_step() } -> batches_release()
 */
#ifndef SQL_BATCHES_H
#define SQL_BATCHES_H

#include "sql/module/cursor.h"

/* A zeroed struct may be released. */
struct batches {
    struct connection *connection; /* borrowed */
    sqlite3_stmt *statement;
    /* After preparing: .table is NULL if the statement does not read a table of ours;
     * .untested is set if it cannot be stepped, because SQLite would test a condition.
     * After a step that returned SQLITE_ROW: .cursor, whose feed has the current batch.
     * Its feed is called between cursor_begin_call() and call_end(). */
    struct batch_request request;
};

/* Prepares a statement of the form above.  Returns SQLite's code; sqlite3_errmsg() has
 * the message. */
int batches_prepare(struct batches *batches, struct connection *connection,
                    const char *sql);
void batches_release(struct batches *batches);

/* Moves to the next batch, passing over what is left of the current one: SQLITE_ROW,
 * SQLITE_DONE after the last, or a failure.  SQLITE_SCHEMA: the statement has rows. */
int batches_step(struct batches *batches);

/* After a step: whether the plan has n comparisons of the column, and the table tests
 * each exactly. */
bool batches_test_exactly(const struct batches *batches, int column, uint32_t n);

#endif
