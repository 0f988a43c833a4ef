/* SPDX-License-Identifier: MIT */
#include "rows/cached_rows.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "base/parallel.h"

enum {
    /* A value that is read by itself costs at least as much as about this many of a
     * column that is read whole: half a page. */
    ROWS_PER_READ = 10000,
    /* For interrupt_after(). */
    MOVED_TOGETHER = 8192,
    MOVE_WORK = 8,
};

void cached_column_release(struct cached_column *c)
{
    mem_free(c->valid);
    mem_free(c->values);
    buffer_release(&c->entries);
    arena_release(&c->bytes);
    c->valid = NULL;
    c->values = NULL;
    c->window = (struct scan_column){0};
}

void cached_rows_release(struct cached_rows *rows)
{
    for (uint32_t i = 0; rows->columns != NULL && i < rows->n_columns; i++)
        cached_column_release(&rows->columns[i]);
    mem_free(rows->columns);
    buffer_release(&rows->numbers);
    mem_free(rows->positions);
    mem_free(rows->order);
    *rows = (struct cached_rows){0};
}

enum status cached_rows_charge(struct cached_rows *rows, uint64_t n, struct error *error)
{
    if (n > rows->most_bytes - rows->n_bytes)
        return error_set(error, TOO_BIG, "rows kept for look-ups exceed %zu bytes",
                         rows->most_bytes);
    rows->n_bytes += (size_t)n;
    return OK;
}

/* ---- The rows -------------------------------------------------------------------- */

/* Bytes of a number. */
static size_t number_width(const struct cached_rows *rows)
{
    return rows->is_wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* Sets the i-th number, for which there is room. */
static void set_number(struct cached_rows *rows, uint32_t i, uint64_t number)
{
    void *numbers = rows->numbers.data;
    if (rows->is_wide)
        ((uint64_t *)numbers)[i] = number;
    else
        ((uint32_t *)numbers)[i] = (uint32_t)number;
}

/* Makes room for n more numbers. */
static enum status reserve_numbers(struct cached_rows *rows, uint32_t n,
                                   struct error *error)
{
    size_t size = ((size_t)rows->n_rows + n) * number_width(rows);
    enum status status = cached_rows_charge(rows, n * number_width(rows), error);
    if (status == OK && n >= UINT32_MAX - rows->n_rows)
        status = error_set(error, TOO_BIG, "too many rows to keep");
    if (status == OK)
        status = buffer_reserve(&rows->numbers, size, true, error);
    if (status == OK)
        rows->numbers.size = size;
    return status;
}

static enum status append_batch(struct cached_rows *rows, const struct scan *scan,
                                struct error *error)
{
    bool is_all = scan->selected == NULL;
    uint32_t n = is_all ? (uint32_t)(scan->batch_end - scan->batch_first)
                        : scan->n_selected;
    enum status status = reserve_numbers(rows, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        set_number(rows, rows->n_rows++,
                   scan->batch_first + (is_all ? i : scan->selected[i]));
    return status;
}

/* Checks that all rows exist, in case no column of them is read. */
static enum status check_rows(struct table_file *file, uint32_t n_row_groups,
                              struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0;
         file->ops->check_rows != NULL && status == OK && i < n_row_groups; i++)
        status = file->ops->check_rows(file, i, true, error);
    return status;
}

enum status cached_rows_begin(struct cached_rows *rows, struct scan *scan,
                              size_t most_bytes, struct error *error)
{
    rows->most_bytes = most_bytes;
    rows->n_in_file = scan_total_rows(scan->file);
    rows->end_row = scan_end_row(scan);
    rows->is_wide = rows->end_row >= UINT32_MAX;
    rows->n_columns = scan->n_columns;
    rows->n_threads = scan->n_threads;
    rows->columns = mem_alloc_zeroed(scan->n_columns, sizeof *rows->columns);
    return rows->columns != NULL ? OK : error_nomem(error);
}

enum status cached_rows_append(struct cached_rows *rows, uint64_t row,
                               struct error *error)
{
    enum status status = reserve_numbers(rows, 1, error);
    if (status == OK)
        set_number(rows, rows->n_rows++, row);
    return status;
}

enum status cached_rows_collect(struct cached_rows *rows, struct scan *scan,
                                struct predicate *predicate, size_t most_bytes,
                                struct error *error)
{
    enum status status = cached_rows_begin(rows, scan, most_bytes, error);
    if (status != OK)
        return status;
    rows->is_whole = !predicate->is_never && !predicate->has_rows &&
                     !predicate->has_rows_in_file && !predicate->has_row_groups &&
                     predicate->n_terms == 0 && scan->n_whole_columns == 0 &&
                     !scan->file->has_deleted_rows && !rows->is_wide &&
                     rows->n_in_file == rows->end_row;
    if (rows->is_whole) {
        rows->n_rows = (uint32_t)rows->n_in_file;
        return check_rows(scan->file, scan->list.n, error);
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

uint64_t cached_rows_number(const struct cached_rows *rows, uint32_t position)
{
    if (rows->positions == NULL)
        return cached_rows_in_file(rows, position);
    for (uint32_t i = 0; rows->order[rows->n_rows] == 0 && i < rows->n_rows; i++)
        rows->order[rows->positions[i]] = i;
    rows->order[rows->n_rows] = 1;
    return cached_rows_in_file(rows, rows->order[position]);
}

/* Prepares a zeroed struct for n numbers. */
static enum status begin_part(struct cached_rows *part, const struct cached_rows *rows,
                              uint32_t n, size_t most_bytes, struct error *error)
{
    *part = (struct cached_rows){.n_in_file = rows->n_in_file,
                                 .end_row = rows->end_row,
                                 .is_wide = rows->is_wide,
                                 .n_threads = rows->n_threads,
                                 .reads_most = true,
                                 .n_columns = rows->n_columns,
                                 .most_bytes = most_bytes};
    part->columns = mem_alloc_zeroed(rows->n_columns, sizeof *part->columns);
    if (part->columns == NULL)
        return error_nomem(error);
    enum status status = reserve_numbers(part, n, error);
    part->n_rows = status == OK ? n : 0;
    return status;
}

enum status cached_rows_take(struct cached_rows *part, const struct cached_rows *rows,
                             const uint32_t *positions, uint32_t n, size_t most_bytes,
                             struct error *error)
{
    enum status status = begin_part(part, rows, n, most_bytes, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < n; i++)
        set_number(part, i, cached_rows_number(rows, positions[i]));
    if (n > 0)
        qsort(part->numbers.data, n, number_width(part),
              part->is_wide ? compare_uint64 : compare_uint32);
    return OK;
}

enum status cached_rows_take_part(struct cached_rows *part,
                                  const struct cached_rows *rows, uint32_t first,
                                  uint32_t n, size_t most_bytes, struct error *error)
{
    enum status status = begin_part(part, rows, n, most_bytes, error);
    if (status == OK)
        status = cached_rows_charge(part, n * sizeof n, error);
    if (status == OK)
        part->positions = mem_alloc_large((size_t)n + 1, sizeof *part->positions);
    if (status == OK && part->positions == NULL)
        status = error_nomem(error);
    uint32_t n_taken = 0, i = rows->positions == NULL ? first : 0;
    while (status == OK && n_taken < n) {
        uint32_t end = rows->n_rows - i < MOVED_TOGETHER ? rows->n_rows
                                                         : i + MOVED_TOGETHER;
        for (; i < end && n_taken < n; i++) {
            uint32_t position = cached_rows_position(rows, i);
            if (position - first >= n) /* also if it is before the first */
                continue;
            set_number(part, n_taken, cached_rows_in_file(rows, i));
            part->positions[n_taken++] = position - first;
        }
        status = interrupt_after(MOVED_TOGETHER, error);
    }
    return status;
}

bool cached_rows_find(const struct cached_rows *rows, uint64_t number, uint32_t *position)
{
    uint32_t low = 0, high = rows->n_rows;
    if (rows->is_whole)
        low = number < high ? (uint32_t)number : high;
    while (low < high && !rows->is_whole) {
        uint32_t middle = low + (high - low) / 2;
        if (cached_rows_in_file(rows, middle) < number)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < rows->n_rows && cached_rows_in_file(rows, low) == number;
    *position = is_found ? cached_rows_position(rows, low) : low;
    return is_found;
}

uint32_t cached_rows_pieces(const struct cached_rows *rows)
{
    if (rows->n_threads < 2 || rows->n_rows <= scan_values_alone())
        return 1;
    return rows->n_threads < MOST_PIECES ? rows->n_threads : MOST_PIECES;
}

/* ---- Other positions ------------------------------------------------------------- */

struct move {
    const struct cached_rows *rows;
    const void *from;
    void *to;
    size_t width; /* bytes of a value */
    uint32_t n_pieces;
};

static void move_block(const struct move *move, uint32_t first, uint32_t end)
{
    const uint32_t *positions = move->rows->positions;
    const void *from = move->from;
    void *to = move->to;
    switch (move->width) {
    case 1:
        for (uint32_t i = first; i < end; i++)
            ((uint8_t *)to)[positions[i]] = ((const uint8_t *)from)[i];
        break;
    case sizeof(uint32_t):
        for (uint32_t i = first; i < end; i++)
            ((uint32_t *)to)[positions[i]] = ((const uint32_t *)from)[i];
        break;
    case sizeof(uint64_t):
        for (uint32_t i = first; i < end; i++)
            ((uint64_t *)to)[positions[i]] = ((const uint64_t *)from)[i];
        break;
    default:
        for (uint32_t i = first; i < end; i++)
            ((struct instant *)to)[positions[i]] = ((const struct instant *)from)[i];
    }
}

static enum status move_piece(void *context, uint32_t piece, struct error *error)
{
    const struct move *move = context;
    uint64_t n_rows = move->rows->n_rows;
    uint32_t i = (uint32_t)(n_rows * piece / move->n_pieces);
    uint32_t end = (uint32_t)(n_rows * (piece + 1) / move->n_pieces);
    enum status status = OK;
    for (uint32_t n; status == OK && i < end; i += n) {
        n = end - i < MOVED_TOGETHER ? end - i : MOVED_TOGETHER;
        move_block(move, i, i + n);
        status = interrupt_after((size_t)n * MOVE_WORK, error);
    }
    return status;
}

/* Moves values, if there are any, to an array of their own.  Those of 4 bytes change
 * positions with `order`, which is not asked for yet. */
static enum status move_values(struct cached_rows *rows, void **values, size_t width,
                               struct error *error)
{
    bool swaps = width == sizeof *rows->order;
    struct move move = {rows, *values, rows->order, width, cached_rows_pieces(rows)};
    if (*values == NULL)
        return OK;
    if (!swaps)
        move.to = mem_alloc_large((size_t)rows->n_rows + 1, width);
    if (move.to == NULL)
        return error_nomem(error);
    enum status status = parallel_run(move_piece, &move, move.n_pieces, error);
    if (swaps)
        rows->order = *values;
    else
        mem_free(status == OK ? *values : move.to);
    if (swaps || status == OK)
        *values = move.to;
    return status;
}

static enum status move_column(struct cached_rows *rows, struct cached_column *c,
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

enum status cached_rows_move(struct cached_rows *rows, uint32_t *positions,
                             struct error *error)
{
    uint64_t n_bytes = (uint64_t)rows->n_rows * (sizeof *positions + sizeof *rows->order);
    rows->positions = positions;
    enum status status = cached_rows_charge(rows, n_bytes, error);
    if (status == OK)
        rows->order = mem_alloc_large((size_t)rows->n_rows + 1, sizeof *rows->order);
    if (status == OK && rows->order == NULL)
        status = error_nomem(error);
    for (uint32_t i = 0; status == OK && i < rows->n_columns; i++) {
        struct cached_column *c = &rows->columns[i];
        if (c->window.generation > 0)
            status = move_column(rows, c, error);
    }
    if (rows->order != NULL)
        rows->order[rows->n_rows] = 0;
    return status;
}

/* ---- Single values --------------------------------------------------------------- */

void cached_rows_shrink(struct cached_rows *rows)
{
    for (uint32_t i = 0; i < rows->n_columns; i++) {
        cached_column_release(&rows->columns[i]);
        rows->columns[i].refusal = TOO_BIG;
    }
}

/* Adds what it has cost to read a value by itself, of a large page perhaps more than of
 * others. */
static void count_read(const struct cached_rows *rows, struct scan *scan, uint32_t column,
                       uint64_t bytes_before)
{
    struct cached_column *c = &rows->columns[column];
    double bytes = (double)(scan->file->totals.bytes_decompressed - bytes_before), all;
    uint64_t n = ROWS_PER_READ;
    if (bytes > 0) {
        all = (double)scan->file->ops->uncompressed_bytes(scan->file, column);
        double n_rows = all > bytes ? bytes / all * (double)rows->n_in_file
                                    : (double)rows->n_in_file;
        n = n_rows > (double)n ? (uint64_t)n_rows : n;
    }
    c->rows_read += n;
}

enum status cached_rows_read(struct cached_rows *rows, struct scan *scan, uint32_t column,
                             uint32_t position, struct scan_column *window,
                             struct error *error)
{
    uint64_t number = cached_rows_number(rows, position);
    const struct scan_column *from;
    enum status status = scan_is_of_path(scan, column)
                             ? OK
                             : scan_open_row(scan, number, error);
    if (status != OK)
        return status;
    uint64_t bytes_before = scan->file->totals.bytes_decompressed;
    scan_show_rows(scan, number, number + 1);
    status = scan_column(scan, column, number, &from, error);
    count_read(rows, scan, column, bytes_before);
    if (status == OK)
        cached_rows_show(&from->vector, (uint32_t)(number - from->first), position,
                         window);
    return status;
}

void cached_rows_show(const struct column_vector *vector, uint32_t row, uint32_t position,
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

bool cached_rows_is_worth_loading(const struct cached_rows *rows, uint32_t column)
{
    const struct cached_column *c = &rows->columns[column];
    return c->refusal == OK && rows->n_parts < 2 &&
           (rows->reads_most || c->rows_read + ROWS_PER_READ >= rows->n_in_file);
}
