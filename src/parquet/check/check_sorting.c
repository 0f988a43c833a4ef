/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_sorting.h"

#include <math.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/format/format_structs.h"

struct key {
    struct column_reader *reader;
    struct pq_value_order order;
    bool is_descending, nulls_first;
    struct column_vector window; /* rows that were read */
    uint32_t at;                 /* next row in it */
    bool has_last, last_is_null; /* of the previous row */
    union column_value last;
    struct buffer last_bytes; /* copy of its bytes, once its window is gone */
};

struct sorting {
    struct key keys[PQ_MOST_SORTING_KEYS];
    uint32_t n_keys;
    /* For each row of the batch: an earlier key decides its order. */
    bool is_decided[BATCH_ROWS];
    uint64_t n_wrong, first_wrong; /* rows that belong before their predecessor */
};

/* ---- The keys -------------------------------------------------------------------- */

/* *is_usable: the order of the column's values is defined. */
static enum status open_key(struct sorting *sorting,
                            const struct pq_chunk_context *context,
                            const struct pq_sorting_column *column, uint32_t row_group,
                            bool *is_usable, struct error *error)
{
    struct key *key = &sorting->keys[sorting->n_keys];
    const struct pq_leaf *leaf = &context->tree->leaves[column->leaf];
    struct pq_chunk_reader *reader;
    pq_value_order_init(&key->order, context, (uint32_t)column->leaf);
    *is_usable = leaf->max_repetition_level == 0 &&
                 leaf->column.unreadable_reason == NULL &&
                 key->order.form != PQ_FORM_NONE && leaf->type != PQ_INT96;
    if (!*is_usable)
        return OK;
    enum status status = pq_chunk_reader_open(context, (uint32_t)column->leaf, &reader,
                                              error);
    if (status != OK)
        return status;
    key->reader = pq_chunk_reader_as_column_reader(reader);
    key->is_descending = column->is_descending;
    key->nulls_first = column->nulls_first;
    sorting->n_keys++;
    return key->reader->ops->start(key->reader, row_group, error);
}

static enum status open_keys(struct sorting *sorting,
                             const struct pq_chunk_context *context, uint32_t row_group,
                             struct slice columns, struct findings *findings,
                             struct error *error)
{
    struct thrift_list list;
    bool is_usable = true;
    enum status status = OK;
    thrift_list_begin(&list, columns, THRIFT_STRUCT);
    while (status == OK && thrift_list_next(&list)) {
        struct pq_sorting_column column;
        thrift_read_struct(&list.reader, &PQ_SORTING_COLUMN, &column);
        if (list.reader.fault != NULL)
            return OK;
        if (column.leaf < 0 || (uint32_t)column.leaf >= context->tree->n_leaves) {
            pq_find(findings, "sorting_columns",
                    "column %d, but there are only %u columns", (int)column.leaf,
                    (unsigned)context->tree->n_leaves);
            return OK;
        }
        if (is_usable && sorting->n_keys < PQ_MOST_SORTING_KEYS)
            status = open_key(sorting, context, &column, row_group, &is_usable, error);
    }
    return status;
}

static void close_keys(struct sorting *sorting)
{
    for (uint32_t i = 0; i < sorting->n_keys; i++) {
        sorting->keys[i].reader->ops->close(sorting->keys[i].reader);
        buffer_release(&sorting->keys[i].last_bytes);
    }
}

/* ---- The rows -------------------------------------------------------------------- */

/* Reads the next window, after copying the last row's value out of the current one. */
static enum status next_window(struct key *key, uint32_t n, struct error *error)
{
    if (key->has_last && !key->last_is_null && key->order.form == PQ_FORM_BYTES) {
        key->last_bytes.size = 0;
        enum status status = buffer_append(&key->last_bytes, key->last.bytes.data,
                                           key->last.bytes.size, error);
        if (status != OK)
            return status;
        key->last.bytes.data = key->last_bytes.data;
    }
    key->at = 0;
    return key->reader->ops->read(key->reader, n, &key->window, error);
}

/* Writers do not agree on where NaNs go, and on which zero comes first. */
static bool is_beside_order(const struct key *key, const union column_value *value)
{
    return key->order.form == PQ_FORM_DOUBLE &&
           (isnan(value->float64) || value->float64 == 0);
}

/* Compares the row with the previous one: positive if it is out of order.  *is_open: the
 * order cannot be decided. */
static int compare_with_last(const struct key *key, bool is_null,
                             const union column_value *value, bool *is_open)
{
    *is_open = false;
    if (is_null || key->last_is_null) {
        if (is_null == key->last_is_null)
            return 0;
        return key->last_is_null == key->nulls_first ? -1 : 1;
    }
    int order = pq_order_compare(&key->order, &key->last, value);
    *is_open = (order == 0 && is_beside_order(key, value)) ||
               (key->order.form == PQ_FORM_DOUBLE &&
                (isnan(value->float64) || isnan(key->last.float64)));
    return key->is_descending ? -order : order;
}

/* Checks one key in n rows, beginning with row `first`. */
static enum status check_key(struct sorting *sorting, struct key *key, uint64_t first,
                             uint32_t n, struct error *error)
{
    for (uint32_t i = 0; i < n; i++, key->at++) {
        if (key->at == key->window.n_rows) {
            enum status status = next_window(key, n - i, error);
            if (status != OK)
                return status;
        }
        bool is_null = column_vector_is_null(&key->window, key->at), is_open;
        union column_value value = {0};
        if (!is_null)
            value = column_vector_value(&key->window,
                                        column_vector_index(&key->window, key->at));
        if (key->has_last && !sorting->is_decided[i]) {
            int order = compare_with_last(key, is_null, &value, &is_open);
            sorting->is_decided[i] = is_open || order != 0;
            if (!is_open && order > 0 && sorting->n_wrong++ == 0)
                sorting->first_wrong = first + i;
        }
        key->has_last = true;
        key->last_is_null = is_null;
        key->last = value;
    }
    return OK;
}

static enum status check_rows(struct sorting *sorting, uint64_t n_rows,
                              struct error *error)
{
    enum status status = OK;
    for (uint64_t row = 0; status == OK && row < n_rows; row += BATCH_ROWS) {
        uint32_t n = n_rows - row < BATCH_ROWS ? (uint32_t)(n_rows - row) : BATCH_ROWS;
        status = interrupt_check(error);
        memset(sorting->is_decided, 0, sizeof sorting->is_decided);
        for (uint32_t i = 0; status == OK && i < sorting->n_keys; i++)
            status = check_key(sorting, &sorting->keys[i], row, n, error);
    }
    return status;
}

enum status pq_check_sorting(const struct pq_chunk_context *context, uint32_t row_group,
                             struct slice list, struct findings *findings,
                             struct error *error)
{
    struct error failure = {0};
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    if (list.data == NULL || n_rows == 0)
        return OK;
    struct sorting *sorting = mem_alloc_zeroed(1, sizeof *sorting);
    if (sorting == NULL)
        return error_nomem(error);
    enum status status = open_keys(sorting, context, row_group, list, findings, &failure);
    if (status == OK && sorting->n_keys > 0)
        status = check_rows(sorting, n_rows, &failure);
    if (sorting->n_wrong > 0)
        pq_find(findings, "sorting_columns",
                "%llu rows are not in the claimed order; the first is row %llu",
                (unsigned long long)sorting->n_wrong,
                (unsigned long long)sorting->first_wrong);
    close_keys(sorting);
    mem_free(sorting);
    if (status_is_external(status))
        return error_set(error, status, "%s", failure.message);
    return OK;
}
