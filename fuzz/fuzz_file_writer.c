/* SPDX-License-Identifier: MIT */
/*
 * fuzz_file_writer.c - columns, options and rows, made from the input, are written to a
 * file and read again.
 *
 * Flat columns are read in all ways of check_file.h and compared value by value; of
 * groups, lists and maps, the levels and values in the pages are compared leaf by leaf.
 * file_check.h must find nothing wrong.  For some files an allocation fails: writing then
 * reports it or succeeds all the same.
 */
#include <unistd.h>

#include "check_file.h"
#include "parquet/write/file_writer.h"
#include "parquet/schema/type_text.h"
#include "parquet/schema/value_convert.h"
#include "unit_codecs.h"
#include "unit_encodings.h"
#include "unit_nested.h"
#include "unit_open_writer.h"
#include "written_file.h"

enum { WRITTEN_COLUMNS = 4, WRITTEN_ROWS = 2400, MOST_TEXT = 200, MOST_FIXED = 80 };

static const char *const TYPES[] = {
    "BOOLEAN",       "INT8",          "INT16",          "INT32",
    "INT64",         "UINT8",         "UINT16",         "UINT32",
    "UINT64",        "FLOAT16",       "FLOAT",          "DOUBLE",
    "DECIMAL(5,2)",  "DECIMAL(18,3)", "DECIMAL(30,3)",  "STRING",
    "ENUM",          "JSON",          "BSON",           "BLOB",
    "FIXED(1)",      "FIXED(4)",      "FIXED(8)",       "FIXED(80)",
    "UUID",          "INTERVAL",      "DATE",           "TIME(MILLIS)",
    "TIME(NANOS)",   "TIMESTAMP(ms)", "TIMESTAMP(UTC)", "TIMESTAMP(NANOS)",
    "DECIMAL(76,0)", "NULL",
};
enum { N_TYPES = sizeof TYPES / sizeof TYPES[0] };

/* ---- What is written ------------------------------------------------------------- */

struct written {
    uint32_t n_columns;
    struct pq_write_column columns[WRITTEN_COLUMNS];
    struct pq_write_options options;
    struct pq_sorting_column sorting;
    uint64_t n_rows, n_ended, most_unended;
    uint64_t cells[WRITTEN_COLUMNS][WRITTEN_ROWS]; /* as hash_cell() makes them */
    /* The current value of each column. */
    uint8_t bytes[WRITTEN_COLUMNS][MOST_TEXT];
    size_t sizes[WRITTEN_COLUMNS];
};

static void choose_column(struct written *written, uint32_t i, struct slice *input)
{
    static const char *const names[WRITTEN_COLUMNS] = {"a", "b", "c", "d"};
    struct pq_write_column *column = &written->columns[i];
    struct error error = {0};
    char text[40];
    const char *type = TYPES[choose_below(input, N_TYPES)];
    uint32_t how = (uint32_t)choose(input, 1);
    bool is_required = (how & 1) != 0 && strcmp(type, "NULL") != 0;
    snprintf(text, sizeof text, "%s%s", type, is_required ? " NOT NULL" : "");
    *column = (struct pq_write_column){.bloom = (enum pq_bloom_choice)(how / 2 % 3)};
    REQUIRE(pq_type_from_text(slice_of(text, strlen(text)), &column->element, &error) ==
            OK);
    column->element.name = slice_of(names[i], 1);
    column->encoding = (int)choose_below(input, (uint32_t)encodings_end() + 2);
    column->encoding_choice = how & 0x40 ? PQ_ENCODING_DICTIONARY : PQ_ENCODING_AUTO;
    if (how & 0x80 && (column->encoding == PQ_RLE_DICTIONARY ||
                       pq_encoding_fits(column->encoding, column->element.type)))
        column->encoding_choice = PQ_ENCODING_FIXED;
}

/* Limits are mostly small, so that they are reached. */
static uint64_t choose_limit(struct slice *input, uint64_t usual)
{
    uint64_t choice = choose(input, 1);
    return choice == 0 ? usual : choice < 0xc0 ? choice : (choice - 0xbf) * 100;
}

static void choose_options(struct written *written, struct slice *input)
{
    struct codec_set written_codecs = codecs_that(are_written);
    struct pq_write_options *options = &written->options;
    uint32_t how = (uint32_t)choose(input, 1);
    pq_write_options_init(options);
    options->in_background = false;
    options->compression_level = 1;
    uint32_t codec = choose_below(input, (uint32_t)written_codecs.n);
    options->compression = pq_compression(written_codecs.codecs[codec]);
    if (!codec_levels(pq_codec(options->compression), &(int){0}, &(int){0}))
        options->compression_level = CODEC_DEFAULT_LEVEL;
    options->data_page_version = 1 + (int)(how / 8 % 2);
    options->bloom_false_positive_ratio = how & 0x10 ? 0.5 : 0.01;
    options->row_group_rows = choose_limit(input, options->row_group_rows);
    options->row_group_bytes = choose_limit(input, options->row_group_bytes);
    options->page_rows = choose_limit(input, options->page_rows);
    options->page_bytes = choose_limit(input, options->page_bytes);
    options->dictionary_bytes = choose_limit(input, options->dictionary_bytes);
    written->most_unended = choose_limit(input, 1);
    if (how & 0x20)
        options->dictionary_entries = choose(input, 1);
    if (how & 0x80) {
        written->sorting = (struct pq_sorting_column){
            .leaf = (int32_t)(how / 2 % written->n_columns),
            .is_descending = (how & 0x40) != 0,
            .nulls_first = (how & 1) != 0};
        options->sorting_columns = &written->sorting;
        options->n_sorting_columns = 1;
    }
}

/* ---- Values ---------------------------------------------------------------------- */

static int64_t within(int64_t value, int64_t limit)
{
    return value % limit;
}

static int64_t nanos_of_day(enum time_unit unit)
{
    return unit == UNIT_MILLIS   ? INT64_C(86400000)
           : unit == UNIT_MICROS ? INT64_C(86400000000)
                                 : INT64_C(86400000000000);
}

/* Maps any number to one that the column can have. */
static int64_t integer_of(const struct column *column, int64_t value)
{
    static const int64_t powers[] = {100000, INT64_C(1000000000000000000)};
    switch (column->type) {
    case COLUMN_BOOLEAN:
        return value & 1;
    case COLUMN_INTEGER:
        if (column->bits == 64)
            return value;
        if (!column->is_signed)
            return (int64_t)((uint64_t)value & ((UINT64_C(1) << column->bits) - 1));
        return (int64_t)((uint64_t)value << (64 - column->bits)) >> (64 - column->bits);
    case COLUMN_DECIMAL:
        return within(value, powers[column->precision > 5]);
    case COLUMN_DATE:
        return (int32_t)value;
    case COLUMN_TIME:
        return within(value & INT64_MAX, nanos_of_day(column->unit));
    default:
        return value;
    }
}

/* A signed integer of 1 to 8 bytes of the input. */
static int64_t choose_integer(struct slice *input)
{
    size_t size = 1 + choose_below(input, 8);
    uint64_t value = choose(input, size);
    bool is_negative = size < 8 && value >> (8 * size - 1) != 0;
    return (int64_t)(is_negative ? value | UINT64_MAX << (8 * size) : value);
}

/* UTF-8 text of characters at the limits of their sizes. */
static size_t choose_text(struct slice *input, uint8_t *text, size_t size)
{
    static const char *const characters[] = {"a",
                                             "b",
                                             "\x7f",
                                             "\xc2\x80",
                                             "\xdf\xbf",
                                             "\xe0\xa0\x80",
                                             "\xed\x9f\xbf",
                                             "\xee\x80\x80",
                                             "\xef\xbf\xbf",
                                             "\xf0\x90\x80\x80",
                                             "\xf4\x8f\xbf\xbf",
                                             "z"};
    size_t used = 0;
    while (used + 4 <= size && input->size > 0) {
        uint32_t choice = (uint32_t)choose(input, 1);
        const char *character = characters[choice % 12];
        for (uint32_t n = 1 + choice / 12; n > 0 && used + 4 <= size; n--) {
            memcpy(text + used, character, strlen(character));
            used += strlen(character);
        }
    }
    return used;
}

/* Makes the text a JSON string, two bytes longer. */
static size_t quote(uint8_t *text, size_t size)
{
    memmove(text + 1, text, size);
    for (size_t i = 1; i <= size; i++) {
        if (text[i] < ' ' || text[i] == '"' || text[i] == '\\')
            text[i] = '.';
    }
    text[0] = text[size + 1] = '"';
    return size + 2;
}

/* Runs of equal bytes, so that long values need little input. */
static size_t choose_bytes(struct slice *input, uint8_t *bytes, size_t size)
{
    for (size_t used = 0; used < size;) {
        uint32_t choice = (uint32_t)choose(input, 1);
        size_t run = choice % 4 == 0 ? choose_below(input, 256) + 1 : 1;
        uint8_t byte = choice % 4 == 0 && choice & 0x80 ? 0xff : (uint8_t)choice;
        if (run > size - used)
            run = size - used;
        memset(bytes + used, byte, run);
        used += run;
    }
    return size;
}

/* Sets written->bytes to a new value for the column. */
static void choose_value(struct written *written, uint32_t i, const struct column *column,
                         size_t width, struct slice *input)
{
    uint8_t *bytes = written->bytes[i];
    size_t *size = &written->sizes[i];
    if (column->kind == VECTOR_INT64) {
        int64_t value = integer_of(column, choose_integer(input));
        memcpy(bytes, &value, *size = sizeof value);
    } else if (column->kind == VECTOR_DOUBLE && column->bits != 16) {
        double value;
        uint64_t bits = choose(input, column->bits / 8);
        uint32_t narrow_bits = (uint32_t)bits;
        float narrow;
        memcpy(&value, &bits, sizeof value);
        memcpy(&narrow, &narrow_bits, sizeof narrow);
        if (column->bits == 32)
            value = (double)narrow;
        memcpy(bytes, &value, *size = sizeof value);
    } else if (column->type == COLUMN_TEXT || column->type == COLUMN_JSON) {
        *size = choose_text(input, bytes, choose_below(input, MOST_TEXT - 2));
        if (column->type == COLUMN_JSON)
            *size = quote(bytes, *size);
    } else {
        *size = choose_bytes(input, bytes,
                             width > 0 ? width : choose_below(input, MOST_TEXT));
        /* A sign-extended 8-byte decimal has no more digits than its column. */
        if (column->type == COLUMN_DECIMAL)
            memset(bytes, bytes[0] & 0x80 ? 0xff : 0, width - 8);
    }
}

static bool append_value(struct written *written, uint32_t i, const struct column *column,
                         struct pq_column_values *values, struct error *error)
{
    struct slice value = slice_of(written->bytes[i], written->sizes[i]);
    uint64_t *cell = &written->cells[i][written->n_rows];
    int64_t integer;
    double real;
    if (column->kind == VECTOR_INT64) {
        memcpy(&integer, value.data, sizeof integer);
        *cell = hash_bytes(&integer, sizeof integer);
        return pq_append_int64(values, integer, error);
    }
    if (column->kind == VECTOR_DOUBLE && column->bits == 16) {
        real = pq_double_from_float16((uint16_t)(value.data[0] | value.data[1] << 8));
        *cell = hash_bytes(&real, sizeof real);
        return pq_append_bytes(values, value, error);
    }
    if (column->kind == VECTOR_DOUBLE) {
        memcpy(&real, value.data, sizeof real);
        *cell = hash_bytes(&real, sizeof real);
        return pq_append_double(values, real, error);
    }
    *cell = value.size == 0 ? 0 : (uint64_t)value.size << 32 | crc32_of(value);
    return pq_append_bytes(values, value, error);
}

/* Appends the column's entry of a row: the value before again, a new one, or null. */
static bool append_entry(struct written *written, struct pq_file_writer *writer,
                         uint32_t i, uint32_t choice, struct slice *input,
                         struct error *error)
{
    const struct column *column = &pq_file_writer_tree(writer)->leaves[i].column;
    struct pq_column_values *values = pq_file_writer_values(writer, i);
    bool is_null = column->type == COLUMN_NULL || (column->is_nullable && choice == 3);
    if (is_null) {
        written->cells[i][written->n_rows] = 1;
        return pq_append_null(values, error);
    }
    if (choice != 0 || written->sizes[i] == SIZE_MAX)
        choose_value(written, i, column, values->width, input);
    return append_value(written, i, column, values, error);
}

/* Ends the rows appended since the last call, several at a time, at most as many as the
 * row group has room for. */
static enum status end_rows(struct written *written, struct pq_file_writer *writer,
                            bool is_last, struct error *error)
{
    struct pq_group_room room = pq_file_writer_room(writer);
    uint64_t n = written->n_rows - written->n_ended;
    REQUIRE(room.rows > 0 && n <= room.rows);
    if (n < room.rows && n < written->most_unended && !is_last)
        return OK;
    written->n_ended = written->n_rows;
    return pq_file_writer_end_rows(writer, n, error);
}

/* A byte has the choices for a row's columns; sometimes another says how often. */
static enum status append_rows(struct written *written, struct pq_file_writer *writer,
                               struct slice *input, struct error *error)
{
    for (uint32_t i = 0; i < WRITTEN_COLUMNS; i++)
        written->sizes[i] = SIZE_MAX;
    while (input->size > 0 && written->n_rows < WRITTEN_ROWS) {
        uint32_t choices = (uint32_t)choose(input, 1), n_rows = 1;
        if ((choices & 0x0f) == 0x0f)
            n_rows += (uint32_t)choose(input, 1);
        for (; n_rows > 0 && written->n_rows < WRITTEN_ROWS; n_rows--) {
            for (uint32_t i = 0; i < written->n_columns; i++) {
                if (!append_entry(written, writer, i, choices >> (2 * i) & 3, input,
                                  error))
                    return error->status;
            }
            written->n_rows++;
            enum status status = end_rows(written, writer, false, error);
            if (status != OK)
                return status;
        }
    }
    return end_rows(written, writer, true, error);
}

/* ---- Comparing ------------------------------------------------------------------- */

static void require_same_values(const struct written *written, struct slice file)
{
    struct check_options options = {.file = {.verify_checksums = true},
                                    .seed = (uint32_t)file.size};
    const struct table_check *check = check_file(file, &options);
    REQUIRE(check != NULL);
    REQUIRE(check->n_columns == written->n_columns && check->n_rows == written->n_rows);
    for (uint32_t i = 0; i < written->n_columns; i++) {
        REQUIRE(check->good_rows[i] == written->n_rows);
        for (uint64_t row = 0; row < written->n_rows; row++)
            REQUIRE(check->cells[i][row] == written->cells[i][row]);
    }
}

/* In memory if the system has such a folder, since every file is synced. */
static const char *path_of_file(void)
{
    static char path[80];
    if (path[0] == '\0')
        snprintf(path, sizeof path, "%s/fuzz_file_writer.%ld.parquet",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    return path;
}

/* ---- Columns of any shape -------------------------------------------------------- */

struct written_nested {
    struct nested_field fields[WRITTEN_COLUMNS];
    struct nested_rows rows;
};

static void choose_nested(struct written *written, struct written_nested *nested,
                          struct slice *input)
{
    static const char *const names[WRITTEN_COLUMNS] = {"a", "b", "c", "d"};
    if (written->n_columns == WRITTEN_COLUMNS) /* at most NESTED_LEAVES leaves in all */
        written->n_columns--;
    for (uint32_t i = 0; i < written->n_columns; i++) {
        struct pq_write_column *column = &written->columns[i];
        uint32_t how = (uint32_t)choose(input, 1);
        nested_choose_column(&nested->fields[i], input, names[i]);
        *column = nested_column(&nested->fields[i]);
        column->bloom = (enum pq_bloom_choice)(how % 3);
        column->encoding_choice = (enum pq_encoding_choice)(how / 4 % 4);
        column->encoding = (int)(how / 16) % (encodings_end() + 2);
    }
}

static enum status append_nested(struct written_nested *nested,
                                 struct pq_file_writer *writer, struct slice *input,
                                 struct error *error)
{
    enum status status = nested_rows_start(&nested->rows, writer, input, error);
    while (status == OK && input->size > 0 && nested->rows.n_rows < WRITTEN_ROWS) {
        REQUIRE(pq_file_writer_room(writer).rows > 0);
        status = nested_put_row(&nested->rows);
    }
    return status;
}

static void require_same_entries(const struct written_nested *nested, struct slice file)
{
    const struct pq_file_options options = {.verify_checksums = true};
    struct input_file *input;
    struct pq_file *opened;
    struct error error = {0};
    REQUIRE(input_file_open_memory(file, &input, &error) == OK);
    REQUIRE(pq_file_open(input, &options, &opened, &error) == OK);
    const struct pq_chunk_context *context = pq_file_context(opened);
    REQUIRE(context->tree->n_leaves == nested->rows.n_leaves);
    for (uint32_t leaf = 0; leaf < nested->rows.n_leaves; leaf++) {
        struct leaf_entries expected = {0}, got = {0};
        REQUIRE(leaf_entries_of(&nested->rows.kept[leaf], &expected, &error) == OK);
        for (uint32_t i = 0; i < context->metadata->n_row_groups; i++)
            REQUIRE(leaf_entries_read(context, i, leaf, &got, &error) == OK);
        REQUIRE(leaf_entries_are_same(&expected, &got));
        leaf_entries_free(&expected);
        leaf_entries_free(&got);
    }
    pq_file_close(opened);
}

/* ---- A file ---------------------------------------------------------------------- */

/* nested: NULL for flat columns. */
static enum status write_file(struct written *written, struct written_nested *nested,
                              const char *path, struct slice *input, struct error *error)
{
    struct open_writer open;
    enum status status = open_writer(&open, path, written->columns, written->n_columns,
                                     &written->options, error);
    REQUIRE((status == OK) == (open.writer != NULL));
    if (status == OK && nested != NULL)
        status = append_nested(nested, open.writer, input, error);
    else if (status == OK)
        status = append_rows(written, open.writer, input, error);
    return finish_writer(&open, status, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct written written;
    static struct written_nested nested;
    struct slice input = slice_of(data, size);
    struct error error = {0};
    const char *path = path_of_file();
    uint32_t how = (uint32_t)choose(&input, 1);
    long fail_at = how >= 0xf0 ? 1 + (long)choose(&input, 2) % 500 : 0;
    bool is_nested = (how & 8) != 0;
    memset(&written, 0, sizeof written);
    memset(&nested, 0, sizeof nested);
    written.n_columns = 1 + how % WRITTEN_COLUMNS;
    if (is_nested)
        choose_nested(&written, &nested, &input);
    for (uint32_t i = 0; i < written.n_columns && !is_nested; i++)
        choose_column(&written, i, &input);
    choose_options(&written, &input);
    mem_fail_at(fail_at, how & 1);
    enum status status = write_file(&written, is_nested ? &nested : NULL, path, &input,
                                    &error);
    mem_fail_at(0, 0);
    REQUIRE(status == error.status && (status == OK) == (error.message[0] == '\0'));
    REQUIRE(status == OK || (status == NOMEM && fail_at > 0) ||
            (status == MISUSE && written.options.n_sorting_columns > 0));
    if (status != OK) {
        nested_rows_free(&nested.rows);
        return 0;
    }
    struct slice file = read_whole_file(path);
    unlink(path);
    if (is_nested)
        require_same_entries(&nested, file);
    else
        require_same_values(&written, file);
    nested_rows_free(&nested.rows);
    require_no_findings(file);
    free((void *)(uintptr_t)file.data);
    return 0;
}
