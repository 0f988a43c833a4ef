/* SPDX-License-Identifier: MIT */
/*
 * big_varint.h - base-128 varints of any length, the digits of DECIMAL columns (ORC
 * specification, "Decimal Columns"): 7 bits a byte, the least significant first, and
 * the uppermost bit of all bytes but the last is set.  The lowest bit of the number is
 * its sign (zigzag).
 *
 *     -129   zigzag 257 = 2 * 128 + 1   0x81 0x02
 *
 * Groups of zero bits at the end are legal, so a small number may have many bytes.
 */
#ifndef ORC_ENCODING_BIG_VARINT_H
#define ORC_ENCODING_BIG_VARINT_H

#include <stdbool.h>

#include "base/slice.h"
#include "base/status.h"

/* Reads a number of at most 10 bytes and 64 bits, and advances *input.  Otherwise *fits
 * is false, *input stays as it is, and the number is one for orc_big_varint_bytes().
 * CORRUPT if fewer than 10 bytes are left and the number does not end in them. */
enum status orc_big_varint_int64(struct slice *input, int64_t *value, bool *fits,
                                 struct error *error) CHECK_RESULT;

/* Reads a number of any length as big-endian two's complement of `size` bytes, size > 0,
 * and advances *input.  CORRUPT if the number does not end in *input, TOO_BIG if it needs
 * more bytes; *input then stays as it is. */
enum status orc_big_varint_bytes(struct slice *input, uint8_t *bytes, size_t size,
                                 struct error *error) CHECK_RESULT;

/* Skips up to n numbers that end in *input; *n_skipped is their count.  *input begins
 * after the last one.  Fails only if interrupted. */
enum status orc_big_varint_skip(struct slice *input, uint64_t n, uint64_t *n_skipped,
                                struct error *error) CHECK_RESULT;

#endif
