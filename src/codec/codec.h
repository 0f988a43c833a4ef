/* SPDX-License-Identifier: MIT */
/*
 * codec.h - compression of blocks; decompression of whole blocks whose sizes are known,
 * and of their beginnings.
 *
 * One codec per file.  The output must have exactly the size the caller expects: less or
 * more is CORRUPT.
 */
#ifndef CODEC_CODEC_H
#define CODEC_CODEC_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

/* CODEC_SNAPPY ...; codec_list.h says what each is. */
enum codec {
#define CODEC(format_name, number, name, written_as) CODEC_##format_name,
#include "codec/codec_list.h"
    CODEC_UNKNOWN, /* also the number of codecs */
};

/* Library state that is worth keeping from one block to the next. */
struct codec_context;

/* NULL when memory is out. */
struct codec_context *codec_context_new(void);
/* All streams on it have ended before. */
void codec_context_free(struct codec_context *context);

/* UNSUPPORTED when the codec is unknown or not in this build. */
enum status codec_check_supported(enum codec codec, struct error *error) CHECK_RESULT;

/* False: the codec makes all of a block when any of it is asked for. */
bool codec_decompresses_in_steps(enum codec codec);

/* Decompresses input into exactly output_size bytes at output, and writes nowhere else.
 * CODEC_UNCOMPRESSED copies. */
enum status codec_decompress(struct codec_context *context, enum codec codec,
                             struct slice input, uint8_t *output, size_t output_size,
                             struct error *error) CHECK_RESULT;

/*
 * One block, decompressed from its front as far as it is asked for:
 *
 *     codec_stream_start(&stream, context, codec, input, output, output_size);
 *     codec_stream_need(&stream, 100, error)           the first 100 bytes, or more
 *     codec_stream_need(&stream, output_size, error)   the rest; all checks are made
 *     codec_stream_end(&stream);                       at any time
 *
 * It works in steps of about a MiB of output and polls base/interrupt.h between them.
 * Input and output stay the caller's, in place and untouched, until codec_stream_end():
 * what is already made is read again for what follows.  Made bytes do not change; those
 * behind them may hold anything.  Any number of streams may share a context, in one
 * thread.  The members are for src/codec alone.
 */
struct codec_stream {
    struct codec_context *context;
    enum codec codec;
    bool is_started;  /* a header was read, or: within a gzip member, a zstd frame */
    bool is_finished; /* all is made and checked */
    bool has_failed;
    struct slice input;
    size_t input_used;
    uint8_t *output;
    size_t output_size, made;
    size_t next_piece; /* zstd: how much input it wants next */
    /* Snappy, lz4: what is left of the element at hand. */
    size_t literal_left, copy_left, copy_offset;
    void *state; /* the library's, borrowed from the context; or NULL */
};

/* Does no work yet; codec_stream_need() reports an unsupported codec. */
void codec_stream_start(struct codec_stream *stream, struct codec_context *context,
                        enum codec codec, struct slice input, uint8_t *output,
                        size_t output_size);

/* Makes at least the first n bytes of the output, n <= output_size; cheap when they are
 * there.  With n == output_size, OK means what it means from codec_decompress() (but that
 * libzstd passes over an empty block that it would not take then); with less, damage
 * behind the first n bytes may go unseen.  After a failure all further calls that ask for
 * more than is made fail. */
enum status codec_stream_need(struct codec_stream *stream, size_t n,
                              struct error *error) CHECK_RESULT;

/* How many bytes at the front of the output are there. */
static inline size_t codec_stream_made(const struct codec_stream *stream)
{
    return stream->made;
}

/* Lets go of the input, the output and library state.  Also fits a zeroed struct and a
 * stream that has ended. */
void codec_stream_end(struct codec_stream *stream);

/* What a library takes for a good compromise. */
#define CODEC_DEFAULT_LEVEL INT32_MIN

/* The levels of compression that a codec has; false: it has none to choose. */
bool codec_levels(enum codec codec, int *least, int *most);

/* The codec that is written when this one is asked for: itself, the one that took its
 * place, or CODEC_UNKNOWN. */
enum codec codec_written_as(enum codec codec);

/* UNSUPPORTED when this build cannot compress with it, and for a codec that another one
 * took the place of. */
enum status codec_check_compresses(enum codec codec, struct error *error) CHECK_RESULT;

/* Appends the compressed input, of at most 2 GiB - 1 (else TOO_BIG), to a buffer, whose
 * size stays as it was after a failure.  level: within codec_levels(), or
 * CODEC_DEFAULT_LEVEL (else MISUSE).  CODEC_UNCOMPRESSED appends the input. */
enum status codec_compress(struct codec_context *context, enum codec codec, int level,
                           struct slice input, struct buffer *output,
                           struct error *error) CHECK_RESULT;

/* Lower-case name for messages. */
const char *codec_name(enum codec codec);

#endif
