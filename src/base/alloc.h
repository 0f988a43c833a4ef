/* SPDX-License-Identifier: MIT */
/*
 * alloc.h - all heap allocation goes through these functions.
 *
 * Sizes are products checked for overflow.  Tests can make the n-th allocation fail, to
 * run every error path that frees half-built objects.
 *
 * A block is charged to the memory account that the thread has entered, if any.  Freeing
 * it, in any thread, credits the same account.  If a charge would exceed the account's
 * limit, the allocation fails and error_nomem() reports the limit.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Allocates n_items * item_size uninitialised bytes; NULL if out of memory or if the
 * product overflows.  A size of zero returns a pointer that can be freed. */
void *mem_alloc(size_t n_items, size_t item_size);

/* Same as mem_alloc(), zeroed. */
void *mem_alloc_zeroed(size_t n_items, size_t item_size);

/* Same as mem_alloc_zeroed(), for a block that is used as a whole and in any order: asks
 * for large pages where the operating system has them. */
void *mem_alloc_large(size_t n_items, size_t item_size);

/* Grows or shrinks a block; if it returns NULL, the old block is unchanged and still
 * owned by the caller. */
void *mem_resize(void *block, size_t n_items, size_t item_size);

/* Makes room for n_items items in an array, which may be NULL, and at least doubles a
 * block that is too small, so that adding items one by one takes linear time.
 * array: the address of the pointer to the block; if it returns false, nothing changes.
 */
bool mem_grow(void *array, size_t n_items, size_t item_size);

/* Allocates a zeroed array of n_items items unless there is one.  array: as above; false,
 * and it stays NULL, if out of memory. */
bool mem_need_zeroed(void *array, size_t n_items, size_t item_size);

/* Allocates a zero-terminated copy of size bytes. */
char *mem_copy_text(const void *bytes, size_t size);

void mem_free(void *block); /* NULL is allowed */

/* Same as mem_alloc_zeroed(1, size), but no account is charged.  For a block that holds
 * an account of its own. */
void *mem_alloc_unaccounted(size_t size);

/* Same as mem_alloc(size, 1), but charges nothing; see mem_charge().  For large blocks of
 * which only the front may be used: the operating system provides memory only for the
 * pages written to. */
void *mem_alloc_uncharged(size_t size);

/* Raises the charge for a block to at least n bytes, n <= its size; false if an account
 * refuses.  The block may be NULL if n is 0. */
bool mem_charge(void *block, size_t n);

/* A memory limit shared by several users.  Its owner sets all members except `used`
 * before any thread enters it.  It must outlive its blocks. */
struct memory_account {
    struct memory_account *parent; /* charged too, and may refuse; NULL: none */
    const char *name;     /* of the setting that defines the limit, for messages */
    _Atomic size_t limit; /* bytes; may be changed at any time */
    _Atomic size_t used;  /* bytes charged */
    /* Called if a charge exceeds the limit: frees memory that the owner can spare.  If it
     * returns true, something was freed and the charge is tried again.  It runs inside
     * mem_alloc() and similar functions, in the thread that entered the account, never in
     * a thread of background_start().  NULL: nothing can be freed. */
    bool (*reclaim)(void *owner);
    void *owner;
};

/* The parent of all accounts: limits the memory of the process. */
extern struct memory_account process_memory;

/* Makes *parent (NULL: none) the account's parent, and moves what the account has charged
 * there; false, and nothing changes, if the new parent refuses.  No other thread may use
 * the account's blocks meanwhile in a way that changes their charge. */
bool memory_account_move(struct memory_account *account, struct memory_account *parent);

/* The account that a thread's blocks are charged to.  Scopes nest. */
struct memory_scope {
    struct memory_account *account; /* NULL: blocks are not charged */
    bool may_reclaim;
};

/* Enters an account (NULL: none); returns the scope to restore. */
struct memory_scope memory_account_enter(struct memory_account *account);
/* The same for an account whose parent is the one that the thread has entered. */
struct memory_scope memory_account_enter_child(struct memory_account *account);
void memory_scope_restore(struct memory_scope scope);
struct memory_scope memory_scope_current(void);

/* Reclaims if an account of the thread's scope has charged more than half its limit.
 * Called before new work, which may need the memory. */
void memory_reclaim_if_short(void);

/* Bytes that the thread's accounts can still be charged; SIZE_MAX without an account. */
size_t memory_left(void);

/* True if an account has refused an allocation of this thread since the last call, or
 * since the thread entered an account; *name and *limit are then that account's. */
bool memory_take_refusal(const char **name, size_t *limit);

/* For tests: makes the n-th allocation from now fail; see fail_point_set(). */
long mem_fail_at(long n, int and_all_after);

#endif
