/* SPDX-License-Identifier: MIT */
#include "base/interrupt.h"
#include "parquet/column/chunk_damage.h"
#include "parquet/column/chunk_state.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/format/format_enums.h"

enum {
    /* Skips of at least this many rows past the current page use the page index. */
    SEEK_ROWS = 256,
    /* Rows skipped within a page between two polls, and the cost of each: some encodings
     * must decode the values they skip, at a few nanoseconds each. */
    SKIP_STEP = 4096,
    SKIP_WORK = 4,
    MOST_KNOWN_PAGES = 4096,
};

/* ---- The position ---------------------------------------------------------------- */

enum status pq_chunk_rewind(struct pq_chunk_reader *reader, uint64_t n_rows,
                            const struct pq_chunk_damage *damage, struct error *error)
{
    struct pq_chunk_walk *walk = &reader->walk;
    enum status status = OK;
    pq_data_page_leave(&reader->page);
    *walk = (struct pq_chunk_walk){.pages = walk->pages,
                                   .n_rows = n_rows,
                                   .is_at_end = n_rows == 0,
                                   .damage = damage};
    if (n_rows > 0 && (damage == NULL || damage->has_pages))
        status = pq_page_reader_start(&walk->pages, reader->context.source,
                                      &reader->chunk, error);
    walk->rows_left = status == OK ? n_rows : 0;
    return status;
}

void pq_chunk_stand_at(struct pq_chunk_reader *reader, int64_t offset, int64_t end,
                       uint32_t ordinal, uint64_t n_rows)
{
    struct pq_chunk_walk *walk = &reader->walk;
    pq_page_reader_jump(&walk->pages, offset, ordinal);
    walk->pages.end = end;
    walk->header_is_pending = false;
    walk->rows_left = n_rows;
    walk->is_at_end = false;
    pq_data_page_leave(&reader->page);
    pq_data_page_expect_whole(&reader->page);
}

void pq_chunk_pass_rows(struct pq_chunk_reader *reader, uint32_t n)
{
    pq_data_page_pass(&reader->page, n);
    reader->walk.rows_left -= n;
}

/* ---- From page to page ----------------------------------------------------------- */

/* Returns the pending header, or reads the next one of a data or dictionary page, unless
 * it is that of the page opened last. */
static enum status next_header(struct pq_chunk_reader *reader, bool *found,
                               struct error *error)
{
    struct pq_chunk_walk *walk = &reader->walk;
    const struct pq_page_reader *last = &reader->known.last;
    *found = true;
    if (walk->header_is_pending) {
        walk->header_is_pending = false;
        return OK;
    }
    if (last->page_offset == 0 || walk->pages.offset != last->page_offset ||
        walk->damage != NULL)
        return pq_page_reader_next(&walk->pages, false, found, error);
    walk->pages = *last;
    return OK;
}

enum status pq_chunk_peek(struct pq_chunk_reader *reader, bool *found,
                          struct error *error)
{
    enum status status = next_header(reader, found, error);
    reader->walk.header_is_pending = status == OK && *found;
    return status;
}

enum status pq_chunk_find_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    bool found;
    enum status status = pq_chunk_peek(reader, &found, error);
    if (status != OK || !found || reader->walk.pages.header.type != PQ_DICTIONARY_PAGE)
        return status;
    reader->walk.header_is_pending = false;
    return pq_chunk_dictionary_find(&reader->dictionary, &reader->walk.pages, error);
}

enum status pq_chunk_seek_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    struct pq_page_reader first;
    bool found;
    if (reader->dictionary.is_found || reader->walk.damage != NULL)
        return OK;
    enum status status = pq_page_reader_start(&first, reader->context.source,
                                              &reader->chunk, error);
    if (status == OK)
        status = pq_page_reader_next(&first, false, &found, error);
    if (status != OK || !found || first.header.type != PQ_DICTIONARY_PAGE)
        return status;
    return pq_chunk_dictionary_find(&reader->dictionary, &first, error);
}

static enum status open_page(struct pq_chunk_reader *reader, struct error *error)
{
    enum status status = pq_data_page_open(&reader->page, error);
    if (status == OK)
        reader->walk.entries_opened += reader->page.left;
    if (status == OK && !pq_chunk_is_repeated(reader))
        reader->known.last = reader->walk.pages;
    return status;
}

/* Notes where the page whose header has been read begins. */
static enum status note_page(struct pq_chunk_reader *reader, uint64_t rows_left,
                             struct error *error)
{
    struct pq_known_pages *known = &reader->known;
    const struct pq_page_reader *pages = &reader->walk.pages;
    struct pq_page_location page = {.offset = pages->page_offset,
                                    .ordinal = pages->ordinal,
                                    .first_row = reader->walk.n_rows - rows_left};
    if (page.first_row != known->n_rows || pages->header.num_values == 0 ||
        known->list.size >= MOST_KNOWN_PAGES * sizeof page)
        return OK;
    known->n_rows += (uint64_t)pages->header.num_values;
    return buffer_append(&known->list, &page, sizeof page, error);
}

/* ---- Salvage --------------------------------------------------------------------- */

/* Opens a readable page of the list. */
static enum status open_listed_page(struct pq_chunk_reader *reader,
                                    const struct pq_salvaged_page *page,
                                    struct error *error)
{
    struct pq_chunk_walk *walk = &reader->walk;
    enum status status = OK;
    bool found = false;
    if (walk->damage->dictionary_offset >= 0 && !reader->dictionary.is_found) {
        pq_page_reader_jump(&walk->pages, walk->damage->dictionary_offset, 0);
        status = pq_chunk_find_dictionary(reader, error);
    }
    walk->header_is_pending = false;
    pq_page_reader_jump(&walk->pages, page->offset, page->ordinal);
    if (status == OK)
        status = pq_page_reader_next(&walk->pages, false, &found, error);
    if (status == OK && !found)
        status = error_set(error, CORRUPT,
                           "page at %lld: this page was readable before and is gone",
                           (long long)page->offset);
    return status == OK ? open_page(reader, error) : status;
}

/* As pq_chunk_next_page(), but follows the list of readable and lost pages. */
static enum status next_listed_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                                    uint64_t *n_skipped, struct error *error)
{
    enum { MOST_AT_ONCE = 1 << 30 };
    struct pq_chunk_walk *walk = &reader->walk;
    for (; walk->next_listed < walk->damage->n_pages; walk->next_listed++) {
        const struct pq_salvaged_page *page = &walk->damage->pages[walk->next_listed];
        uint64_t n_rows = page->n_rows - walk->listed_given;
        bool is_lost = page->cause != NULL;
        if (n_rows == 0 && is_lost) {
            walk->listed_given = 0;
            continue;
        }
        if (!pq_chunk_is_repeated(reader) && n_rows <= n_skip - *n_skipped) {
            *n_skipped += n_rows;
            walk->listed_given = 0;
            reader->context.source->totals->pages_skipped++;
            if (*n_skipped < n_skip)
                continue;
            walk->next_listed++;
            return OK;
        }
        if (!is_lost) {
            walk->next_listed++;
            return open_listed_page(reader, page, error);
        }
        uint32_t n_given = n_rows < MOST_AT_ONCE ? (uint32_t)n_rows : MOST_AT_ONCE;
        pq_data_page_lose(&reader->page, n_given);
        walk->listed_given += n_given;
        return OK;
    }
    walk->is_at_end = pq_chunk_is_repeated(reader);
    return walk->is_at_end ? OK : error_set(error, CORRUPT, "the pages end too early");
}

/* ---- The next page --------------------------------------------------------------- */

/* As next_header().  If the pages of a repeated leaf already have as many entries as the
 * chunk claims, bytes that are not a page count as its end (compare
 * pq_chunk_check_end()). Rows cannot show this, because the last one may continue in the
 * next page. */
static enum status next_header_or_end(struct pq_chunk_reader *reader, bool *found,
                                      struct error *error)
{
    enum status status = next_header(reader, found, error);
    if (status != CORRUPT || !pq_chunk_is_repeated(reader) ||
        reader->walk.entries_opened == 0 ||
        reader->walk.entries_opened != (uint64_t)reader->chunk.metadata.num_values)
        return status;
    error_clear(error);
    *found = false;
    return OK;
}

/* Compares the values of a page of a leaf that is not repeated with the rows left.
 * num_rows of v2 pages is not used: hangxie/parquet-tools leaves it at 0, and parquet-mr
 * 1.9.0 to 1.10.1 counts some of a page's nulls on the next one (parquet-java#2303). */
static enum status check_rows(const struct pq_page_reader *pages, uint64_t rows_left,
                              struct error *error)
{
    uint64_t n_values = (uint64_t)pages->header.num_values;
    if (n_values <= rows_left)
        return OK;
    error_set(error, CORRUPT, "%llu values, but the row group has only %llu rows left",
              (unsigned long long)n_values, (unsigned long long)rows_left);
    return pq_page_reader_locate(pages, error);
}

static enum status end_of_pages(struct pq_chunk_reader *reader, uint64_t rows_left,
                                struct error *error)
{
    if (pq_chunk_is_repeated(reader)) {
        reader->walk.is_at_end = true;
        return OK;
    }
    error_set(error, CORRUPT,
              "the pages end, but %llu of the row group's rows are missing",
              (unsigned long long)rows_left);
    return reader->walk.pages.is_first
               ? CORRUPT
               : pq_page_reader_locate(&reader->walk.pages, error);
}

enum status pq_chunk_next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                               uint64_t *n_skipped, struct error *error)
{
    const struct pq_page_header *header = &reader->walk.pages.header;
    *n_skipped = 0;
    if (reader->walk.damage != NULL)
        return next_listed_page(reader, n_skip, n_skipped, error);
    for (;;) {
        bool found;
        uint64_t rows_left = reader->walk.rows_left - *n_skipped;
        enum status status = next_header_or_end(reader, &found, error);
        if (status == OK && !found)
            return end_of_pages(reader, rows_left, error);
        if (status == OK && header->type == PQ_DICTIONARY_PAGE) {
            status = pq_chunk_dictionary_find(&reader->dictionary, &reader->walk.pages,
                                              error);
            if (status == OK)
                continue;
        }
        if (status != OK)
            return status;
        uint64_t n_values = (uint64_t)header->num_values;
        if (pq_chunk_is_repeated(reader)) {
            if (n_values > 0)
                return open_page(reader, error);
            continue;
        }
        status = check_rows(&reader->walk.pages, rows_left, error);
        if (status == OK)
            status = note_page(reader, rows_left, error);
        if (status != OK)
            return status;
        if (*n_skipped < n_skip && n_values > n_skip - *n_skipped)
            pq_data_page_expect_part(&reader->page);
        if (n_values > n_skip - *n_skipped)
            return open_page(reader, error);
        *n_skipped += n_values;
        reader->context.source->totals->pages_skipped++;
        if (*n_skipped == n_skip && n_skip > 0)
            return OK;
    }
}

enum status pq_chunk_check_end(struct pq_chunk_reader *reader, struct error *error)
{
    bool found = reader->walk.damage == NULL;
    while (reader->walk.rows_left == 0 && reader->page.left == 0 && found) {
        struct error ignored = {0};
        if (pq_page_reader_next(&reader->walk.pages, false, &found, &ignored) != OK)
            return OK;
        const struct pq_page_header *header = &reader->walk.pages.header;
        if (found && header->type != PQ_DICTIONARY_PAGE && header->num_values > 0) {
            error_set(error, CORRUPT, "%d values after the row group's last row",
                      header->num_values);
            return pq_page_reader_locate(&reader->walk.pages, error);
        }
    }
    return OK;
}

/* ---- Skipping -------------------------------------------------------------------- */

/* The page that holds the row, or the last one if its rows end before. */
static uint32_t find_page(const struct pq_page_location *pages, uint32_t n, uint64_t row)
{
    uint32_t low = 0, high = n;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pages[middle].first_row <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Jumps to a page of a list.  *n becomes the number of rows to skip from there. */
static void jump_to_page(struct pq_chunk_reader *reader,
                         const struct pq_page_location *pages, uint32_t n_pages,
                         uint32_t page, uint64_t *n)
{
    struct pq_chunk_walk *walk = &reader->walk;
    uint64_t here = walk->n_rows - walk->rows_left;
    uint32_t first_skipped = find_page(pages, n_pages, here) + (reader->page.left > 0);
    pq_data_page_leave(&reader->page);
    pq_page_reader_jump(&walk->pages, pages[page].offset, pages[page].ordinal);
    walk->header_is_pending = false;
    walk->rows_left = walk->n_rows - pages[page].first_row;
    *n -= pages[page].first_row - here;
    reader->context.source->totals->pages_skipped += page - first_skipped;
}

/* Jumps towards the n-th row from here by the pages known from an earlier pass. */
static void seek_known(struct pq_chunk_reader *reader, uint64_t *n)
{
    const struct pq_page_location *pages = (const void *)reader->known.list.data;
    uint32_t n_pages = (uint32_t)(reader->known.list.size / sizeof *pages);
    uint64_t here = reader->walk.n_rows - reader->walk.rows_left;
    uint64_t next = here + reader->page.left;
    if (n_pages == 0)
        return;
    uint32_t page = find_page(pages, n_pages, here + *n);
    if (pages[page].first_row > next ||
        (pages[page].first_row == next && !reader->walk.header_is_pending))
        jump_to_page(reader, pages, n_pages, page, n);
}

/* Jumps to the page that holds the n-th row from here, if it is known or the chunk has an
 * offset index and the page is what it says.  *n becomes the number of rows to skip from
 * there. */
static enum status seek_page(struct pq_chunk_reader *reader, uint64_t *n,
                             struct error *error)
{
    const struct pq_page_index *index;
    bool is_right;
    if (*n == 0 || reader->walk.damage != NULL)
        return OK;
    seek_known(reader, n);
    if (*n < reader->page.left + (uint64_t)SEEK_ROWS)
        return OK;
    enum status status = pq_chunk_facts_page_index(
        &reader->context, reader->row_group, reader->leaf_index, false, &index, error);
    if (status != OK || index->n_pages == 0)
        return status;
    uint64_t here = reader->walk.n_rows - reader->walk.rows_left;
    uint32_t page = find_page(index->pages, index->n_pages, here + *n);
    if (index->pages[page].first_row <= here + reader->page.left)
        return OK;
    status = pq_chunk_facts_check_pages(&reader->context, reader->row_group,
                                        reader->leaf_index, page, page + 1, &is_right,
                                        error);
    if (status == OK && is_right)
        jump_to_page(reader, index->pages, index->n_pages, page, n);
    return status;
}

enum status pq_chunk_skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                               struct error *error)
{
    enum status status = seek_page(reader, &n, error);
    while (status == OK && n > 0) {
        if (reader->page.left == 0) {
            uint64_t n_skipped;
            status = pq_chunk_next_page(reader, n, &n_skipped, error);
            if (status == OK) {
                reader->walk.rows_left -= n_skipped;
                n -= n_skipped;
            }
            continue;
        }
        uint32_t take = n < reader->page.left ? (uint32_t)n : reader->page.left;
        take = take < SKIP_STEP ? take : SKIP_STEP;
        status = pq_data_page_skip(&reader->page, take, error);
        if (status == OK)
            reader->walk.rows_left -= take;
        if (status == OK)
            status = interrupt_after((size_t)take * SKIP_WORK, error);
        n -= take;
    }
    return status == OK ? pq_chunk_check_end(reader, error) : status;
}
