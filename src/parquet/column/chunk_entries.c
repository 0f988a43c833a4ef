/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"
#include "parquet/column/chunk_state.h"

/* Decodes the repetition levels of up to BATCH_ROWS more entries of the page.  All levels
 * decoded before have been used. */
static enum status read_repetition(struct pq_chunk_reader *reader, struct error *error)
{
    uint64_t n_max;
    uint32_t n = reader->page_left < BATCH_ROWS ? reader->page_left : BATCH_ROWS;
    reader->next_repetition = reader->end_repetition = 0;
    /* A few bytes of runs can encode millions of entries of one row. */
    enum status status = interrupt_check(error);
    if (status != OK)
        return status;
    status = pq_levels_read(&reader->repetition, reader->repetition_levels, n, &n_max,
                            error);
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    reader->end_repetition = n;
    return OK;
}

/* Decodes levels for the next entries, opening the next page if needed.  page_left stays
 * 0 at the chunk's end. */
static enum status need_entries(struct pq_chunk_reader *reader, struct error *error)
{
    uint64_t none;
    enum status status = OK;
    if (reader->page_left == 0 && !reader->is_at_end)
        status = pq_chunk_next_page(reader, 0, &none, error);
    if (status != OK || reader->page_left == 0 || reader->page_is_lost ||
        reader->next_repetition < reader->end_repetition)
        return status;
    return read_repetition(reader, error);
}

/* Fills in entries for a lost page: each begins a record, which ends the record before
 * it. Lost records are only ever skipped. */
static void read_lost_entries(struct pq_chunk_reader *reader, uint32_t n,
                              struct pq_leaf_entries *entries)
{
    entries->n = n < reader->page_left ? n : reader->page_left;
    memset(reader->repetition_levels, 0, entries->n);
    memset(reader->definition_levels, 0, entries->n);
    memset(reader->valid, 0, entries->n);
    entries->repetition = reader->repetition_levels;
    entries->definition = reader->definition_levels;
    entries->vector = (struct column_vector){.n_rows = entries->n,
                                             .kind = reader->leaf->column.kind,
                                             .valid = reader->valid,
                                             .values.any = reader->batch_values};
    reader->page_left -= entries->n;
}

enum status pq_chunk_read_entries(struct pq_chunk_reader *reader, uint32_t n,
                                  struct pq_leaf_entries *entries, struct error *error)
{
    *entries = (struct pq_leaf_entries){0};
    pq_chunk_free_kept(reader);
    enum status status = need_entries(reader, error);
    if (status != OK || reader->page_left == 0)
        return status;
    if (reader->page_is_lost) {
        read_lost_entries(reader, n, entries);
        return OK;
    }
    uint32_t ahead = reader->end_repetition - reader->next_repetition;
    entries->n = n < ahead ? n : ahead;
    entries->repetition = reader->repetition_levels + reader->next_repetition;
    entries->definition = reader->definition_levels;
    reader->next_repetition += entries->n;
    return pq_chunk_read_page_rows(reader, entries->n, &entries->vector, error);
}

/* Skips the next n entries, all of the current page. */
static enum status skip_entries(struct pq_chunk_reader *reader, uint32_t n,
                                struct error *error)
{
    uint64_t n_present;
    enum status status = pq_levels_read(&reader->levels, NULL, n, &n_present, error);
    if (status == OK && !reader->values_are_open) {
        reader->n_values_passed += n_present;
    } else if (status == OK && reader->page_is_dictionary_encoded) {
        status = pq_rle_skip(&reader->indexes, n_present, error);
    } else if (status == OK) {
        status = pq_chunk_need_values(reader, n_present, error);
        if (status == OK)
            status = pq_value_decoder_skip(&reader->values, n_present, error);
    }
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    reader->page_left -= n;
    if (reader->page_left == 0 && !reader->values_are_open)
        reader->context.source->totals->pages_skipped++;
    reader->reads_through = false;
    return OK;
}

enum status pq_chunk_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                  uint64_t *n_found, struct error *error)
{
    *n_found = 0;
    for (;;) {
        enum status status = need_entries(reader, error);
        if (status != OK || reader->page_left == 0)
            return status;
        if (reader->page_is_lost) {
            /* In a lost page each entry is a record. */
            uint64_t n_left = n - *n_found;
            if (n_left <= reader->page_left) {
                reader->page_left -= (uint32_t)n_left - 1;
                *n_found = n;
                return OK;
            }
            *n_found += reader->page_left;
            reader->page_left = 0;
            continue;
        }
        uint32_t first = reader->next_repetition, i = first;
        const uint8_t *levels = reader->repetition_levels;
        for (; i < reader->end_repetition && *n_found < n; i++)
            *n_found += levels[i] == 0;
        /* Stop before the entry that begins the n-th record. */
        bool is_found = *n_found == n;
        reader->next_repetition = is_found ? i - 1 : i;
        status = skip_entries(reader, reader->next_repetition - first, error);
        if (status != OK || is_found)
            return status;
    }
}
