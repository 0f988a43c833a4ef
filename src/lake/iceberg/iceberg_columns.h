/* SPDX-License-Identifier: MIT */
/*
 * iceberg_columns.h - makes the columns of a declared table (declared_table.h) from a
 * schema: types, numbers, names in files without numbers, initial values.
 */
#ifndef LAKE_ICEBERG_COLUMNS_H
#define LAKE_ICEBERG_COLUMNS_H

#include "base/arena.h"
#include "dataset/declared_table.h"
#include "lake/iceberg/iceberg_types.h"

/* Makes n_fields columns in the arena.  name_mapping: JSON of the table's property
 * schema.name-mapping.default, or empty.  All must live as long as the columns. */
enum status iceberg_columns_make(const struct iceberg_schema *schema,
                                 struct slice name_mapping, struct arena *arena,
                                 struct declared_field **columns,
                                 struct error *error) CHECK_RESULT;

/* Sets the name, type and number of a field's column, in the arena.  It may have nulls
 * even if the field is required: a file may lack it all the same. */
enum status iceberg_column_set(const struct iceberg_field *field, struct arena *arena,
                               struct column *column, struct error *error) CHECK_RESULT;

#endif
