/* SPDX-License-Identifier: MIT */
/*
 * remote_folder.h - the folders of buckets: keys with slashes, by ListObjectsV2.
 *
 *     s3://bucket/lake/     day=1/a.parquet, day=2/b.parquet, c.parquet
 *       -> folders day=1 and day=2, and the file c.parquet
 *
 * The first question about a folder asks for the first 1,000 keys below it, which often
 * answers all others (bucket_keys.h).  Where there are more, a list of one folder is one
 * request for each 1,000 names in it, and a search that enters many folders asks for all
 * keys, unless they are too many.  Nothing depends on the order of lists.  A key with an
 * empty name ("a//b", "a/") is no file of a folder.
 */
#ifndef REMOTE_REMOTE_FOLDER_H
#define REMOTE_REMOTE_FOLDER_H

#include "remote/remote_rights.h"

/* Lists the folder at an s3 URL; file_system.h. */
enum status remote_folder_list(const struct file_system_rights *rights, const char *url,
                               struct folder_listing *listing,
                               struct error *error) CHECK_RESULT;

/* What is at a URL: a file, or in a bucket a folder with a key.  If there are both, it is
 * the file, unless its name has no dot. */
enum status remote_folder_examine(const struct file_system_rights *rights,
                                  const char *url, enum entry_kind *kind,
                                  struct file_stamp *stamp,
                                  struct error *error) CHECK_RESULT;

/* Whether a URL is rather that of a folder in a bucket, or of the bucket: its name has no
 * dot. */
bool remote_folder_is_likely(const char *url);

/* This thread begins and ends a search, in which it lists folders in folders. */
void remote_folder_begin_search(void);
void remote_folder_end_search(void);

#endif
