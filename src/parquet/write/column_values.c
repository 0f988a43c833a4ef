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

bool pq_append_absent(struct pq_column_values *values, uint8_t definition,
                      struct error *error)
{
    if (values->max_repetition > 0 && !pq_append_repetition(values, 1, 1, error))
        return false;
    size_t n_before = values->levels.size > 0 ? 0 : (size_t)values->n_entries;
    uint8_t *levels = pq_column_values_room(&values->levels, n_before + 1, error);
    if (levels == NULL)
        return false;
    memset(levels, values->max_level, n_before);
    levels[n_before] = definition;
    values->n_entries++;
    return true;
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
