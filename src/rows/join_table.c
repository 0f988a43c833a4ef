/* SPDX-License-Identifier: MIT */
#include "rows/join_table.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "scan/numeric_text.h"

enum {
    /* Keys of one column that a predicate may accept. */
    MOST_POINTS = 64,
    /* Keys of all columns together. */
    MOST_KEYS = 256,
    ROW_WORK = 32, /* per row hashed, for interrupt_after() */
    /* Rows of several keys that are sorted together; this cannot be interrupted. */
    MOST_SORTED = 1 << 18,
};

static const uint64_t HASH_OF_NULL = UINT64_C(0x9e3779b97f4a7c15);
/* Of values that a term may accept whatever its set: those that only SQLite compares. */
static const uint64_t HASH_OF_UNDECIDED = UINT64_C(0xd1b54a32d192ed03);

/* ---- Hashes ---------------------------------------------------------------------- */

static uint64_t combine(uint64_t hash, uint64_t next)
{
    return hash * UINT64_C(0x9fb21c651e98df25) + next;
}

static uint64_t bits_of(double value)
{
    return value == 0 ? 0 : bits_of_double(value); /* zeros of both signs are one value */
}

/* The numbers with the same hash lie in an interval that is wider than twice
 * numeric_text_margin(): so those within the margin of a number have at most two
 * hashes. */
static uint64_t hash_of_number(double number)
{
    enum { BITS_IN_MARGIN = 11 };
    /* A power of two, so that the interval that begins there is as wide as others. */
    const double smallest = 0x1p-897;
    if (fabs(number) < smallest)
        number = 0;
    return hash_mix(bits_of(number) >> BITS_IN_MARGIN ^ HASH_OF_NULL);
}

/* A text's bytes as the collation compares them. */
static uint64_t hash_of_transformed(struct bytes_value text,
                                    enum text_transform transform)
{
    uint8_t folded[64];
    while (transform == TRANSFORM_RTRIM && text.size > 0 &&
           text.data[text.size - 1] == ' ')
        text.size--;
    if (transform != TRANSFORM_NOCASE)
        return XXH3_64bits(text.data, text.size);
    size_t n = text.size < sizeof folded ? text.size : sizeof folded;
    for (size_t i = 0; i < n; i++)
        folded[i] = ascii_lower(text.data[i]);
    return XXH3_64bits(folded, n) + text.size;
}

static uint64_t hash_of_text(struct bytes_value text, enum text_transform transform)
{
    double number;
    if (transform == TRANSFORM_NOCASE && text.size > 0 &&
        memchr(text.data, 0, text.size) != NULL)
        return HASH_OF_UNDECIDED; /* see accepts_nocase() in predicate.c */
    if (!text_looks_numeric(text))
        return hash_of_transformed(text, transform);
    return numeric_text_value(text, &number) ? hash_of_number(number) : HASH_OF_UNDECIDED;
}

static bool is_text(const struct column *column)
{
    return column->type == COLUMN_TEXT || column->type == COLUMN_JSON ||
           column->type == COLUMN_NESTED;
}

static uint64_t hash_of_value(const struct column *column, enum text_transform transform,
                              union column_value value)
{
    switch (column->kind) {
    case VECTOR_INT64:
        return hash_mix((uint64_t)value.int64);
    case VECTOR_DOUBLE:
        return hash_mix(bits_of(value.float64));
    case VECTOR_INSTANT:
        return hash_mix((uint64_t)value.instant.seconds * 1000000007 +
                        (uint64_t)value.instant.nanos);
    case VECTOR_BYTES:
        break;
    }
    return is_text(column) ? hash_of_text(value.bytes, transform)
                           : XXH3_64bits(value.bytes.data, value.bytes.size);
}

bool join_column_is_possible(const struct column *column)
{
    /* Binary decimals are compared as numbers. */
    return column->type != COLUMN_DECIMAL || column->kind != VECTOR_BYTES;
}

/* ---- Building -------------------------------------------------------------------- */

/* Adds the hashes of a column's values to the rows' hashes. */
static enum status hash_column(const struct join_table *table,
                               const struct join_column *key, uint64_t *hashes,
                               bool *has_undecided, struct error *error)
{
    const struct column *column = &table->schema->columns[key->column];
    const struct column_vector *vector = &table->rows->columns[key->column].window.vector;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < vector->n_rows; i++) {
        uint64_t hash = HASH_OF_NULL;
        if (!column_vector_is_null(vector, i)) {
            union column_value value = column_vector_value(
                vector, column_vector_index(vector, i));
            bool is_nan = vector->kind == VECTOR_DOUBLE && value.float64 != value.float64;
            if (!is_nan)
                hash = hash_of_value(column, key->transform, value);
        }
        *has_undecided |= hash == HASH_OF_UNDECIDED;
        hashes[i] = combine(hashes[i], hash);
        status = interrupt_after(ROW_WORK, error);
    }
    return status;
}

/* Sorts the rows by bucket. */
static enum status fill_buckets(struct join_table *table, const uint64_t *hashes,
                                struct error *error)
{
    uint32_t n = table->rows->n_rows, sum = 0;
    size_t n_buckets = (size_t)1 << (64 - table->shift);
    for (uint32_t i = 0; i < n; i++)
        table->ends[hash_mix(hashes[i]) >> table->shift]++;
    for (size_t i = 0; i < n_buckets; i++) {
        uint32_t count = table->ends[i];
        table->ends[i] = sum;
        sum += count;
    }
    enum status status = interrupt_check(error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        table->positions[table->ends[hash_mix(hashes[i]) >> table->shift]++] = i;
        status = interrupt_after(ROW_WORK, error);
    }
    return status;
}

static unsigned bits_for(uint32_t n)
{
    unsigned bits = 4;
    while (bits < 31 && ((uint32_t)1 << bits) < n)
        bits++;
    return bits;
}

uint64_t join_table_bytes(uint32_t n)
{
    return ((uint64_t)1 << bits_for(n)) * sizeof(uint32_t) +
           (uint64_t)n * (sizeof(uint32_t) + sizeof(uint64_t));
}

enum status join_table_build(struct join_table *table, const struct cached_rows *rows,
                             const struct schema *schema,
                             const struct join_column *columns, uint32_t n_columns,
                             struct error *error)
{
    unsigned bits = bits_for(rows->n_rows);
    uint64_t *hashes = mem_alloc_zeroed((size_t)rows->n_rows + 1, sizeof *hashes);
    table->rows = rows;
    table->schema = schema;
    table->n_columns = n_columns;
    memcpy(table->columns, columns, n_columns * sizeof *columns);
    table->shift = 64 - bits;
    table->ends = mem_alloc_zeroed((size_t)1 << bits, sizeof *table->ends);
    table->positions = mem_alloc((size_t)rows->n_rows + 1, sizeof *table->positions);
    enum status status = OK;
    if (hashes == NULL || table->ends == NULL || table->positions == NULL)
        status = error_nomem(error);
    for (uint32_t i = 0; status == OK && i < n_columns; i++)
        status = hash_column(table, &columns[i], hashes, &table->has_undecided[i], error);
    if (status == OK)
        status = fill_buckets(table, hashes, error);
    mem_free(hashes);
    return status;
}

void join_table_release(struct join_table *table)
{
    mem_free(table->ends);
    mem_free(table->positions);
    *table = (struct join_table){0};
}

/* ---- Looking up ------------------------------------------------------------------ */

struct join_hashes {
    uint32_t n;
    uint64_t hashes[MOST_KEYS];
};

static bool add_hash(struct join_hashes *hashes, uint64_t hash)
{
    if (hashes->n == MOST_POINTS)
        return false;
    hashes->hashes[hashes->n++] = hash;
    return true;
}

/* Adds the hashes of a range's values; false if they are too many. */
static bool add_range(struct join_hashes *hashes, const struct join_column *key,
                      const struct column *column, enum value_domain domain,
                      const struct value_range *range)
{
    bool is_integer = domain == DOMAIN_INT64 || domain == DOMAIN_UINT64;
    if (is_integer &&
        (uint64_t)range->high.int64 - (uint64_t)range->low.int64 < MOST_POINTS) {
        union column_value value = range->low;
        while (add_hash(hashes, hash_of_value(column, key->transform, value))) {
            if (value.int64 == range->high.int64)
                return true;
            value.int64 = (int64_t)((uint64_t)value.int64 + 1);
        }
        return false;
    }
    return !is_integer && !range->low_is_open && !range->high_is_open &&
           !range->has_no_high &&
           column_value_compare(domain, range->low, range->high) == 0 &&
           add_hash(hashes, hash_of_value(column, key->transform, range->low));
}

/* Adds the hashes of texts that equal a number; false if that may be any. */
static bool add_number(struct join_hashes *hashes, double number)
{
    double margin = numeric_text_margin(number);
    if (!(fabs(number) + margin <= DBL_MAX))
        return false;
    return add_hash(hashes, hash_of_number(number - margin)) &&
           add_hash(hashes, hash_of_number(number + margin));
}

/* Adds the hashes of all values that the term accepts; false if it does not say which
 * these are. */
static bool hashes_of_term(const struct predicate_term *term,
                           const struct join_column *key, const struct column *column,
                           struct join_hashes *hashes)
{
    const struct value_set *set = &term->set;
    bool is_domain_of_kind = (set->domain == DOMAIN_BYTES) ==
                             (column->kind == VECTOR_BYTES);
    if (term->column != key->column || term->has_pattern || term->is_formatted ||
        term->accepts_numeric_text || !is_domain_of_kind)
        return false;
    if (set->accepts_null && !add_hash(hashes, HASH_OF_NULL))
        return false;
    if (term->has_number)
        return add_number(hashes, term->number);
    if (term->transform != key->transform || set->n_ranges > MOST_POINTS)
        return false;
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        if (!add_range(hashes, key, column, set->domain, &set->ranges[i]))
            return false;
    }
    return true;
}

/* Combines the hashes of the columns so far with those of the next. */
static bool combine_all(struct join_hashes *keys, const struct join_hashes *next)
{
    struct join_hashes combined;
    combined.n = 0;
    if ((size_t)keys->n * next->n > MOST_KEYS)
        return false;
    for (uint32_t i = 0; i < keys->n; i++) {
        for (uint32_t k = 0; k < next->n; k++)
            combined.hashes[combined.n++] = combine(keys->hashes[i], next->hashes[k]);
    }
    keys->n = combined.n;
    memcpy(keys->hashes, combined.hashes, combined.n * sizeof *combined.hashes);
    return true;
}

/* The hashes of the keys that the predicate may accept; false if it does not say. */
static bool join_keys_of(const struct join_table *table,
                         const struct predicate *predicate, struct join_hashes *keys)
{
    keys->n = 1;
    keys->hashes[0] = 0;
    for (uint32_t i = 0; i < table->n_columns; i++) {
        const struct join_column *key = &table->columns[i];
        const struct column *column = &table->schema->columns[key->column];
        struct join_hashes next;
        bool is_known = false;
        for (uint32_t t = 0; t < predicate->n_terms && !is_known; t++) {
            next.n = 0;
            if (table->has_undecided[i])
                (void)add_hash(&next, HASH_OF_UNDECIDED);
            is_known = hashes_of_term(&predicate->terms[t], key, column, &next);
        }
        if (!is_known || !combine_all(keys, &next))
            return false;
    }
    return true;
}

/* The rows of a bucket. */
static uint32_t rows_of(const struct join_table *table, uint64_t bucket,
                        const uint32_t **positions)
{
    uint32_t first = bucket > 0 ? table->ends[bucket - 1] : 0;
    *positions = table->positions + first;
    return table->ends[bucket] - first;
}

uint32_t join_table_candidates(const struct join_table *table, const int64_t *values,
                               const uint32_t **positions)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < table->n_columns; i++)
        hash = combine(hash, hash_mix((uint64_t)values[i]));
    return rows_of(table, hash_mix(hash) >> table->shift, positions);
}

/* Replaces hashes by their buckets, ascending and without duplicates.  Returns the number
 * of rows in them. */
static uint32_t buckets_of(const struct join_table *table, struct join_hashes *keys)
{
    uint32_t n = 0, n_rows = 0;
    for (uint32_t i = 0; i < keys->n; i++)
        keys->hashes[i] = hash_mix(keys->hashes[i]) >> table->shift;
    if (keys->n > 1)
        qsort(keys->hashes, keys->n, sizeof *keys->hashes, compare_uint64);
    for (uint32_t i = 0; i < keys->n; i++) {
        const uint32_t *rows;
        uint64_t bucket = keys->hashes[i];
        uint32_t n_in_bucket = rows_of(table, bucket, &rows);
        if (n_in_bucket == 0 || (n > 0 && bucket == keys->hashes[n - 1]))
            continue;
        keys->hashes[n++] = bucket;
        n_rows += n_in_bucket;
    }
    keys->n = n;
    return n_rows;
}

enum status join_table_find(const struct join_table *table,
                            const struct predicate *predicate, struct buffer *positions,
                            bool *is_found, struct error *error)
{
    struct join_hashes keys;
    enum status status = OK;
    size_t before = positions->size;
    *is_found = join_keys_of(table, predicate, &keys);
    if (!*is_found)
        return OK;
    uint32_t n_rows = buckets_of(table, &keys);
    *is_found = keys.n <= 1 || n_rows <= MOST_SORTED;
    for (uint32_t i = 0; status == OK && *is_found && i < keys.n; i++) {
        const uint32_t *rows;
        uint32_t n = rows_of(table, keys.hashes[i], &rows);
        status = buffer_append(positions, rows, n * sizeof *rows, error);
    }
    if (status == OK && *is_found && n_rows > 1)
        qsort(positions->data + before, n_rows, sizeof(uint32_t), compare_uint32);
    return status;
}
