/* SPDX-License-Identifier: MIT */
/*
 * row_selection.h - rows to visit, as ascending ranges that do not touch.
 */
#ifndef SCAN_ROW_SELECTION_H
#define SCAN_ROW_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* first <= row < end. */
struct row_range {
    uint64_t first, end;
};

/* A zeroed struct is empty and may be released. */
struct row_selection {
    struct row_range *ranges;
    uint32_t n_ranges;
};

void row_selection_release(struct row_selection *selection);

/* Appends rows after all existing ones; skips empty ranges and joins touching ones. */
enum status row_selection_append(struct row_selection *selection, uint64_t first,
                                 uint64_t end, struct error *error) CHECK_RESULT;

/* Replaces `both`, distinct from a and b, with the rows that are in a and in b. */
enum status row_selection_intersect(const struct row_selection *a,
                                    const struct row_selection *b,
                                    struct row_selection *both,
                                    struct error *error) CHECK_RESULT;

uint64_t row_selection_count(const struct row_selection *selection);

#endif
