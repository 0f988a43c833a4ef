/* SPDX-License-Identifier: MIT */
/*
 * vector_copy.h - a copy of a vector, valid for longer than its reader's memory.
 *
 * Copies of vectors with the same dictionary share one copy of it.
 */
#ifndef SCAN_VECTOR_COPY_H
#define SCAN_VECTOR_COPY_H

#include "base/buffer.h"
#include "scan/column_vector.h"

/* One thread at a time uses what shares a dictionary; copies can be read meanwhile. */
struct dictionary_copy;

/* A zeroed struct is empty and may be released. */
struct vector_copy {
    struct column_vector vector; /* refers to the members below */
    struct buffer memory;
    struct dictionary_copy *dictionary;
};

/* Rows first .. first + n - 1 of a vector; if `selected` is not NULL, only those at the
 * n_selected ascending indexes in it, of the vector. */
struct vector_rows {
    uint32_t first, n;
    const uint32_t *selected;
    uint32_t n_selected;
};

/* Replaces the copy by these rows of a vector, one after another, without those between
 * selected ones; by an empty vector after a failure.  *newest: the dictionary of the
 * reader's last vector that was copied, owned by the caller, who releases it; NULL at
 * first.  UNSUPPORTED if the vector has mismatched values.  Texts in the copy are
 * terminated. */
enum status vector_copy_take(struct vector_copy *copy, const struct column_vector *from,
                             const struct vector_rows *rows,
                             struct dictionary_copy **newest,
                             struct error *error) CHECK_RESULT;

/* Makes *to a vector of n rows that has row k of the copy as its row rows[k], for all k
 * below the copy's number of rows; `rows` ascends.  Its other rows have any number, or
 * bytes at NULL, and may be null.  `room` keeps the memory; *to is valid until the copy
 * or `room` changes. */
enum status vector_copy_spread(const struct vector_copy *copy, const uint32_t *rows,
                               uint32_t n, struct buffer *room, struct column_vector *to,
                               struct error *error) CHECK_RESULT;

/* Bytes of the copy, without its dictionary. */
static inline size_t vector_copy_bytes(const struct vector_copy *copy)
{
    return copy->memory.size;
}

void vector_copy_release(struct vector_copy *copy);
void dictionary_copy_release(struct dictionary_copy *dictionary); /* NULL is allowed */

#endif
