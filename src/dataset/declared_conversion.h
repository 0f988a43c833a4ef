/* SPDX-License-Identifier: MIT */
/*
 * declared_conversion.h - how the values of a file's column become those of a column that
 * metadata declare (declared_table.h), whatever type the file has.
 *
 * - An integer: of an integer that has no other values.
 * - A real: of a real of at most as many bits, or an integer of at most 32.
 * - A decimal: of a decimal or integer with no more digits on either side of the point.
 * - A timestamp: of a date, a timestamp of any unit, INT96, and ORC's timestamp.  Digits
 *   beyond the unit are cut off.  It is UTC or not as declared.
 * - A time: of a time of no smaller unit; in microseconds also of a 64-bit integer.
 * - A text: of a text, of JSON, and of bytes that do not say what they are.
 * - Bytes and geometries: of bytes and geometries; bytes also of texts and UUIDs.
 * - A UUID: of a UUID or of 16 bytes.
 *
 * Iceberg stores times and UUIDs in ORC files as integers and bytes, and old writers
 * stored texts as bytes.  A column that is null in all of a file has any type.
 */
#ifndef DATASET_DECLARED_CONVERSION_H
#define DATASET_DECLARED_CONVERSION_H

#include "dataset/dataset_unite.h"
#include "dataset/declared_table.h"
#include "scan/file_field.h"

/* Of a column or field that is a value in both, or a Variant.  CONVERT_NEVER, with the
 * reason, if the table cannot have such a file.  Both columns are borrowed. */
struct conversion declared_conversion(const struct column *declared,
                                      const struct column *file);

/* Of any top-level column.  by_ids: members of structs are found by their numbers, not by
 * stored names.  The conversion refers to both trees and to the arena.  CORRUPT or
 * UNSUPPORTED, with the name of the field, if the table cannot have such a file. */
enum status declared_field_conversion(const struct declared_field *declared,
                                      const struct file_field *file, bool by_ids,
                                      struct arena *arena, struct conversion *conversion,
                                      struct error *error) CHECK_RESULT;

#endif
