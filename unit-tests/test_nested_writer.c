/* SPDX-License-Identifier: MIT */
/*
 * test_nested_writer.c - written groups, lists and maps: the pages have the levels and
 * values that were appended, and the file's statistics are true.
 */
#include <unistd.h>

#include "base/alloc.h"
#include "parquet/format/page_header.h"
#include "unit_findings.h"
#include "unit_nested.h"
#include "unit_open_writer.h"
#include "unit_testdata.h"
#include "unit_thrift_text.h"

static char path[160];

enum { MOST_FIELDS = 3 };

/* A file to write. */
struct nested_file {
    uint32_t n_columns;
    struct nested_field fields[MOST_FIELDS];
    struct pq_write_column columns[MOST_FIELDS];
    struct pq_write_options options;
    uint64_t most_rows;
    struct nested_rows rows;
};

static void free_file(struct nested_file *file)
{
    nested_rows_free(&file->rows);
}

static enum status write_rows(struct nested_file *file, struct pq_file_writer *writer,
                              struct slice *input, struct error *error)
{
    enum status status = nested_rows_start(&file->rows, writer, input, error);
    while (status == OK && input->size > 0 && file->rows.n_rows < file->most_rows)
        status = nested_put_row(&file->rows);
    return status;
}

static enum status write_file(struct nested_file *file, struct slice input,
                              struct error *error)
{
    struct open_writer open;
    enum status status = open_writer(&open, path, file->columns, file->n_columns,
                                     &file->options, error);
    if (status == OK)
        status = write_rows(file, open.writer, &input, error);
    return finish_writer(&open, status, error);
}

/* ---- Comparing files with their rows ------------------------------------------------
 */

/* Checks that the leaf has the entries that were appended; returns its pages. */
static uint64_t check_leaf(const struct opened *opened,
                           const struct pq_column_values *kept, uint32_t leaf)
{
    const struct pq_chunk_context *context = pq_file_context(opened->file);
    struct leaf_entries told = {0}, got = {0};
    struct error error = {0};
    uint32_t n = opened->table->ops->row_group_count(opened->table);
    CHECK(leaf_entries_of(kept, &told, &error) == OK);
    for (uint32_t i = 0; i < n && error.status == OK; i++)
        CHECK(leaf_entries_read(context, i, leaf, &got, &error) == OK);
    if (error.status != OK)
        fprintf(stderr, "  leaf %u: %s\n", leaf, error.message);
    CHECK(leaf_entries_are_same(&told, &got));
    uint64_t n_pages = got.n_pages;
    leaf_entries_free(&told);
    leaf_entries_free(&got);
    return n_pages;
}

static void check_file(struct nested_file *file, struct slice input)
{
    struct error error = {0};
    CHECK(write_file(file, input, &error) == OK);
    if (error.status != OK) {
        fprintf(stderr, "  %s\n", error.message);
        free_file(file);
        return;
    }
    struct bytes bytes = bytes_of_file(path);
    struct opened opened;
    CHECK(has_no_findings(bytes_slice(&bytes)));
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    if (error.status == OK) {
        CHECK(scan_total_rows(opened.table) == file->rows.n_rows);
        CHECK(opened.schema->n_top_level == file->n_columns);
        CHECK(pq_file_context(opened.file)->tree->n_leaves == file->rows.n_leaves);
        for (uint32_t i = 0; i < file->rows.n_leaves; i++)
            check_leaf(&opened, &file->rows.kept[i], i);
    }
    close_opened(&opened);
    bytes_free(&bytes);
    free_file(file);
}

/* ---- Any shapes -------------------------------------------------------------------- */

static struct slice random_bytes(uint64_t seed, uint8_t *bytes, size_t size)
{
    uint64_t random = seed;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(next_random(&random) >> 20);
    return slice_of(bytes, size);
}

static void choose_columns(struct nested_file *file, uint32_t n, struct slice *input)
{
    static const char *const names[MOST_FIELDS] = {"a", "b", "c"};
    file->n_columns = n;
    for (uint32_t i = 0; i < n; i++) {
        nested_choose_column(&file->fields[i], input, names[i]);
        file->columns[i] = nested_column(&file->fields[i]);
        file->columns[i].bloom = (enum pq_bloom_choice)nested_choose(input, 3);
    }
}

static void start_file(struct nested_file *file)
{
    *file = (struct nested_file){.most_rows = 1000};
    pq_write_options_init(&file->options);
}

static void any_shape_comes_back(void)
{
    static const uint64_t limits[] = {1, 2, 7, 100, 20000};
    static uint8_t bytes[6000];
    struct nested_file file;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct slice input = random_bytes(seed, bytes, 40 + seed * 19);
        start_file(&file);
        choose_columns(&file, 1 + (uint32_t)(seed % MOST_FIELDS), &input);
        file.options.data_page_version = 1 + (int)(seed / 2 % 2);
        file.options.compression = seed % 3 == 0 ? PQ_UNCOMPRESSED : PQ_ZSTD;
        file.options.page_rows = limits[seed % 5];
        file.options.page_bytes = limits[seed / 5 % 5];
        file.options.row_group_rows = seed % 7 == 0 ? 10 : 1000;
        file.options.row_group_bytes = seed % 11 == 0 ? 500 : 1 << 20;
        if (seed % 4 == 0)
            file.options.dictionary_entries = 0;
        check_file(&file, input);
    }
}

/* A chosen encoding applies to the leaves whose types allow it. */
static void any_encoding_comes_back(void)
{
    static const int encodings[] = {PQ_PLAIN,
                                    PQ_RLE,
                                    PQ_DELTA_BINARY_PACKED,
                                    PQ_DELTA_LENGTH_BYTE_ARRAY,
                                    PQ_DELTA_BYTE_ARRAY,
                                    PQ_RLE_DICTIONARY,
                                    PQ_BYTE_STREAM_SPLIT};
    static uint8_t bytes[3000];
    struct nested_file file;
    for (uint64_t seed = 1; seed <= 20 * COUNT_OF(encodings); seed++) {
        struct slice input = random_bytes(seed + 1000, bytes, sizeof bytes);
        start_file(&file);
        choose_columns(&file, 1, &input);
        file.columns[0].encoding_choice = PQ_ENCODING_FIXED;
        file.columns[0].encoding = encodings[seed % COUNT_OF(encodings)];
        file.options.data_page_version = 1 + (int)(seed % 2);
        check_file(&file, input);
    }
}

static void files_without_rows_are_valid(void)
{
    uint8_t bytes[20];
    struct nested_file file;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct slice input = random_bytes(seed, bytes, sizeof bytes);
        start_file(&file);
        choose_columns(&file, 1, &input);
        check_file(&file, slice_of(bytes, 0));
    }
}

static void failed_allocations_are_reported(void)
{
    static uint8_t bytes[400];
    struct nested_file file;
    for (uint64_t seed = 3; seed <= 5; seed++) {
        enum status status = NOMEM;
        for (long n = 1; status != OK && n < 3000; n++) {
            struct error error = {0};
            struct slice input = random_bytes(seed, bytes, sizeof bytes);
            start_file(&file);
            file.options.in_background = false;
            file.options.row_group_rows = 9;
            file.options.page_rows = 4;
            choose_columns(&file, 2, &input);
            mem_fail_at(n, 0);
            status = write_file(&file, input, &error);
            mem_fail_at(0, 0);
            free_file(&file);
            CHECK(status == OK || status == NOMEM);
            CHECK(error.status == status);
        }
        CHECK(status == OK);
    }
}

/* ---- A list of numbers, byte by byte ------------------------------------------------
 */

static void set_list(struct nested_file *file, const char *type)
{
    struct nested_field *field = &file->fields[file->n_columns];
    field->n = 0;
    nested_add(field, nested_annotated("l", PQ_OPTIONAL, PQ_LIST, PQ_LOGICAL_LIST));
    nested_add(field, nested_group("list", PQ_REPEATED, 1));
    nested_add(field, nested_leaf("element", PQ_OPTIONAL, type));
    file->columns[file->n_columns++] = nested_column(field);
}

static void set_leaf(struct nested_file *file, const char *type, int repetition)
{
    struct nested_field *field = &file->fields[file->n_columns];
    field->n = 0;
    nested_add(field, nested_leaf("k", repetition, type));
    file->columns[file->n_columns++] = nested_column(field);
}

static struct open_writer open_file(const struct nested_file *file, struct error *error)
{
    struct open_writer open;
    (void)!open_writer(&open, path, file->columns, file->n_columns, &file->options,
                       error);
    return open;
}

/* Appends entries of leaf 0, given as words: a repetition level, then a number, or '-'
 * and a definition level. */
static void append_entries(struct pq_file_writer *writer, const char *words,
                           struct error *error)
{
    struct pq_column_values *values = pq_file_writer_values(writer, 0);
    for (const char *at = words; *at != '\0'; at += *at == ' ') {
        bool is_absent = at[1] == '-';
        int64_t number = strtol(at + 1 + is_absent, NULL, 10);
        values->repetition = (uint8_t)(*at - '0');
        if (*at == '0' && at > words)
            CHECK(pq_file_writer_end_rows(writer, 1, error) == OK);
        CHECK(is_absent ? pq_append_absent(values, (uint8_t)number, error)
                        : pq_append_int64(values, number, error));
        at += strcspn(at, " ");
    }
    CHECK(pq_file_writer_end_rows(writer, 1, error) == OK);
}

/* A file of one list of INT32s. */
static struct bytes write_list(const struct pq_write_options *options, const char *words)
{
    struct nested_file file;
    start_file(&file);
    set_list(&file, "INT32");
    file.columns[0].encoding_choice = PQ_ENCODING_FIXED;
    file.columns[0].encoding = PQ_PLAIN;
    file.options = *options;
    struct error error = {0};
    struct open_writer open = open_file(&file, &error);
    append_entries(open.writer, words, &error);
    CHECK(finish_writer(&open, OK, &error) == OK);
    struct bytes bytes = bytes_of_file(path);
    CHECK(has_no_findings(bytes_slice(&bytes)));
    return bytes;
}

static struct pq_write_options plain_options(int version)
{
    struct pq_write_options options;
    pq_write_options_init(&options);
    options.compression = PQ_UNCOMPRESSED;
    options.dictionary_entries = 0;
    options.in_background = false;
    options.data_page_version = version;
    return options;
}

/* [1, 2], [], null, [null, 3] */
static const char LIST[] = "01 12 0-1 0-0 0-2 13";

/* Checks the body of the file's first page, and returns its header. */
static void check_body(const struct bytes *file, struct slice body,
                       struct pq_page_header *header)
{
    size_t size = 0;
    bool is_cut;
    struct error error = {0};
    CHECK(pq_page_header_parse(slice_of(file->data + 4, file->size - 4), header, &size,
                               &is_cut, &error) == OK);
    CHECK((size_t)header->compressed_size == body.size);
    CHECK(memcmp(file->data + 4 + size, body.data, body.size) == 0);
}

static void pages_have_both_levels(void)
{
    static const char values[] = "\1\0\0\0\2\0\0\0\3\0\0\0";
    /* Repetition levels 0 1 0 0 0 1 in one bit each, definition levels 3 3 1 0 2 3 in
     * two: bit-packed runs of eight, padded with zeros. */
    static const char v1[] = "\2\0\0\0\3\x22"
                             "\3\0\0\0\3\x1f\x0e";
    static const char v2[] = "\3\x22\3\x1f\x0e";
    struct pq_page_header header = {0};
    for (int version = 1; version <= 2; version++) {
        struct pq_write_options options = plain_options(version);
        struct bytes file = write_list(&options, LIST);
        struct bytes body = {0};
        bytes_put(&body, version == 1 ? v1 : v2,
                  (version == 1 ? sizeof v1 : sizeof v2) - 1);
        bytes_put(&body, values, sizeof values - 1);
        check_body(&file, bytes_slice(&body), &header);
        CHECK(header.num_values == 6);
        if (version == 2) {
            CHECK(header.num_rows == 4 && header.num_nulls == 3);
            CHECK(header.repetition_size == 2 && header.definition_size == 3);
        }
        bytes_free(&body);
        bytes_free(&file);
    }
}

static struct pq_column_chunk chunk_of(const struct opened *opened, uint32_t leaf)
{
    struct pq_column_chunk chunk = {0};
    struct error error = {0};
    CHECK(pq_chunk_metadata(pq_file_context(opened->file), 0, leaf, &chunk, &error) ==
          OK);
    return chunk;
}

static const char *thrift_of(const struct bytes *file, int64_t offset, size_t size)
{
    static struct thrift_text text;
    struct thrift_reader reader;
    text.size = 0;
    thrift_init(&reader, slice_of(file->data + offset, size));
    add_struct(&reader, &text);
    CHECK(reader.fault == NULL);
    return text.text;
}

static void metadata_counts_entries_and_rows(void)
{
    struct pq_write_options options = plain_options(1);
    struct opened opened;
    struct error error = {0};
    options.page_rows = 2;
    struct bytes file = write_list(&options, LIST);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    struct pq_column_chunk chunk = chunk_of(&opened, 0);
    CHECK(chunk.metadata.num_values == 6);
    CHECK(chunk.metadata.statistics.null_count == 3);
    uint32_t footer =
        pq_file_context(opened.file)->metadata->row_groups[0].chunk_offsets[0];
    struct slice all = pq_file_context(opened.file)->metadata->footer;
    const char *text = thrift_of(&file, (int64_t)(file.size - 8 - all.size + footer),
                                 all.size - footer);
    CHECK(strstr(text, " 3:['l' 'list' 'element'] ") != NULL);
    CHECK(strstr(text, " 16:{2:[4l 2l] 3:[1l 1l 1l 3l]}") != NULL);
    text = thrift_of(&file, chunk.offset_index_offset, (size_t)chunk.offset_index_length);
    CHECK(strstr(text, " 3:0l}") != NULL && strstr(text, " 3:2l}") != NULL);
    CHECK_TEXT(
        thrift_of(&file, chunk.column_index_offset, (size_t)chunk.column_index_length),
        "{1:[f f] 2:['%01%00%00%00' '%03%00%00%00'] "
        "3:['%02%00%00%00' '%03%00%00%00'] 4:1 5:[1l 2l] "
        "6:[2l 1l 2l 1l] 7:[0l 1l 0l 2l 1l 0l 1l 1l]}");
    close_opened(&opened);
    bytes_free(&file);
}

/* Checks the first rows of the pages in the OffsetIndex of the only leaf. */
static void check_pages(uint64_t page_rows, uint64_t page_bytes, const char *words,
                        const char *first_rows)
{
    struct pq_write_options options = plain_options(2);
    struct opened opened;
    struct error error = {0};
    char rows[200];
    size_t size = 0;
    options.page_rows = page_rows;
    options.page_bytes = page_bytes;
    struct bytes file = write_list(&options, words);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    struct pq_column_chunk chunk = chunk_of(&opened, 0);
    const char *index = thrift_of(&file, chunk.offset_index_offset,
                                  (size_t)chunk.offset_index_length);
    rows[0] = '\0';
    for (const char *at = index; (at = strstr(at, " 3:")) != NULL;) {
        at += 3;
        size += (size_t)snprintf(rows + size, sizeof rows - size, "%s%ld",
                                 size > 0 ? " " : "", strtol(at, NULL, 10));
    }
    CHECK_TEXT(rows, first_rows);
    close_opened(&opened);
    bytes_free(&file);
}

static void pages_end_with_rows(void)
{
    /* Lists of 1, 3, 0, 2, 1 and 4 elements. */
    static const char rows[] = "01 02 13 14 0-1 06 17 08 09 1-2 11 12";
    check_pages(20000, 1 << 20, rows, "0");
    check_pages(1, 1 << 20, rows, "0 1 2 3 4 5");
    check_pages(2, 1 << 20, rows, "0 2 4");
    check_pages(5, 1 << 20, rows, "0 5");
    /* Limited by values, 4 bytes each, but a row is never split. */
    check_pages(20000, 1, rows, "0 1 2 3 4 5");
    check_pages(20000, 4 * 4, rows, "0 3 5");
    check_pages(20000, 4 * 5, rows, "0 3 5");
    check_pages(20000, 4 * 6, rows, "0 4");
    /* Limited by levels, 3 bits per entry. */
    check_pages(20000, 3, "0-0 0-0 0-0 0-0 0-0 0-0 0-0 0-0 0-0", "0 8");
    check_pages(20000, 3, "0-2 1-2 1-2 1-2 1-2 1-2 1-2 1-2 1-2 1-2 0-0 0-0", "0 1");
}

/* A page per row, however many values a row has. */
static void a_large_row_is_one_page(void)
{
    enum { N = 300000 };
    struct nested_file file;
    start_file(&file);
    set_list(&file, "INT32");
    file.options = plain_options(1);
    struct error error = {0};
    struct open_writer open = open_file(&file, &error);
    struct pq_column_values *values = pq_file_writer_values(open.writer, 0);
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < N; i++) {
            values->repetition = i > 0;
            CHECK(pq_append_int64(values, i * 19, &error));
        }
        CHECK(pq_file_writer_end_rows(open.writer, 1, &error) == OK);
    }
    CHECK(finish_writer(&open, OK, &error) == OK);
    struct bytes bytes = bytes_of_file(path);
    struct opened opened;
    CHECK(has_no_findings(bytes_slice(&bytes)));
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    struct pq_column_chunk chunk = chunk_of(&opened, 0);
    CHECK(chunk.metadata.num_values == 2 * N);
    const char *index = thrift_of(&bytes, chunk.offset_index_offset,
                                  (size_t)chunk.offset_index_length);
    CHECK(strstr(index, " 3:0l}") != NULL && strstr(index, " 3:1l}") != NULL);
    close_opened(&opened);
    bytes_free(&bytes);
}

/* ---- Row groups, Bloom filters, sort orders -----------------------------------------
 */

static void bytes_of_lists_count_for_the_row_group_limit(void)
{
    struct nested_file file;
    start_file(&file);
    set_list(&file, "INT32");
    set_leaf(&file, "INT64", PQ_OPTIONAL);
    file.options.row_group_bytes = 100;
    file.options.in_background = false;
    struct error error = {0};
    struct open_writer open = open_file(&file, &error);
    struct pq_column_values *list = pq_file_writer_values(open.writer, 0);
    struct pq_column_values *leaf = pq_file_writer_values(open.writer, 1);
    struct pq_group_room room = pq_file_writer_room(open.writer);
    CHECK(room.row_bytes == 8 && room.bytes == 100);
    for (int i = 0; i < 3; i++) {
        list->repetition = i > 0;
        CHECK(pq_append_int64(list, 1, &error));
    }
    list->repetition = 1;
    CHECK(pq_append_absent(list, 2, &error));
    CHECK(pq_append_null(leaf, &error));
    CHECK(pq_file_writer_end_rows(open.writer, 1, &error) == OK);
    room = pq_file_writer_room(open.writer);
    CHECK(room.bytes == 100 - 8 - 3 * 5 - 1);
    CHECK(list->n_entries == 4);
    list->repetition = 0;
    for (int i = 0; i < 20; i++, list->repetition = 1)
        CHECK(pq_append_int64(list, 1, &error));
    CHECK(pq_file_writer_room(open.writer).bytes == 0);
    CHECK(pq_append_null(leaf, &error));
    CHECK(pq_file_writer_end_rows(open.writer, 1, &error) == OK);
    /* The row group is full: another one begins. */
    CHECK(pq_file_writer_room(open.writer).bytes == 100);
    CHECK(pq_file_writer_values(open.writer, 0)->n_entries == 0);
    CHECK(pq_file_writer_values(open.writer, 0)->repetition == 0);
    discard_writer(&open);
}

static void bloom_filters_are_per_leaf(void)
{
    static const enum pq_bloom_choice choices[] = {PQ_BLOOM_NONE, PQ_BLOOM_ALWAYS};
    for (int i = 0; i < 2; i++) {
        struct nested_file file;
        struct opened opened;
        static uint8_t input[600];
        start_file(&file);
        struct nested_field *field = &file.fields[0];
        field->n = 0;
        nested_add(field, nested_annotated("m", PQ_OPTIONAL, PQ_MAP, PQ_LOGICAL_MAP));
        nested_add(field, nested_group("key_value", PQ_REPEATED, 2));
        nested_add(field, nested_leaf("key", PQ_REQUIRED, "STRING"));
        nested_add(field, nested_leaf("value", PQ_OPTIONAL, "BOOLEAN"));
        file.n_columns = 1;
        file.columns[0] = nested_column(field);
        file.columns[0].bloom = choices[i];
        CHECK(write_file(&file, random_bytes(5, input, sizeof input),
                         &(struct error){0}) == OK);
        struct bytes bytes = bytes_of_file(path);
        CHECK(has_no_findings(bytes_slice(&bytes)));
        CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &(struct error){0}) == OK);
        CHECK(chunk_of(&opened, 0).metadata.has_bloom_filter_offset == (i == 1));
        /* Booleans have no filter. */
        CHECK(!chunk_of(&opened, 1).metadata.has_bloom_filter_offset);
        close_opened(&opened);
        bytes_free(&bytes);
        free_file(&file);
    }
}

/* Writes two lists and a number, leaf 2, and states that rows are sorted by `leaf`. */
static enum status write_sorted(int32_t leaf, const int *numbers, struct error *error)
{
    struct nested_file file;
    const struct pq_sorting_column claim = {.leaf = leaf};
    start_file(&file);
    set_list(&file, "INT32");
    set_list(&file, "STRING");
    set_leaf(&file, "INT32", PQ_OPTIONAL);
    file.options.sorting_columns = &claim;
    file.options.n_sorting_columns = 1;
    file.options.row_group_rows = 2;
    struct open_writer open = open_file(&file, error);
    enum status status = error->status;
    for (int i = 0; i < 3 && status == OK; i++) {
        for (uint32_t list = 0; list < 2; list++)
            CHECK(pq_append_absent(pq_file_writer_values(open.writer, list),
                                   (uint8_t)list, error));
        CHECK(pq_append_int64(pq_file_writer_values(open.writer, 2), numbers[i], error));
        status = pq_file_writer_end_rows(open.writer, 1, error);
    }
    return finish_writer(&open, status, error);
}

static void sort_order_is_checked_by_leaf(void)
{
    struct error error = {0};
    CHECK(write_sorted(2, (const int[]){1, 2, 3}, &error) == OK);
    struct bytes bytes = bytes_of_file(path);
    CHECK(has_no_findings(bytes_slice(&bytes)));
    bytes_free(&bytes);
    CHECK(write_sorted(2, (const int[]){1, 3, 2}, &error) == MISUSE);
    CHECK_TEXT(error.message, "row 3 is not in the order of sorted_by; add an ORDER BY "
                              "of these columns to the query");
    error_clear(&error);
    CHECK(write_sorted(0, (const int[]){1, 2, 3}, &error) == MISUSE);
    CHECK_TEXT(error.message, "sorted_by: a row can have several values of that column");
}

/* ---- Mistakes of callers -------------------------------------------------------------
 */

static void rows_of_a_leaf_must_match_the_rows_ended(void)
{
    struct nested_file file;
    start_file(&file);
    set_list(&file, "INT32");
    set_leaf(&file, "INT64", PQ_OPTIONAL);
    for (int mistake = 0; mistake < 3; mistake++) {
        struct error error = {0};
        struct open_writer open = open_file(&file, &error);
        struct pq_column_values *list = pq_file_writer_values(open.writer, 0);
        if (mistake != 2)
            CHECK(pq_append_null(pq_file_writer_values(open.writer, 1), &error));
        list->repetition = mistake == 0;
        CHECK(pq_append_int64(list, 1, &error));
        CHECK(pq_file_writer_end_rows(open.writer, mistake == 1 ? 2 : 1, &error) ==
              MISUSE);
        CHECK_TEXT(
            error.message,
            mistake == 0   ? "column \"l.list.element\": 0 rows written, 1 rows ended"
            : mistake == 1 ? "column \"l.list.element\": 1 rows written, 2 rows ended"
                           : "column \"k\": 0 rows written, 1 rows ended");
        discard_writer(&open);
    }
}

static void columns_must_be_whole_trees(void)
{
    static const struct {
        uint32_t n_below;
        int n_children;
        enum status status;
    } cases[] = {
        {2, 1, OK}, {1, 1, CORRUPT}, {2, 2, CORRUPT}, {0, 0, MISUSE}, {2, 0, CORRUPT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct nested_file file;
        start_file(&file);
        set_list(&file, "INT32");
        file.columns[0].n_below = cases[i].n_below;
        file.columns[0].element.n_children = cases[i].n_children;
        struct error error = {0};
        struct open_writer open = open_file(&file, &error);
        CHECK(error.status == cases[i].status);
        CHECK((open.writer != NULL) == (cases[i].status == OK));
        discard_writer(&open);
    }
    /* Two columns, the first with an element of the second. */
    struct nested_file file;
    start_file(&file);
    set_list(&file, "INT32");
    set_list(&file, "INT32");
    struct pq_schema_element shifted[4];
    memcpy(shifted, file.columns[0].below, 2 * sizeof *shifted);
    memcpy(shifted + 2, &file.columns[1].element, sizeof *shifted);
    file.columns[0].below = shifted;
    file.columns[0].n_below = 3;
    file.columns[1].element = file.columns[1].below[0];
    file.columns[1].below++;
    file.columns[1].n_below = 1;
    struct error error = {0};
    struct open_writer open = open_file(&file, &error);
    CHECK(error.status == MISUSE);
    CHECK_TEXT(error.message, "column 0 has 2 elements below it, not 3");
    discard_writer(&open);
}

static void depth_is_limited(void)
{
    enum { DEEPEST = PQ_MAX_LEVEL };
    static struct pq_schema_element below[DEEPEST + 1];
    for (uint32_t n = DEEPEST - 1; n <= DEEPEST; n++) {
        struct nested_file file;
        start_file(&file);
        for (uint32_t i = 0; i < n; i++)
            below[i] = nested_group("g", PQ_OPTIONAL, 1);
        below[n] = nested_leaf("v", PQ_REQUIRED, "INT32");
        file.n_columns = 1;
        file.columns[0] = (struct pq_write_column){
            .element = nested_group("a", PQ_OPTIONAL, 1),
            .below = below,
            .n_below = n + 1};
        struct error error = {0};
        struct open_writer open = open_file(&file, &error);
        CHECK(error.status == (n < DEEPEST ? OK : UNSUPPORTED));
        if (n == DEEPEST)
            CHECK_TEXT(error.message, "column 0: nested more than 255 levels deep");
        discard_writer(&open);
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_nested_writer.%ld.parquet", (long)getpid());
    RUN(any_shape_comes_back);
    RUN(any_encoding_comes_back);
    RUN(files_without_rows_are_valid);
    RUN(failed_allocations_are_reported);
    RUN(pages_have_both_levels);
    RUN(metadata_counts_entries_and_rows);
    RUN(pages_end_with_rows);
    RUN(a_large_row_is_one_page);
    RUN(bytes_of_lists_count_for_the_row_group_limit);
    RUN(bloom_filters_are_per_leaf);
    RUN(sort_order_is_checked_by_leaf);
    RUN(rows_of_a_leaf_must_match_the_rows_ended);
    RUN(columns_must_be_whole_trees);
    RUN(depth_is_limited);
    unlink(path);
    return unit_test_done();
}
