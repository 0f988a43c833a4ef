/* SPDX-License-Identifier: MIT */
/*
 * json_cell.h - writes cells of a vector as JSON.
 */
#ifndef SCAN_JSON_CELL_H
#define SCAN_JSON_CELL_H

#include "base/buffer.h"
#include "scan/column_vector.h"

/* Appends the cell as a JSON value: numbers and decimals with all their digits, NaN as
 * null, infinities as 9e999, binary as upper-case hexadecimal text, JSON as text. */
enum status append_json_cell(struct buffer *buffer, const struct column *column,
                             const struct column_vector *vector, uint32_t row,
                             struct error *error) CHECK_RESULT;

#endif
