/* SPDX-License-Identifier: MIT */
/*
 * test_hive_path.c - partition keys read from paths and written to them: escapes, NULL,
 * repeated keys, every byte; the types of values.
 */
#include "dataset/hive_path.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"
#include "value/value_from_text.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* Reads the keys of a path: "key=value;", with "NULL" for a NULL, and NUL bytes as 0. */
static const char *keys_of(const char *path)
{
    static char text[2000];
    struct hive_key keys[HIVE_MOST_KEYS];
    struct arena arena = {0};
    struct error error = {0};
    size_t n = 0, size = 0;
    uint8_t *copy = exact_copy(path, strlen(path));
    enum status status = hive_path_read(slice_of(copy, strlen(path)), &arena, keys, &n,
                                        &error);
    for (size_t i = 0; i < n; i++) {
        struct slice value = keys[i].is_null ? text_of("<null>") : keys[i].value;
        memcpy(text + size, keys[i].key.data, keys[i].key.size);
        size += keys[i].key.size;
        text[size++] = '=';
        for (size_t k = 0; k < value.size; k++)
            text[size++] = value.data[k] == 0 ? '0' : (char)value.data[k];
        text[size++] = ';';
    }
    text[size] = '\0';
    if (status != OK)
        strcpy(text, error.message);
    arena_release(&arena);
    free(copy);
    return text;
}

static void keys_are_read(void)
{
    static const struct {
        const char *path, *keys;
    } cases[] = {
        {"", ""},
        {"a.parquet", ""},
        {"year=2024.parquet", ""},
        {"year=2024/a.parquet", "year=2024;"},
        {"/lake/year=2024/x/month=01/k=v.parquet", "year=2024;month=01;"},
        {"a=b=c/x", "a=b=c;"},
        {"=a/x", ""},
        {"a=/x", "a=;"},
        {"a=b//c=d/", "a=b;c=d;"},
        {"a=1/A=2/b=3/x", "a=2;b=3;"},
        {"a=1/b=2/a=__HIVE_DEFAULT_PARTITION__/x", "a=<null>;b=2;"},
        {"a=__HIVE_DEFAULT_PARTITION__/a=1/x", "a=1;"},
        {"a=__hive_default_partition__/x", "a=__hive_default_partition__;"},
        {"a=%5F_HIVE_DEFAULT_PARTITION__/x", "a=__HIVE_DEFAULT_PARTITION__;"},
        {"a=NULL/x", "a=NULL;"},
        {"a=a%20b%2Fc%3d/x", "a=a b/c=;"},
        {"a%3Db=1/a%62=2/x", "a=b=1;ab=2;"},
        {"AB=1/%61b=2/x", "AB=2;"},
        {"a=%C3%BC/x", "a=\xc3\xbc;"},
        {"a=%0041/x", "a=041;"},
        {"a=100%/b=%4/c=%g0/d=%4g/e=%%41/x", "a=100%;b=%4;c=%g0;d=%4g;e=%A;"},
        {"a=x+y/x", "a=x+y;"},
        {"_a=1/.b=2/x", "_a=1;.b=2;"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        CHECK_TEXT(keys_of(cases[i].path), cases[i].keys);
    CHECK(slice_equals_nocase(text_of("aB"), text_of("Ab")));
    CHECK(!slice_equals_nocase(text_of("a"), text_of("ab")));
    CHECK(!slice_equals_nocase(text_of("a"), text_of("b")));
    CHECK(!slice_equals_nocase(text_of("@"), text_of("`")));
}

static void the_number_of_keys_is_bounded(void)
{
    char path[1000] = "";
    for (int i = 0; i < HIVE_MOST_KEYS; i++)
        sprintf(path + strlen(path), "k%d=%d/", i, i);
    CHECK(strncmp(keys_of(path), "k0=0;k1=1;", 10) == 0);
    strcat(path, "k0=1/");
    CHECK(strncmp(keys_of(path), "k0=1;k1=1;", 10) == 0);
    strcat(path, "more=1/");
    CHECK_TEXT(keys_of(path), "the path has more than 64 partition keys");
}

static void failed_allocations_are_reported(void)
{
    struct hive_key keys[HIVE_MOST_KEYS];
    struct arena arena = {0};
    struct error error = {0};
    size_t n;
    mem_fail_at(1, 1);
    CHECK(hive_path_read(text_of("a=b/x"), &arena, keys, &n, &error) == OK && n == 1);
    CHECK(hive_path_read(text_of("a=%41/x"), &arena, keys, &n, &error) == NOMEM);
    error_clear(&error);
    CHECK(hive_path_read(text_of("%41=/x"), &arena, keys, &n, &error) == NOMEM);
    mem_fail_at(0, 0);
    arena_release(&arena);
}

static const char *written(struct slice name, struct slice value, bool is_null)
{
    static char text[3000];
    struct hive_key key = {name, value, is_null};
    struct buffer path = {0};
    struct error error = {0};
    CHECK(hive_path_append(&key, &path, &error) == OK);
    memcpy(text, path.data, path.size);
    text[path.size] = '\0';
    buffer_release(&path);
    return text;
}

static void keys_are_written(void)
{
    static const struct {
        const char *key, *value, *path;
    } cases[] = {
        {"year", "2024", "year=2024"},
        {"k", "", "k="},
        {"k", "a b/c=d%e:f", "k=a%20b%2Fc%3Dd%25e%3Af"},
        {"k", "2024-01-31 12:00:00.5", "k=2024-01-31%2012%3A00%3A00.5"},
        {"k", "AZaz09-_.~", "k=AZaz09-_.~"},
        {"k", "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80",
         "k=\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"k", "\xc3", "k=%C3"},
        {"k", "\xed\xa0\x80", "k=%ED%A0%80"},
        {"k", "\x7f\n*{}[]\\'\"", "k=%7F%0A%2A%7B%7D%5B%5D%5C%27%22"},
        {"k", "__HIVE_DEFAULT_PARTITION__", "k=%5F_HIVE_DEFAULT_PARTITION__"},
        {"k", "__HIVE_DEFAULT_PARTITION__x", "k=__HIVE_DEFAULT_PARTITION__x"},
        {"k", "..", "k=.."},
        {"a=b", "c", "a%3Db=c"},
        {".k", ".v", "%2Ek=.v"},
        {"_k", "_v", "_k=_v"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        CHECK_TEXT(written(text_of(cases[i].key), text_of(cases[i].value), false),
                   cases[i].path);
    CHECK_TEXT(written(text_of("k"), (struct slice){0}, true),
               "k=__HIVE_DEFAULT_PARTITION__");
    CHECK_TEXT(written(text_of("k"), slice_of("a\0b", 3), false), "k=a%00b");
}

static bool is_same(struct slice a, struct slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Writes a key, checks that the text can be a folder's name, and reads it again. */
static void check_round_trip(struct slice name, struct slice value)
{
    struct hive_key key = {name, value, false}, keys[HIVE_MOST_KEYS];
    struct buffer path = {0};
    struct arena arena = {0};
    struct error error = {0};
    size_t n;
    CHECK(hive_path_append(&key, &path, &error) == OK);
    CHECK(memchr(path.data, '/', path.size) == NULL);
    CHECK(memchr(path.data, 0, path.size) == NULL);
    CHECK(text_is_utf8(buffer_slice(&path)) && path.data[0] != '.');
    CHECK(buffer_append_text(&path, "/x", &error) == OK);
    CHECK(hive_path_read(buffer_slice(&path), &arena, keys, &n, &error) == OK && n == 1);
    CHECK(!keys[0].is_null && is_same(keys[0].key, name) &&
          is_same(keys[0].value, value));
    arena_release(&arena);
    buffer_release(&path);
}

static void what_is_written_is_read(void)
{
    uint64_t random = 3;
    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t text[3] = {(uint8_t)byte, 'a', (uint8_t)byte};
        for (size_t size = 1; size <= 3; size++) {
            check_round_trip(text_of("k"), slice_of(text, size));
            check_round_trip(slice_of(text, size), text_of("v"));
        }
    }
    for (unsigned a = 0; a < 65536; a++) {
        uint8_t text[2] = {(uint8_t)a, (uint8_t)(a >> 8)};
        check_round_trip(text_of("k"), slice_of(text, 2));
    }
    for (int i = 0; i < 20000; i++) {
        uint8_t text[12];
        size_t size = 1 + random_below(&random, 11);
        for (size_t k = 0; k < size; k++)
            text[k] = (uint8_t)(next_random(&random) >>
                                (next_random(&random) % 2 ? 0 : 57));
        check_round_trip(slice_of(text, size), slice_of(text, size / 2));
    }
    check_round_trip(text_of("k"), text_of("__HIVE_DEFAULT_PARTITION__"));
    check_round_trip(text_of("k"), text_of(""));
}

/* ---- Types --------------------------------------------------------------------------
 */

/* The type of values that are separated by '|'; "-" is NULL. */
static enum hive_type type_of(const char *values)
{
    struct hive_inference inference = {0};
    char text[200];
    strcpy(text, values);
    for (char *value = text, *end; value != NULL; value = end) {
        end = strchr(value, '|');
        if (end != NULL)
            *end++ = '\0';
        struct hive_key key = {text_of("k"), text_of(value), strcmp(value, "-") == 0};
        hive_inference_add(&inference, &key);
    }
    return hive_inference_type(&inference);
}

static void types_are_inferred(void)
{
    static const struct {
        const char *values;
        enum hive_type type;
    } cases[] = {
        {"0", HIVE_INTEGER},
        {"1|-5|9223372036854775807|-9223372036854775808", HIVE_INTEGER},
        {"1|-|2", HIVE_INTEGER},
        {"9223372036854775808", HIVE_TEXT},
        {"-9223372036854775809", HIVE_TEXT},
        {"007", HIVE_TEXT},
        {"1|01", HIVE_TEXT},
        {"+5", HIVE_TEXT},
        {"-0", HIVE_TEXT},
        {" 1", HIVE_TEXT},
        {"1 ", HIVE_TEXT},
        {"1.5", HIVE_TEXT},
        {"1e3", HIVE_TEXT},
        {"0x10", HIVE_TEXT},
        {"true", HIVE_TEXT},
        {"", HIVE_TEXT},
        {"1|", HIVE_TEXT},
        {"-", HIVE_TEXT},
        {"NULL", HIVE_TEXT},
        {"2024-01-31", HIVE_DATE},
        {"2024-01-31|-|1969-12-31|0001-01-01", HIVE_DATE},
        {"2024-02-30", HIVE_TEXT},
        {"2024-1-31", HIVE_TEXT},
        {"2024-01-31|1", HIVE_TEXT},
        {"2024-01", HIVE_TEXT},
        {"2024-01-31 12:00:00", HIVE_TIMESTAMP},
        {"2024-01-31 12:00:00|2024-01-31 12:00:00.123456", HIVE_TIMESTAMP},
        {"2024-01-31 12:00:00|2024-01-31", HIVE_TEXT},
        {"2024-01-31 12:00", HIVE_TEXT},
        {"2024-01-31T12:00:00", HIVE_TEXT},
        {"2024-01-31 12:00:00Z", HIVE_TEXT},
        {"2024-01-31 12:00:00.1", HIVE_TEXT},
        {"2024-01-31 12:00:00.123456789", HIVE_TEXT},
        {"a", HIVE_TEXT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (type_of(cases[i].values) != cases[i].type)
            fprintf(stderr, "%s:\n", cases[i].values);
        CHECK(type_of(cases[i].values) == cases[i].type);
    }
    struct hive_inference nothing = {0};
    struct hive_key with_nul = {text_of("k"), slice_of("1\0", 2), false};
    CHECK(hive_inference_type(&nothing) == HIVE_TEXT);
    hive_inference_add(&nothing, &with_nul);
    CHECK(hive_inference_type(&nothing) == HIVE_TEXT);
}

static void values_are_converted(void)
{
    int64_t value = 0;
    CHECK(hive_value_convert(text_of("-12"), HIVE_INTEGER, &value) && value == -12);
    CHECK(hive_value_convert(text_of("007"), HIVE_INTEGER, &value) && value == 7);
    CHECK(!hive_value_convert(text_of("7x"), HIVE_INTEGER, &value));
    CHECK(hive_value_convert(text_of("1970-01-02"), HIVE_DATE, &value) && value == 1);
    CHECK(!hive_value_convert(text_of("1970-02-30"), HIVE_DATE, &value));
    CHECK(hive_value_convert(text_of("1970-01-01 00:00:01"), HIVE_TIMESTAMP, &value) &&
          value == 1000000);
    CHECK(!hive_value_convert(text_of("1"), HIVE_TEXT, &value));
}

int main(void)
{
    RUN(keys_are_read);
    RUN(the_number_of_keys_is_bounded);
    RUN(failed_allocations_are_reported);
    RUN(keys_are_written);
    RUN(what_is_written_is_read);
    RUN(types_are_inferred);
    RUN(values_are_converted);
    return unit_test_done();
}
