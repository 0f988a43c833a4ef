/* SPDX-License-Identifier: MIT */
#include "summary/quantiles.h"

#include <string.h>

#include "base/alloc.h"
#include "base/merge_sort.h"

enum { LEVEL_ROOM = 2 * QUANTILES_EXACT };

/* ---- Sorting a level --------------------------------------------------------------- */

/* The bytes of an unsigned number with the same order. */
static inline uint32_t digit_of(int64_t number, int digit)
{
    uint64_t ordered = (uint64_t)number ^ UINT64_C(1) << 63;
    return (uint32_t)(ordered >> (8 * digit)) & 0xff;
}

/* Sorts by the digits of base 256, from the lowest; passes over those that all numbers
 * have in common. */
static void sort_numbers(int64_t *numbers, int64_t *scratch, uint32_t n)
{
    int64_t *from = numbers, *to = scratch;
    for (int digit = 0; digit < 8; digit++) {
        uint32_t starts[256] = {0};
        for (uint32_t i = 0; i < n; i++)
            starts[digit_of(from[i], digit)]++;
        if (starts[digit_of(from[0], digit)] == n)
            continue;
        uint32_t start = 0;
        for (int d = 0; d < 256; d++) {
            uint32_t count = starts[d];
            starts[d] = start;
            start += count;
        }
        for (uint32_t i = 0; i < n; i++)
            to[starts[digit_of(from[i], digit)]++] = from[i];
        int64_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != numbers)
        memcpy(numbers, from, n * sizeof *numbers);
}

/* ---- Adding ------------------------------------------------------------------------ */

static enum status make_room(struct quantiles *quantiles, int level, struct error *error)
{
    int64_t **room[] = {&quantiles->levels[level].numbers, &quantiles->scratch};
    for (int i = 0; i < 2; i++) {
        if (*room[i] == NULL)
            *room[i] = mem_alloc(LEVEL_ROOM, sizeof(int64_t));
        if (*room[i] == NULL)
            return error_nomem(error);
    }
    return OK;
}

/* Moves every other number of a full level up; the last stays if their number is odd. */
static enum status move_up(struct quantiles *quantiles, int level, struct error *error)
{
    struct quantile_level *from = &quantiles->levels[level], *to = from + 1;
    enum status status = make_room(quantiles, level + 1, error);
    if (status != OK)
        return status;
    sort_numbers(from->numbers, quantiles->scratch, from->n);
    uint32_t n_even = from->n & ~UINT32_C(1);
    for (uint32_t i = from->begins_with_second; i < n_even; i += 2)
        to->numbers[to->n++] = from->numbers[i];
    from->begins_with_second = !from->begins_with_second;
    from->numbers[0] = from->numbers[from->n - 1];
    from->n -= n_even;
    return OK;
}

/* A level has fewer than QUANTILES_EXACT numbers before, and the one below moves up half
 * as many at most, so there is always room. */
static enum status add_to_level(struct quantiles *quantiles, int level, int64_t number,
                                struct error *error)
{
    enum status status = make_room(quantiles, level, error);
    if (status != OK)
        return status;
    struct quantile_level *l = &quantiles->levels[level];
    l->numbers[l->n++] = number;
    while (status == OK && quantiles->levels[level].n >= QUANTILES_EXACT)
        status = move_up(quantiles, level++, error);
    return status;
}

enum status quantiles_add(struct quantiles *quantiles, int64_t number, uint64_t times,
                          struct error *error)
{
    enum status status = OK;
    struct quantile_level *lowest = &quantiles->levels[0];
    quantiles->n += times;
    if (times == 1 && lowest->numbers != NULL && lowest->n + 1 < QUANTILES_EXACT) {
        lowest->numbers[lowest->n++] = number;
        return OK;
    }
    /* The highest level is never reached: it would need 2^63 numbers. */
    for (int level = 0; status == OK && times >> level != 0; level++) {
        if ((times >> level & 1) != 0)
            status = add_to_level(quantiles, level, number, error);
    }
    return status;
}

/* ---- Finding ----------------------------------------------------------------------- */

struct weighted {
    int64_t number;
    uint64_t times;
};

static int compare_weighted(const void *context, uint32_t a, uint32_t b)
{
    const struct weighted *all = context;
    return all[a].number < all[b].number ? -1 : all[a].number > all[b].number;
}

static uint32_t collect(const struct quantiles *quantiles, struct weighted *all,
                        uint32_t *order)
{
    uint32_t n = 0;
    for (int level = 0; level < QUANTILES_MOST_LEVELS; level++) {
        const struct quantile_level *l = &quantiles->levels[level];
        for (uint32_t i = 0; i < l->n; i++) {
            order[n] = n;
            all[n++] = (struct weighted){l->numbers[i], UINT64_C(1) << level};
        }
    }
    return n;
}

enum status quantiles_find(const struct quantiles *quantiles, const uint64_t *ranks,
                           int n_ranks, int64_t *results, struct error *error)
{
    size_t n_kept = 0;
    for (int level = 0; level < QUANTILES_MOST_LEVELS; level++)
        n_kept += quantiles->levels[level].n;
    struct weighted *all = mem_alloc(n_kept, sizeof *all);
    uint32_t *order = mem_alloc(2 * n_kept, sizeof *order);
    enum status status = all == NULL || order == NULL ? error_nomem(error) : OK;
    if (status == OK) {
        uint32_t n = collect(quantiles, all, order);
        status = merge_sort(compare_weighted, all, order, order + n, n, error);
    }
    uint64_t n_passed = 0;
    size_t at = 0;
    for (int i = 0; status == OK && i < n_ranks; i++) {
        while (at + 1 < n_kept && n_passed + all[order[at]].times < ranks[i])
            n_passed += all[order[at++]].times;
        results[i] = all[order[at]].number;
    }
    mem_free(all);
    mem_free(order);
    return status;
}

void quantiles_release(struct quantiles *quantiles)
{
    for (int level = 0; level < QUANTILES_MOST_LEVELS; level++)
        mem_free(quantiles->levels[level].numbers);
    mem_free(quantiles->scratch);
    *quantiles = (struct quantiles){0};
}
