/* SPDX-License-Identifier: MIT */
/*
 * remote_folder.h - the folders of buckets: keys with slashes, by ListObjectsV2.
 *
 *     s3://bucket/lake/     day=1/a.parquet, day=2/b.parquet, c.parquet
 *       -> folders day=1 and day=2, and the file c.parquet
 *
 * A list of one folder is one request for each 1,000 names in it.  A search that enters
 * many folders of one asks for all keys below that at once, unless they are too many.
 * A key with an empty name ("a//b", "a/") is no file of a folder.
 */
#ifndef REMOTE_REMOTE_FOLDER_H
#define REMOTE_REMOTE_FOLDER_H

#include "remote/remote_rights.h"

/* Lists the folder at an s3 URL; file_system.h. */
enum status remote_folder_list(const struct file_system_rights *rights, const char *url,
                               struct folder_listing *listing,
                               struct error *error) CHECK_RESULT;

/* What is at a URL: a file, or in a bucket, if there is none, a folder with a key. */
enum status remote_folder_examine(const struct file_system_rights *rights,
                                  const char *url, enum entry_kind *kind,
                                  struct file_stamp *stamp,
                                  struct error *error) CHECK_RESULT;

/* This thread begins and ends a search, in which it lists folders in folders. */
void remote_folder_begin_search(void);
void remote_folder_end_search(void);

#endif
