/* SPDX-License-Identifier: MIT */
/*
 * write_variant.h - JSON as a Variant of a nested column that is written, in one piece or
 * shredded (VariantShredding.md).
 *
 * A value goes to a typed leaf where reading gives the same JSON again, and else, with
 * all that is in it, to the `value` beside it; so numbers that are written in another way
 * than the type's, 1 for a DOUBLE, are kept as they are.
 */
#ifndef CONVERT_WRITE_VARIANT_H
#define CONVERT_WRITE_VARIANT_H

#include "parquet/write/variant_builder.h"

struct write_nested;

/* An array or object that is being shredded. */
struct open_variant;

/* Memory that is used again; a zeroed struct is ready, and may be released. */
struct write_variant {
    struct pq_variant_builder builder;
    struct buffer bytes;
    struct open_variant *open; /* as many as the shapes are deep */
    uint32_t depth;
};

/* Once for a type: its targets in Variants take only what reads as the same JSON. */
void write_variant_prepare(struct write_nested *nested);

void write_variant_release(struct write_variant *variant);

/* Takes the value that the token just read from nested->reader is, or begins, whole; the
 * shape is a VARIANT that is not a part of another.  Its leaves get one slot each (but
 * for those of shredded lists) that begins at the repetition level; null is a Variant,
 * too. Where nested->is_checking nothing is appended.  MISUSE: it does not fit. */
enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error) CHECK_RESULT;

#endif
