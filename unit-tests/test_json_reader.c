/* SPDX-License-Identifier: MIT */
/* test_json_reader.c - JSON text token by token. */
#include "base/alloc.h"
#include "value/json_reader.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct json_reader reader; /* shared, so that its memory is reused */

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
        {"", "!no JSON: the text ends, there is no value"},
        {"  ", "!no JSON: the text ends, there is no value"},
        {"nul", "!no JSON: at byte 1 there is no value"},
        {"nulll", "n!no JSON: at byte 5 the text goes on behind the value"},
        {"True", "!no JSON: at byte 1 there is no value"},
        {"NaN", "!no JSON: at byte 1 there is no value"},
        {"-Infinity", "!no JSON: at byte 2 a digit is missing"},
        {"+1", "!no JSON: at byte 1 there is no value"},
        {".5", "!no JSON: at byte 1 there is no value"},
        {"01", "N<0>!no JSON: at byte 2 the text goes on behind the value"},
        {"-", "!no JSON: the text ends, a digit is missing"},
        {"1.", "!no JSON: the text ends, a digit is missing"},
        {"1.e5", "!no JSON: at byte 3 a digit is missing"},
        {"1e", "!no JSON: the text ends, a digit is missing"},
        {"1e+", "!no JSON: the text ends, a digit is missing"},
        {"0x10", "N<0>!no JSON: at byte 2 the text goes on behind the value"},
        {"1 2", "N<1>!no JSON: at byte 3 the text goes on behind the value"},
        {"[1 2]", "[N<1>!no JSON: at byte 4 \",\" or \"]\" is missing"},
        {"[1,]", "[N<1>!no JSON: at byte 4 there is no value"},
        {"[,1]", "[!no JSON: at byte 2 there is no value"},
        {"[1", "[N<1>!no JSON: the text ends, \",\" or \"]\" is missing"},
        {"[1}", "[N<1>!no JSON: at byte 3 \",\" or \"]\" is missing"},
        {"]", "!no JSON: at byte 1 there is no value"},
        {"{", "{!no JSON: the text ends, a key is missing"},
        {"{1:2}", "{!no JSON: at byte 2 a key is missing"},
        {"{a:2}", "{!no JSON: at byte 2 a key is missing"},
        {"{\"a\" 2}", "{!no JSON: at byte 6 \":\" is missing"},
        {"{\"a\":}", "{K<a>!no JSON: at byte 6 there is no value"},
        {"{\"a\":1,}", "{K<a>N<1>!no JSON: at byte 8 a key is missing"},
        {"{\"a\":1 \"b\":2}", "{K<a>N<1>!no JSON: at byte 8 \",\" or \"}\" is missing"},
        {"{\"a\":1]", "{K<a>N<1>!no JSON: at byte 7 \",\" or \"}\" is missing"},
        {"{}{}", "{}!no JSON: at byte 3 the text goes on behind the value"},
        {"'a'", "!no JSON: at byte 1 there is no value"},
        {"[1]/**/", "[N<1>]!no JSON: at byte 4 the text goes on behind the value"},
        {"\"abc", "!no JSON: the text ends, in a string"},
        {"\"abcdefghij\\", "!no JSON: at byte 12 an escape is unknown"},
        {"\"\\n", "!no JSON: the text ends, in a string"},
        {"\"a\nb\"", "!no JSON: at byte 3 a control character is not escaped"},
        {"\"\\n\x1f\"", "!no JSON: at byte 4 a control character is not escaped"},
        {"\"\\x\"", "!no JSON: at byte 2 an escape is unknown"},
        {"\"\\U0041\"", "!no JSON: at byte 2 an escape is unknown"},
        {"\"\\u004\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\u00", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\u", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\u00g0\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\ud800\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\ud800\\u0041\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\ud800\\n00000\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\ud800\\udc0", "!no JSON: at byte 2 \\u is no character"},
        {"\"\\udc00\\ud800\"", "!no JSON: at byte 2 \\u is no character"},
        {"\"\xff\"", "!no JSON: at byte 1 a string is not UTF-8"},
        {"[\"\\n\xc3\"]", "[!no JSON: at byte 2 a string is not UTF-8"},
        {"{\"\xed\xa0\x80\":1}", "{!no JSON: at byte 2 a string is not UTF-8"},
        {"\xef\xbb\xbf{}", "!no JSON: at byte 1 there is no value"},
        {"\xc2\xa0{}", "!no JSON: at byte 1 there is no value"},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK_TOKENS(wrong[i][0], wrong[i][1]);
    CHECK_TEXT(tokens("1\0", 2),
               "N<1>!no JSON: at byte 2 the text goes on behind the value");
    CHECK_TEXT(tokens("\"\0\"", 3),
               "!no JSON: at byte 2 a control character is not escaped");
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
            CHECK_TEXT(error.message, "JSON nests deeper than 1000");
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
    CHECK_TEXT(error.message, "no JSON: at byte 7 there is no value");
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
    RUN(other_forms_are_recognised);
    RUN(allocation_failures_are_reported);
    json_reader_release(&reader);
    return unit_test_done();
}
