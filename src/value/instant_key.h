/* SPDX-License-Identifier: MIT */
/*
 * instant_key.h - the order of the collation parquet_instant.
 *
 * Each text that is a date, a timestamp or a time of day in ISO 8601, in any spelling,
 * has a canonical one; texts are compared by it.  Every other text is compared as it is.
 * So the order is total, and for canonical texts that of memcmp().
 *
 *     2024-01-03T00:00:00.000Z     2024-01-03 00:00:00
 *     2024-01-03                   2024-01-03 00:00:00
 *     2024-01-03 01:30:00.5+01:00  2024-01-03 00:30:00.500
 *     12:30                        12:30:00
 *     January                      January
 *
 * Canonical texts are what value_text.h writes: so years beyond 9999, which have a sign,
 * sort before all others.
 */
#ifndef VALUE_INSTANT_KEY_H
#define VALUE_INSTANT_KEY_H

#include "value/value_text.h"

/* The canonical text: it is written to room, or is the text itself.  room has
 * VALUE_TEXT_SIZE bytes. */
struct slice instant_key(struct slice text, char *room);

/* Compares as the collation does; the result is like memcmp()'s. */
int instant_compare(struct slice a, struct slice b);

#endif
