/* SPDX-License-Identifier: MIT */
/*
 * cursor.h - a cursor of a table: the state of one loop of a statement over its rows.
 *
 *     cursor.c        xOpen and xClose; ended cursors wait for the next xOpen
 *     cursor_rows.c   xFilter and xNext: which row is the current one
 *     cursor_cells.c  xColumn: the current row's values
 *
 * A pass reads the rows of one feed (feed/row_feed.h); the second row of an order may
 * change it for another.
 */
#ifndef SQL_CURSOR_H
#define SQL_CURSOR_H

#include "base/buffer.h"
#include "feed/counted_feed.h"
#include "feed/ordered_feed.h"
#include "feed/scan_feed.h"
#include "scan/formatted_vector.h"
#include "sql/table/plan_look_up.h"
#include "sql/table/result.h"
#include "sql/table/scan_stats.h"
#include "sql/module/table.h"

/* What xColumn needs for a column in the common case, together. */
struct cursor_column {
    const struct scan_column *window;   /* of the feed; never NULL */
    uint64_t generation;                /* of the window when `vector` was loaded */
    struct direct_cells direct;         /* of `vector` */
    const struct column_vector *vector; /* the window's or formatted.vector */
    struct cell_format format;
    bool needs_formatting; /* the vector is `formatted`, not the feed's */
    struct formatted_vector formatted;
};

/* The feeds of a cursor's passes, and what they borrow. */
struct cursor_feeds {
    struct row_feed scan;
    struct ordered_feed ordered;
    struct cached_feed cached;
    struct counted_feed counted;
    struct predicate predicate; /* of scans */
};

struct parquet_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    struct feed_batch batch;
    struct cursor_column *columns;
    struct row_feed *feed; /* of the pass, one of `feeds`; NULL: there are no rows */
    struct cursor_feeds feeds;
    struct opened_file *file;
    struct scan *scan;
    struct scan_counters counted; /* before the current pass */
    struct plan_look_up *look_up; /* of the plan, or NULL */
    struct buffer types;          /* of the Variants in a value that is passed on */
    enum outer_joins outer_joins; /* whether the cursor's statement has any */
    bool has_failed;              /* its scan is not left to later cursors */
    bool is_in_batches;           /* each "row" of the pass is a batch; see batches.h */
    bool reads_paths;             /* no column but those of paths: scan_read_paths() */
    bool is_taken_over;           /* nobody reads its first row: see below */
    sqlite3_value **values;       /* of the plan's terms; see sort_rest(); or NULL */
    uint64_t n_to_skip;           /* rows to pass over, not those that the scan skips */
    struct scan_note note;
    struct call_scope call;
};

#if defined(__GNUC__)
#define NOT_INLINE __attribute__((noinline))
#else
#define NOT_INLINE
#endif

/* Entry points of the module. */
int parquet_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor);
int parquet_close(sqlite3_vtab_cursor *cursor);
int parquet_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *text, int argc,
                   sqlite3_value **argv);
int parquet_next(sqlite3_vtab_cursor *cursor);
int parquet_eof(sqlite3_vtab_cursor *cursor);
int parquet_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);
int parquet_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i);

/* ---- Batches in place of rows ---------------------------------------------------- */

/* A statement that is one pass over one table, and whose rows nothing tests or computes,
 * can be stepped to its first row, and the rest be taken from its cursor:
 *
 *     connection->batch_request = &request;    with is_of_rows; the old one after the
 * step sqlite3_step(statement)                  xFilter sets request.cursor
 *     cursor_begin_batches() -> { c->batch, cursor_window() -> cursor_next_batch() } ->
 *     sqlite3_reset(statement)                 closes the cursor
 *
 * batches.h is for statements that are made for batches. */

/* Called with the first batch, and to move c->batch to the next one, which has no row at
 * the end.  Each row of a batch stands for itself.  Both return SQLite's code; the table
 * has the message. */
int cursor_begin_batches(struct parquet_cursor *c);
int cursor_next_batch(struct parquet_cursor *c);

/* Finds a window, which holds the current row of c->batch, of a column of the schema:
 * see row_feed_ops.column(); likewise. */
int cursor_window(struct parquet_cursor *c, uint32_t source,
                  const struct scan_column **window);

/* ---------------------------------------------------------------------------------- */

/* Begins a call of the cursor, which call_end(&c->call, ...) ends. */
void cursor_begin_call(struct parquet_cursor *c);

/* Reports an error to SQLite; returns its code, SQLITE_OK for OK. */
int cursor_report(struct parquet_cursor *c, enum status status,
                  const struct error *error);

/* Forgets the columns' windows, which count rows in another way or are no longer
 * there. */
void cursor_forget_windows(struct parquet_cursor *c);

/* Frees the values of the plan's terms. */
void cursor_forget_values(struct parquet_cursor *c);

/* Whether the pass visits rows in memory. */
static inline bool cursor_has_cached(const struct parquet_cursor *c)
{
    return c->feed == &c->feeds.cached.base || c->feed == &c->feeds.counted.base;
}

/* Whether rows of the pass stand for several rows each. */
static inline bool cursor_counts(const struct parquet_cursor *c)
{
    return c->feed == &c->feeds.counted.base;
}

/* SQLITE_OK, or reports that SQLite looks at a row although it gets batches. */
int cursor_check_has_rows(struct parquet_cursor *c);

/* Shows the rows that counted ones stand for, from the current row on.  Returns SQLite's
 * code. */
int cursor_show_each(struct parquet_cursor *c);

/* The current row's number in the file, from 0.  It must not be a counted one. */
static inline uint64_t cursor_row_number(const struct parquet_cursor *c)
{
    return c->feed->ops->number(c->feed, c->batch.row);
}

#endif
