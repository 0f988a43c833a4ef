/*
 * codec_libraries.h - what codec.c calls: one `need` and one `compress` per codec.
 *
 * Each has the contract of codec_stream_need(), and is called only for bytes that are not
 * made yet or, with n == output_size, for the end; it then checks the end and sets
 * is_finished, or fails.  It moves `made` and `input_used` on and may use is_started,
 * next_piece and the members after it as it likes; all begin as zeros.  codec.c asks for
 * CODEC_STEP bytes at a time and polls between; a function that reads much input without
 * making any output polls by itself.
 *
 * `state` is what the _new function made, for this stream alone until it ends; the stream
 * before may have left it in the middle of anything.
 *
 * `compress` appends to the output as codec_compress() does, or leaves its size as it
 * was.  The level is one that the codec has, or CODEC_DEFAULT_LEVEL; the input's pointer
 * is never NULL and its size at most INT32_MAX.  `state` is what the _compressor_new
 * function made; every call begins anew with it.
 */
#ifndef CODEC_CODEC_LIBRARIES_H
#define CODEC_CODEC_LIBRARIES_H

#include "base/interrupt.h"
#include "codec/codec.h"

enum {
    CODEC_STEP = 1 << 20,
    /* Input that is handed to a library at once when it makes little of it. */
    CODEC_INPUT_PIECE = 1 << 18,
};

enum status codec_snappy_need(struct codec_stream *stream, size_t n, struct error *error);
enum status codec_snappy_compress(void *state, int level, struct slice input,
                                  struct buffer *output, struct error *error);
void *codec_snappy_compressor_new(void);
void codec_snappy_compressor_free(void *state);

enum status codec_gzip_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_gzip_new(void);
void codec_gzip_free(void *state);
enum status codec_gzip_compress(void *state, int level, struct slice input,
                                struct buffer *output, struct error *error);
void *codec_gzip_compressor_new(void);
void codec_gzip_compressor_free(void *state);

enum status codec_brotli_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_brotli_new(void);
void codec_brotli_free(void *state);
enum status codec_brotli_compress(void *state, int level, struct slice input,
                                  struct buffer *output, struct error *error);

enum status codec_zstd_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_zstd_new(void);
void codec_zstd_free(void *state);
enum status codec_zstd_compress(void *state, int level, struct slice input,
                                struct buffer *output, struct error *error);
void *codec_zstd_compressor_new(void);
void codec_zstd_compressor_free(void *state);

enum status codec_lz4_need(struct codec_stream *stream, size_t n, struct error *error);
enum status codec_lz4_hadoop_need(struct codec_stream *stream, size_t n,
                                  struct error *error);
enum status codec_lz4_compress(void *state, int level, struct slice input,
                               struct buffer *output, struct error *error);
void *codec_lz4_compressor_new(void);
void codec_lz4_compressor_free(void *state);

/* The input that is left, and where the next byte of output goes.  (Nothing is added to
 * what may be NULL.) */
static inline struct slice codec_stream_rest(const struct codec_stream *stream)
{
    struct slice rest = stream->input;
    if (stream->input_used > 0) {
        rest.data += stream->input_used;
        rest.size -= stream->input_used;
    }
    return rest;
}

/* Makes room for `size` bytes more; where they go, or NULL. */
static inline uint8_t *codec_output_room(struct buffer *output, size_t size,
                                         struct error *error)
{
    if (size > SIZE_MAX / 2 - output->size) {
        error_nomem(error);
        return NULL;
    }
    if (buffer_reserve(output, output->size + size, true, error) != OK)
        return NULL;
    return output->data + output->size;
}

static inline uint8_t *codec_stream_place(const struct codec_stream *stream)
{
    return stream->made > 0 ? stream->output + stream->made : stream->output;
}

#endif
