/* SPDX-License-Identifier: MIT */
/*
 * test_footers.c - opening files: magic bytes, footers, and row groups and chunks that do
 * or do not match the schema.
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/footer.h"
#include "unit_parquet.h"

static struct bytes file;

#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"

static enum status status_of_open(struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    enum status status = open_bytes(&opened, bytes, true, &error);
    CHECK((status == OK) == (error.message[0] == 0));
    close_opened(&opened);
    return status;
}

/* Appends a page of one value; returns its chunk. */
static struct chunk_spec put_value(const char *name, struct slice body)
{
    struct chunk_spec chunk = {.type = PQ_INT32,
                               .path = {name},
                               .n_values = 1,
                               .data_page_offset = (int64_t)file.size};
    put_page(&file, &(struct page){.n_values = 1, .body = body});
    chunk.compressed_size = (int64_t)file.size - chunk.data_page_offset;
    return chunk;
}

/* Schema of the required INT32s a and b. */
static void put_two_columns(struct thrift_bytes *footer)
{
    put_i32(footer, 1, 1);
    put_list(footer, 2, THRIFT_STRUCT, 3);
    put_group(footer, "root", -1, 2);
    put_leaf(footer, "a", PQ_INT32, PQ_REQUIRED);
    put_leaf(footer, "b", PQ_INT32, PQ_REQUIRED);
}

/* A file of one row, and its footer, to which the caller may add fields. */
static void put_row(struct thrift_bytes *footer)
{
    struct chunk_spec chunks[2];
    begin_file(&file);
    chunks[0] = put_value("a", TEXT_SLICE(ONE));
    chunks[1] = put_value("b", TEXT_SLICE(TWO));
    put_two_columns(footer);
    put_i64(footer, 3, 1);
    put_list(footer, 4, THRIFT_STRUCT, 1);
    put_row_group(footer, chunks, 2, 1);
}

static void put_good_file(void)
{
    struct thrift_bytes footer = {0};
    put_row(&footer);
    put_footer(&file, &footer);
}

static void good_file_is_read(void)
{
    put_good_file();
    CHECK_TEXT(column_text(bytes_slice(&file), 0, true), "1");
    CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
}

/* ---- The tail ----------------------------------------------------------------- */

static void magic_bytes_are_checked(void)
{
    put_good_file();
    struct slice bytes = bytes_slice(&file);
    for (size_t i = 0; i < 4; i++) {
        file.data[i] ^= 1;
        CHECK(status_of_open(bytes) == CORRUPT);
        file.data[i] ^= 1;
        file.data[file.size - 4 + i] ^= 1;
        CHECK(status_of_open(bytes) == CORRUPT);
        file.data[file.size - 4 + i] ^= 1;
    }
    memcpy(file.data + file.size - 4, "PARE", 4);
    CHECK(status_of_open(bytes) == CORRUPT); /* its footer is not encrypted */
    CHECK(pq_file_has_magic((const uint8_t *)"PAR1"));
    CHECK(pq_file_has_magic((const uint8_t *)"PARE"));
    CHECK(!pq_file_has_magic((const uint8_t *)"PAR2"));
    CHECK(!pq_file_has_magic((const uint8_t *)"ORC\0"));
}

static void short_files_are_corrupt(void)
{
    CHECK(status_of_open(slice_of("", 0)) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("\0\0\0\0PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1\0\0\0\0PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1\4\0\0\0PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1\1\0\0\0PAR1")) == CORRUPT);
    CHECK(status_of_open(TEXT_SLICE("PAR1\xff\xff\xff\xffPAR1")) == CORRUPT);
}

static void footer_sizes_are_checked(void)
{
    put_good_file();
    uint32_t size = load_u32(file.data + file.size - 8);
    static const int64_t changes[] = {-1, 1, 1000, 1 << 30, 0x7fffffff, 0xf0000000};
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        struct bytes changed = {0};
        uint32_t claimed = (uint32_t)(size + changes[i]);
        bytes_put(&changed, file.data, file.size - 8);
        bytes_put_uint(&changed, claimed, 4);
        bytes_put_text(&changed, "PAR1");
        CHECK(status_of_open(bytes_slice(&changed)) == CORRUPT);
        bytes_free(&changed);
    }
    /* The footer begins right after the magic: valid without data. */
    struct bytes bare = {0};
    struct thrift_bytes footer = {0};
    begin_file(&bare);
    put_two_columns(&footer);
    put_i64(&footer, 3, 0);
    put_list(&footer, 4, THRIFT_STRUCT, 0);
    put_footer(&bare, &footer);
    CHECK(status_of_open(bytes_slice(&bare)) == OK);
    CHECK_TEXT(column_text(bytes_slice(&bare), 1, true), "");
    /* with one byte less, it would begin within the magic */
    CHECK(status_of_open(slice_of(bare.data + 1, bare.size - 1)) == CORRUPT);
    bytes_free(&bare);
}

/* Footers larger than the first read of the tail. */
static void large_footers_are_read(void)
{
    static const size_t sizes[] = {60000, 65000, 65536 - 8, 66000, 1 << 20};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct thrift_bytes footer = {0};
        uint8_t *padding = must(calloc(1, sizes[i]));
        put_row(&footer);
        put_binary(&footer, 1000, padding, sizes[i]);
        put_footer(&file, &footer);
        CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
        file.data[0] = 'X';
        CHECK(fails_as(&file, "corrupt: "));
        free(padding);
    }
}

/* ---- Rows and row groups ------------------------------------------------------ */

static void files_without_rows_or_columns_are_read(void)
{
    struct thrift_bytes footer = {0};
    /* no columns, and one row group of five rows */
    begin_file(&file);
    put_list(&footer, 2, THRIFT_STRUCT, 1);
    put_group(&footer, "root", -1, 0);
    put_i64(&footer, 3, 5);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_row_group(&footer, NULL, 0, 5);
    put_footer(&file, &footer);
    struct opened opened;
    struct error error = {0};
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    if (opened.table != NULL) {
        CHECK(opened.schema->n_columns == 0 && scan_total_rows(opened.table) == 5);
        CHECK(opened.table->ops->row_group_count(opened.table) == 1);
    }
    close_opened(&opened);

    /* row groups without rows, one of them with an invalid offset */
    struct chunk_spec chunks[3][2] = {{{.path = {"a"}}, {.path = {"b"}}}};
    begin_file(&file);
    chunks[1][0] = put_value("a", TEXT_SLICE(ONE));
    chunks[1][1] = put_value("b", TEXT_SLICE(TWO));
    for (int i = 0; i < 3; i++)
        chunks[i][0].type = chunks[i][1].type = PQ_INT32;
    chunks[2][0].path[0] = "a";
    chunks[2][1].path[0] = "b";
    chunks[2][0].data_page_offset = chunks[2][1].data_page_offset = 1 << 30;
    put_two_columns(&footer);
    put_i64(&footer, 3, 1);
    put_list(&footer, 4, THRIFT_STRUCT, 3);
    for (int i = 0; i < 3; i++)
        put_row_group(&footer, chunks[i], 2, i == 1);
    put_footer(&file, &footer);
    CHECK_TEXT(column_text(bytes_slice(&file), 0, true), "1");
    CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
}

/* The file's num_rows does not matter. */
static void number_of_rows_is_that_of_the_row_groups(void)
{
    static const int64_t claims[] = {0, -1, 7, INT64_MAX};
    for (size_t i = 0; i < COUNT_OF(claims); i++) {
        struct thrift_bytes footer = {0};
        struct chunk_spec chunks[2];
        struct opened opened;
        struct error error = {0};
        begin_file(&file);
        chunks[0] = put_value("a", TEXT_SLICE(ONE));
        chunks[1] = put_value("b", TEXT_SLICE(TWO));
        /* and the chunks' num_values may be wrong */
        chunks[0].n_values = claims[i];
        put_two_columns(&footer);
        put_i64(&footer, 3, claims[i]);
        put_list(&footer, 4, THRIFT_STRUCT, 2);
        put_row_group(&footer, chunks, 2, 1);
        put_row_group(&footer, chunks, 2, 1);
        put_footer(&file, &footer);
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        if (opened.table != NULL)
            CHECK(scan_total_rows(opened.table) == 2);
        close_opened(&opened);
        CHECK_TEXT(column_text(bytes_slice(&file), 0, true), "1,1");
    }
}

static void row_groups_need_a_chunk_for_each_leaf(void)
{
    for (size_t n = 0; n <= 3; n++) {
        struct thrift_bytes footer = {0};
        struct chunk_spec chunks[3];
        begin_file(&file);
        chunks[0] = put_value("a", TEXT_SLICE(ONE));
        chunks[1] = put_value("b", TEXT_SLICE(TWO));
        chunks[2] = chunks[1];
        put_two_columns(&footer);
        put_i64(&footer, 3, 2);
        put_list(&footer, 4, THRIFT_STRUCT, 2);
        put_row_group(&footer, chunks, 2, 1);
        put_row_group(&footer, chunks, n, 1);
        put_footer(&file, &footer);
        CHECK(status_of_open(bytes_slice(&file)) == (n == 2 ? OK : CORRUPT));
    }
}

/* ---- Chunks ------------------------------------------------------------------- */

/* A good file, except that `put` writes the first chunk. */
static void put_file_with(void (*put)(struct thrift_bytes *, const struct chunk_spec *))
{
    struct thrift_bytes footer = {0};
    begin_file(&file);
    struct chunk_spec a = put_value("a", TEXT_SLICE(ONE));
    struct chunk_spec b = put_value("b", TEXT_SLICE(TWO));
    put_two_columns(&footer);
    put_i64(&footer, 3, 1);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    put_list(&footer, 1, THRIFT_STRUCT, 2);
    put(&footer, &a);
    put_chunk(&footer, &b);
    put_i64(&footer, 2, 1);
    put_i64(&footer, 3, 1);
    end_struct(&footer);
    put_footer(&file, &footer);
}

static void put_bare_chunk(struct thrift_bytes *footer, const struct chunk_spec *chunk)
{
    (void)chunk;
    begin_struct(footer);
    put_i64(footer, 2, 4);
    end_struct(footer);
}

static void put_encrypted_chunk(struct thrift_bytes *footer,
                                const struct chunk_spec *chunk)
{
    begin_struct(footer);
    put_i64(footer, 2, 4);
    begin_chunk_metadata(footer, chunk);
    end_struct(footer);
    begin_struct_field(footer, 8);
    put_empty_struct(footer, 1);
    end_struct(footer);
    end_struct(footer);
}

static void put_external_chunk(struct thrift_bytes *footer,
                               const struct chunk_spec *chunk)
{
    begin_struct(footer);
    put_text(footer, 1, "/etc/other.parquet");
    put_i64(footer, 2, 4);
    begin_chunk_metadata(footer, chunk);
    end_struct(footer);
    end_struct(footer);
}

static void put_chunk_with_wrong_offsets(struct thrift_bytes *footer,
                                         const struct chunk_spec *chunk)
{
    begin_struct(footer);
    put_i64(footer, 2, -5); /* file_offset: not used */
    begin_chunk_metadata(footer, chunk);
    put_i64(footer, 10, 1); /* index_page_offset: not used */
    end_struct(footer);
    end_struct(footer);
}

static void put_chunk_of_another_type(struct thrift_bytes *footer,
                                      const struct chunk_spec *chunk)
{
    struct chunk_spec other = *chunk;
    other.type = PQ_FLOAT;
    put_chunk(footer, &other);
}

static void put_chunk_of_another_column(struct thrift_bytes *footer,
                                        const struct chunk_spec *chunk)
{
    struct chunk_spec other = *chunk;
    other.path[0] = "b";
    put_chunk(footer, &other);
}

static void put_chunk_of_a_longer_path(struct thrift_bytes *footer,
                                       const struct chunk_spec *chunk)
{
    struct chunk_spec other = *chunk;
    other.path[1] = "b";
    put_chunk(footer, &other);
}

static void put_chunk_without_path(struct thrift_bytes *footer,
                                   const struct chunk_spec *chunk)
{
    struct chunk_spec other = *chunk;
    other.path[0] = NULL;
    put_chunk(footer, &other);
}

/* A codec of more than 32 bits: no error for opening, but for reading the column. */
static void put_damaged_chunk(struct thrift_bytes *footer, const struct chunk_spec *chunk)
{
    begin_struct(footer);
    put_i64(footer, 2, 4);
    begin_chunk_metadata(footer, chunk);
    put_i64(footer, 4, (int64_t)1 << 40);
    end_struct(footer);
    end_struct(footer);
}

static void put_chunk_without_sizes(struct thrift_bytes *footer,
                                    const struct chunk_spec *chunk)
{
    struct chunk_spec other = *chunk;
    other.compressed_size = 0;
    put_chunk(footer, &other);
}

static void damaged_chunks_fail_only_their_column(void)
{
    static const struct {
        void (*put)(struct thrift_bytes *, const struct chunk_spec *);
        const char *failure;
    } chunks[] = {
        {put_bare_chunk, "corrupt: column \"a\", row group 0: "},
        {put_encrypted_chunk, "encrypted: column \"a\", row group 0: "},
        {put_chunk_of_another_type, "corrupt: column \"a\", row group 0: "},
        {put_chunk_without_sizes, "corrupt: column \"a\", row group 0: "},
        {put_damaged_chunk, "corrupt: column \"a\", row group 0: "},
    };
    for (size_t i = 0; i < COUNT_OF(chunks); i++) {
        put_file_with(chunks[i].put);
        CHECK(fails_as(&file, chunks[i].failure));
        CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
    }
    put_file_with(put_chunk_with_wrong_offsets);
    CHECK_TEXT(column_text(bytes_slice(&file), 0, true), "1");
}

/* Chunks in another order than the leaves would return one column's values as another's.
 */
static void chunks_of_other_columns_are_refused(void)
{
    static void (*const puts[])(struct thrift_bytes *, const struct chunk_spec *) = {
        put_chunk_of_another_column, put_chunk_of_a_longer_path, put_chunk_without_path};
    for (size_t i = 0; i < COUNT_OF(puts); i++) {
        put_file_with(puts[i]);
        CHECK(fails_as(&file, "corrupt: column \"a\", row group 0: "));
        CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
    }
}

static void data_in_other_files_is_refused(void)
{
    put_file_with(put_external_chunk);
    CHECK(status_of_open(bytes_slice(&file)) == UNSUPPORTED);
}

static void unsupported_columns_do_not_prevent_opening(void)
{
    struct thrift_bytes footer = {0};
    struct chunk_spec chunks[2];
    begin_file(&file);
    chunks[0] = put_value("a", TEXT_SLICE(ONE));
    chunks[1] = put_value("b", TEXT_SLICE(TWO));
    chunks[0].type = 99;
    put_list(&footer, 2, THRIFT_STRUCT, 3);
    put_group(&footer, "root", -1, 2);
    put_leaf(&footer, "a", 99, PQ_REQUIRED);
    put_leaf(&footer, "b", PQ_INT32, PQ_REQUIRED);
    put_i64(&footer, 3, 1);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_row_group(&footer, chunks, 2, 1);
    put_footer(&file, &footer);
    CHECK(fails_as(&file, "unsupported: column \"a\": "));
    CHECK_TEXT(column_text(bytes_slice(&file), 1, true), "2");
}

static void unannotated_binary_is_text_if_asked_for(void)
{
    for (int as_text = 0; as_text < 2; as_text++) {
        const struct pq_file_options options = {.verify_checksums = true,
                                                .binary_as_text = as_text};
        struct input_file *input = NULL;
        struct pq_file *opened = NULL;
        struct error error = {0};
        begin_file(&file);
        put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE("\1\0\0\0x")});
        finish_file(&file, &(struct one_column){.type = PQ_BYTE_ARRAY, .n_rows = 1});
        CHECK(input_file_open_memory(bytes_slice(&file), &input, &error) == OK);
        CHECK(pq_file_open(input, &options, &opened, &error) == OK);
        struct table_file *table = pq_file_as_table_file(opened);
        CHECK(table->ops->schema(table)->columns[0].type ==
              (as_text ? COLUMN_TEXT : COLUMN_BLOB));
        CHECK(pq_file_input(opened) == input);
        CHECK(pq_file_footer(opened)->size == load_u32(file.data + file.size - 8));
        CHECK(pq_file_context(opened)->tree->n_leaves == 1);
        pq_file_close(opened);
    }
    pq_file_close(NULL);
}

/* ---- The cache ---------------------------------------------------------------- */

static void put_key_value(struct thrift_bytes *footer, const char *key, const char *value)
{
    begin_struct(footer);
    put_text(footer, 1, key);
    put_text(footer, 2, value);
    end_struct(footer);
}

/* A file of a geometry that only the last one of many key-value pairs names. */
static void put_geometry_after(int n_pairs)
{
    struct thrift_bytes footer = {0};
    begin_file(&file);
    put_i32(&footer, 1, 1);
    put_list(&footer, 2, THRIFT_STRUCT, 2);
    put_group(&footer, "root", -1, 1);
    put_leaf(&footer, "g", PQ_BYTE_ARRAY, PQ_OPTIONAL);
    put_i64(&footer, 3, 0);
    put_list(&footer, 4, THRIFT_STRUCT, 0);
    put_list(&footer, 5, THRIFT_STRUCT, (size_t)n_pairs + 1);
    for (int i = 0; i < n_pairs; i++)
        put_key_value(&footer, "k", "v");
    put_key_value(&footer, "geo", "{\"columns\": {\"g\": {\"encoding\": \"WKB\"}}}");
    put_footer(&file, &footer);
}

static bool is_last_poll(void *n_left)
{
    return --*(int *)n_left <= 0;
}

/* Returns the number of columns; 0 if the work was interrupted. */
static uint32_t columns_if_interrupted_after(int n_polls)
{
    const struct pq_file_options options = {.shares_footer = true};
    struct interrupt interrupt = {.is_wanted = is_last_poll, .argument = &n_polls};
    struct input_file *input;
    struct pq_footer *footer;
    struct error error = {0};
    CHECK(input_file_open_memory(bytes_slice(&file), &input, &error) == OK);
    input->identity.inode = 1;
    interrupt_begin(&interrupt);
    enum status status = pq_footer_open(input, &options, &footer, &error);
    uint32_t n = status == OK ? footer->tree.schema.n_columns : 0;
    pq_footer_release(footer);
    status = interrupt_end(&interrupt, status, &error);
    input_file_close(input);
    return status == OK ? n : 0;
}

/* What is optional may be missing then. */
static void interrupted_footers_are_not_kept(void)
{
    bool is_interrupted = true;
    int n_polls = 0;
    put_geometry_after(20000);
    while (is_interrupted) {
        cache_set_limit(0);
        cache_set_limit(DEFAULT_CACHE_LIMIT);
        is_interrupted = columns_if_interrupted_after(++n_polls) == 0;
        CHECK(columns_if_interrupted_after(1000) == 9);
    }
    CHECK(n_polls > 3);
    cache_set_limit(0);
}

int main(void)
{
    RUN(good_file_is_read);
    RUN(magic_bytes_are_checked);
    RUN(short_files_are_corrupt);
    RUN(footer_sizes_are_checked);
    RUN(large_footers_are_read);
    RUN(files_without_rows_or_columns_are_read);
    RUN(number_of_rows_is_that_of_the_row_groups);
    RUN(row_groups_need_a_chunk_for_each_leaf);
    RUN(damaged_chunks_fail_only_their_column);
    RUN(chunks_of_other_columns_are_refused);
    RUN(data_in_other_files_is_refused);
    RUN(unsupported_columns_do_not_prevent_opening);
    RUN(unannotated_binary_is_text_if_asked_for);
    RUN(interrupted_footers_are_not_kept);
    bytes_free(&file);
    return unit_test_done();
}
