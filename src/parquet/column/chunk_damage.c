/* SPDX-License-Identifier: MIT */
#include "parquet/column/chunk_damage.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/column/chunk_state.h"
#include "parquet/column/page_doubts.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/page_header.h"

enum { CAUSE_SIZE = 200 };

static const uint64_t UNKNOWN_ROWS = UINT64_MAX;

/* A page found by the survey. */
struct found_page {
    int64_t offset, end;
    uint32_t ordinal;       /* among the chunk's data pages */
    uint64_t n_values;      /* according to its header */
    uint64_t n_rows;        /* rows that begin in it, or UNKNOWN_ROWS */
    uint64_t claimed_rows;  /* according to its header; used if the page is lost */
    bool is_row_aligned;    /* the page certainly begins with a row */
    unsigned doubts;        /* for a readable page: see page_doubts.h */
    char cause[CAUSE_SIZE]; /* empty: the page is readable */
};

/* What has been found out about the chunk so far. */
struct survey {
    const struct pq_chunk_context *context;
    struct pq_chunk_reader *reader;
    const struct pq_column_metadata *metadata;
    uint64_t n_rows;     /* of the row group */
    int64_t start, end;  /* of the chunk in the file */
    struct buffer pages; /* struct found_page */
    int64_t dictionary_offset;
    char dictionary_cause[CAUSE_SIZE];
    bool was_redirected; /* reading from the chunk's start would not find the pages */
    bool is_cut;         /* the walk ended before the chunk's last page */
    int64_t cut_offset;
    char cut_cause[CAUSE_SIZE]; /* why it ended */
};

static struct found_page *pages_of(const struct survey *survey)
{
    return (struct found_page *)(void *)survey->pages.data;
}

static uint32_t count_pages(const struct survey *survey)
{
    return (uint32_t)(survey->pages.size / sizeof(struct found_page));
}

static bool is_lost(const struct found_page *page)
{
    return page->cause[0] != '\0';
}

static void set_cause(char *cause, const char *text)
{
    if (cause[0] == '\0')
        snprintf(cause, CAUSE_SIZE, "%.*s", CAUSE_SIZE - 1, text);
}

/* The message without its "page at ...: " prefix. */
static const char *without_page(const char *message, int64_t offset)
{
    char prefix[40];
    int size = snprintf(prefix, sizeof prefix, "page at %lld: ", (long long)offset);
    return strncmp(message, prefix, (size_t)size) == 0 ? message + size : message;
}

static bool loses_any(const struct survey *survey)
{
    for (uint32_t i = 0; i < count_pages(survey); i++) {
        if (is_lost(&pages_of(survey)[i]))
            return true;
    }
    return false;
}

static void lose_each(struct survey *survey, const char *cause)
{
    for (uint32_t i = 0; i < count_pages(survey); i++)
        set_cause(pages_of(survey)[i].cause, cause);
}

/* Whether this failure means that the page is damaged.  TOO_BIG does only if the header's
 * sizes exceed any valid page; otherwise memory is short. */
static bool is_damage(const struct survey *survey, enum status status)
{
    const struct pq_page_header *header = &survey->reader->walk.pages.header;
    return status == CORRUPT || status == UNSUPPORTED ||
           (status == TOO_BIG && (header->uncompressed_size > PQ_MAX_PAGE_SIZE ||
                                  header->compressed_size > PQ_MAX_PAGE_SIZE));
}

/* ---- One page -------------------------------------------------------------------- */

static uint64_t count_present(const struct column_vector *vector)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < vector->n_rows; i++)
        n += !column_vector_is_null(vector, i);
    return n;
}

/* What reading the page yielded. */
struct page_content {
    uint64_t n_rows; /* rows that begin in it */
    uint64_t n_present;
};

static enum status read_rows(struct survey *survey, const struct found_page *page,
                             struct page_content *content, struct error *error)
{
    struct column_vector vector;
    while (content->n_rows < page->n_values) {
        uint64_t left = page->n_values - content->n_rows;
        enum status status = interrupt_check(error);
        if (status == OK)
            status = pq_chunk_read_rows(survey->reader,
                                        left < BATCH_ROWS ? (uint32_t)left : BATCH_ROWS,
                                        &vector, error);
        if (status != OK)
            return status;
        content->n_rows += vector.n_rows;
        content->n_present += count_present(&vector);
    }
    return OK;
}

static enum status read_entries(struct survey *survey, const struct found_page *page,
                                struct page_content *content, struct error *error)
{
    struct pq_leaf_entries entries;
    for (bool is_first = true;; is_first = false) {
        enum status status = interrupt_check(error);
        if (status == OK)
            status = pq_chunk_read_entries(survey->reader, BATCH_ROWS, &entries, error);
        if (status != OK || entries.n == 0)
            return status;
        if (is_first && page->is_row_aligned && entries.repetition[0] != 0)
            return error_set(error, CORRUPT, "the page begins within a row");
        for (uint32_t i = 0; i < entries.n; i++)
            content->n_rows += entries.repetition[i] == 0;
        content->n_present += count_present(&entries.vector);
    }
}

/* Reads the whole page.  If that fails, sets its cause. */
static enum status read_page(struct survey *survey, struct found_page *page,
                             struct error *error)
{
    struct pq_chunk_reader *reader = survey->reader;
    struct error fault = {0};
    struct page_content content = {0};
    if (is_lost(page))
        return OK;
    pq_chunk_stand_at(reader, page->offset, page->end, page->ordinal, page->n_values);
    enum status status = pq_chunk_is_repeated(reader)
                             ? read_entries(survey, page, &content, &fault)
                             : read_rows(survey, page, &content, &fault);
    if (status == OK && page->n_rows != UNKNOWN_ROWS && page->n_rows != content.n_rows)
        status = error_set(
            &fault, CORRUPT, "the page has %llu rows, but %llu are expected",
            (unsigned long long)content.n_rows, (unsigned long long)page->n_rows);
    if (status == OK)
        page->doubts = pq_page_doubts(&reader->page, &reader->chunk.metadata,
                                      content.n_present);
    bool needs_dictionary = pq_is_dictionary_encoding(
                                reader->walk.pages.header.encoding) &&
                            survey->dictionary_cause[0] != '\0';
    /* The reader may have used the front of a dictionary that it refuses later. */
    if (status == OK && needs_dictionary && content.n_present > 0)
        status = CORRUPT;
    if (status == OK)
        page->n_rows = content.n_rows;
    else if (!is_damage(survey, status))
        return error_set(error, status, "%s", fault.message);
    else if (needs_dictionary)
        set_cause(page->cause, survey->dictionary_cause);
    else
        set_cause(page->cause, without_page(fault.message, page->offset));
    return OK;
}

static void lose_dictionary(struct survey *survey, int64_t offset, const char *message)
{
    snprintf(survey->dictionary_cause, CAUSE_SIZE, "the dictionary page at %lld: %.150s",
             (long long)offset, without_page(message, offset));
    survey->dictionary_offset = -1;
}

static enum status read_dictionary(struct survey *survey, int64_t end,
                                   struct error *error)
{
    struct error fault = {0};
    if (survey->dictionary_offset < 0)
        return OK;
    pq_chunk_stand_at(survey->reader, survey->dictionary_offset, end, 0, 0);
    enum status status = pq_chunk_find_dictionary(survey->reader, &fault);
    if (status == OK && survey->reader->dictionary.is_found)
        status = pq_chunk_dictionary_load(&survey->reader->dictionary, &fault);
    if (status == OK)
        return OK;
    if (!is_damage(survey, status))
        return error_set(error, status, "%s", fault.message);
    lose_dictionary(survey, survey->dictionary_offset, fault.message);
    return OK;
}

/* ---- From header to header ------------------------------------------------------- */

static enum status add_page(struct survey *survey, const struct pq_page_reader *pages,
                            struct error *error)
{
    const struct pq_page_header *header = &pages->header;
    bool is_repeated = pq_chunk_is_repeated(survey->reader);
    struct found_page page = {.offset = pages->page_offset,
                              .end = pages->offset,
                              .ordinal = pages->ordinal,
                              .n_values = (uint64_t)header->num_values,
                              .n_rows = (uint64_t)header->num_values};
    if (is_repeated) {
        page.is_row_aligned = header->type == PQ_DATA_PAGE_V2;
        page.n_rows = page.claimed_rows = UNKNOWN_ROWS;
        if (page.is_row_aligned && header->num_rows >= 0)
            page.claimed_rows = (uint64_t)header->num_rows;
    }
    return buffer_append(&survey->pages, &page, sizeof page, error);
}

static void cut_walk(struct survey *survey, int64_t offset, const char *cause)
{
    survey->is_cut = true;
    survey->cut_offset = offset;
    set_cause(survey->cut_cause, cause);
}

/* Lists the data page whose header was read, or reads the dictionary; `after` follows it.
 * A second dictionary cuts the walk. */
static enum status take_page(struct survey *survey, int64_t after, struct error *error)
{
    const struct pq_page_reader *pages = &survey->reader->walk.pages;
    if (pages->header.type != PQ_DICTIONARY_PAGE)
        return pages->header.num_values > 0 ? add_page(survey, pages, error) : OK;
    if (survey->dictionary_offset >= 0 || survey->dictionary_cause[0] != '\0') {
        cut_walk(survey, pages->page_offset, "a second dictionary page");
        return OK;
    }
    survey->dictionary_offset = pages->page_offset;
    if (count_pages(survey) > 0) /* earlier pages need it, too */
        survey->was_redirected = true;
    return read_dictionary(survey, after, error);
}

/* Lists the data pages from an offset on, and reads the dictionary if it meets it. */
static enum status walk_pages(struct survey *survey, int64_t from, struct error *error)
{
    struct pq_page_reader *pages = &survey->reader->walk.pages;
    uint64_t n_values = 0;
    survey->pages.size = 0;
    survey->is_cut = false;
    survey->cut_cause[0] = '\0';
    int64_t at = from;
    uint32_t next_ordinal = 0;
    for (;;) {
        struct error fault = {0};
        bool found;
        enum status status = interrupt_check(error);
        if (status != OK)
            return status;
        /* Reading the dictionary moves the reader. */
        pq_page_reader_jump(pages, at, next_ordinal);
        pages->end = survey->end;
        status = pq_page_reader_next(pages, false, &found, &fault);
        bool is_repeated = pq_chunk_is_repeated(survey->reader);
        bool has_all = n_values > 0 &&
                       n_values == (is_repeated ? (uint64_t)survey->metadata->num_values
                                                : survey->n_rows);
        if (status != OK && !is_damage(survey, status))
            return error_set(error, status, "%s", fault.message);
        if (status != OK && !has_all) /* bytes after the last page are harmless */
            cut_walk(survey, pages->page_offset,
                     without_page(fault.message, pages->page_offset));
        if (status != OK || !found)
            return OK;
        at = pages->offset;
        next_ordinal = pages->next_ordinal;
        if (pages->header.type != PQ_DICTIONARY_PAGE && pages->header.num_values > 0)
            n_values += (uint64_t)pages->header.num_values;
        status = take_page(survey, at, error);
        if (status != OK || survey->is_cut)
            return status;
    }
}

/* Whether all headers were found and their counts add up to the chunk's total. */
static bool headers_add_up(const struct survey *survey)
{
    const struct found_page *pages = pages_of(survey);
    uint64_t sum = 0;
    if (survey->is_cut)
        return false;
    for (uint32_t i = 0; i < count_pages(survey); i++)
        sum += pages[i].n_values;
    return sum == (pq_chunk_is_repeated(survey->reader)
                       ? (uint64_t)survey->metadata->num_values
                       : survey->n_rows);
}

/* If at most half of the chunk's pages share a doubt, those that have it are lost.  If
 * more do, it is a habit of the writer and is ignored. */
static void settle_doubts(struct survey *survey)
{
    enum { LEAST_PAGES = 3 }; /* with fewer readable pages only grave doubts count */
    struct found_page *pages = pages_of(survey);
    uint32_t n = count_pages(survey);
    for (int doubt = 0; doubt < PQ_N_DOUBTS; doubt++) {
        uint32_t n_read = 0, n_doubted = 0;
        for (uint32_t i = 0; i < n; i++) {
            n_read += !is_lost(&pages[i]);
            n_doubted += !is_lost(&pages[i]) && (pages[i].doubts >> doubt & 1);
        }
        if (n_read >= LEAST_PAGES
                ? n_doubted > n_read / 2
                : !pq_page_doubt_is_grave((enum pq_page_doubt)doubt, survey->metadata))
            continue;
        for (uint32_t i = 0; i < n; i++) {
            if (pages[i].doubts >> doubt & 1)
                set_cause(pages[i].cause, pq_page_doubt_texts[doubt]);
        }
    }
}

static enum status read_pages(struct survey *survey, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < count_pages(survey); i++)
        status = read_page(survey, &pages_of(survey)[i], error);
    settle_doubts(survey);
    return status;
}

/* ---- By the offset index --------------------------------------------------------- */

/* Reads the header of page i of the index.  The page is lost if they disagree. */
static enum status find_indexed_page(struct survey *survey,
                                     const struct pq_page_index *index, uint32_t i,
                                     struct found_page *page, struct error *error)
{
    const struct pq_page_location *location = &index->pages[i];
    struct pq_page_reader *pages = &survey->reader->walk.pages;
    uint64_t end_row = i + 1 < index->n_pages ? location[1].first_row : survey->n_rows;
    struct error fault = {0};
    bool found = false;
    *page = (struct found_page){.offset = location->offset,
                                .end = location->offset + location->size,
                                .ordinal = location->ordinal,
                                .n_rows = end_row - location->first_row,
                                .is_row_aligned = true};
    pq_page_reader_jump(pages, location->offset, location->ordinal);
    pages->end = survey->end;
    enum status status = pq_page_reader_next(pages, false, &found, &fault);
    if (status != OK && !is_damage(survey, status))
        return error_set(error, status, "%s", fault.message);
    page->n_values = (uint64_t)pages->header.num_values;
    if (status != OK)
        set_cause(page->cause, without_page(fault.message, page->offset));
    else if (!found || pages->page_offset != page->offset || pages->offset != page->end ||
             pages->header.type == PQ_DICTIONARY_PAGE ||
             (!pq_chunk_is_repeated(survey->reader) && page->n_values != page->n_rows))
        set_cause(page->cause, "the page's header contradicts the offset index");
    return OK;
}

/* Lists and reads the pages of the offset index.  *found is false if it is unusable. */
static enum status use_index(struct survey *survey, uint32_t row_group, uint32_t leaf,
                             bool *found, struct error *error)
{
    uint64_t n_values = 0;
    struct pq_column_chunk chunk;
    struct pq_page_index index;
    struct pq_bounds_rule rule = pq_bounds_rule_of(survey->context->metadata,
                                                   survey->context->tree, leaf);
    enum status status = pq_chunk_metadata(survey->context, row_group, leaf, &chunk,
                                           error);
    if (status != OK)
        return status;
    chunk.has_column_index = false;
    const struct pq_indexed_chunk indexed = {
        .chunk = &chunk,
        .rule = &rule,
        .n_rows = survey->n_rows,
        .data_end = survey->context->source->data_end};
    status = pq_page_index_read(survey->context->source, &indexed, false, &index, error);
    *found = status == OK && index.n_pages > 0;
    if (*found) {
        survey->pages.size = 0;
        survey->was_redirected = true;
    }
    for (uint32_t i = 0; *found && status == OK && i < index.n_pages; i++) {
        struct found_page page;
        status = find_indexed_page(survey, &index, i, &page, error);
        if (status == OK)
            status = read_page(survey, &page, error);
        if (status == OK)
            status = buffer_append(&survey->pages, &page, sizeof page, error);
        n_values += page.n_values;
    }
    pq_page_index_release(&index);
    settle_doubts(survey);
    /* All pages may have their rows although the end of the last row is missing. */
    if (*found && status == OK && pq_chunk_is_repeated(survey->reader) &&
        n_values != (uint64_t)survey->metadata->num_values && !loses_any(survey))
        lose_each(survey, "the pages' values do not add up to the column chunk's");
    return status;
}

/* ---- Rows ------------------------------------------------------------------------ */

/* Whether every page's row count is known and they add up to the row group's.  Claimed
 * counts are not believed if that of a readable page is wrong. */
static bool rows_add_up(const struct survey *survey)
{
    const struct found_page *pages = pages_of(survey);
    uint64_t known = 0;
    bool needs_claims = false, claims_are_right = true;
    for (uint32_t i = 0; i < count_pages(survey); i++) {
        uint64_t n = pages[i].n_rows;
        if (n == UNKNOWN_ROWS)
            needs_claims = true;
        else if (pages[i].is_row_aligned && n != pages[i].claimed_rows)
            claims_are_right = false;
        n = n == UNKNOWN_ROWS ? pages[i].claimed_rows : n;
        if (n > survey->n_rows - known)
            return false;
        known += n;
    }
    return known == survey->n_rows && (claims_are_right || !needs_claims);
}

/* In repeated leaves the number of rows that begin in a lost page may be unknown.  One
 * such page gets the rows that all others leave.  With several, everything from the first
 * to the last is lost.  Returns false if the counts contradict the row group. */
static bool settle_rows(struct survey *survey)
{
    struct found_page *pages = pages_of(survey);
    uint32_t n = count_pages(survey), first = n, last = 0;
    uint64_t known = 0;
    bool adds_up = rows_add_up(survey);
    for (uint32_t i = 0; i < n; i++) {
        if (pages[i].n_rows == UNKNOWN_ROWS && adds_up)
            pages[i].n_rows = pages[i].claimed_rows;
        if (pages[i].n_rows == UNKNOWN_ROWS) {
            first = first < i ? first : i;
            last = i;
        }
    }
    if (first == n)
        return adds_up;
    for (uint32_t i = 0; i < n; i++) {
        if (i >= first && i <= last)
            continue;
        if (pages[i].n_rows > survey->n_rows - known)
            return false;
        known += pages[i].n_rows;
    }
    for (uint32_t i = first; i <= last; i++) {
        set_cause(pages[i].cause, "the page's rows are unknown between lost pages");
        pages[i].n_rows = i == first ? survey->n_rows - known : 0;
    }
    return true;
}

/* Loses all rows from the first lost page on, because the position of later pages is
 * unknown.  If no page is lost, any of the counts may be wrong: all rows are lost. */
static enum status lose_the_rest(struct survey *survey, struct error *error)
{
    struct found_page *pages = pages_of(survey);
    uint32_t n = count_pages(survey), kept = 0;
    uint64_t rows = 0;
    while (kept < n && !is_lost(&pages[kept]) &&
           pages[kept].n_rows <= survey->n_rows - rows)
        rows += pages[kept++].n_rows;
    struct found_page rest = {.offset = survey->cut_offset, .end = -1};
    if (kept < n && is_lost(&pages[kept])) {
        rest = pages[kept];
        rest.is_row_aligned = false;
    } else if (kept < n || !survey->is_cut) {
        kept = 0;
        rows = 0;
        rest.offset = -1;
        set_cause(rest.cause, "the pages' rows do not add up to the row group's");
    }
    set_cause(rest.cause, survey->cut_cause);
    rest.n_rows = survey->n_rows - rows;
    survey->pages.size = kept * sizeof *pages;
    return buffer_append(&survey->pages, &rest, sizeof rest, error);
}

/* Lists the chunk's pages by walking their headers. */
static enum status find_pages(struct survey *survey, struct error *error)
{
    int64_t start = survey->start;
    int64_t first_data = survey->metadata->data_page_offset;
    enum status status = walk_pages(survey, start, error);
    if (status != OK || headers_add_up(survey) || first_data <= start)
        return status;
    /* A damaged dictionary page hides the first data page, but the footer has its
     * offset. */
    if (survey->is_cut && survey->cut_offset == start)
        lose_dictionary(survey, start, survey->cut_cause);
    survey->was_redirected = true;
    return walk_pages(survey, first_data, error);
}

/* Finds the chunk's pages, reads them, and assigns rows to each. */
static enum status make_survey(struct survey *survey, uint32_t row_group, uint32_t leaf,
                               struct error *error)
{
    enum status status = find_pages(survey, error);
    bool adds_up = headers_add_up(survey), found = false;
    if (status == OK && adds_up)
        status = read_pages(survey, error);
    if (status != OK || (adds_up && settle_rows(survey)))
        return status;
    status = use_index(survey, row_group, leaf, &found, error);
    if (status != OK || found)
        return status;
    if (!adds_up)
        status = read_pages(survey, error);
    return status == OK ? lose_the_rest(survey, error) : status;
}

/* ---- The result ------------------------------------------------------------------ */

static void add_lost(struct pq_chunk_damage *damage, const struct survey *survey,
                     uint32_t i)
{
    const struct found_page *pages = pages_of(survey);
    const struct pq_salvaged_page *page = &damage->pages[i];
    struct lost_rows lost = {.first_row = page->first_row,
                             .n_rows = page->n_rows,
                             .page_offset = page->offset,
                             .column = survey->reader->leaf->column.name,
                             .cause = page->cause};
    /* The last row of the previous page may continue in this one. */
    if (pq_chunk_is_repeated(survey->reader) && !pages[i].is_row_aligned && i > 0 &&
        !is_lost(&pages[i - 1]) && lost.first_row > 0) {
        lost.first_row--;
        lost.n_rows++;
    }
    if (lost.n_rows > 0)
        damage->lost[damage->n_lost++] = lost;
}

static enum status fill_damage(struct pq_chunk_damage *damage,
                               const struct survey *survey, struct error *error)
{
    const struct found_page *pages = pages_of(survey);
    uint32_t n = count_pages(survey);
    uint64_t row = 0;
    damage->dictionary_offset = survey->dictionary_offset;
    damage->pages = mem_alloc_zeroed(n, sizeof *damage->pages);
    damage->lost = mem_alloc_zeroed(n, sizeof *damage->lost);
    if (damage->pages == NULL || damage->lost == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        struct pq_salvaged_page *page = &damage->pages[damage->n_pages++];
        *page = (struct pq_salvaged_page){.offset = pages[i].offset,
                                          .ordinal = pages[i].ordinal,
                                          .first_row = row,
                                          .n_rows = pages[i].n_rows};
        row += page->n_rows;
        if (!is_lost(&pages[i]))
            continue;
        page->cause = mem_copy_text(pages[i].cause, strlen(pages[i].cause));
        if (page->cause == NULL)
            return error_nomem(error);
        add_lost(damage, survey, i);
    }
    return OK;
}

void pq_chunk_damage_free(struct pq_chunk_damage *damage)
{
    if (damage == NULL)
        return;
    for (uint32_t i = 0; i < damage->n_pages; i++)
        mem_free(damage->pages[i].cause);
    mem_free(damage->pages);
    mem_free(damage->lost);
    mem_free(damage);
}

/* A chunk that cannot be located becomes one lost page. */
static enum status lose_all(struct survey *survey, const char *cause, struct error *error)
{
    struct found_page all = {.offset = -1, .end = -1, .n_rows = survey->n_rows};
    set_cause(all.cause, cause);
    survey->pages.size = 0;
    return buffer_append(&survey->pages, &all, sizeof all, error);
}

static enum status survey_chunk(struct survey *survey, uint32_t row_group, uint32_t leaf,
                                bool *has_pages, struct error *error)
{
    struct error fault = {0};
    enum status status = pq_chunk_start(survey->reader, row_group, &fault);
    survey->metadata = &survey->reader->chunk.metadata;
    survey->start = survey->reader->walk.pages.offset;
    survey->end = survey->reader->walk.pages.end;
    *has_pages = status == OK;
    if (status == OK)
        return make_survey(survey, row_group, leaf, error);
    if (status == CORRUPT)
        return lose_all(survey, fault.message, error);
    /* Readers of the column report these. */
    return status_is_of_keys(status) || status == UNSUPPORTED
               ? OK
               : error_set(error, status, "%s", fault.message);
}

enum status pq_chunk_damage_find(const struct pq_chunk_context *context,
                                 uint32_t row_group, uint32_t leaf,
                                 struct pq_chunk_damage **damage, struct error *error)
{
    struct pq_chunk_context plain = *context;
    struct pq_chunk_damage *made = NULL;
    bool has_pages;
    struct survey survey = {
        .context = &plain,
        .n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows,
        .dictionary_offset = -1};
    *damage = NULL;
    plain.salvage = NULL;
    if (survey.n_rows == 0 ||
        context->tree->leaves[leaf].column.unreadable_reason != NULL)
        return OK;
    enum status status = pq_chunk_reader_open(&plain, leaf, &survey.reader, error);
    if (status == OK)
        status = survey_chunk(&survey, row_group, leaf, &has_pages, error);
    if (status == OK && interrupt_is_pending()) /* an interrupt can look like damage */
        status = interrupt_check(error);
    if (status == OK && (loses_any(&survey) || survey.was_redirected ||
                         survey.dictionary_cause[0] != '\0')) {
        made = mem_alloc_zeroed(1, sizeof *made);
        status = made == NULL ? error_nomem(error) : fill_damage(made, &survey, error);
    }
    if (status == OK && made != NULL)
        made->has_pages = has_pages;
    else if (status != OK)
        pq_chunk_damage_free(made);
    if (status == OK)
        *damage = made;
    buffer_release(&survey.pages);
    if (survey.reader != NULL)
        survey.reader->base.ops->close(&survey.reader->base);
    return status;
}
