/* SPDX-License-Identifier: MIT */
/*
 * test_hash_table.c - every node is found by its hash, in slots that stay short however
 * many nodes there are, nodes with the same hash too, and allocation failures lose none
 * (hash_table.h).
 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "unit_test.h"

struct number {
    struct hash_node node; /* must be first */
    uint32_t value;
};

static size_t n_released;

static void release(struct hash_node *node)
{
    n_released++;
    mem_free(node);
}

static bool add(struct hash_table *table, uint32_t value, uint64_t hash)
{
    struct error error = {0};
    struct number *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL || hash_table_reserve(table, &error) != OK) {
        mem_free(made);
        return false;
    }
    made->value = value;
    hash_table_add(table, &made->node, hash);
    return true;
}

static size_t count(const struct hash_table *table, uint32_t value, uint64_t hash)
{
    size_t n = 0;
    for (const struct hash_node *node = hash_table_first(table, hash); node != NULL;
         node = hash_table_next(node))
        n += ((const struct number *)node)->value == value;
    return n;
}

static uint64_t hash_of_number(uint32_t value, uint64_t seed)
{
    return hash_of(slice_of(&value, sizeof value), seed);
}

static void slots_stay_short(void)
{
    enum { N = 20000, MOST_IN_SLOT = 20 };
    struct hash_table table = {0};
    size_t longest = 0;
    CHECK(hash_table_first(&table, 0) == NULL);
    for (uint32_t i = 0; i < N; i++)
        CHECK(add(&table, i, hash_of_number(i, 7)));
    for (uint32_t i = 0; i < N; i++) {
        CHECK(count(&table, i, hash_of_number(i, 7)) == 1);
        CHECK(count(&table, i, hash_of_number(i + N, 7)) == 0);
    }
    for (size_t i = 0; i < table.n_slots; i++) {
        size_t n = 0;
        for (const struct hash_node *node = table.slots[i]; node != NULL;
             node = node->next)
            n++;
        longest = n > longest ? n : longest;
    }
    CHECK(longest <= MOST_IN_SLOT);
    n_released = 0;
    hash_table_release(&table, release);
    CHECK(n_released == N && table.n == 0 && table.slots == NULL);
    hash_table_release(&table, release);
}

static void hashes_may_be_equal(void)
{
    struct hash_table table = {0};
    for (uint32_t i = 0; i < 100; i++)
        CHECK(add(&table, i, i % 2));
    for (uint32_t i = 0; i < 100; i++)
        CHECK(count(&table, i, i % 2) == 1 && count(&table, i, (i + 1) % 2) == 0);
    hash_table_release(&table, release);
}

static void failures_lose_nothing(void)
{
    struct hash_table table = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < 200; i++) {
        mem_fail_at(i % 3, 0);
        n += add(&table, n, hash_of_number(n, 1));
        mem_fail_at(0, 0);
    }
    CHECK(n >= 60 && table.n == n);
    for (uint32_t i = 0; i < n; i++)
        CHECK(count(&table, i, hash_of_number(i, 1)) == 1);
    hash_table_release(&table, release);
}

int main(void)
{
    RUN(slots_stay_short);
    RUN(hashes_may_be_equal);
    RUN(failures_lose_nothing);
    return unit_test_done();
}
