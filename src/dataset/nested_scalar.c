/* SPDX-License-Identifier: MIT */
/* nested_scalar.c - values inside nested columns, as text of a wider type. */
#include <string.h>

#include "dataset/nested_project.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

static enum status damaged(struct error *error)
{
    return error_set(error, CORRUPT, "a value that is none of its type");
}

/* Appends a text that needs no escapes. */
static enum status put(struct buffer *text, struct slice value, bool is_quoted,
                       struct error *error)
{
    if (is_quoted)
        buffer_add_text(text, "\"", error);
    buffer_add(text, value, error);
    if (is_quoted)
        buffer_add_text(text, "\"", error);
    return error->status;
}

static enum status put_double(struct slice digits, bool is_key, struct buffer *text,
                              struct error *error)
{
    char out[VALUE_TEXT_SIZE];
    int64_t value;
    if (int64_from_text(digits, &value) == TEXT_UNFIT)
        return damaged(error);
    return put(text, slice_of(out, text_from_double((double)value, out)), is_key, error);
}

static enum status put_zeros(struct slice number, int32_t digits, bool is_key,
                             struct buffer *text, struct error *error)
{
    static const char zeros[] = "0000000000000000000000000000000000000000";
    bool has_point = memchr(number.data, '.', number.size) != NULL;
    struct slice added = slice_of(zeros, (size_t)digits);
    if (added.size >= sizeof zeros)
        return damaged(error);
    if (is_key)
        buffer_add_text(text, "\"", error);
    buffer_add(text, number, error);
    buffer_add_text(text, has_point ? "" : ".", error);
    return put(text, added, false, error) == OK && is_key
               ? buffer_append_text(text, "\"", error)
               : error->status;
}

/* Fractions have 3, 6 or 9 digits, and no more than are needed. */
static struct slice cut_fraction(struct slice time, int32_t digits)
{
    const uint8_t *point = memchr(time.data, '.', time.size);
    if (point == NULL)
        return time;
    size_t whole = (size_t)(point - time.data) + 1;
    if (time.size - whole > (size_t)digits)
        time.size = whole + (size_t)digits;
    while (time.size >= whole + 3 && memcmp(time.data + time.size - 3, "000", 3) == 0)
        time.size -= 3;
    if (time.size == whole)
        time.size--;
    return time;
}

static enum status put_midnight(struct slice date, struct buffer *text,
                                struct error *error)
{
    buffer_add_text(text, "\"", error);
    buffer_add(text, date, error);
    buffer_add_text(text, " 00:00:00\"", error);
    return error->status;
}

static enum status put_time(struct slice digits, struct buffer *text, struct error *error)
{
    char out[VALUE_TEXT_SIZE];
    int64_t value;
    if (int64_from_text(digits, &value) == TEXT_UNFIT)
        return damaged(error);
    return put(text, slice_of(out, text_from_time(value, UNIT_MICROS, out)), true, error);
}

static enum status put_text(struct slice hex, struct buffer *scratch, struct buffer *text,
                            struct error *error)
{
    enum status status = buffer_reserve(scratch, hex.size / 2 + 1, false, error);
    if (status != OK)
        return status;
    if (hex.size % 2 != 0 || binary_from_text(hex, scratch->data) == TEXT_UNFIT)
        return damaged(error);
    return append_json_string(text, slice_of(scratch->data, hex.size / 2), error);
}

static enum status put_uuid(struct slice hex, struct buffer *text, struct error *error)
{
    uint8_t bytes[16];
    char out[VALUE_TEXT_SIZE];
    if (hex.size != 2 * sizeof bytes)
        return error_set(error, CORRUPT, "a UUID of %zu bytes", hex.size / 2);
    if (binary_from_text(hex, bytes) == TEXT_UNFIT)
        return damaged(error);
    return put(text, slice_of(out, text_from_uuid(bytes, out)), true, error);
}

static enum status put_uuid_bytes(struct slice uuid, struct buffer *text,
                                  struct error *error)
{
    uint8_t bytes[16];
    if (uuid_from_text(uuid, bytes) == TEXT_UNFIT)
        return damaged(error);
    return append_json_hex(text, (struct bytes_value){bytes, sizeof bytes}, error);
}

enum status nested_append_scalar(const struct nested_node *node, struct slice json,
                                 bool is_key, struct nested_projector *projector,
                                 struct buffer *text, struct error *error)
{
    bool is_string = json.size >= 2 && json.data[0] == '"';
    struct slice inner = is_string ? slice_of(json.data + 1, json.size - 2) : json;
    if (is_key && slice_equals_text(inner, "null"))
        return buffer_append(text, json.data, json.size, error);
    switch (node->action) {
    case NESTED_TO_NULL:
        return put(text, slice_of("null", 4), is_key, error);
    case NESTED_TO_DOUBLE:
        return put_double(inner, is_key, text, error);
    case NESTED_ADD_ZEROS:
        return put_zeros(inner, node->digits, is_key, text, error);
    case NESTED_TO_MIDNIGHT:
        return put_midnight(inner, text, error);
    case NESTED_CUT_DIGITS:
        return put(text, cut_fraction(inner, node->digits), true, error);
    case NESTED_TO_TIME:
        return put_time(inner, text, error);
    case NESTED_TO_TEXT:
        return put_text(inner, &projector->scratch, text, error);
    case NESTED_TO_UUID:
        return put_uuid(inner, text, error);
    case NESTED_FROM_UUID:
        return put_uuid_bytes(inner, text, error);
    default: /* NESTED_KEEP */
        return buffer_append(text, json.data, json.size, error);
    }
}
