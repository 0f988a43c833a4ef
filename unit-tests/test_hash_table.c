/* SPDX-License-Identifier: MIT */
/*
 * test_hash_table.c - every number is found by its hash, in few steps however many there
 * are, numbers with the same hash too, and allocation failures lose none (hash_table.h).
 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "unit_test.h"

static bool add(struct hash_table *table, uint32_t value, uint32_t hash)
{
    struct error error = {0};
    if (hash_table_reserve(table, &error) != OK)
        return false;
    hash_table_add(table, hash, value);
    return true;
}

static size_t count(const struct hash_table *table, uint32_t value, uint32_t hash)
{
    size_t n = 0;
    for (const struct hash_slot *slot = hash_table_first(table, hash); slot->number != 0;
         slot = hash_table_next(table, slot))
        n += slot->number - 1 == value && slot->hash == hash;
    return n;
}

static uint32_t hash_of_number(uint32_t value)
{
    return (uint32_t)hash_mix(value);
}

static void numbers_are_found_in_few_steps(void)
{
    enum { N = 20000, MOST_STEPS = 100 };
    struct hash_table table = {0};
    struct error error = {0};
    size_t in_row = 0, longest = 0;
    CHECK(hash_table_first(&table, 0)->number == 0);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < N; i++)
            CHECK(add(&table, i, hash_of_number(i)));
        for (uint32_t i = 0; i < N; i++) {
            CHECK(count(&table, i, hash_of_number(i)) == 1);
            CHECK(count(&table, i, hash_of_number(i + N)) == 0);
        }
        for (size_t i = 0; i < table.n_slots; i++) {
            in_row = table.slots[i].number != 0 ? in_row + 1 : 0;
            longest = in_row > longest ? in_row : longest;
        }
        CHECK(longest <= MOST_STEPS && table.n == N && table.n_slots == 65536);
        const struct hash_slot *before = table.slots;
        CHECK(hash_table_reset(&table, 5, &error) == OK);
        CHECK(table.n == 0 && table.n_slots == 16 && table.slots == before);
        CHECK(hash_table_first(&table, hash_of_number(3))->number == 0);
    }
    hash_table_release(&table);
    CHECK(table.slots == NULL && hash_table_first(&table, 7)->number == 0);
    hash_table_release(&table);
}

static void hashes_may_be_equal(void)
{
    struct hash_table table = {0};
    for (uint32_t i = 0; i < 100; i++)
        CHECK(add(&table, i, i % 2));
    for (uint32_t i = 0; i < 100; i++)
        CHECK(count(&table, i, i % 2) == 1 && count(&table, i, (i + 1) % 2) == 0);
    hash_table_release(&table);
}

static void failures_lose_nothing(void)
{
    struct hash_table table = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        mem_fail_at(i % 3 != 0, 0);
        n += add(&table, n, hash_of_number(n));
        mem_fail_at(0, 0);
    }
    CHECK(n >= 1900 && n < 2000 && table.n == n);
    for (uint32_t i = 0; i < n; i++)
        CHECK(count(&table, i, hash_of_number(i)) == 1);
    hash_table_release(&table);
}

int main(void)
{
    RUN(numbers_are_found_in_few_steps);
    RUN(hashes_may_be_equal);
    RUN(failures_lose_nothing);
    return unit_test_done();
}
