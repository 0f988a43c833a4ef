/* SPDX-License-Identifier: MIT */
/*
 * decimal_reader.h - DECIMAL columns (the specification, "Decimal Columns"): unbounded
 * varints in DATA, and the scale of each in SECONDARY.  They become unscaled values of
 * the column's scale, as int64_t or as big-endian two's complement.
 *
 * Version 2 of the format stores those of at most 18 digits as integers of the column's
 * scale.
 */
#ifndef ORC_DECIMAL_READER_H
#define ORC_DECIMAL_READER_H

#include "orc/file/orc_tree.h"
#include "orc/stream/run_readers.h"
#include "scan/column_vector.h"

struct orc_decimal_reader {
    struct orc_byte_stream *digits;
    struct orc_integer_reader *scales;
    int32_t precision, scale; /* of the column */
    size_t size;              /* bytes of a value; 0: int64_t */
    int64_t *scales_read;     /* BATCH_ROWS */
};

/* Reads the next n <= BATCH_ROWS decimals: into `values`, n of int64_t or n times `size`
 * bytes. */
enum status orc_decimals_read(struct orc_decimal_reader *reader, void *values, uint32_t n,
                              struct error *error) CHECK_RESULT;
enum status orc_decimals_skip(struct orc_decimal_reader *reader, uint64_t n,
                              struct error *error) CHECK_RESULT;

/* Multiplies big-endian two's complement by 10^(to - from), or divides it.  False if the
 * result has digits beyond the scale or does not fit. */
bool orc_decimal_rescale(uint8_t *bytes, size_t size, int64_t from, int64_t to);

#endif
