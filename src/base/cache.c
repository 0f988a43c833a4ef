/* SPDX-License-Identifier: MIT */
#include "base/cache.h"

#include <string.h>

#include "base/hash.h"
#include "os/process.h"

enum {
    N_BUCKETS = 4096,
    MOST_OBJECTS = 4 * N_BUCKETS, /* their structs are not charged */
    MOST_TRIES = 10000,           /* to get the lock */
    MOST_PASSED_OVER = 64,        /* objects with users, in search of one without */
    STALE_AFTER = 16              /* searches for parts, per object cached */
};

static atomic_flag is_locked = ATOMIC_FLAG_INIT;

/* Everything below is protected by the lock. */
static struct memory_account cache_memory = {
    .parent = &process_memory, .name = "the cache", .limit = DEFAULT_CACHE_LIMIT};
static struct cached *buckets[N_BUCKETS];
static struct age_list {
    struct cached *newest, *oldest;
} openers, parts;           /* by cache_key.part */
static uint64_t n_searches; /* for parts */
static struct cache_counts counts;

/* The lock is held for a few hundred instructions at a time. */
static bool lock(void)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        if (!atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire))
            return true;
        if (i % 16 == 15)
            os_yield();
    }
    return false;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
}

static bool keys_are_equal(const struct cache_key *a, const struct cache_key *b)
{
    return a->form == b->form && a->part == b->part &&
           file_identity_equal(&a->file, &b->file) && slice_equals(a->wish, b->wish);
}

static uint64_t hash_of_key(const struct cache_key *key)
{
    uint64_t hash = key->file.inode * 31 + key->file.device +
                    (uint64_t)key->file.changed_nanoseconds + key->form + key->part * 63;
    return hash_spread(key->wish.size > 0 ? hash + xxh64_of(key->wish) : hash);
}

static struct cached **bucket_of(uint64_t hash)
{
    return &buckets[hash >> 32 & (N_BUCKETS - 1)];
}

static struct cached *look_up(const struct cache_key *key, uint64_t hash)
{
    struct cached *object = *bucket_of(hash);
    while (object != NULL && (object->hash != hash || !keys_are_equal(&object->key, key)))
        object = object->next_of_bucket;
    return object;
}

static struct age_list *list_of(const struct cached *object)
{
    return object->key.part == 0 ? &openers : &parts;
}

static void unlink_age(struct cached *object)
{
    struct age_list *list = list_of(object);
    *(object->newer != NULL ? &object->newer->older : &list->newest) = object->older;
    *(object->older != NULL ? &object->older->newer : &list->oldest) = object->newer;
}

static void link_newest(struct cached *object)
{
    struct age_list *list = list_of(object);
    object->newer = NULL;
    object->older = list->newest;
    *(list->newest != NULL ? &list->newest->newer : &list->oldest) = object;
    list->newest = object;
    object->used_at = n_searches;
}

static bool has_users(struct cached *object)
{
    return atomic_load_explicit(&object->n_users, memory_order_acquire) > 0;
}

/* Moves an object without users to a list of objects to be freed. */
static void drop(struct cached *object, struct cached **dropped)
{
    struct cached **link = bucket_of(object->hash);
    while (*link != object)
        link = &(*link)->next_of_bucket;
    *link = object->next_of_bucket;
    unlink_age(object);
    (void)memory_account_move(&object->memory, NULL);
    counts.n_objects--;
    object->next_of_bucket = *dropped;
    *dropped = object;
}

/* Drops the oldest object without users.  Those with users count as used just now. */
static bool drop_oldest(struct age_list *list, struct cached **dropped)
{
    struct cached *object = list->oldest;
    for (int i = 0; object != NULL && has_users(object); object = list->oldest) {
        if (++i > MOST_PASSED_OVER)
            return false;
        unlink_age(object);
        link_newest(object);
    }
    if (object != NULL)
        drop(object, dropped);
    return object != NULL;
}

static bool has_stale_part(void)
{
    return parts.oldest != NULL &&
           n_searches - parts.oldest->used_at > (uint64_t)STALE_AFTER * counts.n_objects;
}

/* What opens a file may need a quarter of the cache at any time: see
 * cache_add_memory(). */
static bool is_room_for_part(size_t bytes)
{
    size_t most = cache_memory.limit - cache_memory.limit / 4;
    return bytes <= most && cache_memory.used <= most - bytes &&
           counts.n_objects < MOST_OBJECTS;
}

/* Makes room for what opens a file, or for a part. */
static bool drop_one(bool for_part, struct cached **dropped)
{
    if (for_part)
        return has_stale_part() && drop_oldest(&parts, dropped);
    return drop_oldest(&parts, dropped) || drop_oldest(&openers, dropped);
}

static bool may_add(struct cached *object, const struct cache_key *key)
{
    bool has_room = key->part != 0 ? is_room_for_part(object->memory.used)
                                   : counts.n_objects < MOST_OBJECTS;
    return has_room && memory_account_move(&object->memory, &cache_memory);
}

static void free_wish(struct cached *object)
{
    mem_free((void *)(uintptr_t)object->key.wish.data);
    object->key.wish = slice_of(NULL, 0);
}

static void free_object(struct cached *object)
{
    free_wish(object);
    object->destroy(object);
}

static void free_all(struct cached *dropped)
{
    while (dropped != NULL) {
        struct cached *next = dropped->next_of_bucket;
        free_object(dropped);
        dropped = next;
    }
}

void *cached_new(size_t size, void (*destroy)(struct cached *),
                 struct memory_scope *scope)
{
    struct cached *object = mem_alloc_unaccounted(size);
    if (object == NULL)
        return NULL;
    object->memory = (struct memory_account){.parent = memory_scope_current().account,
                                             .limit = SIZE_MAX};
    object->destroy = destroy;
    object->n_users = 1;
    *scope = memory_account_enter_child(&object->memory);
    return object;
}

struct cached *cache_find(const struct cache_key *key)
{
    const uint64_t hash = hash_of_key(key);
    if (!lock())
        return NULL;
    struct cached *object = cache_memory.limit > 0 ? look_up(key, hash) : NULL;
    if (object != NULL) {
        atomic_fetch_add_explicit(&object->n_users, 1, memory_order_relaxed);
        unlink_age(object);
        link_newest(object);
        counts.n_found++;
    } else {
        counts.n_missed++;
    }
    n_searches += key->part != 0;
    unlock();
    return object;
}

/* Makes the key that of an object that is not cached yet.  False if out of memory. */
static bool set_key(struct cached *object, const struct cache_key *key)
{
    uint8_t *wish = NULL;
    free_wish(object);
    if (key->wish.size > 0) {
        struct memory_scope scope = memory_account_enter_child(&object->memory);
        wish = mem_alloc(key->wish.size, 1);
        memory_scope_restore(scope);
        if (wish == NULL)
            return false;
        memcpy(wish, key->wish.data, key->wish.size);
    }
    object->key = *key;
    object->key.wish = slice_of(wish, key->wish.size);
    object->hash = hash_of_key(key);
    return true;
}

static void keep(struct cached *object, const struct cache_key *key, bool replaces)
{
    struct cached *dropped = NULL;
    if (object->is_cached || !set_key(object, key) || !lock())
        return;
    struct cached *old = look_up(key, object->hash);
    if (old != NULL && replaces && !has_users(old)) {
        drop(old, &dropped);
        old = NULL;
    }
    bool fits = old == NULL && object->memory.used <= cache_memory.limit;
    while (fits && !may_add(object, key))
        fits = drop_one(key->part != 0, &dropped);
    if (fits) {
        struct cached **bucket = bucket_of(object->hash);
        object->is_cached = true;
        object->next_of_bucket = *bucket;
        *bucket = object;
        link_newest(object);
        counts.n_objects++;
    }
    unlock();
    free_all(dropped);
}

void cache_keep(struct cached *object, const struct cache_key *key)
{
    keep(object, key, false);
}

void cache_replace(struct cached *object, const struct cache_key *key)
{
    keep(object, key, true);
}

bool cache_has_room_for_part(size_t bytes)
{
    if (!lock())
        return false;
    bool has_room = is_room_for_part(bytes) || has_stale_part();
    unlock();
    return has_room;
}

bool cache_add_memory(struct cached *object, struct memory_account *account)
{
    struct cached *dropped = NULL;
    if (!object->is_cached || account->used > cache_memory.limit / 4 || !lock())
        return false;
    bool fits = true;
    while (fits && !memory_account_move(account, &object->memory))
        fits = drop_one(object->key.part != 0, &dropped);
    unlock();
    free_all(dropped);
    return fits;
}

/* An object that is cached may be dropped as soon as it has no user. */
void cached_retain(struct cached *object)
{
    atomic_fetch_add_explicit(&object->n_users, 1, memory_order_relaxed);
}

void cached_release(struct cached *object)
{
    if (object == NULL)
        return;
    bool is_cached = object->is_cached;
    if (atomic_fetch_sub_explicit(&object->n_users, 1, memory_order_acq_rel) == 1 &&
        !is_cached)
        free_object(object);
}

void cache_trim(size_t bytes)
{
    struct cached *dropped = NULL;
    if (!lock())
        return;
    while (cache_memory.used > bytes && drop_one(false, &dropped))
        continue;
    unlock();
    free_all(dropped);
}

#ifdef __GNUC__
/* When the process ends or the library is unloaded, so that nothing looks like a leak.
 * Objects that other threads still use stay. */
__attribute__((destructor)) static void drop_all(void)
{
    cache_trim(0);
}
#endif

void cache_set_limit(size_t bytes)
{
    atomic_store_explicit(&cache_memory.limit, bytes, memory_order_relaxed);
    cache_trim(bytes);
}

struct cache_counts cache_counts(void)
{
    struct cache_counts now = {0};
    if (lock()) {
        now = counts;
        now.memory = cache_memory.used;
        unlock();
    }
    return now;
}
