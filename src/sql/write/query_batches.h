/* SPDX-License-Identifier: MIT */
/*
 * query_batches.h - the rows of a query as vectors of its table, where SQLite would only
 * pass them on.
 *
 * Such a query is one pass over one table of this extension, whose program, as EXPLAIN
 * shows it, has nothing in its loop but the columns and the row:
 *
 *     VFilter -> { VColumn ... ResultRow } VNext -> Halt
 *
 * So the table tests all that the query asks for, and nothing is computed.  The query is
 * stepped to its first row; the rest is taken from the cursor (module/cursor.h).
 *
 * Batches of many columns would hold a page of each.  So many rows can be taken first,
 * without their values, and then column by column.
 */
#ifndef SQL_WRITE_QUERY_BATCHES_H
#define SQL_WRITE_QUERY_BATCHES_H

#include "convert/cell_batch.h"
#include "scan/formatted_vector.h"
#include "sql/module/cursor.h"

/* The next row of those that were taken: its batch, and its number in it.  Begins with
 * zeros. */
struct batch_place {
    uint32_t batch, row;
    size_t positions; /* where the batch's selection begins */
};

/* A zeroed struct may be released. */
struct query_batches {
    struct connection *connection;
    sqlite3_stmt *query; /* borrowed; NULL: it is not such a query, or has no rows */
    uint32_t n_columns;
    bool has_records; /* of some column */
    struct batch_request request;
    struct query_column {
        uint32_t in_table;
        bool has_records; /* of the nested column, in place of its JSON */
        bool is_shown;    /* the batches have the values as SQLite sees them */
        struct formatted_vector shown;
    } * columns;
    struct batch_vector *vectors; /* of the current batch */
    /* Rows that are taken column by column: struct scan_batch, whose selections are in
     * `positions`, one after the other. */
    struct buffer taken, positions;
    uint64_t n_taken;
    bool keeps_readers; /* the next rows need what the readers have decompressed */
    bool has_stopped;   /* before as many as were wanted, though there are more */
};

/* Begins to run the query, which has n_columns columns.  *is_done: it has no rows, and
 * none of the functions below is called.  If batches->query is NULL, it must be run as
 * any other.  If SQLite fails, *code is its code and the error contains its message. */
enum status query_batches_open(struct query_batches *batches,
                               struct connection *connection, sqlite3_stmt *query,
                               uint32_t n_columns, bool *is_done, int *code,
                               struct error *error) CHECK_RESULT;

/* The column of the file that column i of the query is; NULL: it is not in the file, or
 * is shown in another unit. */
const struct column *query_batches_column(const struct query_batches *batches,
                                          uint32_t i);

/* Appends its type in words; nothing if it cannot be written. */
enum status query_batches_type(const struct query_batches *batches, uint32_t i,
                               struct buffer *words, struct error *error) CHECK_RESULT;

/* Makes batches have records of column i in place of JSON, if those of the nested target
 * are the same; the target has the column's type in words. */
enum status query_batches_take_records(struct query_batches *batches, uint32_t i,
                                       const struct write_target *target,
                                       struct error *error) CHECK_RESULT;

/* From now on, batches have the values of column i as cells, too; false: they cannot. */
bool query_batches_show(struct query_batches *batches, uint32_t i);

/* Makes the batch that of the next rows; n_rows is 0 at the end.  Its vectors are valid
 * until the next call. */
enum status query_batches_next(struct query_batches *batches, struct cell_batch *batch,
                               int *code, struct error *error) CHECK_RESULT;

/* ---- Column by column ------------------------------------------------------------ */

/* Whether the rest of the rows can be taken column by column, which is true as long as
 * query_batches_next() was not called. */
bool query_batches_have_columns(const struct query_batches *batches);

/* Takes the next rows, `wanted` of them or a few more or fewer, where a row group ends,
 * but at most `most`, and of a few row groups; batches->n_taken is 0 at the end. */
enum status query_batches_take(struct query_batches *batches, uint64_t wanted,
                               uint64_t most, int *code,
                               struct error *error) CHECK_RESULT;

/* Makes the batch, of which only column i may be used, that of some of the rows taken,
 * from a place on, which moves.  n_rows is 0 at the end; then the memory of the column's
 * reader is freed, unless it has more rows in a page than were taken. */
enum status query_batches_next_of(struct query_batches *batches, uint32_t i,
                                  struct batch_place *place, struct cell_batch *batch,
                                  int *code, struct error *error) CHECK_RESULT;

/* Ends the query's run. */
void query_batches_release(struct query_batches *batches);

#endif
