/* SPDX-License-Identifier: MIT */
/*
 * codec_zstd.c - zstd, one frame or several, through libzstd.
 *
 * ZSTD_decompressDCtx() decompresses a whole small page at once.  The beginning of a
 * page, and any page of more than CODEC_STEP bytes, is decompressed in blocks of at most
 * 128 KiB directly into the output: with a stable output buffer the library keeps no
 * window of its own.  If that fails in a small page, the page is decompressed at once
 * after all.
 */
#include "codec/codec_operations.h"

#ifndef PARQUET_VTAB_OMIT_ZSTD
/* For the name of a parameter; no function that it declares is called. */
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#include "base/alloc.h"

enum {
    FRAME_START = 5, /* bytes of a frame that the library wants first */
    DEFAULT_LEVEL = 3,
    LEAST_WORK = 50, /* per block, in bytes */
};

struct zstd_state {
    ZSTD_DCtx *context;
    bool can_stream; /* the library has stable output buffers: 1.4.5 and newer */
};

static bool allow_streaming(ZSTD_DCtx *context)
{
#ifdef ZSTD_d_stableOutBuffer
    /* Any window size is allowed, as in decompression at once: it needs no memory. */
    ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    return !ZSTD_isError(bounds.error) &&
           !ZSTD_isError(
               ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, bounds.upperBound)) &&
           !ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_stableOutBuffer, 1));
#else
    (void)context;
    return false;
#endif
}

static void *state_new(void)
{
    struct zstd_state *state = mem_alloc_zeroed(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->context = ZSTD_createDCtx();
    if (state->context == NULL) {
        mem_free(state);
        return NULL;
    }
    state->can_stream = allow_streaming(state->context);
    return state;
}

static void state_free(void *state)
{
    ZSTD_freeDCtx(((struct zstd_state *)state)->context);
    mem_free(state);
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    ZSTD_DCtx *context = ((struct zstd_state *)state)->context;
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
    size_t produced = ZSTD_decompressDCtx(context, output, capacity, input.data,
                                          input.size);
    if (ZSTD_isError(produced))
        return error_set(error, CORRUPT, "zstd: %s", ZSTD_getErrorName(produced));
    *size = produced;
    return OK;
}

static enum status decompress_at_once(struct codec_stream *stream, struct error *error)
{
    size_t produced;
    enum status status = decompress_chunk(stream->state, stream->input, stream->output,
                                          stream->output_size, &produced, error);
    if (status != OK)
        return status;
    if (produced != stream->output_size)
        return error_set(error, CORRUPT, "zstd: %zu bytes in the stream, %zu expected",
                         produced, stream->output_size);
    stream->made = produced;
    stream->is_finished = true;
    return OK;
}

/* Decompresses the next piece that the library asks for: a block and the header of the
 * one after it, read in place.  False if that fails. */
static bool decompress_piece(struct codec_stream *stream)
{
    ZSTD_DCtx *context = ((struct zstd_state *)stream->state)->context;
    size_t wanted = stream->next_piece > 0 ? stream->next_piece : FRAME_START;
    struct slice rest = codec_stream_rest(stream);
    if (rest.size == 0)
        return false;
    ZSTD_inBuffer input = {rest.data, wanted < rest.size ? wanted : rest.size, 0};
    ZSTD_outBuffer output = {stream->output, stream->output_size, stream->made};
    size_t result = ZSTD_decompressStream(context, &output, &input);
    if (ZSTD_isError(result) || (input.pos == 0 && output.pos == stream->made))
        return false;
    stream->input_used += input.pos;
    stream->made = output.pos;
    stream->next_piece = result; /* 0 at a frame's end */
    return true;
}

static enum status need(struct codec_stream *stream, size_t n, struct error *error)
{
    struct zstd_state *state = stream->state;
    bool is_all = n == stream->output_size;
    if (!state->can_stream || (is_all && !stream->is_started))
        return decompress_at_once(stream, error);
    if (!stream->is_started)
        ZSTD_DCtx_reset(state->context, ZSTD_reset_session_only);
    stream->is_started = true;
    while (stream->made < n || is_all) {
        size_t made = stream->made, used = stream->input_used;
        bool is_at_end = stream->next_piece == 0 && stream->made == stream->output_size &&
                         stream->input_used == stream->input_size;
        if (is_at_end) {
            stream->is_finished = true;
            return OK;
        }
        enum status status = codec_stream_load(
            stream, used + (stream->next_piece > 0 ? stream->next_piece : FRAME_START),
            error);
        if (status != OK)
            return status;
        if (!decompress_piece(stream)) {
            if (stream->output_size <= CODEC_STEP)
                return decompress_at_once(stream, error);
            return error_set(error, CORRUPT,
                             "zstd: the stream is damaged or does not hold %zu bytes",
                             stream->output_size);
        }
        status = interrupt_after(
            LEAST_WORK + stream->made - made + stream->input_used - used, error);
        if (status != OK)
            return status;
    }
    return OK;
}

static void *compressor_new(void)
{
    return ZSTD_createCCtx();
}

static void compressor_free(void *state)
{
    ZSTD_freeCCtx(state);
}

/* Same as ZSTD_compressCCtx(), but in steps; sets *error if an interrupt ends it. */
static size_t compress_in_steps(ZSTD_CCtx *context, ZSTD_outBuffer *output,
                                struct slice input, int level, struct error *error)
{
    ZSTD_inBuffer piece = {input.data, 0, 0};
    size_t result = ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    if (!ZSTD_isError(result))
        result = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    if (!ZSTD_isError(result))
        result = ZSTD_CCtx_setPledgedSrcSize(context, input.size);
    bool is_done = false;
    while (!ZSTD_isError(result) && !is_done && interrupt_check(error) == OK) {
        size_t left = input.size - piece.pos;
        bool is_last = left <= CODEC_STEP;
        piece.size = is_last ? input.size : piece.pos + CODEC_STEP;
        result = ZSTD_compressStream2(context, output, &piece,
                                      is_last ? ZSTD_e_end : ZSTD_e_continue);
        is_done = is_last && result == 0;
    }
    return result;
}

/* Writes one frame that contains its content's size. */
static enum status compress(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error)
{
    size_t bound = ZSTD_compressBound(input.size);
    uint8_t *to = codec_output_room(output, bound, error);
    if (to == NULL)
        return NOMEM;
    ZSTD_outBuffer made = {to, bound, 0};
    level = level == CODEC_DEFAULT_LEVEL ? DEFAULT_LEVEL : level;
    size_t size;
    if (input.size > CODEC_STEP)
        size = compress_in_steps(state, &made, input, level, error);
    else
        size = ZSTD_compressCCtx(state, to, bound, input.data, input.size, level);
    if (error->status != OK)
        return error->status;
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation)
        return error_nomem(error);
    if (ZSTD_isError(size))
        return error_set(error, UNSUPPORTED, "zstd: %s", ZSTD_getErrorName(size));
    output->size += input.size > CODEC_STEP ? made.pos : size;
    return OK;
}

/* The library has levels down to -131072, which compress ever worse. */
const struct codec_operations codec_zstd = {
    .need = need,
    .decompress_chunk = decompress_chunk,
    .state_new = state_new,
    .state_free = state_free,
    .is_reusable = true,
    .compress = compress,
    .compressor_new = compressor_new,
    .compressor_free = compressor_free,
    .least_level = -7,
    .most_level = 22,
};

#else
const struct codec_operations codec_zstd = {0};
#endif
