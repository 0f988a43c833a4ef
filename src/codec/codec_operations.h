/* SPDX-License-Identifier: MIT */
/*
 * codec_operations.h - the functions of a codec that codec.c calls.  Each codec's file
 * defines one `struct codec_operations`; codec_list.h names them.  It is all zeros if the
 * codec is left out of the build.
 */
#ifndef CODEC_CODEC_OPERATIONS_H
#define CODEC_CODEC_OPERATIONS_H

#include "base/interrupt.h"
#include "codec/codec.h"

enum {
    CODEC_STEP = 1 << 20,
    /* The most input passed to a library at once, as it may make little output. */
    CODEC_INPUT_PIECE = 1 << 18,
};

struct codec_operations {
    /*
     * One of these two decompresses.
     *
     * `need` works in steps and has the contract of codec_stream_need().  It is called
     * only for bytes that are not yet decompressed or, with n == output_size, for the
     * end; it then checks the end and sets is_finished, or fails.  It advances `made` and
     * `input_used` and may use is_started, next_piece and the members after it freely;
     * all start as zeros.  codec.c requests `step` bytes at a time (0: CODEC_STEP) and
     * polls between them; a function that may read much input without making output must
     * poll itself. A codec without library state, here one that stores bytes inverted:
     *
     *     if (stream->input.size != stream->output_size)
     *         return error_set(error, CORRUPT, ...);
     *     for (; stream->made < n; stream->made++)
     *         stream->output[stream->made] = (uint8_t)~stream->input.data[stream->made];
     *     stream->input_used = stream->made;
     *     stream->is_finished = n == stream->output_size;
     *     return OK;
     *
     * `decompress` makes the whole output at once, exactly output_size bytes.
     */
    enum status (*need)(struct codec_stream *stream, size_t n, struct error *error);
    enum status (*decompress)(struct slice input, uint8_t *output, size_t output_size,
                              struct error *error);
    size_t step;

    /* See codec_decompress_chunk(); NULL: `decompress` or nothing.  `state` is a fresh or
     * reusable one of state_new. */
    enum status (*decompress_chunk)(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error);

    /* The state of these functions, used by one stream until it ends; NULL: they need
     * none.  A reusable state is passed to another stream as the previous one left it. */
    void *(*state_new)(void);
    void (*state_free)(void *state);
    bool is_reusable;

    /*
     * Appends to the output like codec_compress(), or leaves its size unchanged.  The
     * level is valid for the codec, or CODEC_DEFAULT_LEVEL; the input's pointer is never
     * NULL and its size at most INT32_MAX.  `state` was made by compressor_new (NULL if
     * there is no such function); every call resets it.  It polls (interrupt_after())
     * once per CODEC_STEP of input or more often, unless its library cannot stop.
     *
     * NULL for a codec that can only be read.
     */
    enum status (*compress)(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error);
    void *(*compressor_new)(void);
    void (*compressor_free)(void *state);
    int least_level, most_level; /* equal: no choice of levels */

    const char *missing; /* what messages say of it in builds without it; or NULL */
};

#define CODEC(format_name, number, name, written_as)                                     \
    extern const struct codec_operations codec_##name;
#include "codec/codec_list.h"

/* Loads the first n bytes of the input, or all if it has fewer.  `need` may call this
 * when it runs out of loaded input.  If it fails instead, it is called again, from the
 * start, with all input loaded. */
enum status codec_stream_load(struct codec_stream *stream, size_t n,
                              struct error *error) CHECK_RESULT;

/* Returns the remaining loaded input.  Adds nothing to a pointer that may be NULL. */
static inline struct slice codec_stream_rest(const struct codec_stream *stream)
{
    struct slice rest = stream->input;
    if (stream->input_used > 0) {
        rest.data += stream->input_used;
        rest.size -= stream->input_used;
    }
    return rest;
}

/* Makes room for `size` more bytes and returns where they go, or NULL. */
static inline uint8_t *codec_output_room(struct buffer *output, size_t size,
                                         struct error *error)
{
    if (size > SIZE_MAX / 2 - output->size) {
        error_nomem(error);
        return NULL;
    }
    /* At least one byte, so that it is not NULL where nothing is made. */
    if (buffer_reserve(output, output->size + (size > 0 ? size : 1), true, error) != OK)
        return NULL;
    return output->data + output->size;
}

static inline uint8_t *codec_stream_next(const struct codec_stream *stream)
{
    return stream->made > 0 ? stream->output + stream->made : stream->output;
}

#endif
