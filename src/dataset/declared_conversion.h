/* SPDX-License-Identifier: MIT */
/*
 * declared_conversion.h - how the values of a file's column become those of a column that
 * metadata declare (declared_table.h), whatever type the file has.
 *
 *     declared             of a file's
 *     integer              integer that has no other values
 *     real                 real of at most as many bits, integer of at most 32
 *     decimal              decimal or integer that has no more digits before the point,
 *                          nor after it
 *     timestamp            date, timestamp of any unit, INT96, and ORC's timestamp;
 * digits beyond the unit are cut off.  UTC or not is as declared. time time of no smaller
 * unit; of micros: also 64-bit integer text                 text, JSON, bytes that say
 * nothing of what they are bytes, geometries    bytes, geometries; bytes: also texts and
 * UUIDs UUID                 UUID, 16 bytes
 *
 * The last rows are as Iceberg stores times and UUIDs in ORC files, and as old writers
 * stored texts.  A column that is null in all of a file has any type.
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
