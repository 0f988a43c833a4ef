/* SPDX-License-Identifier: MIT */
/*
 * column_values.h - collects one leaf's values for the current row group, in the physical
 * form in which column_chunk_writer.h writes them.
 *
 * The caller checks ranges: an int64_t that is appended to an INT32 leaf must fit.
 */
#ifndef PARQUET_COLUMN_VALUES_H
#define PARQUET_COLUMN_VALUES_H

#include "base/buffer.h"
#include "parquet/encoding/value_encoder.h"
#include "parquet/schema/schema_tree.h"

struct pq_column_values {
    int type;          /* enum pq_type */
    size_t width;      /* as in struct pq_values */
    uint8_t max_level; /* definition level of a value; 0: the leaf cannot be null */
    uint8_t max_repetition;
    /* Set by the caller if max_repetition > 0: the repetition level of the next entries.
     */
    uint8_t repetition;
    uint64_t n_entries; /* levels, each with or without a value */
    uint64_t n_values;
    uint64_t n_begun; /* entries of repetition level 0, where max_repetition > 0 */
    /* The definition level of each entry; empty while all entries have values. */
    struct buffer levels;
    struct buffer repetition_levels; /* of each entry; empty where max_repetition is 0 */
    struct buffer bytes;             /* as pq_values.bytes */
    struct buffer offsets;           /* as pq_values.offsets */
    /* Shared by all columns: counts the bytes of BYTE_ARRAY values.  For entries of
     * repeated leaves it counts all bytes: one for the levels, and the value's as
     * PLAIN. */
    uint64_t *group_bytes;
    size_t most_spare; /* see pq_column_values_init() */
};

/* Zeroed before; leaf comes from pq_schema_tree_build().  most_spare: bytes of memory
 * that each buffer may keep from one row group to the next. */
enum status pq_column_values_init(struct pq_column_values *values,
                                  const struct pq_leaf *leaf, size_t most_spare,
                                  uint64_t *group_bytes,
                                  struct error *error) CHECK_RESULT;
/* Empties the struct; releases buffers larger than most_spare. */
enum status pq_column_values_reset(struct pq_column_values *values,
                                   struct error *error) CHECK_RESULT;
void pq_column_values_release(struct pq_column_values *values);

/* Makes room for values and levels to become `times` as many, and a few more; not more
 * than that, unless there is. */
enum status pq_column_values_reserve(struct pq_column_values *values, double times,
                                     struct error *error) CHECK_RESULT;

/* The bytes of memory that it holds. */
static inline size_t pq_column_values_memory(const struct pq_column_values *values)
{
    return values->levels.capacity + values->repetition_levels.capacity +
           values->bytes.capacity + values->offsets.capacity;
}

/* The number of rows that have begun. */
static inline uint64_t pq_column_values_rows(const struct pq_column_values *values)
{
    return values->max_repetition > 0 ? values->n_begun : values->n_entries;
}

/* The collected values; borrowed. */
struct pq_values pq_column_values_view(const struct pq_column_values *values);

/* The slow path of the functions below. */
enum status pq_column_values_grow(struct buffer *buffer, size_t size,
                                  struct error *error) CHECK_RESULT;

/* Appends room for `size` > 0 bytes; NULL with an error if out of memory. */
static inline uint8_t *pq_column_values_room(struct buffer *buffer, size_t size,
                                             struct error *error)
{
    if (size > buffer->capacity - buffer->size &&
        pq_column_values_grow(buffer, size, error) != OK)
        return NULL;
    uint8_t *room = buffer->data + buffer->size;
    buffer->size += size;
    return room;
}

/* The functions below return false with an error if out of memory. */

/* Appends the current repetition level for n > 0 entries of entry_bytes bytes each. */
static inline bool pq_append_repetition(struct pq_column_values *values, uint64_t n,
                                        size_t entry_bytes, struct error *error)
{
    uint8_t *levels = pq_column_values_room(&values->repetition_levels, (size_t)n, error);
    if (levels == NULL)
        return false;
    memset(levels, values->repetition, (size_t)n);
    if (values->repetition == 0)
        values->n_begun += n;
    *values->group_bytes += n * entry_bytes;
    return true;
}

/* Appends one entry without a value; its definition level is below max_level. */
bool pq_append_absent(struct pq_column_values *values, uint8_t definition,
                      struct error *error);

/* Appends a null of level max_level - 1 >= 0: only the leaf itself is null. */
bool pq_append_null(struct pq_column_values *values, struct error *error);

/* Appends n entries of the current repetition level; their values were already appended.
 */
static inline bool pq_append_entries(struct pq_column_values *values, uint64_t n,
                                     struct error *error)
{
    size_t value_bytes = values->width > 0 ? values->width : 4;
    values->n_entries += n;
    values->n_values += n;
    if (n > 0 && values->max_repetition > 0 &&
        !pq_append_repetition(values, n, 1 + value_bytes, error))
        return false;
    if (values->levels.size == 0 || n == 0)
        return true;
    uint8_t *levels = pq_column_values_room(&values->levels, (size_t)n, error);
    if (levels != NULL)
        memset(levels, values->max_level, (size_t)n);
    return levels != NULL;
}

/* Appends n entries of a leaf that is not repeated, n_values < n of them with values,
 * which were already appended; valid[i]: 1 if entry i has one, else 0: only the leaf
 * itself is null. */
bool pq_append_optional(struct pq_column_values *values, const uint8_t *valid, uint64_t n,
                        uint64_t n_values, struct error *error);

/* Stores value i of BOOLEANs, INT32s or INT64s.  The branches are predictable: they are
 * the same for all values of a column. */
static inline void pq_store_int64(uint8_t *room, size_t width, uint64_t i, int64_t value)
{
    if (width == 8) {
        memcpy(room + 8 * i, &value, 8);
    } else if (width == 4) {
        int32_t narrow = (int32_t)value;
        memcpy(room + 4 * i, &narrow, 4);
    } else {
        room[i] = value != 0;
    }
}

/* For BOOLEAN, INT32 and INT64. */
static inline bool pq_append_int64(struct pq_column_values *values, int64_t value,
                                   struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, values->width, error);
    if (room == NULL || !pq_append_entries(values, 1, error))
        return false;
    pq_store_int64(room, values->width, 0, value);
    return true;
}

/* For FLOAT and DOUBLE; the value must be exact in FLOAT. */
static inline bool pq_append_double(struct pq_column_values *values, double value,
                                    struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, values->width, error);
    if (room == NULL || !pq_append_entries(values, 1, error))
        return false;
    if (values->width == 8) {
        memcpy(room, &value, 8);
    } else {
        float narrow = (float)value;
        memcpy(room, &narrow, 4);
    }
    return true;
}

/* Appends an entry whose value is the last `size` bytes of values->bytes. */
static inline bool pq_append_bytes_entry(struct pq_column_values *values, size_t size,
                                         struct error *error)
{
    if (values->width == 0) {
        uint8_t *offset = pq_column_values_room(&values->offsets, 8, error);
        if (offset == NULL)
            return false;
        uint64_t end = values->bytes.size;
        memcpy(offset, &end, 8);
        *values->group_bytes += size;
    }
    return pq_append_entries(values, 1, error);
}

/* For BYTE_ARRAY (the binary leaves of Variants, too), FIXED_LEN_BYTE_ARRAY and INT96;
 * the last two with exactly their size (FLOAT16, decimals, UUID, INTERVAL as they are
 * stored). */
static inline bool pq_append_bytes(struct pq_column_values *values, struct slice value,
                                   struct error *error)
{
    if (value.size > 0) {
        uint8_t *room = pq_column_values_room(&values->bytes, value.size, error);
        if (room == NULL)
            return false;
        memcpy(room, value.data, value.size);
    }
    return pq_append_bytes_entry(values, value.size, error);
}

#endif
