/* SPDX-License-Identifier: MIT */
/*
 * test_orc_integer_run_v2.c - integer run length encoding of ORC, version 2: the examples
 * of the specification, every width, patches, random runs, truncation, skipping
 * (integer_run.h).
 */
#include "base/cpu.h"
#include "orc/encoding/integer_run.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* The widths of the specification's table, in the order of their codes. */
static const unsigned widths[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                    12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                    23, 24, 26, 28, 30, 32, 40, 48, 56, 64};

/* ---- What a run decodes as -------------------------------------------------------- */

static bool decodes_here(struct slice input, size_t n_after, bool is_signed,
                         const int64_t *expected, uint32_t n)
{
    struct bytes bytes = {0};
    bytes_put(&bytes, input.data, input.size);
    for (size_t i = 0; i < n_after; i++)
        bytes_put_u8(&bytes, 0xff);
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    int64_t *values = must(malloc(n * sizeof *values));
    struct slice rest = slice_of(copy, bytes.size), skipped = rest;
    struct error error = {0};
    uint32_t got = 0, n_skipped = 0;
    bool is_right = orc_integer_runs_v2.decode(&rest, is_signed, values, &got, &error) ==
                        OK &&
                    got == n && memcmp(values, expected, n * sizeof *values) == 0 &&
                    rest.size == n_after && rest.data == copy + input.size &&
                    orc_integer_runs_v2.skip(&skipped, &n_skipped, &error) == OK &&
                    n_skipped == n && skipped.size == n_after && error.status == OK;
    free(values);
    free(copy);
    bytes_free(&bytes);
    return is_right;
}

/* Decodes and skips a run of exactly the input's bytes, then with more bytes after it,
 * with and without vector instructions. */
static bool decodes_as(struct slice input, bool is_signed, const int64_t *expected,
                       uint32_t n)
{
    bool is_right = true;
    for (int hide = 0; hide < 2; hide++) {
        cpu_hide_vectors(hide != 0);
        is_right = is_right && decodes_here(input, 0, is_signed, expected, n) &&
                   decodes_here(input, 7, is_signed, expected, n) &&
                   decodes_here(input, 100, is_signed, expected, n);
    }
    return is_right;
}

static enum status status_of(struct slice input, bool decode, struct error *error)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    int64_t values[ORC_MOST_INTEGER_RUN];
    struct slice rest = slice_of(copy, input.size);
    uint32_t n;
    enum status status = decode
                             ? orc_integer_runs_v2.decode(&rest, false, values, &n, error)
                             : orc_integer_runs_v2.skip(&rest, &n, error);
    CHECK(status == error->status);
    CHECK(status == OK || (rest.data == copy && rest.size == input.size));
    free(copy);
    return status;
}

static bool is_corrupt(struct slice input)
{
    struct error error = {0}, skip_error = {0};
    return status_of(input, true, &error) == CORRUPT &&
           status_of(input, false, &skip_error) == CORRUPT &&
           strcmp(error.message, skip_error.message) == 0;
}

/* What skipping does not notice. */
static bool has_corrupt_patches(struct slice input, const char *message)
{
    struct error error = {0}, skip_error = {0};
    bool is_right = status_of(input, true, &error) == CORRUPT &&
                    status_of(input, false, &skip_error) == OK;
    CHECK_TEXT(error.message, message);
    return is_right;
}

static void cuts_are_corrupt(struct slice input)
{
    for (size_t size = 0; size < input.size; size++)
        CHECK(is_corrupt(slice_of(input.data, size)));
}

/* ---- An encoder ------------------------------------------------------------------- */

static void put_big_endian(struct bytes *bytes, uint64_t value, unsigned size)
{
    while (size-- > 0)
        bytes_put_u8(bytes, (unsigned)(value >> (8 * size) & 0xff));
}

static void put_header(struct bytes *bytes, unsigned kind, unsigned code, unsigned n)
{
    bytes_put_u8(bytes, kind << 6 | code << 1 | (n - 1) >> 8);
    bytes_put_u8(bytes, (n - 1) & 0xff);
}

static uint64_t zigzag(int64_t value)
{
    return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

static unsigned closest_width(unsigned width)
{
    unsigned code = 0;
    while (widths[code] < width)
        code++;
    return widths[code];
}

struct patch {
    uint64_t gap, bits;
};

/* A patched base with all parts free; the base is a magnitude with a sign bit. */
struct patched {
    unsigned code, n, base_size, patch_code, gap_width, n_patches;
    uint64_t base;
    const uint64_t *values;
    const struct patch *patches;
};

static void put_patched(struct bytes *bytes, const struct patched *run)
{
    put_header(bytes, 2, run->code, run->n);
    bytes_put_u8(bytes, (run->base_size - 1) << 5 | run->patch_code);
    bytes_put_u8(bytes, (run->gap_width - 1) << 5 | run->n_patches);
    put_big_endian(bytes, run->base, run->base_size);
    bytes_put_fields(bytes, run->values, run->n, widths[run->code]);
    uint64_t entries[31] = {0};
    unsigned width = widths[run->patch_code];
    for (unsigned i = 0; i < run->n_patches; i++)
        entries[i] = run->patches[i].gap << width | run->patches[i].bits;
    bytes_put_fields(bytes, entries, run->n_patches,
                     closest_width(width + run->gap_width));
}

/* ---- The specification ------------------------------------------------------------ */

static const int64_t patched_values[] = {2030, 2000, 2020, 1000000, 2040, 2050, 2060,
                                         2070, 2080, 2090, 2100,    2110, 2120, 2130,
                                         2140, 2150, 2160, 2170,    2180, 2190};

#define SHORT_REPEAT_EXAMPLE "\x0a\x27\x10"
#define DIRECT_EXAMPLE "\x5e\x03\x5c\xa1\xab\x1e\xde\xad\xbe\xef"
#define PATCHED_EXAMPLE                                                                  \
    "\x8e\x13\x2b\x21\x07\xd0\x1e\x00\x14\x70\x28\x32\x3c\x46\x50\x5a\x64\x6e\x78\x82"   \
    "\x8c\x96\xa0\xaa\xb4\xbe\xfc\xe8"
#define DELTA_EXAMPLE "\xc6\x09\x02\x02\x22\x42\x42\x46"

static void examples_of_the_specification(void)
{
    const int64_t repeated[] = {10000, 10000, 10000, 10000, 10000};
    const int64_t direct[] = {23713, 43806, 57005, 48879};
    const int64_t delta[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
    CHECK(decodes_as(BYTES(SHORT_REPEAT_EXAMPLE), false, repeated, 5));
    CHECK(decodes_as(BYTES(DIRECT_EXAMPLE), false, direct, 4));
    CHECK(decodes_as(BYTES(PATCHED_EXAMPLE), false, patched_values, 20));
    CHECK(decodes_as(BYTES(DELTA_EXAMPLE), false, delta, 10));
    cuts_are_corrupt(BYTES(SHORT_REPEAT_EXAMPLE));
    cuts_are_corrupt(BYTES(DIRECT_EXAMPLE));
    cuts_are_corrupt(BYTES(PATCHED_EXAMPLE));
    cuts_are_corrupt(BYTES(DELTA_EXAMPLE));
}

static void examples_as_signed_numbers(void)
{
    const int64_t repeated[] = {5000, 5000, 5000, 5000, 5000};
    const int64_t direct[] = {-11857, 21903, -28503, -24440};
    const int64_t delta[] = {1, 2, 4, 6, 10, 12, 16, 18, 22, 28};
    CHECK(decodes_as(BYTES(SHORT_REPEAT_EXAMPLE), true, repeated, 5));
    CHECK(decodes_as(BYTES(DIRECT_EXAMPLE), true, direct, 4));
    CHECK(decodes_as(BYTES(PATCHED_EXAMPLE), true, patched_values, 20));
    CHECK(decodes_as(BYTES(DELTA_EXAMPLE), true, delta, 10));
}

/* ---- Short repeat ----------------------------------------------------------------- */

static void short_repeats_of_every_size(void)
{
    uint64_t random = 11;
    for (unsigned header = 0; header < 64; header++) {
        unsigned size = (header >> 3) + 1, n = (header & 7) + 3;
        for (int round = 0; round < 4; round++) {
            uint64_t value = round == 0 ? low_bits(8 * size)
                                        : next_random(&random) & low_bits(8 * size);
            int64_t as_unsigned[10], as_signed[10];
            struct bytes bytes = {0};
            bytes_put_u8(&bytes, header);
            put_big_endian(&bytes, value, size);
            for (unsigned i = 0; i < n; i++) {
                as_unsigned[i] = (int64_t)value;
                as_signed[i] = value % 2 == 0 ? (int64_t)(value / 2)
                                              : -1 - (int64_t)(value / 2);
            }
            CHECK(decodes_as(bytes_slice(&bytes), false, as_unsigned, n));
            CHECK(decodes_as(bytes_slice(&bytes), true, as_signed, n));
            cuts_are_corrupt(bytes_slice(&bytes));
            bytes_free(&bytes);
        }
    }
}

/* ---- Direct ----------------------------------------------------------------------- */

static void direct_runs_of_every_width(void)
{
    static const unsigned lengths[] = {1, 2, 7, 8, 9, 255, 256, 257, 511, 512};
    static int64_t as_unsigned[512], as_signed[512];
    static uint64_t fields[512];
    uint64_t random = 12;
    for (unsigned code = 0; code < 32; code++) {
        for (size_t k = 0; k < COUNT_OF(lengths); k++) {
            unsigned n = lengths[k];
            for (unsigned i = 0; i < n; i++) {
                fields[i] = next_random(&random) & low_bits(widths[code]);
                as_unsigned[i] = (int64_t)fields[i];
                as_signed[i] = fields[i] % 2 == 0 ? (int64_t)(fields[i] / 2)
                                                  : -1 - (int64_t)(fields[i] / 2);
            }
            struct bytes bytes = {0};
            put_header(&bytes, 1, code, n);
            bytes_put_fields(&bytes, fields, n, widths[code]);
            CHECK(bytes.size <= ORC_MOST_INTEGER_RUN_SIZE);
            CHECK(decodes_as(bytes_slice(&bytes), false, as_unsigned, n));
            CHECK(decodes_as(bytes_slice(&bytes), true, as_signed, n));
            if (n <= 9)
                cuts_are_corrupt(bytes_slice(&bytes));
            CHECK(is_corrupt(slice_of(bytes.data, bytes.size - 1)));
            bytes_free(&bytes);
        }
    }
}

/* ---- Delta ------------------------------------------------------------------------ */

static void put_delta(struct bytes *bytes, unsigned code, unsigned n, bool is_signed,
                      uint64_t first, int64_t delta, const uint64_t *deltas)
{
    put_header(bytes, 3, code, n);
    bytes_put_varint(bytes, is_signed ? zigzag((int64_t)first) : first);
    bytes_put_varint(bytes, zigzag(delta));
    if (code > 0 && n > 2)
        bytes_put_fields(bytes, deltas, n - 2, widths[code]);
}

static void check_delta(unsigned code, unsigned n, bool is_signed, uint64_t *random)
{
    static uint64_t deltas[510];
    static int64_t values[512];
    struct bytes bytes = {0};
    uint64_t first = next_random(random) >> random_below(random, 64);
    int64_t delta = (int64_t)(next_random(random) >> (1 + random_below(random, 63)));
    delta = random_below(random, 2) == 0 ? delta : -delta;
    for (unsigned i = 0; i < 510; i++)
        deltas[i] = next_random(random) & low_bits(widths[code]);
    uint64_t value = first;
    for (unsigned i = 0; i < n; i++) {
        if (i == 1 || (i > 1 && code == 0))
            value += (uint64_t)delta;
        else if (i > 1)
            value = delta < 0 ? value - deltas[i - 2] : value + deltas[i - 2];
        values[i] = (int64_t)value;
    }
    put_delta(&bytes, code, n, is_signed, first, delta, deltas);
    CHECK(bytes.size <= ORC_MOST_INTEGER_RUN_SIZE);
    if (code > 0 && n == 1)
        CHECK(is_corrupt(bytes_slice(&bytes)));
    else
        CHECK(decodes_as(bytes_slice(&bytes), is_signed, values, n));
    if (n <= 10)
        cuts_are_corrupt(bytes_slice(&bytes));
    bytes_free(&bytes);
}

static void delta_runs_of_every_width(void)
{
    static const unsigned lengths[] = {1, 2, 3, 4, 9, 10, 11, 258, 511, 512};
    uint64_t random = 13;
    for (unsigned code = 0; code < 32; code++) {
        for (size_t k = 0; k < COUNT_OF(lengths); k++) {
            for (int round = 0; round < 4; round++)
                check_delta(code, lengths[k], round % 2 == 0, &random);
        }
    }
}

static void fixed_deltas(void)
{
    const int64_t equal[] = {7, 7, 7}, up[] = {7, 9, 11, 13}, down[] = {1, 0, -1};
    const int64_t one[] = {7}, two[] = {7, 9};
    CHECK(decodes_as(BYTES("\xc0\x02\x07\x00"), false, equal, 3));
    CHECK(decodes_as(BYTES("\xc0\x03\x07\x04"), false, up, 4));
    CHECK(decodes_as(BYTES("\xc0\x02\x01\x01"), false, down, 3));
    CHECK(decodes_as(BYTES("\xc0\x00\x07\x04"), false, one, 1));
    CHECK(decodes_as(BYTES("\xc0\x01\x07\x04"), false, two, 2));
    CHECK(decodes_as(BYTES("\xc2\x01\x07\x04"), false, two, 2));
    cuts_are_corrupt(BYTES("\xc0\x00\x07\x04"));
}

/* A first delta of 0 counts as increasing, as in the readers of Java and C++. */
static void deltas_after_0_are_added(void)
{
    const int64_t values[] = {7, 7, 8, 10};
    CHECK(decodes_as(BYTES("\xc2\x03\x07\x00\x60"), false, values, 4));
}

static void sums_of_deltas_wrap_around(void)
{
    const int64_t up[] = {-1, 0, 1}, down[] = {INT64_MIN, INT64_MAX, INT64_MAX - 1};
    CHECK(decodes_as(BYTES("\xc0\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02"), false,
                     up, 3));
    CHECK(decodes_as(BYTES("\xc0\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"), true,
                     down, 3));
}

static void numbers_over_64_bits_are_corrupt(void)
{
    CHECK(is_corrupt(BYTES("\xc0\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x02")));
    CHECK(is_corrupt(BYTES("\xc0\x02\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02")));
    CHECK(is_corrupt(BYTES("\xc0\x02\x02\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00")));
}

/* ---- Patched base ----------------------------------------------------------------- */

static void bases_have_a_sign_bit(void)
{
    static const uint64_t zeros[1] = {0};
    for (unsigned size = 1; size <= 8; size++) {
        uint64_t sign = (uint64_t)1 << (8 * size - 1);
        const uint64_t bases[] = {0, 1, sign - 1, sign, sign + 1, 2 * sign - 1};
        for (size_t i = 0; i < COUNT_OF(bases); i++) {
            uint64_t magnitude = bases[i] & (sign - 1);
            const int64_t value = (int64_t)magnitude;
            const int64_t expected[] = {(bases[i] & sign) != 0 ? -value : value};
            struct patched run = {.base_size = size,
                                  .n = 1,
                                  .gap_width = 1,
                                  .base = bases[i],
                                  .values = zeros};
            struct bytes bytes = {0};
            put_patched(&bytes, &run);
            CHECK(decodes_as(bytes_slice(&bytes), false, expected, 1));
            CHECK(decodes_as(bytes_slice(&bytes), true, expected, 1));
            cuts_are_corrupt(bytes_slice(&bytes));
            bytes_free(&bytes);
        }
    }
}

/* Values of one width with patches at random places. */
static void check_patched(unsigned code, unsigned patch_code, unsigned gap_width,
                          uint64_t *random)
{
    static uint64_t fields[512];
    static int64_t values[512];
    struct patch patches[31];
    struct patched run = {.code = code,
                          .n = 1 + (unsigned)random_below(random, 512),
                          .base_size = 1 + (unsigned)random_below(random, 7),
                          .patch_code = patch_code,
                          .gap_width = gap_width,
                          .values = fields,
                          .patches = patches};
    unsigned width = widths[code];
    run.base = next_random(random) & low_bits(8 * run.base_size - 1);
    for (unsigned i = 0; i < run.n; i++) {
        fields[i] = next_random(random) & low_bits(width);
        values[i] = (int64_t)(fields[i] + run.base);
    }
    size_t at = 0;
    while (run.n_patches < 31) {
        uint64_t gap = random_below(random, low_bits(gap_width) + 1);
        uint64_t bits = next_random(random) & low_bits(widths[patch_code]);
        bits &= width == 64 ? 0 : UINT64_MAX >> width;
        gap += gap == 0 && run.n_patches > 0;
        bits |= gap == 255 && width < 64;
        if (at + gap >= run.n || (gap == 255 && bits == 0))
            break;
        at += gap;
        values[at] = (int64_t)((fields[at] | (width < 64 ? bits << width : 0)) +
                               run.base);
        patches[run.n_patches++] = (struct patch){gap, bits};
    }
    struct bytes bytes = {0};
    put_patched(&bytes, &run);
    CHECK(bytes.size <= ORC_MOST_INTEGER_RUN_SIZE);
    CHECK(decodes_as(bytes_slice(&bytes), false, values, run.n));
    CHECK(is_corrupt(slice_of(bytes.data, bytes.size - 1)));
    bytes_free(&bytes);
}

static void patches_of_every_width(void)
{
    uint64_t random = 14;
    for (unsigned code = 0; code < 32; code++) {
        for (unsigned patch_code = 0; patch_code < 31; patch_code++) {
            for (unsigned gap_width = 1; gap_width <= 8; gap_width++)
                check_patched(code, patch_code, gap_width, &random);
        }
    }
}

/* Encodes 512 values of 4 bits that are 0 without their patches. */
static struct bytes bytes_of_patches(const struct patch *patches, unsigned n_patches)
{
    static const uint64_t zeros[512] = {0};
    struct patched run = {.code = 3,
                          .n = 512,
                          .base_size = 1,
                          .patch_code = 7,
                          .gap_width = 8,
                          .n_patches = n_patches,
                          .values = zeros,
                          .patches = patches};
    struct bytes bytes = {0};
    put_patched(&bytes, &run);
    return bytes;
}

static bool patches_give(const struct patch *patches, unsigned n_patches,
                         const int64_t *values)
{
    struct bytes bytes = bytes_of_patches(patches, n_patches);
    bool is_right = decodes_as(bytes_slice(&bytes), false, values, 512);
    bytes_free(&bytes);
    return is_right;
}

static bool patches_are_corrupt(const struct patch *patches, unsigned n_patches,
                                const char *message)
{
    struct bytes bytes = bytes_of_patches(patches, n_patches);
    bool is_right = has_corrupt_patches(bytes_slice(&bytes), message);
    bytes_free(&bytes);
    return is_right;
}

static void gaps_over_255_are_continued(void)
{
    int64_t values[512] = {0};
    values[511] = 9 << 4;
    CHECK(patches_give((struct patch[]){{255, 0}, {255, 0}, {1, 9}}, 3, values));
    values[254] = 3 << 4;
    CHECK(patches_give((struct patch[]){{254, 3}, {255, 0}, {2, 9}}, 3, values));
    values[511] = 0;
    values[510] = 9 << 4;
    values[255] = 8 << 4;
    values[254] = 0;
    CHECK(patches_give((struct patch[]){{255, 0}, {0, 8}, {255, 9}}, 3, values));
    CHECK(patches_give((struct patch[]){{255, 8}, {255, 0}, {0, 9}}, 3, values));
}

/* A patch of 0 after a smaller gap changes nothing, but the next gap begins there. */
static void patches_of_0(void)
{
    int64_t values[512] = {0};
    values[30] = 5 << 4;
    CHECK(patches_give((struct patch[]){{10, 0}, {20, 5}}, 2, values));
}

static void patches_after_the_run_are_ignored(void)
{
    int64_t values[512] = {0};
    CHECK(patches_give((struct patch[]){{255, 0}, {255, 0}, {2, 9}}, 3, values));
    CHECK(
        patches_give((struct patch[]){{255, 0}, {255, 0}, {255, 0}, {0, 9}}, 4, values));
    values[3] = 1 << 4;
    values[258] = 2 << 4;
    CHECK(patches_give((struct patch[]){{3, 1}, {255, 2}, {254, 3}, {0, 4}, {255, 0}}, 5,
                       values));
}

static void contradictory_patches_are_corrupt(void)
{
    CHECK(patches_are_corrupt((struct patch[]){{0, 1}, {0, 2}}, 2,
                              "an integer run patches a value twice"));
    CHECK(patches_are_corrupt((struct patch[]){{5, 0}, {0, 2}}, 2,
                              "an integer run patches a value twice"));
    CHECK(patches_are_corrupt((struct patch[]){{255, 0}}, 1,
                              "the patches of an integer run end in a gap"));
    CHECK(patches_are_corrupt((struct patch[]){{3, 1}, {255, 0}, {255, 0}, {255, 0}}, 4,
                              "the patches of an integer run end in a gap"));
}

static void no_patches(void)
{
    const int64_t values[512] = {0};
    CHECK(patches_give(NULL, 0, values));
}

/* Patch widths are rounded up, so the sum of the widths may exceed 64. */
static void patches_over_64_bits_are_corrupt(void)
{
    static const uint64_t zeros[2] = {0};
    for (unsigned code = 0; code < 32; code++) {
        unsigned width = widths[code];
        for (unsigned patch_width = 1; patch_width <= 56; patch_width++) {
            uint64_t bits = low_bits(patch_width);
            struct patch patch = {1, bits};
            struct patched run = {.code = code,
                                  .n = 2,
                                  .base_size = 1,
                                  .patch_code = 30,
                                  .gap_width = 8,
                                  .n_patches = 1,
                                  .values = zeros,
                                  .patches = &patch};
            struct bytes bytes = {0};
            put_patched(&bytes, &run);
            if (width + patch_width <= 64) {
                const int64_t values[] = {0, (int64_t)(bits << width)};
                CHECK(decodes_as(bytes_slice(&bytes), false, values, 2));
            } else {
                char message[100];
                snprintf(message, sizeof message,
                         "an integer run of %u bits has a patch over 64 bits", width);
                CHECK(has_corrupt_patches(bytes_slice(&bytes), message));
            }
            bytes_free(&bytes);
        }
    }
}

static void entries_over_64_bits_are_corrupt(void)
{
    struct error error = {0};
    /* one value of 1 bit, a base of 1 byte, no patches of 64 bits and gaps of 1 */
    CHECK(is_corrupt(BYTES("\x80\x00\x1f\x00\x00\x00")));
    CHECK(status_of(BYTES("\x80\x00\x1f\x00\x00\x00"), true, &error) == CORRUPT);
    CHECK_TEXT(error.message, "an integer run has patches of 64 bits and gaps of 1 bits");
    const int64_t values[] = {0};
    CHECK(decodes_as(BYTES("\x80\x00\x1e\xe0\x00\x00"), false, values, 1));
}

/* Bits between the gap and the entry's width count as a part of the gap. */
static void padding_belongs_to_the_gap(void)
{
    /* 2 values of 8 bits, base 0; an entry of 1 + 24 bits, which occupies 26: gap 2,
     * patch 1; then the same with gap 1. */
    const int64_t plain[] = {3, 4}, patched[] = {3, 0x104};
    CHECK(decodes_as(BYTES("\x8e\x01\x17\x01\x00\x03\x04\x80\x00\x00\x40"), false, plain,
                     2));
    CHECK(decodes_as(BYTES("\x8e\x01\x17\x01\x00\x03\x04\x40\x00\x00\x40"), false,
                     patched, 2));
}

static void the_longest_run(void)
{
    static uint64_t fields[512];
    static int64_t values[512];
    struct patch patches[31];
    for (unsigned i = 0; i < 512; i++) {
        fields[i] = (uint64_t)1 << (i % 64);
        values[i] = (int64_t)(fields[i] + 5);
    }
    for (unsigned i = 0; i < 31; i++)
        patches[i] = (struct patch){1, 0};
    struct patched run = {.code = 31,
                          .n = 512,
                          .base_size = 8,
                          .patch_code = 30,
                          .gap_width = 8,
                          .n_patches = 31,
                          .base = 5,
                          .values = fields,
                          .patches = patches};
    struct bytes bytes = {0};
    put_patched(&bytes, &run);
    CHECK(bytes.size == ORC_MOST_INTEGER_RUN_SIZE);
    CHECK(decodes_as(bytes_slice(&bytes), false, values, ORC_MOST_INTEGER_RUN));
    cuts_are_corrupt(bytes_slice(&bytes));
    bytes_free(&bytes);
}

static void messages(void)
{
    struct error error = {0};
    CHECK(status_of(slice_of(NULL, 0), true, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the stream of integer runs ends too early");
    error_clear(&error);
    CHECK(status_of(BYTES("\x0a\x27"), true, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the integer run at the end of the stream is truncated");
    error_clear(&error);
    CHECK(status_of(BYTES("\xc2\x00\x01\x02"), true, &error) == CORRUPT);
    CHECK_TEXT(error.message, "an integer run of one value has deltas");
}

int main(void)
{
    RUN(examples_of_the_specification);
    RUN(examples_as_signed_numbers);
    RUN(short_repeats_of_every_size);
    RUN(direct_runs_of_every_width);
    RUN(delta_runs_of_every_width);
    RUN(fixed_deltas);
    RUN(deltas_after_0_are_added);
    RUN(sums_of_deltas_wrap_around);
    RUN(numbers_over_64_bits_are_corrupt);
    RUN(bases_have_a_sign_bit);
    RUN(patches_of_every_width);
    RUN(gaps_over_255_are_continued);
    RUN(patches_of_0);
    RUN(patches_after_the_run_are_ignored);
    RUN(contradictory_patches_are_corrupt);
    RUN(no_patches);
    RUN(patches_over_64_bits_are_corrupt);
    RUN(entries_over_64_bits_are_corrupt);
    RUN(padding_belongs_to_the_gap);
    RUN(the_longest_run);
    RUN(messages);
    return unit_test_done();
}
