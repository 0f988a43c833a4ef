/* SPDX-License-Identifier: MIT */
/*
 * test_found_keys.c - keys are found by what they were added with, and charge the account
 * that was given, whichever the thread has entered (found_keys.h).
 */
#include "base/alloc.h"
#include "parquet/encryption/found_keys.h"
#include "unit_test.h"

static struct slice identity_of(uint32_t *number)
{
    return slice_of(number, sizeof *number);
}

static void keys_are_found(void)
{
    enum { N = 3000 };
    struct memory_account account = {.name = "test", .limit = 10 << 20};
    struct found_keys *keys = found_keys_new(&account);
    struct error error = {0};
    CHECK(keys != NULL);
    for (uint32_t i = 0; i < N; i++) {
        struct pq_key key = {.bytes = {(uint8_t)i, (uint8_t)(i >> 8)}, .size = 16};
        CHECK(found_keys_add(keys, identity_of(&i), &key, &error) == OK);
        CHECK(found_keys_add(keys, identity_of(&i), &key, &error) == OK);
    }
    for (uint32_t i = 0; i < N; i++) {
        struct pq_key key = {.size = 0};
        CHECK(found_keys_find(keys, identity_of(&i), &key));
        CHECK(key.size == 16 && key.bytes[0] == (uint8_t)i && key.bytes[1] == i >> 8);
    }
    CHECK(!found_keys_find(keys, slice_of("ab", 2), &(struct pq_key){.size = 0}));
    found_keys_free(keys);
    found_keys_free(NULL);
    CHECK(account.used == 0);
}

static void the_account_is_charged(void)
{
    struct memory_account account = {.name = "test", .limit = 100000};
    struct memory_account other = {.name = "other", .limit = 1 << 20};
    struct memory_scope scope = memory_account_enter(&other);
    struct found_keys *keys = found_keys_new(&account);
    struct error error = {0};
    enum status status = OK;
    uint32_t n = 0;
    CHECK(keys != NULL);
    for (; status == OK && n < 100000; n++)
        status = found_keys_add(keys, identity_of(&n), &(struct pq_key){.size = 16},
                                &error);
    CHECK(status == TOO_BIG && n > 100 && account.used > 10000 && other.used == 0);
    n = 0;
    CHECK(found_keys_find(keys, identity_of(&n), &(struct pq_key){.size = 0}));
    found_keys_free(keys);
    memory_scope_restore(scope);
    CHECK(account.used == 0);
}

int main(void)
{
    RUN(keys_are_found);
    RUN(the_account_is_charged);
    return unit_test_done();
}
