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

#include "orc/encoding/run_operations.h"

enum {
    ORC_MOST_BYTE_RUN = 130,      /* values in a run */
    ORC_MOST_BYTE_RUN_SIZE = 129, /* bytes of an encoded run: its header, 128 bytes */
};

extern const struct orc_run_operations orc_byte_runs;

#endif
