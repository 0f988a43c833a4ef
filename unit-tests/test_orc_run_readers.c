/* SPDX-License-Identifier: MIT */
/*
 * test_orc_run_readers.c - integers, bytes and booleans over runs and chunks: reading,
 * skipping, seeking and adding up in odd steps, streams that end too early
 * (run_readers.h).
 */
#include "orc/stream/run_readers.h"

#include "base/interrupt.h"
#include "unit_orc_stream.h"

enum { N_VALUES = 3000, MOST_RUNS = 2000 };

/* ---- Streams with all kinds of runs -------------------------------------------------
 */

/* Which byte of the contents each run begins at, and which value it begins with. */
struct runs {
    struct bytes bytes;
    size_t n, starts[MOST_RUNS];
    uint32_t firsts[MOST_RUNS];
};

static void begin_run(struct runs *runs, uint32_t first)
{
    CHECK(runs->n < MOST_RUNS);
    runs->starts[runs->n] = runs->bytes.size;
    runs->firsts[runs->n++] = first;
}

static int64_t integers[N_VALUES];
static uint8_t bytes[N_VALUES];
static struct runs integer_runs[2], byte_runs;

/* Literals, and runs of equal or evenly spaced values: of version 1 the latter, of
 * version 2 short repeats, direct runs and deltas without differences. */
static void put_integer_run(struct runs *runs, int version, const int64_t *values,
                            uint32_t n, bool is_even)
{
    int64_t delta = n > 1 ? values[1] - values[0] : 0;
    if (!is_even) {
        orc_put_integers(&runs->bytes, version, true, values, n);
    } else if (version == V1) {
        bytes_put_u8(&runs->bytes, n - 3);
        bytes_put_u8(&runs->bytes, (unsigned)(delta & 0xff));
        bytes_put_zigzag(&runs->bytes, values[0]);
    } else if (delta == 0 && n <= 10) {
        bytes_put_u8(&runs->bytes, 7 << 3 | (n - 3));
        uint64_t zigzag = (uint64_t)values[0] << 1 ^ (values[0] < 0 ? UINT64_MAX : 0);
        for (unsigned k = 0; k < 8; k++)
            bytes_put_u8(&runs->bytes, (unsigned)(zigzag >> (56 - 8 * k) & 0xff));
    } else {
        bytes_put_u8(&runs->bytes, 0xc0 | ((n - 1) >> 8));
        bytes_put_u8(&runs->bytes, (n - 1) & 0xff);
        bytes_put_zigzag(&runs->bytes, values[0]);
        bytes_put_zigzag(&runs->bytes, delta);
    }
}

static void make_integers(void)
{
    uint64_t state = 3;
    for (uint32_t at = 0; at < N_VALUES;) {
        bool is_even = random_below(&state, 2) == 0;
        uint32_t n = 3 + (uint32_t)random_below(&state,
                                                random_below(&state, 4) == 0 ? 126 : 8);
        n = (uint32_t)least(n, N_VALUES - at);
        is_even = is_even && n >= 3;
        int64_t first = (int64_t)next_random(&state) >> random_below(&state, 63);
        int64_t delta = (int64_t)random_below(&state, 3) - 1;
        for (uint32_t i = 0; i < n; i++)
            integers[at + i] = is_even ? (int64_t)((uint64_t)first + (uint64_t)delta * i)
                                       : (int64_t)next_random(&state) >>
                                             random_below(&state, 63);
        for (int version = V1; version <= V2; version++) {
            begin_run(&integer_runs[version], at);
            put_integer_run(&integer_runs[version], version, integers + at, n, is_even);
        }
        at += n;
    }
}

static void make_bytes(void)
{
    uint64_t state = 4;
    for (uint32_t at = 0; at < N_VALUES;) {
        uint32_t n = (uint32_t)least(3 + random_below(&state, 128), N_VALUES - at);
        bool is_run = random_below(&state, 2) == 0 && n >= 3;
        uint8_t value = (uint8_t)next_random(&state);
        begin_run(&byte_runs, at);
        n = !is_run && n > 128 ? 128 : n;
        bytes_put_u8(&byte_runs.bytes, is_run ? n - 3 : 256 - n);
        for (uint32_t i = 0; i < n; i++)
            bytes[at + i] = is_run ? value : (uint8_t)next_random(&state);
        bytes_put(&byte_runs.bytes, bytes + at, is_run ? 1 : n);
        at += n;
    }
}

/* Bit i of the bytes, the most significant first. */
static uint8_t bit(size_t i)
{
    return bytes[i / 8] >> (7 - i % 8) & 1;
}

/* The positions of value i: of its run's start, and how many values come before it. */
static uint32_t positions_of(const struct layout *layout, const struct runs *runs,
                             uint32_t i, uint64_t *positions)
{
    size_t run = 0;
    while (run + 1 < runs->n && runs->firsts[run + 1] <= i)
        run++;
    uint32_t n = stream_position(layout, bytes_slice(&runs->bytes), runs->starts[run],
                                 positions);
    positions[n] = i - runs->firsts[run];
    return n + 1;
}

/* ---- Integers ---------------------------------------------------------------------- */

static void start_integers(struct orc_integer_reader *reader,
                           const struct stream_file *file, int version)
{
    orc_integers_start(reader, &file->source, file->range,
                       version == V1 ? &orc_integer_runs_v1 : &orc_integer_runs_v2, true);
}

static void integers_are_read_in_any_steps(void)
{
    for (size_t k = 0; k < 2 * N_LAYOUTS; k++) {
        const struct layout *layout = &stream_layouts[k / 2];
        struct stream_file file;
        struct orc_integer_reader reader = {0};
        struct error error = {0};
        int64_t got[N_VALUES];
        if (!layout_is_possible(layout))
            continue;
        open_stream(&file, layout, bytes_slice(&integer_runs[k % 2].bytes));
        for (size_t s = 0; s < N_READ_STEPS; s++) {
            start_integers(&reader, &file, k % 2);
            memset(got, 0x5a, sizeof got);
            for (size_t at = 0; at < N_VALUES;) {
                size_t n = least(read_steps[s], N_VALUES - at);
                CHECK(orc_runs_read(&reader.runs, got + at, n, &error) == OK);
                at += n;
            }
            CHECK(memcmp(got, integers, sizeof got) == 0);
            CHECK(orc_runs_read(&reader.runs, got, 0, &error) == OK);
            CHECK(orc_runs_read(&reader.runs, got, 1, &error) == CORRUPT);
            CHECK(strstr(error.message, "the stream ends 1 values too early") != NULL);
            error_clear(&error);
        }
        orc_runs_release(&reader.runs);
        close_stream(&file);
    }
}

/* Reads, skips and seeks at random in a stream of these runs, of values of `size` bytes.
 */
static void walk(struct orc_run_reader *reader, const struct layout *layout,
                 const struct stream_file *file, const struct runs *runs,
                 const void *values, size_t size, uint64_t seed)
{
    struct error error = {0};
    int64_t got[N_VALUES];
    uint32_t at = 0;
    enum status status = OK;
    for (int i = 0; status == OK && i < 100; i++) {
        uint32_t left = N_VALUES - at;
        uint32_t n = (uint32_t)random_below(
            &seed, least(left, random_below(&seed, 3) == 0 ? 700 : 20) + 1);
        uint64_t numbers[4];
        struct orc_positions positions = {.next = numbers};
        switch (random_below(&seed, 4)) {
        case 0:
            at = (uint32_t)random_below(&seed, N_VALUES + 1);
            positions.n_left = positions_of(layout, runs, at, numbers);
            status = orc_runs_seek(reader, file->source.is_compressed, &positions,
                                   &error);
            CHECK(positions.n_left == 0);
            break;
        case 1:
            status = orc_runs_skip(reader, n, &error);
            at += n;
            break;
        default:
            status = orc_runs_read(reader, got, n, &error);
            if (memcmp(got, (const uint8_t *)values + at * size, n * size) != 0)
                CHECK(memcmp(got, (const uint8_t *)values + at * size, n * size) == 0);
            at += n;
        }
    }
    CHECK(status == OK);
    CHECK_TEXT(error.message, "");
    if (seed % 2 == 0) {
        CHECK(orc_runs_skip(reader, N_VALUES - at, &error) == OK);
        at = N_VALUES;
    }
    CHECK(orc_runs_skip(reader, N_VALUES - at + 1, &error) == CORRUPT);
    CHECK(strstr(error.message, "the stream ends 1 values too early") != NULL);
    orc_runs_release(reader);
}

static void walk_integers(const struct layout *layout, int version, uint64_t seed)
{
    struct stream_file file;
    struct orc_integer_reader reader = {0};
    open_stream(&file, layout, bytes_slice(&integer_runs[version].bytes));
    start_integers(&reader, &file, version);
    walk(&reader.runs, layout, &file, &integer_runs[version], integers, sizeof *integers,
         seed);
    close_stream(&file);
}

static void integers_are_skipped_and_sought(void)
{
    for (size_t k = 0; k < N_LAYOUTS; k++) {
        for (uint64_t seed = 0; layout_is_possible(&stream_layouts[k]) && seed < 12;
             seed++)
            walk_integers(&stream_layouts[k], seed % 2, seed);
    }
}

/* A stream of unsigned numbers in version 1. */
static void open_lengths(struct stream_file *file, const int64_t *lengths, size_t n,
                         struct orc_integer_reader *reader)
{
    struct bytes stream = {0};
    orc_put_integers(&stream, V1, false, lengths, n);
    open_raw_stream(file, ORC_COMPRESSION_NONE, 1, bytes_slice(&stream));
    orc_integers_start(reader, &file->source, file->range, &orc_integer_runs_v1, false);
    bytes_free(&stream);
}

static void lengths_add_up(void)
{
    struct stream_file file;
    struct orc_integer_reader reader = {0};
    struct error error = {0};
    int64_t lengths[2000], value;
    uint64_t sum = 1, expected = 0;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        lengths[i] = (int64_t)(i * 977 % 1000);
        expected += i < 1999 && i > 0 ? (uint64_t)lengths[i] : 0;
    }
    open_lengths(&file, lengths, COUNT_OF(lengths), &reader);
    CHECK(orc_integers_sum(&reader, 0, &sum, &error) == OK && sum == 0);
    CHECK(orc_runs_read(&reader.runs, &value, 1, &error) == OK && value == 0);
    CHECK(orc_integers_sum(&reader, 1998, &sum, &error) == OK && sum == expected);
    CHECK(orc_runs_read(&reader.runs, &value, 1, &error) == OK && value == lengths[1999]);
    CHECK(orc_integers_sum(&reader, 1, &sum, &error) == CORRUPT);
    orc_runs_release(&reader.runs);
    close_stream(&file);
}

/* Lengths are unsigned, but none has 64 bits, and neither has their sum. */
static void sums_do_not_overflow(void)
{
    const int64_t limits[] = {INT64_MAX - 5, 5, 0, 1, 7};
    const int64_t negative[] = {5, -1};
    struct stream_file file;
    struct orc_integer_reader reader = {0};
    struct error error = {0};
    uint64_t sum;
    open_lengths(&file, limits, COUNT_OF(limits), &reader);
    CHECK(orc_integers_sum(&reader, 3, &sum, &error) == OK && sum == INT64_MAX);
    CHECK(orc_integers_sum(&reader, 2, &sum, &error) == OK && sum == 8);
    orc_integers_start(&reader, &file.source, file.range, &orc_integer_runs_v1, false);
    CHECK(orc_integers_sum(&reader, 4, &sum, &error) == CORRUPT);
    CHECK(strstr(error.message, "the length 1") != NULL);
    orc_runs_release(&reader.runs);
    close_stream(&file);
    error_clear(&error);
    open_lengths(&file, negative, COUNT_OF(negative), &reader);
    CHECK(orc_integers_sum(&reader, 2, &sum, &error) == CORRUPT);
    CHECK(strstr(error.message, "the length 18446744073709551615") != NULL);
    orc_runs_release(&reader.runs);
    close_stream(&file);
}

/* ---- Bytes ------------------------------------------------------------------------- */

static void walk_bytes(const struct layout *layout, uint64_t seed)
{
    struct stream_file file;
    struct orc_byte_reader reader = {0};
    open_stream(&file, layout, bytes_slice(&byte_runs.bytes));
    orc_byte_values_start(&reader, &file.source, file.range);
    walk(&reader.runs, layout, &file, &byte_runs, bytes, sizeof *bytes, seed);
    close_stream(&file);
}

static void bytes_are_read_skipped_and_sought(void)
{
    for (size_t k = 0; k < N_LAYOUTS; k++) {
        for (uint64_t seed = 0; layout_is_possible(&stream_layouts[k]) && seed < 12;
             seed++)
            walk_bytes(&stream_layouts[k], seed);
    }
}

/* ---- Booleans ---------------------------------------------------------------------- */

enum { N_BITS = N_VALUES * 8 };

static bool bits_are(const uint8_t *got, size_t first, size_t n, size_t n_true)
{
    size_t expected = 0;
    for (size_t i = 0; i < n; i++) {
        expected += bit(first + i);
        if (got[i] != bit(first + i))
            return false;
    }
    return n_true == expected;
}

static size_t count_true(size_t first, size_t n)
{
    size_t n_true = 0;
    for (size_t i = 0; i < n; i++)
        n_true += bit(first + i);
    return n_true;
}

/* The example of the specification: [0xff, 0x80] is one true, then seven falses. */
static void most_significant_bit_is_first(void)
{
    struct stream_file file;
    struct orc_boolean_reader reader = {0};
    struct error error = {0};
    uint8_t got[8];
    size_t n_true;
    open_raw_stream(&file, ORC_COMPRESSION_NONE, 1, BYTES("\xff\x80"));
    orc_booleans_start(&reader, &file.source, file.range);
    CHECK(orc_booleans_read(&reader, got, 8, &n_true, &error) == OK);
    CHECK(n_true == 1 && memcmp(got, "\1\0\0\0\0\0\0\0", 8) == 0);
    CHECK(orc_booleans_read(&reader, got, 0, &n_true, &error) == OK && n_true == 0);
    CHECK(orc_booleans_read(&reader, got, 1, &n_true, &error) == CORRUPT);
    orc_booleans_release(&reader);
    close_stream(&file);
}

/* From every bit of a byte to every other, reading and skipping. */
static void booleans_begin_at_every_bit(void)
{
    static const struct layout none = {ORC_COMPRESSION_NONE, 1, 0, false};
    struct stream_file file;
    struct orc_boolean_reader reader = {0};
    struct error error = {0};
    open_stream(&file, &none, bytes_slice(&byte_runs.bytes));
    for (size_t first = 0; first < 24; first++) {
        for (size_t n = 0; n < 40; n++) {
            uint8_t got[64];
            size_t n_true;
            uint64_t n_skipped;
            orc_booleans_start(&reader, &file.source, file.range);
            CHECK(orc_booleans_skip(&reader, first, &n_skipped, &error) == OK);
            CHECK(n_skipped == count_true(0, first));
            CHECK(orc_booleans_read(&reader, got, n, &n_true, &error) == OK);
            CHECK(bits_are(got, 0 + first, n, n_true));
            CHECK(orc_booleans_skip(&reader, n, &n_skipped, &error) == OK);
            CHECK(n_skipped == count_true(first + n, n));
            CHECK(orc_booleans_read(&reader, got, 9, &n_true, &error) == OK);
            CHECK(bits_are(got, first + n + n, 9, n_true));
        }
    }
    orc_booleans_release(&reader);
    close_stream(&file);
}

static void walk_booleans(const struct layout *layout, uint64_t seed)
{
    struct stream_file file;
    struct orc_boolean_reader reader = {0};
    struct error error = {0};
    static uint8_t got[N_BITS];
    uint32_t at = 0;
    enum status status = OK;
    open_stream(&file, layout, bytes_slice(&byte_runs.bytes));
    orc_booleans_start(&reader, &file.source, file.range);
    for (int i = 0; status == OK && i < 100; i++) {
        uint32_t left = N_BITS - at;
        uint32_t n = (uint32_t)random_below(
            &seed, least(left, random_below(&seed, 3) == 0 ? 5000 : 30) + 1);
        uint64_t numbers[5], n_skipped;
        size_t n_true;
        struct orc_positions positions = {.next = numbers};
        switch (random_below(&seed, 4)) {
        case 0:
            at = (uint32_t)random_below(&seed, N_BITS + 1);
            positions.n_left = positions_of(layout, &byte_runs, at / 8, numbers);
            numbers[positions.n_left++] = at % 8;
            status = orc_booleans_seek(&reader, file.source.is_compressed, &positions,
                                       &error);
            CHECK(positions.n_left == 0);
            break;
        case 1:
            status = orc_booleans_skip(&reader, n, &n_skipped, &error);
            CHECK(n_skipped == count_true(at, n));
            at += n;
            break;
        default:
            status = orc_booleans_read(&reader, got, n, &n_true, &error);
            if (!bits_are(got, at, n, n_true))
                CHECK(bits_are(got, at, n, n_true));
            at += n;
        }
    }
    CHECK(status == OK);
    CHECK_TEXT(error.message, "");
    orc_booleans_release(&reader);
    close_stream(&file);
}

static void booleans_are_read_skipped_and_sought(void)
{
    for (size_t k = 0; k < N_LAYOUTS; k++) {
        for (uint64_t seed = 0; layout_is_possible(&stream_layouts[k]) && seed < 12;
             seed++)
            walk_booleans(&stream_layouts[k], seed);
    }
}

/* ---- Positions and streams that are wrong ------------------------------------------ */

static enum status seek_booleans(const struct stream_file *file, const uint64_t *numbers,
                                 uint32_t n, struct error *error)
{
    struct orc_boolean_reader reader = {0};
    struct orc_positions positions = {numbers, n};
    error_clear(error);
    orc_booleans_start(&reader, &file->source, file->range);
    enum status status = orc_booleans_seek(&reader, file->source.is_compressed,
                                           &positions, error);
    CHECK(status == error->status);
    orc_booleans_release(&reader);
    return status;
}

static void wrong_positions_are_corrupt(void)
{
    static const struct layout none = {ORC_COMPRESSION_NONE, 1, 0, false};
    static const struct layout zlib = {ORC_COMPRESSION_ZLIB, 100, 50, true};
    struct stream_file file;
    struct error error;
    const struct slice runs = BYTES(
        "\xfe\x0f\xf0\x03\x55"); /* 2 literals, 6 times 0x55 */
    open_stream(&file, &none, runs);
    CHECK(seek_booleans(&file, (uint64_t[]){3, 6, 0}, 3, &error) == OK);
    CHECK(seek_booleans(&file, (uint64_t[]){5, 0, 0}, 3, &error) == OK);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 8, 0}, 3, &error) == OK);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 0, 0}, 2, &error) == CORRUPT);
    CHECK_TEXT(error.message, "an entry of the row index has too few positions");
    CHECK(seek_booleans(&file, NULL, 0, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){6, 0, 0}, 3, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 9, 0}, 3, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){3, 6, 1}, 3, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 0, 9}, 3, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the row index has a position 9 bits into a byte");
    CHECK(seek_booleans(&file, (uint64_t[]){0, UINT64_MAX, 0}, 3, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){UINT64_MAX, 0, 0}, 3, &error) == CORRUPT);
    close_stream(&file);
    open_stream(&file, &zlib, runs);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 3, 6, 0}, 4, &error) == OK);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 3, 0, 0}, 3, &error) == CORRUPT);
    CHECK(seek_booleans(&file, (uint64_t[]){0, 6, 0, 0}, 4, &error) == CORRUPT);
    close_stream(&file);
}

/* A position says how much of a run to skip, not of several. */
static void positions_are_in_a_run(void)
{
    enum { N_RUNS = 10 }; /* of 130 values */
    static const struct layout none = {ORC_COMPRESSION_NONE, 1, 0, false};
    static const struct {
        uint64_t n;
        enum status of_integers, of_bytes;
    } cases[] = {
        {130, OK, OK}, {131, OK, CORRUPT}, {512, OK, CORRUPT}, {513, CORRUPT, CORRUPT}};
    struct stream_file file;
    struct bytes runs = {0};
    struct error error = {0};
    for (int i = 0; i < N_RUNS; i++)
        bytes_put(&runs, "\x7f\x00\x05", 3);
    open_stream(&file, &none, bytes_slice(&runs));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const uint64_t numbers[] = {0, cases[i].n};
        struct orc_positions positions = {numbers, 2};
        struct orc_integer_reader reader = {0};
        orc_integers_start(&reader, &file.source, file.range, &orc_integer_runs_v1,
                           false);
        CHECK(orc_runs_seek(&reader.runs, false, &positions, &error) ==
              cases[i].of_integers);
        orc_runs_release(&reader.runs);
        error_clear(&error);
    }
    close_stream(&file);
    runs.size = 0;
    for (int i = 0; i < N_RUNS; i++)
        bytes_put(&runs, "\x7f\x05", 2);
    open_stream(&file, &none, bytes_slice(&runs));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const uint64_t numbers[] = {0, cases[i].n};
        struct orc_positions positions = {numbers, 2};
        struct orc_byte_reader values = {0};
        orc_byte_values_start(&values, &file.source, file.range);
        CHECK(orc_runs_seek(&values.runs, false, &positions, &error) ==
              cases[i].of_bytes);
        orc_runs_release(&values.runs);
        error_clear(&error);
    }
    close_stream(&file);
    bytes_free(&runs);
}

/* Every prefix of a stream: the values before the end can be read, no other. */
static void streams_that_end_early_are_corrupt(void)
{
    const struct slice v1 = BYTES("\xfd\x02\x04\x80\x01\x01\x05\x02");
    for (size_t size = 0; size < v1.size; size++) {
        struct stream_file file;
        struct orc_integer_reader reader = {0};
        struct error error = {0};
        int64_t values[7];
        open_raw_stream(&file, ORC_COMPRESSION_NONE, 1, slice_of(v1.data, size));
        start_integers(&reader, &file, V1);
        size_t n = size >= 5 ? 3 : 0;
        CHECK(orc_runs_read(&reader.runs, values, n, &error) == OK);
        CHECK(n == 0 || (values[0] == 1 && values[1] == 2 && values[2] == 64));
        CHECK(orc_runs_read(&reader.runs, values, 1, &error) == CORRUPT);
        error_clear(&error);
        start_integers(&reader, &file, V1);
        CHECK(orc_runs_skip(&reader.runs, n + 1, &error) == CORRUPT);
        CHECK(strncmp(error.message, "stream DATA at ", 15) == 0);
        orc_runs_release(&reader.runs);
        close_stream(&file);
    }
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

/* Runs of 130 equal values need 3 bytes each. */
static void skipping_is_interrupted(void)
{
    struct bytes stream = {0};
    struct stream_file file;
    struct orc_integer_reader reader = {0};
    struct orc_boolean_reader booleans = {0};
    struct error error = {0};
    uint64_t n_true;
    struct interrupt interrupt = {.is_wanted = is_wanted};
    for (int i = 0; i < 100000; i++)
        bytes_put(&stream, "\x7f\x00\x00", 3);
    open_raw_stream(&file, ORC_COMPRESSION_NONE, 1, bytes_slice(&stream));
    interrupt_begin(&interrupt);
    start_integers(&reader, &file, V1);
    CHECK(orc_runs_skip(&reader.runs, 130 * 100000, &error) == INTERRUPTED);
    error_clear(&error);
    start_integers(&reader, &file, V1);
    CHECK(orc_integers_sum(&reader, 130 * 100000, &n_true, &error) == INTERRUPTED);
    error_clear(&error);
    orc_booleans_start(&booleans, &file.source, file.range);
    CHECK(orc_booleans_skip(&booleans, UINT64_MAX, &n_true, &error) == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    orc_runs_release(&reader.runs);
    orc_booleans_release(&booleans);
    close_stream(&file);
    bytes_free(&stream);
}

int main(void)
{
    make_integers();
    make_bytes();
    RUN(integers_are_read_in_any_steps);
    RUN(integers_are_skipped_and_sought);
    RUN(lengths_add_up);
    RUN(sums_do_not_overflow);
    RUN(bytes_are_read_skipped_and_sought);
    RUN(most_significant_bit_is_first);
    RUN(booleans_begin_at_every_bit);
    RUN(booleans_are_read_skipped_and_sought);
    RUN(wrong_positions_are_corrupt);
    RUN(positions_are_in_a_run);
    RUN(streams_that_end_early_are_corrupt);
    RUN(skipping_is_interrupted);
    for (int version = V1; version <= V2; version++)
        bytes_free(&integer_runs[version].bytes);
    bytes_free(&byte_runs.bytes);
    return unit_test_done();
}
