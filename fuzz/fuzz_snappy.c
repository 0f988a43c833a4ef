/* SPDX-License-Identifier: MIT */
/*
 * fuzz_snappy.c - our own snappy compared with libsnappy: both accept the same blocks and
 * decode them to the same bytes, and each decodes the other's blocks.
 *
 * Without libsnappy (unit_libsnappy.h) it does nothing, and fuzz/run.sh skips it.
 */
#include "codec/codec.h"
#include "fuzz.h"
#include "unit_libsnappy.h"

enum { MOST_OUTPUT = 1 << 18 };

static struct codec_context *context;

/* The uncompressed size that the block states; 0 if it has none or it is too large. */
static size_t claimed_size(struct slice block)
{
    uint64_t size;
    return slice_read_varint(&block, &size) && size <= MOST_OUTPUT ? (size_t)size : 0;
}

static void check_block(struct slice block, size_t size)
{
    struct error error = {0};
    uint8_t *ours = fuzz_alloc(size), *theirs = fuzz_alloc(size);
    enum status status = codec_decompress(context, CODEC_SNAPPY, block, ours, size,
                                          &error);
    require_error_fits(status, &error);
    REQUIRE((status == OK) == libsnappy_decompress(block, theirs, size));
    REQUIRE(status != OK || size == 0 || memcmp(ours, theirs, size) == 0);
    free(ours);
    free(theirs);
}

/* Compresses the text, repeated so that there is something to copy. */
static void check_text(struct slice text, size_t times)
{
    struct buffer long_text = {0}, output = {0};
    struct error error = {0};
    for (size_t i = 0; i < times && long_text.size + text.size <= MOST_OUTPUT; i++)
        REQUIRE(buffer_append(&long_text, text.data, text.size, &error) == OK);
    struct slice input = buffer_slice(&long_text);
    uint8_t *back = fuzz_alloc(input.size);
    REQUIRE(codec_compress(context, CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, input, &output,
                           &error) == OK);
    REQUIRE(libsnappy_decompress(buffer_slice(&output), back, input.size));
    REQUIRE(input.size == 0 || memcmp(back, input.data, input.size) == 0);
    size_t block_size;
    uint8_t *block = libsnappy_compress(input, &block_size);
    check_block(slice_of(block, block_size), input.size);
    free(back);
    free(block);
    buffer_release(&long_text);
    buffer_release(&output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    if (!HAS_LIBSNAPPY)
        return 0;
    if (context == NULL)
        context = codec_context_new();
    REQUIRE(context != NULL);
    size_t times = (size_t)choose(&input, 1);
    uint8_t *exact = exact_copy(input, 0);
    struct slice bytes = slice_of(exact, input.size);
    if (times == 0)
        check_block(bytes, claimed_size(bytes));
    else
        check_text(bytes, times);
    free(exact);
    return 0;
}

/* Sometimes makes a sound block, for later mutations to damage. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (!HAS_LIBSNAPPY || seed % 16 != 0 || size < 2 || data[0] == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t block_size;
    uint8_t *block = libsnappy_compress(slice_of(data + 1, size - 1), &block_size);
    if (block_size < max_size) {
        data[0] = 0;
        memcpy(data + 1, block, block_size);
        size = 1 + block_size;
    }
    free(block);
    return size;
}
