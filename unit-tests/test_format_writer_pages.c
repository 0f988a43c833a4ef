/* SPDX-License-Identifier: MIT */
/*
 * test_format_writer_pages.c - written structs outside of footers, field by field:
 * headers of pages and Bloom filters, page indexes.
 */
#include "base/alloc.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/format/page_header.h"
#include "parquet/facts/page_index.h"
#include "unit_format_writer.h"

/* ---- Page headers ------------------------------------------------------------- */

static void append_header(const struct pq_page_header *header)
{
    begin();
    CHECK(pq_append_page_header(header, &output, &error) == OK);
}

static struct pq_page_header parsed_header(void)
{
    struct pq_page_header parsed;
    size_t size = 0;
    bool is_cut;
    CHECK(pq_page_header_parse(buffer_slice(&output), &parsed, &size, &is_cut, &error) ==
          OK);
    CHECK(size == output.size && parsed.has_details && !parsed.has_statistics);
    return parsed;
}

static bool same_sizes(const struct pq_page_header *a, const struct pq_page_header *b)
{
    return a->type == b->type && a->uncompressed_size == b->uncompressed_size &&
           a->compressed_size == b->compressed_size && a->has_crc == b->has_crc &&
           (!a->has_crc || a->crc == b->crc) && a->num_values == b->num_values;
}

static void header_of_a_data_page(void)
{
    struct pq_page_header header = {.type = PQ_DATA_PAGE,
                                    .uncompressed_size = 100,
                                    .compressed_size = 50,
                                    .num_values = 7,
                                    .encoding = PQ_RLE_DICTIONARY,
                                    .has_statistics = true, /* not written */
                                    .statistics.has_null_count = true};
    append_header(&header);
    output_is(BYTES("\x15\x00\x15\xc8\x01\x15\x64"
                    "\x2c\x15\x0e\x15\x10\x15\x06\x15\x06\0\0"));
    struct pq_page_header parsed = parsed_header();
    CHECK(same_sizes(&header, &parsed) && parsed.encoding == PQ_RLE_DICTIONARY);
    CHECK(parsed.definition_encoding == PQ_RLE && parsed.repetition_encoding == PQ_RLE);

    /* Checksums are unsigned, but the field is signed. */
    header.has_crc = true;
    header.crc = 0xffffffff;
    append_header(&header);
    output_is(BYTES("\x15\x00\x15\xc8\x01\x15\x64\x15\x01"
                    "\x1c\x15\x0e\x15\x10\x15\x06\x15\x06\0\0"));
    header.crc = 0x80000000;
    append_header(&header);
    parsed = parsed_header();
    CHECK(same_sizes(&header, &parsed) && parsed.crc == 0x80000000);
}

static void header_of_a_dictionary_page(void)
{
    struct pq_page_header header = {.type = PQ_DICTIONARY_PAGE,
                                    .uncompressed_size = INT32_MAX,
                                    .compressed_size = 1,
                                    .has_crc = true,
                                    .crc = 0,
                                    .num_values = 3,
                                    .encoding = PQ_PLAIN};
    append_header(&header);
    CHECK_TEXT(dumped(), "{1:2 2:2147483647 3:1 4:0 7:{1:3 2:0}}");
    struct pq_page_header parsed = parsed_header();
    CHECK(same_sizes(&header, &parsed) && parsed.encoding == PQ_PLAIN);
    header.encoding = PQ_RLE_DICTIONARY; /* of the data pages */
    append_header(&header);
    CHECK(parsed_header().encoding == PQ_PLAIN);
}

static void header_of_a_data_page_v2(void)
{
    struct pq_page_header header = {.type = PQ_DATA_PAGE_V2,
                                    .uncompressed_size = 100,
                                    .compressed_size = 60,
                                    .num_values = 9,
                                    .encoding = PQ_DELTA_BINARY_PACKED,
                                    .num_nulls = 4,
                                    .num_rows = 8,
                                    .definition_size = 3,
                                    .repetition_size = 2,
                                    .is_compressed = true};
    append_header(&header);
    CHECK_TEXT(dumped(), "{1:3 2:100 3:60 8:{1:9 2:4 3:8 4:5 5:3 6:2 7:t}}");
    struct pq_page_header parsed = parsed_header();
    CHECK(same_sizes(&header, &parsed) && parsed.encoding == header.encoding);
    CHECK(parsed.num_nulls == 4 && parsed.num_rows == 8);
    CHECK(parsed.definition_size == 3 && parsed.repetition_size == 2);
    CHECK(parsed.is_compressed);
    header.is_compressed = false;
    append_header(&header);
    CHECK_TEXT(dumped(), "{1:3 2:100 3:60 8:{1:9 2:4 3:8 4:5 5:3 6:2 7:f}}");
    CHECK(!parsed_header().is_compressed);
}

/* ---- Bloom filters ------------------------------------------------------------ */

static void bloom_headers_are_read_as_written(void)
{
    uint32_t n_blocks;
    size_t size;
    begin();
    CHECK(pq_append_bloom_header(1024, &output, &error) == OK);
    output_is(BYTES("\x15\x80\x10\x1c\x1c\0\0\x1c\x1c\0\0\x1c\x1c\0\0\0"));
    CHECK(pq_bloom_header_parse(buffer_slice(&output), &n_blocks, &size) == KEEP_NONE);
    CHECK(n_blocks == 32 && size == output.size);
    begin();
    CHECK(pq_append_bloom_header(PQ_MAX_BLOOM_SIZE, &output, &error) == OK);
    CHECK(pq_bloom_header_parse(buffer_slice(&output), &n_blocks, &size) == KEEP_NONE);
    CHECK(n_blocks == PQ_MAX_BLOOM_SIZE / 32);
    begin();
    CHECK(pq_append_bloom_header((uint64_t)INT32_MAX + 1, &output, &error) == TOO_BIG);
    CHECK_TEXT(error.message, "a Bloom filter of 2147483648 bytes");
}

/* ---- Page indexes ------------------------------------------------------------- */

static const struct pq_written_page pages[] = {
    {.offset = 100,
     .size = 50,
     .first_row = 0,
     .min = {(const uint8_t *)"\x01\0\0\0", 4},
     .max = {(const uint8_t *)"\x05\0\0\0", 4},
     .null_count = 3,
     .nan_count = 2,
     .unencoded_bytes = 11,
     .definition_histogram = histograms[0],
     .repetition_histogram = histograms[0]},
    {.offset = 150,
     .size = 50,
     .first_row = 10,
     .is_null_page = true,
     .null_count = 10,
     .definition_histogram = histograms[1],
     .repetition_histogram = histograms[1]},
    {.offset = 200,
     .size = 100,
     .first_row = 20,
     .min = {(const uint8_t *)"\xff\xff\xff\xff", 4},
     .max = {(const uint8_t *)"\x07\0\0\0", 4},
     .unencoded_bytes = INT64_C(1) << 40,
     .definition_histogram = histograms[2],
     .repetition_histogram = histograms[2]},
};

static const struct pq_leaf int32_leaf = {
    .type = PQ_INT32,
    .max_definition_level = 1,
    .conversion = PQ_CONVERT_INT32,
    .column = {
        .type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 32, .is_signed = true}};
static const struct pq_bounds_rule int32_rule = {.leaf = &int32_leaf,
                                                 .sort = PQ_SORT_SIGNED,
                                                 .values = PQ_TRUST_ALWAYS,
                                                 .is_flat = true};
static const struct pq_column_chunk indexed_chunk = {
    .has_metadata = true,
    .metadata = {
        .type = PQ_INT32, .data_page_offset = 100, .total_compressed_size = 200}};
static const struct pq_indexed_chunk indexed = {
    .chunk = &indexed_chunk, .rule = &int32_rule, .n_rows = 30, .data_end = 1000};

static void offset_indexes_are_read_as_written(void)
{
    struct pq_written_size size = {0};
    struct pq_page_index index = {0};
    begin();
    CHECK(pq_append_offset_index(pages, 3, &size, &output, &error) == OK);
    output_is(BYTES("\x19\x3c\x16\xc8\x01\x15\x64\x16\x00\0\x16\xac\x02\x15\x64\x16\x14\0"
                    "\x16\x90\x03\x15\xc8\x01\x16\x28\0\0"));
    CHECK(pq_offset_index_parse(buffer_slice(&output), &indexed, &index, &error) == OK);
    CHECK(index.n_pages == 3);
    for (uint32_t i = 0; i < index.n_pages; i++)
        CHECK(index.pages[i].offset == pages[i].offset &&
              index.pages[i].size == pages[i].size &&
              (int64_t)index.pages[i].first_row == pages[i].first_row);
    pq_page_index_release(&index);
    begin();
    size.has_unencoded_bytes = true;
    CHECK(pq_append_offset_index(pages, 3, &size, &output, &error) == OK);
    CHECK_TEXT(dumped(), "{1:[{1:100l 2:50 3:0l} {1:150l 2:50 3:10l} {1:200l 2:100 "
                         "3:20l}] 2:[11l 0l 1099511627776l]}");
    begin();
    CHECK(pq_append_offset_index(NULL, 0, &size, &output, &error) == OK);
    CHECK_TEXT(dumped(), "{1:[] 2:[]}");
}

#define PAGE_BOUNDS                                                                      \
    "{1:[f t f] 2:['%01%00%00%00' '' '%ff%ff%ff%ff'] "                                   \
    "3:['%05%00%00%00' '' '%07%00%00%00'] "

static void column_indexes_are_read_as_written(void)
{
    struct pq_written_size size = {0};
    struct pq_page_index index = {0};
    begin();
    CHECK(pq_append_offset_index(pages, 3, &size, &output, &error) == OK);
    CHECK(pq_offset_index_parse(buffer_slice(&output), &indexed, &index, &error) == OK);
    begin();
    CHECK(pq_append_column_index(pages, 3, &size, PQ_ASCENDING, false, &output, &error) ==
          OK);
    CHECK_TEXT(dumped(), PAGE_BOUNDS "4:1 5:[3l 10l 0l]}");
    CHECK(memcmp(output.data, "\x19\x31\x02\x01\x02\x19\x38\x04", 8) == 0);
    CHECK(pq_column_index_parse(buffer_slice(&output), &indexed, true, &index, &error) ==
          OK);
    CHECK(index.ranges != NULL);
    for (uint32_t i = 0; i < 3 && index.ranges != NULL; i++) {
        const struct column_statistics *s = &index.ranges[i].statistics;
        CHECK(s->has_null_count && (int64_t)s->null_count == pages[i].null_count);
        CHECK(s->has_min == !pages[i].is_null_page && s->has_max == s->has_min);
        if (s->has_min)
            CHECK(s->min.int64 == (int32_t)load_u32(pages[i].min.data) &&
                  s->max.int64 == (int32_t)load_u32(pages[i].max.data));
    }
    pq_page_index_release(&index);
}

static void column_indexes_with_counts(void)
{
    struct pq_written_size size = {.n_definition = 2, .n_repetition = 3};
    struct pq_written_page without[3];
    begin();
    CHECK(pq_append_column_index(pages, 3, &size, PQ_UNORDERED, true, &output, &error) ==
          OK);
    CHECK_TEXT(dumped(), PAGE_BOUNDS
               "4:0 5:[3l 10l 0l] 6:[1l 2l 3l 0l 0l 0l 7l 8l 9223372036854775807l] "
               "7:[1l 2l 0l 0l 7l 8l] 8:[2l 0l 0l]}");
    /* Either all pages have a histogram, or none is written. */
    for (int i = 0; i < 3; i++) {
        memcpy(without, pages, sizeof without);
        without[i].repetition_histogram = NULL;
        begin();
        CHECK(pq_append_column_index(without, 3, &size, PQ_DESCENDING, false, &output,
                                     &error) == OK);
        CHECK_TEXT(dumped(), PAGE_BOUNDS "4:2 5:[3l 10l 0l] 7:[1l 2l 0l 0l 7l 8l]}");
    }
}

static void allocation_failures_are_reported(void)
{
    struct buffer none = {0};
    struct pq_page_header header = {.type = PQ_DATA_PAGE};
    struct pq_written_size size = {0};
    for (int i = 0; i < 4; i++) {
        enum status status = OK;
        error_clear(&error);
        mem_fail_at(1, 1);
        if (i == 0)
            status = pq_append_page_header(&header, &none, &error);
        else if (i == 1)
            status = pq_append_bloom_header(32, &none, &error);
        else if (i == 2)
            status = pq_append_offset_index(pages, 3, &size, &none, &error);
        else
            status = pq_append_column_index(pages, 3, &size, PQ_UNORDERED, true, &none,
                                            &error);
        mem_fail_at(0, 0);
        CHECK(status == NOMEM && error.status == NOMEM && none.size == 0);
    }
    buffer_release(&none);
}

int main(void)
{
    RUN(header_of_a_data_page);
    RUN(header_of_a_dictionary_page);
    RUN(header_of_a_data_page_v2);
    RUN(bloom_headers_are_read_as_written);
    RUN(offset_indexes_are_read_as_written);
    RUN(column_indexes_are_read_as_written);
    RUN(column_indexes_with_counts);
    RUN(allocation_failures_are_reported);
    buffer_release(&output);
    return unit_test_done();
}
