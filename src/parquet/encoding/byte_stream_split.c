/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/byte_stream_split.h"

#include "parquet/encoding/encoder_output.h"

enum status pq_split_init(struct pq_split_decoder *decoder, struct slice input,
                          size_t width, struct error *error)
{
    *decoder = (struct pq_split_decoder){
        .data = input.data, .width = width, .n_values = input.size / width};
    if (input.size % width != 0)
        return error_set(error, CORRUPT,
                         "BYTE_STREAM_SPLIT data of %zu bytes for values of %zu",
                         input.size, width);
    return OK;
}

/* A constant width lets the compiler unroll and keep all streams in registers. */
static inline void gather(const uint8_t *data, size_t stride, size_t width,
                          uint8_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < width; k++)
            values[i * width + k] = data[k * stride + i];
    }
}

enum status pq_split_read(struct pq_split_decoder *decoder, uint8_t *values, size_t n,
                          struct error *error)
{
    const uint8_t *data = decoder->data + decoder->next;
    enum status status = pq_split_skip(decoder, n, error);
    if (status != OK || n == 0)
        return status;
    switch (decoder->width) {
    case 4:
        gather(data, decoder->n_values, 4, values, n);
        break;
    case 8:
        gather(data, decoder->n_values, 8, values, n);
        break;
    default:
        gather(data, decoder->n_values, decoder->width, values, n);
    }
    return OK;
}

enum status pq_split_skip(struct pq_split_decoder *decoder, uint64_t n,
                          struct error *error)
{
    if (n > decoder->n_values - decoder->next)
        return error_set(error, CORRUPT, "BYTE_STREAM_SPLIT data ends too early");
    decoder->next += (size_t)n;
    return OK;
}

/* One stream after the other: loads at a constant distance become vectors. */
static inline void scatter(const uint8_t *restrict values, size_t width, size_t n,
                           uint8_t *restrict streams)
{
    for (size_t k = 0; k < width; k++) {
        for (size_t i = 0; i < n; i++)
            streams[k * n + i] = values[i * width + k];
    }
}

enum status pq_split_encode(const uint8_t *values, size_t width, size_t n,
                            struct buffer *output, struct error *error)
{
    if (n == 0)
        return OK;
    if (n > MOST_SECTION / width)
        return section_too_big("BYTE_STREAM_SPLIT", error);
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
