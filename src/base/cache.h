/* SPDX-License-Identifier: MIT */
/*
 * cache.h - what was parsed of files, cached for all connections of the process: objects
 * found by the identity of their file.
 *
 * Objects do not change once they are shared, so threads read them without locks.  All
 * memory of an object is charged to its own account.  The parent of that is the account
 * of the thread that makes the object, and the cache's as soon as it is cached there.
 * When the cache is full, objects without users are dropped, the least recently used
 * first. What does not fit belongs to its maker alone, as if there were no cache.
 *
 * Parts of files make room for what opens files.  They make room for each other only if
 * they have not been used for long: where many parts are used in turn, some are found,
 * and the others cost nothing.
 *
 * Nobody waits: if the lock is not free for some time (a process that was forked while
 * another thread held it would wait forever), nothing is found or cached.
 */
#ifndef BASE_CACHE_H
#define BASE_CACHE_H

#include "base/alloc.h"
#include "base/input_file.h"
#include "base/slice.h"

enum { DEFAULT_CACHE_LIMIT = 64 << 20 };

/* Equal keys mean equal objects. */
struct cache_key {
    struct file_identity file;
    uint32_t form;     /* the kind of object, and the options that decide what it is */
    struct slice wish; /* options that do not fit into `form`, as bytes; borrowed */
    uint64_t part;     /* of the file; 0: what opens it */
};

/* The first member of an object. */
struct cached {
    struct memory_account memory;
    void (*destroy)(struct cached *);
    _Atomic unsigned n_users;
    bool is_cached;       /* in the cache; set before the object is shared */
    struct cache_key key; /* if it is cached; the wish is a copy of its own */
    uint64_t hash;        /* of the key */
    struct cached *next_of_bucket, *newer, *older;
    uint64_t used_at; /* in searches for parts */
};

/* Allocates a zeroed object with one user, and enters its account until the caller
 * restores *scope.  NULL if out of memory; then there is nothing to restore. */
void *cached_new(size_t size, void (*destroy)(struct cached *),
                 struct memory_scope *scope);

/* Returns the object with this key, for one more user, or NULL. */
struct cached *cache_find(const struct cache_key *key);

/* Keeps a complete object for others, if it fits and none has its key.  Its file must
 * have been settled (file_identity_is_settled()) before it was read. */
void cache_keep(struct cached *object, const struct cache_key *key);

/* The same for what ages: drops the one that has the key, unless that has users. */
void cache_replace(struct cached *object, const struct cache_key *key);

/* Whether a part of so many bytes would probably be cached. */
bool cache_has_room_for_part(size_t bytes);

/* Makes the account of an object that is cached the parent of another account, if what
 * that has charged fits into the cache and takes at most a quarter of it. */
bool cache_add_memory(struct cached *object, struct memory_account *account);

/* Adds a user, for whoever uses it already. */
void cached_retain(struct cached *object);

/* Ends the use of an object; NULL is allowed. */
void cached_release(struct cached *object);

/* Sets the limit in bytes, DEFAULT_CACHE_LIMIT at first; 0: nothing is cached. */
void cache_set_limit(size_t bytes);

/* Drops objects without users until the cache holds at most so many bytes. */
void cache_trim(size_t bytes);

/* For tests. */
struct cache_counts {
    size_t memory;
    unsigned n_objects;
    unsigned long n_found, n_missed;
};
struct cache_counts cache_counts(void);

#endif
