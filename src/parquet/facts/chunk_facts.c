/* SPDX-License-Identifier: MIT */
#include "parquet/facts/chunk_facts.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/format/format_enums.h"
#include "parquet/facts/page_index_check.h"
#include "parquet/format/format_structs.h"

enum { MOST_CACHED = PQ_MAX_INDEX_MEMORY };

/* Parsed metadata or a parsed index, which may be dropped.  *slot, in an array over the
 * leaf's row groups, points to it. */
struct cached_fact {
    struct cached_fact *next;
    struct cached_fact **slot;
    struct cached_fact *const *current; /* the leaf's latest one, which is not dropped */
    size_t size;
    struct pq_page_index index; /* zeroed in cached_metadata */
};

struct cached_metadata {
    struct cached_fact base; /* must be first */
    struct pq_column_chunk chunk;
};

struct chunk_statistics {
    bool is_known;
    struct column_statistics statistics;
};

/* Arrays over the row groups are NULL until needed. */
struct leaf_facts {
    struct pq_bounds_rule rule;
    struct chunk_statistics *statistics;
    struct cached_fact **metadata;
    struct cached_fact **indexes;
    struct cached_fact *current_metadata;
    struct cached_fact *current_index;
    struct pq_box_facts *box;
};

struct pq_chunk_facts {
    struct memory_account account; /* of all below */
    uint32_t n_leaves;
    struct leaf_facts **leaves; /* NULL until first used */
    struct cached_fact *cached;
    size_t memory; /* of everything in the list */
};

/* Shared entries for an index that is missing or not used, by reason. */
#define NO_INDEX(id, text) {.index = {.reason = id}},
static struct cached_fact no_index[] = {KEEP_REASONS(NO_INDEX)};
#undef NO_INDEX

struct pq_chunk_facts *pq_chunk_facts_new(void)
{
    struct pq_chunk_facts *facts = mem_alloc_unaccounted(sizeof *facts);
    if (facts != NULL)
        facts->account = (struct memory_account){.parent = memory_scope_current().account,
                                                 .limit = SIZE_MAX};
    return facts;
}

struct memory_account *pq_chunk_facts_account(struct pq_chunk_facts *facts)
{
    return &facts->account;
}

static void free_fact(struct cached_fact *fact)
{
    pq_page_index_release(&fact->index);
    mem_free(fact);
}

static void free_box(struct pq_box_facts *box)
{
    if (box == NULL)
        return;
    for (int i = 0; i < PQ_BOX_PARTS; i++)
        buffer_release(&box->pages[i]);
    mem_free(box->verdicts);
    mem_free(box);
}

void pq_chunk_facts_forget_boxes(struct pq_chunk_facts *facts)
{
    for (uint32_t i = 0; facts->leaves != NULL && i < facts->n_leaves; i++) {
        if (facts->leaves[i] != NULL) {
            free_box(facts->leaves[i]->box);
            facts->leaves[i]->box = NULL;
        }
    }
}

void pq_chunk_facts_free(struct pq_chunk_facts *facts)
{
    if (facts == NULL)
        return;
    for (struct cached_fact *fact = facts->cached, *next; fact != NULL; fact = next) {
        next = fact->next;
        free_fact(fact);
    }
    for (uint32_t i = 0; facts->leaves != NULL && i < facts->n_leaves; i++) {
        struct leaf_facts *leaf = facts->leaves[i];
        if (leaf == NULL)
            continue;
        mem_free(leaf->statistics);
        mem_free(leaf->metadata);
        mem_free(leaf->indexes);
        free_box(leaf->box);
        mem_free(leaf);
    }
    mem_free(facts->leaves);
    mem_free(facts);
}

/* ---- What is cached ---------------------------------------------------------------- */

static void drop_facts(struct pq_chunk_facts *facts)
{
    struct cached_fact **link = &facts->cached;
    while (*link != NULL) {
        struct cached_fact *fact = *link;
        if (*fact->current == fact) {
            link = &fact->next;
            continue;
        }
        *link = fact->next;
        *fact->slot = NULL;
        facts->memory -= fact->size;
        free_fact(fact);
    }
}

static void keep(struct pq_chunk_facts *facts, struct cached_fact *fact)
{
    fact->next = facts->cached;
    facts->cached = fact;
    facts->memory += fact->size;
    *fact->slot = fact;
}

/* ---- Leaves ---------------------------------------------------------------------- */

static struct memory_scope enter(const struct pq_chunk_context *context)
{
    return memory_account_enter_child(&context->facts->account);
}

static enum status make_leaf(const struct pq_chunk_context *context, uint32_t leaf,
                             struct error *error)
{
    struct pq_chunk_facts *facts = context->facts;
    if (!mem_need_zeroed(&facts->leaves, context->tree->n_leaves, sizeof *facts->leaves))
        return error_nomem(error);
    facts->n_leaves = context->tree->n_leaves;
    struct leaf_facts *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->rule = pq_bounds_rule_of(context->metadata, context->tree, leaf);
    facts->leaves[leaf] = made;
    return OK;
}

static enum status find_leaf(const struct pq_chunk_context *context, uint32_t leaf,
                             struct leaf_facts **found, struct error *error)
{
    struct pq_chunk_facts *facts = context->facts;
    enum status status = OK;
    if (facts->leaves == NULL || facts->leaves[leaf] == NULL) {
        struct memory_scope before = enter(context);
        status = make_leaf(context, leaf, error);
        memory_scope_restore(before);
    }
    *found = status == OK ? facts->leaves[leaf] : NULL;
    return status;
}

/* ---- Metadata -------------------------------------------------------------------- */

static enum status load_metadata(const struct pq_chunk_context *context,
                                 uint32_t row_group, uint32_t leaf,
                                 struct leaf_facts *facts, struct error *error)
{
    struct cached_metadata *made = NULL;
    if (mem_need_zeroed(&facts->metadata, context->metadata->n_row_groups,
                        sizeof *facts->metadata))
        made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    enum status status = pq_chunk_metadata(context, row_group, leaf, &made->chunk, error);
    if (status != OK) {
        mem_free(made);
        return status;
    }
    made->base.slot = &facts->metadata[row_group];
    made->base.current = &facts->current_metadata;
    made->base.size = sizeof *made;
    facts->current_metadata = &made->base;
    if (context->facts->memory > MOST_CACHED - sizeof *made)
        drop_facts(context->facts);
    keep(context->facts, &made->base);
    return OK;
}

enum status pq_chunk_facts_metadata(const struct pq_chunk_context *context,
                                    uint32_t row_group, uint32_t leaf,
                                    const struct pq_column_chunk **chunk,
                                    struct error *error)
{
    struct leaf_facts *facts;
    *chunk = NULL;
    enum status status = find_leaf(context, leaf, &facts, error);
    if (status == OK && (facts->metadata == NULL || facts->metadata[row_group] == NULL)) {
        struct memory_scope before = enter(context);
        status = load_metadata(context, row_group, leaf, facts, error);
        memory_scope_restore(before);
    }
    if (status != OK)
        return status;
    facts->current_metadata = facts->metadata[row_group];
    *chunk = &((struct cached_metadata *)facts->metadata[row_group])->chunk;
    return OK;
}

/* Parses metadata without keeping it.  *is_there is false if it cannot be parsed; readers
 * of the column report that. */
static enum status try_metadata(const struct pq_chunk_context *context,
                                uint32_t row_group, uint32_t leaf,
                                struct pq_column_chunk *chunk, bool *is_there,
                                struct error *error)
{
    struct error ignored;
    error_clear(&ignored);
    enum status status = pq_chunk_metadata(context, row_group, leaf, chunk, &ignored);
    *is_there = status == OK;
    if (interrupt_is_pending())
        return interrupt_check(error);
    return status == NOMEM ? error_nomem(error) : OK;
}

/* ---- Statistics ------------------------------------------------------------------ */

static enum status load_statistics(const struct pq_chunk_context *context,
                                   uint32_t row_group, uint32_t leaf,
                                   struct leaf_facts *facts, struct error *error)
{
    struct pq_column_chunk chunk;
    bool is_there;
    if (!mem_need_zeroed(&facts->statistics, context->metadata->n_row_groups,
                         sizeof *facts->statistics))
        return error_nomem(error);
    struct chunk_statistics *entry = &facts->statistics[row_group];
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    enum status status = try_metadata(context, row_group, leaf, &chunk, &is_there, error);
    if (status != OK)
        return status;
    if (is_there)
        pq_statistics_believe(&facts->rule, &chunk.metadata, n_rows, &entry->statistics);
    else
        entry->statistics = (struct column_statistics){.n_rows = n_rows,
                                                       .reason = KEEP_METADATA};
    entry->is_known = true;
    return OK;
}

enum status pq_chunk_facts_statistics(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct column_statistics **statistics,
                                      struct error *error)
{
    struct leaf_facts *facts;
    *statistics = NULL;
    enum status status = find_leaf(context, leaf, &facts, error);
    if (status == OK &&
        (facts->statistics == NULL || !facts->statistics[row_group].is_known)) {
        struct memory_scope before = enter(context);
        status = load_statistics(context, row_group, leaf, facts, error);
        memory_scope_restore(before);
    }
    if (status == OK)
        *statistics = &facts->statistics[row_group].statistics;
    return status;
}

enum status pq_chunk_facts_is_all_null(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf,
                                       bool *is_all_null, struct error *error)
{
    const struct column_statistics *known;
    enum status status = pq_chunk_facts_statistics(context, row_group, leaf, &known,
                                                   error);
    *is_all_null = status == OK && known->has_null_count &&
                   known->null_count == known->n_rows && !known->has_min &&
                   !known->has_max;
    return status;
}

/* ---- Page indexes ---------------------------------------------------------------- */

/* Keeps an index.  If it does not fit, because the indexes in use are too large already,
 * it is dropped and not used. */
static enum status keep_index(struct pq_chunk_facts *facts, struct leaf_facts *leaf,
                              struct cached_fact **slot, struct pq_page_index *index,
                              struct error *error)
{
    size_t size = sizeof(struct cached_fact) + pq_page_index_memory(index);
    leaf->current_index = NULL;
    if (size > MOST_CACHED || facts->memory > MOST_CACHED - size)
        drop_facts(facts);
    if (size > MOST_CACHED || facts->memory > MOST_CACHED - size) {
        pq_page_index_release(index);
        *slot = &no_index[KEEP_INDEX_MEMORY];
        return OK;
    }
    struct cached_fact *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL) {
        pq_page_index_release(index);
        return error_nomem(error);
    }
    made->slot = slot;
    made->current = &leaf->current_index;
    made->size = size;
    made->index = *index;
    keep(facts, made);
    return OK;
}

/* Stops using an index. */
static void drop_index(struct pq_chunk_facts *facts, struct leaf_facts *leaf,
                       uint32_t row_group, enum keep_reason reason)
{
    struct cached_fact *dropped = leaf->indexes[row_group];
    struct cached_fact **link = &facts->cached;
    leaf->indexes[row_group] = leaf->current_index = &no_index[reason];
    while (*link != NULL && *link != dropped)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    *link = dropped->next;
    facts->memory -= dropped->size;
    free_fact(dropped);
}

/* The chunk that an index describes; its metadata go to *chunk.  *is_there: see
 * try_metadata(). */
static enum status
find_indexed(const struct pq_chunk_context *context, uint32_t row_group, uint32_t leaf,
             const struct leaf_facts *facts, struct pq_column_chunk *chunk,
             struct pq_indexed_chunk *indexed, bool *is_there, struct error *error)
{
    *indexed = (struct pq_indexed_chunk){
        .chunk = chunk,
        .rule = &facts->rule,
        .n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows,
        .data_end = context->source->data_end};
    return try_metadata(context, row_group, leaf, chunk, is_there, error);
}

static enum status load_index(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, bool with_bounds, struct leaf_facts *facts,
                              struct error *error)
{
    struct pq_column_chunk chunk;
    struct pq_indexed_chunk indexed;
    struct pq_page_index index = {.reason = KEEP_METADATA};
    bool is_there, is_right = false;
    if (!mem_need_zeroed(&facts->indexes, context->metadata->n_row_groups,
                         sizeof *facts->indexes))
        return error_nomem(error);
    enum status status = find_indexed(context, row_group, leaf, facts, &chunk, &indexed,
                                      &is_there, error);
    if (status != OK)
        return status;
    if (is_there)
        status = pq_page_index_read(context->source, &indexed, with_bounds, &index,
                                    error);
    enum keep_reason reason = index.n_pages > 0 ? KEEP_INDEX_PAGES : index.reason;
    if (status == OK && index.n_pages > 0)
        status = pq_page_index_check_begin(context->source, &indexed, &index, &is_right,
                                           error);
    /* An interrupted check proves nothing. */
    if (status == OK && interrupt_is_pending())
        status = interrupt_check(error);
    if (!is_right || status != OK)
        pq_page_index_release(&index);
    if (status != OK)
        return status;
    if (is_right)
        return keep_index(context->facts, facts, &facts->indexes[row_group], &index,
                          error);
    facts->indexes[row_group] = &no_index[reason];
    return OK;
}

enum status pq_chunk_facts_page_index(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf, bool with_bounds,
                                      const struct pq_page_index **index,
                                      struct error *error)
{
    struct leaf_facts *facts;
    *index = NULL;
    enum status status = find_leaf(context, leaf, &facts, error);
    if (status != OK)
        return status;
    struct cached_fact *known = facts->indexes == NULL ? NULL : facts->indexes[row_group];
    if (known != NULL && known->index.n_pages > 0 && with_bounds &&
        !known->index.has_bounds) {
        drop_index(context->facts, facts, row_group, KEEP_NONE);
        known = facts->indexes[row_group] = NULL;
    }
    if (known == NULL) {
        struct memory_scope before = enter(context);
        status = load_index(context, row_group, leaf, with_bounds, facts, error);
        memory_scope_restore(before);
    }
    if (status != OK)
        return status;
    facts->current_index = facts->indexes[row_group];
    *index = &facts->indexes[row_group]->index;
    return OK;
}

enum status pq_chunk_facts_guess_index(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf,
                                       struct pq_page_index *index, struct error *error)
{
    struct leaf_facts *facts;
    struct pq_column_chunk chunk;
    struct pq_indexed_chunk indexed;
    struct error ignored = {0};
    bool is_there;
    *index = (struct pq_page_index){0};
    enum status status = find_leaf(context, leaf, &facts, error);
    if (status != OK)
        return status;
    const struct cached_fact *known = facts->indexes == NULL ? NULL
                                                             : facts->indexes[row_group];
    if (known != NULL && known->index.n_pages == 0)
        return OK;
    status = find_indexed(context, row_group, leaf, facts, &chunk, &indexed, &is_there,
                          error);
    if (status != OK || !is_there)
        return status;
    status = pq_page_index_read(context->source, &indexed, true, index, &ignored);
    if (status == NOMEM)
        return error_nomem(error);
    return interrupt_is_pending() ? interrupt_check(error) : OK;
}

enum status pq_chunk_facts_check_pages(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf, uint32_t first,
                                       uint32_t end, bool *are_right, struct error *error)
{
    struct leaf_facts *facts = context->facts->leaves[leaf];
    struct pq_page_index *index = &facts->indexes[row_group]->index;
    struct pq_column_chunk chunk;
    struct pq_indexed_chunk indexed;
    bool is_there;
    *are_right = true;
    while (first < end && index->is_checked[first])
        first++;
    if (first == end)
        return OK;
    enum status status = find_indexed(context, row_group, leaf, facts, &chunk, &indexed,
                                      &is_there, error);
    if (status == OK && is_there)
        status = pq_page_index_check(context->source, &indexed, index, first, end,
                                     are_right, error);
    if (status == OK && interrupt_is_pending())
        status = interrupt_check(error);
    if (status == OK && !*are_right)
        drop_index(context->facts, facts, row_group, KEEP_INDEX_PAGES);
    return status;
}

enum status pq_chunk_facts_checked_index(const struct pq_chunk_context *context,
                                         uint32_t row_group, uint32_t leaf,
                                         const struct pq_page_index **index,
                                         struct error *error)
{
    bool are_right = true;
    enum status status = pq_chunk_facts_page_index(context, row_group, leaf, true, index,
                                                   error);
    if (status == OK)
        status = pq_chunk_facts_check_pages(context, row_group, leaf, 0,
                                            (*index)->n_pages, &are_right, error);
    return status == OK && !are_right
               ? pq_chunk_facts_page_index(context, row_group, leaf, true, index, error)
               : status;
}

/* ---- Bounds of geometries -------------------------------------------------------- */

enum status pq_chunk_facts_box(const struct pq_chunk_context *context, uint32_t leaf,
                               struct pq_box_facts **box, struct error *error)
{
    struct leaf_facts *facts;
    *box = NULL;
    enum status status = find_leaf(context, leaf, &facts, error);
    if (status != OK)
        return status;
    if (facts->box == NULL) {
        struct pq_box_facts *made = mem_alloc_zeroed(1, sizeof *made);
        if (made == NULL)
            return error_nomem(error);
        made->verdicts = mem_alloc_zeroed(context->metadata->n_row_groups,
                                          PQ_COVERED_PARTS / 2);
        if (made->verdicts == NULL) {
            mem_free(made);
            return error_nomem(error);
        }
        facts->box = made;
    }
    *box = facts->box;
    return OK;
}

/* ---- Encodings ------------------------------------------------------------------- */

/* Decides from a PageEncodingStats list. */
static bool stats_are_all_dictionary(struct slice bytes)
{
    struct thrift_list list;
    bool has_data_pages = false, are_all = true;
    thrift_list_begin(&list, bytes, THRIFT_STRUCT);
    while (thrift_list_next(&list)) {
        struct pq_encoding_count of;
        thrift_read_struct(&list.reader, &PQ_ENCODING_COUNT, &of);
        if (of.count == 0 || of.page_type == PQ_DICTIONARY_PAGE ||
            of.page_type == PQ_INDEX_PAGE)
            continue;
        /* Unknown page types may be data pages. */
        has_data_pages = true;
        are_all = are_all && of.count > 0 && pq_is_dictionary_encoding(of.encoding);
    }
    return has_data_pages && are_all && list.reader.fault == NULL;
}

/* Decides from the list of encodings, which includes those of levels and of the
 * dictionary page.  A writer that uses PLAIN_DICTIONARY lists PLAIN only if it fell back
 * to it.  One that uses RLE_DICTIONARY always lists PLAIN, for the dictionary page, which
 * proves nothing. */
static bool encodings_are_all_dictionary(struct slice bytes)
{
    struct thrift_list list;
    bool has_dictionary = false, has_other = false;
    thrift_list_begin(&list, bytes, THRIFT_I32);
    while (thrift_list_next(&list)) {
        int encoding = thrift_list_i32(&list);
        if (encoding == PQ_PLAIN_DICTIONARY)
            has_dictionary = true;
        else if (encoding != PQ_RLE && encoding != PQ_BIT_PACKED)
            has_other = true;
    }
    return has_dictionary && !has_other && list.reader.fault == NULL;
}

bool pq_chunk_is_all_dictionary(const struct pq_column_chunk *chunk)
{
    const struct pq_column_metadata *metadata = &chunk->metadata;
    if (metadata->type == PQ_BOOLEAN) /* its values may be RLE */
        return false;
    if (metadata->encoding_stats.data != NULL)
        return stats_are_all_dictionary(metadata->encoding_stats);
    return metadata->encodings.data != NULL &&
           encodings_are_all_dictionary(metadata->encodings);
}

bool pq_chunk_seems_all_dictionary(const struct pq_column_chunk *chunk,
                                   int32_t type_length)
{
    enum { LENGTH_SIZE = 4 }; /* of a BYTE_ARRAY */
    const struct pq_column_metadata *metadata = &chunk->metadata;
    size_t width = metadata->type == PQ_BYTE_ARRAY
                       ? LENGTH_SIZE
                       : pq_type_width(metadata->type, type_length);
    return pq_chunk_is_all_dictionary(chunk) ||
           (metadata->encoding_stats.data == NULL && metadata->type != PQ_BOOLEAN &&
            (double)metadata->total_uncompressed_size <
                (double)metadata->num_values * (double)width / 2);
}
