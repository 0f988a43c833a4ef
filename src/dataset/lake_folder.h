/* SPDX-License-Identifier: MIT */
/*
 * lake_folder.h - recognizes the folders that are tables of Delta Lake or Iceberg.
 *
 *     Delta     the folder has a folder _delta_log
 *     Iceberg   the folder has a file metadata/NAME.metadata.json or .metadata.json.gz
 *
 * Such a table is what its log says: the folder also has files whose rows were deleted or
 * replaced, and a file that is put into it is not part of the table.  So only the table
 * as a whole is read (lake/), and its bare files only if the user asks for them
 * (lake=off).
 */
#ifndef DATASET_LAKE_FOLDER_H
#define DATASET_LAKE_FOLDER_H

#include "base/folder.h"
#include "base/slice.h"

enum lake_kind { LAKE_NONE, LAKE_DELTA, LAKE_ICEBERG };

/* "a Delta table" */
const char *lake_kind_words(enum lake_kind kind);

/* Says that the questions below will be asked about a path, which may be a pattern, and
 * its folder listed: what they need of a bucket is asked for at once. */
enum status lake_expect_folder(const char *path, struct error *error) CHECK_RESULT;

/* Finds which table the folder at the path, which ends with a slash or is empty, is; a
 * folder that is both is a Delta table, unless `wanted` is LAKE_ICEBERG.  One that may
 * not be read is none. */
enum status lake_folder_kind(struct slice path, enum lake_kind wanted,
                             enum lake_kind *kind, struct error *error) CHECK_RESULT;

/* The same for a folder of which this is the listing.  Only a folder named `metadata` is
 * listed, where there is one. */
enum status lake_listed_kind(const char *path, const struct folder_listing *listing,
                             enum lake_kind *kind, struct error *error) CHECK_RESULT;

/* MISUSE: the folder, which files are looked for in, is such a table. */
enum status lake_refuse_listed(enum lake_kind kind, struct error *error);

/* MISUSE if the folder is inside such a table.  It need not exist; "" is the current
 * one.  The thread sees only the folders that it may examine. */
enum status lake_refuse_inside(const char *path, struct error *error) CHECK_RESULT;

/* MISUSE if a file or folder of this resolved path (path.h) would be written over or into
 * such a table. */
enum status lake_refuse_target(const char *target, struct error *error) CHECK_RESULT;

#endif
