/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_json.h"

#include "value/value_from_text.h"

static enum status refuse(struct slice value, const char *expected, struct error *error)
{
    return error_set(error, CORRUPT, "JSON has %.*s where %s is expected",
                     SLICE_SHOWN(value, 40), expected);
}

/* ---- Objects and arrays ----------------------------------------------------------- */

static void end(struct iceberg_json *walk)
{
    json_reader_release(&walk->reader);
    buffer_release(&walk->key);
    walk->has_ended = true;
}

enum status iceberg_json_open(struct iceberg_json *walk, struct slice text,
                              struct error *error)
{
    enum json_token token;
    struct slice value;
    *walk = (struct iceberg_json){.has_ended = false};
    walk->reader.is_of_file = true;
    json_reader_start(&walk->reader, text);
    enum status status = json_reader_next(&walk->reader, &token, &value, error);
    walk->is_object = status == OK && token == JSON_BEGIN_OBJECT;
    if (status == OK && token == JSON_NULL)
        end(walk);
    else if (status == OK && !walk->is_object && token != JSON_BEGIN_ARRAY)
        status = refuse(text, "an object or an array", error);
    return status;
}

static enum status read_key(struct iceberg_json *walk, struct slice text,
                            struct slice *key, struct error *error)
{
    walk->key.size = 0;
    enum status status = buffer_append(&walk->key, text.data, text.size, error);
    *key = buffer_slice(&walk->key);
    return status;
}

/* The text from `begin`, where the value may be preceded by a comma and white space, to
 * where the reader is. */
static struct slice text_since(const struct iceberg_json *walk, size_t begin)
{
    struct slice text = slice_of(walk->reader.text.data + begin, walk->reader.at - begin);
    while (text.size > 0 && (text.data[0] == ',' || text.data[0] <= ' '))
        text = slice_of(text.data + 1, text.size - 1);
    return text;
}

/* Reads one member or item; *value is empty if there is none. */
static enum status read_next(struct iceberg_json *walk, struct slice *key,
                             struct slice *value, struct error *error)
{
    enum json_token token;
    struct slice text;
    size_t begin = walk->reader.at;
    enum status status = json_reader_next(&walk->reader, &token, &text, error);
    if (status != OK || token == JSON_END_OBJECT || token == JSON_END_ARRAY)
        return status;
    if (walk->is_object) {
        status = read_key(walk, text, key, error);
        begin = walk->reader.at;
        if (status == OK)
            status = json_reader_next(&walk->reader, &token, &text, error);
    }
    if (status == OK)
        status = json_reader_skip(&walk->reader, token, error);
    *value = text_since(walk, begin);
    return status;
}

bool iceberg_json_next(struct iceberg_json *walk, struct slice *key, struct slice *value,
                       enum status *status, struct error *error)
{
    *key = *value = slice_of(NULL, 0);
    if (!walk->has_ended && *status == OK)
        *status = read_next(walk, key, value, error);
    if (*status == OK && value->size > 0)
        return true;
    end(walk);
    return false;
}

/* ---- Values ----------------------------------------------------------------------- */

enum json_token iceberg_json_kind(struct slice value)
{
    switch (value.size > 0 ? value.data[0] : '\0') {
    case '{':
        return JSON_BEGIN_OBJECT;
    case '[':
        return JSON_BEGIN_ARRAY;
    case '"':
        return JSON_STRING;
    case 't':
        return JSON_TRUE;
    case 'f':
        return JSON_FALSE;
    case 'n':
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

enum status iceberg_json_int64(struct slice value, int64_t *result, struct error *error)
{
    if (iceberg_json_kind(value) == JSON_NULL)
        return OK;
    if (iceberg_json_kind(value) != JSON_NUMBER ||
        int64_from_text(value, result) == TEXT_UNFIT)
        return refuse(value, "a 64-bit integer", error);
    return OK;
}

enum status iceberg_json_int32(struct slice value, int32_t *result, struct error *error)
{
    int64_t wide = *result;
    if (iceberg_json_int64(value, &wide, error) != OK)
        return error->status;
    if (wide < INT32_MIN || wide > INT32_MAX)
        return refuse(value, "a 32-bit integer", error);
    *result = (int32_t)wide;
    return OK;
}

enum status iceberg_json_bool(struct slice value, bool *result, struct error *error)
{
    enum json_token kind = iceberg_json_kind(value);
    if (kind == JSON_TRUE || kind == JSON_FALSE)
        *result = kind == JSON_TRUE;
    else if (kind != JSON_NULL)
        return refuse(value, "true or false", error);
    return OK;
}

static enum status unescape(struct slice value, struct arena *arena, struct slice *result,
                            struct error *error)
{
    struct json_reader reader = {.depth = 0};
    enum json_token token;
    struct slice text;
    json_reader_start(&reader, value);
    enum status status = json_reader_next(&reader, &token, &text, error);
    if (status == OK) {
        char *copy = arena_copy_text(arena, text.data, text.size);
        *result = slice_of(copy, text.size);
        if (copy == NULL)
            status = error_nomem(error);
    }
    json_reader_release(&reader);
    return status;
}

enum status iceberg_json_text(struct slice value, struct arena *arena,
                              struct slice *result, struct error *error)
{
    if (iceberg_json_kind(value) == JSON_NULL)
        return OK;
    if (iceberg_json_kind(value) != JSON_STRING)
        return refuse(value, "a text", error);
    if (memchr(value.data, '\\', value.size) != NULL)
        return unescape(value, arena, result, error);
    *result = slice_of(value.data + 1, value.size - 2);
    return OK;
}
