/* SPDX-License-Identifier: MIT */
#include "vector/group_table.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"

enum {
    MOST_DIRECT_BITS = 16, /* an array of groups by tuples fits in the L2 cache */
    MOST_NULLABLE = 64,    /* keys with a bit in `nulls`; those after them are numbered */
    TUPLE_WORK = 8,        /* for interrupt_after() */
};

/* Rows as tuples, one array for each key. */
struct group_rows {
    uint32_t numbers[BATCH_ROWS], hashes[BATCH_ROWS];
    uint64_t nulls[BATCH_ROWS];
    bool has_nulls;
    const uint64_t **columns; /* n_keys */
    uint64_t *words;          /* n_keys * BATCH_ROWS, where columns need them */
};

static enum status rows_new(struct group_rows **rows, uint32_t n_keys,
                            struct error *error)
{
    *rows = mem_alloc_zeroed(1, sizeof **rows);
    if (*rows == NULL)
        return error_nomem(error);
    (*rows)->columns = mem_alloc_zeroed(n_keys, sizeof *(*rows)->columns);
    (*rows)->words = mem_alloc(n_keys, BATCH_ROWS * sizeof *(*rows)->words);
    return (*rows)->columns != NULL && (*rows)->words != NULL ? OK : error_nomem(error);
}

static void rows_free(struct group_rows *rows)
{
    if (rows == NULL)
        return;
    mem_free(rows->columns);
    mem_free(rows->words);
    mem_free(rows);
}

enum status group_table_init(struct group_table *table, const enum vector_kind *kinds,
                             uint32_t n_keys, struct error *error)
{
    enum status status = OK;
    *table = (struct group_table){.keys = mem_alloc_zeroed(n_keys, sizeof *table->keys),
                                  .seed = hash_new_seed()};
    if (table->keys == NULL)
        return error_nomem(error);
    table->n_keys = n_keys;
    for (uint32_t k = 0; status == OK && k < n_keys; k++)
        status = value_table_init(&table->keys[k].values, kinds[k], VALUE_TABLE_ANY,
                                  error);
    return status == OK && n_keys > 1 ? rows_new(&table->rows, n_keys, error) : status;
}

void group_table_release(struct group_table *table)
{
    for (uint32_t k = 0; k < table->n_keys; k++)
        value_table_release(&table->keys[k].values);
    mem_free(table->keys);
    mem_free(table->tuples);
    mem_free(table->nulls);
    mem_free(table->direct);
    number_slots_release(&table->slots);
    rows_free(table->rows);
    *table = (struct group_table){0};
}

uint32_t group_table_count(const struct group_table *table)
{
    return table->n_keys == 1 ? value_table_count(&table->keys[0].values)
                              : table->n_groups;
}

bool group_table_key(const struct group_table *table, uint32_t group, uint32_t key,
                     union column_value *value)
{
    const struct value_table *values = &table->keys[key].values;
    uint64_t word = group;
    if (table->n_keys > 1)
        word = table->tuples[(size_t)group * table->n_keys + key];
    if (table->n_keys > 1 && !table->keys[key].is_numbered) {
        value->int64 = (int64_t)word;
        return table->nulls == NULL || (table->nulls[group] >> key & 1) == 0;
    }
    *value = value_table_value(values, (uint32_t)word);
    return !value_table_is_null(values, (uint32_t)word);
}

/* Makes room for the tuples of n more groups. */
static enum status reserve_tuples(struct group_table *table, uint32_t n,
                                  struct error *error)
{
    size_t n_groups = (size_t)table->n_groups + n;
    bool needs_nulls = table->nulls != NULL || table->rows->has_nulls;
    bool is_first = needs_nulls && table->nulls == NULL;
    if (n_groups > SIZE_MAX / sizeof *table->tuples / table->n_keys ||
        !mem_grow(&table->tuples, group_room(n_groups) * table->n_keys,
                  sizeof *table->tuples) ||
        (needs_nulls &&
         !mem_grow(&table->nulls, group_room(n_groups), sizeof *table->nulls)))
        return error_nomem(error);
    if (is_first)
        memset(table->nulls, 0, table->n_groups * sizeof *table->nulls);
    return OK;
}

/* ---- A hash table ---------------------------------------------------------------- */

static uint32_t hash_of_tuple(const struct group_table *table, uint32_t group)
{
    const uint64_t *tuple = &table->tuples[(size_t)group * table->n_keys];
    uint64_t hash = table->seed;
    for (uint32_t k = 0; k < table->n_keys; k++)
        hash = hash_mix(hash ^ tuple[k]);
    return (uint32_t)(table->nulls != NULL ? hash ^ hash_mix(table->nulls[group]) : hash);
}

static void hash_rows(const struct group_table *table, uint32_t n)
{
    const struct group_rows *rows = table->rows;
    uint32_t *hashes = table->rows->hashes;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t hash = hash_mix(table->seed ^ rows->columns[0][i]);
        for (uint32_t k = 1; k < table->n_keys; k++)
            hash = hash_mix(hash ^ rows->columns[k][i]);
        hashes[i] = (uint32_t)hash;
    }
    for (uint32_t i = 0; rows->has_nulls && i < n; i++)
        hashes[i] ^= (uint32_t)hash_mix(rows->nulls[i]);
}

/* Makes room for n more groups in the hash table. */
static enum status reserve_slots(struct group_table *table, uint32_t n,
                                 struct error *error)
{
    enum status status = OK;
    while (status == OK && table->n_groups + n > table->slots.most) {
        struct number_slots larger = {0};
        status = number_slots_init_larger(&larger, &table->slots, error);
        for (uint32_t g = 0; status == OK && g < table->n_groups; g++) {
            number_slots_add(&larger, hash_of_tuple(table, g), g);
            status = interrupt_after(TUPLE_WORK, error);
        }
        number_slots_release(status == OK ? &table->slots : &larger);
        if (status == OK)
            table->slots = larger;
    }
    return status;
}

/* Whether the row has the tuple.  Inlined with a constant number of keys. */
static inline bool has_tuple(const struct group_table *table, uint32_t n_keys,
                             uint32_t group, uint32_t row)
{
    const struct group_rows *rows = table->rows;
    const uint64_t *tuple = &table->tuples[(size_t)group * n_keys];
    for (uint32_t k = 0; k < n_keys; k++) {
        if (tuple[k] != rows->columns[k][row])
            return false;
    }
    return table->nulls == NULL ||
           table->nulls[group] == (rows->has_nulls ? rows->nulls[row] : 0);
}

static inline void find_rows(struct group_table *table, uint32_t n_keys, uint32_t n,
                             uint32_t *groups)
{
    const struct group_rows *rows = table->rows;
    const struct number_slots slots = table->slots;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = number_slots_first(&slots, rows->hashes[i]), number;
        while ((number = slots.numbers[at]) != 0 &&
               !has_tuple(table, n_keys, number - 1, i))
            at = number_slots_next(&slots, at);
        if (number == 0) {
            uint32_t group = table->n_groups++;
            for (uint32_t k = 0; k < n_keys; k++)
                table->tuples[(size_t)group * n_keys + k] = rows->columns[k][i];
            if (table->nulls != NULL)
                table->nulls[group] = rows->has_nulls ? rows->nulls[i] : 0;
            slots.numbers[at] = number = group + 1;
        }
        groups[i] = number - 1;
    }
    table->slots.n = table->n_groups;
}

/* Sets the words of a key that is not numbered; those of null rows to 0. */
static void set_values(struct group_rows *rows, uint32_t key,
                       const struct column_vector *vector, uint32_t n)
{
    const uint64_t *values = vector->values.any;
    uint64_t *words = &rows->words[(size_t)key * BATCH_ROWS];
    if (vector->indices == NULL && vector->valid == NULL) {
        rows->columns[key] = values;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool is_null = column_vector_is_null(vector, i);
        words[i] = is_null ? 0 : values[column_vector_index(vector, i)];
        rows->nulls[i] |= (uint64_t)is_null << key;
        rows->has_nulls |= is_null;
    }
    rows->columns[key] = words;
}

static enum status set_words(struct group_table *table,
                             const struct column_vector *const *keys, uint32_t n,
                             struct error *error)
{
    struct group_rows *rows = table->rows;
    enum status status = OK;
    memset(rows->nulls, 0, n * sizeof *rows->nulls);
    rows->has_nulls = false;
    for (uint32_t k = 0; status == OK && k < table->n_keys; k++) {
        uint64_t *words = &rows->words[(size_t)k * BATCH_ROWS];
        if (!table->keys[k].is_numbered) {
            set_values(rows, k, keys[k], n);
            continue;
        }
        status = value_table_add_vector(&table->keys[k].values, keys[k], n, rows->numbers,
                                        error);
        for (uint32_t i = 0; status == OK && i < n; i++)
            words[i] = rows->numbers[i];
        rows->columns[k] = words;
    }
    return status;
}

static enum status number_by_hash(struct group_table *table,
                                  const struct column_vector *const *keys, uint32_t n,
                                  uint32_t *groups, struct error *error)
{
    enum status status = set_words(table, keys, n, error);
    if (status == OK)
        status = reserve_tuples(table, n, error);
    if (status == OK)
        status = reserve_slots(table, n, error);
    if (status != OK)
        return status;
    hash_rows(table, n);
    if (table->n_keys == 2)
        find_rows(table, 2, n, groups);
    else if (table->n_keys == 3)
        find_rows(table, 3, n, groups);
    else
        find_rows(table, table->n_keys, n, groups);
    return OK;
}

/* ---- An array -------------------------------------------------------------------- */

/* Bits for the numbers of a key and as many that may come. */
static uint8_t bits_for(const struct group_key *key, bool is_generous)
{
    uint32_t n = value_table_count(&key->values);
    uint8_t bits = 0;
    while (bits < MOST_DIRECT_BITS && (is_generous ? 2 * n : n) > UINT32_C(1) << bits)
        bits++;
    return bits;
}

/* Replaces the array by one with room for all values, or by none if that is too large or
 * memory is short. */
static enum status shape_direct(struct group_table *table, struct error *error)
{
    uint32_t n_bits = 0;
    bool is_generous;
    mem_free(table->direct);
    table->direct = NULL;
    for (uint32_t k = 0; k < table->n_keys && n_bits <= MOST_DIRECT_BITS; k++)
        n_bits += bits_for(&table->keys[k], true);
    is_generous = n_bits <= MOST_DIRECT_BITS;
    n_bits = 0;
    for (uint32_t k = 0; k < table->n_keys; k++) {
        struct group_key *key = &table->keys[k];
        key->bits = bits_for(key, is_generous);
        key->shift = (uint8_t)n_bits;
        n_bits += key->bits;
        if (n_bits > MOST_DIRECT_BITS || key->bits == MOST_DIRECT_BITS)
            return OK;
    }
    table->direct = mem_alloc_zeroed((size_t)1 << n_bits, sizeof *table->direct);
    if (table->direct == NULL)
        return error_nomem(error);
    for (uint32_t g = 0; g < table->n_groups; g++) {
        uint32_t index = 0;
        for (uint32_t k = 0; k < table->n_keys; k++)
            index |= (uint32_t)table->tuples[(size_t)g * table->n_keys + k]
                     << table->keys[k].shift;
        table->direct[index] = g + 1;
    }
    return OK;
}

/* Sets the rows' indices of the array; *fits: there are such. */
static enum status set_indices(struct group_table *table,
                               const struct column_vector *const *keys, uint32_t n,
                               uint32_t *indices, bool *fits, struct error *error)
{
    enum status status = OK;
    *fits = true;
    memset(indices, 0, n * sizeof *indices);
    for (uint32_t k = 0; k < table->n_keys; k++) {
        const struct group_key *key = &table->keys[k];
        uint32_t *numbers = table->rows->numbers;
        status = value_table_add_vector(&table->keys[k].values, keys[k], n, numbers,
                                        error);
        if (status != OK)
            return status;
        *fits = *fits && value_table_count(&key->values) <= UINT32_C(1) << key->bits;
        for (uint32_t i = 0; *fits && i < n; i++)
            indices[i] |= numbers[i] << key->shift;
    }
    return OK;
}

static enum status number_directly(struct group_table *table,
                                   const struct column_vector *const *keys, uint32_t n,
                                   uint32_t *groups, struct error *error)
{
    bool fits;
    enum status status = set_indices(table, keys, n, groups, &fits, error);
    if (status == OK && !fits) {
        status = shape_direct(table, error);
        if (status != OK || table->direct == NULL)
            return status;
        status = set_indices(table, keys, n, groups, &fits, error);
    }
    if (status == OK)
        status = reserve_tuples(table, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint32_t index = groups[i], *number = &table->direct[index];
        if (*number == 0) {
            uint64_t *tuple = &table->tuples[(size_t)table->n_groups * table->n_keys];
            for (uint32_t k = 0; k < table->n_keys; k++)
                tuple[k] = index >> table->keys[k].shift &
                           ((UINT32_C(1) << table->keys[k].bits) - 1);
            *number = ++table->n_groups;
        }
        groups[i] = *number - 1;
    }
    return status;
}

/* Decides which keys are numbered, and begins with an array if all are. */
static enum status begin(struct group_table *table,
                         const struct column_vector *const *keys, struct error *error)
{
    bool are_numbered = true;
    for (uint32_t k = 0; k < table->n_keys; k++) {
        struct group_key *key = &table->keys[k];
        key->is_numbered = key->values.kind == VECTOR_BYTES || keys[k]->indices != NULL ||
                           k >= MOST_NULLABLE;
        are_numbered = are_numbered && key->is_numbered;
    }
    enum status status = are_numbered ? shape_direct(table, error) : OK;
    table->has_rows = status == OK;
    return status;
}

enum status group_table_number(struct group_table *table,
                               const struct column_vector *const *keys, uint32_t n,
                               uint32_t *groups, struct error *error)
{
    if (table->n_keys == 1)
        return value_table_add_vector(&table->keys[0].values, keys[0], n, groups, error);
    enum status status = table->has_rows ? OK : begin(table, keys, error);
    if (status == OK && table->direct != NULL) {
        status = number_directly(table, keys, n, groups, error);
        if (status != OK || table->direct != NULL)
            return status;
    }
    return status == OK ? number_by_hash(table, keys, n, groups, error) : status;
}
