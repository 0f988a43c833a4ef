/* SPDX-License-Identifier: MIT */
/*
 * fuzz_encoders.c - values of any type, made from the input, are encoded and decoded.
 *
 * A value repeats the one before it, shares a prefix with it, or is new, so there are
 * runs and common prefixes.  The decoded values must be equal, the output must be
 * appended, and the predicted size must be right.  The same for levels and indices with
 * the RLE hybrid.
 */
#include "parquet/format/format_enums.h"
#include "fuzz.h"
#include "parquet/encoding/delta_binary_packed.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"
#include "unit_encodings.h"

enum { MOST_VALUES = 6000, MOST_TEXT = 1 << 20, LONGEST = 64 };

/* ---- Values ---------------------------------------------------------------------- */

struct written {
    struct pq_values values;
    uint8_t *bytes; /* a heap block of exactly their size */
    uint64_t offsets[MOST_VALUES + 1];
};

/* Returns how often the next value comes; *n_shared: bytes shared with the one before. */
static uint32_t next_run(struct slice *input, size_t *n_shared, size_t size)
{
    uint32_t choice = (uint32_t)choose(input, 1);
    *n_shared = choice & 0x40 ? (choice & 0x3f) % (size + 1) : 0;
    return choice & 0x80 ? 1 + (uint32_t)choose(input, 1) * 3 : 1;
}

static size_t put_value(struct slice *input, uint8_t *target, size_t size,
                        const uint8_t *previous, size_t n_shared)
{
    if (n_shared > 0)
        memcpy(target, previous, n_shared);
    for (size_t k = n_shared; k < size; k++)
        target[k] = (uint8_t)choose(input, 1);
    return size;
}

static void make_values(struct written *column, struct slice *input)
{
    static uint8_t bytes[MOST_TEXT + LONGEST];
    struct pq_values *values = &column->values;
    size_t used = 0, before = 0;
    values->n = 0;
    while (input->size > 0 && values->n < MOST_VALUES && used < MOST_TEXT) {
        size_t n_shared;
        size_t size = values->type == PQ_BYTE_ARRAY ? choose_below(input, LONGEST)
                                                    : values->width;
        uint32_t run = next_run(input, &n_shared, size < before ? size : before);
        const uint8_t *previous = bytes + used - before;
        uint8_t value[LONGEST];
        put_value(input, value, size, previous, n_shared);
        if (values->type == PQ_BOOLEAN)
            value[0] &= 1;
        for (; run > 0 && values->n < MOST_VALUES && used < MOST_TEXT; run--) {
            column->offsets[values->n++] = used;
            memcpy(bytes + used, value, size);
            used += size;
        }
        before = size;
    }
    column->offsets[values->n] = used;
    column->bytes = fuzz_alloc(used);
    memcpy(column->bytes, bytes, used);
    values->bytes = column->bytes;
    values->offsets = values->type == PQ_BYTE_ARRAY ? column->offsets : NULL;
}

/* ---- Values of a page ------------------------------------------------------------- */

static void check_batch(const struct pq_values *values, uint64_t first, const void *got,
                        size_t n)
{
    size_t size = pq_value_size(values->type);
    for (size_t i = 0; i < n; i++) {
        struct slice expected = pq_value_at(values, first + i);
        struct slice value = slice_of((const uint8_t *)got + i * size, size);
        if (size == sizeof(struct bytes_value)) {
            const struct bytes_value *array = (const struct bytes_value *)got + i;
            value = slice_of(array->data, array->size);
        }
        REQUIRE(value.size == expected.size);
        REQUIRE(value.size == 0 || memcmp(value.data, expected.data, value.size) == 0);
    }
}

static void check_decoded(int encoding, const struct pq_values *values, uint64_t first,
                          uint64_t n, struct slice section)
{
    static struct bytes_value got[BATCH_ROWS];
    struct error error = {0};
    struct pq_value_decoder decoder = {0};
    struct pq_value_format format = {.encoding = encoding,
                                     .type = values->type,
                                     .type_length = (int32_t)values->width};
    uint8_t *copy = exact_copy(section, 0);
    REQUIRE(pq_value_decoder_init(&decoder, &format, slice_of(copy, section.size), n,
                                  &error) == OK);
    for (uint64_t at = 0; at < n;) {
        size_t take = n - at < BATCH_ROWS ? (size_t)(n - at) : BATCH_ROWS;
        REQUIRE(pq_value_decoder_read(&decoder, got, take, &error) == OK);
        check_batch(values, first + at, got, take);
        at += take;
    }
    pq_value_decoder_release(&decoder);
    free(copy);
}

static void check_values(int encoding, struct written *column, struct slice *input)
{
    struct pq_values *values = &column->values;
    struct error error = {0};
    struct buffer output = {0};
    uint32_t choice = (uint32_t)choose(input, 2);
    make_values(column, input);
    uint64_t first = choice % (values->n + 1), n = values->n - first;
    if (choice & 0x8000)
        n /= 2;
    REQUIRE(buffer_append(&output, "before", 6, &error) == OK);
    REQUIRE(pq_encode_values(encoding, values, first, n, &output, &error) == OK);
    REQUIRE(memcmp(output.data, "before", 6) == 0);
    struct slice section = slice_of(output.data + 6, output.size - 6);
    unsigned widest;
    if (encoding == PQ_DELTA_BINARY_PACKED)
        REQUIRE(pq_delta_encoded_size(column->bytes + first * values->width,
                                      values->width, (size_t)n,
                                      &widest) == section.size &&
                widest <= 8 * values->width);
    check_decoded(encoding, values, first, n, section);
    buffer_release(&output);
    free(column->bytes);
}

/* ---- Levels and indices ----------------------------------------------------------- */

static void check_runs(unsigned width, struct slice *input)
{
    static uint32_t values[MOST_VALUES], got[MOST_VALUES];
    static uint8_t small[MOST_VALUES];
    struct error error = {0};
    struct buffer output = {0}, same = {0};
    struct pq_rle_decoder decoder;
    size_t n = 0;
    while (input->size > 0 && n < MOST_VALUES) {
        uint32_t value = (uint32_t)choose(input, (width + 7) / 8);
        uint32_t run = choose_below(input, 256);
        value &= UINT32_MAX >> (32 - width);
        for (run = run < 160 ? 1 : run - 159; run > 0 && n < MOST_VALUES; run--) {
            small[n] = (uint8_t)value;
            values[n++] = value;
        }
    }
    REQUIRE(pq_rle_encode(values, n, width, &output, &error) == OK);
    uint8_t *copy = exact_copy(buffer_slice(&output), 0);
    REQUIRE(pq_rle_init(&decoder, slice_of(copy, output.size), width, &error) == OK);
    REQUIRE(pq_rle_read(&decoder, got, n, &error) == OK);
    REQUIRE(memcmp(got, values, n * sizeof *got) == 0);
    REQUIRE(decoder.rest.size == 0 && decoder.run_left < 8);
    if (width <= 8) {
        REQUIRE(pq_rle_encode_bytes(small, n, width, &same, &error) == OK);
        REQUIRE(same.size == output.size);
        REQUIRE(n == 0 || memcmp(same.data, output.data, same.size) == 0);
    }
    free(copy);
    buffer_release(&output);
    buffer_release(&same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct written column;
    struct slice input = slice_of(data, size);
    int type = (int)choose_below(&input, 9);
    int encoding = (int)choose_below(&input, (uint32_t)encodings_end() + 2);
    if (type == 8) {
        check_runs(1 + (unsigned)choose_below(&input, 32), &input);
        return 0;
    }
    size_t width = type == PQ_BOOLEAN
                       ? 1
                       : pq_type_width(type, 1 + (int32_t)choose_below(&input, 24));
    column.values = (struct pq_values){.type = type, .width = width};
    if (pq_encoding_fits(encoding, type))
        check_values(encoding, &column, &input);
    return 0;
}
