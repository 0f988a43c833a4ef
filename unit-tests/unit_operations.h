/* SPDX-License-Identifier: MIT */
/* unit_operations.h - values of one encoding, by its operations. */
#ifndef UNIT_OPERATIONS_H
#define UNIT_OPERATIONS_H

#include "parquet/encoding/encoding_operations.h"

/* Values of `width` bytes in BYTE_STREAM_SPLIT, in PLAIN form. */
static inline enum status split_init(struct pq_value_decoder *decoder, struct slice input,
                                     size_t width, struct error *error)
{
    *decoder = (struct pq_value_decoder){.type = PQ_FIXED_LEN_BYTE_ARRAY, .width = width};
    return pq_encoding_byte_stream_split.init(decoder, input, 0, error);
}

static inline enum status split_read(struct pq_value_decoder *decoder, uint8_t *values,
                                     size_t n, struct error *error)
{
    struct bytes_value *pieces = must(malloc((n + 1) * sizeof *pieces));
    enum status status = pq_encoding_byte_stream_split.read(decoder, pieces, n, error);
    for (size_t i = 0; status == OK && i < n; i++)
        memcpy(values + i * decoder->width, pieces[i].data, decoder->width);
    free(pieces);
    pq_value_decoder_release(decoder);
    return status;
}

static inline enum status split_skip(struct pq_value_decoder *decoder, uint64_t n,
                                     struct error *error)
{
    return pq_encoding_byte_stream_split.skip(decoder, n, error);
}

static inline enum status split_encode(const uint8_t *values, size_t width, size_t n,
                                       struct buffer *output, struct error *error)
{
    const struct pq_values all = {
        .type = PQ_FIXED_LEN_BYTE_ARRAY, .width = width, .n = n, .bytes = values};
    return pq_encoding_byte_stream_split.encode(&all, 0, n, output, error);
}

#endif
