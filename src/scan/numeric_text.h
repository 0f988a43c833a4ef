/* SPDX-License-Identifier: MIT */
/*
 * numeric_text.h - texts that a comparison with numeric affinity turns into numbers.
 *
 *     '5'   '05'   ' 5.0 '   '+50e-1'   '.5e1'      all equal the number 5
 *
 * Hosts round differently, so numbers within a small margin count as equal: these
 * functions accept more texts than SQLite does, never fewer.
 */
#ifndef SCAN_NUMERIC_TEXT_H
#define SCAN_NUMERIC_TEXT_H

#include "scan/value_set.h"

/* The largest difference at which two numbers count as equal. */
double numeric_text_margin(double number);

/* Converts a text to its number.  False if the text does not look like a number
 * (text_looks_numeric), or if only SQLite can decide which number it is. */
bool numeric_text_value(struct bytes_value text, double *number);

/* False only if SQLite converts the text to another number or to none. */
bool numeric_text_may_equal(struct bytes_value text, double number);

/* Fills *set, of DOMAIN_BYTES, with ranges that hold every text for which
 * numeric_text_may_equal() is true, except those that numeric_text_value() cannot
 * decide. */
enum status numeric_text_set(double number, struct arena *arena, struct value_set *set,
                             struct error *error) CHECK_RESULT;

#endif
