/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/value_decoder.h"

#include "parquet/encoding/encoding_operations.h"
#include "parquet/format/format_enums.h"

size_t pq_value_size(int type)
{
    switch (type) {
    case PQ_BOOLEAN:
        return 1;
    case PQ_INT32:
    case PQ_FLOAT:
        return 4;
    case PQ_INT64:
    case PQ_DOUBLE:
        return 8;
    default:
        return sizeof(struct bytes_value);
    }
}

bool pq_is_number(int type)
{
    return type != PQ_INT96 && type != PQ_BYTE_ARRAY && type != PQ_FIXED_LEN_BYTE_ARRAY;
}

enum status pq_value_decoder_init(struct pq_value_decoder *decoder,
                                  const struct pq_value_format *format,
                                  struct slice input, uint64_t max_count,
                                  struct error *error)
{
    decoder->encoding = format->encoding;
    decoder->operations = pq_encoding_operations(format->encoding);
    decoder->type = format->type;
    decoder->terminate = format->terminate && format->type == PQ_BYTE_ARRAY;
    decoder->width = pq_type_width(format->type, format->type_length);
    if (decoder->operations == NULL)
        return error_set(error, UNSUPPORTED, "encoding %d", format->encoding);
    if (!pq_encoding_fits(format->encoding, format->type))
        return error_set(error, CORRUPT, "encoding %s does not fit the column's type",
                         pq_encoding_name(format->encoding));
    return decoder->operations->init(decoder, input, max_count, error);
}

void pq_value_decoder_release(struct pq_value_decoder *decoder)
{
    pq_delta_strings_release(&decoder->delta_strings);
    buffer_release(&decoder->output);
}

enum status pq_value_decoder_read(struct pq_value_decoder *decoder, void *values,
                                  size_t n, struct error *error)
{
    return decoder->operations->read(decoder, values, n, error);
}

enum status pq_value_decoder_skip(struct pq_value_decoder *decoder, uint64_t n,
                                  struct error *error)
{
    return decoder->operations->skip(decoder, n, error);
}

uint64_t pq_value_decoder_left(const struct pq_value_decoder *decoder)
{
    return decoder->operations->values_left != NULL
               ? decoder->operations->values_left(decoder)
               : 0;
}

bool pq_value_decoder_has_position(const struct pq_value_decoder *decoder)
{
    return decoder->encoding != PQ_DELTA_BYTE_ARRAY; /* it needs the previous value */
}
