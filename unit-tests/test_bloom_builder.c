/* SPDX-License-Identifier: MIT */
/*
 * test_bloom_builder.c - Bloom filters of every type contain the written values in the
 * form in which a reader looks them up, and their size keeps the false-positive ratio.
 */
#include "parquet/write/bloom_builder.h"

#include <math.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "parquet/schema/value_convert.h"
#include "unit_test.h"
#include "unit_values_written.h"

static bool has(const struct pq_bloom_builder *builder, uint64_t hash)
{
    uint32_t block = pq_bloom_block_index(hash, builder->n_blocks);
    return pq_bloom_block_has(builder->bitset.data + (size_t)block * PQ_BLOOM_BLOCK_SIZE,
                              hash);
}

static void make(struct pq_bloom_builder *builder, const struct pq_values *values,
                 double ratio)
{
    struct error error = {0};
    CHECK(pq_bloom_count(builder, values, ratio, &error) == OK);
    pq_bloom_fold(builder, ratio);
    CHECK(builder->bitset.size == (size_t)builder->n_blocks * PQ_BLOOM_BLOCK_SIZE);
    CHECK(builder->bitset.size == pq_bloom_size_for(builder->n_distinct, ratio));
}

/* ---- Contents ----------------------------------------------------------------- */

static const struct {
    struct pq_schema_element element;
    size_t width;
} shapes[] = {
    {{.type = PQ_INT32, .converted_type = PQ_CONVERTED_NONE}, 4},
    {{.type = PQ_INT32, .converted_type = PQ_UINT_32}, 4},
    {{.type = PQ_INT64, .converted_type = PQ_CONVERTED_NONE}, 8},
    {{.type = PQ_INT64, .converted_type = PQ_UINT_64}, 8},
    {{.type = PQ_FLOAT, .converted_type = PQ_CONVERTED_NONE}, 4},
    {{.type = PQ_DOUBLE, .converted_type = PQ_CONVERTED_NONE}, 8},
    {{.type = PQ_FIXED_LEN_BYTE_ARRAY,
      .type_length = 5,
      .converted_type = PQ_DECIMAL,
      .precision = 11},
     5},
    {{.type = PQ_FIXED_LEN_BYTE_ARRAY,
      .type_length = 16,
      .converted_type = PQ_DECIMAL,
      .precision = 38},
     16},
    {{.type = PQ_FIXED_LEN_BYTE_ARRAY,
      .type_length = 2,
      .converted_type = PQ_CONVERTED_NONE,
      .logical.kind = PQ_LOGICAL_FLOAT16},
     2},
    {{.type = PQ_FIXED_LEN_BYTE_ARRAY,
      .type_length = 16,
      .converted_type = PQ_CONVERTED_NONE,
      .logical.kind = PQ_LOGICAL_UUID},
     16},
    {{.type = PQ_BYTE_ARRAY, .converted_type = PQ_UTF8}, 0},
    {{.type = PQ_INT96, .converted_type = PQ_CONVERTED_NONE}, 12},
};

/* Value i as a column vector stores it. */
static union column_value as_read(const struct pq_leaf *leaf,
                                  const struct pq_values *values, uint64_t i)
{
    struct slice bytes = pq_value_at(values, i);
    struct bytes_value piece = {bytes.data, bytes.size};
    union column_value value = {0};
    bool is_number = leaf->type == PQ_INT32 || leaf->type == PQ_INT64 ||
                     leaf->type == PQ_FLOAT || leaf->type == PQ_DOUBLE;
    pq_convert_values(leaf->conversion,
                      is_number ? (const void *)bytes.data : (const void *)&piece, 1,
                      &value);
    return value;
}

static uint64_t plain_distinct(const struct pq_values *values)
{
    uint64_t n_distinct = 0;
    for (uint64_t i = 0; i < values->n; i++) {
        struct slice value = pq_value_at(values, i);
        uint64_t k = 0;
        for (; k < i; k++) {
            struct slice other = pq_value_at(values, k);
            if (other.size == value.size &&
                memcmp(other.data, value.data, value.size) == 0)
                break;
        }
        n_distinct += k == i;
    }
    return n_distinct;
}

static void check_filter(const struct pq_bloom_builder *builder,
                         const struct pq_leaf *leaf, const struct pq_values *values)
{
    CHECK(builder->n_distinct == plain_distinct(values));
    for (uint64_t i = 0; i < values->n; i++) {
        struct pq_bloom_hashes hashes;
        uint8_t number[8];
        CHECK(has(builder, xxh64_of(pq_stored_value(values, i, number))));
        if (!pq_bloom_can_tell(leaf))
            continue;
        union column_value value = as_read(leaf, values, i);
        if (leaf->column.kind == VECTOR_DOUBLE && isnan(value.float64))
            continue;
        CHECK(pq_bloom_hashes_of(leaf, &value, &hashes) && hashes.n > 0);
        bool is_found = false;
        for (uint32_t k = 0; k < hashes.n; k++)
            is_found |= has(builder, hashes.hashes[k]);
        CHECK(is_found);
    }
}

/* One builder for all filters: none may keep values of the one before. */
static void written_values_are_found(void)
{
    static const uint64_t counts[] = {0, 1, 2, 512, 1000, 3000};
    static const uint64_t few[] = {1, 100, 1000000};
    struct pq_bloom_builder builder = {0};
    uint64_t random = 29;
    for (size_t f = 0; f < COUNT_OF(few); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            for (size_t s = 0; s < COUNT_OF(shapes); s++) {
                const struct pq_schema_element *element = &shapes[s].element;
                struct pq_leaf leaf = {.type = element->type,
                                       .type_length = element->type_length};
                pq_leaf_type(element, false, &leaf.column, &leaf.conversion);
                CHECK(pq_bloom_can_tell(&leaf) == (element->type != PQ_INT96));
                struct written written = written_random(element->type, shapes[s].width,
                                                        counts[c], few[f], &random);
                make(&builder, &written.values, 0.01);
                check_filter(&builder, &leaf, &written.values);
                written_free(&written);
            }
        }
    }
    pq_bloom_builder_release(&builder);
    pq_bloom_builder_release(&builder);
}

static void empty_filter_has_no_values(void)
{
    struct pq_bloom_builder builder = {0};
    struct pq_values none = {.type = PQ_INT64, .width = 8};
    uint64_t random = 1;
    make(&builder, &none, 0.01);
    CHECK(builder.n_distinct == 0 && builder.n_blocks == 1);
    for (int i = 0; i < 1000; i++)
        CHECK(!has(&builder, next_random(&random)));
    pq_bloom_builder_release(&builder);
}

/* The bits that the specification sets for one value. */
static void one_value_sets_eight_bits(void)
{
    static const struct slice text = {(const uint8_t *)"abc", 3};
    struct pq_bloom_builder builder = {0};
    struct written written = written_strings(&text, 1);
    uint8_t expected[PQ_BLOOM_BLOCK_SIZE] = {0};
    make(&builder, &written.values, 0.01);
    pq_bloom_insert(expected, 1, UINT64_C(0x44bc2cf5ad770999));
    CHECK(builder.bitset.size == sizeof expected &&
          memcmp(builder.bitset.data, expected, sizeof expected) == 0);
    written_free(&written);
    pq_bloom_builder_release(&builder);
}

/* ---- Sizes -------------------------------------------------------------------- */

/* The false-positive ratio: the probability that other values have set all eight bits. */
static double ratio_of(double n, double size)
{
    return pow(1 - exp(-8 * n / (size * 8)), 8);
}

static void sizes_keep_the_ratio(void)
{
    static const double ratios[] = {0.5, 0.1, 0.05, 0.01, 0.001, 0.00001};
    for (size_t r = 0; r < COUNT_OF(ratios); r++) {
        uint64_t last = 0;
        for (uint64_t n = 1; n < 20000000; n += n / 3 + 1) {
            double n_bytes = (double)n;
            uint64_t size = pq_bloom_size_for(n, ratios[r]);
            CHECK(size >= 32 && size <= PQ_MAX_BLOOM_SIZE && size >= last);
            CHECK(size == PQ_MAX_BLOOM_SIZE ||
                  ratio_of(n_bytes, (double)size) <= ratios[r]);
            CHECK(size == 32 || ratio_of(n_bytes, (double)size / 2) > ratios[r]);
            last = size;
            /* -8 n / ln(1 - ratio^(1/8)) bits are rounded up. */
            double bytes = -n_bytes / log(1 - pow(ratios[r], 1.0 / 8));
            if (bytes > 32 && bytes < PQ_MAX_BLOOM_SIZE)
                CHECK((double)size >= bytes && (double)size < bytes * 2);
        }
    }
}

static void sizes_are_limited(void)
{
    CHECK(pq_bloom_size_for(0, 0.01) == 32);
    CHECK(pq_bloom_size_for(1, 0.01) == 32);
    CHECK(pq_bloom_size_for(1000000, 0.01) == 2 << 20); /* 9.7 bits each suffice */
    CHECK(pq_bloom_size_for(UINT64_C(1) << 40, 0.01) == 128 << 20);
    CHECK(pq_bloom_size_for(UINT64_MAX, 0.01) == 128 << 20);
    CHECK(pq_bloom_size_for(UINT64_MAX, 0.999) <= 128 << 20);
}

/* Absent values are found about as often as requested. */
static void false_positives_are_as_rare_as_requested(void)
{
    static const double ratios[] = {0.1, 0.01, 0.001};
    enum { N = 100000 };
    static uint64_t numbers[N];
    struct pq_bloom_builder builder = {0};
    uint64_t random = 31;
    for (size_t i = 0; i < N; i++)
        numbers[i] = i;
    struct written written = written_fixed(PQ_INT64, 8, numbers, N);
    for (size_t r = 0; r < COUNT_OF(ratios); r++) {
        int n_found = 0;
        make(&builder, &written.values, ratios[r]);
        CHECK(builder.n_distinct <= N && builder.n_distinct > N - N / 10000);
        double expected = ratio_of(N, (double)builder.bitset.size);
        for (int i = 0; i < 200000; i++)
            n_found += has(&builder, next_random(&random));
        /* Blocks fill unevenly, and the formula ignores that. */
        CHECK(n_found < 200000 * expected * 3 + 20 &&
              n_found > 200000 * expected / 2 - 20);
    }
    written_free(&written);
    pq_bloom_builder_release(&builder);
}

/* ---- Memory ------------------------------------------------------------------- */

static void allocation_failures_are_reported(void)
{
    enum { N = 20000 };
    static uint64_t numbers[N];
    for (size_t i = 0; i < N; i++)
        numbers[i] = i / 2;
    struct written written = written_fixed(PQ_INT64, 8, numbers, N);
    struct pq_bloom_builder builder = {0};
    enum status status = NOMEM;
    long n = 0;
    while (status == NOMEM && n < 100) {
        struct error error = {0};
        pq_bloom_builder_release(&builder);
        mem_fail_at(++n, 0);
        status = pq_bloom_count(&builder, &written.values, 0.01, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status);
    }
    CHECK(status == OK && n > 1 && builder.n_distinct == N / 2);
    /* Building the same filter again needs no allocation. */
    struct error error = {0};
    mem_fail_at(1, 1);
    CHECK(pq_bloom_count(&builder, &written.values, 0.01, &error) == OK);
    mem_fail_at(0, 0);
    pq_bloom_builder_release(&builder);
    written_free(&written);
}

int main(void)
{
    RUN(written_values_are_found);
    RUN(empty_filter_has_no_values);
    RUN(one_value_sets_eight_bits);
    RUN(sizes_keep_the_ratio);
    RUN(sizes_are_limited);
    RUN(false_positives_are_as_rare_as_requested);
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
