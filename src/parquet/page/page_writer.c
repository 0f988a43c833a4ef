/* SPDX-License-Identifier: MIT */
#include "parquet/page/page_writer.h"

#include "base/hash.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/format_writer.h"
#include "parquet/format/page_header.h"
#include "parquet/page/levels.h"

/* Appends a level that repeats n times, as one run (Encodings.md, "RLE"). */
static enum status append_run(struct buffer *output, uint32_t n, uint8_t level,
                              struct error *error)
{
    uint8_t run[6];
    size_t size = 0;
    for (uint64_t rest = (uint64_t)n << 1; size == 0 || rest > 0; rest >>= 7)
        run[size++] = (uint8_t)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    run[size++] = level;
    return buffer_append(output, run, size, error);
}

/* Appends a page's levels, in v1 pages after their size.  levels NULL: all are
 * max_level. */
static enum status append_levels(struct pq_page_writer *writer, const uint8_t *levels,
                                 uint32_t n, uint8_t max_level, struct error *error)
{
    static const uint8_t no_length[4] = {0};
    struct buffer *body = &writer->body;
    size_t begin = body->size;
    bool has_length = writer->data_page_version == 1;
    enum status status = OK;
    if (max_level == 0)
        return OK;
    if (has_length)
        status = buffer_append(body, no_length, sizeof no_length, error);
    if (status == OK && levels != NULL)
        status = pq_rle_encode_bytes(levels, n, bit_width_of(max_level), body, error);
    else if (status == OK)
        status = append_run(body, n, max_level, error);
    if (status != OK || !has_length)
        return status;
    uint32_t size = (uint32_t)(body->size - begin - sizeof no_length);
    for (unsigned i = 0; i < 4; i++)
        body->data[begin + i] = (uint8_t)(size >> 8 * i);
    return OK;
}

enum status pq_page_begin(struct pq_page_writer *writer, const uint8_t *repetition,
                          const uint8_t *definition, uint32_t n_entries,
                          struct error *error)
{
    writer->body.size = 0;
    enum status status = append_levels(writer, repetition, n_entries,
                                       writer->max_repetition, error);
    writer->repetition_size = writer->body.size;
    if (status == OK)
        status = append_levels(writer, definition, n_entries, writer->max_level, error);
    writer->levels_size = writer->body.size;
    return status;
}

/* Appends body's bytes from `from` on, compressed, to `compressed`. */
static enum status compress(struct pq_page_writer *writer, size_t from,
                            struct error *error)
{
    return codec_compress(writer->codecs, pq_codec(writer->compression),
                          writer->compression_level,
                          slice_of(writer->body.data + from, writer->body.size - from),
                          &writer->compressed, error);
}

/* Makes the bytes to store after the header.  v2 levels are never compressed; v2 values
 * only if that makes them smaller. */
static enum status make_stored_body(struct pq_page_writer *writer,
                                    struct pq_page_header *header, struct buffer **stored,
                                    struct error *error)
{
    *stored = &writer->body;
    header->is_compressed = false;
    if (writer->compression == PQ_UNCOMPRESSED)
        return OK;
    writer->compressed.size = 0;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    size_t from = is_v2 ? writer->levels_size : 0;
    if (is_v2 && from == writer->body.size)
        return OK;
    enum status status = OK;
    if (from > 0)
        status = buffer_append(&writer->compressed, writer->body.data, from, error);
    if (status == OK)
        status = compress(writer, from, error);
    if (status != OK)
        return status;
    if (is_v2 && writer->compressed.size >= writer->body.size)
        return OK;
    *stored = &writer->compressed;
    header->is_compressed = true;
    return OK;
}

/* Encrypts a body or a header in its buffer. */
static enum status seal(const struct pq_page_writer *writer, bool is_header,
                        bool is_dictionary, struct buffer *bytes, struct error *error)
{
    enum pq_module page = is_dictionary ? PQ_DICTIONARY_PAGE_MODULE : PQ_DATA_PAGE_MODULE;
    enum pq_module header = is_dictionary ? PQ_DICTIONARY_PAGE_HEADER_MODULE
                                          : PQ_DATA_PAGE_HEADER_MODULE;
    return writer->cipher == NULL
               ? OK
               : pq_module_seal(writer->cipher, is_header ? header : page,
                                writer->n_data_pages, bytes, 0, error);
}

/* Makes the body and the header as they are stored. */
static enum status make_page(struct pq_page_writer *writer, struct pq_page_header *header,
                             struct buffer **stored, struct error *error)
{
    bool is_dictionary = header->type == PQ_DICTIONARY_PAGE;
    size_t size = writer->body.size;
    if (size > PQ_MAX_PAGE_SIZE)
        return error_set(error, TOO_BIG, "a page of %zu bytes; the maximum is %d", size,
                         PQ_MAX_PAGE_SIZE);
    enum status status = make_stored_body(writer, header, stored, error);
    if (status == OK && (*stored)->size > PQ_MAX_PAGE_SIZE)
        status = error_set(error, TOO_BIG,
                           "a page of %zu bytes, %zu when compressed; the maximum is %d",
                           size, (*stored)->size, PQ_MAX_PAGE_SIZE);
    if (status == OK)
        status = seal(writer, false, is_dictionary, *stored, error);
    if (status != OK)
        return status;
    header->uncompressed_size = (int32_t)size;
    header->compressed_size = (int32_t)(*stored)->size;
    header->has_crc = true;
    header->crc = crc32_of(buffer_slice(*stored));
    writer->header.size = 0;
    status = pq_append_page_header(header, &writer->header, error);
    return status == OK ? seal(writer, true, is_dictionary, &writer->header, error)
                        : status;
}

static enum status write_page(struct pq_page_writer *writer,
                              struct pq_page_header *header, struct pq_page_range *range,
                              struct error *error)
{
    struct buffer *stored = &writer->body;
    enum status status = make_page(writer, header, &stored, error);
    if (status != OK)
        return status;
    range->offset = output_file_size(writer->output);
    range->size = (int32_t)(writer->header.size + stored->size);
    writer->compressed_size += range->size;
    writer->uncompressed_size += (int64_t)writer->header.size + header->uncompressed_size;
    writer->n_data_pages += header->type != PQ_DICTIONARY_PAGE;
    status = output_file_append(writer->output, writer->header.data, writer->header.size,
                                error);
    if (status == OK)
        status = output_file_append(writer->output, stored->data, stored->size, error);
    return status;
}

enum status pq_page_end(struct pq_page_writer *writer, const struct pq_page_facts *facts,
                        struct pq_page_range *range, struct error *error)
{
    struct pq_page_header header = {
        .type = writer->data_page_version == 1 ? PQ_DATA_PAGE : PQ_DATA_PAGE_V2,
        .has_details = true,
        .num_values = (int32_t)facts->n_entries,
        .encoding = facts->encoding,
        .definition_encoding = PQ_RLE,
        .repetition_encoding = PQ_RLE,
        .num_nulls = (int32_t)facts->n_nulls,
        .num_rows = (int32_t)facts->n_rows,
        .definition_size = (int32_t)(writer->levels_size - writer->repetition_size),
        .repetition_size = (int32_t)writer->repetition_size,
    };
    return write_page(writer, &header, range, error);
}

enum status pq_page_write_dictionary(struct pq_page_writer *writer, uint32_t n_entries,
                                     struct pq_page_range *range, struct error *error)
{
    struct pq_page_header header = {
        .type = PQ_DICTIONARY_PAGE,
        .has_details = true,
        .num_values = (int32_t)n_entries,
        .encoding = PQ_PLAIN,
    };
    return write_page(writer, &header, range, error);
}

void pq_page_writer_release(struct pq_page_writer *writer)
{
    buffer_release(&writer->body);
    buffer_release(&writer->compressed);
    buffer_release(&writer->header);
}
