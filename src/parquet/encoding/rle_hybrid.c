/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/rle_hybrid.h"

#include "base/interrupt.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/encoder_output.h"

enum {
    GROUP = 8, /* values in a group; bit-packed runs have whole groups */
    /* Limit of a bit-packed run.  Its header then fits in one byte, as in parquet-java
     * and Arrow. */
    MOST_GROUPS = 63,
    EMPTY_RUN_WORK = 4,
};

enum status pq_rle_init(struct pq_rle_decoder *decoder, struct slice input,
                        unsigned width, struct error *error)
{
    *decoder = (struct pq_rle_decoder){.rest = input, .width = width};
    if (width > 32)
        return error_set(error, CORRUPT, "bit width %u, but the maximum is 32", width);
    return OK;
}

enum status pq_rle_init_indices(struct pq_rle_decoder *decoder, struct slice input,
                                struct error *error)
{
    struct slice width;
    bool has_width = slice_take(&input, 1, &width);
    return pq_rle_init(decoder, input, has_width ? width.data[0] : 32, error);
}

enum status pq_rle_open_run(struct pq_rle_decoder *decoder, struct error *error)
{
    uint64_t header;
    if (decoder->rest.size == 0)
        return error_set(error, CORRUPT, "RLE data ends too early");
    /* 33 bits: a 32-bit count, and one bit for the kind of run. */
    if (!slice_read_varint(&decoder->rest, &header) || header >> 33 != 0)
        return error_set(error, CORRUPT, "RLE data: damaged run header");

    uint64_t count = header >> 1;
    unsigned width = decoder->width;
    if ((header & 1) == 0) {
        struct slice value;
        if (!slice_take(&decoder->rest, (width + 7) / 8, &value))
            return error_set(error, CORRUPT, "RLE data ends within a run");
        decoder->run_value = 0;
        for (size_t i = 0; i < value.size; i++)
            decoder->run_value |= (uint32_t)value.data[i] << (8 * i);
        if (width < 32 && decoder->run_value >> width != 0)
            return error_set(error, CORRUPT, "RLE data: %u in a run of %u bits",
                             (unsigned)decoder->run_value, width);
        decoder->run_left = count;
        decoder->packed.data = NULL;
        return OK;
    }
    uint64_t bytes = count * width;
    if (bytes > decoder->rest.size)
        bytes = decoder->rest.size;
    if (!slice_take(&decoder->rest, (size_t)bytes, &decoder->packed))
        return error_set(error, CORRUPT, "RLE data ends within a run");
    uint64_t capacity = bit_packed_capacity(decoder->packed.size, width);
    decoder->run_left = count * 8 < capacity ? count * 8 : capacity;
    decoder->packed_next = 0;
    return OK;
}

enum status pq_rle_need_run(struct pq_rle_decoder *decoder, struct error *error)
{
    if (decoder->width == 0) {
        decoder->run_value = 0;
        decoder->run_left = UINT64_MAX;
        decoder->packed.data = NULL;
        return OK;
    }
    enum status status = OK;
    /* Ends: each iteration consumes at least one header byte. */
    while (status == OK && decoder->run_left == 0) {
        status = pq_rle_open_run(decoder, error);
        if (status == OK && decoder->run_left == 0)
            status = interrupt_after(EMPTY_RUN_WORK, error);
    }
    return status;
}

enum status pq_rle_read(struct pq_rle_decoder *decoder, uint32_t *values, size_t n,
                        struct error *error)
{
    while (n > 0) {
        enum status status = pq_rle_need_run(decoder, error);
        if (status != OK)
            return status;
        size_t take = n < decoder->run_left ? n : (size_t)decoder->run_left;
        if (decoder->packed.data == NULL) {
            for (size_t i = 0; i < take; i++)
                values[i] = decoder->run_value;
        } else {
            /* The rest of the input follows the run, and may be read. */
            bit_unpack_u32(decoder->packed.data,
                           decoder->packed.size + decoder->rest.size,
                           decoder->packed_next, take, decoder->width, values);
            decoder->packed_next += take;
        }
        decoder->run_left -= take;
        values += take;
        n -= take;
    }
    return OK;
}

enum status pq_rle_skip(struct pq_rle_decoder *decoder, uint64_t n, struct error *error)
{
    while (n > 0) {
        enum status status = pq_rle_need_run(decoder, error);
        if (status != OK)
            return status;
        uint64_t take = n < decoder->run_left ? n : decoder->run_left;
        decoder->packed_next += take;
        decoder->run_left -= take;
        n -= take;
    }
    return OK;
}

/* The values to encode; one of the two is NULL. */
struct source {
    const uint8_t *bytes;
    const uint32_t *words;
};

/* Whether the eight values from `at` on are equal. */
static inline bool is_uniform(const struct source *source, size_t at)
{
    if (source->bytes != NULL) {
        uint64_t word;
        memcpy(&word, source->bytes + at, 8);
        return word == (word & 0xff) * UINT64_C(0x0101010101010101);
    }
    const uint32_t *words = source->words + at;
    uint32_t difference = 0;
    for (int i = 1; i < GROUP; i++)
        difference |= words[i] ^ words[0];
    return difference == 0;
}

/* How many of n values, from the first on, equal the first. */
static size_t count_equal_bytes(const uint8_t *bytes, size_t n)
{
    uint64_t pattern = bytes[0] * UINT64_C(0x0101010101010101);
    uint64_t difference = 0;
    size_t i = 0;
    for (; n - i >= 64; i += 64) {
        for (size_t k = 0; k < 8; k++) {
            uint64_t word;
            memcpy(&word, bytes + i + k * 8, 8);
            difference |= word ^ pattern;
        }
        if (difference != 0)
            break;
    }
    while (i < n && bytes[i] == bytes[0])
        i++;
    return i;
}

static size_t count_equal_words(const uint32_t *words, size_t n)
{
    uint32_t difference = 0;
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        for (size_t k = 0; k < 16; k++)
            difference |= words[i + k] ^ words[0];
        if (difference != 0)
            break;
    }
    while (i < n && words[i] == words[0])
        i++;
    return i;
}

/* How many values from `at` on to put into one bit-packed run.  The group at `at` is not
 * uniform. */
static size_t count_packed(const struct source *source, size_t at, size_t n)
{
    size_t end = at + GROUP;
    while (end < n && end - at < MOST_GROUPS * GROUP &&
           (n - end < GROUP || !is_uniform(source, end)))
        end += GROUP;
    return (end < n ? end : n) - at;
}

static enum status put_repeated(uint32_t value, size_t count, unsigned width,
                                struct buffer *output, struct error *error)
{
    enum status status = output_reserve(output, MOST_VARINT_BYTES + 4, error);
    if (status != OK)
        return status;
    uint8_t *end = store_varint(output->data + output->size, (uint64_t)count << 1);
    for (unsigned shift = 0; shift < width; shift += 8)
        *end++ = (uint8_t)(value >> shift);
    output->size = (size_t)(end - output->data);
    return OK;
}

static enum status put_packed(const struct source *source, size_t at, size_t count,
                              unsigned width, struct buffer *output, struct error *error)
{
    size_t n_groups = (count + GROUP - 1) / GROUP;
    enum status status = output_reserve(output, 1 + n_groups * width, error);
    if (status != OK)
        return status;
    uint8_t *target = output->data + output->size;
    *target++ = (uint8_t)(n_groups << 1 | 1);
    if (source->bytes != NULL)
        bit_pack_u8(source->bytes + at, count, width, target);
    else
        bit_pack_u32(source->words + at, count, width, target);
    size_t used = (size_t)bit_packed_size(count, width);
    memset(target + used, 0, n_groups * width - used);
    output->size += 1 + n_groups * width;
    return OK;
}

static enum status encode_runs(const struct source *source, size_t n, unsigned width,
                               struct buffer *output, struct error *error)
{
    size_t start = output->size;
    if (n > MOST_SECTION)
        return error_set(error, TOO_BIG, "%zu values in a page, but the maximum is %d", n,
                         MOST_SECTION);
    enum status status = OK;
    for (size_t at = 0; status == OK && at < n;) {
        size_t count;
        if (n - at < GROUP || !is_uniform(source, at)) {
            count = count_packed(source, at, n);
            status = put_packed(source, at, count, width, output, error);
        } else if (source->bytes != NULL) {
            count = count_equal_bytes(source->bytes + at, n - at);
            status = put_repeated(source->bytes[at], count, width, output, error);
        } else {
            count = count_equal_words(source->words + at, n - at);
            status = put_repeated(source->words[at], count, width, output, error);
        }
        at += count;
        if (status == OK && output->size - start > MOST_SECTION)
            status = section_too_big("RLE", error);
    }
    return status;
}

enum status pq_rle_encode(const uint32_t *values, size_t n, unsigned width,
                          struct buffer *output, struct error *error)
{
    return encode_runs(&(struct source){.words = values}, n, width, output, error);
}

enum status pq_rle_encode_bytes(const uint8_t *values, size_t n, unsigned width,
                                struct buffer *output, struct error *error)
{
    return encode_runs(&(struct source){.bytes = values}, n, width, output, error);
}
