/* SPDX-License-Identifier: MIT */
/*
 * test_memory_account.c - memory limits: which memory is charged, refused, credited back
 * and reclaimed (alloc.h).
 */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/background.h"
#include "base/status.h"
#include "unit_test.h"

enum { LIMIT = 100000 };

static struct memory_account account_of(size_t limit)
{
    return (struct memory_account){.name = "test's limit", .limit = limit};
}

static void charges_and_credits(void)
{
    struct memory_account account = account_of(LIMIT);
    struct memory_scope before = memory_account_enter(&account);
    char *block = mem_alloc(1000, 10);
    size_t used = account.used;
    CHECK(block != NULL && used >= 10000 && used < 10100);
    char *larger = mem_resize(block, 2000, 10);
    CHECK(larger != NULL && account.used == used + 10000);
    char *smaller = mem_resize(larger, 500, 10);
    CHECK(smaller != NULL && account.used == used - 5000);
    char *zeroed = mem_alloc_zeroed(1000, 10);
    CHECK(zeroed != NULL && account.used == used - 5000 + used);
    memory_scope_restore(before);
    char *foreign = mem_alloc(1000, 10);
    CHECK(foreign != NULL && account.used == used - 5000 + used);
    /* A block belongs to the account that allocated it, wherever it is resized or freed.
     */
    char *resized = mem_resize(smaller, 1000, 10);
    CHECK(resized != NULL && account.used == used + used);
    mem_free(foreign);
    mem_free(resized);
    mem_free(zeroed);
    CHECK(account.used == 0);
}

static void refuses_what_exceeds_the_limit(void)
{
    struct memory_account account = account_of(LIMIT);
    struct memory_scope before = memory_account_enter(&account);
    const char *name;
    size_t limit;
    CHECK(mem_alloc(LIMIT, 1) == NULL); /* the block's header also counts */
    CHECK(account.used == 0);
    CHECK(memory_take_refusal(&name, &limit) && strcmp(name, "test's limit") == 0 &&
          limit == LIMIT);
    CHECK(!memory_take_refusal(&name, &limit));
    CHECK(mem_alloc_zeroed(SIZE_MAX / 4, 2) == NULL);
    char *block = mem_alloc(LIMIT / 2, 1);
    size_t used = account.used;
    CHECK(block != NULL);
    memset(block, 'x', LIMIT / 2);
    CHECK(mem_resize(block, LIMIT, 1) == NULL);
    CHECK(account.used == used && block[LIMIT / 2 - 1] == 'x');
    char *second = mem_alloc(LIMIT / 3, 1);
    CHECK(second != NULL);
    mem_free(block);
    mem_free(second);
    memory_scope_restore(before);
    CHECK(account.used == 0);
}

static void errors_name_the_limit(void)
{
    struct memory_account account = account_of(LIMIT);
    struct memory_scope before = memory_account_enter(&account);
    struct error error = {0};
    CHECK(mem_alloc(LIMIT, 1) == NULL);
    CHECK(error_nomem(&error) == TOO_BIG);
    CHECK_TEXT(error.message,
               "needs more than the 97 KiB of memory that test's limit allows");
    error_clear(&error);
    mem_fail_at(1, 0);
    CHECK(mem_alloc(1, 1) == NULL);
    mem_fail_at(0, 0);
    CHECK(error_nomem(&error) == NOMEM);
    /* Entering an account clears an unreported refusal. */
    CHECK(mem_alloc(LIMIT, 1) == NULL);
    memory_scope_restore(memory_account_enter(&account));
    error_clear(&error);
    CHECK(error_nomem(&error) == NOMEM);
    memory_scope_restore(before);
}

static void parent_accounts_refuse_too(void)
{
    struct memory_account parent = account_of(LIMIT);
    struct memory_account first = account_of(SIZE_MAX), second = account_of(LIMIT / 4);
    parent.name = "limit of the parent";
    first.parent = second.parent = &parent;
    struct memory_scope outer = memory_account_enter(&first);
    char *block = mem_alloc(LIMIT / 2, 1);
    CHECK(block != NULL && parent.used == first.used);
    struct memory_scope inner = memory_account_enter(&second);
    const char *name;
    size_t limit;
    CHECK(mem_alloc(LIMIT / 3, 1) == NULL);
    CHECK(memory_take_refusal(&name, &limit) && strcmp(name, "test's limit") == 0);
    second.limit = LIMIT;
    CHECK(mem_alloc(LIMIT / 4 * 3, 1) == NULL);
    CHECK(memory_take_refusal(&name, &limit) && strcmp(name, "limit of the parent") == 0);
    CHECK(second.used == 0 && parent.used == first.used);
    char *other = mem_alloc(LIMIT / 3, 1);
    CHECK(other != NULL && parent.used == first.used + second.used);
    memory_scope_restore(inner);
    mem_free(other);
    mem_free(block);
    memory_scope_restore(outer);
    CHECK(parent.used == 0 && first.used == 0 && second.used == 0);
}

static void *kept;

static bool free_kept(void *owner)
{
    bool has_kept = kept != NULL;
    ++*(int *)owner;
    mem_free(kept);
    kept = NULL;
    return has_kept;
}

static void reclaims_before_it_refuses(void)
{
    int n_asked = 0;
    struct memory_account account = account_of(LIMIT);
    account.reclaim = free_kept;
    account.owner = &n_asked;
    struct memory_scope before = memory_account_enter(&account);
    kept = mem_alloc(LIMIT / 2, 1);
    char *block = mem_alloc(LIMIT / 4 * 3, 1);
    CHECK(block != NULL && kept == NULL && n_asked == 1);
    CHECK(mem_alloc(LIMIT / 2, 1) == NULL);
    CHECK(n_asked == 2);
    const char *name;
    size_t limit;
    CHECK(memory_take_refusal(&name, &limit));
    memory_reclaim_if_short();
    CHECK(n_asked == 3);
    mem_free(block);
    memory_reclaim_if_short();
    CHECK(n_asked == 3);
    memory_scope_restore(before);
    CHECK(account.used == 0);
}

static void charges_only_the_used_part_of_large_blocks(void)
{
    struct memory_account account = account_of(LIMIT);
    struct memory_scope before = memory_account_enter(&account);
    char *block = mem_alloc_uncharged(LIMIT * 10);
    CHECK(block != NULL && account.used == 0);
    CHECK(mem_charge(block, LIMIT / 2));
    CHECK(account.used >= LIMIT / 2 && account.used < LIMIT / 2 + 100);
    size_t used = account.used;
    CHECK(mem_charge(block, LIMIT / 4) && account.used == used);
    CHECK(!mem_charge(block, LIMIT) && account.used == used);
    CHECK(mem_charge(block, LIMIT / 4 * 3));
    CHECK(mem_charge(NULL, 0));
    mem_free(block);
    memory_scope_restore(before);
    CHECK(account.used == 0);
}

static void *made_in_background;

static void allocate(void *context, struct background *background)
{
    (void)background;
    *(bool *)context = mem_alloc(LIMIT, 1) == NULL;
    made_in_background = mem_alloc(1000, 1);
}

static void background_work_is_charged_to_its_starter(void)
{
    int n_asked = 0;
    struct memory_account account = account_of(LIMIT);
    account.reclaim = free_kept;
    account.owner = &n_asked;
    struct memory_scope before = memory_account_enter(&account);
    bool was_refused = false;
    struct background *work = background_start(allocate, &was_refused);
    if (work != NULL) {
        background_join(work);
        /* Reclaimable memory is the first thread's, which may be using it. */
        CHECK(was_refused && n_asked == 0);
        CHECK(account.used >= 1000 && account.used < 1100);
    }
    mem_free(made_in_background);
    memory_scope_restore(before);
    CHECK(account.used == 0);
}

int main(void)
{
    RUN(charges_and_credits);
    RUN(refuses_what_exceeds_the_limit);
    RUN(errors_name_the_limit);
    RUN(parent_accounts_refuse_too);
    RUN(reclaims_before_it_refuses);
    RUN(charges_only_the_used_part_of_large_blocks);
    RUN(background_work_is_charged_to_its_starter);
    return unit_test_done();
}
