/* SPDX-License-Identifier: MIT */
#include "parquet/column/row_check.h"

#include "base/alloc.h"
#include "base/interrupt.h"

enum {
    /* Files with more columns: only the first ones are considered. */
    MOST_CANDIDATES = 64,
    WORK_OF_A_CLAIM = 500, /* in units of interrupt_after() */
};

void pq_row_check_release(struct pq_row_check *check)
{
    mem_free(check->is_right);
    *check = (struct pq_row_check){0};
}

/* Inserts the leaf into the witnesses, which are sorted by size. */
static void consider(struct pq_row_check *check, int64_t *sizes, uint32_t leaf,
                     int64_t size)
{
    uint32_t at = check->n_witnesses;
    for (; at > 0 && sizes[at - 1] > size; at--) {
        if (at == PQ_MOST_ROW_WITNESSES)
            continue;
        sizes[at] = sizes[at - 1];
        check->witnesses[at] = check->witnesses[at - 1];
    }
    if (at == PQ_MOST_ROW_WITNESSES)
        return;
    sizes[at] = size;
    check->witnesses[at] = leaf;
    check->n_witnesses += check->n_witnesses < PQ_MOST_ROW_WITNESSES;
}

/* The size of a leaf's chunk; INT64_MAX if it is not known, or not without a key that
 * nobody may want to ask for. */
static int64_t size_of_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                             uint32_t leaf)
{
    struct pq_column_chunk chunk;
    struct error ignored = {0};
    bool is_there = pq_column_chunk_parse(context->metadata, row_group, leaf, &chunk,
                                          &ignored) == OK &&
                    chunk.crypto.kind != PQ_COLUMN_KEY &&
                    pq_chunk_metadata(context, row_group, leaf, &chunk, &ignored) == OK;
    return is_there ? chunk.metadata.total_compressed_size : INT64_MAX;
}

/* Chooses the leaves with the smallest chunks in this row group; they are likely to be
 * the smallest in all others. */
static void choose_witnesses(struct pq_row_check *check,
                             const struct pq_chunk_context *context, uint32_t row_group,
                             bool are_repeated)
{
    const struct pq_schema_tree *tree = context->tree;
    int64_t sizes[PQ_MOST_ROW_WITNESSES];
    uint32_t n_left = MOST_CANDIDATES;
    for (uint32_t i = 0; i < tree->n_leaves && n_left > 0; i++) {
        if ((tree->leaves[i].max_repetition_level > 0) != are_repeated)
            continue;
        n_left--;
        /* Bad metadata is an error only if all other witnesses fail, too. */
        consider(check, sizes, i, size_of_chunk(context, row_group, i));
    }
}

static enum status prepare(struct pq_row_check *check,
                           const struct pq_chunk_context *context, uint32_t row_group,
                           struct error *error)
{
    if (!mem_need_zeroed(&check->is_right, context->metadata->n_row_groups, 1))
        return error_nomem(error);
    if (!check->has_witnesses)
        choose_witnesses(check, context, row_group, false);
    if (!check->has_witnesses && check->n_witnesses == 0)
        choose_witnesses(check, context, row_group, true);
    check->has_witnesses = true;
    return OK;
}

/* Adds up the values of the chunk's data pages.  Bytes after the last row that are not a
 * page are ignored, as in pq_chunk_check_end(). */
static enum status count_values(struct pq_page_reader *pages, uint64_t n_rows,
                                uint64_t *n_values, struct error *error)
{
    const struct pq_page_header *header = &pages->header;
    *n_values = 0;
    for (;;) {
        struct error failure = {0};
        bool found;
        enum status status = pq_page_reader_next(pages, false, &found, &failure);
        if (status == CORRUPT && *n_values == n_rows)
            return OK;
        if (status != OK)
            return error_set(error, status, "%s", failure.message);
        if (!found)
            return OK;
        if (header->type != PQ_DICTIONARY_PAGE)
            *n_values += (uint64_t)header->num_values;
    }
}

/* Compares the row group's row count with the pages of one leaf. */
static enum status ask_witness(const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, struct error *error)
{
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    bool is_repeated = context->tree->leaves[leaf].max_repetition_level > 0;
    struct pq_column_chunk chunk;
    struct pq_page_reader pages = {0};
    uint64_t n_values = 0;
    enum status status = pq_chunk_metadata(context, row_group, leaf, &chunk, error);
    if (status == OK)
        status = pq_page_reader_start(&pages, context->source, &chunk, error);
    pages.headers_only = true;
    if (status == OK)
        status = count_values(&pages, n_rows, &n_values, error);
    if (status == CORRUPT && n_rows == 0 && n_values == 0)
        return OK; /* the row group claims no rows, and there are no pages */
    if (status == OK &&
        (is_repeated && n_rows > 0 ? n_values < n_rows : n_values != n_rows))
        status = error_set(error, CORRUPT,
                           "%llu values, but the row group claims %llu rows",
                           (unsigned long long)n_values, (unsigned long long)n_rows);
    return status == OK
               ? OK
               : pq_locate_column(&context->tree->leaves[leaf].column, row_group, error);
}

enum status pq_row_check_pages(struct pq_row_check *check,
                               const struct pq_chunk_context *context, uint32_t row_group,
                               struct error *error)
{
    struct error first = {0};
    enum status status = prepare(check, context, row_group, error);
    if (status != OK || check->is_right[row_group])
        return status;
    for (uint32_t i = 0; i < check->n_witnesses; i++) {
        struct error failure = {0};
        status = ask_witness(context, row_group, check->witnesses[i], &failure);
        if (status == OK) {
            first.status = OK;
            break;
        }
        if (status == CORRUPT && first.status == OK)
            first = failure;
        /* Encrypted columns, and codecs that this build lacks, prove nothing. */
        if (status != CORRUPT && !status_is_of_keys(status) && status != UNSUPPORTED)
            return error_set(error, status, "%s", failure.message);
    }
    if (first.status != OK)
        return error_set(error, first.status, "%s", first.message);
    check->is_right[row_group] = true;
    return OK;
}

bool pq_row_check_finds_witness(struct pq_row_check *check,
                                const struct pq_chunk_context *context,
                                uint32_t row_group, uint32_t *leaf)
{
    struct error ignored = {0};
    if (prepare(check, context, row_group, &ignored) != OK || check->n_witnesses == 0 ||
        check->is_right[row_group])
        return false;
    *leaf = check->witnesses[0];
    return true;
}

/* Whether the first witness's chunk claims as many values as the row group has rows.
 * True for a repeated leaf, which may have any number of values. */
static bool claims_agree(const struct pq_row_check *check,
                         const struct pq_chunk_context *context, uint32_t row_group)
{
    struct pq_column_chunk chunk;
    struct error ignored = {0};
    uint32_t leaf = check->witnesses[0];
    return check->n_witnesses == 0 ||
           context->tree->leaves[leaf].max_repetition_level > 0 ||
           (pq_chunk_metadata(context, row_group, leaf, &chunk, &ignored) == OK &&
            chunk.metadata.num_values == context->metadata->row_groups[row_group].n_rows);
}

enum status pq_row_check_claims(struct pq_row_check *check,
                                const struct pq_chunk_context *context,
                                uint32_t row_group, struct error *error)
{
    enum status status = OK;
    if (row_group <= check->n_agreeing)
        return OK;
    status = prepare(check, context, 0, error);
    while (status == OK && check->n_agreeing < row_group) {
        status = interrupt_after(WORK_OF_A_CLAIM, error);
        if (status == OK && !claims_agree(check, context, check->n_agreeing))
            status = pq_row_check_pages(check, context, check->n_agreeing, error);
        check->n_agreeing += status == OK;
    }
    return status;
}
