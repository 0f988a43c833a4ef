/* SPDX-License-Identifier: MIT */
/*
 * text_functions.h - SQLite's functions of texts in UTF-8, for one text.
 *
 * As in SQLite, a character is a byte below 0xc0, or a byte from 0xc0 on with all bytes
 * 10xxxxxx that follow it.  Functions that count characters from the left stop at the
 * first 0 byte, except instr(), which counts it as a character.
 */
#ifndef VECTOR_TEXT_FUNCTIONS_H
#define VECTOR_TEXT_FUNCTIONS_H

#include "scan/column_vector.h"
#include "value/find_bytes.h"

/* Starts and lengths of text_part() that are farther from 0 are left to SQLite, whose
 * versions have different limits. */
#define MOST_TEXT_POSITION (INT64_C(1) << 28)

enum { TRIM_LEFT = 1, TRIM_RIGHT = 2 };

/* length(text) */
int64_t text_length(struct bytes_value text);

/* substr(text, start, length): a part of the text.  Without a length, it is
 * 2 * MOST_TEXT_POSITION. */
struct bytes_value text_part(struct bytes_value text, int64_t start, int64_t length);

/* instr(text, needle); the needle does not begin with 10xxxxxx. */
int64_t text_position(struct bytes_value text, const struct byte_needle *needle);

/* How often a needle occurs in a text, from the left, without overlaps. */
uint32_t text_count(struct bytes_value text, const struct byte_needle *needle);

/* Copies a text, and returns the end of the copy. */
uint8_t *text_copy(uint8_t *to, struct bytes_value text);

/* replace(text, needle, other): writes to `to`, and returns the end of what it wrote. */
uint8_t *text_replace(struct bytes_value text, const struct byte_needle *needle,
                      struct bytes_value other, uint8_t *to);

/* trim(text, characters), for bytes that are set in is_trimmed[256]; sides: TRIM_LEFT |
 * TRIM_RIGHT, or one of them. */
struct bytes_value text_trim(struct bytes_value text, const uint8_t *is_trimmed,
                             unsigned sides);

#endif
