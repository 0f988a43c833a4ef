/* codec_brotli.c - brotli, through libbrotlidec.  Windows over 16 MiB (large-window
 * brotli) stay refused, which is the library's default. */
#ifndef PARQUET_VTAB_OMIT_BROTLI
#include <brotli/decode.h>

#include "codec_libraries.h"

enum status codec_brotli_decompress(struct slice input, uint8_t *output,
                                    size_t output_size, struct error *error)
{
    size_t produced = output_size;
    if (BrotliDecoderDecompress(input.size, input.data, &produced, output) !=
        BROTLI_DECODER_RESULT_SUCCESS)
        return error_set(error, CORRUPT, "brotli: damaged stream, or not %zu bytes in it",
                         output_size);
    if (produced != output_size)
        return error_set(error, CORRUPT, "brotli: %zu bytes in the stream, %zu expected",
                         produced, output_size);
    return OK;
}

#else
typedef int codec_brotli_left_out;
#endif
