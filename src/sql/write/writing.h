/* SPDX-License-Identifier: MIT */
/*
 * writing.h - the state of a parquet_write(), which write.c describes; for its files.
 */
#ifndef SQL_WRITING_H
#define SQL_WRITING_H

#include "convert/cell_batch.h"
#include "sql/connection/call_scope.h"
#include "sql/write/query_batches.h"
#include "sql/write/query_rows.h"
#include "sql/write/write_columns.h"
#include "sql/write/write_partitions.h"

/* What becomes of the next batch of rows. */
enum stage { SAMPLE, ROWS, NOTES };

struct writing {
    sqlite3 *db;
    struct connection *connection;
    const char *path;
    struct write_options options;
    sqlite3_stmt *query;
    sqlite3_stmt *sorted; /* the query in the order of order_by, or NULL */
    struct query_rows rows;
    struct query_batches batches;
    bool takes_records; /* of nested columns, if the batches have them */
    bool takes_columns; /* many, one after the other */
    bool is_too_large;  /* a row group that was written so */
    struct write_columns columns;
    enum stage stage;
    struct cell_batch batch; /* the sample, then the current batch */
    struct batch_cell *row;  /* of the batch, whose values are being taken */
    struct buffer divided;   /* work space of write_divided() */
    struct write_partitions partitions;
    struct pq_file_writer *writer;     /* of the partition that got the last rows */
    const struct write_column *misfit; /* has the value that did not fit last */
    uint64_t n_rows;                   /* read from the query in this round */
    bool needs_copies;                 /* see run_with_copies() */
    struct passed_types *outer_types;  /* of the parquet_write() that calls this one */
    struct call_scope call;
    uint64_t began_at, drawn_at; /* progress, by the clock; 0: it is not shown */
    int code;                    /* SQLite's code if SQLite failed, else SQLITE_OK */
};

/* Chooses the types of the file's columns from what is known of their values. */
enum status write_choose_types(struct writing *w, struct error *error) CHECK_RESULT;

/* Appends the batch to the files of its rows' partitions.  *is_misfit: a value does not
 * fit the type of its column, w->misfit. */
enum status write_batch(struct writing *w, bool *is_misfit,
                        struct error *error) CHECK_RESULT;

/* Opens a file of the partition unless one is open, and sets the writer. */
enum status write_open(struct writing *w, uint32_t partition,
                       struct error *error) CHECK_RESULT;

/* Appends rows first .. end - 1 of the batch to one column.  *is_misfit: a value does not
 * fit the column's type, which is not explicit. */
enum status write_column(struct writing *w, uint32_t i, uint64_t first, uint64_t end,
                         bool *is_misfit, struct error *error) CHECK_RESULT;

/* Notes n more rows in the partition's file, which may end with them. */
enum status write_end_rows(struct writing *w, uint32_t partition, uint64_t n,
                           struct error *error) CHECK_RESULT;

/* Discards all rows; those from the query's first on are a sample again. */
enum status write_begin_anew(struct writing *w, struct error *error) CHECK_RESULT;

/* Draws the progress again, unless it was drawn a moment ago. */
void write_draw_progress(struct writing *w);

/* In write_copies.c. Writes the rows of the query's table if SQLite need not see them,
 * with the table's types.  *is_done: all are written, or there are none, and the stage is
 * SAMPLE; otherwise the rows begin anew. */
enum status write_copies(struct writing *w, bool *is_done,
                         struct error *error) CHECK_RESULT;

#endif
