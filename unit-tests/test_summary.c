/* SPDX-License-Identifier: MIT */
/*
 * test_summary.c - the estimates of quantiles and of how many values are different: exact
 * for few values, and near enough for many, in any order and however they repeat.
 */
#include "base/status.h"
#include "summary/distinct_count.h"
#include "summary/quantiles.h"
#include "unit_test.h"

static uint64_t mixed(uint64_t x)
{
    x = (x + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 32;
}

static void different_values_are_counted(void)
{
    static const uint64_t counts[] = {0, 1, 100, 4095, 4096, 4097, 10000, 60000, 300000};
    struct error error = {0};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct distinct_count count = {0};
        for (uint64_t i = 0; i < counts[c]; i++) {
            CHECK(distinct_count_add(&count, mixed(i), &error) == OK);
            CHECK(distinct_count_add(&count, mixed(i / 2), &error) == OK);
        }
        double n = (double)counts[c], found = (double)distinct_count_estimate(&count);
        double allowed = counts[c] <= DISTINCT_EXACT ? 0 : 0.03 * n;
        CHECK(found >= n - allowed && found <= n + allowed);
        distinct_count_release(&count);
    }
}

/* A hash of 0 is a value, too. */
static void all_hashes_count(void)
{
    struct distinct_count count = {0};
    struct error error = {0};
    CHECK(distinct_count_add(&count, 0, &error) == OK);
    CHECK(distinct_count_add(&count, UINT64_MAX, &error) == OK);
    CHECK(distinct_count_add(&count, 0, &error) == OK);
    CHECK(distinct_count_estimate(&count) == 2);
    distinct_count_release(&count);
}

enum order { ASCENDING, DESCENDING, MIXED, ALTERNATING, N_ORDERS };

/* The numbers 1 - n / 2 to n - n / 2, each `times` times, in an order. */
static void check_quantiles(uint64_t n, uint64_t times, enum order order, double allowed)
{
    static const double wanted[] = {0, 0.001, 0.25, 0.5, 0.75, 0.999, 1};
    enum { N = sizeof wanted / sizeof *wanted };
    struct quantiles quantiles = {0};
    struct error error = {0};
    uint64_t ranks[N];
    int64_t found[N], least = -(int64_t)(n / 2);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t k = order == ASCENDING    ? i
                     : order == DESCENDING ? n - 1 - i
                     : order == MIXED      ? i * 7919 % n
                     : i % 2 == 0          ? i / 2
                                           : n - 1 - i / 2;
        CHECK(quantiles_add(&quantiles, least + 1 + (int64_t)k, times, &error) == OK);
    }
    CHECK(quantiles.n == n * times);
    for (int i = 0; i < N; i++)
        ranks[i] = 1 + (uint64_t)(wanted[i] * (double)(n * times - 1));
    CHECK(quantiles_find(&quantiles, ranks, N, found, &error) == OK);
    for (int i = 0; i < N; i++) {
        double rank = (double)(found[i] - least),
               right = (double)((ranks[i] - 1) / times + 1);
        CHECK(rank >= right - allowed * (double)n && rank <= right + allowed * (double)n);
    }
    quantiles_release(&quantiles);
}

static void few_numbers_have_exact_quantiles(void)
{
    for (int order = 0; order < N_ORDERS; order++) {
        check_quantiles(1, 1, (enum order)order, 0);
        check_quantiles(2, 1, (enum order)order, 0);
        check_quantiles(QUANTILES_EXACT - 1, 1, (enum order)order, 0);
        check_quantiles(100, 1000001, (enum order)order, 0);
    }
}

static void many_numbers_have_near_quantiles(void)
{
    for (int order = 0; order < N_ORDERS; order++) {
        check_quantiles(QUANTILES_EXACT, 1, (enum order)order, 0.002);
        check_quantiles(1000000, 1, (enum order)order, 0.002);
        check_quantiles(100000, 37, (enum order)order, 0.002);
    }
}

static void extreme_numbers_keep_their_order(void)
{
    static const int64_t numbers[] = {INT64_MAX, 0, INT64_MIN, -1, 1, 255, -256};
    struct quantiles quantiles = {0};
    struct error error = {0};
    const uint64_t ranks[] = {1, 4 * QUANTILES_EXACT, 7 * QUANTILES_EXACT};
    int64_t found[3];
    for (int i = 0; i < 7 * QUANTILES_EXACT; i++)
        CHECK(quantiles_add(&quantiles, numbers[i % 7], 1, &error) == OK);
    CHECK(quantiles_find(&quantiles, ranks, 3, found, &error) == OK);
    CHECK(found[0] == INT64_MIN && found[2] == INT64_MAX);
    CHECK(found[1] == 0 || found[1] == -1 || found[1] == 1);
    quantiles_release(&quantiles);
}

int main(void)
{
    RUN(different_values_are_counted);
    RUN(all_hashes_count);
    RUN(few_numbers_have_exact_quantiles);
    RUN(many_numbers_have_near_quantiles);
    RUN(extreme_numbers_keep_their_order);
    return unit_test_done();
}
