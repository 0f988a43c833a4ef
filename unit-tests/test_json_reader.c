/* SPDX-License-Identifier: MIT */
/* test_json_reader.c - JSON text token by token. */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "value/json_reader.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct json_reader reader; /* shared, so that its memory is reused */

/* json_check() agrees, and needs no memory. */
static void check_alone(const uint8_t *text, size_t size, const struct error *expected)
{
    struct error error = {0};
    mem_fail_at(1, 0);
    CHECK(json_check(slice_of(text, size), &error) == expected->status);
    mem_fail_at(0, 0);
    CHECK_TEXT(error.message, expected->message);
}

/* A letter per token, followed by its value; ! and the message if the JSON is invalid. */
static const char *tokens(const char *text, size_t size)
{
    static const char letters[] = "$nftNSK[]{}";
    static char out[4000];
    struct error error = {0};
    struct slice value;
    enum json_token token = JSON_NULL;
    size_t n = 0;
    uint8_t *copy = exact_copy(text, size);
    json_reader_start(&reader, slice_of(copy, size));
    while (token != JSON_END) {
        if (json_reader_next(&reader, &token, &value, &error) != OK) {
            CHECK(error.status == MISUSE);
            n += (size_t)snprintf(out + n, sizeof out - n, "!%s", error.message);
            break;
        }
        out[n++] = letters[token];
        if (token == JSON_NUMBER || token == JSON_STRING || token == JSON_KEY)
            n += (size_t)snprintf(out + n, sizeof out - n, "<%.*s>", (int)value.size,
                                  (const char *)value.data);
        else
            CHECK(value.size == 0);
        CHECK(n < sizeof out - 600);
    }
    out[n] = '\0';
    check_alone(copy, size, &error);
    free(copy);
    return out;
}

#define CHECK_TOKENS(text, expected) CHECK_TEXT(tokens(text, strlen(text)), expected)

static void scalar_values_are_read(void)
{
    CHECK_TOKENS("null", "n$");
    CHECK_TOKENS(" true ", "t$");
    CHECK_TOKENS("\t\r\n false\n", "f$");
    CHECK_TOKENS("0", "N<0>$");
    CHECK_TOKENS("-0", "N<-0>$");
    CHECK_TOKENS("-12.50e+07", "N<-12.50e+07>$");
    CHECK_TOKENS("9e999", "N<9e999>$");
    CHECK_TOKENS("1E-2", "N<1E-2>$");
    CHECK_TOKENS("123456789012345678901234567890", "N<123456789012345678901234567890>$");
    CHECK_TOKENS("\"\"", "S<>$");
    CHECK_TOKENS("\"abc\"", "S<abc>$");
}

static void containers_are_read(void)
{
    CHECK_TOKENS("[]", "[]$");
    CHECK_TOKENS("{}", "{}$");
    CHECK_TOKENS("[ ]", "[]$");
    CHECK_TOKENS("{ }", "{}$");
    CHECK_TOKENS("[1,2 , 3]", "[N<1>N<2>N<3>]$");
    CHECK_TOKENS("{\"a\":1,\"b\" : [null,{}]}", "{K<a>N<1>K<b>[n{}]}$");
    CHECK_TOKENS("{\"a\":{\"a\":{}},\"\":[[],[]]}", "{K<a>{K<a>{}}K<>[[][]]}$");
    CHECK_TOKENS("[{\"x\":\"y\"},\"z\",true]", "[{K<x>S<y>}S<z>t]$");
}

static void escapes_are_decoded(void)
{
    CHECK_TOKENS("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "S<\"\\/\b\f\n\r\t>$");
    CHECK_TOKENS("\"a\\u0041b\"", "S<aAb>$");
    CHECK_TOKENS("\"\\u00e9\\u4E2d\"", "S<\xc3\xa9\xe4\xb8\xad>$");
    CHECK_TOKENS("\"x\\ud83d\\uDE00y\"", "S<x\xf0\x9f\x98\x80y>$");
    CHECK_TOKENS("\"\\ud800\\udc00\\udbff\\udfff\"",
                 "S<\xf0\x90\x80\x80\xf4\x8f\xbf\xbf>$");
    CHECK_TOKENS("\"\\u007f\\u0080\"", "S<\x7f\xc2\x80>$");
    CHECK_TOKENS("\"\\u07ff\\u0800\\uffff\"", "S<\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf>$");
    CHECK_TOKENS("{\"\\u0061\":\"\\u0062\"}", "{K<a>S<b>}$");
    CHECK_TOKENS("\"\\\\u0041\"", "S<\\u0041>$");
    /* A NUL is a character. */
    struct slice value;
    struct error error = {0};
    enum json_token token;
    json_reader_start(&reader, slice_of("\"a\\u0000b\"", 10));
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    CHECK(value.size == 3 && memcmp(value.data, "a\0b", 3) == 0);
}

static void invalid_json_is_refused(void)
{
    static const char *const wrong[][2] = {
        {"", "!not JSON: the text ends early: a value is expected"},
        {"  ", "!not JSON: the text ends early: a value is expected"},
        {"nul", "!not JSON: at byte 1: a value is expected"},
        {"nulll", "n!not JSON: at byte 5: the text continues after the value"},
        {"True", "!not JSON: at byte 1: a value is expected"},
        {"NaN", "!not JSON: at byte 1: a value is expected"},
        {"-Infinity", "!not JSON: at byte 2: a digit is expected"},
        {"+1", "!not JSON: at byte 1: a value is expected"},
        {".5", "!not JSON: at byte 1: a value is expected"},
        {"01", "N<0>!not JSON: at byte 2: the text continues after the value"},
        {"-", "!not JSON: the text ends early: a digit is expected"},
        {"1.", "!not JSON: the text ends early: a digit is expected"},
        {"1.e5", "!not JSON: at byte 3: a digit is expected"},
        {"1e", "!not JSON: the text ends early: a digit is expected"},
        {"1e+", "!not JSON: the text ends early: a digit is expected"},
        {"0x10", "N<0>!not JSON: at byte 2: the text continues after the value"},
        {"1 2", "N<1>!not JSON: at byte 3: the text continues after the value"},
        {"[1 2]", "[N<1>!not JSON: at byte 4: \",\" or \"]\" is expected"},
        {"[1,]", "[N<1>!not JSON: at byte 4: a value is expected"},
        {"[,1]", "[!not JSON: at byte 2: a value is expected"},
        {"[1", "[N<1>!not JSON: the text ends early: \",\" or \"]\" is expected"},
        {"[1}", "[N<1>!not JSON: at byte 3: \",\" or \"]\" is expected"},
        {"]", "!not JSON: at byte 1: a value is expected"},
        {"{", "{!not JSON: the text ends early: a key is expected"},
        {"{1:2}", "{!not JSON: at byte 2: a key is expected"},
        {"{a:2}", "{!not JSON: at byte 2: a key is expected"},
        {"{\"a\" 2}", "{!not JSON: at byte 6: \":\" is expected"},
        {"{\"a\":}", "{K<a>!not JSON: at byte 6: a value is expected"},
        {"{\"a\":1,}", "{K<a>N<1>!not JSON: at byte 8: a key is expected"},
        {"{\"a\":1 \"b\":2}",
         "{K<a>N<1>!not JSON: at byte 8: \",\" or \"}\" is expected"},
        {"{\"a\":1]", "{K<a>N<1>!not JSON: at byte 7: \",\" or \"}\" is expected"},
        {"{}{}", "{}!not JSON: at byte 3: the text continues after the value"},
        {"'a'", "!not JSON: at byte 1: a value is expected"},
        {"[1]/**/", "[N<1>]!not JSON: at byte 4: the text continues after the value"},
        {"\"abc", "!not JSON: the text ends early: a string is not closed"},
        {"\"abcdefghij\\", "!not JSON: at byte 12: unknown escape"},
        {"\"\\n", "!not JSON: the text ends early: a string is not closed"},
        {"\"a\nb\"", "!not JSON: at byte 3: a control character is not escaped"},
        {"\"\\n\x1f\"", "!not JSON: at byte 4: a control character is not escaped"},
        {"\"\\x\"", "!not JSON: at byte 2: unknown escape"},
        {"\"\\U0041\"", "!not JSON: at byte 2: unknown escape"},
        {"\"\\u004\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\u00", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\u", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\u00g0\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\ud800\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\ud800\\u0041\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\ud800\\n00000\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\ud800\\udc0", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\\udc00\\ud800\"", "!not JSON: at byte 2: \\u is not a character"},
        {"\"\xff\"", "!not JSON: at byte 1: a string is not UTF-8"},
        {"[\"\\n\xc3\"]", "[!not JSON: at byte 2: a string is not UTF-8"},
        {"{\"\xed\xa0\x80\":1}", "{!not JSON: at byte 2: a string is not UTF-8"},
        {"\xef\xbb\xbf{}", "!not JSON: at byte 1: a value is expected"},
        {"\xc2\xa0{}", "!not JSON: at byte 1: a value is expected"},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK_TOKENS(wrong[i][0], wrong[i][1]);
    CHECK_TEXT(tokens("1\0", 2),
               "N<1>!not JSON: at byte 2: the text continues after the value");
    CHECK_TEXT(tokens("\"\0\"", 3),
               "!not JSON: at byte 2: a control character is not escaped");
}

/* Strings of all sizes, filled with each byte, so that the fast loops end at every
 * position. */
static void strings_of_all_sizes_are_read(void)
{
    for (size_t size = 0; size < 40; size++) {
        for (unsigned byte = 0x20; byte < 0x80; byte++) {
            char text[100], expected[100];
            if (byte == '"' || byte == '\\')
                continue;
            size_t n = (size_t)snprintf(text, sizeof text, "[\"");
            memset(text + n, (int)byte, size);
            snprintf(text + n + size, sizeof text - n - size, "\",\"");
            memset(text + n + size + 3, (int)byte, size);
            snprintf(text + n + 2 * size + 3, 10, "\\n\"]");
            n = (size_t)snprintf(expected, sizeof expected, "[S<");
            memset(expected + n, (int)byte, size);
            snprintf(expected + n + size, 10, ">S<");
            memset(expected + n + size + 3, (int)byte, size);
            snprintf(expected + n + 2 * size + 3, 10, "\n>]$");
            CHECK_TOKENS(text, expected);
        }
        for (unsigned byte = 0; byte < 0x20; byte++) {
            char text[100];
            memset(text, 'x', sizeof text);
            text[0] = '"';
            text[size + 1] = (char)byte;
            text[60] = '"';
            CHECK(strstr(tokens(text, 61), "control character") != NULL);
        }
    }
}

/* Strings without escapes are not copied. */
static void strings_are_slices_of_the_text(void)
{
    static const char text[] = "{\"key\":\"value that is longer than eight\"}";
    struct slice value;
    struct error error = {0};
    enum json_token token;
    json_reader_start(&reader, slice_of(text, sizeof text - 1));
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    CHECK(value.data == (const uint8_t *)text + 2);
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    CHECK(value.data == (const uint8_t *)text + 8);
}

static void depth_is_limited(void)
{
    char text[2 * JSON_MAX_DEPTH + 10];
    for (size_t n = JSON_MAX_DEPTH - 1; n <= JSON_MAX_DEPTH + 1; n++) {
        struct slice value;
        struct error error = {0};
        enum json_token token;
        memset(text, '[', n);
        memset(text + n, ']', n);
        json_reader_start(&reader, slice_of(text, 2 * n));
        enum status status = json_reader_next(&reader, &token, &value, &error);
        CHECK(reader.depth == 1);
        if (status == OK)
            status = json_reader_skip(&reader, token, &error);
        CHECK((status == OK) == (n <= JSON_MAX_DEPTH));
        if (status != OK)
            CHECK_TEXT(error.message, "JSON is nested more than 1000 levels deep");
    }
}

static void values_can_be_skipped(void)
{
    static const char text[] = "{\"a\":[1,{\"b\":[]}],\"c\":{\"d\":\"\\n\"},\"e\":5,"
                               "\"f\":[[1],2]}";
    struct slice value;
    struct error error = {0};
    enum json_token token;
    char keys[20];
    size_t n = 0;
    json_reader_start(&reader, slice_of(text, sizeof text - 1));
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    for (;;) {
        CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
        if (token != JSON_KEY)
            break;
        keys[n++] = (char)value.data[0];
        if (keys[n - 1] == 'f') { /* skip the rest of an array from within */
            CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
            CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
            CHECK(token == JSON_BEGIN_ARRAY && reader.depth == 3);
        }
        CHECK(json_reader_skip(&reader, token, &error) == OK);
        if (keys[n - 1] == 'f') {
            CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
            CHECK(token == JSON_NUMBER && slice_equals_text(value, "2"));
            CHECK(json_reader_skip(&reader, token, &error) == OK);
            CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
            CHECK(token == JSON_END_ARRAY);
        }
    }
    keys[n] = '\0';
    CHECK_TEXT(keys, "acef");
    CHECK(token == JSON_END_OBJECT);
    CHECK(json_reader_skip(&reader, token, &error) == OK);
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK && token == JSON_END);
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK && token == JSON_END);

    json_reader_start(&reader, slice_of("[1,[2,x]]", 9));
    CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    CHECK(json_reader_skip(&reader, token, &error) == MISUSE);
    CHECK_TEXT(error.message, "not JSON: at byte 7: a value is expected");
}

/* Whether the text is in the form that our own writer uses. */
static bool is_own_form(const char *text, bool looks_at_escapes)
{
    struct slice value;
    struct error error = {0};
    enum json_token token = JSON_NULL;
    json_reader_start(&reader, slice_of(text, strlen(text)));
    reader.looks_at_escapes = looks_at_escapes;
    while (token != JSON_END)
        CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
    reader.looks_at_escapes = false;
    return !reader.is_other_form;
}

static void other_forms_are_recognised(void)
{
    static const char *const others[] = {
        "[1 ]",        "\n1",         "{\"a\": 1}",    "\"\\u0041\"",    "\"\\/\"",
        "\"\\u001F\"", "\"\\u000a\"", "[\"\\u00e9\"]", "{\"\\u0061\":1}"};
    CHECK(is_own_form("[1,\"a b\",{\"\\\"\":\"\\u001f\\n\\\\\"},\"\"]", true));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        CHECK(!is_own_form(others[i], true));
        CHECK(is_own_form(others[i], false) == (i >= 3));
    }
}

static void allocation_failures_are_reported(void)
{
    struct slice value;
    struct error error = {0};
    enum json_token token;
    json_reader_release(&reader);
    json_reader_start(&reader, slice_of("\"a\\n\"", 5));
    mem_fail_at(1, 0);
    CHECK(json_reader_next(&reader, &token, &value, &error) == NOMEM);
    mem_fail_at(0, 0);
    for (int i = 1; i <= 2; i++) {
        json_reader_release(&reader);
        json_reader_start(&reader, slice_of("\"a\\n\"", 5));
        reader.looks_at_escapes = true;
        error = (struct error){0};
        mem_fail_at(i, 0);
        CHECK(json_reader_next(&reader, &token, &value, &error) == NOMEM);
        mem_fail_at(0, 0);
    }
    json_reader_release(&reader);
    json_reader_release(&reader);
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

static void long_values_are_skipped_until_interrupted(void)
{
    enum { N = 20000 };
    static char text[2 * N + 2] = "[";
    struct error error = {0};
    enum json_token token;
    struct slice value;
    struct interrupt interrupt = {.is_wanted = is_wanted};
    for (int i = 0; i < N; i++)
        memcpy(text + 1 + 2 * i, i < N - 1 ? "1," : "1]", 2);
    for (int is_interrupted = 0; is_interrupted < 2; is_interrupted++) {
        json_reader_start(&reader, slice_of(text, strlen(text)));
        CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
        if (is_interrupted)
            interrupt_begin(&interrupt);
        CHECK(json_reader_skip(&reader, token, &error) ==
              (is_interrupted ? INTERRUPTED : OK));
    }
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
}

int main(void)
{
    RUN(scalar_values_are_read);
    RUN(containers_are_read);
    RUN(escapes_are_decoded);
    RUN(invalid_json_is_refused);
    RUN(strings_of_all_sizes_are_read);
    RUN(strings_are_slices_of_the_text);
    RUN(depth_is_limited);
    RUN(values_can_be_skipped);
    RUN(long_values_are_skipped_until_interrupted);
    RUN(other_forms_are_recognised);
    RUN(allocation_failures_are_reported);
    json_reader_release(&reader);
    return unit_test_done();
}
