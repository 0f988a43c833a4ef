/* SPDX-License-Identifier: MIT */
/*
 * fuzz_paths.c - any patterns and names: expansions have no braces to expand, literal
 * components match the name that they spell; any path's partition keys, written and read
 * again, are the same.
 */
#include "base/path_pattern.h"
#include "dataset/hive_path.h"
#include "fuzz.h"
#include "value/value_from_text.h"

static void check_component(struct slice component, struct slice name)
{
    struct buffer literal = {0};
    struct error error = {0};
    bool matches = path_component_matches(component, name);
    REQUIRE(path_component_append_name(component, &literal, &error) == OK);
    /* An escape may divide what is a character without it, but not in UTF-8. */
    if (path_component_is_literal(component) && text_is_utf8(component)) {
        REQUIRE(path_component_matches(component, buffer_slice(&literal)));
        REQUIRE(matches == (slice_compare(name, buffer_slice(&literal)) == 0));
    }
    buffer_release(&literal);
}

static void check_pattern(struct slice pattern, struct slice name)
{
    struct buffer expansions = {0}, again = {0};
    struct error error = {0};
    enum status status = path_pattern_expand(pattern, &expansions, &error);
    REQUIRE(status == OK || status == TOO_BIG || status == MISUSE);
    for (size_t at = 0; status == OK && at < expansions.size;) {
        struct slice expansion = slice_of(expansions.data + at,
                                          strlen((const char *)expansions.data + at));
        at += expansion.size + 1;
        again.size = 0;
        REQUIRE(path_pattern_expand(expansion, &again, &error) == OK);
        REQUIRE(again.size == expansion.size + 1);
        while (expansion.size > 0)
            check_component(path_pattern_next(&expansion), name);
    }
    buffer_release(&expansions);
    buffer_release(&again);
}

static void check_keys(struct slice path)
{
    struct hive_key keys[HIVE_MOST_KEYS], again[HIVE_MOST_KEYS];
    struct hive_inference inference = {0};
    struct arena arena = {0};
    struct buffer written = {0};
    struct error error = {0};
    size_t n, n_again;
    enum status status = hive_path_read(path, &arena, keys, &n, &error);
    REQUIRE(status == OK || status == TOO_BIG);
    for (size_t i = 0; status == OK && i < n; i++) {
        written.size = 0;
        REQUIRE(hive_path_append(&keys[i], &written, &error) == OK);
        REQUIRE(buffer_append_text(&written, "/", &error) == OK);
        REQUIRE(hive_path_read(buffer_slice(&written), &arena, again, &n_again, &error) ==
                OK);
        REQUIRE(n_again == 1 && again->is_null == keys[i].is_null);
        REQUIRE(slice_compare(again->key, keys[i].key) == 0);
        REQUIRE(keys[i].is_null || slice_compare(again->value, keys[i].value) == 0);
        hive_inference_add(&inference, &keys[i]);
    }
    (void)hive_inference_type(&inference);
    buffer_release(&written);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size), name;
    if (!slice_take(&input, choose_below(&input, 64), &name))
        return 0;
    uint8_t *name_copy = exact_copy(name, 0), *copy = exact_copy(input, 0);
    check_pattern(slice_of(copy, input.size), slice_of(name_copy, name.size));
    check_keys(slice_of(copy, input.size));
    free(name_copy);
    free(copy);
    return 0;
}
