/* SPDX-License-Identifier: MIT */
/*
 * test_partial_pages.c - pages that are loaded in parts: memory is charged for all that
 * a codec makes of them, the first rows cost few bytes, and a page is loaded again after
 * loading a part of it failed (data_page.h, page_reader.h).
 */
#include "base/alloc.h"
#include "unit_codecs.h"
#include "unit_testdata.h"

enum { N_VALUES = 1000000, LIMIT = 6 << 20 };

/* The codec's number in files. */
static int number_of(enum codec codec)
{
    int number = 0;
    while (pq_codec(number) != codec)
        number++;
    return number;
}

static int64_t repeated_value(int64_t row)
{
    return row / 500;
}

/* Eight bytes that cannot be compressed. */
static int64_t noise_value(int64_t row)
{
    uint64_t random = (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15);
    random = (random ^ random >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (int64_t)(random ^ random >> 32);
}

/* A file with a page of n values in PLAIN.  *size: the page's. */
static struct bytes file_of(enum codec codec, enum codec written, int32_t n,
                            int64_t (*value_of)(int64_t row), size_t *size)
{
    struct codec_context *context = codec_context_new();
    struct buffer values = {0}, body = {0};
    struct error error = {0};
    struct bytes file = {0};
    for (int64_t i = 0; i < n; i++) {
        uint8_t value[8];
        store_u64(value, (uint64_t)value_of(i));
        CHECK(buffer_append(&values, value, sizeof value, &error) == OK);
    }
    CHECK(codec_compress(context, written, CODEC_DEFAULT_LEVEL, buffer_slice(&values),
                         &body, &error) == OK);
    *size = values.size;
    begin_file(&file);
    put_page(&file, &(struct page){.encoding = PQ_PLAIN,
                                   .n_values = n,
                                   .body = buffer_slice(&body),
                                   .uncompressed_size = (int32_t)values.size});
    finish_file(&file, &(struct one_column){
                           .type = PQ_INT64, .codec = number_of(codec), .n_rows = n});
    buffer_release(&values);
    buffer_release(&body);
    codec_context_free(context);
    return file;
}

/* A file with a page of n indices of one bit each, packed, into the dictionary 5, 7. */
static struct bytes file_of_bits(int32_t n)
{
    struct bytes file = {0}, body = {0};
    bytes_put_u8(&body, 1);
    bytes_put_varint(&body, (uint64_t)n / 8 << 1 | 1);
    for (int32_t i = 0; i < n / 8; i++)
        bytes_put_u8(&body, (uint8_t)noise_value(i));
    begin_file(&file);
    put_page(&file,
             &(struct page){.type = PQ_DICTIONARY_PAGE,
                            .n_values = 2,
                            .body = TEXT_SLICE("\5\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0")});
    put_page(&file, &(struct page){.encoding = PQ_RLE_DICTIONARY,
                                   .n_values = n,
                                   .body = bytes_slice(&body)});
    finish_file(&file, &(struct one_column){.type = PQ_INT64, .n_rows = n});
    bytes_free(&body);
    return file;
}

/* Reads the value of a row; the reader begins the row group again. */
static enum status read_row(struct column_reader *reader, uint64_t row, int64_t *value,
                            struct error *error)
{
    struct column_vector vector;
    enum status status = reader->ops->start(reader, 0, error);
    if (status == OK)
        status = reader->ops->skip(reader, row, error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, error);
    if (status == OK)
        *value = vector.values.int64[column_vector_index(&vector, 0)];
    return status;
}

/* LZ4 decompresses whole pages only; the others stop early, and stay below the limit.
 * Brotli's library needs a window as large as the page. */
static void memory_is_charged_for_what_codecs_make(void)
{
    struct codec_set read = codecs_that(are_read);
    for (size_t c = 0; c < read.n; c++) {
        enum codec codec = read.codecs[c], written = codec_written_as(codec);
        struct memory_account account = {.name = "test's limit", .limit = LIMIT};
        struct opened opened;
        struct column_reader *reader;
        struct error error = {0};
        int64_t value = -1;
        size_t size;
        if (codec == CODEC_UNCOMPRESSED || codec == CODEC_BROTLI || !are_written(written))
            continue;
        struct bytes file = file_of(codec, written, N_VALUES, repeated_value, &size);
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        struct memory_scope before = memory_account_enter(&account);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        enum status status = read_row(reader, 10, &value, &error);
        if (codec_decompresses_in_steps(codec))
            CHECK(status == OK && value == 10 / 500);
        else
            CHECK(status == TOO_BIG);
        reader->ops->close(reader);
        memory_scope_restore(before);
        close_opened(&opened);
        bytes_free(&file);
    }
}

/* The first rows of a page, and of any further part, cost the bytes that hold them, but
 * for the read that begins with its header. */
static void first_rows_cost_little(void)
{
    enum { FEW = 16000, HEADER = 4096 };
    static const enum codec codecs[] = {CODEC_UNCOMPRESSED, CODEC_SNAPPY};
    for (size_t c = 0; c < COUNT_OF(codecs); c++) {
        struct opened opened;
        struct column_reader *reader;
        struct error error = {0};
        size_t size;
        int64_t value = -1;
        struct bytes file = file_of(codecs[c], codecs[c], FEW, noise_value, &size);
        CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        int64_t before = input_file_bytes_read(opened.table->input);
        CHECK(read_row(reader, 10, &value, &error) == OK && value == noise_value(10));
        CHECK(input_file_bytes_read(opened.table->input) - before <= HEADER);
        CHECK(read_row(reader, FEW / 4, &value, &error) == OK);
        CHECK(value == noise_value(FEW / 4));
        CHECK(input_file_bytes_read(opened.table->input) - before <=
              3 * (int64_t)size / 4);
        reader->ops->close(reader);
        close_opened(&opened);
        bytes_free(&file);
    }
}

/* Indices are loaded as far as they are read, also those of a single bit. */
static void indices_are_loaded_before_they_are_read(void)
{
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    struct bytes file = file_of_bits(N_VALUES);
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    for (uint64_t row = 10; row < N_VALUES; row += 10007) {
        int64_t value = -1,
                expected = noise_value((int64_t)row / 8) >> row % 8 & 1 ? 7 : 5;
        CHECK(read_row(reader, row, &value, &error) == OK && value == expected);
    }
    reader->ops->close(reader);
    close_opened(&opened);
    bytes_free(&file);
}

enum { N_TEXTS = 100000 };

/* The status of reading the last text, after the others were skipped; one has a wrong
 * length. */
static enum status read_last_text(int wrong, uint32_t length)
{
    struct codec_context *context = codec_context_new();
    struct bytes file = {0}, texts = {0};
    struct buffer body = {0};
    struct opened opened;
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    for (int i = 0; i < N_TEXTS; i++) {
        bytes_put_uint(&texts, i == wrong ? length : 4, 4);
        bytes_put_text(&texts, "text");
    }
    CHECK(codec_compress(context, CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, bytes_slice(&texts),
                         &body, &error) == OK);
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = N_TEXTS,
                                   .body = buffer_slice(&body),
                                   .uncompressed_size = (int32_t)texts.size});
    finish_file(&file, &(struct one_column){.type = PQ_BYTE_ARRAY,
                                            .codec = number_of(CODEC_SNAPPY),
                                            .n_rows = N_TEXTS});
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    enum status status = reader->ops->skip(reader, N_TEXTS - 1, &error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, &error);
    reader->ops->close(reader);
    close_opened(&opened);
    bytes_free(&texts);
    bytes_free(&file);
    buffer_release(&body);
    codec_context_free(context);
    return status;
}

static void texts_end_with_their_page(void)
{
    CHECK(read_last_text(0, 4) == OK);
    CHECK(read_last_text(N_TEXTS - 1, 5) == CORRUPT);
    CHECK(read_last_text(N_TEXTS - 2, 13) == CORRUPT);
    CHECK(read_last_text(N_TEXTS / 2, 8 * N_TEXTS) == CORRUPT);
    CHECK(read_last_text(N_TEXTS / 2, UINT32_MAX) == CORRUPT);
}

/* Bytes in memory that sometimes cannot be read. */
struct faulty_file {
    struct input_file base;
    struct slice bytes;
    bool fails;
};

static enum status faulty_read_at(struct input_file *base, int64_t offset, size_t size,
                                  void *bytes, struct error *error)
{
    const struct faulty_file *file = (const struct faulty_file *)base;
    if (file->fails)
        return error_set(error, IO, "the disk is on fire");
    memcpy(bytes, file->bytes.data + offset, size);
    return OK;
}

static void faulty_close(struct input_file *base)
{
    (void)base;
}

static void pages_are_loaded_again_after_a_failure(void)
{
    static const struct input_file_ops ops = {.read_at = faulty_read_at,
                                              .close = faulty_close};
    const struct pq_file_options options = {.verify_checksums = true};
    struct codec_set written = codecs_that(are_written);
    for (size_t c = 0; c < written.n; c++) {
        size_t size;
        struct bytes bytes = file_of(written.codecs[c], written.codecs[c], N_VALUES,
                                     repeated_value, &size);
        struct faulty_file input = {
            .base = {.ops = &ops, .identity.size = (int64_t)bytes.size},
            .bytes = bytes_slice(&bytes)};
        struct pq_file *file;
        struct column_reader *reader;
        struct error error = {0};
        int64_t value = -1;
        CHECK(pq_file_open(&input.base, &options, &file, &error) == OK);
        struct table_file *table = pq_file_as_table_file(file);
        CHECK(table->ops->open_column(table, 0, &reader, &error) == OK);
        CHECK(read_row(reader, 10, &value, &error) == OK && value == 10 / 500);
        input.fails = true;
        enum status status = read_row(reader, N_VALUES - 1, &value, &error);
        CHECK(status == OK || status == IO);
        error_clear(&error);
        input.fails = false;
        CHECK(read_row(reader, N_VALUES - 1, &value, &error) == OK);
        CHECK(value == (N_VALUES - 1) / 500);
        CHECK(read_row(reader, N_VALUES / 2, &value, &error) == OK);
        CHECK(value == N_VALUES / 2 / 500);
        reader->ops->close(reader);
        pq_file_close(file);
        bytes_free(&bytes);
    }
}

int main(void)
{
    RUN(first_rows_cost_little);
    RUN(indices_are_loaded_before_they_are_read);
    RUN(texts_end_with_their_page);
    RUN(memory_is_charged_for_what_codecs_make);
    RUN(pages_are_loaded_again_after_a_failure);
    return unit_test_done();
}
