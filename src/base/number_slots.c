/* SPDX-License-Identifier: MIT */
#include "base/number_slots.h"

#include "base/alloc.h"

enum {
    LEAST_SLOTS = 1024,
    /* Tables up to this size have few collisions; beyond it, a miss of the cache costs
     * more than they do. */
    SPARSE_SLOTS = 1 << 20,
    MOST_SLOTS = 1 << 30,
};

enum status number_slots_init_larger(struct number_slots *larger,
                                     const struct number_slots *slots,
                                     struct error *error)
{
    uint32_t n_slots = slots->numbers == NULL           ? LEAST_SLOTS
                       : slots->mask < SPARSE_SLOTS / 4 ? 4 * (slots->mask + 1)
                                                        : 2 * (slots->mask + 1);
    if (n_slots > MOST_SLOTS)
        return error_set(error, TOO_BIG, "more than %u different values", slots->n);
    *larger = (struct number_slots){
        .numbers = mem_alloc_large(n_slots, sizeof *larger->numbers),
        .mask = n_slots - 1,
        .most = n_slots <= SPARSE_SLOTS ? n_slots / 8 : n_slots / 4};
    return larger->numbers == NULL ? error_nomem(error) : OK;
}

void number_slots_release(struct number_slots *slots)
{
    mem_free(slots->numbers);
    *slots = (struct number_slots){0};
}
