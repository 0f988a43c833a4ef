/* SPDX-License-Identifier: MIT */
/*
 * unit_random_file.h - fake files with a column of each domain: random ones, or for the
 * test to fill; and conditions on a column.
 */
#ifndef UNIT_RANDOM_FILE_H
#define UNIT_RANDOM_FILE_H

#include "unit_fake_file.h"

enum { ID, SMALL, UNSIGNED, REAL, TEXT, INSTANT, N_FILE_COLUMNS };

/* Adds the columns to a new file.  ID is the row's number. */
static inline void random_file_columns(struct fake_file *file)
{
    fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_UINT64, VECTOR_INT64, DOMAIN_UINT64);
    fake_add_column(file, COLUMN_REAL, VECTOR_DOUBLE, DOMAIN_DOUBLE);
    fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    fake_add_column(file, COLUMN_TIMESTAMP, VECTOR_INSTANT, DOMAIN_INSTANT);
    for (uint32_t i = 0; i < file->group_first[file->n_groups]; i++)
        file->fakes[ID].cells[i].value.int64 = i;
}

/* Values of a row group lie close together, so that bounds exclude. */
static inline void random_file_fill(uint64_t *state, struct fake_file *file, uint32_t c)
{
    struct fake_column *column = &file->fakes[c];
    for (uint32_t g = 0; g < file->n_groups; g++) {
        size_t from = random_below(state, N_POOL);
        size_t width = 1 + random_below(state, N_POOL);
        uint32_t nulls = (uint32_t)random_below(state, 4);
        for (uint32_t i = file->group_first[g]; i < file->group_first[g + 1]; i++) {
            struct fake_cell *cell = &column->cells[i];
            if (random_below(state, 20) == 0)
                from = random_below(state, N_POOL);
            cell->value = pool_value(column->domain,
                                     (from + random_below(state, width)) % N_POOL);
            if (c == REAL && random_below(state, 20) == 0)
                cell->value.float64 = NAN;
            cell->is_null = nulls == 3 || random_below(state, 8) < nulls;
        }
    }
}

/* Up to MOST_GROUPS row groups, most of them small, with any statistics, page ranges,
 * dictionaries, nulls and lengths of batches. */
static inline void make_random_file(uint64_t *state, struct fake_file *file)
{
    uint32_t rows[MOST_GROUPS];
    uint32_t n_groups = (uint32_t)random_below(state, MOST_GROUPS + 1);
    for (uint32_t i = 0; i < n_groups; i++)
        rows[i] = (uint32_t)random_below(state, random_below(state, 5) == 0 ? 3000 : 80);
    fake_init(file, rows, n_groups);
    random_file_columns(file);
    for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++) {
        random_file_fill(state, file, c);
        if (random_below(state, 2) == 0)
            file->fakes[c].most_rows = 1 + (uint32_t)random_below(state, 50);
        for (uint32_t g = 0; g < n_groups; g++) {
            struct fake_chunk *chunk = &file->fakes[c].chunks[g];
            uint32_t least_rows = rows[g] / 60 + 1;
            chunk->has_statistics = random_below(state, 2) == 0;
            chunk->has_index = random_below(state, 2) == 0;
            chunk->is_dictionary = random_below(state, 2) == 0;
            if (!chunk->is_dictionary && random_below(state, 3) == 0)
                chunk->n_dictionary_rows = (uint32_t)random_below(state, rows[g] + 1);
            chunk->page_rows = (uint32_t)random_below(state, rows[g] + 1);
            if (chunk->page_rows < least_rows)
                chunk->page_rows = least_rows;
        }
    }
    fake_finish(file);
}

static inline bool is_null_cell(const struct fake_column *column,
                                const struct fake_cell *cell)
{
    return cell->is_null || fake_is_nan(column, cell);
}

/* Negative if a comes before b in ascending order. */
static inline int cell_order(const struct fake_column *column, const struct fake_cell *a,
                             const struct fake_cell *b)
{
    bool a_is_null = is_null_cell(column, a), b_is_null = is_null_cell(column, b);
    if (a_is_null || b_is_null)
        return b_is_null - a_is_null;
    return plain_order(column->domain, a->value, b->value);
}

/* A set that a column's values must be in.  A zeroed struct accepts every row. */
struct condition {
    bool is_set;
    uint32_t column;
    struct value_set set; /* of `ranges`, wherever it points */
    struct value_range ranges[MOST_RANGES];
};

static inline struct condition random_condition(uint64_t *state,
                                                const struct fake_file *file)
{
    struct condition c = {.is_set = true};
    c.column = (uint32_t)random_below(state, N_FILE_COLUMNS);
    random_ranges(state, file->fakes[c.column].domain, 3, c.ranges, &c.set);
    value_set_normalise(&c.set);
    return c;
}

/* Values of SMALL from low to high. */
static inline struct condition small_condition(int64_t low, int64_t high)
{
    return (struct condition){.is_set = true,
                              .column = SMALL,
                              .set = {.domain = DOMAIN_INT64, .n_ranges = 1},
                              .ranges[0] = {.low.int64 = low, .high.int64 = high}};
}

/* Makes an empty predicate that of the condition, which must outlive it. */
static inline enum status condition_add(struct condition *c, struct predicate *predicate,
                                        const struct fake_file *file, struct error *error)
{
    if (!c->is_set)
        return OK;
    struct predicate_term *term = predicate_add(predicate, c->column);
    if (term == NULL)
        return error_nomem(error);
    c->set.ranges = c->ranges;
    term->prunes = true;
    term->set = c->set;
    return predicate_prepare(predicate, &file->schema, error);
}

static inline bool condition_accepts(const struct condition *c,
                                     const struct fake_file *file, uint32_t row)
{
    if (!c->is_set)
        return true;
    const struct fake_column *column = &file->fakes[c->column];
    const struct fake_cell *cell = &column->cells[row];
    if (is_null_cell(column, cell))
        return c->set.accepts_null;
    return plain_contains(column->domain, c->ranges, c->set.n_ranges, cell->value);
}

#endif
