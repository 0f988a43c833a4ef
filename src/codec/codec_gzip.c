/* codec_gzip.c - gzip members, one after the other, or a zlib stream, through zlib. */
#include <limits.h>
#include <zlib.h>

#include "../base/alloc.h"
#include "codec_libraries.h"

/* 32 asks zlib to tell gzip from zlib headers by itself. */
enum { WINDOW_BITS = 15 + 32 };

static enum status open_stream(void **state, struct error *error)
{
    if (*state != NULL) {
        if (inflateReset((z_stream *)*state) == Z_OK)
            return OK;
        return error_set(error, CORRUPT, "gzip: the decoder cannot be reset");
    }
    z_stream *stream = mem_alloc_zeroed(1, sizeof *stream);
    if (stream == NULL)
        return error_nomem(error);
    if (inflateInit2(stream, WINDOW_BITS) != Z_OK) {
        mem_free(stream);
        return error_nomem(error);
    }
    *state = stream;
    return OK;
}

/* Inflates one member.  *input and *output advance.  zlib counts in unsigned int, so both
 * sides are handed over in pieces. */
static enum status inflate_member(z_stream *stream, struct slice *input, uint8_t **output,
                                  size_t *output_left, struct error *error)
{
    uint8_t overflow; /* a byte here means more output than expected */
    for (;;) {
        uInt in_piece = input->size > UINT_MAX ? UINT_MAX : (uInt)input->size;
        uInt out_piece = *output_left > UINT_MAX ? UINT_MAX : (uInt)*output_left;
        bool is_full = out_piece == 0;
        stream->next_in = (z_const Bytef *)input->data;
        stream->avail_in = in_piece;
        stream->next_out = is_full ? &overflow : *output;
        stream->avail_out = is_full ? 1 : out_piece;
        int result = inflate(stream, Z_NO_FLUSH);
        uInt used = in_piece - stream->avail_in;
        uInt made = (is_full ? 1 : out_piece) - stream->avail_out;
        input->data += used;
        input->size -= used;
        if (is_full && made > 0)
            return error_set(error, CORRUPT,
                             "gzip: more bytes in the stream than expected");
        *output += made;
        *output_left -= made;
        if (result == Z_STREAM_END)
            return OK;
        if (result == Z_MEM_ERROR)
            return error_nomem(error);
        if (result != Z_OK || (used == 0 && made == 0))
            return error_set(error, CORRUPT, "gzip: %s",
                             stream->msg ? stream->msg : "the stream ends early");
    }
}

enum status codec_gzip_decompress(void **state, struct slice input, uint8_t *output,
                                  size_t output_size, struct error *error)
{
    size_t left = output_size;
    do {
        enum status status = open_stream(state, error);
        if (status == OK)
            status = inflate_member(*state, &input, &output, &left, error);
        if (status != OK)
            return status;
        /* Another member follows only where its magic stands; padding is let pass. */
    } while (input.size >= 2 && input.data[0] == 0x1f && input.data[1] == 0x8b);
    if (left > 0)
        return error_set(error, CORRUPT, "gzip: %zu bytes in the stream, %zu expected",
                         output_size - left, output_size);
    return OK;
}

void codec_gzip_free(void *state)
{
    if (state == NULL)
        return;
    inflateEnd(state);
    mem_free(state);
}
