/* SPDX-License-Identifier: MIT */
/* distinct_count.c - the estimate is that of Ertl, "New cardinality estimation algorithms
 * for HyperLogLog sketches" (2017), which has no bias in any range. */
#include "summary/distinct_count.h"

#include <math.h>
#include <stdbool.h>

#include "base/alloc.h"

enum {
    TABLE_SIZE = 2 * DISTINCT_EXACT, /* a power of two */
    PRECISION = 14,
    N_REGISTERS = 1 << PRECISION,
    MOST_RANK = 64 - PRECISION + 1,
};

static void add_to_registers(uint8_t *registers, uint64_t hash)
{
    uint32_t index = (uint32_t)(hash >> (64 - PRECISION));
    uint8_t rank = 1;
    for (uint64_t rest = hash << PRECISION;
         rank < MOST_RANK && (rest & UINT64_C(1) << 63) == 0; rest <<= 1)
        rank++;
    if (registers[index] < rank)
        registers[index] = rank;
}

static enum status begin_registers(struct distinct_count *count, struct error *error)
{
    count->registers = mem_alloc_zeroed(N_REGISTERS, 1);
    if (count->registers == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < TABLE_SIZE; i++) {
        if (count->hashes[i] != 0)
            add_to_registers(count->registers, count->hashes[i]);
    }
    mem_free(count->hashes);
    count->hashes = NULL;
    return OK;
}

enum status distinct_count_add(struct distinct_count *count, uint64_t hash,
                               struct error *error)
{
    hash += hash == 0;
    if (count->registers != NULL) {
        add_to_registers(count->registers, hash);
        return OK;
    }
    if (count->hashes == NULL)
        count->hashes = mem_alloc_zeroed(TABLE_SIZE, sizeof *count->hashes);
    if (count->hashes == NULL)
        return error_nomem(error);
    /* A set of hashes: hash_table.h would store each twice. */
    uint32_t i = (uint32_t)hash % TABLE_SIZE;
    while (count->hashes[i] != 0 && count->hashes[i] != hash)
        i = (i + 1) % TABLE_SIZE;
    if (count->hashes[i] == hash)
        return OK;
    if (count->n_hashes == DISTINCT_EXACT) {
        enum status status = begin_registers(count, error);
        if (status == OK)
            add_to_registers(count->registers, hash);
        return status;
    }
    count->hashes[i] = hash;
    count->n_hashes++;
    return OK;
}

/* sigma(x) = x + sum over k >= 1 of x^(2^k) * 2^(k-1), for 0 <= x < 1 */
static double sigma(double x)
{
    double sum = x, factor = 1, before;
    do {
        x *= x;
        before = sum;
        sum += x * factor;
        factor += factor;
    } while (sum > before);
    return sum;
}

/* tau(x) = (1 - x - sum over k >= 1 of (1 - x^(2^-k))^2 * 2^-k) / 3 */
static double tau(double x)
{
    if (x <= 0 || x >= 1)
        return 0;
    double sum = 1 - x, factor = 1, before;
    do {
        x = sqrt(x);
        before = sum;
        factor *= 0.5;
        sum -= (1 - x) * (1 - x) * factor;
    } while (sum < before);
    return sum / 3;
}

uint64_t distinct_count_estimate(const struct distinct_count *count)
{
    uint32_t n_with[MOST_RANK + 1] = {0};
    if (count->registers == NULL)
        return count->n_hashes;
    for (uint32_t i = 0; i < N_REGISTERS; i++)
        n_with[count->registers[i]]++;
    const double m = N_REGISTERS;
    double z = m * tau(1 - n_with[MOST_RANK] / m);
    for (int rank = MOST_RANK - 1; rank >= 1; rank--)
        z = 0.5 * (z + n_with[rank]);
    z += m * sigma(n_with[0] / m);
    return (uint64_t)(m * m / (2 * log(2) * z) + 0.5);
}

void distinct_count_release(struct distinct_count *count)
{
    mem_free(count->hashes);
    mem_free(count->registers);
    *count = (struct distinct_count){0};
}
