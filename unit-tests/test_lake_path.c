/* SPDX-License-Identifier: MIT */
/*
 * test_lake_path.c - locations that metadata of tables names are mapped to paths in the
 * table's folder or where the user says, and none that leaves them (lake_path.h).
 */
#include "lake/paths/lake_path.h"

#include "unit_bytes.h"
#include "unit_test.h"

/* The path of a location, or the message. */
static const char *mapped(const struct lake_paths *paths, const char *location,
                          size_t size)
{
    static char text[800];
    struct buffer path = {0};
    struct error error = {0};
    uint8_t *copy = exact_copy(location, size);
    if (lake_path_map(paths, slice_of(copy, size), &path, &error) == OK) {
        CHECK(path.size == strlen((const char *)path.data));
        snprintf(text, sizeof text, "%s", (const char *)path.data);
    } else {
        CHECK(error.status == MISUSE || error.status == CORRUPT);
        snprintf(text, sizeof text, "%s %s",
                 error.status == MISUSE ? "no:" : "corrupt:", error.message);
    }
    buffer_release(&path);
    free(copy);
    return text;
}

static void check_refused(const struct lake_paths *paths, const char *location)
{
    const char *text = mapped(paths, location, strlen(location));
    if (strncmp(text, "no:", 3) != 0 || strstr(text, "lake_roots") == NULL)
        CHECK_TEXT(text, "a refusal that names lake_roots");
}

struct mapping {
    const char *location, *path;
};

static void check_mappings(const struct lake_paths *paths, const struct mapping *mappings,
                           size_t n)
{
    for (size_t i = 0; i < n; i++)
        CHECK_TEXT(mapped(paths, mappings[i].location, strlen(mappings[i].location)),
                   mappings[i].path);
}

static void relative_locations_are_in_the_folder(void)
{
    static const struct mapping cases[] = {
        {"part-0.parquet", "/lake/t/part-0.parquet"},
        {"a=1/b=%2F/x", "/lake/t/a=1/b=%2F/x"},
        {"./x", "/lake/t/x"},
        {"././/x", "/lake/t/x"},
        {"a/./x", "/lake/t/a/./x"},
        {"..x/x..", "/lake/t/..x/x.."},
        {"a=12:30/x", "/lake/t/a=12:30/x"},
        {"%2e%2e/x", "/lake/t/%2e%2e/x"},
    };
    struct lake_paths paths = {.folder = "/lake/t/"};
    check_mappings(&paths, cases, COUNT_OF(cases));
    paths.folder = "";
    CHECK_TEXT(mapped(&paths, "a/x", 3), "a/x");
    check_refused(&paths, "./https://host/x");
    check_refused(&paths, ".//S3://bucket/x");
    paths.is_encoded = true;
    check_refused(&paths, "https%3A//host/x");
    paths.is_encoded = false;
    paths.folder = "https://host/t/";
    CHECK_TEXT(mapped(&paths, "a%20b/x", 7), "https://host/t/a%20b/x");
    check_refused(&paths, "%2e%2e/x");
    check_refused(&paths, "a/.%2E%2f../x");
    paths.folder = "s3://bucket/t/"; /* keys are not decoded */
    CHECK_TEXT(mapped(&paths, "%2e%2e/x", 8), "s3://bucket/t/%2e%2e/x");
    CHECK_TEXT(mapped(&paths, "s3a://bucket/t/x", 16), "s3://bucket/t/x");
    check_refused(&paths, "s3://bucket/t2/x");
    check_refused(&paths, "s3://bucket2/t/x");
}

static void encoded_locations_are_decoded_once(void)
{
    static const struct mapping cases[] = {
        {"a=%252F/x", "/lake/t/a=%2F/x"},
        {"a%20b", "/lake/t/a b"},
        {"100%", "/lake/t/100%"},
        {"%4/%zz/%c3%BC", "/lake/t/%4/%zz/\xc3\xbc"},
        {"file:/lake/t/a%20b", "/lake/t/a b"},
        {"s3%3A//bucket/x", "/lake/t/s3://bucket/x"},
        {"a%00b", "corrupt: \"a\" is not the location of a file"},
    };
    struct lake_paths paths = {.folder = "/lake/t/", .is_encoded = true};
    check_mappings(&paths, cases, COUNT_OF(cases));
    check_refused(&paths, "%2e%2e/x");
    check_refused(&paths, "a%2F..%2Fx");
    check_refused(&paths, "%2Fetc/passwd");
}

static void absolute_locations_may_name_the_folder(void)
{
    static const struct mapping cases[] = {
        {"/lake/t/x", "link/x"},         {"/lake//t///y/x", "link/y/x"},
        {"file:/lake/t/x", "link/x"},    {"file:///lake/t/x", "link/x"},
        {"FILE:////lake/t/x", "link/x"}, {"file://localhost/lake/t/x", "link/x"},
    };
    struct lake_paths paths = {.folder = "link/", .resolved = "/lake/t"};
    check_mappings(&paths, cases, COUNT_OF(cases));
    check_refused(&paths, "/lake/tx");
    check_refused(&paths, "/lake/t2/x");
    check_refused(&paths, "/lake/t/../x");
    check_refused(&paths, "/lake/t/..");
    check_refused(&paths, "file://host/lake/t/x");
    check_refused(&paths, "file:/etc/passwd");
    check_refused(&paths, "/etc/passwd");
    check_refused(&paths, "../x");
    check_refused(&paths, "a/../../x");
    check_refused(&paths, "s3://bucket/x");
    check_refused(&paths, "c:/x");
    paths.folder = "./"; /* absolute paths are not below it by their beginning */
    check_refused(&paths, "/etc/passwd");
    CHECK_TEXT(mapped(&paths, "/lake/t/x", 9), "./x");
}

static void a_moved_table_keeps_its_locations(void)
{
    static const struct mapping cases[] = {
        {"s3://bucket/wh/t/data/x", "/here/data/x"},
        {"s3a://bucket/wh/t//data/x", "/here/data/x"},
        {"S3N://bucket/wh//t/x", "/here/x"},
    };
    struct lake_paths paths = {.folder = "/here/",
                               .location = slice_of("s3a://bucket/wh/t/", 18)};
    check_mappings(&paths, cases, COUNT_OF(cases));
    check_refused(&paths, "s3://bucket/wh/t2/x");
    check_refused(&paths, "s3://bucket/wh/t/../x");
    check_refused(&paths, "gs://bucket/wh/t/x");
    paths.location = slice_of("./data/t", 8);
    CHECK_TEXT(mapped(&paths, "data/t/x", 8), "/here/x");
    paths.location = slice_of("/warehouse/t", 12);
    CHECK_TEXT(mapped(&paths, "file:/warehouse/t/x", 19), "/here/x");
    paths.location = slice_of("file:///C:/wh/t", 15);
    CHECK_TEXT(mapped(&paths, "C:/wh/t/x", 9), "/here/x");
}

static void the_user_says_where_other_locations_are(void)
{
    static const struct mapping cases[] = {
        {"s3://bucket/a/x", "/data/x"},     {"s3a://bucket/a/deep/x", "/deep/x"},
        {"/warehouse/t/x", "/wh/t/x"},      {"file:///warehouse/x", "/wh/x"},
        {"s3://b,c=d/x", "/with, comma/x"}, {"../neighbour/x", "/n/x"},
    };
    struct lake_roots parsed, roots;
    struct error error = {0};
    CHECK(lake_roots_parse("s3://bucket/a/=/data, s3://bucket/a/deep = /deep/, "
                           "/warehouse=/wh, \"s3://b,c=d\"='/with, comma', "
                           "../neighbour=/n",
                           &parsed, &error) == OK);
    CHECK(lake_roots_copy(&parsed, &roots, &error) == OK);
    lake_roots_release(&parsed);
    CHECK(roots.n == 5);
    struct lake_paths paths = {
        .folder = "/here/", .location = slice_of("/warehouse/t", 12), .roots = &roots};
    check_mappings(&paths, cases, COUNT_OF(cases));
    check_refused(&paths, "s3://bucket/ab/x");
    check_refused(&paths, "s3://bucket/a/../x");
    check_refused(&paths, "../neighbour/../x");
    check_refused(&paths, "../x");
    lake_roots_release(&roots);
}

static void wrong_roots_are_refused(void)
{
    static const char *const wrong[] = {"s3://bucket", "s3://bucket=", "a=b, c", "\"a=b"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct lake_roots roots;
        struct error error = {0};
        CHECK(lake_roots_parse(wrong[i], &roots, &error) == MISUSE);
        CHECK(strstr(error.message, "lake_roots") != NULL);
        CHECK(roots.n == 0);
    }
}

static void what_is_no_file_is_corrupt(void)
{
    static const char *const wrong[] = {"", "x/", "file:///", "s3://bucket/"};
    struct lake_paths paths = {.folder = "/lake/t/"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK(strncmp(mapped(&paths, wrong[i], strlen(wrong[i])), "corrupt:", 8) == 0);
    CHECK(strncmp(mapped(&paths, "a\0b", 3), "corrupt:", 8) == 0);
}

int main(void)
{
    RUN(relative_locations_are_in_the_folder);
    RUN(encoded_locations_are_decoded_once);
    RUN(absolute_locations_may_name_the_folder);
    RUN(a_moved_table_keeps_its_locations);
    RUN(the_user_says_where_other_locations_are);
    RUN(wrong_roots_are_refused);
    RUN(what_is_no_file_is_corrupt);
    return unit_test_done();
}
