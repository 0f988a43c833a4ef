/* SPDX-License-Identifier: MIT */
/*
 * key_places.h - sorts rows by short keys, digit by digit, with several threads.
 */
#ifndef KEPT_KEY_PLACES_H
#define KEPT_KEY_PLACES_H

#include "kept/sort_keys.h"

enum { MOST_KEY_BITS = 32 };

/* Sets the place of each of the first n_rows rows in the order of their keys, which have
 * at most MOST_KEY_BITS: rows with equal keys keep their order.  The rows are divided
 * among n_pieces threads, MOST_PIECES at most. */
enum status key_places_set(const struct sort_keys *keys, uint32_t *places,
                           uint32_t n_rows, uint32_t n_pieces,
                           struct error *error) CHECK_RESULT;

#endif
