/* SPDX-License-Identifier: MIT */
/*
 * json_reader.h - reads JSON text (strictly RFC 8259) token by token, without recursion.
 *
 * Numbers are returned as written, strings unescaped.  As in SQLite's JSON functions, a
 * number too large for a double (9e999) represents infinity.
 */
#ifndef VALUE_JSON_READER_H
#define VALUE_JSON_READER_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

enum json_token {
    JSON_END, /* end of the text */
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
    /* Maximum nesting of arrays and objects; deeper nesting is refused. */
    JSON_MAX_DEPTH = 1000,
};

/* A zeroed struct may be released. */
struct json_reader {
    struct slice text; /* borrowed */
    size_t at;         /* after the last token read */
    uint32_t depth;    /* number of open arrays and objects */
    /* State of the grammar. */
    bool is_started, needs_value, is_first;
    uint8_t is_object[JSON_MAX_DEPTH]; /* per open array or object */
    struct buffer unescaped;           /* a string without its escapes */
    bool only_checks; /* unescaped strings are not kept: no memory is needed */
    bool is_of_file;  /* not the user's text: what is wrong is CORRUPT, not MISUSE */
    /* is_other_form: something was read that append_json_string() and similar functions
     * write differently: white space or, if the caller has set looks_at_escapes, a
     * string. */
    bool looks_at_escapes, is_other_form;
    struct buffer escaped; /* a string as append_json_string() writes it */
};

/* Starts reading a text, reusing the memory of an earlier one. */
void json_reader_start(struct json_reader *reader, struct slice text);
void json_reader_release(struct json_reader *reader);

/* Reads the next token.  *value is a NUMBER as written, or the unescaped UTF-8 of a
 * STRING or KEY, otherwise empty; it points into the text, or into the reader until the
 * next call.  MISUSE, with the position in the text, if that is not JSON or not UTF-8.
 * Only white space may follow the outermost value. */
enum status json_reader_next(struct json_reader *reader, enum json_token *token,
                             struct slice *value, struct error *error) CHECK_RESULT;

/* MISUSE, with the position in the text, if the text is not one JSON value.  Needs no
 * memory. */
enum status json_check(struct slice text, struct error *error) CHECK_RESULT;

/* Skips the rest of the array or object that the last token began, or the value of a KEY;
 * does nothing for other tokens.  Polls for interrupts. */
enum status json_reader_skip(struct json_reader *reader, enum json_token token,
                             struct error *error) CHECK_RESULT;

/* Writes the character, up to 0x1fffff, as UTF-8; returns its size, at most 4. */
size_t utf8_put(uint32_t character, uint8_t *out);

#endif
