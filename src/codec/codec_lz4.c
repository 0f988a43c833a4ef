/* SPDX-License-Identifier: MIT */
/*
 * codec_lz4.c - the two codecs that Parquet calls LZ4, through liblz4.
 *
 * LZ4_RAW is one block.  The older LZ4 is Hadoop's frames (hadoop_frames.h).  But some
 * writers stored a bare block under the same number, and others the output of the program
 * lz4: frames in LZ4's own format, which begin with 04 22 4d 18.
 *
 * liblz4 cannot resume where it stopped.  The beginnings of blocks, and all of blocks
 * that are too large to decompress without a pause, are decoded here: more slowly, but in
 * steps. Once more of a block is needed, liblz4 decompresses the whole block.  A block
 * consists of sequences of
 *
 *     [token: length of the literal, length - 4 of the copy, 4 bits each]
 *     [more of the first length][literal][offset, 2 bytes][more of the second length]
 *
 * where 15 in the token means that more bytes follow, which are added up to and including
 * the first that is not 255.  The last sequence ends with its literal.
 */
#include "codec/codec_operations.h"

#ifndef PARQUET_VTAB_OMIT_LZ4
#include <limits.h>
#include <lz4.h>
#include <lz4frame.h>
#include <lz4hc.h>

#include "base/alloc.h"
#include "codec/hadoop_frames.h"

enum {
    LEAST_HC_LEVEL = 3, /* lower levels use the fast compressor */

    MOST_AT_ONCE = 32 << 20,
    LEAST_WORK = 10, /* per frame, in bytes */
    LONG_LENGTH = 15,
    LEAST_COPY = 4,
};

/* ---- Large blocks, in steps -------------------------------------------------------- */

/* Adds the bytes after the token to a length of LONG_LENGTH.  False if they are
 * incomplete, or if the length exceeds `most`. */
static bool read_long_length(struct slice *input, size_t most, size_t *length)
{
    struct slice byte;
    do {
        if (!slice_take(input, 1, &byte))
            return false;
        *length += byte.data[0];
    } while (byte.data[0] == 255 && *length <= most);
    return *length <= most;
}

static size_t not_loaded(const struct codec_stream *stream)
{
    return stream->input_size - stream->input.size;
}

/* Reads the next token, up to its literal. */
static bool begin_sequence(struct codec_stream *stream, struct slice *input)
{
    struct slice token;
    size_t room = stream->output_size - stream->made;
    if (!slice_take(input, 1, &token))
        return false;
    size_t length = token.data[0] >> 4;
    if (length == LONG_LENGTH && !read_long_length(input, room, &length))
        return false;
    stream->literal_left = length;
    stream->next_piece = (token.data[0] & 15) + LEAST_COPY;
    return length <= room && length <= input->size + not_loaded(stream);
}

/* Reads the offset and the copy's length after a literal. */
static bool begin_copy(struct codec_stream *stream, struct slice *input)
{
    struct slice offset;
    size_t length = stream->next_piece, room = stream->output_size - stream->made;
    stream->next_piece = 0;
    if (!slice_take(input, 2, &offset))
        return false;
    if (length == LONG_LENGTH + LEAST_COPY && !read_long_length(input, room, &length))
        return false;
    stream->copy_offset = offset.data[0] | (size_t)offset.data[1] << 8;
    stream->copy_left = length;
    return stream->copy_offset <= stream->made && length <= room;
}

/* Moves the current literal, as far as it is loaded, and copy, up to `wanted` bytes of
 * output.  Like liblz4, it makes zeros of the offset 0, which no sound block has. */
static void move_bytes(struct codec_stream *stream, struct slice *input, size_t wanted)
{
    uint8_t *output = stream->output;
    struct slice literal;
    size_t n = wanted - stream->made;
    n = stream->literal_left < n ? stream->literal_left : n;
    n = input->size < n ? input->size : n;
    if (n > 0 && slice_take(input, n, &literal)) {
        memcpy(output + stream->made, literal.data, n);
        stream->made += n;
        stream->literal_left -= n;
    }
    /* Copied bytes may be copied again, twice as many each time. */
    size_t source = stream->made - stream->copy_offset;
    while (stream->copy_left > 0 && stream->made < wanted) {
        n = wanted - stream->made;
        n = stream->copy_left < n ? stream->copy_left : n;
        if (stream->copy_offset == 0) {
            memset(output + stream->made, 0, n);
        } else {
            n = stream->made - source < n ? stream->made - source : n;
            memcpy(output + stream->made, output + source, n);
        }
        stream->made += n;
        stream->copy_left -= n;
    }
}

/* Makes the first n bytes of the output; *has_ended is set if the block has fewer.  False
 * if it is damaged. */
static bool decode_in_steps(struct codec_stream *stream, size_t n, bool *has_ended)
{
    struct slice rest = codec_stream_rest(stream);
    bool is_right = true;
    *has_ended = false;
    while (is_right && !*has_ended) {
        move_bytes(stream, &rest, n);
        bool is_between = stream->literal_left == 0 && stream->copy_left == 0;
        if (!is_between || (stream->made == n && n < stream->output_size))
            break;
        *has_ended = rest.size == 0 && stream->next_piece > 0;
        if (!*has_ended)
            is_right = stream->next_piece > 0 ? begin_copy(stream, &rest)
                                              : begin_sequence(stream, &rest);
    }
    stream->input_used = stream->input.size - rest.size;
    return is_right;
}

static enum status need_in_steps(struct codec_stream *stream, size_t n,
                                 struct error *error)
{
    bool has_ended, is_right = decode_in_steps(stream, n, &has_ended);
    while (is_right && !has_ended && stream->made < n) {
        /* The literal is not loaded whole. */
        size_t wanted = stream->input.size + (n - stream->made);
        enum status status = codec_stream_load(stream, wanted, error);
        if (status != OK)
            return status;
        is_right = decode_in_steps(stream, n, &has_ended);
    }
    if (!is_right)
        return error_set(error, CORRUPT,
                         "lz4: the block is damaged or holds more than %zu bytes",
                         stream->output_size);
    if (has_ended && stream->made < stream->output_size)
        return error_set(error, CORRUPT, "lz4: %zu bytes in the block, %zu expected",
                         stream->made, stream->output_size);
    stream->is_finished = has_ended;
    return OK;
}

/* Forgets what was made. */
static void rewind_steps(struct codec_stream *stream)
{
    stream->made = stream->input_used = 0;
    stream->literal_left = stream->copy_left = stream->next_piece = 0;
}

/* ---- Blocks ------------------------------------------------------------------------ */

static int decompress_large_block(struct slice input, uint8_t *output, size_t output_size)
{
    struct codec_stream stream = {
        .input = input,
        .input_size = input.size,
        .output = output,
        .output_size = output_size,
    };
    bool has_ended = false;
    while (!has_ended) {
        size_t left = output_size - stream.made;
        size_t n = stream.made + (left < CODEC_STEP ? left : CODEC_STEP);
        if (!decode_in_steps(&stream, n, &has_ended) || interrupt_stops(CODEC_STEP))
            return -1;
    }
    return (int)stream.made;
}

/* Returns the number of bytes made, or -1 if the block is damaged or makes more than
 * output_size. */
static int decompress_block(struct slice input, uint8_t *output, size_t output_size)
{
    if (input.size > INT_MAX || output_size > INT_MAX)
        return -1;
    if (output_size > MOST_AT_ONCE)
        return decompress_large_block(input, output, output_size);
    return LZ4_decompress_safe((const char *)input.data, (char *)output, (int)input.size,
                               (int)output_size);
}

static enum status decompress_at_once(struct slice input, uint8_t *output,
                                      size_t output_size, struct error *error)
{
    int produced = decompress_block(input, output, output_size);
    if (produced < 0)
        return error_set(error, CORRUPT,
                         "lz4: the block is damaged or holds more than %zu bytes",
                         output_size);
    if ((size_t)produced != output_size)
        return error_set(error, CORRUPT, "lz4: %d bytes in the block, %zu expected",
                         produced, output_size);
    return OK;
}

static enum status need(struct codec_stream *stream, size_t n, struct error *error)
{
    size_t output_size = stream->output_size;
    if (output_size > MOST_AT_ONCE || n < output_size / 4 * 3)
        return need_in_steps(stream, n, error);
    enum status status = codec_stream_load(stream, stream->input_size, error);
    if (status != OK)
        return status;
    size_t made = stream->made;
    status = decompress_at_once(stream->input, stream->output, output_size, error);
    if (status == OK) {
        stream->made = output_size;
        stream->is_finished = true;
    } else if (made > 0) {
        /* liblz4 may have overwritten what was made before: make it again. */
        bool has_ended;
        rewind_steps(stream);
        (void)decode_in_steps(stream, made, &has_ended);
    }
    return status;
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    (void)state;
    int produced = decompress_block(input, output, capacity);
    if (produced < 0)
        return error_set(error, CORRUPT,
                         "lz4: the block is damaged or holds more than %zu bytes",
                         capacity);
    *size = (size_t)produced;
    return OK;
}

/* True if the input is exactly LZ4's own frames that make output_size bytes. */
static bool decompress_own_frames(LZ4F_dctx *context, struct slice input, uint8_t *output,
                                  size_t output_size)
{
    struct error interrupted = {0};
    size_t wanted = 1; /* 0 after a frame */
    while (wanted > 0 || input.size > 0) {
        size_t n_read = input.size;
        size_t n_made = output_size < CODEC_STEP ? output_size : CODEC_STEP;
        wanted = LZ4F_decompress(context, output, &n_made, input.data, &n_read, NULL);
        if (LZ4F_isError(wanted) || (n_read == 0 && n_made == 0) ||
            interrupt_after(n_made + LEAST_WORK, &interrupted) != OK)
            return false;
        input = slice_of(input.data + n_read, input.size - n_read);
        output += n_made;
        output_size -= n_made;
    }
    return output_size == 0;
}

static bool is_own_frame(struct slice input)
{
    return input.size >= 4 && memcmp(input.data, "\x04\x22\x4d\x18", 4) == 0;
}

static bool decompress_if_own_frames(struct slice input, uint8_t *output,
                                     size_t output_size)
{
    LZ4F_dctx *context;
    if (!is_own_frame(input) ||
        LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
        return false;
    bool is_right = decompress_own_frames(context, input, output, output_size);
    LZ4F_freeDecompressionContext(context);
    return is_right;
}

static enum status decompress_older(struct slice input, uint8_t *output,
                                    size_t output_size, struct error *error)
{
    if (hadoop_frames_decompress(input, decompress_block, output, output_size) ||
        decompress_if_own_frames(input, output, output_size))
        return OK;
    return decompress_at_once(input, output, output_size, error);
}

/* One state of each kind, allocated when first needed. */
struct compressor {
    void *fast, *thorough;
};

static void *compressor_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct compressor));
}

static void compressor_free(void *state)
{
    struct compressor *compressor = state;
    mem_free(compressor->fast);
    mem_free(compressor->thorough);
    mem_free(compressor);
}

static enum status compress(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error)
{
    struct compressor *compressor = state;
    bool is_fast = level < LEAST_HC_LEVEL;
    void **library_state = is_fast ? &compressor->fast : &compressor->thorough;
    if (input.size > LZ4_MAX_INPUT_SIZE)
        return error_set(error, TOO_BIG, "lz4: a block of %zu bytes; the maximum is %ld",
                         input.size, (long)LZ4_MAX_INPUT_SIZE);
    if (*library_state == NULL)
        *library_state = mem_alloc(
            1, (size_t)(is_fast ? LZ4_sizeofState() : LZ4_sizeofStateHC()));
    if (*library_state == NULL)
        return error_nomem(error);
    int bound = LZ4_compressBound((int)input.size);
    char *to = (char *)codec_output_room(output, (size_t)bound, error);
    if (to == NULL)
        return NOMEM;
    const char *bytes = (const char *)input.data;
    int size = is_fast ? LZ4_compress_fast_extState(*library_state, bytes, to,
                                                    (int)input.size, bound, 1)
                       : LZ4_compress_HC_extStateHC(*library_state, bytes, to,
                                                    (int)input.size, bound, level);
    if (size <= 0)
        return error_set(error, UNSUPPORTED, "lz4: cannot compress");
    output->size += (size_t)size;
    return OK;
}

const struct codec_operations codec_lz4 = {.decompress = decompress_older};
const struct codec_operations codec_lz4_raw = {
    .need = need,
    .decompress_chunk = decompress_chunk,
    .compress = compress,
    .compressor_new = compressor_new,
    .compressor_free = compressor_free,
    .least_level = 1,
    .most_level = 12,
};

#else
const struct codec_operations codec_lz4 = {0};
const struct codec_operations codec_lz4_raw = {0};
#endif
