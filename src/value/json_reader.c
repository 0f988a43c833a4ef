/* SPDX-License-Identifier: MIT */
#include "value/json_reader.h"

#include "base/interrupt.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { WORK_PER_TOKEN = 10 };

void json_reader_start(struct json_reader *reader, struct slice text)
{
    static const uint8_t none[1];
    reader->text = text.data != NULL ? text : slice_of(none, 0);
    reader->at = 0;
    reader->depth = 0;
    reader->is_started = false;
    reader->needs_value = true;
    reader->is_first = false;
    reader->is_other_form = false;
}

void json_reader_release(struct json_reader *reader)
{
    buffer_release(&reader->unescaped);
    buffer_release(&reader->escaped);
    *reader = (struct json_reader){0};
}

static enum status refuse(const struct json_reader *reader, size_t at, const char *what,
                          struct error *error)
{
    enum status status = reader->is_of_file ? CORRUPT : MISUSE;
    if (at >= reader->text.size)
        return error_set(error, status, "not JSON: the text ends early: %s", what);
    return error_set(error, status, "not JSON: at byte %zu: %s", at + 1, what);
}

/* ---- Strings --------------------------------------------------------------------- */

#define ONES UINT64_C(0x0101010101010101)
#define HIGH_BITS UINT64_C(0x8080808080808080)

/* Sets the high bit of each byte that equals the character, and perhaps of some above
 * it. */
static uint64_t find_character(uint64_t bytes, uint8_t character)
{
    uint64_t differences = bytes ^ ONES * character;
    return (differences - ONES) & ~differences;
}

static bool is_special(uint8_t c)
{
    return c == '"' || c == '\\' || c < 0x20;
}

/* Finds the first quote, backslash or control character from `at` on, or the end.
 * Skipped bytes are or-ed into *seen. */
static size_t find_special(struct slice text, size_t at, uint64_t *seen)
{
    while (text.size - at >= 8) {
        uint64_t bytes = load_u64(text.data + at);
        uint64_t control = (bytes - ONES * 0x20) & ~bytes;
        uint64_t found = find_character(bytes, '"') | find_character(bytes, '\\') |
                         control;
        if ((found & HIGH_BITS) != 0)
            break; /* in these eight, which the loop below searches */
        *seen |= bytes;
        at += 8;
    }
    while (at < text.size && !is_special(text.data[at]))
        *seen |= text.data[at++];
    return at;
}

static bool take_hex(struct slice text, size_t at, uint32_t *value)
{
    *value = 0;
    if (at > text.size || text.size - at < 4)
        return false;
    for (size_t i = at; i < at + 4; i++) {
        uint8_t digit = ascii_hex_value(text.data[i]);
        if (digit == NO_HEX_DIGIT)
            return false;
        *value = *value << 4 | digit;
    }
    return true;
}

/* Reads the character of \uXXXX at `at`, or of two that form a surrogate pair, and
 * advances `at`.  False if there is none. */
static bool take_unicode(struct slice text, size_t *at, uint32_t *character)
{
    uint32_t low;
    if (!take_hex(text, *at + 2, character))
        return false;
    *at += 6;
    if (*character < 0xd800 || *character > 0xdfff)
        return true;
    if (*character >= 0xdc00 || text.size - *at < 6 || text.data[*at] != '\\' ||
        text.data[*at + 1] != 'u' || !take_hex(text, *at + 2, &low) || low < 0xdc00 ||
        low > 0xdfff)
        return false;
    *at += 6;
    *character = 0x10000 + ((*character - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

size_t utf8_put(uint32_t character, uint8_t *out)
{
    if (character < 0x80) {
        out[0] = (uint8_t)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; character >>= 6)
        out[i] = (uint8_t)(0x80 | (character & 0x3f));
    out[0] = (uint8_t)((0xf00 >> size & 0xf0) | character);
    return size;
}

/* The character that an escape denotes, except \u; 0 if the escape is invalid. */
static uint8_t unescape(uint8_t c)
{
    static const char pairs[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    for (const char *pair = pairs; *pair != '\0'; pair += 2) {
        if ((uint8_t)pair[0] == c)
            return (uint8_t)pair[1];
    }
    return 0;
}

/* Appends to the unescaped string. */
static enum status keep(struct json_reader *reader, const uint8_t *bytes, size_t size,
                        struct error *error)
{
    return reader->only_checks ? OK
                               : buffer_append(&reader->unescaped, bytes, size, error);
}

/* Takes the escape at *at. */
static enum status take_escape(struct json_reader *reader, size_t *at,
                               struct error *error)
{
    struct slice text = reader->text;
    uint8_t bytes[4];
    size_t start = *at, size = 1;
    if (text.size - *at >= 2 && text.data[*at + 1] == 'u') {
        uint32_t character;
        if (!take_unicode(text, at, &character))
            return refuse(reader, start, "\\u is not a character", error);
        size = utf8_put(character, bytes);
    } else {
        bytes[0] = text.size - *at >= 2 ? unescape(text.data[*at + 1]) : 0;
        if (bytes[0] == 0)
            return refuse(reader, start, "unknown escape", error);
        *at += 2;
    }
    return keep(reader, bytes, size, error);
}

/* Unescapes a string that begins at `begin`, after the quote, and has its first escape at
 * `at`, into reader->unescaped. */
static enum status take_escaped(struct json_reader *reader, size_t begin, size_t at,
                                uint64_t *seen, struct error *error)
{
    struct slice text = reader->text;
    reader->unescaped.size = 0;
    for (;;) {
        enum status status = keep(reader, text.data + begin, at - begin, error);
        if (status != OK)
            return status;
        if (at == text.size)
            return refuse(reader, at, "a string is not closed", error);
        uint8_t c = text.data[at];
        if (c == '"') {
            reader->at = at + 1;
            return OK;
        }
        if (c != '\\')
            return refuse(reader, at, "a control character is not escaped", error);
        status = take_escape(reader, &at, error);
        if (status != OK)
            return status;
        begin = at;
        at = find_special(text, at, seen);
    }
}

/* Sets is_other_form if append_json_string() would write the string, here with its
 * quotes, differently. */
static enum status look_at_form(struct json_reader *reader, struct slice string,
                                struct error *error)
{
    struct buffer *own = &reader->escaped;
    own->size = 0;
    enum status status = append_json_string(own, buffer_slice(&reader->unescaped), error);
    if (status == OK &&
        (own->size != string.size || memcmp(own->data, string.data, own->size) != 0))
        reader->is_other_form = true;
    return status;
}

/* Reads a string; reader->at is at its opening quote. */
static enum status take_string(struct json_reader *reader, struct slice *value,
                               struct error *error)
{
    struct slice text = reader->text;
    uint64_t seen = 0;
    size_t begin = reader->at + 1;
    size_t at = find_special(text, begin, &seen);
    if (at < text.size && text.data[at] == '"') {
        *value = slice_of(text.data + begin, at - begin);
        reader->at = at + 1;
    } else {
        enum status status = take_escaped(reader, begin, at, &seen, error);
        if (status == OK && reader->looks_at_escapes)
            status = look_at_form(
                reader, slice_of(text.data + begin - 1, reader->at - begin + 1), error);
        if (status != OK)
            return status;
        *value = reader->only_checks ? slice_of(text.data + begin, reader->at - begin)
                                     : buffer_slice(&reader->unescaped);
    }
    if ((seen & HIGH_BITS) != 0 && !text_is_utf8(*value))
        return refuse(reader, begin - 1, "a string is not UTF-8", error);
    return OK;
}

/* ---- Numbers and words ----------------------------------------------------------- */

static bool is_digit_at(struct slice text, size_t at)
{
    return at < text.size && text.data[at] >= '0' && text.data[at] <= '9';
}

/* Skips digits, of which there must be at least one. */
static bool pass_digits(struct slice text, size_t *at)
{
    if (!is_digit_at(text, *at))
        return false;
    while (is_digit_at(text, *at))
        ++*at;
    return true;
}

/* -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)? */
static enum status take_number(struct json_reader *reader, struct slice *value,
                               struct error *error)
{
    struct slice text = reader->text;
    size_t at = reader->at;
    if (text.data[at] == '-')
        at++;
    bool is_right = true;
    if (is_digit_at(text, at) && text.data[at] == '0')
        at++;
    else
        is_right = pass_digits(text, &at);
    if (is_right && at < text.size && text.data[at] == '.') {
        at++;
        is_right = pass_digits(text, &at);
    }
    if (is_right && at < text.size && (text.data[at] | 0x20) == 'e') {
        at++;
        if (at < text.size && (text.data[at] == '+' || text.data[at] == '-'))
            at++;
        is_right = pass_digits(text, &at);
    }
    if (!is_right)
        return refuse(reader, at, "a digit is expected", error);
    *value = slice_of(text.data + reader->at, at - reader->at);
    reader->at = at;
    return OK;
}

static enum status take_word(struct json_reader *reader, enum json_token *token,
                             struct error *error)
{
    static const struct {
        const char *word;
        size_t size;
        enum json_token token;
    } words[] = {
        {"null", 4, JSON_NULL}, {"false", 5, JSON_FALSE}, {"true", 4, JSON_TRUE}};
    const uint8_t *data = reader->text.data + reader->at;
    size_t left = reader->text.size - reader->at;
    for (size_t i = 0; i < 3; i++) {
        if (left >= words[i].size && memcmp(data, words[i].word, words[i].size) == 0) {
            *token = words[i].token;
            reader->at += words[i].size;
            return OK;
        }
    }
    return refuse(reader, reader->at, "a value is expected", error);
}

/* ---- Tokens ---------------------------------------------------------------------- */

/* Returns the next character that is not white space; 0, which begins no token, at the
 * end and for a NUL. */
static uint8_t next_character(struct json_reader *reader)
{
    while (reader->at < reader->text.size) {
        uint8_t c = reader->text.data[reader->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return c;
        reader->is_other_form = true;
        reader->at++;
    }
    return 0;
}

static bool is_in_object(const struct json_reader *reader)
{
    return reader->depth > 0 && reader->is_object[reader->depth - 1];
}

static enum status begin(struct json_reader *reader, bool is_object,
                         enum json_token *token, struct error *error)
{
    if (reader->depth == JSON_MAX_DEPTH)
        return error_set(error, reader->is_of_file ? CORRUPT : MISUSE,
                         "JSON is nested more than %d levels deep", JSON_MAX_DEPTH);
    reader->is_object[reader->depth++] = is_object;
    reader->is_first = true;
    reader->needs_value = false;
    reader->at++;
    *token = is_object ? JSON_BEGIN_OBJECT : JSON_BEGIN_ARRAY;
    return OK;
}

static enum status end(struct json_reader *reader, enum json_token *token)
{
    *token = is_in_object(reader) ? JSON_END_OBJECT : JSON_END_ARRAY;
    reader->depth--;
    reader->is_first = reader->needs_value = false;
    reader->at++;
    return OK;
}

static enum status take_key(struct json_reader *reader, enum json_token *token,
                            struct slice *value, struct error *error)
{
    if (next_character(reader) != '"')
        return refuse(reader, reader->at, "a key is expected", error);
    enum status status = take_string(reader, value, error);
    if (status != OK)
        return status;
    if (next_character(reader) != ':')
        return refuse(reader, reader->at, "\":\" is expected", error);
    reader->at++;
    reader->needs_value = true;
    *token = JSON_KEY;
    return OK;
}

static enum status take_value(struct json_reader *reader, enum json_token *token,
                              struct slice *value, struct error *error)
{
    uint8_t c = next_character(reader);
    reader->is_started = true;
    if (c == '{' || c == '[')
        return begin(reader, c == '{', token, error);
    reader->is_first = reader->needs_value = false;
    if (c == '"') {
        *token = JSON_STRING;
        return take_string(reader, value, error);
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        *token = JSON_NUMBER;
        return take_number(reader, value, error);
    }
    return take_word(reader, token, error);
}

enum status json_reader_next(struct json_reader *reader, enum json_token *token,
                             struct slice *value, struct error *error)
{
    *value = slice_of(NULL, 0);
    bool in_object = is_in_object(reader);
    if (!reader->is_started || (in_object && reader->needs_value))
        return take_value(reader, token, value, error);

    uint8_t c = next_character(reader);
    if (reader->depth == 0) {
        *token = JSON_END;
        if (reader->at < reader->text.size)
            return refuse(reader, reader->at, "the text continues after the value",
                          error);
        return OK;
    }
    if (c == (in_object ? '}' : ']'))
        return end(reader, token);
    if (!reader->is_first) {
        if (c != ',')
            return refuse(reader, reader->at,
                          in_object ? "\",\" or \"}\" is expected"
                                    : "\",\" or \"]\" is expected",
                          error);
        reader->at++;
    }
    reader->is_first = false;
    return in_object ? take_key(reader, token, value, error)
                     : take_value(reader, token, value, error);
}

enum status json_check(struct slice text, struct error *error)
{
    struct json_reader reader = {.only_checks = true};
    enum json_token token = JSON_NULL;
    enum status status = OK;
    struct slice value;
    json_reader_start(&reader, text);
    while (status == OK && token != JSON_END)
        status = json_reader_next(&reader, &token, &value, error);
    return status;
}

enum status json_reader_skip(struct json_reader *reader, enum json_token token,
                             struct error *error)
{
    struct slice value;
    enum status status = OK;
    if (token == JSON_KEY)
        status = json_reader_next(reader, &token, &value, error);
    if (status != OK || (token != JSON_BEGIN_ARRAY && token != JSON_BEGIN_OBJECT))
        return status;
    uint32_t outside = reader->depth - 1;
    while (status == OK && reader->depth > outside) {
        status = json_reader_next(reader, &token, &value, error);
        if (status == OK)
            status = interrupt_after(WORK_PER_TOKEN + value.size, error);
    }
    return status;
}
