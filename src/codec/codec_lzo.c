/* SPDX-License-Identifier: MIT */
/*
 * codec_lzo.c - LZO through liblzo2, for builds with `make LZO=1`: the library's licence
 * is the GPL, which then applies to the build as a whole.  LZO is only read.
 *
 * Parquet has Hadoop's frames, or a bare block from Drill, ORC bare blocks; all of LZO1X.
 */
#include "codec/codec_operations.h"

#ifdef PARQUET_VTAB_LZO
#include <limits.h>
#include <lzo/lzo1x.h>

#include "codec/hadoop_frames.h"

static int decompress_block(struct slice block, uint8_t *output, size_t capacity)
{
    lzo_uint size = capacity;
    if (block.size > INT_MAX || capacity > INT_MAX || lzo_init() != LZO_E_OK ||
        lzo1x_decompress_safe(block.data, block.size, output, &size, NULL) != LZO_E_OK)
        return -1;
    return (int)size;
}

static enum status decompress(struct slice input, uint8_t *output, size_t output_size,
                              struct error *error)
{
    if (hadoop_frames_decompress(input, decompress_block, output, output_size) ||
        decompress_block(input, output, output_size) == (int)output_size)
        return OK;
    return error_set(error, CORRUPT,
                     "lzo: the frames or the block are damaged or do not hold %zu bytes",
                     output_size);
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    (void)state;
    int produced = decompress_block(input, output, capacity);
    if (produced < 0)
        return error_set(error, CORRUPT,
                         "lzo: the block is damaged or holds more than %zu bytes",
                         capacity);
    *size = (size_t)produced;
    return OK;
}

const struct codec_operations codec_lzo = {
    .decompress = decompress,
    .decompress_chunk = decompress_chunk,
};

#else
const struct codec_operations codec_lzo = {.missing = "LZO; build with LZO=1"};
#endif
