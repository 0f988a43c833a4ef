/* SPDX-License-Identifier: MIT */
/*
 * plain_front.h - loads as much of a partially decompressed page as the next PLAIN values
 * need: of a data page, or of a dictionary page.
 */
#ifndef PARQUET_PLAIN_FRONT_H
#define PARQUET_PLAIN_FRONT_H

#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* Loads the next n values; the first is at `rest` in the page, whose buffer begins at
 * `data`.  Before they are skipped (are_read false), loads what it takes to find their
 * end: nothing if they have a fixed width. */
enum status pq_plain_front_need(struct pq_partial_page *partial,
                                const struct pq_leaf *leaf, const uint8_t *data,
                                const uint8_t *rest, uint64_t n, bool are_read,
                                struct error *error) CHECK_RESULT;

#endif
