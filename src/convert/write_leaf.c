/* SPDX-License-Identifier: MIT */
/*
 * write_leaf.c - converts JSON scalars to values of the leaves of a nested column.
 * write_nested.h declares its functions.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/write_nested.h"
#include "value/value_text.h"

/* Whether the shortest text of the nearest FLOAT is this number; `real` is its double. */
static bool is_shortest_of_float(double real)
{
    char text[VALUE_TEXT_SIZE];
    float nearest = (float)real;
    if (!isfinite(nearest) || (nearest == 0 && real != 0))
        return false;
    /* Subnormal FLOATs have less than FLT_DIG digits of precision. */
    int precision = fabsf(nearest) < FLT_MIN ? 1 : FLT_DIG;
    for (; precision <= FLT_DECIMAL_DIG; precision++) {
        snprintf(text, sizeof text, "%.*g", precision, (double)nearest);
        double shortest = strtod(text, NULL);
        if ((float)shortest == nearest)
            return shortest == real;
    }
    return false;
}

/* Whether the number is as C's "%.17g" prints the double; many programs do that. */
static bool is_as_printed(struct slice text, double real)
{
    char printed[VALUE_TEXT_SIZE];
    snprintf(printed, sizeof printed, "%.17g", real);
    for (char *c = printed; *c != '\0'; c++) {
        if (*c == ',') /* the locale's */
            *c = '.';
    }
    return same_number(text, slice_of(printed, strlen(printed)));
}

static bool real_of_json(const struct write_target *target, struct slice text,
                         bool is_strict, struct physical_value *value)
{
    struct cell cell = {.class = CELL_TEXT, .bytes = text};
    double real;
    if (double_from_json(text, &real) == TEXT_IS)
        cell = (struct cell){.class = CELL_REAL, .real = real};
    if (target->convert(target, &cell, value))
        return true;
    if (is_strict)
        return false;
    /* An integer with more digits than doubles distinguish may still be exact. */
    if (cell.class == CELL_TEXT && int64_from_text(text, &cell.integer) != TEXT_UNFIT) {
        cell.class = CELL_INTEGER;
        if (target->convert(target, &cell, value))
            return true;
    }
    if (target->column.bits == 64)
        return double_from_text(text, &value->real) != TEXT_UNFIT &&
               isfinite(value->real) && is_as_printed(text, value->real);
    return target->column.bits == 32 && real_from_text(text, &value->real) &&
           is_shortest_of_float(value->real);
}

bool write_real_is_own_text(struct slice text)
{
    double real;
    return double_from_json(text, &real) == TEXT_IS;
}

/* Whether reading returns this text, for types whose conversion does not check it. */
static bool is_own_text(const struct column *column, struct slice text)
{
    int64_t integer;
    uint64_t number;
    switch (column->type) {
    case COLUMN_INTEGER:
        return int64_from_text(text, &integer) == TEXT_IS;
    case COLUMN_UINT64:
        return uint64_from_text(text, &number) == TEXT_IS;
    case COLUMN_REAL:
        return write_real_is_own_text(text);
    default:
        return true;
    }
}

/* Converts hexadecimal digits to a value of a binary leaf; false if the text does not
 * fit, or less well than least_fit. */
static bool binary_of_json(struct write_nested *nested, uint32_t leaf,
                           enum text_fit least_fit, struct slice text,
                           struct physical_value *value)
{
    const struct write_target *target = &nested->leaves[leaf].target;
    /* write_nested.c reserves half the size of the row's text. */
    if (binary_from_text(text, nested->binary.data) < least_fit)
        return false;
    struct cell cell = {.class = CELL_BLOB,
                        .bytes = slice_of(nested->binary.data, text.size / 2)};
    return target->convert(target, &cell, value);
}

bool write_leaf_convert(struct write_nested *nested, uint32_t leaf, enum json_token token,
                        struct slice text, bool is_strict, struct physical_value *value)
{
    const struct write_target *target = &nested->leaves[leaf].target;
    struct cell cell = {.class = CELL_TEXT, .bytes = text};
    bool is_text = token == JSON_STRING || token == JSON_KEY;
    bool is_number = token == JSON_NUMBER || token == JSON_KEY;
    if (is_strict && !is_own_text(&target->column, text))
        return false;
    switch (target->column.type) {
    case COLUMN_BOOLEAN:
        value->integer = token == JSON_TRUE || slice_equals_text(text, "true");
        return token == JSON_TRUE || token == JSON_FALSE ||
               (token == JSON_KEY &&
                (value->integer != 0 || slice_equals_text(text, "false")));
    case COLUMN_REAL:
        return is_number && real_of_json(target, text, is_strict, value);
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
    case COLUMN_DECIMAL:
        return is_number && target->convert(target, &cell, value);
    case COLUMN_TEXT: /* json_reader checks that it is UTF-8 */
        value->bytes = text;
        return is_text;
    case COLUMN_BLOB:
    case COLUMN_GEOMETRY:
    case COLUMN_GEOGRAPHY:
        return is_text && binary_of_json(nested, leaf, is_strict ? TEXT_IS : TEXT_MEANS,
                                         text, value);
    default:
        return is_text && target->convert(target, &cell, value);
    }
}

enum status write_leaf_append(struct write_nested *nested, uint32_t leaf,
                              unsigned repetition, const struct physical_value *value,
                              struct error *error)
{
    struct write_leaf *l = &nested->leaves[leaf];
    if (nested->is_checking)
        return OK;
    l->values->repetition = (uint8_t)repetition;
    return append_physical(l->values, l->target.form, value, error) ? OK : error->status;
}

enum status write_leaves_absent(struct write_nested *nested, uint32_t first_leaf,
                                uint32_t n_leaves, unsigned repetition,
                                unsigned definition, struct error *error)
{
    if (nested->is_checking)
        return OK;
    for (uint32_t i = first_leaf; i < first_leaf + n_leaves; i++) {
        struct pq_column_values *values = nested->leaves[i].values;
        values->repetition = (uint8_t)repetition;
        if (!pq_append_absent(values, (uint8_t)definition, error))
            return error->status;
    }
    return OK;
}
