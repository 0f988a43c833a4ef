/* SPDX-License-Identifier: MIT */
/*
 * numeric_text.h - texts that a comparison with numeric affinity turns into numbers.
 *
 *     '5'   '05'   ' 5.0 '   '+50e-1'   '.5e1'      all equal the number 5
 *
 * Hosts round differently, so numbers that differ by a trifle count as equal: everything
 * here accepts more texts than SQLite does, never fewer.
 */
#ifndef SCAN_NUMERIC_TEXT_H
#define SCAN_NUMERIC_TEXT_H

#include "scan/value_set.h"

/* What numbers may differ by and still count as equal. */
double numeric_text_margin(double number);

/* The text's number.  False if the text does not look like a number (text_looks_numeric),
 * or if it is left to SQLite which number it is. */
bool numeric_text_value(struct bytes_value text, double *number);

/* False only if SQLite makes no number of the text, or another one. */
bool numeric_text_may_equal(struct bytes_value text, double number);

/* Fills *set, of DOMAIN_BYTES, with ranges that hold every text for which
 * numeric_text_may_equal() is true and numeric_text_value() knows the number. */
enum status numeric_text_set(double number, struct arena *arena, struct value_set *set,
                             struct error *error) CHECK_RESULT;

#endif
