/* SPDX-License-Identifier: MIT */
/*
 * write_append.c - appends a batch's values to the columns of the file being written.
 *
 * Values that need no conversion, as most, are appended in bulk.
 */
#include "sql/write/write_columns.h"

enum append_result { APPENDED, DOES_NOT_FIT, APPEND_FAILED };

static enum append_result append_nested(struct write_column *column,
                                        const struct cell *cell, struct error *error)
{
    if (cell->class != CELL_NULL && (column->seen.classes >> cell->class & 1) == 0 &&
        !write_column_takes(column, cell->class))
        return DOES_NOT_FIT;
    enum status status = write_nested_append(column->target->nested, cell, error);
    if (status != MISUSE)
        return status == OK ? APPENDED : APPEND_FAILED;
    error_clear(error); /* write_column_refuse() finds it again if needed */
    return DOES_NOT_FIT;
}

static enum append_result append_cell(struct write_column *column,
                                      const struct cell *cell, struct error *error)
{
    const struct write_target *target = column->target;
    struct physical_value value;
    if (target->nested != NULL)
        return append_nested(column, cell, error);
    if (cell->class == CELL_NULL) {
        if (target->element.repetition == PQ_REQUIRED)
            return DOES_NOT_FIT;
        return pq_append_null(column->values, error) ? APPENDED : APPEND_FAILED;
    }
    if (!target->convert(target, cell, &value))
        return DOES_NOT_FIT;
    if ((column->seen.classes >> cell->class & 1) == 0 &&
        !write_column_takes(column, cell->class))
        return DOES_NOT_FIT;
    if (cell->class == CELL_INTEGER && !integer_is_exact(cell->integer))
        column->seen.has_inexact = true;
    return append_physical(column->values, target->form, &value, error) ? APPENDED
                                                                        : APPEND_FAILED;
}

/* ---- Values that are stored as they are ------------------------------------------ */

/* Each appends at most n cells, step apart, up to the first of another class or beyond
 * the limits; returns how many. */

static uint64_t append_integers(struct write_column *column,
                                const struct kept_cell *cells, size_t step, uint64_t n,
                                struct error *error)
{
    const struct write_target *target = column->target;
    struct pq_column_values *values = column->values;
    bool is_wide = values->width == 8, has_inexact = false;
    size_t old_size = values->bytes.size;
    uint8_t *room = pq_column_values_room(&values->bytes, (size_t)n * values->width,
                                          error);
    if (room == NULL)
        return 0;
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_INTEGER; done++, cells += step) {
        int64_t value = cells->integer;
        if (value < target->least || value > target->most)
            break;
        has_inexact |= !integer_is_exact(value);
        if (is_wide) {
            memcpy(room + 8 * done, &value, 8);
        } else {
            int32_t narrow = (int32_t)value;
            memcpy(room + 4 * done, &narrow, 4);
        }
    }
    values->bytes.size = old_size + (size_t)done * values->width;
    column->seen.has_inexact |= has_inexact;
    return pq_append_entries(values, done, error) ? done : 0;
}

static uint64_t append_reals(struct write_column *column, const struct kept_cell *cells,
                             size_t step, uint64_t n, struct error *error)
{
    struct pq_column_values *values = column->values;
    size_t old_size = values->bytes.size;
    uint8_t *room = pq_column_values_room(&values->bytes, (size_t)n * 8, error);
    if (room == NULL)
        return 0;
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_REAL; done++, cells += step)
        memcpy(room + 8 * done, &cells->real, 8);
    values->bytes.size = old_size + (size_t)done * 8;
    return pq_append_entries(values, done, error) ? done : 0;
}

static uint64_t append_texts(struct write_column *column, const struct cell_batch *batch,
                             const struct kept_cell *cells, size_t step, uint64_t n,
                             struct error *error)
{
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_TEXT; done++, cells += step) {
        struct slice text = cells->size > 0
                                ? slice_of(batch->bytes.data + cells->offset, cells->size)
                                : slice_of("", 0);
        if (!batch->is_ascii && !text_is_utf8(text))
            break;
        if (!pq_append_bytes(column->values, text, error))
            break;
    }
    return done;
}

/* The same for values that are converted to numbers: dates, times, decimals and the
 * like. */
static uint64_t append_converted(struct write_column *column,
                                 const struct cell_batch *batch,
                                 const struct kept_cell *cells, size_t step, uint64_t n,
                                 struct error *error)
{
    const struct write_target *target = column->target;
    struct pq_column_values *values = column->values;
    struct physical_value value;
    uint32_t class = cells->class;
    uint64_t done = 0;
    for (; done < n && cells->class == class; done++, cells += step) {
        struct cell cell = cell_batch_open(batch, cells);
        if (!target->convert(target, &cell, &value) ||
            !pq_append_int64(values, value.integer, error))
            break;
        if (class == CELL_INTEGER && !integer_is_exact(cell.integer))
            column->seen.has_inexact = true;
    }
    return done;
}

/* Appends as many rows from `row` on as possible in bulk; returns how many.  All other
 * rows pass append_cell(), which must refuse the same values. */
static uint64_t append_in_bulk(struct write_column *column,
                               const struct cell_batch *batch, uint32_t i, uint64_t row,
                               uint64_t n, struct error *error)
{
    const struct kept_cell *cells = cell_batch_kept(batch, row, i);
    size_t step = batch->n_columns;
    if (cells->class == CELL_NULL || (column->seen.classes >> cells->class & 1) == 0)
        return 0;
    if ((int)cells->class != column->stored_class)
        return column->target->form == FORM_INT64
                   ? append_converted(column, batch, cells, step, n, error)
                   : 0;
    if (cells->class == CELL_INTEGER)
        return append_integers(column, cells, step, n, error);
    if (cells->class == CELL_REAL)
        return append_reals(column, cells, step, n, error);
    return append_texts(column, batch, cells, step, n, error);
}

enum status write_column_append(struct write_column *column,
                                const struct cell_batch *batch, uint32_t i,
                                uint64_t first, uint64_t end, uint64_t *row,
                                struct error *error)
{
    for (*row = first; *row < end;) {
        uint64_t done = append_in_bulk(column, batch, i, *row, end - *row, error);
        *row += done;
        if (error->status != OK)
            return error->status;
        if (done > 0)
            continue;
        struct cell cell = cell_batch_cell(batch, *row, i);
        enum append_result result = append_cell(column, &cell, error);
        if (result == APPEND_FAILED)
            return error->status;
        if (result == DOES_NOT_FIT)
            return OK;
        ++*row;
    }
    return OK;
}
