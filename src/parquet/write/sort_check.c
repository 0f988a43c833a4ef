/* SPDX-License-Identifier: MIT */
#include "parquet/write/sort_check.h"

#include "base/alloc.h"

enum status pq_sort_check_init(struct pq_sort_check *check,
                               const struct pq_sorting_column *claims, uint32_t n_claims,
                               const struct pq_leaf *leaves, struct error *error)
{
    if (n_claims == 0)
        return OK;
    check->keys = mem_alloc_zeroed(n_claims, sizeof *check->keys);
    if (check->keys == NULL)
        return error_nomem(error);
    check->n_keys = n_claims;
    for (uint32_t i = 0; i < n_claims; i++) {
        struct pq_sort_key *key = &check->keys[i];
        key->claim = claims[i];
        key->sort = pq_written_sort(&leaves[claims[i].leaf]);
        if (leaves[claims[i].leaf].max_repetition_level > 0)
            return error_set(error, MISUSE,
                             "sorted_by: a row can have several values of that column");
        /* A column with only nulls so far is in order, and may get a type later. */
        if (key->sort == PQ_SORT_NONE &&
            leaves[claims[i].leaf].column.type != COLUMN_NULL)
            return error_set(error, MISUSE,
                             "sorted_by: values of that column's type have no order%s",
                             column_is_int96(&leaves[claims[i].leaf].column)
                                 ? "; give it the type TIMESTAMP(MICROS)"
                                 : "");
    }
    return OK;
}

static bool has_value(const struct pq_sort_key *key, uint64_t row)
{
    return key->values->levels.size == 0 ||
           key->values->levels.data[row] == key->values->max_level;
}

static int directed(const struct pq_sort_key *key, int order)
{
    return key->claim.is_descending ? -order : order;
}

/* Compares the last value of the previous row group with the first of this one, by
 * copying both into one buffer. */
static enum status compare_to_last(struct pq_sort_key *key, int *order,
                                   struct error *error)
{
    struct pq_values values = pq_column_values_view(key->values);
    size_t size = key->last_bytes.size;
    buffer_add(&key->last_bytes, pq_value_at(&values, 0), error);
    uint64_t end = key->last_bytes.size;
    if (values.offsets != NULL)
        buffer_add(&key->last_offsets, slice_of(&end, sizeof end), error);
    if (error->status != OK)
        return error->status;
    values.n = 2;
    values.bytes = key->last_bytes.data;
    if (values.offsets != NULL)
        values.offsets = (const void *)key->last_offsets.data;
    *order = directed(key, pq_compare_values(&values, key->sort, 0, 1));
    key->last_bytes.size = size;
    return OK;
}

/* Compares a row with its predecessor, which may be in the previous row group, and
 * advances every key to its next value.  Keys after the first difference are not
 * compared. */
static enum status compare_row(struct pq_sort_check *check, uint64_t row, int *order,
                               struct error *error)
{
    enum status status = OK;
    *order = 0;
    for (uint32_t i = 0; i < check->n_keys && status == OK; i++) {
        struct pq_sort_key *key = &check->keys[i];
        bool b = has_value(key, row), a = row > 0           ? has_value(key, row - 1)
                                          : check->has_last ? key->had_value
                                                            : b;
        if (*order == 0 && a != b) {
            *order = a == key->claim.nulls_first ? 1 : -1;
        } else if (*order == 0 && a && row > 0) {
            struct pq_values values = pq_column_values_view(key->values);
            *order = directed(
                key, pq_compare_values(&values, key->sort, key->next - 1, key->next));
        } else if (*order == 0 && a && check->has_last) {
            status = compare_to_last(key, order, error);
        }
        key->next += b;
    }
    return status;
}

static enum status keep_last(struct pq_sort_key *key, uint64_t n_rows,
                             struct error *error)
{
    key->last_bytes.size = key->last_offsets.size = 0;
    key->had_value = has_value(key, n_rows - 1);
    if (!key->had_value)
        return OK;
    struct pq_values values = pq_column_values_view(key->values);
    struct slice last = pq_value_at(&values, values.n - 1);
    const uint64_t offsets[] = {0, last.size};
    buffer_add(&key->last_bytes, last, error);
    buffer_add(&key->last_offsets, slice_of(offsets, sizeof offsets), error);
    return error->status;
}

enum status pq_sort_check_rows(struct pq_sort_check *check,
                               const struct pq_column_values *values, uint64_t n_rows,
                               bool *in_order, uint64_t *row, struct error *error)
{
    *in_order = true;
    if (check->n_keys == 0 || n_rows == 0)
        return OK;
    for (uint32_t i = 0; i < check->n_keys; i++) {
        check->keys[i].values = &values[check->keys[i].claim.leaf];
        check->keys[i].next = 0;
    }
    int order = 0;
    enum status status = OK;
    for (*row = 0; status == OK && order <= 0 && *row < n_rows; *row += order <= 0)
        status = compare_row(check, *row, &order, error);
    *in_order = order <= 0;
    for (uint32_t i = 0; i < check->n_keys && status == OK; i++)
        status = keep_last(&check->keys[i], n_rows, error);
    check->has_last = true;
    return status;
}

void pq_sort_check_release(struct pq_sort_check *check)
{
    for (uint32_t i = 0; i < check->n_keys; i++) {
        buffer_release(&check->keys[i].last_bytes);
        buffer_release(&check->keys[i].last_offsets);
    }
    mem_free(check->keys);
    *check = (struct pq_sort_check){0};
}
