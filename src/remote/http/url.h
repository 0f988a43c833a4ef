/* SPDX-License-Identifier: MIT */
/*
 * url.h - URLs of remote files: http://, https:// and s3:// (RFC 3986).
 *
 *     https://host:8443/data/a%20b.parquet?version=2
 *     scheme  host port path               query
 *
 *     s3://bucket/year=2024/a b#1.parquet
 *          host   path
 *
 * An http or https URL has its path and query as they are sent, percent-encoded.  What
 * follows an s3 URL's bucket is an object's key, byte by byte, as AWS's tools read it: it
 * is not encoded, and has neither query nor fragment.
 *
 * Queries may be secret, because signed URLs have their signature there.  Messages show
 * URLs only through url_for_message().
 */
#ifndef REMOTE_HTTP_URL_H
#define REMOTE_HTTP_URL_H

#include "base/buffer.h"

enum { MOST_URL = 8192 }; /* bytes */

enum url_scheme { URL_HTTP, URL_HTTPS, URL_S3 };

/* The parts of a URL; they are borrowed from its text. */
struct url {
    enum url_scheme scheme;
    bool has_query;
    uint16_t port;      /* the one that is used, written or not; s3: 0 */
    struct slice host;  /* in the case it is written in; an IPv6 address has brackets */
    struct slice path;  /* begins with a slash, or is empty */
    struct slice query; /* without its question mark */
};

/* Parses a URL.  MISUSE if it is none, or has a user name, a password or a fragment;
 * TOO_BIG if it is longer than MOST_URL.  Messages do not show it. */
enum status url_parse(struct slice text, struct url *url,
                      struct error *error) CHECK_RESULT;

/* Appends the URL with scheme and host in lower case, without the scheme's own port, and
 * with a path of at least a slash.  An s3 URL's bucket is kept as it is written. */
enum status url_append(const struct url *url, struct buffer *text,
                       struct error *error) CHECK_RESULT;

/* Appends the value of a request's header Host: the host in lower case, and the port
 * unless it is the scheme's own. */
enum status url_append_host(const struct url *url, struct buffer *text,
                            struct error *error) CHECK_RESULT;

/* Whether both have the same scheme, host and port. */
bool url_same_origin(const struct url *a, const struct url *b);

/* Whether `url` is at or below `prefix`.  Never if a segment of its path is "." or "..",
 * or becomes that, or several segments (in a bucket: with one of these), when a server
 * decodes it; or if the prefix has a query.  Paths are compared byte by byte: /a does not
 * contain /%61. */
bool url_is_within(const struct url *prefix, const struct url *url);

/* Appends the URL that a server redirects to from `base`, which is http or https: its
 * header Location, relative or absolute, without its fragment and normalised.  IO if that
 * is not valid; UNSUPPORTED if it is not http or https. */
enum status url_resolve(const struct url *base, struct slice location,
                        struct buffer *text, struct error *error) CHECK_RESULT;

/* Appends bytes percent-encoded: letters, digits, "-._~" and slashes are kept. */
enum status url_encode_path(struct slice bytes, struct buffer *text,
                            struct error *error) CHECK_RESULT;
/* The same, but slashes are encoded, too. */
enum status url_encode(struct slice bytes, struct buffer *text,
                       struct error *error) CHECK_RESULT;

/* Writes at most text.size decoded bytes, which may be at the same place.  plus_is_space:
 * as in forms.  False if a % has no two hexadecimal digits after it. */
bool url_decode(struct slice text, bool plus_is_space, uint8_t *bytes, size_t *size);

/* What messages show of a path or URL: "https://host/path?..." without user, password,
 * query and fragment.  If the host cannot be told from them, nothing after the scheme. */
struct shown_url {
    char text[400];
};
const char *url_for_message(struct slice text, struct shown_url *shown);

#endif
