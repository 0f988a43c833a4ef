/* SPDX-License-Identifier: MIT */
/*
 * write_vector.h - writes values of a file's column as they are, from vectors, without
 * SQLite's form of them in between.
 *
 * So nothing is lost that SQLite's values do not have: NaN, the sign of a decimal zero,
 * all digits of long decimals.
 */
#ifndef CONVERT_WRITE_VECTOR_H
#define CONVERT_WRITE_VECTOR_H

#include "convert/cell_batch.h"
#include "convert/write_nested.h"
#include "scan/column_statistics.h"

/* Whether a column's values have the target's type, so that vectors of them can be
 * appended. */
bool write_vector_serves(const struct write_target *target, const struct column *from);

/* Appends rows first .. end - 1 of column i of a batch of vectors.  *row: `end`, or the
 * first row that was not appended: its value breaks a rule of the target's type (it is
 * out of its range, not UTF-8, null in a REQUIRED column), or appending has failed. */
enum status write_vector_append(const struct write_target *target,
                                const struct cell_batch *batch, uint32_t i,
                                uint64_t first, uint64_t end,
                                struct pq_column_values *values, uint64_t *row,
                                struct error *error) CHECK_RESULT;

/* Converts a value of a vector to one of the target's type; false if it breaks a rule of
 * the type.  The value borrows from both. */
bool write_vector_convert(const struct write_target *target, enum vector_kind kind,
                          union column_value from, struct physical_value *value);

/* In write_record.c. Appends a row of a nested column, whose leaves have records of the
 * same form (record_entries.h).  MISUSE if a value breaks a rule of its type. */
enum status write_record_append(struct write_nested *nested, struct slice record,
                                struct error *error) CHECK_RESULT;

#endif
