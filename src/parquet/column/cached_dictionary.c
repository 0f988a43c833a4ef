/* SPDX-License-Identifier: MIT */
#include "parquet/column/cached_dictionary.h"

static void free_dictionary(struct cached *base)
{
    struct pq_cached_dictionary *dictionary = (struct pq_cached_dictionary *)base;
    mem_free((void *)(uintptr_t)dictionary->values.any);
    mem_free(dictionary);
}

struct pq_cached_dictionary *pq_cached_dictionary_find(const struct cache_key *key)
{
    return (struct pq_cached_dictionary *)cache_find(key);
}

void pq_cached_dictionary_release(struct pq_cached_dictionary *dictionary)
{
    if (dictionary != NULL)
        cached_release(&dictionary->base);
}

/* Copies entries that point into `from`, so that they point to the same place of `to`.
 * False if one of them does not. */
static bool copy_bytes_values(const struct bytes_value *values, uint32_t n,
                              struct slice from, const uint8_t *to,
                              struct bytes_value *copies)
{
    for (uint32_t i = 0; i < n; i++) {
        uintptr_t at = (uintptr_t)values[i].data - (uintptr_t)from.data;
        if (at > from.size || values[i].size > from.size - at)
            return false;
        copies[i] = (struct bytes_value){to + at, values[i].size};
    }
    return true;
}

/* Copies the entries and then, if they point to bytes, these. */
static bool copy(struct pq_cached_dictionary *dictionary, enum vector_kind kind,
                 union vector_values values, uint32_t n_entries, struct slice bytes)
{
    size_t size = n_entries * vector_kind_width(kind);
    size_t n_bytes = kind == VECTOR_BYTES ? bytes.size + 1 : 0;
    uint8_t *block = mem_alloc(size + n_bytes, 1);
    if (block == NULL)
        return false;
    dictionary->values.any = block;
    dictionary->n_entries = n_entries;
    dictionary->bytes = slice_of(block + size, n_bytes);
    if (kind == VECTOR_BYTES) {
        memcpy(block + size, bytes.data, n_bytes);
        return copy_bytes_values(values.bytes, n_entries, bytes, block + size,
                                 (void *)block);
    }
    if (size > 0)
        memcpy(block, values.any, size);
    return true;
}

void pq_cached_dictionary_keep(const struct cache_key *key, enum vector_kind kind,
                               union vector_values values, uint32_t n_entries,
                               bool has_no_nul, struct slice bytes)
{
    struct memory_scope inner, before = memory_account_enter_child(NULL);
    struct pq_cached_dictionary *dictionary = cached_new(sizeof *dictionary,
                                                         free_dictionary, &inner);
    if (dictionary != NULL) {
        dictionary->has_no_nul = has_no_nul;
        if (copy(dictionary, kind, values, n_entries, bytes))
            cache_keep(&dictionary->base, key);
        pq_cached_dictionary_release(dictionary);
    }
    memory_scope_restore(before);
}
