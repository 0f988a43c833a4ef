/* SPDX-License-Identifier: MIT */
/* test_pages.c - column chunks of all shapes, built page by page. */
#include "base/alloc.h"
#include "unit_codecs.h"
#include "unit_encodings.h"
#include "unit_parquet.h"

static struct bytes file;

static const struct one_column required_int = {.type = PQ_INT32,
                                               .repetition = PQ_REQUIRED};
static const struct one_column optional_int = {.type = PQ_INT32,
                                               .repetition = PQ_OPTIONAL};

static void finish(const struct one_column *column, int64_t n_rows)
{
    struct one_column counted = *column;
    counted.n_rows = n_rows;
    finish_file(&file, &counted);
}

/* The values 1, 2, ... as PLAIN INT32. */
#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"
#define THREE "\3\0\0\0"
/* v1 definition levels of four rows, the second of which is null. */
#define LEVELS_1011 "\2\0\0\0\3\x0d"

static void pages_of_version_1(void)
{
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE(ONE TWO THREE)});
    finish(&required_int, 3);
    CHECK_TEXT(first_column(&file), "1,2,3");

    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 4,
                                   .body = TEXT_SLICE(LEVELS_1011 ONE TWO THREE)});
    finish(&optional_int, 4);
    CHECK_TEXT(first_column(&file), "1,null,2,3");

    /* BIT_PACKED levels: most significant bit first, no length */
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 4,
                                   .body = TEXT_SLICE("\xb0" ONE TWO THREE),
                                   .level_encoding = PQ_BIT_PACKED});
    finish(&optional_int, 4);
    CHECK_TEXT(first_column(&file), "1,null,2,3");
}

static void pages_of_version_2(void)
{
    struct page page = {.type = PQ_DATA_PAGE_V2,
                        .n_values = 4,
                        .n_nulls = 1,
                        .definition_size = 2,
                        .body = TEXT_SLICE("\3\x0d" ONE TWO THREE)};
    begin_file(&file);
    put_page(&file, &page);
    page.n_nulls = -1; /* as written by some writers without statistics */
    put_page(&file, &page);
    page.n_nulls = 3;
    put_page(&file, &page);
    finish(&optional_int, 12);
    CHECK_TEXT(first_column(&file), "1,null,2,3,1,null,2,3,1,null,2,3");

    /* Bytes of levels are skipped although the column has no levels. */
    begin_file(&file);
    page.repetition_size = 1;
    put_page(&file, &page);
    finish(&required_int, 4);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    page = (struct page){.type = PQ_DATA_PAGE_V2,
                         .n_values = 1,
                         .definition_size = 2,
                         .repetition_size = 1,
                         .body = TEXT_SLICE("\x55\2\1" TWO)};
    begin_file(&file);
    put_page(&file, &page);
    finish(&required_int, 1);
    CHECK_TEXT(first_column(&file), "2");
}

static void level_sizes_of_version_2(void)
{
    static const int32_t sizes[][2] = {{7, 0},  {0, 7},         {-1, 0},
                                       {0, -1}, {3, 4},         {-1, 3},
                                       {7, -1}, {INT32_MAX, 1}, {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 1,
                                       .definition_size = sizes[i][0],
                                       .repetition_size = sizes[i][1],
                                       .body = TEXT_SLICE("\2\1" ONE)});
        finish(&optional_int, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

static void empty_pages_and_pages_of_nulls(void)
{
    const struct page none = {.n_values = 0, .body = TEXT_SLICE("")};
    const struct page no_levels = {.n_values = 0, .body = TEXT_SLICE("\0\0\0\0")};
    const struct page nulls = {.n_values = 3, .body = TEXT_SLICE("\2\0\0\0\6\0")};
    const struct page nulls_v2 = {.type = PQ_DATA_PAGE_V2,
                                  .n_values = 3,
                                  .n_nulls = 3,
                                  .definition_size = 2,
                                  .body = TEXT_SLICE("\6\0")};
    begin_file(&file);
    put_page(&file, &no_levels);
    put_page(&file, &nulls);
    put_page(&file, &no_levels);
    put_page(&file, &nulls_v2);
    put_page(&file,
             &(struct page){.n_values = 1, .body = TEXT_SLICE("\2\0\0\0\2\1" TWO)});
    put_page(&file, &no_levels);
    finish(&optional_int, 7);
    CHECK_TEXT(first_column(&file), "null,null,null,null,null,null,2");

    begin_file(&file);
    put_page(&file, &none);
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(TWO)});
    put_page(&file, &none);
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
    finish(&required_int, 2);
    CHECK_TEXT(first_column(&file), "2,1");
}

static void pages_of_other_types_are_skipped(void)
{
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_INDEX_PAGE, .body = TEXT_SLICE("index")});
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
    put_page(&file, &(struct page){.type = 4, .body = TEXT_SLICE("future")});
    put_page(&file, &(struct page){.type = 1000, .body = TEXT_SLICE("")});
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(TWO)});
    finish(&required_int, 2);
    CHECK_TEXT(first_column(&file), "1,2");
}

/* A known page type without its struct. */
static void headers_without_details(void)
{
    static const int types[] = {PQ_DATA_PAGE, PQ_DICTIONARY_PAGE, PQ_DATA_PAGE_V2};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct thrift_bytes header = {0};
        put_i32(&header, 1, types[i]);
        put_i32(&header, 2, 4);
        put_i32(&header, 3, 4);
        end_thrift(&header);
        begin_file(&file);
        bytes_put_bytes(&file, &header.bytes);
        bytes_put_text(&file, "body");
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
        finish(&required_int, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
        thrift_bytes_free(&header);
    }
    /* The struct lacks the encoding. */
    struct thrift_bytes header = {0};
    put_i32(&header, 1, PQ_DATA_PAGE);
    put_i32(&header, 2, 4);
    put_i32(&header, 3, 4);
    begin_struct_field(&header, 5);
    put_i32(&header, 1, 1);
    end_struct(&header);
    end_thrift(&header);
    begin_file(&file);
    bytes_put_bytes(&file, &header.bytes);
    bytes_put(&file, ONE, 4);
    finish(&required_int, 1);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    thrift_bytes_free(&header);
}

/* With any limit, the file is read or the limit is reported; no memory stays charged. */
static void memory_limits_are_reported(void)
{
    struct buffer text = {0};
    size_t limit = 0;
    enum status status = TOO_BIG;
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
    finish(&required_int, 1);
    while (status != OK && limit < 1 << 22) {
        struct memory_account account = {.name = "limit", .limit = limit};
        struct error none = {0};
        CHECK(buffer_reserve(&text, 100, false, &none) ==
              OK); /* not charged to the account */
        struct memory_scope before = memory_account_enter(&account);
        struct error error = {0};
        struct opened opened;
        status = open_bytes(&opened, bytes_slice(&file), true, &error);
        if (status == OK) {
            status = scan_cells(&opened, 0, &text, &error);
            close_opened(&opened);
        }
        CHECK(status == OK || status == TOO_BIG);
        memory_scope_restore(before);
        buffer_release(&text);
        CHECK(account.used == 0);
        limit += limit / 16 + 64;
    }
    CHECK(status == OK && limit > 10000);
}

static void large_headers(void)
{
    static const size_t sizes[] = {400, 600, 16000, 17000, 70000, 1 << 20, 5 << 20};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (int type = PQ_DATA_PAGE; type <= PQ_DATA_PAGE_V2; type += 3) {
            begin_file(&file);
            for (int k = 0; k < 3; k++)
                put_page(&file, &(struct page){.type = type,
                                               .n_values = 1,
                                               .body = TEXT_SLICE(ONE),
                                               .statistics_size = k % 2 ? 0 : sizes[i]});
            finish(&required_int, 3);
            CHECK_TEXT(first_column(&file), "1,1,1");
        }
    }
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 1,
                                   .body = TEXT_SLICE(ONE),
                                   .statistics_size = PQ_MAX_PAGE_HEADER_SIZE + 10});
    finish(&required_int, 1);
    CHECK(fails_as(&file, "corrupt: ") || fails_as(&file, "too big: "));
}

/* More pages in a chunk than 16 bits can count. */
static void very_many_pages(void)
{
    enum { PAGES = 40000 };
    struct opened opened;
    struct error error = {0};
    struct buffer text = {0};
    begin_file(&file);
    for (int i = 0; i < PAGES; i++)
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(TWO)});
    finish(&required_int, PAGES);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(scan_cells(&opened, 0, &text, &error) == OK);
    CHECK(text.size == 2 * PAGES - 1 && memcmp(text.data, "2,2,2,2", 7) == 0);
    buffer_release(&text);
    close_opened(&opened);
}

/* ---- Contradictory counts -----------------------------------------------------------
 */

static void numbers_of_rows_values_and_levels_must_agree(void)
{
    static const int64_t rows[] = {2, 4, 1000};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE(ONE TWO THREE)});
        finish(&required_int, rows[i]);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: "));
    }
    /* fewer values, or fewer levels, than the header says */
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE(ONE TWO)});
    finish(&required_int, 3);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    begin_file(&file);
    put_page(&file,
             &(struct page){.n_values = 9, .body = TEXT_SLICE(LEVELS_1011 ONE TWO)});
    finish(&optional_int, 9);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    /* a level over the maximum */
    begin_file(&file);
    put_page(&file,
             &(struct page){.n_values = 3, .body = TEXT_SLICE("\2\0\0\0\6\2" ONE)});
    finish(&optional_int, 3);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
}

/* Further rows after the row group's last one would be lost; other pages do no harm. */
static void rows_after_the_last_one_are_corrupt(void)
{
    const struct page value = {.n_values = 1, .body = TEXT_SLICE(ONE)};
    const struct page others[] = {
        {.n_values = 0, .body = TEXT_SLICE("")},
        {.type = PQ_INDEX_PAGE, .body = TEXT_SLICE("index")},
        {.type = PQ_DICTIONARY_PAGE, .n_values = 1, .body = TEXT_SLICE(ONE)},
    };
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        begin_file(&file);
        put_page(&file, &value);
        put_page(&file, &others[i]);
        finish(&required_int, 1);
        CHECK_TEXT(first_column(&file), "1");
        begin_file(&file);
        put_page(&file, &value);
        put_page(&file, &others[i]);
        put_page(&file, &value);
        finish(&required_int, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at "));
    }
    begin_file(&file);
    put_page(&file, &value);
    bytes_put_text(&file, "\xff\xff\xff no page");
    finish(&required_int, 1);
    CHECK_TEXT(first_column(&file), "1");
    /* also when the last row is not read, but skipped */
    struct opened opened;
    struct error error = {0};
    struct column_reader *reader = NULL;
    begin_file(&file);
    put_page(&file, &value);
    put_page(&file, &value);
    finish(&required_int, 1);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->skip(reader, 1, &error) == CORRUPT);
    reader->ops->close(reader);
    close_opened(&opened);
}

/* Whether the number of rows in the footer agrees with the pages. */
static enum status check_row_count(const struct one_column *column, int64_t n_rows)
{
    struct opened opened;
    struct error error = {0};
    finish(column, n_rows);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    enum status status = opened.table->ops->check_rows(opened.table, 0, true, &error);
    CHECK(status == error.status);
    close_opened(&opened);
    return status;
}

/* With n_pages pages of one value, then the text `then`. */
static enum status row_count_agrees(int64_t n_rows, int n_pages, const char *then)
{
    begin_file(&file);
    for (int i = 0; i < n_pages; i++)
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
    bytes_put_text(&file, then);
    return check_row_count(&required_int, n_rows);
}

static void check_rows_counts_rows_in_page_headers(void)
{
    struct one_column outside = required_int;
    outside.data_offset = 1 << 20;
    begin_file(&file);
    CHECK(check_row_count(&outside, 0) == OK);
    begin_file(&file);
    CHECK(check_row_count(&outside, 1) == CORRUPT);
    CHECK(row_count_agrees(2, 2, "") == OK);
    CHECK(row_count_agrees(2, 1, "") == CORRUPT);
    CHECK(row_count_agrees(1, 2, "") == CORRUPT);
    CHECK(row_count_agrees(0, 1, "") == CORRUPT);
    CHECK(row_count_agrees(2, 2, "no page") == OK);
    CHECK(row_count_agrees(2, 1, "no page") == CORRUPT);
    CHECK(row_count_agrees(2, 0, "no page") == CORRUPT);
    CHECK(row_count_agrees(0, 1, "no page") == CORRUPT);
    CHECK(row_count_agrees(0, 0, "no page") == OK);
}

/* The column is not repeated, so a page has as many rows as values. */
static void row_counts_of_v2_pages_are_not_used(void)
{
    static const int32_t rows[] = {1, 3, -1, INT32_MAX};
    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2, .n_rows = rows[i / 2]});
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 2,
                                       .n_rows = rows[i / 2],
                                       .body = TEXT_SLICE(ONE TWO)});
        finish(&required_int, i % 2 == 0 ? 2 : 3);
        if (i % 2 == 0)
            CHECK_TEXT(first_column(&file), "1,2");
        else
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at "));
    }
}

static void pages_must_end_inside_the_chunk(void)
{
    struct one_column column = required_int;
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE(ONE TWO THREE)});
    column.size = (int64_t)file.size - 5;
    finish(&column, 3);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    static const int32_t sizes[] = {13, 1000, 1 << 30, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 3,
                                       .body = TEXT_SLICE(ONE TWO THREE),
                                       .compressed_size = sizes[i],
                                       .uncompressed_size = sizes[i]});
        finish(&required_int, 3);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
    /* A header cut by the end of the chunk. */
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE(ONE TWO THREE)});
    column.size = 5;
    finish(&column, 3);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
}

static void chunks_must_be_inside_the_file(void)
{
    static const int64_t places[][2] = {
        {4, 1000000},   {1000000, 10},          {-1, 10},       {4, -1},
        {4, INT64_MAX}, {INT64_MAX, INT64_MAX}, {INT64_MAX, 1}, {INT64_MIN, 10},
    };
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct one_column column = required_int;
        column.data_offset = places[i][0];
        column.size = places[i][1];
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
        finish(&column, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: "));
    }
}

/* parquet-mr up to 1.2.8 left the dictionary page's header out of the chunk's size. */
static void chunk_sizes_of_old_writers_may_be_too_small(void)
{
    static const struct {
        const char *created_by;
        bool is_read;
    } writers[] = {{"parquet-mr version 1.2.8", true},
                   {"parquet-mr version 1.2.9", false},
                   {"parquet-mr version 1.12.0", false},
                   {"other version 1.0.0", false},
                   {NULL, false}};
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        struct one_column column = required_int;
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                       .n_values = 2,
                                       .body = TEXT_SLICE(ONE TWO)});
        size_t dictionary_size = file.size - 4;
        column.dictionary_offset = 4;
        column.data_offset = (int64_t)file.size;
        put_page(&file, &(struct page){.n_values = 3,
                                       .encoding = PQ_PLAIN_DICTIONARY,
                                       .body = TEXT_SLICE("\1\4\1\2\0")});
        column.size = (int64_t)(file.size - 4 - (dictionary_size - 8));
        column.created_by = writers[i].created_by;
        finish(&column, 3);
        if (writers[i].is_read)
            CHECK_TEXT(first_column(&file), "2,2,1");
        else
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at "));
    }
}

/* ---- Sizes, checksums, encodings -----------------------------------------------------
 */

static void uncompressed_pages_have_equal_sizes(void)
{
    static const int32_t sizes[] = {-1, 3, 5, 1000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1,
                                       .body = TEXT_SLICE(ONE),
                                       .uncompressed_size = sizes[i]});
        finish(&required_int, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

static void checksums(void)
{
    for (int type = PQ_DATA_PAGE; type <= PQ_DATA_PAGE_V2; type += 3) {
        struct page page = {.type = type, .n_values = 1, .body = TEXT_SLICE(ONE)};
        page.crc = RIGHT_CRC;
        begin_file(&file);
        put_page(&file, &page);
        finish(&required_int, 1);
        CHECK_TEXT(first_column(&file), "1");
        page.crc = WRONG_CRC;
        begin_file(&file);
        put_page(&file, &page);
        finish(&required_int, 1);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: checksum"));
        CHECK_TEXT(column_text(bytes_slice(&file), 0, false), "1");
    }
}

static void checksums_of_dictionaries_and_compressed_pages(void)
{
    for (int crc = RIGHT_CRC; crc <= WRONG_CRC; crc++) {
        struct one_column column = required_int;
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                       .n_values = 1,
                                       .body = TEXT_SLICE(TWO),
                                       .crc = (enum crc_kind)crc});
        put_page(&file, &(struct page){.n_values = 1,
                                       .encoding = PQ_RLE_DICTIONARY,
                                       .body = TEXT_SLICE("\0\2")});
        finish(&column, 1);
        CHECK(crc == RIGHT_CRC ? strcmp(first_column(&file), "2") == 0
                               : fails_as(&file, "corrupt: "));
        /* gzip, one stored block */
        column.codec = PQ_GZIP;
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1,
                                       .body = TEXT_SLICE("\x78\x01\x01\4\0\xfb\xff" THREE
                                                          "\0\x10\0\x04"),
                                       .uncompressed_size = 4,
                                       .crc = (enum crc_kind)crc});
        finish(&column, 1);
        CHECK(crc == RIGHT_CRC ? strcmp(first_column(&file), "3") == 0
                               : fails_as(&file, "corrupt: "));
    }
}

/* Of a large page only the first part is decompressed at first.  If that fails, the
 * levels of the page before must not be used. */
static void damage_at_the_start_of_a_compressed_page(void)
{
    enum { N = 20000 };
    struct one_column column = optional_int;
    struct codec_context *codecs = must(codec_context_new());
    struct buffer packed = {0};
    struct bytes body = {0};
    struct error error = {0};
    struct opened opened;
    struct column_reader *reader;
    struct column_vector vector;
    bytes_put_uint(&body, 4, 4);
    bytes_put_varint(&body, N << 1); /* one run of levels */
    bytes_put_u8(&body, 1);
    for (uint32_t i = 0; i < N; i++)
        bytes_put_uint(&body, i, 4);
    CHECK(codec_compress(codecs, CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, bytes_slice(&body),
                         &packed, &error) == OK);
    struct page page = {.n_values = N,
                        .body = buffer_slice(&packed),
                        .uncompressed_size = (int32_t)body.size};
    begin_file(&file);
    put_page(&file, &page);
    packed.data[0] ^= 1; /* changes the declared size */
    put_page(&file, &page);
    column.codec = PQ_SNAPPY;
    finish(&column, 2 * N);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    struct table_file *table = opened.table;
    CHECK(table->ops->open_column(table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->read(reader, 10, &vector, &error) == OK && vector.n_rows == 10);
    CHECK(reader->ops->skip(reader, N - 10, &error) == OK);
    CHECK(reader->ops->read(reader, 10, &vector, &error) == CORRUPT);
    CHECK(error.status == CORRUPT);
    reader->ops->close(reader);
    close_opened(&opened);
    buffer_release(&packed);
    bytes_free(&body);
    codec_context_free(codecs);
}

static void booleans_begin_at_a_byte_in_each_page(void)
{
    const struct one_column boolean = {.type = PQ_BOOLEAN};
    const struct one_column optional = {.type = PQ_BOOLEAN, .repetition = PQ_OPTIONAL};
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 3, .body = TEXT_SLICE("\xfd")});
    put_page(&file, &(struct page){.n_values = 10, .body = TEXT_SLICE("\x02\x02")});
    put_page(&file, &(struct page){.n_values = 4,
                                   .encoding = PQ_RLE,
                                   .body = TEXT_SLICE("\2\0\0\0\x08\x01")});
    put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                   .n_values = 2,
                                   .encoding = PQ_RLE,
                                   .body = TEXT_SLICE("\2\0\0\0\3\1")});
    finish(&boolean, 19);
    CHECK_TEXT(
        first_column(&file),
        "true,false,true,false,true,false,false,false,false,false,false,false,true,"
        "true,true,true,true,true,false");
    begin_file(&file);
    put_page(&file,
             &(struct page){.n_values = 4, .body = TEXT_SLICE(LEVELS_1011 "\x05")});
    finish(&optional, 4);
    CHECK_TEXT(first_column(&file), "true,null,false,true");
}

static void unknown_encodings_and_codecs(void)
{
    const int encodings[] = {encodings_end(), 77, -1};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1,
                                       .encoding = encodings[i],
                                       .body = TEXT_SLICE(ONE)});
        finish(&required_int, 1);
        CHECK(fails_as(&file, "unsupported: column \"a\", row group 0: page at 4: "));
    }
    begin_file(&file);
    put_page(&file,
             &(struct page){.n_values = 1, .encoding = PQ_RLE, .body = TEXT_SLICE(ONE)});
    finish(&required_int, 1);
    CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));

    const int codecs[] = {PQ_LZO, unknown_compression(), -1, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(codecs); i++) {
        struct one_column column = required_int;
        column.codec = codecs[i];
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE(ONE)});
        finish(&column, 1);
        CHECK(fails_as(&file, "unsupported: column \"a\", row group 0: "));
    }
}

int main(void)
{
    RUN(pages_of_version_1);
    RUN(pages_of_version_2);
    RUN(level_sizes_of_version_2);
    RUN(empty_pages_and_pages_of_nulls);
    RUN(pages_of_other_types_are_skipped);
    RUN(headers_without_details);
    RUN(memory_limits_are_reported);
    RUN(large_headers);
    RUN(very_many_pages);
    RUN(numbers_of_rows_values_and_levels_must_agree);
    RUN(rows_after_the_last_one_are_corrupt);
    RUN(check_rows_counts_rows_in_page_headers);
    RUN(row_counts_of_v2_pages_are_not_used);
    RUN(pages_must_end_inside_the_chunk);
    RUN(chunks_must_be_inside_the_file);
    RUN(chunk_sizes_of_old_writers_may_be_too_small);
    RUN(uncompressed_pages_have_equal_sizes);
    RUN(checksums);
    RUN(checksums_of_dictionaries_and_compressed_pages);
    RUN(damage_at_the_start_of_a_compressed_page);
    RUN(booleans_begin_at_a_byte_in_each_page);
    RUN(unknown_encodings_and_codecs);
    bytes_free(&file);
    return unit_test_done();
}
