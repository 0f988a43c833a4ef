/* SPDX-License-Identifier: MIT */
/*
 * secrets.h - what a connection sends to servers so that they let it in: S3's keys,
 * tokens, passwords, headers; each for the URLs below a scope.
 *
 *     s3://bucket/data/          key id, secret, region, endpoint, ...
 *     s3://                      the same for all buckets
 *     https://host/private/      bearer token, or user and password; a header
 *
 * A list of secrets never changes: a new secret makes another list, which shares the
 * other secrets.  Any thread may use a list that it holds.  A secret is wiped when the
 * last list with it is released.
 */
#ifndef REMOTE_HTTP_SECRETS_H
#define REMOTE_HTTP_SECRETS_H

#include "remote/http/url.h"

enum { SECRETS_MOST = 1000, SECRET_MOST_VALUE = 16384 /* bytes of each text */ };

/* Where a bucket's name is: https://endpoint/bucket/key or https://bucket.endpoint/key.
 */
enum s3_url_style { S3_STYLE_DEFAULT, S3_STYLE_PATH, S3_STYLE_HOST };

/* Texts are zero-terminated, or NULL: not given. */
struct secret {
    const char *scope; /* normalised in lists */
    /* For s3: without a key, requests are not signed. */
    const char *key_id, *key_secret, *session_token, *region, *endpoint;
    enum s3_url_style url_style;
    bool requester_pays;
    /* For http and https. */
    const char *bearer_token, *user, *password;
    const char *header; /* "Name: value" */
};

/* A list with a count of references; NULL is the empty one.  It is charged to no memory
 * account. */
struct secrets;

/* Makes the list with one more secret, which is copied and replaces that of the same
 * scope.  MISUSE if the scope is no URL, or a text does not belong to its scheme, lacks
 * another one, or could not be sent in a header; messages show none.  TOO_BIG beyond the
 * limits above.  The old list stays the caller's. */
enum status secrets_with(const struct secrets *old, const struct secret *secret,
                         struct secrets **made, struct error *error) CHECK_RESULT;

/* Makes the list without the secret of this scope; *was_there: whether it had one.
 * MISUSE if the scope is no URL. */
enum status secrets_without(const struct secrets *old, const char *scope,
                            struct secrets **made, bool *was_there,
                            struct error *error) CHECK_RESULT;

struct secrets *secrets_retain(struct secrets *secrets);
void secrets_release(struct secrets *secrets);

/* The secret for a URL: the one with the longest scope that it is within; NULL if there
 * is none.  It is valid as long as the list. */
const struct secret *secrets_find(const struct secrets *secrets, const struct url *url);

size_t secrets_size(const struct secrets *secrets);

/* A hash of the credentials, whatever their scope: other ones have another, almost
 * certainly, and nobody can predict it.  It is the same in the whole process, and never
 * 0. */
uint64_t secret_fingerprint(const struct secret *secret);

#endif
