#include "write_sample.h"

enum status sample_append(struct sample_column *column, const struct cell *cell,
                          struct error *error)
{
    uint8_t class = (uint8_t)cell->class;
    bool has_bytes = cell->class == CELL_TEXT || cell->class == CELL_BLOB;
    uint64_t number = 0;
    enum status status = buffer_append(&column->classes, &class, 1, error);
    if (status != OK || cell->class == CELL_NULL)
        return status;
    if (has_bytes)
        number = cell->bytes.size;
    else if (cell->class == CELL_INTEGER)
        memcpy(&number, &cell->integer, 8);
    else
        memcpy(&number, &cell->real, 8);
    status = buffer_append(&column->numbers, &number, 8, error);
    if (status == OK && has_bytes)
        status = buffer_append(&column->bytes, cell->bytes.data, cell->bytes.size, error);
    return status;
}

void sample_next(struct sample_column *column, struct cell *cell)
{
    uint64_t number;
    cell->class = (enum cell_class)column->classes.data[column->class_at++];
    if (cell->class == CELL_NULL)
        return;
    memcpy(&number, column->numbers.data + column->number_at, 8);
    column->number_at += 8;
    if (cell->class == CELL_INTEGER) {
        memcpy(&cell->integer, &number, 8);
    } else if (cell->class == CELL_REAL) {
        memcpy(&cell->real, &number, 8);
    } else {
        cell->bytes = number > 0
                          ? slice_of(column->bytes.data + column->byte_at, (size_t)number)
                          : slice_of("", 0);
        column->byte_at += (size_t)number;
    }
}

size_t sample_size(const struct sample_column *column)
{
    return column->classes.size + column->numbers.size + column->bytes.size;
}

void sample_column_release(struct sample_column *column)
{
    buffer_release(&column->classes);
    buffer_release(&column->numbers);
    buffer_release(&column->bytes);
    *column = (struct sample_column){0};
}
