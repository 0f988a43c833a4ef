/* SPDX-License-Identifier: MIT */
/* test_levels.c - levels of v1 and v2 pages: RLE, BIT_PACKED, and none. */
#include "parquet/page/levels.h"
#include "parquet/format/parquet_format.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_LEVELS = 1000 };

static uint8_t levels[MOST_LEVELS];

static unsigned width_of(unsigned max_level)
{
    unsigned width = 0;
    for (; max_level > 0; max_level >>= 1)
        width++;
    return width;
}

static void make_levels(unsigned max_level, size_t n, uint64_t *random)
{
    for (size_t i = 0; i < n; i++)
        levels[i] = i > 0 && random_below(random, 3) > 0
                        ? levels[i - 1]
                        : (uint8_t)random_below(random, max_level + 1);
}

/* Appends runs of equal levels, with some bit-packed groups of eight between them. */
static void put_rle(struct bytes *bytes, unsigned max_level, size_t n, uint64_t *random)
{
    unsigned width = width_of(max_level);
    for (size_t i = 0; i < n;) {
        if (n - i >= 8 && random_below(random, 3) == 0) {
            uint64_t group[8];
            for (size_t k = 0; k < 8; k++)
                group[k] = levels[i + k];
            bytes_put_varint(bytes, 1 << 1 | 1);
            bytes_put_packed(bytes, group, 8, width);
            i += 8;
        } else {
            size_t run = 1;
            while (i + run < n && levels[i + run] == levels[i])
                run++;
            bytes_put_varint(bytes, run << 1);
            bytes_put_uint(bytes, levels[i], (width + 7) / 8);
            i += run;
        }
    }
}

/* BIT_PACKED: most significant bit first. */
static void put_bit_packed(struct bytes *bytes, unsigned max_level, size_t n)
{
    unsigned byte = 0, used = 0;
    for (size_t i = 0; i < n; i++) {
        for (unsigned bit = width_of(max_level); bit-- > 0;) {
            byte = byte << 1 | (levels[i] >> bit & 1);
            if (++used == 8) {
                bytes_put_u8(bytes, byte);
                byte = used = 0;
            }
        }
    }
    if (used > 0)
        bytes_put_u8(bytes, byte << (8 - used) & 0xff);
}

enum form { V1_RLE, V1_BIT_PACKED, V2, N_FORMS };

static struct bytes page_of(enum form form, unsigned max_level, size_t n,
                            uint64_t *random)
{
    struct bytes page = {0}, runs = {0};
    if (max_level > 0 && form == V1_BIT_PACKED) {
        put_bit_packed(&page, max_level, n);
    } else if (max_level > 0) {
        put_rle(&runs, max_level, n, random);
        if (form == V1_RLE)
            bytes_put_uint(&page, runs.size, 4);
        bytes_put_bytes(&page, &runs);
    }
    bytes_free(&runs);
    return page;
}

static enum status begin(struct pq_level_decoder *decoder, enum form form,
                         struct slice *page, unsigned max_level, size_t n)
{
    struct error error = {0};
    enum status status = form == V2
                             ? pq_levels_init_v2(decoder, *page, max_level, &error)
                             : pq_levels_init_v1(decoder, page,
                                                 form == V1_RLE ? PQ_RLE : PQ_BIT_PACKED,
                                                 max_level, (uint32_t)n, &error);
    CHECK(status == error.status);
    return status;
}

/* Reads n levels in steps from a page with other bytes after them; `want` false: only
 * counts. */
static enum status read_all(enum form form, struct slice bytes, unsigned max_level,
                            size_t n, size_t step, bool want)
{
    struct pq_level_decoder decoder;
    struct error error = {0};
    uint8_t got[MOST_LEVELS];
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    struct slice page = slice_of(copy, bytes.size);
    enum status status = begin(&decoder, form, &page, max_level, n);
    if (status == OK && form != V2)
        CHECK(slice_equals_text(page, "behind"));
    for (size_t at = 0; status == OK && at < n; at += step) {
        size_t part = least(step, n - at);
        uint64_t n_max = 12345, expected = 0;
        status = pq_levels_read(&decoder, want ? got + at : NULL, part, &n_max, &error);
        for (size_t i = at; i < at + part; i++)
            expected += levels[i] == max_level;
        CHECK(status != OK || n_max == expected);
    }
    CHECK(status != OK || !want || n == 0 || memcmp(got, levels, n) == 0);
    free(copy);
    return status;
}

static void every_form_and_maximum_is_read(void)
{
    static const unsigned maxima[] = {0,  1,  2,  3,  4,   5,   7,  8,
                                      15, 16, 31, 64, 100, 254, 255};
    uint64_t random = 41;
    for (size_t m = 0; m < COUNT_OF(maxima); m++) {
        for (size_t n = 0; n <= MOST_LEVELS; n += 1 + n / 3) {
            for (int form = 0; form < N_FORMS; form++) {
                make_levels(maxima[m], n, &random);
                struct bytes page = page_of((enum form)form, maxima[m], n, &random);
                if (form != V2)
                    bytes_put_text(&page, "behind");
                for (size_t k = 0; k < N_READ_STEPS; k++) {
                    for (int want = 0; want < 2; want++)
                        CHECK(read_all((enum form)form, bytes_slice(&page), maxima[m], n,
                                       read_steps[k], want) == OK);
                }
                bytes_free(&page);
            }
        }
    }
}

static void bit_packing_of_the_specification(void)
{
    const uint8_t packed[] = {0x05, 0x39, 0x77};
    for (unsigned i = 0; i < 8; i++)
        levels[i] = (uint8_t)i;
    CHECK(read_all(V1_BIT_PACKED,
                   slice_of("\x05\x39\x77"
                            "behind",
                            9),
                   7, 8, 3, true) == OK);
    /* 30 levels of two bits take eight bytes. */
    struct pq_level_decoder decoder;
    uint8_t zeros[20] = {0};
    struct slice page = slice_of(zeros, 20);
    CHECK(begin(&decoder, V1_BIT_PACKED, &page, 3, 30) == OK);
    CHECK(page.data == zeros + 8 && page.size == 12);
    page = slice_of(packed, 3);
    CHECK(begin(&decoder, V1_BIT_PACKED, &page, 7, 9) == CORRUPT);
}

static void counting_and_reading_alternate(void)
{
    uint64_t random = 42;
    for (int form = 0; form < N_FORMS; form++) {
        make_levels(3, MOST_LEVELS, &random);
        struct bytes bytes = page_of((enum form)form, 3, MOST_LEVELS, &random);
        struct slice page = bytes_slice(&bytes);
        struct pq_level_decoder decoder;
        CHECK(begin(&decoder, (enum form)form, &page, 3, MOST_LEVELS) == OK);
        for (size_t at = 0; at < MOST_LEVELS;) {
            uint8_t got[60];
            uint64_t n_max, expected = 0;
            struct error error = {0};
            size_t n = least(random_below(&random, 60), MOST_LEVELS - at);
            bool want = random_below(&random, 2);
            CHECK(pq_levels_read(&decoder, want ? got : NULL, n, &n_max, &error) == OK);
            for (size_t i = 0; i < n; i++) {
                expected += levels[at + i] == 3;
                CHECK(!want || got[i] == levels[at + i]);
            }
            CHECK(n_max == expected);
            at += n;
        }
        bytes_free(&bytes);
    }
}

/* A level that fits the bit width but exceeds the maximum, at any position. */
static void levels_over_the_maximum_are_corrupt(void)
{
    static const unsigned maxima[] = {2, 4, 5, 6, 9, 100, 254};
    uint64_t random = 43;
    for (size_t m = 0; m < COUNT_OF(maxima); m++) {
        for (size_t at = 0; at < 40; at++) {
            for (int form = 0; form < N_FORMS; form++) {
                make_levels(maxima[m], 40, &random);
                levels[at] = (uint8_t)(maxima[m] + 1);
                struct bytes page = page_of((enum form)form, maxima[m], 40, &random);
                if (form != V2)
                    bytes_put_text(&page, "behind");
                for (size_t k = 0; k < N_READ_STEPS; k++) {
                    CHECK(read_all((enum form)form, bytes_slice(&page), maxima[m], 40,
                                   read_steps[k], true) == CORRUPT);
                    CHECK(read_all((enum form)form, bytes_slice(&page), maxima[m], 40,
                                   read_steps[k], false) == CORRUPT);
                }
                bytes_free(&page);
            }
        }
    }
}

/* The value of a repeated run is a whole byte and may exceed the bit width. */
static void repeated_levels_over_the_width_are_corrupt(void)
{
    for (unsigned level = 0; level < 256; level++) {
        const uint8_t runs[] = {2, 0, 0, 0, 20, (uint8_t)level};
        struct slice v1 = slice_of(runs, 6), v2 = slice_of(runs + 4, 2);
        struct pq_level_decoder decoder;
        struct error error = {0};
        uint64_t n_max = 0;
        uint8_t got[10];
        enum status expected = level <= 1 ? OK : CORRUPT;
        CHECK(begin(&decoder, V1_RLE, &v1, 1, 10) == OK);
        CHECK(pq_levels_read(&decoder, got, 10, &n_max, &error) == expected);
        CHECK(level > 1 || n_max == 10 * level);
        error = (struct error){0};
        CHECK(begin(&decoder, V2, &v2, 1, 10) == OK);
        CHECK(pq_levels_read(&decoder, NULL, 10, &n_max, &error) == expected);
        CHECK(level > 1 || n_max == 10 * level);
    }
}

static void truncated_levels_are_corrupt(void)
{
    uint64_t random = 44;
    for (int form = 0; form < N_FORMS; form++) {
        for (unsigned max_level = 1; max_level <= 255; max_level = max_level * 2 + 1) {
            make_levels(max_level, 200, &random);
            levels[199] = levels[198] == 0 ? 1 : 0; /* so that the last run is needed */
            struct bytes page = page_of((enum form)form, max_level, 200, &random);
            for (size_t size = 0; size < page.size; size++)
                for (size_t k = 0; k < N_READ_STEPS; k++)
                    CHECK(read_all((enum form)form, slice_of(page.data, size), max_level,
                                   200, read_steps[k], k % 2) == CORRUPT);
            bytes_free(&page);
        }
    }
}

/* The stored length, not the runs, determines where the values begin. */
static void stored_length_determines_the_end_of_levels(void)
{
    struct pq_level_decoder decoder;
    struct error error = {0};
    uint64_t n_max;
    /* 10 levels, an empty run as DuckDB writes it, two unneeded bytes */
    const char bytes[] = "\x06\0\0\0\x14\x01\x00\x01\xaa\xbb"
                         "behind";
    struct slice page = slice_of(bytes, sizeof bytes - 1);
    CHECK(begin(&decoder, V1_RLE, &page, 1, 10) == OK);
    CHECK(slice_equals_text(page, "behind"));
    CHECK(pq_levels_read(&decoder, NULL, 10, &n_max, &error) == OK && n_max == 10);
    /* no level is read beyond the length */
    const char shorter[] = "\x01\0\0\0\x14\x01";
    page = slice_of(shorter, sizeof shorter - 1);
    CHECK(begin(&decoder, V1_RLE, &page, 1, 10) == OK);
    CHECK(pq_levels_read(&decoder, NULL, 10, &n_max, &error) == CORRUPT);
}

static void maximum_of_0_stores_nothing(void)
{
    struct pq_level_decoder decoder;
    struct error error = {0};
    uint64_t n_max = 0;
    uint8_t got[9];
    static const int encodings[] = {PQ_RLE, PQ_BIT_PACKED, PQ_PLAIN, 77, -1};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct slice page = slice_of("behind", 6);
        memset(got, 0xee, sizeof got);
        CHECK(pq_levels_init_v1(&decoder, &page, encodings[i], 0, 9, &error) == OK);
        CHECK(slice_equals_text(page, "behind"));
        CHECK(pq_levels_read(&decoder, got, 9, &n_max, &error) == OK && n_max == 9);
        for (int k = 0; k < 9; k++)
            CHECK(got[k] == 0);
        CHECK(pq_levels_read(&decoder, NULL, 5, &n_max, &error) == OK && n_max == 5);
    }
    /* Some writers store level bytes in v2 pages anyway. */
    CHECK(pq_levels_init_v2(&decoder, slice_of("\x12\x00", 2), 0, &error) == OK);
    CHECK(pq_levels_read(&decoder, NULL, 9, &n_max, &error) == OK && n_max == 9);
}

static void other_encodings_are_refused(void)
{
    static const int encodings[] = {
        PQ_PLAIN, PQ_PLAIN_DICTIONARY, PQ_DELTA_BINARY_PACKED, PQ_RLE_DICTIONARY, 77, -1};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct pq_level_decoder decoder;
        struct error error = {0};
        struct slice page = slice_of("\x02\0\0\0\x14\x01", 6);
        enum status status = pq_levels_init_v1(&decoder, &page, encodings[i], 1, 10,
                                               &error);
        CHECK(status == CORRUPT || status == UNSUPPORTED);
        CHECK(error.message[0] != 0);
    }
}

/* BIT_PACKED stores one level per entry of the page; the padding of the last byte is not
 * levels. */
static void padding_is_not_read_as_levels(void)
{
    struct pq_level_decoder decoder;
    struct error error = {0};
    uint64_t n_max;
    struct slice page = slice_of("\xff", 1);
    CHECK(begin(&decoder, V1_BIT_PACKED, &page, 1, 5) == OK);
    CHECK(pq_levels_read(&decoder, NULL, 5, &n_max, &error) == OK && n_max == 5);
    CHECK(pq_levels_read(&decoder, NULL, 0, &n_max, &error) == OK && n_max == 0);
    CHECK(pq_levels_read(&decoder, NULL, 1, &n_max, &error) == CORRUPT);
}

static void largest_number_of_levels_does_not_overflow(void)
{
    struct pq_level_decoder decoder;
    struct slice page = slice_of("\xff\xff", 2);
    CHECK(begin(&decoder, V1_BIT_PACKED, &page, 1, UINT32_MAX) == CORRUPT);
    page = slice_of("\xff\xff", 2);
    CHECK(begin(&decoder, V1_BIT_PACKED, &page, 255, UINT32_MAX) == CORRUPT);
    page = slice_of("\xff\xff\xff\xff\x02", 5);
    CHECK(begin(&decoder, V1_RLE, &page, 1, UINT32_MAX) == CORRUPT);
}

int main(void)
{
    RUN(every_form_and_maximum_is_read);
    RUN(bit_packing_of_the_specification);
    RUN(counting_and_reading_alternate);
    RUN(levels_over_the_maximum_are_corrupt);
    RUN(repeated_levels_over_the_width_are_corrupt);
    RUN(truncated_levels_are_corrupt);
    RUN(stored_length_determines_the_end_of_levels);
    RUN(maximum_of_0_stores_nothing);
    RUN(other_encodings_are_refused);
    RUN(padding_is_not_read_as_levels);
    RUN(largest_number_of_levels_does_not_overflow);
    return unit_test_done();
}
