/* SPDX-License-Identifier: MIT */
/*
 * test_range_filter.c - filters by one range of integers or doubles, with vector
 * instructions and without, against a plain loop: all lengths up to 200, any alignment,
 * few and many rows in the range, nulls, and values at the limits of their type.
 */
#include <math.h>

#include "base/cpu.h"
#include "scan/value_set.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_ROWS = 200 };

static const int64_t integers[] = {INT64_MIN, INT64_MIN + 1, -5,       -1, 0, 1,
                                   5,         INT64_MAX - 1, INT64_MAX};
static const double doubles[] = {-HUGE_VAL, -1e300, -1.5,  -0.0,    0.0,
                                 5e-324,    1.5,    1e300, HUGE_VAL};
enum { N_VALUES = sizeof integers / sizeof integers[0] };

static bool plain_test(const struct value_set *set, union column_value value)
{
    const struct value_range *range = &set->ranges[0];
    switch (set->domain) {
    case DOMAIN_INT64:
        return value.int64 >= range->low.int64 && value.int64 <= range->high.int64;
    case DOMAIN_UINT64:
        return (uint64_t)value.int64 >= (uint64_t)range->low.int64 &&
               (uint64_t)value.int64 <= (uint64_t)range->high.int64;
    default:
        if (value.float64 != value.float64)
            return set->accepts_null;
        return value.float64 >= range->low.float64 &&
               value.float64 <= range->high.float64;
    }
}

static union column_value edge_value(enum value_domain domain, size_t i)
{
    if (domain == DOMAIN_DOUBLE)
        return (union column_value){.float64 = doubles[i]};
    return (union column_value){.int64 = integers[i]};
}

/* Most values are the same, so that there are runs of rows in the range and outside. */
static union column_value random_value(uint64_t *random, enum value_domain domain,
                                       size_t common, uint64_t rarity)
{
    size_t i = random_below(random, rarity) == 0 ? random_below(random, N_VALUES)
                                                 : common;
    if (domain == DOMAIN_DOUBLE && random_below(random, 50) == 0)
        return (union column_value){.float64 = NAN};
    return edge_value(domain, i);
}

/* The values, the bytes of `valid` and the rows are in blocks of exactly their size; the
 * first value is at any multiple of eight bytes. */
static void check_filter(uint64_t *random, const struct value_set *set, uint32_t n,
                         bool has_nulls)
{
    static const struct column column = {.kind = VECTOR_INT64};
    size_t skipped = random_below(random, 4), common = random_below(random, N_VALUES);
    uint64_t rarity = (uint64_t)1 << random_below(random, 8);
    int64_t *block = must(malloc((skipped + n + 1) * sizeof *block));
    int64_t *values = block + skipped + 1;
    uint8_t *valid = must(malloc(n + 1));
    uint32_t expected[MOST_ROWS], n_expected = 0;
    for (uint32_t i = 0; i < n; i++) {
        union column_value value = random_value(random, set->domain, common, rarity);
        memcpy(&values[i], &value, sizeof *values);
        valid[1 + i] = !has_nulls || random_below(random, 3) > 0;
        if (valid[1 + i] ? plain_test(set, value) : set->accepts_null)
            expected[n_expected++] = i;
    }
    struct column_vector vector = {.n_rows = n,
                                   .kind = set->domain == DOMAIN_DOUBLE ? VECTOR_DOUBLE
                                                                        : VECTOR_INT64,
                                   .valid = has_nulls ? valid + 1 : NULL,
                                   .values.any = values};
    for (int hide = 0; hide <= 1; hide++) {
        uint32_t *rows = must(malloc(n > 0 ? n * sizeof *rows : 1));
        cpu_hide_vectors(hide);
        uint32_t kept = value_set_filter(set, &column, &vector, NULL, n, rows);
        CHECK(kept == n_expected);
        CHECK(kept == 0 || memcmp(rows, expected, kept * sizeof *rows) == 0);
        free(rows);
    }
    free(block);
    free(valid);
}

static void check_domain(enum value_domain domain)
{
    uint64_t random = 7;
    for (uint32_t n = 0; n <= MOST_ROWS; n++) {
        for (int round = 0; round < 60; round++) {
            struct value_range range = {
                .low = edge_value(domain, random_below(&random, N_VALUES)),
                .high = edge_value(domain, random_below(&random, N_VALUES))};
            struct value_set set = {.domain = domain,
                                    .ranges = &range,
                                    .n_ranges = 1,
                                    .accepts_null = random_below(&random, 4) == 0};
            value_set_normalise(&set);
            if (set.n_ranges == 1)
                check_filter(&random, &set, n, round % 2 == 0);
        }
    }
}

static void integers_are_filtered(void)
{
    check_domain(DOMAIN_INT64);
}

static void unsigned_integers_are_filtered(void)
{
    check_domain(DOMAIN_UINT64);
}

static void doubles_are_filtered(void)
{
    check_domain(DOMAIN_DOUBLE);
}

int main(void)
{
    RUN(integers_are_filtered);
    RUN(unsigned_integers_are_filtered);
    RUN(doubles_are_filtered);
    return unit_test_done();
}
