/*
 * codec_lz4.c - the two codecs that Parquet calls LZ4, through liblz4.
 *
 * LZ4_RAW is one block.  The older LZ4 is what Hadoop wrote, any number of
 *
 *     [uncompressed size, 4 bytes big-endian][compressed size, 4 bytes big-endian][block]
 *
 * where the uncompressed size may be followed by several compressed blocks that together
 * make it up; but some writers stored a bare block under the same number.
 *
 * liblz4 cannot go on where it stopped: the beginning of a block is decompressed anew
 * each time more of it is asked for, in steps that grow so fast that it costs little.
 */
#ifndef PARQUET_VTAB_OMIT_LZ4
#include <limits.h>
#include <lz4.h>
#include <lz4hc.h>

#include "../base/alloc.h"
#include "codec_libraries.h"

enum {
    FIRST_STEP = 64 * 1024,
    GROWTH = 4,
    LEAST_HC_LEVEL = 3, /* what is below means the fast compressor */
};

/* Bytes made, or -1 when the block is damaged or makes more than output_size. */
static int decompress_block(struct slice input, uint8_t *output, size_t output_size)
{
    if (input.size > INT_MAX || output_size > INT_MAX)
        return -1;
    return LZ4_decompress_safe((const char *)input.data, (char *)output, (int)input.size,
                               (int)output_size);
}

static enum status decompress_at_once(struct codec_stream *stream, struct error *error)
{
    size_t output_size = stream->output_size;
    int produced = decompress_block(stream->input, stream->output, output_size);
    if (produced < 0)
        return error_set(error, CORRUPT,
                         "lz4: damaged block, or more than %zu bytes in it", output_size);
    if ((size_t)produced != output_size)
        return error_set(error, CORRUPT, "lz4: %d bytes in the block, %zu expected",
                         produced, output_size);
    stream->made = output_size;
    stream->is_finished = true;
    return OK;
}

enum status codec_lz4_need(struct codec_stream *stream, size_t n, struct error *error)
{
    size_t output_size = stream->output_size;
    size_t step = stream->made > FIRST_STEP / GROWTH ? stream->made : FIRST_STEP / GROWTH;
    size_t wanted = step > output_size / GROWTH ? output_size : step * GROWTH;
    wanted = wanted > n ? wanted : n;
    /* The last step is worth little unless it leaves much undone. */
    if (wanted < output_size / 4 * 3 && output_size <= INT_MAX &&
        stream->input.size <= INT_MAX) {
        int produced = LZ4_decompress_safe_partial(
            (const char *)stream->input.data, (char *)stream->output,
            (int)stream->input.size, (int)wanted, (int)output_size);
        if (produced >= 0 && (size_t)produced >= n) {
            stream->made = (size_t)produced;
            return OK;
        }
    }
    return decompress_at_once(stream, error);
}

/* True when the input is exactly a sequence of frames that make output_size bytes. */
static bool decompress_frames(struct slice input, uint8_t *output, size_t output_size)
{
    while (input.size > 0) {
        struct slice header;
        if (!slice_take(&input, 4, &header))
            return false;
        size_t frame_left = load_u32_big_endian(header.data);
        if (frame_left > output_size)
            return false;
        output_size -= frame_left;
        while (frame_left > 0) {
            struct slice block;
            if (!slice_take(&input, 4, &header) ||
                !slice_take(&input, load_u32_big_endian(header.data), &block))
                return false;
            int produced = decompress_block(block, output, frame_left);
            if (produced <= 0)
                return false;
            output += produced;
            frame_left -= (size_t)produced;
        }
    }
    return output_size == 0;
}

enum status codec_lz4_hadoop_need(struct codec_stream *stream, size_t n,
                                  struct error *error)
{
    (void)n;
    if (!decompress_frames(stream->input, stream->output, stream->output_size))
        return decompress_at_once(stream, error);
    stream->made = stream->output_size;
    stream->is_finished = true;
    return OK;
}

/* A state of each kind, the larger one when it is wanted. */
struct compressor {
    void *fast, *thorough;
};

void *codec_lz4_compressor_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct compressor));
}

void codec_lz4_compressor_free(void *state)
{
    struct compressor *compressor = state;
    mem_free(compressor->fast);
    mem_free(compressor->thorough);
    mem_free(compressor);
}

enum status codec_lz4_compress(void *state, int level, struct slice input,
                               struct buffer *output, struct error *error)
{
    struct compressor *compressor = state;
    bool is_fast = level < LEAST_HC_LEVEL;
    void **library_state = is_fast ? &compressor->fast : &compressor->thorough;
    if (input.size > LZ4_MAX_INPUT_SIZE)
        return error_set(error, TOO_BIG, "lz4: a block of %zu bytes; %ld are the most",
                         input.size, (long)LZ4_MAX_INPUT_SIZE);
    if (*library_state == NULL)
        *library_state = mem_alloc(
            1, (size_t)(is_fast ? LZ4_sizeofState() : LZ4_sizeofStateHC()));
    if (*library_state == NULL)
        return error_nomem(error);
    int bound = LZ4_compressBound((int)input.size);
    char *place = (char *)codec_output_room(output, (size_t)bound, error);
    if (place == NULL)
        return NOMEM;
    const char *bytes = (const char *)input.data;
    int size = is_fast ? LZ4_compress_fast_extState(*library_state, bytes, place,
                                                    (int)input.size, bound, 1)
                       : LZ4_compress_HC_extStateHC(*library_state, bytes, place,
                                                    (int)input.size, bound, level);
    if (size <= 0)
        return error_set(error, UNSUPPORTED, "lz4: cannot compress");
    output->size += (size_t)size;
    return OK;
}

#else
typedef int codec_lz4_left_out;
#endif
