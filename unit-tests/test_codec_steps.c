/* SPDX-License-Identifier: MIT */
/*
 * test_codec_steps.c - large blocks decompress in steps to the same bytes as at once, the
 * first bytes take few steps, and every codec can be interrupted between steps.
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "codec/codec.h"
#include "unit_codecs.h"
#include "unit_test.h"

enum { SIZE = 40 << 20, MOST_AT_FRONT = 3 << 20 };

static struct codec_set in_steps;

static bool are_read_in_steps_and_written(enum codec codec)
{
    return are_read_in_steps(codec) && are_written(codec);
}

static uint8_t *bytes, *output;
static struct codec_context *context;

/* Bytes that do not compress, bytes that do, and zeros. */
static void fill_bytes(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < SIZE; i++) {
        state = state * 1664525u + 1013904223u;
        if (i < 5 << 20)
            bytes[i] = (uint8_t)(state >> 24);
        else if (i < 15 << 20)
            bytes[i] = bytes[i - 7 - (i >> 16) % 5000];
        else
            bytes[i] = 0;
    }
}

static struct buffer compressed(enum codec codec)
{
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(codec_compress(context, codec, codec == CODEC_BROTLI ? 1 : CODEC_DEFAULT_LEVEL,
                         slice_of(bytes, SIZE), &buffer, &error) == OK);
    return buffer;
}

static void steps_give_the_same_bytes(void)
{
    static const size_t steps[] = {777777, 12 << 20};
    for (size_t c = 0; c < in_steps.n; c++) {
        struct buffer input = compressed(in_steps.codecs[c]);
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            struct codec_stream stream;
            struct error error = {0};
            enum status status = OK;
            memset(output, 0xee, SIZE);
            codec_stream_start(&stream, context, in_steps.codecs[c], buffer_slice(&input),
                               output, SIZE);
            for (size_t n = 1; status == OK && n < SIZE; n += steps[k]) {
                status = codec_stream_need(&stream, n, &error);
                CHECK(codec_stream_made(&stream) >= n);
                CHECK(memcmp(output, bytes, n) == 0);
                if (n == 1)
                    CHECK(codec_stream_made(&stream) <= MOST_AT_FRONT);
            }
            CHECK(status == OK && codec_stream_need(&stream, SIZE, &error) == OK);
            CHECK(memcmp(output, bytes, SIZE) == 0);
            codec_stream_end(&stream);
        }
        buffer_release(&input);
    }
}

/* A few bytes that decompress to many: the first byte takes one step. */
static void zeros_are_decompressed_in_steps(void)
{
    for (size_t c = 0; c < in_steps.n; c++) {
        struct codec_stream stream;
        struct buffer input = {0};
        struct error error = {0};
        memset(output, 0, SIZE);
        CHECK(codec_compress(context, in_steps.codecs[c], CODEC_DEFAULT_LEVEL,
                             slice_of(output, SIZE), &input, &error) == OK);
        codec_stream_start(&stream, context, in_steps.codecs[c], buffer_slice(&input),
                           output, SIZE);
        CHECK(codec_stream_need(&stream, 1, &error) == OK);
        CHECK(codec_stream_made(&stream) <= MOST_AT_FRONT);
        CHECK(codec_stream_need(&stream, SIZE, &error) == OK);
        codec_stream_end(&stream);
        buffer_release(&input);
    }
}

/* Snappy: one literal of all bytes, which our own compressor does not write. */
static void long_literal_is_copied_in_steps(void)
{
    static const uint8_t front[] = {0x80, 0x80, 0x80, 0x14, 63 << 2, 0xff, 0xff, 0x7f, 2};
    struct codec_stream stream;
    struct buffer input = {0};
    struct error error = {0};
    CHECK(buffer_append(&input, front, sizeof front, &error) == OK);
    CHECK(buffer_append(&input, bytes, SIZE, &error) == OK);
    memset(output, 0xee, SIZE);
    codec_stream_start(&stream, context, CODEC_SNAPPY, buffer_slice(&input), output,
                       SIZE);
    for (size_t n = 1; n < SIZE; n += 7 << 20) {
        CHECK(codec_stream_need(&stream, n, &error) == OK);
        CHECK(codec_stream_made(&stream) ==
              (codec_decompresses_in_steps(CODEC_SNAPPY) ? n : SIZE));
        CHECK(memcmp(output, bytes, n) == 0);
    }
    CHECK(codec_stream_need(&stream, SIZE, &error) == OK);
    CHECK(memcmp(output, bytes, SIZE) == 0);
    codec_stream_end(&stream);
    CHECK(codec_decompress(context, CODEC_SNAPPY, slice_of(input.data, input.size - 1),
                           output, SIZE, &error) == CORRUPT);
    buffer_release(&input);
}

/* A size too small, one too large, truncated input, input with bytes after the end. */
static void wrong_sizes_are_corrupt(void)
{
    for (size_t c = 0; c < in_steps.n; c++) {
        struct buffer input = compressed(in_steps.codecs[c]);
        struct slice whole = buffer_slice(&input);
        struct error error;
        for (int way = 0; way < 4; way++) {
            size_t size = way == 0 ? SIZE - 1 : way == 1 ? SIZE + 1 : SIZE;
            struct slice part = way == 2 ? slice_of(whole.data, whole.size - 1) : whole;
            if (way == 3 && allows_zeros_after(in_steps.codecs[c]))
                continue;
            if (way == 3)
                CHECK(buffer_append(&input, "\0\0\0", 3, &error) == OK);
            if (way == 3)
                part = buffer_slice(&input);
            error_clear(&error);
            CHECK(codec_decompress(context, in_steps.codecs[c], part, output, size,
                                   &error) == CORRUPT);
        }
        buffer_release(&input);
    }
}

/* One frame of several blocks, the first one large. */
static void large_blocks_of_hadoop_are_read(void)
{
    if (!are_read(CODEC_LZ4))
        return;
    struct buffer block = compressed(CODEC_LZ4_RAW), input = {0};
    struct error error = {0};
    uint8_t header[8];
    for (int i = 0; i < 4; i++) {
        header[i] = (uint8_t)((uint32_t)SIZE >> (24 - 8 * i));
        header[4 + i] = (uint8_t)(block.size >> (24 - 8 * i));
    }
    CHECK(buffer_append(&input, header, sizeof header, &error) == OK);
    CHECK(buffer_append(&input, block.data, block.size, &error) == OK);
    memset(output, 0xee, SIZE);
    CHECK(codec_decompress(context, CODEC_LZ4, buffer_slice(&input), output, SIZE,
                           &error) == OK);
    CHECK(memcmp(output, bytes, SIZE) == 0);
    CHECK(codec_decompress(context, CODEC_LZ4, buffer_slice(&block), output, SIZE,
                           &error) == OK);
    CHECK(memcmp(output, bytes, SIZE) == 0);
    input.data[9] ^= 0xff;
    CHECK(codec_decompress(context, CODEC_LZ4, buffer_slice(&input), output, SIZE - 1,
                           &error) == CORRUPT);
    buffer_release(&input);
    buffer_release(&block);
}

static bool count_down(void *argument)
{
    int *left = argument;
    return --*left < 0;
}

static void steps_are_interrupted(void)
{
    for (size_t c = 0; c < in_steps.n; c++) {
        struct buffer input = compressed(in_steps.codecs[c]);
        for (int n = 0; n < 40; n += 13) {
            int left = n;
            struct interrupt interrupt = {.is_wanted = count_down, .argument = &left};
            struct codec_stream stream;
            struct error error = {0};
            interrupt_begin(&interrupt);
            codec_stream_start(&stream, context, in_steps.codecs[c], buffer_slice(&input),
                               output, SIZE);
            enum status status = codec_stream_need(&stream, SIZE, &error);
            CHECK(interrupt_end(&interrupt, status, &error) == INTERRUPTED);
            CHECK_TEXT(error.message, "interrupted");
            /* Not more than 2 MiB are decompressed between two polls. */
            CHECK(codec_stream_made(&stream) <= ((size_t)n + 2) * (2 << 20));
            codec_stream_end(&stream);
        }
        buffer_release(&input);
    }
}

/* Many empty gzip members and zstd frames, which produce no bytes. */
static void empty_members_and_frames_are_interrupted(void)
{
    static const enum codec with_parts[] = {CODEC_GZIP, CODEC_ZSTD};
    enum { N_PARTS = 100000 };
    for (size_t c = 0; c < sizeof with_parts / sizeof with_parts[0]; c++) {
        int left = 0;
        struct interrupt interrupt = {.is_wanted = count_down, .argument = &left};
        struct buffer part = {0}, input = {0};
        struct codec_stream stream;
        struct error error = {0};
        if (codec_check_supported(with_parts[c], &error) != OK)
            continue;
        CHECK(codec_compress(context, with_parts[c], CODEC_DEFAULT_LEVEL, slice_of("", 0),
                             &part, &error) == OK);
        for (int i = 0; i < N_PARTS; i++)
            CHECK(buffer_append(&input, part.data, part.size, &error) == OK);
        interrupt_begin(&interrupt);
        codec_stream_start(&stream, context, with_parts[c], buffer_slice(&input), output,
                           SIZE);
        CHECK(codec_stream_need(&stream, 1, &error) == INTERRUPTED);
        CHECK(stream.input_used > 0 && stream.input_used < input.size / 2);
        CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
        codec_stream_end(&stream);
        buffer_release(&input);
        buffer_release(&part);
    }
}

/* Except lz4, whose library cannot stop.  The context remains usable. */
static void compression_is_interrupted(void)
{
    for (size_t c = 0; c < in_steps.n; c++) {
        int left = 3;
        struct interrupt interrupt = {.is_wanted = count_down, .argument = &left};
        struct buffer made = {0};
        struct error error = {0};
        if (in_steps.codecs[c] == CODEC_LZ4_RAW)
            continue;
        CHECK(buffer_append(&made, "abc", 3, &error) == OK);
        interrupt_begin(&interrupt);
        CHECK(codec_compress(context, in_steps.codecs[c], CODEC_DEFAULT_LEVEL,
                             slice_of(bytes, SIZE), &made, &error) == INTERRUPTED);
        CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
        CHECK(made.size == 3 && memcmp(made.data, "abc", 3) == 0);
        error_clear(&error);
        made.size = 0;
        CHECK(codec_compress(context, in_steps.codecs[c], CODEC_DEFAULT_LEVEL,
                             slice_of(bytes, 3 << 20), &made, &error) == OK);
        CHECK(codec_decompress(context, in_steps.codecs[c], buffer_slice(&made), output,
                               3 << 20, &error) == OK);
        CHECK(memcmp(output, bytes, 3 << 20) == 0);
        buffer_release(&made);
    }
}

int main(void)
{
    bytes = mem_alloc(SIZE, 1);
    output = mem_alloc(SIZE + 1, 1);
    context = codec_context_new();
    CHECK(bytes != NULL && output != NULL && context != NULL);
    in_steps = codecs_that(are_read_in_steps_and_written);
    fill_bytes();
    RUN(steps_give_the_same_bytes);
    RUN(zeros_are_decompressed_in_steps);
    RUN(long_literal_is_copied_in_steps);
    RUN(wrong_sizes_are_corrupt);
    RUN(large_blocks_of_hadoop_are_read);
    RUN(steps_are_interrupted);
    RUN(empty_members_and_frames_are_interrupted);
    RUN(compression_is_interrupted);
    codec_context_free(context);
    mem_free(bytes);
    mem_free(output);
    return unit_test_done();
}
