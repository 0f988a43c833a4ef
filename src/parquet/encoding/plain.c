/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/plain.h"

#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

void pq_plain_init(struct pq_plain_decoder *decoder, struct slice input)
{
    *decoder = (struct pq_plain_decoder){.rest = input};
}

void pq_plain_init_terminating(struct pq_plain_decoder *decoder, struct slice input)
{
    pq_plain_init(decoder, input);
    decoder->terminate = true;
}

static enum status too_short(struct error *error)
{
    return error_set(error, CORRUPT, "PLAIN data ends too early");
}

enum status pq_plain_read_fixed(struct pq_plain_decoder *decoder, size_t width,
                                void *values, size_t n, struct error *error)
{
    if (n > decoder->rest.size / width)
        return too_short(error);
    if (n == 0)
        return OK;
    size_t size = n * width;
    memcpy(values, decoder->rest.data, size);
    little_endian_numbers(values, width, n);
    decoder->rest.data += size;
    decoder->rest.size -= size;
    return OK;
}

enum status pq_plain_skip_fixed(struct pq_plain_decoder *decoder, size_t width,
                                uint64_t n, struct error *error)
{
    if (n > decoder->rest.size / width)
        return too_short(error);
    decoder->rest.data += (size_t)n * width;
    decoder->rest.size -= (size_t)n * width;
    return OK;
}

enum status pq_plain_read_fixed_bytes(struct pq_plain_decoder *decoder, size_t width,
                                      struct bytes_value *values, size_t n,
                                      struct error *error)
{
    const uint8_t *data = decoder->rest.data;
    enum status status = pq_plain_skip_fixed(decoder, width, n, error);
    if (status != OK)
        return status;
    for (size_t i = 0; i < n; i++)
        values[i] = (struct bytes_value){data + i * width, width};
    return OK;
}

static inline void terminate(const uint8_t *end)
{
    *(uint8_t *)(uintptr_t)end = 0;
}

/* Reads one BYTE_ARRAY.  When terminating, it saves the next length in next_length and
 * overwrites that length's first byte in the input with 0. */
static inline bool take_bytes(struct pq_plain_decoder *decoder, struct bytes_value *value)
{
    uint32_t length;
    struct slice *rest = &decoder->rest;
    if (rest->size < 4)
        return false;
    length = decoder->has_next_length ? decoder->next_length : load_u32(rest->data);
    if (length > rest->size - 4)
        return false;
    value->data = rest->data + 4;
    value->size = length;
    rest->data += 4 + (size_t)length;
    rest->size -= 4 + (size_t)length;
    if (decoder->terminate) {
        decoder->has_next_length = rest->size >= 4;
        if (decoder->has_next_length)
            decoder->next_length = load_u32(rest->data);
        terminate(rest->data);
    }
    return true;
}

enum status pq_plain_read_bytes(struct pq_plain_decoder *decoder,
                                struct bytes_value *values, size_t n, struct error *error)
{
    struct pq_plain_decoder local = *decoder; /* lets the compiler keep it in registers */
    for (size_t i = 0; i < n; i++) {
        if (!take_bytes(&local, &values[i]))
            return too_short(error);
    }
    *decoder = local;
    return OK;
}

enum status pq_plain_skip_bytes(struct pq_plain_decoder *decoder, uint64_t n,
                                struct error *error)
{
    struct pq_plain_decoder local = *decoder;
    struct bytes_value value;
    while (n-- > 0) {
        if (!take_bytes(&local, &value))
            return too_short(error);
    }
    *decoder = local;
    return OK;
}

enum status pq_plain_read_booleans(struct pq_plain_decoder *decoder, uint8_t *values,
                                   size_t n, struct error *error)
{
    struct slice start = decoder->rest;
    unsigned bit = decoder->bit;
    enum status status = pq_plain_skip_booleans(decoder, n, error);
    if (status != OK)
        return status;
    for (size_t i = 0; i < n; i++, bit++)
        values[i] = start.data[bit / 8] >> (bit % 8) & 1;
    return OK;
}

enum status pq_plain_skip_booleans(struct pq_plain_decoder *decoder, uint64_t n,
                                   struct error *error)
{
    /* Cannot overflow: a page has at most 2^31 values. */
    uint64_t bits = decoder->bit + n;
    uint64_t available = (uint64_t)decoder->rest.size * 8;
    if (bits > available)
        return too_short(error);
    decoder->rest.data += bits / 8;
    decoder->rest.size -= (size_t)(bits / 8);
    decoder->bit = (unsigned)(bits % 8);
    return OK;
}

enum status pq_plain_encode_booleans(const uint8_t *values, size_t n,
                                     struct buffer *output, struct error *error)
{
    uint64_t size = bit_packed_size(n, 1);
    if (n == 0)
        return OK;
    if (size > MOST_SECTION)
        return section_too_big("PLAIN", error);
    enum status status = output_reserve(output, size, error);
    if (status != OK)
        return status;
    bit_pack_u8(values, n, 1, output->data + output->size);
    output->size += (size_t)size;
    return OK;
}

enum status pq_plain_encode_bytes(const struct pq_byte_arrays *values, size_t first,
                                  size_t n, struct buffer *output, struct error *error)
{
    if (n == 0)
        return OK;
    const uint64_t *offsets = values->offsets + first;
    uint64_t n_bytes = offsets[n] - offsets[0];
    if (n_bytes > MOST_SECTION || n > (MOST_SECTION - n_bytes) / 4)
        return section_too_big("PLAIN", error);
    enum status status = output_reserve(output, n_bytes + 4 * n + COPY_SLACK, error);
    if (status != OK)
        return status;

    const uint8_t *source = pq_byte_arrays_begin(values, first, n);
    const uint8_t *end = source + n_bytes;
    uint8_t *target = output->data + output->size;
    for (size_t i = 0; i < n; i++) {
        size_t size = (size_t)(offsets[i + 1] - offsets[i]);
        store_u32(target, (uint32_t)size);
        copy_value(target + 4, source, size, end);
        target += 4 + size;
        source += size;
    }
    output->size = (size_t)(target - output->data);
    return OK;
}

/* ---- As an encoding of values ------------------------------------------------------ */

static bool fits(int type)
{
    (void)type;
    return true;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    (void)max_count;
    (void)error;
    if (decoder->terminate)
        pq_plain_init_terminating(&decoder->as.plain, input);
    else
        pq_plain_init(&decoder->as.plain, input);
    return OK;
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
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

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    if (decoder->type == PQ_BOOLEAN)
        return pq_plain_skip_booleans(&decoder->as.plain, n, error);
    if (decoder->type == PQ_BYTE_ARRAY)
        return pq_plain_skip_bytes(&decoder->as.plain, n, error);
    return pq_plain_skip_fixed(&decoder->as.plain, decoder->width, n, error);
}

static enum status encode_fixed(const struct pq_values *values, size_t first, size_t n,
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

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    if (values->type == PQ_BYTE_ARRAY)
        return pq_plain_encode_bytes(
            &(struct pq_byte_arrays){values->bytes, values->offsets}, first, n, output,
            error);
    if (values->type == PQ_BOOLEAN)
        return pq_plain_encode_booleans(pq_values_from(values, first, n), n, output,
                                        error);
    return encode_fixed(values, first, n, output, error);
}

const struct pq_encoding_operations pq_encoding_plain = {
    .fits = fits, .init = init, .read = read, .skip = skip, .encode = encode};
