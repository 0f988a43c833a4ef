/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/delta_length_byte_array.h"

#include "base/alloc.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

enum { PIECE = 128 };

enum status pq_delta_length_init(struct pq_delta_length_decoder *decoder,
                                 struct slice input, uint64_t max_count,
                                 struct error *error)
{
    enum status status = pq_delta_init(&decoder->lengths, input, max_count, error);
    if (status == OK)
        status = pq_delta_find_end(&decoder->lengths, &decoder->rest, error);
    return status;
}

static enum status take_pieces(struct pq_delta_length_decoder *decoder,
                               struct bytes_value *values, size_t n, struct error *error)
{
    int64_t lengths[PIECE];
    enum status status = pq_delta_read(&decoder->lengths, lengths, n, error);
    if (status != OK)
        return status;
    struct slice rest = decoder->rest;
    for (size_t i = 0; i < n; i++) {
        if (lengths[i] < 0 || (uint64_t)lengths[i] > rest.size)
            return error_set(
                error, CORRUPT,
                "byte array data: a length of %lld, but only %zu bytes are left",
                (long long)lengths[i], rest.size);
        size_t size = (size_t)lengths[i];
        values[i] = (struct bytes_value){rest.data, size};
        rest.data += size;
        rest.size -= size;
    }
    decoder->rest = rest;
    return OK;
}

enum status pq_delta_length_read(struct pq_delta_length_decoder *decoder,
                                 struct bytes_value *values, size_t n,
                                 struct error *error)
{
    enum status status = OK;
    while (status == OK && n > 0) {
        size_t take = n < PIECE ? n : PIECE;
        status = take_pieces(decoder, values, take, error);
        values += take;
        n -= take;
    }
    return status;
}

static bool fits(int type)
{
    return type == PQ_BYTE_ARRAY;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    return pq_delta_length_init(&decoder->as.delta_length, input, max_count, error);
}

/* Copies the values, adding a 0 byte after each. */
static enum status terminate_values(struct buffer *output, struct bytes_value *values,
                                    size_t n, struct error *error)
{
    size_t total = n; /* cannot overflow: the values are in one page */
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

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error)
{
    enum status status = pq_delta_length_read(&decoder->as.delta_length, values, n,
                                              error);
    if (status == OK && decoder->terminate)
        status = terminate_values(&decoder->output, values, n, error);
    return status;
}

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    struct bytes_value values[PIECE];
    enum status status = OK;
    while (status == OK && n > 0) {
        size_t take = n < PIECE ? (size_t)n : PIECE;
        status = take_pieces(&decoder->as.delta_length, values, take, error);
        n -= take;
    }
    return status;
}

static uint64_t values_left(const struct pq_value_decoder *decoder)
{
    return decoder->as.delta_length.lengths.values_left;
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    const struct pq_byte_arrays arrays = {values->bytes, values->offsets};
    const uint64_t *offsets = values->offsets + first;
    uint64_t n_bytes = n > 0 ? offsets[n] - offsets[0] : 0;
    if (n_bytes > MOST_SECTION)
        return section_too_big("DELTA_LENGTH_BYTE_ARRAY", error);
    int32_t *lengths = mem_alloc(n, sizeof *lengths);
    if (lengths == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < n; i++)
        lengths[i] = (int32_t)(offsets[i + 1] - offsets[i]);
    size_t start = output->size;
    enum status status = pq_delta_encode(lengths, sizeof *lengths, n, output, error);
    if (status == OK && output->size - start > MOST_SECTION - n_bytes)
        status = section_too_big("DELTA_LENGTH_BYTE_ARRAY", error);
    if (status == OK && n_bytes > 0)
        status = buffer_append(output, pq_byte_arrays_begin(&arrays, first, n),
                               (size_t)n_bytes, error);
    mem_free(lengths);
    return status;
}

const struct pq_encoding_operations pq_encoding_delta_length_byte_array = {
    .fits = fits,
    .init = init,
    .read = read,
    .skip = skip,
    .values_left = values_left,
    .encode = encode,
};
