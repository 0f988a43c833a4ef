/* SPDX-License-Identifier: MIT */
/*
 * disk_cache.h - keeps what was received of remote files in a folder, for later
 * processes.
 *
 * An entry is a file whose name is a hash of its key:
 *
 *     8 bytes   "PQVTCAC1"
 *     8         XXH64 of all that follows
 *     4, 4      the sizes of key and contents
 *               key, contents
 *
 * It is written under another name and renamed, so whoever opens an entry has a whole
 * one, and processes need no locks.  What is not exactly as above, or has another key, is
 * removed.  When the entries exceed the limit, the oldest are removed.
 *
 * The folder, and all entries, belong to the process's user, and nobody else may write to
 * them: whoever may, decides what queries return.
 */
#ifndef REMOTE_DISK_CACHE_H
#define REMOTE_DISK_CACHE_H

#include "base/buffer.h"

/* Applies PARQUET_VTAB_CACHE_DIR and PARQUET_VTAB_CACHE_DIR_SIZE, if the former is set;
 * the first time only.  CANTOPEN or MISUSE if they cannot be used. */
enum status disk_cache_by_environment(struct error *error) CHECK_RESULT;

/* Sets the folder, which is made if only its last part is missing, and the limit in
 * bytes.  NULL: there is no cache, as at first.  Before any other thread uses the cache.
 * CANTOPEN if it is no folder, or not its owner's only. */
enum status disk_cache_set(const char *folder, uint64_t limit,
                           struct error *error) CHECK_RESULT;

bool disk_cache_is_on(void);

/* Finds the contents of the entry with this key. */
bool disk_cache_read(struct slice key, struct buffer *contents);

/* Makes or replaces an entry, if that is possible. */
void disk_cache_write(struct slice key, struct slice contents);

#endif
