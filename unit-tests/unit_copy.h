/* SPDX-License-Identifier: MIT */
/*
 * unit_copy.h - copies a file's columns cell by cell, and marks the rows that random
 * predicates accept in the copy and in a scan, to compare both.
 */
#ifndef UNIT_TESTS_UNIT_COPY_H
#define UNIT_TESTS_UNIT_COPY_H

#include "scan/scan.h"
#include "value/value_text.h"
#include "unit_values.h"

enum { COPY_COLUMNS = 24, COPY_ROWS = 4000, COPY_TERMS = 3 };

struct copied_cell {
    bool is_null;
    union column_value value; /* bytes are owned */
};

struct copied_column {
    bool is_readable;
    enum value_domain domain;
    struct copied_cell *cells;
};

/* The first columns and rows of a file. */
struct file_copy {
    const struct schema *schema;
    uint32_t n_columns;
    uint64_t n_rows;
    struct copied_column columns[COPY_COLUMNS];
};

static inline enum value_domain domain_of_column(const struct column *column)
{
    if (column->type == COLUMN_UINT64)
        return DOMAIN_UINT64;
    switch (column->kind) {
    case VECTOR_INT64:
        return DOMAIN_INT64;
    case VECTOR_DOUBLE:
        return DOMAIN_DOUBLE;
    case VECTOR_INSTANT:
        return DOMAIN_INSTANT;
    case VECTOR_BYTES:
        break;
    }
    return column->type == COLUMN_DECIMAL ? DOMAIN_DOUBLE : DOMAIN_BYTES;
}

static inline struct copied_cell copy_cell(const struct column_vector *vector,
                                           uint32_t row)
{
    struct copied_cell cell = {.is_null = column_vector_is_null(vector, row)};
    uint32_t k = column_vector_index(vector, row);
    if (cell.is_null)
        return cell;
    memcpy(&cell.value,
           (const uint8_t *)vector->values.any + k * vector_kind_width(vector->kind),
           vector_kind_width(vector->kind));
    if (vector->kind == VECTOR_BYTES)
        cell.value.bytes.data = exact_copy(cell.value.bytes.data, cell.value.bytes.size);
    return cell;
}

static inline void free_cells(const struct file_copy *copy, uint32_t c)
{
    const struct copied_cell *cells = copy->columns[c].cells;
    for (uint64_t row = 0; row < copy->n_rows && cells != NULL; row++) {
        if (copy->schema->columns[c].kind == VECTOR_BYTES)
            free((void *)(uintptr_t)cells[row].value.bytes.data);
    }
    free(copy->columns[c].cells);
}

static inline void free_file_copy(struct file_copy *copy)
{
    for (uint32_t c = 0; c < copy->n_columns; c++)
        free_cells(copy, c);
    *copy = (struct file_copy){0};
}

/* Copies through a column reader, without scan or predicate; false if that fails. */
static inline bool copy_column(struct table_file *file, uint32_t c,
                               struct file_copy *copy)
{
    struct column_reader *reader = NULL;
    struct error error = {0};
    struct copied_cell *cells = copy->columns[c].cells;
    uint64_t row = 0;
    enum status status = file->ops->open_column(file, c, &reader, &error);
    for (uint32_t g = 0; status == OK && row < copy->n_rows; g++) {
        uint64_t left = file->ops->row_group_rows(file, g);
        if (left == 0)
            continue;
        status = reader->ops->start(reader, g, &error);
        while (status == OK && left > 0 && row < copy->n_rows) {
            struct column_vector vector;
            uint32_t n = left < 37 ? (uint32_t)left : 37;
            status = reader->ops->read(reader, n, &vector, &error);
            for (uint32_t i = 0; status == OK && i < vector.n_rows && row < copy->n_rows;
                 i++)
                cells[row++] = copy_cell(&vector, i);
            if (status == OK)
                left -= vector.n_rows;
        }
    }
    if (reader != NULL)
        reader->ops->close(reader);
    return status == OK;
}

static inline void copy_file(struct table_file *file, struct file_copy *copy)
{
    uint64_t n_rows = scan_total_rows(file);
    *copy = (struct file_copy){.schema = file->ops->schema(file)};
    copy->n_columns = copy->schema->n_columns < COPY_COLUMNS ? copy->schema->n_columns
                                                             : COPY_COLUMNS;
    copy->n_rows = n_rows < COPY_ROWS ? n_rows : COPY_ROWS;
    for (uint32_t c = 0; c < copy->n_columns; c++) {
        struct copied_column *column = &copy->columns[c];
        column->domain = domain_of_column(&copy->schema->columns[c]);
        column->cells = must(calloc(copy->n_rows + 1, sizeof *column->cells));
        column->is_readable = copy->schema->columns[c].unreadable_reason == NULL &&
                              !copy->schema->columns[c].has_mismatched &&
                              copy_column(file, c, copy);
    }
}

/* ---- Random predicates -------------------------------------------------------- */

/* Usually a value in the column or next to one, else one of the pool. */
static inline union column_value value_near_cell(const struct file_copy *copy, uint32_t c,
                                                 uint64_t *state, struct arena *arena)
{
    const struct copied_column *column = &copy->columns[c];
    const struct copied_cell *cell = NULL;
    union column_value value = random_value(state, column->domain);
    if (copy->n_rows > 0)
        cell = &column->cells[random_below(state, copy->n_rows)];
    if (cell == NULL || cell->is_null || random_below(state, 10) == 0)
        return value;
    int64_t step = (int64_t)random_below(state, 3) - 1;
    value = cell->value;
    switch (column->domain) {
    case DOMAIN_INT64:
    case DOMAIN_UINT64:
        value.int64 = (int64_t)((uint64_t)value.int64 + (uint64_t)step);
        break;
    case DOMAIN_DOUBLE:
        if (copy->schema->columns[c].kind == VECTOR_BYTES &&
            double_from_binary_decimal(cell->value.bytes, copy->schema->columns[c].scale,
                                       &value.float64, &(struct error){0}) != OK)
            value.float64 = 0;
        if (isnan(value.float64))
            value.float64 = 0;
        if (step != 0)
            value.float64 = nextafter(value.float64, (double)step * HUGE_VAL);
        break;
    case DOMAIN_INSTANT:
        break;
    case DOMAIN_BYTES: {
        size_t size = value.bytes.size;
        uint8_t *changed = must(arena_alloc(arena, size + 1, 1));
        if (size > 0)
            memcpy(changed, value.bytes.data, size);
        if (step < 0 && size > 0)
            size--;
        size += step > 0;
        value.bytes = (struct bytes_value){changed, size};
        break;
    }
    }
    return value;
}

static inline void add_random_copy_term(const struct file_copy *copy, uint32_t c,
                                        uint64_t *state, struct predicate *predicate)
{
    struct predicate_term *term = must(predicate_add(predicate, c));
    enum value_domain domain = copy->columns[c].domain;
    bool are_points = random_below(state, 2) == 0;
    uint32_t n = (uint32_t)random_below(state, 5);
    term->set = (struct value_set){
        .domain = domain, .accepts_null = random_below(state, 4) == 0, .n_ranges = n};
    term->set.ranges = must(
        arena_alloc(&predicate->arena, n + 1, sizeof *term->set.ranges));
    for (uint32_t i = 0; i < n; i++) {
        struct value_range *range = &term->set.ranges[i];
        *range = value_range_all(domain);
        if (are_points || random_below(state, 3) > 0)
            range->low = value_near_cell(copy, c, state, &predicate->arena);
        if (are_points || random_below(state, 3) > 0) {
            range->has_no_high = false;
            range->high = are_points ? range->low
                                     : value_near_cell(copy, c, state, &predicate->arena);
        }
        range->low_is_open = domain == DOMAIN_BYTES && !are_points &&
                             random_below(state, 3) == 0;
    }
    value_set_normalise(&term->set);
    term->prunes = random_below(state, 8) > 0;
    if (domain == DOMAIN_BYTES && random_below(state, 6) == 0) {
        term->prunes = false;
        term->transform = TRANSFORM_RTRIM;
    }
}

static inline void fill_random_predicate(const struct file_copy *copy, uint64_t *state,
                                         struct predicate *predicate)
{
    predicate_clear(predicate);
    uint64_t n = 1 + random_below(state, COPY_TERMS);
    for (uint64_t i = 0; i < n && copy->n_columns > 0; i++) {
        uint32_t c = (uint32_t)random_below(state, copy->n_columns);
        if (copy->columns[c].is_readable)
            add_random_copy_term(copy, c, state, predicate);
    }
    predicate->has_rows = true;
    struct value_set *rows = &predicate->rows;
    *rows = (struct value_set){.domain = DOMAIN_INT64, .n_ranges = 1};
    rows->ranges = must(arena_alloc(&predicate->arena, 1, sizeof *rows->ranges));
    rows->ranges[0].high.int64 = (int64_t)copy->n_rows - 1;
    if (random_below(state, 4) == 0)
        rows->ranges[0].low.int64 = (int64_t)random_below(state, copy->n_rows + 1);
    value_set_normalise(rows);
}

static inline bool copy_accepts(const struct file_copy *copy, uint64_t row,
                                const struct predicate_term *term)
{
    const struct copied_column *column = &copy->columns[term->column];
    const struct copied_cell *cell = &column->cells[row];
    const struct column *c = &copy->schema->columns[term->column];
    union column_value value = cell->value;
    if (cell->is_null || (c->kind == VECTOR_DOUBLE && isnan(value.float64)))
        return term->set.accepts_null;
    if (column->domain == DOMAIN_DOUBLE && c->kind == VECTOR_BYTES &&
        double_from_binary_decimal(cell->value.bytes, c->scale, &value.float64,
                                   &(struct error){0}) != OK)
        return term->set.n_ranges > 0;
    while (term->transform == TRANSFORM_RTRIM && value.bytes.size > 0 &&
           value.bytes.data[value.bytes.size - 1] == ' ')
        value.bytes.size--;
    return plain_contains(column->domain, term->set.ranges, term->set.n_ranges, value);
}

/* Sets a flag per row: whether the predicate accepts its cells in the copy. */
static inline void mark_accepted_rows(const struct file_copy *copy,
                                      const struct predicate *predicate, uint8_t *marks)
{
    int64_t first = predicate->rows.n_ranges > 0 ? predicate->rows.ranges[0].low.int64
                                                 : INT64_MAX;
    for (uint64_t row = 0; row < copy->n_rows; row++) {
        marks[row] = (int64_t)row >= first;
        for (uint32_t i = 0; i < predicate->n_terms && marks[row]; i++)
            marks[row] = copy_accepts(copy, row, &predicate->terms[i]);
    }
}

/* Sets the flags of the rows that a scan returns; false if it returns a row twice or one
 * that does not exist. */
static inline bool mark_scanned_rows(struct scan *scan, uint64_t n_rows, uint8_t *marks,
                                     enum status *status, struct error *error)
{
    bool is_sound = true;
    memset(marks, 0, n_rows);
    for (;;) {
        *status = scan_next_batch(scan, error);
        if (*status != OK || scan->batch_first >= scan->batch_end)
            return is_sound;
        uint64_t n = scan->selected != NULL ? scan->n_selected
                                            : scan->batch_end - scan->batch_first;
        for (uint64_t i = 0; i < n; i++) {
            uint64_t row = scan->batch_first + (scan->selected ? scan->selected[i] : i);
            if (row >= n_rows || row >= scan->batch_end || marks[row])
                is_sound = false;
            else
                marks[row] = 1;
        }
    }
}

#endif
