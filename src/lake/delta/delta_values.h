/* SPDX-License-Identifier: MIT */
/*
 * delta_values.h - the text of partition values (protocol, "Partition Value
 * Serialization"), and of bounds in statistics, as values of a column.
 */
#ifndef LAKE_DELTA_VALUES_H
#define LAKE_DELTA_VALUES_H

#include "base/arena.h"
#include "dataset/declared_table.h"

enum { DELTA_DECIMAL_BYTES = 16 }; /* of a decimal that is not a 64-bit integer */

/* Converts a partition value.  Without data it is null, and so is an empty text, whatever
 * the type.  Bytes are those of the text, which lives as long, or of the arena.  CORRUPT
 * if it is no value of the type. */
enum status delta_partition_value(const struct column *column, struct slice text,
                                  struct arena *arena, struct declared_value *value,
                                  struct error *error) CHECK_RESULT;

/* Converts text to a value of the column; false if it is none, or has no text.  bytes:
 * for the digits of decimals, valid as long as the value. */
bool delta_value_from_text(const struct column *column, struct slice text,
                           uint8_t bytes[DELTA_DECIMAL_BYTES], union column_value *value);

#endif
