/* SPDX-License-Identifier: MIT */
/*
 * codec.h - compresses blocks, and decompresses blocks of known size, wholly or only
 * their beginnings.
 *
 * Each codec has its own file.  The output must have exactly the size that the caller
 * expects; any other size is CORRUPT.
 */
#ifndef CODEC_CODEC_H
#define CODEC_CODEC_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

/* CODEC_SNAPPY and so on; codec_list.h describes each. */
enum codec {
#define CODEC(format_name, number, name, written_as) CODEC_##format_name,
#include "codec/codec_list.h"
    CODEC_UNKNOWN, /* also the number of codecs */
};

/* Library state that is reused for later blocks. */
struct codec_context;

/* Returns NULL if out of memory. */
struct codec_context *codec_context_new(void);
/* All its streams must have ended. */
void codec_context_free(struct codec_context *context);

/* Frees what is kept for later blocks.  No stream may use the context. */
void codec_context_empty(struct codec_context *context);

/* UNSUPPORTED if the codec is unknown or not in this build. */
enum status codec_check_supported(enum codec codec, struct error *error) CHECK_RESULT;

/* False if the codec always decompresses whole blocks. */
bool codec_decompresses_in_steps(enum codec codec);

/* Decompresses input into exactly output_size bytes at output, never writing beyond them.
 * CODEC_UNCOMPRESSED copies. */
enum status codec_decompress(struct codec_context *context, enum codec codec,
                             struct slice input, uint8_t *output, size_t output_size,
                             struct error *error) CHECK_RESULT;

/* Decompresses a block that does not state its size, as in ORC's chunks, into at most
 * `capacity` bytes at output; *size: how many.  Here CODEC_GZIP is a raw deflate stream
 * (RFC 1951).  CORRUPT if the block is damaged or holds more.  Bytes after the end of a
 * deflate or brotli stream are ignored. */
enum status codec_decompress_chunk(struct codec_context *context, enum codec codec,
                                   struct slice input, uint8_t *output, size_t capacity,
                                   size_t *size, struct error *error) CHECK_RESULT;

/*
 * Decompresses one block from its front, only as far as needed:
 *
 *     codec_stream_start(&stream, context, codec, input, output, output_size);
 *     codec_stream_need(&stream, 100, error)           the first 100 bytes, or more
 *     codec_stream_need(&stream, output_size, error)   the rest; all checks are made
 *     codec_stream_end(&stream);                       at any time
 *
 * A stream works in steps of about a MiB of output and polls base/interrupt.h between
 * them.  The caller owns input and output, and must neither move nor change them until
 * codec_stream_end() (but see codec_load), because later output is copied from earlier
 * output.  Decompressed bytes do not change; those after them are undefined.  Any number
 * of streams may share a context, in one thread.  The members are private to src/codec.
 */

/* Loads the first n bytes of a stream's input, and sets *input to where they are now. */
typedef enum status codec_load(void *argument, size_t n, const uint8_t **input,
                               struct error *error);

struct codec_stream {
    struct codec_context *context;
    enum codec codec;
    bool is_started;  /* header read, or within a gzip member or a zstd frame */
    bool is_finished; /* everything is decompressed and checked */
    bool has_failed;
    struct slice input; /* what is loaded of it */
    size_t input_size;  /* all of it */
    codec_load *load;   /* NULL: all is loaded */
    void *load_argument;
    size_t input_used;
    uint8_t *output;
    size_t output_size, made;
    size_t next_piece; /* zstd: the size of the next input that it wants */
    /* Snappy, lz4: what is left of the current element. */
    size_t literal_left, copy_left, copy_offset;
    void *state; /* library state borrowed from the context, or NULL */
};

/* Only initialises; codec_stream_need() reports an unsupported codec. */
void codec_stream_start(struct codec_stream *stream, struct codec_context *context,
                        enum codec codec, struct slice input, uint8_t *output,
                        size_t output_size);

/* Call after codec_stream_start() if only the first n_loaded bytes of the input are
 * there. The stream loads more as it needs them, with room to spare. */
void codec_stream_load_later(struct codec_stream *stream, size_t n_loaded,
                             codec_load *load, void *argument);

/* Decompresses at least the first n bytes of the output, n <= output_size; cheap if that
 * is already done.  With n == output_size, OK means the same as from codec_decompress(),
 * except that libzstd accepts an empty block here that it refuses there.  With a smaller
 * n, damage after the first n bytes may go unnoticed.  After a failure all calls that
 * need more output fail. */
enum status codec_stream_need(struct codec_stream *stream, size_t n,
                              struct error *error) CHECK_RESULT;

/* How much output codec_stream_need() may make if n bytes are needed, but for the rest of
 * a step: n, or all if it cannot stop before.  For accounts of memory. */
size_t codec_stream_most(const struct codec_stream *stream, size_t n);

/* The number of bytes decompressed so far. */
static inline size_t codec_stream_made(const struct codec_stream *stream)
{
    return stream->made;
}

/* Releases the library state; input and output are no longer used.  A zeroed struct and a
 * stream that has ended are allowed. */
void codec_stream_end(struct codec_stream *stream);

/* The codec's default level, a compromise of size and time. */
#define CODEC_DEFAULT_LEVEL INT32_MIN

/* The range of a codec's compression levels; false if it has no choice of levels. */
bool codec_levels(enum codec codec, int *least, int *most);

/* The codec written if this one is requested: itself, its successor or CODEC_UNKNOWN. */
enum codec codec_written_as(enum codec codec);

/* UNSUPPORTED if this build cannot compress with the codec, or it has a successor. */
enum status codec_check_compresses(enum codec codec, struct error *error) CHECK_RESULT;

/* Compresses input of at most 2 GiB - 1 (otherwise TOO_BIG) and appends the result to a
 * buffer; on failure the buffer's size does not change.  level is within codec_levels()
 * or CODEC_DEFAULT_LEVEL (otherwise MISUSE).  CODEC_UNCOMPRESSED appends the input. */
enum status codec_compress(struct codec_context *context, enum codec codec, int level,
                           struct slice input, struct buffer *output,
                           struct error *error) CHECK_RESULT;

/* The lower-case name, for messages. */
const char *codec_name(enum codec codec);

#endif
