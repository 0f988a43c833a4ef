/* SPDX-License-Identifier: MIT */
/*
 * radix_ranks.h - sorts rows by their keys, digit by digit, with several threads.
 */
#ifndef ROWS_RADIX_RANKS_H
#define ROWS_RADIX_RANKS_H

#include "rows/sort_keys.h"

/* Bytes of memory that sorting takes for each row. */
enum { RADIX_ROW_BYTES = 2 * sizeof(uint64_t) };

/* Sets the rank of each of the first n_rows rows in the order of their keys: rows with
 * equal keys keep their order.  The rows are divided among n_pieces threads, MOST_PIECES
 * at most. */
enum status radix_ranks_set(const struct sort_keys *keys, uint32_t *ranks,
                            uint32_t n_rows, uint32_t n_pieces,
                            struct error *error) CHECK_RESULT;

#endif
