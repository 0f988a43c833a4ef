/* SPDX-License-Identifier: MIT */
/*
 * cursor.h - a cursor of a table: the state of one loop of a statement over its rows.
 *
 *     cursor.c        xOpen and xClose; ended cursors wait for the next xOpen
 *     cursor_rows.c   xFilter and xNext: which row is the current one
 *     cursor_cells.c  xColumn: the current row's values
 *
 * Rows come from the scan's batches, from rows in an order (scan/ordered_rows.h), or from
 * rows that are kept in memory (sql/table/look_up.h).
 */
#ifndef SQL_CURSOR_H
#define SQL_CURSOR_H

#include "base/buffer.h"
#include "scan/formatted_vector.h"
#include "scan/ordered_rows.h"
#include "scan/scan.h"
#include "sql/table/look_up.h"
#include "sql/table/result.h"
#include "sql/table/scan_stats.h"
#include "sql/module/table.h"

/* What xColumn needs for a column in the common case, kept together. */
struct cursor_column {
    const struct scan_column *window;   /* of the scan; never NULL */
    uint64_t generation;                /* of the window when `vector` was loaded */
    struct direct_cells direct;         /* of `vector` */
    const struct column_vector *vector; /* the window's or formatted.vector */
    struct cell_format format;
    bool needs_formatting; /* the vector is `formatted`, not the scan's */
    struct formatted_vector formatted;
};

struct parquet_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    uint64_t row;             /* its number, or its position among kept rows, from 0 */
    uint64_t batch_end;       /* exclusive; <= row: no more rows */
    uint64_t batch_first;     /* the row from which `selected` counts */
    /* The rows after the current one if the batch keeps only some of its rows, else
     * NULL. */
    const uint32_t *selected, *selected_end;
    struct cursor_column *columns;
    struct opened_file *file;
    struct scan *scan;
    struct scan_counters counted; /* before the current pass */
    struct look_up *look_up;      /* of the plan, or NULL */
    struct look_up_table *kept;   /* its rows, which the current pass visits, or NULL */
    struct buffer positions;      /* of the pass's rows in `kept` */
    struct kept_rows part;        /* the next rows of the order; see load_part() */
    uint32_t part_first;          /* the position of its first row */
    uint32_t part_rows;           /* that a part may have; 0: not known yet */
    /* Of kept rows with counts, which are shown as often: the rows before the batch,
     * those of the batch, and those of the current kept row after the batch. */
    uint64_t n_shown;
    uint32_t n_same, n_same_left;
    struct look_up_rest rest; /* those that are not found yet */
    /* Windows of one row, for columns that are not kept, and for their Variants' types.
     */
    struct scan_column *singles;
    struct buffer types; /* of the Variants in a value that is passed on */
    struct predicate predicate;
    enum outer_joins outer_joins; /* whether the cursor's statement has any */
    bool has_failed;              /* its scan is not kept for later cursors */
    bool has_all_kept;            /* the pass visits all kept rows */
    uint32_t after_first;         /* a position; see show_rest(); 0: none */
    uint64_t n_to_skip;           /* rows to pass over, not those that the scan skips */
    bool is_ordered;              /* the rows come from `ordered` */
    bool is_in_order;             /* the file's rows are in the plan's order */
    bool may_sort_rest;           /* see sort_rest() */
    bool has_found_first, has_sorted_rest;
    uint64_t found_first; /* number of the first row from `ordered` */
    struct ordered_rows ordered;
    int order_column;       /* index in the table */
    struct scan_column key; /* its value in the current row: a window of one row */
    enum vector_kind key_kind;
    uint8_t key_is_valid;
    struct scan_note note;
    char *warning; /* note.warning; owned */
    struct work work;
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

/* Begins work of the cursor, which work_end(&c->work, ...) ends. */
void cursor_begin_work(struct parquet_cursor *c);

/* Reports an error to SQLite; returns its code, SQLITE_OK for OK. */
int cursor_report(struct parquet_cursor *c, enum status status,
                  const struct error *error);

/* Forgets the columns' windows, which count rows in another way or are no longer
 * there. */
void cursor_forget_windows(struct parquet_cursor *c);

/* The number of rows of the batch after the current one. */
static inline uint64_t cursor_rows_left(const struct parquet_cursor *c)
{
    if (c->selected != NULL)
        return (uint64_t)(c->selected_end - c->selected);
    return c->row < c->batch_end ? c->batch_end - c->row - 1 : 0;
}

/* Whether kept rows have counts: each stands for several rows. */
static inline bool cursor_counts(const struct parquet_cursor *c)
{
    return c->kept != NULL && c->kept->counts.size > 0;
}

/* Shows the rows that counted ones stand for, from the current row on.  Returns SQLite's
 * code. */
int cursor_show_each(struct parquet_cursor *c);

/* The current row's number in the file, from 0.  It must not be a counted one. */
static inline uint64_t cursor_row_number(const struct parquet_cursor *c)
{
    return c->kept != NULL ? kept_rows_number(&c->kept->rows, (uint32_t)c->row) : c->row;
}

#endif
