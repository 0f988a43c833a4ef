/* SPDX-License-Identifier: MIT */
#include "parquet/write/page_split.h"

#include "parquet/encoding/bit_packing.h"
#include "parquet/page/levels.h"

/* How many values, starting with `first`, fill a page; at least one. */
static uint64_t values_of_page(const struct pq_page_split *split, uint64_t first)
{
    const struct pq_values *values = &split->values;
    uint64_t limit = split->page_bytes;
    if (split->value_bits > 0) {
        uint64_t n = split->value_bits % 8 == 0 ? limit / (split->value_bits / 8)
                                                : limit / split->value_bits * 8;
        return n > 0 ? n : 1;
    }
    uint64_t low = 1, high = values->n - first; /* the range of the result */
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        uint64_t size = values->offsets[first + middle] - values->offsets[first];
        if (size + 4 * middle <= limit)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static uint64_t count_values(const uint8_t *levels, uint64_t n, uint8_t max_level)
{
    uint64_t n_values = 0;
    for (uint64_t i = 0; i < n; i++)
        n_values += levels[i] == max_level;
    return n_values;
}

/* For leaves that are not repeated: each row is one entry. */
static void split_flat(const struct pq_page_split *split, struct pq_page_part *page)
{
    const struct pq_column_values *collected = split->collected;
    uint64_t n = collected->n_entries - page->first_entry;
    if (n > split->page_rows)
        n = split->page_rows;
    uint64_t most = values_of_page(split, page->first_value);
    if (collected->levels.size == 0) {
        page->n_entries = page->n_values = page->n_rows = (uint32_t)(n < most ? n : most);
        return;
    }
    const uint8_t *levels = collected->levels.data + page->first_entry;
    uint64_t n_values = count_values(levels, n, collected->max_level);
    if (n_values > most) {
        for (n = n_values = 0; n_values < most; n++)
            n_values += levels[n] == collected->max_level;
    }
    page->n_entries = page->n_rows = (uint32_t)n;
    page->n_values = (uint32_t)n_values;
}

/* How many entries fill a page's bytes with their levels alone, at most INT32_MAX:
 * entries without values have nothing else. */
static uint64_t entries_of_page(const struct pq_page_split *split)
{
    const struct pq_column_values *collected = split->collected;
    uint64_t bits = bit_width_of(collected->max_level) +
                    bit_width_of(collected->max_repetition);
    uint64_t n = split->page_bytes / bits * 8;
    return n < INT32_MAX ? n : INT32_MAX;
}

/* The number of entries of the row that begins at `entry`. */
static uint64_t entries_of_row(const struct pq_column_values *collected, uint64_t entry)
{
    const uint8_t *levels = collected->repetition_levels.data;
    uint64_t end = entry + 1;
    while (end < collected->n_entries && levels[end] != 0)
        end++;
    return end - entry;
}

static enum status split_repeated(const struct pq_page_split *split,
                                  struct pq_page_part *page, struct error *error)
{
    const struct pq_column_values *collected = split->collected;
    const uint8_t *levels = collected->levels.size > 0 ? collected->levels.data : NULL;
    uint64_t left = collected->n_entries - page->first_entry;
    uint64_t most_values = values_of_page(split, page->first_value);
    uint64_t most_entries = entries_of_page(split);
    uint64_t n_entries = 0, n_values = 0, n_rows = 0;
    while (n_entries < left && n_rows < split->page_rows) {
        uint64_t entry = page->first_entry + n_entries;
        uint64_t more = entries_of_row(collected, entry), more_values = more;
        if (levels != NULL)
            more_values = count_values(levels + entry, more, collected->max_level);
        bool fits = n_entries + more <= most_entries &&
                    n_values + more_values <= most_values;
        if (n_rows > 0 && !fits)
            break;
        n_entries += more;
        n_values += more_values;
        n_rows++;
    }
    if (n_entries > INT32_MAX)
        return error_set(error, TOO_BIG,
                         "a row of %llu values, but a page holds at most %d",
                         (unsigned long long)n_entries, INT32_MAX);
    page->n_entries = (uint32_t)n_entries;
    page->n_values = (uint32_t)n_values;
    page->n_rows = (uint32_t)n_rows;
    return OK;
}

static enum status split_page(const struct pq_page_split *split,
                              struct pq_page_part *page, struct error *error)
{
    if (split->collected->max_repetition > 0)
        return split_repeated(split, page, error);
    split_flat(split, page);
    return OK;
}

/* The page after `last` up to where `whole`, which begins with it, ends. */
static struct pq_page_part rest_of_page(const struct pq_page_part *whole,
                                        const struct pq_page_part *last)
{
    return (struct pq_page_part){.first_entry = last->n_entries,
                                 .first_value = last->n_values,
                                 .first_row = last->n_rows,
                                 .n_entries = whole->n_entries - last->n_entries,
                                 .n_values = whole->n_values - last->n_values,
                                 .n_rows = whole->n_rows - last->n_rows};
}

/* The first page or, after its front, its rest. */
static enum status split_first(const struct pq_page_split *split,
                               const struct pq_page_part *last, struct pq_page_part *next,
                               struct error *error)
{
    struct pq_page_split of_front = *split;
    struct pq_page_part whole = {0}, front = {0};
    of_front.page_bytes = split->front_bytes;
    enum status status = split_page(split, &whole, error);
    if (status == OK)
        status = split_page(&of_front, &front, error);
    if (status != OK)
        return status;
    if (last != NULL)
        *next = rest_of_page(&whole, last);
    else
        *next = front.n_rows <= whole.n_rows / 2 ? front : whole;
    return OK;
}

enum status pq_page_split_next(const struct pq_page_split *split,
                               const struct pq_page_part *last, struct pq_page_part *next,
                               struct error *error)
{
    *next = (struct pq_page_part){0};
    if (split->front_bytes > 0 && (last == NULL || last->first_entry == 0)) {
        enum status status = split_first(split, last, next, error);
        if (status != OK || next->n_entries > 0)
            return status;
    }
    if (last != NULL) {
        next->first_entry = last->first_entry + last->n_entries;
        next->first_value = last->first_value + last->n_values;
        next->first_row = last->first_row + last->n_rows;
    }
    return split_page(split, next, error);
}
