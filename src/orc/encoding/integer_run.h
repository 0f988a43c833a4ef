/* SPDX-License-Identifier: MIT */
/*
 * integer_run.h - integer run length encoding, versions 1 and 2 (ORC specification,
 * "Integer Run Length Encoding"): numbers, lengths, and dictionary indices.  A column's
 * encoding in the stripe footer says which version its streams have.
 *
 *     version 1   run  := length - 3 (0x00..0x7f) delta (int8) varint(first)   3..130
 *                       | -length    (0x80..0xff) varint(value) ...            1..128
 *
 *     version 2   from the most significant bit on; W is a code for 1..64 bits:
 *
 *         short repeat   00 SSS LLL                    L+3 times a value of S+1 bytes
 *         direct         01 WWWWW L  LLLLLLLL          L+1 values of W bits
 *         patched base   10 WWWWW L  LLLLLLLL  BBB PPPPP  GGG NNNNN
 *                        base of B+1 bytes, L+1 values of W bits, N patches: a gap of
 *                        G+1 bits and P bits to set above W
 *         delta          11 WWWWW L  LLLLLLLL  varint(first) zigzag(delta)
 *                        L-1 differences of W bits; code 0: none, all equal the delta
 *
 * Sums wrap around.
 */
#ifndef ORC_ENCODING_INTEGER_RUN_H
#define ORC_ENCODING_INTEGER_RUN_H

#include "orc/encoding/run_operations.h"

enum {
    ORC_MOST_INTEGER_RUN = 512, /* values in a run */

    /* The most bytes of an encoded run.  Version 1: a header and 128 varints of 10 bytes,
     * 1 + 1280.  Version 2, short repeat: 1 + 8; direct: 2 + 512 * 8; delta: 2 + 10 + 10
     * + 510 * 8.  A patched base has the longest: a header of 4 bytes, a base of 8, 512
     * values of 8, and 31 patches of 8. */
    ORC_MOST_INTEGER_RUN_SIZE = 4 + 8 + 512 * 8 + 31 * 8,
};

/* orc_integer_runs_v1 ...; skipping does not notice corrupt patches of a patched base. */
#define ORC_ENCODING(name, number, runs, is_dictionary, kinds)                           \
    extern const struct orc_run_operations orc_##runs;
#include "orc/format/orc_encoding_list.h"

#endif
