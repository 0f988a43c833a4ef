/* SPDX-License-Identifier: MIT */
/*
 * test_map_entries.c - map entries as members of JSON objects: keys become strings, and
 * the last of equal keys is kept.
 */
#include "value/map_entries.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_ENTRIES = 3000 };

static struct buffer text, entries, scratch;
static struct error error;

static void begin(void)
{
    text.size = entries.size = scratch.size = 0;
    error_clear(&error);
}

static enum status put(const char *json)
{
    return buffer_append_text(&text, json, &error);
}

/* Appends a whole entry. */
static enum status put_entry(const char *key, const char *value, bool is_first)
{
    enum status status = is_first ? OK : put(",");
    if (status == OK)
        status = map_entry_begin(&entries, &text, &error);
    if (status == OK)
        status = put(key);
    if (status == OK)
        status = map_entry_end_key(&entries, &scratch, &text, &error);
    if (status == OK)
        status = put(":");
    return status == OK ? put(value) : status;
}

/* A map of n entries: "key", "value", "key", ... */
static enum status put_map(const char *const *members, size_t n)
{
    size_t first = entries.size;
    enum status status = put("{");
    for (size_t i = 0; i < n && status == OK; i++)
        status = put_entry(members[2 * i], members[2 * i + 1], i == 0);
    if (status == OK)
        status = map_entries_end(&entries, first, &text, &error);
    if (status == OK)
        CHECK(entries.size == first);
    return status == OK ? put("}") : status;
}

static const char *result(void)
{
    CHECK(error.status == OK);
    CHECK(buffer_append(&text, "", 1, &error) == OK);
    return (const char *)text.data;
}

static const char *map_of(const char *const *members, size_t n)
{
    begin();
    CHECK(put_map(members, n) == OK);
    return result();
}

#define MAP(...)                                                                         \
    map_of((const char *const[]){__VA_ARGS__},                                           \
           sizeof((const char *const[]){__VA_ARGS__}) / (2 * sizeof(char *)))

static void few_entries_are_kept(void)
{
    begin();
    CHECK(put_map(NULL, 0) == OK);
    CHECK_TEXT(result(), "{}");
    CHECK_TEXT(MAP("\"a\"", "1"), "{\"a\":1}");
    CHECK_TEXT(MAP("\"a\"", "1", "\"b\"", "[2,3]"), "{\"a\":1,\"b\":[2,3]}");
    CHECK_TEXT(MAP("\"\"", "1", "\"a\"", "2", "\"aa\"", "3"),
               "{\"\":1,\"a\":2,\"aa\":3}");
    /* Keys are compared only with keys, not with values. */
    CHECK_TEXT(MAP("\"a\"", "\"b\"", "\"b\"", "\"a\""), "{\"a\":\"b\",\"b\":\"a\"}");
}

static void last_of_equal_keys_is_kept(void)
{
    CHECK_TEXT(MAP("\"a\"", "1", "\"a\"", "2"), "{\"a\":2}");
    CHECK_TEXT(MAP("\"a\"", "10", "\"b\"", "20", "\"a\"", "3"), "{\"b\":20,\"a\":3}");
    CHECK_TEXT(MAP("\"b\"", "1", "\"a\"", "2", "\"a\"", "3"), "{\"b\":1,\"a\":3}");
    CHECK_TEXT(MAP("\"a\"", "1", "\"a\"", "2", "\"b\"", "3"), "{\"a\":2,\"b\":3}");
    CHECK_TEXT(MAP("\"a\"", "1", "\"b\"", "2", "\"a\"", "3", "\"b\"", "4", "\"c\"", "5"),
               "{\"a\":3,\"b\":4,\"c\":5}");
    CHECK_TEXT(MAP("\"a\"", "[1,{\"a\":1}]", "\"a\"", "\"long\"", "\"a\"", "null"),
               "{\"a\":null}");
    CHECK_TEXT(MAP("\"\"", "1", "\"\"", ""), "{\"\":}");
}

static void other_keys_become_strings(void)
{
    CHECK_TEXT(MAP("1", "2"), "{\"1\":2}");
    CHECK_TEXT(MAP("1", "2", "\"1\"", "3"), "{\"1\":3}");
    CHECK_TEXT(MAP("-1.5", "1", "true", "2", "null", "3", "1", "4"),
               "{\"-1.5\":1,\"true\":2,\"null\":3,\"1\":4}");
    CHECK_TEXT(MAP("{\"x\":[\"\\n\"]}", "1"), "{\"{\\\"x\\\":[\\\"\\\\n\\\"]}\":1}");
    CHECK_TEXT(MAP("[1]", "1", "[2]", "2", "[1]", "3"), "{\"[2]\":2,\"[1]\":3}");
}

/* For each pair of positions among n entries: both have the same key. */
static void check_pairs(int n)
{
    char keys[24][24], values[24][24], expected[1000];
    const char *members[48];
    CHECK(n <= 24);
    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            size_t at = 1;
            expected[0] = '{';
            for (int m = 0; m < n; m++) {
                snprintf(keys[m], sizeof keys[m], "\"k%d\"", m == k ? i : m);
                snprintf(values[m], sizeof values[m], "%d", m * m * m);
                members[2 * m] = keys[m];
                members[2 * m + 1] = values[m];
                if (m != i)
                    at += (size_t)snprintf(expected + at, sizeof expected - at, "%s%s:%s",
                                           at == 1 ? "" : ",", keys[m], values[m]);
            }
            snprintf(expected + at, sizeof expected - at, "}");
            CHECK_TEXT(map_of(members, (size_t)n), expected);
        }
    }
}

static void equal_keys_at_all_positions(void)
{
    static const int sizes[] = {2, 3, 11, 12, 13, 14, 24};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        check_pairs(sizes[i]);
}

/* Random keys out of n_keys; the result is compared with that of a simple search. */
static void check_random(uint64_t *random, uint32_t n, uint32_t n_keys)
{
    static uint32_t keys[MOST_ENTRIES];
    struct bytes expected = {0};
    bytes_put_text(&expected, "{");
    begin();
    CHECK(put("{") == OK);
    for (uint32_t i = 0; i < n; i++) {
        char key[16], value[16];
        keys[i] = (uint32_t)(next_random(random) >> 20) % n_keys;
        snprintf(key, sizeof key, i % 2 == 0 ? "%u" : "\"%u\"", keys[i]);
        snprintf(value, sizeof value, "%u", i * 7);
        CHECK(put_entry(key, value, i == 0) == OK);
    }
    for (uint32_t i = 0; i < n; i++) {
        char member[40];
        uint32_t k = i + 1;
        while (k < n && keys[k] != keys[i])
            k++;
        snprintf(member, sizeof member, "%s\"%u\":%u", expected.size == 1 ? "" : ",",
                 keys[i], i * 7);
        if (k == n)
            bytes_put_text(&expected, member);
    }
    bytes_put(&expected, "}", 2);
    CHECK(map_entries_end(&entries, 0, &text, &error) == OK);
    CHECK(put("}") == OK);
    CHECK_TEXT(result(), (const char *)expected.data);
    bytes_free(&expected);
}

static void many_entries_are_kept(void)
{
    uint64_t random = 5;
    static const uint32_t sizes[] = {12, 13, 31, 32, 33, 64, 100, 500, MOST_ENTRIES};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_random(&random, sizes[i], 1);
        check_random(&random, sizes[i], 3);
        check_random(&random, sizes[i], sizes[i]);
        check_random(&random, sizes[i], UINT32_MAX);
    }
}

/* Keys that collide in the hash table, some of them twice: sorting must take over. */
static void keys_of_equal_hashes(void)
{
    enum { N = 400, TWICE = 100, TABLE = 1024 };
    static char keys[N][16];
    struct bytes expected = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; n < N; i++) {
        int size = snprintf(keys[n], sizeof keys[n], "\"%u\"", i);
        n += xxh64_of(slice_of(keys[n], (size_t)size)) % TABLE == 7;
    }
    begin();
    CHECK(put("{") == OK);
    bytes_put_text(&expected, "{");
    for (uint32_t i = 0; i < N; i++) {
        const char *key = keys[i < N - TWICE ? i : (i * 7) % TWICE];
        CHECK(put_entry(key, i < TWICE ? "0" : "1", i == 0) == OK);
        if (i >= TWICE) {
            bytes_put_text(&expected, i == TWICE ? "" : ",");
            bytes_put_text(&expected, key);
            bytes_put_text(&expected, ":1");
        }
    }
    bytes_put(&expected, "}", 2);
    CHECK(map_entries_end(&entries, 0, &text, &error) == OK);
    CHECK(put("}") == OK);
    CHECK_TEXT(result(), (const char *)expected.data);
    bytes_free(&expected);
}

/* A map whose values are maps of n entries, with each key twice. */
static enum status put_nested(int n)
{
    const char *members[60];
    char keys[30][8];
    for (int i = 0; i < n; i++) {
        snprintf(keys[i], sizeof keys[i], "\"%d\"", i / 2);
        members[2 * i] = keys[i];
        members[2 * i + 1] = i % 2 == 0 ? "[0]" : "1";
    }
    enum status status = put("{");
    for (int i = 0; i < 3 && status == OK; i++) {
        status = put_entry(i == 1 ? "\"y\"" : "\"x\"", "", i == 0);
        if (status == OK)
            status = put_map(members, (size_t)n);
    }
    if (status == OK)
        status = map_entries_end(&entries, 0, &text, &error);
    return status == OK ? put("}") : status;
}

static void maps_can_be_values(void)
{
    begin();
    CHECK(put_nested(4) == OK && entries.size == 0);
    CHECK_TEXT(result(), "{\"y\":{\"0\":1,\"1\":1},\"x\":{\"0\":1,\"1\":1}}");
    begin();
    CHECK(put_nested(14) == OK && entries.size == 0);
    CHECK_TEXT(result(),
               "{\"y\":{\"0\":1,\"1\":1,\"2\":1,\"3\":1,\"4\":1,\"5\":1,\"6\":1},"
               "\"x\":{\"0\":1,\"1\":1,\"2\":1,\"3\":1,\"4\":1,\"5\":1,\"6\":1}}");
}

/* A key that is itself a map in which a key occurs twice. */
static void maps_can_be_keys(void)
{
    begin();
    CHECK(put("{") == OK && map_entry_begin(&entries, &text, &error) == OK);
    CHECK(put_map((const char *const[]){"1", "2", "1", "3"}, 2) == OK);
    CHECK(map_entry_end_key(&entries, &scratch, &text, &error) == OK);
    CHECK(put(":0") == OK);
    CHECK(put_entry("{\"1\":3}", "5", false) == OK);
    CHECK(map_entries_end(&entries, 0, &text, &error) == OK);
    CHECK(put("}") == OK);
    CHECK_TEXT(result(), "{\"{\\\"1\\\":3}\":5}");
}

static void text_before_the_map_is_kept(void)
{
    begin();
    CHECK(put("[{\"a\":1},") == OK);
    CHECK(put_map((const char *const[]){"\"a\"", "2", "\"a\"", "3"}, 2) == OK);
    CHECK(put("]") == OK);
    CHECK_TEXT(result(), "[{\"a\":1},{\"a\":3}]");
}

static void release(void)
{
    buffer_release(&text);
    buffer_release(&entries);
    buffer_release(&scratch);
}

static void allocation_failures_are_reported(void)
{
    for (int and_all_after = 0; and_all_after < 2; and_all_after++) {
        for (long n = 1;; n++) {
            release();
            begin();
            mem_fail_at(n, and_all_after);
            enum status status = put_nested(30);
            mem_fail_at(0, 0);
            CHECK(status == error.status && (status == OK || status == NOMEM));
            if (status == OK)
                break;
            CHECK(n < 200);
        }
        CHECK(strncmp(result(), "{\"y\":{\"0\":1,\"1\":1,", 18) == 0);
    }
    release();
}

int main(void)
{
    RUN(few_entries_are_kept);
    RUN(last_of_equal_keys_is_kept);
    RUN(other_keys_become_strings);
    RUN(equal_keys_at_all_positions);
    RUN(many_entries_are_kept);
    RUN(keys_of_equal_hashes);
    RUN(maps_can_be_values);
    RUN(maps_can_be_keys);
    RUN(text_before_the_map_is_kept);
    RUN(allocation_failures_are_reported);
    release();
    return unit_test_done();
}
