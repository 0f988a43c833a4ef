/* SPDX-License-Identifier: MIT */
/*
 * codec_operations.h - what codec.c calls of a codec.  Each file of a codec defines one
 * `struct codec_operations`; codec_list.h names them.  One that is left out of the build
 * is all zeros.
 */
#ifndef CODEC_CODEC_OPERATIONS_H
#define CODEC_CODEC_OPERATIONS_H

#include "base/interrupt.h"
#include "codec/codec.h"

enum {
    CODEC_STEP = 1 << 20,
    /* Input that is handed to a library at once when it makes little of it. */
    CODEC_INPUT_PIECE = 1 << 18,
};

struct codec_operations {
    /*
     * One of these two makes the output.
     *
     * `need` works in steps and has the contract of codec_stream_need().  It is called
     * only for bytes that are not made yet or, with n == output_size, for the end; it
     * then checks the end and sets is_finished, or fails.  It moves `made` and
     * `input_used` on and may use is_started, next_piece and the members after it as it
     * likes; all begin as zeros.  codec.c asks for CODEC_STEP bytes at a time and polls
     * between; a function that reads much input without making any output polls by
     * itself.
     *
     * `decompress` makes all of the output at once, exactly output_size bytes.
     */
    enum status (*need)(struct codec_stream *stream, size_t n, struct error *error);
    enum status (*decompress)(struct slice input, uint8_t *output, size_t output_size,
                              struct error *error);

    /* The state of `need`, for one stream alone until it ends; NULL: it needs none.  A
     * reusable state goes on to another stream, whatever the one before left in it. */
    void *(*state_new)(void);
    void (*state_free)(void *state);
    bool is_reusable;

    /*
     * Appends to the output as codec_compress() does, or leaves its size as it was.  The
     * level is one that the codec has, or CODEC_DEFAULT_LEVEL; the input's pointer is
     * never NULL and its size at most INT32_MAX.  `state` is what compressor_new made
     * (NULL where there is no such function); every call begins anew with it.
     *
     * NULL for a codec that is only read.
     */
    enum status (*compress)(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error);
    void *(*compressor_new)(void);
    void (*compressor_free)(void *state);
    int least_level, most_level; /* equal: it has none to choose */

    bool is_only_named; /* no build reads or writes it */
};

#define CODEC(format_name, number, name, written_as)                                     \
    extern const struct codec_operations codec_##name;
#include "codec/codec_list.h"

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
