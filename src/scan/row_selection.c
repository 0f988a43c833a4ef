/* SPDX-License-Identifier: MIT */
#include "scan/row_selection.h"

#include "base/alloc.h"

void row_selection_release(struct row_selection *selection)
{
    mem_free(selection->ranges);
    *selection = (struct row_selection){0};
}

enum status row_selection_append(struct row_selection *selection, uint64_t first,
                                 uint64_t end, struct error *error)
{
    uint32_t n = selection->n_ranges;
    if (first >= end)
        return OK;
    if (n > 0 && selection->ranges[n - 1].end == first) {
        selection->ranges[n - 1].end = end;
        return OK;
    }
    if (!mem_grow(&selection->ranges, n + 1, sizeof *selection->ranges))
        return error_nomem(error);
    selection->ranges[selection->n_ranges++] = (struct row_range){first, end};
    return OK;
}

enum status row_selection_intersect(const struct row_selection *a,
                                    const struct row_selection *b,
                                    struct row_selection *both, struct error *error)
{
    enum status status = OK;
    uint32_t i = 0, j = 0;
    both->n_ranges = 0;
    while (status == OK && i < a->n_ranges && j < b->n_ranges) {
        struct row_range x = a->ranges[i], y = b->ranges[j];
        uint64_t first = x.first > y.first ? x.first : y.first;
        uint64_t end = x.end < y.end ? x.end : y.end;
        status = row_selection_append(both, first, end, error);
        if (x.end < y.end)
            i++;
        else
            j++;
    }
    return status;
}

uint64_t row_selection_count(const struct row_selection *selection)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < selection->n_ranges; i++)
        n += selection->ranges[i].end - selection->ranges[i].first;
    return n;
}
