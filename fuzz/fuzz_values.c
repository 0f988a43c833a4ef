/* SPDX-License-Identifier: MIT */
/*
 * fuzz_values.c - the values of a page in every encoding and type.
 *
 * Two decoders read the same bytes.  The first reads value by value; the second reads and
 * skips in random steps and must find the same values and the same end.  For
 * DELTA_BINARY_PACKED, a plain and slow decoder must agree, too.
 */
#include "fuzz.h"
#include "parquet/encoding/value_decoder.h"
#include "unit_encodings.h"

enum { MOST_VALUES = 3000, MOST_TEXT = 1 << 22, N_CHOSEN = 7 };

/* A decoder and its copy of the input. */
struct section {
    struct pq_value_format format;
    struct pq_value_decoder decoder;
    uint8_t *bytes;
    struct slice input;
    uint64_t max_count;
};

static bool is_bytes_type(int type)
{
    return pq_value_size(type) == sizeof(struct bytes_value);
}

static enum status open_section(struct section *section, struct slice input,
                                struct error *error)
{
    size_t n_after = section->format.terminate ? 1 : 0;
    section->decoder = (struct pq_value_decoder){0};
    section->bytes = exact_copy(input, n_after);
    section->input = slice_of(section->bytes, input.size);
    enum status status = pq_value_decoder_init(&section->decoder, &section->format,
                                               section->input, section->max_count, error);
    require_error_fits(status, error);
    return status;
}

static void close_section(struct section *section)
{
    pq_value_decoder_release(&section->decoder);
    free(section->bytes);
}

/* Checks where a value points and what follows it. */
static void check_place(const struct section *section, struct bytes_value value)
{
    struct slice bytes = slice_of(value.data, value.size);
    bool is_moved = section->format.encoding == PQ_DELTA_BYTE_ARRAY ||
                    section->format.encoding == PQ_BYTE_STREAM_SPLIT ||
                    (section->format.terminate &&
                     section->format.encoding == PQ_DELTA_LENGTH_BYTE_ARRAY);
    REQUIRE(is_moved || slice_is_within(bytes, section->input));
    if (section->format.terminate && section->format.type == PQ_BYTE_ARRAY)
        REQUIRE(value.data[value.size] == 0);
    if (section->format.type != PQ_BYTE_ARRAY)
        REQUIRE(value.size == section->decoder.width);
}

static void hash_values(const struct section *section, const void *values, size_t n,
                        uint64_t *hashes)
{
    size_t size = pq_value_size(section->format.type);
    const struct bytes_value *arrays = values;
    for (size_t i = 0; i < n; i++) {
        if (!is_bytes_type(section->format.type)) {
            hashes[i] = hash_bytes((const uint8_t *)values + i * size, size);
            continue;
        }
        check_place(section, arrays[i]);
        hashes[i] = hash_bytes(arrays[i].data, arrays[i].size);
    }
}

/* Reads and hashes values one by one; returns how many.  *is_all: there are no more. */
static size_t read_singly(struct section *section, uint64_t *hashes, bool *is_all)
{
    struct error error = {0};
    size_t n = 0, n_bytes = 0;
    union {
        struct bytes_value array;
        uint64_t number;
    } value;
    *is_all = false;
    while (n < MOST_VALUES && n_bytes < MOST_TEXT) {
        enum status status = pq_value_decoder_read(&section->decoder, &value, 1, &error);
        require_error_fits(status, &error);
        *is_all = status != OK;
        if (*is_all)
            break;
        hash_values(section, &value, 1, &hashes[n++]);
        n_bytes += is_bytes_type(section->format.type) ? value.array.size : 8;
    }
    return n;
}

/* is_all: the section has no more than n_expected values. */
static void read_in_steps(struct section *section, const uint64_t *expected,
                          size_t n_expected, bool is_all, struct steps *steps)
{
    static uint64_t hashes[BATCH_ROWS];
    struct error error = {0};
    enum status status = OK;
    for (size_t at = 0; at < n_expected && status == OK;) {
        uint32_t n = next_step(steps, BATCH_ROWS);
        if (!is_all && at + n > n_expected)
            return;
        if (step_below(steps, 3) == 0) {
            status = pq_value_decoder_skip(&section->decoder, n, &error);
        } else {
            void *values = fuzz_alloc(n * pq_value_size(section->format.type));
            status = pq_value_decoder_read(&section->decoder, values, n, &error);
            if (status == OK) {
                hash_values(section, values, n, hashes);
                REQUIRE(memcmp(hashes, expected + at, n * sizeof hashes[0]) == 0);
            }
            free(values);
        }
        require_error_fits(status, &error);
        REQUIRE((status == OK) == (at + n <= n_expected));
        at += n;
    }
}

/* ---- A plain decoder of DELTA_BINARY_PACKED -------------------------------------- */

/* Decodes the first n values, which are known to exist. */
static void check_delta(struct slice input, size_t width, const uint64_t *hashes,
                        size_t n)
{
    uint64_t block_size, n_miniblocks, count, value, min_delta = 0;
    const uint8_t *widths = NULL;
    REQUIRE(slice_read_varint(&input, &block_size));
    REQUIRE(slice_read_varint(&input, &n_miniblocks));
    REQUIRE(slice_read_varint(&input, &count) && n <= count);
    REQUIRE(slice_read_varint(&input, &value));
    value = (uint64_t)zigzag_decode(value);
    uint64_t per_miniblock = block_size / n_miniblocks;
    for (size_t i = 0; i < n; i++) {
        REQUIRE(hashes[i] == hash_bytes(&value, width));
        if (i + 1 == n)
            break;
        if (i % block_size == 0) {
            REQUIRE(slice_read_varint(&input, &min_delta));
            widths = input.data;
            REQUIRE(n_miniblocks <= input.size);
            input.data += n_miniblocks;
            input.size -= n_miniblocks;
        }
        uint64_t in_block = i % block_size;
        unsigned bits = widths[in_block / per_miniblock];
        uint64_t in_miniblock = in_block % per_miniblock;
        value += (uint64_t)zigzag_decode(min_delta) +
                 slow_bits(input.data, in_miniblock * bits, bits);
        if (in_miniblock == per_miniblock - 1) {
            uint64_t size = per_miniblock / 8 * bits;
            size = size < input.size ? size : input.size;
            input.data += size;
            input.size -= (size_t)size;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int encodings[N_CHOSEN] = {PQ_PLAIN,
                                            PQ_RLE,
                                            PQ_DELTA_BINARY_PACKED,
                                            PQ_BYTE_STREAM_SPLIT,
                                            PQ_ALP,
                                            PQ_DELTA_BYTE_ARRAY,
                                            PQ_DELTA_LENGTH_BYTE_ARRAY};
    static uint64_t hashes[MOST_VALUES];
    struct slice input = slice_of(data, size);
    uint32_t encoding = choose_below(&input, N_CHOSEN + (uint32_t)encodings_end());
    struct section section = {0};
    section.format.encoding = encoding < N_CHOSEN ? encodings[encoding]
                                                  : (int)(encoding - N_CHOSEN);
    section.format.type = (int)choose_below(&input, 8);
    section.format.type_length = 1 + (int32_t)choose_below(&input, 24);
    uint32_t options = choose_below(&input, 256);
    section.format.terminate = options & 1;
    section.max_count = options & 2 ? UINT32_MAX : options * 8;
    if (options >= 0xf0)
        section.format.type_length <<= 24;
    struct steps steps = {choose(&input, 2)};

    struct error error = {0};
    enum status status = open_section(&section, input, &error);
    bool is_all = true;
    size_t n = status == OK ? read_singly(&section, hashes, &is_all) : 0;
    close_section(&section);
    if (status != OK)
        return 0;
    bool is_delta = section.format.encoding == PQ_DELTA_BINARY_PACKED;
    if (is_delta || section.format.encoding == PQ_ALP ||
        section.format.encoding == PQ_DELTA_BYTE_ARRAY ||
        section.format.encoding == PQ_DELTA_LENGTH_BYTE_ARRAY)
        REQUIRE(n <= section.max_count);
    if (is_delta)
        check_delta(input, pq_value_size(section.format.type), hashes, n);

    error = (struct error){0};
    REQUIRE(open_section(&section, input, &error) == OK);
    read_in_steps(&section, hashes, n, is_all, &steps);
    close_section(&section);
    return 0;
}
