/* SPDX-License-Identifier: MIT */
/*
 * fuzz_orc_rle.c - ORC's runs of bytes and integers, bit fields and big varints, compared
 * with decoders that work bit by bit.
 *
 * Skipping a run consumes the same bytes, counts the same values and fails in the same
 * way as decoding it, except that it does not notice corrupt patches of a patched base.
 */
#include "base/cpu.h"
#include "fuzz.h"
#include "orc/encoding/big_varint.h"
#include "orc/encoding/bit_fields.h"
#include "orc/encoding/byte_run.h"
#include "orc/encoding/column_encoding.h"

/* ---- The slow decoders ----------------------------------------------------------- */

/* Takes bits, the most significant first; has_failed after the first one too many. */
struct bits {
    struct slice input;
    size_t next;
    bool has_failed;
};

static uint64_t take_bits(struct bits *bits, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        size_t byte = bits->next / 8;
        bits->has_failed |= byte >= bits->input.size;
        if (bits->has_failed)
            return 0;
        value = value << 1 | (bits->input.data[byte] >> (7 - bits->next % 8) & 1U);
        bits->next++;
    }
    return value;
}

static void take_padding(struct bits *bits)
{
    bits->next = (bits->next + 7) / 8 * 8;
}

static uint64_t take_varint(struct bits *bits)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint64_t byte = take_bits(bits, 8);
        bits->has_failed |= shift > 63 || (shift == 63 && byte > 1);
        if (bits->has_failed)
            return 0;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

static uint64_t with_sign(uint64_t value, bool is_signed)
{
    uint64_t complement = is_signed && value % 2 == 1 ? UINT64_MAX : 0;
    return is_signed ? value / 2 ^ complement : value;
}

static unsigned width_of_code(unsigned code)
{
    static const unsigned wide[] = {26, 28, 30, 32, 40, 48, 56, 64};
    return code < 24 ? code + 1 : wide[code - 24];
}

/* A decoded run.  are_patches_corrupt: the values are wrong, but the size is not. */
struct run {
    uint64_t values[ORC_MOST_INTEGER_RUN];
    size_t n;
    bool are_patches_corrupt;
};

static void slow_v1(struct bits *bits, bool is_signed, struct run *run)
{
    unsigned header = (unsigned)take_bits(bits, 8);
    if (header >= 0x80) {
        run->n = 256 - header;
        for (size_t i = 0; i < run->n; i++)
            run->values[i] = with_sign(take_varint(bits), is_signed);
        return;
    }
    int delta = (int)take_bits(bits, 8);
    uint64_t value = with_sign(take_varint(bits), is_signed);
    run->n = header + 3;
    for (size_t i = 0; i < run->n; i++) {
        run->values[i] = value;
        value += (uint64_t)(int64_t)(delta < 128 ? delta : delta - 256);
    }
}

static void slow_patches(struct bits *bits, unsigned width, unsigned patch_width,
                         unsigned gap_width, unsigned n_patches, struct run *run)
{
    unsigned code = 0;
    while (width_of_code(code) < patch_width + gap_width)
        code++;
    bool was_gap = false, is_patched[ORC_MOST_INTEGER_RUN] = {false}, is_over = false;
    uint64_t at = 0;
    for (unsigned i = 0; i < n_patches; i++) {
        uint64_t gap = take_bits(bits, width_of_code(code) - patch_width);
        uint64_t patch = take_bits(bits, patch_width);
        if (is_over)
            continue;
        was_gap = gap == 255 && patch == 0;
        is_over = !was_gap && (gap >= run->n || at + gap >= run->n);
        at += is_over ? 0 : gap;
        if (was_gap || is_over)
            continue;
        run->are_patches_corrupt |= is_patched[at];
        is_patched[at] = true;
        for (unsigned bit = 0; bit < patch_width; bit++) {
            if ((patch >> bit & 1) == 0)
                continue;
            run->are_patches_corrupt |= width + bit > 63;
            if (width + bit <= 63)
                run->values[at] |= UINT64_C(1) << (width + bit);
        }
    }
    run->are_patches_corrupt |= was_gap && !is_over;
}

static void slow_patched_base(struct bits *bits, unsigned width, struct run *run)
{
    unsigned base_width = 8 * ((unsigned)take_bits(bits, 3) + 1);
    unsigned patch_width = width_of_code((unsigned)take_bits(bits, 5));
    unsigned gap_width = (unsigned)take_bits(bits, 3) + 1;
    unsigned n_patches = (unsigned)take_bits(bits, 5);
    bool is_negative = take_bits(bits, 1) == 1;
    uint64_t base = take_bits(bits, base_width - 1);
    bits->has_failed |= patch_width + gap_width > 64;
    for (size_t i = 0; i < run->n; i++)
        run->values[i] = take_bits(bits, width);
    take_padding(bits);
    if (!bits->has_failed)
        slow_patches(bits, width, patch_width, gap_width, n_patches, run);
    for (size_t i = 0; i < run->n; i++)
        run->values[i] += is_negative ? 0 - base : base;
}

static void slow_delta(struct bits *bits, unsigned width, bool is_signed, struct run *run)
{
    uint64_t value = with_sign(take_varint(bits), is_signed);
    uint64_t delta = with_sign(take_varint(bits), true);
    bits->has_failed |= width > 0 && run->n == 1;
    for (size_t i = 0; i < run->n; i++) {
        if (i == 1 || (i > 1 && width == 0)) {
            value += delta;
        } else if (i > 1) {
            uint64_t difference = take_bits(bits, width);
            value += delta >> 63 != 0 ? 0 - difference : difference;
        }
        run->values[i] = value;
    }
}

static void slow_v2(struct bits *bits, bool is_signed, struct run *run)
{
    unsigned kind = (unsigned)take_bits(bits, 2);
    if (kind == 0) {
        unsigned size = (unsigned)take_bits(bits, 3) + 1;
        run->n = (size_t)take_bits(bits, 3) + 3;
        uint64_t value = with_sign(take_bits(bits, 8 * size), is_signed);
        for (size_t i = 0; i < run->n; i++)
            run->values[i] = value;
        return;
    }
    unsigned code = (unsigned)take_bits(bits, 5);
    run->n = (size_t)take_bits(bits, 9) + 1;
    if (kind == 2) {
        slow_patched_base(bits, width_of_code(code), run);
    } else if (kind == 3) {
        slow_delta(bits, code == 0 ? 0 : width_of_code(code), is_signed, run);
    } else {
        for (size_t i = 0; i < run->n; i++)
            run->values[i] = with_sign(take_bits(bits, width_of_code(code)), is_signed);
    }
}

/* ---- Runs ------------------------------------------------------------------------ */

/* What holds for the runs of every encoding. */
static void check_encoding(struct slice input, const struct orc_run_operations *runs,
                           bool is_signed)
{
    enum status skip_status = OK;
    while (skip_status == OK) {
        struct slice rest = input, skipped = input;
        struct error error = {0}, skip_error = {0};
        uint32_t n, n_skipped = 0;
        skip_status = runs->skip(&skipped, &n_skipped, &skip_error);
        size_t room = skip_status == OK ? n_skipped : runs->most_values;
        int64_t *values = fuzz_alloc(room * sizeof *values);
        enum status status = runs->decode(&rest, is_signed, values, &n, &error);
        require_error_fits(status, &error);
        require_error_fits(skip_status, &skip_error);
        REQUIRE(n_skipped <= runs->most_values);
        REQUIRE(input.size - skipped.size <= runs->most_size);
        REQUIRE(status == OK ? n == n_skipped && rest.size == skipped.size
                             : rest.size == input.size);
        REQUIRE(skip_status == OK || (status == skip_status && n_skipped == 0));
        free(values);
        input = skipped;
    }
}

static void check_integer_runs(struct slice input, const struct orc_run_operations *runs,
                               bool is_signed)
{
    enum status status = OK;
    while (status == OK) {
        static struct run expected;
        struct bits bits = {.input = input};
        expected.n = 0;
        expected.are_patches_corrupt = false;
        if (runs == &orc_integer_runs_v1)
            slow_v1(&bits, is_signed, &expected);
        else if (runs == &orc_integer_runs_v2)
            slow_v2(&bits, is_signed, &expected);
        else
            return;
        take_padding(&bits);
        size_t left = bits.has_failed ? input.size : input.size - bits.next / 8;
        REQUIRE(bits.has_failed || bits.next / 8 <= ORC_MOST_INTEGER_RUN_SIZE);

        struct slice rest = input, skipped = input;
        struct error error = {0}, skip_error = {0};
        uint32_t n = UINT32_MAX, n_skipped = UINT32_MAX;
        int64_t *values = fuzz_alloc(expected.n * sizeof *values);
        status = runs->decode(&rest, is_signed, values, &n, &error);
        enum status skip_status = runs->skip(&skipped, &n_skipped, &skip_error);
        require_error_fits(status, &error);
        require_error_fits(skip_status, &skip_error);
        REQUIRE((skip_status == OK) == !bits.has_failed);
        REQUIRE(skip_status != OK || n_skipped == expected.n);
        REQUIRE(skipped.size == left);
        if (skip_status == OK && expected.are_patches_corrupt) {
            REQUIRE(status == CORRUPT && rest.size == input.size);
        } else {
            REQUIRE(status == skip_status && n == n_skipped && rest.size == left);
            REQUIRE(strcmp(error.message, skip_error.message) == 0);
        }
        for (size_t i = 0; status == OK && i < n; i++)
            REQUIRE((uint64_t)values[i] == expected.values[i]);
        free(values);
        /* After corrupt patches, the next run begins where skipping ends. */
        status = skip_status;
        input = skipped;
    }
}

static void check_byte_runs(struct slice input)
{
    enum status status = OK;
    while (status == OK) {
        bool is_repeated = input.size > 0 && input.data[0] < 0x80;
        size_t n_expected = 0, size = 1;
        if (input.size > 0) {
            n_expected = is_repeated ? input.data[0] + 3U : 256U - input.data[0];
            size = is_repeated ? 2 : 1 + n_expected;
        }
        REQUIRE(n_expected <= ORC_MOST_BYTE_RUN && size <= ORC_MOST_BYTE_RUN_SIZE);
        struct slice rest = input, skipped = input;
        struct error error = {0}, skip_error = {0};
        uint32_t n, n_skipped;
        uint8_t *values = fuzz_alloc(n_expected);
        status = orc_byte_runs.decode(&rest, false, values, &n, &error);
        require_error_fits(status, &error);
        REQUIRE(orc_byte_runs.skip(&skipped, &n_skipped, &skip_error) == status);
        REQUIRE(strcmp(error.message, skip_error.message) == 0);
        REQUIRE((status == OK) == (size <= input.size));
        REQUIRE(rest.size == skipped.size);
        REQUIRE(rest.size == input.size - (status == OK ? size : 0));
        REQUIRE(status != OK || (n == n_expected && n_skipped == n_expected));
        for (size_t i = 0; status == OK && i < n; i++)
            REQUIRE(values[i] == input.data[is_repeated ? 1 : 1 + i]);
        free(values);
        input = rest;
    }
}

/* ---- Bit fields ------------------------------------------------------------------ */

static void check_bit_fields(struct slice input, struct steps *steps)
{
    unsigned width = step_below(steps, 65);
    size_t capacity = width > 0 ? input.size * 8 / width : ORC_MOST_INTEGER_RUN;
    size_t n = step_below(steps, (uint32_t)capacity + 1);
    uint64_t *values = fuzz_alloc(n * sizeof *values);
    struct bits bits = {.input = input};
    REQUIRE(orc_bit_fields_size(n, width) <= input.size);
    orc_bit_fields_unpack(input.data, input.size, n, width, values);
    for (size_t i = 0; i < n; i++)
        REQUIRE(values[i] == take_bits(&bits, width));
    free(values);
}

/* ---- Big varints ----------------------------------------------------------------- */

/* The size of the number at the start of the input; 0 if it does not end. */
static size_t size_of_varint(struct slice input)
{
    for (size_t i = 0; i < input.size; i++) {
        if (input.data[i] < 0x80)
            return i + 1;
    }
    return 0;
}

/* Bit i of the zigzag-encoded number. */
static unsigned varint_bit(struct slice varint, size_t i)
{
    return i / 7 < varint.size ? varint.data[i / 7] >> (i % 7) & 1U : 0;
}

static bool slow_varint(struct slice varint, uint8_t *bytes, size_t size)
{
    unsigned sign = varint_bit(varint, 0);
    memset(bytes, 0, size);
    for (size_t i = 0; i < 8 * size; i++)
        bytes[size - 1 - i / 8] |= (uint8_t)((varint_bit(varint, i + 1) ^ sign)
                                             << (i % 8));
    for (size_t i = 8 * size; i < 7 * varint.size; i++) {
        if (varint_bit(varint, i) != 0)
            return false;
    }
    return true;
}

static void check_number(struct slice input, size_t size, struct slice *rest)
{
    size_t n_bytes = size_of_varint(input);
    uint8_t *got = fuzz_alloc(size), *expected = fuzz_alloc(size), as_int64[8];
    struct slice varint = slice_of(input.data, n_bytes);
    struct error error = {0}, int64_error = {0};
    bool does_fit = n_bytes > 0 && slow_varint(varint, expected, size);
    *rest = input;
    enum status status = orc_big_varint_bytes(rest, got, size, &error);
    require_error_fits(status, &error);
    REQUIRE(status == (n_bytes == 0 ? CORRUPT : does_fit ? OK : TOO_BIG));
    REQUIRE(rest->size == input.size - (does_fit ? n_bytes : 0));
    REQUIRE(!does_fit || memcmp(got, expected, size) == 0);
    free(got);
    free(expected);

    struct slice after = input;
    int64_t value;
    bool fits;
    status = orc_big_varint_int64(&after, &value, &fits, &int64_error);
    require_error_fits(status, &int64_error);
    bool is_short = n_bytes > 0 && n_bytes <= 10 && slow_varint(varint, as_int64, 8);
    REQUIRE((status == OK) == (n_bytes > 0 || input.size >= 10));
    REQUIRE(fits == is_short);
    REQUIRE(after.size == input.size - (fits ? n_bytes : 0));
    struct slice bytes = slice_of(as_int64, 8);
    struct bits bits = {.input = bytes};
    REQUIRE(!fits || (uint64_t)value == take_bits(&bits, 64));
    *rest = slice_of(input.data + n_bytes, input.size - n_bytes);
}

static void check_big_varints(struct slice input, struct steps *steps)
{
    uint64_t wanted = next_step(steps, 1000), expected = 0, n_skipped;
    struct slice rest = input, skipped = input;
    struct error error = {0};
    while (expected < wanted && size_of_varint(rest) > 0) {
        size_t n_bytes = size_of_varint(rest);
        rest = slice_of(rest.data + n_bytes, rest.size - n_bytes);
        expected++;
    }
    REQUIRE(orc_big_varint_skip(&skipped, wanted, &n_skipped, &error) == OK);
    REQUIRE(n_skipped == expected);
    REQUIRE(skipped.size == rest.size);
    for (unsigned n = 0; n < 64 && size_of_varint(input) > 0; n++)
        check_number(input, 1 + step_below(steps, 40), &input);
    check_number(input, 16, &rest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint32_t what = choose_below(&input, 4 + ORC_N_ENCODINGS);
    struct steps steps = {choose(&input, 2)};
    cpu_hide_vectors(step_below(&steps, 2) == 0);
    uint8_t *copy = exact_copy(input, 0);
    struct slice bytes = slice_of(copy, input.size);
    const struct orc_encoding *encoding = orc_encoding(what);
    if (encoding != NULL) {
        check_encoding(bytes, encoding->integers, !encoding->is_dictionary);
        check_integer_runs(bytes, encoding->integers, !encoding->is_dictionary);
    } else if (what < ORC_N_ENCODINGS + 2) {
        check_byte_runs(bytes);
    } else if (what == ORC_N_ENCODINGS + 2) {
        check_bit_fields(bytes, &steps);
    } else {
        check_big_varints(bytes, &steps);
    }
    free(copy);
    return 0;
}
