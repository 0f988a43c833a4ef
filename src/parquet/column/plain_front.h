/* SPDX-License-Identifier: MIT */
/*
 * plain_front.h - loads as much of a partially decompressed page as the next PLAIN values
 * need: of a data page, or of a dictionary page.
 */
#ifndef PARQUET_PLAIN_FRONT_H
#define PARQUET_PLAIN_FRONT_H

#include "parquet/encoding/plain.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* Loads the next n values; the first is at `rest` in the page, whose buffer begins at
 * `data`. */
enum status pq_plain_front_need(struct pq_partial_page *partial,
                                const struct pq_leaf *leaf, const uint8_t *data,
                                const uint8_t *rest, uint64_t n,
                                struct error *error) CHECK_RESULT;

/* Skips the next *n texts of a data page as far as they are loaded in parts: loads what
 * it takes to find their end.  *n: those that are left when the page is complete, whether
 * before or because of them. */
enum status pq_plain_front_skip(struct pq_partial_page *partial, const uint8_t *data,
                                struct pq_plain_decoder *decoder, uint64_t *n,
                                struct error *error) CHECK_RESULT;

#endif
