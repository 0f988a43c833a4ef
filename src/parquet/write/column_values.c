/* SPDX-License-Identifier: MIT */
#include "parquet/write/column_values.h"

#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"

enum status pq_column_values_grow(struct buffer *buffer, size_t size, struct error *error)
{
    if (size > SIZE_MAX / 4 - buffer->size)
        return error_nomem(error);
    return buffer_reserve(buffer, buffer->size + size, true, error);
}

enum status pq_column_values_init(struct pq_column_values *values,
                                  const struct pq_leaf *leaf, size_t most_spare,
                                  uint64_t *group_bytes, struct error *error)
{
    values->type = leaf->type;
    values->width = leaf->type == PQ_BOOLEAN
                        ? 1
                        : pq_type_width(leaf->type, leaf->type_length);
    values->max_level = (uint8_t)leaf->max_definition_level;
    values->max_repetition = (uint8_t)leaf->max_repetition_level;
    values->most_spare = most_spare;
    values->group_bytes = group_bytes;
    return pq_column_values_reset(values, error);
}

enum status pq_column_values_reset(struct pq_column_values *values, struct error *error)
{
    values->n_entries = values->n_values = values->n_begun = 0;
    values->repetition = 0;
    buffer_empty(&values->levels, values->most_spare);
    buffer_empty(&values->repetition_levels, values->most_spare);
    buffer_empty(&values->bytes, values->most_spare);
    buffer_empty(&values->offsets, values->most_spare);
    if (values->type != PQ_BYTE_ARRAY)
        return OK;
    uint64_t first = 0;
    return buffer_append(&values->offsets, &first, sizeof first, error);
}

static enum status reserve(struct buffer *buffer, double times, struct error *error)
{
    /* A few bytes for the room that a string leaves, an offset, or a value more. */
    size_t capacity = (size_t)((double)buffer->size * times * (1 + 1 / 64.0)) + 64;
    return buffer->size > 0 ? buffer_reserve_exactly(buffer, capacity, error) : OK;
}

enum status pq_column_values_reserve(struct pq_column_values *values, double times,
                                     struct error *error)
{
    enum status status = reserve(&values->levels, times, error);
    if (status == OK)
        status = reserve(&values->repetition_levels, times, error);
    if (status == OK)
        status = reserve(&values->bytes, times, error);
    return status == OK ? reserve(&values->offsets, times, error) : status;
}

/* Room for the levels of n > 0 more entries, after those of the earlier ones. */
static uint8_t *room_for_levels(struct pq_column_values *values, size_t n,
                                struct error *error)
{
    size_t n_before = values->levels.size > 0 ? 0 : (size_t)values->n_entries;
    uint8_t *levels = pq_column_values_room(&values->levels, n_before + n, error);
    if (levels == NULL)
        return NULL;
    memset(levels, values->max_level, n_before);
    values->n_entries += n;
    return levels + n_before;
}

bool pq_append_absent(struct pq_column_values *values, uint8_t definition,
                      struct error *error)
{
    if (values->max_repetition > 0 && !pq_append_repetition(values, 1, 1, error))
        return false;
    uint8_t *level = room_for_levels(values, 1, error);
    if (level != NULL)
        *level = definition;
    return level != NULL;
}

bool pq_append_optional(struct pq_column_values *values, const uint8_t *valid, uint64_t n,
                        uint64_t n_values, struct error *error)
{
    uint8_t *levels = room_for_levels(values, (size_t)n, error);
    for (uint64_t i = 0; levels != NULL && i < n; i++)
        levels[i] = (uint8_t)(values->max_level - 1 + valid[i]);
    values->n_values += n_values;
    return levels != NULL;
}

bool pq_append_null(struct pq_column_values *values, struct error *error)
{
    return pq_append_absent(values, (uint8_t)(values->max_level - 1), error);
}

void pq_column_values_release(struct pq_column_values *values)
{
    buffer_release(&values->levels);
    buffer_release(&values->repetition_levels);
    buffer_release(&values->bytes);
    buffer_release(&values->offsets);
}

struct pq_values pq_column_values_view(const struct pq_column_values *values)
{
    return (struct pq_values){
        .type = values->type,
        .width = values->width,
        .n = values->n_values,
        .bytes = values->bytes.data,
        .offsets = values->type == PQ_BYTE_ARRAY ? (const void *)values->offsets.data
                                                 : NULL,
    };
}
