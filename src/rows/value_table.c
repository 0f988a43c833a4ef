/* SPDX-License-Identifier: MIT */
#include "rows/value_table.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"

enum {
    /* Values that are found again: as many as this. */
    MOST_KNOWN = 1 << 15,
    ENTRY_WORK = 32, /* for interrupt_after() */
};

enum status value_table_init(struct value_table *table, enum vector_kind kind,
                             uint64_t n_rows, struct error *error)
{
    uint32_t size = 2 * MOST_KNOWN;
    while (size / 4 > n_rows)
        size /= 2;
    *table = (struct value_table){.kind = kind, .known_mask = size - 1};
    enum status status = buffer_reserve(&table->known, size * sizeof size, false, error);
    if (status == OK)
        memset(table->known.data, 0, size * sizeof size);
    return status;
}

void value_table_release(struct value_table *table)
{
    buffer_release(&table->entries);
    arena_release(&table->bytes);
    buffer_release(&table->entry_numbers);
    buffer_release(&table->known);
    *table = (struct value_table){0};
}

uint32_t value_table_count(const struct value_table *table)
{
    return (uint32_t)(table->entries.size / vector_kind_width(table->kind));
}

bool value_table_is_full(const struct value_table *table)
{
    return table->n_known > table->known_mask / 2;
}

static uint32_t hash_of_value(enum vector_kind kind, union column_value value)
{
    uint64_t hash = 0;
    switch (kind) {
    case VECTOR_INT64:
    case VECTOR_DOUBLE:
        hash = hash_spread((uint64_t)value.int64);
        break;
    case VECTOR_INSTANT:
        hash = hash_spread((uint64_t)value.instant.seconds ^
                           (uint64_t)value.instant.nanos);
        break;
    case VECTOR_BYTES:
        hash = hash_of(slice_of(value.bytes.data, value.bytes.size), 0);
        break;
    }
    return (uint32_t)(hash >> 32);
}

/* Whether an entry has exactly this value. */
static bool is_entry(const struct value_table *table, uint32_t number,
                     union column_value value)
{
    const void *entries = table->entries.data;
    switch (table->kind) {
    case VECTOR_INT64:
    case VECTOR_DOUBLE:
        return ((const int64_t *)entries)[number] == value.int64;
    case VECTOR_INSTANT:
        return ((const struct instant *)entries)[number].seconds ==
                   value.instant.seconds &&
               ((const struct instant *)entries)[number].nanos == value.instant.nanos;
    case VECTOR_BYTES:
        break;
    }
    return bytes_compare(((const struct bytes_value *)entries)[number], value.bytes) == 0;
}

/* Makes a copy of a text, followed by a 0 byte. */
static enum status copy_text(struct value_table *table, struct bytes_value *text,
                             struct error *error)
{
    uint8_t *copy = arena_alloc(&table->bytes, text->size + 1, 1);
    if (copy == NULL)
        return error_nomem(error);
    if (text->size > 0)
        memcpy(copy, text->data, text->size);
    text->data = copy;
    table->n_bytes += text->size + 1;
    return OK;
}

/* Returns where the value's number is in the hash table, or where it belongs.  With
 * hash_table.h, whose slots are twice as large and have the hash, integers took a quarter
 * longer. */
static uint32_t *find(const struct value_table *table, union column_value value)
{
    uint32_t *known = (uint32_t *)(void *)table->known.data;
    uint32_t at = hash_of_value(table->kind, value) & table->known_mask;
    while (known[at] != 0 && !is_entry(table, known[at] - 1, value))
        at = (at + 1) & table->known_mask;
    return &known[at];
}

enum status value_table_add(struct value_table *table, union column_value value,
                            uint32_t *number, struct error *error)
{
    uint32_t *slot = find(table, value);
    size_t width = vector_kind_width(table->kind);
    enum status status = OK;
    if (*slot != 0) {
        *number = *slot - 1;
        return OK;
    }
    if (table->kind == VECTOR_BYTES)
        status = copy_text(table, &value.bytes, error);
    *number = value_table_count(table);
    if (status == OK)
        status = buffer_append(&table->entries, &value, width, error);
    if (status != OK)
        return status;
    table->n_bytes += width;
    if (!value_table_is_full(table)) {
        *slot = *number + 1;
        table->n_known++;
    }
    return OK;
}

enum status value_table_use_dictionary(struct value_table *table,
                                       const struct column_vector *vector,
                                       struct error *error)
{
    size_t size = (size_t)vector->n_entries * sizeof(uint32_t);
    if (table->dictionary == vector->dictionary)
        return OK;
    enum status status = buffer_reserve(&table->entry_numbers, size + 1, false, error);
    if (status != OK)
        return status;
    memset(table->entry_numbers.data, 0, size);
    table->dictionary = vector->dictionary;
    return OK;
}

enum status value_table_find_entries(struct value_table *table,
                                     const struct column_vector *vector,
                                     uint32_t *n_missing, struct error *error)
{
    enum status status = value_table_use_dictionary(table, vector, error);
    uint32_t *entry_numbers = value_table_entry_numbers(table);
    *n_missing = 0;
    for (uint32_t k = 0; status == OK && k < vector->n_entries; k++) {
        if (entry_numbers[k] == 0)
            entry_numbers[k] = *find(table, column_vector_value(vector, k));
        *n_missing += entry_numbers[k] == 0;
        status = interrupt_after(ENTRY_WORK, error);
    }
    return status;
}

enum status value_table_add_row(struct value_table *table,
                                const struct column_vector *vector, uint32_t row,
                                uint32_t *number, struct error *error)
{
    uint32_t k = column_vector_index(vector, row);
    uint32_t *slot = vector->indices == NULL ? NULL
                                             : value_table_entry_numbers(table) + k;
    if (slot != NULL && *slot != 0) {
        *number = *slot - 1;
        return OK;
    }
    enum status status = value_table_add(table, column_vector_value(vector, k), number,
                                         error);
    if (status == OK && slot != NULL)
        *slot = *number + 1;
    return status;
}
