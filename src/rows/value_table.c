/* SPDX-License-Identifier: MIT */
#include "rows/value_table.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"

enum {
    ENTRY_WORK = 32, /* for interrupt_after() */
    /* Tables with more slots mix and seed the hashes of numbers: what others have chosen,
     * or what happens to be regular, would collide so often that it matters. */
    MOST_SPREAD = 1 << 18,
};

enum status value_table_init(struct value_table *table, enum vector_kind kind,
                             uint32_t most_known, struct error *error)
{
    *table = (struct value_table){
        .kind = kind, .most_known = most_known, .seed = hash_new_seed()};
    return number_slots_init_larger(&table->slots, &table->slots, error);
}

void value_table_release(struct value_table *table)
{
    buffer_release(&table->entries);
    buffer_release(&table->hashes);
    arena_release(&table->bytes);
    buffer_release(&table->entry_numbers);
    number_slots_release(&table->slots);
    *table = (struct value_table){0};
}

uint32_t value_table_count(const struct value_table *table)
{
    return (uint32_t)(table->entries.size / vector_kind_width(table->kind));
}

bool value_table_is_full(const struct value_table *table)
{
    return table->slots.n >= table->most_known;
}

static inline uint32_t hash_of_word(const struct value_table *table, int64_t word)
{
    uint64_t hash = table->slots.mask < MOST_SPREAD
                        ? hash_spread((uint64_t)word)
                        : hash_mix((uint64_t)word ^ table->seed);
    return (uint32_t)(hash >> 32);
}

static uint32_t hash_of_text(const struct value_table *table, struct bytes_value text)
{
    return (uint32_t)hash_of(slice_of(text.data, text.size), table->seed);
}

static uint32_t hash_of_value(const struct value_table *table, union column_value value)
{
    switch (table->kind) {
    case VECTOR_INT64:
    case VECTOR_DOUBLE:
        return hash_of_word(table, value.int64);
    case VECTOR_INSTANT:
        return hash_of_word(table, value.instant.seconds ^ value.instant.nanos);
    case VECTOR_BYTES:
        break;
    }
    return hash_of_text(table, value.bytes);
}

static uint32_t hash_of_entry(const struct value_table *table, uint32_t number)
{
    return table->kind == VECTOR_BYTES
               ? ((const uint32_t *)(const void *)table->hashes.data)[number]
               : hash_of_value(table, value_table_value(table, number));
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
    const struct bytes_value *text = &((const struct bytes_value *)entries)[number];
    return slice_equals(slice_of(text->data, text->size),
                        slice_of(value.bytes.data, value.bytes.size));
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

/* Returns where the value's number is in the slots, or where it belongs. */
static uint32_t find(const struct value_table *table, union column_value value,
                     uint32_t hash)
{
    const struct number_slots *slots = &table->slots;
    uint32_t at = number_slots_first(slots, hash);
    while (slots->numbers[at] != 0 && !is_entry(table, slots->numbers[at] - 1, value))
        at = number_slots_next(slots, at);
    return at;
}

/* Makes room for n more values that are found again. */
static enum status reserve(struct value_table *table, uint32_t n, struct error *error)
{
    enum status status = OK;
    while (status == OK && table->slots.n + n > table->slots.most) {
        struct number_slots before = table->slots;
        status = number_slots_init_larger(&table->slots, &before, error);
        if (status != OK)
            table->slots = before;
        for (uint32_t i = 0; status == OK && i < value_table_count(table); i++) {
            if (!value_table_is_null(table, i))
                number_slots_add(&table->slots, hash_of_entry(table, i), i);
            status = interrupt_after(ENTRY_WORK, error);
            if (status != OK) {
                number_slots_release(&table->slots);
                table->slots = before;
            }
        }
        if (status == OK)
            number_slots_release(&before);
    }
    return status;
}

static enum status append(struct value_table *table, union column_value value,
                          uint32_t hash, uint32_t *number, struct error *error)
{
    size_t width = vector_kind_width(table->kind);
    enum status status = OK;
    if (table->kind == VECTOR_BYTES) {
        status = copy_text(table, &value.bytes, error);
        if (status == OK)
            status = buffer_append(&table->hashes, &hash, sizeof hash, error);
    }
    *number = value_table_count(table);
    if (status == OK)
        status = buffer_append(&table->entries, &value, width, error);
    table->n_bytes += status == OK ? width : 0;
    return status;
}

/* value_table_add(), with the value's hash. */
static enum status add_hashed(struct value_table *table, union column_value value,
                              uint32_t hash, uint32_t *number, struct error *error)
{
    uint32_t at = find(table, value, hash);
    enum status status = OK;
    if (table->slots.numbers[at] != 0) {
        *number = table->slots.numbers[at] - 1;
        return OK;
    }
    if (value_table_is_full(table))
        return append(table, value, hash, number, error);
    if (number_slots_must_grow(&table->slots)) {
        status = reserve(table, 1, error);
        hash = hash_of_value(table, value);
    }
    if (status == OK)
        status = append(table, value, hash, number, error);
    if (status == OK)
        number_slots_add(&table->slots, hash, *number);
    return status;
}

enum status value_table_add(struct value_table *table, union column_value value,
                            uint32_t *number, struct error *error)
{
    return add_hashed(table, value, hash_of_value(table, value), number, error);
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
        if (entry_numbers[k] == 0) {
            union column_value value = column_vector_value(vector, k);
            uint32_t at = find(table, value, hash_of_value(table, value));
            entry_numbers[k] = table->slots.numbers[at];
        }
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

static enum status add_null(struct value_table *table, uint32_t *number,
                            struct error *error)
{
    const union column_value none = {.int64 = 0};
    const union column_value no_text = {.bytes = {NULL, 0}};
    enum status status = OK;
    if (table->null_number == 0) {
        status = append(table, table->kind == VECTOR_BYTES ? no_text : none, 0, number,
                        error);
        table->null_number = status == OK ? *number + 1 : 0;
    }
    *number = table->null_number - 1;
    return status;
}

/* Adds rows of numbers without indices, for which there is room; ends at a null. */
static void add_words(struct value_table *table, const struct column_vector *vector,
                      uint32_t n, uint32_t *numbers, uint32_t *i)
{
    const struct number_slots slots = table->slots;
    const int64_t *words = vector->values.int64;
    int64_t *entries = (int64_t *)(void *)table->entries.data;
    uint32_t n_entries = value_table_count(table), n_before = n_entries, row = *i, number;
    for (; row < n && !column_vector_is_null(vector, row); row++) {
        uint32_t at = number_slots_first(&slots, hash_of_word(table, words[row]));
        while ((number = slots.numbers[at]) != 0 && entries[number - 1] != words[row])
            at = number_slots_next(&slots, at);
        if (number == 0) {
            entries[n_entries] = words[row];
            slots.numbers[at] = number = ++n_entries;
        }
        numbers[row] = number - 1;
    }
    *i = row;
    table->entries.size = n_entries * sizeof *entries;
    table->n_bytes += (n_entries - n_before) * sizeof *entries;
    table->slots.n += n_entries - n_before;
}

/* Sets the numbers of rows whose values are known; returns whether that is true of all.
 */
static bool find_indices(const struct value_table *table,
                         const struct column_vector *vector, uint32_t n,
                         uint32_t *numbers)
{
    const uint32_t *of_entries = value_table_entry_numbers(table);
    const uint32_t *indices = vector->indices;
    uint32_t n_unknown = 0;
    if (vector->valid == NULL) {
        for (uint32_t i = 0; i < n; i++) {
            uint32_t number = of_entries[indices[i]];
            numbers[i] = number - 1;
            n_unknown += number == 0;
        }
        return n_unknown == 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = vector->valid[i] ? of_entries[indices[i]] : table->null_number;
        numbers[i] = number - 1;
        n_unknown += number == 0;
    }
    return n_unknown == 0;
}

/* Asks for the slots, entries and texts that hashes lead to. */
static void ask_for_texts(const struct value_table *table, const uint32_t *hashes,
                          uint32_t n)
{
    const struct number_slots *slots = &table->slots;
    const struct bytes_value *entries =
        (const struct bytes_value *)(const void *)table->entries.data;
    for (uint32_t i = 0; i < n; i++)
        memory_ask_for(&slots->numbers[number_slots_first(slots, hashes[i])]);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = slots->numbers[number_slots_first(slots, hashes[i])];
        if (number != 0)
            memory_ask_for(&entries[number - 1]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = slots->numbers[number_slots_first(slots, hashes[i])];
        if (number != 0)
            memory_ask_for(entries[number - 1].data);
    }
}

/* Adds rows of texts without indices; ends at a null. */
static enum status add_texts(struct value_table *table,
                             const struct column_vector *vector, uint32_t n,
                             uint32_t *numbers, uint32_t *i, struct error *error)
{
    const struct bytes_value *texts = vector->values.bytes;
    uint32_t hashes[BATCH_ROWS], first = *i, end = first, row;
    enum status status = OK;
    for (; end < n && !column_vector_is_null(vector, end); end++)
        hashes[end] = hash_of_text(table, texts[end]);
    if (number_slots_are_far(&table->slots))
        ask_for_texts(table, &hashes[first], end - first);
    for (row = first; status == OK && row < end; row++)
        status = add_hashed(table, (union column_value){.bytes = texts[row]}, hashes[row],
                            &numbers[row], error);
    *i = end;
    return status;
}

enum status value_table_add_vector(struct value_table *table,
                                   const struct column_vector *vector, uint32_t n,
                                   uint32_t *numbers, struct error *error)
{
    enum status status = OK;
    if (vector->indices != NULL) {
        status = value_table_use_dictionary(table, vector, error);
        if (status != OK ||
            (vector->n_entries > 0 && find_indices(table, vector, n, numbers)))
            return status;
    }
    bool is_word = vector->indices == NULL && vector->kind != VECTOR_BYTES &&
                   n <= table->most_known - table->slots.n;
    if (is_word)
        status = reserve(table, n, error);
    if (is_word && status == OK) /* n, and a null */
        status = buffer_reserve(&table->entries,
                                table->entries.size + (n + 1) * sizeof(int64_t), true,
                                error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (is_word)
            add_words(table, vector, n, numbers, &i);
        else if (vector->indices == NULL && vector->kind == VECTOR_BYTES)
            status = add_texts(table, vector, n, numbers, &i, error);
        if (status != OK || i == n)
            break;
        if (column_vector_is_null(vector, i))
            status = add_null(table, &numbers[i], error);
        else
            status = value_table_add_row(table, vector, i, &numbers[i], error);
    }
    return status;
}
