/* SPDX-License-Identifier: MIT */
/*
 * fuzz_json_reader.c - any text as JSON: tokens are within bounds and well-formed,
 * skipping agrees with reading, and accepted JSON that is written again reads the same.
 */
#include "base/buffer.h"
#include "fuzz.h"
#include "value/json_reader.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

static struct json_reader reader, other;

static void require_status(enum status status, const struct error *error)
{
    REQUIRE(error->status == status);
    REQUIRE(status == OK || status == MISUSE);
    REQUIRE((status == OK) == (error->message[0] == '\0'));
}

static void append(struct buffer *buffer, struct slice bytes)
{
    struct error error = {0};
    REQUIRE(buffer_append(buffer, bytes.data, bytes.size, &error) == OK);
}

static void append_string(struct buffer *buffer, struct slice text)
{
    struct error error = {0};
    REQUIRE(append_json_string(buffer, text, &error) == OK);
}

/* Appends a token without white space, after a comma if it needs one. */
static void append_token(struct buffer *out, enum json_token token, struct slice value,
                         bool *needs_comma)
{
    static const char *const texts[] = {
        [JSON_NULL] = "null",     [JSON_FALSE] = "false", [JSON_TRUE] = "true",
        [JSON_BEGIN_ARRAY] = "[", [JSON_END_ARRAY] = "]", [JSON_BEGIN_OBJECT] = "{",
        [JSON_END_OBJECT] = "}",
    };
    bool is_end = token == JSON_END_ARRAY || token == JSON_END_OBJECT;
    if (*needs_comma && !is_end)
        append(out, slice_of(",", 1));
    *needs_comma = token != JSON_KEY && token != JSON_BEGIN_ARRAY &&
                   token != JSON_BEGIN_OBJECT;
    if (token == JSON_NUMBER)
        append(out, value);
    else if (token == JSON_STRING || token == JSON_KEY)
        append_string(out, value);
    else
        append(out, slice_of(texts[token], strlen(texts[token])));
    if (token == JSON_KEY)
        append(out, slice_of(":", 1));
}

/* Reads all tokens and writes them to `out`. */
static enum status read_all(struct slice text, struct buffer *out, struct error *error)
{
    bool needs_comma = false;
    json_reader_start(&reader, text);
    for (;;) {
        enum json_token token;
        struct slice value;
        enum status status = json_reader_next(&reader, &token, &value, error);
        require_status(status, error);
        REQUIRE(reader.at <= text.size && reader.depth <= JSON_MAX_DEPTH);
        if (status != OK || token == JSON_END)
            return status;
        REQUIRE(value.size == 0 || slice_is_within(value, text) ||
                slice_is_within(value, buffer_slice(&reader.unescaped)));
        REQUIRE(text_is_utf8(value));
        append_token(out, token, value, &needs_comma);
    }
}

/* At some tokens, one reader skips the value and the other reads its tokens: both must
 * end at the same place. */
static void check_skipping(struct slice text, uint64_t seed, bool is_json)
{
    struct steps steps = {seed};
    struct error error = {0};
    json_reader_start(&reader, text);
    json_reader_start(&other, text);
    for (;;) {
        enum json_token token, same;
        struct slice value, same_value;
        enum status status = json_reader_next(&reader, &token, &value, &error);
        error_clear(&error);
        REQUIRE(json_reader_next(&other, &same, &same_value, &error) == status);
        if (status != OK) {
            REQUIRE(!is_json);
            return;
        }
        REQUIRE(token == same && reader.at == other.at && reader.depth == other.depth);
        REQUIRE(
            value.size == same_value.size &&
            (value.size == 0 || memcmp(value.data, same_value.data, value.size) == 0));
        if (token == JSON_END)
            return;
        if (step_below(&steps, 3) != 0)
            continue;
        status = json_reader_skip(&reader, token, &error);
        error_clear(&error);
        /* Reads the tokens of one value. */
        uint32_t outside = other.depth -
                           (token == JSON_BEGIN_ARRAY || token == JSON_BEGIN_OBJECT);
        bool goes_on = token == JSON_KEY || outside < other.depth;
        enum status others = OK;
        while (others == OK && goes_on) {
            others = json_reader_next(&other, &same, &same_value, &error);
            goes_on = other.depth > outside;
        }
        error_clear(&error);
        REQUIRE(status == others);
        if (status != OK) {
            REQUIRE(!is_json);
            return;
        }
        REQUIRE(reader.at == other.at && reader.depth == other.depth);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint64_t seed = choose(&input, 1);
    uint8_t *copy = exact_copy(input, 0);
    struct slice text = slice_of(copy, input.size);
    struct buffer once = {0}, again = {0};
    struct error error = {0};
    enum status status = read_all(text, &once, &error);
    check_skipping(text, seed, status == OK);
    if (status == OK) {
        uint8_t *second = exact_copy(buffer_slice(&once), 0);
        REQUIRE(read_all(slice_of(second, once.size), &again, &error) == OK);
        REQUIRE(again.size == once.size && memcmp(again.data, once.data, once.size) == 0);
        free(second);
    }
    buffer_release(&once);
    buffer_release(&again);
    free(copy);
    return 0;
}
