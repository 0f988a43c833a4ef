/* SPDX-License-Identifier: MIT */
#include "parquet/encryption/found_keys.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/monitor.h"

struct found_key {
    struct pq_key key;
    size_t size;
    uint8_t identity[];
};

struct found_keys {
    struct memory_account *account;
    struct monitor *monitor; /* NULL in a build without threads */
    uint64_t seed;
    struct found_key **list;
    struct hash_table table; /* of the list, by identity */
};

/* Charges the account without a reclaim, which may wait for threads that wait for this.
 */
static struct memory_scope charge(struct memory_account *account)
{
    struct memory_scope before = memory_scope_current();
    memory_scope_restore((struct memory_scope){.account = account});
    return before;
}

struct found_keys *found_keys_new(struct memory_account *account)
{
    struct memory_scope scope = charge(account);
    struct found_keys *keys = mem_alloc_zeroed(1, sizeof *keys);
    bool has_all = keys != NULL;
    if (keys != NULL) {
        keys->account = account;
        keys->seed = hash_new_seed();
        keys->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
        has_all = keys->monitor != NULL;
#endif
    }
    memory_scope_restore(scope);
    if (has_all)
        return keys;
    mem_free(keys);
    return NULL;
}

void found_keys_free(struct found_keys *keys)
{
    if (keys == NULL)
        return;
    for (size_t i = 0; i < keys->table.n; i++) {
        wipe(&keys->list[i]->key, sizeof keys->list[i]->key);
        mem_free(keys->list[i]);
    }
    mem_free(keys->list);
    hash_table_release(&keys->table);
    monitor_free(keys->monitor);
    mem_free(keys);
}

static const struct found_key *look_up(const struct found_keys *keys, uint32_t hash,
                                       struct slice identity)
{
    const struct hash_slot *slot = hash_table_first(&keys->table, hash);
    for (; slot->number != 0; slot = hash_table_next(&keys->table, slot)) {
        const struct found_key *found = keys->list[slot->number - 1];
        if (slice_equals(slice_of(found->identity, found->size), identity))
            return found;
    }
    return NULL;
}

bool found_keys_find(struct found_keys *keys, struct slice identity, struct pq_key *key)
{
    uint32_t hash = (uint32_t)hash_of(identity, keys->seed);
    monitor_enter(keys->monitor);
    const struct found_key *found = look_up(keys, hash, identity);
    if (found != NULL)
        *key = found->key;
    monitor_leave(keys->monitor);
    return found != NULL;
}

enum status found_keys_add(struct found_keys *keys, struct slice identity,
                           const struct pq_key *key, struct error *error)
{
    uint32_t hash = (uint32_t)hash_of(identity, keys->seed);
    struct memory_scope scope = charge(keys->account);
    struct found_key *made = mem_alloc_zeroed(1, sizeof *made + identity.size);
    monitor_enter(keys->monitor);
    enum status status = made != NULL && mem_grow(&keys->list, keys->table.n + 1,
                                                  sizeof *keys->list)
                             ? hash_table_reserve(&keys->table, error)
                             : error_nomem(error);
    if (status == OK && look_up(keys, hash, identity) == NULL) {
        made->key = *key;
        made->size = identity.size;
        if (identity.size > 0)
            memcpy(made->identity, identity.data, identity.size);
        keys->list[keys->table.n] = made;
        hash_table_add(&keys->table, hash, (uint32_t)keys->table.n);
        made = NULL;
    }
    monitor_leave(keys->monitor);
    mem_free(made);
    memory_scope_restore(scope);
    return status;
}
