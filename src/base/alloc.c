/* SPDX-License-Identifier: MIT */
#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise() */
#endif
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/fail_point.h"

enum {
    LEAST_LARGE = 4 << 20,
    /* Advice is given on multiples of this, which no smaller page size exceeds. */
    SMALL_PAGE = 1 << 16,
};

static struct fail_point allocation;

long mem_fail_at(long n, int and_all_after)
{
    return fail_point_set(&allocation, n, and_all_after);
}

static bool must_fail(void)
{
    return fail_point_fails(&allocation);
}

/* Precedes each block. */
union block_header {
    struct {
        struct memory_account *account; /* NULL: not charged */
        size_t charged;                 /* bytes */
    } is;
    max_align_t alignment;
};

struct memory_account process_memory = {.name = "SQLite's hard_heap_limit",
                                        .limit = SIZE_MAX};

static _Thread_local struct memory_scope scope;
static _Thread_local const char *refusing_name; /* NULL: nothing was refused */
static _Thread_local size_t refused_limit;

struct memory_scope memory_account_enter(struct memory_account *account)
{
    struct memory_scope before = scope;
    scope = (struct memory_scope){account, true};
    refusing_name = NULL;
    return before;
}

struct memory_scope memory_account_enter_child(struct memory_account *account)
{
    struct memory_scope before = scope;
    scope.account = account;
    return before;
}

void memory_scope_restore(struct memory_scope before)
{
    scope = before;
}

struct memory_scope memory_scope_current(void)
{
    return scope;
}

bool memory_take_refusal(const char **name, size_t *limit)
{
    *name = refusing_name;
    *limit = refused_limit;
    refusing_name = NULL;
    return *name != NULL;
}

static void uncharge(struct memory_account *account, size_t size)
{
    for (; account != NULL; account = account->parent)
        atomic_fetch_sub_explicit(&account->used, size, memory_order_relaxed);
}

/* Charges an account and its parents.  Returns NULL, or the account that refuses. */
static struct memory_account *charge_all(struct memory_account *account, size_t size)
{
    for (struct memory_account *a = account; a != NULL; a = a->parent) {
        size_t used = atomic_fetch_add_explicit(&a->used, size, memory_order_relaxed);
        size_t limit = atomic_load_explicit(&a->limit, memory_order_relaxed);
        if (size <= limit && used <= limit - size)
            continue;
        atomic_fetch_sub_explicit(&a->used, size, memory_order_relaxed);
        for (struct memory_account *b = account; b != a; b = b->parent)
            atomic_fetch_sub_explicit(&b->used, size, memory_order_relaxed);
        return a;
    }
    return NULL;
}

bool memory_account_move(struct memory_account *account, struct memory_account *parent)
{
    size_t used = atomic_load_explicit(&account->used, memory_order_relaxed);
    if (charge_all(parent, used) != NULL)
        return false;
    uncharge(account->parent, used);
    account->parent = parent;
    return true;
}

static bool reclaim(struct memory_account *account)
{
    bool has_freed = false;
    if (!scope.may_reclaim)
        return false;
    scope.may_reclaim = false;
    for (; account != NULL; account = account->parent)
        has_freed = (account->reclaim != NULL && account->reclaim(account->owner)) ||
                    has_freed;
    scope.may_reclaim = true;
    return has_freed;
}

void memory_reclaim_if_short(void)
{
    for (struct memory_account *a = scope.account; a != NULL; a = a->parent) {
        if (a->used > a->limit / 2) {
            reclaim(scope.account);
            return;
        }
    }
}

size_t memory_left(void)
{
    size_t left = SIZE_MAX;
    for (struct memory_account *a = scope.account; a != NULL; a = a->parent) {
        size_t used = a->used, limit = a->limit;
        size_t rest = used < limit ? limit - used : 0;
        left = rest < left ? rest : left;
    }
    return left;
}

static bool charge(struct memory_account *account, size_t size)
{
    struct memory_account *refusing = charge_all(account, size);
    if (refusing != NULL && reclaim(account))
        refusing = charge_all(account, size);
    if (refusing == NULL)
        return true;
    refusing_name = refusing->name;
    refused_limit = refusing->limit;
    return false;
}

static bool product_overflows(size_t n_items, size_t item_size)
{
    return item_size != 0 &&
           n_items > (SIZE_MAX - sizeof(union block_header)) / item_size;
}

static void *start_block(union block_header *header, struct memory_account *account,
                         size_t charged)
{
    if (header == NULL) {
        uncharge(account, charged);
        return NULL;
    }
    header->is.account = account;
    header->is.charged = charged;
    return header + 1;
}

static union block_header *header_of(void *block)
{
    return (union block_header *)block - 1;
}

static void *alloc_block(size_t n_items, size_t item_size, bool is_zeroed)
{
    if (product_overflows(n_items, item_size) || must_fail())
        return NULL;
    size_t size = n_items * item_size;
    /* A pointer to its end would not keep an empty block for a search for leaks. */
    size_t whole = (size > 0 ? size : 1) + sizeof(union block_header);
    struct memory_account *account = scope.account;
    if (!charge(account, whole))
        return NULL;
    return start_block(is_zeroed ? calloc(1, whole) : malloc(whole), account, whole);
}

void *mem_alloc(size_t n_items, size_t item_size)
{
    return alloc_block(n_items, item_size, false);
}

void *mem_alloc_zeroed(size_t n_items, size_t item_size)
{
    return alloc_block(n_items, item_size, true);
}

void *mem_alloc_large(size_t n_items, size_t item_size)
{
    void *block = mem_alloc_zeroed(n_items, item_size);
#ifdef MADV_HUGEPAGE
    size_t size = n_items * item_size;
    if (block != NULL && size >= LEAST_LARGE) {
        uintptr_t first = ((uintptr_t)block | (SMALL_PAGE - 1)) + 1;
        uintptr_t end = ((uintptr_t)block + size) & ~(uintptr_t)(SMALL_PAGE - 1);
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE); /* it may not help */
    }
#endif
    return block;
}

void *mem_alloc_unaccounted(size_t size)
{
    struct memory_scope before = scope;
    scope.account = NULL;
    void *block = mem_alloc_zeroed(1, size);
    scope = before;
    return block;
}

void *mem_alloc_uncharged(size_t size)
{
    if (product_overflows(size, 1) || must_fail())
        return NULL;
    return start_block(malloc(size + sizeof(union block_header)), scope.account, 0);
}

bool mem_charge(void *block, size_t n)
{
    if (block == NULL)
        return true;
    union block_header *header = header_of(block);
    size_t wanted = n + sizeof *header;
    if (wanted <= header->is.charged)
        return true;
    if (!charge(header->is.account, wanted - header->is.charged))
        return false;
    header->is.charged = wanted;
    return true;
}

void *mem_resize(void *block, size_t n_items, size_t item_size)
{
    if (block == NULL)
        return mem_alloc(n_items, item_size);
    if (product_overflows(n_items, item_size) || must_fail())
        return NULL;
    union block_header *header = header_of(block);
    struct memory_account *account = header->is.account;
    size_t whole = n_items * item_size + sizeof *header;
    size_t before = header->is.charged;
    if (whole > before && !charge(account, whole - before))
        return NULL;
    union block_header *resized = realloc(header, whole);
    if (resized == NULL) {
        if (whole > before)
            uncharge(account, whole - before);
        return NULL;
    }
    if (whole < before)
        uncharge(account, before - whole);
    resized->is.charged = whole;
    return resized + 1;
}

bool mem_grow(void *array, size_t n_items, size_t item_size)
{
    enum { LEAST_ITEMS = 8 };
    void *block;
    memcpy(&block, array, sizeof block);
    size_t size = block == NULL
                      ? 0
                      : header_of(block)->is.charged - sizeof(union block_header);
    if (block != NULL && n_items <= size && (uint64_t)n_items * item_size <= size)
        return true;
    size_t target = size / item_size * 2;
    target = target < LEAST_ITEMS ? LEAST_ITEMS : target;
    block = mem_resize(block, target < n_items ? n_items : target, item_size);
    if (block != NULL)
        memcpy(array, &block, sizeof block);
    return block != NULL;
}

bool mem_need_zeroed(void *array, size_t n_items, size_t item_size)
{
    void *block;
    memcpy(&block, array, sizeof block);
    if (block == NULL) {
        block = mem_alloc_zeroed(n_items, item_size);
        memcpy(array, &block, sizeof block);
    }
    return block != NULL;
}

char *mem_copy_text(const void *bytes, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *copy = mem_alloc(size + 1, 1);
    if (copy == NULL)
        return NULL;
    if (size > 0)
        memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

void mem_free(void *block)
{
    if (block == NULL)
        return;
    union block_header *header = header_of(block);
    uncharge(header->is.account, header->is.charged);
    free(header);
}
