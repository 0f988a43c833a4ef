/* SPDX-License-Identifier: MIT */
/*
 * fuzz_predicate.c - a file of testdata/ and a random predicate seeded by the input: a
 * scan that uses statistics, page indexes, Bloom filters and dictionaries must find the
 * rows that testing each cell finds.  Or a file with changed bytes, whose metadata may be
 * wrong: no crash, and no row twice.
 */
#include "unit_copy.h"

#include <dirent.h>

#include "base/alloc.h"
#include "parquet/file_reader.h"

#undef COUNT_OF
#define exact_copy fuzz_exact_copy
#include "fuzz.h"
#undef exact_copy

enum { MOST_FILES = 200, MOST_FILE_BYTES = 30000, MOST_CHANGES = 6 };

struct loaded {
    struct bytes bytes;
    struct input_file *input;
    struct pq_file *file;
    struct file_copy copy;
};

static struct loaded files[MOST_FILES];
static uint32_t n_files;

static const struct pq_file_options options = {.verify_checksums = true};

static bool has_end(const char *name, const char *end)
{
    size_t size = strlen(name), end_size = strlen(end);
    return size >= end_size && strcmp(name + size - end_size, end) == 0;
}

static void load_files(void)
{
    struct dirent **entries;
    int n = scandir("testdata", &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[400];
        struct error error = {0};
        snprintf(path, sizeof path, "testdata/%s", entries[i]->d_name);
        struct loaded *loaded = &files[n_files];
        if (has_end(path, ".parquet") && n_files < MOST_FILES)
            loaded->bytes = bytes_of_file(path);
        free(entries[i]);
        if (loaded->bytes.size == 0)
            continue;
        struct slice bytes = bytes_slice(&loaded->bytes);
        REQUIRE(input_file_open_memory(bytes, &loaded->input, &error) == OK);
        if (bytes.size <= MOST_FILE_BYTES &&
            pq_file_open(loaded->input, &options, &loaded->file, &error) == OK) {
            copy_file(pq_file_as_table_file(loaded->file), &loaded->copy);
            n_files++;
            continue;
        }
        input_file_close(loaded->input);
        bytes_free(&loaded->bytes);
        *loaded = (struct loaded){0};
    }
    if (n > 0)
        free(entries);
    REQUIRE(n_files > 0); /* run it from the top of the source tree */
}

static enum status scan_file(struct table_file *file, struct predicate *predicate,
                             uint64_t n_rows, uint8_t *marks, bool *is_sound)
{
    struct scan scan;
    struct error error = {0};
    *is_sound = true;
    enum status status = scan_init(&scan, file, &error);
    if (status == OK)
        status = predicate_prepare(predicate, file->ops->schema(file), &error);
    if (status == OK) {
        scan_start(&scan, predicate);
        *is_sound = mark_scanned_rows(&scan, n_rows, marks, &status, &error);
    }
    require_error_fits(status, &error);
    scan_release(&scan);
    return status;
}

static void check_sound_file(const struct loaded *loaded, uint64_t state)
{
    const struct file_copy *copy = &loaded->copy;
    struct predicate predicate = {0};
    uint8_t *expected = must(calloc(copy->n_rows + 1, 1));
    uint8_t *got = must(calloc(copy->n_rows + 1, 1));
    bool is_sound;
    fill_random_predicate(copy, &state, &predicate);
    mark_accepted_rows(copy, &predicate, expected);
    REQUIRE(scan_file(pq_file_as_table_file(loaded->file), &predicate, copy->n_rows, got,
                      &is_sound) == OK);
    REQUIRE(is_sound && memcmp(expected, got, copy->n_rows) == 0);
    predicate_release(&predicate);
    free(expected);
    free(got);
}

/* Whether the terms still fit the columns, whose types may have changed. */
static bool fits(const struct predicate *predicate, const struct schema *schema)
{
    for (uint32_t i = 0; i < predicate->n_terms; i++) {
        uint32_t c = predicate->terms[i].column;
        if (c >= schema->n_columns ||
            domain_of_column(&schema->columns[c]) != predicate->terms[i].set.domain)
            return false;
    }
    return true;
}

static void check_changed_file(const struct loaded *loaded, uint64_t state,
                               struct slice changes)
{
    struct slice original = bytes_slice(&loaded->bytes);
    uint8_t *bytes = exact_copy(original.data, original.size);
    struct input_file *input;
    struct pq_file *file;
    struct error error = {0};
    struct predicate predicate = {0};
    for (int i = 0; i < MOST_CHANGES && changes.size > 0; i++) {
        size_t at = (size_t)choose(&changes, 2) % original.size;
        /* Metadata is near the end. */
        at = choose(&changes, 1) % 2 != 0 ? original.size - 1 - at / 8 : at;
        bytes[at] = (uint8_t)choose(&changes, 1);
    }
    fill_random_predicate(&loaded->copy, &state, &predicate);
    REQUIRE(input_file_open_memory(slice_of(bytes, original.size), &input, &error) == OK);
    if (pq_file_open(input, &options, &file, &error) == OK) {
        struct table_file *table = pq_file_as_table_file(file);
        uint64_t n_rows = loaded->copy.n_rows;
        uint8_t *marks = must(calloc(n_rows + 1, 1));
        bool is_sound = true;
        if (fits(&predicate, table->ops->schema(table)))
            (void)!scan_file(table, &predicate, n_rows, marks, &is_sound);
        REQUIRE(is_sound);
        free(marks);
        pq_file_close(file);
    } else {
        input_file_close(input);
    }
    predicate_release(&predicate);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    if (n_files == 0)
        load_files();
    bool is_sound_file = choose(&input, 1) % 2 == 0;
    const struct loaded *loaded = &files[choose_below(&input, n_files)];
    uint64_t state = choose(&input, 4);
    if (is_sound_file)
        check_sound_file(loaded, state);
    else
        check_changed_file(loaded, state, input);
    return 0;
}
