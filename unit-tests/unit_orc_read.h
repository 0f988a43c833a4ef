/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_read.h - opens ORC files in memory, and reads columns as JSON values that are
 * separated by commas, in steps of any size.
 */
#ifndef UNIT_ORC_READ_H
#define UNIT_ORC_READ_H

#include "orc/file_reader.h"
#include "scan/json_cell.h"
#include "unit_orc.h"

/* A file in a heap block of exactly its size. */
struct orc_opened {
    uint8_t *copy;
    struct orc_file *file;
    struct table_file *table;
    const struct schema *schema;
    struct orc_context *context;
};

static inline enum status orc_open_with(struct orc_opened *opened, struct slice bytes,
                                        const struct orc_file_options *options,
                                        struct error *error)
{
    struct input_file *input;
    *opened = (struct orc_opened){.copy = exact_copy(bytes.data, bytes.size)};
    enum status status = input_file_open_memory(slice_of(opened->copy, bytes.size),
                                                &input, error);
    if (status == OK) {
        status = orc_file_open(input, options, &opened->file, error);
        if (status != OK)
            input_file_close(input);
    }
    CHECK(status == error->status);
    CHECK((status == OK) == (opened->file != NULL));
    if (status != OK) {
        free(opened->copy);
        *opened = (struct orc_opened){0};
        return status;
    }
    opened->table = orc_file_as_table_file(opened->file);
    opened->schema = opened->table->ops->schema(opened->table);
    opened->context = orc_file_context(opened->file);
    return OK;
}

static inline enum status orc_open(struct orc_opened *opened, struct slice bytes,
                                   struct error *error)
{
    return orc_open_with(opened, bytes, &(struct orc_file_options){0}, error);
}

static inline void orc_close(struct orc_opened *opened)
{
    orc_file_close(opened->file);
    free(opened->copy);
    *opened = (struct orc_opened){0};
}

/* Opens the described file, which must be right. */
static inline struct orc_opened orc_open_spec(const struct orc_spec *spec)
{
    struct orc_opened opened;
    struct error error = {0};
    struct bytes file = orc_file_bytes(spec);
    if (orc_open(&opened, bytes_slice(&file), &error) != OK) {
        CHECK_TEXT(error.message, "");
        exit(1);
    }
    bytes_free(&file);
    return opened;
}

/* The index of a column by its name; the last one if there is none. */
static inline uint32_t orc_column(const struct orc_opened *opened, const char *name)
{
    uint32_t c = 0;
    while (c + 1 < opened->schema->n_columns &&
           strcmp(opened->schema->columns[c].name, name) != 0)
        c++;
    CHECK(strcmp(opened->schema->columns[c].name, name) == 0);
    return c;
}

/* ---- Rows -------------------------------------------------------------------------- */

/* Appends the vector's rows; a reader promises what is checked here. */
static inline enum status orc_append_rows(const struct column *column,
                                          const struct column_vector *vector,
                                          struct buffer *text, struct error *error)
{
    CHECK(vector->kind == column->kind);
    for (uint32_t row = 0; row < vector->n_rows; row++) {
        enum status status = OK;
        if (text->size > 0)
            status = buffer_append_text(text, ",", error);
        if (vector->indices != NULL)
            CHECK(vector->indices[row] < vector->n_entries ||
                  column_vector_is_null(vector, row));
        if (status == OK)
            status = append_json_cell(text, column, vector, row, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* Reads the rows first .. end of a stripe, skipping those before. */
static inline enum status orc_read_rows(struct orc_opened *opened,
                                        struct column_reader *reader, uint32_t column,
                                        uint64_t n, size_t step, struct buffer *text,
                                        struct error *error)
{
    enum status status = OK;
    while (status == OK && n > 0) {
        struct column_vector vector;
        uint32_t wanted = (uint32_t)least(least(step, BATCH_ROWS), (size_t)n);
        status = reader->ops->read(reader, wanted, &vector, error);
        if (status == OK && (vector.n_rows == 0 || vector.n_rows > wanted)) {
            CHECK(vector.n_rows > 0 && vector.n_rows <= wanted);
            return MISUSE;
        }
        if (status == OK) {
            n -= vector.n_rows;
            status = orc_append_rows(&opened->schema->columns[column], &vector, text,
                                     error);
        }
    }
    return status;
}

/* All rows of a column as text, `step` at a time; or the message of an error, after a
 * "!".  The caller frees it. */
static inline char *orc_text_of(struct orc_opened *opened, uint32_t column, size_t step)
{
    struct error error = {0};
    struct column_reader *reader;
    struct buffer text = {0};
    enum status status = opened->table->ops->open_column(opened->table, column, &reader,
                                                         &error);
    CHECK((status == OK) == (reader != NULL));
    uint32_t n_stripes = opened->table->ops->row_group_count(opened->table);
    for (uint32_t s = 0; status == OK && s < n_stripes; s++) {
        uint64_t n_rows = opened->table->ops->row_group_rows(opened->table, s);
        status = reader->ops->start(reader, s, &error);
        if (status == OK)
            status = orc_read_rows(opened, reader, column, n_rows, step, &text, &error);
    }
    if (reader != NULL)
        reader->ops->close(reader);
    CHECK(status == error.status);
    size_t size = sizeof error.message + text.size + 2;
    char *result = must(malloc(size));
    if (status != OK)
        snprintf(result, size, "!%s: %s", status_name(status), error.message);
    else
        snprintf(result, size, "%.*s", (int)text.size, (const char *)text.data);
    buffer_release(&text);
    return result;
}

/* Whether a column has these rows, read in any steps. */
static inline bool orc_has_rows(struct orc_opened *opened, uint32_t column,
                                const char *expected)
{
    bool is_right = true;
    for (size_t i = 0; is_right && i < N_READ_STEPS; i++) {
        char *got = orc_text_of(opened, column, read_steps[i]);
        if (strcmp(got, expected) != 0) {
            fprintf(stderr, "in steps of %zu: got \"%.2000s\", expected \"%.2000s\"\n",
                    read_steps[i], got, expected);
            is_right = false;
        }
        free(got);
    }
    return is_right;
}

/* Whether a column of the described file has these rows. */
static inline bool orc_reads(const struct orc_spec *spec, const char *column,
                             const char *expected)
{
    struct orc_opened opened = orc_open_spec(spec);
    bool is_right = orc_has_rows(&opened, orc_column(&opened, column), expected);
    orc_close(&opened);
    return is_right;
}

/* Whether reading fails, and the message ends with a text. */
static inline bool orc_fails(const struct orc_spec *spec, const char *column,
                             enum status status, const char *end)
{
    struct orc_opened opened = orc_open_spec(spec);
    char expected[32];
    bool is_right = true;
    snprintf(expected, sizeof expected, "!%s: ", status_name(status));
    for (size_t i = 0; is_right && i < N_READ_STEPS; i++) {
        char *got = orc_text_of(&opened, orc_column(&opened, column), read_steps[i]);
        size_t size = strlen(got), end_size = strlen(end);
        bool ends = size >= end_size && strcmp(got + size - end_size, end) == 0;
        if (strncmp(got, expected, strlen(expected)) != 0 || !ends) {
            fprintf(stderr, "in steps of %zu: got \"%s\", expected \"%s...%s\"\n",
                    read_steps[i], got, expected, end);
            is_right = false;
        }
        free(got);
    }
    orc_close(&opened);
    return is_right;
}

/* Whether reading fails, and the message names the stream. */
static inline bool orc_fails_in(const struct orc_spec *spec, const char *column,
                                const char *stream)
{
    struct orc_opened opened = orc_open_spec(spec);
    char place[64];
    snprintf(place, sizeof place, ": stream %s at ", stream);
    char *got = orc_text_of(&opened, orc_column(&opened, column), BATCH_ROWS);
    bool is_right = got[0] == '!' && strstr(got, place) != NULL;
    if (!is_right)
        fprintf(stderr, "got \"%s\", expected \"%s\"\n", got, place);
    free(got);
    orc_close(&opened);
    return is_right;
}

#endif
