/* SPDX-License-Identifier: MIT */
/*
 * s3_location.h - where an object or bucket of S3 is on the web.
 *
 *     s3://bucket/a b.parquet   https://bucket.s3.eu-west-1.amazonaws.com/a%20b.parquet
 *     s3://my.bucket/k          https://s3.eu-west-1.amazonaws.com/my.bucket/k
 *     endpoint localhost:9000   https://localhost:9000/bucket/k
 *     s3://bucket               https://bucket.s3.eu-west-1.amazonaws.com/   to list it
 */
#ifndef REMOTE_S3_LOCATION_H
#define REMOTE_S3_LOCATION_H

#include "remote/http/secrets.h"

#define S3_DEFAULT_REGION "us-east-1"

/* Texts are zero-terminated, or NULL: not given. */
struct s3_place {
    const char *region;
    const char *endpoint;        /* host, host:port or URL; https if it does not say */
    enum s3_url_style url_style; /* by default: path with an endpoint or for names with
                                    dots, else host */
};

/* A zeroed struct may be released. */
struct s3_location {
    struct buffer url;   /* normalised, without a query; a zero follows it */
    struct slice host;   /* the value of the header Host; in `url`, like `path` */
    struct slice path;   /* encoded, as it is sent and signed */
    struct slice bucket; /* of the s3 URL that was given, like `key` */
    struct slice key;    /* not encoded; empty: the bucket itself */
    const char *region;  /* of the place that was given, or the default */
    bool is_https;
};

/* Finds the location of an s3 URL; both arguments must outlive it.  MISUSE if the
 * bucket's name, the region or the endpoint cannot be; TOO_BIG for a key of more than
 * 1024 bytes. Keys with "." and ".." between slashes are sent as they are: a transport
 * must not remove them.  Release it in any case. */
enum status s3_locate(const struct url *url, const struct s3_place *place,
                      struct s3_location *location, struct error *error) CHECK_RESULT;
void s3_location_release(struct s3_location *location);

#endif
