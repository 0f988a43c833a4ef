/*
 * write.c - parquet_write(path, query [, 'key=value'] ...): the rows of a query as a
 * Parquet file; returns how many they were.
 *
 *     sample    the first rows are kept as they come (write_sample.h), and what they
 *               are is noted: that decides on the columns' types
 *     rows      the kept ones, then all that follow, go to the writer as these types
 *     notes     a value that does not fit: from it on, rows are only taken note of;
 *               then all begins anew with types that fit
 *
 * The file comes into being under its name when all is done (output_file.h).
 */
#include <string.h>

#include "../base/alloc.h"
#include "functions.h"
#include "interrupt.h"
#include "report.h"
#include "write_columns.h"
#include "write_progress.h"
#include "write_query.h"
#include "write_sample.h"

/* The numbers of enum cell_class. */
_Static_assert(SQLITE_INTEGER == CELL_INTEGER && SQLITE_FLOAT == CELL_REAL &&
                   SQLITE_TEXT == CELL_TEXT && SQLITE_BLOB == CELL_BLOB &&
                   SQLITE_NULL == CELL_NULL,
               "storage classes");

enum {
    MOST_SAMPLE_BYTES = 32 << 20,
    /* Types of which a column can have one after the other: two candidates, and the
     * natural type. */
    MOST_ROUNDS = 3,
    ROWS_BETWEEN_DRAWINGS = 1024,
    /* Of calls in one another's queries; each takes its part of the stack. */
    MOST_NESTED = 4,
};

struct writing {
    sqlite3 *db;
    const struct connection *connection;
    const char *path;
    struct write_options options;
    sqlite3_stmt *query;
    struct write_columns columns;
    struct sample_column *samples; /* one a column; NULL when they are done with */
    uint64_t n_sampled;
    bool sample_is_all;
    struct output_file *output;
    struct pq_file_writer *writer;
    uint64_t row; /* the one at hand, from 1 */
    struct interrupt_probe probe;
    struct write_progress progress;
    int code; /* SQLite's, of a failure that is its own; else SQLITE_OK */
};

/* ---- Rows of the query ----------------------------------------------------------- */

static enum status next_row(struct writing *w, bool *is_row, struct error *error)
{
    int code = sqlite3_step(w->query);
    *is_row = code == SQLITE_ROW;
    if (*is_row) {
        /* SQLite prepares the query again when the schema has changed. */
        if (sqlite3_data_count(w->query) != (int)w->columns.n)
            return error_set(error, MISUSE, "the query's columns have changed");
        w->row++;
        return OK;
    }
    if (code == SQLITE_DONE)
        return OK;
    w->code = code;
    return error_set(error, MISUSE, "query: %s", sqlite3_errmsg(w->db));
}

/* Column i of the row at hand; its bytes are valid until the next row.  Inside of a
 * function the connection's mutex is held, so that a value may be read where it is. */
static inline enum status read_cell(const struct writing *w, uint32_t i,
                                    struct cell *cell, struct error *error)
{
    sqlite3_value *value = sqlite3_column_value(w->query, (int)i);
    const void *bytes;
    cell->class = (enum cell_class)sqlite3_value_type(value);
    switch (cell->class) {
    case CELL_INTEGER:
        cell->integer = sqlite3_value_int64(value);
        return OK;
    case CELL_REAL:
        cell->real = sqlite3_value_double(value);
        return OK;
    case CELL_TEXT:
        bytes = sqlite3_value_text(value);
        cell->bytes = slice_of(bytes, (size_t)sqlite3_value_bytes(value));
        return bytes != NULL ? OK : error_nomem(error);
    case CELL_BLOB:
        bytes = sqlite3_value_blob(value);
        cell->bytes = slice_of(bytes != NULL ? bytes : "",
                               (size_t)sqlite3_value_bytes(value));
        /* Blobs of zeros are made when they are read. */
        return bytes != NULL || cell->bytes.size == 0 ? OK : error_nomem(error);
    case CELL_NULL:
        break;
    }
    return OK;
}

static int64_t bytes_written(const struct writing *w)
{
    return w->writer != NULL ? pq_file_writer_size(w->writer) : 0;
}

static void draw_progress(struct writing *w)
{
    if (w->progress.is_on && w->row % ROWS_BETWEEN_DRAWINGS == 0)
        write_progress_draw(&w->progress, w->row, bytes_written(w));
}

/* ---- The sample ------------------------------------------------------------------ */

static enum status sample_row(struct writing *w, size_t *n_bytes, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < w->columns.n; i++) {
        struct write_column *column = &w->columns.columns[i];
        struct cell cell;
        status = read_cell(w, i, &cell, error);
        if (status == OK && !column->is_explicit && !write_column_note(column, &cell))
            status = write_column_refuse(column, &cell, w->row, error);
        if (status == OK) {
            size_t before = sample_size(&w->samples[i]);
            status = sample_append(&w->samples[i], &cell, error);
            *n_bytes += sample_size(&w->samples[i]) - before;
        }
    }
    return status;
}

static enum status take_sample(struct writing *w, struct error *error)
{
    size_t n_bytes = 0;
    enum status status = OK;
    if (w->columns.all_explicit)
        return OK;
    w->samples = mem_alloc_zeroed(w->columns.n, sizeof *w->samples);
    if (w->samples == NULL)
        return error_nomem(error);
    while (status == OK && !w->sample_is_all && n_bytes < MOST_SAMPLE_BYTES &&
           w->n_sampled < w->options.parquet.row_group_rows) {
        bool is_row;
        status = next_row(w, &is_row, error);
        w->sample_is_all = !is_row;
        if (status == OK && is_row) {
            status = sample_row(w, &n_bytes, error);
            w->n_sampled++;
        }
    }
    return status;
}

static void free_samples(struct writing *w)
{
    for (uint32_t i = 0; w->samples != NULL && i < w->columns.n; i++)
        sample_column_release(&w->samples[i]);
    mem_free(w->samples);
    w->samples = NULL;
}

/* ---- Rounds ---------------------------------------------------------------------- */

static enum status poll_interrupt(void *context, struct error *error)
{
    struct writing *w = context;
    if (w->progress.is_on)
        write_progress_draw(&w->progress, w->row, bytes_written(w));
    return interrupt_is_wanted(&w->probe) ? error_set(error, INTERRUPTED, "interrupted")
                                          : OK;
}

static enum status open_writer(struct writing *w, struct error *error)
{
    struct pq_write_options *options = &w->options.parquet;
    enum status status = write_columns_decide(&w->columns, &w->options, error);
    if (status != OK)
        return status;
    options->sorting_columns = w->columns.sorting;
    options->n_sorting_columns = w->columns.n_sorting;
    options->poll = poll_interrupt;
    options->poll_context = w;
    status = pq_file_writer_new(w->output, w->columns.parquet, w->columns.n, options,
                                &w->writer, error);
    for (uint32_t i = 0; status == OK && i < w->columns.n; i++)
        w->columns.columns[i].values = pq_file_writer_values(w->writer, i);
    return status;
}

static enum status write_sample(struct writing *w, struct error *error)
{
    enum status status = OK;
    uint64_t n_rows = w->samples != NULL ? w->n_sampled : 0;
    for (uint64_t row = 1; status == OK && row <= n_rows; row++) {
        for (uint32_t i = 0; i < w->columns.n; i++) {
            struct write_column *column = &w->columns.columns[i];
            struct cell cell;
            sample_next(&w->samples[i], &cell);
            enum append_result result = write_column_append(column, &cell, error);
            if (result == DOES_NOT_FIT)
                return write_column_refuse(column, &cell, row, error);
            if (result == APPEND_FAILED)
                return error_nomem(error);
        }
        status = pq_file_writer_end_row(w->writer, error);
    }
    free_samples(w);
    return status;
}

/* The row at hand, from column `first` on.  *is_misfit: a value does not fit a type that
 * can still be another; it is column *first's. */
static enum status write_row(struct writing *w, uint32_t *first, bool *is_misfit,
                             struct error *error)
{
    *is_misfit = false;
    for (uint32_t i = 0; i < w->columns.n; i++) {
        struct write_column *column = &w->columns.columns[i];
        struct cell cell;
        enum status status = read_cell(w, i, &cell, error);
        if (status != OK)
            return status;
        enum append_result result = write_column_append(column, &cell, error);
        if (result == APPENDED)
            continue;
        if (result == APPEND_FAILED)
            return error_nomem(error);
        if (column->is_explicit)
            return write_column_refuse(column, &cell, w->row, error);
        *is_misfit = true;
        *first = i;
        return OK;
    }
    return pq_file_writer_end_row(w->writer, error);
}

/* Takes note of the row at hand, from a column on, and of all that follow. */
static enum status note_rest(struct writing *w, uint32_t first, struct error *error)
{
    bool is_row = true;
    while (is_row) {
        enum status status = OK;
        for (uint32_t i = first; status == OK && i < w->columns.n; i++) {
            struct write_column *column = &w->columns.columns[i];
            struct cell cell;
            status = column->is_explicit ? OK : read_cell(w, i, &cell, error);
            if (status == OK && !column->is_explicit && !write_column_note(column, &cell))
                status = write_column_refuse(column, &cell, w->row, error);
        }
        if (status == OK)
            status = next_row(w, &is_row, error);
        if (status != OK)
            return status;
        first = 0;
        draw_progress(w);
    }
    return OK;
}

/* Once through the query; *is_complete is false when it must begin anew. */
static enum status write_round(struct writing *w, bool *is_complete, struct error *error)
{
    bool is_row = !w->sample_is_all;
    enum status status = open_writer(w, error);
    *is_complete = true;
    if (status == OK)
        status = write_sample(w, error);
    while (status == OK && is_row && *is_complete) {
        uint32_t first = 0;
        bool is_misfit = false;
        status = next_row(w, &is_row, error);
        if (status == OK && is_row)
            status = write_row(w, &first, &is_misfit, error);
        if (status == OK && is_misfit) {
            *is_complete = false;
            status = note_rest(w, first, error);
        }
        draw_progress(w);
    }
    if (status == OK && *is_complete)
        status = pq_file_writer_finish(w->writer, error);
    return status;
}

static enum status begin_anew(struct writing *w, struct error *error)
{
    pq_file_writer_free(w->writer);
    w->writer = NULL;
    w->row = 0;
    w->sample_is_all = false;
    (void)sqlite3_reset(w->query);
    return output_file_rewind(w->output, error);
}

static enum status write_rows(struct writing *w, struct error *error)
{
    bool is_complete = false;
    enum status status = take_sample(w, error);
    for (int round = 1; status == OK && !is_complete; round++) {
        status = write_round(w, &is_complete, error);
        if (status != OK || is_complete)
            break;
        if (round == MOST_ROUNDS)
            return error_set(error, MISUSE,
                             "the query gives other values each time that it runs: say "
                             "with types=... what they are");
        status = begin_anew(w, error);
    }
    return status;
}

/* ---- The function ---------------------------------------------------------------- */

/* An argument as text without NUL characters; what: for messages. */
static enum status text_argument(sqlite3_value *value, const char *what,
                                 const char **text, struct error *error)
{
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return error_set(error, MISUSE, "%s is NULL", what);
    *text = (const char *)sqlite3_value_text(value);
    if (*text == NULL)
        return error_nomem(error);
    if (strlen(*text) != (size_t)sqlite3_value_bytes(value))
        return error_set(error, MISUSE, "%s has a NUL character in it", what);
    return OK;
}

static enum status read_arguments(struct writing *w, int argc, sqlite3_value **argv,
                                  const char **query, struct error *error)
{
    const char *path, *argument;
    if (argc < 2)
        return error_set(error, MISUSE,
                         "parquet_write() needs a path and a query, and takes options: "
                         "parquet_write(path, query, 'key=value', ...)");
    enum status status = text_argument(argv[0], "the path", &path, error);
    if (status == OK && path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    if (status == OK) {
        w->path = path;
        status = text_argument(argv[1], "the query", query, error);
    }
    for (int i = 2; status == OK && i < argc; i++) {
        status = text_argument(argv[i], "an option", &argument, error);
        if (status == OK)
            status = write_options_add(&w->options, argument, error);
    }
    return status == OK ? write_options_check(&w->options, error) : status;
}

static enum status write_file(struct writing *w, const char *query, struct error *error)
{
    enum status status = write_query_prepare(w->db, query, &w->query, &w->code, error);
    if (status == OK)
        status = write_columns_init(&w->columns, w->query, w->connection, &w->options,
                                    error);
    if (status == OK)
        status = output_file_create(w->path, w->options.overwrite, &w->output, error);
    if (status != OK)
        return status;
    if (w->options.progress)
        write_progress_begin(&w->progress, w->path);
    status = write_rows(w, error);
    if (w->progress.is_on)
        write_progress_end(&w->progress, w->row,
                           status == OK ? output_file_size(w->output) : bytes_written(w));
    if (status != OK)
        return status;
    struct output_file *output = w->output;
    w->output = NULL;
    return output_file_commit(output, error);
}

static void release(struct writing *w)
{
    pq_file_writer_free(w->writer);
    output_file_discard(w->output);
    free_samples(w);
    write_columns_release(&w->columns);
    sqlite3_finalize(w->query);
    write_options_release(&w->options);
    interrupt_rest(&w->probe);
}

static void report(sqlite3_context *context, const struct writing *w,
                   const struct error *error)
{
    int code = w->code != SQLITE_OK ? w->code : report_code(error->status);
    char *message = code == SQLITE_NOMEM ? NULL : report_message(w->path, error);
    if (message == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_error(context, message, -1);
    sqlite3_result_error_code(context, code);
    sqlite3_free(message);
}

static void parquet_write(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    struct connection *connection = sqlite3_user_data(context);
    struct writing w = {.db = db, .connection = connection, .probe = {.db = db}};
    const char *query = NULL;
    struct error error;
    error_clear(&error);
    write_options_init(&w.options);
    connection->n_writes++;
    enum status status = read_arguments(&w, argc, argv, &query, &error);
    if (status == OK && connection->n_writes > MOST_NESTED)
        status = error_set(&error, MISUSE,
                           "parquet_write() is called by its own query, too deeply");
    if (status == OK)
        status = write_file(&w, query, &error);
    connection->n_writes--;
    if (status == OK)
        sqlite3_result_int64(context, (sqlite3_int64)w.row);
    else
        report(context, &w, &error);
    release(&w);
}

int register_write(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(
        db, "parquet_write", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        connection_retain(connection), parquet_write, NULL, NULL, connection_release);
}
