/* SPDX-License-Identifier: MIT */
/*
 * test_snappy.c - sound and damaged snappy streams of random elements, decoded as by a
 * decoder that works byte by byte, and by libsnappy where it is installed (codec.h).
 * Streams are in heap blocks of exactly their size.
 */
#include "codec/codec.h"
#include "unit_bytes.h"
#include "unit_libsnappy.h"
#include "unit_snappy.h"
#include "unit_test.h"

static struct codec_context *context;

/* ---- The plain decoder ------------------------------------------------------------ */

/* Takes a little-endian number of `size` bytes; false if the input is too short. */
static bool take_number(struct slice *input, unsigned size, uint64_t *number)
{
    struct slice taken;
    *number = 0;
    if (!slice_take(input, size, &taken))
        return false;
    for (unsigned i = 0; i < size; i++)
        *number |= (uint64_t)taken.data[i] << (8 * i);
    return true;
}

/* Decodes one element; false if it is wrong or the output would exceed `limit`. */
static bool decode_element(struct slice *input, size_t limit, struct bytes *output)
{
    uint64_t tag, number;
    struct slice literal;
    if (!take_number(input, 1, &tag))
        return false;
    uint64_t length = (tag >> 2) + 1;
    if ((tag & 3) == 0) {
        if (length > 60) {
            if (!take_number(input, (unsigned)length - 60, &number))
                return false;
            length = number + 1;
        }
        if (length > limit - output->size || !slice_take(input, (size_t)length, &literal))
            return false;
        bytes_put(output, literal.data, literal.size);
        return true;
    }
    if (!take_number(input, (tag & 3) == 3 ? 4 : (unsigned)(tag & 3), &number))
        return false;
    if ((tag & 3) == 1) {
        length = 4 + (tag >> 2 & 7);
        number |= tag >> 5 << 8;
    }
    if (number == 0 || number > output->size || length > limit - output->size)
        return false;
    for (; length > 0; length--)
        bytes_put_u8(output, output->data[output->size - number]);
    return true;
}

static bool decode_plainly(struct slice input, size_t output_size, struct bytes *output)
{
    uint64_t declared;
    output->size = 0;
    if (!slice_read_varint(&input, &declared) || declared != output_size)
        return false;
    while (input.size > 0)
        if (!decode_element(&input, output_size, output))
            return false;
    return output->size == output_size;
}

/* ---- Comparison ------------------------------------------------------------------- */

/* Checks decoding at once and in steps; adds 1 to *n_right if the stream is sound. */
static void compare(const struct bytes *block, size_t output_size, size_t step,
                    size_t *n_right)
{
    struct bytes expected = {0};
    struct error error = {0};
    struct codec_stream stream;
    bool is_right = decode_plainly(bytes_slice(block), output_size, &expected);
    uint8_t *in = exact_copy(block->data, block->size);
    uint8_t *out = must(malloc(output_size > 0 ? output_size : 1));
    memset(out, 0xee, output_size > 0 ? output_size : 1);
    struct slice input = slice_of(in, block->size);
    enum status status = codec_decompress(context, CODEC_SNAPPY, input, out, output_size,
                                          &error);
    CHECK(status == (is_right ? OK : CORRUPT));
    CHECK(!is_right || output_size == 0 || memcmp(out, expected.data, output_size) == 0);
    if (HAS_LIBSNAPPY) {
        memset(out, 0xee, output_size > 0 ? output_size : 1);
        CHECK(libsnappy_decompress(input, out, output_size) == is_right);
        CHECK(!is_right || output_size == 0 ||
              memcmp(out, expected.data, output_size) == 0);
    }
    memset(out, 0xee, output_size > 0 ? output_size : 1);
    error_clear(&error);
    status = OK;
    codec_stream_start(&stream, context, CODEC_SNAPPY, input, out, output_size);
    for (size_t n = 0; status == OK;) {
        status = codec_stream_need(&stream, n, &error);
        size_t made = codec_stream_made(&stream);
        CHECK(status != OK || (made >= n && made <= output_size));
        CHECK(!is_right || made == 0 || memcmp(out, expected.data, made) == 0);
        if (n == output_size)
            break;
        n = least(n + step, output_size);
    }
    CHECK(status == (is_right ? OK : CORRUPT));
    codec_stream_end(&stream);
    *n_right += is_right;
    free(in);
    free(out);
    bytes_free(&expected);
}

/* ---- Streams of random elements --------------------------------------------------- */

static uint64_t random_state = 11;

static size_t pick(size_t limit)
{
    return (size_t)random_below(&random_state, limit);
}

static void put_literal(struct bytes *block, struct bytes *text, size_t size)
{
    uint8_t *literal = must(malloc(size + 5)), *element = must(malloc(size + 5));
    for (size_t i = 0; i < size; i++)
        literal[i] = (uint8_t)next_random(&random_state);
    size_t element_size = (size_t)(snappy_put_literal(element, literal, size) - element);
    bytes_put(block, element, element_size);
    bytes_put(text, literal, size);
    free(literal);
    free(element);
}

static void put_copy(struct bytes *block, struct bytes *text, size_t offset,
                     size_t length, bool is_far)
{
    uint8_t element[16];
    uint8_t *end = element;
    if (is_far) {
        *end++ = (uint8_t)((length - 1) << 2 | 3);
        end = snappy_put_number(end, offset, 4);
    } else {
        end = snappy_put_copy(end, offset, length);
    }
    bytes_put(block, element, (size_t)(end - element));
    for (; length > 0; length--)
        bytes_put_u8(text, text->data[text->size - offset]);
}

/* n elements, most of them copies with all kinds of offsets and lengths. */
static void put_elements(struct bytes *block, struct bytes *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text->size == 0 || pick(4) == 0) {
            size_t kind = pick(20);
            put_literal(block, text,
                        1 + pick(kind == 0   ? 1000
                                 : kind == 1 ? 300
                                 : kind < 8  ? 70
                                             : 16));
            continue;
        }
        size_t most = pick(3) > 0 ? least(text->size, 20) : text->size;
        put_copy(block, text, 1 + pick(most), 1 + pick(64), pick(30) == 0);
    }
}

static struct bytes block_of(const struct bytes *elements, size_t size)
{
    struct bytes block = {0};
    bytes_put_varint(&block, size);
    bytes_put_bytes(&block, elements);
    return block;
}

static void elements_of_all_kinds(void)
{
    for (size_t round = 0; round < 3000; round++) {
        struct bytes elements = {0}, text = {0};
        size_t n_right = 0;
        put_elements(&elements, &text, 1 + pick(round < 1500 ? 8 : 60));
        struct bytes block = block_of(&elements, text.size);
        compare(&block, text.size, 1 + pick(text.size), &n_right);
        CHECK(n_right == 1);
        bytes_free(&block);
        bytes_free(&elements);
        bytes_free(&text);
    }
}

/* Each offset and length, near the end of the block and far from it. */
static void copies_of_every_shape(void)
{
    for (size_t offset = 1; offset <= 70; offset++) {
        for (size_t length = 1; length <= 64; length++) {
            struct bytes elements = {0}, text = {0};
            size_t n_right = 0, n_after = (offset + length) % 2 * 200;
            put_literal(&elements, &text, 70);
            put_copy(&elements, &text, offset, length, false);
            if (n_after > 0)
                put_literal(&elements, &text, n_after);
            struct bytes block = block_of(&elements, text.size);
            compare(&block, text.size, 71, &n_right);
            CHECK(n_right == 1);
            bytes_free(&block);
            bytes_free(&elements);
            bytes_free(&text);
        }
    }
}

/* A literal of the longest size that fits a tag byte, a copy, and a few bytes more. */
static void copies_near_the_end(void)
{
    for (size_t offset = 1; offset <= 20; offset++) {
        for (size_t length = 56; length <= 64; length++) {
            for (size_t n_after = 1; n_after <= 16; n_after++) {
                struct bytes elements = {0}, text = {0};
                size_t n_right = 0;
                put_literal(&elements, &text, 60);
                put_copy(&elements, &text, offset, length, false);
                put_literal(&elements, &text, n_after);
                struct bytes block = block_of(&elements, text.size);
                compare(&block, text.size, text.size, &n_right);
                CHECK(n_right == 1);
                bytes_free(&block);
                bytes_free(&elements);
                bytes_free(&text);
            }
        }
    }
}

static void literals_of_every_size(void)
{
    static const size_t sizes[] = {
        1,   15,  16,  17,  31,  32,  33,  59,  60,    61,    63,    64,    65,     66,
        130, 131, 132, 255, 256, 257, 258, 300, 65535, 65536, 65537, 70000, 1 << 24};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct bytes elements = {0}, text = {0};
        size_t n_right = 0;
        put_literal(&elements, &text, sizes[i]);
        if (i % 2 == 0) {
            put_copy(&elements, &text, 1, 40, false);
            put_literal(&elements, &text, 200);
        }
        struct bytes block = block_of(&elements, text.size);
        compare(&block, text.size, sizes[i], &n_right);
        CHECK(n_right == 1);
        bytes_free(&block);
        bytes_free(&elements);
        bytes_free(&text);
    }
}

/* With bytes changed, removed or added, the plain decoder gives the same answer. */
static void damage_is_detected_as_by_the_plain_decoder(void)
{
    size_t n_right = 0, n_rounds = 6000;
    for (size_t round = 0; round < n_rounds; round++) {
        struct bytes elements = {0}, text = {0};
        put_elements(&elements, &text, 1 + pick(40));
        struct bytes block = block_of(&elements, text.size);
        if (round % 4 == 0)
            block.size -= 1 + pick(block.size);
        else if (round % 4 == 1)
            bytes_put_u8(&block, (unsigned)pick(256));
        else
            for (size_t k = round % 3; k < 3; k++)
                block.data[pick(block.size)] ^= (uint8_t)(1 + pick(255));
        compare(&block, text.size, 1 + pick(300), &n_right);
        bytes_free(&block);
        bytes_free(&elements);
        bytes_free(&text);
    }
    CHECK(n_right > 0 && n_right < n_rounds / 2);
}

/* Lengths and offsets that are too large, near the end of the block and far from it. */
static void huge_lengths_and_offsets_are_corrupt(void)
{
    static const char *const elements[] = {
        "\xfc\xff\xff\xff\xff",
        "\xfc\xff\xff\xff\x7f",
        "\xf8\xff\xff\xff",
        "\xf4\xff\xff",
        "\xf0\xff",
        "\xff\xff\xff\xff\xff",
        "\xff\0\0\0\0",
        "\x07\xff\xff\xff\x7f",
        "\xfe\0\0",
        "\xfe\xff\xff",
        "\xe1\xff",
        "\x01\0",
        "\xfd\xff",
        "\x03\0\0\0\x80",
    };
    static const size_t sizes[] = {5, 5, 4, 3, 2, 5, 5, 5, 3, 3, 2, 2, 2, 5};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (size_t n_after = 0; n_after <= 400; n_after += 200) {
            struct bytes block = {0}, text = {0};
            size_t n_right = 0;
            bytes_put_varint(&block, 600);
            put_literal(&block, &text, 150);
            bytes_put(&block, elements[i], sizes[i]);
            if (n_after > 0)
                put_literal(&block, &text, n_after);
            compare(&block, 600, 151, &n_right);
            CHECK(n_right == 0);
            bytes_free(&block);
            bytes_free(&text);
        }
    }
}

static void preambles(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        enum status status;
    } cases[] = {
        {"", 0, CORRUPT},
        {"\x80", 1, CORRUPT},
        {"\x03", 1, CORRUPT},
        {"\x02\x04hi", 4, OK},
        {"\x82\x80\x80\x80\x00\x04hi", 8, OK},
        {"\x82\x80\x80\x80\x80\x00\x04hi", 9, CORRUPT},
        {"\x82\x80\x80\x80\x10\x04hi", 8, CORRUPT},
        {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x04hi", 13, CORRUPT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {0};
        uint8_t output[2];
        uint8_t *in = exact_copy(cases[i].bytes, cases[i].size);
        CHECK(codec_decompress(context, CODEC_SNAPPY, slice_of(in, cases[i].size), output,
                               2, &error) == cases[i].status);
        free(in);
    }
    struct error error = {0};
    CHECK(codec_decompress(context, CODEC_SNAPPY, slice_of(NULL, 0), NULL, 0, &error) ==
          CORRUPT);
}

/* ---- Compression, compared with libsnappy ------------------------------------------ */

/* Noise, runs, pseudo-words, and distant repeats. */
static struct bytes make_text(size_t size)
{
    struct bytes text = {0};
    bytes_put(&text, "", 0);
    while (text.size < size) {
        size_t n = least(1 + pick(200), size - text.size), kind = pick(4);
        size_t from = text.size > 0 ? pick(text.size) : 0;
        unsigned word = (unsigned)pick(300);
        for (size_t i = 0; i < n; i++)
            bytes_put_u8(&text, kind == 0          ? (unsigned)pick(256)
                                : kind == 1        ? word & 0xff
                                : kind == 2        ? 'a' + (unsigned)(word * i) % 26
                                : from < text.size ? text.data[from++]
                                                   : 0);
    }
    return text;
}

/* Each decodes the other's blocks, and ours are about as small. */
static void compression_is_compatible_with_libsnappy(void)
{
    static const size_t sizes[] = {0,     1,     3,     4,      15,     16,    17,
                                   60,    61,    256,   257,    1000,   65535, 65536,
                                   65537, 65552, 70000, 131072, 1000000};
    for (size_t i = 0; HAS_LIBSNAPPY && i < COUNT_OF(sizes); i++) {
        struct bytes text = make_text(sizes[i]);
        struct slice input = slice_of(text.data, text.size);
        struct buffer ours = {0};
        struct error error = {0};
        size_t theirs_size;
        uint8_t *theirs = libsnappy_compress(input, &theirs_size);
        uint8_t *back = must(malloc(text.size + 1));
        CHECK(codec_compress(context, CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, input, &ours,
                             &error) == OK);
        CHECK(libsnappy_decompress(buffer_slice(&ours), back, text.size));
        CHECK(text.size == 0 || memcmp(back, text.data, text.size) == 0);
        memset(back, 0xee, text.size + 1);
        CHECK(codec_decompress(context, CODEC_SNAPPY, slice_of(theirs, theirs_size), back,
                               text.size, &error) == OK);
        CHECK(text.size == 0 || memcmp(back, text.data, text.size) == 0);
        CHECK(ours.size <= theirs_size + theirs_size / 10 + 16);
        buffer_release(&ours);
        bytes_free(&text);
        free(theirs);
        free(back);
    }
}

int main(void)
{
    if (!HAS_LIBSNAPPY)
        fprintf(stderr, "skipped: test_snappy: comparisons with libsnappy, which is not "
                        "installed\n");
    context = codec_context_new();
    RUN(elements_of_all_kinds);
    RUN(copies_of_every_shape);
    RUN(copies_near_the_end);
    RUN(literals_of_every_size);
    RUN(damage_is_detected_as_by_the_plain_decoder);
    RUN(huge_lengths_and_offsets_are_corrupt);
    RUN(preambles);
    RUN(compression_is_compatible_with_libsnappy);
    codec_context_free(context);
    return unit_test_done();
}
