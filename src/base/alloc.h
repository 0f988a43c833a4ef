/* SPDX-License-Identifier: MIT */
/*
 * alloc.h - the only door to the heap.
 *
 * Sizes are checked products.  Tests can make the n-th allocation from now on fail, which
 * is how every error path that frees half-built objects is walked.
 *
 * Blocks are charged to the memory account that the thread has entered, if any, and given
 * back to that same account when they are freed, by whichever thread.  An account refuses
 * what exceeds its limit: the allocation fails, and error_nomem() reports the limit.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* n_items * item_size bytes, uninitialised; NULL when memory is out or the product
 * overflows.  A size of zero gives a pointer that can be freed. */
void *mem_alloc(size_t n_items, size_t item_size);

/* As mem_alloc, zeroed. */
void *mem_alloc_zeroed(size_t n_items, size_t item_size);

/* Grows or shrinks; on NULL the old block is untouched and still owned by the caller. */
void *mem_resize(void *block, size_t n_items, size_t item_size);

/* A zero-terminated copy of size bytes. */
char *mem_copy_text(const void *bytes, size_t size);

void mem_free(void *block);

/* As mem_alloc(size, 1), but nothing is charged before mem_charge(): for large blocks of
 * which perhaps only the front is ever used, and which the operating system backs with
 * memory only where they are written to. */
void *mem_alloc_uncharged(size_t size);

/* Makes the charge for a block at least n bytes, n <= its size; false when an account
 * refuses.  NULL is a block of no bytes. */
bool mem_charge(void *block, size_t n);

/* The memory of several owners under one limit.  Members but `used` are set by its owner
 * before it is entered; it must outlive its blocks. */
struct memory_account {
    struct memory_account *parent; /* also charged, also refuses; NULL: none */
    const char *name;              /* of what sets the limit, for messages */
    _Atomic size_t limit;          /* bytes; may be changed at any time */
    _Atomic size_t used;           /* bytes charged */
    /* Frees what its owner can do without, when a charge does not fit; true if anything
     * was freed, and the charge is tried again.  Called within mem_alloc() and its kin,
     * in the thread that entered the account, never in one that background_start() made.
     * NULL: nothing can be freed. */
    bool (*reclaim)(void *owner);
    void *owner;
};

/* What a thread charges its blocks to.  Scopes nest. */
struct memory_scope {
    struct memory_account *account; /* NULL: blocks are not charged */
    bool may_reclaim;
};

/* Enters an account; returns the scope to restore. */
struct memory_scope memory_account_enter(struct memory_account *account);
void memory_scope_restore(struct memory_scope scope);
struct memory_scope memory_scope_current(void);

/* Reclaims where an account of the thread's scope has charged more than half its limit:
 * before new work, which may need it. */
void memory_reclaim_if_short(void);

/* True when an account has refused an allocation of this thread since the last call, or
 * since the thread entered an account: then *name and *limit are that account's. */
bool memory_take_refusal(const char **name, size_t *limit);

/* For tests: the n-th allocation from now (1 = the next) fails, and every one after it
 * when `and_all_after` is set; 0 turns this off.  Returns the n that is left of the
 * setting before: 0 when its allocation has failed, negative when all after it fail. */
long mem_fail_at(long n, int and_all_after);

#endif
