/* SPDX-License-Identifier: MIT */
/*
 * bloom_hash.h - the hashes of ORC's Bloom filters, and whether a filter has one.
 *
 * Filters in streams BLOOM_FILTER_UTF8 (specification, "Bloom Filter Index") have
 *
 *     smallint, int, bigint   orc_integer_hash() of the value
 *     date                    orc_integer_hash() of the days since 1970
 *     float, double           orc_integer_hash() of the bits as a double; 0.0 and -0.0
 *                             are different values
 *     timestamp               orc_integer_hash() of the milliseconds since 1970
 *     string, varchar, char   orc_murmur3_64() of the text; Java pads a char with spaces
 *     decimal                 orc_murmur3_64() of the number as text, with no more digits
 *                             than it needs: 1.5, 100, -7
 *
 * Faults of writers, found by reading such files:
 *
 *     C++ 1.6.0 to 1.6.11, and 1.7.0, hash integers with unsigned shifts (ORC-1024).
 *     C++ of any version so far hashes other numbers than those of a tinyint or boolean
 *     column, in part.
 *     Java has filters for boolean columns, but they are empty.
 */
#ifndef ORC_FACTS_BLOOM_HASH_H
#define ORC_FACTS_BLOOM_HASH_H

#include "base/slice.h"

/* Murmur3 of 64 bits as Hive defines it: not half of Murmur3 of 128 bits, as the
 * specification says, but one of its two lanes alone. */
uint64_t orc_murmur3_64(struct slice bytes);

/* Thomas Wang's hash of 64 bits, with signed shifts as in Java. */
uint64_t orc_integer_hash(int64_t value);

/* False if no value with this hash is in the filter.  bits: utf8bitset, whose size is a
 * multiple of 8; of an invalid filter the result is true.  n_hashes may be any number. */
bool orc_bloom_has(struct slice bits, uint32_t n_hashes, uint64_t hash);

#endif
