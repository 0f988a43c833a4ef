/* SPDX-License-Identifier: MIT */
#include "convert/cell_batch.h"

#include <math.h>
#include <string.h>

enum { MOST_SPARE = 1 << 20 };

struct batch_cell *cell_batch_new_row(struct cell_batch *batch, struct error *error)
{
    size_t size = batch->n_columns * sizeof(struct batch_cell);
    size_t used = (size_t)batch->n_rows * size;
    if (buffer_reserve(&batch->cells, used + size, true, error) != OK)
        return NULL;
    batch->cells.size = used + size;
    return (struct batch_cell *)(void *)(batch->cells.data + used);
}

enum status cell_batch_end_row(struct cell_batch *batch, struct error *error)
{
    uint64_t end = batch->bytes.size;
    enum status status = buffer_append(&batch->row_ends, &end, sizeof end, error);
    batch->n_rows += status == OK;
    return status;
}

enum status cell_batch_keep_types(struct cell_batch *batch, struct batch_cell *cell,
                                  struct slice types, struct error *error)
{
    uint32_t size = (uint32_t)types.size; /* less than the text's */
    buffer_add(&batch->bytes, slice_of(&size, sizeof size), error);
    buffer_add(&batch->bytes, types, error);
    cell->has_types = error->status == OK;
    return error->status;
}

void cell_batch_look_at_bytes(struct cell_batch *batch)
{
    const uint8_t *bytes = batch->bytes.data;
    uint8_t all = 0;
    for (size_t i = 0; i < batch->bytes.size; i++)
        all |= bytes[i];
    batch->is_ascii = all < 0x80;
}

size_t cell_batch_size(const struct cell_batch *batch)
{
    return batch->cells.size + batch->bytes.size + batch->row_ends.size;
}

/* ---- Vectors --------------------------------------------------------------------- */

struct cell cell_batch_shown(const struct cell_batch *batch, uint64_t row,
                             uint32_t column)
{
    const struct batch_vector *at = &batch->vectors[column];
    const struct column_vector *vector = at->shown;
    uint32_t i = cell_batch_vector_row(batch, at->first, row);
    struct cell cell = {.class = CELL_NULL};
    if (column_vector_is_null(vector, i))
        return cell;
    uint32_t k = column_vector_index(vector, i);
    if (vector->kind == VECTOR_BYTES) {
        struct bytes_value bytes = vector->values.bytes[k];
        cell.class = CELL_TEXT;
        cell.bytes = bytes.size > 0 ? slice_of(bytes.data, bytes.size) : slice_of("", 0);
    } else if (vector->kind == VECTOR_INT64) {
        cell.class = CELL_INTEGER;
        cell.integer = vector->values.int64[k];
    } else if (!isnan(vector->values.float64[k])) { /* SQLite has no NaN */
        cell.class = CELL_REAL;
        cell.real = vector->values.float64[k];
    }
    return cell;
}

/* Adds the bytes of each row of a column to those of its row. */
static void add_bytes(const struct cell_batch *batch, uint32_t column, uint32_t n,
                      uint64_t *sizes)
{
    const struct batch_vector *at = &batch->vectors[column];
    const struct column_vector *vector = at->vector;
    if (vector->kind != VECTOR_BYTES)
        return;
    for (uint32_t r = 0; r < n; r++) {
        uint32_t i = cell_batch_vector_row(batch, at->first, r);
        if (!column_vector_is_null(vector, i))
            sizes[r] += vector->values.bytes[column_vector_index(vector, i)].size;
    }
}

enum status cell_batch_set_vectors(struct cell_batch *batch,
                                   const struct batch_vector *vectors,
                                   const uint32_t *selected, uint32_t n,
                                   struct error *error)
{
    size_t size = n * sizeof(uint64_t);
    batch->vectors = vectors;
    batch->selected = selected;
    batch->n_rows = 0;
    enum status status = buffer_reserve(&batch->row_ends, size, false, error);
    if (status != OK || n == 0)
        return status;
    uint64_t *ends = (void *)batch->row_ends.data;
    memset(ends, 0, size);
    for (uint32_t column = 0; column < batch->n_columns; column++)
        add_bytes(batch, column, n, ends);
    for (uint32_t r = 1; r < n; r++)
        ends[r] += ends[r - 1];
    batch->row_ends.size = size;
    batch->n_rows = n;
    return OK;
}

void cell_batch_reset(struct cell_batch *batch, uint64_t first_row)
{
    buffer_empty(&batch->cells, MOST_SPARE);
    buffer_empty(&batch->bytes, MOST_SPARE);
    buffer_empty(&batch->row_ends, MOST_SPARE);
    batch->vectors = NULL;
    batch->n_rows = 0;
    batch->first_row = first_row;
}

void cell_batch_release(struct cell_batch *batch)
{
    buffer_release(&batch->cells);
    buffer_release(&batch->bytes);
    buffer_release(&batch->row_ends);
    batch->n_rows = 0;
}
