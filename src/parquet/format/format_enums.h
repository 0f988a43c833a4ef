/* SPDX-License-Identifier: MIT */
/*
 * format_enums.h - names and properties of the numbers in parquet.thrift's enums.
 */
#ifndef PARQUET_FORMAT_ENUMS_H
#define PARQUET_FORMAT_ENUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codec/codec.h"

/* Names as in parquet.thrift; NULL for numbers without one. */
const char *pq_type_name(int type);
const char *pq_repetition_name(int repetition);
const char *pq_converted_type_name(int converted_type);
const char *pq_compression_name(int compression);
const char *pq_page_type_name(int page_type);
const char *pq_encoding_name(int encoding);

/* The codec with a format number (CODEC_UNKNOWN if none has it), and the reverse. */
enum codec pq_codec(int compression);
int pq_compression(enum codec codec);

/* PLAIN_DICTIONARY or RLE_DICTIONARY. */
bool pq_is_dictionary_encoding(int encoding);

/* Stored bytes of one value of a fixed-width type; 0 for BOOLEAN and BYTE_ARRAY. */
size_t pq_type_width(int type, int32_t type_length);

#endif
