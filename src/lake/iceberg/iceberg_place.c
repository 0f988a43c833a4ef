/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_place.h"

#include "lake/iceberg/iceberg_values.h"

bool iceberg_partition_constant(const struct iceberg_file *data,
                                const struct column *column, struct declared_value *value)
{
    for (uint32_t i = 0; i < data->spec->n_fields; i++) {
        const struct iceberg_partition_field *field = &data->spec->fields[i];
        if (field->source_id != column->field_id || field->transform != ICEBERG_IDENTITY)
            continue;
        struct iceberg_partition_value partition = iceberg_file_partition_value(data, i);
        value->is_null = partition.is_null;
        return partition.is_null ||
               iceberg_value_read(column, partition.bytes, &value->value);
    }
    return false;
}

static bool has_numbers(const struct schema *schema)
{
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        if (schema->columns[i].has_field_id)
            return true;
    }
    return false;
}

static bool find_by_number(const struct schema *schema, int32_t id, uint32_t *column)
{
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        *column = i;
        if (c->has_field_id && c->field_id == id && !column_is_unseen(c))
            return true;
    }
    return false;
}

static bool find_by_name(const struct schema *schema, struct slice name, uint32_t *column)
{
    for (uint32_t i = 0; i < schema->n_top_level; i++) {
        const struct column *c = &schema->columns[i];
        *column = i;
        if (slice_equals(slice_of(c->name, c->name_size), name))
            return true;
    }
    return false;
}

static bool find_column(const struct declared_field *field, bool by_positions,
                        const struct schema *schema, uint32_t *column)
{
    int32_t id = field->column.field_id;
    if (has_numbers(schema))
        return find_by_number(schema, id, column);
    *column = (uint32_t)id - 1;
    if (by_positions)
        return id > 0 && *column < schema->n_top_level;
    for (uint32_t i = 0; i < field->n_stored_names; i++) {
        if (find_by_name(schema, field->stored_names[i], column))
            return true;
    }
    return false;
}

void iceberg_place_find(const struct declared_field *field, bool by_positions,
                        const struct iceberg_file *data, const struct schema *schema,
                        struct iceberg_place *place)
{
    *place = (struct iceberg_place){.value.is_null = true};
    place->is_column = find_column(field, by_positions, schema, &place->column);
    if (!place->is_column &&
        !iceberg_partition_constant(data, &field->column, &place->value))
        place->value = field->initial != NULL ? *field->initial
                                              : (struct declared_value){.is_null = true};
}
