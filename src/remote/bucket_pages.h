/* SPDX-License-Identifier: MIT */
/*
 * bucket_pages.h - lists of the keys of a bucket as S3 gives them: page by page, by
 * ListObjectsV2.
 */
#ifndef REMOTE_BUCKET_PAGES_H
#define REMOTE_BUCKET_PAGES_H

#include "remote/remote_request.h"
#include "remote/s3/s3_answers.h"

/* The pages of the list of a folder. */
struct bucket_pages {
    const struct file_system_rights *rights; /* borrowed */
    const char *url;                         /* of the folder, with a slash; borrowed */
    bool is_deep;           /* all keys below it; else its files and folders */
    uint64_t fingerprint;   /* remote_sign.h */
    unsigned n_forgotten;   /* before the first request: remote_version.h */
    struct s3_listing page; /* the last one; empty if it did not come */
    struct error failure;   /* why the next page did not come */
    struct buffer token;    /* of the next page; empty: the first one */

    /* Private. */
    struct url parsed;
    struct buffer query;
};

/* Before the first page.  Release it in any case.  CANTOPEN if the URL is not allowed. */
enum status bucket_pages_init(struct bucket_pages *pages,
                              const struct file_system_rights *rights, const char *url,
                              bool is_deep, struct error *error) CHECK_RESULT;
void bucket_pages_release(struct bucket_pages *pages);

/* Requests the next page of each of n lists at the same time.  If a page does not come,
 * that is in the list's `failure`; returns only NOMEM, INTERRUPTED, and UNSUPPORTED
 * without libcurl. */
enum status bucket_pages_next(struct bucket_pages *pages, size_t n,
                              struct error *error) CHECK_RESULT;

/* What follows the folder's prefix in a key or a common prefix; CORRUPT if it does not
 * begin with that. */
enum status bucket_pages_name_in(const struct bucket_pages *pages, struct slice key,
                                 struct slice *name, struct error *error) CHECK_RESULT;

/* The stamp that the object of this name in the folder has when it is opened
 * (remote_version.h); 0 if the list does not tell. */
enum status bucket_pages_stamp_of(const struct bucket_pages *pages,
                                  const struct s3_object *object, struct slice name,
                                  struct file_stamp *stamp,
                                  struct error *error) CHECK_RESULT;

#endif
