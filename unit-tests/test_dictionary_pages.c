/* SPDX-License-Identifier: MIT */
/*
 * test_dictionary_pages.c - column chunks with dictionaries: where the dictionary page
 * may be, which indices are valid, and pages of other encodings in the same chunk.
 */
#include "parquet/column/chunk_dictionary.h"
#include "unit_testdata.h"

static struct bytes file;

#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"
#define THREE "\3\0\0\0"

static void put_dictionary(int encoding, int32_t n, struct slice body)
{
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .encoding = encoding,
                                   .n_values = n,
                                   .body = body});
}

/* Dictionary-encoded INT32s without levels: a byte for the bit width, then runs. */
static void put_indexes(int32_t n, struct slice body)
{
    put_page(&file,
             &(struct page){.n_values = n, .encoding = PQ_RLE_DICTIONARY, .body = body});
}

static void put_plain(int32_t n, struct slice body)
{
    put_page(&file, &(struct page){.n_values = n, .body = body});
}

static void finish(int64_t n_rows)
{
    finish_file(&file, &(struct one_column){.type = PQ_INT32, .n_rows = n_rows});
}

static void finish_optional(int64_t n_rows)
{
    finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                            .repetition = PQ_OPTIONAL,
                                            .n_rows = n_rows});
}

static void both_names_of_the_encoding_are_read(void)
{
    static const int of_pages[] = {PQ_PLAIN, PQ_PLAIN_DICTIONARY};
    static const int of_indexes[] = {PQ_PLAIN_DICTIONARY, PQ_RLE_DICTIONARY};
    for (int i = 0; i < 4; i++) {
        begin_file(&file);
        put_dictionary(of_pages[i / 2], 3, TEXT_SLICE(ONE TWO THREE));
        put_page(&file, &(struct page){.n_values = 8,
                                       .encoding = of_indexes[i % 2],
                                       .body = TEXT_SLICE("\2\3\xe4\x24")});
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 2,
                                       .encoding = of_indexes[i % 2],
                                       .body = TEXT_SLICE("\1\4\1")});
        finish(10);
        CHECK(fails_as(&file, "corrupt: ")); /* 0xe4 holds index 3 */
        begin_file(&file);
        put_dictionary(of_pages[i / 2], 3, TEXT_SLICE(ONE TWO THREE));
        put_page(&file, &(struct page){.n_values = 8,
                                       .encoding = of_indexes[i % 2],
                                       .body = TEXT_SLICE("\2\3\x24\x12")});
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 2,
                                       .encoding = of_indexes[i % 2],
                                       .body = TEXT_SLICE("\1\4\1")});
        finish(10);
        CHECK_TEXT(first_column(&file), "1,2,3,1,3,1,2,1,2,2");
    }
    begin_file(&file);
    put_dictionary(PQ_DELTA_BINARY_PACKED, 1, TEXT_SLICE(ONE));
    put_indexes(1, TEXT_SLICE("\0\2"));
    finish(1);
    CHECK(fails_as(&file, "unsupported: ") || fails_as(&file, "corrupt: "));
}

/* The metadata's dictionary offset may be absent or wrong, because the page header has
 * the page type. */
static void dictionary_offset_is_not_needed(void)
{
    static const int64_t offsets[] = {0, 4, 1000, -1, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        struct one_column column = {.type = PQ_INT32, .n_rows = 2};
        begin_file(&file);
        put_dictionary(PQ_PLAIN, 2, TEXT_SLICE(ONE TWO));
        if (offsets[i] == 4)
            column.data_offset = (int64_t)file.size;
        put_indexes(2, TEXT_SLICE("\1\4\1"));
        column.size = (int64_t)file.size - 4;
        column.dictionary_offset = offsets[i];
        finish_file(&file, &column);
        CHECK_TEXT(first_column(&file), "2,2");
    }
}

static void missing_and_second_dictionaries_are_corrupt(void)
{
    begin_file(&file);
    put_indexes(1, TEXT_SLICE("\0\2"));
    finish(1);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 1, TEXT_SLICE(ONE));
    put_indexes(1, TEXT_SLICE("\0\2"));
    put_dictionary(PQ_PLAIN, 1, TEXT_SLICE(TWO));
    put_indexes(1, TEXT_SLICE("\0\2"));
    finish(2);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0"));
    /* a page with only nulls needs none */
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 2, .body = TEXT_SLICE("\2\0\0\0\4\0")});
    finish_optional(2);
    CHECK_TEXT(first_column(&file), "null,null");
}

static void invalid_indices_are_corrupt(void)
{
    static const struct {
        const char *body;
        size_t size;
    } bad[] = {
        {"\1\2\2", 3},                 /* exceeds the bit width */
        {"\2\2\2", 3},                 /* the dictionary has two entries */
        {"\x20\2\2\0\0\0", 6},         /* likewise, in 32 bits */
        {"\x20\2\xff\xff\xff\xff", 6}, /* likewise */
        {"\x21\2\0\0\0\0\0", 7},       /* 33 bits */
        {"\xff\2\0\0\0\0\0", 7},
        {"\1", 1},           /* no run */
        {"", 0},             /* not even a width */
        {"\2\3\xaa\xaa", 4}, /* bit-packed, all 2 */
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        for (int at = 0; at < 3; at++) {
            begin_file(&file);
            put_dictionary(PQ_PLAIN, 2, TEXT_SLICE(ONE TWO));
            for (int k = 0; k < 3; k++)
                put_indexes(1, k == at ? slice_of(bad[i].body, bad[i].size)
                                       : TEXT_SLICE("\1\2\1"));
            finish(3);
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at "));
        }
    }
}

static void width_0_is_index_0(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 1, TEXT_SLICE(THREE));
    put_indexes(3, TEXT_SLICE("\0\6"));
    put_indexes(2, TEXT_SLICE("\0"));
    finish(5);
    CHECK_TEXT(first_column(&file), "3,3,3,3,3");
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 0, TEXT_SLICE(""));
    put_indexes(3, TEXT_SLICE("\0\6"));
    finish(3);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at "));
}

/* Pages with only nulls: an empty dictionary, indices without bit width or runs. */
static void nulls_need_no_indices(void)
{
    static const char *const bodies[] = {"\2\0\0\0\4\0", "\2\0\0\0\4\0\0",
                                         "\2\0\0\0\4\0\5"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        for (int32_t entries = 0; entries < 2; entries++) {
            begin_file(&file);
            put_dictionary(PQ_PLAIN, entries, slice_of(THREE, (size_t)entries * 4));
            put_indexes(2, slice_of(bodies[i], 6 + (i > 0)));
            if (entries > 0)
                put_indexes(1, TEXT_SLICE("\2\0\0\0\2\1\0\2"));
            finish_optional(2 + entries);
            CHECK_TEXT(first_column(&file), entries > 0 ? "null,null,3" : "null,null");
        }
    }
}

static void number_of_entries_must_fit_the_page(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 3, TEXT_SLICE(ONE TWO));
    put_indexes(1, TEXT_SLICE("\1\2\1"));
    finish(1);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    static const int32_t counts[] = {-1, INT32_MIN, INT32_MAX, 1 << 28};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        begin_file(&file);
        put_dictionary(PQ_PLAIN, counts[i], TEXT_SLICE(ONE TWO));
        put_indexes(1, TEXT_SLICE("\1\2\1"));
        finish(1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

/* Two values need no dictionary; no writer makes one. */
static void booleans_have_no_dictionary(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 2, TEXT_SLICE("\2"));
    put_indexes(2, TEXT_SLICE("\1\4\1"));
    finish_file(&file, &(struct one_column){.type = PQ_BOOLEAN, .n_rows = 2});
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
}

/* Chunks without rows may have a dictionary, and 0 as the offset of their data pages. */
static void chunks_without_rows_may_have_a_dictionary(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 1, TEXT_SLICE(ONE));
    finish_file(&file, &(struct one_column){
                           .type = PQ_INT32, .dictionary_offset = 4, .n_rows = 0});
    CHECK_TEXT(first_column(&file), "");
}

/* ---- Pages of other encodings
 * ---------------------------------------------------------- */

static void pages_may_fall_back_to_plain(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 2, TEXT_SLICE(ONE TWO));
    put_indexes(3, TEXT_SLICE("\1\6\1"));
    put_plain(2, TEXT_SLICE(THREE ONE));
    put_indexes(2, TEXT_SLICE("\1\4\0"));
    put_plain(1, TEXT_SLICE(THREE));
    finish(8);
    CHECK_TEXT(first_column(&file), "2,2,2,3,1,1,1,3");
    /* and the dictionary after the first data page */
    begin_file(&file);
    put_plain(2, TEXT_SLICE(THREE ONE));
    put_dictionary(PQ_PLAIN, 2, TEXT_SLICE(ONE TWO));
    put_indexes(3, TEXT_SLICE("\1\6\1"));
    finish(5);
    CHECK_TEXT(first_column(&file), "3,1,2,2,2");
}

static void pages_with_nulls_may_fall_back_to_plain(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 2, TEXT_SLICE(ONE TWO));
    put_indexes(4, TEXT_SLICE("\2\0\0\0\3\x0d\1\3\x02"));
    put_plain(4, TEXT_SLICE("\2\0\0\0\3\x06" THREE ONE));
    put_indexes(4, TEXT_SLICE("\2\0\0\0\3\x09\1\4\1"));
    finish_optional(12);
    CHECK_TEXT(first_column(&file), "1,null,2,1,null,3,1,null,2,null,null,2");
}

/* ---- Text --------------------------------------------------------------------- */

static void finish_text(int64_t n_rows)
{
    finish_file(&file, &(struct one_column){.type = PQ_BYTE_ARRAY,
                                            .repetition = PQ_OPTIONAL,
                                            .converted = PQ_UTF8 + 1,
                                            .n_rows = n_rows});
}

static void text_of_all_encodings_in_one_batch(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 3, TEXT_SLICE("\0\0\0\0\2\0\0\0bc\1\0\0\0d"));
    put_indexes(4, TEXT_SLICE("\2\0\0\0\3\x0d\2\3\x24\0"));
    put_plain(4, TEXT_SLICE("\2\0\0\0\3\x06\0\0\0\0\3\0\0\0xyz"));
    put_page(&file, &(struct page){.n_values = 2,
                                   .encoding = PQ_DELTA_LENGTH_BYTE_ARRAY,
                                   .body = TEXT_SLICE("\2\0\0\0\4\1"
                                                      "\x80\1\4\2\2\0\0\0\0\0pq")});
    put_page(&file, &(struct page){.n_values = 2,
                                   .encoding = PQ_DELTA_BYTE_ARRAY,
                                   .body = TEXT_SLICE("\2\0\0\0\4\1"
                                                      "\x80\1\4\2\0\2\0\0\0\0"
                                                      "\x80\1\4\2\4\1\0\0\0\0rst")});
    put_indexes(4, TEXT_SLICE("\2\0\0\0\3\x09\2\4\1"));
    finish_text(16);
    CHECK_TEXT(first_column(&file),
               "\"\",null,\"bc\",\"d\",null,\"\",\"xyz\",null,\"p\",\"q\",\"rs\",\"rt\","
               "\"bc\",null,null,\"bc\"");
}

static void text_may_contain_zero_bytes(void)
{
    begin_file(&file);
    put_dictionary(PQ_PLAIN, 2, TEXT_SLICE("\3\0\0\0a\0b\1\0\0\0\0"));
    put_indexes(2, TEXT_SLICE("\2\0\0\0\4\1\1\3\2"));
    put_plain(1, TEXT_SLICE("\2\0\0\0\2\1\2\0\0\0\0c"));
    finish_text(3);
    CHECK_TEXT(first_column(&file), "\"a\\u0000b\",\"\\u0000\",\"\\u0000c\"");
}

/* has_no_nul saves searching the text of each row for zero bytes. */
static void dictionaries_know_if_text_contains_zero_bytes(void)
{
    static const char *const entries[] = {"\3\0\0\0a\0b", "\3\0\0\0a b", "\0\0\0\0"};
    for (size_t i = 0; i < COUNT_OF(entries); i++) {
        struct opened opened;
        struct error error = {0};
        struct column_reader *reader = NULL;
        struct column_vector vector;
        begin_file(&file);
        put_dictionary(PQ_PLAIN, 1, slice_of(entries[i], i < 2 ? 7 : 4));
        put_indexes(2, TEXT_SLICE("\2\0\0\0\4\1\0\4"));
        finish_text(2);
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->read(reader, 2, &vector, &error) == OK);
        CHECK(vector.indices != NULL && vector.n_entries == 1 && vector.dictionary != 0);
        CHECK(vector.is_terminated && vector.has_no_nul == (i > 0));
        reader->ops->close(reader);
        close_opened(&opened);
    }
}

/* ---- Row groups --------------------------------------------------------------- */

/* A second row group whose chunk has no dictionary does not inherit the first one's. */
static void dictionaries_end_with_their_chunk(void)
{
    for (int has_second = 0; has_second < 2; has_second++) {
        struct chunk_spec chunks[2];
        begin_file(&file);
        for (int i = 0; i < 2; i++) {
            chunks[i] = (struct chunk_spec){.type = PQ_INT32,
                                            .path = {"a"},
                                            .n_values = 2,
                                            .data_page_offset = (int64_t)file.size};
            if (i == 0 || has_second)
                put_dictionary(PQ_PLAIN, 1, i == 0 ? TEXT_SLICE(ONE) : TEXT_SLICE(TWO));
            put_indexes(2, TEXT_SLICE("\0\4"));
            chunks[i].compressed_size = (int64_t)file.size - chunks[i].data_page_offset;
        }
        finish_row_groups(&file, chunks, 2, 2);
        if (has_second)
            CHECK_TEXT(first_column(&file), "1,1,2,2");
        else
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 1: page at "));
    }
}

/* ---- Large dictionaries --------------------------------------------------------------
 */

enum { N_ENTRIES = 50000, N_ROWS = 30, ENTRY = 7 };

static void put_many_entries(enum crc_kind crc)
{
    struct bytes entries = {0};
    for (uint32_t i = 0; i < N_ENTRIES; i++)
        bytes_put_uint(&entries, i * ENTRY, 4);
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = N_ENTRIES,
                                   .body = bytes_slice(&entries),
                                   .crc = crc});
    bytes_free(&entries);
}

/* A nullable column of N_ROWS rows in three pages: nulls, index 20, the last entry. */
static void put_large_dictionary(enum crc_kind crc)
{
    put_many_entries(crc);
    put_indexes(10, TEXT_SLICE("\2\0\0\0\24\0\20"));
    put_indexes(10, TEXT_SLICE("\2\0\0\0\24\1\20\24\24\0"));
    put_indexes(10, TEXT_SLICE("\2\0\0\0\24\1\20\24\x4f\xc3"));
    finish_optional(N_ROWS);
}

/* Reads n rows of which the last ten are alike. */
static enum status read_rows(struct opened *opened, struct column_reader *reader,
                             uint32_t n, int64_t *value, int64_t *n_bytes,
                             struct error *error)
{
    struct column_vector vector;
    int64_t before = input_file_bytes_read(opened->table->input);
    enum status status = reader->ops->read(reader, n, &vector, error);
    *n_bytes = input_file_bytes_read(opened->table->input) - before;
    *value = -1;
    if (status != OK)
        return status;
    CHECK(vector.n_rows == n);
    for (uint32_t i = n - 10; i < n && !column_vector_is_null(&vector, i); i++)
        *value = vector.values.int64[column_vector_index(&vector, i)];
    return OK;
}

static enum status read_page(struct opened *opened, struct column_reader *reader,
                             int64_t *value, int64_t *n_bytes, struct error *error)
{
    return read_rows(opened, reader, 10, value, n_bytes, error);
}

static struct column_reader *start_large(struct opened *opened)
{
    struct column_reader *reader;
    struct error error = {0};
    CHECK(open_bytes(opened, bytes_slice(&file), true, &error) == OK);
    CHECK(opened->table->ops->open_column(opened->table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    return reader;
}

static void large_dictionaries_are_read_as_needed(void)
{
    struct opened opened;
    struct error error = {0};
    int64_t value, n_bytes;
    put_large_dictionary(NO_CRC);
    struct column_reader *reader = start_large(&opened);
    /* Nulls need no dictionary: the bytes are those read with its header. */
    CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == OK && value == -1);
    CHECK(n_bytes <= 2 * 16384);
    CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == OK);
    CHECK(value == 20 * ENTRY && n_bytes <= 3 * 16384);
    CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == OK);
    CHECK(value == (N_ENTRIES - 1) * ENTRY && n_bytes <= 2 * 16384);
    /* It is kept for the next pass over the row group. */
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->skip(reader, 10, &error) == OK);
    CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == OK);
    CHECK(value == 20 * ENTRY && n_bytes <= 2 * 16384);
    reader->ops->close(reader);
    close_opened(&opened);
}

/* Many rows, far from the chunk's first row, whose entries are near each other need only
 * these; if they are far from each other, all up to the last one are loaded. */
static void near_entries_of_large_dictionaries_are_read_alone(void)
{
    struct opened opened;
    struct error error = {0};
    int64_t value, n_bytes;
    put_many_entries(NO_CRC);
    put_indexes(1000, TEXT_SLICE("\3\0\0\0\xd0\xf\0\20"));
    put_indexes(100, TEXT_SLICE("\3\0\0\0\310\1\1\20\144\x4f\xc3\144\x4e\xc3"));
    put_indexes(100, TEXT_SLICE("\3\0\0\0\310\1\1\20\144\x4f\xc3\144\1\0"));
    finish_optional(1200);
    struct column_reader *reader = start_large(&opened);
    CHECK(reader->ops->skip(reader, 1000, &error) == OK);
    CHECK(read_rows(&opened, reader, 100, &value, &n_bytes, &error) == OK);
    CHECK(value == (N_ENTRIES - 2) * ENTRY && n_bytes <= 3 * 16384);
    CHECK(read_rows(&opened, reader, 100, &value, &n_bytes, &error) == OK);
    CHECK(value == ENTRY && n_bytes >= 4 * N_ENTRIES - 3 * 16384);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->skip(reader, 1000, &error) == OK);
    CHECK(read_rows(&opened, reader, 60, &value, &n_bytes, &error) == OK);
    CHECK(value == (N_ENTRIES - 2) * ENTRY && n_bytes <= 16384);
    reader->ops->close(reader);
    close_opened(&opened);
}

/* Damage is found when the dictionary is needed; the message names its page alone. */
static void damaged_dictionaries_are_found_when_needed(void)
{
    struct opened opened;
    struct error error = {0};
    int64_t value, n_bytes;
    put_large_dictionary(WRONG_CRC);
    struct column_reader *reader = start_large(&opened);
    CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == OK && value == -1);
    for (int i = 0; i < 2; i++) {
        error_clear(&error);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->skip(reader, 10, &error) == OK);
        CHECK(read_page(&opened, reader, &value, &n_bytes, &error) == CORRUPT);
        CHECK(strstr(error.message, "page at 4: checksum") != NULL);
        CHECK(strstr(strstr(error.message, "page at") + 1, "page at") == NULL);
    }
    reader->ops->close(reader);
    close_opened(&opened);
}

static void entries_need_bytes(void)
{
    const struct pq_leaf number = {.type = PQ_INT32}, text = {.type = PQ_BYTE_ARRAY};
    struct slice bytes = slice_of("12345678", 8);
    struct error error = {0};
    CHECK(pq_dictionary_check_count(&number, bytes, 2, &error) == OK);
    CHECK(pq_dictionary_check_count(&text, bytes, 2, &error) == OK);
    CHECK(pq_dictionary_check_count(&number, bytes, 3, &error) == CORRUPT);
    CHECK_TEXT(error.message, "3 dictionary entries in 8 bytes");
    error_clear(&error);
    CHECK(pq_dictionary_check_count(&text, bytes, 3, &error) == CORRUPT);
}

int main(void)
{
    RUN(both_names_of_the_encoding_are_read);
    RUN(dictionary_offset_is_not_needed);
    RUN(missing_and_second_dictionaries_are_corrupt);
    RUN(invalid_indices_are_corrupt);
    RUN(width_0_is_index_0);
    RUN(nulls_need_no_indices);
    RUN(number_of_entries_must_fit_the_page);
    RUN(booleans_have_no_dictionary);
    RUN(chunks_without_rows_may_have_a_dictionary);
    RUN(pages_may_fall_back_to_plain);
    RUN(pages_with_nulls_may_fall_back_to_plain);
    RUN(text_of_all_encodings_in_one_batch);
    RUN(text_may_contain_zero_bytes);
    RUN(dictionaries_know_if_text_contains_zero_bytes);
    RUN(dictionaries_end_with_their_chunk);
    RUN(large_dictionaries_are_read_as_needed);
    RUN(near_entries_of_large_dictionaries_are_read_alone);
    RUN(damaged_dictionaries_are_found_when_needed);
    RUN(entries_need_bytes);
    bytes_free(&file);
    return unit_test_done();
}
