/* SPDX-License-Identifier: MIT */
/*
 * remote_version.h - which version of a file is at a URL, as its server names it, and
 * what the process knows about that.
 *
 * A version is named by an ETag, or by a time of the last change, or only by a size. Each
 * request for a part of a file names the version, so that a statement never mixes two.
 */
#ifndef REMOTE_VERSION_H
#define REMOTE_VERSION_H

#include "base/input_file.h"
#include "remote/remote_request.h"

struct remote_version {
    char etag[256]; /* "" if there is none */
    char last_modified[64];
    struct file_identity identity; /* of the URL, the credentials and all of the above */
};

/* Sets version->identity from the other members, the file's size, the URL and the
 * credentials.  A version without ETag and time never settles. */
void remote_version_identify(struct remote_version *version, const char *url,
                             uint64_t fingerprint, int64_t size);

/* The name of the version's parts in the cache on disk (disk_cache.h): empty if they must
 * not be there, since they were sent to somebody who has shown credentials, of which a
 * URL's query may be one; or if the version has no ETag, since a file may be replaced
 * twice in a second. */
void remote_version_name(const struct remote_version *version, const char *url,
                         uint64_t fingerprint, struct buffer *name);

/* When the version was written, in microseconds since 1970; false if the server has not
 * said that in the form of RFC 9110, 5.6.7: "Sun, 06 Nov 1994 08:49:37 GMT". */
bool remote_version_time(const struct remote_version *version, int64_t *micros);

/* Adds the headers by which the server refuses (412) to send a part of another version.
 */
void remote_version_require(const struct remote_version *version,
                            struct remote_request *request);

/* Whether an answer's headers are those of the version, as far as they say. */
bool remote_version_matches(const struct remote_version *version,
                            const struct http_answer *answer);

/* Forgets what is trusted without a request about files and lists of a URL's server or
 * bucket: something has changed there, and files of a table change together.  "": of all
 * servers, since what is written at one URL may also be visible at others. */
void remote_forget(const char *url);

/* How often that was done.  If it was done since a request was sent, the answer says
 * nothing about what is there now. */
unsigned remote_n_forgotten(const char *url);

/* Finds what the process, or the cache on disk, knows about a URL.  *is_fresh: a
 * connection with the same limits (remote_rights_limits()) has requested it so recently
 * that a statement need not do it again. */
bool remote_version_find(const char *url, uint64_t fingerprint, uint64_t limits,
                         struct remote_version *version, bool *is_fresh);

/* Remembers that this version was at the URL just now.  n_forgotten: remote_n_forgotten()
 * before the request. */
void remote_version_note(const char *url, uint64_t fingerprint, uint64_t limits,
                         unsigned n_forgotten, const struct remote_version *version);

/* Writes the version to the cache on disk, if it may be there: to be called only if the
 * answer shows that the size is right, since later processes believe it. */
void remote_version_store(const char *url, uint64_t fingerprint,
                          const struct remote_version *version);

#endif
