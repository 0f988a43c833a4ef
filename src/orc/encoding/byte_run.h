/* SPDX-License-Identifier: MIT */
/*
 * byte_run.h - byte run length encoding (ORC specification, "Byte Run Length Encoding"):
 * the bytes of TINYINT columns, and 8 booleans in each byte.
 *
 *     run   := length - 3 (0x00..0x7f)   the repeated byte     3..130 values
 *            | -length    (0x80..0xff)   `length` bytes        1..128 values
 */
#ifndef ORC_ENCODING_BYTE_RUN_H
#define ORC_ENCODING_BYTE_RUN_H

#include "base/slice.h"
#include "base/status.h"

enum {
    ORC_MOST_BYTE_RUN = 130,      /* values in a run */
    ORC_MOST_BYTE_RUN_SIZE = 129, /* bytes of an encoded run: its header, 128 bytes */
};

/* Decodes the run at the start of *input, at most ORC_MOST_BYTE_RUN values, and advances
 * *input past it.  CORRUPT if the bytes end too early; *input stays as it is. */
enum status orc_byte_run_decode(struct slice *input, uint8_t *values, uint32_t *n,
                                struct error *error) CHECK_RESULT;

/* Same without the values. */
enum status orc_byte_run_skip(struct slice *input, uint32_t *n,
                              struct error *error) CHECK_RESULT;

#endif
