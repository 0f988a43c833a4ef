/* SPDX-License-Identifier: MIT */
/*
 * position_deletes.h - the rows that position delete files of Iceberg delete, as a bitmap
 * for each data file.
 *
 * A row of a delete file is the path of a data file and a position in it, from 0.  Rows
 * may be in any order and be there more than once; data files may not exist any longer,
 * and positions may be beyond their end.  Paths are compared as they are written; a row
 * whose path is null deletes nothing.
 *
 *     position_deletes_want() for each data file, or never: then all paths are kept
 *     position_deletes_read() for each delete file
 *     position_deletes_rows() for each data file
 */
#ifndef LAKE_DELETIONS_POSITION_DELETES_H
#define LAKE_DELETIONS_POSITION_DELETES_H

#include "base/arena.h"
#include "base/hash_table.h"
#include "base/row_bitmap.h"
#include "base/slice.h"

struct table_file;

struct position_deletes_of_file {
    struct slice path;
    struct row_bitmap rows;
};

/* A zeroed struct is empty and may be released. */
struct position_deletes {
    bool wants_some; /* only the paths in `files` are kept */
    struct position_deletes_of_file *files;
    uint32_t n_files;
    struct hash_table table; /* numbers of files by path */
    uint64_t seed;           /* of its hashes; 0: none yet */
    struct arena paths;
};

/* Keeps the deletes of this path, and no others but of wanted paths. */
enum status position_deletes_want(struct position_deletes *deletes, struct slice path,
                                  struct error *error) CHECK_RESULT;

/* Adds the deletes of an open delete file in any format.  Its columns are found by their
 * field ids, or by their names.  Row groups without a wanted path are not read if the
 * file's statistics prove that.  CORRUPT if a column is missing or has another type, and
 * for null or negative positions.  After a failure some deletes may have been added. */
enum status position_deletes_read(struct position_deletes *deletes,
                                  struct table_file *file,
                                  struct error *error) CHECK_RESULT;

/* The deleted rows of a data file; NULL: none.  Valid until more are wanted or read. */
const struct row_bitmap *position_deletes_rows(const struct position_deletes *deletes,
                                               struct slice path);

void position_deletes_release(struct position_deletes *deletes);

#endif
