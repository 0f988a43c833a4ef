/* SPDX-License-Identifier: MIT */
#include "scan/numeric_text.h"

#include <math.h>
#include <stdio.h>

#include "scan/text_match.h"
#include "value/value_from_text.h"

enum {
    /* Ranges of texts are made from this many leading digits of a number.  Numbers within
     * the margin differ by at most 1 in the last of these digits. */
    N_DIGITS = 12,
    /* One range per digit of two numbers, and those of what may precede digits. */
    MOST_RANGES = 2 * N_DIGITS + 6,
};

static const double RELATIVE_MARGIN = 1e-13, SMALLEST = 1e-290, LARGEST = 1e290;

double numeric_text_margin(double number)
{
    return fabs(number) * RELATIVE_MARGIN + SMALLEST;
}

bool numeric_text_value(struct bytes_value text, double *number)
{
    struct slice digits = slice_trim_space(slice_of(text.data, text.size));
    return text_looks_numeric(text) && double_from_text(digits, number) != TEXT_UNFIT;
}

bool numeric_text_may_equal(struct bytes_value text, double number)
{
    double value;
    if (!numeric_text_value(text, &value))
        return text_looks_numeric(text);
    return fabs(value - number) <= numeric_text_margin(number);
}

/* ---- Ranges of texts ------------------------------------------------------------- */

/* Adds the texts from `low` up to `end`, exclusive, of size bytes each. */
static bool add_range(struct value_set *set, struct arena *arena, const char *low,
                      const char *end, size_t size)
{
    const char *low_copy = arena_copy_text(arena, low, size);
    const char *end_copy = arena_copy_text(arena, end, size);
    struct value_range *range = &set->ranges[set->n_ranges++];
    *range = (struct value_range){.high_is_open = true};
    range->low.bytes = (struct bytes_value){(const uint8_t *)low_copy, size};
    range->high.bytes = (struct bytes_value){(const uint8_t *)end_copy, size};
    return low_copy != NULL && end_copy != NULL;
}

/* Adds the texts that begin with the prefix, whose last byte is ASCII. */
static bool add_prefix(struct value_set *set, struct arena *arena, const char *prefix,
                       size_t size)
{
    char end[N_DIGITS + 1];
    memcpy(end, prefix, size);
    end[size - 1]++;
    return add_range(set, arena, prefix, end, size);
}

/* Adds the texts that begin with the number's digits, with a point after any of them.
 * Trailing zeros may be missing (1e2). */
static bool add_digits(struct value_set *set, struct arena *arena, double number)
{
    char text[40], prefix[N_DIGITS + 1];
    size_t n = N_DIGITS;
    snprintf(text, sizeof text, "%.16e", fabs(number));
    text[1] = text[0]; /* overwrites the point, whichever the locale uses */
    const char *digits = text + 1;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    for (size_t i = 1; i < n; i++) {
        memcpy(prefix, digits, i);
        prefix[i] = '.';
        if (!add_prefix(set, arena, prefix, i + 1))
            return false;
    }
    return add_prefix(set, arena, digits, n);
}

enum status numeric_text_set(double number, struct arena *arena, struct value_set *set,
                             struct error *error)
{
    double margin = fabs(number) * RELATIVE_MARGIN;
    bool has_digits = fabs(number) > SMALLEST && fabs(number) < LARGEST;
    *set = (struct value_set){.domain = DOMAIN_BYTES};
    set->ranges = arena_alloc(arena, MOST_RANGES, sizeof *set->ranges);
    bool is_complete = set->ranges != NULL && add_range(set, arena, "\t", "\x0e", 1) &&
                       add_prefix(set, arena, " ", 1);
    if (is_complete && !has_digits) /* signs, the point and all digits */
        is_complete = add_range(set, arena, "+", ":", 1);
    else if (is_complete && number < 0)
        is_complete = add_prefix(set, arena, "-", 1);
    else if (is_complete)
        is_complete = add_prefix(set, arena, "+", 1) && add_prefix(set, arena, ".", 1) &&
                      add_prefix(set, arena, "0", 1) &&
                      add_digits(set, arena, number - margin) &&
                      add_digits(set, arena, number + margin);
    if (!is_complete)
        return error_nomem(error);
    value_set_normalise(set);
    return OK;
}
