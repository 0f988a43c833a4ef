/* SPDX-License-Identifier: MIT */
/*
 * fuzz_text_match.c - LIKE and GLOB of any bytes: each way of matching must have the same
 * result as matching the pattern's elements one by one, and must not read outside a
 * vector's block.
 */
#include "fuzz.h"
#include "scan/text_match.h"

enum { MOST_ROWS = 64 };

static struct bytes_value values[MOST_ROWS];
static uint8_t valid[MOST_ROWS];

/* Cuts the block into values, gaps and nulls. */
static uint32_t cut_block(struct steps *steps, const uint8_t *block, size_t size)
{
    uint32_t n = 0;
    size_t at = 0;
    while (n < MOST_ROWS && (n == 0 || at < size)) {
        size_t left = size - at;
        at += next_step(steps, left < 8 ? (uint32_t)left : 8);
        left = size - at;
        size_t value_size = next_step(steps, left < 100 ? (uint32_t)left : 100);
        valid[n] = step_below(steps, 8) > 0;
        values[n] = (struct bytes_value){block + at, value_size};
        if (valid[n])
            at += value_size;
        n++;
    }
    return n;
}

/* Matches element by element; patterns left to SQLite have no elements. */
static bool matches_plainly(const struct text_pattern *pattern, struct bytes_value text)
{
    struct text_pattern plain = *pattern;
    if (pattern->shape != SHAPE_ALL && pattern->shape != SHAPE_NONE)
        plain.shape = SHAPE_GENERAL;
    plain.needle.size = 0;
    return text_pattern_matches(&plain, text);
}

static void check_rows(const struct text_pattern *pattern,
                       const struct column_vector *vector)
{
    uint32_t rows[MOST_ROWS];
    uint32_t n = text_pattern_filter(pattern, vector, NULL, vector->n_rows, rows);
    uint32_t i = 0;
    for (uint32_t row = 0; row < vector->n_rows; row++) {
        bool is_kept = i < n && rows[i] == row;
        bool expected = !column_vector_is_null(vector, row) &&
                        matches_plainly(pattern, vector->values.bytes[row]);
        REQUIRE(is_kept == expected);
        i += is_kept;
    }
    REQUIRE(i == n);
    for (i = 0; i < vector->n_rows / 2; i++)
        rows[i] = 2 * i;
    n = text_pattern_filter(pattern, vector, rows, vector->n_rows / 2, rows);
    for (i = 0; i < n; i++)
        REQUIRE(rows[i] % 2 == 0 && rows[i] < vector->n_rows &&
                (i == 0 || rows[i] > rows[i - 1]));
}

static void check_find(struct slice pattern, const uint8_t *block, size_t size,
                       bool folds)
{
    if (pattern.size == 0)
        return;
    struct byte_needle needle;
    uint8_t *bytes = exact_copy(pattern, 0);
    for (size_t i = 0; i < pattern.size && folds; i++)
        bytes[i] = ascii_lower(bytes[i]);
    byte_needle_init(&needle, bytes, pattern.size, folds);
    const uint8_t *found = find_bytes(&needle, block, block + size);
    REQUIRE(found == find_bytes_portable(&needle, block, block + size));
    REQUIRE(found == NULL || byte_needle_is_at(&needle, found));
    free(bytes);
}

static int sign_of(int order)
{
    return (order > 0) - (order < 0);
}

static void check_orders(struct bytes_value a, struct bytes_value b)
{
    REQUIRE(sign_of(bytes_compare(a, b)) == -sign_of(bytes_compare(b, a)));
    (void)text_looks_numeric(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size), pattern_bytes;
    bool is_glob = choose_below(&input, 2) == 1;
    struct steps steps = {choose(&input, 2)};
    if (!slice_take(&input, choose_below(&input, 64), &pattern_bytes))
        return 0;
    uint8_t *copy = exact_copy(pattern_bytes, 0);
    uint8_t *block = exact_copy(input, 0);
    struct text_pattern pattern;
    struct error error = {0};
    REQUIRE(text_pattern_init(&pattern, is_glob ? PATTERN_GLOB : PATTERN_LIKE, copy,
                              pattern_bytes.size, &error) == OK);
    free(copy);
    struct column_vector vector = {
        .n_rows = cut_block(&steps, block, input.size),
        .valid = valid,
        .values.bytes = values,
        .kind = VECTOR_BYTES,
        .has_no_nul = memchr(block, 0, input.size) == NULL,
    };
    check_rows(&pattern, &vector);
    vector.bytes_begin = block;
    vector.bytes_end = block + input.size;
    check_rows(&pattern, &vector);
    check_find(pattern_bytes, block, input.size, !is_glob);
    for (uint32_t i = 1; i < vector.n_rows; i++)
        check_orders(values[i - 1], values[i]);
    text_pattern_release(&pattern);
    free(block);
    return 0;
}
