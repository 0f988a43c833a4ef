/*
 * codec_lz4.c - the two codecs that Parquet calls LZ4, through liblz4.
 *
 * LZ4_RAW is one block.  The older LZ4 is what Hadoop wrote, any number of
 *
 *     [uncompressed size, 4 bytes big-endian][compressed size, 4 bytes big-endian][block]
 *
 * where the uncompressed size may be followed by several compressed blocks that together
 * make it up; but some writers stored a bare block under the same number.
 */
#ifndef PARQUET_VTAB_OMIT_LZ4
#include <limits.h>
#include <lz4.h>

#include "codec_libraries.h"

/* Bytes made, or -1 when the block is damaged or makes more than output_size. */
static int decompress_block(struct slice input, uint8_t *output, size_t output_size)
{
    if (input.size > INT_MAX || output_size > INT_MAX)
        return -1;
    return LZ4_decompress_safe((const char *)input.data, (char *)output, (int)input.size,
                               (int)output_size);
}

enum status codec_lz4_decompress(struct slice input, uint8_t *output, size_t output_size,
                                 struct error *error)
{
    int produced = decompress_block(input, output, output_size);
    if (produced < 0)
        return error_set(error, CORRUPT,
                         "lz4: damaged block, or more than %zu bytes in it", output_size);
    if ((size_t)produced != output_size)
        return error_set(error, CORRUPT, "lz4: %d bytes in the block, %zu expected",
                         produced, output_size);
    return OK;
}

/* True when the input is exactly a sequence of frames that make output_size bytes. */
static bool decompress_frames(struct slice input, uint8_t *output, size_t output_size)
{
    while (input.size > 0) {
        struct slice header;
        if (!slice_take(&input, 4, &header))
            return false;
        size_t frame_left = load_u32_big_endian(header.data);
        if (frame_left > output_size)
            return false;
        output_size -= frame_left;
        while (frame_left > 0) {
            struct slice block;
            if (!slice_take(&input, 4, &header) ||
                !slice_take(&input, load_u32_big_endian(header.data), &block))
                return false;
            int produced = decompress_block(block, output, frame_left);
            if (produced <= 0)
                return false;
            output += produced;
            frame_left -= (size_t)produced;
        }
    }
    return output_size == 0;
}

enum status codec_lz4_hadoop_decompress(struct slice input, uint8_t *output,
                                        size_t output_size, struct error *error)
{
    if (decompress_frames(input, output, output_size))
        return OK;
    return codec_lz4_decompress(input, output, output_size, error);
}

#else
typedef int codec_lz4_left_out;
#endif
