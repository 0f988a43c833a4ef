/* SPDX-License-Identifier: MIT */
/*
 * test_cache.c - what the process's cache (cache.h) keeps, for whom, and how much of it.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/cache.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { SIZE = 10000, LIMIT = 10 * SIZE + 5000 }; /* ten objects fit */

struct object {
    struct cached base; /* must be first */
    uint64_t inode;
    char *block;
};

static atomic_int n_objects;

static void destroy(struct cached *base)
{
    struct object *object = (struct object *)base;
    mem_free(object->block);
    mem_free(object);
    n_objects--;
}

enum { PARTS = 1000 }; /* inodes from here on mean parts of file 1 */

static struct cache_key key_of(uint64_t inode)
{
    struct cache_key key = {.file = {.device = 1, .inode = inode, .size = 100}};
    if (inode >= PARTS) {
        key.file.inode = 1;
        key.part = inode - PARTS + 1;
    }
    return key;
}

static struct object *new_object(uint64_t inode, size_t size)
{
    struct memory_scope scope;
    struct object *object = cached_new(sizeof *object, destroy, &scope);
    if (object == NULL)
        return NULL;
    n_objects++;
    object->inode = inode;
    object->block = mem_alloc(size, 1);
    memory_scope_restore(scope);
    if (object->block != NULL)
        return object;
    cached_release(&object->base);
    return NULL;
}

/* Uses the object of a file: makes it if the cache has none.  Returns whether it had. */
static bool use(uint64_t inode, size_t size)
{
    struct cache_key key = key_of(inode);
    struct object *object = (struct object *)cache_find(&key);
    bool is_found = object != NULL;
    if (!is_found) {
        object = must(new_object(inode, size));
        cache_keep(&object->base, &key);
    }
    CHECK(object->inode == inode);
    cached_release(&object->base);
    return is_found;
}

static bool has(uint64_t inode)
{
    struct cache_key key = key_of(inode);
    struct cached *object = cache_find(&key);
    cached_release(object);
    return object != NULL;
}

static void begin(size_t limit)
{
    cache_set_limit(0);
    cache_set_limit(limit);
    CHECK(cache_counts().memory == 0 && cache_counts().n_objects == 0 && n_objects == 0);
}

static void what_was_used_last_stays(void)
{
    begin(LIMIT);
    for (uint64_t i = 0; i < 10; i++)
        CHECK(!use(i, SIZE));
    CHECK(n_objects == 10 && cache_counts().n_objects == 10);
    CHECK(use(0, SIZE));
    CHECK(!use(10, SIZE));     /* in place of 1 */
    CHECK(!use(11, 2 * SIZE)); /* in place of 2 and 3 */
    CHECK(has(0) && has(4) && has(9) && has(10) && has(11));
    CHECK(!has(1) && !has(2) && !has(3));
    CHECK(cache_counts().memory > 10 * SIZE && cache_counts().memory <= LIMIT);
    CHECK(n_objects == 9);
}

static void what_is_in_use_stays(void)
{
    struct object *used[10];
    begin(LIMIT);
    for (uint64_t i = 0; i < 10; i++) {
        struct cache_key key = key_of(i);
        used[i] = must(new_object(i, SIZE));
        cache_keep(&used[i]->base, &key);
    }
    CHECK(!use(10, SIZE) && !has(10) && n_objects == 10);
    cached_release(&used[5]->base);
    CHECK(!use(10, SIZE) && has(10) && !has(5) && n_objects == 10);
    for (uint64_t i = 0; i < 10; i++) {
        if (i != 5)
            cached_release(&used[i]->base);
    }
    CHECK(has(0) && has(9));
}

/* Parts take three quarters of the cache, and make room for what opens a file. */
static void parts_come_second(void)
{
    begin(LIMIT);
    for (uint64_t i = 0; i < 9; i++) {
        CHECK(cache_has_room_for_part(SIZE + 100) == (i < 7));
        CHECK(!use(PARTS + i, SIZE));
    }
    CHECK(n_objects == 7 && has(PARTS) && has(PARTS + 6) && !has(PARTS + 7));
    for (uint64_t i = 0; i < 5; i++)
        CHECK(!use(i, SIZE) && has(i));
    CHECK(n_objects == 10 && !has(PARTS + 1) && !has(PARTS + 2) && has(PARTS + 3));
    CHECK(!use(PARTS + 1, SIZE) && !has(PARTS + 1) && has(0));
}

/* Of many parts that are used in turn some stay, until others are used in their place. */
static void parts_replace_only_stale_ones(void)
{
    unsigned n_found = 0;
    begin(LIMIT);
    for (int round = 0; round < 10; round++) {
        for (uint64_t i = 0; i < 40; i++)
            n_found += use(PARTS + i, SIZE);
    }
    CHECK(n_found == 9 * 7);
    for (uint64_t i = 0; i < 200; i++)
        (void)use(PARTS + 100 + i % 7, SIZE);
    for (uint64_t i = 0; i < 7; i++)
        CHECK(has(PARTS + 100 + i) && !has(PARTS + i));
}

static void large_objects_drop_nothing(void)
{
    begin(LIMIT);
    CHECK(!use(1, SIZE) && !use(2, LIMIT) && has(1) && !has(2));
    cache_set_limit(SIZE / 2);
    CHECK(!has(1) && n_objects == 0);
    cache_set_limit(LIMIT);
    CHECK(!use(1, SIZE) && has(1));
    cache_trim(SIZE / 2);
    CHECK(!has(1) && cache_counts().memory == 0);
    cache_set_limit(0);
    CHECK(!use(1, SIZE) && !use(1, SIZE) && n_objects == 0);
}

static void keys_differ_in_every_member(void)
{
    struct cache_key keys[11];
    begin(LIMIT);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        keys[i] = key_of(1);
    keys[1].form++;
    keys[2].file.device++;
    keys[3].file.inode++;
    keys[4].file.size++;
    keys[5].file.modified_seconds++;
    keys[6].file.modified_nanoseconds++;
    keys[7].file.changed_seconds++;
    keys[8].file.changed_nanoseconds++;
    keys[9].part++;
    struct object *object = must(new_object(1, SIZE));
    cache_keep(&object->base, &keys[0]);
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct cached *found = cache_find(&keys[i]);
        CHECK((found != NULL) == (i == 0 || i == 10));
        cached_release(found);
    }
    struct object *second = must(new_object(1, SIZE));
    cache_keep(&second->base, &keys[0]); /* is not kept beside the first */
    CHECK(n_objects == 2);
    cached_release(&second->base);
    CHECK(n_objects == 1);
    cached_release(&object->base);
}

/* What ages takes the place of what has its key, unless that is in use. */
static void old_objects_are_replaced(void)
{
    struct cache_key key = key_of(1);
    begin(LIMIT);
    struct object *old = must(new_object(1, SIZE)), *new = must(new_object(1, SIZE));
    cache_keep(&old->base, &key);
    cache_replace(&new->base, &key);
    CHECK(!new->base.is_cached &&cache_find(&key) == &old->base);
    cached_release(&old->base);
    cached_release(&old->base);
    cache_replace(&new->base, &key);
    CHECK(new->base.is_cached &&cache_find(&key) == &new->base);
    CHECK(n_objects == 1 && cache_counts().n_objects == 1);
    cached_release(&new->base);
    cached_release(&new->base);
}

/* Objects of one file with different options are different; a key's bytes are copied. */
static void options_are_compared(void)
{
    char text[] = "a, a copy of which is large enough to be seen";
    struct cache_key key = key_of(1);
    key.wish = slice_of(text, sizeof text);
    begin(LIMIT);
    struct object *first = must(new_object(1, SIZE)), *second = must(new_object(1, SIZE));
    size_t before = first->base.memory.used;
    cache_keep(&first->base, &key);
    CHECK(first->base.memory.used >= before + sizeof text);
    text[0] = 'b';
    CHECK(cache_find(&key) == NULL);
    cache_keep(&second->base, &key);
    CHECK(second->base.is_cached && cache_find(&key) == &second->base);
    text[0] = 'a';
    CHECK(cache_find(&key) == &first->base);
    key.wish.size--;
    CHECK(cache_find(&key) == NULL && cache_counts().n_objects == 2);
    for (int i = 0; i < 2; i++) {
        cached_release(&first->base);
        cached_release(&second->base);
    }
    begin(LIMIT);
}

/* Without memory for the key's bytes, an object is not kept. */
static void keys_without_memory_are_not_kept(void)
{
    struct cache_key key = key_of(1);
    key.wish = slice_of("abc", 3);
    begin(LIMIT);
    struct object *object = must(new_object(1, SIZE));
    mem_fail_at(1, 0);
    cache_keep(&object->base, &key);
    mem_fail_at(0, 0);
    CHECK(!object->base.is_cached && cache_find(&key) == NULL);
    cached_release(&object->base);
    CHECK(n_objects == 0);
}

/* The account of the maker pays until the object is kept, and again never. */
static void memory_is_charged_to_the_cache(void)
{
    struct memory_account account = {.name = "test's limit", .limit = 3 * SIZE};
    struct cache_key key = key_of(1);
    begin(LIMIT);
    struct memory_scope before = memory_account_enter(&account);
    CHECK(new_object(1, 3 * SIZE) == NULL && account.used == 0 && n_objects == 0);
    struct object *object = must(new_object(1, SIZE));
    CHECK(account.used > SIZE);
    cache_keep(&object->base, &key);
    CHECK(account.used == 0 && cache_counts().memory > SIZE);
    struct object *private = must(new_object(2, SIZE));
    CHECK(account.used > SIZE);
    cached_release(&private->base);
    CHECK(account.used == 0);
    memory_scope_restore(before);
    cached_release(&object->base);
    cache_trim(0);
    CHECK(cache_counts().memory == 0 && n_objects == 0);
}

/* Memory that an object gets later counts, too, and drops older objects. */
static void objects_grow(void)
{
    struct memory_account account = {.name = "test", .limit = SIZE_MAX};
    struct cache_key key = key_of(1);
    begin(LIMIT);
    struct object *object = must(new_object(1, SIZE));
    struct memory_scope before = memory_account_enter(&account);
    char *block = must(mem_alloc(2 * SIZE, 1)), *large = must(mem_alloc(2 * SIZE, 1));
    memory_scope_restore(before);
    CHECK(!cache_add_memory(&object->base, &account) && account.parent == NULL);
    cache_keep(&object->base, &key);
    for (uint64_t i = 2; i < 11; i++)
        CHECK(!use(i, SIZE));
    CHECK(!cache_add_memory(&object->base, &account) && has(10)); /* too large */
    mem_free(large);
    CHECK(cache_add_memory(&object->base, &account));
    CHECK(!has(2) && !has(3) && has(4) && has(1));
    CHECK(cache_counts().memory <= LIMIT && object->base.memory.used > 3 * SIZE);
    CHECK(memory_account_move(&account, NULL) && object->base.memory.used < 2 * SIZE);
    mem_free(block);
    cached_release(&object->base);
    begin(LIMIT);
}

static void recent_changes_are_not_settled(void)
{
    struct file_identity file = {.changed_seconds = (int64_t)time(NULL)};
    CHECK(!file_identity_is_settled(&file));
    file.changed_seconds += 1000; /* another machine's clock */
    CHECK(!file_identity_is_settled(&file));
    file.changed_seconds -= 1010;
    CHECK(file_identity_is_settled(&file));
}

static void failed_allocations_are_survived(void)
{
    begin(LIMIT);
    mem_fail_at(1, 0);
    CHECK(new_object(1, SIZE) == NULL);
    mem_fail_at(2, 0);
    CHECK(new_object(1, SIZE) == NULL);
    mem_fail_at(0, 0);
    CHECK(n_objects == 0);
}

/* Makes a newer object of a file, for others if none is in use. */
static void renew(uint64_t inode, size_t size)
{
    struct cache_key key = key_of(inode);
    struct object *object = must(new_object(inode, size));
    cache_replace(&object->base, &key);
    cached_release(&object->base);
}

static void *use_many(void *argument)
{
    unsigned random = *(unsigned *)argument;
    for (int i = 0; i < 20000; i++) {
        random = random * 1103515245 + 12345;
        uint64_t inode = (random >> 16 & 31) + (random >> 28 & 1) * PARTS;
        if ((random >> 21 & 7) == 0)
            renew(inode, SIZE + (random >> 24));
        else
            use(inode, SIZE + (random >> 24));
    }
    return NULL;
}

static void threads_share_objects(void)
{
    pthread_t threads[4];
    unsigned seeds[COUNT_OF(threads)];
    begin(LIMIT);
    for (unsigned i = 0; i < COUNT_OF(threads); i++) {
        seeds[i] = i;
        CHECK(pthread_create(&threads[i], NULL, use_many, &seeds[i]) == 0);
    }
    for (unsigned i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    CHECK(cache_counts().memory <= LIMIT);
    CHECK(cache_counts().n_objects == (unsigned)n_objects);
    begin(LIMIT);
}

int main(void)
{
    RUN(what_was_used_last_stays);
    RUN(what_is_in_use_stays);
    RUN(parts_come_second);
    RUN(parts_replace_only_stale_ones);
    RUN(large_objects_drop_nothing);
    RUN(keys_differ_in_every_member);
    RUN(old_objects_are_replaced);
    RUN(options_are_compared);
    RUN(keys_without_memory_are_not_kept);
    RUN(memory_is_charged_to_the_cache);
    RUN(objects_grow);
    RUN(recent_changes_are_not_settled);
    RUN(failed_allocations_are_survived);
    RUN(threads_share_objects);
    return unit_test_done();
}
