/* SPDX-License-Identifier: MIT */
/*
 * write.c - parquet_write(path, query [, 'key=value'] ...): writes the rows of a query to
 * a Parquet file, or to a folder of files; returns their number.
 *
 *     sample    keeps the first rows as they come (cell_batch.h) and notes their values,
 *               which decide the columns' types
 *     rows      writes the sample, then all further rows, batch by batch, as these types
 *     notes     if a value does not fit, only notes the rows from its batch on; then all
 *               begins anew with types that fit
 *
 * query_rows.h passes on the rows; each of these stages takes them in batches.  Rows of a
 * table that SQLite need not see are written in another way (write_copies.c), unless one
 * has a value that is not of its column's type.  The file gets its name when it is
 * complete (output_file.h).
 */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/file_system.h"
#include "dataset/lake_folder.h"
#include "os/process.h"
#include "sql/connection/passed_types.h"
#include "sql/connection/trust.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/write/write_query.h"
#include "sql/write/writing.h"

/* enum cell_class has SQLite's numbers. */
_Static_assert(SQLITE_INTEGER == CELL_INTEGER && SQLITE_FLOAT == CELL_REAL &&
                   SQLITE_TEXT == CELL_TEXT && SQLITE_BLOB == CELL_BLOB &&
                   SQLITE_NULL == CELL_NULL,
               "storage classes");

enum {
    MOST_SAMPLE_BYTES = 32 << 20,
    NOTED_ROWS = 1000, /* of the sample decide the types, unless another does not fit */
    /* All rows from a round's misfit on are noted, so the next round fails only at an
     * earlier value: one that the column's last type holds and its new type does not.
     * New types hold what the last one held, but for two steps: from nanoseconds to
     * microseconds, and from INT64 to DOUBLE.  After the first comes a type that holds
     * all values of the storage class; after the second there is none.  So the third
     * round succeeds, or no type holds the values. */
    MOST_ROUNDS = 3,
    /* Cells of a batch: as many as a second-level cache holds, for any number of
     * columns. */
    BATCH_CELLS = 4096,
    MOST_BATCH_BYTES = 256 << 10,
    /* Assumed memory per byte of JSON in a nested column.  Short numbers need more: then
     * slabs get smaller as the row group fills. */
    JSON_WEIGHT = 8,
    /* Calls of parquet_write() in one another's queries; each needs stack space. */
    MOST_NESTED = 4,
    NANOSECONDS_BETWEEN = 200000000, /* drawings of the progress */
};

/* ---- Rows of the query ----------------------------------------------------------- */

static enum status keep_cell(struct writing *w, sqlite3_value *value,
                             struct batch_cell *cell, struct error *error)
{
    const void *bytes;
    cell->class = (uint16_t)sqlite3_value_type(value);
    cell->has_types = false;
    switch (cell->class) {
    case CELL_INTEGER:
        cell->integer = sqlite3_value_int64(value);
        return OK;
    case CELL_REAL:
        cell->real = sqlite3_value_double(value);
        return OK;
    case CELL_TEXT:
        bytes = sqlite3_value_text(value);
        break;
    case CELL_BLOB: /* a zeroblob is expanded when it is read */
        bytes = sqlite3_value_blob(value);
        break;
    default:
        return OK;
    }
    size_t size = (size_t)sqlite3_value_bytes(value);
    if (bytes == NULL && (size > 0 || cell->class == CELL_TEXT))
        return error_nomem(error);
    return cell_batch_keep_bytes(&w->batch, cell, bytes, size, error);
}

static uint64_t rows_of_batch(const struct writing *w)
{
    return BATCH_CELLS / w->columns.n_in_query + 1;
}

/* Draws rows, bytes, and rows per second on standard error; `end` follows. */
static void draw_line(const struct writing *w, uint64_t now, int64_t n_bytes,
                      const char *end)
{
    double seconds = (double)(now - w->began_at) / 1e9;
    fprintf(stderr, "\r%s: %llu rows, %.1f MB, %.0f rows/s %s", w->path,
            (unsigned long long)w->n_rows, (double)n_bytes / 1e6,
            seconds > 0 ? (double)w->n_rows / seconds : 0, end);
    fflush(stderr);
}

static int64_t bytes_written(const struct writing *w)
{
    return w->partitions.file != NULL && w->writer != NULL
               ? pq_file_writer_size(w->writer)
               : w->partitions.bytes;
}

void write_draw_progress(struct writing *w)
{
    uint64_t now = w->options.progress ? os_nanoseconds() : 0;
    if (now - w->drawn_at < NANOSECONDS_BETWEEN)
        return;
    w->drawn_at = now;
    draw_line(w, now, bytes_written(w), "");
}

/* Notes the values of the batch's first n rows. */
static enum status note_rows(struct writing *w, uint64_t n, struct error *error)
{
    for (uint32_t i = 0; i < w->columns.n; i++) {
        struct write_column *column = &w->columns.columns[i];
        if (column->is_explicit)
            continue;
        for (uint64_t row = 0; row < n; row++) {
            struct cell cell = cell_batch_cell(&w->batch, row, column->position);
            if (!write_column_note(column, &cell, w->batch.first_row + row))
                return write_column_refuse(column, &cell, w->batch.first_row + row,
                                           error);
        }
    }
    return OK;
}

/* ---- Rounds ---------------------------------------------------------------------- */

static enum status poll_interrupt(void *context, struct error *error)
{
    struct writing *w = context;
    write_draw_progress(w);
    return interrupt_check(error);
}

enum status write_choose_types(struct writing *w, struct error *error)
{
    struct pq_write_options *options = &w->options.parquet;
    options->poll = poll_interrupt;
    options->poll_context = w;
    options->sorting_columns = w->columns.sorting;
    options->n_sorting_columns = w->columns.n_sorting;
    return write_columns_decide(&w->columns, &w->options, error);
}

/* The number of rows, from `first` on, to append before asking the writer whether the row
 * group is full: no more than fill it, and at most `most`. */
static uint64_t rows_of_slab(const struct writing *w, uint64_t first, uint64_t most)
{
    uint64_t n = 1;
    if (most > rows_of_batch(w) && w->batch.vectors == NULL)
        most = rows_of_batch(w);
    struct pq_group_room room = pq_file_writer_room(w->writer);
    if (most > room.rows)
        most = room.rows;
    uint64_t before = cell_batch_bytes_before(&w->batch, first);
    uint64_t weight = w->columns.has_nested ? JSON_WEIGHT : 1;
    while (n < most && (cell_batch_bytes_before(&w->batch, first + n) - before) * weight +
                               n * room.row_bytes <
                           room.bytes)
        n++;
    return n;
}

enum status write_column(struct writing *w, uint32_t i, uint64_t first, uint64_t end,
                         bool *is_misfit, struct error *error)
{
    struct write_column *column = &w->columns.columns[i];
    uint64_t row;
    enum status status = write_column_append(column, &w->batch, column->position, first,
                                             end, &row, error);
    if (status != OK)
        return write_column_locate(column, w->batch.first_row + row, error);
    *is_misfit = row < end;
    w->misfit = column;
    if (!*is_misfit || !column->is_explicit || w->batch.vectors != NULL)
        return OK;
    struct cell cell = cell_batch_cell(&w->batch, row, column->position);
    return write_column_refuse(column, &cell, w->batch.first_row + row, error);
}

/* Appends rows of the batch to the writer. */
static enum status write_slab(struct writing *w, uint64_t first, uint64_t end,
                              bool *is_misfit, struct error *error)
{
    for (uint32_t i = 0; i < w->columns.n; i++) {
        enum status status = write_column(w, i, first, end, is_misfit, error);
        if (status != OK || *is_misfit)
            return status;
    }
    return pq_file_writer_end_rows(w->writer, end - first, error);
}

enum status write_open(struct writing *w, uint32_t partition, struct error *error)
{
    struct write_partitions *p = &w->partitions;
    enum status status = write_partitions_open(p, partition, error);
    if (status == OK && w->writer != p->partitions[partition].writer) {
        w->writer = p->partitions[partition].writer;
        write_columns_open(&w->columns, w->writer);
    }
    return status;
}

enum status write_end_rows(struct writing *w, uint32_t partition, uint64_t n,
                           struct error *error)
{
    struct write_partitions *p = &w->partitions;
    enum status status = write_partitions_add(p, partition, n, error);
    if (p->partitions[partition].writer == NULL)
        w->writer = NULL;
    return status;
}

/* Appends rows first .. end - 1 of the batch to the files of a partition. */
static enum status write_run(struct writing *w, uint32_t partition, uint64_t first,
                             uint64_t end, bool *is_misfit, struct error *error)
{
    struct write_partitions *p = &w->partitions;
    enum status status = OK;
    while (status == OK && !*is_misfit && first < end) {
        status = write_open(w, partition, error);
        if (status != OK)
            break;
        uint64_t room = write_partitions_room(p, partition), most = end - first;
        uint64_t n = rows_of_slab(w, first, most < room ? most : room);
        status = write_slab(w, first, first + n, is_misfit, error);
        if (status == OK && !*is_misfit)
            status = write_end_rows(w, partition, n, error);
        first += n;
    }
    return status;
}

/* Appends a batch of vectors to the files of its rows' partitions: all rows of one
 * partition, then those of the next. */
static enum status write_divided(struct writing *w, bool *is_misfit, struct error *error)
{
    struct cell_batch *batch = &w->batch;
    const struct batch_vector *vectors = batch->vectors;
    const uint32_t *selected = batch->selected;
    uint32_t n = (uint32_t)batch->n_rows, done = 0;
    enum status status = buffer_reserve(&w->divided, 2 * n * sizeof(uint32_t), false,
                                        error);
    uint32_t *partitions = (void *)w->divided.data, *rows = partitions + n;
    for (uint32_t r = 0; status == OK && r < n; r++)
        status = write_partitions_find(&w->partitions, batch, r, &partitions[r], error);
    for (uint32_t first = 0; status == OK && !*is_misfit && done < n; first++) {
        uint32_t partition = partitions[first], n_rows = 0;
        for (uint32_t r = first; r < n && partition != UINT32_MAX; r++) {
            if (partitions[r] != partition)
                continue;
            rows[n_rows++] = selected != NULL ? selected[r] : r;
            partitions[r] = UINT32_MAX;
        }
        if (n_rows == 0)
            continue;
        done += n_rows;
        status = cell_batch_set_vectors(batch, vectors, rows, n_rows, error);
        if (status == OK)
            status = write_run(w, partition, 0, n_rows, is_misfit, error);
    }
    return status;
}

/* Runs of rows of the same partition. */
enum status write_batch(struct writing *w, bool *is_misfit, struct error *error)
{
    bool has_keys = w->columns.n_partition_keys > 0;
    uint32_t partition = 0, next = 0;
    enum status status = OK;
    *is_misfit = false;
    if (has_keys && w->batch.vectors != NULL)
        return write_divided(w, is_misfit, error);
    cell_batch_look_at_bytes(&w->batch);
    for (uint64_t first = 0, end; status == OK && !*is_misfit && first < w->batch.n_rows;
         first = end) {
        status = write_partitions_find(&w->partitions, &w->batch, first, &partition,
                                       error);
        for (end = first + 1; status == OK && end < w->batch.n_rows; end++) {
            if (has_keys)
                status = write_partitions_find(&w->partitions, &w->batch, end, &next,
                                               error);
            if (has_keys && next != partition)
                break;
        }
        if (status == OK)
            status = write_run(w, partition, first, end, is_misfit, error);
    }
    return status;
}

/* Discards all that was written. */
static enum status drop_writer(struct writing *w, struct error *error)
{
    w->writer = NULL;
    return write_partitions_clear(&w->partitions, error);
}

/* Writes the sample with types from its first rows; if a value does not fit, again with
 * types from all its rows. */
static enum status write_sample(struct writing *w, bool *is_misfit, struct error *error)
{
    uint64_t n_rows = w->batch.n_rows, n = n_rows < NOTED_ROWS ? n_rows : NOTED_ROWS;
    for (;; n = n_rows) {
        enum status status = note_rows(w, n, error);
        if (status == OK)
            status = write_choose_types(w, error);
        if (status == OK)
            status = write_batch(w, is_misfit, error);
        if (status == OK && *is_misfit && n < n_rows)
            status = drop_writer(w, error);
        if (status != OK || !*is_misfit || n == n_rows)
            return status;
    }
}

/* Processes the batch and empties it. */
static enum status take_batch(struct writing *w, struct error *error)
{
    bool is_misfit = false;
    enum status status = OK;
    switch (w->stage) {
    case SAMPLE:
        w->stage = ROWS;
        status = write_sample(w, &is_misfit, error);
        break;
    case ROWS:
        status = write_batch(w, &is_misfit, error);
        break;
    case NOTES:
        status = note_rows(w, w->batch.n_rows, error);
        break;
    }
    if (status == OK && is_misfit) {
        w->stage = NOTES;
        status = note_rows(w, w->batch.n_rows, error);
    }
    cell_batch_reset(&w->batch, w->n_rows + 1);
    write_draw_progress(w);
    return status;
}

static bool is_batch_full(const struct writing *w)
{
    if (w->stage == SAMPLE)
        return w->batch.n_rows >= w->options.parquet.row_group_rows ||
               cell_batch_size(&w->batch) >= MOST_SAMPLE_BYTES;
    return w->batch.n_rows >= rows_of_batch(w) ||
           cell_batch_size(&w->batch) >= MOST_BATCH_BYTES;
}

/* Adds the types of a Variant, unless the text is not from one. */
static enum status keep_types(struct writing *w, sqlite3_value *value,
                              struct batch_cell *cell, struct error *error)
{
    struct slice types, text = slice_of(sqlite3_value_text(value), cell->size);
    if (cell->class != CELL_TEXT)
        return OK;
    if (passed_types_find(w->connection->passed_types, text, &types))
        return cell_batch_keep_types(&w->batch, cell, types, error);
    /* It may be a copy. */
    if (!passed_types_remembers(w->connection->passed_types)) {
        w->needs_copies = true;
        return error_set(error, MISUSE, "the types of copied Variants are not kept");
    }
    return OK;
}

/* A query_row_taker. */
static enum status take_values(void *context, sqlite3_value **values, uint32_t first,
                               uint32_t n, struct error *error)
{
    struct writing *w = context;
    if (first == 0) {
        w->row = cell_batch_new_row(&w->batch, error);
        if (w->row == NULL)
            return error->status;
        w->n_rows++;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct batch_cell *cell = &w->row[first + i];
        enum status status = keep_cell(w, values[i], cell, error);
        if (status == OK && w->columns.has_types != NULL &&
            w->columns.has_types[first + i])
            status = keep_types(w, values[i], cell, error);
        if (status != OK)
            return status;
    }
    if (first + n < w->columns.n_in_query)
        return OK;
    /* Also while the sample grows, and for each row, because a query may be slow. */
    write_draw_progress(w);
    enum status status = cell_batch_end_row(&w->batch, error);
    return status == OK && is_batch_full(w) ? take_batch(w, error) : status;
}

enum status write_begin_anew(struct writing *w, struct error *error)
{
    w->n_rows = 0;
    w->stage = SAMPLE;
    cell_batch_reset(&w->batch, 1);
    return drop_writer(w, error);
}

/* Runs the query once more, and remembers the types of all Variants: SQLite has copied
 * some that it returns. */
static enum status run_with_copies(struct writing *w, struct error *error)
{
    error_clear(error);
    passed_types_remember(w->connection->passed_types);
    w->needs_copies = false;
    enum status status = write_begin_anew(w, error);
    return status == OK ? query_rows_run(&w->rows, &w->code, error) : status;
}

static enum status write_rows(struct writing *w, struct error *error)
{
    bool is_done = false;
    enum status status = write_copies(w, &is_done, error);
    if (status == OK && is_done && w->stage == SAMPLE) /* no rows */
        status = take_batch(w, error);
    for (int round = 1; status == OK && !is_done; round++) {
        status = query_rows_run(&w->rows, &w->code, error);
        if (w->needs_copies)
            status = run_with_copies(w, error);
        if (status == OK && (w->stage == SAMPLE || w->batch.n_rows > 0))
            status = take_batch(w, error);
        if (status != OK || w->stage != NOTES)
            break;
        if (round == MOST_ROUNDS)
            return error_set(error, MISUSE,
                             "the query returns different values each time it runs: give "
                             "the column types with types=...");
        status = write_begin_anew(w, error);
        if (status == OK) /* a sample of no rows: the values have been noted */
            status = take_batch(w, error);
    }
    if (status != OK)
        return status;
    w->writer = NULL;
    return write_partitions_finish(&w->partitions, error);
}

/* ---- The function ---------------------------------------------------------------- */

static enum status read_arguments(struct writing *w, int argc, sqlite3_value **argv,
                                  const char **query, struct error *error)
{
    const char *path, *argument;
    if (argc < 2)
        return error_set(error, MISUSE,
                         "parquet_write() needs a path and a query, which options can "
                         "follow: parquet_write(path, query, 'key=value', ...)");
    enum status status = text_argument(argv[0], "the path", &path, error);
    if (status == OK && path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    if (status == OK) {
        w->path = w->options.path = path;
        status = text_argument(argv[1], "the query", query, error);
    }
    for (int i = 2; status == OK && i < argc; i++) {
        status = text_argument(argv[i], "an option", &argument, error);
        if (status == OK)
            status = write_options_add(&w->options, argument, error);
    }
    return status == OK ? write_options_check(&w->options, error) : status;
}

/* Refuses a target in a table of Delta or Iceberg, even where the connection may not
 * read. */
static enum status check_lake(const char *target, struct error *error)
{
    const struct folders *confines = disk_file_confine(NULL);
    enum status status = lake_refuse_target(target, error);
    (void)disk_file_confine(confines);
    return status;
}

/* An output_guard. */
static enum status check_target(void *context, const char *target, struct error *error)
{
    struct writing *w = context;
    enum status status = restrictions_allow_target(&w->connection->restrictions, target,
                                                   error);
    if (status == OK && !path_is_url(target)) /* no database is there */
        status = trust_target(w->db, target, &w->code, error);
    return status == OK && w->options.lake != LAKE_WRITE_OFF ? check_lake(target, error)
                                                             : status;
}

static enum status create_output(struct writing *w, struct error *error)
{
    const struct output_guard guard = {check_target, w};
    const struct write_options *options = &w->options;
    enum folder_mode mode = options->append      ? FOLDER_APPEND
                            : options->overwrite ? FOLDER_REPLACE
                                                 : FOLDER_NEW;
    w->partitions = (struct write_partitions){.options = options, .columns = &w->columns};
    return options->writes_folder
               ? output_folder_create(w->path, mode, &guard, &w->partitions.folder, error)
               : output_file_create_guarded(w->path, options->overwrite, &guard,
                                            &w->partitions.file, error);
}

static enum status commit_output(struct writing *w, struct error *error)
{
    struct output_file *file = w->partitions.file;
    struct output_folder *folder = w->partitions.folder;
    w->partitions.file = NULL;
    w->partitions.folder = NULL;
    return file != NULL ? output_file_commit(file, error)
                        : output_folder_commit(folder, error);
}

/* Prepares the query in the order that is asked for: by the keys first, so that the rows
 * of a partition follow one another. */
static enum status sort_query(struct writing *w, struct error *error)
{
    const struct option_list *list = &w->options.order_by;
    const struct write_columns *columns = &w->columns;
    struct buffer order = {0};
    enum status status = OK;
    if (list->n == 0)
        return OK;
    for (uint32_t k = 0; status == OK && k < columns->n_partition_keys; k++)
        status = buffer_append_format(&order, error, "%s%u", k > 0 ? ", " : "",
                                      (unsigned)columns->partition_keys[k].position + 1);
    for (uint32_t k = 0; status == OK && k < list->n; k++) {
        const struct option_list_item *item = &list->items[k];
        uint32_t position;
        status = write_columns_position(columns, item->name, &position, error);
        if (status == OK)
            status = buffer_append_format(
                &order, error, "%s%u COLLATE BINARY%s NULLS %s",
                order.size > 0 ? ", " : "", (unsigned)position + 1,
                item->is_descending ? " DESC" : "", item->nulls_first ? "FIRST" : "LAST");
    }
    if (status == OK)
        status = buffer_append(&order, "", 1, error);
    if (status == OK)
        status = write_query_sort(w->db, w->query, (const char *)order.data, &w->sorted,
                                  &w->code, error);
    buffer_release(&order);
    return status;
}

/* From here on, tables pass the types of Variants, if the query returns some. */
static enum status begin_types(struct writing *w, struct error *error)
{
    struct connection *connection = w->connection;
    if (w->columns.has_types == NULL)
        return OK;
    connection->passed_types = passed_types_new(&connection->memory);
    if (connection->passed_types == NULL)
        return error_nomem(error);
    if (w->rows.copies_values)
        passed_types_remember(connection->passed_types);
    return OK;
}

static enum status write_file(struct writing *w, const char *query, struct error *error)
{
    enum status status = write_query_prepare(w->db, query, &w->query, &w->code, error);
    if (status == OK)
        status = write_columns_init(&w->columns, w->query, w->connection, &w->options,
                                    error);
    if (status == OK)
        status = sort_query(w, error);
    w->batch = (struct cell_batch){.n_columns = w->columns.n_in_query, .first_row = 1};
    w->rows = (struct query_rows){.db = w->db,
                                  .connection = w->connection,
                                  .query = w->sorted != NULL ? w->sorted : w->query,
                                  .n_columns = w->columns.n_in_query,
                                  .take = take_values,
                                  .context = w};
    if (status == OK)
        status = query_rows_open(&w->rows, error);
    if (status == OK)
        status = create_output(w, error);
    if (status != OK)
        return status;
    if (w->options.progress)
        w->began_at = w->drawn_at = os_nanoseconds();
    status = begin_types(w, error);
    if (status == OK)
        status = write_rows(w, error);
    if (w->options.progress)
        draw_line(w, os_nanoseconds(), bytes_written(w), "\n");
    if (status == OK)
        status = commit_output(w, error);
    if (status == OK)
        write_report(&w->columns, w->query, &w->connection->written_types);
    return status;
}

static void release(struct writing *w)
{
    struct output_file *file = w->partitions.file;
    struct output_folder *folder = w->partitions.folder;
    write_partitions_release(&w->partitions);
    output_file_discard(file);
    output_folder_discard(folder);
    query_batches_release(&w->batches);
    cell_batch_release(&w->batch);
    buffer_release(&w->divided);
    write_columns_release(&w->columns);
    query_rows_release(&w->rows);
    sqlite3_finalize(w->sorted);
    sqlite3_finalize(w->query);
    write_options_release(&w->options);
}

/* Whether the connection and the caller may write at all. */
static enum status check_permission(struct writing *w, struct error *error)
{
    enum status status = connection_check_loaded_whole(w->connection, error);
    if (status == OK)
        status = trust_caller(w->connection, "parquet_write", &w->code, error);
    return status == OK ? trust_to_write(w->db, &w->code, error) : status;
}

static void result_listing(sqlite3_context *context, const struct buffer *listing)
{
    char *text = sqlite3_mprintf("[%.*s]", (int)listing->size,
                                 listing->size > 0 ? (const char *)listing->data : "");
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
    sqlite3_result_subtype(context, 'J');
}

static void parquet_write(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    struct connection *connection = sqlite3_user_data(context);
    struct writing w = {.db = db, .connection = connection};
    const char *query = NULL;
    struct error error;
    error_clear(&error);
    write_options_init(&w.options);
    connection->n_writes++;
    w.outer_types = connection->passed_types;
    connection->passed_types = NULL;
    call_begin(&w.call, connection, &connection->memory);
    enum status status = check_permission(&w, &error);
    if (status == OK)
        status = key_function_is_over(db, &error);
    if (status == OK)
        status = read_arguments(&w, argc, argv, &query, &error);
    if (status == OK && connection->n_writes > MOST_NESTED)
        status = error_set(
            &error, MISUSE,
            "parquet_write() is called by its own query too many levels deep");
    if (status == OK)
        status = write_file(&w, query, &error);
    status = call_end(&w.call, status, &error);
    connection->n_writes--;
    if (status == OK && w.options.return_files)
        result_listing(context, &w.partitions.listing);
    else if (status == OK)
        sqlite3_result_int64(context, (sqlite3_int64)w.n_rows);
    else
        report_to_function(context, w.path, w.code, &error);
    release(&w);
    passed_types_free(connection->passed_types);
    connection->passed_types = w.outer_types;
}

int register_write(sqlite3 *db, struct connection *connection)
{
    int code = query_rows_register(db, connection);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_create_function_v2(
        db, "parquet_write", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_RESULT_SUBTYPE,
        connection_retain(connection), parquet_write, NULL, NULL, connection_release);
}
