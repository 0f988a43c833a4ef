/* SPDX-License-Identifier: MIT */
/*
 * test_page_header.c - parsing PageHeader and Statistics.
 */
#include "parquet/format/format_structs.h"
#include "parquet/format/page_header.h"
#include "unit_test.h"
#include "unit_thrift.h"

static void put_statistics(struct thrift_bytes *writer, int id)
{
    begin_struct_field(writer, id);
    put_text(writer, 1, "zz");
    put_text(writer, 2, "a");
    put_i64(writer, 3, 4);
    put_i64(writer, 4, 9);
    put_text(writer, 5, "max");
    put_text(writer, 6, "");
    put_bool(writer, 7, true);
    put_bool(writer, 8, false);
    put_i64(writer, 9, 2);
    end_struct(writer);
}

static void put_front(struct thrift_bytes *writer, int type)
{
    put_i32(writer, 1, type);
    put_i32(writer, 2, 1000);
    put_i32(writer, 3, 400);
    put_i32(writer, 4, -2);
}

static struct thrift_bytes v1_header(void)
{
    struct thrift_bytes writer = {0};
    put_front(&writer, PQ_DATA_PAGE);
    begin_struct_field(&writer, 5);
    put_i32(&writer, 1, 50);
    put_i32(&writer, 2, PQ_RLE_DICTIONARY);
    put_i32(&writer, 3, PQ_RLE);
    put_i32(&writer, 4, PQ_BIT_PACKED);
    put_statistics(&writer, 5);
    end_struct(&writer);
    end_thrift(&writer);
    return writer;
}

static struct thrift_bytes v2_header(int is_compressed)
{
    struct thrift_bytes writer = {0};
    put_front(&writer, PQ_DATA_PAGE_V2);
    begin_struct_field(&writer, 8);
    put_i32(&writer, 1, 50);
    put_i32(&writer, 2, -1);
    put_i32(&writer, 3, 48);
    put_i32(&writer, 4, PQ_PLAIN);
    put_i32(&writer, 5, 11);
    put_i32(&writer, 6, 12);
    if (is_compressed >= 0)
        put_bool(&writer, 7, is_compressed);
    put_statistics(&writer, 8);
    end_struct(&writer);
    end_thrift(&writer);
    return writer;
}

static enum status parse(struct slice bytes, struct pq_page_header *header, size_t *size,
                         bool *is_cut)
{
    struct error error = {0};
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    *is_cut = false;
    enum status status = pq_page_header_parse(slice_of(copy, bytes.size), header, size,
                                              is_cut, &error);
    CHECK(status == error.status);
    free(copy);
    return status;
}

static enum status parse_writer(struct thrift_bytes *writer,
                                struct pq_page_header *header)
{
    size_t size;
    bool is_cut;
    enum status status = parse(bytes_slice(&writer->bytes), header, &size, &is_cut);
    CHECK(status != OK || size == writer->bytes.size);
    thrift_bytes_free(writer);
    return status;
}

static void check_statistics(const struct pq_statistics *statistics)
{
    CHECK(slice_equals_text(statistics->max, "zz"));
    CHECK(slice_equals_text(statistics->min, "a"));
    CHECK(slice_equals_text(statistics->max_value, "max"));
    CHECK(slice_equals_text(statistics->min_value, ""));
    CHECK(statistics->min_value.data != NULL);
    CHECK(statistics->has_null_count && statistics->null_count == 4);
    CHECK(statistics->has_distinct_count && statistics->distinct_count == 9);
    CHECK(statistics->has_nan_count && statistics->nan_count == 2);
    CHECK(statistics->max_is_exact == 1 && statistics->min_is_exact == 0);
}

static void data_pages_of_version_1(void)
{
    struct pq_page_header header;
    struct thrift_bytes writer = v1_header();
    struct error error = {0};
    size_t size;
    bool is_cut;
    CHECK(pq_page_header_parse(bytes_slice(&writer.bytes), &header, &size, &is_cut,
                               &error) == OK);
    CHECK(size == writer.bytes.size);
    CHECK(header.type == PQ_DATA_PAGE && header.has_details);
    CHECK(header.uncompressed_size == 1000 && header.compressed_size == 400);
    CHECK(header.has_crc && header.crc == 0xfffffffe);
    CHECK(header.num_values == 50 && header.encoding == PQ_RLE_DICTIONARY);
    CHECK(header.definition_encoding == PQ_RLE);
    CHECK(header.repetition_encoding == PQ_BIT_PACKED);
    CHECK(header.has_statistics);
    check_statistics(&header.statistics);
    thrift_bytes_free(&writer);
}

static void data_pages_of_version_2(void)
{
    for (int is_compressed = -1; is_compressed < 2; is_compressed++) {
        struct pq_page_header header;
        struct thrift_bytes writer = v2_header(is_compressed);
        CHECK(parse_writer(&writer, &header) == OK);
        CHECK(header.type == PQ_DATA_PAGE_V2 && header.has_details);
        CHECK(header.num_values == 50 && header.num_nulls == -1 && header.num_rows == 48);
        CHECK(header.encoding == PQ_PLAIN);
        CHECK(header.definition_size == 11 && header.repetition_size == 12);
        CHECK(header.is_compressed == (is_compressed != 0));
        CHECK(header.has_statistics);
    }
}

static void dictionary_and_other_pages(void)
{
    struct pq_page_header header;
    struct thrift_bytes writer = {0};
    put_i32(&writer, 1, PQ_DICTIONARY_PAGE);
    put_i32(&writer, 2, 8);
    put_i32(&writer, 3, 9);
    begin_struct_field(&writer, 7);
    put_i32(&writer, 1, 3);
    put_i32(&writer, 2, PQ_PLAIN_DICTIONARY);
    put_bool(&writer, 3, true);
    end_struct(&writer);
    end_thrift(&writer);
    CHECK(parse_writer(&writer, &header) == OK);
    CHECK(header.type == PQ_DICTIONARY_PAGE && header.has_details && !header.has_crc);
    CHECK(header.num_values == 3 && header.encoding == PQ_PLAIN_DICTIONARY);
    CHECK(!header.has_statistics);

    put_i32(&writer, 1, PQ_INDEX_PAGE);
    put_i32(&writer, 2, 8);
    put_i32(&writer, 3, 9);
    put_empty_struct(&writer, 6);
    end_thrift(&writer);
    CHECK(parse_writer(&writer, &header) == OK);
    CHECK(header.type == PQ_INDEX_PAGE && header.compressed_size == 9);

    put_i32(&writer, 1, 77);
    put_i32(&writer, 2, 8);
    put_i32(&writer, 3, 9);
    put_i32(&writer, 30000, 1);
    end_thrift(&writer);
    CHECK(parse_writer(&writer, &header) == OK);
    CHECK(header.type == 77 && header.compressed_size == 9);
}

/* The struct of another page type does not replace a missing one. */
static void details_must_be_of_the_page_type(void)
{
    static const struct {
        int type, id;
        bool has_details;
    } pages[] = {
        {PQ_DATA_PAGE, 5, true},        {PQ_DATA_PAGE, 7, false},
        {PQ_DATA_PAGE, 8, false},       {PQ_DATA_PAGE_V2, 8, true},
        {PQ_DATA_PAGE_V2, 5, false},    {PQ_DATA_PAGE_V2, 7, false},
        {PQ_DICTIONARY_PAGE, 7, true},  {PQ_DICTIONARY_PAGE, 5, false},
        {PQ_DICTIONARY_PAGE, 8, false}, {PQ_DATA_PAGE, 20, false},
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct pq_page_header header;
        struct thrift_bytes writer = {0};
        put_front(&writer, pages[i].type);
        begin_struct_field(&writer, pages[i].id);
        put_i32(&writer, 1, 3);
        put_i32(&writer, 2, 0);
        put_i32(&writer, 3, 3);
        put_i32(&writer, 4, 3);
        put_i32(&writer, 5, 0);
        put_i32(&writer, 6, 0);
        end_struct(&writer);
        end_thrift(&writer);
        enum status status = parse_writer(&writer, &header);
        CHECK(pages[i].has_details ? status == OK && header.has_details
                                   : status == CORRUPT || !header.has_details);
    }
}

/* With two structs, and the type after them, the type decides which struct counts. */
static void the_type_may_follow_the_details(void)
{
    struct pq_page_header header;
    struct thrift_bytes writer = {0};
    begin_struct_field(&writer, 8);
    for (int id = 1; id <= 6; id++)
        put_i32(&writer, id, 1);
    end_struct(&writer);
    begin_struct_field(&writer, 7);
    put_i32(&writer, 1, 99);
    put_i32(&writer, 2, 2);
    end_struct(&writer);
    put_front(&writer, PQ_DICTIONARY_PAGE);
    end_thrift(&writer);
    enum status status = parse_writer(&writer, &header);
    CHECK(status == CORRUPT || !header.has_details ||
          (header.num_values == 99 && header.encoding == 2));
}

static void negative_sizes_and_counts_are_refused(void)
{
    for (int id = 2; id <= 3; id++) {
        struct pq_page_header header;
        struct thrift_bytes writer = {0};
        put_i32(&writer, 1, 0);
        put_i32(&writer, 2, id == 2 ? -1 : 5);
        put_i32(&writer, 3, id == 3 ? INT32_MIN : 5);
        begin_struct_field(&writer, 5);
        for (int k = 1; k <= 4; k++)
            put_i32(&writer, k, 3);
        end_struct(&writer);
        end_thrift(&writer);
        CHECK(parse_writer(&writer, &header) == CORRUPT);
    }
    static const struct {
        int type, id;
    } pages[] = {{PQ_DATA_PAGE, 5}, {PQ_DICTIONARY_PAGE, 7}, {PQ_DATA_PAGE_V2, 8}};
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct pq_page_header header;
        struct thrift_bytes writer = {0};
        put_front(&writer, pages[i].type);
        begin_struct_field(&writer, pages[i].id);
        for (int k = 1; k <= 6; k++)
            put_i32(&writer, k, k == 1 ? -7 : 3);
        end_struct(&writer);
        end_thrift(&writer);
        CHECK(parse_writer(&writer, &header) == CORRUPT);
    }
}

static void missing_required_fields_are_refused(void)
{
    for (int missing = 1; missing <= 3; missing++) {
        struct pq_page_header header;
        struct thrift_bytes writer = {0};
        for (int id = 1; id <= 3; id++)
            if (id != missing)
                put_i32(&writer, id, 0);
        begin_struct_field(&writer, 5);
        for (int k = 1; k <= 4; k++)
            put_i32(&writer, k, 3);
        end_struct(&writer);
        end_thrift(&writer);
        CHECK(parse_writer(&writer, &header) == CORRUPT);
    }
}

/* Each prefix of a header is reported as cut; bytes after the header are ignored. */
static void headers_cut_anywhere_are_reported_as_cut(void)
{
    for (int version = 1; version <= 2; version++) {
        struct thrift_bytes writer = version == 1 ? v1_header() : v2_header(1);
        struct pq_page_header header;
        size_t size, whole = writer.bytes.size;
        bool is_cut;
        for (size_t n = 0; n < whole; n++) {
            CHECK(parse(slice_of(writer.bytes.data, n), &header, &size, &is_cut) ==
                  CORRUPT);
            CHECK(is_cut);
        }
        bytes_put(&writer.bytes, "\xff\xff\xff\xff", 4);
        CHECK(parse(bytes_slice(&writer.bytes), &header, &size, &is_cut) == OK);
        CHECK(size == whole && !is_cut);
        thrift_bytes_free(&writer);
    }
}

static void a_text_longer_than_the_bytes_is_a_cut(void)
{
    struct thrift_bytes writer = {0};
    struct pq_page_header header;
    size_t size;
    bool is_cut;
    put_front(&writer, PQ_DATA_PAGE);
    begin_struct_field(&writer, 5);
    for (int k = 1; k <= 4; k++)
        put_i32(&writer, k, 3);
    begin_struct_field(&writer, 5);
    put_field(&writer, 5, THRIFT_BINARY);
    bytes_put_varint(&writer.bytes, 5000000);
    bytes_put_text(&writer.bytes, "the front of five million bytes");
    CHECK(parse(bytes_slice(&writer.bytes), &header, &size, &is_cut) == CORRUPT &&
          is_cut);
    thrift_bytes_free(&writer);
}

static void damage_is_not_reported_as_a_cut(void)
{
    struct pq_page_header header;
    size_t size;
    bool is_cut;
    CHECK(parse(slice_of("\x1f\x1f\x1f\x1f", 4), &header, &size, &is_cut) == CORRUPT);
    CHECK(!is_cut);
    CHECK(parse(slice_of("\0\0\0\0", 4), &header, &size, &is_cut) == CORRUPT && !is_cut);
}

/* A known field of another type is skipped, as in Thrift's own code. */
static void fields_of_another_type_are_skipped(void)
{
    struct pq_page_header header;
    struct thrift_bytes writer = {0};
    put_front(&writer, PQ_DATA_PAGE);
    put_text(&writer, 4, "crc");
    begin_struct_field(&writer, 5);
    put_i64(&writer, 1, 3);
    put_i8(&writer, 2, 0);
    put_i32(&writer, 3, 3);
    put_i32(&writer, 4, 3);
    put_i32(&writer, 5, 3);
    end_struct(&writer);
    put_text(&writer, 8, "v2");
    end_thrift(&writer);
    CHECK(parse_writer(&writer, &header) == OK);
    CHECK(header.num_values == 3 && header.encoding == 0 && !header.has_statistics);
}

static void empty_statistics_have_no_members(void)
{
    struct pq_statistics statistics;
    struct thrift_reader reader;
    memset(&statistics, 0xee, sizeof statistics);
    thrift_init(&reader, slice_of("\0", 1));
    thrift_read_struct(&reader, &PQ_STATISTICS, &statistics);
    CHECK(reader.fault == NULL);
    CHECK(statistics.max.data == NULL && statistics.min.data == NULL);
    CHECK(statistics.max_value.data == NULL && statistics.min_value.data == NULL);
    CHECK(!statistics.has_null_count && !statistics.has_distinct_count);
    CHECK(!statistics.has_nan_count);
    CHECK(statistics.max_is_exact == -1 && statistics.min_is_exact == -1);
}

static void damaged_bytes(void)
{
    uint64_t random = 61;
    struct thrift_bytes writers[] = {v1_header(), v2_header(0)};
    for (int i = 0; i < 40000; i++) {
        struct thrift_bytes *writer = &writers[i % 2];
        struct pq_page_header header;
        size_t size = 0, at = random_below(&random, writer->bytes.size);
        bool is_cut;
        uint8_t before = writer->bytes.data[at];
        writer->bytes.data[at] = (uint8_t)next_random(&random);
        enum status status = parse(bytes_slice(&writer->bytes), &header, &size, &is_cut);
        CHECK(status == CORRUPT || (status == OK && size <= writer->bytes.size));
        CHECK(status != OK ||
              (header.compressed_size >= 0 && header.uncompressed_size >= 0));
        CHECK(status != OK || header.num_values >= 0);
        writer->bytes.data[at] = before;
    }
    thrift_bytes_free(&writers[0]);
    thrift_bytes_free(&writers[1]);
}

int main(void)
{
    RUN(data_pages_of_version_1);
    RUN(data_pages_of_version_2);
    RUN(dictionary_and_other_pages);
    RUN(details_must_be_of_the_page_type);
    RUN(the_type_may_follow_the_details);
    RUN(negative_sizes_and_counts_are_refused);
    RUN(missing_required_fields_are_refused);
    RUN(headers_cut_anywhere_are_reported_as_cut);
    RUN(a_text_longer_than_the_bytes_is_a_cut);
    RUN(damage_is_not_reported_as_a_cut);
    RUN(fields_of_another_type_are_skipped);
    RUN(empty_statistics_have_no_members);
    RUN(damaged_bytes);
    return unit_test_done();
}
