/* SPDX-License-Identifier: MIT */
/*
 * rle_booleans.c - RLE as an encoding of BOOLEAN values: the hybrid of rle_hybrid.h after
 * its size in 4 bytes, in pages of both versions.
 */
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"
#include "parquet/encoding/rle_hybrid.h"

static bool fits(int type)
{
    return type == PQ_BOOLEAN;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    struct slice size, runs;
    (void)max_count;
    if (!slice_take(&input, 4, &size) || !slice_take(&input, load_u32(size.data), &runs))
        return error_set(error, CORRUPT, "RLE booleans end too early");
    return pq_rle_init(&decoder->as.rle, runs, 1, error);
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error)
{
    uint32_t wide[BATCH_ROWS];
    uint8_t *booleans = values;
    enum status status = pq_rle_read(&decoder->as.rle, wide, n, error);
    for (size_t i = 0; status == OK && i < n; i++)
        booleans[i] = (uint8_t)wide[i];
    return status;
}

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    return pq_rle_skip(&decoder->as.rle, n, error);
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    size_t start = output->size;
    enum status status = buffer_append(output, "\0\0\0", 4, error);
    if (status == OK)
        status = pq_rle_encode_bytes(pq_values_from(values, first, n), n, 1, output,
                                     error);
    if (status != OK)
        return status;
    size_t size = output->size - start - 4;
    if (size > MOST_SECTION - 4)
        return section_too_big("RLE", error);
    store_u32(output->data + start, (uint32_t)size);
    return OK;
}

const struct pq_encoding_operations pq_encoding_rle = {
    .fits = fits, .init = init, .read = read, .skip = skip, .encode = encode};
