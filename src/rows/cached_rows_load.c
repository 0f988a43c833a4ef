/* SPDX-License-Identifier: MIT */
/*
 * cached_rows_load.c - loads the values of a column in cached rows.
 *
 * The rows are loaded in the order of the file, and each value is stored at its row's
 * position.  Many rows are divided into parts of whole row groups, which the caller's
 * thread and others load at the same time; each other one has its own table_file and
 * scan.  What a thread cannot load, for whatever reason, the caller's loads after it.
 */
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "rows/cached_rows.h"
#include "scan/formatted_vector.h"

enum {
    /* Cached rows at most this far apart are decoded together with the rows between. */
    NEAR_ROWS = 128,
    /* Texts of so many values in a row group are made once. */
    MOST_FEW_VALUES = 4000,
    /* Rows whose values are numbered before other threads begin, and the part of all rows
     * that they are at most: most numbers are then the same in all threads. */
    FIRST_ROWS = 4 * BATCH_ROWS,
    FIRST_PART = 16,
    /* Of entries in other threads. */
    MOST_ENTRY_BYTES = 1 << 20,
    /* Per row, for interrupt_after(). */
    RENUMBER_WORK = 4,
};

/* The next number for a dictionary, apart from those of files. */
static _Atomic uint64_t next_dictionary = UINT64_C(1) << 63;

/* Where all parts of a column are stored. */
struct target {
    const struct cached_rows *rows;
    uint32_t column;
    enum vector_kind kind;
    bool has_entries; /* values are indices of entries */
    uint8_t *valid;   /* NULL: no row can be null */
    void *values;
};

/* Rows that one thread loads. */
struct part {
    const struct target *to;
    struct scan *scan;
    uint32_t first, next, end; /* in the order of the file */
    bool has_nulls, has_nul;   /* null rows; texts that may contain a 0 byte */
    struct value_table table;  /* of the entries */
    size_t most_bytes;         /* of them */
};

/* ---- Values ---------------------------------------------------------------------- */

/* Sets the index of the next row. */
static enum status add_index(struct part *part, const struct column_vector *vector,
                             uint32_t row, struct error *error)
{
    uint32_t *indices = part->to->values;
    uint32_t at = cached_rows_position(part->to->rows, part->next);
    enum status status = value_table_add_row(&part->table, vector, row, &indices[at],
                                             error);
    if (status == OK && part->table.n_bytes > part->most_bytes)
        status = error_set(error, TOO_BIG, "different values exceed %zu bytes",
                           part->most_bytes);
    return status;
}

/* Stores the value of one row of a vector. */
static enum status add_row(struct part *part, const struct column_vector *vector,
                           uint32_t row, struct error *error)
{
    const struct target *to = part->to;
    enum status status = OK;
    uint32_t n = cached_rows_position(to->rows, part->next);
    uint32_t k = column_vector_index(vector, row);
    if (column_vector_is_null(vector, row)) {
        if (to->valid == NULL)
            return error_set(error, CORRUPT, "a required value is missing");
        to->valid[n] = 0;
        part->has_nulls = true;
    } else if (to->has_entries) {
        status = add_index(part, vector, row, error);
    } else {
        switch (vector->kind) {
        case VECTOR_INT64:
            ((int64_t *)to->values)[n] = vector->values.int64[k];
            break;
        case VECTOR_DOUBLE:
            ((double *)to->values)[n] = vector->values.float64[k];
            break;
        case VECTOR_INSTANT:
            ((struct instant *)to->values)[n] = vector->values.instant[k];
            break;
        case VECTOR_BYTES:
            break;
        }
    }
    part->next += status == OK;
    return status;
}

/* The row of a window that comes next; beyond its rows if another window has it. */
static inline uint64_t next_row(const struct part *part, uint32_t next,
                                const struct scan_column *window)
{
    return next < part->end ? cached_rows_in_file(part->to->rows, next) - window->first
                            : window->vector.n_rows;
}

/* Adds rows without nulls as long as the numbers of their entries are known. */
static void add_known_entries(struct part *part, const struct scan_column *window)
{
    const struct column_vector *vector = &window->vector;
    const uint32_t *numbers = value_table_entry_numbers(&part->table);
    const struct cached_rows *rows = part->to->rows;
    uint32_t *values = part->to->values, n = part->next, number;
    uint64_t row;
    while ((row = next_row(part, n, window)) < vector->n_rows &&
           (number = numbers[vector->indices[row]]) != 0)
        values[cached_rows_position(rows, n++)] = number - 1;
    part->next = n;
}

/* Adds rows of 8 bytes without nulls. */
static void add_numbers(struct part *part, const struct scan_column *window)
{
    const struct column_vector *vector = &window->vector;
    const struct cached_rows *rows = part->to->rows;
    int64_t *values = part->to->values;
    uint32_t n = part->next, n_rows = vector->n_rows;
    uint64_t row = next_row(part, n, window);
    if (rows->is_whole && rows->positions == NULL && vector->indices == NULL &&
        row < n_rows) {
        n_rows -= (uint32_t)row;
        n_rows = n_rows < part->end - n ? n_rows : part->end - n;
        memcpy(values + n, vector->values.int64 + row, n_rows * sizeof *values);
        n += n_rows;
    } else {
        for (; row < n_rows; row = next_row(part, n, window))
            values[cached_rows_position(rows, n++)] =
                vector->values.int64[column_vector_index(vector, (uint32_t)row)];
    }
    part->next = n;
}

/* Adds the rows of a window, as far as it reaches, which are cached. */
static enum status add_window(struct part *part, const struct scan_column *window,
                              struct error *error)
{
    const struct column_vector *vector = &window->vector;
    bool has_numbers = vector->indices != NULL && part->to->has_entries;
    enum status status = OK;
    uint64_t row;
    if (vector->mismatched != NULL)
        return error_set(error, UNSUPPORTED, "values of other types are not kept");
    if (has_numbers)
        status = value_table_use_dictionary(&part->table, vector, error);
    part->has_nul = part->has_nul || !vector->has_no_nul;
    if (status == OK && vector->valid == NULL && !part->to->has_entries &&
        vector_kind_width(vector->kind) == sizeof(int64_t))
        add_numbers(part, window);
    do {
        if (has_numbers && status == OK && vector->valid == NULL)
            add_known_entries(part, window);
        row = next_row(part, part->next, window);
        if (status == OK && row < vector->n_rows)
            status = add_row(part, vector, (uint32_t)row, error);
    } while (status == OK && row < vector->n_rows);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------ */

/* The end of the rows to decode together, from the i-th cached row on. */
static uint64_t end_of_span(const struct cached_rows *rows, uint32_t i,
                            uint64_t row_group_end)
{
    uint64_t first = cached_rows_in_file(rows, i), last = first;
    if (rows->is_whole)
        return row_group_end - first > BATCH_ROWS ? first + BATCH_ROWS : row_group_end;
    while (++i < rows->n_rows) {
        uint64_t next = cached_rows_in_file(rows, i);
        if (next - last > NEAR_ROWS || next >= first + BATCH_ROWS ||
            next >= row_group_end)
            break;
        last = next;
    }
    return last + 1;
}

/* Makes rows from the next one on the scan's batch, and adds them. */
static enum status add_span(struct part *part, struct error *error)
{
    const struct cached_rows *rows = part->to->rows;
    struct scan *scan = part->scan;
    uint64_t row = cached_rows_in_file(rows, part->next);
    uint32_t before = part->next;
    const struct scan_column *window;
    enum status status = interrupt_check(error);
    if (status == OK && !scan_is_of_path(scan, part->to->column))
        status = scan_open_row(scan, row, error);
    if (status == OK) {
        uint64_t end = end_of_span(rows, part->next, scan_row_group_of(scan, row)->end);
        scan_show_rows(scan, row, end);
        status = scan_column(scan, part->to->column, row, &window, error);
    }
    if (status == OK)
        status = add_window(part, window, error);
    if (status == OK && part->next == before)
        status = error_set(error, CORRUPT, "a row is missing");
    return status;
}

static enum status load_part(struct part *part, struct error *error)
{
    enum status status = OK;
    while (status == OK && part->next < part->end)
        status = add_span(part, error);
    return status;
}

/* ---- Threads --------------------------------------------------------------------- */

/* A part that is loaded in another thread, and what it needs for itself. */
struct loader {
    struct part part;
    uint32_t n_known; /* entries that the table began with */
    struct table_file *file;
    struct scan scan;
};

static void loader_release(struct loader *loader)
{
    value_table_release(&loader->part.table);
    scan_release(&loader->scan);
    if (loader->file != NULL)
        loader->file->ops->close(loader->file);
}

/* Initializes the table with the entries of another. */
static enum status copy_entries(struct value_table *table, const struct value_table *from,
                                struct error *error)
{
    const struct column_vector entries = {.kind = from->kind,
                                          .values.any = from->entries.data};
    enum status status = value_table_init(table, from->kind, VALUE_TABLE_FEW, error);
    for (uint32_t i = 0; status == OK && i < value_table_count(from); i++) {
        uint32_t number;
        status = value_table_add(table, column_vector_value(&entries, i), &number, error);
    }
    return status;
}

/* Prepares a loader whose part has its rows; false, and it is released, if that fails. */
static bool prepare(struct loader *loader, const struct part *model)
{
    const struct scan *scan = model->scan;
    struct error error = {0};
    struct part *part = &loader->part;
    part->to = model->to;
    part->scan = &loader->scan;
    part->most_bytes = MOST_ENTRY_BYTES;
    enum status status = scan->file->ops->open_again(scan->file, &loader->file, &error);
    if (status == OK)
        status = scan_init(&loader->scan, loader->file, &error);
    if (status == OK && part->to->has_entries)
        status = copy_entries(&part->table, &model->table, &error);
    loader->n_known = part->to->has_entries ? value_table_count(&part->table) : 0;
    if (status != OK)
        loader_release(loader);
    return status == OK;
}

/* Gives the indices that a loader has set the numbers of the part's table. */
static enum status renumber(struct part *part, const struct loader *loader,
                            struct error *error)
{
    const struct value_table *table = &loader->part.table;
    const struct column_vector entries = {.kind = table->kind,
                                          .values.any = table->entries.data};
    const struct target *to = part->to;
    uint32_t n = value_table_count(table), *indices = to->values, *numbers;
    bool is_same = true;
    enum status status = OK;
    numbers = mem_alloc((size_t)n + 1, sizeof *numbers);
    if (numbers == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        numbers[i] = i;
        if (i >= loader->n_known)
            status = value_table_add(&part->table, column_vector_value(&entries, i),
                                     &numbers[i], error);
        is_same = is_same && numbers[i] == i;
    }
    for (uint32_t i = loader->part.first;
         status == OK && !is_same && i < loader->part.next; i++) {
        uint32_t at = cached_rows_position(to->rows, i);
        indices[at] = numbers[indices[at]];
        status = interrupt_after(RENUMBER_WORK, error);
    }
    mem_free(numbers);
    return status;
}

/* Takes over what a loader has loaded, and loads the rest of its part. */
static enum status take_over(struct part *part, struct loader *loader,
                             struct error *error)
{
    enum status status = OK;
    if (part->to->has_entries)
        status = renumber(part, loader, error);
    scan_counters_add(&part->scan->counters, &loader->scan.counters);
    part->has_nulls = part->has_nulls || loader->part.has_nulls;
    part->has_nul = part->has_nul || loader->part.has_nul;
    part->next = loader->part.next;
    part->end = loader->part.end;
    return status == OK ? load_part(part, error) : status;
}

/* The number of cached rows before a row of the file. */
static uint32_t rows_before(const struct cached_rows *rows, uint64_t number)
{
    uint32_t low = 0, high = rows->n_rows;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cached_rows_in_file(rows, middle) < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first row of a row group that is next to the i-th row. */
static uint32_t nearest_row_group(const struct part *part, uint32_t i)
{
    const struct cached_rows *rows = part->to->rows;
    const struct row_group *group = scan_row_group_of(part->scan,
                                                      cached_rows_in_file(rows, i));
    uint32_t before = rows_before(rows, group->first);
    uint32_t after = rows_before(rows, group->end);
    return i - before < after - i ? before : after;
}

/* Divides the rows that are left among n loaders and the caller, whose rows are the first
 * ones; the last rows are those of the first loader.  Returns the number of loaders that
 * have rows. */
static uint32_t divide(const struct part *part, struct loader *loaders, uint32_t n)
{
    uint32_t n_used = 0, end = part->to->rows->n_rows;
    uint64_t n_left = end - part->next;
    for (uint32_t i = n; i > 0; i--) {
        uint32_t first = nearest_row_group(part,
                                           part->next + (uint32_t)(n_left * i / (n + 1)));
        if (first <= part->next || first >= end)
            continue;
        loaders[n_used].part.first = loaders[n_used].part.next = first;
        loaders[n_used++].part.end = end;
        end = first;
    }
    return n_used;
}

struct parts {
    struct part *first;
    struct loader *loaders; /* of the others */
};

/* Of another thread's failure is only noted how far it has come. */
static enum status load_piece(void *context, uint32_t piece, struct error *error)
{
    const struct parts *parts = context;
    struct error ignored = {0};
    if (piece == 0)
        return load_part(parts->first, error);
    (void)load_part(&parts->loaders[piece - 1].part, &ignored);
    return OK;
}

/* Loads all rows that are left. */
static enum status load_with_threads(struct part *part, uint32_t n_pieces,
                                     struct error *error)
{
    struct loader *loaders = mem_alloc_zeroed(MOST_PIECES, sizeof *loaders);
    struct parts parts = {part, loaders};
    if (loaders == NULL)
        return error_nomem(error);
    uint32_t n = divide(part, loaders, n_pieces - 1), n_ready = 0;
    while (n_ready < n && prepare(&loaders[n_ready], part))
        n_ready++;
    if (n_ready > 0)
        part->end = loaders[n_ready - 1].part.first;
    enum status status = parallel_run(load_piece, &parts, n_ready + 1, error);
    for (uint32_t i = n_ready; i-- > 0;) {
        if (status == OK)
            status = take_over(part, &loaders[i], error);
        loader_release(&loaders[i]);
    }
    mem_free(loaders);
    return status;
}

static enum status load_rows(struct part *part, bool has_few, struct error *error)
{
    const struct scan *scan = part->scan;
    uint32_t n_rows = part->to->rows->n_rows;
    uint32_t n_pieces = cached_rows_pieces(part->to->rows);
    bool is_shared = n_pieces > 1 && has_few && scan->n_whole_columns == 0 &&
                     scan->file->ops->open_again != NULL;
    enum status status = OK;
    if (is_shared && part->to->has_entries) {
        part->end = n_rows / FIRST_PART < FIRST_ROWS ? n_rows / FIRST_PART : FIRST_ROWS;
        status = load_part(part, error);
    }
    part->end = n_rows;
    if (status == OK && is_shared && part->next < n_rows)
        return load_with_threads(part, n_pieces, error);
    return status == OK ? load_part(part, error) : status;
}

/* ---- Columns --------------------------------------------------------------------- */

/* Allocates what a column's values need, besides entries. */
static enum status begin(struct cached_rows *rows, const struct column *of,
                         struct target *to, struct error *error)
{
    uint64_t n = rows->n_rows;
    size_t width = to->has_entries ? sizeof(uint32_t) : vector_kind_width(of->kind);
    enum status status = cached_rows_charge(rows, n * (width + of->is_nullable), error);
    if (status != OK)
        return status;
    to->values = mem_alloc_large((size_t)n + 1, width);
    to->valid = of->is_nullable ? mem_alloc((size_t)n + 1, 1) : NULL;
    if (to->values == NULL || (of->is_nullable && to->valid == NULL))
        return error_nomem(error);
    if (to->valid != NULL)
        memset(to->valid, 1, rows->n_rows);
    return OK;
}

/* Makes the loaded values the column's window. */
static void show_column(struct cached_column *c, struct part *part)
{
    const struct target *to = part->to;
    struct column_vector *vector = &c->window.vector;
    vector->n_rows = to->rows->n_rows;
    vector->kind = to->kind;
    vector->valid = c->valid;
    vector->is_terminated = to->kind == VECTOR_BYTES;
    vector->has_no_nul = !part->has_nul;
    vector->values.any = c->values;
    c->has_entries = to->has_entries;
    if (to->has_entries) {
        c->entries = part->table.entries;
        c->bytes = part->table.bytes;
        vector->indices = c->values;
        vector->values.any = c->entries.data;
        vector->n_entries = value_table_count(&part->table);
        vector->dictionary = atomic_fetch_add(&next_dictionary, 1);
        part->table.entries = (struct buffer){0};
        part->table.bytes = (struct arena){0};
    }
    c->window.generation = 1;
}

/* Whether values are cached as indices of entries: texts, and numbers that take less
 * memory so. */
static bool has_entries(const struct cached_rows *rows, const struct column *column,
                        uint64_t n_values)
{
    if (column->kind == VECTOR_BYTES)
        return true;
    return rows->reads_most && n_values <= MOST_FEW_VALUES &&
           (n_values > 0 || formatted_vector_serves(column));
}

/* Loads all rows of a column that begin() has prepared. */
static enum status load_column(struct cached_rows *rows, struct cached_column *c,
                               struct part *part, bool has_few, struct error *error)
{
    const struct target *to = part->to;
    enum status status = OK;
    part->most_bytes = rows->most_bytes - rows->n_bytes;
    if (to->has_entries)
        status = value_table_init(&part->table, to->kind, VALUE_TABLE_FEW, error);
    if (status == OK)
        status = load_rows(part, has_few, error);
    if (status == OK)
        status = cached_rows_charge(rows, part->table.n_bytes, error);
    if (status == OK && !part->has_nulls && c->valid != NULL) {
        mem_free(c->valid);
        c->valid = NULL;
        rows->n_bytes -= rows->n_rows;
    }
    if (status == OK)
        show_column(c, part);
    value_table_release(&part->table);
    return status;
}

enum status cached_rows_load(struct cached_rows *rows, struct scan *scan, uint32_t column,
                             struct error *error)
{
    struct cached_column *c = &rows->columns[column];
    const struct column *of = &scan->file->ops->schema(scan->file)->columns[column];
    struct target to = {.rows = rows, .column = column, .kind = of->kind};
    struct part part = {.to = &to, .scan = scan};
    size_t n_before = rows->n_bytes;
    if (c->window.generation > 0)
        return OK;
    if (c->refusal != OK)
        return error_set(error, c->refusal, "the column is not cached");
    /* It reads from the file: only once. */
    uint64_t n_values = scan->file->ops->distinct_values(scan->file, column);
    to.has_entries = has_entries(rows, of, n_values);
    enum status status = begin(rows, of, &to, error);
    c->values = to.values;
    c->valid = to.valid;
    if (status == OK)
        status = load_column(rows, c, &part,
                             n_values <= MOST_FEW_VALUES || !to.has_entries, error);
    if (status == OK)
        return OK;
    cached_column_release(c);
    rows->n_bytes = n_before;
    if (status != INTERRUPTED)
        c->refusal = status;
    return status;
}
