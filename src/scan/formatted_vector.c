/* SPDX-License-Identifier: MIT */
#include "scan/formatted_vector.h"

#include "base/alloc.h"
#include "value/value_text.h"

enum {
    STRIDE = VALUE_TEXT_SIZE,
    MOST_ENTRIES = 4096, /* of a dictionary that is formatted */
};

bool formatted_vector_serves(const struct column *column)
{
    switch (column->type) {
    case COLUMN_DATE:
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
    case COLUMN_UUID:
    case COLUMN_INTERVAL:
        return true;
    default:
        return false;
    }
}

void formatted_vector_release(struct formatted_vector *formatted)
{
    mem_free(formatted->values);
    mem_free(formatted->text);
    *formatted = (struct formatted_vector){.style = formatted->style};
}

static enum status reserve(struct formatted_vector *formatted, size_t n,
                           struct error *error)
{
    if (n <= formatted->capacity)
        return OK;
    formatted_vector_release(formatted);
    formatted->values = mem_alloc(n, sizeof *formatted->values);
    formatted->text = mem_alloc(n, STRIDE);
    if (formatted->values == NULL || formatted->text == NULL)
        return error_nomem(error);
    formatted->capacity = n;
    return OK;
}

static size_t time_in_style(const struct column *column, enum time_style style,
                            union vector_values values, uint32_t k, char *text)
{
    if (column->type == COLUMN_TIME)
        return text_from_time(values.int64[k], column->unit, text);
    if (column->type == COLUMN_DATE) {
        size_t n = text_from_date(values.int64[k], text);
        const char *midnight = style == TIMES_CANONICAL ? " 00:00:00" : "";
        memcpy(text + n, midnight, strlen(midnight));
        return n + strlen(midnight);
    }
    bool is_instant = column->kind == VECTOR_INSTANT;
    if (style != TIMES_ISO8601 && !is_instant)
        return text_from_timestamp(values.int64[k], column->unit, text);
    struct instant instant = is_instant
                                 ? values.instant[k]
                                 : instant_from_units(values.int64[k], column->unit);
    unsigned digits = is_instant || column->unit == UNIT_NANOS ? 9
                      : column->unit == UNIT_MICROS            ? 6
                                                               : 3;
    return style == TIMES_ISO8601
               ? iso8601_from_instant(instant, digits, column->is_utc, text)
               : text_from_instant(instant, text);
}

size_t value_in_style(const struct column *column, enum time_style style,
                      union vector_values values, uint32_t k, char *text)
{
    switch (column->type) {
    case COLUMN_UINT64:
        return text_from_uint64((uint64_t)values.int64[k], text);
    case COLUMN_DECIMAL:
        return text_from_decimal(values.int64[k], column->scale, text);
    case COLUMN_DATE:
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        return time_in_style(column, style, values, k, text);
    case COLUMN_UUID:
        return text_from_uuid(values.bytes[k].data, text);
    case COLUMN_INTERVAL:
        return text_from_interval(values.bytes[k].data, text);
    default:
        return text_from_int64(values.int64[k], text);
    }
}

bool formatted_vector_keeps_entries(const struct column_vector *vector)
{
    return vector->indices != NULL && vector->n_entries <= MOST_ENTRIES;
}

/* Whether to format the dictionary rather than the rows: only when as many rows have come
 * as it has entries, since a look-up uses few of them. */
static bool is_worth_formatting_entries(struct formatted_vector *formatted,
                                        const struct column_vector *from)
{
    if (formatted->seen_dictionary != from->dictionary) {
        formatted->seen_dictionary = from->dictionary;
        formatted->n_seen = 0;
    }
    formatted->n_seen += from->n_rows;
    return formatted->n_seen >= from->n_entries;
}

enum status formatted_vector_fill(struct formatted_vector *formatted,
                                  const struct column *column,
                                  const struct column_vector *from, struct error *error)
{
    bool keeps_indices = formatted_vector_keeps_entries(from) &&
                         is_worth_formatting_entries(formatted, from);
    uint32_t n = keeps_indices ? from->n_entries : from->n_rows;
    bool is_formatted = keeps_indices && formatted->dictionary == from->dictionary;
    enum status status = OK;
    if (!is_formatted)
        status = reserve(formatted, n, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < n && !is_formatted; i++) {
        char *text = formatted->text + (size_t)i * STRIDE;
        if (!keeps_indices && column_vector_is_null(from, i))
            continue;
        uint32_t k = keeps_indices ? i : column_vector_index(from, i);
        if (from->kind == VECTOR_BYTES && from->values.bytes[k].data == NULL)
            continue; /* of a row that was not selected; see vector_copy.h */
        size_t size = value_in_style(column, formatted->style, from->values, k, text);
        text[size] = '\0';
        formatted->values[i] = (struct bytes_value){(const uint8_t *)text, size};
    }
    formatted->dictionary = keeps_indices ? from->dictionary : 0;
    formatted->vector = *from;
    formatted->vector.kind = VECTOR_BYTES;
    formatted->vector.indices = keeps_indices ? from->indices : NULL;
    formatted->vector.values.bytes = formatted->values;
    formatted->vector.is_terminated = true;
    formatted->vector.has_no_nul = true;
    formatted->vector.bytes_begin = formatted->vector.bytes_end = NULL;
    return OK;
}
