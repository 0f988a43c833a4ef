/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_ranges.h"

#include <stdlib.h>

struct pq_check_range {
    int64_t begin, end;
    const char *what;
    uint32_t row_group, leaf;
};

enum status pq_ranges_add(struct pq_check_ranges *ranges, int64_t begin, int64_t size,
                          uint32_t row_group, uint32_t leaf, const char *what,
                          struct error *error)
{
    const struct pq_check_range range = {begin, begin + size, what, row_group, leaf};
    if (ranges->list.size / sizeof range >= PQ_MOST_RANGES) {
        ranges->is_cut = true;
        return OK;
    }
    return buffer_append(&ranges->list, &range, sizeof range, error);
}

static int compare_ranges(const void *a, const void *b)
{
    const struct pq_check_range *left = a, *right = b;
    if (left->begin != right->begin)
        return left->begin < right->begin ? -1 : 1;
    return (left->end > right->end) - (left->end < right->end);
}

void pq_ranges_check(struct pq_check_ranges *ranges, struct findings *findings)
{
    struct pq_check_range *list = (void *)ranges->list.data;
    size_t n = ranges->list.size / sizeof *list;
    size_t last = 0; /* the one with the highest end so far */
    if (n > 0)
        qsort(list, n, sizeof *list, compare_ranges);
    for (size_t i = 1; i < n; i++) {
        if (list[i].begin < list[last].end) {
            findings->location.row_group = list[i].row_group;
            findings->location.column = list[i].leaf;
            pq_find(findings, "overlap",
                    "the %s at %lld overlaps the %s of row group %u, column %u, at %lld",
                    list[i].what, (long long)list[i].begin, list[last].what,
                    (unsigned)list[last].row_group, (unsigned)list[last].leaf,
                    (long long)list[last].begin);
        }
        if (list[i].end > list[last].end)
            last = i;
    }
    findings->location.row_group = findings->location.column = -1;
    if (ranges->is_cut)
        pq_find(findings, "unsupported", "only %d parts were compared for overlaps",
                PQ_MOST_RANGES);
}

void pq_ranges_release(struct pq_check_ranges *ranges)
{
    buffer_release(&ranges->list);
}
