/* SPDX-License-Identifier: MIT */
/*
 * test_value_decoder.c - which encodings a type may have, and that each decodes to the
 * same values.
 */
#include "parquet/format/format_enums.h"
#include "base/alloc.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"
#include "unit_delta.h"
#include "unit_encodings.h"
#include "unit_test.h"

enum { N = 500, FIXED_LENGTH = 5 };

static const int types[] = {
    PQ_BOOLEAN, PQ_INT32,  PQ_INT64,      PQ_INT96,
    PQ_FLOAT,   PQ_DOUBLE, PQ_BYTE_ARRAY, PQ_FIXED_LEN_BYTE_ARRAY};

/* The encodings of Encodings.md, "Supported Types". */
static bool is_legal(int encoding, int type)
{
    switch (encoding) {
    case PQ_PLAIN:
        return true;
    case PQ_RLE:
        return type == PQ_BOOLEAN;
    case PQ_DELTA_BINARY_PACKED:
        return type == PQ_INT32 || type == PQ_INT64;
    case PQ_DELTA_LENGTH_BYTE_ARRAY:
        return type == PQ_BYTE_ARRAY;
    case PQ_DELTA_BYTE_ARRAY:
        return type == PQ_BYTE_ARRAY || type == PQ_FIXED_LEN_BYTE_ARRAY;
    case PQ_BYTE_STREAM_SPLIT:
        return type != PQ_BOOLEAN && type != PQ_INT96 && type != PQ_BYTE_ARRAY;
    default: /* newer ones define it themselves */
        return encoding > PQ_BYTE_STREAM_SPLIT && pq_encoding_fits(encoding, type);
    }
}

/* ---- Values and how they are stored ----------------------------------------------- */

struct stored {
    size_t size;
    uint8_t data[40];
};

/* The stored bytes of value i, the same in all tests; adjacent texts share a prefix. */
static struct stored stored_value(int type, int32_t length, size_t i)
{
    uint64_t random = i * 77 + (uint64_t)type;
    struct stored value = {0};
    switch (type) {
    case PQ_BOOLEAN:
        value.size = 1;
        value.data[0] = (uint8_t)(next_random(&random) & 1);
        return value;
    case PQ_BYTE_ARRAY:
        value.size = i % 4 == 0 ? 0 : random_below(&random, 30);
        break;
    case PQ_FIXED_LEN_BYTE_ARRAY:
        value.size = (size_t)length;
        break;
    default:
        value.size = pq_type_width(type, 0);
        break;
    }
    for (size_t k = 0; k < value.size; k++)
        value.data[k] = k < 3 ? (uint8_t)(i / 10) : (uint8_t)next_random(&random);
    return value;
}

static void put_booleans(struct bytes *bytes, int encoding, size_t n)
{
    struct bytes runs = {0};
    uint64_t bits[N + 8] = {0};
    for (size_t i = 0; i < n; i++)
        bits[i] = stored_value(PQ_BOOLEAN, 0, i).data[0];
    if (encoding == PQ_PLAIN) {
        bytes_put_packed(bytes, bits, n, 1);
        return;
    }
    bytes_put_varint(&runs, (n + 7) / 8 << 1 | 1);
    bytes_put_packed(&runs, bits, (n + 7) / 8 * 8, 1);
    bytes_put_uint(bytes, runs.size, 4);
    bytes_put_bytes(bytes, &runs);
    bytes_free(&runs);
}

static void put_deltas(struct bytes *bytes, int encoding, int type, int32_t length,
                       size_t n)
{
    int64_t numbers[N] = {0}, prefixes[N] = {0}, suffixes[N] = {0};
    struct stored before = {0};
    for (size_t i = 0; i < n; i++) {
        struct stored value = stored_value(type, length, i);
        uint64_t bits = value.size == 8 ? load_u64(value.data) : load_u32(value.data);
        numbers[i] = type == PQ_INT32 ? wrapped(bits, 32) : (int64_t)bits;
        size_t shared = 0;
        while (encoding == PQ_DELTA_BYTE_ARRAY && i > 0 && shared < before.size &&
               shared < value.size && before.data[shared] == value.data[shared])
            shared++;
        prefixes[i] = (int64_t)shared;
        suffixes[i] = (int64_t)(value.size - shared);
        before = value;
    }
    if (encoding == PQ_DELTA_BINARY_PACKED) {
        delta_put_usual(bytes, numbers, n);
        return;
    }
    if (encoding == PQ_DELTA_BYTE_ARRAY)
        delta_put_usual(bytes, prefixes, n);
    delta_put_usual(bytes, suffixes, n);
    for (size_t i = 0; i < n; i++)
        bytes_put(bytes, stored_value(type, length, i).data + prefixes[i],
                  (size_t)suffixes[i]);
}

static struct bytes encoded(int encoding, int type, int32_t length, size_t n)
{
    struct bytes bytes = {0};
    if (type == PQ_BOOLEAN) {
        put_booleans(&bytes, encoding, n);
    } else if (encoding == PQ_BYTE_STREAM_SPLIT) {
        for (size_t k = 0; k < stored_value(type, length, 0).size; k++)
            for (size_t i = 0; i < n; i++)
                bytes_put_u8(&bytes, stored_value(type, length, i).data[k]);
    } else if (encoding == PQ_PLAIN) {
        for (size_t i = 0; i < n; i++) {
            struct stored value = stored_value(type, length, i);
            if (type == PQ_BYTE_ARRAY)
                bytes_put_uint(&bytes, value.size, 4);
            bytes_put(&bytes, value.data, value.size);
        }
    } else {
        put_deltas(&bytes, encoding, type, length, n);
    }
    return bytes;
}

/* ---- Reading ---------------------------------------------------------------------- */

static bool is_right(int type, int32_t length, bool terminate, const void *values,
                     size_t n, size_t first)
{
    const struct bytes_value *arrays = values;
    const uint8_t *bytes = values;
    size_t size = pq_value_size(type);
    for (size_t i = 0; i < n; i++) {
        struct stored value = stored_value(type, length, first + i);
        bool is_array = size == sizeof *arrays && type != PQ_INT64 && type != PQ_DOUBLE;
        if (is_array &&
            (arrays[i].size != value.size ||
             (value.size > 0 && memcmp(arrays[i].data, value.data, value.size) != 0) ||
             (terminate && arrays[i].data[value.size] != 0)))
            return false;
        little_endian_numbers(value.data, is_array ? 1 : size, 1);
        if (!is_array && memcmp(bytes + i * size, value.data, size) != 0)
            return false;
    }
    return true;
}

static struct pq_value_decoder decoder;

/* Copies the input to a block of its size, plus one byte if values are terminated. */
static enum status begin(const struct pq_value_format *format, struct slice input,
                         uint8_t **copy, struct error *error)
{
    uint8_t zero = 0;
    struct bytes bytes = {0};
    bytes_put(&bytes, input.data, input.size);
    if (format->terminate)
        bytes_put(&bytes, &zero, 1);
    *copy = exact_copy(bytes.data, bytes.size);
    bytes_free(&bytes);
    return pq_value_decoder_init(&decoder, format, slice_of(*copy, input.size), N, error);
}

/* Reads in steps, skipping fewer than most_skip values in between. */
static enum status read_all(const struct pq_value_format *format, struct slice input,
                            size_t n, size_t step, size_t most_skip, bool *matches)
{
    struct error error = {0};
    uint64_t random = step + most_skip;
    size_t size = pq_value_size(format->type);
    uint8_t *values = must(malloc(N * size)), *copy;
    *matches = true;
    enum status status = begin(format, input, &copy, &error);
    for (size_t at = 0; status == OK && at < n;) {
        size_t part = least(step, n - at);
        status = pq_value_decoder_read(&decoder, values, part, &error);
        *matches = *matches &&
                   (status != OK || is_right(format->type, format->type_length,
                                             format->terminate, values, part, at));
        at += part;
        if (status == OK && most_skip > 0 && at < n) {
            part = least(random_below(&random, most_skip), n - at);
            status = pq_value_decoder_skip(&decoder, part, &error);
            at += part;
        }
    }
    CHECK(status == error.status);
    free(values);
    free(copy);
    return status;
}

static void check_encoding(int encoding, int type, int32_t length, bool terminate)
{
    const struct pq_value_format format = {encoding, type, length, terminate};
    bool matches;
    for (size_t n = 0; n <= N; n += 1 + n / 2) {
        struct bytes input = encoded(encoding, type, length, n);
        for (size_t i = 0; i < N_READ_STEPS; i++) {
            struct slice slice = bytes_slice(&input);
            CHECK(read_all(&format, slice, n, read_steps[i], 0, &matches) == OK &&
                  matches);
            CHECK(read_all(&format, slice, n, read_steps[i], 4, &matches) == OK &&
                  matches);
            CHECK(read_all(&format, slice, n, read_steps[i], 90, &matches) == OK &&
                  matches);
        }
        /* The last byte of PLAIN and RLE booleans is padded with further values. */
        size_t more = type == PQ_BOOLEAN ? (n + 7) / 8 * 8 + 1 : n + 1;
        if (more <= N)
            CHECK(read_all(&format, bytes_slice(&input), more, 7, 0, &matches) ==
                  CORRUPT);
        bytes_free(&input);
    }
}

static void every_encoding_of_every_type(void)
{
    for (int encoding = 0; encoding <= 9; encoding++) {
        for (size_t i = 0; i < COUNT_OF(types); i++) {
            if (!is_legal(encoding, types[i]))
                continue;
            check_encoding(encoding, types[i], FIXED_LENGTH, false);
            if (types[i] == PQ_BYTE_ARRAY)
                check_encoding(encoding, types[i], 0, true);
            for (int32_t length = 1; types[i] == PQ_FIXED_LEN_BYTE_ARRAY && length < 18;
                 length += 3)
                check_encoding(encoding, types[i], length, false);
        }
    }
}

/* A value of a wrong size is detected whether it is read or skipped. */
static void values_of_wrong_sizes_are_corrupt(void)
{
    static const int64_t prefixes[] = {0, 3, 0}, suffixes[] = {5, 1, 5};
    const struct pq_value_format format = {PQ_DELTA_BYTE_ARRAY, PQ_FIXED_LEN_BYTE_ARRAY,
                                           FIXED_LENGTH, false};
    struct bytes input = {0};
    delta_put_usual(&input, prefixes, 3);
    delta_put_usual(&input, suffixes, 3);
    bytes_put_text(&input, "abcdeXvwxyz"); /* abcde, abcX, vwxyz */
    for (uint64_t n_skipped = 0; n_skipped <= 3; n_skipped++) {
        for (uint64_t n_read = 0; n_read <= 3 - n_skipped; n_read++) {
            struct bytes_value values[3];
            struct error error = {0};
            uint8_t *copy;
            CHECK(begin(&format, bytes_slice(&input), &copy, &error) == OK);
            enum status status = pq_value_decoder_skip(&decoder, n_skipped, &error);
            CHECK(status == (n_skipped > 1 ? CORRUPT : OK));
            if (status == OK)
                CHECK(pq_value_decoder_read(&decoder, values, (size_t)n_read, &error) ==
                      (n_skipped + n_read > 1 ? CORRUPT : OK));
            free(copy);
        }
    }
    bytes_free(&input);
}

static void wrong_encodings_are_refused(void)
{
    static const int far[] = {100, INT32_MIN, INT32_MAX};
    const uint8_t zeros[64] = {0};
    int end = encodings_end() + 2;
    for (int i = -1; i < end + (int)COUNT_OF(far); i++) {
        int encoding = i < end ? i : far[i - end];
        for (size_t k = 0; k < COUNT_OF(types); k++) {
            const struct pq_value_format format = {encoding, types[k], FIXED_LENGTH,
                                                   false};
            struct error error = {0};
            uint8_t *copy;
            if (is_legal(encoding, types[k]) || encoding == PQ_PLAIN_DICTIONARY ||
                encoding == PQ_RLE_DICTIONARY)
                continue;
            bool is_known = pq_encoding_name(encoding) != NULL;
            CHECK(begin(&format, slice_of(zeros, 60), &copy, &error) ==
                  (is_known ? CORRUPT : UNSUPPORTED));
            CHECK(error.message[0] != 0);
            free(copy);
        }
    }
}

static void sections_cut_anywhere_are_corrupt(void)
{
    for (int encoding = 0; encoding <= 9; encoding++) {
        for (size_t i = 0; i < COUNT_OF(types); i++) {
            if (!is_legal(encoding, types[i]))
                continue;
            /* The values fill blocks and bytes, so there is no padding. */
            enum { FULL = 129 + 32 };
            size_t n = types[i] == PQ_BOOLEAN ? FULL - 1 : FULL;
            bool terminate = types[i] == PQ_BYTE_ARRAY, matches;
            const struct pq_value_format format = {encoding, types[i], FIXED_LENGTH,
                                                   terminate};
            struct bytes input = encoded(encoding, types[i], FIXED_LENGTH, n);
            for (size_t size = 0; size < input.size; size++) {
                struct slice cut = slice_of(input.data, size);
                CHECK(read_all(&format, cut, n, 7, 0, &matches) == CORRUPT);
                CHECK(read_all(&format, cut, n, 1, 9, &matches) == CORRUPT);
                /* Cut split bytes are those of other values. */
                CHECK(matches || encoding == PQ_BYTE_STREAM_SPLIT);
            }
            bytes_free(&input);
        }
    }
}

/* ---- Single encodings ---------------------------------------------------------------
 */

static enum status booleans_of(const char *data, size_t size, size_t n, uint8_t *values)
{
    const struct pq_value_format format = {PQ_RLE, PQ_BOOLEAN, 0, false};
    struct error error = {0};
    uint8_t *copy;
    enum status status = begin(&format, slice_of(data, size), &copy, &error);
    if (status == OK)
        status = pq_value_decoder_read(&decoder, values, n, &error);
    free(copy);
    return status;
}

static void rle_booleans_have_a_length(void)
{
    uint8_t values[12];
    static const uint8_t expected[12] = {1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0};
    /* Bytes after the length are ignored. */
    const char data[] = "\x04\0\0\0\x08\x01\x03\x55\xff\xff";
    CHECK(booleans_of(data, 8, 12, values) == OK && memcmp(values, expected, 12) == 0);
    CHECK(booleans_of(data, 10, 12, values) == OK && memcmp(values, expected, 12) == 0);
    CHECK(booleans_of(data, 10, 13, values) == CORRUPT);
    CHECK(booleans_of("\x05\0\0\0\x08\x01\x03\x55", 8, 12, values) == CORRUPT);
    CHECK(booleans_of("\x03\0\0\0\x08\x01\x03\x55", 8, 12, values) == CORRUPT);
    CHECK(booleans_of("\xff\xff\xff\xff\x08\x01\x03\x55", 8, 12, values) == CORRUPT);
    CHECK(booleans_of("\x04\0\0", 3, 1, values) == CORRUPT);
}

/* A repeated boolean takes a whole byte. */
static void rle_booleans_are_0_or_1(void)
{
    uint8_t values[4];
    for (unsigned byte = 0; byte < 256; byte++) {
        char data[] = "\x02\0\0\0\x08?";
        data[5] = (char)byte;
        enum status status = booleans_of(data, 6, 4, values);
        CHECK(status == (byte < 2 ? OK : CORRUPT));
        CHECK(status != OK || (values[0] == byte && values[3] == byte));
    }
}

/* Memory is allocated for the values that the bytes can have, not as the header says. */
static void missing_values_need_no_memory(void)
{
    const struct pq_value_format format = {PQ_BYTE_STREAM_SPLIT, PQ_FIXED_LEN_BYTE_ARRAY,
                                           1 << 30, false};
    struct pq_value_decoder fresh = {0};
    struct bytes_value values[BATCH_ROWS];
    struct error error = {0};
    CHECK(pq_value_decoder_init(&fresh, &format, slice_of("", 0), N, &error) == OK);
    mem_fail_at(1, 1); /* so that no terabyte is allocated */
    CHECK(pq_value_decoder_read(&fresh, values, BATCH_ROWS, &error) == CORRUPT);
    mem_fail_at(0, 0);
    pq_value_decoder_release(&fresh);
}

static void fixed_lengths_are_checked(void)
{
    const struct pq_value_format format = {PQ_DELTA_BYTE_ARRAY, PQ_FIXED_LEN_BYTE_ARRAY,
                                           3, false};
    static const int64_t prefixes[] = {0, 2, 0};
    const int64_t suffixes[][3] = {{3, 1, 3}, {3, 2, 3}, {3, 0, 3}, {3, 1, 2}, {4, 1, 2}};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        struct bytes input = {0};
        struct error error = {0};
        struct bytes_value values[3];
        uint8_t *copy;
        delta_put_usual(&input, prefixes, 3);
        delta_put_usual(&input, suffixes[i], 3);
        bytes_put_text(&input, "abcdefghij");
        CHECK(begin(&format, bytes_slice(&input), &copy, &error) == OK);
        CHECK(pq_value_decoder_read(&decoder, values, 3, &error) ==
              (i == 0 ? OK : CORRUPT));
        free(copy);
        bytes_free(&input);
    }
}

static void counts_over_that_of_the_page_are_refused(void)
{
    static const int encodings[] = {PQ_DELTA_BINARY_PACKED, PQ_DELTA_LENGTH_BYTE_ARRAY,
                                    PQ_DELTA_BYTE_ARRAY};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        int type = i == 0 ? PQ_INT32 : PQ_BYTE_ARRAY;
        const struct pq_value_format format = {encodings[i], type, 0, false};
        struct bytes input = encoded(encodings[i], type, 0, 100);
        for (uint64_t max_count = 98; max_count <= 101; max_count++) {
            struct error error = {0};
            CHECK(pq_value_decoder_init(&decoder, &format, bytes_slice(&input), max_count,
                                        &error) == (max_count < 100 ? CORRUPT : OK));
        }
        bytes_free(&input);
    }
}

static void sizes_and_names(void)
{
    CHECK(pq_value_size(PQ_BOOLEAN) == 1);
    CHECK(pq_value_size(PQ_INT32) == 4 && pq_value_size(PQ_FLOAT) == 4);
    CHECK(pq_value_size(PQ_INT64) == 8 && pq_value_size(PQ_DOUBLE) == 8);
    CHECK(pq_value_size(PQ_INT96) == sizeof(struct bytes_value));
    CHECK(pq_value_size(PQ_BYTE_ARRAY) == sizeof(struct bytes_value));
    CHECK(pq_value_size(PQ_FIXED_LEN_BYTE_ARRAY) == sizeof(struct bytes_value));
    CHECK(pq_type_width(PQ_BOOLEAN, 9) == 0 && pq_type_width(PQ_BYTE_ARRAY, 9) == 0);
    CHECK(pq_type_width(PQ_INT32, 9) == 4 && pq_type_width(PQ_FLOAT, 9) == 4);
    CHECK(pq_type_width(PQ_INT64, 9) == 8 && pq_type_width(PQ_DOUBLE, 9) == 8);
    CHECK(pq_type_width(PQ_INT96, 9) == 12);
    CHECK(pq_type_width(PQ_FIXED_LEN_BYTE_ARRAY, 9) == 9);
    CHECK_TEXT(pq_encoding_name(PQ_PLAIN), "PLAIN");
    CHECK_TEXT(pq_encoding_name(PQ_PLAIN_DICTIONARY), "PLAIN_DICTIONARY");
    CHECK_TEXT(pq_encoding_name(PQ_RLE), "RLE");
    CHECK_TEXT(pq_encoding_name(PQ_BIT_PACKED), "BIT_PACKED");
    CHECK_TEXT(pq_encoding_name(PQ_DELTA_BINARY_PACKED), "DELTA_BINARY_PACKED");
    CHECK_TEXT(pq_encoding_name(PQ_DELTA_LENGTH_BYTE_ARRAY), "DELTA_LENGTH_BYTE_ARRAY");
    CHECK_TEXT(pq_encoding_name(PQ_DELTA_BYTE_ARRAY), "DELTA_BYTE_ARRAY");
    CHECK_TEXT(pq_encoding_name(PQ_RLE_DICTIONARY), "RLE_DICTIONARY");
    CHECK_TEXT(pq_encoding_name(PQ_BYTE_STREAM_SPLIT), "BYTE_STREAM_SPLIT");
    CHECK(pq_encoding_name(1) == NULL && pq_encoding_name(-1) == NULL);
    CHECK(pq_encoding_name(encodings_end()) == NULL &&
          pq_encoding_name(INT32_MAX) == NULL);
}

int main(void)
{
    RUN(every_encoding_of_every_type);
    RUN(values_of_wrong_sizes_are_corrupt);
    RUN(wrong_encodings_are_refused);
    RUN(sections_cut_anywhere_are_corrupt);
    RUN(rle_booleans_have_a_length);
    RUN(rle_booleans_are_0_or_1);
    RUN(missing_values_need_no_memory);
    RUN(fixed_lengths_are_checked);
    RUN(counts_over_that_of_the_page_are_refused);
    RUN(sizes_and_names);
    pq_value_decoder_release(&decoder);
    pq_value_decoder_release(&decoder);
    return unit_test_done();
}
