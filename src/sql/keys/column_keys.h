/* SPDX-License-Identifier: MIT */
/*
 * column_keys.h - parses the option column_keys: which key each column has.
 *
 *     key: column, column; other key: column
 *
 * Names may be quoted as in SQL.  A column is named by its path, joined by dots; the name
 * of a group means all leaves in it.
 */
#ifndef SQL_COLUMN_KEYS_H
#define SQL_COLUMN_KEYS_H

#include "parquet/encryption/key_finder.h"

struct column_key {
    char *key, *column; /* from mem_alloc() */
};

/* A zeroed struct is empty. */
struct column_keys {
    struct column_key *keys;
    size_t n;
};

/* Appends what the text says.  MISUSE, with what is wrong in it.  Release the keys also
 * after a failure. */
enum status column_keys_parse(const char *text, struct column_keys *keys,
                              struct error *error) CHECK_RESULT;
void column_keys_release(struct column_keys *keys);

/* The name of a leaf's key, or NULL.  Its own entry counts before those of groups. */
const char *column_keys_find(const struct column_keys *keys, struct slice leaf);

#endif
