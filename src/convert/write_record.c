/* SPDX-License-Identifier: MIT */
#include "convert/write_vector.h"

/* Removes n bytes from the front of the record, which our own reader has made. */
static const uint8_t *take(struct slice *record, size_t n)
{
    const uint8_t *front = record->data;
    record->data += n;
    record->size -= n;
    return front;
}

static uint32_t take_number(struct slice *record)
{
    uint32_t number;
    memcpy(&number, take(record, sizeof number), sizeof number);
    return number;
}

static union column_value take_value(struct slice *record, enum vector_kind kind)
{
    union column_value value = {.int64 = 0};
    if (kind == VECTOR_BYTES) {
        value.bytes.size = take_number(record);
        value.bytes.data = take(record, value.bytes.size);
    } else {
        size_t width = vector_kind_width(kind);
        memcpy(&value, take(record, width), width);
    }
    return value;
}

/* Appends the entries of a leaf. */
static enum status append_leaf(struct write_leaf *leaf, struct slice *record,
                               struct error *error)
{
    struct pq_column_values *values = leaf->values;
    uint32_t n = take_number(record);
    enum vector_kind kind = (enum vector_kind) * take(record, 1);
    const uint8_t *levels = take(record, 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++, levels += 2) {
        struct physical_value value;
        values->repetition = levels[0];
        if (levels[1] < values->max_level) {
            if (!pq_append_absent(values, levels[1], error))
                return error->status;
            continue;
        }
        if (!write_vector_convert(&leaf->target, kind, take_value(record, kind), &value))
            return error_set(error, MISUSE, "a value does not fit its type");
        if (!append_physical(values, leaf->target.form, &value, error))
            return error->status;
    }
    return OK;
}

enum status write_record_append(struct write_nested *nested, struct slice record,
                                struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < nested->tree.n_leaves; i++)
        status = append_leaf(&nested->leaves[i], &record, error);
    return status;
}
