/* SPDX-License-Identifier: MIT */
/*
 * iceberg_default.h - the value that rows of older files have in a column that was added
 * with an initial default, from its JSON (specification, "JSON single-value
 * serialization").
 */
#ifndef LAKE_ICEBERG_DEFAULT_H
#define LAKE_ICEBERG_DEFAULT_H

#include "base/arena.h"
#include "dataset/declared_table.h"
#include "lake/iceberg/iceberg_types.h"

/* Reads field->initial_default for a column of the field's type; bytes live as long as
 * the field and the arena.  For a struct, the value is the JSON of a struct whose members
 * have the declared columns' own initial values.  CORRUPT: it is no such value.
 * UNSUPPORTED: of lists, maps and types whose default has to be null. */
enum status iceberg_default_read(const struct iceberg_field *field,
                                 const struct declared_field *declared,
                                 struct arena *arena, struct declared_value *value,
                                 struct error *error) CHECK_RESULT;

#endif
