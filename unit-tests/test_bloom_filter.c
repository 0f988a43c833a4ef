/* SPDX-License-Identifier: MIT */
/*
 * test_bloom_filter.c - the bits and blocks of a Bloom filter, its header, and the bytes
 * that are hashed for a value.
 */
#include <math.h>

#include "base/hash.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/schema/value_convert.h"
#include "unit_bloom.h"
#include "unit_parquet.h"

/* ---- The filter --------------------------------------------------------------- */

static uint64_t hash_text(const char *text)
{
    return xxh64_of(slice_of(text, strlen(text)));
}

static void xxh64_of_known_texts(void)
{
    CHECK(xxh64_of(slice_of(NULL, 0)) == UINT64_C(0xef46db3751d8e999));
    CHECK(hash_text("a") == UINT64_C(0xd24ec4f1a98c6e5b));
    CHECK(hash_text("abc") == UINT64_C(0x44bc2cf5ad770999));
    CHECK(hash_text("Nobody inspects the spammish repetition") ==
          UINT64_C(0xfbcea83c8a378bf1));
}

/* One bit of each word, in the block that the hash's upper half selects. */
static void insert_sets_a_bit_of_each_word(void)
{
    uint8_t bitset[3 * PQ_BLOOM_BLOCK_SIZE] = {0};
    uint64_t hash = UINT64_C(0x8000000000000001);
    CHECK(pq_bloom_block_index(hash, 3) == 1);
    pq_bloom_insert(bitset, 3, hash);
    static const uint32_t words[8] = {1 << 8,  1 << 8, 1 << 17, 1 << 20,
                                      1 << 14, 1 << 5, 1 << 19, 1 << 11};
    for (uint32_t i = 0; i < 24; i++)
        CHECK(load_u32(bitset + i * 4) == (i / 8 == 1 ? words[i % 8] : 0));
    CHECK(pq_bloom_block_has(bitset + PQ_BLOOM_BLOCK_SIZE, hash));
    CHECK(!pq_bloom_block_has(bitset + PQ_BLOOM_BLOCK_SIZE, hash + 1));
    for (uint32_t i = 0; i < 8; i++) { /* each of the bits is tested */
        uint8_t block[PQ_BLOOM_BLOCK_SIZE];
        memset(block, 0xff, sizeof block);
        CHECK(pq_bloom_block_has(block, hash));
        uint32_t word = ~words[i];
        for (uint32_t k = 0; k < 4; k++)
            block[i * 4 + k] = (uint8_t)(word >> 8 * k);
        CHECK(!pq_bloom_block_has(block, hash));
    }
}

static void any_number_of_blocks_is_used_evenly(void)
{
    static const uint32_t counts[] = {1, 2, 3, 5, 7, 100, PQ_MAX_BLOOM_SIZE / 32};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        CHECK(pq_bloom_block_index(0, counts[i]) == 0);
        CHECK(pq_bloom_block_index(UINT32_MAX, counts[i]) == 0);
        CHECK(pq_bloom_block_index(UINT64_MAX, counts[i]) == counts[i] - 1);
    }
    uint8_t bitset[7 * PQ_BLOOM_BLOCK_SIZE] = {0};
    uint64_t random = 1;
    for (int i = 0; i < 70; i++)
        pq_bloom_insert(bitset, 7, next_random(&random));
    random = 1;
    for (int i = 0; i < 70; i++) {
        uint64_t hash = next_random(&random);
        CHECK(pq_bloom_block_has(bitset + 32 * pq_bloom_block_index(hash, 7), hash));
    }
    int n_found = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t hash = next_random(&random);
        n_found += pq_bloom_block_has(bitset + 32 * pq_bloom_block_index(hash, 7), hash);
    }
    CHECK(n_found < 50);
}

/* ---- Headers ------------------------------------------------------------------ */

/* Returns the number of blocks; 0 if the header is refused. */
static uint32_t parse_exactly(struct slice bytes, size_t *size)
{
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    uint32_t n_blocks = 0;
    if (pq_bloom_header_parse(slice_of(copy, bytes.size), &n_blocks, size) != KEEP_NONE)
        n_blocks = 0;
    free(copy);
    return n_blocks;
}

static uint32_t blocks_of(struct header_spec spec)
{
    struct bytes bytes = {0};
    size_t size;
    put_header(&bytes, &spec);
    uint32_t n_blocks = parse_exactly(bytes_slice(&bytes), &size);
    CHECK(n_blocks == 0 || size == bytes.size);
    bytes_free(&bytes);
    return n_blocks;
}

static void headers_with_other_algorithms_are_refused(void)
{
    struct header_spec spec = usual_header;
    CHECK(blocks_of(spec) == 2);
    spec.algorithm = 2;
    CHECK(blocks_of(spec) == 0);
    spec.algorithm = 0;
    CHECK(blocks_of(spec) == 0);
    spec = usual_header;
    spec.second_algorithm = 2;
    CHECK(blocks_of(spec) == 0);
    spec.algorithm = 2;
    spec.second_algorithm = 1;
    CHECK(blocks_of(spec) == 0);
    spec = usual_header;
    spec.hash = 2;
    CHECK(blocks_of(spec) == 0);
    spec.hash = 0;
    CHECK(blocks_of(spec) == 0);
    spec = usual_header;
    spec.compression = 2;
    CHECK(blocks_of(spec) == 0);
    spec.compression = 0;
    CHECK(blocks_of(spec) == 0);
}

static void invalid_sizes_are_refused(void)
{
    struct header_spec spec = usual_header;
    static const int64_t bad[] = {0,
                                  -32,
                                  -64,
                                  INT32_MIN,
                                  1,
                                  31,
                                  33,
                                  48,
                                  63,
                                  PQ_MAX_BLOOM_SIZE + 32,
                                  INT32_MAX,
                                  INT32_MAX - 31,
                                  (INT64_C(1) << 32) + 64};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        spec.n_bytes = bad[i];
        CHECK(blocks_of(spec) == 0);
    }
    static const int64_t good[] = {32, 96, 160, PQ_MAX_BLOOM_SIZE};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        spec.n_bytes = good[i];
        CHECK(blocks_of(spec) == good[i] / 32);
    }
}

static void unknown_fields_are_skipped_and_truncation_is_refused(void)
{
    struct thrift_bytes writer = {0};
    size_t size;
    put_text(&writer, 9, "something new");
    put_i32(&writer, 1, 32);
    for (int id = 2; id <= 4; id++)
        put_union(&writer, id, 1, 0);
    end_thrift(&writer);
    CHECK(parse_exactly(bytes_slice(&writer.bytes), &size) == 1);
    CHECK(size == writer.bytes.size);
    for (size_t n = 0; n < writer.bytes.size; n++)
        CHECK(parse_exactly(slice_of(writer.bytes.data, n), &size) == 0);
    thrift_bytes_free(&writer);
}

/* ---- Hashed bytes ------------------------------------------------------------- */

struct leaf_spec {
    int type, converted;
    int32_t length;
    int logical;
};

static struct pq_leaf leaf_of(struct leaf_spec spec)
{
    struct pq_schema_element element = {.type = spec.type,
                                        .type_length = spec.length,
                                        .converted_type = spec.converted,
                                        .logical.kind = spec.logical,
                                        .precision = 9,
                                        .scale = 2};
    struct pq_leaf leaf = {.type = spec.type, .type_length = spec.length};
    if (spec.logical == PQ_LOGICAL_TIMESTAMP || spec.logical == PQ_LOGICAL_TIME)
        element.logical.unit = PQ_NANOS;
    pq_leaf_type(&element, false, &leaf.column, &leaf.conversion);
    return leaf;
}

enum { NEVER = -1 };

/* Returns the number of the value's hashes, or NEVER if filters cannot be used.  The
 * first hash must be that of `bytes`. */
static int hashes_of(struct leaf_spec spec, union column_value value, struct slice bytes)
{
    struct pq_leaf leaf = leaf_of(spec);
    struct pq_bloom_hashes hashes;
    if (!pq_bloom_hashes_of(&leaf, &value, &hashes))
        return NEVER;
    CHECK(hashes.n == 0 || hashes.hashes[0] == xxh64_of(bytes));
    return (int)hashes.n;
}

#define NOTHING slice_of(NULL, 0)

static void integers_are_hashed_in_their_physical_width(void)
{
    static const int narrow[] = {PQ_CONVERTED_NONE, PQ_INT_32, PQ_DATE, PQ_TIME_MILLIS,
                                 PQ_DECIMAL};
    for (size_t i = 0; i < COUNT_OF(narrow); i++) {
        struct leaf_spec spec = {PQ_INT32, narrow[i], 0, 0};
        CHECK(hashes_of(spec, INT64_VALUE(-2), TEXT_SLICE("\xfe\xff\xff\xff")) == 1);
        CHECK(hashes_of(spec, INT64_VALUE(INT32_MIN), TEXT_SLICE("\0\0\0\x80")) == 1);
        CHECK(hashes_of(spec, INT64_VALUE(INT32_MAX), TEXT_SLICE("\xff\xff\xff\x7f")) ==
              1);
        /* The column cannot contain these, even if it contains their lower half. */
        CHECK(hashes_of(spec, INT64_VALUE((int64_t)INT32_MAX + 1), NOTHING) == 0);
        CHECK(hashes_of(spec, INT64_VALUE((int64_t)INT32_MIN - 1), NOTHING) == 0);
    }
    const struct leaf_spec uint32 = {PQ_INT32, PQ_UINT_32, 0, 0};
    CHECK(hashes_of(uint32, INT64_VALUE(200), TEXT_SLICE("\xc8\0\0\0")) == 1);
    CHECK(hashes_of(uint32, INT64_VALUE(UINT32_MAX), TEXT_SLICE("\xff\xff\xff\xff")) ==
          1);
    CHECK(hashes_of(uint32, INT64_VALUE(-1), NOTHING) == 0);
    CHECK(hashes_of(uint32, INT64_VALUE((int64_t)UINT32_MAX + 1), NOTHING) == 0);
    static const int wide[] = {PQ_CONVERTED_NONE, PQ_UINT_64,          PQ_TIME_MICROS,
                               PQ_DECIMAL,        PQ_TIMESTAMP_MILLIS, PQ_INT_64};
    for (size_t i = 0; i < COUNT_OF(wide); i++)
        CHECK(hashes_of((struct leaf_spec){PQ_INT64, wide[i], 0, 0}, INT64_VALUE(-2),
                        TEXT_SLICE("\xfe\xff\xff\xff\xff\xff\xff\xff")) == 1);
    CHECK(hashes_of((struct leaf_spec){PQ_INT64, -1, 0, PQ_LOGICAL_TIMESTAMP},
                    INT64_VALUE(258), TEXT_SLICE("\2\1\0\0\0\0\0\0")) == 1);
}

static void doubles_are_hashed_if_the_float_type_holds_them(void)
{
    struct leaf_spec real = {PQ_FLOAT, -1, 0, 0};
    CHECK(hashes_of(real, REAL_VALUE(1.5), TEXT_SLICE("\0\0\xc0\x3f")) == 1);
    CHECK(hashes_of(real, REAL_VALUE(0.1), NOTHING) == 0);
    /* A variable, because some machines evaluate 0.1f with more than float precision. */
    const float tenth = 0.1f;
    CHECK(hashes_of(real, REAL_VALUE((double)tenth), TEXT_SLICE("\xcd\xcc\xcc\x3d")) ==
          1);
    CHECK(hashes_of(real, REAL_VALUE(1e300), NOTHING) == 0);
    CHECK(hashes_of(real, REAL_VALUE(-1e-300), NOTHING) == 0);
    CHECK(hashes_of(real, REAL_VALUE(INFINITY), TEXT_SLICE("\0\0\x80\x7f")) == 1);
    CHECK(hashes_of(real, REAL_VALUE((double)NAN), NOTHING) == NEVER);
    struct leaf_spec whole = {PQ_DOUBLE, -1, 0, 0};
    CHECK(hashes_of(whole, REAL_VALUE(0.1),
                    TEXT_SLICE("\x9a\x99\x99\x99\x99\x99\xb9\x3f")) == 1);
    CHECK(hashes_of(whole, REAL_VALUE((double)NAN), NOTHING) == NEVER);
    struct leaf_spec half = {PQ_FIXED_LEN_BYTE_ARRAY, -1, 2, PQ_LOGICAL_FLOAT16};
    CHECK(hashes_of(half, REAL_VALUE(-1.5), TEXT_SLICE("\0\xbe")) == 1);
    CHECK(hashes_of(half, REAL_VALUE(0.1), NOTHING) == 0);
    CHECK(hashes_of(half, REAL_VALUE(65504), TEXT_SLICE("\xff\x7b")) == 1);
    CHECK(hashes_of(half, REAL_VALUE(65536), NOTHING) == 0);
    CHECK(hashes_of(half, REAL_VALUE(1e300), NOTHING) == 0);
    CHECK(hashes_of(half, REAL_VALUE(1.0 / 33554432), NOTHING) == 0);
    CHECK(hashes_of(half, REAL_VALUE(1e-310), NOTHING) == 0);
    CHECK(hashes_of(half, REAL_VALUE((double)NAN), NOTHING) == NEVER);
}

static void both_zeros_are_looked_for(void)
{
    static const struct leaf_spec specs[] = {
        {PQ_FLOAT, -1, 0, 0},
        {PQ_DOUBLE, -1, 0, 0},
        {PQ_FIXED_LEN_BYTE_ARRAY, -1, 2, PQ_LOGICAL_FLOAT16}};
    static const size_t sizes[] = {4, 8, 2};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        struct pq_leaf leaf = leaf_of(specs[i]);
        uint8_t positive[8] = {0}, negative[8] = {0};
        negative[sizes[i] - 1] = 0x80;
        uint64_t plus = xxh64_of(slice_of(positive, sizes[i]));
        uint64_t minus = xxh64_of(slice_of(negative, sizes[i]));
        for (int sign = 0; sign < 2; sign++) {
            union column_value zero = REAL_VALUE(sign ? -0.0 : 0.0);
            struct pq_bloom_hashes hashes;
            CHECK(pq_bloom_hashes_of(&leaf, &zero, &hashes) && hashes.n == 2);
            CHECK(hashes.hashes[sign] == plus && hashes.hashes[1 - sign] == minus);
        }
    }
}

static void every_half_precision_float_is_found(void)
{
    struct leaf_spec half = {PQ_FIXED_LEN_BYTE_ARRAY, -1, 2, PQ_LOGICAL_FLOAT16};
    for (uint32_t bits = 0; bits < 65536; bits++) {
        uint8_t bytes[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        double value = pq_double_from_float16((uint16_t)bits);
        int expected = isnan(value) ? NEVER : value == 0 ? 2 : 1;
        CHECK(hashes_of(half, REAL_VALUE(value), slice_of(bytes, 2)) == expected);
        if (!isnan(value) && !isinf(value) && value != 0)
            CHECK(hashes_of(half, REAL_VALUE(nextafter(value, 1e9)), NOTHING) == 0);
    }
}

static void bytes_are_hashed_without_their_length(void)
{
    static const int kinds[] = {0, PQ_LOGICAL_STRING, PQ_LOGICAL_JSON,
                                PQ_LOGICAL_GEOMETRY};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct leaf_spec spec = {PQ_BYTE_ARRAY, -1, 0, kinds[i]};
        CHECK(hashes_of(spec, BYTES_VALUE("a\0b"), TEXT_SLICE("a\0b")) == 1);
        CHECK(hashes_of(spec, BYTES_VALUE(""), NOTHING) == 1);
    }
    struct leaf_spec fixed = {PQ_FIXED_LEN_BYTE_ARRAY, -1, 3, 0};
    CHECK(hashes_of(fixed, BYTES_VALUE("abc"), TEXT_SLICE("abc")) == 1);
    CHECK(hashes_of(fixed, BYTES_VALUE("ab"), NOTHING) == 0);
    CHECK(hashes_of(fixed, BYTES_VALUE("abcd"), NOTHING) == 0);
    struct leaf_spec uuid = {PQ_FIXED_LEN_BYTE_ARRAY, -1, 16, PQ_LOGICAL_UUID};
    CHECK(hashes_of(uuid, BYTES_VALUE("0123456789abcdef"),
                    TEXT_SLICE("0123456789abcdef")) == 1);
    CHECK(hashes_of(uuid, BYTES_VALUE("0123456789abcde"), NOTHING) == 0);
}

static void fixed_decimals_are_padded_to_their_length(void)
{
    struct leaf_spec three = {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 3, 0};
    CHECK(hashes_of(three, INT64_VALUE(-2), TEXT_SLICE("\xff\xff\xfe")) == 1);
    CHECK(hashes_of(three, INT64_VALUE(8388607), TEXT_SLICE("\x7f\xff\xff")) == 1);
    CHECK(hashes_of(three, INT64_VALUE(8388608), NOTHING) == 0);
    CHECK(hashes_of(three, INT64_VALUE(-8388608), TEXT_SLICE("\x80\0\0")) == 1);
    CHECK(hashes_of(three, INT64_VALUE(-8388609), NOTHING) == 0);
    struct leaf_spec eight = {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 8, 0};
    CHECK(hashes_of(eight, INT64_VALUE(INT64_MIN), TEXT_SLICE("\x80\0\0\0\0\0\0\0")) ==
          1);
    struct leaf_spec nine = {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 9, 0};
    CHECK(hashes_of(nine, BYTES_VALUE("\xfe"),
                    TEXT_SLICE("\xff\xff\xff\xff\xff\xff\xff\xff\xfe")) == 1);
    CHECK(hashes_of(nine, BYTES_VALUE("\0\0\0\x7f\1\2\3\4\5\6\7\x08"),
                    TEXT_SLICE("\x7f\1\2\3\4\5\6\7\x08")) == 1);
    CHECK(hashes_of(nine, BYTES_VALUE("\0\x80\1\2\3\4\5\6\7\x08"), NOTHING) == 0);
    CHECK(hashes_of(nine, BYTES_VALUE("\1\0\1\2\3\4\5\6\7\x08"), NOTHING) == 0);
    CHECK(hashes_of(nine, BYTES_VALUE("\xff\x7f\2\3\4\5\6\7\x08\x09"), NOTHING) == 0);
    CHECK(hashes_of(nine, BYTES_VALUE(""), TEXT_SLICE("\0\0\0\0\0\0\0\0\0")) == 1);
    struct leaf_spec most = {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 1024, 0};
    uint8_t zeros[1024] = {0};
    CHECK(hashes_of(most, BYTES_VALUE("\0"), slice_of(zeros, 1024)) == 1);
    most.length = 1025;
    CHECK(hashes_of(most, BYTES_VALUE("\0"), NOTHING) == NEVER);
}

static void filters_are_not_used_for_some_types(void)
{
    CHECK(hashes_of((struct leaf_spec){PQ_BOOLEAN, -1, 0, 0}, INT64_VALUE(1), NOTHING) ==
          NEVER);
    CHECK(hashes_of((struct leaf_spec){PQ_BYTE_ARRAY, PQ_DECIMAL, 0, 0},
                    BYTES_VALUE("\1"), NOTHING) == NEVER);
    CHECK(hashes_of((struct leaf_spec){PQ_FIXED_LEN_BYTE_ARRAY, PQ_INTERVAL, 12, 0},
                    BYTES_VALUE("0123456789ab"), NOTHING) == NEVER);
    CHECK(hashes_of((struct leaf_spec){PQ_INT96, -1, 0, 0},
                    (union column_value){.instant = {1, 2}}, NOTHING) == NEVER);
    CHECK(hashes_of((struct leaf_spec){PQ_INT32, -1, 0, PQ_LOGICAL_UNKNOWN},
                    INT64_VALUE(1), NOTHING) == NEVER);
    /* Their stored numbers may be beyond the width. */
    static const int narrow[] = {PQ_INT_8, PQ_INT_16, PQ_UINT_8, PQ_UINT_16};
    for (size_t i = 0; i < COUNT_OF(narrow); i++)
        CHECK(hashes_of((struct leaf_spec){PQ_INT32, narrow[i], 0, 0}, INT64_VALUE(1),
                        NOTHING) == NEVER);
    static const int types[] = {PQ_BOOLEAN, PQ_INT96};
    struct pq_leaf leaf;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        leaf = leaf_of((struct leaf_spec){types[i], -1, 0, 0});
        CHECK(!pq_bloom_can_tell(&leaf));
    }
    leaf = leaf_of((struct leaf_spec){PQ_INT32, -1, 0, 0});
    CHECK(pq_bloom_can_tell(&leaf));
    leaf.max_repetition_level = 1;
    CHECK(!pq_bloom_can_tell(&leaf));
    leaf.max_repetition_level = 0;
    leaf.column.unreadable_reason = "an unreadable_reason";
    CHECK(!pq_bloom_can_tell(&leaf));
}

static void converted_values_have_the_hash_of_the_stored_bytes(void)
{
    static const struct leaf_spec specs[] = {
        {PQ_INT32, -1, 0, 0},
        {PQ_INT32, PQ_UINT_32, 0, 0},
        {PQ_INT64, -1, 0, 0},
        {PQ_FLOAT, -1, 0, 0},
        {PQ_DOUBLE, -1, 0, 0},
        {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 5, 0},
        {PQ_FIXED_LEN_BYTE_ARRAY, PQ_DECIMAL, 12, 0},
        {PQ_FIXED_LEN_BYTE_ARRAY, -1, 2, PQ_LOGICAL_FLOAT16}};
    static const size_t sizes[] = {4, 4, 8, 4, 8, 5, 12, 2};
    uint64_t random = 7;
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        struct pq_leaf leaf = leaf_of(specs[i]);
        for (int n = 0; n < 2000; n++) {
            uint8_t bytes[16];
            union column_value value = {0};
            struct pq_bloom_hashes hashes;
            for (size_t k = 0; k < sizes[i]; k++)
                bytes[k] = (uint8_t)next_random(&random);
            if (n % 4 == 1)
                memset(bytes, bytes[15] & 0x80 ? 0xff : 0, sizes[i] - 1);
            union pq_physical physical = pq_physical_of(leaf.type,
                                                        slice_of(bytes, sizes[i]));
            pq_convert_values(leaf.conversion, &physical, 1, &value);
            if (leaf.column.kind == VECTOR_DOUBLE && isnan(value.float64))
                continue;
            CHECK(pq_bloom_hashes_of(&leaf, &value, &hashes) && hashes.n > 0);
            CHECK(hashes.hashes[0] == xxh64_of(slice_of(bytes, sizes[i])));
        }
    }
}

/* ---- A filter of parquet-testing ------------------------------------------------- */

static void filters_of_the_corpus_are_read(void)
{
    static const char *const values[] = {"hello", "parquet", "bloom", "filter"};
    size_t header;
    struct bytes murmur = corpus_file("bloom_filter.bin");
    struct bytes xxhash = corpus_file("bloom_filter.xxhash.bin");
    if (murmur.size > 0)
        CHECK(parse_exactly(bytes_slice(&murmur), &header) == 0);
    if (xxhash.size > 0) {
        uint32_t n_blocks = parse_exactly(bytes_slice(&xxhash), &header);
        CHECK(n_blocks == 32 && header + 1024 == xxhash.size);
        for (size_t i = 0; n_blocks == 32 && i < COUNT_OF(values); i++) {
            uint64_t hash = hash_text(values[i]);
            const uint8_t *bitset = xxhash.data + header;
            CHECK(pq_bloom_block_has(bitset + 32 * pq_bloom_block_index(hash, 32), hash));
            hash++;
            CHECK(
                !pq_bloom_block_has(bitset + 32 * pq_bloom_block_index(hash, 32), hash));
        }
    }
    bytes_free(&murmur);
    bytes_free(&xxhash);
}

int main(void)
{
    RUN(xxh64_of_known_texts);
    RUN(insert_sets_a_bit_of_each_word);
    RUN(any_number_of_blocks_is_used_evenly);
    RUN(headers_with_other_algorithms_are_refused);
    RUN(invalid_sizes_are_refused);
    RUN(unknown_fields_are_skipped_and_truncation_is_refused);
    RUN(integers_are_hashed_in_their_physical_width);
    RUN(doubles_are_hashed_if_the_float_type_holds_them);
    RUN(both_zeros_are_looked_for);
    RUN(every_half_precision_float_is_found);
    RUN(bytes_are_hashed_without_their_length);
    RUN(fixed_decimals_are_padded_to_their_length);
    RUN(filters_are_not_used_for_some_types);
    RUN(converted_values_have_the_hash_of_the_stored_bytes);
    RUN(filters_of_the_corpus_are_read);
    return unit_test_done();
}
