/* SPDX-License-Identifier: MIT */
/*
 * codec_snappy.c - raw snappy (no framing), decoded and encoded here.  A build with
 * libsnappy has codec_snappy_system.c instead.
 *
 * A block is its uncompressed size as a varint, followed by elements.  The lowest two
 * bits of an element's tag are its kind:
 *
 *     00  literal: the upper six bits are its length - 1; 60 to 63 there mean that the
 *         length - 1 follows in 1 to 4 bytes
 *     01  copy of 4 to 11 bytes: 3 bits of length - 4, 3 upper bits of the offset; the
 *         offset's lower byte follows
 *     10  copy of 1 to 64 bytes: the upper six bits are its length - 1, the offset
 *         follows in 2 bytes
 *     11  the same with 4 bytes
 *
 * all little-endian.  A copy's source lies `offset` bytes before its destination and may
 * overlap it, which repeats the bytes between.
 *
 * Far from the ends of input and output, a fast loop moves bytes in fixed pieces, often
 * more than an element has; later elements overwrite the excess.  Near the ends a careful
 * loop takes over.  Both stop between two elements, or within a long literal, also where
 * the input that is loaded ends.
 *
 * The compressor works on blocks of 64 KiB, so that positions fit into 16 bits and
 * offsets into two bytes.  A table holds the last position of each hash of four bytes.
 * Where four bytes have occurred before, the equal bytes become copies, and the bytes
 * between copies become literals.  The longer no match is found, the larger the steps
 * become.
 */
#include "codec/codec_operations.h"

#ifndef PARQUET_VTAB_SYSTEM_SNAPPY
#include "base/alloc.h"

enum {
    LITERAL,
    SHORT_COPY,
    COPY,
    FAR_COPY,
    TAG_KIND = 3,
    LONG_LITERAL = 60, /* least value of the upper bits if the length follows */
    MOST_PREAMBLE = 5,
    MORE_INPUT = 4 * 1024, /* loaded when an element is incomplete */
    /* The most bytes that a round of decode_fast() may touch. */
    FAST_INPUT = 66,
    FAST_OUTPUT = 131,
};

struct cursor {
    const uint8_t *in, *in_end, *in_last; /* in_end: of what is loaded up to in_last */
    uint8_t *start, *out, *out_end;
    size_t literal_left; /* of a long literal, which does not extend past the input */
};

/* By tag, for copies with 1 or 2 offset bytes: the length, and from bit 8 on the bits of
 * the offset that are in the tag.  The length is 0 for tags of other kinds. */
#define TAGS(high, low) 0, (4 + (low)) | (high) << 8, 1 + 8 * (high) + (low), 0
#define TAGS_OF_HIGH(high)                                                               \
    TAGS(high, 0), TAGS(high, 1), TAGS(high, 2), TAGS(high, 3), TAGS(high, 4),           \
        TAGS(high, 5), TAGS(high, 6), TAGS(high, 7)
static const uint16_t near_copies[256] = {
    TAGS_OF_HIGH(0), TAGS_OF_HIGH(1), TAGS_OF_HIGH(2), TAGS_OF_HIGH(3),
    TAGS_OF_HIGH(4), TAGS_OF_HIGH(5), TAGS_OF_HIGH(6), TAGS_OF_HIGH(7)};

/* By the tag's kind: the mask of the offset in the four bytes after the tag. */
static const uint32_t offset_bytes[4] = {0, 0xff, 0xffff, 0xffffffff};

#if defined(__GNUC__)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define LIKELY(condition) (condition)
#define ALWAYS_INLINE static inline
#endif

/* Moves 16 bytes from an address that is at least eight away.  The pieces are moved in
 * order, because the second may read what the first wrote. */
ALWAYS_INLINE void move_16(uint8_t *to, const uint8_t *from)
{
    memcpy(to, from, 8);
    memcpy(to + 8, from + 8, 8);
}

/* Moves at least `length` bytes: 16, 32 or 64.  Most elements are short.  To move 32
 * bytes of these, too, takes longer: a processor waits where it loads bytes that several
 * of the last stores wrote. */
ALWAYS_INLINE void move_up_to_64(uint8_t *to, const uint8_t *from, size_t length)
{
    move_16(to, from);
    if (!LIKELY(length <= 16)) {
        move_16(to + 16, from + 16);
        if (!LIKELY(length <= 32)) {
            move_16(to + 32, from + 32);
            move_16(to + 48, from + 48);
        }
    }
}

/* Makes a copy whose source is 1 to 8 bytes away.  Touches at most 16 or length + 7
 * bytes from `to` on. */
ALWAYS_INLINE void repeat(uint8_t *to, size_t offset, size_t length)
{
    /* A number with a 1 in every offset-th byte; the bytes of whole repeats in eight. */
    static const struct {
        uint64_t ones;
        uint8_t whole;
    } repeats[9] = {
        {0, 8},
        {UINT64_C(0x0101010101010101), 8},
        {UINT64_C(0x0001000100010001), 8},
        {UINT64_C(0x0001000001000001), 6},
        {UINT64_C(0x0000000100000001), 8},
        {UINT64_C(0x0000010000000001), 5},
        {UINT64_C(0x0001000000000001), 6},
        {UINT64_C(0x0100000000000001), 7},
        {UINT64_C(0x0000000000000001), 8},
    };
    uint8_t *end = to + length;
    /* This includes bytes from `to` on, which are masked out. */
    uint64_t pattern = load_u64(to - offset);
    if (offset < 8)
        pattern &= ((uint64_t)1 << (8 * offset)) - 1;
    pattern *= repeats[offset].ones;
    size_t whole = repeats[offset].whole;
    store_u64(to, pattern);
    store_u64(to + whole, pattern);
    for (to += 2 * whole; to < end; to += whole)
        store_u64(to, pattern);
}

/* Reads the length of a literal whose tag's upper bits are LONG_LITERAL or more, and
 * advances `in`.  False if the length is incomplete. */
static bool read_long_length(struct cursor *cursor, uint32_t tag, size_t *length)
{
    size_t n = (tag >> 2) - LONG_LITERAL + 1;
    if (n > (size_t)(cursor->in_end - cursor->in))
        return false;
    uint64_t last = 0;
    for (size_t i = 0; i < n; i++)
        last |= (uint64_t)cursor->in[i] << (8 * i);
    cursor->in += n;
    if (last >= SIZE_MAX)
        return false;
    *length = (size_t)last + 1;
    return true;
}

static bool take_literal(struct cursor *cursor, size_t length)
{
    if (length > (size_t)(cursor->in_end - cursor->in) ||
        length > (size_t)(cursor->out_end - cursor->out))
        return false;
    memcpy(cursor->out, cursor->in, length);
    cursor->in += length;
    cursor->out += length;
    return true;
}

/* Moves what is loaded of the rest of a long literal, up to `enough`, which is not yet
 * reached. */
static void go_on_with_literal(struct cursor *cursor, const uint8_t *enough)
{
    size_t n = (size_t)(enough - cursor->out);
    size_t n_loaded = (size_t)(cursor->in_end - cursor->in);
    n = cursor->literal_left < n ? cursor->literal_left : n;
    n = n_loaded < n ? n_loaded : n;
    memcpy(cursor->out, cursor->in, n);
    cursor->in += n;
    cursor->out += n;
    cursor->literal_left -= n;
}

/* Reads what follows the tag of a long literal, and moves the literal up to `enough`. */
static bool take_long_literal(struct cursor *cursor, uint32_t tag, const uint8_t *enough)
{
    size_t length;
    if (!read_long_length(cursor, tag, &length) ||
        length > (size_t)(cursor->in_last - cursor->in) ||
        length > (size_t)(cursor->out_end - cursor->out))
        return false;
    cursor->literal_left = length;
    go_on_with_literal(cursor, enough);
    return true;
}

/*
 * Decodes elements until `enough` is reached, or an end is too near.  False if one is
 * damaged or incomplete.
 *
 * A round decodes one literal of up to 60 bytes, one copy, or the literal and then the
 * copy.  In the input, 64 bytes may be read after the literal's tag, and 4 after the
 * copy's tag, which is at most 61 bytes in: at most FAST_INPUT in all.  In the output,
 * the literal writes at most 64 bytes, and the copy, which begins at most 60 bytes in,
 * 64, or 64 + 7 with repeat(): at most FAST_OUTPUT in all.  Copies read at or after
 * `start` and before the address they write to, so within the output.
 */
static bool decode_fast(struct cursor *cursor, const uint8_t *enough)
{
    if (cursor->in_end - cursor->in < FAST_INPUT ||
        cursor->out_end - cursor->out < FAST_OUTPUT)
        return true;
    const uint8_t *in = cursor->in, *in_stop = cursor->in_end - FAST_INPUT;
    uint8_t *out = cursor->out, *start = cursor->start;
    const uint8_t *out_stop = cursor->out_end - FAST_OUTPUT;
    /* One comparison tests both: below `enough`, and with enough room after it. */
    if (enough - 1 < out_stop)
        out_stop = enough - 1;
    while (in <= in_stop && out <= out_stop) {
        uint32_t tag = *in;
        if ((tag & TAG_KIND) == LITERAL) {
            size_t length = (tag >> 2) + 1;
            if (!LIKELY(length <= LONG_LITERAL)) {
                cursor->in = in + 1;
                cursor->out = out;
                if (!take_long_literal(cursor, tag, enough)) {
                    cursor->in = in;
                    return false;
                }
                in = cursor->in;
                out = cursor->out;
                continue;
            }
            move_up_to_64(out, in + 1, length);
            out += length;
            in += 1 + length;
            tag = *in;
            if (!LIKELY((tag & TAG_KIND) != LITERAL))
                continue;
        }
        uint32_t kind = tag & TAG_KIND;
        uint32_t near_copy = near_copies[tag];
        size_t length = near_copy & 0xff;
        size_t offset = (near_copy & 0xff00) + (load_u32(in + 1) & offset_bytes[kind]);
        in += 1 + kind;
        if (!LIKELY(kind != FAR_COPY)) {
            length = (tag >> 2) + 1;
            in++;
        }
        if (!LIKELY(offset - 1 < (size_t)(out - start)))
            return false;
        if (LIKELY(offset > 8))
            move_up_to_64(out, out - offset, length);
        else
            repeat(out, offset, length);
        out += length;
    }
    cursor->in = in;
    cursor->out = out;
    return true;
}

static bool take_copy(struct cursor *cursor, uint32_t tag)
{
    size_t n = (tag & TAG_KIND) == FAR_COPY ? 4 : tag & TAG_KIND;
    if (n > (size_t)(cursor->in_end - cursor->in))
        return false;
    size_t length = (tag >> 2) + 1, offset = 0;
    for (size_t i = 0; i < n; i++)
        offset |= (size_t)cursor->in[i] << (8 * i);
    cursor->in += n;
    if ((tag & TAG_KIND) == SHORT_COPY) {
        length = 4 + (tag >> 2 & 7);
        offset |= (size_t)(tag >> 5) << 8;
    }
    if (offset == 0 || offset > (size_t)(cursor->out - cursor->start) ||
        length > (size_t)(cursor->out_end - cursor->out))
        return false;
    const uint8_t *source = cursor->out - offset;
    for (size_t i = 0; i < length; i++)
        cursor->out[i] = source[i];
    cursor->out += length;
    return true;
}

/* Decodes one element. */
static bool take_element(struct cursor *cursor, const uint8_t *enough)
{
    uint32_t tag = *cursor->in++;
    size_t length = (tag >> 2) + 1;
    if ((tag & TAG_KIND) != LITERAL)
        return take_copy(cursor, tag);
    return length <= LONG_LITERAL ? take_literal(cursor, length)
                                  : take_long_literal(cursor, tag, enough);
}

/* Decodes elements up to `enough` or the input's end.  False if one is damaged or
 * incomplete: the cursor stays before it. */
static bool decode_carefully(struct cursor *cursor, const uint8_t *enough)
{
    while (cursor->out < enough && cursor->in < cursor->in_end) {
        struct cursor before = *cursor;
        if (!take_element(cursor, enough)) {
            *cursor = before;
            return false;
        }
    }
    return true;
}

static enum status read_preamble(struct codec_stream *stream, struct error *error)
{
    uint64_t declared;
    struct slice rest = stream->input;
    if (rest.size > MOST_PREAMBLE)
        rest.size = MOST_PREAMBLE;
    size_t size = rest.size;
    if (!slice_read_varint(&rest, &declared))
        return error_set(error, CORRUPT, "snappy: no valid length at the start");
    if (declared != stream->output_size)
        return error_set(error, CORRUPT, "snappy: %llu bytes in the stream, %zu expected",
                         (unsigned long long)declared, stream->output_size);
    stream->input_used = size - rest.size;
    stream->is_started = true;
    return OK;
}

/* Decodes up to `enough` what is loaded.  False if an element is damaged or incomplete.
 */
static bool decode_loaded(struct codec_stream *stream, const uint8_t *enough)
{
    struct cursor cursor = {
        .in = stream->input.data + stream->input_used,
        .in_end = stream->input.data + stream->input.size,
        .in_last = stream->input.data + stream->input_size,
        .start = stream->output,
        .out = stream->output + stream->made,
        .out_end = stream->output + stream->output_size,
        .literal_left = stream->literal_left,
    };
    if (cursor.literal_left > 0)
        go_on_with_literal(&cursor, enough);
    bool is_right = decode_fast(&cursor, enough) && decode_carefully(&cursor, enough);
    stream->made = (size_t)(cursor.out - stream->output);
    stream->input_used = (size_t)(cursor.in - stream->input.data);
    stream->literal_left = cursor.literal_left;
    return is_right;
}

static enum status need(struct codec_stream *stream, size_t n, struct error *error)
{
    enum status status = stream->is_started ? OK : read_preamble(stream, error);
    while (status == OK && n > stream->made) {
        bool is_right = decode_loaded(stream, stream->output + n);
        if (is_right && n <= stream->made)
            break;
        if (stream->input.size == stream->input_size)
            return error_set(error, CORRUPT,
                             is_right ? "snappy: the stream ends early"
                                      : "snappy: damaged stream");
        size_t loaded = stream->input.size;
        status = codec_stream_load(stream, loaded + loaded / 4 + MORE_INPUT, error);
    }
    if (status != OK || n < stream->output_size)
        return status;
    if (stream->input_used < stream->input_size)
        return error_set(error, CORRUPT, "snappy: bytes after the end of the stream");
    stream->is_finished = true;
    return OK;
}

static enum status decompress_chunk(void *state, struct slice input, uint8_t *output,
                                    size_t capacity, size_t *size, struct error *error)
{
    (void)state;
    uint64_t declared;
    struct slice rest = input;
    if (!slice_read_varint(&rest, &declared) || declared > capacity)
        return error_set(error, CORRUPT,
                         "snappy: no valid length at the start, or more than %zu bytes",
                         capacity);
    struct codec_stream stream;
    codec_stream_start(&stream, NULL, CODEC_SNAPPY, input, output, (size_t)declared);
    *size = (size_t)declared;
    return need(&stream, *size, error);
}

/* ---- Compression ------------------------------------------------------------------ */

enum {
    BLOCK = 1 << 16,
    MOST_TABLE_BITS = 15,
    LEAST_TABLE_BITS = 8,
    LEAST_COPY = 4, /* the number of bytes hashed */
    MOST_COPY = 64,
    /* No copy begins nearer to a block's end, because bytes are compared, and literals
     * moved, in pieces that may extend this far. */
    MARGIN = 16,
    STEP_BITS = 5, /* the first 32 steps are of one byte */
};

struct encoder {
    uint16_t table[1 << MOST_TABLE_BITS];
};

static void *compressor_new(void)
{
    return mem_alloc(1, sizeof(struct encoder));
}

static void compressor_free(void *state)
{
    mem_free(state);
}

ALWAYS_INLINE size_t bucket_of(uint32_t bytes, unsigned shift)
{
    return bytes * UINT32_C(0x9e3779b1) >> shift;
}

/* The number of equal bytes before the first difference. */
ALWAYS_INLINE size_t equal_of_eight(uint64_t difference)
{
#if defined(__GNUC__)
    return (size_t)__builtin_ctzll(difference) >> 3;
#else
    size_t n = 0;
    for (; (difference & 0xff) == 0; difference >>= 8)
        n++;
    return n;
#endif
}

/* The number of equal bytes at `a`, up to `end`, and at `b`, which is before `a`. */
ALWAYS_INLINE size_t equal_bytes(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
    const uint8_t *start = a;
    for (; end - a >= 8; a += 8, b += 8) {
        uint64_t difference = load_u64(a) ^ load_u64(b);
        if (difference != 0)
            return (size_t)(a - start) + equal_of_eight(difference);
    }
    while (a < end && *a == *b)
        a++, b++;
    return (size_t)(a - start);
}

/* Writes the tag of a literal of up to BLOCK bytes; the caller appends the bytes. */
ALWAYS_INLINE uint8_t *put_literal_tag(uint8_t *out, size_t length)
{
    size_t last = length - 1;
    if (last < LONG_LITERAL) {
        *out++ = (uint8_t)(last << 2 | LITERAL);
    } else if (last < 256) {
        *out++ = LONG_LITERAL << 2 | LITERAL;
        *out++ = (uint8_t)last;
    } else {
        *out++ = (LONG_LITERAL + 1) << 2 | LITERAL;
        *out++ = (uint8_t)last;
        *out++ = (uint8_t)(last >> 8);
    }
    return out;
}

/* Writes a copy of LEAST_COPY to MOST_COPY bytes.  A branch on its kind would be
 * unpredictable, so both kinds are computed.  Touches four bytes of output. */
ALWAYS_INLINE uint8_t *put_copy(uint8_t *out, size_t offset, size_t length)
{
    uint32_t is_short = (length < 12) & (offset < 2048);
    uint32_t low = (uint32_t)offset, last = (uint32_t)length - 1;
    uint32_t copy = low << 8 | last << 2 | COPY;
    uint32_t short_copy = (low & 0xff) << 8 | low >> 8 << 5 | (last - 3) << 2 |
                          SHORT_COPY;
    store_u32(out, copy ^ ((copy ^ short_copy) & (0 - is_short)));
    return out + 3 - is_short;
}

static uint8_t *put_long_copy(uint8_t *out, size_t offset, size_t length)
{
    for (; length >= MOST_COPY + LEAST_COPY; length -= MOST_COPY)
        out = put_copy(out, offset, MOST_COPY);
    if (length > MOST_COPY) {
        out = put_copy(out, offset, MOST_COPY - LEAST_COPY);
        length -= MOST_COPY - LEAST_COPY;
    }
    return put_copy(out, offset, length);
}

/* Returns the last position of the four bytes at `at` and replaces it by `at`. */
ALWAYS_INLINE const uint8_t *last_position(uint16_t *table, unsigned shift,
                                           uint32_t bytes, const uint8_t *block,
                                           const uint8_t *at)
{
    uint16_t *to = &table[bucket_of(bytes, shift)];
    const uint8_t *last = block + *to;
    *to = (uint16_t)(at - block);
    return last;
}

/* Compresses the block from its beginning to *done.  The bytes after *done contain no
 * more copies; the caller appends them as a literal. */
static uint8_t *compress_front(uint16_t *table, unsigned shift, const uint8_t *block,
                               const uint8_t *end, const uint8_t **done, uint8_t *out)
{
    const uint8_t *stop = end - MARGIN, *at = block + 1, *candidate;
    *done = block;
    for (;; at++) {
        ptrdiff_t n_missed = 1 << STEP_BITS, step = 0;
        uint32_t bytes;
        do {
            if (step > stop - at)
                return out;
            at += step;
            step = n_missed >> STEP_BITS;
            n_missed += step;
            bytes = load_u32(at);
            candidate = last_position(table, shift, bytes, block, at);
        } while (load_u32(candidate) != bytes);
        size_t length = (size_t)(at - *done);
        if (length > 0) {
            out = put_literal_tag(out, length);
            memcpy(out, *done, MARGIN);
            if (length > MARGIN)
                memcpy(out + MARGIN, *done + MARGIN, length - MARGIN);
            out += length;
        }
        /* Another copy often begins where one ends. */
        do {
            uint64_t difference = load_u64(at + 4) ^ load_u64(candidate + 4);
            size_t offset = (size_t)(at - candidate);
            if (difference != 0) {
                length = 4 + equal_of_eight(difference);
                out = put_copy(out, offset, length);
            } else {
                length = 12 + equal_bytes(at + 12, candidate + 12, end);
                out = put_long_copy(out, offset, length);
            }
            at += length;
            *done = at;
            if (at > stop)
                return out;
            uint64_t around = load_u64(at - 1);
            bytes = (uint32_t)(around >> 8);
            (void)last_position(table, shift, (uint32_t)around, block, at - 1);
            candidate = last_position(table, shift, bytes, block, at);
        } while (load_u32(candidate) == bytes);
    }
}

static uint8_t *compress_block(uint16_t *table, struct slice block, uint8_t *out)
{
    const uint8_t *done = block.data, *end = block.data + block.size;
    unsigned bits = LEAST_TABLE_BITS;
    while (bits < MOST_TABLE_BITS && (size_t)1 << bits < block.size)
        bits++;
    memset(table, 0, sizeof *table << bits);
    if (block.size > MARGIN)
        out = compress_front(table, 32 - bits, block.data, end, &done, out);
    size_t left = (size_t)(end - done);
    if (left == 0)
        return out;
    out = put_literal_tag(out, left);
    memcpy(out, done, left);
    return out + left;
}

/*
 * The overhead of a literal of up to 60 bytes is one byte, and the copy after it saves at
 * least that.  A literal of up to 256 bytes has two; together with its copy, of 65 bytes
 * or more in all, it grows by one.  A longer one has three; with its copy, 261 bytes or
 * more, it grows by two.  This adds up to less than size / 65.  A block's last literal
 * has no copy after it: its three bytes, in full blocks, are within size / 64.  Added to
 * this are the preamble and the bytes written in excess after a literal.
 */
static size_t compress_bound(size_t size)
{
    return size + size / 64 + 3 + MOST_PREAMBLE + MARGIN;
}

static enum status compress(void *state, int level, struct slice input,
                            struct buffer *output, struct error *error)
{
    struct encoder *encoder = state;
    (void)level;
    uint8_t *start = codec_output_room(output, compress_bound(input.size), error);
    if (start == NULL)
        return NOMEM;
    uint8_t *out = store_varint(start, input.size);
    for (size_t at = 0; at < input.size; at += BLOCK) {
        size_t size = input.size - at < BLOCK ? input.size - at : BLOCK;
        enum status status = interrupt_after(size, error);
        if (status != OK)
            return status;
        out = compress_block(encoder->table, slice_of(input.data + at, size), out);
    }
    output->size += (size_t)(out - start);
    return OK;
}

const struct codec_operations codec_snappy = {
    .need = need,
    .decompress_chunk = decompress_chunk,
    .compress = compress,
    .compressor_new = compressor_new,
    .compressor_free = compressor_free,
};
#endif
