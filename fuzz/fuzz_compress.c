/* SPDX-License-Identifier: MIT */
/*
 * fuzz_compress.c - compressed data decompresses to the same bytes, with every codec at
 * every level.
 *
 * The output is in a buffer whose end AddressSanitizer guards.  The input is repeated, so
 * that small inputs exceed the blocks and windows of codecs.
 */
#include "codec/codec.h"
#include "fuzz.h"
#include "unit_codecs.h"

enum { MOST_INPUT = 200000 };

/* The last choice is the default level. */
static int choose_level(enum codec codec, uint32_t choice)
{
    int least, most;
    if (!codec_levels(codec, &least, &most))
        return CODEC_DEFAULT_LEVEL;
    uint32_t level = choice % (uint32_t)(most - least + 2);
    return level > (uint32_t)(most - least) ? CODEC_DEFAULT_LEVEL : least + (int)level;
}

static struct slice repeat(struct slice input, size_t times)
{
    if (input.size > 0 && times > MOST_INPUT / input.size)
        times = MOST_INPUT / input.size + 1;
    uint8_t *bytes = fuzz_alloc(input.size * times);
    for (size_t i = 0; i < times && input.size > 0; i++)
        memcpy(bytes + i * input.size, input.data, input.size);
    return slice_of(bytes, input.size * times);
}

static void check_comes_back(struct codec_context *context, enum codec codec, int level,
                             struct slice input)
{
    struct error error = {0};
    struct buffer output = {0};
    enum status status = codec_compress(context, codec, level, input, &output, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK);
    if (codec == CODEC_SNAPPY)
        REQUIRE(output.size <= input.size + input.size / 64 + 8);
    uint8_t *block = exact_copy(buffer_slice(&output), 0);
    uint8_t *back = fuzz_alloc(input.size);
    status = codec_decompress(context, codec, slice_of(block, output.size), back,
                              input.size, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK);
    REQUIRE(input.size == 0 || memcmp(back, input.data, input.size) == 0);
    free(back);
    free(block);
    buffer_release(&output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    enum codec codec = (enum codec)choose_below(&input, CODEC_UNKNOWN);
    int level = choose_level(codec, choose_below(&input, 256));
    size_t times = 1 + (size_t)choose(&input, 1);
    if (!are_written(codec))
        return 0;
    struct codec_context *context = codec_context_new();
    REQUIRE(context != NULL);
    struct slice repeated = repeat(input, times);
    uint8_t *once = exact_copy(input, 0);
    check_comes_back(context, codec, level, slice_of(once, input.size));
    check_comes_back(context, codec, level, repeated);
    free(once);
    free((void *)(uintptr_t)repeated.data);
    codec_context_free(context);
    return 0;
}
