/* SPDX-License-Identifier: MIT */
/*
 * remote_look.h - finds out what is at URLs, with one request for each, all at the same
 * time.  A request asks for the end of the file, where formats have their metadata, or
 * for more if the whole file will be read.
 */
#ifndef REMOTE_LOOK_H
#define REMOTE_LOOK_H

#include "remote/remote_parts.h"

struct remote_look {
    const char *url; /* borrowed */
    bool is_whole;   /* asks for the whole file, unless it is large */
    struct block_set
        *blocks; /* gets what was received, and its file; or NULL: the cache */
    struct remote_version version;
    bool is_missing;      /* there is nothing at the URL: `failure` */
    struct error failure; /* OK: there is a version */

    /* Private. */
    struct remote_request request;
    uint64_t fingerprint, limits;
    unsigned n_forgotten;         /* remote_version.h */
    size_t end_bytes, most_bytes; /* that are asked for; of the answer */
    struct remote_version known;
    bool is_known, is_done;
    enum { LOOK_AT_END, LOOK_AT_BEGINNING, LOOK_AT_WHOLE } asked;
};

/* Looks at n URLs.  What fails for one is in its `failure`; with many URLs also that a
 * server sends more than was requested.  Returns only NOMEM, INTERRUPTED and UNSUPPORTED.
 */
enum status remote_look(const struct file_system_rights *rights,
                        struct remote_look *looks, size_t n,
                        struct error *error) CHECK_RESULT;

#endif
