/* SPDX-License-Identifier: MIT */
/*
 * hive_path.h - partition keys in paths, as Hive, Spark and others write them:
 *
 *     sales/year=2024/country=C%C3%B4te%20d%27Ivoire/part-0.parquet
 *
 * - Each folder of the form key=value is one; other folders and the file's own name are
 *   none.  The key ends at the first "=" and is not empty.
 * - %XX in keys and values is a byte; a "%" without two hexadecimal digits is itself.
 *   Values may contain NUL bytes.
 * - The value __HIVE_DEFAULT_PARTITION__, not escaped, is NULL.  Nothing else is; an
 *   empty value is an empty text.
 * - Keys are equal if they differ only in the case of ASCII letters, like SQLite's names
 *   of columns.  If a path has a key twice, the value of the inner folder counts, under
 *   the name and at the place of the outer one.
 */
#ifndef DATASET_HIVE_PATH_H
#define DATASET_HIVE_PATH_H

#include "base/arena.h"
#include "base/buffer.h"

enum { HIVE_MOST_KEYS = 64 }; /* of one path */

struct hive_key {
    struct slice key, value; /* value: unspecified if is_null */
    bool is_null;
};

/* Finds the keys in a path, from the outermost folder on.  They point into the path and
 * the arena.  TOO_BIG beyond HIVE_MOST_KEYS. */
enum status hive_path_read(struct slice path, struct arena *arena,
                           struct hive_key keys[HIVE_MOST_KEYS], size_t *n_keys,
                           struct error *error) CHECK_RESULT;

/* Appends "key=value".  Letters, digits, "-", "_", "." and "~" of ASCII are written as
 * they are, and so are other characters of UTF-8: Hive and Spark decode each escaped byte
 * to a character of its own.  All other bytes are escaped, as is the first byte of a
 * value that reads like NULL, and of a key that begins with a dot: readers skip such
 * folders. */
enum status hive_path_append(const struct hive_key *key, struct buffer *path,
                             struct error *error) CHECK_RESULT;

/* ---- Types ------------------------------------------------------------------------
 *
 * The type of a key follows from its values in all paths: a type other than text is
 * chosen only if each value, converted to it, is written as exactly the same text.  So
 * 007, +5, -0, 1.5, true and numbers beyond 64 bits are text.
 */

enum hive_type {
    HIVE_TEXT,
    HIVE_INTEGER,   /* 64 bits */
    HIVE_DATE,      /* YYYY-MM-DD; days since 1970 */
    HIVE_TIMESTAMP, /* YYYY-MM-DD HH:MM:SS[.fff[fff]]; microseconds since 1970 */
    N_HIVE_TYPES
};

/* The types that hold all values seen so far.  A zeroed struct has seen none. */
struct hive_inference {
    bool has_values;          /* other than NULL */
    bool fails[N_HIVE_TYPES]; /* the type does not hold some value */
};

void hive_inference_add(struct hive_inference *inference, const struct hive_key *key);
/* HIVE_TEXT if all values are NULL. */
enum hive_type hive_inference_type(const struct hive_inference *inference);

/* Converts a value's text to a type other than HIVE_TEXT.  Also accepts texts that mean a
 * value of the type but are usually written differently, such as 007; false for others.
 */
bool hive_value_convert(struct slice text, enum hive_type type, int64_t *value);

#endif
