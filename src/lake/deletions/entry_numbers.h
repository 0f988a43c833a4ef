/* SPDX-License-Identifier: MIT */
/*
 * entry_numbers.h - remembers for each entry of a vector's dictionary the number that was
 * found for it, so that rows cost a look-up in an array.
 */
#ifndef LAKE_DELETIONS_ENTRY_NUMBERS_H
#define LAKE_DELETIONS_ENTRY_NUMBERS_H

#include "scan/column_vector.h"

/* The number of what is not there. */
#define NUMBER_OF_NONE UINT32_MAX

/* A zeroed struct may be released. */
struct entry_numbers {
    uint64_t dictionary; /* whose entries they are; 0: none */
    /* Of each entry: its number + 2, 1 for NUMBER_OF_NONE, 0 if it was not looked up. */
    struct buffer numbers;
};

/* Prepares for rows of a vector with a dictionary. */
static inline CHECK_RESULT enum status
entry_numbers_use(struct entry_numbers *entries, const struct column_vector *vector,
                  struct error *error)
{
    size_t size = vector->n_entries * sizeof(uint32_t);
    if (vector->dictionary == entries->dictionary)
        return OK;
    enum status status = buffer_reserve(&entries->numbers, size, false, error);
    if (status == OK && size > 0)
        memset(entries->numbers.data, 0, size);
    entries->dictionary = status == OK ? vector->dictionary : 0;
    return status;
}

/* Whether the number of entry k is known. */
static inline bool entry_numbers_get(const struct entry_numbers *entries, uint32_t k,
                                     uint32_t *number)
{
    *number = ((const uint32_t *)(const void *)entries->numbers.data)[k] - 2;
    return *number != UINT32_MAX - 1;
}

static inline void entry_numbers_set(struct entry_numbers *entries, uint32_t k,
                                     uint32_t number)
{
    ((uint32_t *)(void *)entries->numbers.data)[k] = number + 2;
}

#endif
