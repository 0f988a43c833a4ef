/* SPDX-License-Identifier: MIT */
/*
 * find_bytes.h - finds the first occurrence of a short text in many bytes.
 *
 * Two of the needle's bytes, one of them rare in common text, are compared at many
 * positions at once, and all its bytes only where these two match.  Searching typical
 * text thus costs little more than reading it.  The worst case is size * needle size, as
 * in a plain search.
 */
#ifndef VALUE_FIND_BYTES_H
#define VALUE_FIND_BYTES_H

#include "base/slice.h"

struct byte_needle;

typedef const uint8_t *find_bytes_function(const struct byte_needle *needle,
                                           const uint8_t *begin, const uint8_t *end);

struct byte_needle {
    const uint8_t *bytes; /* borrowed; in lower case if folds_case */
    size_t size;          /* at least 1 */
    size_t probes[2];     /* positions of the two bytes; equal if size is 1 */
    bool folds_case;      /* A-Z match a-z; no other letters are folded */
    find_bytes_function *find;
};

/* Makes a needle of 1 or more bytes, which must stay valid while the needle is used, and
 * picks the machine's fastest search. */
void byte_needle_init(struct byte_needle *needle, const uint8_t *bytes, size_t size,
                      bool folds_case);

/* Returns the first position in begin .. end where the whole needle occurs, or NULL.
 * Reads no byte outside that range. */
static inline const uint8_t *find_bytes(const struct byte_needle *needle,
                                        const uint8_t *begin, const uint8_t *end)
{
    return needle->find(needle, begin, end);
}

/* The portable search, against which the others are tested. */
find_bytes_function find_bytes_portable;

/* Whether the needle->size bytes, which must be readable, match the needle. */
static inline bool byte_needle_is_at(const struct byte_needle *needle,
                                     const uint8_t *bytes)
{
    if (!needle->folds_case)
        return memcmp(bytes, needle->bytes, needle->size) == 0;
    for (size_t i = 0; i < needle->size; i++)
        if (ascii_lower(bytes[i]) != needle->bytes[i])
            return false;
    return true;
}

#endif
