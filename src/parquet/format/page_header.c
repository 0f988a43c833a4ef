/* SPDX-License-Identifier: MIT */
#include "parquet/format/page_header.h"

#include "parquet/format/format_structs.h"

enum status pq_page_header_parse(struct slice bytes, struct pq_page_header *header,
                                 size_t *size, bool *is_cut, struct error *error)
{
    struct thrift_reader reader;
    thrift_init(&reader, bytes);
    bool is_whole = thrift_read_complete_struct(&reader, &PQ_PAGE_HEADER, header);
    *is_cut = reader.is_cut;
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "%s", reader.fault);
    *size = bytes.size - reader.rest.size;
    if (header->type == PQ_DATA_PAGE_V2)
        header->definition_encoding = header->repetition_encoding = PQ_RLE;
    if (header->type < 0 || !is_whole)
        return error_set(error, CORRUPT, "a page header without type or sizes");
    if (header->uncompressed_size < 0 || header->compressed_size < 0 ||
        header->num_values < 0)
        return error_set(error, CORRUPT, "a page header with negative sizes");
    return OK;
}
