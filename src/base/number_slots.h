/* SPDX-License-Identifier: MIT */
/*
 * number_slots.h - finds numbers by a hash, as hash_table.h does, for keys that are cheap
 * to hash and to compare: a slot has no hash, so that twice as many fit in a cache, and
 * most of them are free, so that a processor predicts that the first one is right.
 *
 * A number is an index of an array of its owner, who compares keys, and hashes them again
 * when the table grows:
 *
 *     uint32_t at = number_slots_first(&slots, hash), number;
 *     while ((number = slots.numbers[at]) != 0 && !has_key(number - 1))
 *         at = number_slots_next(&slots, at);
 *
 * Integers take three quarters of the time that they take with hash_table.h if there are
 * a few hundred of them, and half of it if there are 100,000.
 */
#ifndef BASE_NUMBER_SLOTS_H
#define BASE_NUMBER_SLOTS_H

#include <stdint.h>

#include "base/status.h"

/* A zeroed struct may be released; it must be grown before it is used. */
struct number_slots {
    uint32_t *numbers; /* + 1; 0: the slot is free */
    uint32_t mask;     /* the number of slots, a power of two, - 1 */
    uint32_t n, most;  /* numbers, and how many there may be before it must grow */
};

/* Initializes larger slots than `slots` has, without numbers, to which the owner adds
 * them again before they replace the others.  TOO_BIG, NOMEM. */
enum status number_slots_init_larger(struct number_slots *larger,
                                     const struct number_slots *slots,
                                     struct error *error) CHECK_RESULT;
void number_slots_release(struct number_slots *slots);

static inline uint32_t number_slots_first(const struct number_slots *slots, uint32_t hash)
{
    return hash & slots->mask;
}

static inline uint32_t number_slots_next(const struct number_slots *slots, uint32_t at)
{
    return (at + 1) & slots->mask;
}

static inline bool number_slots_must_grow(const struct number_slots *slots)
{
    return slots->n >= slots->most;
}

/* Whether the slots exceed a processor's nearer caches, so that it pays to ask for what
 * is needed before it is. */
static inline bool number_slots_are_far(const struct number_slots *slots)
{
    return slots->mask >= 1 << 16;
}

/* Asks for the memory at an address, which need not be valid. */
static inline void memory_ask_for(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* Adds a number that is not there; the slots need not grow. */
static inline void number_slots_add(struct number_slots *slots, uint32_t hash,
                                    uint32_t number)
{
    uint32_t at = number_slots_first(slots, hash);
    while (slots->numbers[at] != 0)
        at = number_slots_next(slots, at);
    slots->numbers[at] = number + 1;
    slots->n++;
}

#endif
