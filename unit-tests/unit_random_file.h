/* SPDX-License-Identifier: MIT */
/*
 * unit_random_file.h - fake files with a column of each domain: random ones, or for the
 * test to fill.
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

#endif
