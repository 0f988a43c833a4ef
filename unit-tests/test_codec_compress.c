/* SPDX-License-Identifier: MIT */
/*
 * test_codec_compress.c - every codec at every level: compressed bytes decompress to the
 * input.  Each output begins in a new buffer, so that AddressSanitizer detects writes
 * past its end.
 */
#include "base/alloc.h"
#include "codec/codec_operations.h"
#include "unit_bytes.h"
#include "unit_codecs.h"
#include "unit_test.h"

/* Shared by all tests, so that each runs with the state that the previous one left. */
static struct codec_context *context;

static struct codec_set written;

/* Compresses and decompresses the input and compares; returns the block's size, or 0 for
 * a failure. */
static size_t size_of_round_trip(enum codec codec, int level, struct slice input)
{
    struct buffer block = {0};
    struct error error = {0};
    uint8_t *in = exact_copy(input.data, input.size);
    enum status status = codec_compress(context, codec, level, slice_of(in, input.size),
                                        &block, &error);
    CHECK(status == OK && error.status == OK);
    uint8_t *compressed = exact_copy(block.data, block.size);
    uint8_t *back = must(malloc(input.size > 0 ? input.size : 1));
    status = codec_decompress(context, codec, slice_of(compressed, block.size), back,
                              input.size, &error);
    CHECK_TEXT(error.message, "");
    bool is_same = status == OK &&
                   (input.size == 0 || memcmp(back, input.data, input.size) == 0);
    size_t size = is_same ? block.size : 0;
    free(in);
    free(back);
    free(compressed);
    buffer_release(&block);
    return size;
}

static bool round_trips(enum codec codec, int level, struct slice input)
{
    return size_of_round_trip(codec, level, input) > 0 ||
           (keeps_sizes(codec) && input.size == 0);
}

/* ---- Inputs ------------------------------------------------------------------- */

static void put_random(struct bytes *bytes, uint64_t *random, size_t n)
{
    while (n-- > 0)
        bytes_put_u8(bytes, (unsigned)random_below(random, 256));
}

static void put_words(struct bytes *bytes, uint64_t *random, size_t n)
{
    static const char *const words[] = {"regular ", "deposits ", "haggle ",  "furiously ",
                                        "even ",    "packages ", "accounts", ", ",
                                        "the ",     "express "};
    for (size_t end = bytes->size + n; bytes->size < end;)
        bytes_put_text(bytes, words[random_below(random, COUNT_OF(words))]);
}

static void put_numbers(struct bytes *bytes, uint64_t *random, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes_put_uint(bytes, i * 3 + random_below(random, 4), 8);
}

static void put_run(struct bytes *bytes, unsigned byte, size_t n)
{
    while (n-- > 0)
        bytes_put_u8(bytes, byte);
}

enum { N_SAMPLES = 12 };

static struct bytes sample(int number)
{
    struct bytes bytes = {0};
    uint64_t random = (uint64_t)number;
    bytes_put(&bytes, "", 0);
    switch (number) {
    case 0:
        break;
    case 1:
        put_run(&bytes, 'x', 1);
        break;
    case 2:
    case 3:
    case 4:
        put_run(&bytes, 'x', (size_t[]){17, 1000, 200000}[number - 2]);
        break;
    case 5:
    case 6:
        put_random(&bytes, &random, number == 5 ? 100 : 150000);
        break;
    case 7:
    case 8:
        put_words(&bytes, &random, number == 7 ? 300 : 100000);
        break;
    case 9:
        put_numbers(&bytes, &random, 20000);
        break;
    case 10: /* exactly one block of snappy */
        put_words(&bytes, &random, 65536);
        bytes.size = 65536;
        break;
    default: /* a mixture of 1 MiB */
        for (int i = 0; bytes.size < 1 << 20; i++) {
            put_words(&bytes, &random, random_below(&random, 5000));
            put_run(&bytes, (unsigned)i & 0xff, random_below(&random, 3000));
            put_random(&bytes, &random, random_below(&random, 2000));
            put_numbers(&bytes, &random, random_below(&random, 500));
        }
        bytes.size = 1 << 20;
    }
    return bytes;
}

/* ---- Round trips -------------------------------------------------------------- */

static void inputs_round_trip_at_all_levels(void)
{
    for (int number = 0; number < N_SAMPLES; number++) {
        struct bytes input = sample(number);
        struct slice slice = bytes_slice(&input);
        for (size_t i = 0; i < written.n; i++) {
            enum codec codec = written.codecs[i];
            int least_level = 0, most_level = -1;
            CHECK(round_trips(codec, CODEC_DEFAULT_LEVEL, slice));
            codec_levels(codec, &least_level, &most_level);
            for (int level = least_level; level <= most_level; level++) {
                /* The highest levels take seconds for a megabyte. */
                if (input.size <= 200000 || level < 10)
                    CHECK(round_trips(codec, level, slice));
            }
        }
        bytes_free(&input);
    }
}

static void repeats_of_all_periods_round_trip(void)
{
    static const size_t periods[] = {
        2,     3,     4,     5,     7,     8,     9,     15,    16,   17,   31,
        63,    64,    65,    68,    255,   1000,  2046,  2047,  2048, 2049, 4099,
        32767, 32768, 32769, 65520, 65534, 65535, 65536, 65537, 70000};
    uint64_t random = 5;
    struct bytes pattern = {0};
    put_random(&pattern, &random, 70000);
    for (size_t i = 0; i < COUNT_OF(periods); i++) {
        struct bytes input = {0};
        while (input.size < 150000)
            bytes_put(&input, pattern.data, periods[i]);
        for (size_t k = 0; k < written.n; k++) {
            size_t size = size_of_round_trip(written.codecs[k], CODEC_DEFAULT_LEVEL,
                                             bytes_slice(&input));
            CHECK(size > 0);
            /* Three bytes for each 64, and the first period; matches farther back may
             * be missed. */
            if (written.codecs[k] == CODEC_SNAPPY && periods[i] < 2000)
                CHECK(size < 3 * (periods[i] + 100) + input.size / 21);
        }
        bytes_free(&input);
    }
    bytes_free(&pattern);
}

/* Around the sizes at which snappy's compressor takes its careful path. */
static void inputs_of_all_small_sizes_round_trip(void)
{
    uint64_t random = 9;
    struct bytes input = {0};
    put_words(&input, &random, 70000);
    for (size_t size = 0; size < 300; size++) {
        for (size_t i = 0; i < written.n; i++)
            CHECK(round_trips(written.codecs[i], CODEC_DEFAULT_LEVEL,
                              slice_of(input.data, size)));
    }
    for (size_t size = 65536 - 40; size < 65536 + 40; size++)
        CHECK(round_trips(CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, slice_of(input.data, size)));
    bytes_free(&input);
}

/* ---- Compressed bytes --------------------------------------------------------- */

struct literal {
    enum codec codec;
    const char *input;
    struct slice front; /* how the output begins; all of it if as long as `size` */
    size_t size;
};

#define LITERAL(text) slice_of(text, sizeof(text) - 1)

static void blocks_begin_as_their_formats_require(void)
{
    const char repeated[] = "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcd";
    const struct literal literals[] = {
        {CODEC_UNCOMPRESSED, "", LITERAL(""), 0},
        {CODEC_UNCOMPRESSED, "hello", LITERAL("hello"), 5},
        {CODEC_SNAPPY, "", LITERAL("\0"), 1},
        {CODEC_SNAPPY, "hello", LITERAL("\x05\x10hello"), 7},
        /* four literals, then a copy of 36 bytes at offset 4 */
        {CODEC_SNAPPY, repeated,
         LITERAL("\x28\x0c"
                 "abcd\x8e\x04\0"),
         9},
        /* one member: no flags, no name, no time */
        {CODEC_GZIP, repeated, LITERAL("\x1f\x8b\x08\0\0\0\0\0"), 27},
        /* one frame with content size and one raw block */
        {CODEC_ZSTD, "hello", LITERAL("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello"), 14},
        {CODEC_LZ4_RAW, "", LITERAL("\0"), 1},
        {CODEC_LZ4_RAW, "hello", LITERAL("\x50hello"), 6},
        {CODEC_BROTLI, "", LITERAL("\x06"), 1},
    };
    for (size_t i = 0; i < COUNT_OF(literals); i++) {
        const struct literal *literal = &literals[i];
        struct buffer block = {0};
        struct error error = {0};
        if (!are_written(literal->codec))
            continue;
        CHECK(codec_compress(context, literal->codec, CODEC_DEFAULT_LEVEL,
                             slice_of(literal->input, strlen(literal->input)), &block,
                             &error) == OK);
        CHECK(block.size == literal->size);
        CHECK(literal->front.size == 0 ||
              (block.size >= literal->front.size &&
               memcmp(block.data, literal->front.data, literal->front.size) == 0));
        buffer_release(&block);
    }
}

/* The window bits in a brotli stream's first byte (RFC 7932, 9.1). */
static unsigned brotli_window_bits(uint8_t first)
{
    if ((first & 1) == 0)
        return 16;
    if ((first >> 1 & 7) != 0)
        return 17 + (first >> 1 & 7);
    return (first >> 4 & 7) == 0 ? 17 : 8 + (first >> 4 & 7);
}

/* A window can be copied from except its last 16 bytes; its size is the smallest that the
 * input needs. */
static void brotli_windows_hold_the_input(void)
{
    static uint8_t zeros[1 << 18];
    for (unsigned bits = 16; are_written(CODEC_BROTLI) && bits < 18; bits++) {
        for (unsigned more = 0; more < 2; more++) {
            struct buffer block = {0};
            struct error error = {0};
            CHECK(codec_compress(context, CODEC_BROTLI, CODEC_DEFAULT_LEVEL,
                                 slice_of(zeros, ((size_t)1 << bits) - 16 + more), &block,
                                 &error) == OK);
            CHECK(block.size > 0 && brotli_window_bits(block.data[0]) == bits + more);
            buffer_release(&block);
        }
    }
}

static void blocks_are_appended(void)
{
    for (size_t i = 0; i < written.n; i++) {
        struct buffer blocks = {0};
        struct error error = {0};
        uint8_t back[5];
        CHECK(buffer_append_text(&blocks, "before", &error) == OK);
        CHECK(codec_compress(context, written.codecs[i], CODEC_DEFAULT_LEVEL,
                             LITERAL("first"), &blocks, &error) == OK);
        size_t first_end = blocks.size;
        CHECK(codec_compress(context, written.codecs[i], CODEC_DEFAULT_LEVEL,
                             LITERAL("other"), &blocks, &error) == OK);
        CHECK(memcmp(blocks.data, "before", 6) == 0);
        CHECK(codec_decompress(context, written.codecs[i],
                               slice_of(blocks.data + 6, first_end - 6), back, 5,
                               &error) == OK &&
              memcmp(back, "first", 5) == 0);
        CHECK(codec_decompress(context, written.codecs[i],
                               slice_of(blocks.data + first_end, blocks.size - first_end),
                               back, 5, &error) == OK &&
              memcmp(back, "other", 5) == 0);
        CHECK(codec_compress(context, written.codecs[i], CODEC_DEFAULT_LEVEL,
                             slice_of(NULL, 0), &blocks, &error) == OK);
        buffer_release(&blocks);
    }
}

/* NULL would mean failure. */
static void room_for_no_bytes_is_not_null(void)
{
    struct buffer block = {0};
    struct error error = {0};
    CHECK(codec_output_room(&block, 0, &error) != NULL && error.status == OK);
    CHECK(block.size == 0);
    buffer_release(&block);
}

static void compressible_blocks_get_smaller(void)
{
    struct bytes zeros = {0}, words = {0};
    uint64_t random = 4;
    put_run(&zeros, 0, 1 << 20);
    put_words(&words, &random, 1 << 20);
    CHECK(!keeps_sizes(CODEC_SNAPPY) && !keeps_sizes(CODEC_GZIP));
    for (size_t i = 0; i < written.n; i++) {
        if (keeps_sizes(written.codecs[i]))
            continue;
        size_t size = size_of_round_trip(written.codecs[i], CODEC_DEFAULT_LEVEL,
                                         bytes_slice(&zeros));
        CHECK(size < (written.codecs[i] == CODEC_SNAPPY ? 49300 : 5000));
        size = size_of_round_trip(written.codecs[i], CODEC_DEFAULT_LEVEL,
                                  bytes_slice(&words));
        CHECK(size < words.size / 2);
    }
    bytes_free(&zeros);
    bytes_free(&words);
}

/* The worst case: literals of one length, separated by distant copies of four bytes. */
static void snappy_output_is_hardly_larger_than_the_input(void)
{
    static const size_t lengths[] = {0, 1, 2, 59, 60, 61, 62, 100, 255, 256, 257, 400};
    uint64_t random = 6;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        for (size_t total = 60; total < 300000; total = total * 3 + 7) {
            struct bytes input = {0};
            put_random(&input, &random, 3000);
            while (input.size < total) {
                size_t from = random_below(&random, 2900);
                uint8_t four[4];
                memcpy(four, input.data + from, 4);
                put_random(&input, &random, lengths[i]);
                bytes_put(&input, four, 4);
            }
            input.size = total;
            size_t size = size_of_round_trip(CODEC_SNAPPY, CODEC_DEFAULT_LEVEL,
                                             bytes_slice(&input));
            CHECK(size > 0 && size <= total + total / 64 + 8);
            bytes_free(&input);
        }
    }
}

/* ---- Refused requests --------------------------------------------------------- */

static void levels_are_known(void)
{
    int least_level = 99, most_level = 99;
    CHECK(!codec_levels(CODEC_UNCOMPRESSED, &least_level, &most_level));
    CHECK(!codec_levels(CODEC_SNAPPY, &least_level, &most_level));
    CHECK(!codec_levels(CODEC_LZ4, &least_level, &most_level));
    CHECK(!codec_levels(CODEC_LZO, &least_level, &most_level));
    CHECK(!codec_levels(CODEC_UNKNOWN, &least_level, &most_level));
    CHECK(codec_levels(CODEC_GZIP, &least_level, &most_level));
    CHECK(least_level == 1 && most_level == 9);
#ifndef PARQUET_VTAB_OMIT_BROTLI
    CHECK(codec_levels(CODEC_BROTLI, &least_level, &most_level));
    CHECK(least_level == 0 && most_level == 11);
#endif
#ifndef PARQUET_VTAB_OMIT_ZSTD
    CHECK(codec_levels(CODEC_ZSTD, &least_level, &most_level));
    CHECK(least_level == -7 && most_level == 22);
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    CHECK(codec_levels(CODEC_LZ4_RAW, &least_level, &most_level));
    CHECK(least_level == 1 && most_level == 12);
#endif
}

static void check_refused(enum codec codec, int level, size_t size, enum status expected,
                          const char *message)
{
    struct buffer block = {0};
    struct error error = {0};
    CHECK(codec_compress(context, codec, level, slice_of("x", size), &block, &error) ==
          expected);
    CHECK(error.status == expected && block.size == 0);
    CHECK_TEXT(error.message, message);
    buffer_release(&block);
}

static void invalid_requests_are_refused(void)
{
    check_refused(CODEC_GZIP, 0, 1, MISUSE, "gzip has levels 1 to 9, not 0");
    check_refused(CODEC_GZIP, 10, 1, MISUSE, "gzip has levels 1 to 9, not 10");
    check_refused(CODEC_SNAPPY, 1, 1, MISUSE, "snappy has no compression levels");
    check_refused(CODEC_UNCOMPRESSED, 0, 1, MISUSE, "none has no compression levels");
#ifndef PARQUET_VTAB_LZO
    check_refused(CODEC_LZO, CODEC_DEFAULT_LEVEL, 1, UNSUPPORTED,
                  "LZO; build with LZO=1");
#else
    check_refused(CODEC_LZO, CODEC_DEFAULT_LEVEL, 1, UNSUPPORTED,
                  "compression codec lzo can only be read");
#endif
    check_refused(CODEC_UNKNOWN, CODEC_DEFAULT_LEVEL, 1, UNSUPPORTED,
                  "unknown compression codec");
    check_refused(CODEC_LZ4, CODEC_DEFAULT_LEVEL, 1, UNSUPPORTED,
                  "compression codec lz4 can only be read; write lz4_raw instead");
    for (size_t i = 0; i < written.n; i++) {
        check_refused(written.codecs[i], CODEC_DEFAULT_LEVEL, (size_t)INT32_MAX + 1,
                      TOO_BIG, "a block of 2147483648 bytes; the maximum is 2147483647");
    }
#ifdef PARQUET_VTAB_OMIT_ZSTD
    check_refused(CODEC_ZSTD, CODEC_DEFAULT_LEVEL, 1, UNSUPPORTED,
                  "this build has no compression codec zstd");
#else
    check_refused(CODEC_ZSTD, -8, 1, MISUSE, "zstd has levels -7 to 22, not -8");
#endif
}

/* Compressing with a read-only codec is an error, not a call of a missing function. */
static void codecs_are_written_or_refused(void)
{
    for (int codec = 0; codec <= CODEC_UNKNOWN; codec++) {
        struct buffer block = {0};
        struct error error = {0};
        enum status status = codec_compress(context, (enum codec)codec,
                                            CODEC_DEFAULT_LEVEL, LITERAL("hello"), &block,
                                            &error);
        CHECK(status == (are_written((enum codec)codec) ? OK : UNSUPPORTED));
        CHECK((status == OK) == (error.message[0] == 0));
        CHECK((status == OK) == (block.size > 0));
        buffer_release(&block);
    }
}

/* ---- Memory ------------------------------------------------------------------- */

/* Fails each allocation in a new context, which must then still work. */
static void check_allocation_failures(enum codec codec, int level, struct slice input)
{
    struct codec_context *shared = context;
    enum status status = NOMEM;
    long n = 0;
    while (status == NOMEM && n < 1000) {
        struct buffer block = {0};
        struct error error = {0};
        context = must(codec_context_new());
        n++;
        mem_fail_at(n, n % 2 == 0);
        status = codec_compress(context, codec, level, input, &block, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        CHECK((status == OK) == (block.size > 0));
        CHECK(round_trips(codec, level, input));
        buffer_release(&block);
        codec_context_free(context);
    }
    CHECK(status == OK && n >= 2);
    context = shared;
}

static void allocation_failures_are_reported(void)
{
    struct bytes input = sample(8);
    for (size_t i = 0; i < written.n; i++) {
        int least_level, most_level;
        check_allocation_failures(written.codecs[i], CODEC_DEFAULT_LEVEL,
                                  bytes_slice(&input));
        if (!codec_levels(written.codecs[i], &least_level, &most_level))
            continue;
        check_allocation_failures(written.codecs[i], least_level,
                                  slice_of(input.data, 3000));
        check_allocation_failures(written.codecs[i], most_level,
                                  slice_of(input.data, 3000));
    }
    bytes_free(&input);
}

int main(void)
{
    context = must(codec_context_new());
    written = codecs_that(are_written);
    RUN(inputs_round_trip_at_all_levels);
    RUN(repeats_of_all_periods_round_trip);
    RUN(inputs_of_all_small_sizes_round_trip);
    RUN(blocks_begin_as_their_formats_require);
    RUN(brotli_windows_hold_the_input);
    RUN(blocks_are_appended);
    RUN(room_for_no_bytes_is_not_null);
    RUN(compressible_blocks_get_smaller);
    RUN(snappy_output_is_hardly_larger_than_the_input);
    RUN(levels_are_known);
    RUN(invalid_requests_are_refused);
    RUN(codecs_are_written_or_refused);
    RUN(allocation_failures_are_reported);
    codec_context_free(context);
    return unit_test_done();
}
