/*
 * codec_libraries.h - what codec.c calls: one `need` function per codec.
 *
 * Each has the contract of codec_stream_need(), and is called only for bytes that are not
 * made yet or, with n == output_size, for the end; it then checks the end and sets
 * is_finished, or fails.  It moves `made` and `input_used` on and may use is_started and
 * next_piece as it likes; all begin as zeros.
 *
 * `state` is what the _new function made, for this stream alone until it ends; the stream
 * before may have left it in the middle of anything.
 */
#ifndef CODEC_CODEC_LIBRARIES_H
#define CODEC_CODEC_LIBRARIES_H

#include "codec.h"

enum status codec_snappy_need(struct codec_stream *stream, size_t n, struct error *error);

enum status codec_gzip_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_gzip_new(void);
void codec_gzip_free(void *state);

enum status codec_brotli_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_brotli_new(void);
void codec_brotli_free(void *state);

enum status codec_zstd_need(struct codec_stream *stream, size_t n, struct error *error);
void *codec_zstd_new(void);
void codec_zstd_free(void *state);

enum status codec_lz4_need(struct codec_stream *stream, size_t n, struct error *error);
enum status codec_lz4_hadoop_need(struct codec_stream *stream, size_t n,
                                  struct error *error);

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

static inline uint8_t *codec_stream_place(const struct codec_stream *stream)
{
    return stream->made > 0 ? stream->output + stream->made : stream->output;
}

#endif
