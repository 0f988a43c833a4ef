/* SPDX-License-Identifier: MIT */
/*
 * test_path_pattern.c - which names match patterns, also random ones as by a recursive
 * matcher; expanding braces, splitting at slashes, and patterns made to take long.
 */
#include "base/path_pattern.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

static bool matches(const char *pattern, const char *name)
{
    uint8_t *p = exact_copy(pattern, strlen(pattern));
    uint8_t *n = exact_copy(name, strlen(name));
    bool result = path_component_matches(slice_of(p, strlen(pattern)),
                                         slice_of(n, strlen(name)));
    free(p);
    free(n);
    return result;
}

static void names_match_components(void)
{
    static const struct {
        const char *pattern, *matching, *others; /* names, separated by spaces */
    } cases[] = {
        {"a.parquet", "a.parquet", "A.parquet a.parquetx xa.parquet a-parquet"},
        {"*", "a _x a=b", ".a ."},
        {"*.parquet", "a.parquet a.b.parquet _a.parquet", ".parquet .a.parquet parquet"},
        {"2026-*.p", "2026-.p 2026-01.p", "2025-01.p 2026.p"},
        {"a?c",
         "abc a?c a\xc3\xbc"
         "c a\xe2\x82\xac"
         "c a\xf0\x9f\x98\x80"
         "c a\xff"
         "c",
         "ac abbc a\xc3\xc3"
         "c"},
        {"?", "a \xff \xc3", ".a ab . \xed\xa0\x80 \xc0\x80"},
        {"*?", "a ab \xc3\xbc", ""},
        {"*\xbc", "\xbc a\xbc", "\xc3\xbc"},
        {"[a-c]x", "ax bx cx", "dx x Ax abx"},
        {"[!a-c]x", "dx -x \xc3\xbcx", "ax bx cx x"},
        {"[^a-c]x", "dx ^x", "ax x"},
        {"[]a]", "] a", "b []"},
        {"[!]a]", "b !", "] a"},
        {"[a-]", "a -", "b"},
        {"[-a]", "a -", "b"},
        {"[z-a]", "", "a z m -"},
        {"[a\\]b]", "a ] b", "\\ ab]"},
        {"[a\\-c]", "a - c", "b"},
        {"[\xc3\xa0-\xc3\xbc]", "\xc3\xa0 \xc3\xa9", "e \xc3 \xc4\x80"},
        {"[\xc2\x80]", "\xc2\x80", "\x80 \xc2"}, /* U+0080 is not the byte 0x80 */
        {"[\x80]", "\x80", "\xc2\x80"},
        {"[*]", "*", "a"},
        {"[?]x", "?x", "ax"},
        {"[[]", "[", "a"},
        {"[a", "[a", "a"},
        {"[", "[", "a"},
        {"[]", "[]", "] ["},
        {"[!]", "[!]", "! a"},
        {"[a-", "[a-", "a"},
        {"x[", "x[", "x"},
        {"[a*", "[a [ab", "a"},
        {"\\*", "*", "a \\*"},
        {"\\a\\\\", "a\\", "a"},
        {"a\\", "a\\", "a"},
        {"\\[a]", "[a]", "a"},
        {".*", ".a .", "a"},
        {"\\.*", ".a", "a"},
        {"[.]a", "", ".a"},
        {"?a", "ba", ".a"},
        {"**x**", "x axb", "a"},
        {"{a,b}", "{a,b}", "a b"},
        {"a*b*c", "abc aXbYbZc aabbcc", "ab acb abcd"},
        {"*a*a*", "aa xaxax", "a xax"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int expected = 0; expected < 2; expected++) {
            char names[100];
            strcpy(names, expected ? cases[i].matching : cases[i].others);
            for (char *name = strtok(names, " "); name != NULL;
                 name = strtok(NULL, " ")) {
                if (matches(cases[i].pattern, name) != expected)
                    fprintf(stderr, "%s, %s:\n", cases[i].pattern, name);
                CHECK(matches(cases[i].pattern, name) == expected);
            }
        }
    }
    CHECK(matches("", "") && matches("*", "") && !matches("?", "") && !matches("", "a"));
    CHECK(matches("a b\n*", "a b\nc"));
}

/* ---- A matcher that is slow, but obviously right ------------------------------------
 */

/* Whether the set at `pattern` contains the byte; *end: after it; NULL if not closed. */
static bool slow_set(const char *pattern, char byte, const char **end)
{
    const char *at = pattern + 1;
    bool negated = *at == '!' || *at == '^', found = false, is_first = true;
    at += negated;
    for (; *at != '\0' && (*at != ']' || is_first); is_first = false) {
        at += *at == '\\' && at[1] != '\0';
        char low = *at++, high = low;
        if (*at == '-' && at[1] != ']' && at[1] != '\0') {
            at++;
            at += *at == '\\' && at[1] != '\0';
            high = *at++;
        }
        found = found || (low <= byte && byte <= high);
    }
    *end = *at == ']' ? at + 1 : NULL;
    return found != negated;
}

static bool slow_matches(const char *pattern, const char *name)
{
    const char *end;
    if (*pattern == '\0')
        return *name == '\0';
    if (*pattern == '*')
        return slow_matches(pattern + 1, name) ||
               (*name != '\0' && slow_matches(pattern, name + 1));
    if (*name == '\0')
        return false;
    if (*pattern == '?')
        return slow_matches(pattern + 1, name + 1);
    if (*pattern == '[') {
        bool found = slow_set(pattern, *name, &end);
        if (end != NULL)
            return found && slow_matches(end, name + 1);
    }
    if (*pattern == '\\' && pattern[1] != '\0')
        pattern++;
    return *pattern == *name && slow_matches(pattern + 1, name + 1);
}

static void random_text(uint64_t *random, const char *alphabet, size_t most, char *text)
{
    size_t size = random_below(random, most + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = alphabet[random_below(random, strlen(alphabet))];
    text[size] = '\0';
}

static void random_patterns_match_as_slowly(void)
{
    static const char *const alphabets[] = {"ab*?", "ab*[]", "abc-!^[]*", "ab\\[]*?-"};
    uint64_t random = 1;
    int n_matches = 0;
    for (int i = 0; i < 300000; i++) {
        char pattern[12], name[8];
        random_text(&random, alphabets[i % 4], 10, pattern);
        random_text(&random, i % 8 < 4 ? "ab" : "abc[]-\\", 6, name);
        bool expected = slow_matches(pattern, name);
        n_matches += expected;
        if (matches(pattern, name) != expected)
            fprintf(stderr, "%s, %s:\n", pattern, name);
        CHECK(matches(pattern, name) == expected);
    }
    CHECK(n_matches > 10000);
}

/* Each would take longer than the universe has existed by trying all ways, and minutes if
 * the end of each bracket were searched again for each character. */
static void no_pattern_takes_long(void)
{
    char name[256], pattern[PATTERN_MOST_BYTES];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (size_t i = 0; i < 250; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    strcpy(pattern + 500, "*b");
    CHECK(!matches(pattern, name));
    memset(pattern, '[', sizeof pattern - 1);
    pattern[sizeof pattern - 1] = '\0';
    for (int i = 0; i < 100; i++)
        CHECK(!matches(pattern, name) && path_component_is_literal(text_of(pattern)));
    pattern[0] = '*';
    CHECK(!matches(pattern, name) && !path_component_is_literal(text_of(pattern)));
    memset(name, '[', sizeof name - 1);
    CHECK(!matches(pattern, name));
    pattern[sizeof name - 1] = '\0';
    CHECK(matches(pattern, name));
}

/* ---- Braces -------------------------------------------------------------------------
 */

/* The expansions, separated by '|'; a message if it fails. */
static const char *expanded(const char *pattern)
{
    static char text[20000];
    struct buffer buffer = {0};
    struct error error = {0};
    uint8_t *copy = exact_copy(pattern, strlen(pattern));
    enum status status = path_pattern_expand(slice_of(copy, strlen(pattern)), &buffer,
                                             &error);
    CHECK(status == OK || status == TOO_BIG);
    size_t size = buffer.size > 0 ? buffer.size - 1 : 0;
    for (size_t i = 0; i < size; i++)
        text[i] = buffer.data[i] == 0 ? '|' : (char)buffer.data[i];
    text[size] = '\0';
    if (status != OK)
        strcpy(text, error.message);
    buffer_release(&buffer);
    free(copy);
    return text;
}

static void braces_are_expanded(void)
{
    static const struct {
        const char *pattern, *expansions;
    } cases[] = {
        {"", ""},
        {"a*", "a*"},
        {"{a,b}", "a|b"},
        {"x{a,b}y", "xay|xby"},
        {"{a/b,c}/d", "a/b/d|c/d"},
        {"{a,b}{c,d}", "ac|ad|bc|bd"},
        {"{a,{b,c}d}", "a|bd|cd"},
        {"{{a,b},c}", "c|a|b"},
        {"{,a}", "|a"},
        {"{a,}x", "ax|x"},
        {"{,}", "|"},
        {"{a}", "{a}"},
        {"{1..3}x", "1x|2x|3x"},
        {"{08..11}", "08|09|10|11"},
        {"{5..5}", "5"},
        {"{a,{1..2}}", "a|1|2"},
        {"{0..1}{a,b}", "0a|0b|1a|1b"},
        {"{3..1}", "{3..1}"},
        {"{1..}", "{1..}"},
        {"{..3}", "{..3}"},
        {"{1...3}", "{1...3}"},
        {"{1..3a}", "{1..3a}"},
        {"{-1..3}", "{-1..3}"},
        {"{1..9999999999}", "{1..9999999999}"},
        {"{}", "{}"},
        {"{a,b", "{a,b"},
        {"a,b}", "a,b}"},
        {"}{a,b}", "}a|}b"},
        {"{x{a,b}", "{xa|{xb"},
        {"{x{a,b}y}", "{xay}|{xby}"},
        {"{a,b}}", "a}|b}"},
        {"\\{a,b}", "\\{a,b}"},
        {"{a\\,b,c}", "a\\,b|c"},
        {"{a,b\\}}", "a|b\\}"},
        {"{a,b\\}", "{a,b\\}"},
        {"{a,b}\\", "a\\|b\\"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        CHECK_TEXT(expanded(cases[i].pattern), cases[i].expansions);
    }
}

/* Expands the first group and calls itself; returns the number of results. */
static int slow_expand(const char *pattern, char results[][40], int n)
{
    int depth = 0;
    bool has_comma = false;
    for (const char *open = strchr(pattern, '{'); open != NULL;
         open = strchr(open + 1, '{')) {
        const char *close = open;
        for (depth = 0, has_comma = false; *close != '\0'; close++) {
            depth += (*close == '{') - (*close == '}');
            has_comma = has_comma || (*close == ',' && depth == 1);
            if (depth == 0)
                break;
        }
        if (*close == '\0' || !has_comma)
            continue;
        for (const char *at = open + 1, *end = at; at <= close; at = ++end) {
            for (depth = 0; end < close && (*end != ',' || depth > 0); end++)
                depth += (*end == '{') - (*end == '}');
            char next[40];
            snprintf(next, sizeof next, "%.*s%.*s%s", (int)(open - pattern), pattern,
                     (int)(end - at), at, close + 1);
            n = slow_expand(next, results, n);
        }
        return n;
    }
    strcpy(results[n], pattern);
    return n + 1;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void random_braces_are_expanded_as_slowly(void)
{
    static char slow[3000][40], fast[3000][40];
    uint64_t random = 2;
    for (int i = 0; i < 20000; i++) {
        char pattern[16];
        struct buffer buffer = {0};
        struct error error = {0};
        random_text(&random, "a{},b{},", 14, pattern);
        int n_slow = slow_expand(pattern, slow, 0), n_fast = 0;
        CHECK(path_pattern_expand(text_of(pattern), &buffer, &error) == OK);
        for (size_t at = 0; at < buffer.size; at += strlen(fast[n_fast++]) + 1)
            strcpy(fast[n_fast], (const char *)buffer.data + at);
        qsort(slow, (size_t)n_slow, sizeof slow[0], compare_texts);
        qsort(fast, (size_t)n_fast, sizeof fast[0], compare_texts);
        CHECK(n_slow == n_fast);
        for (int k = 0; k < n_slow && k < n_fast; k++)
            CHECK_TEXT(fast[k], slow[k]);
        buffer_release(&buffer);
    }
}

static void expansions_are_bounded(void)
{
    char pattern[PATTERN_MOST_BYTES + 2];
    struct buffer buffer = {0};
    struct error error = {0};
    pattern[0] = '\0';
    for (int i = 0; i < 10; i++)
        strcat(pattern, "{a,b}");
    CHECK(path_pattern_expand(text_of(pattern), &buffer, &error) == OK);
    CHECK(buffer.size == 1024 * 11);
    strcat(pattern, "{a,b}");
    CHECK_TEXT(expanded(pattern), "the braces of the pattern have more than 1024 "
                                  "combinations");
    memset(pattern, ',', sizeof pattern);
    pattern[0] = '{';
    strcpy(pattern + PATTERN_MOST_BYTES - 1, "}");
    CHECK(strstr(expanded(pattern), "combinations") != NULL);
    memset(pattern, 'a', sizeof pattern - 1);
    pattern[sizeof pattern - 1] = '\0';
    CHECK_TEXT(expanded(pattern), "the pattern has more than 4096 bytes");
    memset(pattern, '{', PATTERN_MOST_NESTED_BRACES + 1);
    pattern[PATTERN_MOST_NESTED_BRACES + 1] = '\0';
    CHECK_TEXT(expanded(pattern), "the pattern has more than 32 nested braces");
    CHECK(path_pattern_expand(slice_of("a\0b", 3), &buffer, &error) == MISUSE);
    buffer_release(&buffer);
    for (long n = 1; n < 10; n++) {
        error_clear(&error);
        mem_fail_at(n, 0);
        enum status status = path_pattern_expand(text_of("{a,{b,c}}"), &buffer, &error);
        CHECK(status == (mem_fail_at(0, 0) > 0 ? OK : NOMEM));
        buffer_release(&buffer);
    }
}

/* ---- Components ---------------------------------------------------------------------
 */

static const char *split(const char *pattern)
{
    static char text[200];
    struct slice left = text_of(pattern);
    text[0] = '\0';
    while (left.size > 0) {
        struct slice component = path_pattern_next(&left);
        sprintf(text + strlen(text), "(%.*s)", SLICE_SHOWN(component, 50));
    }
    return text;
}

static void patterns_are_split(void)
{
    CHECK_TEXT(split("a/b*/**"), "(a)(b*)(**)");
    CHECK_TEXT(split("/a"), "()(a)");
    CHECK_TEXT(split("a//b/"), "(a)(b)");
    CHECK_TEXT(split(""), "");
    CHECK_TEXT(split("///"), "()");
    CHECK(path_pattern_next(&(struct slice){0}).size == 0);
}

static void components_without_wildcards_are_literal(void)
{
    static const char *const literal[] = {"",  "a",  "a\\*",  "\\?",   "[",
                                          "]", "[]", "{a,b}", "\\[a]", "a\\"},
                             *const others[] = {"*", "a?", "[a]", "**", "\\\\*", "[*]"};
    for (size_t i = 0; i < COUNT_OF(literal); i++)
        CHECK(path_component_is_literal(text_of(literal[i])));
    for (size_t i = 0; i < COUNT_OF(others); i++)
        CHECK(!path_component_is_literal(text_of(others[i])));
    struct buffer name = {0};
    struct error error = {0};
    CHECK(path_component_append_name(text_of("\\*a\\\\b\\"), &name, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&name), "*a\\b\\"));
    buffer_release(&name);
    CHECK(path_component_is_any_folders(text_of("**")));
    CHECK(!path_component_is_any_folders(text_of("**a")));
    CHECK(!path_component_is_any_folders(text_of("*")));
    CHECK(path_pattern_is_possible(text_of("a\\*")) &&
          path_pattern_is_possible(text_of("{")));
    CHECK(path_pattern_is_possible(text_of("a?")) &&
          path_pattern_is_possible(text_of("[")));
    CHECK(!path_pattern_is_possible(text_of("a\\b]}")));
    CHECK(!path_pattern_is_possible(slice_of("a\0b", 3)));
}

static void hidden_names(void)
{
    static const char *const hidden[] = {".",        ".a",         "_",
                                         "_SUCCESS", "_delta_log", ".a=b"},
                             *const others[] = {"", "a", "a.b", "a_b", "_k=v", "-"};
    for (size_t i = 0; i < COUNT_OF(hidden); i++)
        CHECK(path_name_is_hidden(text_of(hidden[i])));
    for (size_t i = 0; i < COUNT_OF(others); i++)
        CHECK(!path_name_is_hidden(text_of(others[i])));
}

int main(void)
{
    RUN(names_match_components);
    RUN(random_patterns_match_as_slowly);
    RUN(no_pattern_takes_long);
    RUN(braces_are_expanded);
    RUN(random_braces_are_expanded_as_slowly);
    RUN(expansions_are_bounded);
    RUN(patterns_are_split);
    RUN(components_without_wildcards_are_literal);
    RUN(hidden_names);
    return unit_test_done();
}
