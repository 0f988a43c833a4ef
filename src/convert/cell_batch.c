/* SPDX-License-Identifier: MIT */
#include "convert/cell_batch.h"

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

void cell_batch_reset(struct cell_batch *batch, uint64_t first_row)
{
    buffer_empty(&batch->cells, MOST_SPARE);
    buffer_empty(&batch->bytes, MOST_SPARE);
    buffer_empty(&batch->row_ends, MOST_SPARE);
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
