/* SPDX-License-Identifier: MIT */
/* test_codec_lzo.c - LZO in Hadoop's frames and as bare blocks, in builds with LZO=1
 * (codec_lzo.c) */
#include <string.h>

#include "codec/codec.h"
#include "unit_test.h"

#ifdef PARQUET_VTAB_LZO
#include <lzo/lzo1x.h>

enum { TEXT_SIZE = 50000, MOST_BLOCK = TEXT_SIZE + TEXT_SIZE / 16 + 67 };

static uint8_t text[TEXT_SIZE], block[MOST_BLOCK], frames[2 * MOST_BLOCK],
    output[TEXT_SIZE];
static uint8_t work[LZO1X_1_MEM_COMPRESS];
static struct codec_context *context;

static void make_text(void)
{
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i % 251 * (i / 1000 + 1));
}

static size_t compress_text(size_t first, size_t size)
{
    lzo_uint made = 0;
    CHECK(lzo_init() == LZO_E_OK);
    CHECK(lzo1x_1_compress(text + first, size, block, &made, work) == LZO_E_OK);
    return made;
}

static void put_u32_big_endian(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* One frame of two blocks. */
static size_t make_frames(void)
{
    size_t at = 4;
    put_u32_big_endian(frames, TEXT_SIZE);
    for (size_t first = 0; first < TEXT_SIZE; first += TEXT_SIZE / 2) {
        size_t made = compress_text(first, TEXT_SIZE / 2);
        put_u32_big_endian(frames + at, made);
        memcpy(frames + at + 4, block, made);
        at += 4 + made;
    }
    return at;
}

static void frames_are_decompressed(void)
{
    struct error error = {0};
    size_t size = make_frames();
    CHECK(codec_decompress(context, CODEC_LZO, slice_of(frames, size), output, TEXT_SIZE,
                           &error) == OK);
    CHECK(memcmp(output, text, TEXT_SIZE) == 0);
    CHECK(codec_decompress(context, CODEC_LZO, slice_of(frames, size), output,
                           TEXT_SIZE - 1, &error) == CORRUPT);
}

static void bare_blocks_are_decompressed(void)
{
    struct error error = {0};
    size_t size, made = compress_text(0, TEXT_SIZE);
    CHECK(codec_decompress_chunk(context, CODEC_LZO, slice_of(block, made), output,
                                 TEXT_SIZE, &size, &error) == OK);
    CHECK(size == TEXT_SIZE && memcmp(output, text, TEXT_SIZE) == 0);
    memset(output, 0, TEXT_SIZE);
    CHECK(codec_decompress(context, CODEC_LZO, slice_of(block, made), output, TEXT_SIZE,
                           &error) == OK);
    CHECK(memcmp(output, text, TEXT_SIZE) == 0);
    CHECK(codec_decompress(context, CODEC_LZO, slice_of(block, made - 1), output,
                           TEXT_SIZE, &error) == CORRUPT);
    CHECK(codec_decompress(context, CODEC_LZO, slice_of(block, made), output,
                           TEXT_SIZE - 1, &error) == CORRUPT);
    CHECK(codec_decompress_chunk(context, CODEC_LZO, slice_of(block, made), output,
                                 TEXT_SIZE - 1, &size, &error) == CORRUPT);
}

static void damage_is_noticed(void)
{
    size_t size = make_frames(), made;
    for (size_t n = 0; n < size; n += 1 + n / 50) {
        struct error error = {0};
        CHECK(codec_decompress(context, CODEC_LZO, slice_of(frames, n), output, TEXT_SIZE,
                               &error) == CORRUPT);
    }
    size = compress_text(0, TEXT_SIZE);
    for (size_t n = 0; n < size; n += 1 + n / 50) {
        struct error error = {0};
        CHECK(codec_decompress_chunk(context, CODEC_LZO, slice_of(block, n), output,
                                     TEXT_SIZE, &made, &error) == CORRUPT);
    }
}

int main(void)
{
    context = codec_context_new();
    make_text();
    RUN(frames_are_decompressed);
    RUN(bare_blocks_are_decompressed);
    RUN(damage_is_noticed);
    codec_context_free(context);
    return unit_test_done();
}

#else
static void builds_without_it_say_so(void)
{
    struct error error = {0};
    CHECK(codec_check_supported(CODEC_LZO, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message, "LZO; build with LZO=1");
}

int main(void)
{
    RUN(builds_without_it_say_so);
    printf("skipped: test_codec_lzo: this build has no LZO (make LZO=1)\n");
    return unit_test_done();
}
#endif
