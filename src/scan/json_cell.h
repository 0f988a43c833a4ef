/* SPDX-License-Identifier: MIT */
/*
 * json_cell.h - writes cells of a vector as JSON, and rows of JSON as a vector.
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

/* A batch of rows of JSON.  A zeroed struct is empty. */
struct json_batch {
    struct buffer text; /* of all rows, each followed by a 0 */
    struct bytes_value values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
};

/* Makes a vector of at most n rows, and fewer if their text becomes large; it is valid
 * until the next call.  append_row appends the next row to batch->text, or sets
 * *is_null; n_left: how many rows are wanted from that row on. */
enum status json_batch_read(struct json_batch *batch, uint32_t n,
                            enum status (*append_row)(void *reader, uint32_t n_left,
                                                      bool *is_null, struct error *error),
                            void *reader, struct column_vector *vector,
                            struct error *error) CHECK_RESULT;

#endif
