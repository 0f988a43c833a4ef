/* SPDX-License-Identifier: MIT */
/* codec_brotli.c - brotli, through libbrotlidec and libbrotlienc.  Windows over 16 MiB
 * (large-window brotli) are refused, which is the library's default. */
#include "codec/codec_operations.h"

#ifndef PARQUET_VTAB_OMIT_BROTLI
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <setjmp.h>
#include <stddef.h>

#include "base/alloc.h"

/* The library returns output only when its window, often larger than a page, is full or
 * its input ends; so it gets the input in pieces. */
enum { INPUT_PIECE = 4096 };

enum {
    /* Smaller output than zstd's in twice the time, as users of brotli expect.  Quality 9
     * takes five times as long for 2 % less output; quality 4 makes 7 % more. */
    DEFAULT_QUALITY = 5,
    LEAST_WINDOW_BITS = 16, /* has the shortest encoding */
    STEP_BEHIND_BOUND = 64 * 1024,
};

static void *allocate(void *opaque, size_t size)
{
    (void)opaque;
    return mem_alloc(1, size);
}

static void release(void *opaque, void *block)
{
    (void)opaque;
    mem_free(block);
}

static void *state_new(void)
{
    return BrotliDecoderCreateInstance(allocate, release, NULL);
}

static void state_free(void *state)
{
    BrotliDecoderDestroyInstance(state);
}

static bool has_lost_memory(const BrotliDecoderState *state)
{
    BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(state);
    return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
           code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

static enum status say_failure(const struct codec_stream *stream, struct error *error)
{
    if (has_lost_memory(stream->state))
        return error_nomem(error);
    return error_set(error, CORRUPT,
                     "brotli: the stream is damaged or does not hold %zu bytes",
                     stream->output_size);
}

static enum status need(struct codec_stream *stream, size_t n, struct error *error)
{
    bool is_all = n == stream->output_size;
    while (is_all || stream->made < n) {
        size_t piece = is_all ? CODEC_INPUT_PIECE : INPUT_PIECE;
        enum status status = codec_stream_load(stream, stream->input_used + piece, error);
        if (status != OK)
            return status;
        struct slice rest = codec_stream_rest(stream);
        bool has_all_input = stream->input_size - stream->input_used <= piece;
        if (!has_all_input)
            rest.size = piece;
        size_t input_left = rest.size, before = stream->made;
        size_t most = stream->output_size - before;
        if (most > CODEC_STEP)
            most = CODEC_STEP;
        size_t room = most;
        uint8_t *to = codec_stream_next(stream);
        BrotliDecoderResult result = BrotliDecoderDecompressStream(
            stream->state, &input_left, &rest.data, &room, &to, NULL);
        bool has_moved = input_left < rest.size;
        stream->input_used += rest.size - input_left;
        stream->made += most - room;
        if (result == BROTLI_DECODER_RESULT_SUCCESS) {
            if (stream->made < stream->output_size)
                return error_set(error, CORRUPT,
                                 "brotli: %zu bytes in the stream, %zu expected",
                                 stream->made, stream->output_size);
            stream->is_finished = true;
            return OK;
        }
        /* It cannot go on if there is more output than expected, or no more input. */
        bool may_go_on = result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT
                             ? has_moved && !has_all_input
                             : result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT &&
                                   stream->made > before;
        if (!may_go_on)
            return say_failure(stream, error);
        status = interrupt_after(stream->made - before + rest.size - input_left, error);
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    size_t room = capacity;
    BrotliDecoderResult result = BrotliDecoderDecompressStream(
        state, &input.size, &input.data, &room, &output, NULL);
    if (result != BROTLI_DECODER_RESULT_SUCCESS && has_lost_memory(state))
        return error_nomem(error);
    if (result != BROTLI_DECODER_RESULT_SUCCESS)
        return error_set(error, CORRUPT,
                         "brotli: the chunk is damaged or holds more than %zu bytes",
                         capacity);
    *size = capacity - room;
    return OK;
}

/*
 * The usual builds of libbrotlienc exit the process if their allocator returns NULL.  So
 * on failure our allocator does not return, but jumps out of the library, and the
 * library's blocks are freed from a list.
 */
struct encoder_block {
    struct encoder_block *previous, *next;
    _Alignas(max_align_t) uint8_t bytes[];
};

struct encoder_memory {
    struct encoder_block *blocks;
    jmp_buf when_out;
};

static void *encoder_allocate(void *opaque, size_t size)
{
    struct encoder_memory *memory = opaque;
    struct encoder_block *block = NULL;
    if (size <= SIZE_MAX - sizeof *block)
        block = mem_alloc(1, sizeof *block + size);
    if (block == NULL)
        longjmp(memory->when_out, 1);
    block->previous = NULL;
    block->next = memory->blocks;
    if (block->next != NULL)
        block->next->previous = block;
    memory->blocks = block;
    return block->bytes;
}

static void encoder_release(void *opaque, void *bytes)
{
    struct encoder_memory *memory = opaque;
    if (bytes == NULL)
        return;
    struct encoder_block *block = (void *)((uint8_t *)bytes -
                                           offsetof(struct encoder_block, bytes));
    if (block->previous != NULL)
        block->previous->next = block->next;
    else
        memory->blocks = block->next;
    if (block->next != NULL)
        block->next->previous = block->previous;
    mem_free(block);
}

static BrotliEncoderState *new_encoder(struct encoder_memory *memory, int quality,
                                       size_t input_size)
{
    uint32_t window = LEAST_WINDOW_BITS;
    /* A window holds 16 bytes less than its size. */
    while (window < BROTLI_MAX_WINDOW_BITS && ((size_t)1 << window) - 16 < input_size)
        window++;
    BrotliEncoderState *encoder = BrotliEncoderCreateInstance(encoder_allocate,
                                                              encoder_release, memory);
    if (encoder != NULL) {
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, (uint32_t)quality);
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_LGWIN, window);
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT, (uint32_t)input_size);
    }
    return encoder;
}

/* False if out of memory; bytes appended so far stay. */
static bool compress_all(struct encoder_memory *memory, int quality, struct slice input,
                         struct buffer *output, struct error *error)
{
    if (setjmp(memory->when_out) != 0)
        return false;
    BrotliEncoderState *encoder = new_encoder(memory, quality, input.size);
    if (encoder == NULL)
        return false;
    size_t step = BrotliEncoderMaxCompressedSize(input.size), left = input.size;
    while (!BrotliEncoderIsFinished(encoder)) {
        uint8_t *to = codec_output_room(output, step, error);
        size_t piece = left < CODEC_STEP ? left : CODEC_STEP, rest = piece, room = step;
        if (to == NULL || interrupt_check(error) != OK ||
            !BrotliEncoderCompressStream(encoder,
                                         piece == left ? BROTLI_OPERATION_FINISH
                                                       : BROTLI_OPERATION_PROCESS,
                                         &rest, &input.data, &room, &to, NULL))
            return false;
        left -= piece - rest;
        output->size += step - room;
        /* The library's bound does not hold for the lowest qualities. */
        step = STEP_BEHIND_BOUND;
    }
    return true;
}

static enum status compress(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error)
{
    (void)state;
    struct encoder_memory memory = {0};
    size_t old_size = output->size;
    bool is_done = compress_all(&memory,
                                level == CODEC_DEFAULT_LEVEL ? DEFAULT_QUALITY : level,
                                input, output, error);
    /* The list includes the encoder itself. */
    while (memory.blocks != NULL)
        encoder_release(&memory, memory.blocks->bytes);
    if (is_done)
        return OK;
    output->size = old_size;
    return error->status != OK ? error->status : error_nomem(error);
}

const struct codec_operations codec_brotli = {
    .need = need,
    .decompress_chunk = decompress_chunk,
    .state_new = state_new,
    .state_free = state_free,
    .compress = compress,
    .least_level = 0,
    .most_level = 11,
};

#else
const struct codec_operations codec_brotli = {0};
#endif
