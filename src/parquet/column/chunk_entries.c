/* SPDX-License-Identifier: MIT */
#include "parquet/column/chunk_state.h"

/* Decodes levels for the next entries, opening the next page if needed.  page.left stays
 * 0 at the chunk's end. */
static enum status need_entries(struct pq_chunk_reader *reader, struct error *error)
{
    uint64_t none;
    enum status status = OK;
    if (reader->page.left == 0 && !reader->walk.is_at_end)
        status = pq_chunk_next_page(reader, 0, &none, error);
    if (status != OK || reader->page.left == 0)
        return status;
    return pq_data_page_look_ahead(&reader->page, error);
}

enum status pq_chunk_read_entries(struct pq_chunk_reader *reader, uint32_t n,
                                  struct pq_leaf_entries *entries, struct error *error)
{
    struct pq_data_page *page = &reader->page;
    *entries = (struct pq_leaf_entries){0};
    pq_chunk_free_copies(reader);
    enum status status = need_entries(reader, error);
    if (status != OK || page->left == 0)
        return status;
    uint32_t ahead = page->end_ahead - page->next_ahead;
    entries->n = n < ahead ? n : ahead;
    entries->repetition = page->ahead + page->next_ahead;
    entries->definition = reader->buffers.definition_levels;
    pq_data_page_use_ahead(page, entries->n);
    if (!page->is_lost)
        return pq_chunk_read_page_rows(reader, entries->n, &entries->vector, error);
    pq_chunk_read_lost_rows(reader, entries->n, &entries->vector);
    return OK;
}

enum status pq_chunk_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                  uint64_t *n_found, struct error *error)
{
    struct pq_data_page *page = &reader->page;
    *n_found = 0;
    for (;;) {
        enum status status = need_entries(reader, error);
        if (status != OK || page->left == 0)
            return status;
        if (page->is_lost) { /* each entry is a record */
            uint64_t n_left = n - *n_found;
            bool is_here = n_left <= page->left;
            uint32_t n_lost = is_here ? (uint32_t)n_left : page->left;
            *n_found += n_lost;
            status = pq_data_page_skip(page, n_lost - is_here, error);
            if (status != OK || is_here)
                return status;
            continue;
        }
        uint32_t i = page->next_ahead;
        for (; i < page->end_ahead && *n_found < n; i++)
            *n_found += page->ahead[i] == 0;
        /* Stop before the entry that begins the n-th record. */
        bool is_found = *n_found == n;
        uint32_t n_passed = i - page->next_ahead - is_found;
        pq_data_page_use_ahead(page, n_passed);
        status = pq_data_page_skip(page, n_passed, error);
        if (status != OK || is_found)
            return status;
    }
}
