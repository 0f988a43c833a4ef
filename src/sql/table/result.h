/* SPDX-License-Identifier: MIT */
/* result.h - makes a cell of a column_vector the result of xColumn. */
#ifndef SQL_RESULT_H
#define SQL_RESULT_H

#include <string.h>

#include "scan/value_set.h"
#include "sql/host/sqlite_api.h"
#include "sql/table/columns.h"
#include "value/literal.h"

/* How the cells of one column become SQLite values. */
struct cell_format {
    enum result_form form;
    double divisor; /* 10^scale of decimals if that is exact (scale <= 22), else 0 */
    const struct table_column *column;
};

/* Borrows the column. */
struct cell_format cell_format_of(const struct table_column *column);

/* What SQLite sees of a value that is stored as an integer or an instant: sets the type
 * and what it is of this type.  Bytes are in `text`, which has VALUE_TEXT_SIZE. */
void shown_value(const struct table_column *column, enum vector_kind kind,
                 union column_value value, char *text, struct literal *shown);

/* Sets the result to a copy of the value, because the batch's memory is reused.  Fails
 * only for decimals that are too big and when memory is out. */
enum status result_cell(sqlite3_context *context, const struct cell_format *format,
                        const struct column_vector *vector, uint32_t row,
                        struct error *error) CHECK_RESULT;

/* Zero-terminated text is passed with length -1: SQLite then knows that it is terminated
 * and does not copy it again to add a terminator, which costs more than strlen(). */
static inline void result_text(sqlite3_context *context,
                               const struct column_vector *vector,
                               const struct bytes_value *value)
{
    const char *text = (const char *)value->data;
    if (vector->is_terminated &&
        (vector->has_no_nul || memchr(text, 0, value->size) == NULL))
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_result_text64(context, value->size > 0 ? text : "", value->size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* The fast cases of result_cell().  False: no result was set. */
static inline bool result_simple_cell(sqlite3_context *context,
                                      const struct cell_format *format,
                                      const struct column_vector *vector, uint32_t row)
{
    if (column_vector_is_mismatched(vector, row))
        return false;
    if (column_vector_is_null(vector, row))
        return true; /* xColumn's result is NULL until one is set */
    uint32_t k = column_vector_index(vector, row);
    switch (format->form) {
    case FORM_INTEGER:
        sqlite3_result_int64(context, vector->values.int64[k]);
        return true;
    case FORM_REAL:
        sqlite3_result_double(context, vector->values.float64[k]);
        return true;
    case FORM_TEXT:
        result_text(context, vector, &vector->values.bytes[k]);
        return true;
    case FORM_JSON:
        result_text(context, vector, &vector->values.bytes[k]);
        sqlite3_result_subtype(context, 'J');
        return true;
    case FORM_DECIMAL_REAL: {
        /* With both operands exact the division rounds once, and correctly. */
        const int64_t exact = INT64_C(1) << 53;
        if (vector->kind != VECTOR_INT64 || format->divisor == 0)
            return false;
        int64_t value = vector->values.int64[k];
        if (value < -exact || value > exact)
            return false;
        sqlite3_result_double(context, (double)value / format->divisor);
        return true;
    }
    default:
        return false;
    }
}

/* The cells of a vector whose values all take the same short way. */
struct direct_cells {
    enum { DIRECT_NONE, DIRECT_INTEGER, DIRECT_REAL, DIRECT_TEXT } form;
    const uint8_t *valid; /* this and the others are the vector's */
    const uint32_t *indices;
    union vector_values values;
};

struct direct_cells direct_cells_of(const struct cell_format *format,
                                    const struct column_vector *vector);

/* result_cell() in the fewest steps: a scan of millions of rows notices each of them.
 * False: no result was set. */
static inline bool result_direct_cell(sqlite3_context *context,
                                      const struct direct_cells *cells, uint32_t row)
{
    uint32_t k = cells->indices != NULL ? cells->indices[row] : row;
    if (cells->valid != NULL && !cells->valid[row])
        return cells->form != DIRECT_NONE; /* xColumn's result is NULL until one is set */
    switch (cells->form) {
    case DIRECT_INTEGER:
        sqlite3_result_int64(context, cells->values.int64[k]);
        return true;
    case DIRECT_REAL:
        sqlite3_result_double(context, cells->values.float64[k]);
        return true;
    case DIRECT_TEXT:
        sqlite3_result_text(context, (const char *)cells->values.bytes[k].data, -1,
                            SQLITE_TRANSIENT);
        return true;
    case DIRECT_NONE:
        break;
    }
    return false;
}

#endif
