/*
 * alloc.h - the only door to the heap.
 *
 * Sizes are checked products.  Tests can make the n-th allocation from now on fail, which
 * is how every error path that frees half-built objects is walked.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

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

/* For tests: the n-th allocation from now (1 = the next) fails, and every one after it
 * when `and_all_after` is set; 0 turns this off. */
void mem_fail_at(long n, int and_all_after);

#endif
