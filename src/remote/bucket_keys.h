/* SPDX-License-Identifier: MIT */
/*
 * bucket_keys.h - remembers the keys below folders of buckets for a second or a little
 * longer, for the whole process: a statement asks several times what is in a folder, in
 * those inside it and above it.
 *
 *     s3://bucket/lake/     _delta_log/0.json, day=1/a.parquet, day=2/b.parquet
 *
 * What is known of a folder are all its keys, or some of them, or why its server gives
 * no list, until something is forgotten (remote_version.h).
 */
#ifndef REMOTE_BUCKET_KEYS_H
#define REMOTE_BUCKET_KEYS_H

#include "base/arena.h"
#include "base/cache.h"
#include "remote/remote_rights.h"

/* Does not change once it is shared. */
struct bucket_keys {
    struct cached base; /* must be first */
    struct arena texts;
    const char *url;      /* of the folder */
    uint64_t came_at;     /* nanoseconds */
    unsigned n_forgotten; /* when they were asked for */
    struct bucket_key {
        const char *name; /* below the folder; "" of the folder itself */
        struct file_stamp stamp;
    } * keys; /* from the first page on; in bytewise order if they are all */
    size_t n;
    bool is_complete;
    struct slice token;   /* of the next page, unless it is complete */
    struct error failure; /* OK: there is a list */
};

/* Requests the keys of n folders, whose URLs end with a slash, all at once, except for
 * folders whose keys are known.  A failure is reported when a folder's keys are needed.
 */
enum status bucket_keys_learn(const struct file_system_rights *rights,
                              const char *const *urls, size_t n,
                              struct error *error) CHECK_RESULT;

/* Forgets what only this thread knows: what the process's cache had no room for. */
void bucket_keys_end_call(void);

/* Gets keys that cover a folder, which *within leads to (borrowed from the URL); or, if
 * there are too many, some of it.  Release them with cached_release(). CANTOPEN
 * and others, if its server gives no list. */
enum status bucket_keys_get(const struct file_system_rights *rights, const char *url,
                            struct bucket_keys **keys, const char **within,
                            struct error *error) CHECK_RESULT;

/* The same without a request.  *keys is NULL if they are not known, or if the rights may
 * be for one file of the folder only. */
enum status bucket_keys_find(const struct file_system_rights *rights, const char *url,
                             struct bucket_keys **keys, const char **within,
                             struct error *error) CHECK_RESULT;

/* Gets the keys of a folder after at most so many further pages of 1,000 than *keys, or,
 * if that is NULL, than those that are known.  In place of *keys: NULL after an error. */
enum status bucket_keys_get_more(const struct file_system_rights *rights, const char *url,
                                 int most_pages, struct bucket_keys **keys,
                                 struct error *error) CHECK_RESULT;

/* Whether all keys below the folder are there, and so those below any folder in it.  Of
 * some of its keys that is never known: many servers do not give them in bytewise order,
 * but that of a tree ("a/x", "a-b"), or none. */
bool bucket_keys_cover(const struct bucket_keys *keys);

/* Whether there is a key below a folder.  It ends with a slash, or is "": the one that
 * was asked for. */
bool bucket_keys_has(const struct bucket_keys *keys, const char *within);

/* The key of a name; NULL if there is none. */
const struct bucket_key *bucket_keys_look_up(const struct bucket_keys *keys,
                                             const char *name);

/* Lists a folder that they cover. */
enum status bucket_keys_list(const struct bucket_keys *keys, const char *within,
                             struct folder_listing *listing,
                             struct error *error) CHECK_RESULT;

#endif
