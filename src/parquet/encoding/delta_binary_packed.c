/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/delta_binary_packed.h"

#include "base/cpu.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

#if defined(HAVE_VECTORS) && defined(__x86_64__)
#include <immintrin.h>
#define HAVE_ADD_UP
#endif

enum {
    PIECE = 128,    /* deltas unpacked at once */
    BLOCK = 128,    /* when writing: values in a block */
    MINIBLOCK = 32, /* and in a miniblock */
    MINIBLOCKS = BLOCK / MINIBLOCK,
};

enum status pq_delta_init(struct pq_delta_decoder *decoder, struct slice input,
                          uint64_t max_count, struct error *error)
{
    uint64_t block_size, first;
    *decoder = (struct pq_delta_decoder){.rest = input};
    if (!slice_read_varint(&decoder->rest, &block_size) ||
        !slice_read_varint(&decoder->rest, &decoder->miniblocks_per_block) ||
        !slice_read_varint(&decoder->rest, &decoder->values_left) ||
        !slice_read_varint(&decoder->rest, &first))
        return error_set(error, CORRUPT, "DELTA_BINARY_PACKED data: damaged header");

    if (block_size == 0 || block_size % 128 != 0 || block_size > UINT32_MAX)
        return error_set(error, CORRUPT, "DELTA_BINARY_PACKED data: block size %llu",
                         (unsigned long long)block_size);
    if (decoder->miniblocks_per_block == 0 ||
        block_size % decoder->miniblocks_per_block != 0 ||
        block_size / decoder->miniblocks_per_block % 32 != 0)
        return error_set(error, CORRUPT,
                         "DELTA_BINARY_PACKED data: %llu miniblocks in a block of %llu",
                         (unsigned long long)decoder->miniblocks_per_block,
                         (unsigned long long)block_size);
    if (decoder->values_left > max_count)
        return error_set(error, CORRUPT,
                         "DELTA_BINARY_PACKED data: %llu values, at most %llu expected",
                         (unsigned long long)decoder->values_left,
                         (unsigned long long)max_count);
    decoder->values_per_miniblock = block_size / decoder->miniblocks_per_block;
    decoder->miniblock = decoder->miniblocks_per_block;
    decoder->value = (uint64_t)zigzag_decode(first);
    decoder->is_at_first = true;
    return OK;
}

/* Opens the next miniblock, first opening the next block if the current one is used up.
 * Call only while values are left.  A miniblock with any value is stored in full,
 * padded. */
static enum status open_miniblock(struct pq_delta_decoder *decoder, struct error *error)
{
    if (decoder->miniblock == decoder->miniblocks_per_block) {
        uint64_t min_delta;
        struct slice widths;
        if (!slice_read_varint(&decoder->rest, &min_delta) ||
            decoder->miniblocks_per_block > decoder->rest.size ||
            !slice_take(&decoder->rest, (size_t)decoder->miniblocks_per_block, &widths))
            return error_set(error, CORRUPT, "DELTA_BINARY_PACKED data ends too early");
        decoder->min_delta = (uint64_t)zigzag_decode(min_delta);
        decoder->widths = widths.data;
        decoder->miniblock = 0;
    }
    decoder->width = decoder->widths[decoder->miniblock++];
    if (decoder->width > 64)
        return error_set(error, CORRUPT, "DELTA_BINARY_PACKED data: bit width %u",
                         decoder->width);
    uint64_t used = decoder->values_per_miniblock < decoder->values_left
                        ? decoder->values_per_miniblock
                        : decoder->values_left;
    uint64_t size = decoder->values_per_miniblock / 8 * decoder->width;
    if (size > decoder->rest.size ||
        !slice_take(&decoder->rest, (size_t)size, &decoder->packed))
        return error_set(error, CORRUPT, "DELTA_BINARY_PACKED data ends too early");
    decoder->packed_next = 0;
    decoder->packed_left = used;
    return OK;
}

/* Adds up n deltas: values[i] becomes value + min_delta + deltas[0] + ... + min_delta +
 * deltas[i].  Returns the last value. */
static uint64_t add_up(const uint32_t *deltas, size_t n, uint64_t min_delta,
                       uint64_t value, int64_t *values)
{
    for (size_t i = 0; i < n; i++) {
        value += min_delta + deltas[i];
        values[i] = (int64_t)value;
    }
    return value;
}

#ifdef HAVE_ADD_UP
/* The same, four at a time; n is a multiple of four.  Each four wait for a single
 * addition of the four before, where the loop above waits for every addition. */
WITH_VECTORS static uint64_t add_up_with_vectors(const uint32_t *deltas, size_t n,
                                                 uint64_t min_delta, uint64_t value,
                                                 int64_t *values)
{
    const __m256i least = _mm256_set1_epi64x((long long)min_delta);
    const __m256i zero = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi64x((long long)value);
    for (size_t i = 0; i < n; i += 4) {
        __m256i sums = _mm256_cvtepu32_epi64(_mm_loadu_si128((const void *)(deltas + i)));
        sums = _mm256_add_epi64(sums, least);
        sums = _mm256_add_epi64(sums, _mm256_slli_si256(sums, 8)); /* of pairs */
        __m256i lower = _mm256_permute4x64_epi64(sums, 0x50);      /* 0 0 1 1 */
        sums = _mm256_add_epi64(sums, _mm256_blend_epi32(zero, lower, 0xf0));
        _mm256_storeu_si256((void *)(values + i), _mm256_add_epi64(sums, before));
        before = _mm256_add_epi64(before, _mm256_permute4x64_epi64(sums, 0xff));
    }
    return (uint64_t)_mm256_extract_epi64(before, 0);
}
#endif

/* Reads `take` <= PIECE values of the current miniblock. */
static void read_piece(struct pq_delta_decoder *decoder, int64_t *values, size_t take)
{
    /* The rest of the input follows the miniblock, and may be read. */
    size_t readable = decoder->packed.size + decoder->rest.size;
    uint64_t value = decoder->value, min_delta = decoder->min_delta;
    if (decoder->width <= 32) {
        uint32_t deltas[PIECE];
        bit_unpack_u32(decoder->packed.data, readable, decoder->packed_next, take,
                       decoder->width, deltas);
        size_t n = 0;
#ifdef HAVE_ADD_UP
        if (cpu_has_vectors()) {
            n = take / 4 * 4;
            value = add_up_with_vectors(deltas, n, min_delta, value, values);
        }
#endif
        value = add_up(deltas + n, take - n, min_delta, value, values + n);
    } else {
        uint64_t deltas[PIECE];
        bit_unpack_u64(decoder->packed.data, readable, decoder->packed_next, take,
                       decoder->width, deltas);
        for (size_t i = 0; i < take; i++) {
            value += min_delta + deltas[i];
            values[i] = (int64_t)value;
        }
    }
    decoder->value = value;
    decoder->packed_next += take;
    decoder->packed_left -= take;
    decoder->values_left -= take;
}

enum status pq_delta_read(struct pq_delta_decoder *decoder, int64_t *values, size_t n,
                          struct error *error)
{
    if (n > decoder->values_left)
        return error_set(
            error, CORRUPT,
            "DELTA_BINARY_PACKED data has fewer values than the page header counts");
    if (n > 0 && decoder->is_at_first) {
        *values++ = (int64_t)decoder->value;
        decoder->is_at_first = false;
        decoder->values_left--;
        n--;
    }
    while (n > 0) {
        enum status status = OK;
        if (decoder->packed_left == 0)
            status = open_miniblock(decoder, error);
        if (status != OK)
            return status;
        size_t take = n < PIECE ? n : PIECE;
        if (take > decoder->packed_left)
            take = (size_t)decoder->packed_left;
        read_piece(decoder, values, take);
        values += take;
        n -= take;
    }
    return OK;
}

enum status pq_delta_skip(struct pq_delta_decoder *decoder, uint64_t n,
                          struct error *error)
{
    int64_t values[PIECE];
    enum status status = OK;
    while (status == OK && n > 0) {
        size_t take = n < PIECE ? (size_t)n : PIECE;
        status = pq_delta_read(decoder, values, take, error);
        n -= take;
    }
    return status;
}

enum status pq_delta_find_end(const struct pq_delta_decoder *decoder,
                              struct slice *behind, struct error *error)
{
    struct pq_delta_decoder walker = *decoder;
    if (walker.values_left > 0)
        walker.values_left--;
    while (walker.values_left > 0) {
        enum status status = open_miniblock(&walker, error);
        if (status != OK)
            return status;
        walker.values_left -= walker.packed_left;
    }
    *behind = walker.rest;
    return OK;
}

/* A block's deltas minus the smallest of them.  Zeros follow the last one, so that
 * miniblocks without deltas have width 0. */
struct block {
    int64_t min_delta;
    unsigned widths[MINIBLOCKS];
    union {
        uint32_t narrow[BLOCK];
        uint64_t wide[BLOCK];
    } deltas;
};

#define FILL_BLOCK fill_narrow_block
#define SIGNED int32_t
#define UNSIGNED uint32_t
#define DELTAS deltas.narrow
#include "parquet/encoding/delta_fill_block.h"

#define FILL_BLOCK fill_wide_block
#define SIGNED int64_t
#define UNSIGNED uint64_t
#define DELTAS deltas.wide
#include "parquet/encoding/delta_fill_block.h"

/* Fills in block number i of n values; false if there is none. */
static bool fill_block(struct block *block, const void *values, size_t value_size,
                       size_t n, size_t i)
{
    size_t first =
        i * BLOCK; /* the block's first delta is values[first + 1] - values[first] */
    if (n == 0 || first >= n - 1)
        return false;
    size_t n_deltas = n - 1 - first < BLOCK ? n - 1 - first : BLOCK;
    if (value_size == 4)
        fill_narrow_block(block, (const int32_t *)values + first, n_deltas);
    else
        fill_wide_block(block, (const int64_t *)values + first, n_deltas);
    return true;
}

static uint8_t *put_header(uint8_t *target, const void *values, size_t value_size,
                           size_t n)
{
    int64_t first = 0;
    if (n > 0)
        first = value_size == 4 ? *(const int32_t *)values : *(const int64_t *)values;
    target = store_varint(target, BLOCK);
    target = store_varint(target, MINIBLOCKS);
    target = store_varint(target, n);
    return store_varint(target, zigzag_encode(first));
}

static uint8_t *put_block(uint8_t *target, const struct block *block, size_t value_size)
{
    target = store_varint(target, zigzag_encode(block->min_delta));
    for (size_t i = 0; i < MINIBLOCKS; i++)
        *target++ = (uint8_t)block->widths[i];
    for (size_t i = 0; i < MINIBLOCKS; i++) {
        unsigned width = block->widths[i];
        if (value_size == 4)
            bit_pack_u32(block->deltas.narrow + i * MINIBLOCK, MINIBLOCK, width, target);
        else
            bit_pack_u64(block->deltas.wide + i * MINIBLOCK, MINIBLOCK, width, target);
        target += MINIBLOCK / 8 * width;
    }
    return target;
}

enum status pq_delta_encode(const void *values, size_t value_size, size_t n,
                            struct buffer *output, struct error *error)
{
    struct block block;
    size_t start = output->size;
    enum status status = output_reserve(output, 4 * MOST_VARINT_BYTES, error);
    if (status != OK)
        return status;
    uint8_t *end = put_header(output->data + start, values, value_size, n);
    output->size = (size_t)(end - output->data);
    for (size_t i = 0; fill_block(&block, values, value_size, n, i); i++) {
        status = output_reserve(
            output, MOST_VARINT_BYTES + MINIBLOCKS + BLOCK * value_size, error);
        if (status != OK)
            return status;
        end = put_block(output->data + output->size, &block, value_size);
        output->size = (size_t)(end - output->data);
        if (output->size - start > MOST_SECTION)
            return section_too_big("DELTA_BINARY_PACKED", error);
    }
    return OK;
}

uint64_t pq_delta_encoded_size(const void *values, size_t value_size, size_t n,
                               unsigned *widest)
{
    struct block block;
    uint8_t header[4 * MOST_VARINT_BYTES];
    uint64_t size = (uint64_t)(put_header(header, values, value_size, n) - header);
    *widest = 0;
    for (size_t i = 0; fill_block(&block, values, value_size, n, i); i++) {
        size += varint_size(zigzag_encode(block.min_delta)) + MINIBLOCKS;
        for (size_t k = 0; k < MINIBLOCKS; k++) {
            size += MINIBLOCK / 8 * block.widths[k];
            if (block.widths[k] > *widest)
                *widest = block.widths[k];
        }
    }
    return size;
}

/* ---- As an encoding of values ------------------------------------------------------ */

static bool fits(int type)
{
    return type == PQ_INT32 || type == PQ_INT64;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    return pq_delta_init(&decoder->as.delta, input, max_count, error);
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
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

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    return pq_delta_skip(&decoder->as.delta, n, error);
}

static uint64_t values_left(const struct pq_value_decoder *decoder)
{
    return decoder->as.delta.values_left;
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    return pq_delta_encode(pq_values_from(values, first, n), values->width, n, output,
                           error);
}

const struct pq_encoding_operations pq_encoding_delta_binary_packed = {
    .fits = fits,
    .init = init,
    .read = read,
    .skip = skip,
    .values_left = values_left,
    .encode = encode,
};
