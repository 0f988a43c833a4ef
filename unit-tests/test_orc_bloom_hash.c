/* SPDX-License-Identifier: MIT */
/* test_orc_bloom_hash.c - hashes and filters of ORC's Java and C++ libraries
 * (bloom_hash.h). */
#include "orc/facts/bloom_hash.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice slice_of_text(const char *text)
{
    return slice_of(text, strlen(text));
}

/* org.apache.orc.util.Murmur3.hash64() of Java 1.9.5. */
static void texts_hash_as_in_java(void)
{
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {
        {"", 0x74a18dc8f20adb48},
        {"a", 0xddd9b0af19f61187},
        {"hello", 0x3928100018224141},
        {"12345678", 0xec219df59f58bc57},
        {"exactly sixteen!", 0x82506993cf2a051e},
        {"The quick brown fox jumps over the lazy dog", 0xb34aa68a89e971e8},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        CHECK(orc_murmur3_64(slice_of_text(known[i].text)) == known[i].hash);
    CHECK(orc_murmur3_64(slice_of(NULL, 0)) == known[0].hash);
}

/* Each remainder of 8 bytes, with bytes that are negative in Java. */
static void each_size_hashes_as_in_java(void)
{
    static const uint64_t hashes[] = {
        0x74a18dc8f20adb48, 0x6f679e0d0c227941, 0x0f40e53beac79df1, 0x8781e52d2f20f6d2,
        0x6f2f57349770ee3d, 0x197b0a7d17a1b3a8, 0x2dad7f09fdfda5ff, 0x7631be3a559900a9,
        0xe80be88c3af318bc, 0x520c62b4c49fafff, 0xf2ac45ca15091775, 0x465b61b7e0585a2b,
        0x1bb76282d3383e84, 0xebc55e670f82bf23, 0x3b8ae0fa755a3956, 0x41d35c68ab468a35,
        0x8a133445515d1b1d,
    };
    uint8_t all[256];
    for (int i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    for (size_t size = 0; size < COUNT_OF(hashes); size++) {
        uint8_t *copy = exact_copy(all + 240, size);
        CHECK(orc_murmur3_64(slice_of(copy, size)) == hashes[size]);
        free(copy);
    }
    CHECK(orc_murmur3_64(slice_of(all, sizeof all)) == 0xc9b295bf096bc25c);
}

/* BloomFilter.getLongHash() of Java 1.9.5. */
static void integers_hash_as_in_java(void)
{
    CHECK(orc_integer_hash(0) == 0);
    CHECK(orc_integer_hash(1) == 0x5bca7c69b794f8ce);
    CHECK(orc_integer_hash(-1) == 0x5bca868437950d03);
    CHECK(orc_integer_hash(42) == 0x0f3db82f1e7b6f7a);
    CHECK(orc_integer_hash(18000000000) == 0xf0c67aca9b006bcb);
    CHECK(orc_integer_hash(INT64_MIN) == 0x3be7d0f7780de548);
    CHECK(orc_integer_hash(INT64_MAX) == 0x81ad52718398e837);
    CHECK(orc_integer_hash(-123456789012) == 0x004385ecc9e4d146);
}

/* A filter of 64 bits, in the order of its bytes in the file. */
static bool has(uint64_t bytes, uint32_t n_hashes, uint64_t hash)
{
    uint8_t bits[8];
    for (int i = 0; i < 8; i++)
        bits[i] = (uint8_t)(bytes >> (56 - 8 * i));
    return orc_bloom_has(slice_of(bits, sizeof bits), n_hashes, hash);
}

static bool has_integer(uint64_t bytes, uint32_t n_hashes, int64_t value)
{
    return has(bytes, n_hashes, orc_integer_hash(value));
}

static bool has_text(uint64_t bytes, uint32_t n_hashes, const char *text)
{
    return has(bytes, n_hashes, orc_murmur3_64(slice_of_text(text)));
}

/* Filters of 4 values with 11 hashes. */
static void filters_of_java(void)
{
    const uint64_t integers = 0xc9a452c9b5e7cc78, texts = 0x9b83b98089818369;
    CHECK(has_integer(integers, 11, 1) && has_integer(integers, 11, 42));
    CHECK(has_integer(integers, 11, 18000000000) && has_integer(integers, 11, -7));
    CHECK(!has_integer(integers, 11, 2) && !has_integer(integers, 11, 3));
    CHECK(has_text(texts, 11, "") && has_text(texts, 11, "hello"));
    CHECK(has_text(texts, 11, "\303\244\303\266") &&
          has_text(texts, 11, "exactly sixteen!"));
    CHECK(!has_text(texts, 11, "hellp") && !has_text(texts, 11, "Hello"));
}

/* utf8bitset of three columns in a file of pyarrow 26.0.1 (ORC C++ 2.2.2). */
static void filters_of_a_cpp_file(void)
{
    const uint64_t integers = 0x91b61081d3b7fc41, texts = 0x5212e10ee99d4edc;
    const uint64_t doubles = 0xf920c8f6c8eb41b2;
    static const int64_t numbers[] = {
        0, 1, -1, 42, 18000000000, INT64_MIN, INT64_MAX, -123456789012, 7, -7};
    static const char *const words[] = {"",
                                        "a",
                                        "hello",
                                        "12345678",
                                        "\303\244\303\266",
                                        "exactly sixteen!",
                                        "a longer text of more than 16 bytes",
                                        "x",
                                        "y",
                                        "z"};
    static const double reals[] = {0.5, -2.25, 1e300, 3, -1e-300, 100, 2, 0};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        CHECK(has_integer(integers, 4, numbers[i]));
    for (size_t i = 0; i < COUNT_OF(words); i++)
        CHECK(has_text(texts, 4, words[i]));
    for (size_t i = 0; i < COUNT_OF(reals); i++) {
        int64_t bits;
        memcpy(&bits, &reals[i], sizeof bits);
        CHECK(has_integer(doubles, 4, bits));
    }
    CHECK(has_integer(doubles, 4, 0x7ff8000000000000)); /* NaN */
    CHECK(has_integer(doubles, 4, 0x7ff0000000000000)); /* infinity */
    for (int64_t absent = 100; absent < 110; absent++)
        CHECK(!has_integer(integers, 4, absent));
    CHECK(!has_text(texts, 4, "b") && !has_text(texts, 4, "c"));
    CHECK(!has_text(texts, 4, "hellp") && !has_text(texts, 4, "1234567"));
}

/* The bits of hash 0x00000003fffffff0, that is -16 and 3, are those of -13, -10, ..., -1,
 * 2: all but the last inverted, which gives 12, 9, 6, 3, 0. */
static void negative_sums_are_inverted(void)
{
    const uint64_t hash = 0x00000003fffffff0;
    uint8_t bits[16] = {0};
    for (uint32_t n = 1; n <= 6; n++) {
        static const int places[] = {12, 9, 6, 3, 0, 2};
        CHECK(!orc_bloom_has(slice_of(bits, sizeof bits), n, hash));
        bits[places[n - 1] / 8] |= (uint8_t)(1 << places[n - 1] % 8);
        CHECK(orc_bloom_has(slice_of(bits, sizeof bits), n, hash));
    }
}

/* The sum is computed modulo 2^32; the number of bits need not be a power of two. */
static void large_sums_wrap_around(void)
{
    const uint64_t hash = 0x7fffffff00000001; /* 0x80000000, inverted 0x7fffffff */
    uint8_t bits[24] = {0};
    CHECK(!orc_bloom_has(slice_of(bits, sizeof bits), 1, hash));
    bits[0x7fffffff % 192 / 8] = (uint8_t)(1 << 0x7fffffff % 8);
    CHECK(orc_bloom_has(slice_of(bits, sizeof bits), 1, hash));
    CHECK(!orc_bloom_has(slice_of(bits, sizeof bits), 2, hash)); /* -1: bit 0 */
}

static void invalid_filters_exclude_nothing(void)
{
    static const uint8_t zeros[16];
    static uint8_t ones[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    CHECK(orc_bloom_has(slice_of(NULL, 0), 3, 1));
    CHECK(orc_bloom_has(slice_of(zeros, 7), 3, 1));
    CHECK(orc_bloom_has(slice_of(zeros, 12), 3, 1));
    CHECK(orc_bloom_has(slice_of(zeros, 8), 0, 1));
    CHECK(!orc_bloom_has(slice_of(zeros, 8), UINT32_MAX, 1));
    CHECK(orc_bloom_has(slice_of(ones, 8), UINT32_MAX, 1)); /* and soon */
}

int main(void)
{
    RUN(texts_hash_as_in_java);
    RUN(each_size_hashes_as_in_java);
    RUN(integers_hash_as_in_java);
    RUN(filters_of_java);
    RUN(filters_of_a_cpp_file);
    RUN(negative_sums_are_inverted);
    RUN(large_sums_wrap_around);
    RUN(invalid_filters_exclude_nothing);
    return unit_test_done();
}
