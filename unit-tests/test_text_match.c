/* SPDX-License-Identifier: MIT */
/* test_text_match.c - LIKE, GLOB, collations and numeric texts as in SQLite. */
#include "base/alloc.h"
#include "scan/text_match.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* ---- A plain matcher ----------------------------------------------------------------
 * Decodes pattern and text into arrays of code points; then table[p][t] says whether the
 * pattern from p on matches the text from t on. */

enum { MOST_CHARACTERS = 400 };

struct characters {
    uint32_t at[MOST_CHARACTERS + 1]; /* 0 at the end */
    size_t n;
};

static void decode(struct characters *text, const uint8_t *bytes, size_t size)
{
    size_t i = 0;
    text->n = 0;
    while (i < size && bytes[i] != 0 && text->n < MOST_CHARACTERS) {
        uint32_t c = bytes[i++];
        if (c >= 0xc0) {
            uint32_t bits_of_lead = c >= 0xfe   ? 0
                                    : c >= 0xfc ? 1
                                    : c >= 0xf8 ? 2
                                    : c >= 0xf0 ? 3
                                    : c >= 0xe0 ? 4
                                                : 5;
            c &= (1U << bits_of_lead) - 1;
            while (i < size && bytes[i] >= 0x80 && bytes[i] < 0xc0)
                c = c * 64 + bytes[i++] % 64;
            if (c < 0x80 || c / 2048 == 0xd800 / 2048 || c == 0xfffe || c == 0xffff)
                c = 0xfffd;
        }
        text->at[text->n++] = c;
    }
    text->at[text->n] = 0;
}

static uint32_t lower(uint32_t c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Whether c is in the set at p, after its [; returns its end, or 0 if it has none. */
static size_t read_set(const struct characters *pattern, size_t p, uint32_t c,
                       bool *is_in)
{
    bool is_inverted = pattern->at[p] == '^';
    uint32_t previous = 0;
    *is_in = false;
    p += is_inverted;
    if (pattern->at[p] == ']') {
        *is_in = c == ']';
        p++;
    }
    for (; pattern->at[p] != ']'; p++) {
        uint32_t next = pattern->at[p] != 0 ? pattern->at[p + 1] : 0;
        if (pattern->at[p] == 0)
            return 0;
        if (pattern->at[p] == '-' && previous != 0 && next != 0 && next != ']') {
            *is_in |= previous <= c && c <= next;
            previous = 0;
            p++;
        } else {
            previous = pattern->at[p];
            *is_in |= c == previous;
        }
    }
    *is_in ^= is_inverted;
    return p + 1;
}

static bool slow_match(enum text_pattern_kind kind, struct bytes_value pattern_bytes,
                       struct bytes_value text_bytes)
{
    static bool table[MOST_CHARACTERS + 1][MOST_CHARACTERS + 1];
    static struct characters pattern, text;
    bool is_glob = kind == PATTERN_GLOB;
    decode(&pattern, pattern_bytes.data, pattern_bytes.size);
    decode(&text, text_bytes.data, text_bytes.size);
    for (size_t p = pattern.n + 1; p-- > 0;) {
        uint32_t c = pattern.at[p];
        for (size_t t = text.n + 1; t-- > 0;) {
            bool has_more = t < text.n, is_in;
            if (p == pattern.n) {
                table[p][t] = !has_more;
            } else if (c == (is_glob ? '*' : '%')) {
                table[p][t] = table[p + 1][t] || (has_more && table[p][t + 1]);
            } else if (c == (is_glob ? '?' : '_')) {
                table[p][t] = has_more && table[p + 1][t + 1];
            } else if (is_glob && c == '[') {
                size_t behind = read_set(&pattern, p + 1, text.at[t], &is_in);
                table[p][t] = has_more && behind != 0 && is_in && table[behind][t + 1];
            } else {
                bool is_same = is_glob ? text.at[t] == c : lower(text.at[t]) == lower(c);
                table[p][t] = has_more && is_same && table[p + 1][t + 1];
            }
        }
    }
    return table[0][0];
}

/* ---- Values ------------------------------------------------------------------------ */

static struct bytes_value value_of(const char *text)
{
    return (struct bytes_value){(const uint8_t *)text, strlen(text)};
}

static void compile(struct text_pattern *pattern, enum text_pattern_kind kind,
                    struct bytes_value bytes)
{
    struct error error = {0};
    CHECK(text_pattern_init(pattern, kind, bytes.data, bytes.size, &error) == OK);
}

static bool matches(enum text_pattern_kind kind, struct bytes_value text,
                    struct bytes_value pattern_bytes)
{
    struct text_pattern pattern;
    compile(&pattern, kind, pattern_bytes);
    bool result = text_pattern_matches(&pattern, text);
    text_pattern_release(&pattern);
    return result;
}

static bool like(const char *text, const char *pattern)
{
    return matches(PATTERN_LIKE, value_of(text), value_of(pattern));
}

static bool glob(const char *text, const char *pattern)
{
    return matches(PATTERN_GLOB, value_of(text), value_of(pattern));
}

/* Pieces of random patterns and texts. */
static const char *const LIKE_PIECES[] = {
    "%",    "_",  "%",    "a",        "b",        "A",    "ab",       "aB",
    "%_",   "_%", "\xff", "\xc3\xa9", "\xd0\xb6", "\x81", "\xc2\x81", "\xef\xbf\xbd",
    "\xc3", "@",  "`",    "[",        "{",
};
static const char *const GLOB_PIECES[] = {
    "*",
    "?",
    "*",
    "a",
    "b",
    "A",
    "ab",
    "[a-c]",
    "[^a]",
    "[]]",
    "[^]a]",
    "[",
    "]",
    "^",
    "-",
    "[a-",
    "[-a]",
    "[a-]",
    "\x81",
    "\xff",
    "[b-a]",
    "*?",
    "[a-c-e]",
    "[\xc3\xa9-\xd0\xb6]",
    "\xef\xbf\xbd",
};
static const char *const TEXT_PIECES[] = {
    "a",
    "b",
    "A",
    "B",
    "ab",
    "aB",
    "a",
    "\xc3\xa9",
    "\xff",
    "\x81",
    "\xbf",
    "\xc3",
    "\xd0\xb6",
    "\xc0\xc1",
    "@",
    "\xe0\x82\x81",
    "`",
    "[",
    "]",
    "^",
    "-",
    "\xef\xbf\xbe",
    "{",
    "\xed\xa0\x80",
    "\xfc\x81\x82\x83\x84\x85\x86\x87\x88\x89",
};
#define N_OF(array) (sizeof(array) / sizeof *(array))

static uint64_t random_state;

static uint32_t pick(size_t n)
{
    return (uint32_t)random_below(&random_state, n);
}

/* Replaces the bytes by random pieces; if is_plain, by the first 7 only. */
static struct bytes_value random_text(struct bytes *bytes, const char *const *pieces,
                                      size_t n_pieces, size_t most, bool is_plain)
{
    bytes->size = 0;
    for (size_t n = pick(most + 1); n > 0; n--) {
        uint32_t what = pick(80);
        if (what < 2) {
            bytes_put_u8(bytes, what == 0 ? 0 : pick(256));
        } else {
            const char *piece = pieces[pick(is_plain ? 7 : n_pieces)];
            bytes_put(bytes, piece, strlen(piece));
        }
    }
    return (struct bytes_value){bytes->data, bytes->size};
}

static struct bytes_value random_pattern(struct bytes *bytes, enum text_pattern_kind kind,
                                         size_t most)
{
    bool is_plain = pick(2) == 0;
    return kind == PATTERN_GLOB
               ? random_text(bytes, GLOB_PIECES, N_OF(GLOB_PIECES), most, is_plain)
               : random_text(bytes, LIKE_PIECES, N_OF(LIKE_PIECES), most, is_plain);
}

/* ---- Patterns ---------------------------------------------------------------------- */

static void likes(void)
{
    CHECK(like("", "") && like("", "%") && like("", "%%") && !like("", "_"));
    CHECK(!like("a", "") && like("abc", "ABC") && like("ABC", "abc") &&
          !like("ab", "abc"));
    CHECK(like("abc", "a%") && like("abc", "%C") && like("abc", "%B%") &&
          like("abc", "a%c"));
    CHECK(!like("abc", "b%") && !like("abc", "%b") && !like("abc", "%d%"));
    CHECK(like("abc", "___") && !like("abc", "__") && like("abc", "_%_") &&
          like("abc", "%_c"));
    CHECK(like("a%b", "a%%b") && like("axxbxxc", "a%b%c") && !like("axxc", "a%b%c"));
    /* only ASCII letters have two cases */
    CHECK(!like("@[`{", "`{@[") && !like("`", "@") && !like("{", "["));
    CHECK(!like("\xc3\x89", "\xc3\xa9") && like("x\xc3\xa9", "X\xc3\xa9"));
    CHECK(!like("\xe2\x84\xaa", "k")); /* the Kelvin sign */
    CHECK(like("\xc3\xa9", "_") && !like("\xc3\xa9", "__") &&
          like("\xf0\x9f\x98\x80", "_"));
    CHECK(!like("[a]", "[a-z]") && like("a*", "_*"));
}

static void globs(void)
{
    CHECK(glob("", "") && glob("", "*") && !glob("", "?") && !glob("ABC", "abc"));
    CHECK(glob("abc", "a*") && glob("abc", "*c") && glob("abc", "*b*") &&
          glob("abc", "a?c"));
    CHECK(glob("b", "[a-c]") && !glob("d", "[a-c]") && glob("d", "[^a-c]"));
    CHECK(glob("]", "[]]") && glob("]", "[]a]") && !glob("]", "[^]]") &&
          glob("a", "[^]]"));
    CHECK(glob("-", "[a-]") && glob("-", "[-a]") && glob("*", "[*]") &&
          glob("x[y", "x[[]y"));
    CHECK(!glob("a", "[a") && !glob("[a", "[a") && !glob("a", "[") && !glob("", "["));
    CHECK(glob("^", "[a^]") && !glob("b", "[c-a]") && glob("e", "[a-c-e]"));
    CHECK(!glob("d", "[a-c-e]") && glob("-", "[a-c-e]"));
    CHECK(glob("\xd0\xb6", "[\xc3\xa9-\xd1\x8f]") &&
          !glob("\xc3\xa8", "[\xc3\xa9-\xd1\x8f]"));
    CHECK(glob("xxabxabc", "*ab[^x]") && glob("a%_", "a%_") && !glob("ab_", "a%_"));
}

/* SQLite decodes invalid UTF-8 to code points, too. */
static void invalid_utf8(void)
{
    CHECK(like("\xff", "\xef\xbf\xbd") && like("\xed\xa0\x80", "\xef\xbf\xbd"));
    CHECK(like("\xc1\x81", "\xef\xbf\xbd") && !like("\xc1\x81", "A"));
    CHECK(like("\x81", "\xc2\x81") && like("\xe0\x82\x81", "\x81") &&
          like("\x81\x81", "__"));
    CHECK(like("\xc3\xa9\xa9\xa9", "_") && !like("\xc3\xa9\xa9\xa9", "%\xa9"));
    CHECK(like("\xfc\x80\x80\x80\x80\x80", "\xef\xbf\xbd")); /* code point 0 */
    CHECK(!like("\xfd\x80\x80\x80\x80\x80", "\xef\xbf\xbd"));
    CHECK(glob("x\xe0\x82\x81y", "*\xc2\x81*"));
}

static void zero_bytes_end_texts(void)
{
    struct bytes_value text = {(const uint8_t *)"ab\0cd", 5};
    CHECK(matches(PATTERN_LIKE, text, value_of("ab")));
    CHECK(matches(PATTERN_LIKE, text, value_of("%b")));
    CHECK(matches(PATTERN_LIKE, text, value_of("__")));
    CHECK(!matches(PATTERN_LIKE, text, value_of("%c%")));
    CHECK(!matches(PATTERN_LIKE, text, value_of("%d")));
    CHECK(!matches(PATTERN_LIKE, text, value_of("a%_c%")));
    struct bytes_value pattern = {(const uint8_t *)"a%\0z", 4};
    CHECK(matches(PATTERN_LIKE, text, pattern));
    pattern.data = (const uint8_t *)"[a\0]";
    CHECK(!matches(PATTERN_GLOB, value_of("a"), pattern));
    text.size = 0;
    text.data = NULL;
    CHECK(matches(PATTERN_LIKE, text, value_of("%%")) &&
          !matches(PATTERN_GLOB, text, pattern));
    CHECK(matches(PATTERN_LIKE, text, text) &&
          !matches(PATTERN_LIKE, text, value_of("%a")));
}

static enum text_pattern_shape shape_of(enum text_pattern_kind kind, const char *text)
{
    struct text_pattern pattern;
    compile(&pattern, kind, value_of(text));
    enum text_pattern_shape shape = pattern.shape;
    text_pattern_release(&pattern);
    return shape;
}

static void shapes_of_patterns(void)
{
    CHECK(shape_of(PATTERN_LIKE, "") == SHAPE_EXACT);
    CHECK(shape_of(PATTERN_LIKE, "%%%") == SHAPE_ALL);
    CHECK(shape_of(PATTERN_LIKE, "abc") == SHAPE_EXACT);
    CHECK(shape_of(PATTERN_LIKE, "abc%") == SHAPE_PREFIX);
    CHECK(shape_of(PATTERN_GLOB, "*abc") == SHAPE_SUFFIX);
    CHECK(shape_of(PATTERN_GLOB, "**abc**") == SHAPE_CONTAINS);
    CHECK(shape_of(PATTERN_LIKE, "%a%b%") == SHAPE_GENERAL);
    CHECK(shape_of(PATTERN_LIKE, "a_") == SHAPE_GENERAL);
    CHECK(shape_of(PATTERN_LIKE, "%a\xc3\xa9%") == SHAPE_GENERAL);
    CHECK(shape_of(PATTERN_GLOB, "*abc[*") == SHAPE_NONE);
    /* left to SQLite, whose versions disagree */
    CHECK(shape_of(PATTERN_LIKE, "%\xc2\x80%") == SHAPE_ALL);
}

static void long_patterns_are_left_to_sqlite(void)
{
    struct bytes bytes = {0};
    for (size_t i = 0; i < MOST_PATTERN_BYTES; i++)
        bytes_put_u8(&bytes, i % 2 == 0 ? 'x' : '%');
    struct bytes_value pattern = {bytes.data, bytes.size};
    CHECK(!matches(PATTERN_LIKE, value_of("y"), pattern));
    bytes_put_u8(&bytes, 'x');
    pattern = (struct bytes_value){bytes.data, bytes.size};
    CHECK(matches(PATTERN_LIKE, value_of("y"), pattern));
    free(bytes.data);
}

/* Backtracking over every % would never end. */
static void hostile_patterns_do_not_backtrack(void)
{
    struct bytes text = {0}, pattern = {0};
    for (size_t i = 0; i < 20000; i++)
        bytes_put_u8(&text, 'a');
    for (size_t i = 0; i < 60; i++)
        bytes_put(&pattern, i % 2 == 0 ? "%a" : "%_a", i % 2 == 0 ? 2 : 3);
    struct bytes_value long_text = {text.data, text.size};
    CHECK(matches(PATTERN_LIKE, long_text,
                  (struct bytes_value){pattern.data, pattern.size}));
    bytes_put(&pattern, "%b", 2);
    CHECK(!matches(PATTERN_LIKE, long_text,
                   (struct bytes_value){pattern.data, pattern.size}));
    bytes_put(&pattern, "\xc3\xa9_", 3);
    CHECK(!matches(PATTERN_LIKE, long_text,
                   (struct bytes_value){pattern.data, pattern.size}));
    free(text.data);
    free(pattern.data);
}

static void random_patterns_match_as_with_the_plain_matcher(void)
{
    struct bytes pattern_bytes = {0}, text_bytes = {0};
    size_t n_matches = 0;
    for (size_t i = 0; i < 60000; i++) {
        enum text_pattern_kind kind = i % 2 == 0 ? PATTERN_LIKE : PATTERN_GLOB;
        struct bytes_value pattern = random_pattern(&pattern_bytes, kind, 8);
        struct bytes_value text = random_text(&text_bytes, TEXT_PIECES, N_OF(TEXT_PIECES),
                                              i % 8 == 0 ? 30 : 7, i % 3 == 0);
        uint8_t *exact = must(malloc(text.size + 1));
        if (text.size > 0)
            memcpy(exact + 1, text.data, text.size);
        struct bytes_value copy = {exact + 1, text.size};
        bool expected = slow_match(kind, pattern, text);
        n_matches += expected;
        struct text_pattern compiled;
        compile(&compiled, kind, pattern);
        if (compiled.shape != SHAPE_ALL || expected)
            CHECK(text_pattern_matches(&compiled, copy) == expected);
        text_pattern_release(&compiled);
        free(exact);
    }
    CHECK(n_matches > 4000);
    free(pattern_bytes.data);
    free(text_bytes.data);
}

static void failed_allocations_are_reported(void)
{
    for (long n = 1; n <= 4; n++) {
        struct text_pattern pattern;
        struct error error = {0};
        mem_fail_at(n, 0);
        CHECK(text_pattern_init(&pattern, PATTERN_LIKE, "%a_", 3, &error) == NOMEM);
        mem_fail_at(0, 0);
        CHECK(error.status == NOMEM);
        text_pattern_release(&pattern);
    }
}

/* ---- Finding bytes ----------------------------------------------------------------- */

static const uint8_t *slow_find(const struct byte_needle *needle, const uint8_t *begin,
                                const uint8_t *end)
{
    for (; (size_t)(end - begin) >= needle->size; begin++) {
        size_t i = 0;
        while (i < needle->size &&
               (needle->folds_case ? lower(begin[i]) : begin[i]) == needle->bytes[i])
            i++;
        if (i == needle->size)
            return begin;
    }
    return NULL;
}

static void all_searches_find_the_same(void)
{
    static const char alphabet[] = "aAbB@`[{\xe1\xc1";
    size_t n_found = 0;
    for (size_t round = 0; round < 40000; round++) {
        size_t n_letters = 2 + pick(sizeof alphabet - 2);
        size_t needle_size = 1 + pick(round % 4 == 0 ? 40 : 4);
        size_t size = pick(150);
        uint8_t bytes[40], *exact = must(malloc(size + 1));
        bool folds = pick(2) == 0;
        for (size_t i = 0; i < size; i++)
            exact[i + 1] = (uint8_t)alphabet[pick(n_letters)];
        for (size_t i = 0; i < needle_size; i++)
            bytes[i] = (uint8_t)alphabet[pick(n_letters)];
        if (needle_size > 4 &&
            size > needle_size) /* random needles of this size are never found */
            memcpy(bytes, exact + 1 + pick(size - needle_size), needle_size);
        for (size_t i = 0; i < needle_size && folds; i++)
            bytes[i] = (uint8_t)lower(bytes[i]);
        struct byte_needle needle;
        byte_needle_init(&needle, bytes, needle_size, folds);
        const uint8_t *begin = exact + 1, *end = begin + size;
        const uint8_t *expected = slow_find(&needle, begin, end);
        CHECK(find_bytes_portable(&needle, begin, end) == expected);
        CHECK(find_bytes(&needle, begin, end) == expected);
        n_found += expected != NULL;
        free(exact);
    }
    CHECK(n_found > 10000);
}

/* ---- Vectors ----------------------------------------------------------------------- */

enum { MOST_ROWS = 200 };

/* Values in one block of exactly their size, with gaps between them. */
struct block {
    struct bytes bytes;
    uint8_t *exact;
    size_t begins[MOST_ROWS];
    struct bytes_value values[MOST_ROWS];
    uint8_t valid[MOST_ROWS];
    uint32_t indices[MOST_ROWS];
};

static void fill_block(struct block *block, struct column_vector *vector, bool has_nulls)
{
    struct bytes text = {0};
    uint32_t n = pick(MOST_ROWS + 1);
    block->bytes.size = 0;
    vector->has_no_nul = true;
    for (uint32_t i = 0; i < n; i++) {
        struct bytes_value value = random_text(&text, TEXT_PIECES, N_OF(TEXT_PIECES), 9,
                                               pick(3) > 0);
        block->valid[i] = !has_nulls || pick(3) > 0;
        if (pick(2) == 0) /* a gap that would match */
            bytes_put(&block->bytes, "abab", pick(5));
        block->begins[i] = block->bytes.size;
        block->values[i].size = value.size;
        if (block->valid[i])
            bytes_put(&block->bytes, value.data, value.size);
        if (value.size > 0 && memchr(value.data, 0, value.size) != NULL)
            vector->has_no_nul = false;
    }
    bytes_put(&block->bytes, "ab", pick(3));
    block->exact = must(malloc(block->bytes.size + 1));
    if (block->bytes.size > 0)
        memcpy(block->exact, block->bytes.data, block->bytes.size);
    for (uint32_t i = 0; i < n; i++)
        block->values[i] = block->valid[i]
                               ? (struct bytes_value){block->exact + block->begins[i],
                                                      block->values[i].size}
                               : (struct bytes_value){(const uint8_t *)"ab", 2};
    vector->n_rows = n;
    vector->valid = has_nulls ? block->valid : NULL;
    vector->values.bytes = block->values;
    vector->bytes_begin = block->exact;
    vector->bytes_end = block->exact + block->bytes.size;
    free(text.data);
}

static void check_rows(const struct text_pattern *pattern,
                       const struct column_vector *vector, const uint32_t *from,
                       uint32_t n, const uint32_t *got, uint32_t n_got)
{
    uint32_t n_expected = 0;
    bool is_same = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = from == NULL ? i : from[i];
        if (column_vector_is_null(vector, row))
            continue;
        uint32_t k = column_vector_index(vector, row);
        if (text_pattern_matches(pattern, vector->values.bytes[k])) {
            is_same = is_same && n_expected < n_got && got[n_expected] == row;
            n_expected++;
        }
    }
    CHECK(is_same && n_expected == n_got);
}

/* Filters all rows, and some of them. */
static void check_filter(const struct text_pattern *pattern,
                         const struct column_vector *vector)
{
    uint32_t rows[MOST_ROWS], some[MOST_ROWS];
    uint32_t n = text_pattern_filter(pattern, vector, NULL, vector->n_rows, rows);
    check_rows(pattern, vector, NULL, vector->n_rows, rows, n);
    uint32_t n_some = 0, step = 1 + pick(6);
    for (uint32_t i = 0; i < vector->n_rows; i += 1 + pick(step))
        some[n_some++] = i;
    n = text_pattern_filter(pattern, vector, some, n_some, rows);
    check_rows(pattern, vector, some, n_some, rows, n);
}

static void vectors_are_filtered(void)
{
    static struct block block;
    struct bytes pattern_bytes = {0};
    for (size_t round = 0; round < 3000; round++) {
        enum text_pattern_kind kind = round % 2 == 0 ? PATTERN_LIKE : PATTERN_GLOB;
        struct column_vector vector = {.kind = VECTOR_BYTES};
        struct text_pattern pattern;
        fill_block(&block, &vector, round % 3 == 0);
        if (round % 4 < 2)
            compile(&pattern, kind, value_of(kind == PATTERN_LIKE ? "%aB%" : "*ab*"));
        else
            compile(&pattern, kind, random_pattern(&pattern_bytes, kind, 5));
        check_filter(&pattern, &vector);
        vector.bytes_begin = vector.bytes_end = NULL;
        check_filter(&pattern, &vector);
        if (vector.valid == NULL && vector.n_rows > 0) {
            uint8_t mask[MOST_ROWS];
            vector.indices = block.indices;
            vector.n_entries = vector.n_rows;
            for (uint32_t i = 0; i < vector.n_rows; i++)
                block.indices[i] = pick(vector.n_entries);
            check_filter(&pattern, &vector);
            text_pattern_mask_entries(&pattern, &vector, mask);
            for (uint32_t k = 0; k < vector.n_entries; k++)
                CHECK(mask[k] == text_pattern_matches(&pattern, block.values[k]));
        }
        text_pattern_release(&pattern);
        free(block.exact);
    }
    free(block.bytes.data);
    free(pattern_bytes.data);
}

/* ---- Collations and numbers -------------------------------------------------------- */

static bool numeric(const char *text)
{
    return text_looks_numeric(value_of(text));
}

static void texts_that_look_numeric(void)
{
    CHECK(numeric("0") && numeric("-1") && numeric("+1.5") && numeric(".5") &&
          numeric("-.5"));
    CHECK(numeric("5.") && numeric("1e5") && numeric("1E+05") &&
          numeric(" \t\n\v\f\r12 \n"));
    CHECK(numeric("99999999999999999999") && numeric("0x") == false &&
          numeric("1a") == false);
    CHECK(!numeric("") && !numeric(" ") && !numeric("-") && !numeric(".") &&
          !numeric("+."));
    CHECK(!numeric("abc") && !numeric("e5") && !numeric("--1") && !numeric("inf"));
    CHECK(!text_looks_numeric((struct bytes_value){NULL, 0}));
    /* some versions of SQLite read the number up to the 0 byte */
    CHECK(text_looks_numeric((struct bytes_value){(const uint8_t *)"12\0x", 4}));
    CHECK(!text_looks_numeric((struct bytes_value){(const uint8_t *)"\0001", 2}));
}

int main(void)
{
    RUN(likes);
    RUN(globs);
    RUN(invalid_utf8);
    RUN(zero_bytes_end_texts);
    RUN(shapes_of_patterns);
    RUN(long_patterns_are_left_to_sqlite);
    RUN(hostile_patterns_do_not_backtrack);
    RUN(random_patterns_match_as_with_the_plain_matcher);
    RUN(failed_allocations_are_reported);
    RUN(all_searches_find_the_same);
    RUN(vectors_are_filtered);
    RUN(texts_that_look_numeric);
    return unit_test_done();
}
