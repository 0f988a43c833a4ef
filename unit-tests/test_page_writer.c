/* SPDX-License-Identifier: MIT */
/*
 * test_page_writer.c - bodies of data pages with both kinds of levels, byte by byte, and
 * their headers.
 */
#include <unistd.h>

#include "parquet/format/page_header.h"
#include "parquet/page/page_writer.h"
#include "unit_bytes.h"
#include "unit_test.h"

static char path[160];

/* The last written page, of five entries. */
static struct {
    struct bytes file;
    struct pq_page_header header;
    struct slice body;
} seen;

static void read_back(void)
{
    struct error error = {0};
    size_t size = 0;
    bool is_cut;
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    for (int byte; (byte = fgetc(file)) != EOF;)
        bytes_put_u8(&seen.file, (unsigned)byte);
    fclose(file);
    CHECK(pq_page_header_parse(bytes_slice(&seen.file), &seen.header, &size, &is_cut,
                               &error) == OK);
    seen.body = slice_of(seen.file.data + size, seen.file.size - size);
    CHECK((size_t)seen.header.compressed_size == seen.body.size);
}

static void write_page(int version, int compression, uint8_t max_repetition,
                       const uint8_t *repetition, uint8_t max_level,
                       const uint8_t *definition, const char *values)
{
    struct error error = {0};
    struct output_file *output = NULL;
    struct codec_context *codecs = codec_context_new();
    CHECK(output_file_create(path, true, &output, &error) == OK);
    struct pq_page_writer writer = {.output = output,
                                    .codecs = codecs,
                                    .compression = compression,
                                    .compression_level = CODEC_DEFAULT_LEVEL,
                                    .data_page_version = version,
                                    .max_repetition = max_repetition,
                                    .max_level = max_level};
    const struct pq_page_facts facts = {
        .n_entries = 5, .n_nulls = 2, .n_rows = 3, .encoding = PQ_PLAIN};
    struct pq_page_range range = {0};
    bytes_free(&seen.file);
    CHECK(pq_page_begin(&writer, repetition, definition, 5, &error) == OK);
    CHECK(buffer_append(&writer.body, values, strlen(values), &error) == OK);
    CHECK(pq_page_end(&writer, &facts, &range, &error) == OK);
    CHECK(range.offset == 0 && writer.compressed_size == range.size);
    pq_page_writer_release(&writer);
    codec_context_free(codecs);
    CHECK(output_file_commit(output, &error) == OK);
    read_back();
    CHECK(seen.file.size == (size_t)range.size);
    CHECK(seen.header.num_values == 5 && seen.header.encoding == PQ_PLAIN);
}

#define CHECK_BODY(literal) check_body(literal, sizeof(literal) - 1)

static void check_body(const char *expected, size_t size)
{
    CHECK(seen.body.size == size);
    CHECK(seen.body.size == size && memcmp(seen.body.data, expected, size) == 0);
}

static const uint8_t REPETITION[5] = {0, 1, 0, 0, 1};
static const uint8_t DEFINITION[5] = {3, 2, 0, 3, 3};

/* Bit-packed runs, least significant bit first: 0 1 0 0 1 is 0x12, and 3 2 0 3 3 in two
 * bits each is 0xcb 0x03. */
static void v1_levels_begin_with_their_sizes(void)
{
    write_page(1, PQ_UNCOMPRESSED, 1, REPETITION, 3, DEFINITION, "values");
    CHECK(seen.header.type == PQ_DATA_PAGE);
    CHECK_BODY("\2\0\0\0\3\x12"
               "\3\0\0\0\3\xcb\3"
               "values");
}

static void v2_levels_have_their_sizes_in_the_header(void)
{
    write_page(2, PQ_UNCOMPRESSED, 1, REPETITION, 3, DEFINITION, "values");
    CHECK(seen.header.type == PQ_DATA_PAGE_V2);
    CHECK(seen.header.repetition_size == 2 && seen.header.definition_size == 3);
    CHECK(seen.header.num_rows == 3 && seen.header.num_nulls == 2);
    CHECK(!seen.header.is_compressed);
    CHECK_BODY("\3\x12\3\xcb\3values");
}

static void v2_levels_are_not_compressed(void)
{
    char values[1001];
    memset(values, 'v', 1000);
    values[1000] = '\0';
    write_page(2, PQ_SNAPPY, 1, REPETITION, 3, DEFINITION, values);
    CHECK(seen.header.is_compressed);
    CHECK(seen.header.uncompressed_size == 1005);
    CHECK(seen.body.size > 5 && seen.body.size < 200);
    CHECK(memcmp(seen.body.data, "\3\x12\3\xcb\3", 5) == 0);
    CHECK(seen.header.repetition_size == 2 && seen.header.definition_size == 3);
}

/* Without definition levels, all are the maximum: one RLE run. */
static void missing_levels_are_the_maximum(void)
{
    write_page(1, PQ_UNCOMPRESSED, 2, (const uint8_t[]){0, 1, 2, 2, 0}, 3, NULL, "v");
    CHECK_BODY("\3\0\0\0\3\xa4\0"
               "\2\0\0\0\x0a\3"
               "v");
    write_page(2, PQ_UNCOMPRESSED, 0, NULL, 1, NULL, "v");
    CHECK(seen.header.repetition_size == 0 && seen.header.definition_size == 2);
    CHECK_BODY("\x0a\1v");
    write_page(1, PQ_UNCOMPRESSED, 0, NULL, 0, NULL, "v");
    CHECK_BODY("v");
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_page_writer.%ld.parquet", (long)getpid());
    RUN(v1_levels_begin_with_their_sizes);
    RUN(v2_levels_have_their_sizes_in_the_header);
    RUN(v2_levels_are_not_compressed);
    RUN(missing_levels_are_the_maximum);
    unlink(path);
    bytes_free(&seen.file);
    return unit_test_done();
}
