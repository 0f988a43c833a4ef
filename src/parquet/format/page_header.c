#include "parquet/format/page_header.h"

void pq_statistics_parse(struct thrift_reader *reader, struct pq_statistics *statistics)
{
    struct thrift_field field = {0};
    *statistics = (struct pq_statistics){.max_is_exact = -1, .min_is_exact = -1};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, BINARY):
            statistics->max = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(2, BINARY):
            statistics->min = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(3, INTEGER):
            statistics->null_count = thrift_read_i64(reader, &field);
            statistics->has_null_count = true;
            break;
        case THRIFT_KEY(4, INTEGER):
            statistics->distinct_count = thrift_read_i64(reader, &field);
            statistics->has_distinct_count = true;
            break;
        case THRIFT_KEY(5, BINARY):
            statistics->max_value = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(6, BINARY):
            statistics->min_value = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(7, BOOLEAN):
            statistics->max_is_exact = thrift_read_bool(reader, &field);
            break;
        case THRIFT_KEY(8, BOOLEAN):
            statistics->min_is_exact = thrift_read_bool(reader, &field);
            break;
        case THRIFT_KEY(9, INTEGER):
            statistics->nan_count = thrift_read_i64(reader, &field);
            statistics->has_nan_count = true;
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static void parse_page_statistics(struct thrift_reader *reader,
                                  struct pq_page_header *header)
{
    pq_statistics_parse(reader, &header->statistics);
    header->has_statistics = true;
}

static void parse_data_page(struct thrift_reader *reader, struct pq_page_header *header)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            header->num_values = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            header->encoding = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(3, INTEGER):
            header->definition_encoding = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(4, INTEGER):
            header->repetition_encoding = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(5, STRUCT):
            parse_page_statistics(reader, header);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static void parse_dictionary_page(struct thrift_reader *reader,
                                  struct pq_page_header *header)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            header->num_values = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            header->encoding = thrift_read_i32(reader, &field);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static void parse_data_page_v2(struct thrift_reader *reader,
                               struct pq_page_header *header)
{
    struct thrift_field field = {0};
    header->is_compressed = true;
    header->definition_encoding = PQ_RLE;
    header->repetition_encoding = PQ_RLE;
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            header->num_values = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            header->num_nulls = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(3, INTEGER):
            header->num_rows = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(4, INTEGER):
            header->encoding = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(5, INTEGER):
            header->definition_size = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(6, INTEGER):
            header->repetition_size = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(7, BOOLEAN):
            header->is_compressed = thrift_read_bool(reader, &field);
            break;
        case THRIFT_KEY(8, STRUCT):
            parse_page_statistics(reader, header);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

/* The struct in a field of the header that belongs to a page type. */
static void parse_details(struct thrift_reader *reader, const struct thrift_field *field,
                          int page_type, struct pq_page_header *header,
                          void (*parse)(struct thrift_reader *, struct pq_page_header *))
{
    /* A struct that does not belong to the page's type is passed over, so that it cannot
     * change what the right one said.  The type is always written first. */
    if (header->type != page_type) {
        thrift_skip(reader, field);
        return;
    }
    parse(reader, header);
    header->has_details = true;
}

enum status pq_page_header_parse(struct slice bytes, struct pq_page_header *header,
                                 size_t *size, bool *is_cut, struct error *error)
{
    struct thrift_reader reader;
    struct thrift_field field = {0};
    bool has_sizes[2] = {false, false};
    thrift_init(&reader, bytes);
    *header = (struct pq_page_header){.type = -1, .encoding = PQ_NO_ENCODING};
    while (thrift_next_field(&reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            header->type = thrift_read_i32(&reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            header->uncompressed_size = thrift_read_i32(&reader, &field);
            has_sizes[0] = true;
            break;
        case THRIFT_KEY(3, INTEGER):
            header->compressed_size = thrift_read_i32(&reader, &field);
            has_sizes[1] = true;
            break;
        case THRIFT_KEY(4, INTEGER):
            header->crc = (uint32_t)thrift_read_i32(&reader, &field);
            header->has_crc = true;
            break;
        case THRIFT_KEY(5, STRUCT):
            parse_details(&reader, &field, PQ_DATA_PAGE, header, parse_data_page);
            break;
        case THRIFT_KEY(7, STRUCT):
            parse_details(&reader, &field, PQ_DICTIONARY_PAGE, header,
                          parse_dictionary_page);
            break;
        case THRIFT_KEY(8, STRUCT):
            parse_details(&reader, &field, PQ_DATA_PAGE_V2, header, parse_data_page_v2);
            break;
        default:
            thrift_skip(&reader, &field);
        }
    }
    *is_cut = reader.is_cut;
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "%s", reader.fault);
    *size = bytes.size - reader.rest.size;
    if (header->type < 0 || !has_sizes[0] || !has_sizes[1])
        return error_set(error, CORRUPT, "a page header without type or sizes");
    if (header->uncompressed_size < 0 || header->compressed_size < 0 ||
        header->num_values < 0)
        return error_set(error, CORRUPT, "a page header with negative sizes");
    return OK;
}
