/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"

#include <assert.h>

_Thread_local size_t interrupt_work;
static _Thread_local struct interrupt *current;

void interrupt_begin(struct interrupt *interrupt)
{
    interrupt->was_wanted = false;
    interrupt->outer = current;
    current = interrupt;
}

enum status interrupt_end(struct interrupt *interrupt, enum status status,
                          struct error *error)
{
    assert(current == interrupt);
    current = interrupt->outer;
    if (!interrupt->was_wanted)
        return status;
    error_clear(error);
    return error_set(error, INTERRUPTED, "interrupted");
}

bool interrupt_is_wanted(void)
{
    interrupt_work = 0;
    if (current == NULL || current->is_wanted == NULL)
        return false;
    if (!current->was_wanted)
        current->was_wanted = current->is_wanted(current->argument);
    return current->was_wanted;
}

bool interrupt_is_pending(void)
{
    return current != NULL && current->was_wanted;
}
