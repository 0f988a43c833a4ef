/* SPDX-License-Identifier: MIT */
/* test_json.c - cells of every type as JSON values (json_cell.h). */
#include <math.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/json_cell.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

static const char *kept(struct buffer *buffer)
{
    static char text[4000];
    CHECK(buffer->size < sizeof text);
    if (buffer->size > 0)
        memcpy(text, buffer->data, buffer->size);
    text[buffer->size] = 0;
    buffer_release(buffer);
    return text;
}

static const char *json_string(const char *text, size_t size)
{
    struct buffer buffer = {0};
    struct error error = {0};
    uint8_t *copy = exact_copy(text, size);
    CHECK(append_json_string(&buffer, slice_of(copy, size), &error) == OK);
    CHECK(json_string_size(slice_of(copy, size)) == buffer.size);
    free(copy);
    return kept(&buffer);
}

static void strings_as_json(void)
{
    CHECK_TEXT(json_string("", 0), "\"\"");
    CHECK_TEXT(json_string("abc", 3), "\"abc\"");
    CHECK_TEXT(json_string("a\"b\\c/d", 7), "\"a\\\"b\\\\c/d\"");
    CHECK_TEXT(json_string("\b\f\n\r\t", 5), "\"\\b\\f\\n\\r\\t\"");
    CHECK_TEXT(json_string("a\0b", 3), "\"a\\u0000b\"");
    CHECK_TEXT(json_string("\x1f\x7f", 2), "\"\\u001f\x7f\"");
    CHECK_TEXT(json_string("\xc3\xa9\xf0\x9f\x98\x80", 6),
               "\"\xc3\xa9\xf0\x9f\x98\x80\"");
    CHECK_TEXT(json_string("\"", 1), "\"\\\"\"");
    CHECK_TEXT(json_string("\n\n", 2), "\"\\n\\n\"");
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(append_json_string(&buffer, slice_of(NULL, 0), &error) == OK);
    CHECK_TEXT(kept(&buffer), "\"\"");
}

/* Strings are copied several bytes at a time. */
static void strings_are_escaped_at_any_place(void)
{
    for (size_t size = 0; size <= 40; size++) {
        for (size_t at = 0; at <= size; at++) {
            char text[41], expected[64] = "\"", *end = expected + 1;
            for (size_t i = 0; i < size; i++) {
                text[i] = i == at ? '\n' : (char)('a' + i % 26);
                if (i == at)
                    *end++ = '\\';
                *end++ = i == at ? 'n' : text[i];
            }
            memcpy(end, "\"", 2);
            CHECK_TEXT(json_string(text, size), expected);
        }
    }
}

static bool count_polls(void *argument)
{
    ++*(int *)argument;
    return false;
}

static bool count_down(void *argument)
{
    return --*(int *)argument < 0;
}

static void measuring_long_strings_can_be_interrupted(void)
{
    enum { N_PARTS = 40 };
    struct slice text = {must(malloc(N_PARTS * WORK_BETWEEN_CHECKS)),
                         N_PARTS * WORK_BETWEEN_CHECKS};
    int n_polls = 0, left = N_PARTS - 1;
    struct interrupt never = {.is_wanted = count_polls, .argument = &n_polls};
    struct interrupt at_last = {.is_wanted = count_down, .argument = &left};
    struct error error = {0};
    memset((void *)text.data, 'x', text.size);
    interrupt_begin(&never);
    CHECK(json_string_size(text) == text.size + 2);
    CHECK(interrupt_end(&never, OK, &error) == OK);
    CHECK(n_polls == N_PARTS);
    interrupt_begin(&at_last);
    CHECK(json_string_size(text) == SIZE_MAX);
    CHECK(interrupt_end(&at_last, OK, &error) == INTERRUPTED);
    free((void *)text.data);
}

/* Each control character has one escape; other bytes have none. */
static void every_byte_is_escaped_if_necessary(void)
{
    static const char shorts[] = "\bb\ff\nn\rr\tt\"\"\\\\";
    for (int c = 0; c < 256; c++) {
        char one = (char)c, expected[20];
        const char *pair = c == 0 ? NULL : strchr(shorts, c);
        while (pair != NULL && (pair - shorts) % 2 != 0)
            pair = strchr(pair + 1, c);
        if (pair != NULL)
            snprintf(expected, sizeof expected, "\"x\\%cy\"", pair[1]);
        else if (c < 0x20)
            snprintf(expected, sizeof expected, "\"x\\u%04xy\"", (unsigned)c);
        else
            snprintf(expected, sizeof expected, "\"x%cy\"", one);
        char text[3] = {'x', one, 'y'};
        CHECK_TEXT(json_string(text, 3), expected);
    }
}

/* Characters that are escaped, and their neighbours, at all positions in strings of up to
 * a few machine words, and around the pieces in which long strings are written. */
static void characters_are_escaped_at_every_position(void)
{
    static const char characters[] = "\"\\\n !\x7f\x80\xa2\xdc\xff#[]";
    static char text[300], expected[400];
    for (size_t size = 1; size < sizeof text; size = size == 40 ? 120 : size + 1) {
        for (size_t at = size > 40 ? 120 : 0; at < size && at < 140; at++) {
            for (const char *c = characters; *c != 0; c++) {
                bool is_escaped = *c == '"' || *c == '\\' || *c == '\n';
                size_t n = 0;
                memset(text, 'x', size);
                memset(expected, 'x', sizeof expected);
                text[at] = text[size - 1] = *c;
                expected[n++] = '"';
                for (size_t i = 0; i < size; i++, n++) {
                    if (text[i] == 'x')
                        continue;
                    if (is_escaped)
                        expected[n++] = '\\';
                    expected[n] = *c == '\n' ? 'n' : *c;
                }
                memcpy(expected + n, "\"", 2);
                CHECK_TEXT(json_string(text, size), expected);
            }
        }
    }
    memset(text, 0x1f, sizeof text); /* the longest escape */
    const char *escaped = json_string(text, sizeof text);
    CHECK(strlen(escaped) == 2 + 6 * sizeof text);
    for (size_t i = 0; i < sizeof text; i++)
        CHECK(memcmp(escaped + 1 + 6 * i, "\\u001f", 6) == 0);
}

/* One row of a flat vector. */
static const char *cell(struct column column, enum vector_kind kind, const void *value)
{
    struct column_vector vector = {.n_rows = 1, .kind = kind, .values.any = value};
    struct buffer buffer = {0};
    struct error error = {0};
    column.kind = kind;
    CHECK(append_json_cell(&buffer, &column, &vector, 0, &error) == OK);
    return kept(&buffer);
}

static const char *int_cell(enum column_type type, int64_t value)
{
    return cell((struct column){.type = type, .unit = UNIT_MILLIS}, VECTOR_INT64, &value);
}

static const char *real_cell(double value)
{
    return cell((struct column){.type = COLUMN_REAL}, VECTOR_DOUBLE, &value);
}

static const char *bytes_cell(enum column_type type, const void *data, size_t size)
{
    uint8_t *copy = exact_copy(data, size);
    struct bytes_value value = {copy, size};
    const char *json = cell((struct column){.type = type, .scale = 2}, VECTOR_BYTES,
                            &value);
    free(copy);
    return json;
}

static void numbers_as_json(void)
{
    CHECK_TEXT(int_cell(COLUMN_BOOLEAN, 0), "false");
    CHECK_TEXT(int_cell(COLUMN_BOOLEAN, 1), "true");
    CHECK_TEXT(int_cell(COLUMN_INTEGER, INT64_MIN), "-9223372036854775808");
    CHECK_TEXT(int_cell(COLUMN_UINT64, -1), "18446744073709551615");
    CHECK_TEXT(real_cell(0.1), "0.1");
    CHECK_TEXT(real_cell((double)NAN), "null");
    CHECK_TEXT(real_cell((double)INFINITY), "9e999");
    CHECK_TEXT(real_cell(-(double)INFINITY), "-9e999");
    struct column decimal = {.type = COLUMN_DECIMAL, .precision = 18, .scale = 3};
    int64_t value = -5;
    CHECK_TEXT(cell(decimal, VECTOR_INT64, &value), "-0.005");
    CHECK_TEXT(bytes_cell(COLUMN_DECIMAL, "\xff\x7f", 2), "-1.29");
    CHECK_TEXT(bytes_cell(COLUMN_DECIMAL, "", 0), "0.00");
    CHECK_TEXT(int_cell(COLUMN_NULL, 5), "null");
}

static void dates_and_times_as_json(void)
{
    CHECK_TEXT(int_cell(COLUMN_DATE, 11016), "\"2000-02-29\"");
    CHECK_TEXT(int_cell(COLUMN_TIME, 3661001), "\"01:01:01.001\"");
    CHECK_TEXT(int_cell(COLUMN_TIMESTAMP, -1), "\"1969-12-31 23:59:59.999\"");
    struct instant instant = {1, 500000000};
    CHECK_TEXT(cell((struct column){.type = COLUMN_TIMESTAMP}, VECTOR_INSTANT, &instant),
               "\"1970-01-01 00:00:01.500\"");
    CHECK_TEXT(bytes_cell(COLUMN_INTERVAL, "\1\0\0\0\2\0\0\0\3\0\0\0", 12),
               "\"P1M2DT0.003S\"");
    CHECK_TEXT(bytes_cell(COLUMN_UUID, "0123456789abcdef", 16),
               "\"30313233-3435-3637-3839-616263646566\"");
}

static void texts_and_bytes_as_json(void)
{
    CHECK_TEXT(bytes_cell(COLUMN_TEXT, "a\nb", 3), "\"a\\nb\"");
    CHECK_TEXT(bytes_cell(COLUMN_JSON, "{\"a\":1}", 7), "\"{\\\"a\\\":1}\"");
    CHECK_TEXT(bytes_cell(COLUMN_BLOB, "\x00\xab\x1f", 3), "\"00AB1F\"");
    CHECK_TEXT(bytes_cell(COLUMN_BLOB, "", 0), "\"\"");
    CHECK_TEXT(bytes_cell(COLUMN_GEOMETRY, "\x01", 1), "\"01\"");
    CHECK_TEXT(bytes_cell(COLUMN_GEOGRAPHY, "\xff", 1), "\"FF\"");
    /* JSON made by this library is copied unchanged. */
    CHECK_TEXT(bytes_cell(COLUMN_NESTED, "{\"a\":1}", 7), "{\"a\":1}");
}

static void nulls_and_dictionaries_as_json(void)
{
    const uint8_t valid[] = {1, 0, 1};
    const uint32_t indices[] = {1, 0, 0};
    const int64_t values[] = {10, 20};
    struct column_vector vector = {.n_rows = 3,
                                   .valid = valid,
                                   .indices = indices,
                                   .values.int64 = values,
                                   .dictionary = 1,
                                   .n_entries = 2,
                                   .kind = VECTOR_INT64};
    const struct column column = {.type = COLUMN_INTEGER, .kind = VECTOR_INT64};
    static const char *const expected[] = {"20", "null", "10"};
    for (uint32_t row = 0; row < 3; row++) {
        struct buffer buffer = {0};
        struct error error = {0};
        CHECK(append_json_cell(&buffer, &column, &vector, row, &error) == OK);
        CHECK_TEXT(kept(&buffer), expected[row]);
    }
}

static void allocation_failures_are_reported(void)
{
    static const enum column_type types[] = {COLUMN_TEXT, COLUMN_BLOB, COLUMN_DECIMAL,
                                             COLUMN_NESTED, COLUMN_UUID};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct bytes_value value = {(const uint8_t *)"0123456789abcdef", 16};
        struct column column = {.type = types[i], .kind = VECTOR_BYTES};
        struct column_vector vector = {
            .n_rows = 1, .kind = VECTOR_BYTES, .values.bytes = &value};
        struct buffer buffer = {0};
        struct error error = {0};
        mem_fail_at(1, 1);
        CHECK(append_json_cell(&buffer, &column, &vector, 0, &error) == NOMEM);
        mem_fail_at(0, 0);
        buffer_release(&buffer);
    }
}

int main(void)
{
    RUN(strings_are_escaped_at_any_place);
    RUN(strings_as_json);
    RUN(measuring_long_strings_can_be_interrupted);
    RUN(every_byte_is_escaped_if_necessary);
    RUN(characters_are_escaped_at_every_position);
    RUN(numbers_as_json);
    RUN(dates_and_times_as_json);
    RUN(texts_and_bytes_as_json);
    RUN(nulls_and_dictionaries_as_json);
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
