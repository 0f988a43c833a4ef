/* SPDX-License-Identifier: MIT */
/*
 * fuzz_codec.c - every codec, on damaged streams and on sound ones.
 *
 * Success means that exactly the output was written: two runs on differently filled
 * blocks of its size have the same result.  Decompressing in steps has the same result as
 * at once, and never changes bytes that are already reported as decompressed.
 */
#include <lz4.h>
#include <zlib.h>
#include <zstd.h>

#include "../unit-tests/unit_snappy.h"
#include "codec/codec.h"
#include "fuzz.h"

enum { MOST_OUTPUT = 1 << 16 };

/* ---- Damaged streams ------------------------------------------------------------- */

/* Decompresses into a block of exactly output_size bytes, filled with `filler` before. */
static uint8_t *decompress(struct codec_context *context, enum codec codec,
                           struct slice input, size_t output_size, uint8_t filler,
                           enum status *status)
{
    struct error error = {0};
    uint8_t *output = malloc(output_size);
    REQUIRE(output != NULL);
    memset(output, filler, output_size);
    *status = codec_decompress(context, codec, input, output, output_size, &error);
    require_error_fits(*status, &error);
    return output;
}

/* Input that moves with each part that is loaded. */
struct later_input {
    struct slice whole;
    uint8_t *bytes; /* the first n_loaded bytes, and no others */
    size_t n_loaded;
};

static enum status load_later(void *argument, size_t n, const uint8_t **input,
                              struct error *error)
{
    struct later_input *later = argument;
    (void)error;
    REQUIRE(n > later->n_loaded && n <= later->whole.size);
    free(later->bytes);
    *input = later->bytes = fuzz_alloc(n);
    memcpy(later->bytes, later->whole.data, n);
    later->n_loaded = n;
    return OK;
}

/* Like decompress(), but in steps. */
static uint8_t *decompress_in_steps(struct codec_context *context, enum codec codec,
                                    struct slice input, size_t output_size,
                                    struct steps *steps, enum status *status)
{
    struct error error = {0};
    struct codec_stream stream;
    uint8_t *output = fuzz_alloc(output_size), *made = fuzz_alloc(output_size);
    size_t n = 0, n_made = 0;
    memset(output, 0x55, output_size);
    struct later_input later = {.whole = input};
    later.n_loaded = next_step(steps, (uint32_t)input.size);
    later.bytes = fuzz_alloc(later.n_loaded);
    if (later.n_loaded > 0)
        memcpy(later.bytes, input.data, later.n_loaded);
    codec_stream_start(&stream, context, codec, slice_of(later.bytes, input.size), output,
                       output_size);
    codec_stream_load_later(&stream, later.n_loaded, load_later, &later);
    do {
        n += next_step(steps, (uint32_t)(output_size - n));
        if (step_below(steps, 8) == 0)
            n = output_size;
        *status = codec_stream_need(&stream, n, &error);
        require_error_fits(*status, &error);
        if (*status != OK)
            break;
        REQUIRE(codec_stream_made(&stream) >= n && codec_stream_made(&stream) >= n_made);
        REQUIRE(codec_stream_made(&stream) <= output_size);
        REQUIRE(n_made == 0 || memcmp(output, made, n_made) == 0);
        n_made = codec_stream_made(&stream);
        if (n_made > 0)
            memcpy(made, output, n_made);
    } while (n < output_size);
    codec_stream_end(&stream);
    free(made);
    free(later.bytes);
    return output;
}

/* Meanwhile, another stream of the same context is open and partly decompressed. */
static void check_steps(struct codec_context *context, enum codec codec,
                        struct slice input, size_t output_size, uint64_t seed,
                        enum status expected_status, const uint8_t *expected)
{
    struct steps steps = {seed};
    struct codec_stream left;
    struct error error = {0};
    enum status status;
    uint8_t *elsewhere = fuzz_alloc(output_size);
    codec_stream_start(&left, context, codec, input, elsewhere, output_size);
    if (codec_stream_need(&left, output_size / 3, &error) != OK)
        REQUIRE(expected_status != OK);
    uint8_t *output = decompress_in_steps(context, codec, input, output_size, &steps,
                                          &status);
    /* libzstd accepts a compressed block of no bytes only in steps. */
    bool is_lenient = codec == CODEC_ZSTD && status == OK && expected_status == CORRUPT;
    REQUIRE(status == expected_status || is_lenient);
    REQUIRE(expected_status != OK || output_size == 0 ||
            memcmp(output, expected, output_size) == 0);
    REQUIRE(codec_stream_made(&left) == 0 || expected_status != OK ||
            memcmp(elsewhere, expected, codec_stream_made(&left)) == 0);
    codec_stream_end(&left);
    free(output);
    free(elsewhere);
}

static void check_stream(enum codec codec, struct slice input, size_t output_size)
{
    struct codec_context *context = codec_context_new();
    struct error error = {0};
    enum status first, second;
    bool is_supported = codec_check_supported(codec, &error) == OK;
    uint8_t *a = decompress(context, codec, input, output_size, 0x00, &first);
    uint8_t *b = decompress(context, codec, input, output_size, 0xff, &second);
    REQUIRE(first == second);
    REQUIRE(first != OK || memcmp(a, b, output_size) == 0);
    REQUIRE((first == UNSUPPORTED) == !is_supported);
    check_steps(context, codec, input, output_size, output_size + input.size, first, a);
    free(a);
    free(b);
    codec_context_free(context);
}

/* ---- Sound streams --------------------------------------------------------------- */

static size_t compress_gzip(struct slice input, uint8_t *stream, size_t capacity)
{
    z_stream deflater = {0};
    /* 16 more than the window's bits makes a gzip member, not a zlib stream. */
    REQUIRE(deflateInit2(&deflater, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) ==
            Z_OK);
    deflater.next_in = (z_const Bytef *)input.data;
    deflater.avail_in = (uInt)input.size;
    deflater.next_out = stream;
    deflater.avail_out = (uInt)capacity;
    REQUIRE(deflate(&deflater, Z_FINISH) == Z_STREAM_END);
    deflateEnd(&deflater);
    return capacity - deflater.avail_out;
}

static size_t compress_ourselves(enum codec codec, struct slice input, uint8_t *stream,
                                 size_t capacity)
{
    struct codec_context *context = codec_context_new();
    struct buffer output = {0};
    struct error error = {0};
    size_t size = 0;
    REQUIRE(context != NULL);
    if (codec_compress(context, codec, CODEC_DEFAULT_LEVEL, input, &output, &error) ==
            OK &&
        output.size <= capacity) {
        size = output.size;
        if (size > 0)
            memcpy(stream, output.data, size);
    }
    buffer_release(&output);
    codec_context_free(context);
    return size;
}

/* Compresses to one stream, with another compressor than ours if possible; returns its
 * size, or 0 if this build does not compress with the codec. */
static size_t compress_once(enum codec codec, struct slice input, uint8_t *stream,
                            size_t capacity)
{
    const char *bytes = (const char *)input.data;
    size_t size = capacity;
    switch (codec) {
    case CODEC_GZIP:
        return compress_gzip(input, stream, capacity);
    case CODEC_SNAPPY:
        REQUIRE(snappy_pack_bound(input.size) <= capacity);
        return snappy_pack(input.data, input.size, stream);
#ifndef PARQUET_VTAB_OMIT_ZSTD
    case CODEC_ZSTD:
        size = ZSTD_compress(stream, capacity, bytes, input.size, 1);
        REQUIRE(!ZSTD_isError(size));
        return size;
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    case CODEC_LZ4_RAW:
    case CODEC_LZ4:
        return (size_t)LZ4_compress_default(bytes, (char *)stream, (int)input.size,
                                            (int)capacity);
#endif
    default:
        return compress_ourselves(codec, input, stream, capacity);
    }
}

static void put_big_endian(uint8_t *bytes, size_t number)
{
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* Like compress_once(), but in two members or frames if the codec has them. */
static size_t compress_parts(enum codec codec, struct slice input, size_t cut,
                             uint8_t *stream, size_t capacity)
{
    struct slice parts[2] = {slice_of(input.data, cut),
                             slice_of(input.data + cut, input.size - cut)};
    bool is_split = codec == CODEC_GZIP || codec == CODEC_ZSTD;
    if (!is_split && codec != CODEC_LZ4)
        return compress_once(codec, input, stream, capacity);
    size_t size = 0;
    for (size_t i = 0; i < 2; i++) {
        uint8_t *header = stream + size;
        if (codec == CODEC_LZ4) {
            if (parts[i].size == 0)
                continue;
            put_big_endian(header, parts[i].size);
            size += 8;
        }
        size_t part = compress_once(codec, parts[i], stream + size, capacity - size);
        if (codec == CODEC_LZ4)
            put_big_endian(header + 4, part);
        size += part;
    }
    return size;
}

static void check_round_trip(enum codec codec, struct slice input, size_t cut)
{
    size_t capacity = input.size * 2 + 1024;
    uint8_t *stream = fuzz_alloc(capacity);
    cut = cut < input.size ? cut : input.size;
    size_t size = compress_parts(codec, input, cut, stream, capacity);
    uint8_t *exact = exact_copy(slice_of(stream, size), 0);
    struct slice bytes = slice_of(exact, size);
    if (size > 0) {
        struct codec_context *context = codec_context_new();
        enum status status = CORRUPT;
        free(decompress(context, codec, bytes, input.size + 1, 0, &status));
        /* If LZ4 frames do not fit, a bare block is tried, which may fit by chance. */
        REQUIRE(status == CORRUPT || codec == CODEC_LZ4);
        if (input.size > 0)
            free(decompress(context, codec, bytes, input.size - 1, 0, &status));
        REQUIRE(status == CORRUPT || codec == CODEC_LZ4);
        uint8_t *output = decompress(context, codec, bytes, input.size, 0, &status);
        REQUIRE(status == OK);
        REQUIRE(input.size == 0 || memcmp(output, input.data, input.size) == 0);
        check_steps(context, codec, bytes, input.size, cut + size, OK, output);
        free(output);
        codec_context_free(context);
    }
    free(exact);
    free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    enum codec codec = (enum codec)choose_below(&input, CODEC_UNKNOWN + 1);
    bool is_round_trip = choose_below(&input, 8) == 0;
    size_t number = (size_t)choose(&input, 3);
    uint8_t *copy = exact_copy(input, 0);
    if (is_round_trip)
        check_round_trip(codec, slice_of(copy, input.size), number);
    else
        check_stream(codec, slice_of(copy, input.size), number % MOST_OUTPUT);
    free(copy);
    return 0;
}

/* Sometimes makes a sound stream, for later mutations to damage. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    enum { CHOICES = 5 };
    if (seed % 16 != 0 || size <= CHOICES ||
        data[0] % (CODEC_UNKNOWN + 1) == CODEC_UNCOMPRESSED)
        return LLVMFuzzerMutate(data, size, max_size);
    struct slice input = slice_of(data + CHOICES, size - CHOICES);
    size_t capacity = input.size * 2 + 1024;
    uint8_t *stream = fuzz_alloc(capacity);
    enum codec codec = (enum codec)(data[0] % (CODEC_UNKNOWN + 1));
    size_t made = compress_parts(codec, input, seed / 16 % (input.size + 1), stream,
                                 capacity);
    if (made > 0 && made <= max_size - CHOICES) {
        data[1] = 1;
        for (size_t i = 0; i < 3; i++)
            data[2 + i] = (uint8_t)(input.size >> (8 * i));
        memcpy(data + CHOICES, stream, made);
        size = CHOICES + made;
    }
    free(stream);
    return size;
}
