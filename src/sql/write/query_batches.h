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
 */
#ifndef SQL_WRITE_QUERY_BATCHES_H
#define SQL_WRITE_QUERY_BATCHES_H

#include "convert/cell_batch.h"
#include "scan/formatted_vector.h"
#include "sql/module/cursor.h"

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

/* Ends the query's run. */
void query_batches_release(struct query_batches *batches);

#endif
