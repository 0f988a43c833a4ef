/* SPDX-License-Identifier: MIT */
/*
 * fuzz_bloom.c - Bloom filters: headers of any bytes, and values of any type.  A value
 * read from stored bytes must have the hash of these bytes, and an inserted hash must be
 * found.
 */
#include <math.h>

#include "base/hash.h"
#include "fuzz.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/schema/value_convert.h"

static void check_header(struct slice bytes)
{
    uint32_t n_blocks, again;
    size_t size, size_again;
    if (pq_bloom_header_parse(bytes, &n_blocks, &size) != KEEP_NONE)
        return;
    REQUIRE(size > 0 && size <= bytes.size);
    REQUIRE(n_blocks > 0 && n_blocks <= PQ_MAX_BLOOM_SIZE / PQ_BLOOM_BLOCK_SIZE);
    uint8_t *copy = exact_copy(slice_of(bytes.data, size), 0);
    REQUIRE(pq_bloom_header_parse(slice_of(copy, size), &again, &size_again) ==
            KEEP_NONE);
    REQUIRE(again == n_blocks && size_again == size);
    REQUIRE(pq_bloom_header_parse(slice_of(copy, size - 1), &again, &size_again) !=
            KEEP_NONE);
    free(copy);
}

/* Chooses a leaf of any type; returns the size of its values, or 0 if it varies. */
static size_t choose_leaf(struct slice *input, struct pq_leaf *leaf)
{
    static const size_t widths[] = {1, 4, 8, 12, 4, 8, 0};
    struct pq_schema_element element = {0};
    element.type = (int)choose_below(input, PQ_FIXED_LEN_BYTE_ARRAY + 1);
    element.type_length = 1 + (int32_t)choose_below(input, 1100);
    element.converted_type = (int)choose_below(input, PQ_INTERVAL + 2) - 1;
    element.logical.kind = (int)choose_below(input, PQ_LOGICAL_FILE + 1);
    element.logical.unit = (int)choose_below(input, 4);
    element.logical.bit_width = 8 << choose_below(input, 4);
    element.logical.is_signed = choose(input, 1) & 1;
    element.precision = element.logical.precision = (int32_t)choose(input, 1);
    element.scale = element.logical.scale = (int32_t)choose(input, 1);
    *leaf = (struct pq_leaf){.type = element.type, .type_length = element.type_length};
    pq_leaf_type(&element, choose(input, 1) & 1, &leaf->column, &leaf->conversion);
    return element.type == PQ_FIXED_LEN_BYTE_ARRAY ? (size_t)element.type_length
                                                   : widths[element.type];
}

static void check_bitset(const struct pq_bloom_hashes *hashes, struct slice rest)
{
    uint32_t n_blocks = (uint32_t)(rest.size / PQ_BLOOM_BLOCK_SIZE);
    if (n_blocks == 0)
        return;
    uint8_t *bitset = exact_copy(slice_of(rest.data, n_blocks * 32u), 0);
    for (uint32_t i = 0; i < hashes->n; i++) {
        uint32_t index = pq_bloom_block_index(hashes->hashes[i], n_blocks);
        REQUIRE(index < n_blocks);
        pq_bloom_block_has(bitset + index * 32u, hashes->hashes[i]);
        pq_bloom_insert(bitset, n_blocks, hashes->hashes[i]);
        REQUIRE(pq_bloom_block_has(bitset + index * 32u, hashes->hashes[i]));
    }
    for (size_t i = 0; i < n_blocks * 32u; i++)
        REQUIRE((bitset[i] & rest.data[i]) == rest.data[i]);
    free(bitset);
}

/* An arbitrary value of the vector's kind, as a query may have. */
static void check_constant(const struct pq_leaf *leaf, struct slice rest)
{
    union column_value value = {0};
    struct pq_bloom_hashes hashes;
    uint8_t *copy = exact_copy(rest, 0);
    if (leaf->column.kind == VECTOR_BYTES)
        value.bytes = (struct bytes_value){copy, rest.size};
    else
        value.int64 = (int64_t)choose(&rest, 8);
    if (pq_bloom_hashes_of(leaf, &value, &hashes))
        REQUIRE(hashes.n <= 2);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size), stored;
    struct pq_leaf leaf;
    struct pq_bloom_hashes hashes;
    union column_value value = {0};
    if (choose(&input, 1) % 2 == 0) {
        uint8_t *copy = exact_copy(input, 0);
        check_header(slice_of(copy, input.size));
        free(copy);
        return 0;
    }
    size_t width = choose_leaf(&input, &leaf);
    check_constant(&leaf, input);
    if (width == 0)
        width = choose_below(&input, 64);
    if (!pq_bloom_can_tell(&leaf) || !slice_take(&input, width, &stored))
        return 0;
    uint8_t *copy = exact_copy(stored, 0);
    struct bytes_value array = {copy, width};
    bool is_bytes = leaf.type >= PQ_BYTE_ARRAY;
    pq_convert_values(leaf.conversion,
                      is_bytes ? (const void *)&array : (const void *)copy, 1, &value);
    bool can_tell = pq_bloom_hashes_of(&leaf, &value, &hashes);
    if (leaf.column.kind == VECTOR_DOUBLE && isnan(value.float64)) {
        REQUIRE(!can_tell);
    } else {
        REQUIRE(can_tell && hashes.n >= 1);
        REQUIRE(hashes.hashes[0] == xxh64_of(slice_of(copy, width)));
        check_bitset(&hashes, input);
    }
    free(copy);
    return 0;
}
