/*
 * codec_snappy.c - raw snappy (no framing), decoded here.
 *
 * A block is its uncompressed size as a varint, and elements that begin with a tag whose
 * lowest two bits say what follows:
 *
 *     00  literal: the upper six bits are its length - 1; 60 to 63 there mean that the
 *         length - 1 follows in 1 to 4 bytes
 *     01  copy of 4 to 11 bytes: 3 bits of length - 4, 3 upper bits of the offset; the
 *         offset's lower byte follows
 *     10  copy of 1 to 64 bytes: the upper six bits are its length - 1, the offset
 *         follows in 2 bytes
 *     11  the same with 4 bytes
 *
 * all little-endian.  A copy's source lies `offset` bytes before where it goes and may
 * run into it, which repeats the bytes between.
 *
 * Far from both ends a loop moves bytes in fixed pieces, often more than an element has;
 * what it writes too much is overwritten by the elements behind.  Near the ends a careful
 * loop takes over.  Both stop between two elements.
 */
#include "codec_libraries.h"

enum {
    LITERAL,
    SHORT_COPY,
    COPY,
    FAR_COPY,
    TAG_KIND = 3,
    LONG_LITERAL = 60, /* upper bits from which on the length follows the tag */
    MOST_PREAMBLE = 5,
    /* What a round of the fast loop may touch; see there. */
    FAST_INPUT = 66,
    FAST_OUTPUT = 131,
};

struct cursor {
    const uint8_t *in, *in_end;
    uint8_t *start, *out, *out_end;
};

/* By tag, for the two nearer copies: the length, and from bit 8 on the offset's bits that
 * are in the tag.  A length of 0 stands where the tag is of another kind. */
#define TAGS(high, low) 0, (4 + (low)) | (high) << 8, 1 + 8 * (high) + (low), 0
#define TAGS_OF_HIGH(high)                                                               \
    TAGS(high, 0), TAGS(high, 1), TAGS(high, 2), TAGS(high, 3), TAGS(high, 4),           \
        TAGS(high, 5), TAGS(high, 6), TAGS(high, 7)
static const uint16_t near_copies[256] = {
    TAGS_OF_HIGH(0), TAGS_OF_HIGH(1), TAGS_OF_HIGH(2), TAGS_OF_HIGH(3),
    TAGS_OF_HIGH(4), TAGS_OF_HIGH(5), TAGS_OF_HIGH(6), TAGS_OF_HIGH(7)};

/* Which of the four bytes behind a tag are the offset's, by the tag's kind. */
static const uint32_t offset_bytes[4] = {0, 0xff, 0xffff, 0xffffffff};

#if defined(__GNUC__)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define LIKELY(condition) (condition)
#define ALWAYS_INLINE static inline
#endif

/* Little-endian, in a form that compilers know to be one store. */
ALWAYS_INLINE void store_u64(uint8_t *bytes, uint64_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
    bytes[4] = (uint8_t)(value >> 32);
    bytes[5] = (uint8_t)(value >> 40);
    bytes[6] = (uint8_t)(value >> 48);
    bytes[7] = (uint8_t)(value >> 56);
}

/* 64 bytes, or 32 when the length is no more.  The pieces go one after the other: a
 * copy's later pieces may read what its earlier ones wrote. */
ALWAYS_INLINE void move_up_to_64(uint8_t *to, const uint8_t *from, size_t length)
{
    memcpy(to, from, 16);
    memcpy(to + 16, from + 16, 16);
    if (!LIKELY(length <= 32)) {
        memcpy(to + 32, from + 32, 16);
        memcpy(to + 48, from + 48, 16);
    }
}

/* A copy whose source is 1 to 15 bytes away; touches at most the 16 bytes, or the
 * length + 7 bytes, from `to` on. */
ALWAYS_INLINE void repeat(uint8_t *to, size_t offset, size_t length)
{
    /* The number with a 1 at every offset-th byte, and how many bytes of whole repeats
     * there are in eight. */
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
    if (offset <= 8) {
        /* Bytes from `to` on are among these; they are masked away. */
        uint64_t pattern = load_u64(to - offset);
        if (offset < 8)
            pattern &= ((uint64_t)1 << (8 * offset)) - 1;
        pattern *= repeats[offset].ones;
        size_t whole = repeats[offset].whole;
        store_u64(to, pattern);
        store_u64(to + whole, pattern);
        for (to += 2 * whole; to < end; to += whole)
            store_u64(to, pattern);
    } else {
        memcpy(to, to - offset, 8);
        memcpy(to + 8, to + 8 - offset, 8);
        for (to += 16; to < end; to += 8)
            memcpy(to, to - offset, 8);
    }
}

/* The length of a literal whose tag's upper bits say LONG_LITERAL or more; moves `in`
 * behind it.  False when it is not all there. */
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

/* From the tag of a long literal on. */
static bool take_long_literal(struct cursor *cursor)
{
    size_t length;
    uint32_t tag = *cursor->in++;
    return read_long_length(cursor, tag, &length) && take_literal(cursor, length);
}

/*
 * Elements until `enough` is reached, or an end is too near.  False when one is damaged.
 *
 * A round takes one literal of up to 60 bytes and one copy, or one of them.  In the input
 * the literal's tag is followed by 64 bytes that may be read, the copy's tag, at most 61
 * bytes in, by 4: at most FAST_INPUT together.  In the output the literal writes 64 bytes
 * at most, the copy, which begins at most 60 bytes in, 64, or as repeat() 64 + 7: at most
 * FAST_OUTPUT together.  Copies read from `start` on, at places that lie before those
 * they write to, so within the output too.
 */
static bool decode_fast(struct cursor *cursor, const uint8_t *enough)
{
    if (cursor->in_end - cursor->in < FAST_INPUT ||
        cursor->out_end - cursor->out < FAST_OUTPUT)
        return true;
    const uint8_t *in = cursor->in, *in_stop = cursor->in_end - FAST_INPUT;
    uint8_t *out = cursor->out, *start = cursor->start;
    const uint8_t *out_stop = cursor->out_end - FAST_OUTPUT;
    /* One comparison for both: below `enough`, and with room behind. */
    if (enough - 1 < out_stop)
        out_stop = enough - 1;
    while (in <= in_stop && out <= out_stop) {
        uint32_t tag = *in;
        if ((tag & TAG_KIND) == LITERAL) {
            size_t length = (tag >> 2) + 1;
            if (!LIKELY(length <= LONG_LITERAL)) {
                cursor->in = in;
                cursor->out = out;
                if (!take_long_literal(cursor))
                    return false;
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
        if (LIKELY(offset >= 16))
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

/* Elements until `enough` is reached or the input ends.  False when one is damaged. */
static bool decode_carefully(struct cursor *cursor, const uint8_t *enough)
{
    while (cursor->out < enough && cursor->in < cursor->in_end) {
        uint32_t tag = *cursor->in++;
        bool is_right;
        if ((tag & TAG_KIND) != LITERAL) {
            is_right = take_copy(cursor, tag);
        } else {
            size_t length = (tag >> 2) + 1;
            is_right = (length <= LONG_LITERAL ||
                        read_long_length(cursor, tag, &length)) &&
                       take_literal(cursor, length);
        }
        if (!is_right)
            return false;
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
        return error_set(error, CORRUPT, "snappy: no length at the beginning");
    if (declared != stream->output_size)
        return error_set(error, CORRUPT, "snappy: %llu bytes in the stream, %zu expected",
                         (unsigned long long)declared, stream->output_size);
    stream->input_used = size - rest.size;
    stream->is_started = true;
    return OK;
}

enum status codec_snappy_need(struct codec_stream *stream, size_t n, struct error *error)
{
    enum status status = stream->is_started ? OK : read_preamble(stream, error);
    if (status != OK)
        return status;
    if (n > stream->made) {
        struct cursor cursor = {
            .in = stream->input.data + stream->input_used,
            .in_end = stream->input.data + stream->input.size,
            .start = stream->output,
            .out = stream->output + stream->made,
            .out_end = stream->output + stream->output_size,
        };
        const uint8_t *enough = stream->output + n;
        if (!decode_fast(&cursor, enough) || !decode_carefully(&cursor, enough))
            return error_set(error, CORRUPT, "snappy: damaged stream");
        if (cursor.out < enough)
            return error_set(error, CORRUPT, "snappy: the stream ends early");
        stream->made = (size_t)(cursor.out - stream->output);
        stream->input_used = (size_t)(cursor.in - stream->input.data);
    }
    if (n < stream->output_size)
        return OK;
    if (stream->input_used < stream->input.size)
        return error_set(error, CORRUPT, "snappy: bytes behind the end of the stream");
    stream->is_finished = true;
    return OK;
}
