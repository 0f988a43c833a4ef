/* SPDX-License-Identifier: MIT */
/*
 * test_page_reader.c - walking the pages of a chunk: headers with statistics, checksums,
 * bodies.
 */
#include "parquet/format/page_header.h"
#include "unit_codecs.h"
#include "unit_parquet.h"

static struct bytes file;

#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"

/* A dictionary, an index page, two data pages, a page of an unknown type. */
static void put_file_of_all_pages(void)
{
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = 1,
                                   .body = TEXT_SLICE(TWO),
                                   .crc = RIGHT_CRC});
    put_page(&file, &(struct page){.type = PQ_INDEX_PAGE, .body = TEXT_SLICE("index")});
    put_page(&file, &(struct page){.n_values = 2,
                                   .body = TEXT_SLICE(ONE TWO),
                                   .crc = WRONG_CRC,
                                   .statistics_size = 70000});
    put_page(&file, &(struct page){.type = PQ_DATA_PAGE_V2,
                                   .n_values = 1,
                                   .definition_size = 2,
                                   .repetition_size = 1,
                                   .body = TEXT_SLICE("rdd" ONE)});
    put_page(&file, &(struct page){.type = 99, .body = TEXT_SLICE("future")});
    finish_file(&file, &(struct one_column){.type = PQ_INT32, .n_rows = 3});
}

static void begin(struct opened *opened, struct pq_page_reader *reader)
{
    struct error error = {0};
    struct pq_column_chunk chunk;
    CHECK(open_bytes(opened, bytes_slice(&file), true, &error) == OK);
    const struct pq_chunk_context *context = pq_file_context(opened->file);
    CHECK(pq_chunk_metadata(context, 0, 0, &chunk, &error) == OK);
    CHECK(pq_page_reader_start(reader, context->source, &chunk, &error) == OK);
}

static void pages_come_in_order(void)
{
    static const int all[] = {PQ_DICTIONARY_PAGE, PQ_INDEX_PAGE, PQ_DATA_PAGE,
                              PQ_DATA_PAGE_V2, 99};
    static const int known[] = {PQ_DICTIONARY_PAGE, PQ_DATA_PAGE, PQ_DATA_PAGE_V2};
    for (int all_types = 0; all_types < 2; all_types++) {
        struct opened opened;
        struct pq_page_reader reader;
        struct error error = {0};
        bool found = true;
        size_t n = all_types ? COUNT_OF(all) : COUNT_OF(known);
        put_file_of_all_pages();
        begin(&opened, &reader);
        for (size_t i = 0; i < n; i++) {
            CHECK(pq_page_reader_next(&reader, all_types, &found, &error) == OK && found);
            CHECK(reader.header.type == (all_types ? all[i] : known[i]));
            CHECK(reader.page_offset < reader.body_offset);
            CHECK(i > 0 || reader.page_offset == 4);
        }
        CHECK(pq_page_reader_next(&reader, all_types, &found, &error) == OK && !found);
        CHECK(pq_page_reader_next(&reader, all_types, &found, &error) == OK && !found);
        close_opened(&opened);
    }
}

/* The bytes of each header are those in the file, and parse to the same header. */
static void bytes_of_headers_are_those_of_the_file(void)
{
    struct opened opened;
    struct pq_page_reader reader;
    struct error error = {0};
    bool found = true;
    put_file_of_all_pages();
    begin(&opened, &reader);
    while (pq_page_reader_next(&reader, true, &found, &error) == OK && found) {
        struct slice bytes = pq_page_reader_header_bytes(&reader);
        struct pq_page_header header;
        size_t size = 0;
        bool is_cut;
        CHECK((int64_t)bytes.size == reader.body_offset - reader.page_offset);
        CHECK(memcmp(bytes.data, file.data + reader.page_offset, bytes.size) == 0);
        CHECK(pq_page_header_parse(bytes, &header, &size, &is_cut, &error) == OK);
        CHECK(size == bytes.size && header.type == reader.header.type);
        CHECK(header.has_statistics == (header.type == PQ_DATA_PAGE));
        CHECK(!header.has_statistics || header.statistics.max_value.size == 70000);
        /* The reader keeps no pointer into its window, which moves. */
        CHECK(reader.header.statistics.max_value.data == NULL);
    }
    CHECK(error.status == OK && !found);
    close_opened(&opened);
}

static void checksums_and_bodies(void)
{
    struct opened opened;
    struct pq_page_reader reader;
    struct error error = {0};
    struct buffer buffer = {0};
    struct pq_page page;
    bool found, is_right = false;
    put_file_of_all_pages();
    begin(&opened, &reader);
    struct pq_page_source *source = pq_file_context(opened.file)->source;

    CHECK(pq_page_reader_next(&reader, false, &found, &error) == OK);
    CHECK(pq_page_reader_check_crc(&reader, &is_right, &error) == OK && is_right);
    CHECK(pq_page_reader_load(&reader, &buffer, &page, &error) == OK);
    CHECK(page.data.size == 4 && load_u32(page.data.data) == 2);
    CHECK(buffer.capacity >= 4 + PQ_PAGE_SLACK);

    CHECK(pq_page_reader_next(&reader, false, &found, &error) == OK);
    CHECK(pq_page_reader_check_crc(&reader, &is_right, &error) == OK && !is_right);
    CHECK(pq_page_reader_load(&reader, &buffer, &page, &error) == CORRUPT);
    error = (struct error){0};
    source->verify_checksums = false;
    CHECK(pq_page_reader_load(&reader, &buffer, &page, &error) == OK);
    CHECK(page.data.size == 8 && load_u32(page.data.data + 4) == 2);

    /* v2: repetition levels, definition levels, values */
    CHECK(pq_page_reader_next(&reader, false, &found, &error) == OK);
    CHECK(!reader.header.has_crc);
    CHECK(pq_page_reader_load(&reader, &buffer, &page, &error) == OK);
    CHECK(slice_equals_text(page.repetition_levels, "r"));
    CHECK(slice_equals_text(page.definition_levels, "dd"));
    CHECK(page.data.size == 4 && load_u32(page.data.data) == 1);
    buffer_release(&buffer);
    CHECK(buffer.data == NULL);
    close_opened(&opened);
}

/* Numbers of CompressionCodec in parquet.thrift. */
static void codecs_have_the_numbers_of_the_format(void)
{
    static const struct {
        enum codec codec;
        int number;
        const char *name, *format_name;
    } rows[] = {
#define CODEC(format_name, number, name, written_as)                                     \
    {CODEC_##format_name, number, #name, #format_name},
#include "codec/codec_list.h"
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK(pq_codec(rows[i].number) == rows[i].codec);
        CHECK(pq_compression(rows[i].codec) == rows[i].number);
        CHECK_TEXT(codec_name(rows[i].codec), rows[i].name);
        CHECK_TEXT(pq_compression_name(rows[i].number), rows[i].format_name);
    }
    /* The numbers of parquet.thrift. */
    static const char *const names[] = {"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO",
                                        "BROTLI",       "LZ4",    "ZSTD", "LZ4_RAW"};
    for (int i = 0; i < (int)COUNT_OF(names); i++)
        CHECK_TEXT(pq_compression_name(i), names[i]);
    const int unknown[] = {-1, unknown_compression(), 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        CHECK(pq_codec(unknown[i]) == CODEC_UNKNOWN);
        CHECK(pq_compression_name(unknown[i]) == NULL);
    }
}

int main(void)
{
    RUN(pages_come_in_order);
    RUN(bytes_of_headers_are_those_of_the_file);
    RUN(checksums_and_bodies);
    RUN(codecs_have_the_numbers_of_the_format);
    bytes_free(&file);
    return unit_test_done();
}
