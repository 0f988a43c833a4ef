/* SPDX-License-Identifier: MIT */
/*
 * equality_deletes.h - finds the rows of data files that equality delete files of Iceberg
 * delete: those that equal a row of a delete file in all columns that it compares.
 *
 *     equality_deletes_init() with the columns, of the table, that are compared
 *     equality_deletes_read() for each delete file that compares these
 *     equality_deletes_find() for each data file to which they apply
 *
 * A delete file applies to data files with lesser sequence numbers.  So that each is read
 * once, a set has those of all sequence numbers, and a deleted row the greatest that it
 * has in any.  Delete files that apply to other partitions need a set of their own.  A
 * set that no longer changes may be used by several threads.
 */
#ifndef LAKE_DELETIONS_EQUALITY_DELETES_H
#define LAKE_DELETIONS_EQUALITY_DELETES_H

#include "base/row_bitmap.h"
#include "dataset/declared_table.h"
#include "lake/deletions/equality_key.h"

struct table_file;

/* Where the values of a compared column are in a file. */
struct equality_source {
    uint32_t column; /* of the file's schema; EQUALITY_CONSTANT: nowhere */
    /* What rows of a file without the column have, in the form of the table's. */
    struct declared_value constant;
};
#define EQUALITY_CONSTANT UINT32_MAX

/* A zeroed struct may be released. */
struct equality_deletes {
    struct equality_key *keys; /* one for each column */
    uint32_t n_keys;
    /* The deleted rows: the number of each key's value.  With one key that is the row's
     * number, too, and neither `rows` nor `table` has any. */
    struct buffer rows;
    struct buffer sequences; /* an int64_t for each row */
    uint32_t n_rows;
    struct hash_table table; /* of rows */
    uint64_t seed;           /* of its hashes */
};

/* columns: n > 0 of the table, with their types there; names are borrowed.  UNSUPPORTED
 * for nested columns. */
enum status equality_deletes_init(struct equality_deletes *deletes,
                                  const struct column *columns, uint32_t n,
                                  struct error *error) CHECK_RESULT;
void equality_deletes_release(struct equality_deletes *deletes);

/* Adds the rows of an open delete file in any format, which has a source for each column
 * and the sequence number.  UNSUPPORTED if a column of the file cannot be compared with
 * the table's.  After a failure the set can only be released. */
enum status equality_deletes_read(struct equality_deletes *deletes,
                                  struct table_file *file,
                                  const struct equality_source *sources, int64_t sequence,
                                  struct error *error) CHECK_RESULT;

/* Adds the rows of an open data file that files with greater sequence numbers delete to
 * `rows`, by their numbers in the file. */
enum status equality_deletes_find(struct equality_deletes *deletes,
                                  struct table_file *file,
                                  const struct equality_source *sources, int64_t sequence,
                                  struct row_bitmap *rows,
                                  struct error *error) CHECK_RESULT;

#endif
