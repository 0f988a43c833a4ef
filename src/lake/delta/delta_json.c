/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_json.h"

#include "value/value_from_text.h"

void delta_json_start(struct delta_json *json, struct slice text, struct error *error)
{
    json->reader.is_of_file = true;
    json_reader_start(&json->reader, text);
    json->error = error;
}

void delta_json_release(struct delta_json *json)
{
    json_reader_release(&json->reader);
}

static bool has_failed(const struct delta_json *json)
{
    return json->error->status != OK;
}

bool delta_json_next(struct delta_json *json)
{
    return !has_failed(json) &&
           json_reader_next(&json->reader, &json->token, &json->text, json->error) == OK;
}

void delta_json_skip_rest(struct delta_json *json)
{
    if (!has_failed(json))
        (void)!json_reader_skip(&json->reader, json->token, json->error);
}

static void refuse(struct delta_json *json, const char *expected)
{
    error_set(json->error, CORRUPT, "byte %zu of the JSON: %s is expected",
              json->reader.at, expected);
}

bool delta_json_key(struct delta_json *json)
{
    return delta_json_next(json) && json->token == JSON_KEY;
}

bool delta_json_item(struct delta_json *json)
{
    return delta_json_next(json) && json->token != JSON_END_ARRAY;
}

bool delta_json_enter(struct delta_json *json, enum json_token begin)
{
    if (!delta_json_next(json) || json->token == JSON_NULL)
        return false;
    if (json->token != begin)
        refuse(json, begin == JSON_BEGIN_ARRAY ? "an array" : "an object");
    return !has_failed(json);
}

void delta_json_skip(struct delta_json *json)
{
    if (delta_json_next(json))
        delta_json_skip_rest(json);
}

static void copy(struct delta_json *json, struct arena *arena, struct slice text,
                 struct slice *result)
{
    char *copied = arena_copy_text(arena, text.data, text.size);
    if (copied == NULL)
        error_nomem(json->error);
    *result = slice_of(copied, text.size);
}

void delta_json_text(struct delta_json *json, struct arena *arena, struct slice *text)
{
    *text = slice_of(NULL, 0);
    if (!delta_json_next(json) || json->token == JSON_NULL)
        return;
    if (json->token != JSON_STRING)
        refuse(json, "a string");
    else
        copy(json, arena, json->text, text);
}

void delta_json_any(struct delta_json *json, struct arena *arena, struct slice *text)
{
    *text = slice_of(NULL, 0);
    if (!delta_json_next(json) || json->token == JSON_NULL)
        return;
    struct slice value = json->text;
    if (json->token == JSON_BEGIN_OBJECT || json->token == JSON_BEGIN_ARRAY) {
        size_t begin = json->reader.at - 1;
        delta_json_skip_rest(json);
        value = slice_of(json->reader.text.data + begin, json->reader.at - begin);
    } else if (json->token == JSON_TRUE || json->token == JSON_FALSE) {
        value = json->token == JSON_TRUE ? slice_of("true", 4) : slice_of("false", 5);
    }
    if (!has_failed(json))
        copy(json, arena, value, text);
}

void delta_json_raw(struct delta_json *json, struct arena *arena, struct slice *text)
{
    delta_json_any(json, arena, text);
    if (text->data != NULL && text->data[0] != '{' && text->data[0] != '[')
        refuse(json, "an object or an array");
}

void delta_json_integer(struct delta_json *json, int64_t *value)
{
    double real;
    if (!delta_json_next(json) || json->token == JSON_NULL)
        return;
    if (json->token != JSON_NUMBER)
        refuse(json, "a number");
    else if (int64_from_text(json->text, value) == TEXT_UNFIT) {
        /* 1.5e12, as some writers of JSON spell large numbers */
        bool is_whole = double_from_json(json->text, &real) != TEXT_UNFIT &&
                        fabs(real) < 9e15 && real == floor(real);
        if (is_whole)
            *value = (int64_t)real;
        else
            refuse(json, "a whole number");
    }
}

void delta_json_flag(struct delta_json *json, bool *value)
{
    if (!delta_json_next(json) || json->token == JSON_NULL)
        return;
    if (json->token != JSON_TRUE && json->token != JSON_FALSE)
        refuse(json, "true or false");
    *value = json->token == JSON_TRUE;
}

void delta_json_texts(struct delta_json *json, struct arena *arena,
                      struct delta_texts *texts)
{
    *texts = (struct delta_texts){0};
    if (!delta_json_enter(json, JSON_BEGIN_ARRAY))
        return;
    while (delta_json_item(json)) {
        if (json->token != JSON_STRING)
            refuse(json, "a string");
        else if (!arena_grow(arena, &texts->texts, texts->n, sizeof *texts->texts))
            error_nomem(json->error);
        else
            copy(json, arena, json->text, &texts->texts[texts->n++]);
    }
}

void delta_json_pairs(struct delta_json *json, struct arena *arena,
                      struct delta_pairs *pairs)
{
    *pairs = (struct delta_pairs){0};
    if (!delta_json_enter(json, JSON_BEGIN_OBJECT))
        return;
    while (delta_json_key(json)) {
        if (!arena_grow(arena, &pairs->pairs, pairs->n, sizeof *pairs->pairs)) {
            error_nomem(json->error);
            return;
        }
        struct delta_pair *pair = &pairs->pairs[pairs->n++];
        copy(json, arena, json->text, &pair->key);
        delta_json_any(json, arena, &pair->value);
    }
}

struct slice delta_pairs_find(const struct delta_pairs *pairs, struct slice key)
{
    for (uint32_t i = pairs->n; i > 0; i--) { /* of keys that are repeated, the last */
        if (slice_equals(pairs->pairs[i - 1].key, key))
            return pairs->pairs[i - 1].value;
    }
    return slice_of(NULL, 0);
}

/* The size of the object at the front of a text: up to the brace that closes it. */
static size_t document_size(struct slice text)
{
    size_t depth = 0;
    bool is_in_string = false;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (is_in_string) {
            i += c == '\\';
            is_in_string = c != '"';
        } else if (c == '"') {
            is_in_string = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return text.size;
}

bool delta_json_next_document(struct slice *rest, struct slice *text)
{
    *rest = slice_trim_space(*rest);
    *text = *rest;
    if (rest->size == 0)
        return false;
    bool is_object = rest->data[0] == '{';
    if (is_object)
        text->size = document_size(*rest);
    *rest = slice_of(rest->data + text->size, rest->size - text->size);
    return true;
}
