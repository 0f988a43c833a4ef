/* SPDX-License-Identifier: MIT */
/*
 * A hash table that grows with the entries, not with the values, so that it stays in the
 * cache if values repeat.
 *
 * Values of 4 and 8 bytes have a table of their own, whose slots are only an entry's
 * number + 1, or 0: a hash in the slot saves nothing where values are compared at once,
 * and slots of twice the size miss the cache more often.  All others use hash_table.h.
 */
#include "parquet/write/dictionary_builder.h"

#include "base/hash.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    FIRST_SLOTS = 1024,
    /*
     * For must_repeat.  Of m values drawn from d, about m * m / 2d repeat an earlier one.
     * So fewer than 256 repetitions among 8192 values predict more than 131072 entries,
     * which at eight bytes each reach the usual limit of 1 MiB.  A column of 10,000 keys
     * in random order repeats 2600 times, runs of equal keys more often; prices and
     * comments hardly ever.  A column that begins to repeat later (a cycle longer than
     * the sample) loses its dictionary, which only costs space.
     */
    LEAST_REPETITIONS = 256,
};

/* Empties the table of numbers. */
static enum status clear_numbers(struct pq_dictionary_builder *builder, size_t n_slots,
                                 struct error *error)
{
    if (n_slots > SIZE_MAX / sizeof(uint32_t))
        return error_nomem(error);
    enum status status = buffer_reserve(&builder->numbers, n_slots * sizeof(uint32_t),
                                        false, error);
    if (status != OK)
        return status;
    builder->n_slots = n_slots;
    memset(builder->numbers.data, 0, n_slots * sizeof(uint32_t));
    return OK;
}

/* Adds an entry if the limits allow it, else sets *fits to false. */
static enum status add_entry(struct pq_dictionary_builder *builder, struct slice value,
                             const struct pq_dictionary_limits *limits, bool *fits,
                             struct error *error)
{
    bool is_byte_array = builder->entries.width == 0;
    uint64_t size = value.size + (is_byte_array ? sizeof(uint32_t) : 0);
    uint64_t most = limits->max_entries < UINT32_MAX ? limits->max_entries : UINT32_MAX;
    *fits = builder->entries.n < most && builder->entry_bytes <= limits->max_bytes &&
            size <= limits->max_bytes - builder->entry_bytes;
    if (!*fits)
        return OK;
    enum status status = buffer_append(&builder->entry_values, value.data, value.size,
                                       error);
    uint64_t end = builder->entry_values.size;
    if (status == OK && is_byte_array)
        status = buffer_append(&builder->entry_offsets, &end, sizeof end, error);
    if (status == OK) {
        builder->entry_bytes += size;
        builder->entries.n++;
    }
    return status;
}

/* ---- Values of 4 and 8 bytes ----------------------------------------------------- */

static unsigned slot_shift(size_t n_slots)
{
    unsigned bits = 0;
    while ((size_t)1 << bits < n_slots)
        bits++;
    return 64 - bits;
}

/* The branch is predictable: it is the same for all values of a column. */
static inline uint64_t load_number(const uint8_t *bytes, size_t width, uint64_t i)
{
    uint32_t small;
    uint64_t large;
    if (width == sizeof large) {
        memcpy(&large, bytes + i * sizeof large, sizeof large);
        return large;
    }
    memcpy(&small, bytes + i * sizeof small, sizeof small);
    return small;
}

static enum status grow_numbers(struct pq_dictionary_builder *builder,
                                struct error *error)
{
    size_t n_slots = builder->n_slots * 2, width = builder->entries.width;
    enum status status = clear_numbers(builder, n_slots, error);
    if (status != OK)
        return status;
    uint32_t *slots = (void *)builder->numbers.data;
    unsigned shift = slot_shift(n_slots);
    for (uint32_t i = 0; i < builder->entries.n; i++) {
        uint64_t at = hash_spread(load_number(builder->entry_values.data, width, i)) >>
                      shift;
        while (slots[at] != 0)
            at = (at + 1) & (n_slots - 1);
        slots[at] = i + 1;
    }
    return OK;
}

static enum status build_numbers(struct pq_dictionary_builder *builder,
                                 const struct pq_values *values, uint64_t first,
                                 uint64_t end, const struct pq_dictionary_limits *limits,
                                 bool *fits, struct error *error)
{
    uint32_t *slots = (void *)builder->numbers.data, *indices = builder->indices;
    const uint8_t *bytes = values->bytes, *entries = builder->entry_values.data;
    size_t width = values->width, mask = builder->n_slots - 1;
    unsigned shift = slot_shift(builder->n_slots);
    for (uint64_t i = first; i < end; i++) {
        uint64_t number = load_number(bytes, width, i), at = hash_spread(number) >> shift;
        uint32_t found;
        while ((found = slots[at]) != 0 &&
               load_number(entries, width, found - 1) != number)
            at = (at + 1) & mask;
        if (found != 0) {
            indices[i] = found - 1;
            continue;
        }
        indices[i] = (uint32_t)builder->entries.n;
        enum status status = add_entry(builder, pq_value_at(values, i), limits, fits,
                                       error);
        if (status != OK || !*fits)
            return status;
        slots[at] = indices[i] + 1;
        entries = builder->entry_values.data;
        if (builder->entries.n <= builder->n_slots / 2)
            continue;
        status = grow_numbers(builder, error);
        if (status != OK)
            return status;
        slots = (void *)builder->numbers.data;
        mask = builder->n_slots - 1;
        shift = slot_shift(builder->n_slots);
    }
    return OK;
}

static bool are_numbers(const struct pq_values *values)
{
    return values->width == sizeof(uint32_t) || values->width == sizeof(uint64_t);
}

/* ---- Strings of bytes ------------------------------------------------------------ */

enum { SHORT = 16 };

struct short_value {
    uint64_t front, back; /* which overlap */
};

/* Loads all bytes of a value of at most SHORT bytes. */
static inline struct short_value load_short(const uint8_t *bytes, size_t size)
{
    struct short_value value = {0};
    if (size >= 8) {
        memcpy(&value.front, bytes, 8);
        memcpy(&value.back, bytes + size - 8, 8);
    } else if (size >= 4) {
        memcpy(&value.front, bytes, 4);
        memcpy(&value.back, bytes + size - 4, 4);
    } else if (size > 0) {
        value.front = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[size / 2] << 8 |
                      bytes[size - 1];
    }
    return value;
}

static inline uint32_t hash_of_value(struct slice value)
{
    if (value.size <= SHORT) {
        struct short_value loaded = load_short(value.data, value.size);
        return (
            uint32_t)(hash_spread(loaded.front + hash_spread(loaded.back) + value.size) >>
                      32);
    }
#if XXH_VERSION_NUMBER >= 800
    return (uint32_t)XXH3_64bits(value.data, value.size);
#else
    return (uint32_t)XXH64(value.data, value.size, 0);
#endif
}

static inline bool is_equal(const uint8_t *bytes, struct slice value)
{
    if (value.size > SHORT)
        return memcmp(bytes, value.data, value.size) == 0;
    struct short_value x = load_short(bytes, value.size);
    struct short_value y = load_short(value.data, value.size);
    return x.front == y.front && x.back == y.back;
}

/* The slot that holds the value, or the free slot where it belongs.  As one loop it takes
 * 5 % less time than with hash_table_first() and hash_table_next(). */
static inline struct hash_slot *find_slot(const struct pq_dictionary_builder *builder,
                                          struct slice value, uint32_t hash)
{
    struct hash_slot *slots = builder->table.slots;
    const uint8_t *bytes = builder->entry_values.data;
    const uint64_t *ends = (void *)builder->entry_offsets.data; /* [i] begins entry i */
    size_t mask = builder->table.n_slots - 1, at = hash & mask;
    for (; slots[at].number != 0; at = (at + 1) & mask) {
        if (slots[at].hash != hash)
            continue;
        uint64_t entry = slots[at].number - 1, begin = entry * value.size;
        if (ends != NULL) {
            begin = ends[entry];
            if (ends[entry + 1] - begin != value.size)
                continue;
        }
        if (is_equal(bytes + begin, value))
            break;
    }
    return &slots[at];
}

static enum status build_hashed(struct pq_dictionary_builder *builder,
                                const struct pq_values *values, uint64_t first,
                                uint64_t end, const struct pq_dictionary_limits *limits,
                                bool *fits, struct error *error)
{
    enum status status = OK;
    for (uint64_t i = first; i < end; i++) {
        struct slice value = pq_value_at(values, i);
        uint32_t hash = hash_of_value(value);
        struct hash_slot *slot = find_slot(builder, value, hash);
        if (slot->number != 0) {
            builder->indices[i] = slot->number - 1;
            continue;
        }
        builder->indices[i] = (uint32_t)builder->entries.n;
        status = add_entry(builder, value, limits, fits, error);
        if (status != OK || !*fits)
            return status;
        hash_table_put(&builder->table, slot, hash, builder->indices[i]);
        status = hash_table_reserve(&builder->table, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* ---- All types ------------------------------------------------------------------- */

/* Empties the builder and makes room for the index of each value. */
static enum status begin(struct pq_dictionary_builder *builder,
                         const struct pq_values *values, struct error *error)
{
    const uint64_t zero = 0;
    builder->entries = (struct pq_values){.type = values->type, .width = values->width};
    builder->entry_bytes = 0;
    builder->entry_values.size = builder->entry_offsets.size = 0;
    builder->indices = NULL;
    if (values->n > SIZE_MAX / sizeof(uint32_t))
        return error_nomem(error);
    enum status status = are_numbers(values)
                             ? clear_numbers(builder, FIRST_SLOTS, error)
                             : hash_table_reset(&builder->table, FIRST_SLOTS / 2, error);
    if (status == OK)
        status = buffer_reserve(&builder->index_memory,
                                (size_t)values->n * sizeof(uint32_t), false, error);
    /* Entries are never NULL, even if all of them are empty. */
    if (status == OK)
        status = buffer_reserve(&builder->entry_values, sizeof(uint64_t), false, error);
    if (status == OK && values->width == 0)
        status = buffer_append(&builder->entry_offsets, &zero, sizeof zero, error);
    if (status == OK && values->width != 0)
        buffer_release(&builder->entry_offsets);
    builder->indices = (void *)builder->index_memory.data;
    return status;
}

enum status pq_dictionary_build(struct pq_dictionary_builder *builder,
                                const struct pq_values *values,
                                const struct pq_dictionary_limits *limits, bool *fits,
                                struct error *error)
{
    uint64_t n_first = values->n;
    *fits = true;
    enum status status = begin(builder, values, error);
    if (limits->must_repeat && n_first > PQ_DICTIONARY_SAMPLE)
        n_first = PQ_DICTIONARY_SAMPLE;
    enum status (*build)(struct pq_dictionary_builder *, const struct pq_values *,
                         uint64_t, uint64_t, const struct pq_dictionary_limits *, bool *,
                         struct error *) = are_numbers(values) ? build_numbers
                                                               : build_hashed;
    if (status == OK)
        status = build(builder, values, 0, n_first, limits, fits, error);
    if (status == OK && *fits && n_first < values->n)
        *fits = n_first - builder->entries.n >= LEAST_REPETITIONS;
    if (status == OK && *fits)
        status = build(builder, values, n_first, values->n, limits, fits, error);
    builder->entries.bytes = builder->entry_values.data;
    builder->entries.offsets = (void *)builder->entry_offsets.data;
    return status;
}

void pq_dictionary_builder_release(struct pq_dictionary_builder *builder)
{
    buffer_release(&builder->entry_values);
    buffer_release(&builder->entry_offsets);
    buffer_release(&builder->index_memory);
    buffer_release(&builder->numbers);
    hash_table_release(&builder->table);
    *builder = (struct pq_dictionary_builder){0};
}
