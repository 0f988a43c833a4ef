/* SPDX-License-Identifier: MIT */
/*
 * json_reader.h - JSON text token by token (RFC 8259, strictly), without recursion.
 *
 * Numbers are handed out as they are written, strings as their text.  Infinities are
 * written as numbers that are too large for a double (9e999), as SQLite's own JSON
 * functions do.
 */
#ifndef VALUE_JSON_READER_H
#define VALUE_JSON_READER_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

enum json_token {
    JSON_END, /* of the text */
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_KEY, /* the value follows */
    JSON_BEGIN_ARRAY,
    JSON_END_ARRAY,
    JSON_BEGIN_OBJECT,
    JSON_END_OBJECT,
};

enum {
    /* Arrays and objects within one another; what nests deeper is refused. */
    JSON_MAX_DEPTH = 1000,
};

/* A zeroed struct may be released. */
struct json_reader {
    struct slice text; /* borrowed */
    size_t at;         /* behind the token read last */
    uint32_t depth;    /* of the arrays and objects that are open */
    /* What the grammar allows next. */
    bool is_started, needs_value, is_first;
    uint8_t is_object[JSON_MAX_DEPTH]; /* of the open ones */
    struct buffer unescaped;           /* a string that had escapes */
    /* Whether something was read that append_json_string() and its like write otherwise:
     * white space, and, where looks_at_escapes (the caller's) is set, strings. */
    bool looks_at_escapes, is_other_form;
    struct buffer escaped; /* a string as it would be written */
};

/* Begins with a text; memory of an earlier one is used again. */
void json_reader_start(struct json_reader *reader, struct slice text);
void json_reader_release(struct json_reader *reader);

/* The next token.  *value: of a NUMBER the characters as they stand in the text, of a
 * STRING or KEY what it means as UTF-8 (in the text, or in the reader until the next
 * call), otherwise empty.  MISUSE, with the place in the text, when it is no JSON or not
 * UTF-8; behind the outermost value only white space may follow. */
enum status json_reader_next(struct json_reader *reader, enum json_token *token,
                             struct slice *value, struct error *error) CHECK_RESULT;

/* Passes over the rest of what the token read last has begun: the array or object, or the
 * value of a KEY; nothing for other tokens. */
enum status json_reader_skip(struct json_reader *reader, enum json_token token,
                             struct error *error) CHECK_RESULT;

#endif
