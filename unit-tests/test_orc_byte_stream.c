/* SPDX-License-Identifier: MIT */
/*
 * test_orc_byte_stream.c - the bytes of a stream through its window: chunks of all sizes,
 * taking, skipping and seeking in odd steps, damaged chunks, memory (byte_stream.h).
 */
#include "orc/stream/byte_stream.h"

#include "base/alloc.h"
#include "unit_orc_stream.h"

enum { N_CONTENTS = 3000 };

static uint8_t contents[N_CONTENTS];

static void fill_contents(void)
{
    uint64_t state = 7;
    for (size_t i = 0; i < N_CONTENTS; i++)
        contents[i] = (uint8_t)next_random(&state);
}

static struct slice all_contents(void)
{
    return slice_of(contents, N_CONTENTS);
}

/* ---- Right streams ---------------------------------------------------------------- */

static bool takes_in_steps(const struct layout *layout, size_t step)
{
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    bool is_at_end = true, is_right = true;
    open_stream(&file, layout, all_contents());
    orc_bytes_start(&stream, &file.source, file.range);
    for (size_t at = 0; is_right && at < N_CONTENTS;) {
        struct slice taken = {0};
        size_t n = least(step, N_CONTENTS - at);
        is_right = orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && !is_at_end &&
                   orc_bytes_take(&stream, n, &taken, &error) == OK && taken.size == n &&
                   memcmp(taken.data, contents + at, n) == 0;
        at += n;
    }
    is_right = is_right && orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK &&
               is_at_end && stream.window.size == 0;
    orc_bytes_release(&stream);
    close_stream(&file);
    return is_right;
}

static void bytes_are_taken_in_any_steps(void)
{
    for (size_t i = 0; i < N_LAYOUTS; i++) {
        if (!layout_is_possible(&stream_layouts[i]))
            continue;
        for (size_t k = 0; k < N_READ_STEPS; k++)
            CHECK(takes_in_steps(&stream_layouts[i], read_steps[k]));
        CHECK(takes_in_steps(&stream_layouts[i], 64));
    }
}

/* A window may be asked for that is larger than what is left. */
static void window_ends_with_the_stream(void)
{
    for (size_t i = 0; i < N_LAYOUTS; i++) {
        struct stream_file file;
        struct orc_byte_stream stream = {0};
        struct error error = {0};
        if (!layout_is_possible(&stream_layouts[i]))
            continue;
        open_stream(&file, &stream_layouts[i], all_contents());
        orc_bytes_start(&stream, &file.source, file.range);
        CHECK(orc_bytes_skip(&stream, 1234, &error) == OK);
        CHECK(orc_bytes_need(&stream, 10, &error) == OK && stream.window.size >= 10);
        CHECK(orc_bytes_need(&stream, SIZE_MAX / 2, &error) == OK);
        CHECK(stream.window.size == N_CONTENTS - 1234);
        CHECK(slice_equals(stream.window, slice_of(contents + 1234, N_CONTENTS - 1234)));
        /* At the end, nothing more is read, and nothing counted. */
        uint64_t n_read = file.totals.pages_read;
        CHECK(n_read > 0 && orc_bytes_need(&stream, SIZE_MAX / 2, &error) == OK);
        CHECK(file.totals.pages_read == n_read);
        orc_bytes_release(&stream);
        orc_bytes_release(&stream);
        close_stream(&file);
    }
}

/* Takes, skips and seeks at random, against the contents. */
static void walk(const struct layout *layout, uint64_t seed)
{
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    size_t at = 0;
    enum status status = OK;
    open_stream(&file, layout, all_contents());
    orc_bytes_start(&stream, &file.source, file.range);
    for (int i = 0; status == OK && i < 200; i++) {
        struct slice taken = {0};
        uint64_t position[2];
        size_t left = N_CONTENTS - at, most = random_below(&seed, 3) == 0 ? left : 20;
        size_t n = random_below(&seed, least(left, most) + 1);
        switch (random_below(&seed, 4)) {
        case 0:
            status = orc_bytes_skip(&stream, n, &error);
            at += n;
            break;
        case 1:
            at = random_below(&seed, N_CONTENTS + 1);
            if (stream_position(layout, all_contents(), at, position) == 1)
                status = orc_bytes_seek(&stream, 0, position[0], &error);
            else
                status = orc_bytes_seek(&stream, position[0], position[1], &error);
            break;
        default:
            status = orc_bytes_take(&stream, n, &taken, &error);
            if (!slice_equals(taken, slice_of(contents + at, n)))
                CHECK(slice_equals(taken, slice_of(contents + at, n)));
            at += n;
        }
    }
    CHECK(status == OK);
    CHECK_TEXT(error.message, "");
    orc_bytes_release(&stream);
    close_stream(&file);
}

static void skipping_and_seeking_find_the_same_bytes(void)
{
    for (size_t i = 0; i < N_LAYOUTS; i++) {
        for (uint64_t seed = 0; layout_is_possible(&stream_layouts[i]) && seed < 10;
             seed++)
            walk(&stream_layouts[i], seed);
    }
}

/* Chunks of a stream may have different sizes, be empty, and be original or not. */
static void chunks_may_be_mixed(void)
{
    struct bytes raw = {0};
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct slice taken;
    bool is_at_end;
    static const size_t sizes[] = {0, 1, 100, 0, 0, 37, 99, 3};
    size_t at = 0;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        orc_put_chunk(&raw, ORC_COMPRESSION_ZLIB, i % 2 == 1,
                      slice_of(contents + at, sizes[i]));
        at += sizes[i];
    }
    orc_put_chunk(&raw, ORC_COMPRESSION_ZLIB, true, slice_of(NULL, 0));
    for (size_t k = 0; k < N_READ_STEPS; k++) {
        open_raw_stream(&file, ORC_COMPRESSION_ZLIB, 100, bytes_slice(&raw));
        orc_bytes_start(&stream, &file.source, file.range);
        for (size_t got = 0; got < at;) {
            size_t n = least(read_steps[k], at - got);
            CHECK(orc_bytes_take(&stream, n, &taken, &error) == OK);
            CHECK(slice_equals(taken, slice_of(contents + got, n)));
            got += n;
        }
        CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && is_at_end);
        orc_bytes_release(&stream);
        close_stream(&file);
    }
    bytes_free(&raw);
}

/* The examples of the specification: 100,000 bytes compressed, 5 original bytes. */
static void header_has_23_bits_for_the_size(void)
{
    struct orc_chunk chunk = orc_chunk_of((const uint8_t *)"\x40\x0d\x03");
    CHECK(chunk.size == 100000 && !chunk.is_original);
    chunk = orc_chunk_of((const uint8_t *)"\x0b\x00\x00");
    CHECK(chunk.size == 5 && chunk.is_original);
    chunk = orc_chunk_of((const uint8_t *)"\xff\xff\xff");
    CHECK(chunk.size == (1 << 23) - 1 && chunk.is_original);
}

static void missing_stream_is_empty(void)
{
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct slice taken;
    bool is_at_end = false;
    CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && is_at_end);
    CHECK(orc_bytes_take(&stream, 0, &taken, &error) == OK && taken.size == 0);
    CHECK(orc_bytes_seek(&stream, 0, 0, &error) == OK);
    CHECK(orc_bytes_seek(&stream, 0, 1, &error) == CORRUPT);
    error_clear(&error);
    CHECK(orc_bytes_skip(&stream, 1, &error) == CORRUPT);
    error_clear(&error);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == CORRUPT);
    orc_bytes_release(&stream);
}

/* ---- Damaged streams --------------------------------------------------------------- */

/* The message of reading the first `n` bytes; "" if that succeeds. */
static const char *message_of(struct slice raw, size_t n)
{
    static struct error error;
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct slice taken;
    error_clear(&error);
    open_raw_stream(&file, ORC_COMPRESSION_ZLIB, 100, raw);
    orc_bytes_start(&stream, &file.source, file.range);
    enum status status = orc_bytes_take(&stream, n, &taken, &error);
    CHECK(status == error.status && (status == OK || status == CORRUPT));
    orc_bytes_release(&stream);
    /* Skipping finds the same faults. */
    struct error skip_error = {0};
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_skip(&stream, n, &skip_error) == status);
    orc_bytes_release(&stream);
    close_stream(&file);
    return error.message;
}

static void damaged_chunks_are_corrupt(void)
{
    struct bytes two = {0}, large = {0};
    uint8_t zeros[101] = {0};
    orc_put_chunk(&two, ORC_COMPRESSION_ZLIB, true, slice_of(contents, 10));
    orc_put_chunk(&two, ORC_COMPRESSION_ZLIB, true, slice_of(contents, 10));
    CHECK_TEXT(message_of(bytes_slice(&two), 20), "");
    CHECK_TEXT(message_of(bytes_slice(&two), 21),
               "stream DATA at 18: 21 more bytes expected, 20 left");
    CHECK_TEXT(message_of(slice_of(two.data, 25), 20),
               "stream DATA at 18: a chunk claims 10 bytes, but only 9 follow");
    CHECK_TEXT(message_of(slice_of(two.data, 14), 20),
               "stream DATA at 5: the header of a chunk is truncated");
    CHECK_TEXT(message_of(slice_of(two.data, 15), 20),
               "stream DATA at 5: the header of a chunk is truncated");
    CHECK_TEXT(message_of(slice_of(two.data, 16), 20),
               "stream DATA at 18: a chunk claims 10 bytes, but only 0 follow");
    CHECK_TEXT(message_of(BYTES("\xff"), 1),
               "stream DATA at 5: the header of a chunk is truncated");
    /* The readers of a file are promised that chunks have at most 100 bytes. */
    orc_put_chunk(&large, ORC_COMPRESSION_ZLIB, true, slice_of(zeros, 101));
    CHECK_TEXT(message_of(bytes_slice(&large), 1),
               "stream DATA at 5: a chunk of 101 bytes, but chunks have at most 100");
    large.size = 0;
    orc_put_chunk(&large, ORC_COMPRESSION_ZLIB, false, slice_of(zeros, 101));
    CHECK(strstr(message_of(bytes_slice(&large), 1), "stream DATA at 5: ") != NULL);
    large.size = 0;
    orc_put_chunk(&large, ORC_COMPRESSION_ZLIB, false, slice_of(zeros, 100));
    CHECK_TEXT(message_of(bytes_slice(&large), 100), "");
    large.data[5] ^= 1; /* the size of a stored block of deflate */
    CHECK(strstr(message_of(bytes_slice(&large), 1), "stream DATA at 5: ") != NULL);
    bytes_free(&two);
    bytes_free(&large);
}

/* The second of two chunks is truncated. */
static void chunks_are_read_only_when_they_are_needed(void)
{
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct bytes two = {0};
    bool is_at_end = true;
    orc_put_chunk(&two, ORC_COMPRESSION_ZLIB, true, slice_of(contents, 10));
    orc_put_chunk(&two, ORC_COMPRESSION_ZLIB, true, slice_of(contents, 10));
    open_raw_stream(&file, ORC_COMPRESSION_ZLIB, 100, slice_of(two.data, 25));
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_skip(&stream, 9, &error) == OK);
    CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && !is_at_end);
    CHECK(orc_bytes_skip(&stream, 1, &error) == OK);
    CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == CORRUPT);
    orc_bytes_release(&stream);
    close_stream(&file);
    bytes_free(&two);
}

static void positions_outside_are_corrupt(void)
{
    static const struct layout none = {ORC_COMPRESSION_NONE, 100, 0, false};
    static const struct layout zlib = {ORC_COMPRESSION_ZLIB, 100, 50, true};
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct slice taken;
    bool is_at_end;
    open_stream(&file, &none, slice_of(contents, 100));
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_seek(&stream, 0, 100, &error) == OK);
    CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && is_at_end);
    CHECK(orc_bytes_seek(&stream, 0, 101, &error) == CORRUPT);
    CHECK_TEXT(error.message,
               "stream DATA at 105: the row index has the position 101 in a stream of "
               "100 bytes");
    error_clear(&error);
    CHECK(orc_bytes_seek(&stream, 0, UINT64_MAX, &error) == CORRUPT);
    error_clear(&error);
    CHECK(orc_bytes_seek(&stream, 0, 99, &error) == OK);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(taken.data[0] == contents[99]);
    orc_bytes_release(&stream);
    close_stream(&file);

    open_stream(&file, &zlib, slice_of(contents, 100));
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_seek(&stream, 53, 0, &error) == OK);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(taken.data[0] == contents[50]);
    /* All of a chunk may be consumed, and all of the stream. */
    CHECK(orc_bytes_seek(&stream, 0, 50, &error) == OK);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(taken.data[0] == contents[50]);
    CHECK(orc_bytes_seek(&stream, 53, 50, &error) == OK);
    CHECK(orc_bytes_seek(&stream, 106, 0, &error) == OK);
    CHECK(orc_bytes_is_at_end(&stream, &is_at_end, &error) == OK && is_at_end);
    const uint64_t wrong[][2] = {{106, 1}, {107, 0},        {53, 51},
                                 {0, 101}, {UINT64_MAX, 0}, {0, UINT64_MAX}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        CHECK(orc_bytes_seek(&stream, wrong[i][0], wrong[i][1], &error) == CORRUPT);
        error_clear(&error);
    }
    orc_bytes_release(&stream);
    close_stream(&file);

    /* No more bytes are skipped than a chunk may have. */
    open_stream(&file, &zlib, slice_of(contents, 300));
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_seek(&stream, 0, 100, &error) == OK);
    CHECK(orc_bytes_seek(&stream, 0, 101, &error) == CORRUPT);
    CHECK_TEXT(error.message,
               "stream DATA at 58: the row index has the position 101 in a chunk of at "
               "most 100 bytes");
    orc_bytes_release(&stream);
    close_stream(&file);
}

/* ---- Cost -------------------------------------------------------------------------- */

static int64_t bytes_read(const struct stream_file *file)
{
    return input_file_bytes_read(file->source.input);
}

/* Without compression, what is skipped is not read; with it, only headers would do, but
 * the chunks' sizes are not known. */
static void little_is_read(void)
{
    enum { SIZE = 8 << 20 };
    static const struct layout none = {ORC_COMPRESSION_NONE, 100, 0, false};
    uint8_t *zeros = must(calloc(SIZE, 1));
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct slice taken;
    open_stream(&file, &none, slice_of(zeros, SIZE));
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(bytes_read(&file) == 0);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(bytes_read(&file) <= 32 * 1024);
    CHECK(orc_bytes_skip(&stream, SIZE - 2, &error) == OK);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(bytes_read(&file) <= 64 * 1024);
    CHECK(orc_bytes_seek(&stream, 0, SIZE / 2, &error) == OK);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(bytes_read(&file) <= 96 * 1024);
    orc_bytes_release(&stream);
    close_stream(&file);
    free(zeros);
}

/* Of small chunks, no block of the largest size is charged. */
static void memory_is_that_of_the_window(void)
{
    static const struct layout zlib = {ORC_COMPRESSION_ZLIB, 4 << 20, 100, false};
    struct memory_account account = {.name = "test", .limit = 64 << 20};
    struct stream_file file;
    struct orc_byte_stream stream = {0};
    struct error error = {0};
    struct slice taken;
    open_stream(&file, &zlib, all_contents());
    struct memory_scope before = memory_account_enter(&account);
    orc_bytes_start(&stream, &file.source, file.range);
    for (size_t i = 0; i < N_CONTENTS; i++)
        CHECK(orc_bytes_take(&stream, 1, &taken, &error) == OK);
    CHECK(account.used > 0 && account.used < 128 * 1024);
    orc_bytes_release(&stream);
    codec_context_empty(file.codecs);
    CHECK(account.used == 0);
    account.limit = 1000;
    orc_bytes_start(&stream, &file.source, file.range);
    CHECK(orc_bytes_take(&stream, 1, &taken, &error) == TOO_BIG);
    orc_bytes_release(&stream);
    CHECK(account.used == 0);
    memory_scope_restore(before);
    close_stream(&file);
}

static void lost_memory_is_reported(void)
{
    static const struct layout zlib = {ORC_COMPRESSION_ZLIB, 1000, 1000, false};
    struct error error = {0};
    int n = 0;
    do {
        struct stream_file file;
        struct orc_byte_stream stream = {0};
        struct slice taken;
        open_stream(&file, &zlib, all_contents());
        orc_bytes_start(&stream, &file.source, file.range);
        error_clear(&error);
        mem_fail_at(++n, 0);
        CHECK(orc_bytes_take(&stream, 2500, &taken, &error) == error.status);
        mem_fail_at(0, 0);
        orc_bytes_release(&stream);
        close_stream(&file);
    } while (error.status == NOMEM);
    CHECK(error.status == OK && n > 3);
}

/* ---- Sections ---------------------------------------------------------------------- */

static void sections_are_read_and_limited(void)
{
    for (size_t i = 0; i < N_LAYOUTS; i++) {
        struct stream_file file;
        struct buffer output = {0};
        struct error error = {0};
        if (!layout_is_possible(&stream_layouts[i]))
            continue;
        open_stream(&file, &stream_layouts[i], all_contents());
        uint64_t begin = file.range.begin, size = file.range.end - begin;
        CHECK(orc_section_read(&file.source, begin, size, 100000, &output, &error) == OK);
        CHECK(slice_equals(buffer_slice(&output), all_contents()));
        output.size = 0;
        CHECK(orc_section_read(&file.source, begin, size, N_CONTENTS - 1, &output,
                               &error) == TOO_BIG);
        error_clear(&error);
        CHECK(orc_section_read(&file.source, begin, size + BYTES_AFTER + 1, 100000,
                               &output, &error) == CORRUPT);
        error_clear(&error);
        CHECK(orc_section_read(&file.source, UINT64_MAX, size, 100000, &output, &error) ==
              CORRUPT);
        error_clear(&error);
        CHECK(orc_section_read(&file.source, begin, UINT64_MAX, 100000, &output,
                               &error) == CORRUPT);
        output.size = 0;
        error_clear(&error);
        CHECK(orc_section_read(&file.source, begin, 0, 0, &output, &error) == OK);
        CHECK(output.size == 0);
        if (file.source.is_compressed) {
            CHECK(orc_section_read(&file.source, begin, size - 1, 100000, &output,
                                   &error) == CORRUPT);
            error_clear(&error);
            CHECK(orc_section_read(&file.source, begin, 2, 100000, &output, &error) ==
                  CORRUPT);
        }
        buffer_release(&output);
        close_stream(&file);
    }
}

int main(void)
{
    fill_contents();
    RUN(bytes_are_taken_in_any_steps);
    RUN(window_ends_with_the_stream);
    RUN(skipping_and_seeking_find_the_same_bytes);
    RUN(chunks_may_be_mixed);
    RUN(header_has_23_bits_for_the_size);
    RUN(missing_stream_is_empty);
    RUN(damaged_chunks_are_corrupt);
    RUN(chunks_are_read_only_when_they_are_needed);
    RUN(positions_outside_are_corrupt);
    RUN(little_is_read);
    RUN(memory_is_that_of_the_window);
    RUN(lost_memory_is_reported);
    RUN(sections_are_read_and_limited);
    return unit_test_done();
}
