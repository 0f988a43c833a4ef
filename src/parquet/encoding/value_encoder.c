/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/value_encoder.h"

#include "base/alloc.h"
#include "parquet/encoding/byte_stream_split.h"
#include "parquet/encoding/delta_byte_array.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/plain.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/encoding/value_decoder.h"

struct slice pq_stored_value(const struct pq_values *values, uint64_t i,
                             uint8_t number[8])
{
    struct slice value = pq_value_at(values, i);
    if (!HOST_IS_BIG_ENDIAN || !pq_is_number(values->type))
        return value;
    memcpy(number, value.data, value.size);
    little_endian_numbers(number, value.size, 1);
    return slice_of(number, value.size);
}

bool pq_encoding_fits(int encoding, int type)
{
    switch (encoding) {
    case PQ_PLAIN:
        return true;
    case PQ_RLE:
        return type == PQ_BOOLEAN;
    case PQ_DELTA_BINARY_PACKED:
        return type == PQ_INT32 || type == PQ_INT64;
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return type == PQ_BYTE_ARRAY;
    case PQ_DELTA_BYTE_ARRAY:
        return type == PQ_BYTE_ARRAY || type == PQ_FIXED_LEN_BYTE_ARRAY;
    case PQ_BYTE_STREAM_SPLIT:
        return type != PQ_BOOLEAN && type != PQ_BYTE_ARRAY && type != PQ_INT96;
    default:
        return false;
    }
}

/* Boolean RLE carries its size in front, in pages of both versions. */
static enum status encode_boolean_rle(const uint8_t *values, size_t n,
                                      struct buffer *output, struct error *error)
{
    size_t start = output->size;
    enum status status = buffer_append(output, "\0\0\0", 4, error);
    if (status == OK)
        status = pq_rle_encode_bytes(values, n, 1, output, error);
    if (status != OK)
        return status;
    size_t size = output->size - start - 4;
    if (size > MOST_SECTION - 4)
        return section_too_big("RLE", error);
    store_u32(output->data + start, (uint32_t)size);
    return OK;
}

static enum status encode_plain(const struct pq_values *values, size_t first, size_t n,
                                struct buffer *output, struct error *error)
{
    if (n == 0)
        return OK;
    if (n > MOST_SECTION / values->width)
        return section_too_big("PLAIN", error);
    size_t start = output->size;
    enum status status = buffer_append(output, values->bytes + first * values->width,
                                       n * values->width, error);
    if (status == OK && pq_is_number(values->type))
        little_endian_numbers(output->data + start, values->width, n);
    return status;
}

static enum status encode_split(const struct pq_values *values, size_t first, size_t n,
                                struct buffer *output, struct error *error)
{
    const uint8_t *bytes = n > 0 ? values->bytes + first * values->width : NULL;
    struct buffer stored = {0};
    enum status status = OK;
    if (HOST_IS_BIG_ENDIAN && pq_is_number(values->type)) {
        status = encode_plain(values, first, n, &stored, error);
        bytes = stored.data;
    }
    if (status == OK)
        status = pq_split_encode(bytes, values->width, n, output, error);
    buffer_release(&stored);
    return status;
}

/* Values of a fixed width as if each had a length of its own. */
static enum status encode_fixed_strings(const uint8_t *values, size_t width, size_t n,
                                        struct buffer *output, struct error *error)
{
    uint64_t *offsets = mem_alloc(n + 1, sizeof *offsets);
    if (offsets == NULL)
        return error_nomem(error);
    for (size_t i = 0; i <= n; i++)
        offsets[i] = (uint64_t)i * width;
    enum status status = pq_delta_strings_encode(
        &(struct pq_byte_arrays){values, offsets}, 0, n, output, error);
    mem_free(offsets);
    return status;
}

static enum status encode_byte_arrays(int encoding, const struct pq_values *values,
                                      size_t first, size_t n, struct buffer *output,
                                      struct error *error)
{
    struct pq_byte_arrays arrays = {values->bytes, values->offsets};
    switch (encoding) {
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return pq_delta_length_encode(&arrays, first, n, output, error);
    case PQ_DELTA_BYTE_ARRAY:
        return pq_delta_strings_encode(&arrays, first, n, output, error);
    default:
        return pq_plain_encode_bytes(&arrays, first, n, output, error);
    }
}

enum status pq_encode_values(int encoding, const struct pq_values *values, uint64_t first,
                             uint64_t n, struct buffer *output, struct error *error)
{
    if (n > MOST_SECTION)
        return error_set(error, TOO_BIG, "%llu values in a page, at most %d are possible",
                         (unsigned long long)n, MOST_SECTION);
    size_t count = (size_t)n, at = (size_t)first;
    if (values->type == PQ_BYTE_ARRAY)
        return encode_byte_arrays(encoding, values, at, count, output, error);
    const uint8_t *bytes = n > 0 ? values->bytes + at * values->width : NULL;
    switch (encoding) {
    case PQ_RLE:
        return encode_boolean_rle(bytes, count, output, error);
    case PQ_DELTA_BINARY_PACKED:
        return pq_delta_encode(bytes, values->width, count, output, error);
    case PQ_DELTA_BYTE_ARRAY:
        return encode_fixed_strings(bytes, values->width, count, output, error);
    case PQ_BYTE_STREAM_SPLIT:
        return encode_split(values, at, count, output, error);
    default:
        break;
    }
    if (values->type == PQ_BOOLEAN)
        return pq_plain_encode_booleans(bytes, count, output, error);
    return encode_plain(values, at, count, output, error);
}
