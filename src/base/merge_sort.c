/* SPDX-License-Identifier: MIT */
#include "base/merge_sort.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"

enum {
    FEW_NUMBERS = 256, /* between calls of interrupt_after() */
    MERGE_WORK = 16,   /* per number */
};

/* Merges two sorted neighbours, `from` up to `middle` and up to `end`, into `to`. */
static enum status merge(merge_compare *compare, const void *context,
                         const uint32_t *from, uint32_t middle, uint32_t end,
                         uint32_t *to, struct error *error)
{
    uint32_t a = 0, b = middle;
    enum status status = OK;
    if (middle == end || compare(context, from[middle - 1], from[middle]) <= 0) {
        memcpy(to, from, end * sizeof *to);
        return interrupt_after((size_t)end, error);
    }
    for (uint32_t i = 0; status == OK && i < end;) {
        uint32_t n = end - i < FEW_NUMBERS ? end - i : FEW_NUMBERS;
        for (uint32_t stop = i + n; i < stop; i++) {
            bool takes_a = b == end ||
                           (a < middle && compare(context, from[a], from[b]) <= 0);
            to[i] = takes_a ? from[a++] : from[b++];
        }
        status = interrupt_after((size_t)n * MERGE_WORK, error);
    }
    return status;
}

enum status merge_sort(merge_compare *compare, const void *context, uint32_t *numbers,
                       uint32_t *scratch, uint32_t n, struct error *error)
{
    enum status status = OK;
    uint32_t *from = numbers, *to = scratch;
    for (uint32_t width = 1; status == OK && width < n; width *= 2) {
        for (uint32_t i = 0; status == OK && i < n; i += 2 * width) {
            uint32_t left = n - i, end = left < 2 * width ? left : 2 * width;
            status = merge(compare, context, from + i, width < end ? width : end, end,
                           to + i, error);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (status == OK && from != numbers)
        memcpy(numbers, from, n * sizeof *numbers);
    return status;
}

enum status merge_sort_records(merge_compare *compare, const void *context, void *records,
                               size_t size, uint32_t n, struct error *error)
{
    uint32_t *numbers = mem_alloc(n, 2 * sizeof *numbers);
    uint8_t *sorted = mem_alloc(n, size);
    enum status status = numbers == NULL || sorted == NULL ? error_nomem(error) : OK;
    for (uint32_t i = 0; status == OK && i < n; i++)
        numbers[i] = i;
    if (status == OK)
        status = merge_sort(compare, context, numbers, numbers + n, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        memcpy(sorted + i * size, (const uint8_t *)records + numbers[i] * size, size);
    if (status == OK && n > 0)
        memcpy(records, sorted, n * size);
    mem_free(sorted);
    mem_free(numbers);
    return status;
}

int compare_uint32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int compare_uint64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
