/* SPDX-License-Identifier: MIT */
/*
 * test_codec.c - every codec decompresses literal bytes and the output of the original
 * libraries.  Inputs and outputs are heap blocks of exactly their size.
 */
#include <zlib.h>
#ifndef PARQUET_VTAB_OMIT_ZSTD
#include <zstd.h>
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
#include <lz4.h>
#endif

#include "base/alloc.h"
#include "codec/codec.h"
#include "unit_bytes.h"
#include "unit_codecs.h"
#include "unit_snappy.h"
#include "unit_test.h"

/* Shared by all tests, so that each runs with the state that the previous one left. */
static struct codec_context *context;

static enum status decompress(enum codec codec, struct slice input, size_t output_size,
                              struct bytes *output)
{
    struct error error = {0};
    uint8_t *in = exact_copy(input.data, input.size);
    uint8_t *out = must(malloc(output_size > 0 ? output_size : 1));
    memset(out, 0xee, output_size);
    enum status status = codec_decompress(context, codec, slice_of(in, input.size), out,
                                          output_size, &error);
    CHECK(status == error.status);
    CHECK((status == OK) == (error.message[0] == 0));
    output->size = 0;
    bytes_put(output, out, output_size);
    free(in);
    free(out);
    return status;
}

static bool gives(enum codec codec, struct slice input, struct slice expected)
{
    struct bytes output = {0};
    enum status status = decompress(codec, input, expected.size, &output);
    bool is_right = status == OK &&
                    (expected.size == 0 ||
                     memcmp(output.data, expected.data, expected.size) == 0);
    bytes_free(&output);
    return is_right;
}

static enum status status_for(enum codec codec, struct slice input, size_t output_size)
{
    struct bytes output = {0};
    enum status status = decompress(codec, input, output_size, &output);
    bytes_free(&output);
    return status;
}

/* Wrong sizes and every truncated block must be refused, except that no input at all may
 * be a valid empty block. */
static void check_strict(enum codec codec, struct slice input, size_t size)
{
    CHECK(status_for(codec, input, size + 1) == CORRUPT);
    CHECK(status_for(codec, input, size + 1000) == CORRUPT);
    if (size > 0) {
        CHECK(status_for(codec, input, size - 1) == CORRUPT);
        CHECK(status_for(codec, input, size / 2) == CORRUPT);
        CHECK(status_for(codec, input, 0) == CORRUPT);
    }
    size_t step = input.size > 2000 ? input.size / 301 : 1;
    for (size_t n = size > 0 ? 0 : 1; n < input.size; n += step)
        CHECK(status_for(codec, slice_of(input.data, n), size) == CORRUPT);
    for (size_t n = 1; n < 20 && n < input.size; n++)
        CHECK(status_for(codec, slice_of(input.data, input.size - n), size) == CORRUPT);
}

/* Damaged bytes: any status is right, as long as nothing is accessed out of bounds. */
static void check_survives_damage(enum codec codec, struct slice input, size_t size)
{
    uint64_t random = 3;
    struct bytes damaged = {0};
    for (int i = 0; i < 300; i++) {
        damaged.size = 0;
        bytes_put(&damaged, input.data, input.size);
        for (int k = 0; k < 1 + i % 3 && input.size > 0; k++)
            damaged.data[random_below(&random, input.size)] ^=
                (uint8_t)(1 + random_below(&random, 255));
        enum status status = status_for(codec, bytes_slice(&damaged), size);
        CHECK(status == OK || status == CORRUPT);
    }
    bytes_free(&damaged);
}

/* ---- Literal bytes ------------------------------------------------------------ */

#define LITERAL(text) slice_of(text, sizeof(text) - 1)

struct literal {
    enum codec codec;
    struct slice input, output;
};

static void check_literals(const struct literal *literals, size_t n)
{
    struct error error = {0};
    for (size_t i = 0; i < n; i++) {
        const struct literal *literal = &literals[i];
        if (codec_check_supported(literal->codec, &error) != OK)
            continue;
        CHECK(gives(literal->codec, literal->input, literal->output));
        if (literal->codec != CODEC_UNCOMPRESSED || literal->input.size > 0)
            check_strict(literal->codec, literal->input, literal->output.size);
    }
}

static void uncompressed_is_copied(void)
{
    const struct literal literals[] = {
        {CODEC_UNCOMPRESSED, LITERAL(""), LITERAL("")},
        {CODEC_UNCOMPRESSED, LITERAL("a"), LITERAL("a")},
        {CODEC_UNCOMPRESSED, LITERAL("hello"), LITERAL("hello")},
    };
    check_literals(literals, COUNT_OF(literals));
}

static void snappy_blocks_are_read(void)
{
    const struct literal literals[] = {
        {CODEC_SNAPPY, LITERAL("\0"), LITERAL("")},
        {CODEC_SNAPPY, LITERAL("\x05\x10hello"), LITERAL("hello")},
        /* one literal, then a copy of nine bytes at offset 1 */
        {CODEC_SNAPPY,
         LITERAL("\x0a\x00"
                 "a\x15\x01"),
         LITERAL("aaaaaaaaaa")},
        /* a copy with a two-byte offset */
        {CODEC_SNAPPY,
         LITERAL("\x08\x0c"
                 "abcd\x0e\x04\x00"),
         LITERAL("abcdabcd")},
    };
    check_literals(literals, COUNT_OF(literals));
    /* The preamble must be the expected size, whatever the rest decompresses to. */
    CHECK(status_for(CODEC_SNAPPY, LITERAL("\x06\x10hello"), 5) == CORRUPT);
    CHECK(status_for(CODEC_SNAPPY, LITERAL("\x06\x10hello"), 6) == CORRUPT);
    CHECK(status_for(CODEC_SNAPPY, LITERAL("\xff\xff\xff\xff\x0f\x10hello"), 5) ==
          CORRUPT);
    /* a copy from before the start */
    CHECK(status_for(CODEC_SNAPPY,
                     LITERAL("\x0a\x00"
                             "a\x15\x02"),
                     10) == CORRUPT);
}

static void brotli_blocks_are_read(void)
{
    const struct literal literals[] = {
        {CODEC_BROTLI, LITERAL("\x06"), LITERAL("")},
        {CODEC_BROTLI,
         LITERAL("\x0b\x00\x80"
                 "a\x03"),
         LITERAL("a")},
        {CODEC_BROTLI,
         LITERAL("\x1b\x22\x00\x00\x24\x40\x6a\x10\x66\xf2\xb0\x3c\x4f\x17\x15"),
         LITERAL("hello hello hello hello hello world")},
    };
    check_literals(literals, COUNT_OF(literals));
    if (codec_check_supported(CODEC_BROTLI, &(struct error){0}) != OK)
        return;
    char x[3000];
    memset(x, 'x', sizeof x);
    struct slice input = LITERAL("\x1b\xb7\x0b\x00\x24\xf0\xe2\xb1\x40\xe2\x06\x00\x00");
    CHECK(gives(CODEC_BROTLI, input, slice_of(x, sizeof x)));
    check_survives_damage(CODEC_BROTLI, input, sizeof x);
}

static void zstd_blocks_are_read(void)
{
    const struct literal literals[] = {
        /* one frame of one raw block, with and without the content size */
        {CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello"), LITERAL("hello")},
        {CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfd\x00\x00\x29\0\0hello"), LITERAL("hello")},
        {CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfd\x20\x00\x01\0\0"), LITERAL("")},
        /* a run of ten */
        {CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfd\x20\x0a\x53\0\0x"), LITERAL("xxxxxxxxxx")},
        /* two frames, the second without a size */
        {CODEC_ZSTD,
         LITERAL("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello"
                 "\x28\xb5\x2f\xfd\x00\x00\x31\0\0 world"),
         LITERAL("hello world")},
        /* a skippable frame before the data */
        {CODEC_ZSTD,
         LITERAL("\x50\x2a\x4d\x18\x03\0\0\0abc"
                 "\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello"),
         LITERAL("hello")},
    };
    check_literals(literals, COUNT_OF(literals));
    if (codec_check_supported(CODEC_ZSTD, &(struct error){0}) != OK)
        return;
    CHECK(status_for(CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfd\x20\x06\x29\0\0hello"), 5) ==
          CORRUPT);
    CHECK(status_for(CODEC_ZSTD, LITERAL("\x28\xb5\x2f\xfe\x20\x05\x29\0\0hello"), 5) ==
          CORRUPT);
}

static void lz4_blocks_are_read(void)
{
    const struct literal literals[] = {
        {CODEC_LZ4_RAW, LITERAL("\0"), LITERAL("")},
        {CODEC_LZ4_RAW, LITERAL("\x50hello"), LITERAL("hello")},
        /* one literal, a match of fourteen bytes at offset 1, five literals */
        {CODEC_LZ4_RAW,
         LITERAL("\x1a"
                 "a\x01\0\x50"
                 "aaaaa"),
         LITERAL("aaaaaaaaaaaaaaaaaaaa")},
    };
    check_literals(literals, COUNT_OF(literals));
    if (codec_check_supported(CODEC_LZ4_RAW, &(struct error){0}) != OK)
        return;
    CHECK(status_for(CODEC_LZ4_RAW,
                     LITERAL("\x1a"
                             "a\x02\0\x50"
                             "aaaaa"),
                     20) == CORRUPT);
    CHECK(status_for(CODEC_LZ4_RAW, LITERAL("\0\0\0\x05\0\0\0\x06\x50hello"), 5) ==
          CORRUPT);
}

/* The header of a frame of independent blocks of 64 KB, without checksums. */
#define OWN_FRAME "\x04\x22\x4d\x18\x60\x40\x82"
#define END_OF_FRAME "\0\0\0\0"

static void lz4_blocks_with_and_without_framing_are_read(void)
{
    const struct literal literals[] = {
        {CODEC_LZ4, LITERAL("\0\0\0\x05\0\0\0\x06\x50hello"), LITERAL("hello")},
        /* two frames */
        {CODEC_LZ4,
         LITERAL("\0\0\0\x05\0\0\0\x06\x50hello"
                 "\0\0\0\x06\0\0\0\x07\x60 world"),
         LITERAL("hello world")},
        /* one frame of two blocks: the total size, then each block with its size */
        {CODEC_LZ4,
         LITERAL("\0\0\0\x0b\0\0\0\x06\x50hello"
                 "\0\0\0\x07\x60 world"),
         LITERAL("hello world")},
        /* no framing */
        {CODEC_LZ4, LITERAL("\x50hello"), LITERAL("hello")},
        /* LZ4's own frames: with a stored block, with a compressed one; several frames */
        {CODEC_LZ4, LITERAL(OWN_FRAME "\x05\0\0\x80hello" END_OF_FRAME),
         LITERAL("hello")},
        {CODEC_LZ4,
         LITERAL(OWN_FRAME "\x06\0\0\0\x50hello\x06\0\0\x80 world" END_OF_FRAME OWN_FRAME
                           "\x01\0\0\x80!" END_OF_FRAME),
         LITERAL("hello world!")},
        {CODEC_LZ4, LITERAL(OWN_FRAME END_OF_FRAME), LITERAL("")},
        /* no framing, though it begins like a frame */
        {CODEC_LZ4, LITERAL("\x60\0\0\0\x05\0\0"), LITERAL("\0\0\0\x05\0\0")},
    };
    check_literals(literals, COUNT_OF(literals));
    if (codec_check_supported(CODEC_LZ4, &(struct error){0}) != OK)
        return;
    const struct {
        struct slice input;
        size_t size;
    } bad[] = {
        {LITERAL("\0\0\0\x06\0\0\0\x06\x50hello"),
         6}, /* the frame's size is one too large */
        {LITERAL(OWN_FRAME "\x05\0\0\x80hello"), 5}, /* the frame does not end */
        {LITERAL(OWN_FRAME "\x05\0\0\x80hello" END_OF_FRAME), 4},
        {LITERAL(OWN_FRAME "\x05\0\0\x80hello" END_OF_FRAME), 6},
        {LITERAL(OWN_FRAME "\x05\0\0\x80hello" END_OF_FRAME "\0"), 5},
        {LITERAL(OWN_FRAME "\x06\0\0\x80hello" END_OF_FRAME), 5},
        {LITERAL("\x04\x22\x4d\x18\x60\x40\x83\x05\0\0\x80hello" END_OF_FRAME), 5},
        {LITERAL("\x04\x22\x4d\x18"), 5},
        {LITERAL("\0\0\0\x05\0\0\0\x07\x50hello"), 5}, /* the block exceeds the input */
        {LITERAL("\0\0\0\x05\0\0\0\x05\x50hello"), 5},
        {LITERAL("\xff\xff\xff\xff\0\0\0\x06\x50hello"), 5},
        {LITERAL("\0\0\0\x05\xff\xff\xff\xff\x50hello"), 5},
        {LITERAL("\0\0\0\x05\x7f\xff\xff\xff\x50hello"), 5},
        {LITERAL("\0\0\0\x05\0\0\0\0\x50hello"), 5},
        {LITERAL("\0\0\0\0\0\0\0\x06\x50hello"), 5},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        CHECK(status_for(CODEC_LZ4, bad[i].input, bad[i].size) == CORRUPT);
}

/* ---- The libraries' compressors ----------------------------------------------- */

static struct bytes compress_gzip(struct slice input, int window_bits)
{
    struct bytes output = {0};
    uint8_t part[1000];
    z_stream stream = {0};
    if (deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        exit(2);
    uint8_t *in = exact_copy(input.data, input.size);
    stream.next_in = in;
    stream.avail_in = (uInt)input.size;
    int result;
    do {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        result = deflate(&stream, Z_FINISH);
        bytes_put(&output, part, sizeof part - stream.avail_out);
    } while (result == Z_OK);
    deflateEnd(&stream);
    free(in);
    return output;
}

static bool has_other_compressor(enum codec codec)
{
    return codec == CODEC_SNAPPY || codec == CODEC_ZSTD || codec == CODEC_LZ4_RAW;
}

static struct bytes compress_ourselves(enum codec codec, struct slice input)
{
    struct bytes output = {0};
    struct buffer block = {0};
    struct error error = {0};
    if (codec_compress(context, codec, CODEC_DEFAULT_LEVEL, input, &block, &error) != OK)
        exit(2);
    bytes_put(&output, block.data, block.size);
    buffer_release(&block);
    return output;
}

static struct bytes compress_with(enum codec codec, struct slice input)
{
    if (codec == CODEC_GZIP)
        return compress_gzip(input, 15 + 16);
    if (!has_other_compressor(codec))
        return compress_ourselves(codec, input);
    struct bytes output = {.data = must(malloc(2 * input.size + 1000)),
                           .capacity = 2 * input.size + 1000};
    if (codec == CODEC_SNAPPY)
        output.size = snappy_pack(input.data, input.size, output.data);
#ifndef PARQUET_VTAB_OMIT_ZSTD
    if (codec == CODEC_ZSTD)
        output.size = ZSTD_compress(output.data, output.capacity, input.data, input.size,
                                    3);
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    if (codec == CODEC_LZ4_RAW)
        output.size = (size_t)LZ4_compress_default((const char *)input.data,
                                                   (char *)output.data, (int)input.size,
                                                   (int)output.capacity);
#endif
    return output;
}

static struct bytes sample(int number)
{
    struct bytes bytes = {0};
    uint64_t random = 1;
    static const size_t sizes[] = {0, 1, 100, 5000, 70000, 70000};
    bytes_put(&bytes, "", 0);
    for (size_t i = 0; i < sizes[number]; i++)
        bytes_put_u8(&bytes, number == 5  ? 'x'
                             : number > 2 ? (unsigned)random_below(&random, 256)
                                          : (unsigned)(i % 17 * i % 5));
    if (bytes.data == NULL)
        bytes.data = must(malloc(1));
    return bytes;
}

static void compressed_blocks_round_trip(void)
{
    for (int number = 0; number < 6; number++) {
        struct bytes text = sample(number);
        for (int i = 0; i < CODEC_UNKNOWN; i++) {
            enum codec codec = (enum codec)i, written = codec_written_as(codec);
            if (!are_read(codec) || !are_written(written))
                continue;
            struct bytes block = compress_with(written, bytes_slice(&text));
            CHECK(gives(codec, bytes_slice(&block), bytes_slice(&text)));
            if (!keeps_sizes(codec) || text.size > 0)
                check_strict(codec, bytes_slice(&block), text.size);
            check_survives_damage(codec, bytes_slice(&block), text.size);
            bytes_free(&block);
        }
        bytes_free(&text);
    }
}

/* ---- gzip --------------------------------------------------------------------- */

static void gzip_may_have_several_members(void)
{
    struct bytes text = {0}, block = {0};
    for (int number = 0; number < 5; number++) {
        struct bytes part = sample(number);
        struct bytes member = compress_gzip(bytes_slice(&part), 15 + 16);
        bytes_put_bytes(&text, &part);
        bytes_put_bytes(&block, &member);
        bytes_free(&part);
        bytes_free(&member);
        CHECK(gives(CODEC_GZIP, bytes_slice(&block), bytes_slice(&text)));
        check_strict(CODEC_GZIP, bytes_slice(&block), text.size);
    }
    /* An empty member at the end adds nothing. */
    struct bytes empty = compress_gzip(slice_of("", 0), 15 + 16);
    bytes_put_bytes(&block, &empty);
    CHECK(gives(CODEC_GZIP, bytes_slice(&block), bytes_slice(&text)));
    bytes_free(&empty);
    bytes_free(&text);
    bytes_free(&block);
}

static void gzip_may_have_a_zlib_header(void)
{
    for (int number = 0; number < 6; number++) {
        struct bytes text = sample(number);
        struct bytes block = compress_gzip(bytes_slice(&text), 15);
        CHECK(gives(CODEC_GZIP, bytes_slice(&block), bytes_slice(&text)));
        check_strict(CODEC_GZIP, bytes_slice(&block), text.size);
        bytes_free(&text);
        bytes_free(&block);
    }
}

static void gzip_headers_may_have_optional_fields(void)
{
    /* Flags: extra field, name, comment; one stored block; CRC-32 and size. */
    struct slice input = LITERAL("\x1f\x8b\x08\x1c\0\0\0\0\0\xff\x02\0ab"
                                 "name\0note\0"
                                 "\x01\x05\0\xfa\xffhello\x86\xa6\x10\x36\x05\0\0\0");
    CHECK(gives(CODEC_GZIP, input, LITERAL("hello")));
    check_strict(CODEC_GZIP, input, 5);
    CHECK(status_for(CODEC_GZIP, LITERAL("hello"), 5) == CORRUPT);
}

static void gzip_may_be_padded(void)
{
    struct bytes text = sample(2);
    struct bytes block = compress_gzip(bytes_slice(&text), 15 + 16);
    for (int i = 0; i < 10; i++) {
        bytes_put_u8(&block, 0);
        CHECK(gives(CODEC_GZIP, bytes_slice(&block), bytes_slice(&text)));
    }
    bytes_free(&text);
    bytes_free(&block);
}

static void a_gzip_member_that_has_only_begun_is_no_padding(void)
{
    struct bytes text = sample(2);
    struct bytes block = compress_gzip(bytes_slice(&text), 15 + 16);
    bytes_put(&block, "\x1f\x8b", 2);
    CHECK(status_for(CODEC_GZIP, bytes_slice(&block), text.size) == CORRUPT);
    bytes_free(&text);
    bytes_free(&block);
}

static void gzip_verifies_checksums(void)
{
    struct bytes text = sample(3);
    for (int zlib = 0; zlib < 2; zlib++) {
        struct bytes block = compress_gzip(bytes_slice(&text), zlib ? 15 : 15 + 16);
        for (size_t k = 1; k <= (zlib ? 4 : 8); k++) {
            block.data[block.size - k] ^= 1;
            CHECK(status_for(CODEC_GZIP, bytes_slice(&block), text.size) == CORRUPT);
            block.data[block.size - k] ^= 1;
        }
        bytes_free(&block);
    }
    bytes_free(&text);
}

/* ---- zstd --------------------------------------------------------------------- */

#ifndef PARQUET_VTAB_OMIT_ZSTD
static void zstd_verifies_checksums(void)
{
    struct bytes text = sample(2);
    uint8_t block[1000];
    ZSTD_CCtx *compressor = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, 1);
    size_t size = ZSTD_compress2(compressor, block, sizeof block, text.data, text.size);
    CHECK(gives(CODEC_ZSTD, slice_of(block, size), bytes_slice(&text)));
    block[size - 1] ^= 1;
    CHECK(status_for(CODEC_ZSTD, slice_of(block, size), text.size) == CORRUPT);
    ZSTD_freeCCtx(compressor);
    bytes_free(&text);
}

static void zstd_may_have_several_frames(void)
{
    struct bytes text = {0}, block = {0};
    for (int number = 0; number < 6; number++) {
        struct bytes part = sample(number);
        struct bytes frame = compress_with(CODEC_ZSTD, bytes_slice(&part));
        bytes_put_bytes(&text, &part);
        bytes_put_bytes(&block, &frame);
        bytes_free(&part);
        bytes_free(&frame);
        if (text.size > 0)
            CHECK(gives(CODEC_ZSTD, bytes_slice(&block), bytes_slice(&text)));
    }
    check_strict(CODEC_ZSTD, bytes_slice(&block), text.size);
    bytes_free(&text);
    bytes_free(&block);
}
#else
static void zstd_verifies_checksums(void)
{
}
static void zstd_may_have_several_frames(void)
{
}
#endif

/* ---- Supported codecs --------------------------------------------------------- */

/* All codecs that were not left out of the build are supported: the other tests skip
 * codecs that are not. */
static void known_codecs_are_supported(void)
{
    size_t n_missing = 0;
#ifndef PARQUET_VTAB_LZO
    n_missing++;
#endif
#ifdef PARQUET_VTAB_OMIT_BROTLI
    n_missing++;
#endif
#ifdef PARQUET_VTAB_OMIT_ZSTD
    n_missing++;
#endif
#ifdef PARQUET_VTAB_OMIT_LZ4
    n_missing += 2;
#endif
    CHECK(codecs_that(are_read).n == CODEC_UNKNOWN - n_missing);
}

static void unknown_codecs_are_unsupported(void)
{
#ifndef PARQUET_VTAB_LZO
    struct error lzo = {0};
    CHECK(codec_check_supported(CODEC_LZO, &lzo) == UNSUPPORTED);
    CHECK(strcmp(lzo.message, "LZO; build with LZO=1") == 0);
    CHECK(status_for(CODEC_LZO, LITERAL("\x05\x10hello"), 5) == UNSUPPORTED);
#endif
    struct error error = {0};
    CHECK(codec_check_supported(CODEC_UNKNOWN, &error) == UNSUPPORTED);
    CHECK(strcmp(error.message, "unknown compression codec") == 0);
    CHECK(status_for(CODEC_UNKNOWN, LITERAL("\x05\x10hello"), 5) == UNSUPPORTED);
    CHECK(strstr((codec_name(CODEC_LZO)), "lzo") != NULL);
    for (int codec = CODEC_UNCOMPRESSED; codec <= CODEC_UNKNOWN; codec++)
        CHECK(codec_name((enum codec)codec)[0] != 0);
}

static void contexts_may_be_empty_or_missing(void)
{
    codec_context_free(NULL);
    mem_fail_at(1, 1);
    CHECK(codec_context_new() == NULL);
    mem_fail_at(0, 0);
    struct codec_context *unused = codec_context_new();
    CHECK(unused != NULL);
    codec_context_free(unused);
}

static void allocation_failures_are_reported(void)
{
    struct codec_set written = codecs_that(are_written);
    struct bytes text = sample(2);
    for (size_t i = 0; i < written.n; i++) {
        enum codec codec = written.codecs[i];
        struct bytes block = compress_with(codec, bytes_slice(&text));
        struct codec_context *kept = context;
        context = codec_context_new();
        mem_fail_at(1, 1);
        enum status status = status_for(codec, bytes_slice(&block), text.size);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        CHECK(gives(codec, bytes_slice(&block), bytes_slice(&text)));
        codec_context_free(context);
        context = kept;
        bytes_free(&block);
    }
    bytes_free(&text);
}

int main(void)
{
    context = codec_context_new();
    RUN(uncompressed_is_copied);
    RUN(snappy_blocks_are_read);
    RUN(brotli_blocks_are_read);
    RUN(zstd_blocks_are_read);
    RUN(lz4_blocks_are_read);
    RUN(lz4_blocks_with_and_without_framing_are_read);
    RUN(compressed_blocks_round_trip);
    RUN(gzip_may_have_several_members);
    RUN(gzip_may_have_a_zlib_header);
    RUN(gzip_headers_may_have_optional_fields);
    RUN(gzip_may_be_padded);
    RUN(a_gzip_member_that_has_only_begun_is_no_padding);
    RUN(gzip_verifies_checksums);
    RUN(zstd_verifies_checksums);
    RUN(zstd_may_have_several_frames);
    RUN(known_codecs_are_supported);
    RUN(unknown_codecs_are_unsupported);
    RUN(contexts_may_be_empty_or_missing);
    RUN(allocation_failures_are_reported);
    codec_context_free(context);
    return unit_test_done();
}
