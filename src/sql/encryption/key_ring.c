/* SPDX-License-Identifier: MIT */
#include "sql/encryption/key_ring.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/monitor.h"
#include "value/base64.h"

struct named_key {
    struct named_key *next;
    struct pq_key key;
    size_t name_size;
    char name[];
};

struct key_ring {
    atomic_uint n_references;
    atomic_uint_fast64_t version;
    struct monitor *monitor; /* of `first`; NULL in a build without threads */
    struct named_key *first;
    size_t n; /* only the connection's thread reads it */
};

static void free_key(struct named_key *key)
{
    if (key != NULL)
        wipe(key, sizeof *key);
    mem_free(key);
}

/* Rings of all connections draw from one count: tables compare versions. */
static uint64_t next_version(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

struct key_ring *key_ring_new(void)
{
    struct key_ring *ring = mem_alloc_unaccounted(sizeof *ring);
    if (ring == NULL)
        return NULL;
    atomic_store(&ring->n_references, 1);
    atomic_store(&ring->version, next_version());
    ring->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
    if (ring->monitor == NULL) {
        mem_free(ring);
        return NULL;
    }
#endif
    return ring;
}

struct key_ring *key_ring_retain(struct key_ring *ring)
{
    if (ring != NULL)
        atomic_fetch_add(&ring->n_references, 1);
    return ring;
}

void key_ring_release(struct key_ring *ring)
{
    if (ring == NULL || atomic_fetch_sub(&ring->n_references, 1) > 1)
        return;
    for (struct named_key *key = ring->first, *next; key != NULL; key = next) {
        next = key->next;
        free_key(key);
    }
    monitor_free(ring->monitor);
    mem_free(ring);
}

/* The link to the key of that name, or to NULL after the last one. */
static struct named_key **find_link(struct key_ring *ring, struct slice name)
{
    struct named_key **link = &ring->first;
    while (*link != NULL &&
           !slice_equals(slice_of((*link)->name, (*link)->name_size), name))
        link = &(*link)->next;
    return link;
}

static enum status make_key(struct slice name, const struct pq_key *key,
                            struct named_key **made, struct error *error)
{
    if (name.size > MOST_KEY_NAME)
        return error_set(error, TOO_BIG, "a key's name has at most %d bytes",
                         MOST_KEY_NAME);
    *made = mem_alloc(1, sizeof **made + name.size);
    if (*made == NULL)
        return error_nomem(error);
    (*made)->key = *key;
    (*made)->name_size = name.size;
    memcpy((*made)->name, name.data, name.size);
    return OK;
}

enum status key_ring_set(struct key_ring *ring, struct slice name,
                         const struct pq_key *key, struct error *error)
{
    struct named_key *made = NULL;
    enum status status = key != NULL ? make_key(name, key, &made, error) : OK;
    if (status != OK)
        return status;
    monitor_enter(ring->monitor);
    struct named_key **link = find_link(ring, name), *removed = *link;
    bool is_full = made != NULL && removed == NULL && ring->n == KEY_RING_MOST_KEYS;
    if (removed != NULL)
        *link = removed->next;
    if (made != NULL && !is_full) {
        made->next = ring->first;
        ring->first = made;
    }
    monitor_leave(ring->monitor);
    free_key(is_full ? made : removed);
    if (is_full)
        return error_set(error, TOO_BIG, "a connection has at most %d keys",
                         KEY_RING_MOST_KEYS);
    ring->n += made != NULL;
    ring->n -= removed != NULL;
    atomic_store(&ring->version, next_version());
    return OK;
}

bool key_ring_find(struct key_ring *ring, struct slice name, struct pq_key *key)
{
    if (ring == NULL)
        return false;
    monitor_enter(ring->monitor);
    const struct named_key *found = *find_link(ring, name);
    if (found != NULL)
        *key = found->key;
    monitor_leave(ring->monitor);
    return found != NULL;
}

uint64_t key_ring_version(struct key_ring *ring)
{
    return ring != NULL ? (uint64_t)atomic_load(&ring->version) : 0;
}

enum status key_from_value(sqlite3_value *value, struct pq_key *key, struct error *error)
{
    enum { MOST_TEXT = 100 };
    int type = sqlite3_value_type(value);
    const void *bytes = type == SQLITE_TEXT ? (const void *)sqlite3_value_text(value)
                                            : sqlite3_value_blob(value);
    struct slice given = slice_of(bytes, (size_t)sqlite3_value_bytes(value));
    *key = (struct pq_key){.size = 0};
    if (type == SQLITE_BLOB && cipher_is_key_size(given.size)) {
        memcpy(key->bytes, given.data, given.size);
        key->size = given.size;
    } else if (type == SQLITE_TEXT && given.size < MOST_TEXT &&
               !hex_decode(given, key->bytes, sizeof key->bytes, &key->size) &&
               !base64_decode(given, key->bytes, sizeof key->bytes, &key->size)) {
        key->size = 0;
    }
    if (cipher_is_key_size(key->size))
        return OK;
    wipe(key, sizeof *key);
    return error_set(error, MISUSE,
                     "a key is a BLOB of 16, 24 or 32 bytes, or a text that has them in "
                     "hexadecimal digits or in base64; CAST('...' AS BLOB) takes the "
                     "characters of a text themselves");
}
