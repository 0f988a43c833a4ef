/* SPDX-License-Identifier: MIT */
/*
 * test_columns.c - values of every type, from the page to the vector; compressed pages,
 * groups, and the memory of a batch.
 */
#include <sys/resource.h>

#include "unit_parquet.h"

static struct bytes file;

/* One page of PLAIN values, without nulls. */
static const char *plain_values(const struct one_column *column, int32_t n,
                                struct slice body)
{
    struct one_column counted = *column;
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = n, .body = body});
    counted.n_rows = n;
    finish_file(&file, &counted);
    return first_column(&file);
}

static void values_of_every_physical_type_are_read(void)
{
    CHECK_TEXT(
        plain_values(&(struct one_column){.type = PQ_BOOLEAN}, 3, TEXT_SLICE("\5")),
        "true,false,true");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_INT32}, 2,
                            TEXT_SLICE("\xff\xff\xff\xff\0\0\0\x80")),
               "-1,-2147483648");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_INT64}, 1,
                            TEXT_SLICE("\0\0\0\0\0\0\0\x80")),
               "-9223372036854775808");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_INT96}, 1,
                            TEXT_SLICE("\xff\xff\xff\xff\xff\xff\xff\xff\x8c\x3d\x25\0")),
               "\"1969-12-31 23:59:59.999999999\"");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_FLOAT}, 3,
                            TEXT_SLICE("\0\0\xc0\x3f\0\0\xc0\x7f\0\0\x80\xff")),
               "1.5,null,-9e999");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_DOUBLE}, 1,
                            TEXT_SLICE("\x9a\x99\x99\x99\x99\x99\xb9\x3f")),
               "0.1");
    CHECK_TEXT(plain_values(&(struct one_column){.type = PQ_BYTE_ARRAY}, 2,
                            TEXT_SLICE("\0\0\0\0\2\0\0\0\xab\0")),
               "\"\",\"AB00\"");
    CHECK_TEXT(
        plain_values(&(struct one_column){.type = PQ_FIXED_LEN_BYTE_ARRAY, .length = 3},
                     2, TEXT_SLICE("abcdef")),
        "\"616263\",\"646566\"");
}

static void values_of_annotated_types_are_read(void)
{
    struct one_column column = {.type = PQ_INT32, .converted = PQ_UINT_32 + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\xff\xff\xff\xff")), "4294967295");
    column = (struct one_column){.type = PQ_INT64, .converted = PQ_UINT_64 + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\xff\xff\xff\xff\xff\xff\xff\xff")),
               "18446744073709551615");
    column = (struct one_column){.type = PQ_INT32, .converted = PQ_DATE + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\xff\xff\xff\xff")),
               "\"1969-12-31\"");
    column = (struct one_column){.type = PQ_INT32, .converted = PQ_DECIMAL + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\xfb\xff\xff\xff")), "-0.05");
    column = (struct one_column){.type = PQ_BYTE_ARRAY, .converted = PQ_DECIMAL + 1};
    CHECK_TEXT(plain_values(&column, 3, TEXT_SLICE("\1\0\0\0\xfb\0\0\0\0\2\0\0\0\1\0")),
               "-0.05,0.00,2.56");
    column = (struct one_column){
        .type = PQ_FIXED_LEN_BYTE_ARRAY, .length = 2, .converted = PQ_DECIMAL + 1};
    CHECK_TEXT(plain_values(&column, 2, TEXT_SLICE("\xff\xfb\1\0")), "-0.05,2.56");
    column = (struct one_column){
        .type = PQ_FIXED_LEN_BYTE_ARRAY, .length = 2, .logical = PQ_LOGICAL_FLOAT16};
    CHECK_TEXT(plain_values(&column, 2, TEXT_SLICE("\0\x3c\0\xc0")), "1.0,-2.0");
    column = (struct one_column){
        .type = PQ_FIXED_LEN_BYTE_ARRAY, .length = 16, .logical = PQ_LOGICAL_UUID};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("0123456789abcdef")),
               "\"30313233-3435-3637-3839-616263646566\"");
    column = (struct one_column){
        .type = PQ_FIXED_LEN_BYTE_ARRAY, .length = 12, .converted = PQ_INTERVAL + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\1\0\0\0\2\0\0\0\3\0\0\0")),
               "\"P1M2DT0.003S\"");
    column = (struct one_column){.type = PQ_INT32, .logical = PQ_LOGICAL_UNKNOWN};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\1\0\0\0")),
               "corrupt: column \"a\", row group 0: page at 4: a value of type UNKNOWN, "
               "which has only nulls");
    column = (struct one_column){.type = PQ_BYTE_ARRAY, .converted = PQ_JSON + 1};
    CHECK_TEXT(plain_values(&column, 1, TEXT_SLICE("\2\0\0\0[]")), "\"[]\"");
}

/* ---- Compressed pages --------------------------------------------------------- */

/* zlib streams of one stored block: with an INT32 of 3, and empty. */
#define THREE_ZLIB "\x78\x01\x01\4\0\xfb\xff\3\0\0\0\0\x10\0\x04"
#define NOTHING_ZLIB "\x78\x01\x01\0\0\xff\xff\0\0\0\1"

static void compressed_v2_pages_are_read(void)
{
    struct one_column column = {
        .type = PQ_INT32, .repetition = PQ_OPTIONAL, .codec = PQ_GZIP, .n_rows = 4};
    struct page page = {.type = PQ_DATA_PAGE_V2,
                        .n_values = 1,
                        .definition_size = 2,
                        .body = TEXT_SLICE("\2\1" THREE_ZLIB),
                        .uncompressed_size = 6};
    begin_file(&file);
    put_page(&file, &page); /* without the flag: compressed */
    page.flag = FLAG_COMPRESSED;
    put_page(&file, &page);
    put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                   .n_values = 1,
                                   .definition_size = 2,
                                   .body = TEXT_SLICE("\2\1\3\0\0\0"),
                                   .flag = FLAG_STORED});
    /* no values: no compressed bytes */
    put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                   .n_values = 1,
                                   .definition_size = 2,
                                   .body = TEXT_SLICE("\2\0")});
    finish_file(&file, &column);
    CHECK_TEXT(first_column(&file), "3,3,3,null");
    /* or an empty stream */
    column.n_rows = 1;
    begin_file(&file);
    page.body = TEXT_SLICE("\2\0" NOTHING_ZLIB);
    page.uncompressed_size = 2;
    put_page(&file, &page);
    finish_file(&file, &column);
    CHECK_TEXT(first_column(&file), "null");
}

/* parquet-cpp before 2.0.0 wrote is_compressed = false into compressed pages. */
static void wrong_compression_flag_of_old_parquet_cpp_is_ignored(void)
{
    static const struct {
        const char *created_by;
        bool is_read;
    } writers[] = {{"parquet-cpp version 1.5.1-SNAPSHOT", true},
                   {"parquet-cpp version 2.0.0", false},
                   {"parquet-cpp-arrow version 1.0.0", false},
                   {NULL, false}};
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 1,
                                       .body = TEXT_SLICE(THREE_ZLIB),
                                       .uncompressed_size = 4,
                                       .flag = FLAG_STORED});
        finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                                .codec = PQ_GZIP,
                                                .n_rows = 1,
                                                .created_by = writers[i].created_by});
        if (writers[i].is_read)
            CHECK_TEXT(first_column(&file), "3");
        else
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

static void wrong_uncompressed_sizes_are_refused(void)
{
    static const int32_t sizes[] = {3, 5, -1, 1000, PQ_MAX_PAGE_SIZE + 1, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (int type = PQ_DATA_PAGE; type <= PQ_DATA_PAGE_V2; type += 3) {
            begin_file(&file);
            put_page(&file, &(struct page){.type = type,
                                           .n_values = 1,
                                           .body = TEXT_SLICE(THREE_ZLIB),
                                           .uncompressed_size = sizes[i]});
            finish_file(&file, &(struct one_column){
                                   .type = PQ_INT32, .codec = PQ_GZIP, .n_rows = 1});
            CHECK(
                fails_as(&file, sizes[i] > PQ_MAX_PAGE_SIZE
                                    ? "too big: column \"a\", row group 0: page at 4: "
                                    : "corrupt: column \"a\", row group 0: page at 4: "));
        }
    }
}

/* Both sizes of a v2 page include its levels. */
static void levels_larger_than_the_page_are_refused(void)
{
    static const struct {
        int32_t definition_size, repetition_size, uncompressed_size;
        bool is_read;
    } pages[] = {
        {2, 0, 6, true},   {2, 0, 2, false},  {2, 0, 1, false},        {0, 2, 1, false},
        {1, 1, 1, false},  {17, 0, 6, false}, {17, 0, 21, false},      {18, 0, 22, false},
        {18, 0, 6, false}, {9, 9, 22, false}, {100, 100, 1000, false},
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        begin_file(&file);
        put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                       .n_values = 1,
                                       .definition_size = pages[i].definition_size,
                                       .repetition_size = pages[i].repetition_size,
                                       .body = TEXT_SLICE("\2\1" THREE_ZLIB),
                                       .uncompressed_size = pages[i].uncompressed_size});
        finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                                .repetition = PQ_OPTIONAL,
                                                .codec = PQ_GZIP,
                                                .n_rows = 1});
        if (pages[i].is_read)
            CHECK_TEXT(first_column(&file), "3");
        else
            CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

/* An empty body whose uncompressed size is not 0. */
static void empty_body_with_a_size_is_refused(void)
{
    for (int type = PQ_DATA_PAGE; type <= PQ_DATA_PAGE_V2; type += 3) {
        begin_file(&file);
        put_page(&file, &(struct page){.type = type,
                                       .n_values = 1,
                                       .body = TEXT_SLICE(""),
                                       .uncompressed_size = 4});
        finish_file(
            &file, &(struct one_column){.type = PQ_INT32, .codec = PQ_GZIP, .n_rows = 1});
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: page at 4: "));
    }
}

/* ---- Groups ------------------------------------------------------------------- */

/* A file with optional group g { optional group h { required a; optional b } optional c }
 * of INT32s; each leaf has one v1 page, whose levels and values are bodies[i]. */
static void put_group_file(const struct slice bodies[3], int32_t n)
{
    static const char *const paths[3][4] = {
        {"g\"1", "h", "a"}, {"g\"1", "h", "b"}, {"g\"1", "\n"}};
    struct chunk_spec chunks[3];
    struct thrift_bytes footer = {0};
    begin_file(&file);
    for (int i = 0; i < 3; i++) {
        chunks[i] = (struct chunk_spec){
            .type = PQ_INT32, .n_values = n, .data_page_offset = (int64_t)file.size};
        memcpy(chunks[i].path, paths[i], sizeof paths[i]);
        put_page(&file, &(struct page){.n_values = n, .body = bodies[i]});
        chunks[i].compressed_size = (int64_t)file.size - chunks[i].data_page_offset;
    }
    put_list(&footer, 2, THRIFT_STRUCT, 6);
    put_group(&footer, "root", -1, 1);
    put_group(&footer, "g\"1", PQ_OPTIONAL, 2);
    put_group(&footer, "h", PQ_OPTIONAL, 2);
    put_leaf(&footer, "a", PQ_INT32, PQ_REQUIRED);
    put_leaf(&footer, "b", PQ_INT32, PQ_OPTIONAL);
    put_leaf(&footer, "\n", PQ_INT32, PQ_OPTIONAL);
    put_i64(&footer, 3, n);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_row_group(&footer, chunks, 3, n);
    put_footer(&file, &footer);
}

static void groups_are_read_as_objects(void)
{
    /* rows: null; {h: null, c: null}; {h: {a: 1, b: null}, c: 5}; {h: {a: 2, b: 3}, ...}
     */
    const struct slice bodies[3] = {
        TEXT_SLICE("\3\0\0\0\3\xa4\0\1\0\0\0\2\0\0\0"), /* levels 0 1 2 2 */
        TEXT_SLICE("\3\0\0\0\3\xe4\0\3\0\0\0"),         /* levels 0 1 2 3 */
        TEXT_SLICE("\3\0\0\0\3\x64\0\5\0\0\0"),         /* levels 0 1 2 1 */
    };
    put_group_file(bodies, 4);
    struct slice bytes = bytes_slice(&file);
    CHECK_TEXT(column_text(bytes, 0, true),
               "null,{\"h\":null,\"\\n\":null},{\"h\":{\"a\":1,\"b\":null},\"\\n\":5},"
               "{\"h\":{\"a\":2,\"b\":3},\"\\n\":null}");
    /* the hidden columns of the leaves */
    CHECK_TEXT(column_text(bytes, 1, true), "null,null,1,2");
    CHECK_TEXT(column_text(bytes, 2, true), "null,null,null,3");
    CHECK_TEXT(column_text(bytes, 3, true), "null,null,5,null");
    struct opened opened;
    struct error error = {0};
    CHECK(open_bytes(&opened, bytes, true, &error) == OK);
    if (opened.schema != NULL)
        CHECK(schema_n_shown(opened.schema) == 4 && opened.schema->n_top_level == 1);
    close_opened(&opened);
}

/* Groups nested as deeply as a schema may be. */
static void deepest_groups_are_read(void)
{
    enum { DEPTH = PQ_MAX_SCHEMA_DEPTH - 1 };
    struct thrift_bytes footer = {0};
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE("\5\0\0\0")});
    size_t size = file.size - 4;
    put_list(&footer, 2, THRIFT_STRUCT, DEPTH + 2);
    put_group(&footer, "root", -1, 1);
    for (int i = 0; i < DEPTH; i++)
        put_group(&footer, "g", PQ_REQUIRED, 1);
    put_leaf(&footer, "a", PQ_INT32, PQ_REQUIRED);
    put_i64(&footer, 3, 1);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    put_list(&footer, 1, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    begin_struct_field(&footer, 3);
    put_i32(&footer, 1, PQ_INT32);
    put_list(&footer, 3, THRIFT_BINARY, DEPTH + 1);
    for (int i = 0; i <= DEPTH; i++)
        bytes_put(&footer.bytes, i < DEPTH ? "\1g" : "\1a", 2);
    put_i32(&footer, 4, PQ_UNCOMPRESSED);
    put_i64(&footer, 5, 1);
    put_i64(&footer, 7, (int64_t)size);
    put_i64(&footer, 9, 4);
    end_struct(&footer);
    end_struct(&footer);
    put_i64(&footer, 3, 1);
    end_struct(&footer);
    put_footer(&file, &footer);

    struct bytes expected = {0};
    for (int i = 0; i < DEPTH; i++)
        bytes_put_text(&expected, i < DEPTH - 1 ? "{\"g\":" : "{\"a\":5");
    for (int i = 0; i < DEPTH; i++)
        bytes_put_u8(&expected, '}');
    bytes_put_u8(&expected, 0);
    CHECK_TEXT(first_column(&file), (const char *)expected.data);
    CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "5");
    bytes_free(&expected);
}

/* Contradictory levels may give a result or an error. */
static void contradictory_levels_do_no_harm(void)
{
    const struct slice bodies[3] = {
        TEXT_SLICE("\2\0\0\0\x08\0"),
        TEXT_SLICE("\2\0\0\0\x08\3\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"),
        TEXT_SLICE("\2\0\0\0\x08\2\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"),
    };
    put_group_file(bodies, 4);
    CHECK(strlen(column_text(bytes_slice(&file), 0, true)) > 0);
    const struct slice others[3] = {bodies[1], bodies[0], bodies[2]};
    put_group_file(others, 4);
    CHECK(strlen(column_text(bytes_slice(&file), 0, true)) > 0);
}

/* ---- Memory ------------------------------------------------------------------- */

/* Peak memory of this process; 0 on systems that do not report it in kilobytes. */
static long peak_kilobytes(void)
{
#ifdef __linux__
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
#else
    return 0;
#endif
}

/* With one large value per page, a batch needs the memory of its values once, not again
 * for each page, and until the next batch. */
static void long_values_are_stored_once(void)
{
    enum { SIZE = 20000, PAGES = 700, ROWS_AT_ONCE = 10 };
    static const int encodings[] = {PQ_PLAIN, PQ_DELTA_LENGTH_BYTE_ARRAY};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct bytes body = {0};
        struct opened opened;
        struct error error = {0};
        struct buffer text = {0};
        if (encodings[i] == PQ_PLAIN) {
            bytes_put_uint(&body, SIZE, 4);
        } else {
            bytes_put(&body, "\x80\1\4\1", 4);
            bytes_put_zigzag(&body, SIZE);
        }
        for (int k = 0; k < SIZE; k++)
            bytes_put_u8(&body, 'a');
        begin_file(&file);
        for (int k = 0; k < PAGES; k++)
            put_page(&file, &(struct page){.n_values = 1,
                                           .encoding = encodings[i],
                                           .body = bytes_slice(&body)});
        finish_file(&file, &(struct one_column){.type = PQ_BYTE_ARRAY,
                                                .converted = PQ_UTF8 + 1,
                                                .n_rows = PAGES});
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        CHECK(buffer_reserve(&text, (SIZE + 10) * PAGES, false, &error) == OK);
        memset(text.data, 0, text.capacity);
        long before = peak_kilobytes();
        CHECK(step_cells(&opened, 0, BATCH_ROWS, &text, &error) == OK);
        CHECK(text.size == (SIZE + 3) * PAGES - 1);
        CHECK(peak_kilobytes() - before < 10L * SIZE * PAGES / 1024);
        struct memory_account account = {.name = "test's limit",
                                         .limit = (size_t)10 * SIZE * ROWS_AT_ONCE};
        struct memory_scope scope = memory_account_enter(&account);
        text.size = 0;
        CHECK(step_cells(&opened, 0, ROWS_AT_ONCE, &text, &error) == OK);
        CHECK(text.size == (SIZE + 3) * PAGES - 1);
        memory_scope_restore(scope);
        buffer_release(&text);
        close_opened(&opened);
        bytes_free(&body);
    }
}

/* With a value of 1 MB in each page, a read returns fewer rows than asked for, of the
 * column and of a group around it. */
static void reads_of_large_values_return_few_rows(void)
{
    enum { SIZE = 1 << 20, PAGES = 40 };
    struct bytes body = {0};
    struct thrift_bytes footer = {0};
    bytes_put_uint(&body, SIZE, 4);
    for (int k = 0; k < SIZE; k++)
        bytes_put_u8(&body, 'a');
    begin_file(&file);
    for (int k = 0; k < PAGES; k++) {
        body.data[4] = (uint8_t)('0' + k);
        put_page(&file, &(struct page){.n_values = 1, .body = bytes_slice(&body)});
    }
    struct chunk_spec chunk = {.type = PQ_BYTE_ARRAY,
                               .path = {"g", "a"},
                               .n_values = PAGES,
                               .compressed_size = (int64_t)file.size - 4,
                               .data_page_offset = 4};
    put_list(&footer, 2, THRIFT_STRUCT, 3);
    put_group(&footer, "root", -1, 1);
    put_group(&footer, "g", PQ_REQUIRED, 1);
    begin_element(&footer, "a", PQ_BYTE_ARRAY, PQ_REQUIRED);
    put_i32(&footer, 6, PQ_UTF8);
    end_struct(&footer);
    put_i64(&footer, 3, PAGES);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_row_group(&footer, &chunk, 1, PAGES);
    put_footer(&file, &footer);
    bytes_free(&body);

    for (uint32_t column = 0; column < 2; column++) {
        struct opened opened;
        struct error error = {0};
        struct column_reader *reader = NULL;
        size_t front = column == 0 ? strlen("{\"a\":\"") : 0;
        uint32_t n_rows = 0, n_reads = 0;
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        CHECK(opened.table->ops->open_column(opened.table, column, &reader, &error) ==
              OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        for (; n_rows < PAGES && error.status == OK; n_reads++) {
            struct column_vector vector;
            CHECK(reader->ops->read(reader, PAGES - n_rows, &vector, &error) == OK);
            for (uint32_t i = 0; i < vector.n_rows && error.status == OK; i++) {
                const struct bytes_value *value = &vector.values.bytes[i];
                CHECK(value->size == SIZE + (front > 0 ? front + 2 : 0));
                CHECK(value->data[front] == '0' + n_rows + i);
                CHECK(value->data[value->size] == 0);
            }
            n_rows += vector.n_rows;
        }
        CHECK(n_rows == PAGES && n_reads > 1);
        reader->ops->close(reader);
        close_opened(&opened);
    }
}

int main(void)
{
    RUN(values_of_every_physical_type_are_read);
    RUN(values_of_annotated_types_are_read);
    RUN(compressed_v2_pages_are_read);
    RUN(wrong_compression_flag_of_old_parquet_cpp_is_ignored);
    RUN(wrong_uncompressed_sizes_are_refused);
    RUN(levels_larger_than_the_page_are_refused);
    RUN(empty_body_with_a_size_is_refused);
    RUN(groups_are_read_as_objects);
    RUN(deepest_groups_are_read);
    RUN(contradictory_levels_do_no_harm);
    RUN(long_values_are_stored_once);
    RUN(reads_of_large_values_return_few_rows);
    bytes_free(&file);
    return unit_test_done();
}
