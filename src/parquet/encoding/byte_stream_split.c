/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/byte_stream_split.h"

#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

static bool fits(int type)
{
    return type != PQ_BOOLEAN && type != PQ_BYTE_ARRAY && type != PQ_INT96;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    size_t width = decoder->width;
    (void)max_count;
    decoder->as.split = (struct pq_split_decoder){.data = input.data,
                                                  .n_values = input.size / width};
    if (input.size % width != 0)
        return error_set(error, CORRUPT,
                         "BYTE_STREAM_SPLIT data of %zu bytes for values of %zu",
                         input.size, width);
    return OK;
}

static uint64_t values_left(const struct pq_value_decoder *decoder)
{
    return decoder->as.split.n_values - decoder->as.split.next;
}

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    if (n > values_left(decoder))
        return error_set(error, CORRUPT, "BYTE_STREAM_SPLIT data ends too early");
    decoder->as.split.next += (size_t)n;
    return OK;
}

/* A constant width lets the compiler unroll the loop and keep all streams in
 * registers. */
static inline void gather(const uint8_t *data, size_t stride, size_t width,
                          uint8_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < width; k++)
            values[i * width + k] = data[k * stride + i];
    }
}

/* Writes n values in PLAIN form. */
static enum status take(struct pq_value_decoder *decoder, uint8_t *values, size_t n,
                        struct error *error)
{
    const struct pq_split_decoder before = decoder->as.split;
    enum status status = skip(decoder, n, error);
    if (status != OK || n == 0)
        return status;
    switch (decoder->width) {
    case 4:
        gather(before.data + before.next, before.n_values, 4, values, n);
        break;
    case 8:
        gather(before.data + before.next, before.n_values, 8, values, n);
        break;
    default:
        gather(before.data + before.next, before.n_values, decoder->width, values, n);
    }
    return OK;
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error)
{
    enum status status;
    if (pq_is_number(decoder->type)) {
        status = take(decoder, values, n, error);
        if (status == OK)
            little_endian_numbers(values, decoder->width, n);
        return status;
    }
    /* Fail before allocating memory for values that do not exist. */
    if (n > values_left(decoder))
        return skip(decoder, n, error);
    status = buffer_reserve(&decoder->output, n * decoder->width, false, error);
    if (status == OK)
        status = take(decoder, decoder->output.data, n, error);
    struct bytes_value *pieces = values;
    for (size_t i = 0; status == OK && i < n; i++)
        pieces[i] = (struct bytes_value){decoder->output.data + i * decoder->width,
                                         decoder->width};
    return status;
}

/* Writes one stream after the other, so that loads at a constant distance are
 * vectorized. */
static inline void scatter(const uint8_t *restrict values, size_t width, size_t n,
                           uint8_t *restrict streams)
{
    for (size_t k = 0; k < width; k++) {
        for (size_t i = 0; i < n; i++)
            streams[k * n + i] = values[i * width + k];
    }
}

/* Appends n values in PLAIN form. */
static enum status put(const uint8_t *values, size_t width, size_t n,
                       struct buffer *output, struct error *error)
{
    enum status status = output_reserve(output, n * width, error);
    if (status != OK)
        return status;
    uint8_t *streams = output->data + output->size;
    switch (width) {
    case 4:
        scatter(values, 4, n, streams);
        break;
    case 8:
        scatter(values, 8, n, streams);
        break;
    default:
        scatter(values, width, n, streams);
    }
    output->size += n * width;
    return OK;
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    const uint8_t *bytes = pq_values_from(values, first, n);
    struct buffer stored = {0};
    enum status status = OK;
    if (n == 0)
        return OK;
    if (n > MOST_SECTION / values->width)
        return section_too_big("BYTE_STREAM_SPLIT", error);
    if (HOST_IS_BIG_ENDIAN && pq_is_number(values->type)) {
        status = pq_encoding_plain.encode(values, first, n, &stored, error);
        bytes = stored.data;
    }
    if (status == OK)
        status = put(bytes, values->width, n, output, error);
    buffer_release(&stored);
    return status;
}

const struct pq_encoding_operations pq_encoding_byte_stream_split = {
    .fits = fits,
    .init = init,
    .read = read,
    .skip = skip,
    .values_left = values_left,
    .encode = encode,
};
