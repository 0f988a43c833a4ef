/* codec_snappy.c - raw snappy (no framing), through libsnappy's C interface. */
#ifndef PARQUET_VTAB_OMIT_SNAPPY
#include <snappy-c.h>

#include "codec_libraries.h"

enum status codec_snappy_decompress(struct slice input, uint8_t *output,
                                    size_t output_size, struct error *error)
{
    size_t declared;
    const char *bytes = (const char *)input.data;
    if (snappy_uncompressed_length(bytes, input.size, &declared) != SNAPPY_OK)
        return error_set(error, CORRUPT, "snappy: no length at the beginning");
    if (declared != output_size)
        return error_set(error, CORRUPT, "snappy: %zu bytes in the stream, %zu expected",
                         declared, output_size);
    size_t produced = output_size;
    if (snappy_uncompress(bytes, input.size, (char *)output, &produced) != SNAPPY_OK ||
        produced != output_size)
        return error_set(error, CORRUPT, "snappy: damaged stream");
    return OK;
}

#else
typedef int codec_snappy_left_out;
#endif
