#include "delta_binary_packed.h"

#include "bit_packing.h"

/* Deltas unpacked at a time. */
enum { PIECE = 128 };

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

/* Opens the next miniblock, and the next block before it where one is used up.  The
 * caller still needs a value.  A miniblock that holds any is there in full, padded. */
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

enum status pq_delta_read(struct pq_delta_decoder *decoder, int64_t *values, size_t n,
                          struct error *error)
{
    uint64_t deltas[PIECE];
    if (n > decoder->values_left)
        return error_set(
            error, CORRUPT,
            "DELTA_BINARY_PACKED data has fewer values than the page claims");
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
        bit_unpack_u64(decoder->packed.data, decoder->packed.size, decoder->packed_next,
                       take, decoder->width, deltas);
        uint64_t value = decoder->value;
        for (size_t i = 0; i < take; i++) {
            value += decoder->min_delta + deltas[i];
            values[i] = (int64_t)value;
        }
        decoder->value = value;
        decoder->packed_next += take;
        decoder->packed_left -= take;
        decoder->values_left -= take;
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
