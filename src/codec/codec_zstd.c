/* codec_zstd.c - zstd, one frame or several, through libzstd. */
#ifndef PARQUET_VTAB_OMIT_ZSTD
#include <zstd.h>

#include "codec_libraries.h"

enum status codec_zstd_decompress(void **state, struct slice input, uint8_t *output,
                                  size_t output_size, struct error *error)
{
    if (*state == NULL)
        *state = ZSTD_createDCtx();
    if (*state == NULL)
        return error_nomem(error);
    size_t produced = ZSTD_decompressDCtx(*state, output, output_size, input.data,
                                          input.size);
    if (ZSTD_isError(produced))
        return error_set(error, CORRUPT, "zstd: %s", ZSTD_getErrorName(produced));
    if (produced != output_size)
        return error_set(error, CORRUPT, "zstd: %zu bytes in the stream, %zu expected",
                         produced, output_size);
    return OK;
}

void codec_zstd_free(void *state)
{
    ZSTD_freeDCtx(state);
}

#else
typedef int codec_zstd_left_out;
#endif
