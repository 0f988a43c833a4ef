/* SPDX-License-Identifier: MIT */
/*
 * secrets.h - what a connection sends to servers so that they let it in: S3's keys,
 * tokens, passwords, headers; each for the URLs below a scope.
 *
 *     s3://bucket/data/          key id, secret, region, endpoint, ...
 *     s3://                      the same for all buckets
 *     https://host/private/      bearer token, or user and password; a header
 *
 * The store's list never changes; setting a secret replaces it by another one.  Whoever
 * holds a list, in any thread, keeps it and its secrets until releasing it.  Secrets are
 * wiped when the last list with them is released.
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

struct secret_store;
struct secret_list;

/* Returns an empty store with one reference; NULL if out of memory. */
struct secret_store *secret_store_new(void);
struct secret_store *secret_store_retain(struct secret_store *store);
void secret_store_release(struct secret_store *store); /* NULL is allowed */

/* Adds a secret, which is copied; it replaces that of the same scope.  MISUSE if the
 * scope is no URL, or a text does not belong to its scheme, lacks another one, or could
 * not be sent in a header; messages show none.  TOO_BIG beyond the limits above.  Charges
 * the memory account that the thread has entered, which must outlive the store and its
 * lists. */
enum status secret_store_set(struct secret_store *store, const struct secret *secret,
                             struct error *error) CHECK_RESULT;

/* Removes the secret with this scope; *was_there: whether there is one.  MISUSE as
 * above. */
enum status secret_store_remove(struct secret_store *store, const char *scope,
                                bool *was_there, struct error *error) CHECK_RESULT;

/* Changes with each change of the store. */
uint64_t secret_store_version(struct secret_store *store);

/* The list of now, to be released; NULL if there are no secrets, or no store. */
struct secret_list *secret_store_list(struct secret_store *store);
struct secret_list *secret_list_retain(struct secret_list *list);
void secret_list_release(struct secret_list *list); /* NULL is allowed */

/* The secret for a URL: the one with the longest scope that it is within; NULL if there
 * is none.  It is valid as long as the list. */
const struct secret *secret_list_find(const struct secret_list *list,
                                      const struct url *url);

size_t secret_list_size(const struct secret_list *list); /* NULL: 0 */
const struct secret *secret_list_at(const struct secret_list *list, size_t i);

#endif
