/* SPDX-License-Identifier: MIT */
/* unit_testdata.h - loops over the files of testdata/, and reads columns as text. */
#ifndef UNIT_TESTDATA_H
#define UNIT_TESTDATA_H

#include <dirent.h>

#include "unit_parquet.h"

/* Calls `test` with the name and the bytes of every Parquet file of at most most_size
 * bytes, and returns the number of files.  Tests run in the project's folder. */
static inline int for_each_file(size_t most_size,
                                void (*test)(const char *name, struct slice bytes))
{
    int n = 0;
    DIR *folder = opendir("testdata");
    if (folder == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[400];
        size_t length = strlen(entry->d_name);
        if (length < 8 || strcmp(entry->d_name + length - 8, ".parquet") != 0)
            continue;
        snprintf(path, sizeof path, "testdata/%s", entry->d_name);
        struct bytes bytes = bytes_of_file(path);
        if (bytes.size > 0 && bytes.size <= most_size) {
            test(entry->d_name, bytes_slice(&bytes));
            n++;
        }
        bytes_free(&bytes);
    }
    closedir(folder);
    return n;
}

/* The cells of a column as one text, with the end of each, and the status of reading. */
struct rows {
    struct buffer text;
    size_t *ends;
    uint64_t n, capacity;
    enum status status;
};

static inline void rows_append(struct rows *rows, const struct column *column,
                               const struct column_vector *vector)
{
    struct error error = {0};
    for (uint32_t row = 0; row < vector->n_rows; row++) {
        if (rows->n == rows->capacity) {
            rows->capacity = rows->capacity * 2 + 100;
            rows->ends = must(realloc(rows->ends, rows->capacity * sizeof *rows->ends));
        }
        CHECK(append_json_cell(&rows->text, column, vector, row, &error) == OK);
        rows->ends[rows->n++] = rows->text.size;
    }
}

static inline struct slice rows_cell(const struct rows *rows, uint64_t row)
{
    size_t start = row > 0 ? rows->ends[row - 1] : 0;
    if (rows->text.size == 0) /* all texts are empty, as those of copied entries are */
        return (struct slice){0};
    return slice_of(rows->text.data + start, rows->ends[row] - start);
}

/* Whether the vector has the same cells as the rows from `first` on. */
static inline bool rows_match(const struct rows *rows, const struct column *column,
                              const struct column_vector *vector, uint64_t first)
{
    struct rows got = {0};
    rows_append(&got, column, vector);
    bool matches = first <= rows->n && got.n <= rows->n - first;
    for (uint64_t i = 0; matches && i < got.n; i++) {
        struct slice a = rows_cell(&got, i), b = rows_cell(rows, first + i);
        matches = a.size == b.size &&
                  (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
    }
    buffer_release(&got.text);
    free(got.ends);
    return matches;
}

/* Reads the first most_rows rows of a column. */
static inline struct rows rows_of(struct opened *opened, uint32_t column,
                                  uint64_t most_rows)
{
    struct rows rows = {0};
    struct scan scan = {0};
    struct row_limits limits;
    struct error error = {0};
    const struct scan_column *window;
    rows.status = scan_init(&scan, opened->table, &error);
    if (rows.status == OK) {
        scan_start_limited(&scan, &limits, 0, most_rows);
        scan_step(&scan);
    }
    while (rows.status == OK && scan.batch_first < scan.batch_end) {
        uint64_t row = scan.batch_first;
        while (rows.status == OK && row < scan.batch_end) {
            rows.status = scan_column(&scan, column, row, &window, &error);
            if (rows.status != OK)
                break;
            CHECK(window->first == row && window->vector.n_rows > 0);
            rows_append(&rows, &opened->schema->columns[column], &window->vector);
            row += window->vector.n_rows;
        }
        scan_step(&scan);
    }
    CHECK(rows.status == error.status);
    scan_release(&scan);
    return rows;
}

static inline void rows_free(struct rows *rows)
{
    buffer_release(&rows->text);
    free(rows->ends);
    *rows = (struct rows){0};
}

#endif
