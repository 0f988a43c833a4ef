/*
 * codec.h - decompression of whole blocks whose sizes are known.
 *
 * One library per codec, each in its own file.  The output must have exactly the size the
 * caller expects: less or more is CORRUPT.
 */
#ifndef CODEC_CODEC_H
#define CODEC_CODEC_H

#include "../base/slice.h"
#include "../base/status.h"

enum codec {
    CODEC_NONE,
    CODEC_SNAPPY,
    CODEC_GZIP, /* one or several gzip members, or a zlib stream */
    CODEC_BROTLI,
    CODEC_ZSTD, /* one or several frames */
    CODEC_LZ4_RAW,
    CODEC_LZ4_HADOOP, /* Hadoop's framing; also a bare block, which some writers wrote */
    CODEC_LZO,        /* known by name only */
    CODEC_UNKNOWN,
};

/* Library state that is worth keeping from one block to the next. */
struct codec_context;

/* NULL when memory is out. */
struct codec_context *codec_context_new(void);
void codec_context_free(struct codec_context *context);

/* UNSUPPORTED when the codec is unknown or not in this build. */
enum status codec_check_supported(enum codec codec, struct error *error) CHECK_RESULT;

/* Decompresses input into exactly output_size bytes at output.  CODEC_NONE copies. */
enum status codec_decompress(struct codec_context *context, enum codec codec,
                             struct slice input, uint8_t *output, size_t output_size,
                             struct error *error) CHECK_RESULT;

/* Lower-case name for messages. */
const char *codec_name(enum codec codec);

#endif
