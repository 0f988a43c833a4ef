/* SPDX-License-Identifier: MIT */
/*
 * equality_key.h - numbers the values that rows have in one column of equality deletes,
 * so that a data file's values are found among them whatever type it has.
 *
 * Values are equal as in Iceberg's Java library, in the type that the column has in the
 * table: integers of any width, FLOAT and DOUBLE, decimals of any precision, dates that
 * have become timestamps; null equals null, NaN equals NaN, -0.0 does not equal 0.0.
 */
#ifndef LAKE_DELETIONS_EQUALITY_KEY_H
#define LAKE_DELETIONS_EQUALITY_KEY_H

#include "base/arena.h"
#include "base/hash_table.h"
#include "lake/deletions/entry_numbers.h"

/* In which form values are compared. */
enum equality_form {
    EQUALITY_WORD,          /* the vector's integer */
    EQUALITY_REAL,          /* the bits of a double */
    EQUALITY_SMALL_DECIMAL, /* the unscaled value as an integer */
    EQUALITY_LARGE_DECIMAL, /* without redundant sign bytes */
    EQUALITY_INSTANT,       /* seconds and nanoseconds as bytes; times of day, too */
    EQUALITY_BYTES,
};

/* A zeroed struct may be released. */
struct equality_key {
    struct column column; /* of the table */
    enum equality_form form;
    /* By number: int64_t in the first three forms, else struct bytes_value, whose bytes
     * are the arena's. */
    struct buffer values;
    uint32_t n;           /* numbers, null included */
    uint32_t null_number; /* + 1; 0: null is not there */
    struct hash_table table;
    struct arena bytes;
    uint64_t seed;
};

/* column: of the table; its name is borrowed.  UNSUPPORTED for nested ones. */
enum status equality_key_init(struct equality_key *key, const struct column *column,
                              struct error *error) CHECK_RESULT;
void equality_key_release(struct equality_key *key);

/* UNSUPPORTED if a file's column has a type that the key's cannot have had. */
enum status equality_key_check(const struct equality_key *key, const struct column *from,
                               struct error *error) CHECK_RESULT;

/* Sets *number to that of a row of a vector of the file's column `from`, which was
 * checked.  A value that is not there is added, or it is NUMBER_OF_NONE. */
enum status equality_key_number(struct equality_key *key, const struct column *from,
                                const struct column_vector *vector, uint32_t row,
                                bool adds, struct entry_numbers *entries,
                                uint32_t *number, struct error *error) CHECK_RESULT;

/* Whether values are compared as int64_t. */
static inline bool equality_key_has_words(const struct equality_key *key)
{
    return key->form <= EQUALITY_SMALL_DECIMAL;
}

#endif
