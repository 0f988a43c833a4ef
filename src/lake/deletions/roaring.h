/* SPDX-License-Identifier: MIT */
/*
 * roaring.h - decodes Roaring bitmaps, in which lake tables store the deleted rows of a
 * file.
 *
 * The standard form, for 32 bits (github.com/RoaringBitmap/RoaringFormatSpec), all
 * numbers little-endian:
 *
 *     12346 | n as 4 bytes            or   12347 as 2 bytes | n - 1 as 2 bytes,
 *                                          then a bit for each container: is it of runs?
 *     n times: key, cardinality - 1   2 bytes each, ascending keys
 *     n times: offset of the container from the front, 4 bytes
 *                                     (12347: only if n is at least 4)
 *     n containers:                   runs: their number, then first, length - 1 of each
 *                                     cardinality <= 4096: the values, ascending
 *                                     else: 8192 bytes of bits
 *
 * all parts of a container having 2 bytes.  RoaringBitmapArray, for 64 bits, which both
 * Delta Lake and Iceberg use, is a magic number, the number of bitmaps and the bitmaps:
 *
 *     1681511377 | n as 8 bytes | n times: upper half as 4 bytes, bitmap
 *     1681511376 | n as 4 bytes | n times: size as 4 bytes, bitmap
 */
#ifndef LAKE_DELETIONS_ROARING_H
#define LAKE_DELETIONS_ROARING_H

#include "base/row_bitmap.h"
#include "base/slice.h"

/* Both add rows to a bitmap that has no row at or after the first that they add.  CORRUPT
 * for whatever breaks the format, and for a row at or after `end` (UINT64_MAX: any);
 * messages name the place in the bytes.  INTERRUPTED. */

/* Adds first_row, a multiple of 2^32, + each value of the bitmap that *bytes begins with,
 * and removes the bitmap from *bytes. */
enum status roaring_decode(struct slice *bytes, uint64_t first_row, uint64_t end,
                           struct row_bitmap *rows, struct error *error) CHECK_RESULT;

/* Adds the values of a RoaringBitmapArray, which takes all bytes. */
enum status roaring_array_decode(struct slice bytes, uint64_t end,
                                 struct row_bitmap *rows,
                                 struct error *error) CHECK_RESULT;

#endif
