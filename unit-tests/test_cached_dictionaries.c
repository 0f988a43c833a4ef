/* SPDX-License-Identifier: MIT */
/* test_cached_dictionaries.c - small dictionaries that stay in the process's cache for
 * look-ups on other connections: which are kept, and who finds them. */
#include <dirent.h>
#include <pthread.h>

#include "base/cache.h"
#include "base/interrupt.h"
#include "formats.h"
#include "unit_testdata.h"

static const struct format_options strict = {.parquet.verify_checksums = true};
static const char *const WITH_DICTIONARIES =
    "testdata/pyarrow_encoding_dictionary_v1.parquet";

/* What is read of the first rows of all columns of a file. */
struct answer {
    struct rows rows; /* of all columns */
    enum status status;
};

static struct answer read_rows(const char *path, struct format_options options,
                               uint64_t most_rows)
{
    struct answer answer = {0};
    struct opened opened = {0};
    struct error error = {0};
    answer.status = formats_open(path, &options, &opened.table, &error);
    if (answer.status != OK)
        return answer;
    opened.schema = opened.table->ops->schema(opened.table);
    for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
        struct rows rows = rows_of(&opened, c, most_rows);
        if (rows.status != OK)
            answer.status = rows.status;
        CHECK(buffer_append(&answer.rows.text, rows.text.data, rows.text.size, &error) ==
              OK);
        rows_free(&rows);
    }
    opened.table->ops->close(opened.table);
    return answer;
}

static bool is_same(const struct answer *a, const struct answer *b)
{
    return a->status == b->status && a->rows.text.size == b->rows.text.size &&
           (a->rows.text.size == 0 ||
            memcmp(a->rows.text.data, b->rows.text.data, a->rows.text.size) == 0);
}

static void empty_cache(void)
{
    cache_set_limit(0);
    cache_set_limit(DEFAULT_CACHE_LIMIT);
}

/* Reads a file for what that leaves in the cache. */
static void look_up(const char *path, struct format_options options, uint64_t most_rows)
{
    struct answer answer = read_rows(path, options, most_rows);
    CHECK(answer.status == OK);
    rows_free(&answer.rows);
}

/* Whether reading as `second` finds a dictionary that reading as `first` kept. */
static bool is_passed_on(struct format_options first, struct format_options second)
{
    empty_cache();
    look_up(WITH_DICTIONARIES, first, 0); /* the footer, for both */
    look_up(WITH_DICTIONARIES, second, 0);
    look_up(WITH_DICTIONARIES, first, 5);
    unsigned long before = cache_counts().n_found;
    look_up(WITH_DICTIONARIES, second, 5);
    return cache_counts().n_found > before + 1;
}

static void rows_are_the_same(void)
{
    unsigned n_files = 0;
    DIR *folder = must(opendir("testdata"));
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[400];
        snprintf(path, sizeof path, "testdata/%s", entry->d_name);
        if (strstr(path, ".parquet") == NULL)
            continue;
        empty_cache();
        struct answer first = read_rows(path, strict, 500);
        unsigned long before = cache_counts().n_found;
        struct answer second = read_rows(path, strict, 500);
        n_files += cache_counts().n_found > before + 1;
        CHECK(is_same(&first, &second));
        rows_free(&first.rows);
        rows_free(&second.rows);
    }
    closedir(folder);
    CHECK(n_files > 20);
}

static void only_verified_dictionaries_are_passed_on(void)
{
    const struct format_options unverified = {0},
                                salvage = {.parquet = {.verify_checksums = true,
                                                       .salvage = true}},
                                as_text = {.parquet = {.verify_checksums = true,
                                                       .binary_as_text = true}};
    CHECK(is_passed_on(strict, strict) && is_passed_on(as_text, as_text));
    CHECK(!is_passed_on(unverified, strict) && !is_passed_on(unverified, unverified));
    CHECK(!is_passed_on(strict, unverified));
    CHECK(!is_passed_on(salvage, strict) && !is_passed_on(strict, salvage));
    CHECK(!is_passed_on(as_text, strict));
}

/* A reader that ignores checksums does not hide damage from others. */
static void damage_is_reported_each_time(void)
{
    const char *path = "testdata/bad/wrong_crc_dictionary.parquet";
    const struct format_options unverified = {0};
    empty_cache();
    for (int i = 0; i < 3; i++) {
        struct answer bad = read_rows(path, strict, 5);
        struct answer read = read_rows(path, unverified, 5);
        CHECK(bad.status == CORRUPT && read.status == OK);
        rows_free(&bad.rows);
        rows_free(&read.rows);
    }
    CHECK(cache_counts().n_objects == 1); /* the footer */
}

/* The file has two dictionaries. */
static void scans_keep_none(void)
{
    const char *path = "testdata/pyarrow_large_dictionary.parquet";
    empty_cache();
    look_up(path, strict, UINT64_MAX);
    CHECK(cache_counts().n_objects == 1);
    look_up(path, strict, 5);
    CHECK(cache_counts().n_objects == 3);
    /* But they find them. */
    unsigned long before = cache_counts().n_found;
    look_up(path, strict, UINT64_MAX);
    CHECK(cache_counts().n_found == before + 3);
}

/* The option `types` decides what a dictionary is. */
static void types_have_dictionaries_of_their_own(void)
{
    const char *path = "testdata/pyarrow_large_dictionary.parquet";
    const struct format_options typed = {
        .parquet = {.verify_checksums = true, .types = "s=BLOB"}};
    empty_cache();
    look_up(path, typed, 5);
    CHECK(cache_counts().n_objects == 3);
    unsigned long before = cache_counts().n_found;
    look_up(path, typed, 5);
    CHECK(cache_counts().n_found == before + 3);
    look_up(path, strict, 5);
    CHECK(cache_counts().n_found == before + 3 && cache_counts().n_objects == 6);
}

/* Reads 5 rows of a column of text, and keeps its dictionary.  Returns whether they are
 * known to have no NUL. */
static bool look_up_text(struct error *error)
{
    const char *path = "testdata/pyarrow_large_dictionary.parquet";
    struct table_file *file = NULL;
    struct column_reader *reader = NULL;
    struct column_vector vector = {0};
    enum status status = formats_open(path, &strict, &file, error);
    if (status != OK)
        return false;
    status = file->ops->open_column(file, 1, &reader, error);
    if (status == OK)
        status = reader->ops->start(reader, 0, error);
    if (status == OK)
        status = reader->ops->read(reader, 5, &vector, error);
    if (reader != NULL)
        reader->ops->close(reader);
    file->ops->close(file);
    return status == OK && vector.has_no_nul;
}

/* Loops poll more often than by themselves. */
static bool is_wanted_later(void *argument)
{
    interrupt_work = WORK_BETWEEN_CHECKS - 500;
    return --*(int *)argument < 0;
}

/* An interrupt at any poll may leave less known than there is, but not for others. */
static void interrupted_reads_keep_none(void)
{
    unsigned n_interrupted = 0;
    for (int i = 0; i < 50; i++) {
        int polls_left = i;
        struct interrupt interrupt = {.is_wanted = is_wanted_later,
                                      .argument = &polls_left};
        struct error error = {0}, ignored = {0};
        empty_cache();
        look_up("testdata/pyarrow_large_dictionary.parquet", strict, 0);
        interrupt_begin(&interrupt);
        bool knows = look_up_text(&ignored);
        n_interrupted += !knows && ignored.status == OK;
        if (interrupt_end(&interrupt, OK, &error) == OK)
            CHECK(knows && i > 10);
        CHECK(look_up_text(&error));
    }
    CHECK(n_interrupted > 0);
}

/* The reader's account pays for none of them, and the cache for all. */
static void memory_belongs_to_the_cache(void)
{
    struct memory_account account = {.name = "test's limit", .limit = SIZE_MAX};
    empty_cache();
    struct memory_scope before = memory_account_enter(&account);
    look_up(WITH_DICTIONARIES, strict, 5);
    size_t kept = cache_counts().memory;
    look_up(WITH_DICTIONARIES, strict, 5);
    memory_scope_restore(before);
    CHECK(account.used == 0 && kept > 0 && cache_counts().memory == kept);
    cache_trim(0);
    CHECK(cache_counts().memory == 0 && cache_counts().n_objects == 0);
}

/* A dictionary is kept when its reader is closed, or not. */
static void failed_allocations_are_survived(void)
{
    for (long n = 1; n <= 3; n++) {
        struct opened opened = {0};
        struct error error = {0};
        empty_cache();
        CHECK(formats_open(WITH_DICTIONARIES, &strict, &opened.table, &error) == OK);
        struct column_reader *reader = NULL;
        struct column_vector vector;
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->read(reader, 5, &vector, &error) == OK);
        mem_fail_at(n, 1);
        reader->ops->close(reader);
        mem_fail_at(0, 0);
        opened.table->ops->close(opened.table);
        CHECK((cache_counts().n_objects > 1) == (n == 3));
    }
}

static void *read_often(void *argument)
{
    const struct answer *expected = argument;
    for (int i = 0; i < 100; i++) {
        struct answer answer = read_rows(WITH_DICTIONARIES, strict, 5);
        CHECK(is_same(&answer, expected));
        rows_free(&answer.rows);
        if (i % 10 == 0)
            cache_trim(0);
    }
    return NULL;
}

static void threads_share_dictionaries(void)
{
    pthread_t threads[4];
    struct answer expected = read_rows(WITH_DICTIONARIES, strict, 5);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        CHECK(pthread_create(&threads[i], NULL, read_often, &expected) == 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    rows_free(&expected.rows);
    cache_trim(0);
    CHECK(cache_counts().memory == 0);
}

int main(void)
{
    RUN(rows_are_the_same);
    RUN(only_verified_dictionaries_are_passed_on);
    RUN(damage_is_reported_each_time);
    RUN(scans_keep_none);
    RUN(types_have_dictionaries_of_their_own);
    RUN(interrupted_reads_keep_none);
    RUN(memory_belongs_to_the_cache);
    RUN(failed_allocations_are_survived);
    RUN(threads_share_dictionaries);
    return unit_test_done();
}
