/* SPDX-License-Identifier: MIT */
#include "vector/vector_source.h"

/* Integers up to here are doubles; a quotient of two is then rounded once. */
static const int64_t MOST_EXACT = INT64_C(1) << 53;

enum status vector_source_literal(const struct vector_source *source,
                                  union vector_values values, uint32_t k, char *text,
                                  struct literal *literal, struct error *error)
{
    *literal = (struct literal){.type = LITERAL_TEXT};
    switch (source->form) {
    case SOURCE_INTEGER:
        literal->type = LITERAL_INTEGER;
        literal->integer = values.int64[k];
        return OK;
    case SOURCE_REAL:
        literal->type = LITERAL_REAL;
        literal->real = values.float64[k];
        return OK;
    case SOURCE_DECIMAL:
        literal->type = LITERAL_REAL;
        if (values.int64[k] < -MOST_EXACT || values.int64[k] > MOST_EXACT)
            return error_set(error, UNSUPPORTED, "a decimal has many digits");
        literal->real = (double)values.int64[k] / source->divisor;
        return OK;
    case SOURCE_BLOB:
        literal->type = LITERAL_BLOB;
        literal->bytes = values.bytes[k];
        return OK;
    case SOURCE_TEXT:
        literal->bytes = values.bytes[k];
        return OK;
    case SOURCE_SPELLED:
        literal->bytes.data = (const uint8_t *)text;
        literal->bytes.size = value_in_style(source->stored, source->style, values, k,
                                             text);
        return OK;
    default:
        return error_set(error, UNSUPPORTED, "a value is not known");
    }
}

bool vector_source_ordered(const struct vector_source *source, int64_t *low,
                           int64_t *high)
{
    /* From 0000-01-01 to the end of 9999-12-31. */
    static const int64_t FIRST_DAY = -719528, END_DAY = 2932897, DAY = 86400;
    const struct column *column = source->stored;
    int64_t units = units_per_second(column->unit), most = INT64_MAX / units / DAY;
    *low = FIRST_DAY, *high = END_DAY - 1;
    if (source->form != SOURCE_SPELLED || column->kind != VECTOR_INT64)
        return false;
    if (column->type == COLUMN_DATE)
        return true;
    *high = DAY * units - 1, *low = 0;
    if (column->type == COLUMN_TIME)
        return true;
    if (column->type != COLUMN_TIMESTAMP)
        return false;
    *low = FIRST_DAY < -most ? INT64_MIN : FIRST_DAY * DAY * units;
    *high = END_DAY > most ? INT64_MAX : END_DAY * DAY * units - 1;
    return true;
}
