/* SPDX-License-Identifier: MIT */
#include "scan/lost_rows.h"

#include "base/alloc.h"

enum status lost_rows_select(const struct lost_rows *rows, uint32_t n, uint64_t first,
                             struct row_selection *selection, struct error *error)
{
    enum status status = OK;
    uint64_t end = first;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint64_t from = first + rows[i].first_row, to = from + rows[i].n_rows;
        from = from > end ? from : end;
        status = row_selection_append(selection, from, to, error);
        end = to > end ? to : end;
    }
    return status;
}

struct salvage_reader {
    struct column_reader base; /* must be first */
    struct table_file *file;
    uint32_t column;
    uint32_t row_group;
    struct column_reader *inner;
    bool inner_is_started;
    uint64_t inner_position, position; /* rows of the row group */
    struct row_selection lost;
    uint32_t next_lost; /* the first range of `lost` that ends after position */
    uint8_t no_row_is_valid[BATCH_ROWS];
    _Alignas(16) uint8_t no_values[BATCH_ROWS * 16];
};

static enum status salvage_start(struct column_reader *base, uint32_t row_group,
                                 struct error *error)
{
    struct salvage_reader *reader = (void *)base;
    const struct lost_rows *rows;
    uint32_t n;
    reader->row_group = row_group;
    reader->position = 0;
    reader->next_lost = 0;
    reader->inner_is_started = false;
    reader->lost.n_ranges = 0;
    enum status status = reader->file->ops->lost_rows(reader->file, row_group,
                                                      reader->column, &rows, &n, error);
    return status == OK ? lost_rows_select(rows, n, 0, &reader->lost, error) : status;
}

static enum status salvage_skip(struct column_reader *base, uint64_t n,
                                struct error *error)
{
    (void)error;
    struct salvage_reader *reader = (void *)base;
    reader->position += n;
    return OK;
}

static void give_nulls(struct salvage_reader *reader, uint64_t n,
                       struct column_vector *vector)
{
    const struct schema *schema = reader->file->ops->schema(reader->file);
    *vector = (struct column_vector){.n_rows = (uint32_t)n,
                                     .kind = schema->columns[reader->column].kind,
                                     .valid = reader->no_row_is_valid,
                                     .values.any = reader->no_values};
    reader->position += n;
}

/* Moves the inner reader to the position. */
static enum status move_inner(struct salvage_reader *reader, struct error *error)
{
    struct column_reader *inner = reader->inner;
    enum status status = OK;
    if (!reader->inner_is_started) {
        status = inner->ops->start(inner, reader->row_group, error);
        reader->inner_position = 0;
        reader->inner_is_started = status == OK;
    }
    if (status == OK && reader->position > reader->inner_position)
        status = inner->ops->skip(inner, reader->position - reader->inner_position,
                                  error);
    reader->inner_position = reader->position;
    return status;
}

static enum status salvage_read(struct column_reader *base, uint32_t n,
                                struct column_vector *vector, struct error *error)
{
    struct salvage_reader *reader = (void *)base;
    const struct row_selection *lost = &reader->lost;
    uint64_t at = reader->position;
    while (reader->next_lost < lost->n_ranges &&
           lost->ranges[reader->next_lost].end <= at)
        reader->next_lost++;
    if (reader->next_lost < lost->n_ranges) {
        struct row_range range = lost->ranges[reader->next_lost];
        bool is_lost = range.first <= at;
        uint64_t left = (is_lost ? range.end : range.first) - at;
        n = left < n ? (uint32_t)left : n;
        if (is_lost) {
            give_nulls(reader, n, vector);
            return OK;
        }
    }
    enum status status = move_inner(reader, error);
    if (status == OK)
        status = reader->inner->ops->read(reader->inner, n, vector, error);
    if (status != OK)
        return status;
    reader->position += vector->n_rows;
    reader->inner_position = reader->position;
    return OK;
}

static void salvage_close(struct column_reader *base)
{
    struct salvage_reader *reader = (void *)base;
    reader->inner->ops->close(reader->inner);
    row_selection_release(&reader->lost);
    mem_free(reader);
}

static const struct column_reader_ops salvage_ops = {
    .start = salvage_start,
    .skip = salvage_skip,
    .read = salvage_read,
    .close = salvage_close,
};

enum status salvage_reader_open(struct table_file *file, uint32_t column,
                                struct column_reader *inner,
                                struct column_reader **reader, struct error *error)
{
    *reader = NULL;
    struct salvage_reader *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL) {
        inner->ops->close(inner);
        return error_nomem(error);
    }
    made->base.ops = &salvage_ops;
    made->file = file;
    made->column = column;
    made->inner = inner;
    *reader = &made->base;
    return OK;
}
