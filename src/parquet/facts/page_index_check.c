/* SPDX-License-Identifier: MIT */
#include "parquet/facts/page_index_check.h"

#include "base/alloc.h"
#include "parquet/page/page_reader.h"

/* Whether the header counts nulls although the index has none.  The reverse is allowed:
 * parquet-java wrote -1 for nulls it had not counted (GH-3585). */
static bool has_more_nulls(const struct pq_page_header *header,
                           const struct column_statistics *page)
{
    return header->type == PQ_DATA_PAGE_V2 && header->num_nulls > 0 &&
           page->has_null_count && page->null_count == 0;
}

/* Whether the reader's current page is page i of the index. */
static bool agrees(const struct pq_page_reader *reader,
                   const struct pq_indexed_chunk *indexed,
                   const struct pq_page_index *index, uint32_t i)
{
    const struct pq_page_location *page = &index->pages[i];
    const struct pq_page_header *header = &reader->header;
    return header->type != PQ_DICTIONARY_PAGE && reader->page_offset == page->offset &&
           reader->offset == page->offset + page->size &&
           (uint64_t)header->num_values ==
               pq_page_index_rows(index, i, indexed->n_rows) &&
           (index->ranges == NULL ||
            !has_more_nulls(header, &index->ranges[i].statistics));
}

/* Reads the next header of a data page and compares it with page i, the page after the
 * last one being none at all. */
static enum status check_next(struct pq_page_reader *reader,
                              const struct pq_indexed_chunk *indexed,
                              struct pq_page_index *index, uint32_t i, bool *is_right,
                              struct error *error)
{
    bool found;
    enum status status;
    do
        status = pq_page_reader_next(reader, false, &found, error);
    while (status == OK && found && reader->header.type == PQ_DICTIONARY_PAGE);
    if (status == OK && i == index->n_pages)
        *is_right = !found;
    else
        *is_right = status == OK && found && agrees(reader, indexed, index, i);
    if (*is_right && i < index->n_pages)
        index->is_checked[i] = true;
    return status;
}

/* Walks over all pages of the chunk. */
static enum status check_all(struct pq_page_reader *reader,
                             const struct pq_indexed_chunk *indexed,
                             struct pq_page_index *index, bool *are_right,
                             struct error *error)
{
    enum status status = OK;
    *are_right = true;
    for (uint32_t i = 0; i <= index->n_pages && status == OK && *are_right; i++)
        status = check_next(reader, indexed, index, i, are_right, error);
    return status;
}

static enum status check_page(struct pq_page_reader *reader,
                              const struct pq_indexed_chunk *indexed,
                              struct pq_page_index *index, uint32_t i, bool *is_right,
                              struct error *error)
{
    *is_right = true;
    if (index->is_checked[i])
        return OK;
    pq_page_reader_jump(reader, index->pages[i].offset, index->pages[i].ordinal);
    reader->is_first = true; /* the next header is elsewhere */
    return check_next(reader, indexed, index, i, is_right, error);
}

/* Checks the first page, which comes first in the chunk but for the dictionary, the last
 * one, and those with another number of rows than the page before. */
static enum status check_some(struct pq_page_reader *reader,
                              const struct pq_indexed_chunk *indexed,
                              struct pq_page_index *index, bool *are_right,
                              struct error *error)
{
    uint64_t before = pq_page_index_rows(index, 0, indexed->n_rows);
    enum status status = check_next(reader, indexed, index, 0, are_right, error);
    for (uint32_t i = 1; i < index->n_pages && status == OK && *are_right; i++) {
        uint64_t n_rows = pq_page_index_rows(index, i, indexed->n_rows);
        if (n_rows != before || i == index->n_pages - 1)
            status = check_page(reader, indexed, index, i, are_right, error);
        before = n_rows;
    }
    return status;
}

/* Faults of the pages are no errors: the index does not describe them, or they are
 * reported where they are read. */
static enum status external(enum status status, const struct error *fault, bool *is_right,
                            struct error *error)
{
    if (status != OK)
        *is_right = false;
    return status_is_external(status) ? error_set(error, status, "%s", fault->message)
                                      : OK;
}

static enum status start(struct pq_page_reader *reader, struct pq_page_source *source,
                         const struct pq_indexed_chunk *indexed, struct error *fault)
{
    enum status status = pq_page_reader_start(reader, source, indexed->chunk, fault);
    reader->headers_only = true;
    return status;
}

enum status pq_page_index_check_begin(struct pq_page_source *source,
                                      const struct pq_indexed_chunk *indexed,
                                      struct pq_page_index *index, bool *is_right,
                                      struct error *error)
{
    struct pq_page_reader reader;
    struct error fault = {0};
    *is_right = false;
    index->is_checked = mem_alloc_zeroed(index->n_pages, sizeof *index->is_checked);
    if (index->is_checked == NULL)
        return error_nomem(error);
    enum status status = start(&reader, source, indexed, &fault);
    if (status == OK && index->counts_agree && index->n_pages > PQ_FEW_PAGES)
        status = check_some(&reader, indexed, index, is_right, &fault);
    else if (status == OK)
        status = check_all(&reader, indexed, index, is_right, &fault);
    return external(status, &fault, is_right, error);
}

enum status pq_page_index_check(struct pq_page_source *source,
                                const struct pq_indexed_chunk *indexed,
                                struct pq_page_index *index, uint32_t first, uint32_t end,
                                bool *are_right, struct error *error)
{
    struct pq_page_reader reader;
    struct error fault = {0};
    *are_right = true;
    enum status status = start(&reader, source, indexed, &fault);
    for (uint32_t i = first; i < end && status == OK && *are_right; i++)
        status = check_page(&reader, indexed, index, i, are_right, &fault);
    return external(status, &fault, are_right, error);
}
