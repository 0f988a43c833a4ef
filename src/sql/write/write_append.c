/* SPDX-License-Identifier: MIT */
/*
 * write_append.c - appends a batch's values to the columns of the file being written.
 *
 * Values that need no conversion, as most, are appended in bulk.  Those of vectors are
 * appended by write_vector.c.
 */
#include "convert/write_vector.h"
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

/* Each stores at most n cells, step apart, up to the first of another class or one that
 * does not fit; returns how many.  `room` is for n values of the column's width. */

static uint64_t store_integers(struct write_column *column,
                               const struct batch_cell *cells, size_t step, uint64_t n,
                               uint8_t *room)
{
    const struct write_target *target = column->target;
    int64_t least = target->least, most = target->most;
    size_t width = column->values->width;
    bool has_inexact = false;
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_INTEGER; done++, cells += step) {
        int64_t value = cells->integer;
        if (value < least || value > most)
            break;
        has_inexact |= !integer_is_exact(value);
        pq_store_int64(room, width, done, value);
    }
    column->seen.has_inexact |= has_inexact;
    return done;
}

static uint64_t store_reals(const struct batch_cell *cells, size_t step, uint64_t n,
                            uint8_t *room)
{
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_REAL; done++, cells += step)
        memcpy(room + 8 * done, &cells->real, 8);
    return done;
}

static uint64_t store_decimals(const struct write_column *column,
                               const struct batch_cell *cells, size_t step, uint64_t n,
                               uint8_t *room)
{
    const struct write_target *target = column->target;
    double power = (double)target->power, limit = (double)(target->most + 1) * power;
    size_t width = column->values->width;
    uint64_t done = 0;
    for (; done < n && cells->class == CELL_REAL; done++, cells += step) {
        int64_t unscaled;
        if (!near_decimal_from_double(cells->real, power, limit, &unscaled))
            break;
        pq_store_int64(room, width, done, unscaled);
    }
    return done;
}

/* Values that are converted to integers: decimals, dates, times and the like. */
static uint64_t store_converted(struct write_column *column,
                                const struct cell_batch *batch,
                                const struct batch_cell *cells, size_t step, uint64_t n,
                                uint8_t *room)
{
    const struct write_target *target = column->target;
    size_t width = column->values->width;
    struct physical_value value;
    uint32_t class = cells->class;
    uint64_t done = 0;
    for (; done < n && cells->class == class; done++, cells += step) {
        struct cell cell = cell_batch_open(batch, cells);
        if (!target->convert(target, &cell, &value))
            break;
        pq_store_int64(room, width, done, value.integer);
        if (class == CELL_INTEGER && !integer_is_exact(cell.integer))
            column->seen.has_inexact = true;
    }
    return done;
}

static uint64_t append_numbers(struct write_column *column,
                               const struct cell_batch *batch,
                               const struct batch_cell *cells, size_t step, uint64_t n,
                               struct error *error)
{
    struct pq_column_values *values = column->values;
    size_t old_size = values->bytes.size;
    uint8_t *room = pq_column_values_room(&values->bytes, (size_t)n * values->width,
                                          error);
    uint64_t done = 0;
    if (room == NULL)
        return 0;
    if ((int)cells->class != column->stored_class) {
        if (write_target_takes_near_decimals(column->target, cells->class))
            done = store_decimals(column, cells, step, n, room);
        if (done == 0)
            done = store_converted(column, batch, cells, step, n, room);
    } else if (cells->class == CELL_INTEGER) {
        done = store_integers(column, cells, step, n, room);
    } else {
        done = store_reals(cells, step, n, room);
    }
    values->bytes.size = old_size + (size_t)done * values->width;
    return pq_append_entries(values, done, error) ? done : 0;
}

/* The number of texts, and the bytes of them all. */
static uint64_t count_texts(const struct cell_batch *batch,
                            const struct batch_cell *cells, size_t step, uint64_t n,
                            size_t *n_bytes)
{
    uint64_t done = 0;
    *n_bytes = 0;
    for (; done < n && cells->class == CELL_TEXT; done++, cells += step) {
        if (!batch->is_ascii && cells->size > 0 &&
            !text_is_utf8(slice_of(batch->bytes.data + cells->offset, cells->size)))
            break;
        *n_bytes += cells->size;
    }
    return done;
}

static uint64_t append_texts(struct write_column *column, const struct cell_batch *batch,
                             const struct batch_cell *cells, size_t step, uint64_t n,
                             struct error *error)
{
    /* Most texts are shorter: it is faster to copy more than to ask how much. */
    enum { COPIED = 16 };
    struct pq_column_values *values = column->values;
    const struct buffer *from = &batch->bytes;
    size_t n_bytes, end = values->bytes.size;
    n = count_texts(batch, cells, step, n, &n_bytes);
    uint8_t *ends = pq_column_values_room(&values->offsets, (size_t)n * 8, error);
    if (ends == NULL ||
        pq_column_values_room(&values->bytes, n_bytes + COPIED, error) == NULL)
        return 0;
    for (uint64_t i = 0; i < n; i++, cells += step) {
        uint8_t *to = values->bytes.data + end;
        if (cells->size <= COPIED && cells->offset + COPIED <= from->capacity)
            memcpy(to, from->data + cells->offset, COPIED);
        else if (cells->size > 0)
            memcpy(to, from->data + cells->offset, cells->size);
        end += cells->size;
        uint64_t offset = end;
        memcpy(ends + 8 * i, &offset, 8);
    }
    values->bytes.size = end;
    *values->group_bytes += n_bytes;
    return pq_append_entries(values, n, error) ? n : 0;
}

/* Appends as many rows from `row` on as possible in bulk; returns how many.  All other
 * rows pass append_cell(), which must refuse the same values. */
static uint64_t append_in_bulk(struct write_column *column,
                               const struct cell_batch *batch, uint32_t i, uint64_t row,
                               uint64_t n, struct error *error)
{
    const struct batch_cell *cells = cell_batch_at(batch, row, i);
    size_t step = batch->n_columns;
    if (cells->class == CELL_NULL || (column->seen.classes >> cells->class & 1) == 0)
        return 0;
    if (cells->class == CELL_TEXT && column->stored_class == CELL_TEXT)
        return append_texts(column, batch, cells, step, n, error);
    if ((int)cells->class != column->stored_class && column->target->form != FORM_INT64)
        return 0;
    return append_numbers(column, batch, cells, step, n, error);
}

enum status write_column_append(struct write_column *column,
                                const struct cell_batch *batch, uint32_t i,
                                uint64_t first, uint64_t end, uint64_t *row,
                                struct error *error)
{
    if (batch->vectors != NULL)
        return write_vector_append(column->target, batch, i, first, end, column->values,
                                   row, error);
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
