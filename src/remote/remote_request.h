/* SPDX-License-Identifier: MIT */
/*
 * remote_request.h - sends requests for URLs of http, https and s3 until each has an
 * answer:
 *
 *     the URL is allowed?  -> signed, or with a secret  (s3/, secrets.h)
 *                          -> sent with others           (http.h)
 *     redirected           -> the same for the new URL, if that is allowed, too
 *     busy, or broken off  -> again after a while, a few times
 */
#ifndef REMOTE_REQUEST_H
#define REMOTE_REQUEST_H

#include "remote/http/http.h"
#include "remote/remote_rights.h"

/* Zeroed but for what the caller sets. */
struct remote_request {
    const char *method;
    const char *url;   /* as the user wrote it; borrowed */
    const char *query; /* to be appended, encoded, in the order of its names (s3 only);
                          NULL: none */
    bool lists_bucket; /* it is for the bucket, about keys at the URL */
    struct buffer headers; /* as of http_request; the caller's, see remote_header() */
    struct slice body;
    size_t most_bytes;
    unsigned patience_seconds; /* see http.h */
    bool counts_tries;         /* all of them: libcurl makes none of its own */
    bool has_alternative; /* after the status 500 it is not sent again: the caller has
                             another way */
    struct http_answer answer;
    struct error failure; /* why the answer is none; OK: there is one, with any status */

    /* Private. */
    struct buffer target, sent_headers;
    char region[40];
    unsigned n_tries, n_redirects;
    unsigned wait_ms; /* before the next try */
    bool is_done;
};

/* Adds a header; the failure is reported by remote_send(). */
void remote_header(struct remote_request *request, const char *name, const char *value);

/* Sends all requests and waits until each has an answer or has failed.  NOMEM,
 * INTERRUPTED, UNSUPPORTED without libcurl; other failures are the requests' own. */
enum status remote_send(const struct file_system_rights *rights,
                        struct remote_request *requests, size_t n,
                        struct error *error) CHECK_RESULT;

/* Sets the error of a request that has failed, or has a status that the caller does not
 * expect: names the request, and what the server says.  Returns CANTOPEN if there is
 * nothing, or nothing that may be read; CHANGED if the version is another one; IO if it
 * may succeed next time. */
enum status remote_refuse(const struct remote_request *request, struct error *error);

/* Adds the request and the status of its answer to an error about what it received. */
enum status remote_distrust(const struct remote_request *request, struct error *error);

void remote_request_release(struct remote_request *request);

#endif
