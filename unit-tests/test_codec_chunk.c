/* SPDX-License-Identifier: MIT */
/*
 * test_codec_chunk.c - blocks that do not state their size, of every codec that ORC has:
 * any size up to the capacity, damage, bytes after the end (codec.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_codecs.h"
#include "unit_orc.h"

static struct codec_context *context;

/* Codecs of ORC that are written here; deflate is made without a library. */
static const enum codec written[] = {CODEC_UNCOMPRESSED, CODEC_GZIP, CODEC_SNAPPY,
                                     CODEC_LZ4_RAW,      CODEC_ZSTD, CODEC_BROTLI};

static bool is_possible(enum codec codec)
{
    return codec == CODEC_GZIP || codec == CODEC_UNCOMPRESSED ||
           (are_read(codec) && are_written(codec));
}

static struct bytes block_of(enum codec codec, struct slice contents)
{
    struct bytes block = {0};
    struct buffer buffer = {0};
    struct error error = {0};
    if (codec == CODEC_GZIP) {
        orc_put_deflated(&block, contents);
    } else {
        CHECK(codec_compress(context, codec, CODEC_DEFAULT_LEVEL, contents, &buffer,
                             &error) == OK);
        bytes_put(&block, buffer.data, buffer.size);
        buffer_release(&buffer);
    }
    return block;
}

/* Decompresses into a block of exactly the capacity; the caller frees it. */
static enum status decompress(enum codec codec, struct slice block, size_t capacity,
                              uint8_t **output, size_t *size, struct error *error)
{
    uint8_t *copy = exact_copy(block.data, block.size);
    *output = must(malloc(capacity > 0 ? capacity : 1));
    memset(*output, 0xee, capacity > 0 ? capacity : 1);
    *size = SIZE_MAX;
    error_clear(error);
    enum status status = codec_decompress_chunk(
        context, codec, slice_of(copy, block.size), *output, capacity, size, error);
    CHECK(status == error->status);
    CHECK(status != OK || *size <= capacity);
    free(copy);
    return status;
}

static bool decompresses_to(enum codec codec, struct slice block, size_t capacity,
                            struct slice contents)
{
    uint8_t *output;
    size_t size;
    struct error error = {0};
    bool is_right = decompress(codec, block, capacity, &output, &size, &error) == OK &&
                    slice_equals(slice_of(output, size), contents);
    if (!is_right)
        fprintf(stderr, "%s, %zu into %zu: %s\n", codec_name(codec), contents.size,
                capacity, error.message);
    free(output);
    return is_right;
}

static enum status status_of(enum codec codec, struct slice block, size_t capacity)
{
    uint8_t *output;
    size_t size;
    struct error error = {0};
    enum status status = decompress(codec, block, capacity, &output, &size, &error);
    free(output);
    return status;
}

static const size_t sizes[] = {0, 1, 5, 64, 1000, 65536, 300000};

/* Half noise, half zeros. */
static uint8_t *contents_of(size_t size)
{
    uint64_t state = size;
    uint8_t *bytes = must(calloc(size + 1, 1));
    for (size_t i = 0; i < size / 2; i++)
        bytes[i] = (uint8_t)next_random(&state);
    return bytes;
}

static void blocks_of_any_size_are_decompressed(void)
{
    for (size_t c = 0; c < COUNT_OF(written); c++) {
        for (size_t i = 0; is_possible(written[c]) && i < COUNT_OF(sizes); i++) {
            uint8_t *contents = contents_of(sizes[i]);
            struct slice whole = slice_of(contents, sizes[i]);
            struct bytes block = block_of(written[c], whole);
            if (block.size > 0) {
                CHECK(decompresses_to(written[c], bytes_slice(&block), sizes[i], whole));
                CHECK(decompresses_to(written[c], bytes_slice(&block), sizes[i] + 1,
                                      whole));
                CHECK(decompresses_to(written[c], bytes_slice(&block),
                                      sizes[i] * 3 + 1000, whole));
            }
            bytes_free(&block);
            free(contents);
        }
    }
}

static void blocks_that_hold_more_are_corrupt(void)
{
    for (size_t c = 0; c < COUNT_OF(written); c++) {
        for (size_t i = 1; is_possible(written[c]) && i < COUNT_OF(sizes); i++) {
            uint8_t *contents = contents_of(sizes[i]);
            struct bytes block = block_of(written[c], slice_of(contents, sizes[i]));
            CHECK(status_of(written[c], bytes_slice(&block), sizes[i] - 1) == CORRUPT);
            CHECK(status_of(written[c], bytes_slice(&block), sizes[i] / 2) == CORRUPT);
            CHECK(status_of(written[c], bytes_slice(&block), 0) == CORRUPT);
            bytes_free(&block);
            free(contents);
        }
    }
}

/* Truncated at every byte, and with bytes after the end. */
static void damaged_blocks_are_corrupt(void)
{
    for (size_t c = 1; c < COUNT_OF(written); c++) {
        if (!is_possible(written[c]))
            continue;
        uint8_t *contents = contents_of(200);
        struct bytes block = block_of(written[c], slice_of(contents, 200));
        for (size_t size = 0; size < block.size; size++) {
            uint8_t *output;
            size_t made;
            struct error error = {0};
            enum status status = decompress(written[c], slice_of(block.data, size), 1000,
                                            &output, &made, &error);
            /* A prefix of a block of lz4 may be a block, and so may no bytes. */
            CHECK(status == CORRUPT || made == 0 ||
                  (written[c] == CODEC_LZ4_RAW && made < 200));
            free(output);
        }
        for (size_t i = 0; i < block.size; i++) {
            for (int bit = 0; bit < 8; bit += 3) {
                block.data[i] ^= (uint8_t)(1 << bit);
                enum status status = status_of(written[c], bytes_slice(&block), 200);
                CHECK(status == OK || status == CORRUPT);
                block.data[i] ^= (uint8_t)(1 << bit);
            }
        }
        /* Bytes after the end are damage, or not looked at. */
        bytes_put(&block, "abc", 3);
        CHECK(status_of(written[c], bytes_slice(&block), 200) == CORRUPT ||
              decompresses_to(written[c], bytes_slice(&block), 200,
                              slice_of(contents, 200)));
        bytes_free(&block);
        free(contents);
    }
}

/* ORC's ZLIB is deflate without zlib's header (RFC 1950) or gzip's (RFC 1952). */
static void deflate_has_no_header(void)
{
    /* "hello" in fixed codes; zlib.compress() of it; gzip. */
    const struct slice raw = BYTES("\xcb\x48\xcd\xc9\xc9\x07\x00");
    const struct slice zlib = BYTES("\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02"
                                    "\x15");
    const struct slice gzip = BYTES("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd"
                                    "\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00");
    CHECK(decompresses_to(CODEC_GZIP, raw, 100, slice_of("hello", 5)));
    CHECK(status_of(CODEC_GZIP, zlib, 100) == CORRUPT);
    CHECK(status_of(CODEC_GZIP, gzip, 100) == CORRUPT);
    CHECK(status_of(CODEC_GZIP, slice_of("", 0), 100) == CORRUPT);
}

static void unknown_codecs_are_unsupported(void)
{
    CHECK(status_of(CODEC_UNKNOWN, BYTES("abc"), 100) == UNSUPPORTED);
    CHECK(status_of((enum codec)1000, BYTES("abc"), 100) == UNSUPPORTED);
    /* In LZ4's older form for Parquet, chunks of ORC are not stored. */
    if (are_read(CODEC_LZ4))
        CHECK(status_of(CODEC_LZ4, BYTES("abc"), 100) == UNSUPPORTED);
}

/* State is reused after failures, and shared with other blocks. */
static void contexts_are_reused(void)
{
    uint8_t *contents = contents_of(1000);
    struct slice whole = slice_of(contents, 1000);
    for (int round = 0; round < 3; round++) {
        for (size_t c = 1; c < COUNT_OF(written); c++) {
            if (!is_possible(written[c]))
                continue;
            struct bytes block = block_of(written[c], whole);
            CHECK(status_of(written[c], slice_of(block.data, block.size / 2), 999) ==
                  CORRUPT);
            CHECK(decompresses_to(written[c], bytes_slice(&block), 1000, whole));
            bytes_free(&block);
        }
        if (round == 1)
            codec_context_empty(context);
    }
    free(contents);
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

static void many_blocks_are_interrupted(void)
{
    struct interrupt interrupt = {.is_wanted = is_wanted};
    struct error error = {0};
    uint8_t *contents = contents_of(1000);
    struct bytes block = block_of(CODEC_GZIP, slice_of(contents, 1000));
    enum status status = OK;
    interrupt_begin(&interrupt);
    for (int i = 0; status == OK && i < 1000; i++)
        status = status_of(CODEC_GZIP, bytes_slice(&block), 1000);
    CHECK(status == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    bytes_free(&block);
    free(contents);
}

static void lost_memory_is_reported(void)
{
    for (size_t c = 1; c < COUNT_OF(written); c++) {
        uint8_t *contents = contents_of(1000);
        enum status status = NOMEM;
        if (!is_possible(written[c]))
            continue;
        struct bytes block = block_of(written[c], slice_of(contents, 1000));
        for (int n = 1; status == NOMEM && n < 100; n++) {
            codec_context_empty(context);
            mem_fail_at(n, 0);
            status = status_of(written[c], bytes_slice(&block), 1000);
            mem_fail_at(0, 0);
        }
        CHECK(status == OK);
        bytes_free(&block);
        free(contents);
    }
}

int main(void)
{
    context = codec_context_new();
    CHECK(context != NULL);
    RUN(blocks_of_any_size_are_decompressed);
    RUN(blocks_that_hold_more_are_corrupt);
    RUN(damaged_blocks_are_corrupt);
    RUN(deflate_has_no_header);
    RUN(unknown_codecs_are_unsupported);
    RUN(contexts_are_reused);
    RUN(many_blocks_are_interrupted);
    RUN(lost_memory_is_reported);
    codec_context_free(context);
    return unit_test_done();
}
