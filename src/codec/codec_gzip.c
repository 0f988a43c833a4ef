/* SPDX-License-Identifier: MIT */
/*
 * codec_gzip.c - a sequence of gzip members, or a zlib stream, through zlib.
 *
 * libdeflate is faster, but does only whole members and does not poll.  It compresses
 * pages of at most CODEC_STEP, and decompresses small pages of one member that are wanted
 * whole.  What it refuses is left to zlib, which has the last word and the messages.
 */
#include <limits.h>
#include <zlib.h>

#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
#include <libdeflate.h>
#endif

#include "base/alloc.h"
#include "codec/codec_operations.h"

enum {
    WINDOW_BITS = 15 + 32,  /* 32: zlib detects gzip and zlib headers */
    RAW_WINDOW_BITS = -15,  /* no header */
    MOST_AT_ONCE = 2 << 20, /* bytes that libdeflate makes; it does not poll */
    /* Each time it returns, zlib copies up to this much of the output into its window. */
    LEAST_STEP = 32 * 1024,
    LEAST_WORK = 200,      /* per member, in bytes */
    COMPRESSION_WORK = 30, /* per byte, in nanoseconds */

    GZIP_WINDOW_BITS = 15 + 16, /* 16: zlib writes a gzip member */
    DEFAULT_LEVEL = 6,
    MEMORY_LEVEL = 8, /* the default of zlib's own functions */
};

static void *allocate(void *opaque, uInt n_items, uInt item_size)
{
    (void)opaque;
    return mem_alloc(n_items, item_size);
}

static void release(void *opaque, void *block)
{
    (void)opaque;
    mem_free(block);
}

struct gzip_state {
    z_stream z;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    struct libdeflate_decompressor *whole;
#endif
};

static void state_free(void *state)
{
    struct gzip_state *gzip = state;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    libdeflate_free_decompressor(gzip->whole);
#endif
    inflateEnd(&gzip->z);
    mem_free(gzip);
}

static void *state_new(void)
{
    struct gzip_state *gzip = mem_alloc_zeroed(1, sizeof *gzip);
    if (gzip == NULL)
        return NULL;
    gzip->z.zalloc = allocate;
    gzip->z.zfree = release;
    if (inflateInit2(&gzip->z, WINDOW_BITS) != Z_OK) {
        mem_free(gzip);
        return NULL;
    }
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    gzip->whole = libdeflate_alloc_decompressor();
    if (gzip->whole == NULL) {
        state_free(gzip);
        return NULL;
    }
#endif
    return gzip;
}

/* Whether another member follows, by its magic number; padding is ignored. */
static bool has_member(struct slice rest)
{
    return rest.size >= 2 && rest.data[0] == 0x1f && rest.data[1] == 0x8b;
}

#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
/* Whether a member with nothing optional in its header begins here.  Of other headers,
 * libdeflate accepts some that zlib refuses. */
static bool has_plain_member(struct slice input)
{
    return has_member(input) && input.size >= 4 && input.data[3] == 0;
}

/* Decompresses a block of one member.  False if zlib has to do it. */
static bool inflate_whole(struct codec_stream *stream)
{
    const struct gzip_state *gzip = stream->state;
    struct slice input = stream->input;
    size_t used;
    if (!has_plain_member(input) ||
        libdeflate_gzip_decompress_ex(gzip->whole, input.data, input.size, stream->output,
                                      stream->output_size, &used,
                                      NULL) != LIBDEFLATE_SUCCESS ||
        has_member(slice_of(input.data + used, input.size - used)))
        return false;
    stream->input_used = used;
    stream->made = stream->output_size;
    stream->is_finished = true;
    return true;
}
#endif

/* Inflates until `made` is at least `wanted` or the member ends; if wanted ==
 * output_size, until it ends.  zlib counts in unsigned int, so input and output are
 * passed in pieces. */
static enum status inflate_member(struct codec_stream *stream, size_t wanted,
                                  bool *has_ended, struct error *error)
{
    z_stream *z = &((struct gzip_state *)stream->state)->z;
    uint8_t overflow; /* a byte here means more output than expected */
    *has_ended = false;
    while (stream->made < wanted || wanted == stream->output_size) {
        enum status status = OK;
        if (stream->input_used == stream->input.size)
            status = codec_stream_load(stream, stream->input.size + LEAST_STEP, error);
        if (status != OK)
            return status;
        struct slice rest = codec_stream_rest(stream);
        size_t room = wanted - stream->made;
        uInt in_piece = (uInt)(rest.size > CODEC_INPUT_PIECE ? CODEC_INPUT_PIECE
                                                             : rest.size);
        uInt out_piece = room > UINT_MAX ? UINT_MAX : (uInt)room;
        bool is_full = out_piece == 0;
        z->next_in = (z_const Bytef *)rest.data;
        z->avail_in = in_piece;
        z->next_out = is_full ? &overflow : codec_stream_next(stream);
        z->avail_out = is_full ? 1 : out_piece;
        int result = inflate(z, Z_NO_FLUSH);
        uInt used = in_piece - z->avail_in;
        uInt made = (is_full ? 1 : out_piece) - z->avail_out;
        stream->input_used += used;
        if (is_full && made > 0)
            return error_set(error, CORRUPT,
                             "gzip: more bytes in the stream than expected");
        stream->made += made;
        *has_ended = result == Z_STREAM_END;
        if (*has_ended)
            return OK;
        if (result == Z_MEM_ERROR)
            return error_nomem(error);
        if (result != Z_OK || (used == 0 && made == 0))
            return error_set(error, CORRUPT, "gzip: %s",
                             z->msg ? z->msg : "the stream ends early");
        status = interrupt_after(used + made, error);
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status finish(struct codec_stream *stream, struct error *error)
{
    if (stream->made < stream->output_size)
        return error_set(error, CORRUPT, "gzip: %zu bytes in the stream, %zu expected",
                         stream->made, stream->output_size);
    stream->is_finished = true;
    return OK;
}

static enum status need(struct codec_stream *stream, size_t n, struct error *error)
{
    struct gzip_state *gzip = stream->state;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    if (n == stream->output_size && stream->input_used == 0 && inflate_whole(stream))
        return OK;
#endif
    do {
        bool has_ended;
        size_t left = stream->output_size - stream->made;
        size_t wanted = stream->output_size;
        if (n < wanted && left > LEAST_STEP)
            wanted = n > stream->made + LEAST_STEP ? n : stream->made + LEAST_STEP;
        if (!stream->is_started && inflateReset(&gzip->z) != Z_OK)
            return error_set(error, CORRUPT, "gzip: the decoder cannot be reset");
        enum status status = inflate_member(stream, wanted, &has_ended, error);
        if (status == OK)
            status = interrupt_after(LEAST_WORK, error);
        if (status != OK)
            return status;
        stream->is_started = !has_ended;
        if (has_ended && !has_member(codec_stream_rest(stream)))
            return finish(stream, error);
    } while (stream->made < n || n == stream->output_size);
    return OK;
}

/* Inflates with zlib; false if the stream is damaged or does not fit. */
static bool inflate_raw(struct gzip_state *gzip, struct slice input, uint8_t *output,
                        size_t capacity, size_t *size)
{
    z_stream *z = &gzip->z;
    uint8_t nothing;
    if (input.size > UINT_MAX || capacity > UINT_MAX ||
        inflateReset2(z, RAW_WINDOW_BITS) != Z_OK)
        return false;
    z->next_in = (z_const Bytef *)input.data;
    z->avail_in = (uInt)input.size;
    z->next_out = capacity > 0 ? output : &nothing;
    z->avail_out = (uInt)capacity;
    int result = inflate(z, Z_FINISH);
    *size = capacity - z->avail_out;
    return inflateReset2(z, WINDOW_BITS) == Z_OK && result == Z_STREAM_END;
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    struct gzip_state *gzip = state;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    if (libdeflate_deflate_decompress(gzip->whole, input.data, input.size, output,
                                      capacity, size) == LIBDEFLATE_SUCCESS)
        return OK;
#endif
    if (inflate_raw(gzip, input, output, capacity, size))
        return OK;
    return error_set(error, CORRUPT,
                     "deflate: the chunk is damaged or holds more than %zu bytes",
                     capacity);
}

struct compressor {
    z_stream z;
    int level; /* CODEC_DEFAULT_LEVEL: z is not initialised yet */
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    struct libdeflate_compressor *whole; /* or NULL */
    int whole_level;
#endif
};

static void *compressor_new(void)
{
    struct compressor *compressor = mem_alloc_zeroed(1, sizeof *compressor);
    if (compressor == NULL)
        return NULL;
    compressor->z.zalloc = allocate;
    compressor->z.zfree = release;
    compressor->level = CODEC_DEFAULT_LEVEL;
    return compressor;
}

static void compressor_free(void *state)
{
    struct compressor *compressor = state;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    libdeflate_free_compressor(compressor->whole);
#endif
    if (compressor->level != CODEC_DEFAULT_LEVEL)
        deflateEnd(&compressor->z);
    mem_free(compressor);
}

static enum status begin_member(struct compressor *compressor, int level,
                                struct error *error)
{
    if (compressor->level == level && deflateReset(&compressor->z) == Z_OK)
        return OK;
    if (compressor->level != CODEC_DEFAULT_LEVEL)
        deflateEnd(&compressor->z);
    compressor->level = CODEC_DEFAULT_LEVEL;
    if (deflateInit2(&compressor->z, level, Z_DEFLATED, GZIP_WINDOW_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return error_nomem(error);
    compressor->level = level;
    return OK;
}

#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
/* Makes a member of a small input. */
static enum status compress_whole(struct compressor *compressor, int level,
                                  struct slice input, struct buffer *output,
                                  struct error *error)
{
    if (compressor->whole == NULL || compressor->whole_level != level) {
        libdeflate_free_compressor(compressor->whole);
        compressor->whole = libdeflate_alloc_compressor(level);
        compressor->whole_level = level;
    }
    if (compressor->whole == NULL)
        return error_nomem(error);
    size_t bound = libdeflate_gzip_compress_bound(compressor->whole, input.size);
    uint8_t *target = codec_output_room(output, bound, error);
    if (target == NULL)
        return NOMEM;
    size_t made = libdeflate_gzip_compress(compressor->whole, input.data, input.size,
                                           target, bound);
    enum status status = interrupt_after(input.size * COMPRESSION_WORK, error);
    if (status == OK)
        output->size += made;
    return status;
}
#endif

static enum status compress_member(void *state, int level, struct slice input,
                                   struct buffer *output, struct error *error)
{
    struct compressor *compressor = state;
    z_stream *z = &compressor->z;
    if (level == CODEC_DEFAULT_LEVEL)
        level = DEFAULT_LEVEL;
#ifndef PARQUET_VTAB_OMIT_LIBDEFLATE
    if (input.size <= CODEC_STEP)
        return compress_whole(compressor, level, input, output, error);
#endif
    enum status status = begin_member(compressor, level, error);
    if (status != OK)
        return status;
    uLong bound = deflateBound(z, (uLong)input.size);
    z->next_out = codec_output_room(output, bound, error);
    if (z->next_out == NULL)
        return NOMEM;
    z->avail_out = bound > UINT_MAX ? UINT_MAX : (uInt)bound;
    z->next_in = (z_const Bytef *)input.data;
    uInt room = z->avail_out;
    int result = Z_OK;
    for (size_t left = input.size; result == Z_OK;) {
        uInt piece = (uInt)(left < CODEC_INPUT_PIECE ? left : CODEC_INPUT_PIECE);
        left -= piece;
        z->avail_in = piece;
        result = deflate(z, left > 0 ? Z_NO_FLUSH : Z_FINISH);
        status = interrupt_after(piece * COMPRESSION_WORK, error);
        if (status != OK)
            return status;
        if (left == 0 && result == Z_OK)
            break;
    }
    if (result != Z_STREAM_END)
        return error_set(error, UNSUPPORTED, "gzip: %s",
                         z->msg ? z->msg : "cannot compress");
    output->size += room - z->avail_out;
    return OK;
}

const struct codec_operations codec_gzip = {
    .need = need,
    .decompress_chunk = decompress_chunk,
    .step = MOST_AT_ONCE,
    .state_new = state_new,
    .state_free = state_free,
    .is_reusable = true,
    .compress = compress_member,
    .compressor_new = compressor_new,
    .compressor_free = compressor_free,
    .least_level = 1,
    .most_level = 9,
};
