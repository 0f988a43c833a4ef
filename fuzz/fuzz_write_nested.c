/* SPDX-License-Identifier: MIT */
/*
 * fuzz_write_nested.c - the text of a nested type, and rows of JSON text written as this
 * type.
 *
 * Rows that pass the check can be appended; file_check.h finds nothing wrong with the
 * file; and its rows and its type's text, written to a second file, read the same again.
 * Sometimes an allocation fails.
 *
 * Input: a byte of choices, a line with the type, and a line for each row.
 */
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "fuzz.h"
#include "parquet/file_reader.h"
#include "scan/table_file.h"
#include "convert/write_nested.h"
#include "unit_open_writer.h"
#include "written_file.h"

enum { MOST_ROWS = 200 };

struct rows {
    uint32_t n;
    bool is_null[MOST_ROWS];
    struct slice texts[MOST_ROWS]; /* copies in blocks of their size */
};

static void release_rows(struct rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++)
        free((void *)(uintptr_t)rows->texts[i].data);
    rows->n = 0;
}

static void keep_row(struct rows *rows, bool is_null, struct slice text)
{
    if (rows->n == MOST_ROWS)
        return;
    rows->is_null[rows->n] = is_null;
    rows->texts[rows->n++] = slice_of(exact_copy(text, 0), text.size);
}

static struct slice take_line(struct slice *input)
{
    struct slice line = {0};
    const uint8_t *end = input->size > 0 ? memchr(input->data, '\n', input->size) : NULL;
    size_t size = end != NULL ? (size_t)(end - input->data) : input->size;
    (void)slice_take(input, size, &line);
    if (end != NULL)
        (void)choose(input, 1);
    return line;
}

/* ---- Writing --------------------------------------------------------------------- */

static enum status append_rows(struct write_nested *nested, struct pq_file_writer *writer,
                               const struct rows *rows, bool all_fit, uint32_t *n_written,
                               struct error *error)
{
    for (uint32_t i = 0; i < rows->n; i++) {
        struct cell cell = {.class = rows->is_null[i] ? CELL_NULL : CELL_TEXT,
                            .bytes = rows->texts[i]};
        struct error why = {0};
        enum status fits = write_nested_check(nested, &cell, &why);
        REQUIRE(fits == why.status && (fits == OK) == (why.message[0] == '\0'));
        REQUIRE(fits == OK || fits == MISUSE || fits == NOMEM);
        if (fits == NOMEM)
            return error_nomem(error);
        REQUIRE(fits == OK || !all_fit);
        if (fits != OK)
            continue;
        enum status status = write_nested_append(nested, &cell, error);
        REQUIRE(status == OK || status == NOMEM);
        if (status == OK)
            status = pq_file_writer_end_rows(writer, 1, error);
        if (status != OK)
            return status;
        ++*n_written;
    }
    return OK;
}

static enum status write_file(const char *path, struct write_target *target,
                              const struct rows *rows, bool all_fit, uint32_t choices,
                              uint32_t *n_written, struct error *error)
{
    struct write_nested *nested = target->nested;
    struct open_writer open;
    struct pq_write_options options;
    struct pq_write_column column = {.element = target->element,
                                     .below = nested->elements.elements + 1,
                                     .n_below = nested->elements.n - 1,
                                     .bloom = PQ_BLOOM_ALWAYS};
    column.element.name = slice_of("c", 1);
    pq_write_options_init(&options);
    options.compression = PQ_UNCOMPRESSED;
    options.in_background = false;
    options.row_group_rows = choices & 1 ? 3 : 1000;
    options.data_page_version = choices & 2 ? 2 : 1;
    options.page_rows = choices & 4 ? 2 : 20000;
    enum status status = open_writer(&open, path, &column, 1, &options, error);
    if (status == OK) {
        write_nested_open(nested, open.writer, 0);
        status = append_rows(nested, open.writer, rows, all_fit, n_written, error);
    }
    return finish_writer(&open, status, error);
}

/* ---- Reading --------------------------------------------------------------------- */

/* Reads the column's rows as JSON, and the text of its type, zero-terminated. */
static void read_file(struct slice bytes, struct rows *rows, struct buffer *type)
{
    struct pq_file_options options = {.verify_checksums = true};
    struct input_file *input;
    struct pq_file *pq;
    struct column_reader *reader;
    struct error error = {0};
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    REQUIRE(pq_file_open(input, &options, &pq, &error) == OK);
    struct table_file *file = pq_file_as_table_file(pq);
    REQUIRE(file->ops->column_type_text(file, 0, type, &error) == OK);
    REQUIRE(buffer_append(type, "", 1, &error) == OK);
    REQUIRE(file->ops->open_column(file, 0, &reader, &error) == OK);
    for (uint32_t g = 0; g < file->ops->row_group_count(file); g++) {
        uint64_t left = file->ops->row_group_rows(file, g);
        REQUIRE(reader->ops->start(reader, g, &error) == OK);
        while (left > 0) {
            struct column_vector vector;
            uint32_t n = left < BATCH_ROWS ? (uint32_t)left : BATCH_ROWS;
            enum status status = reader->ops->read(reader, n, &vector, &error);
            if (status != OK)
                fprintf(stderr, "%s\n", error.message);
            REQUIRE(status == OK);
            for (uint32_t k = 0; k < vector.n_rows; k++) {
                bool is_null = column_vector_is_null(&vector, k);
                struct slice text = {0};
                if (!is_null)
                    text = slice_of(vector.values.bytes[k].data,
                                    vector.values.bytes[k].size);
                keep_row(rows, is_null, text);
            }
            left -= vector.n_rows;
        }
    }
    reader->ops->close(reader);
    file->ops->close(file);
}

static void require_same_rows(const struct rows *a, const struct rows *b)
{
    REQUIRE(a->n == b->n);
    for (uint32_t i = 0; i < a->n; i++) {
        REQUIRE(a->is_null[i] == b->is_null[i] && a->texts[i].size == b->texts[i].size);
        REQUIRE(a->texts[i].size == 0 ||
                memcmp(a->texts[i].data, b->texts[i].data, a->texts[i].size) == 0);
    }
}

/* ---- One input ------------------------------------------------------------------- */

/* Writes the rows as the type, and reads them again; false on an expected failure. */
static bool write_and_read(const char *type, const struct rows *rows, bool all_fit,
                           uint32_t choices, long fail_at, struct rows *read,
                           struct buffer *read_type)
{
    static char path[80];
    struct arena arena = {0};
    struct write_target target = {0};
    struct error error = {0};
    uint32_t n_written = 0;
    snprintf(path, sizeof path, "%s/fuzz_write_nested.%ld.parquet",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    mem_fail_at(fail_at, choices & 1);
    enum status status = write_target_of_type(&target, type, true, 0, &arena, &error);
    bool is_nested = status == OK && target.nested != NULL;
    if (is_nested)
        status = write_file(path, &target, rows, all_fit, choices, &n_written, &error);
    mem_fail_at(0, 0);
    REQUIRE(status == error.status && (status == OK) == (error.message[0] == '\0'));
    REQUIRE(status == OK || status == MISUSE || (status == NOMEM && fail_at > 0));
    REQUIRE(status == OK || !all_fit || status == NOMEM);
    write_target_release(&target);
    arena_release(&arena);
    if (status != OK || !is_nested)
        return false;
    struct slice file = read_whole_file(path);
    unlink(path);
    require_no_findings(file);
    read_file(file, read, read_type);
    REQUIRE(read->n == n_written);
    free((void *)(uintptr_t)file.data);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rows rows, once, again;
    struct slice input = slice_of(data, size);
    uint32_t choices = choose_below(&input, 256);
    long fail_at = choices >= 0xf0 ? 1 + (long)choose(&input, 1) : 0;
    struct slice type = take_line(&input);
    if (type.size > 0 && memchr(type.data, 0, type.size) != NULL)
        return 0;
    char *text = (char *)exact_copy(type, 1);
    text[type.size] = '\0';
    while (input.size > 0)
        keep_row(&rows, false, take_line(&input));
    keep_row(&rows, true, slice_of(NULL, 0));
    struct buffer type_text = {0}, type_text_again = {0};
    if (write_and_read(text, &rows, false, choices, fail_at, &once, &type_text)) {
        REQUIRE(type_text.size > 1);
        REQUIRE(write_and_read((const char *)type_text.data, &once, true, choices >> 3, 0,
                               &again, &type_text_again));
        require_same_rows(&once, &again);
        REQUIRE(type_text.size == type_text_again.size &&
                memcmp(type_text.data, type_text_again.data, type_text.size) == 0);
    }
    release_rows(&rows);
    release_rows(&once);
    release_rows(&again);
    buffer_release(&type_text);
    buffer_release(&type_text_again);
    free(text);
    return 0;
}
