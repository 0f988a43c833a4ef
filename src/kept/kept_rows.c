/* SPDX-License-Identifier: MIT */
#include "kept/kept_rows.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/formatted_vector.h"

enum {
    /* A value that is read by itself costs as much as about this many of a column that is
     * read whole: half a page. */
    ROWS_PER_READ = 10000,
    /* Kept rows at most this far apart are decoded together with the rows between. */
    NEAR_ROWS = 128,
    /* Texts of so many values in a row group are made once. */
    MOST_FEW_VALUES = 4000,
    /* For interrupt_after(). */
    MOVED_TOGETHER = 8192,
    MOVE_WORK = 8,
};

/* The next number for a dictionary, apart from those of files. */
static _Atomic uint64_t next_dictionary = UINT64_C(1) << 63;

static void column_release(struct kept_column *c)
{
    mem_free(c->valid);
    mem_free(c->values);
    buffer_release(&c->entries);
    arena_release(&c->bytes);
    c->valid = NULL;
    c->values = NULL;
    c->window = (struct scan_column){0};
}

void kept_rows_release(struct kept_rows *rows)
{
    for (uint32_t i = 0; rows->columns != NULL && i < rows->n_columns; i++)
        column_release(&rows->columns[i]);
    mem_free(rows->columns);
    buffer_release(&rows->numbers);
    mem_free(rows->places);
    mem_free(rows->order);
    *rows = (struct kept_rows){0};
}

/* Adds to the bytes that are kept. */
static enum status charge(struct kept_rows *rows, uint64_t n, struct error *error)
{
    if (n > rows->most_bytes - rows->n_bytes)
        return error_set(error, TOO_BIG, "rows kept for look-ups exceed %zu bytes",
                         rows->most_bytes);
    rows->n_bytes += (size_t)n;
    return OK;
}

/* The number of the i-th row in the order of the file. */
static inline uint64_t number_in_file(const struct kept_rows *rows, uint32_t i)
{
    return rows->is_whole ? i : ((const uint32_t *)(const void *)rows->numbers.data)[i];
}

/* Its position. */
static inline uint32_t place_of(const struct kept_rows *rows, uint32_t i)
{
    return rows->places != NULL ? rows->places[i] : i;
}

/* ---- The rows -------------------------------------------------------------------- */

static enum status append_batch(struct kept_rows *rows, const struct scan *scan,
                                struct error *error)
{
    bool is_all = scan->selected == NULL;
    uint32_t n = is_all ? (uint32_t)(scan->batch_end - scan->batch_first)
                        : scan->n_selected;
    uint32_t numbers[BATCH_ROWS];
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = (uint32_t)(scan->batch_first + (is_all ? i : scan->selected[i]));
    enum status status = charge(rows, n * sizeof *numbers, error);
    if (status == OK)
        status = buffer_append(&rows->numbers, numbers, n * sizeof *numbers, error);
    rows->n_rows += n;
    return status;
}

/* Checks that all rows exist, in case no column of them is read. */
static enum status check_rows(struct table_file *file, uint32_t n_row_groups,
                              struct error *error)
{
    enum status status = OK;
    if (file->ops->check_rows == NULL)
        return OK;
    for (uint32_t i = 0; status == OK && i < n_row_groups; i++)
        status = file->ops->check_rows(file, i, true, error);
    return status == OK ? file->ops->check_rows(file, n_row_groups, false, error)
                        : status;
}

enum status kept_rows_begin(struct kept_rows *rows, struct scan *scan, size_t most_bytes,
                            struct error *error)
{
    rows->most_bytes = most_bytes;
    rows->n_in_file = scan_total_rows(scan->file);
    rows->n_columns = scan->n_columns;
    if (rows->n_in_file >= UINT32_MAX)
        return error_set(error, TOO_BIG, "too many rows to keep");
    rows->columns = mem_alloc_zeroed(scan->n_columns, sizeof *rows->columns);
    return rows->columns != NULL ? OK : error_nomem(error);
}

enum status kept_rows_append(struct kept_rows *rows, uint64_t row, struct error *error)
{
    uint32_t number = (uint32_t)row;
    enum status status = charge(rows, sizeof number, error);
    if (status == OK)
        status = buffer_append(&rows->numbers, &number, sizeof number, error);
    rows->n_rows += status == OK;
    return status;
}

enum status kept_rows_collect(struct kept_rows *rows, struct scan *scan,
                              struct predicate *predicate, size_t most_bytes,
                              struct error *error)
{
    enum status status = kept_rows_begin(rows, scan, most_bytes, error);
    if (status != OK)
        return status;
    rows->is_whole = !predicate->is_never && !predicate->has_rows &&
                     !predicate->has_row_groups && predicate->n_terms == 0 &&
                     scan->n_whole_columns == 0;
    if (rows->is_whole) {
        rows->n_rows = (uint32_t)rows->n_in_file;
        return check_rows(scan->file, scan->n_row_groups, error);
    }
    scan_start(scan, predicate);
    status = scan_next_batch(scan, error);
    while (status == OK && scan->batch_first < scan->batch_end) {
        status = append_batch(rows, scan, error);
        if (status == OK)
            status = scan_next_batch(scan, error);
    }
    scan_stop(scan);
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint64_t kept_rows_number(const struct kept_rows *rows, uint32_t position)
{
    if (rows->places == NULL)
        return number_in_file(rows, position);
    for (uint32_t i = 0; rows->order[rows->n_rows] == 0 && i < rows->n_rows; i++)
        rows->order[rows->places[i]] = i;
    rows->order[rows->n_rows] = 1;
    return number_in_file(rows, rows->order[position]);
}

enum status kept_rows_take(struct kept_rows *part, const struct kept_rows *rows,
                           uint32_t first, const uint32_t *positions, uint32_t n,
                           size_t most_bytes, struct error *error)
{
    *part = (struct kept_rows){.n_in_file = rows->n_in_file,
                               .reads_most = true,
                               .n_columns = rows->n_columns,
                               .most_bytes = most_bytes};
    part->columns = mem_alloc_zeroed(rows->n_columns, sizeof *part->columns);
    if (part->columns == NULL)
        return error_nomem(error);
    enum status status = charge(part, n * sizeof n, error);
    if (status == OK)
        status = buffer_reserve(&part->numbers, n * sizeof n, false, error);
    if (status != OK)
        return status;
    uint32_t *numbers = (uint32_t *)(void *)part->numbers.data;
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = (uint32_t)kept_rows_number(rows, positions != NULL ? positions[i]
                                                                        : first + i);
    if (n > 0)
        qsort(numbers, n, sizeof *numbers, compare_numbers);
    part->numbers.size = n * sizeof n;
    part->n_rows = n;
    return OK;
}

bool kept_rows_find(const struct kept_rows *rows, uint64_t number, uint32_t *position)
{
    uint32_t low = 0, high = rows->n_rows;
    if (rows->is_whole)
        low = number < high ? (uint32_t)number : high;
    while (low < high && !rows->is_whole) {
        uint32_t middle = low + (high - low) / 2;
        if (number_in_file(rows, middle) < number)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < rows->n_rows && number_in_file(rows, low) == number;
    *position = is_found ? place_of(rows, low) : low;
    return is_found;
}

/* ---- Other positions ------------------------------------------------------------- */

/* Copies values of `width` bytes to their places. */
static void copy_values(const uint32_t *places, const void *from, void *to, size_t width,
                        uint32_t first, uint32_t end)
{
    switch (width) {
    case 1:
        for (uint32_t i = first; i < end; i++)
            ((uint8_t *)to)[places[i]] = ((const uint8_t *)from)[i];
        break;
    case sizeof(uint32_t):
        for (uint32_t i = first; i < end; i++)
            ((uint32_t *)to)[places[i]] = ((const uint32_t *)from)[i];
        break;
    case sizeof(uint64_t):
        for (uint32_t i = first; i < end; i++)
            ((uint64_t *)to)[places[i]] = ((const uint64_t *)from)[i];
        break;
    default:
        for (uint32_t i = first; i < end; i++)
            ((struct instant *)to)[places[i]] = ((const struct instant *)from)[i];
    }
}

/* Moves values, if there are any, to an array of their own.  Those of 4 bytes change
 * places with `order`, which is not asked for yet. */
static enum status move_values(struct kept_rows *rows, void **values, size_t width,
                               struct error *error)
{
    bool swaps = width == sizeof *rows->order;
    if (*values == NULL)
        return OK;
    void *moved = swaps ? rows->order : mem_alloc((size_t)rows->n_rows + 1, width);
    enum status status = moved != NULL ? OK : error_nomem(error);
    for (uint32_t i = 0, n; status == OK && i < rows->n_rows; i += n) {
        n = rows->n_rows - i < MOVED_TOGETHER ? rows->n_rows - i : MOVED_TOGETHER;
        copy_values(rows->places, *values, moved, width, i, i + n);
        status = interrupt_after((size_t)n * MOVE_WORK, error);
    }
    if (swaps)
        rows->order = *values;
    else
        mem_free(status == OK ? *values : moved);
    if (swaps || status == OK)
        *values = moved;
    return status;
}

static enum status move_column(struct kept_rows *rows, struct kept_column *c,
                               struct error *error)
{
    struct column_vector *vector = &c->window.vector;
    void *valid = c->valid;
    size_t width = c->has_entries ? sizeof(uint32_t) : vector_kind_width(vector->kind);
    enum status status = move_values(rows, &c->values, width, error);
    if (status == OK)
        status = move_values(rows, &valid, 1, error);
    if (status != OK)
        return status;
    c->valid = valid;
    vector->valid = c->valid;
    if (c->has_entries)
        vector->indices = c->values;
    else
        vector->values.any = c->values;
    return OK;
}

enum status kept_rows_move(struct kept_rows *rows, uint32_t *places, struct error *error)
{
    uint64_t n_bytes = (uint64_t)rows->n_rows * (sizeof *places + sizeof *rows->order);
    rows->places = places;
    enum status status = charge(rows, n_bytes, error);
    if (status == OK)
        rows->order = mem_alloc((size_t)rows->n_rows + 1, sizeof *rows->order);
    if (status == OK && rows->order == NULL)
        status = error_nomem(error);
    for (uint32_t i = 0; status == OK && i < rows->n_columns; i++) {
        struct kept_column *c = &rows->columns[i];
        if (c->window.generation > 0)
            status = move_column(rows, c, error);
    }
    if (rows->order != NULL)
        rows->order[rows->n_rows] = 0;
    return status;
}

/* ---- Loading columns ------------------------------------------------------------- */

/* A column that is being loaded. */
struct loading {
    struct kept_rows *rows;
    struct kept_column *column;
    enum vector_kind kind;
    bool has_entries; /* values are indices of entries */
    uint32_t n_loaded;
    struct value_table table; /* of the entries */
};

/* Sets the index of the row that is loaded next. */
static enum status add_index(struct loading *loading, const struct column_vector *vector,
                             uint32_t row, struct error *error)
{
    uint32_t *indices = loading->column->values;
    size_t n_before = loading->table.n_bytes;
    uint32_t at = place_of(loading->rows, loading->n_loaded);
    enum status status = value_table_add_row(&loading->table, vector, row, &indices[at],
                                             error);
    return status == OK ? charge(loading->rows, loading->table.n_bytes - n_before, error)
                        : status;
}

/* Marks the row that is loaded next as null. */
static enum status add_null(struct loading *loading, struct error *error)
{
    struct kept_column *c = loading->column;
    if (c->valid == NULL) {
        enum status status = charge(loading->rows, loading->rows->n_rows, error);
        if (status != OK)
            return status;
        c->valid = mem_alloc((size_t)loading->rows->n_rows + 1, 1);
        if (c->valid == NULL)
            return error_nomem(error);
        memset(c->valid, 1, loading->rows->n_rows);
    }
    c->valid[place_of(loading->rows, loading->n_loaded)] = 0;
    return OK;
}

/* Appends the value of one row of a vector. */
static enum status add_row(struct loading *loading, const struct column_vector *vector,
                           uint32_t row, struct error *error)
{
    struct kept_column *c = loading->column;
    enum status status = OK;
    uint32_t n = place_of(loading->rows, loading->n_loaded);
    uint32_t k = column_vector_index(vector, row);
    bool is_null = column_vector_is_null(vector, row);
    if (is_null)
        status = add_null(loading, error);
    else if (loading->has_entries)
        status = add_index(loading, vector, row, error);
    else
        switch (vector->kind) {
        case VECTOR_INT64:
            ((int64_t *)c->values)[n] = vector->values.int64[k];
            break;
        case VECTOR_DOUBLE:
            ((double *)c->values)[n] = vector->values.float64[k];
            break;
        case VECTOR_INSTANT:
            ((struct instant *)c->values)[n] = vector->values.instant[k];
            break;
        case VECTOR_BYTES:
            break;
        }
    loading->n_loaded += status == OK;
    return status;
}

/* The row of a window that is loaded next; beyond its rows if another window has it. */
static inline uint64_t next_row(const struct kept_rows *rows, uint32_t n_loaded,
                                const struct scan_column *window)
{
    return n_loaded < rows->n_rows ? number_in_file(rows, n_loaded) - window->first
                                   : window->vector.n_rows;
}

/* Appends rows without nulls as long as the numbers of their entries are known. */
static void add_known_entries(struct loading *loading, const struct scan_column *window)
{
    const struct column_vector *vector = &window->vector;
    const uint32_t *numbers = value_table_places(&loading->table);
    const struct kept_rows *rows = loading->rows;
    uint32_t *values = loading->column->values, n = loading->n_loaded, number;
    uint64_t row;
    while ((row = next_row(rows, n, window)) < vector->n_rows &&
           (number = numbers[vector->indices[row]]) != 0)
        values[place_of(rows, n++)] = number - 1;
    loading->n_loaded = n;
}

/* Appends rows of 8 bytes without nulls. */
static void add_numbers(struct loading *loading, const struct scan_column *window)
{
    const struct column_vector *vector = &window->vector;
    const struct kept_rows *rows = loading->rows;
    int64_t *values = loading->column->values;
    uint32_t n = loading->n_loaded, n_rows = vector->n_rows;
    uint64_t row = next_row(rows, n, window);
    if (rows->is_whole && rows->places == NULL && vector->indices == NULL &&
        row < n_rows) {
        n_rows -= (uint32_t)row;
        memcpy(values + n, vector->values.int64 + row, n_rows * sizeof *values);
        n += n_rows;
    } else {
        for (; row < n_rows; row = next_row(rows, n, window))
            values[place_of(rows, n++)] =
                vector->values.int64[column_vector_index(vector, (uint32_t)row)];
    }
    loading->n_loaded = n;
}

/* Appends the rows of a window, as far as it reaches, which are kept. */
static enum status add_window(struct loading *loading, const struct scan_column *window,
                              struct error *error)
{
    const struct column_vector *vector = &window->vector;
    bool has_numbers = vector->indices != NULL && loading->has_entries;
    enum status status = OK;
    uint64_t row;
    if (vector->mismatched != NULL)
        return error_set(error, UNSUPPORTED, "values of other types are not kept");
    if (has_numbers)
        status = value_table_use_dictionary(&loading->table, vector, error);
    loading->column->window.vector.has_no_nul &= vector->has_no_nul;
    if (status == OK && vector->valid == NULL && !loading->has_entries &&
        vector_kind_width(vector->kind) == sizeof(int64_t))
        add_numbers(loading, window);
    do {
        if (has_numbers && status == OK && vector->valid == NULL)
            add_known_entries(loading, window);
        row = next_row(loading->rows, loading->n_loaded, window);
        if (status == OK && row < vector->n_rows)
            status = add_row(loading, vector, (uint32_t)row, error);
    } while (status == OK && row < vector->n_rows);
    return status;
}

/* The end of the rows to decode together, from the i-th kept row on. */
static uint64_t end_of_span(const struct kept_rows *rows, uint32_t i,
                            uint64_t row_group_end)
{
    uint64_t first = number_in_file(rows, i), last = first;
    if (rows->is_whole)
        return row_group_end - first > BATCH_ROWS ? first + BATCH_ROWS : row_group_end;
    while (++i < rows->n_rows) {
        uint64_t next = number_in_file(rows, i);
        if (next - last > NEAR_ROWS || next >= first + BATCH_ROWS ||
            next >= row_group_end)
            break;
        last = next;
    }
    return last + 1;
}

/* Makes rows from the next kept one on the scan's batch, and loads them. */
static enum status add_span(struct loading *loading, struct scan *scan, uint32_t column,
                            struct error *error)
{
    uint64_t row = number_in_file(loading->rows, loading->n_loaded);
    uint32_t row_group = scan_row_group_of(scan, row);
    uint64_t end = end_of_span(loading->rows, loading->n_loaded,
                               scan->row_group_ends[row_group]);
    uint32_t n_before = loading->n_loaded;
    const struct scan_column *window;
    enum status status = interrupt_check(error);
    if (status == OK) {
        scan_show_rows(scan, row_group, row, end);
        status = scan_column(scan, column, row, &window, error);
    }
    if (status == OK)
        status = add_window(loading, window, error);
    if (status == OK && loading->n_loaded == n_before)
        status = error_set(error, CORRUPT, "a row is missing");
    return status;
}

/* Allocates what a column's values need, besides entries. */
static enum status begin_column(struct loading *loading, struct error *error)
{
    uint32_t n = loading->rows->n_rows;
    size_t width = loading->has_entries ? sizeof(uint32_t)
                                        : vector_kind_width(loading->kind);
    enum status status = charge(loading->rows, (uint64_t)n * width, error);
    if (status != OK)
        return status;
    loading->column->values = mem_alloc_zeroed((size_t)n + 1, width);
    return loading->column->values != NULL ? OK : error_nomem(error);
}

/* Makes the loaded values the column's window. */
static void show_column(struct loading *loading)
{
    struct kept_column *c = loading->column;
    struct column_vector *vector = &c->window.vector;
    vector->n_rows = loading->rows->n_rows;
    vector->kind = loading->kind;
    vector->valid = c->valid;
    vector->is_terminated = loading->kind == VECTOR_BYTES;
    vector->values.any = c->values;
    c->has_entries = loading->has_entries;
    if (loading->has_entries) {
        c->entries = loading->table.entries;
        c->bytes = loading->table.bytes;
        vector->indices = c->values;
        vector->values.any = c->entries.data;
        vector->n_entries = value_table_count(&loading->table);
        vector->dictionary = atomic_fetch_add(&next_dictionary, 1);
        loading->table.entries = (struct buffer){0};
        loading->table.bytes = (struct arena){0};
    }
    c->window.generation = 1;
}

/* False if it is known that there are many. */
static bool has_few_values(struct table_file *file, uint32_t column)
{
    return file->ops->distinct_values(file, column) <= MOST_FEW_VALUES;
}

enum status kept_rows_load(struct kept_rows *rows, struct scan *scan, uint32_t column,
                           struct error *error)
{
    struct kept_column *c = &rows->columns[column];
    const struct column *of = &scan->file->ops->schema(scan->file)->columns[column];
    struct loading loading = {.rows = rows, .column = c, .kind = of->kind};
    size_t n_before = rows->n_bytes;
    enum status status = OK;
    if (c->window.generation > 0)
        return OK;
    if (c->is_refused)
        return error_set(error, TOO_BIG, "the column is not kept");
    c->window.vector.has_no_nul = true;
    loading.has_entries = of->kind == VECTOR_BYTES ||
                          (rows->reads_most && formatted_vector_serves(of) &&
                           has_few_values(scan->file, column));
    if (loading.has_entries)
        status = value_table_init(&loading.table, of->kind, rows->n_rows, error);
    if (status == OK)
        status = begin_column(&loading, error);
    while (status == OK && loading.n_loaded < rows->n_rows)
        status = add_span(&loading, scan, column, error);
    if (status == OK)
        show_column(&loading);
    value_table_release(&loading.table);
    if (status == OK)
        return OK;
    column_release(c);
    rows->n_bytes = n_before;
    c->is_refused = true;
    return status;
}

bool kept_rows_shrink(struct kept_rows *rows)
{
    bool has_freed = false;
    for (uint32_t i = 0; i < rows->n_columns; i++) {
        has_freed = has_freed || rows->columns[i].window.generation > 0;
        column_release(&rows->columns[i]);
        rows->columns[i].is_refused = true;
    }
    return has_freed;
}

/* ---- Single values --------------------------------------------------------------- */

enum status kept_rows_read(struct kept_rows *rows, struct scan *scan, uint32_t column,
                           uint32_t position, struct scan_column *window,
                           struct error *error)
{
    uint64_t number = kept_rows_number(rows, position);
    uint32_t row_group = scan_row_group_of(scan, number);
    const struct scan_column *from;
    rows->columns[column].rows_read += ROWS_PER_READ;
    scan_show_rows(scan, row_group, number, number + 1);
    enum status status = scan_column(scan, column, number, &from, error);
    if (status == OK)
        kept_rows_show(&from->vector, (uint32_t)(number - from->first), position, window);
    return status;
}

void kept_rows_show(const struct column_vector *vector, uint32_t row, uint32_t position,
                    struct scan_column *window)
{
    struct column_vector *one = &window->vector;
    *one = *vector;
    one->n_rows = 1;
    one->bytes_begin = one->bytes_end = NULL;
    if (vector->valid != NULL)
        one->valid = vector->valid + row;
    if (vector->mismatched != NULL)
        one->mismatched = vector->mismatched + row;
    if (vector->indices != NULL)
        one->indices = vector->indices + row;
    else
        one->values.any = (const uint8_t *)vector->values.any +
                          row * vector_kind_width(vector->kind);
    window->first = position;
    window->generation++;
}

bool kept_rows_is_worth_loading(const struct kept_rows *rows, uint32_t column)
{
    const struct kept_column *c = &rows->columns[column];
    return !c->is_refused &&
           (rows->reads_most || c->rows_read + ROWS_PER_READ >= rows->n_in_file);
}
