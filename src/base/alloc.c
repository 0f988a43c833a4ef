#include "alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Test hook, not thread-safe on purpose: only single-threaded tests set it. */
static long fail_countdown;
static int fail_forever;

void mem_fail_at(long n, int and_all_after)
{
    fail_countdown = n;
    fail_forever = and_all_after;
}

static int must_fail(void)
{
    if (fail_countdown == 0 || --fail_countdown > 0)
        return 0;
    if (fail_forever)
        fail_countdown = 1;
    return 1;
}

static int product_overflows(size_t n_items, size_t item_size)
{
    return item_size != 0 && n_items > SIZE_MAX / item_size;
}

void *mem_alloc(size_t n_items, size_t item_size)
{
    if (product_overflows(n_items, item_size) || must_fail())
        return NULL;
    size_t size = n_items * item_size;
    return malloc(size ? size : 1);
}

void *mem_alloc_zeroed(size_t n_items, size_t item_size)
{
    if (product_overflows(n_items, item_size) || must_fail())
        return NULL;
    return calloc(n_items ? n_items : 1, item_size ? item_size : 1);
}

void *mem_resize(void *block, size_t n_items, size_t item_size)
{
    if (product_overflows(n_items, item_size) || must_fail())
        return NULL;
    size_t size = n_items * item_size;
    return realloc(block, size ? size : 1);
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
    free(block);
}
