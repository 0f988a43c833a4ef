/* SPDX-License-Identifier: MIT */
/*
 * value_table.h - numbers the different values of a column, in the order in which they
 * are added: rows of a dictionary-encoded vector cost a look-up in an array.
 */
#ifndef ROWS_VALUE_TABLE_H
#define ROWS_VALUE_TABLE_H

#include "base/arena.h"
#include "scan/value_set.h"

/* A zeroed struct may be released. */
struct value_table {
    enum vector_kind kind;
    struct buffer entries; /* the values, by number */
    struct arena bytes;    /* texts of entries; a 0 byte follows each */
    size_t n_bytes;        /* that entries and their texts take */
    /* For each entry of the dictionary that is being read its number + 1, or 0. */
    uint64_t dictionary;
    struct buffer entry_numbers;
    /* A hash table: numbers + 1, 0 where it is free. */
    struct buffer known;
    uint32_t known_mask, n_known;
};

/* Initializes a table for the values of about n_rows rows. */
enum status value_table_init(struct value_table *table, enum vector_kind kind,
                             uint64_t n_rows, struct error *error) CHECK_RESULT;
void value_table_release(struct value_table *table);

uint32_t value_table_count(const struct value_table *table);

/* Whether no more values are found again: adding one adds an entry, even if it is
 * there. */
bool value_table_is_full(const struct value_table *table);

/* Sets the number of a value, which is compared bit by bit; adds it if it is new. */
enum status value_table_add(struct value_table *table, union column_value value,
                            uint32_t *number, struct error *error) CHECK_RESULT;

/* Prepares for rows of a vector with a dictionary. */
enum status value_table_use_dictionary(struct value_table *table,
                                       const struct column_vector *vector,
                                       struct error *error) CHECK_RESULT;

/* What the table has for the entries of the dictionary; see above. */
static inline uint32_t *value_table_entry_numbers(const struct value_table *table)
{
    return (uint32_t *)(void *)table->entry_numbers.data;
}

/* Sets *n_missing to the number of entries of the vector's dictionary that are not in the
 * table. */
enum status value_table_find_entries(struct value_table *table,
                                     const struct column_vector *vector,
                                     uint32_t *n_missing,
                                     struct error *error) CHECK_RESULT;

/* The same as value_table_add() for a row of a vector that is not null. */
enum status value_table_add_row(struct value_table *table,
                                const struct column_vector *vector, uint32_t row,
                                uint32_t *number, struct error *error) CHECK_RESULT;

#endif
