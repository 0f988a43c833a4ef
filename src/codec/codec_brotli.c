/* codec_brotli.c - brotli, through libbrotlidec.  Windows over 16 MiB (large-window
 * brotli) stay refused, which is the library's default. */
#ifndef PARQUET_VTAB_OMIT_BROTLI
#include <brotli/decode.h>

#include "../base/alloc.h"
#include "codec_libraries.h"

/* The library hands out what it has made when its window, often larger than a page, is
 * full or its input has come to an end; so the input is given to it in pieces. */
enum { INPUT_PIECE = 4096 };

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

void *codec_brotli_new(void)
{
    return BrotliDecoderCreateInstance(allocate, release, NULL);
}

void codec_brotli_free(void *state)
{
    BrotliDecoderDestroyInstance(state);
}

static enum status say_failure(const struct codec_stream *stream, struct error *error)
{
    BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(stream->state);
    if (code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
        code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
        return error_nomem(error);
    return error_set(error, CORRUPT, "brotli: damaged stream, or not %zu bytes in it",
                     stream->output_size);
}

enum status codec_brotli_need(struct codec_stream *stream, size_t n, struct error *error)
{
    bool is_all = n == stream->output_size;
    while (is_all || stream->made < n) {
        struct slice rest = codec_stream_rest(stream);
        if (!is_all && rest.size > INPUT_PIECE)
            rest.size = INPUT_PIECE;
        size_t input_left = rest.size;
        size_t room = stream->output_size - stream->made;
        uint8_t *place = codec_stream_place(stream);
        BrotliDecoderResult result = BrotliDecoderDecompressStream(
            stream->state, &input_left, &rest.data, &room, &place, NULL);
        bool has_moved = input_left < rest.size;
        stream->input_used += rest.size - input_left;
        stream->made = stream->output_size - room;
        if (result == BROTLI_DECODER_RESULT_SUCCESS) {
            if (room > 0)
                return error_set(error, CORRUPT,
                                 "brotli: %zu bytes in the stream, %zu expected",
                                 stream->made, stream->output_size);
            stream->is_finished = true;
            return OK;
        }
        /* All input was there, or there is more output than expected, or no more input.
         */
        if (is_all || result != BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT || !has_moved)
            return say_failure(stream, error);
    }
    return OK;
}

#else
typedef int codec_brotli_left_out;
#endif
