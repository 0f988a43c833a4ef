#include "rle_hybrid.h"

#include "bit_packing.h"

enum status pq_rle_init(struct pq_rle_decoder *decoder, struct slice input,
                        unsigned width, struct error *error)
{
    *decoder = (struct pq_rle_decoder){.rest = input, .width = width};
    if (width > 32)
        return error_set(error, CORRUPT, "bit width %u, at most 32 is possible", width);
    return OK;
}

static enum status open_run(struct pq_rle_decoder *decoder, struct error *error)
{
    uint64_t header;
    if (decoder->rest.size == 0)
        return error_set(error, CORRUPT, "RLE data ends too early");
    /* 33 bits: a 32-bit count and the bit that tells the kinds of run apart. */
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
    /* Each turn uses up at least the byte of a header. */
    while (status == OK && decoder->run_left == 0)
        status = open_run(decoder, error);
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
            bit_unpack_u32(decoder->packed.data, decoder->packed.size,
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
