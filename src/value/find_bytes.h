/* SPDX-License-Identifier: MIT */
/*
 * find_bytes.h - the first place of a short text in many bytes.
 *
 * Two of the needle's bytes, one of them rare in common text, are compared at many places
 * at once, and all its bytes where these two are right.  So typical text costs little
 * more than reading it; the time is bounded only by size * needle size, as that of a
 * plain search.
 */
#ifndef VALUE_FIND_BYTES_H
#define VALUE_FIND_BYTES_H

#include "base/slice.h"

struct byte_needle;

typedef const uint8_t *find_bytes_function(const struct byte_needle *needle,
                                           const uint8_t *begin, const uint8_t *end);

struct byte_needle {
    const uint8_t *bytes; /* borrowed; with folds_case in lower case */
    size_t size;          /* at least 1 */
    size_t probes[2];     /* where the two bytes are; the same place if size is 1 */
    bool folds_case;      /* A-Z are a-z; no other letters are folded */
    find_bytes_function *find;
};

/* Makes a needle of 1 or more bytes, which must stay where they are for as long as the
 * needle is used, and picks the fastest search this machine has. */
void byte_needle_init(struct byte_needle *needle, const uint8_t *bytes, size_t size,
                      bool folds_case);

/* The first place in begin .. end at which all of the needle lies, or NULL.  Reads no
 * byte outside. */
static inline const uint8_t *find_bytes(const struct byte_needle *needle,
                                        const uint8_t *begin, const uint8_t *end)
{
    return needle->find(needle, begin, end);
}

/* The same on every machine; the others are tested against it. */
find_bytes_function find_bytes_portable;

/* Whether needle->size bytes, all readable, are the needle's. */
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
