/* SPDX-License-Identifier: MIT */
#include "sql/write/query_batches.h"

#include <string.h>

#include "base/alloc.h"
#include "convert/write_vector.h"
#include "parquet/nested/record_entries.h"
#include "scan/type_words.h"
#include "sql/write/column_origin.h"

/* ---- The query's program --------------------------------------------------------- */

/* An instruction, as EXPLAIN shows it. */
struct instruction {
    int address;
    const char *name;
    int p1, p2, p3;
    const char *p4;
};

/* What has been read of a program that may be a plain pass over a table. */
struct program {
    enum { BEFORE_LOOP, IN_LOOP, AFTER_LOOP, ENDED } place;
    unsigned n_tables;
    int cursor, first; /* of the loop: its cursor, and the address where it begins */
    struct query_column *columns;
    uint32_t n_columns, n_found; /* columns of the row, as far as they were loaded */
    int first_register;          /* of the row; -1: not known yet */
    bool has_row;
    char *plan; /* the argument of VFilter, for the table */
};

static bool is_named(const struct instruction *at, const char *name)
{
    return strcmp(at->name, name) == 0;
}

/* Instructions without effect: RealAffinity, of older versions, makes integers real, but
 * a table's column of that affinity has none. */
static bool is_mute(const struct instruction *at)
{
    return is_named(at, "Noop") || is_named(at, "Explain") ||
           is_named(at, "ReleaseReg") || is_named(at, "RealAffinity");
}

static bool begin_loop(struct program *p, const struct instruction *at)
{
    p->place = IN_LOOP;
    p->cursor = at->p1;
    p->first = at->address + 1;
    p->plan = at->p4 != NULL ? sqlite3_mprintf("%s", at->p4) : NULL;
    return p->plan != NULL;
}

/* Takes an instruction of the loop; SQLite loads the columns into registers that follow
 * one another. */
static bool take_in_loop(struct program *p, const struct instruction *at)
{
    if (is_named(at, "VColumn")) {
        if (p->n_found == 0)
            p->first_register = at->p3;
        bool is_next = at->p1 == p->cursor && p->n_found < p->n_columns && !p->has_row &&
                       at->p3 == p->first_register + (int)p->n_found;
        if (is_next)
            p->columns[p->n_found++].in_table = (uint32_t)at->p2;
        return is_next;
    }
    if (is_named(at, "ResultRow")) {
        bool is_whole = !p->has_row && p->n_found == p->n_columns &&
                        at->p1 == p->first_register && at->p2 == (int)p->n_columns;
        p->has_row = true;
        return is_whole;
    }
    if (is_named(at, "VNext") && p->has_row) {
        p->place = AFTER_LOOP;
        return at->p1 == p->cursor && at->p2 == p->first;
    }
    return false;
}

/* Takes the next instruction; false: the program is another one.  What is before the loop
 * runs once, since Halt follows the loop; what is after Halt as well. */
static bool take_instruction(struct program *p, const struct instruction *at)
{
    if (is_mute(at))
        return true;
    if (is_named(at, "VOpen") && ++p->n_tables > 1)
        return false;
    switch (p->place) {
    case BEFORE_LOOP:
        return is_named(at, "VFilter") ? begin_loop(p, at) : !is_named(at, "ResultRow");
    case IN_LOOP:
        return take_in_loop(p, at);
    case AFTER_LOOP:
        p->place = ENDED;
        return is_named(at, "Halt");
    case ENDED:
        break;
    }
    return !is_named(at, "VFilter") && !is_named(at, "ResultRow");
}

static bool read_instruction(sqlite3_stmt *explain, struct instruction *at)
{
    enum { ADDRESS, NAME, P1, P2, P3, P4 };
    *at = (struct instruction){
        .address = sqlite3_column_int(explain, ADDRESS),
        .name = (const char *)sqlite3_column_text(explain, NAME),
        .p1 = sqlite3_column_int(explain, P1),
        .p2 = sqlite3_column_int(explain, P2),
        .p3 = sqlite3_column_int(explain, P3),
        .p4 = (const char *)sqlite3_column_text(explain, P4),
    };
    return at->name != NULL;
}

/* Whether the query only passes on the columns of one table. */
static bool read_program(sqlite3_stmt *query, struct program *p)
{
    sqlite3 *db = sqlite3_db_handle(query);
    sqlite3_stmt *explain = NULL;
    struct instruction at;
    char *sql = sqlite3_mprintf("EXPLAIN %s", sqlite3_sql(query));
    int code = sql != NULL ? sqlite3_prepare_v2(db, sql, -1, &explain, NULL)
                           : SQLITE_NOMEM;
    bool is_plain = code == SQLITE_OK;
    while (is_plain && (code = sqlite3_step(explain)) == SQLITE_ROW)
        is_plain = read_instruction(explain, &at) && take_instruction(p, &at);
    sqlite3_finalize(explain);
    sqlite3_free(sql);
    return is_plain && code == SQLITE_DONE && p->place == ENDED;
}

/* ---- A run ----------------------------------------------------------------------- */

/* Steps the query to its first row.  The cursor must have the plan that was read: SQLite
 * prepares the query again when the schema has changed. */
static enum status begin(struct query_batches *batches, const char *plan, bool *is_done,
                         int *code, struct error *error)
{
    struct connection *connection = batches->connection;
    struct batch_request *outer = connection->batch_request;
    connection->batch_request = &batches->request;
    int result = sqlite3_step(batches->query);
    connection->batch_request = outer;
    const struct parquet_cursor *c = batches->request.cursor;
    *is_done = result == SQLITE_DONE;
    if (result == SQLITE_ROW && c != NULL && c->note.plan != NULL &&
        strcmp(c->note.plan, plan) == 0)
        return OK;
    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        *code = result;
        (void)error_set(error, result == SQLITE_INTERRUPT ? INTERRUPTED : MISUSE,
                        "query: %s", sqlite3_errmsg(connection->db));
    }
    query_batches_release(batches);
    return error->status;
}

enum status query_batches_open(struct query_batches *batches,
                               struct connection *connection, sqlite3_stmt *query,
                               uint32_t n_columns, bool *is_done, int *code,
                               struct error *error)
{
    *batches = (struct query_batches){
        .connection = connection, .query = query, .n_columns = n_columns};
    batches->request.is_of_rows = true;
    *is_done = false;
    batches->columns = mem_alloc_zeroed(n_columns, sizeof *batches->columns);
    batches->vectors = mem_alloc_zeroed(n_columns, sizeof *batches->vectors);
    if (batches->columns == NULL || batches->vectors == NULL) {
        query_batches_release(batches);
        return error_nomem(error);
    }
    struct program program = {.columns = batches->columns, .n_columns = n_columns};
    enum status status = OK;
    if (read_program(query, &program))
        status = begin(batches, program.plan, is_done, code, error);
    else
        query_batches_release(batches);
    sqlite3_free(program.plan);
    return status;
}

static const struct table_column *column_of(const struct query_batches *batches,
                                            uint32_t i)
{
    const struct table_columns *columns = &batches->request.cursor->file->columns;
    return &columns->columns[batches->columns[i].in_table];
}

const struct column *query_batches_column(const struct query_batches *batches, uint32_t i)
{
    const struct table_column *column = column_of(batches, i);
    bool has_other_unit = column->form == FORM_EPOCH && column->column != NULL &&
                          column->shown_unit != column->column->unit;
    return has_other_unit ? NULL : column->column;
}

enum status query_batches_type(const struct query_batches *batches, uint32_t i,
                               struct buffer *words, struct error *error)
{
    const struct table_column *column = column_of(batches, i);
    enum status status = column_type_words(batches->request.cursor->file, column, words,
                                           error);
    return status == OK && words->size == 0
               ? append_type_words(words, column->column, error)
               : status;
}

enum status query_batches_take_records(struct query_batches *batches, uint32_t i,
                                       const struct write_target *target,
                                       struct error *error)
{
    const struct opened_file *opened = batches->request.cursor->file;
    uint32_t source = column_of(batches, i)->records_source;
    struct buffer own = {0}, form = {0};
    if (source == 0 || target->nested == NULL || opened->is_salvage)
        return OK;
    enum status status = opened->file->ops->column_type_text(opened->file, source, &own,
                                                             error);
    if (status == OK)
        status = pq_append_record_form(&target->nested->tree, 1, &form, error);
    batches->columns[i].has_records = status == OK && own.size > 0 &&
                                      slice_compare(buffer_slice(&own),
                                                    buffer_slice(&form)) == 0;
    batches->has_records = batches->has_records || batches->columns[i].has_records;
    buffer_release(&own);
    buffer_release(&form);
    return status;
}

bool query_batches_show(struct query_batches *batches, uint32_t i)
{
    const struct table_column *column = column_of(batches, i);
    batches->columns[i].is_shown = true;
    batches->columns[i].shown.style = column->style;
    return column->form == FORM_INTEGER || column->form == FORM_REAL ||
           column->form == FORM_TEXT;
}

/* ---- Batches --------------------------------------------------------------------- */

/* Returns SQLite's failure of a call of the cursor, as query_rows_run() does. */
static enum status cursor_failure(const struct query_batches *batches, int failure,
                                  int *code, struct error *error)
{
    sqlite3_vtab *table = batches->request.cursor->base.pVtab;
    enum status status;
    if (failure == SQLITE_INTERRUPT) {
        status = error_set(error, INTERRUPTED, "interrupted");
    } else {
        *code = failure;
        status = error_set(error, MISUSE, "query: %s",
                           table->zErrMsg != NULL ? table->zErrMsg
                                                  : sqlite3_errstr(failure));
    }
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = NULL;
    return status;
}

/* The rows of a cursor's batch, the current one first: the position from which `selected`
 * counts, or that of the current one. */
struct rows_left {
    uint64_t first;
    const uint32_t *selected; /* NULL: they follow one another */
    uint32_t n;
};

static struct rows_left rows_left(const struct feed_batch *batch)
{
    uint64_t n = feed_batch_left(batch) + 1;
    bool has_some = batch->selected != NULL;
    return (struct rows_left){.first = has_some ? batch->first : batch->row,
                              .selected = has_some ? batch->selected - 1 : NULL,
                              .n = n < BATCH_ROWS ? (uint32_t)n : BATCH_ROWS};
}

/* Leaves out the rows that the window does not have; it has the first. */
static void limit_to(struct rows_left *rows, const struct scan_column *window)
{
    uint64_t end = window->first + window->vector.n_rows;
    uint32_t low = 1, high = rows->n;
    if (rows->selected == NULL) {
        rows->n = end - rows->first < rows->n ? (uint32_t)(end - rows->first) : rows->n;
        return;
    }
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (rows->first + rows->selected[middle - 1] < end)
            low = middle;
        else
            high = middle - 1;
    }
    rows->n = low;
}

static int load(struct query_batches *batches, uint32_t source, struct rows_left *rows,
                const struct column_vector **vector, uint32_t *first)
{
    const struct scan_column *window;
    int code = cursor_window(batches->request.cursor, source, &window);
    if (code != SQLITE_OK)
        return code;
    *vector = &window->vector;
    *first = (uint32_t)(rows->first - window->first);
    limit_to(rows, window);
    return SQLITE_OK;
}

static int load_column(struct query_batches *batches, uint32_t i, struct rows_left *rows)
{
    const struct table_column *column = column_of(batches, i);
    struct batch_vector *at = &batches->vectors[i];
    uint32_t source = batches->columns[i].has_records ? column->records_source
                                                      : column->source;
    int code = load(batches, source, rows, &at->vector, &at->first);
    at->types = NULL;
    at->is_records = batches->columns[i].has_records;
    if (code == SQLITE_OK && column->types_source != 0 && !at->is_records)
        code = load(batches, column->types_source, rows, &at->types, &at->types_first);
    return code;
}

/* Loads all columns.  What one of them needs can take the place of windows of earlier
 * ones, which are empty then: where rows in memory become fewer, all are loaded again. */
static int load_columns(struct query_batches *batches, struct rows_left *rows)
{
    int code = SQLITE_OK;
    uint32_t n_loaded = 0;
    while (code == SQLITE_OK && n_loaded < batches->n_columns) {
        *rows = rows_left(&batches->request.cursor->batch);
        for (uint32_t i = 0; code == SQLITE_OK && i < batches->n_columns; i++)
            code = load_column(batches, i, rows);
        for (n_loaded = 0; code == SQLITE_OK && n_loaded < batches->n_columns;
             n_loaded++) {
            const struct batch_vector *at = &batches->vectors[n_loaded];
            if (at->vector->n_rows == 0 || (at->types != NULL && at->types->n_rows == 0))
                break;
        }
    }
    return code;
}

/* Formats the values of columns whose cells are asked for. */
static enum status show_columns(struct query_batches *batches, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < batches->n_columns; i++) {
        const struct table_column *column = column_of(batches, i);
        struct query_column *own = &batches->columns[i];
        struct batch_vector *at = &batches->vectors[i];
        at->shown = own->is_shown ? at->vector : NULL;
        if (!own->is_shown || !formatted_vector_serves(column->column))
            continue;
        status = formatted_vector_fill(&own->shown, column->column, at->vector, error);
        at->shown = &own->shown.vector;
    }
    return status;
}

enum status query_batches_next(struct query_batches *batches, struct cell_batch *batch,
                               int *code, struct error *error)
{
    struct parquet_cursor *c = batches->request.cursor;
    struct rows_left rows = {0};
    int result = SQLITE_OK;
    if (!c->note.in_batches)
        result = cursor_begin_batches(c);
    else if (!feed_batch_has_row(&c->batch))
        result = cursor_next_batch(c);
    if (result == SQLITE_OK && feed_batch_has_row(&c->batch))
        result = load_columns(batches, &rows);
    if (result != SQLITE_OK)
        return cursor_failure(batches, result, code, error);
    enum status status = rows.n > 0 ? show_columns(batches, error) : OK;
    if (status == OK)
        status = cell_batch_set_vectors(batch, batches->vectors, rows.selected, rows.n,
                                        error);
    (void)feed_batch_skip(&c->batch, rows.n);
    return status;
}

/* ---- Column by column ------------------------------------------------------------ */

bool query_batches_have_columns(const struct query_batches *batches)
{
    const struct parquet_cursor *c = batches->request.cursor;
    return c->feed == &c->feeds.scan && c->scan->ahead == NULL && !c->scan->is_far &&
           !c->file->is_salvage && !c->note.in_batches;
}

/* Whether so many rows may be taken that a row group ends with them: the end is at most
 * an eighth away from what is wanted.  A page of each column is decompressed once more
 * for each part of a row group. */
static bool is_near_end(uint64_t left_in_group, uint64_t n, uint64_t wanted)
{
    return n + left_in_group <= wanted + wanted / 8;
}

/* Notes n rows of the cursor's batch as taken. */
static enum status note_taken(struct query_batches *batches, const struct rows_left *rows,
                              uint32_t n, struct error *error)
{
    const struct parquet_cursor *c = batches->request.cursor;
    struct scan_batch taken = {.index = scan_list_index(c->scan, c->batch.row),
                               .first = rows->first,
                               .end = rows->first + n};
    enum status status = OK;
    if (rows->selected != NULL) {
        taken.end = rows->first + rows->selected[n - 1] + 1;
        taken.n_selected = n;
        status = buffer_append(&batches->positions, rows->selected, n * sizeof(uint32_t),
                               error);
    }
    batches->n_taken += n;
    return status == OK ? buffer_append(&batches->taken, &taken, sizeof taken, error)
                        : status;
}

/* The rows of the row group of the cursor's current row, from that row on. */
static uint64_t left_in_group(const struct parquet_cursor *c)
{
    return scan_row_group_of(c->scan, c->batch.row)->end - c->batch.row;
}

enum status query_batches_take(struct query_batches *batches, uint64_t wanted,
                               uint64_t most, int *code, struct error *error)
{
    enum {
        MOST_PARTS = 4,   /* of a row group that are decompressed separately */
        MOST_GROUPS = 16, /* which each column begins to read; their files are open */
    };
    struct parquet_cursor *c = batches->request.cursor;
    enum status status = OK;
    int result = c->note.in_batches ? SQLITE_OK : cursor_begin_batches(c);
    uint32_t group = UINT32_MAX, n_groups = 0;
    bool is_full = false;
    c->scan->is_alone = true;
    batches->taken.size = batches->positions.size = 0;
    batches->n_taken = 0;
    batches->keeps_readers = batches->has_stopped = false;
    while (status == OK && result == SQLITE_OK && !is_full) {
        if (!feed_batch_has_row(&c->batch))
            result = cursor_next_batch(c);
        if (result != SQLITE_OK || !feed_batch_has_row(&c->batch))
            break;
        struct rows_left rows = rows_left(&c->batch);
        uint32_t index = scan_list_index(c->scan, c->batch.row);
        uint64_t n = batches->n_taken, left = left_in_group(c);
        if (index != group && n > 0 && n >= wanted - wanted / 8)
            break;
        n_groups += index != group;
        group = index;
        batches->has_stopped = n_groups > MOST_GROUPS;
        if (batches->has_stopped)
            break;
        uint64_t limit = is_near_end(left, n, wanted) ? most : wanted;
        limit = limit < most ? limit : most;
        uint32_t k = rows.n < limit - n ? rows.n : (uint32_t)(limit - n);
        status = note_taken(batches, &rows, k, error);
        (void)feed_batch_skip(&c->batch, k);
        is_full = batches->n_taken >= limit;
        batches->keeps_readers = is_full && left > k &&
                                 left - k > MOST_PARTS * batches->n_taken;
    }
    return result != SQLITE_OK ? cursor_failure(batches, result, code, error) : status;
}

/* The rows of a place's batch from it on, which it makes the cursor's. */
static struct rows_left rows_at(struct query_batches *batches,
                                const struct batch_place *place)
{
    struct parquet_cursor *c = batches->request.cursor;
    struct scan_batch taken =
        ((struct scan_batch *)(void *)batches->taken.data)[place->batch];
    struct rows_left rows = {.first = taken.first + place->row,
                             .n = (uint32_t)(taken.end - taken.first) - place->row};
    c->batch.row = rows.first;
    if (taken.n_selected > 0) {
        taken.selected = (uint32_t *)(void *)batches->positions.data + place->positions;
        rows.first = taken.first;
        rows.selected = taken.selected + place->row;
        rows.n = taken.n_selected - place->row;
        c->batch.row = taken.first + rows.selected[0];
    }
    scan_set_batch(c->scan, &taken);
    return rows;
}

static void close_readers(struct query_batches *batches, uint32_t i)
{
    const struct table_column *column = column_of(batches, i);
    struct scan *scan = batches->request.cursor->scan;
    scan_close_column(scan, batches->columns[i].has_records ? column->records_source
                                                            : column->source);
    if (column->types_source != 0)
        scan_close_column(scan, column->types_source);
}

enum status query_batches_next_of(struct query_batches *batches, uint32_t i,
                                  struct batch_place *place, struct cell_batch *batch,
                                  int *code, struct error *error)
{
    struct parquet_cursor *c = batches->request.cursor;
    const struct feed_batch last_batch = c->batch;
    const struct scan *scan = c->scan;
    const struct scan_batch last = {scan->list_index, scan->batch_first, scan->batch_end,
                                    scan->selected, scan->n_selected};
    batch->n_rows = 0;
    if (place->batch == batches->taken.size / sizeof(struct scan_batch)) {
        if (!batches->keeps_readers)
            close_readers(batches, i);
        return OK;
    }
    struct rows_left rows = rows_at(batches, place);
    uint32_t n = rows.n;
    int result = load_column(batches, i, &rows);
    scan_set_batch(c->scan, &last);
    c->batch = last_batch;
    if (result != SQLITE_OK)
        return cursor_failure(batches, result, code, error);
    place->row += rows.n;
    if (rows.n == n) {
        const struct scan_batch *taken = (const void *)batches->taken.data;
        place->positions += taken[place->batch++].n_selected;
        place->row = 0;
    }
    batch->vectors = batches->vectors;
    batch->selected = rows.selected;
    batch->n_rows = rows.n;
    return OK;
}

void query_batches_release(struct query_batches *batches)
{
    struct parquet_cursor *c = batches->request.cursor;
    if (c != NULL)
        c->note.is_trial = !c->note.in_batches;
    if (batches->query != NULL)
        (void)sqlite3_reset(batches->query);
    for (uint32_t i = 0; batches->columns != NULL && i < batches->n_columns; i++)
        formatted_vector_release(&batches->columns[i].shown);
    buffer_release(&batches->taken);
    buffer_release(&batches->positions);
    mem_free(batches->columns);
    mem_free(batches->vectors);
    *batches = (struct query_batches){0};
}
