/* SPDX-License-Identifier: MIT */
/*
 * fuzz_rle.c - the RLE hybrid, levels and bit-packing, compared with decoders that work
 * bit by bit.
 */
#include "fuzz.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/page/levels.h"
#include "parquet/format/parquet_format.h"

enum { MOST_VALUES = 4096 };

/* ---- The slow decoders ----------------------------------------------------------- */

/* Decodes up to MOST_VALUES values or to the first damage; returns how many. */
static size_t slow_rle(struct slice input, unsigned width, uint32_t *values)
{
    size_t n = 0;
    while (n < MOST_VALUES && input.size > 0) {
        uint64_t header;
        if (!slice_read_varint(&input, &header) || header > UINT64_C(0x1ffffffff))
            break;
        uint64_t count = header >> 1;
        if ((header & 1) == 0) {
            struct slice value;
            uint32_t number = 0;
            if (!slice_take(&input, (width + 7) / 8, &value))
                break;
            for (size_t i = 0; i < value.size; i++)
                number |= (uint32_t)value.data[i] << (8 * i);
            if (width < 32 && number >> width != 0)
                break;
            while (count-- > 0 && n < MOST_VALUES)
                values[n++] = number;
            continue;
        }
        uint64_t n_bytes = count * width < input.size ? count * width : input.size;
        uint64_t n_whole = n_bytes * 8 / width;
        for (uint64_t i = 0; i < n_whole && i < count * 8 && n < MOST_VALUES; i++)
            values[n++] = (uint32_t)slow_bits(input.data, i * width, width);
        input.data += n_bytes;
        input.size -= (size_t)n_bytes;
    }
    return n;
}

/* ---- The hybrid ------------------------------------------------------------------ */

static void check_rle(struct slice input, unsigned width, struct steps *steps)
{
    struct pq_rle_decoder decoder;
    struct error error = {0};
    static uint32_t expected[MOST_VALUES];
    enum status status = pq_rle_init(&decoder, input, width, &error);
    require_error_fits(status, &error);
    REQUIRE((status == OK) == (width <= 32));
    if (status != OK)
        return;
    size_t n_expected = MOST_VALUES;
    if (width == 0)
        memset(expected, 0, sizeof expected);
    else
        n_expected = slow_rle(input, width, expected);

    for (size_t at = 0; at < MOST_VALUES && status == OK;) {
        uint32_t n = 1 + next_step(steps, MOST_VALUES - (uint32_t)at - 1);
        if (step_below(steps, 3) == 0) {
            status = pq_rle_skip(&decoder, n, &error);
        } else {
            uint32_t *values = fuzz_alloc(n * sizeof *values);
            status = pq_rle_read(&decoder, values, n, &error);
            REQUIRE(status != OK ||
                    memcmp(values, expected + at, n * sizeof *values) == 0);
            free(values);
        }
        require_error_fits(status, &error);
        REQUIRE((status == OK) == (at + n <= n_expected));
        at += n;
    }
}

/* ---- Levels ---------------------------------------------------------------------- */

static unsigned width_of(unsigned max_level)
{
    unsigned width = 0;
    for (; max_level > 0; max_level >>= 1)
        width++;
    return width;
}

static size_t slow_bit_packed_levels(struct slice input, unsigned width, size_t n,
                                     uint32_t *levels)
{
    for (size_t i = 0; i < n; i++) {
        levels[i] = 0;
        for (size_t bit = i * width; bit < (i + 1) * width; bit++)
            levels[i] = levels[i] << 1 | (input.data[bit / 8] >> (7 - bit % 8) & 1U);
    }
    return n;
}

/* Decodes the levels of a page with the slow decoders; returns how many. */
static size_t expected_levels(struct slice page, bool is_v2, int encoding,
                              unsigned max_level, uint32_t n_values, uint32_t *levels)
{
    if (max_level == 0) {
        memset(levels, 0, MOST_VALUES * sizeof *levels);
        return MOST_VALUES;
    }
    if (is_v2)
        return slow_rle(page, width_of(max_level), levels);
    if (encoding == PQ_BIT_PACKED)
        return slow_bit_packed_levels(page, width_of(max_level), n_values, levels);
    return slow_rle(slice_of(page.data + 4, load_u32(page.data)), width_of(max_level),
                    levels);
}

static void check_level_steps(struct pq_level_decoder *decoder, unsigned max_level,
                              const uint32_t *expected, size_t n_expected,
                              struct steps *steps)
{
    struct error error = {0};
    enum status status = OK;
    for (size_t at = 0; at < MOST_VALUES && status == OK;) {
        uint32_t n = 1 + next_step(steps, MOST_VALUES - (uint32_t)at - 1);
        uint64_t n_max, n_max_expected = 0;
        uint8_t *levels = step_below(steps, 3) == 0 ? NULL : fuzz_alloc(n);
        bool is_good = at + n <= n_expected;
        for (size_t i = at; i < at + n && is_good; i++) {
            is_good = expected[i] <= max_level;
            n_max_expected += expected[i] == max_level;
        }
        status = pq_levels_read(decoder, levels, n, &n_max, &error);
        require_error_fits(status, &error);
        REQUIRE((status == OK) == is_good);
        REQUIRE(!is_good || n_max == n_max_expected);
        for (size_t i = 0; is_good && levels != NULL && i < n; i++)
            REQUIRE(levels[i] == expected[at + i]);
        free(levels);
        at += n;
    }
}

static void check_levels(struct slice input, bool is_v2, unsigned max_level,
                         struct steps *steps)
{
    static uint32_t expected[MOST_VALUES];
    struct pq_level_decoder decoder;
    struct error error = {0};
    struct slice page = input;
    int encoding = (int)step_below(steps, 8);
    uint32_t n_values = step_below(steps, 2) == 0 ? step_below(steps, 32)
                                                  : step_below(steps, MOST_VALUES);
    enum status status = is_v2 ? pq_levels_init_v2(&decoder, input, max_level, &error)
                               : pq_levels_init_v1(&decoder, &page, encoding, max_level,
                                                   n_values, &error);
    require_error_fits(status, &error);
    if (status != OK)
        return;
    REQUIRE(slice_is_within(page, input));
    size_t n_expected = expected_levels(input, is_v2, encoding, max_level, n_values,
                                        expected);
    check_level_steps(&decoder, max_level, expected, n_expected, steps);
}

/* ---- Bit-packing ----------------------------------------------------------------- */

static void check_bit_packing(struct slice input, unsigned width, struct steps *steps)
{
    width %= 65;
    uint64_t capacity = width > 0 ? bit_packed_capacity(input.size, width) : MOST_VALUES;
    REQUIRE(width == 0 || capacity == (uint64_t)input.size * 8 / width);
    uint32_t first = step_below(steps, (uint32_t)capacity + 1);
    uint32_t n = step_below(steps, (uint32_t)capacity - first + 1);
    uint64_t *wide = fuzz_alloc(n * sizeof *wide);
    uint32_t *narrow = fuzz_alloc(n * sizeof *narrow);
    bit_unpack_u64(input.data, input.size, first, n, width, wide);
    if (width <= 32)
        bit_unpack_u32(input.data, input.size, first, n, width, narrow);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t value = slow_bits(input.data, (first + i) * width, width);
        REQUIRE(wide[i] == value);
        REQUIRE(width > 32 || narrow[i] == value);
    }
    free(wide);
    free(narrow);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint32_t what = choose_below(&input, 4);
    unsigned width = (unsigned)choose(&input, 1);
    struct steps steps = {choose(&input, 2)};
    uint8_t *copy = exact_copy(input, 0);
    struct slice bytes = slice_of(copy, input.size);
    if (what == 0)
        check_rle(bytes, width, &steps);
    else if (what == 1)
        check_bit_packing(bytes, width, &steps);
    else
        check_levels(bytes, what == 2, width, &steps);
    free(copy);
    return 0;
}
