/* SPDX-License-Identifier: MIT */
#include "scan/json_cell.h"

#include "base/interrupt.h"
#include "scan/formatted_vector.h"
#include "value/value_text.h"

static enum status append_fixed_form(struct buffer *buffer, const struct column *column,
                                     const struct column_vector *vector, uint32_t k,
                                     bool is_quoted, struct error *error)
{
    enum status status = buffer_reserve(buffer, buffer->size + VALUE_TEXT_SIZE + 2, true,
                                        error);
    if (status != OK)
        return status;
    char *text = (char *)buffer->data + buffer->size;
    size_t n = is_quoted;
    n += value_in_style(column, TIMES_AS_SHOWN, vector->values, k, text + n);
    if (is_quoted)
        text[0] = text[n++] = '"';
    buffer->size += n;
    return OK;
}

enum status append_json_cell(struct buffer *buffer, const struct column *column,
                             const struct column_vector *vector, uint32_t row,
                             struct error *error)
{
    if (column_vector_is_null(vector, row) || column->type == COLUMN_NULL)
        return buffer_append_text(buffer, "null", error);
    uint32_t k = column_vector_index(vector, row);
    union vector_values values = vector->values;
    switch (column->type) {
    case COLUMN_BOOLEAN:
        return buffer_append_text(buffer, values.int64[k] ? "true" : "false", error);
    case COLUMN_REAL:
        return append_json_double(buffer, values.float64[k], error);
    case COLUMN_DECIMAL:
        if (vector->kind == VECTOR_BYTES)
            return append_binary_decimal(buffer, values.bytes[k], column->scale, error);
        return append_fixed_form(buffer, column, vector, k, false, error);
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
        return append_fixed_form(buffer, column, vector, k, false, error);
    case COLUMN_DATE:
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
    case COLUMN_UUID:
    case COLUMN_INTERVAL:
        return append_fixed_form(buffer, column, vector, k, true, error);
    case COLUMN_TEXT:
    case COLUMN_JSON:
        return append_json_string(
            buffer, slice_of(values.bytes[k].data, values.bytes[k].size), error);
    case COLUMN_NESTED:
        return buffer_append(buffer, values.bytes[k].data, values.bytes[k].size, error);
    case COLUMN_BLOB:
    case COLUMN_GEOMETRY:
    case COLUMN_GEOGRAPHY:
    case COLUMN_NULL:
        break;
    }
    return append_json_hex(buffer, values.bytes[k], error);
}

enum status json_batch_read(struct json_batch *batch, uint32_t n,
                            enum status (*append_row)(void *reader, uint32_t n_left,
                                                      bool *is_null, struct error *error),
                            void *reader, struct column_vector *vector,
                            struct error *error)
{
    enum { ROWS_BETWEEN_CHECKS = 16 }; /* rows may have many thousands of values */
    enum status status = OK;
    uint32_t n_rows = 0;
    batch->text.size = 0;
    while (n_rows < n && batch->text.size < LARGE_BATCH) {
        size_t start = batch->text.size;
        bool is_null = false;
        if (n_rows % ROWS_BETWEEN_CHECKS == 0)
            status = interrupt_check(error);
        if (status == OK)
            status = append_row(reader, n - n_rows, &is_null, error);
        batch->valid[n_rows] = !is_null;
        batch->values[n_rows++].size = batch->text.size - start;
        if (status == OK && !is_null)
            status = buffer_append(&batch->text, "", 1, error);
        if (status != OK)
            return status;
    }
    /* The text no longer moves. */
    const uint8_t *data = batch->text.data;
    for (uint32_t k = 0; k < n_rows; k++) {
        batch->values[k].data = data;
        if (batch->valid[k])
            data += batch->values[k].size + 1;
    }
    *vector = (struct column_vector){.n_rows = n_rows,
                                     .valid = batch->valid,
                                     .values.bytes = batch->values,
                                     .kind = VECTOR_BYTES,
                                     .is_terminated = true,
                                     .has_no_nul = true};
    return OK;
}
