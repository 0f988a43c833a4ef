/* SPDX-License-Identifier: MIT */
/*
 * value_table.h - numbers the different values of a column, in the order in which they
 * are added: rows of a dictionary-encoded vector cost a look-up in an array.
 */
#ifndef ROWS_VALUE_TABLE_H
#define ROWS_VALUE_TABLE_H

#include "base/arena.h"
#include "base/number_slots.h"
#include "scan/value_set.h"

/* For value_table_init(). */
enum { VALUE_TABLE_FEW = 1 << 15, VALUE_TABLE_ANY = 1 << 30 };

/* A zeroed struct may be released. */
struct value_table {
    enum vector_kind kind;
    struct buffer entries; /* the values, by number */
    struct arena bytes;    /* texts of entries; a 0 byte follows each */
    struct buffer hashes;  /* of entries, uint32_t, if they are texts */
    size_t n_bytes;        /* that entries and their texts take */
    /* For each entry of the dictionary that is being read its number + 1, or 0. */
    uint64_t dictionary;
    struct buffer entry_numbers;
    struct number_slots slots; /* of the values that are found again */
    uint32_t most_known;       /* as many as this */
    uint32_t null_number;      /* of value_table_add_vector(); + 1, 0: none */
    uint64_t seed;             /* of hashes */
};

/* Initializes a table; of the values that are added, the first most_known are found
 * again. */
enum status value_table_init(struct value_table *table, enum vector_kind kind,
                             uint32_t most_known, struct error *error) CHECK_RESULT;
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

/* The same as value_table_add() for the first n <= BATCH_ROWS rows of a vector, also for
 * nulls, which have a number, too: its value means nothing.  Not for instants. */
enum status value_table_add_vector(struct value_table *table,
                                   const struct column_vector *vector, uint32_t n,
                                   uint32_t *numbers, struct error *error) CHECK_RESULT;

static inline bool value_table_is_null(const struct value_table *table, uint32_t number)
{
    return number + 1 == table->null_number;
}

/* The value with a number; bytes are the table's. */
static inline union column_value value_table_value(const struct value_table *table,
                                                   uint32_t number)
{
    const struct column_vector entries = {.kind = table->kind,
                                          .values.any = table->entries.data};
    return column_vector_value(&entries, number);
}

/* The same as value_table_add() for a row of a vector that is not null. */
enum status value_table_add_row(struct value_table *table,
                                const struct column_vector *vector, uint32_t row,
                                uint32_t *number, struct error *error) CHECK_RESULT;

#endif
