/* SPDX-License-Identifier: MIT */
/*
 * delta_json.h - walks the JSON of a Delta log: actions, schemas, statistics.
 *
 *     delta_json_start(&json, text, &error);
 *     if (delta_json_enter(&json, JSON_BEGIN_OBJECT))
 *         while (delta_json_key(&json)) {
 *             if (slice_equals_text(json.text, "id"))
 *                 delta_json_text(&json, arena, &id);
 *             else
 *                 delta_json_skip(&json);
 *         }
 *     return error.status;
 *
 * The first failure stays in the error, and all functions do nothing after it.  What is
 * not JSON, or not of the type that is asked for, is CORRUPT.  Null is an absent value.
 */
#ifndef LAKE_DELTA_JSON_H
#define LAKE_DELTA_JSON_H

#include "base/arena.h"
#include "value/json_reader.h"

/* A zeroed struct may be started and released. */
struct delta_json {
    struct json_reader reader;
    enum json_token token;
    struct slice text;   /* of the token: valid until the next one */
    struct error *error; /* borrowed */
};

/* Absent texts have no data; empty ones have. */
struct delta_texts {
    struct slice *texts;
    uint32_t n;
};

struct delta_pair {
    struct slice key, value;
};

struct delta_pairs {
    struct delta_pair *pairs;
    uint32_t n;
};

/* Starts at a text of one value, which is borrowed, as the error is. */
void delta_json_start(struct delta_json *json, struct slice text, struct error *error);
void delta_json_release(struct delta_json *json);

/* Moves to the next key of an object, or the next item of an array, which is then the
 * current token.  False at the end, or after a failure. */
bool delta_json_key(struct delta_json *json);
bool delta_json_item(struct delta_json *json);

/* Reads the next token; false after a failure. */
bool delta_json_next(struct delta_json *json);

/* Skips the rest of the array or object that the current token begins. */
void delta_json_skip_rest(struct delta_json *json);

/* These read the next value. */

/* False if the value is null; then it is read. */
bool delta_json_enter(struct delta_json *json, enum json_token begin);
void delta_json_skip(struct delta_json *json);
/* A string, copied to the arena. */
void delta_json_text(struct delta_json *json, struct arena *arena, struct slice *text);
/* The JSON text of an object or an array, copied to the arena. */
void delta_json_raw(struct delta_json *json, struct arena *arena, struct slice *text);
/* Whatever it is: a string, the text of a number, true or false, or JSON. */
void delta_json_any(struct delta_json *json, struct arena *arena, struct slice *text);
/* A whole number. */
void delta_json_integer(struct delta_json *json, int64_t *value);
void delta_json_flag(struct delta_json *json, bool *value);
/* An array of strings. */
void delta_json_texts(struct delta_json *json, struct arena *arena,
                      struct delta_texts *texts);
/* An object, whose values are read as by delta_json_any(). */
void delta_json_pairs(struct delta_json *json, struct arena *arena,
                      struct delta_pairs *pairs);

/* The value of a key, without data: none or null. */
struct slice delta_pairs_find(const struct delta_pairs *pairs, struct slice key);

/* Sets `text` to the next of the JSON objects that follow one another in *rest, which
 * white space may separate.  False at the end.  What the text is shows when it is read:
 * the rest, if it does not end. */
bool delta_json_next_document(struct slice *rest, struct slice *text);

#endif
