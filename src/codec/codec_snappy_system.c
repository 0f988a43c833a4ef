/* SPDX-License-Identifier: MIT */
/*
 * codec_snappy_system.c - snappy through libsnappy, instead of codec_snappy.c, for
 * builds with `make SNAPPY=system`.
 *
 * Differences from codec_snappy.c: a block is always decompressed whole, even for a few
 * of its values, and an interrupt waits for its end.  The library's compressor allocates
 * about 200 KiB per call, which is not charged to the memory account, and ends the
 * process if that fails.  Its decompressor allocates nothing.
 */
#include "codec/codec_operations.h"

#ifdef PARQUET_VTAB_SYSTEM_SNAPPY
#include <snappy-c.h>

static enum status decompress(struct slice input, uint8_t *output, size_t output_size,
                              struct error *error)
{
    const char *bytes = input.size > 0 ? (const char *)input.data : "";
    char nothing[1];
    size_t size;
    if (snappy_uncompressed_length(bytes, input.size, &size) != SNAPPY_OK)
        return error_set(error, CORRUPT, "snappy: no valid length at the start");
    if (size != output_size)
        return error_set(error, CORRUPT, "snappy: %zu bytes in the stream, %zu expected",
                         size, output_size);
    if (snappy_uncompress(bytes, input.size, size > 0 ? (char *)output : nothing,
                          &size) != SNAPPY_OK)
        return error_set(error, CORRUPT, "snappy: damaged stream");
    return OK;
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    (void)state;
    if (snappy_uncompressed_length((const char *)input.data, input.size, size) !=
            SNAPPY_OK ||
        *size > capacity)
        return error_set(error, CORRUPT,
                         "snappy: no valid length at the start, or more than %zu bytes",
                         capacity);
    return decompress(input, output, *size, error);
}

static enum status compress(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error)
{
    size_t size = snappy_max_compressed_length(input.size);
    uint8_t *to = codec_output_room(output, size, error);
    (void)state;
    (void)level;
    if (to == NULL)
        return NOMEM;
    enum status status = interrupt_after(input.size, error);
    if (status != OK)
        return status;
    if (snappy_compress((const char *)input.data, input.size, (char *)to, &size) !=
        SNAPPY_OK)
        return error_set(error, UNSUPPORTED, "snappy: cannot compress");
    output->size += size;
    return OK;
}

const struct codec_operations codec_snappy = {
    .decompress = decompress, .decompress_chunk = decompress_chunk, .compress = compress};
#endif
