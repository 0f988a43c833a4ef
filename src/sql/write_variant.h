/* write_variant.h - JSON as a Variant of a nested column that is written. */
#ifndef SQL_WRITE_VARIANT_H
#define SQL_WRITE_VARIANT_H

#include "write_nested.h"

/* Takes the value that the token just read from nested->reader is, or begins, whole; the
 * shape is a VARIANT that is not a part of another.  Its leaves get one slot each (but
 * for those of shredded lists) that begins at the repetition level; null is a Variant,
 * too. Where nested->is_checking nothing is appended.  MISUSE: it does not fit. */
enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error) CHECK_RESULT;

#endif
