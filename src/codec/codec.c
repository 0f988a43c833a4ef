/* Builds without one of the libraries define PARQUET_VTAB_OMIT_SNAPPY, _BROTLI, _ZSTD or
 * _LZ4. */
#include "codec.h"

#include "../base/alloc.h"
#include "codec_libraries.h"

struct codec_context {
    void *gzip;
    void *zstd;
};

struct codec_context *codec_context_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct codec_context));
}

void codec_context_free(struct codec_context *context)
{
    if (context == NULL)
        return;
    codec_gzip_free(context->gzip);
#ifndef PARQUET_VTAB_OMIT_ZSTD
    codec_zstd_free(context->zstd);
#endif
    mem_free(context);
}

const char *codec_name(enum codec codec)
{
    static const char *const names[] = {"none",    "snappy", "gzip", "brotli", "zstd",
                                        "lz4_raw", "lz4",    "lzo",  "unknown"};
    return (unsigned)codec < sizeof names / sizeof names[0] ? names[codec] : "unknown";
}

static bool is_built_in(enum codec codec)
{
    switch (codec) {
    case CODEC_NONE:
    case CODEC_GZIP: /* zlib is always there: checksums need it */
        return true;
#ifndef PARQUET_VTAB_OMIT_SNAPPY
    case CODEC_SNAPPY:
        return true;
#endif
#ifndef PARQUET_VTAB_OMIT_BROTLI
    case CODEC_BROTLI:
        return true;
#endif
#ifndef PARQUET_VTAB_OMIT_ZSTD
    case CODEC_ZSTD:
        return true;
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    case CODEC_LZ4_RAW:
    case CODEC_LZ4_HADOOP:
        return true;
#endif
    default:
        return false;
    }
}

enum status codec_check_supported(enum codec codec, struct error *error)
{
    if (is_built_in(codec))
        return OK;
    if (codec == CODEC_LZO)
        return error_set(error, UNSUPPORTED, "compression codec lzo");
    if (codec >= CODEC_UNKNOWN)
        return error_set(error, UNSUPPORTED, "unknown compression codec");
    return error_set(error, UNSUPPORTED, "this build has no compression codec %s",
                     codec_name(codec));
}

enum status codec_decompress(struct codec_context *context, enum codec codec,
                             struct slice input, uint8_t *output, size_t output_size,
                             struct error *error)
{
    switch (codec) {
    case CODEC_NONE:
        if (input.size != output_size)
            return error_set(error, CORRUPT,
                             "%zu bytes are stored uncompressed, %zu expected",
                             input.size, output_size);
        if (input.size > 0)
            memcpy(output, input.data, input.size);
        return OK;
#ifndef PARQUET_VTAB_OMIT_SNAPPY
    case CODEC_SNAPPY:
        return codec_snappy_decompress(input, output, output_size, error);
#endif
    case CODEC_GZIP:
        return codec_gzip_decompress(&context->gzip, input, output, output_size, error);
#ifndef PARQUET_VTAB_OMIT_BROTLI
    case CODEC_BROTLI:
        return codec_brotli_decompress(input, output, output_size, error);
#endif
#ifndef PARQUET_VTAB_OMIT_ZSTD
    case CODEC_ZSTD:
        return codec_zstd_decompress(&context->zstd, input, output, output_size, error);
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    case CODEC_LZ4_RAW:
        return codec_lz4_decompress(input, output, output_size, error);
    case CODEC_LZ4_HADOOP:
        return codec_lz4_hadoop_decompress(input, output, output_size, error);
#endif
    default:
        return codec_check_supported(codec, error);
    }
}
