/* SPDX-License-Identifier: MIT */
/*
 * iceberg_json.h - walks the JSON of metadata one level at a time: members of objects,
 * in whatever order, and items of arrays, each as the text of its value.
 *
 *     struct iceberg_json walk;
 *     enum status status = iceberg_json_open(&walk, text, error);
 *     while (iceberg_json_next(&walk, &key, &value, &status, error)) {
 *         if (slice_equals_text(key, "id"))
 *             status = iceberg_json_int32(value, &id, error);
 *     }
 *     return status;
 *
 * The loop goes on until iceberg_json_next() returns false, which frees what the walk
 * needs: a failure is left in `status`, without break or return.
 *
 * What is not JSON, or not of the type that the specification says, is CORRUPT.
 */
#ifndef LAKE_ICEBERG_JSON_H
#define LAKE_ICEBERG_JSON_H

#include "base/arena.h"
#include "value/json_reader.h"

struct iceberg_json {
    struct json_reader reader;
    struct buffer key;
    bool is_object, has_ended;
};

/* Begins with an object or an array, whose text is borrowed.  Null is an empty one. */
enum status iceberg_json_open(struct iceberg_json *walk, struct slice text,
                              struct error *error);

/* The next member or item, and its value's text; the key, empty in arrays, is valid until
 * the next call.  False at the end, if *status is not OK, or if it fails. */
bool iceberg_json_next(struct iceberg_json *walk, struct slice *key, struct slice *value,
                       enum status *status, struct error *error);

/* The type of a value, which is JSON. */
enum json_token iceberg_json_kind(struct slice value);

/* Null leaves the result as it is. */
enum status iceberg_json_int32(struct slice value, int32_t *result, struct error *error);
enum status iceberg_json_int64(struct slice value, int64_t *result, struct error *error);
enum status iceberg_json_bool(struct slice value, bool *result, struct error *error);
/* Bytes that live as long as the value and the arena. */
enum status iceberg_json_text(struct slice value, struct arena *arena,
                              struct slice *result, struct error *error);

#endif
