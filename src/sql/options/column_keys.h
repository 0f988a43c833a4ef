/* SPDX-License-Identifier: MIT */
/*
 * column_keys.h - parses the option column_keys: which key each column has.
 *
 *     key: column, column; other key: column
 *
 * Names may be quoted as in the other options (value/option_text.h).  Which columns of a
 * file they mean: named_columns.h.
 */
#ifndef SQL_COLUMN_KEYS_H
#define SQL_COLUMN_KEYS_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

enum { MOST_KEY_NAME = 4096 }; /* bytes */

/* A zeroed struct is empty.  The arrays and texts are the arena's. */
struct column_keys {
    const char **keys;     /* the name of each column's key */
    struct slice *columns; /* zero-terminated */
    uint32_t n;
};

/* Appends what the text says.  MISUSE, with what is wrong in it, or if it is empty;
 * TOO_BIG. */
enum status column_keys_parse(const char *text, struct arena *arena,
                              struct column_keys *keys, struct error *error) CHECK_RESULT;

#endif
