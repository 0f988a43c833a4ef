/* SPDX-License-Identifier: MIT */
/*
 * unit_parquet.h - makes small Parquet files page by page, and reads the cells of their
 * columns as JSON values, separated by commas.
 */
#ifndef UNIT_PARQUET_H
#define UNIT_PARQUET_H

#include "base/hash.h"
#include "parquet/file_reader.h"
#include "parquet/format/page_header.h"
#include "scan/scan.h"
#include "scan/json_cell.h"
#include "value/value_text.h"
#include "unit_footer.h"
#include "unit_scan.h"
#include "unit_test.h"

enum crc_kind { NO_CRC, RIGHT_CRC, WRONG_CRC };
enum v2_flag { FLAG_ABSENT, FLAG_COMPRESSED, FLAG_STORED };

/* A page.  A member of 0 selects the usual value. */
struct page {
    int type; /* enum pq_page_type */
    int encoding;
    int32_t n_values;
    struct slice body;                        /* as stored */
    int32_t uncompressed_size;                /* 0: the body's; -1: 0 */
    int32_t compressed_size;                  /* in the header; 0: the body's */
    int level_encoding;                       /* v1; 0: RLE */
    int32_t n_nulls, n_rows;                  /* v2; n_rows 0: n_values */
    int32_t definition_size, repetition_size; /* v2 */
    enum v2_flag flag;                        /* v2 */
    enum crc_kind crc;
    size_t statistics_size; /* of a maximum that only makes the header long */
};

#define TEXT_SLICE(text) slice_of(text, sizeof(text) - 1)

static inline void put_page_details(struct thrift_bytes *header, const struct page *page)
{
    bool is_v2 = page->type == PQ_DATA_PAGE_V2;
    int levels = page->level_encoding == 0 ? PQ_RLE : page->level_encoding;
    put_i32(header, 1, page->n_values);
    put_i32(header, is_v2 ? 4 : 2, page->encoding);
    if (page->type == PQ_DATA_PAGE) {
        put_i32(header, 3, levels);
        put_i32(header, 4, levels);
    }
    if (is_v2) {
        put_i32(header, 2, page->n_nulls);
        put_i32(header, 3, page->n_rows == 0 ? page->n_values : page->n_rows);
        put_i32(header, 5, page->definition_size);
        put_i32(header, 6, page->repetition_size);
        if (page->flag != FLAG_ABSENT)
            put_bool(header, 7, page->flag == FLAG_COMPRESSED);
    }
    if (page->statistics_size > 0) {
        uint8_t *maximum = must(calloc(1, page->statistics_size));
        begin_struct_field(header, is_v2 ? 8 : 5);
        put_binary(header, 5, maximum, page->statistics_size);
        end_struct(header);
        free(maximum);
    }
}

static inline void put_page(struct bytes *file, const struct page *page)
{
    static const int fields[] = {[PQ_DATA_PAGE] = 5,
                                 [PQ_INDEX_PAGE] = 6,
                                 [PQ_DICTIONARY_PAGE] = 7,
                                 [PQ_DATA_PAGE_V2] = 8};
    struct thrift_bytes header = {0};
    int32_t size = (int32_t)page->body.size, whole = page->uncompressed_size;
    put_i32(&header, 1, page->type);
    put_i32(&header, 2, whole == 0 ? size : whole < 0 ? 0 : whole);
    put_i32(&header, 3, page->compressed_size == 0 ? size : page->compressed_size);
    if (page->crc != NO_CRC)
        put_i32(&header, 4, (int32_t)(crc32_of(page->body) ^ (page->crc == WRONG_CRC)));
    if (page->type >= 0 && page->type <= PQ_DATA_PAGE_V2) {
        begin_struct_field(&header, fields[page->type]);
        if (page->type != PQ_INDEX_PAGE)
            put_page_details(&header, page);
        end_struct(&header);
    }
    end_thrift(&header);
    bytes_put_bytes(file, &header.bytes);
    bytes_put(file, page->body.data, page->body.size);
    thrift_bytes_free(&header);
}

static inline void begin_file(struct bytes *file)
{
    file->size = 0;
    bytes_put_text(file, "PAR1");
}

static inline void put_footer(struct bytes *file, struct thrift_bytes *footer)
{
    end_thrift(footer);
    bytes_put_bytes(file, &footer->bytes);
    bytes_put_uint(file, footer->bytes.size, 4);
    bytes_put_text(file, "PAR1");
    thrift_bytes_free(footer);
}

/* A file with one column "a" and one row group, which has the pages appended so far. */
struct one_column {
    int type;
    int32_t length;
    int repetition;
    int converted, logical; /* annotation: converted type + 1, and kind; 0: none */
    int codec;
    int64_t n_rows;
    int64_t dictionary_offset;
    int64_t data_offset; /* 0: 4 */
    int64_t size;        /* of the chunk; 0: all pages */
    const char *created_by;
    int64_t distinct_count; /* 0: no statistics */
};

static inline void finish_file(struct bytes *file, const struct one_column *column)
{
    struct thrift_bytes footer = {0};
    struct chunk_spec chunk = {.type = column->type,
                               .codec = column->codec,
                               .path = {"a"},
                               .n_values = column->n_rows,
                               .uncompressed_size = (int64_t)file->size - 4,
                               .compressed_size = (int64_t)file->size - 4,
                               .data_page_offset = 4,
                               .dictionary_page_offset = column->dictionary_offset,
                               .distinct_count = column->distinct_count};
    if (column->size != 0)
        chunk.compressed_size = column->size;
    if (column->data_offset != 0)
        chunk.data_page_offset = column->data_offset;
    put_i32(&footer, 1, 1);
    put_list(&footer, 2, THRIFT_STRUCT, 2);
    put_group(&footer, "root", -1, 1);
    begin_element(&footer, "a", column->type, column->repetition);
    if (column->length != 0)
        put_i32(&footer, 2, column->length);
    if (column->converted > 0)
        put_i32(&footer, 6, column->converted - 1);
    if (column->converted == PQ_DECIMAL + 1) {
        put_i32(&footer, 7, 2);
        put_i32(&footer, 8, 9);
    }
    if (column->logical > 0) {
        begin_struct_field(&footer, 10);
        put_empty_struct(&footer, column->logical);
        end_struct(&footer);
    }
    end_struct(&footer);
    put_i64(&footer, 3, column->n_rows);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_row_group(&footer, &chunk, 1, column->n_rows);
    if (column->created_by != NULL)
        put_text(&footer, 6, column->created_by);
    put_footer(file, &footer);
}

/* Writes the footer of row groups of n_rows each, with one INT32 column "a". */
static inline void finish_row_groups(struct bytes *file, const struct chunk_spec *chunks,
                                     uint32_t n_groups, int64_t n_rows)
{
    struct thrift_bytes footer = {0};
    put_list(&footer, 2, THRIFT_STRUCT, 2);
    put_group(&footer, "root", -1, 1);
    put_leaf(&footer, "a", PQ_INT32, PQ_REQUIRED);
    put_i64(&footer, 3, n_rows * n_groups);
    put_list(&footer, 4, THRIFT_STRUCT, n_groups);
    for (uint32_t i = 0; i < n_groups; i++)
        put_row_group(&footer, &chunks[i], 1, n_rows);
    put_footer(file, &footer);
}

/* ---- Reading ------------------------------------------------------------------ */

struct opened {
    uint8_t *copy;
    struct pq_file *file;
    struct table_file *table;
    const struct schema *schema;
};

static inline enum status open_bytes(struct opened *opened, struct slice bytes,
                                     bool verify_checksums, struct error *error)
{
    const struct pq_file_options options = {.verify_checksums = verify_checksums};
    struct input_file *input = NULL;
    *opened = (struct opened){.copy = exact_copy(bytes.data, bytes.size)};
    enum status status = input_file_open_memory(slice_of(opened->copy, bytes.size),
                                                &input, error);
    if (status == OK) {
        status = pq_file_open(input, &options, &opened->file, error);
        if (status != OK)
            input_file_close(input);
    }
    if (status != OK) {
        free(opened->copy);
        *opened = (struct opened){0};
        return status;
    }
    opened->table = pq_file_as_table_file(opened->file);
    opened->schema = opened->table->ops->schema(opened->table);
    return OK;
}

static inline void close_opened(struct opened *opened)
{
    pq_file_close(opened->file);
    free(opened->copy);
    *opened = (struct opened){0};
}

/* Appends the vector's rows; checks the guarantees that the vector gives. */
static inline void append_cells(struct buffer *text, const struct column *column,
                                const struct column_vector *vector)
{
    struct error error = {0};
    for (uint32_t row = 0; row < vector->n_rows; row++) {
        uint32_t k = column_vector_index(vector, row);
        bool is_null = column_vector_is_null(vector, row);
        if (vector->indices != NULL && !is_null)
            CHECK(k < vector->n_entries);
        if (vector->kind == VECTOR_BYTES && !is_null) {
            const struct bytes_value *value = &vector->values.bytes[k];
            CHECK(!vector->is_terminated || value->data[value->size] == 0);
            CHECK(!vector->has_no_nul || value->size == 0 ||
                  memchr(value->data, 0, value->size) == NULL);
        }
        CHECK(text->size == 0 || buffer_append_text(text, ",", &error) == OK);
        CHECK(append_json_cell(text, column, vector, row, &error) == OK);
    }
}

/* Reads all rows of a column through a scan. */
static inline enum status scan_cells(struct opened *opened, uint32_t column,
                                     struct buffer *text, struct error *error)
{
    struct scan scan = {0};
    const struct scan_column *window;
    enum status status = scan_init(&scan, opened->table, error);
    if (status == OK) {
        scan_start(&scan, NULL);
        scan_step(&scan);
    }
    while (status == OK && scan.batch_first < scan.batch_end) {
        uint64_t row = scan.batch_first;
        while (status == OK && row < scan.batch_end) {
            status = scan_column(&scan, column, row, &window, error);
            if (status != OK)
                break;
            CHECK(window->first == row && window->vector.n_rows > 0);
            append_cells(text, &opened->schema->columns[column], &window->vector);
            row += window->vector.n_rows;
        }
        scan_step(&scan);
    }
    scan_release(&scan);
    return status;
}

/* Reads all rows of a column in steps, without a scan. */
static inline enum status step_cells(struct opened *opened, uint32_t column,
                                     uint32_t step, struct buffer *text,
                                     struct error *error)
{
    struct table_file *table = opened->table;
    struct column_reader *reader = NULL;
    struct column_vector vector;
    enum status status = table->ops->open_column(table, column, &reader, error);
    uint32_t n_groups = table->ops->row_group_count(table);
    for (uint32_t group = 0; status == OK && group < n_groups; group++) {
        uint64_t left = table->ops->row_group_rows(table, group);
        status = reader->ops->start(reader, group, error);
        while (status == OK && left > 0) {
            uint32_t n = left < step ? (uint32_t)left : step;
            status = reader->ops->read(reader, n, &vector, error);
            if (status != OK)
                break;
            append_cells(text, &opened->schema->columns[column], &vector);
            CHECK(vector.n_rows > 0 && vector.n_rows <= n);
            left -= vector.n_rows;
        }
    }
    if (reader != NULL)
        reader->ops->close(reader);
    return status;
}

/* Reads a column with a scan and with various step sizes, checks that the results agree,
 * and returns the cells or `<status name>: <message>`.  Valid until the next call. */
static inline const char *column_text(struct slice file, uint32_t column,
                                      bool verify_checksums)
{
    static struct buffer first, other;
    static char text[1 << 16];
    enum { N_WAYS = 5 };
    static const uint32_t steps[N_WAYS] = {0, 1, 3, 7, BATCH_ROWS};
    for (size_t i = 0; i < N_WAYS; i++) {
        struct opened opened;
        struct error error = {0};
        struct buffer *target = i == 0 ? &first : &other;
        target->size = 0;
        enum status status = open_bytes(&opened, file, verify_checksums, &error);
        if (status == OK)
            status = i == 0 ? scan_cells(&opened, column, target, &error)
                            : step_cells(&opened, column, steps[i], target, &error);
        close_opened(&opened);
        CHECK(status == error.status);
        if (status != OK) {
            target->size = 0;
            (void)!buffer_append_format(target, &(struct error){0}, "%s: %s",
                                        status_name(status), error.message);
        }
        /* The message may depend on the steps; whether reading fails, and its status,
         * may not. */
        size_t compared = status != OK ? strlen(status_name(status)) : first.size;
        CHECK(status != OK || target->size == first.size);
        CHECK(compared <= first.size && compared <= target->size &&
              (compared == 0 || memcmp(first.data, target->data, compared) == 0));
    }
    CHECK(first.size < sizeof text);
    if (first.size > 0)
        memcpy(text, first.data, first.size);
    text[first.size] = 0;
    buffer_release(&first);
    buffer_release(&other);
    return text;
}

static inline const char *first_column(const struct bytes *file)
{
    return column_text(bytes_slice(file), 0, true);
}

/* Whether reading column 0 fails with a message that begins with `front`. */
static inline bool fails_as(const struct bytes *file, const char *front)
{
    const char *text = first_column(file);
    if (strncmp(text, front, strlen(front)) == 0)
        return true;
    fprintf(stderr, "got \"%.200s\", expected \"%s...\"\n", text, front);
    return false;
}

#endif
