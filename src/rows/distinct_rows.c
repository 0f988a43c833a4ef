/* SPDX-License-Identifier: MIT */
#include "rows/distinct_rows.h"

#include "base/alloc.h"

enum {
    /* Dictionaries with more entries are not compared with the values found. */
    MOST_ENTRIES = 1 << 15,
};

/* A search for rows. */
struct distinct {
    struct cached_rows *rows;
    struct scan *scan;
    const struct row_order *columns;
    /* The values of each column; from the second on, the pairs of a combination and a
     * value. */
    struct value_table values[MOST_ORDER_COLUMNS], pairs[MOST_ORDER_COLUMNS];
    uint32_t ids[BATCH_ROWS]; /* of the batch's combinations; 0: null */

    bool counts_rows;
    struct buffer counts; /* by id */
    struct buffer cached; /* the ids of the cached rows */

    /* Of a single column: */
    bool has_null;       /* a row with null was found */
    uint32_t row_group;  /* that the next members describe; or none */
    bool has_dictionary; /* with all values */
    uint64_t dictionary; /* its number */
    uint32_t n_missing;  /* entries of it that no row was found for */
    bool may_have_null;  /* that has not been found */
};

static enum status init(struct distinct *d, struct error *error)
{
    struct table_file *file = d->scan->file;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < d->columns->n_columns; i++) {
        uint32_t column = d->columns->columns[i].column;
        status = value_table_init(&d->values[i],
                                  file->ops->schema(file)->columns[column].kind,
                                  VALUE_TABLE_FEW, error);
        if (status == OK && i > 0)
            status = value_table_init(&d->pairs[i], VECTOR_INT64, VALUE_TABLE_FEW, error);
    }
    return status;
}

static void release(struct distinct *d)
{
    for (uint32_t i = 0; i < MOST_ORDER_COLUMNS; i++) {
        value_table_release(&d->values[i]);
        value_table_release(&d->pairs[i]);
    }
    buffer_release(&d->counts);
    buffer_release(&d->cached);
}

/* Whether a table has so many entries that it does not find them all again. */
static bool is_full(const struct distinct *d)
{
    bool is_full = false;
    for (uint32_t i = 0; i < d->columns->n_columns; i++)
        is_full = is_full || value_table_is_full(&d->values[i]) ||
                  (i > 0 && value_table_is_full(&d->pairs[i]));
    return is_full;
}

/* Whether the row is null, or NaN, which is null in SQL. */
static bool is_null(const struct column_vector *vector, uint32_t row)
{
    if (column_vector_is_null(vector, row))
        return true;
    if (vector->kind != VECTOR_DOUBLE)
        return false;
    double value = vector->values.float64[column_vector_index(vector, row)];
    return value != value;
}

/* ---- Counts ---------------------------------------------------------------------- */

/* Keeps a row, the first one with its id.  Ids are new in ascending order, but for 0. */
static enum status keep(struct distinct *d, uint64_t row, uint32_t id,
                        struct error *error)
{
    const uint32_t none = 0;
    enum status status = cached_rows_append(d->rows, row, error);
    if (!d->counts_rows)
        return status;
    while (status == OK && d->counts.size / sizeof none <= id)
        status = buffer_append(&d->counts, &none, sizeof none, error);
    return status == OK ? buffer_append(&d->cached, &id, sizeof id, error) : status;
}

static inline void count(struct distinct *d, uint32_t id)
{
    if (d->counts_rows)
        ((uint32_t *)(void *)d->counts.data)[id]++;
}

/* Appends the counts of the cached rows. */
static enum status append_counts(const struct distinct *d, struct buffer *counts,
                                 struct error *error)
{
    const uint32_t *ids = (const uint32_t *)(const void *)d->cached.data;
    const uint32_t *by_id = (const uint32_t *)(const void *)d->counts.data;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < d->rows->n_rows; i++)
        status = buffer_append(counts, &by_id[ids[i]], sizeof by_id[0], error);
    return status;
}

/* ---- Batches --------------------------------------------------------------------- */

/* Returns a window of the column that holds the batch's row i, ready for the table. */
static enum status show_row(struct distinct *d, uint32_t column, uint32_t i,
                            const struct scan_column **window, struct error *error)
{
    enum status status = scan_column(d->scan, d->columns->columns[column].column,
                                     scan_batch_row(d->scan, i), window, error);
    if (status == OK && (*window)->vector.mismatched != NULL)
        status = error_set(error, UNSUPPORTED, "values of other types are not kept");
    if (status == OK && (*window)->vector.indices != NULL)
        status = value_table_use_dictionary(&d->values[column], &(*window)->vector,
                                            error);
    return status;
}

/* Sets *id to the number of the row's value, from 1 on. */
static enum status add_value(struct value_table *table,
                             const struct column_vector *vector, uint32_t row,
                             uint32_t *id, struct error *error)
{
    enum status status = value_table_add_row(table, vector, row, id, error);
    ++*id;
    return status;
}

/* Counts rows of a vector without nulls, as long as their values are known; returns how
 * many. */
static uint32_t count_known(struct distinct *d, const struct column_vector *vector,
                            uint32_t row, uint32_t n)
{
    const uint32_t *numbers = value_table_entry_numbers(&d->values[0]);
    const uint32_t *indices = vector->indices + row;
    uint32_t *counts = (uint32_t *)(void *)d->counts.data, i = 0, id;
    if (n > vector->n_rows - row)
        n = vector->n_rows - row;
    for (; i < n && (id = numbers[indices[i]]) != 0; i++)
        counts[id]++;
    return i;
}

/* Keeps the batch's rows, from *i on, that have new values of a single column, as far as
 * the column's window reaches. */
static enum status keep_new_values(struct distinct *d, uint32_t *i, struct error *error)
{
    const struct scan_column *window;
    const struct scan *scan = d->scan;
    struct value_table *table = &d->values[0];
    uint32_t n = scan_batch_rows(scan);
    enum status status = show_row(d, 0, *i, &window, error);
    if (status != OK)
        return status;
    const struct column_vector *vector = &window->vector;
    /* What is missing was counted for the entries of one dictionary. */
    d->has_dictionary = d->has_dictionary && vector->indices != NULL &&
                        vector->dictionary == d->dictionary;
    const uint32_t *numbers = vector->indices != NULL ? value_table_entry_numbers(table)
                                                      : NULL;
    bool counts_known = d->counts_rows && numbers != NULL && vector->valid == NULL &&
                        scan->selected == NULL;
    for (; *i < n && scan_batch_row(scan, *i) - window->first < vector->n_rows; ++*i) {
        uint32_t row = (uint32_t)(scan_batch_row(scan, *i) - window->first);
        uint32_t n_known = counts_known ? count_known(d, vector, row, n - *i) : 0;
        if (n_known > 0) {
            *i += n_known - 1;
            continue;
        }
        uint32_t n_before = value_table_count(table), id = 0;
        bool is_new = false;
        if (is_null(vector, row)) {
            is_new = !d->has_null;
            d->has_null = true;
            d->may_have_null = false;
        } else if (numbers == NULL || numbers[vector->indices[row]] == 0) {
            status = add_value(table, vector, row, &id, error);
            is_new = value_table_count(table) > n_before;
            d->n_missing -= d->has_dictionary;
        } else {
            id = numbers[vector->indices[row]];
        }
        if (status == OK && is_new)
            status = keep(d, scan_batch_row(scan, *i), id, error);
        if (status != OK)
            return status;
        count(d, id);
    }
    return OK;
}

/* Sets the ids of the batch's rows to those of their combinations so far with the values
 * of the next column.  Keeps rows with new ones if it is the last. */
static enum status combine(struct distinct *d, uint32_t column, struct error *error)
{
    const struct scan_column *window = NULL;
    uint32_t n = scan_batch_rows(d->scan);
    struct value_table *pairs = &d->pairs[column];
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint64_t row = scan_batch_row(d->scan, i);
        if (window == NULL || row - window->first >= window->vector.n_rows)
            status = show_row(d, column, i, &window, error);
        if (status != OK)
            return status;
        uint32_t at = (uint32_t)(row - window->first), id = 0;
        if (!is_null(&window->vector, at))
            status = add_value(&d->values[column], &window->vector, at, &id, error);
        if (column > 0 && status == OK) {
            uint32_t n_before = value_table_count(pairs);
            union column_value pair = {
                .int64 = (int64_t)((uint64_t)d->ids[i] << 32 | id)};
            status = value_table_add(pairs, pair, &id, error);
            bool is_last = column + 1 == d->columns->n_columns;
            if (status == OK && is_last && value_table_count(pairs) > n_before)
                status = keep(d, row, id, error);
            if (status == OK && is_last)
                count(d, id);
        }
        d->ids[i] = id;
    }
    return status;
}

/* ---- Row groups ------------------------------------------------------------------ */

/* Leaves out the missing entries of a dictionary that the only term rejects, and null if
 * it rejects that. */
static enum status leave_out_rejected(struct distinct *d, struct predicate_term *term,
                                      const struct column_vector *entries,
                                      struct error *error)
{
    struct table_file *file = d->scan->file;
    const uint32_t *numbers = value_table_entry_numbers(&d->values[0]);
    bool excludes;
    enum status status = predicate_term_excludes_entries(
        term, &file->ops->schema(file)->columns[term->column], entries, &excludes, error);
    if (status != OK || term->dictionary != entries->dictionary)
        return status;
    for (uint32_t k = 0; k < entries->n_entries; k++)
        d->n_missing -= numbers[k] == 0 && !term->accepted.data[k];
    return OK;
}

/* Finds out what the row group may have of a single column that was not found yet. */
static enum status begin_row_group(struct distinct *d, struct error *error)
{
    struct scan *scan = d->scan;
    struct table_file *file = scan->file;
    uint32_t column = d->columns->columns[0].column;
    struct column_reader *reader;
    struct column_vector entries = {0};
    struct column_statistics s;
    d->row_group = scan->row_group;
    d->has_dictionary = false;
    enum status status = scan_start_reader(scan, column, &reader, error);
    if (status == OK && reader->ops->dictionary != NULL)
        status = reader->ops->dictionary(reader, MOST_ENTRIES, &entries, error);
    if (status != OK || entries.dictionary == 0)
        return status;
    d->has_dictionary = true;
    d->dictionary = entries.dictionary;
    status = value_table_find_entries(&d->values[0], &entries, &d->n_missing, error);
    if (status == OK)
        status = file->ops->column_statistics(file, scan->row_group, column, &s, error);
    if (status != OK)
        return status;
    d->may_have_null = !d->has_null &&
                       file->ops->schema(file)->columns[column].is_nullable &&
                       !(s.has_null_count && s.null_count == 0);
    struct predicate *predicate = scan->predicate;
    if (predicate->n_terms != 1 || predicate->terms[0].column != column)
        return OK;
    d->may_have_null = d->may_have_null && predicate->terms[0].set.accepts_null;
    return leave_out_rejected(d, &predicate->terms[0], &entries, error);
}

/* Whether the rest of the row group has nothing that was not found yet. */
static bool has_all(const struct distinct *d)
{
    return d->row_group == d->scan->row_group && d->has_dictionary && d->n_missing == 0 &&
           !d->may_have_null;
}

/* Keeps rows of the batch. */
static enum status search_batch(struct distinct *d, struct error *error)
{
    enum status status = OK;
    uint32_t n = scan_batch_rows(d->scan), i = 0;
    if (d->columns->n_columns > 1) {
        for (; status == OK && i < d->columns->n_columns; i++)
            status = combine(d, i, error);
        return status;
    }
    if (d->row_group != d->scan->row_group && !d->counts_rows)
        status = begin_row_group(d, error);
    while (status == OK && i < n && !has_all(d))
        status = keep_new_values(d, &i, error);
    if (status == OK && has_all(d))
        scan_skip_row_group(d->scan);
    return status;
}

static enum status search(struct distinct *d, struct predicate *predicate, bool *are_few,
                          struct error *error)
{
    enum status status = init(d, error);
    if (status != OK)
        return status;
    scan_start(d->scan, predicate);
    if (row_order_is_of_paths(d->columns, d->scan->file->ops->schema(d->scan->file)))
        scan_read_paths(d->scan);
    /* Threads would read row groups that have nothing new. */
    d->scan->is_alone = d->scan->is_alone || d->columns->n_columns == 1;
    status = scan_next_batch(d->scan, error);
    *are_few = true;
    while (status == OK && *are_few && d->scan->batch_first < d->scan->batch_end) {
        status = search_batch(d, error);
        *are_few = !is_full(d);
        if (status == OK && *are_few)
            status = scan_next_batch(d->scan, error);
    }
    scan_stop(d->scan);
    return status;
}

enum status distinct_rows_collect(struct cached_rows *rows, struct scan *scan,
                                  struct predicate *predicate,
                                  const struct row_order *columns, size_t most_bytes,
                                  struct buffer *counts, bool *are_few,
                                  struct error *error)
{
    struct distinct *d = mem_alloc_zeroed(1, sizeof *d);
    *are_few = false;
    if (d == NULL)
        return error_nomem(error);
    d->rows = rows;
    d->scan = scan;
    d->columns = columns;
    d->counts_rows = counts != NULL;
    d->row_group = UINT32_MAX;
    enum status status = cached_rows_begin(rows, scan, most_bytes, error);
    if (status == OK)
        status = search(d, predicate, are_few, error);
    if (status == OK && *are_few && counts != NULL)
        status = append_counts(d, counts, error);
    release(d);
    mem_free(d);
    if (status == OK && !*are_few)
        cached_rows_release(rows);
    return status;
}
