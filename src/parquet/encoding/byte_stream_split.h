/* SPDX-License-Identifier: MIT */
/*
 * byte_stream_split.h - BYTE_STREAM_SPLIT (Encodings.md): byte k of every value is in
 * stream k, and the streams follow one another.  For types of a fixed width.
 *
 *     AA BB CC DD | 00 11 22 33   ->   AA 00  BB 11  CC 22  DD 33
 */
#ifndef PARQUET_ENCODING_BYTE_STREAM_SPLIT_H
#define PARQUET_ENCODING_BYTE_STREAM_SPLIT_H

#include <stddef.h>
#include <stdint.h>

struct pq_split_decoder {
    const uint8_t *data;
    size_t n_values; /* in each stream */
    size_t next;
};

#endif
