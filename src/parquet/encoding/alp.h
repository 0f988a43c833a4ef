/* SPDX-License-Identifier: MIT */
/*
 * alp.h - ALP (ALP.md of the specification): FLOAT and DOUBLE as decimal numbers.  A page
 * has vectors of up to 2^15 values, each of which can be found without the others:
 *
 *     mode, integer encoding, log2 of the vectors' size    3 bytes
 *     number of values                                     4 bytes
 *     where each vector begins, from here on               4 bytes each
 *     vectors
 *
 * A vector stores value i as integer i * 10^factor / 10^exponent.  The integers are
 * packed into few bits as differences from the least.  Values that this would change are
 * stored once more as they are, with their positions ("exceptions").
 */
#ifndef PARQUET_ENCODING_ALP_H
#define PARQUET_ENCODING_ALP_H

#include "base/slice.h"
#include "base/status.h"

struct pq_alp_decoder {
    struct slice vectors; /* from the first offset on; borrowed */
    uint32_t n_values, next;
    unsigned log_size; /* of the values in each vector but the last */
};

#endif
