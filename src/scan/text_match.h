/* SPDX-License-Identifier: MIT */
/*
 * text_match.h - text compared as SQLite compares it: LIKE, GLOB, collations.
 *
 * A scan that leaves out the rows SQLite would reject must reject none that SQLite would
 * keep.  So these functions follow SQLite's own to the letter, in what they make of
 * invalid UTF-8 and of 0 bytes too; SQLite has documented little of that, but has not
 * changed it.  Where its versions differ, the answer is "matches".
 *
 *     text, pattern   end before their first 0 byte
 *     character       a byte below 0xc0, or one from there on with all the continuation
 *                     bytes (0x80 .. 0xbf) behind it, however many; its number is made of
 *                     the bits of UTF-8.  Numbers below 0x80, surrogates, 0xfffe, 0xffff
 *                     and what has their low bits become U+FFFD.
 *     LIKE            % any text, _ any character; A-Z are a-z
 *     GLOB            * any text, ? any character, [...] one of these, [^...] none of
 *                     these, with ranges a-z; ] stands for itself in the first place
 *
 * What SQLite makes of two values before it compares them (affinities, conversions) is
 * not known here, nor whether a program has replaced the functions.
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
    /* A longer pattern is an error in SQLite unless built otherwise; it is left to it. */
    MOST_PATTERN_BYTES = 50000,
};

enum text_pattern_shape {
    SHAPE_NONE, /* matches nothing */
    SHAPE_ALL,  /* everything, or it is for SQLite to say */
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
    /* The text of a simple shape; of a general pattern, ASCII that every match contains.
     * Size 0: there is none. */
    struct byte_needle needle;
    struct pattern_element *elements;
    size_t n_elements;
    uint8_t *ascii; /* for each element its byte if it is an ASCII character */
    struct byte_needle *needles; /* parts of that, each behind a % or * */
    size_t n_needles;
    struct character_range *ranges; /* of all [...] */
    size_t n_ranges;
};

/* Compiles the pattern's bytes, which need not outlive the call.  NOMEM is the only
 * failure; the pattern can be released after it too. */
enum status text_pattern_init(struct text_pattern *pattern, enum text_pattern_kind kind,
                              const void *bytes, size_t size,
                              struct error *error) CHECK_RESULT;
void text_pattern_release(struct text_pattern *pattern);

/* Whether the text matches.  Takes time in proportion to text size * pattern size at
 * most. */
bool text_pattern_matches(const struct text_pattern *pattern, struct bytes_value text);

/* Of n_rows ascending numbers of rows of a vector of VECTOR_BYTES keeps, in place, those
 * that are not null and match; returns how many.  A flat vector whose values lie in one
 * block is searched as a whole.  With codes an entry is compared again for each row: see
 * text_pattern_mask_entries. */
uint32_t text_pattern_filter(const struct text_pattern *pattern,
                             const struct column_vector *vector, uint32_t *rows,
                             uint32_t n_rows);

/* The same for all rows of the vector; `rows` has room for vector->n_rows of them. */
uint32_t text_pattern_select(const struct text_pattern *pattern,
                             const struct column_vector *vector, uint32_t *rows);

/* For a vector with codes: mask[k] = 1 where entry k of the dictionary matches, else 0.
 */
void text_pattern_mask_entries(const struct text_pattern *pattern,
                               const struct column_vector *vector, uint8_t *mask);

/* ---- Collations -------------------------------------------------------------------
 * Negative, 0 or positive as a is less than, equal to or greater than b; BINARY is
 * bytes_compare(). */

/* NOCASE: A-Z as a-z; a 0 byte in the same place of both ends the comparison of bytes,
 * and only the sizes decide. */
int text_compare_nocase(struct bytes_value a, struct bytes_value b);

/* RTRIM: BINARY without the spaces (0x20) at the end.  Old versions of SQLite find the
 * same texts equal, but compare those spaces with what the other text has in their place,
 * which matters if that is below a space. */
int text_compare_rtrim(struct bytes_value a, struct bytes_value b);

/* ---- Numbers ---------------------------------------------------------------------- */

/* False only if SQLite's NUMERIC affinity leaves the text a text: what is not an optional
 * sign and a decimal number, between white space.  True for some other texts. */
bool text_looks_numeric(struct bytes_value text);

#endif
