/* SPDX-License-Identifier: MIT */
/*
 * test_codec_stream.c - a block decompressed in steps gives the same bytes and the same
 * errors as at once.  Inputs and outputs are heap blocks of exactly their size; outputs
 * are filled with other bytes first.
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

static struct codec_context *context;

/* ---- Blocks ------------------------------------------------------------------- */

enum { MOST_PARTS = 3 };

static void put_gzip(struct bytes *block, struct slice text)
{
    size_t capacity = text.size * 2 + 1000;
    uint8_t *part = must(malloc(capacity));
    z_stream stream = {0};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        exit(2);
    stream.next_in = (z_const Bytef *)text.data;
    stream.avail_in = (uInt)text.size;
    stream.next_out = part;
    stream.avail_out = (uInt)capacity;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        exit(2);
    bytes_put(block, part, capacity - stream.avail_out);
    deflateEnd(&stream);
    free(part);
}

/* Stored meta-blocks: ISLAST = 0, length - 1 in 4 nibbles, ISUNCOMPRESSED = 1.  A bit
 * before the first sets the window to 16 bits; the last is empty. */
static void put_brotli(struct bytes *block, struct slice text)
{
    for (bool is_first = true; text.size > 0; is_first = false) {
        struct slice part;
        size_t size = least(text.size, 65536);
        uint32_t header = (uint32_t)(size - 1) << 3 | 1U << 19;
        if (!slice_take(&text, size, &part))
            exit(2);
        bytes_put_uint(block, is_first ? header << 1 : header, 3);
        bytes_put(block, part.data, part.size);
    }
    bytes_put_u8(block, block->size > 0 ? 0x03 : 0x06);
}

#ifndef PARQUET_VTAB_OMIT_ZSTD
static void put_zstd(struct bytes *block, struct slice text, int has_sum)
{
    size_t capacity = ZSTD_compressBound(text.size);
    uint8_t *part = must(malloc(capacity));
    ZSTD_CCtx *compressor = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, has_sum);
    size_t size = ZSTD_compress2(compressor, part, capacity, text.data, text.size);
    ZSTD_freeCCtx(compressor);
    bytes_put(block, part, size);
    free(part);
}
#endif

#ifndef PARQUET_VTAB_OMIT_LZ4
static void put_lz4(struct bytes *block, struct slice text, bool has_frame)
{
    int capacity = LZ4_compressBound((int)text.size);
    uint8_t *part = must(malloc((size_t)capacity));
    int size = LZ4_compress_default((const char *)text.data, (char *)part, (int)text.size,
                                    capacity);
    for (unsigned i = 0; has_frame && i < 8; i++)
        bytes_put_u8(block,
                     (i < 4 ? (unsigned)text.size : (unsigned)size) >> (24 - i % 4 * 8) &
                         0xff);
    bytes_put(block, part, (size_t)size);
    free(part);
}
#endif

/* With our own compressor. */
static void put_ours(struct bytes *block, enum codec codec, struct slice text)
{
    struct buffer output = {0};
    struct error error = {0};
    if (codec_compress(context, codec, CODEC_DEFAULT_LEVEL, text, &output, &error) != OK)
        exit(2);
    bytes_put(block, output.data, output.size);
    buffer_release(&output);
}

static void put_part(struct bytes *block, enum codec codec, struct slice text)
{
    uint8_t *packed;
    switch (codec) {
    case CODEC_GZIP:
        put_gzip(block, text);
        return;
    case CODEC_BROTLI:
        put_brotli(block, text);
        return;
#ifndef PARQUET_VTAB_OMIT_ZSTD
    case CODEC_ZSTD:
        put_zstd(block, text, text.size % 2);
        return;
#endif
#ifndef PARQUET_VTAB_OMIT_LZ4
    case CODEC_LZ4_RAW:
    case CODEC_LZ4:
        put_lz4(block, text, codec == CODEC_LZ4);
        return;
#endif
    case CODEC_SNAPPY:
        packed = must(malloc(snappy_pack_bound(text.size)));
        bytes_put(block, packed, snappy_pack(text.data, text.size, packed));
        free(packed);
        return;
    default:
        put_ours(block, codec, text);
    }
}

static bool can_be_compressed(enum codec codec)
{
    return are_written(codec) || (codec == CODEC_LZ4 && are_read(codec));
}

/* Compresses in n_parts members or frames, if the codec has them. */
static struct bytes compress_block(enum codec codec, struct slice text, size_t n_parts)
{
    struct bytes block = {0};
    if (codec != CODEC_GZIP && codec != CODEC_ZSTD && codec != CODEC_LZ4)
        n_parts = 1;
    for (; n_parts > 0; n_parts--) {
        struct slice part;
        if (!slice_take(&text, n_parts == 1 ? text.size : text.size / n_parts, &part))
            exit(2);
        if (part.size > 0 || codec != CODEC_LZ4) /* LZ4 has no empty frames */
            put_part(&block, codec, part);
    }
    return block;
}

/* Stretches of noise, repeats and words. */
static struct bytes make_text(size_t size)
{
    struct bytes text = {0};
    uint64_t random = size;
    text.data = must(malloc(text.capacity = size + 100));
    while (text.size < size) {
        size_t n = random_below(&random, 3000);
        unsigned kind = (unsigned)random_below(&random, 3);
        for (size_t i = 0; i < n && text.size < size; i++)
            bytes_put_u8(&text, kind == 0 ? (unsigned)random_below(&random, 256)
                                : kind == 1
                                    ? (unsigned)(i / 8 % 3)
                                    : (unsigned)"lorem ipsum "[(i * i / 5 + n) % 12]);
    }
    return text;
}

static const size_t text_sizes[] = {0, 1, 7, 100, 1000, 40000, 700000};
static struct codec_set all;

typedef void check_function(enum codec codec, struct slice block, struct slice text);

/* Calls the function for each codec, size, and number of parts. */
static void with_all_blocks(check_function *check)
{
    for (size_t c = 0; c < all.n; c++) {
        for (size_t i = 0; i < COUNT_OF(text_sizes); i++) {
            for (size_t n_parts = 1; n_parts <= MOST_PARTS; n_parts += 2) {
                struct bytes text = make_text(text_sizes[i]);
                struct bytes block = compress_block(all.codecs[c], bytes_slice(&text),
                                                    n_parts);
                uint8_t *exact = exact_copy(block.data, block.size);
                check(all.codecs[c], slice_of(exact, block.size), bytes_slice(&text));
                free(exact);
                bytes_free(&block);
                bytes_free(&text);
            }
        }
    }
}

static uint8_t *make_output(size_t size)
{
    uint8_t *output = must(malloc(size > 0 ? size : 1));
    memset(output, 0xee, size > 0 ? size : 1);
    return output;
}

/* Asks for n bytes; returns whether it succeeds and all bytes made so far are right. */
static bool need_is_right(struct codec_stream *stream, size_t n, const uint8_t *output,
                          struct slice text)
{
    struct error error = {0};
    size_t before = codec_stream_made(stream);
    enum status status = codec_stream_need(stream, n, &error);
    size_t made = codec_stream_made(stream);
    return status == OK && error.message[0] == 0 && made >= n && made >= before &&
           made <= text.size && (made == 0 || memcmp(output, text.data, made) == 0);
}

/* ---- Good blocks -------------------------------------------------------------- */

static void check_rising(enum codec codec, struct slice block, struct slice text)
{
    const size_t prefixes[] = {0,
                               least(1, text.size),
                               least(7, text.size),
                               least(100, text.size),
                               text.size / 2,
                               text.size - text.size / 10,
                               text.size,
                               text.size};
    uint8_t *output = make_output(text.size);
    struct codec_stream stream;
    codec_stream_start(&stream, context, codec, block, output, text.size);
    CHECK(codec_stream_made(&stream) == 0);
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        CHECK(need_is_right(&stream, prefixes[i], output, text));
    /* Asking for fewer bytes keeps the others. */
    CHECK(need_is_right(&stream, 0, output, text));
    CHECK(codec_stream_made(&stream) == text.size);
    codec_stream_end(&stream);
    codec_stream_end(&stream);
    free(output);
}

static void rising_prefixes_are_right(void)
{
    with_all_blocks(check_rising);
}

/* Each prefix in a new stream, which then ends, continues by a byte or to its end. */
static void check_single(enum codec codec, struct slice block, struct slice text)
{
    static const size_t prefixes[] = {0,    1,     7,     99,     100,
                                      4096, 65535, 65536, 131072, 400000};
    for (size_t i = 0; i < COUNT_OF(prefixes) && prefixes[i] <= text.size; i++) {
        for (int then = 0; then < 3; then++) {
            uint8_t *output = make_output(text.size);
            struct codec_stream stream;
            codec_stream_start(&stream, context, codec, block, output, text.size);
            CHECK(need_is_right(&stream, prefixes[i], output, text));
            if (then == 1)
                CHECK(need_is_right(&stream, least(prefixes[i] + 1, text.size), output,
                                    text));
            if (then == 2)
                CHECK(need_is_right(&stream, text.size, output, text));
            codec_stream_end(&stream);
            free(output);
        }
    }
}

static void first_prefix_may_have_any_size(void)
{
    with_all_blocks(check_single);
}

static void check_small_steps(enum codec codec, struct slice block, struct slice text)
{
    static const size_t steps[] = {1, 7, 100, 5000};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        if (text.size / steps[i] > 50000)
            continue;
        uint8_t *output = make_output(text.size);
        struct codec_stream stream;
        struct error error = {0};
        codec_stream_start(&stream, context, codec, block, output, text.size);
        for (size_t n = 0; n < text.size; n += steps[i]) {
            CHECK(codec_stream_need(&stream, n, &error) == OK);
            CHECK(codec_stream_made(&stream) >= n);
            CHECK(n == 0 || output[n - 1] == text.data[n - 1]);
        }
        CHECK(need_is_right(&stream, text.size, output, text));
        codec_stream_end(&stream);
        free(output);
    }
}

static void small_steps_are_right(void)
{
    with_all_blocks(check_small_steps);
}

/* A small part of a large block does not cost decompressing all of it. */
static void work_stops_early(void)
{
    struct codec_set early = codecs_that(are_read_in_steps);
    struct bytes text = make_text(700000);
    for (size_t i = 0; i < early.n; i++) {
        struct bytes block = compress_block(early.codecs[i], bytes_slice(&text), 1);
        uint8_t *output = make_output(text.size);
        struct codec_stream stream;
        codec_stream_start(&stream, context, early.codecs[i], bytes_slice(&block), output,
                           text.size);
        CHECK(need_is_right(&stream, 1000, output, bytes_slice(&text)));
        CHECK(codec_stream_made(&stream) <= 140000);
        CHECK(need_is_right(&stream, 350000, output, bytes_slice(&text)));
        CHECK(codec_stream_made(&stream) <= 490000);
        codec_stream_end(&stream);
        free(output);
        bytes_free(&block);
    }
    bytes_free(&text);
}

/* ---- Input that is loaded later ------------------------------------------------ */

/* A stream whose input moves with each part that is loaded. */
struct later {
    struct slice block, text;
    uint8_t *bytes; /* the first n_loaded bytes of the block, and no others */
    uint8_t *output;
    size_t n_loaded;
    size_t fails_at; /* loading as many bytes or more fails */
    struct codec_stream stream;
};

static enum status load_later(void *argument, size_t n, const uint8_t **input,
                              struct error *error)
{
    struct later *later = argument;
    CHECK(n > later->n_loaded && n <= later->block.size);
    if (n >= later->fails_at)
        return error_set(error, IO, "the disk is on fire");
    free(later->bytes);
    *input = later->bytes = must(malloc(n));
    memcpy(later->bytes, later->block.data, n);
    later->n_loaded = n;
    return OK;
}

static void later_start(struct later *later, enum codec codec, struct slice block,
                        struct slice text, size_t n_first)
{
    *later = (struct later){.block = block,
                            .text = text,
                            .bytes = must(malloc(n_first > 0 ? n_first : 1)),
                            .output = make_output(text.size),
                            .n_loaded = n_first,
                            .fails_at = SIZE_MAX};
    if (n_first > 0)
        memcpy(later->bytes, block.data, n_first);
    codec_stream_start(&later->stream, context, codec, slice_of(later->bytes, block.size),
                       later->output, text.size);
    codec_stream_load_later(&later->stream, n_first, load_later, later);
}

static bool later_is_right(struct later *later, size_t n)
{
    return need_is_right(&later->stream, n, later->output, later->text);
}

static void later_end(struct later *later)
{
    codec_stream_end(&later->stream);
    free(later->bytes);
    free(later->output);
}

/* Calls `test` with each codec's stream of the text, of which nothing is loaded. */
static void with_later(const struct codec_set *codecs, const struct bytes *text,
                       void (*test)(struct later *later))
{
    for (size_t i = 0; i < codecs->n; i++) {
        struct bytes block = compress_block(codecs->codecs[i], bytes_slice(text), 1);
        struct later later;
        later_start(&later, codecs->codecs[i], bytes_slice(&block), bytes_slice(text), 0);
        test(&later);
        later_end(&later);
        bytes_free(&block);
    }
}

static void check_later(enum codec codec, struct slice block, struct slice text)
{
    for (size_t n_first = 0; n_first <= block.size; n_first = n_first * 9 + 1) {
        const size_t prefixes[] = {0, least(7, text.size), text.size / 5,
                                   text.size / 5 * 2, text.size};
        struct later later;
        later_start(&later, codec, block, text, n_first);
        for (size_t i = 0; i < COUNT_OF(prefixes); i++)
            CHECK(later_is_right(&later, prefixes[i]));
        CHECK(later.n_loaded == block.size);
        later_end(&later);
    }
}

static void input_may_be_loaded_later(void)
{
    with_all_blocks(check_later);
}

static void check_restarts(struct later *later)
{
    CHECK(later_is_right(later, 1000));
    CHECK(later_is_right(later, 280000));
    CHECK(later_is_right(later, later->text.size));
}

/* Noise, then zeros: the front needs more input than the average says. */
static void streams_restart_where_input_is_missing(void)
{
    struct bytes text = {0};
    uint64_t random = 1;
    for (size_t i = 0; i < 600000; i++)
        bytes_put_u8(&text, i < 300000 ? (unsigned)random_below(&random, 256) : 0);
    with_later(&all, &text, check_restarts);
    bytes_free(&text);
}

static void check_little_is_loaded(struct later *later)
{
    CHECK(later_is_right(later, 1000));
    CHECK(later->n_loaded <= 120000);
    CHECK(later_is_right(later, 200000));
    CHECK(later->n_loaded <= later->block.size / 2 + 90000);
}

/* Little input is loaded for little output. */
static void input_is_loaded_as_needed(void)
{
    struct codec_set early = codecs_that(are_read_in_steps);
    struct bytes text = make_text(700000);
    with_later(&early, &text, check_little_is_loaded);
    bytes_free(&text);
}

static void check_failure(struct later *later)
{
    struct error error = {0};
    later->fails_at = later->block.size;
    CHECK(codec_stream_need(&later->stream, later->text.size, &error) == IO);
    error_clear(&error);
    CHECK(codec_stream_need(&later->stream, later->text.size, &error) != OK);
}

static void failures_to_load_are_reported(void)
{
    struct bytes text = make_text(700000);
    with_later(&all, &text, check_failure);
    bytes_free(&text);
}

/* ---- Damage ------------------------------------------------------------------- */

/* Decompresses in rising steps and at once; the status must be the same. */
static void compare_statuses(enum codec codec, struct slice input, size_t output_size,
                             size_t step, enum status *status)
{
    uint8_t *at_once = make_output(output_size), *in_steps = make_output(output_size);
    uint8_t *exact = exact_copy(input.data, input.size);
    struct error error = {0}, other_error = {0};
    struct codec_stream stream;
    enum status expected = codec_decompress(context, codec, slice_of(exact, input.size),
                                            at_once, output_size, &other_error);
    *status = OK;
    codec_stream_start(&stream, context, codec, slice_of(exact, input.size), in_steps,
                       output_size);
    for (size_t n = 0; *status == OK; n = least(n + step, output_size)) {
        *status = codec_stream_need(&stream, n, &error);
        if (n == output_size)
            break;
    }
    CHECK(*status == expected && *status == error.status);
    CHECK(*status != OK || output_size == 0 ||
          memcmp(at_once, in_steps, output_size) == 0);
    if (*status != OK) {
        struct error again = {0};
        CHECK(error.message[0] != 0);
        CHECK(codec_stream_need(&stream, output_size, &again) != OK);
        CHECK(again.message[0] != 0);
    }
    codec_stream_end(&stream);
    free(exact);
    free(at_once);
    free(in_steps);
}

static void check_truncated(enum codec codec, struct slice block, struct slice text)
{
    enum status status;
    size_t step = block.size > 2000 ? block.size / 19 : 1;
    if (text.size == 0)
        return;
    for (size_t n = 0; n < block.size; n += step) {
        compare_statuses(codec, slice_of(block.data, n), text.size, text.size / 3 + 1,
                         &status);
        CHECK(status == CORRUPT);
    }
}

static void truncated_blocks_are_corrupt(void)
{
    with_all_blocks(check_truncated);
}

static void check_sizes(enum codec codec, struct slice block, struct slice text)
{
    const size_t sizes[] = {text.size + 1, text.size + 1000,
                            text.size > 0 ? text.size - 1 : 1, text.size / 2 + 1,
                            text.size * 2 + 3};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        enum status status;
        if (sizes[i] == text.size)
            continue;
        compare_statuses(codec, block, sizes[i], sizes[i] / 5 + 1, &status);
        CHECK(status == CORRUPT);
    }
}

static void wrong_sizes_are_corrupt(void)
{
    with_all_blocks(check_sizes);
}

static void check_damage(enum codec codec, struct slice block, struct slice text)
{
    uint64_t random = block.size;
    uint8_t *damaged = exact_copy(block.data, block.size);
    for (int i = 0; i < (text.size > 10000 ? 20 : 100) && block.size > 0; i++) {
        enum status status;
        memcpy(damaged, block.data, block.size);
        for (int k = 0; k < 1 + i % 3; k++)
            damaged[random_below(&random, block.size)] ^=
                (uint8_t)(1 + random_below(&random, 255));
        compare_statuses(codec, slice_of(damaged, block.size), text.size,
                         1 + (size_t)random_below(&random, text.size / 3 + 1), &status);
        CHECK(status == OK || status == CORRUPT);
    }
    free(damaged);
}

static void damage_gives_the_same_status(void)
{
    with_all_blocks(check_damage);
}

#ifndef PARQUET_VTAB_OMIT_LZ4
/* A copy whose offset is 0, which no writer makes: liblz4 makes zeros of it, but not
 * where it stops before the end of the copy. */
static void offsets_of_zero_make_zeros(void)
{
    enum { LENGTH = 100000, REST = LENGTH - 15 - 4 };
    struct bytes block = {0};
    struct error error = {0};
    struct codec_stream stream;
    uint8_t *output = make_output(4 + LENGTH + 5);
    bytes_put(&block,
              "\x4f"
              "abcd\0\0",
              7);
    for (int i = 0; i < REST / 255; i++)
        bytes_put_u8(&block, 255);
    bytes_put_u8(&block, REST % 255);
    bytes_put(&block, "\x50hello", 6);
    codec_stream_start(&stream, context, CODEC_LZ4_RAW, bytes_slice(&block), output,
                       4 + LENGTH + 5);
    CHECK(codec_stream_need(&stream, 10, &error) == OK);
    CHECK(memcmp(output, "abcd\0\0\0\0\0\0", 10) == 0);
    CHECK(codec_stream_need(&stream, 4 + LENGTH + 5, &error) == OK);
    CHECK(memcmp(output, "abcd\0\0\0\0\0\0", 10) == 0);
    codec_stream_end(&stream);
    free(output);
    bytes_free(&block);
}
#endif

/* A member whose header has a checksum of its own, which is wrong. */
static void gzip_headers_are_checked(void)
{
    static const char member[] = "\x1f\x8b\x08\x02\0\0\0\0\0\x03\x01\x02"
                                 "\x4b\x04\x00\x43\xbe\xb7\xe8\x01\0\0";
    struct slice block = slice_of(member, sizeof member);
    enum status status;
    compare_statuses(CODEC_GZIP, block, 1, 1, &status);
    CHECK(status == CORRUPT);
}

/* Frames that ZSTD_compress() does not write, decompressed byte by byte. */
static void unusual_zstd_frames_are_read(void)
{
    static const struct {
        const char *bytes;
        size_t size, output_size;
        enum status status;
    } cases[] = {
#define CASE(bytes, output_size, status) {bytes, sizeof(bytes) - 1, output_size, status}
        /* without content size, and with a window of 256 MiB */
        CASE("\x28\xb5\x2f\xfd\x00\x00\x29\0\0hello", 5, OK),
        CASE("\x28\xb5\x2f\xfd\x00\x90\x29\0\0hello", 5, OK),
        /* several blocks: raw, empty, a run, and an empty last one */
        CASE("\x28\xb5\x2f\xfd\x00\x00\x28\0\0hello\0\0\0\x52\0\0x\x01\0\0", 15, OK),
        CASE("\x28\xb5\x2f\xfd\x00\x00\x28\0\0hello\0\0\0\x52\0\0x\x01\0\0", 14, CORRUPT),
        CASE("\x28\xb5\x2f\xfd\x00\x00\x28\0\0hello\0\0\0\x52\0\0x\x00\0\0", 15, CORRUPT),
        /* skippable frames before, between and after others */
        CASE("\x50\x2a\x4d\x18\x03\0\0\0abc\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello", 5, OK),
        CASE("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello\x50\x2a\x4d\x18\0\0\0\0"
             "\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello\x5f\x2a\x4d\x18\x01\0\0\0a",
             10, OK),
        /* bytes after the last frame */
        CASE("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello\0", 5, CORRUPT),
        CASE("\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello\x28\xb5\x2f\xfd", 5, CORRUPT),
#undef CASE
    };
    if (codec_check_supported(CODEC_ZSTD, &(struct error){0}) != OK)
        return;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        enum status status;
        compare_statuses(CODEC_ZSTD, slice_of(cases[i].bytes, cases[i].size),
                         cases[i].output_size, 1, &status);
        CHECK(status == cases[i].status);
    }
}

/* ---- Several streams ---------------------------------------------------------- */

enum { N_STREAMS = 200 };

/* More streams than a context has library states, read in turns and to various ends. */
static void many_streams_can_be_used_at_once(void)
{
    struct bytes text = make_text(300000);
    for (size_t c = 0; c < all.n; c++) {
        struct bytes block = compress_block(all.codecs[c], bytes_slice(&text),
                                            MOST_PARTS);
        struct codec_stream *streams = must(calloc(N_STREAMS, sizeof *streams));
        uint8_t *outputs[N_STREAMS];
        for (size_t i = 0; i < N_STREAMS; i++) {
            outputs[i] = make_output(text.size);
            codec_stream_start(&streams[i], context, all.codecs[c], bytes_slice(&block),
                               outputs[i], text.size);
        }
        for (size_t round = 1; round <= 4; round++)
            for (size_t i = 0; i < N_STREAMS; i++)
                if (round <= i % 5)
                    CHECK(need_is_right(&streams[i], text.size / 4 * round, outputs[i],
                                        bytes_slice(&text)));
        for (size_t i = 0; i < N_STREAMS; i++) {
            codec_stream_end(&streams[i]);
            free(outputs[i]);
        }
        free(streams);
        bytes_free(&block);
    }
    bytes_free(&text);
}

static void streams_may_be_empty_or_unsupported(void)
{
    struct codec_stream stream = {0};
    struct error error = {0};
    uint8_t output[5];
    codec_stream_end(&stream);
    codec_stream_start(&stream, context, CODEC_UNKNOWN, slice_of("\x05\x10hello", 7),
                       output, 5);
    CHECK(codec_stream_need(&stream, 1, &error) == UNSUPPORTED);
    CHECK(codec_stream_made(&stream) == 0);
    codec_stream_end(&stream);
}

static void allocation_failures_are_reported(void)
{
    struct bytes text = make_text(200000);
    for (size_t c = 0; c < all.n; c++) {
        struct bytes block = compress_block(all.codecs[c], bytes_slice(&text), 1);
        uint8_t *output = make_output(text.size);
        enum status status = NOMEM;
        for (long n = 1; n < 20 && status == NOMEM; n++) {
            struct codec_context *fresh = codec_context_new();
            struct codec_stream stream;
            struct error error = {0};
            codec_stream_start(&stream, fresh, all.codecs[c], bytes_slice(&block), output,
                               text.size);
            mem_fail_at(n, 1);
            status = codec_stream_need(&stream, 10, &error);
            if (status == OK)
                status = codec_stream_need(&stream, text.size, &error);
            mem_fail_at(0, 0);
            CHECK(status == OK || status == NOMEM);
            CHECK(status == error.status);
            codec_stream_end(&stream);
            codec_context_free(fresh);
        }
        CHECK(status == OK && memcmp(output, text.data, text.size) == 0);
        free(output);
        bytes_free(&block);
    }
    bytes_free(&text);
}

static void check_noise(struct later *later)
{
    for (size_t n = 8000; n <= 240000; n += 8000)
        CHECK(later_is_right(later, n));
    CHECK(later->n_loaded <= 480000);
    CHECK(later_is_right(later, later->text.size));
}

/* Snappy needs whole literals, which are long in noise, but not all of the input. */
static void noise_is_loaded_as_needed(void)
{
    struct bytes text = {0};
    uint64_t random = 1;
    for (size_t i = 0; i < 600000; i++)
        bytes_put_u8(&text, (unsigned)random_below(&random, 256));
    struct codec_set early = codecs_that(are_read_in_steps);
    with_later(&early, &text, check_noise);
    bytes_free(&text);
}

int main(void)
{
    context = codec_context_new();
    all = codecs_that(can_be_compressed);
    RUN(rising_prefixes_are_right);
    RUN(first_prefix_may_have_any_size);
    RUN(small_steps_are_right);
    RUN(work_stops_early);
    RUN(input_may_be_loaded_later);
    RUN(streams_restart_where_input_is_missing);
    RUN(input_is_loaded_as_needed);
    RUN(noise_is_loaded_as_needed);
    RUN(failures_to_load_are_reported);
    RUN(truncated_blocks_are_corrupt);
    RUN(wrong_sizes_are_corrupt);
    RUN(damage_gives_the_same_status);
#ifndef PARQUET_VTAB_OMIT_LZ4
    RUN(offsets_of_zero_make_zeros);
#endif
    RUN(gzip_headers_are_checked);
    RUN(unusual_zstd_frames_are_read);
    RUN(many_streams_can_be_used_at_once);
    RUN(streams_may_be_empty_or_unsupported);
    RUN(allocation_failures_are_reported);
    codec_context_free(context);
    return unit_test_done();
}
