/* SPDX-License-Identifier: MIT */
/*
 * write_variant.h - writes JSON as a Variant of a nested column, whole or shredded
 * (VariantShredding.md).
 *
 * A value goes to a typed leaf if reading returns the same JSON; otherwise the whole
 * value goes to the `value` leaf beside it.  So a number in another notation than the
 * type's, such as 1 for a DOUBLE, is kept as it is.
 */
#ifndef CONVERT_WRITE_VARIANT_H
#define CONVERT_WRITE_VARIANT_H

#include "parquet/write/variant_builder.h"

struct write_nested;

/* An array or object that is being shredded. */
struct open_variant;

/* A zeroed struct is ready and may be released; its memory is reused. */
struct write_variant {
    struct pq_variant_builder builder;
    struct buffer bytes;
    struct open_variant *open; /* one for each level of shapes */
    uint32_t depth;
};

/* Call once per type: typed leaves of Variants then accept only what reads as the same
 * JSON. */
void write_variant_prepare(struct write_nested *nested);

void write_variant_release(struct write_variant *variant);

/* Writes a whole value, whose first token was just read from nested->reader; the shape is
 * a VARIANT that is not part of another.  Each leaf gets one entry, which begins at the
 * repetition level (those of shredded lists may get more).  JSON null is a Variant, too.
 * If nested->is_checking, nothing is appended.  MISUSE: the value does
 * not fit; TOO_BIG: a Variant cannot hold it, or memory is limited.  The caller adds the
 * path of the value to both. */
enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error) CHECK_RESULT;

#endif
