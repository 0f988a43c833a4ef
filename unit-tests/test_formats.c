/* SPDX-License-Identifier: MIT */
/* test_formats.c - opening files by path: the format, errors, footers that are known, and
 * very large files. */
#define _FILE_OFFSET_BITS 64
#include <pthread.h>
#include <unistd.h>

#include "base/disk_file.h"
#include "base/alloc.h"
#include "formats.h"
#include "unit_testdata.h"

static const struct format_options options = {.parquet.verify_checksums = true};

static enum status status_of(const char *path)
{
    struct table_file *file = NULL;
    struct pq_file *parquet = NULL;
    struct error error = {0}, second = {0};
    enum status status = formats_open(path, &options, &file, &error);
    CHECK((status == OK) == (error.message[0] == 0));
    if (status == OK)
        file->ops->close(file);
    CHECK(formats_open_parquet(path, &options, &parquet, &second) == status);
    if (status == OK)
        pq_file_close(parquet);
    return status;
}

static void paths_of_all_kinds(void)
{
    CHECK(status_of("testdata/trips.parquet") == OK);
    CHECK(status_of("testdata/missing.parquet") == CANTOPEN);
    CHECK(status_of("testdata") == UNSUPPORTED);
    CHECK(status_of("unit-tests/unit_test.h") == UNSUPPORTED);
    CHECK(status_of("") == CANTOPEN);
}

static void files_and_memory_give_the_same_rows(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    struct opened opened;
    struct table_file *file = NULL;
    struct error error = {0};
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    CHECK(formats_open("testdata/trips.parquet", &options, &file, &error) == OK);
    CHECK(scan_total_rows(file) == scan_total_rows(opened.table));
    uint32_t n_columns = file->ops->schema(file)->n_columns;
    CHECK(n_columns == opened.schema->n_columns && n_columns > 0);
    for (uint32_t c = 0; c < n_columns; c++) {
        struct opened from_path = {.table = file, .schema = file->ops->schema(file)};
        struct rows a = rows_of(&opened, c, UINT64_MAX);
        struct rows b = rows_of(&from_path, c, UINT64_MAX);
        /* unsupported if the file's codec is left out of the build */
        CHECK(a.n == b.n && a.status == b.status);
        CHECK(a.status == UNSUPPORTED || a.n == scan_total_rows(file));
        CHECK(a.text.size == b.text.size &&
              (a.text.size == 0 || memcmp(a.text.data, b.text.data, a.text.size) == 0));
        rows_free(&a);
        rows_free(&b);
    }
    file->ops->close(file);
    close_opened(&opened);
    bytes_free(&bytes);
}

static char path[300];

/* A sparse file, which takes no space.  It begins with `front` and has `tail` at offset
 * `at`; false if the file system cannot store it. */
static bool make_sparse_file(struct slice front, int64_t at, struct slice tail)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/parquet_vtab_unit_XXXXXX",
             folder != NULL && strlen(folder) < 200 ? folder : "/tmp");
    int descriptor = mkstemp(path);
    bool is_made = descriptor >= 0 &&
                   pwrite(descriptor, front.data, front.size, 0) == (ssize_t)front.size &&
                   pwrite(descriptor, tail.data, tail.size, at) == (ssize_t)tail.size;
    if (descriptor >= 0)
        close(descriptor);
    return is_made;
}

static struct pq_file *open_options(const char *name, struct format_options wanted)
{
    struct pq_file *file = NULL;
    struct error error = {0};
    CHECK(formats_open_parquet(name, &wanted, &file, &error) == OK);
    return file;
}

/* Opens a file, and returns whether that read nothing, since its footer was known. */
static bool is_known(const char *name, struct format_options wanted)
{
    struct pq_file *file = open_options(name, wanted);
    bool is_known = input_file_bytes_read(pq_file_input(file)) == 0;
    pq_file_close(file);
    return is_known;
}

static void known_footers_are_not_read_again(void)
{
    const char *trips = "testdata/trips.parquet";
    const struct format_options as_text = {.parquet.binary_as_text = true},
                                salvage = {.parquet.salvage = true};
    cache_set_limit(0);
    CHECK(!is_known(trips, options) && !is_known(trips, options));
    cache_set_limit(DEFAULT_CACHE_LIMIT);
    CHECK(!is_known(trips, options) && is_known(trips, options));
    CHECK(!is_known(trips, as_text) && is_known(trips, as_text));
    CHECK(!is_known(trips, salvage) && !is_known(trips, salvage));
    CHECK(is_known(trips, options));

    /* Those open at the same time have the same one. */
    struct pq_file *first = open_options(trips, options);
    struct pq_file *second = open_options(trips, options);
    CHECK(pq_file_context(first)->tree == pq_file_context(second)->tree);
    struct pq_file *third = open_options(trips, salvage);
    CHECK(pq_file_context(third)->tree->schema.columns[0].is_nullable);
    pq_file_close(first);
    pq_file_close(second);
    pq_file_close(third);
    cache_trim(0);
    CHECK(!is_known(trips, options));
}

/* Returns the bytes read for the page index and the rows of the file's first column. */
static int64_t bytes_for_facts(struct pq_file *pq)
{
    struct table_file *file = pq_file_as_table_file(pq);
    const struct page_range *ranges;
    enum keep_reason reason;
    struct error error = {0};
    uint32_t n_pages = 0;
    int64_t before = input_file_bytes_read(file->input);
    CHECK(file->ops->page_ranges(file, 0, 0, &ranges, &n_pages, &reason, &error) == OK);
    CHECK(n_pages > 3 && reason == KEEP_NONE);
    CHECK(file->ops->check_rows(file, 0, true, &error) == OK);
    return input_file_bytes_read(file->input) - before;
}

/* What one file has found out about its column chunks, the next one has, too.  Files that
 * are open at the same time find out for themselves. */
static void facts_are_passed_on(void)
{
    const char *name = "testdata/pyarrow_tiny_pages_v1.parquet";
    struct memory_account account = {.name = "test's limit", .limit = 64 << 20};
    cache_trim(0);
    struct memory_scope before = memory_account_enter(&account);
    struct pq_file *first = open_options(name, options);
    size_t without_facts = account.used;
    CHECK(bytes_for_facts(first) > 0);
    pq_file_close(first);
    CHECK(account.used == 0);
    size_t with_facts = cache_counts().memory;

    struct pq_file *second = open_options(name, options);
    CHECK(cache_counts().memory < with_facts);
    struct pq_file *third = open_options(name, options);
    CHECK(bytes_for_facts(second) == 0 && bytes_for_facts(third) > 0);
    CHECK(account.used > 0);
    pq_file_close(second);
    pq_file_close(third); /* its facts replace those of the second */
    CHECK(account.used == 0 && cache_counts().memory == with_facts);
    memory_scope_restore(before);

    /* An account that is too small for the facts does without. */
    account.limit = without_facts + 100;
    (void)memory_account_enter(&account);
    struct pq_file *fourth = open_options(name, options);
    memory_scope_restore(before);
    account.limit = SIZE_MAX;
    CHECK(bytes_for_facts(fourth) > 0);
    pq_file_close(fourth);
    CHECK(account.used == 0);
    cache_trim(0);
    CHECK(cache_counts().memory == 0);
}

static void *open_and_read(void *argument)
{
    const char *name = "testdata/pyarrow_tiny_pages_v1.parquet";
    uint64_t *n_rows = argument;
    for (int i = 0; i < 50; i++) {
        struct pq_file *file = open_options(name, options);
        struct opened opened = {.table = pq_file_as_table_file(file)};
        opened.schema = opened.table->ops->schema(opened.table);
        (void)bytes_for_facts(file);
        struct rows rows = rows_of(&opened, 0, UINT64_MAX);
        *n_rows = rows.n;
        rows_free(&rows);
        pq_file_close(file);
        if (i % 10 == 0)
            cache_trim(0);
    }
    return NULL;
}

static void threads_share_footers(void)
{
    pthread_t threads[4];
    uint64_t n_rows[COUNT_OF(threads)];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        CHECK(pthread_create(&threads[i], NULL, open_and_read, &n_rows[i]) == 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        pthread_join(threads[i], NULL);
        CHECK(n_rows[i] > 0 && n_rows[i] == n_rows[0]);
    }
    cache_trim(0);
    CHECK(cache_counts().memory == 0);
}

static void bloom_filters_are_passed_on(void)
{
    const union column_value value = {.int64 = 12345};
    for (int i = 0; i < 2; i++) {
        struct pq_file *pq = open_options("testdata/duckdb_codec_uncompressed.parquet",
                                          options);
        struct table_file *file = pq_file_as_table_file(pq);
        struct error error = {0};
        enum keep_reason reason = KEEP_NONE;
        int64_t before = input_file_bytes_read(file->input);
        CHECK(file->ops->bloom_excludes(file, 0, 1, &value, 1, &reason, &error) == OK);
        CHECK((input_file_bytes_read(file->input) > before) == (i == 0));
        pq_file_close(pq);
    }
}

/* A file that changes this often may have the same identity as before. */
static void recently_changed_files_are_read_again(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    if (make_sparse_file(bytes_slice(&bytes), 0, slice_of(NULL, 0))) {
        CHECK(!is_known(path, options) && !is_known(path, options));
        unlink(path);
    }
    bytes_free(&bytes);
}

/* Descriptors are closed and memory is freed, whatever fails. */
static void descriptors_and_memory_are_not_leaked(void)
{
    static const char *const paths[] = {"testdata/trips.parquet",
                                        "unit-tests/unit_test.h", "testdata"};
    int before = dup(0);
    close(before);
    cache_set_limit(0); /* footers are parsed each time */
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        enum status expected = status_of(paths[i]), status = NOMEM;
        for (long n = 1; status == NOMEM && n < 1000; n++) {
            struct table_file *file = NULL;
            struct error error = {0};
            mem_fail_at(n, n % 2 == 0);
            status = formats_open(paths[i], &options, &file, &error);
            mem_fail_at(0, 0);
            CHECK(status == NOMEM || status == expected);
            if (status == OK)
                file->ops->close(file);
        }
        CHECK(status == expected);
    }
    int after = dup(0);
    close(after);
    CHECK(before == after);
    cache_set_limit(DEFAULT_CACHE_LIMIT);
}

/* ---- Large files ------------------------------------------------------------------- */

/* The rows of the first column of the file at `path`. */
static struct rows rows_of_path(void)
{
    struct opened opened = {0};
    struct error error = {0};
    struct rows rows = {.status = formats_open(path, &options, &opened.table, &error)};
    if (rows.status != OK)
        return rows;
    opened.schema = opened.table->ops->schema(opened.table);
    rows = rows_of(&opened, 0, UINT64_MAX);
    opened.table->ops->close(opened.table);
    return rows;
}

/* A page at an offset of 5 GB. */
static void chunks_beyond_4_gigabytes_are_read(void)
{
    const int64_t far = (int64_t)5 << 30;
    struct bytes tail = {0};
    struct one_column column = {.type = PQ_INT32, .n_rows = 1, .data_offset = far};
    put_page(&tail, &(struct page){.n_values = 1, .body = TEXT_SLICE("\7\0\0\0")});
    column.size = (int64_t)tail.size;
    finish_file(&tail, &column);
    if (make_sparse_file(TEXT_SLICE("PAR1"), far, bytes_slice(&tail))) {
        struct rows rows = rows_of_path();
        CHECK(rows.status == OK && rows.n == 1);
        CHECK(slice_equals_text(buffer_slice(&rows.text), "7"));
        rows_free(&rows);
    }
    unlink(path);
    bytes_free(&tail);
}

/* A page with a compressed size of more than a gigabyte is refused before it is read. */
static void compressed_pages_over_a_gigabyte_are_refused(void)
{
    const int64_t far = ((int64_t)1 << 30) + 1000;
    struct bytes front = {0}, tail = {0};
    begin_file(&front);
    put_page(&front, &(struct page){.n_values = 1,
                                    .compressed_size = PQ_MAX_PAGE_SIZE + 1,
                                    .uncompressed_size = 4});
    finish_file(&tail,
                &(struct one_column){
                    .type = PQ_INT32, .codec = PQ_GZIP, .n_rows = 1, .size = far - 4});
    if (make_sparse_file(bytes_slice(&front), far, bytes_slice(&tail))) {
        struct rows rows = rows_of_path();
        CHECK(rows.status == TOO_BIG && rows.n == 0);
        rows_free(&rows);
    }
    unlink(path);
    bytes_free(&front);
    bytes_free(&tail);
}

static void footers_over_a_gigabyte_are_refused(void)
{
    const int64_t far = ((int64_t)1 << 30) + 1000;
    struct bytes tail = {0};
    bytes_put_uint(&tail, (1 << 30) + 1, 4);
    bytes_put_text(&tail, "PAR1");
    if (make_sparse_file(TEXT_SLICE("PAR1"), far, bytes_slice(&tail))) {
        struct rows rows = rows_of_path();
        CHECK(rows.status == TOO_BIG);
    }
    unlink(path);
    bytes_free(&tail);
}

static void other_formats_are_named(void)
{
    static const struct {
        const char *front;
        size_t size;
        const char *message;
    } files[] = {
        {"ORC\n and more bytes", 19, NULL}, /* a damaged one */
        {"ARROW1\0\0", 8, "an Arrow IPC"},
        {"Obj\1 and more bytes", 19, "an Avro file"},
        {"SQLite format 3\0 and more", 25, "an SQLite database"},
        {"PK\3\4", 4, "a ZIP archive"},
        {"\x1f\x8b\x08 and more bytes", 18, "compressed with gzip"},
        {"\x28\xb5\x2f\xfd and more bytes", 19, "compressed with zstd"},
        {"SQLite format 4\0 and more", 25, NULL},
        {"OR", 2, "looks like a text of 2 bytes"},
        {"", 0, NULL},
        {"PAR1 and more bytes", 19, NULL},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct table_file *file = NULL;
        struct error error = {0};
        struct slice front = slice_of((const uint8_t *)files[i].front, files[i].size);
        if (!make_sparse_file(front, (int64_t)front.size, slice_of(NULL, 0)))
            continue;
        enum status status = formats_open(path, &options, &file, &error);
        const char *message = files[i].message;
        CHECK(status == (message != NULL ? UNSUPPORTED : CORRUPT) && file == NULL);
        CHECK(message == NULL || strstr(error.message, message) != NULL);
        unlink(path);
    }
}

/* A file truncated after it was opened has changed; it is not damaged. */
static void files_that_shrink_are_not_damaged(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    for (int64_t size = 0; size <= (int64_t)bytes.size / 2;
         size += (int64_t)bytes.size / 2) {
        const struct pq_file_options parquet = {.verify_checksums = true};
        struct input_file *input = NULL;
        struct pq_file *file = NULL;
        struct error error = {0};
        if (!make_sparse_file(TEXT_SLICE("PAR1"), 0, bytes_slice(&bytes)))
            continue;
        CHECK(disk_file_open(path, &input, &error) == OK);
        CHECK(truncate(path, size) == 0);
        CHECK(pq_file_open(input, &parquet, &file, &error) == CHANGED && file == NULL);
        input_file_close(input);
        unlink(path);
    }
    bytes_free(&bytes);
}

int main(void)
{
    RUN(paths_of_all_kinds);
    RUN(files_and_memory_give_the_same_rows);
    RUN(known_footers_are_not_read_again);
    RUN(facts_are_passed_on);
    RUN(bloom_filters_are_passed_on);
    RUN(threads_share_footers);
    RUN(recently_changed_files_are_read_again);
    RUN(descriptors_and_memory_are_not_leaked);
    RUN(chunks_beyond_4_gigabytes_are_read);
    RUN(compressed_pages_over_a_gigabyte_are_refused);
    RUN(footers_over_a_gigabyte_are_refused);
    RUN(other_formats_are_named);
    RUN(files_that_shrink_are_not_damaged);
    return unit_test_done();
}
