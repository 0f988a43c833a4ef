/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_values.h"

#include <math.h>
#include <stdio.h>

#include "scan/json_cell.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { MOST_CUT = 5 /* most of a character that is cut, and a quote */ };

/* ---- Order ------------------------------------------------------------------------ */

int orc_value_order(const void *of, const union column_value *a,
                    const union column_value *b)
{
    const struct column *column = of;
    if (column->kind == VECTOR_BYTES && column->type == COLUMN_DECIMAL)
        return binary_decimal_compare(a->bytes, b->bytes);
    return column_kind_compare(column->kind, *a, *b);
}

static bool has_order(const struct column *column, union column_value value)
{
    if (column->kind == VECTOR_DOUBLE)
        return !isnan(value.float64);
    return column->type != COLUMN_BLOB && column->type != COLUMN_NESTED;
}

/* ---- Tallies ---------------------------------------------------------------------- */

void orc_tally_clear(struct orc_tally *tally)
{
    tally->n_entries = tally->n_values = 0;
    tally->sum = (struct orc_sum){0};
    tally->extent.is_there = false;
}

void orc_tally_release(struct orc_tally *tally)
{
    value_extent_release(&tally->extent);
    *tally = (struct orc_tally){0};
}

static enum status widen(struct orc_tally *tally, const struct column *column,
                         const union column_value *min, const union column_value *max,
                         struct error *error)
{
    return value_extent_widen(&tally->extent, orc_value_order, column,
                              column->kind == VECTOR_BYTES, min, max, error);
}

static void add_integer(struct orc_sum *sum, int64_t value)
{
    bool fits = value < 0 ? sum->integer >= INT64_MIN - value
                          : sum->integer <= INT64_MAX - value;
    sum->is_unknown = sum->is_unknown || !fits;
    if (fits)
        sum->integer += value;
}

enum status orc_tally_add(struct orc_tally *tally, const struct column *column,
                          union column_value value, struct error *error)
{
    switch (column->kind) {
    case VECTOR_INT64:
        add_integer(&tally->sum, value.int64);
        break;
    case VECTOR_DOUBLE:
        tally->sum.real += value.float64;
        tally->sum.magnitude += fabs(value.float64);
        break;
    case VECTOR_BYTES:
        if (column->type == COLUMN_DECIMAL)
            tally->sum.is_unknown = true;
        else
            add_integer(&tally->sum, (int64_t)value.bytes.size);
        break;
    case VECTOR_INSTANT:
        break;
    }
    return has_order(column, value) ? widen(tally, column, &value, &value, error) : OK;
}

enum status orc_tally_join(struct orc_tally *tally, const struct column *column,
                           const struct orc_tally *other, struct error *error)
{
    tally->n_entries += other->n_entries;
    tally->n_values += other->n_values;
    add_integer(&tally->sum, other->sum.integer);
    tally->sum.is_unknown = tally->sum.is_unknown || other->sum.is_unknown;
    tally->sum.real += other->sum.real;
    tally->sum.magnitude += other->sum.magnitude;
    return other->extent.is_there
               ? widen(tally, column, &other->extent.min, &other->extent.max, error)
               : OK;
}

/* ---- Texts ------------------------------------------------------------------------ */

/* The size of the front of a text that is shown: whole characters.  0: it has others. */
static size_t shown_size(struct slice text)
{
    size_t most = text.size < ORC_VALUE_TEXT ? text.size : ORC_VALUE_TEXT - 1;
    for (size_t size = most; size > 0 && size + MOST_CUT > most; size--) {
        if (text_is_utf8(slice_of(text.data, size)))
            return size;
    }
    return 0;
}

enum status orc_describe_value(const struct column *column, union column_value value,
                               char *text, struct error *error)
{
    struct column_vector vector = {.n_rows = 1, .kind = column->kind};
    struct buffer buffer = {0};
    if (column->type == COLUMN_TEXT && value.bytes.size > ORC_VALUE_TEXT)
        value.bytes.size = ORC_VALUE_TEXT;
    vector.values.any = &value;
    enum status status = append_json_cell(&buffer, column, &vector, 0, error);
    size_t size = status == OK ? shown_size(buffer_slice(&buffer)) : 0;
    if (size > 0)
        snprintf(text, ORC_VALUE_TEXT, "%.*s", (int)size, (const char *)buffer.data);
    else
        snprintf(text, ORC_VALUE_TEXT, "a value that is not valid UTF-8");
    buffer_release(&buffer);
    return status;
}
