/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/value_decoder.h"

#include "parquet/encoding/value_encoder.h"
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

/* Boolean RLE carries its size in front, in pages of both versions. */
static enum status init_boolean_rle(struct pq_value_decoder *decoder, struct slice input,
                                    struct error *error)
{
    struct slice size, runs;
    if (!slice_take(&input, 4, &size) || !slice_take(&input, load_u32(size.data), &runs))
        return error_set(error, CORRUPT, "RLE booleans end too early");
    return pq_rle_init(&decoder->as.rle, runs, 1, error);
}

enum status pq_value_decoder_init(struct pq_value_decoder *decoder,
                                  const struct pq_value_format *format,
                                  struct slice input, uint64_t max_count,
                                  struct error *error)
{
    decoder->encoding = format->encoding;
    decoder->type = format->type;
    decoder->terminate = format->terminate && format->type == PQ_BYTE_ARRAY;
    decoder->width = pq_type_width(format->type, format->type_length);
    if (pq_encoding_name(format->encoding) == NULL)
        return error_set(error, UNSUPPORTED, "encoding %d", format->encoding);
    if (!pq_encoding_fits(format->encoding, format->type))
        return error_set(error, CORRUPT, "encoding %s does not fit the column's type",
                         pq_encoding_name(format->encoding));
    switch (format->encoding) {
    case PQ_RLE:
        return init_boolean_rle(decoder, input, error);
    case PQ_DELTA_BINARY_PACKED:
        return pq_delta_init(&decoder->as.delta, input, max_count, error);
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return pq_delta_length_init(&decoder->as.delta_length, input, max_count, error);
    case PQ_DELTA_BYTE_ARRAY:
        return pq_delta_strings_init(&decoder->delta_strings, input, max_count, error);
    case PQ_BYTE_STREAM_SPLIT:
        return pq_split_init(&decoder->as.split, input, decoder->width, error);
    default:
        if (decoder->terminate)
            pq_plain_init_terminating(&decoder->as.plain, input);
        else
            pq_plain_init(&decoder->as.plain, input);
        return OK;
    }
}

void pq_value_decoder_release(struct pq_value_decoder *decoder)
{
    pq_delta_strings_release(&decoder->delta_strings);
    buffer_release(&decoder->output);
}

static enum status read_plain(struct pq_value_decoder *decoder, void *values, size_t n,
                              struct error *error)
{
    struct pq_plain_decoder *plain = &decoder->as.plain;
    switch (decoder->type) {
    case PQ_BOOLEAN:
        return pq_plain_read_booleans(plain, values, n, error);
    case PQ_BYTE_ARRAY:
        return pq_plain_read_bytes(plain, values, n, error);
    case PQ_INT96:
    case PQ_FIXED_LEN_BYTE_ARRAY:
        return pq_plain_read_fixed_bytes(plain, decoder->width, values, n, error);
    default:
        return pq_plain_read_fixed(plain, decoder->width, values, n, error);
    }
}

static enum status read_rle_booleans(struct pq_value_decoder *decoder, uint8_t *values,
                                     size_t n, struct error *error)
{
    uint32_t wide[BATCH_ROWS];
    enum status status = pq_rle_read(&decoder->as.rle, wide, n, error);
    for (size_t i = 0; status == OK && i < n; i++)
        values[i] = (uint8_t)wide[i];
    return status;
}

static enum status read_delta(struct pq_value_decoder *decoder, void *values, size_t n,
                              struct error *error)
{
    if (decoder->type == PQ_INT64)
        return pq_delta_read(&decoder->as.delta, values, n, error);
    int64_t wide[BATCH_ROWS];
    int32_t *narrow = values;
    enum status status = pq_delta_read(&decoder->as.delta, wide, n, error);
    for (size_t i = 0; status == OK && i < n; i++)
        narrow[i] = (int32_t)(uint32_t)wide[i];
    return status;
}

/* Copies the values so that each is followed by a 0 byte. */
static enum status terminate_values(struct buffer *output, struct bytes_value *values,
                                    size_t n, struct error *error)
{
    size_t total = n; /* cannot overflow: the values lie in one page */
    for (size_t i = 0; i < n; i++)
        total += values[i].size;
    enum status status = buffer_reserve(output, total, false, error);
    if (status != OK)
        return status;
    uint8_t *target = output->data;
    for (size_t i = 0; i < n; i++) {
        if (values[i].size > 0)
            memcpy(target, values[i].data, values[i].size);
        values[i].data = target;
        target += values[i].size;
        *target++ = 0;
    }
    return OK;
}

static enum status read_delta_length(struct pq_value_decoder *decoder,
                                     struct bytes_value *values, size_t n,
                                     struct error *error)
{
    enum status status = pq_delta_length_read(&decoder->as.delta_length, values, n,
                                              error);
    if (status == OK && decoder->terminate)
        status = terminate_values(&decoder->output, values, n, error);
    return status;
}

static enum status read_delta_strings(struct pq_value_decoder *decoder,
                                      struct bytes_value *values, size_t n,
                                      struct error *error)
{
    enum status status = pq_delta_strings_read(&decoder->delta_strings, values, n, error);
    if (decoder->type != PQ_FIXED_LEN_BYTE_ARRAY)
        return status;
    for (size_t i = 0; status == OK && i < n; i++) {
        if (values[i].size != decoder->width)
            status = error_set(error, CORRUPT,
                               "a value of %zu bytes in a column of fixed length %zu",
                               values[i].size, decoder->width);
    }
    return status;
}

static enum status read_split(struct pq_value_decoder *decoder, void *values, size_t n,
                              struct error *error)
{
    enum status status;
    if (pq_is_number(decoder->type)) {
        status = pq_split_read(&decoder->as.split, values, n, error);
        if (status == OK)
            little_endian_numbers(values, decoder->width, n);
        return status;
    }
    /* Before memory is had for values that are not there. */
    if (n > decoder->as.split.n_values - decoder->as.split.next)
        return pq_split_skip(&decoder->as.split, n, error);
    status = buffer_reserve(&decoder->output, n * decoder->width, false, error);
    if (status == OK)
        status = pq_split_read(&decoder->as.split, decoder->output.data, n, error);
    struct bytes_value *pieces = values;
    for (size_t i = 0; status == OK && i < n; i++)
        pieces[i] = (struct bytes_value){decoder->output.data + i * decoder->width,
                                         decoder->width};
    return status;
}

enum status pq_value_decoder_read(struct pq_value_decoder *decoder, void *values,
                                  size_t n, struct error *error)
{
    switch (decoder->encoding) {
    case PQ_RLE:
        return read_rle_booleans(decoder, values, n, error);
    case PQ_DELTA_BINARY_PACKED:
        return read_delta(decoder, values, n, error);
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return read_delta_length(decoder, values, n, error);
    case PQ_DELTA_BYTE_ARRAY:
        return read_delta_strings(decoder, values, n, error);
    case PQ_BYTE_STREAM_SPLIT:
        return read_split(decoder, values, n, error);
    default:
        return read_plain(decoder, values, n, error);
    }
}

/* Values of a fixed width are read, so that skipping finds the same faults. */
static enum status skip_delta_strings(struct pq_value_decoder *decoder, uint64_t n,
                                      struct error *error)
{
    struct bytes_value values[256];
    if (decoder->type == PQ_BYTE_ARRAY)
        return pq_delta_strings_skip(&decoder->delta_strings, n, error);
    enum status status = OK;
    while (n > 0 && status == OK) {
        size_t step = n < 256 ? (size_t)n : 256;
        status = read_delta_strings(decoder, values, step, error);
        n -= step;
    }
    return status;
}

enum status pq_value_decoder_skip(struct pq_value_decoder *decoder, uint64_t n,
                                  struct error *error)
{
    switch (decoder->encoding) {
    case PQ_RLE:
        return pq_rle_skip(&decoder->as.rle, n, error);
    case PQ_DELTA_BINARY_PACKED:
        return pq_delta_skip(&decoder->as.delta, n, error);
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return pq_delta_length_skip(&decoder->as.delta_length, n, error);
    case PQ_DELTA_BYTE_ARRAY:
        return skip_delta_strings(decoder, n, error);
    case PQ_BYTE_STREAM_SPLIT:
        return pq_split_skip(&decoder->as.split, n, error);
    default:
        break;
    }
    if (decoder->type == PQ_BOOLEAN)
        return pq_plain_skip_booleans(&decoder->as.plain, n, error);
    if (decoder->type == PQ_BYTE_ARRAY)
        return pq_plain_skip_bytes(&decoder->as.plain, n, error);
    return pq_plain_skip_fixed(&decoder->as.plain, decoder->width, n, error);
}
