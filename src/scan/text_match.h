/* SPDX-License-Identifier: MIT */
/*
 * text_match.h - text compared as SQLite compares it: LIKE, GLOB, collations.
 *
 * A scan must not exclude a row that SQLite would keep.  So these functions follow
 * SQLite's own exactly, including their handling of invalid UTF-8 and of 0 bytes, most of
 * which is undocumented but stable.  Where SQLite versions differ, the text matches.
 *
 *     text, pattern   end before their first 0 byte
 *     character       a byte below 0xc0, or a byte from 0xc0 on with all continuation
 *                     bytes (0x80 .. 0xbf) that follow it, however many; its number is
 *                     decoded as UTF-8, modulo 2^32.  Numbers below 0x80, surrogates,
 *                     0xfffe and 0xffff become U+FFFD.
 *     LIKE            % any text, _ any character; A-Z are a-z
 *     GLOB            * any text, ? any character, [...] one of these, [^...] none of
 *                     these, with ranges a-z; ] in the first position is literal
 *
 * These functions ignore the affinities and conversions that SQLite applies before it
 * compares two values, and do not notice if a program replaces like() or glob().
 */
#ifndef SCAN_TEXT_MATCH_H
#define SCAN_TEXT_MATCH_H

#include "base/status.h"
#include "scan/column_vector.h"
#include "value/find_bytes.h"

enum text_pattern_kind {
    PATTERN_LIKE, /* without ESCAPE, PRAGMA case_sensitive_like off */
    PATTERN_GLOB,
};

enum {
    /* SQLite's default limit.  Longer patterns are left to SQLite. */
    MOST_PATTERN_BYTES = 50000,
};

enum text_pattern_shape {
    SHAPE_NONE, /* matches nothing */
    SHAPE_ALL,  /* matches everything, or is left to SQLite */
    SHAPE_EXACT,
    SHAPE_PREFIX,
    SHAPE_SUFFIX,
    SHAPE_CONTAINS,
    SHAPE_GENERAL,
};

struct pattern_element;
struct character_range;

/* Owns what it points to. */
struct text_pattern {
    enum text_pattern_shape shape;
    bool folds_case;
    /* The text of a simple shape; for a general pattern, ASCII text that every match
     * contains.  Size 0: none. */
    struct byte_needle needle;
    struct pattern_element *elements;
    size_t n_elements;
    uint8_t *ascii; /* for each element, its byte if it is an ASCII character */
    struct byte_needle *needles; /* parts of `ascii`, each after a % or * */
    size_t n_needles;
    struct character_range *ranges; /* of all [...] */
    size_t n_ranges;
};

/* Compiles the pattern's bytes, which need not outlive the call.  The only error is
 * NOMEM, after which the pattern can still be released. */
enum status text_pattern_init(struct text_pattern *pattern, enum text_pattern_kind kind,
                              const void *bytes, size_t size,
                              struct error *error) CHECK_RESULT;
void text_pattern_release(struct text_pattern *pattern);

/* Whether the text matches.  Time is at most proportional to text size * pattern size. */
bool text_pattern_matches(const struct text_pattern *pattern, struct bytes_value text);

/* Writes to `rows` those of the n ascending row indexes in `from` (NULL: 0 .. n-1; it may
 * be `rows`) of a VECTOR_BYTES vector whose values are not null and match; returns how
 * many.  A flat vector whose values lie in one block is searched as a whole.  With
 * indices, every row tests its entry again; text_pattern_mask_entries() tests each entry
 * once. */
uint32_t text_pattern_filter(const struct text_pattern *pattern,
                             const struct column_vector *vector, const uint32_t *from,
                             uint32_t n, uint32_t *rows);

/* For a vector with indices: sets mask[k] to 1 if dictionary entry k matches, else 0. */
void text_pattern_mask_entries(const struct text_pattern *pattern,
                               const struct column_vector *vector, uint8_t *mask);

/* ---- Numbers ---------------------------------------------------------------------- */

/* False only if SQLite's NUMERIC affinity does not convert the text.  It converts a
 * decimal number with an optional sign, between white space.  True for some others
 * too. */
bool text_looks_numeric(struct bytes_value text);

#endif
