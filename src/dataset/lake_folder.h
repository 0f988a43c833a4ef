/* SPDX-License-Identifier: MIT */
/*
 * lake_folder.h - recognizes the folders that are tables of Delta Lake or Iceberg.
 *
 *     Delta     the folder has a folder _delta_log
 *     Iceberg   the folder has a file metadata/NAME.metadata.json or .metadata.json.gz
 *
 * Such a table is what its log says: the folder also has files whose rows were deleted or
 * replaced, and a file that is put into it is not part of the table.  So it is refused
 * unless the user asks for the bare files (lake=off).
 */
#ifndef DATASET_LAKE_FOLDER_H
#define DATASET_LAKE_FOLDER_H

#include "base/folder.h"

/* MISUSE if the folder, whose path ends with a slash or is empty, is such a table.  Only
 * a folder named `metadata` is listed, where there is one. */
enum status lake_refuse_listed(const char *path, const struct folder_listing *listing,
                               struct error *error) CHECK_RESULT;

/* MISUSE if the folder is inside such a table.  It need not exist; "" is the current
 * one.  The thread sees only the folders that it may examine. */
enum status lake_refuse_inside(const char *path, struct error *error) CHECK_RESULT;

/* MISUSE if a file or folder of this resolved path (path.h) would be written over or into
 * such a table. */
enum status lake_refuse_target(const char *target, struct error *error) CHECK_RESULT;

#endif
