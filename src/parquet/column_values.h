/*
 * column_values.h - the values of one leaf of the row group that is being collected, in
 * the physical form in which they will be written.
 *
 * Ranges are the caller's: an int64_t that is appended to an INT32 leaf fits.
 */
#ifndef PARQUET_COLUMN_VALUES_H
#define PARQUET_COLUMN_VALUES_H

#include "../base/buffer.h"
#include "encoding/value_encoder.h"
#include "schema_tree.h"

struct pq_column_values {
    int type;          /* enum pq_type */
    size_t width;      /* as in struct pq_values */
    uint8_t max_level; /* definition level of a value; 0: nulls cannot be */
    uint64_t n_slots;  /* values and nulls */
    uint64_t n_values;
    /* The definition level of each slot; empty while all slots have values. */
    struct buffer levels;
    struct buffer bytes;   /* as pq_values.bytes */
    struct buffer offsets; /* as pq_values.offsets */
    uint64_t *group_bytes; /* counts the bytes of BYTE_ARRAY values, of all columns */
};

/* Zeroed before.  leaf as pq_schema_tree_build() made it. */
enum status pq_column_values_init(struct pq_column_values *values,
                                  const struct pq_leaf *leaf, uint64_t *group_bytes,
                                  struct error *error) CHECK_RESULT;
/* Empties, and keeps the memory unless it is more than usual. */
enum status pq_column_values_reset(struct pq_column_values *values,
                                   struct error *error) CHECK_RESULT;
void pq_column_values_release(struct pq_column_values *values);

/* What was collected; borrowed. */
struct pq_values pq_column_values_view(const struct pq_column_values *values);

/* The slow halves of the functions below. */
enum status pq_column_values_grow(struct buffer *buffer, size_t size,
                                  struct error *error) CHECK_RESULT;

/* Room for `size` more bytes, at least one; NULL and an error, when memory is out. */
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

/* All that follow return false with an error when memory is out. */

/* One more slot, whose value has been appended. */
static inline bool pq_append_slot(struct pq_column_values *values, struct error *error)
{
    values->n_slots++;
    values->n_values++;
    if (values->levels.size == 0)
        return true;
    uint8_t *level = pq_column_values_room(&values->levels, 1, error);
    if (level != NULL)
        *level = values->max_level;
    return level != NULL;
}

/* Where max_level > 0. */
bool pq_append_null(struct pq_column_values *values, struct error *error);

/* The same for n slots. */
static inline bool pq_append_slots(struct pq_column_values *values, uint64_t n,
                                   struct error *error)
{
    values->n_slots += n;
    values->n_values += n;
    if (values->levels.size == 0 || n == 0)
        return true;
    uint8_t *levels = pq_column_values_room(&values->levels, (size_t)n, error);
    if (levels != NULL)
        memset(levels, values->max_level, (size_t)n);
    return levels != NULL;
}

/* BOOLEAN, INT32, INT64. */
static inline bool pq_append_int64(struct pq_column_values *values, int64_t value,
                                   struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, values->width, error);
    if (room == NULL || !pq_append_slot(values, error))
        return false;
    if (values->width == 8) {
        memcpy(room, &value, 8);
    } else if (values->width == 4) {
        int32_t narrow = (int32_t)value;
        memcpy(room, &narrow, 4);
    } else {
        *room = value != 0;
    }
    return true;
}

/* FLOAT, DOUBLE; exact in FLOAT. */
static inline bool pq_append_double(struct pq_column_values *values, double value,
                                    struct error *error)
{
    uint8_t *room = pq_column_values_room(&values->bytes, values->width, error);
    if (room == NULL || !pq_append_slot(values, error))
        return false;
    if (values->width == 8) {
        memcpy(room, &value, 8);
    } else {
        float narrow = (float)value;
        memcpy(room, &narrow, 4);
    }
    return true;
}

/* BYTE_ARRAY; FIXED_LEN_BYTE_ARRAY and INT96 with exactly their size (FLOAT16, decimals,
 * UUID, INTERVAL as they are stored). */
static inline bool pq_append_bytes(struct pq_column_values *values, struct slice value,
                                   struct error *error)
{
    if (value.size > 0) {
        uint8_t *room = pq_column_values_room(&values->bytes, value.size, error);
        if (room == NULL)
            return false;
        memcpy(room, value.data, value.size);
    }
    if (values->width == 0) {
        uint8_t *offset = pq_column_values_room(&values->offsets, 8, error);
        if (offset == NULL)
            return false;
        uint64_t end = values->bytes.size;
        memcpy(offset, &end, 8);
        *values->group_bytes += value.size;
    }
    return pq_append_slot(values, error);
}

#endif
