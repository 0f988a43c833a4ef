/* SPDX-License-Identifier: MIT */
#include "parquet/column/salvage.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/lost_rows.h"

enum {
    /* Rows that a column can lose one by one in a row group.  The next bad row loses all
     * that follow. */
    MOST_BAD_ROWS = 64,
};

struct chunk_entry {
    bool is_known;
    struct pq_chunk_damage *damage;
};

struct column_entry {
    uint32_t n;
    struct lost_rows *rows;
    uint32_t n_causes; /* causes of rows lost one by one */
    char *causes[MOST_BAD_ROWS + 1];
};

/* chunks[leaf][row group], columns[column][row group]; arrays are NULL until needed. */
struct pq_salvage {
    struct chunk_entry **chunks;
    struct column_entry ***columns;
};

struct pq_salvage *pq_salvage_new(void)
{
    return mem_alloc_zeroed(1, sizeof(struct pq_salvage));
}

/* The entry of any column that has lost nothing in a row group. */
static struct column_entry whole_column;

static void free_column(struct column_entry *entry)
{
    if (entry == NULL || entry == &whole_column)
        return;
    for (uint32_t i = 0; i < entry->n_causes; i++)
        mem_free(entry->causes[i]);
    mem_free(entry->rows);
    mem_free(entry);
}

void pq_salvage_free(struct pq_salvage *salvage, const struct pq_schema_tree *tree,
                     uint32_t n_row_groups)
{
    if (salvage == NULL)
        return;
    for (uint32_t i = 0; salvage->chunks != NULL && i < tree->n_leaves; i++) {
        for (uint32_t g = 0; salvage->chunks[i] != NULL && g < n_row_groups; g++)
            pq_chunk_damage_free(salvage->chunks[i][g].damage);
        mem_free(salvage->chunks[i]);
    }
    for (uint32_t i = 0; salvage->columns != NULL && i < tree->schema.n_columns; i++) {
        for (uint32_t g = 0; salvage->columns[i] != NULL && g < n_row_groups; g++)
            free_column(salvage->columns[i][g]);
        mem_free(salvage->columns[i]);
    }
    mem_free(salvage->chunks);
    mem_free(salvage->columns);
    mem_free(salvage);
}

/* ---- Chunks ---------------------------------------------------------------------- */

enum status pq_salvage_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                             uint32_t leaf, const struct pq_chunk_damage **damage,
                             struct error *error)
{
    struct pq_salvage *salvage = context->salvage;
    enum status status = OK;
    *damage = NULL;
    if (!mem_need_zeroed(&salvage->chunks, context->tree->n_leaves,
                         sizeof *salvage->chunks) ||
        !mem_need_zeroed(&salvage->chunks[leaf], context->metadata->n_row_groups,
                         sizeof **salvage->chunks))
        return error_nomem(error);
    struct chunk_entry *entry = &salvage->chunks[leaf][row_group];
    if (!entry->is_known)
        status = pq_chunk_damage_find(context, row_group, leaf, &entry->damage, error);
    entry->is_known = status == OK;
    *damage = entry->damage;
    return status;
}

/* ---- Columns --------------------------------------------------------------------- */

static enum status add_leaf(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t leaf, struct buffer *list, struct error *error)
{
    const struct pq_chunk_damage *damage;
    enum status status = pq_salvage_chunk(context, row_group, leaf, &damage, error);
    if (status != OK || damage == NULL)
        return status;
    return buffer_append(list, damage->lost, damage->n_lost * sizeof *damage->lost,
                         error);
}

static enum status add_leaves(const struct pq_chunk_context *context, uint32_t row_group,
                              const struct pq_column_source *source, struct buffer *list,
                              struct error *error)
{
    const struct pq_node *node = &context->tree->nodes[source->node];
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < node->n_leaves; i++)
        status = add_leaf(context, row_group, node->first_leaf + i, list, error);
    if (source->kind == PQ_SOURCE_VARIANT_FIELD) {
        if (status == OK)
            status = add_leaf(context, row_group, source->value_leaf, list, error);
        if (status == OK)
            status = add_leaf(context, row_group, source->metadata_leaf, list, error);
    }
    return status;
}

static int compare_first_rows(const void *a, const void *b)
{
    const struct lost_rows *x = a, *y = b;
    return (x->first_row > y->first_row) - (x->first_row < y->first_row);
}

static void sort_rows(struct buffer *list)
{
    size_t n = list->size / sizeof(struct lost_rows);
    if (n > 1)
        qsort(list->data, n, sizeof(struct lost_rows), compare_first_rows);
}

/* A pass over the rows that no leaf has lost, to find those that do not form a value. */
struct probe {
    struct column_reader *reader;
    struct column_entry *entry;
    uint32_t row_group;
    uint64_t n_rows;
    const char *column;
    struct row_selection left; /* rows that are not lost yet */
    struct buffer *list;
};

static enum status lose_rows(struct probe *probe, uint64_t first, uint64_t n,
                             const char *message, struct error *error)
{
    struct column_entry *entry = probe->entry;
    char *cause = mem_copy_text(message, strlen(message) < 200 ? strlen(message) : 200);
    if (cause == NULL)
        return error_nomem(error);
    entry->causes[entry->n_causes++] = cause;
    struct lost_rows lost = {.first_row = first,
                             .n_rows = n,
                             .page_offset = -1,
                             .column = probe->column,
                             .cause = cause};
    return buffer_append(probe->list, &lost, sizeof lost, error);
}

/* Reads rows first .. end - 1 in steps of `step`; on failure *at is the step's first
 * row. */
static enum status read_range(struct probe *probe, uint64_t first, uint64_t end,
                              uint32_t step, uint64_t *at, struct error *error)
{
    struct column_vector vector;
    for (*at = first; *at < end; *at += vector.n_rows) {
        uint32_t n = end - *at < step ? (uint32_t)(end - *at) : step;
        enum status status = probe->reader->ops->read(probe->reader, n, &vector, error);
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status stand_at(struct probe *probe, uint64_t row, struct error *error)
{
    struct column_reader *reader = probe->reader;
    enum status status = reader->ops->start(reader, probe->row_group, error);
    return status == OK && row > 0 ? reader->ops->skip(reader, row, error) : status;
}

/* Finds the bad rows in first .. end - 1, reading one by one.  The reader may be
 * anywhere. */
static enum status find_bad_rows(struct probe *probe, uint64_t first, uint64_t end,
                                 struct error *error)
{
    while (first < end) {
        struct error fault = {0};
        uint64_t at = first;
        enum status status = stand_at(probe, first, &fault);
        if (status == OK)
            status = read_range(probe, first, end, 1, &at, &fault);
        if (status == OK)
            return OK;
        if (status != CORRUPT)
            return error_set(error, status, "%s", fault.message);
        bool is_rest = probe->entry->n_causes == MOST_BAD_ROWS;
        status = lose_rows(probe, at, is_rest ? probe->n_rows - at : 1, fault.message,
                           error);
        if (status != OK || is_rest)
            return status;
        first = at + 1;
    }
    return OK;
}

static enum status probe_range(struct probe *probe, uint64_t first, uint64_t end,
                               struct error *error)
{
    while (first < end && probe->entry->n_causes <= MOST_BAD_ROWS) {
        struct error fault = {0};
        uint64_t at = first;
        enum status status = stand_at(probe, first, &fault);
        if (status == OK)
            status = read_range(probe, first, end, BATCH_ROWS, &at, &fault);
        if (status == OK)
            return OK;
        if (status != CORRUPT)
            return error_set(error, status, "%s", fault.message);
        first = end - at < BATCH_ROWS ? end : at + BATCH_ROWS;
        status = find_bad_rows(probe, at, first, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* Selects the rows that are not lost yet. */
static enum status select_left(struct probe *probe, struct error *error)
{
    const struct lost_rows *rows = (const void *)probe->list->data;
    uint32_t n = (uint32_t)(probe->list->size / sizeof *rows);
    uint64_t at = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint64_t end = rows[i].first_row + rows[i].n_rows;
        status = row_selection_append(&probe->left, at, rows[i].first_row, error);
        at = end > at ? end : at;
    }
    return status == OK ? row_selection_append(&probe->left, at, probe->n_rows, error)
                        : status;
}

static enum status probe_column(struct table_file *file, pq_open_column *open,
                                uint32_t column, struct probe *probe, struct error *error)
{
    struct error fault = {0};
    enum status status = open(file, column, &probe->reader, &fault);
    if (status == OK)
        status = select_left(probe, &fault);
    for (uint32_t i = 0; status == OK && i < probe->left.n_ranges; i++)
        status = probe_range(probe, probe->left.ranges[i].first,
                             probe->left.ranges[i].end, &fault);
    row_selection_release(&probe->left);
    if (probe->reader != NULL)
        probe->reader->ops->close(probe->reader);
    /* A column that cannot be read at all is reported by its readers. */
    if (status == OK || status_is_of_keys(status) || status == UNSUPPORTED ||
        status == CORRUPT)
        return OK;
    return error_set(error, status, "%s", fault.message);
}

static enum status find_lost(const struct pq_chunk_context *context,
                             struct table_file *file, pq_open_column *open,
                             uint32_t row_group, uint32_t column,
                             struct column_entry *entry, struct error *error)
{
    const struct pq_column_source *source = &context->tree->sources[column];
    const struct column *c = &context->tree->schema.columns[column];
    struct buffer list = {0};
    enum status status = add_leaves(context, row_group, source, &list, error);
    sort_rows(&list);
    if (status == OK && (source->kind != PQ_SOURCE_NODE || c->type == COLUMN_NESTED)) {
        struct probe probe = {
            .entry = entry,
            .row_group = row_group,
            .n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows,
            .column = c->name,
            .list = &list};
        status = probe_column(file, open, column, &probe, error);
        if (status == OK &&
            interrupt_is_pending()) /* an interrupt can look like damage */
            status = interrupt_check(error);
        sort_rows(&list);
    }
    if (status != OK) {
        buffer_release(&list);
        return status;
    }
    entry->rows = (void *)list.data;
    entry->n = (uint32_t)(list.size / sizeof *entry->rows);
    return OK;
}

enum status pq_salvage_column(const struct pq_chunk_context *context,
                              struct table_file *file, pq_open_column *open,
                              uint32_t row_group, uint32_t column,
                              const struct lost_rows **rows, uint32_t *n,
                              struct error *error)
{
    *rows = NULL;
    *n = 0;
    struct pq_salvage *salvage = context->salvage;
    enum status status = OK;
    if (!mem_need_zeroed(&salvage->columns, context->tree->schema.n_columns,
                         sizeof *salvage->columns) ||
        !mem_need_zeroed(&salvage->columns[column], context->metadata->n_row_groups,
                         sizeof **salvage->columns))
        return error_nomem(error);
    struct column_entry **slot = &salvage->columns[column][row_group];
    if (*slot == NULL) {
        struct column_entry *made = mem_alloc_zeroed(1, sizeof *made);
        if (made == NULL)
            return error_nomem(error);
        status = find_lost(context, file, open, row_group, column, made, error);
        bool is_whole = status == OK && made->n == 0;
        if (status != OK || is_whole)
            free_column(made);
        if (status != OK)
            return status;
        *slot = is_whole ? &whole_column : made;
    }
    *rows = (*slot)->rows;
    *n = (*slot)->n;
    return OK;
}
