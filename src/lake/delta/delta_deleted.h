/* SPDX-License-Identifier: MIT */
/*
 * delta_deleted.h - the deleted rows of a table's files, decoded when they are first
 * needed.  Threads share them.
 */
#ifndef LAKE_DELTA_DELETED_H
#define LAKE_DELTA_DELETED_H

#include "base/alloc.h"
#include "base/row_bitmap.h"
#include "lake/deletions/deletion_vector.h"
#include "lake/paths/lake_path.h"

struct expected_files;
struct monitor;

/* A zeroed struct may be released. */
struct delta_deleted {
    struct memory_account
        *account;             /* that bitmaps are charged to, whoever decodes them */
    struct monitor *monitor;  /* of the pointers in `rows`; NULL without threads */
    struct row_bitmap **rows; /* by file; NULL: not decoded yet */
    uint32_t n_files;
};

/* Makes room for n files, charged to the account that the thread has entered. */
enum status delta_deleted_init(struct delta_deleted *deleted, uint32_t n_files,
                               struct error *error) CHECK_RESULT;
void delta_deleted_release(struct delta_deleted *deleted);

/* Returns the rows that a vector deletes from the file with this index, which has n_rows.
 * paths: of the table, whose locations are percent-encoded. */
enum status delta_deleted_find(struct delta_deleted *deleted, uint32_t file,
                               const struct deletion_vector *vector, uint64_t n_rows,
                               const struct lake_paths *paths,
                               const struct row_bitmap **rows,
                               struct error *error) CHECK_RESULT;

/* Adds the file of the vector, unless that is decoded or has none. */
enum status delta_deleted_expect(const struct delta_deleted *deleted, uint32_t file,
                                 const struct deletion_vector *vector,
                                 const struct lake_paths *paths,
                                 struct expected_files *expected,
                                 struct error *error) CHECK_RESULT;

#endif
