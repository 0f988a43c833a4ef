/* SPDX-License-Identifier: MIT */
/*
 * s3_signature.h - signs requests to S3: AWS Signature Version 4, in headers.
 *
 *     method                        the canonical request, whose SHA-256
 *     /path                         is in the string to sign, whose HMAC
 *     name=value&name=value         with a key that is derived from
 *     header:value  (each signed)   secret, day, region and service
 *                                   is the signature
 *     header;header
 *     hash of the payload
 *
 * Buffers that hold a secret, a key derived from it or a session token are wiped.
 */
#ifndef REMOTE_S3_SIGNATURE_H
#define REMOTE_S3_SIGNATURE_H

#include "base/buffer.h"

enum { AWS_MOST_PAIRS = 40, AWS_TIME_SIZE = 17, S3_MOST_SIGNATURE_HEADERS = 4 };

/* The name and value of a header or of a query's parameter. */
struct aws_pair {
    struct slice name, value;
};

/* All is borrowed. */
struct aws_key {
    struct slice key_id, secret;
    struct slice session_token; /* empty: none */
};

struct aws_request {
    const char *method;             /* in capitals */
    struct slice path;              /* as it is sent: encoded, with its first slash */
    struct slice query;             /* as aws_append_query() writes it; empty: none */
    const struct aws_pair *headers; /* to sign, Host among them */
    size_t n_headers;
    const char *payload_hash; /* hexadecimal digits, or one of those below */
    struct slice region;
    const char *service;
    int64_t time; /* seconds since 1970-01-01 UTC */
};

/* Payload hashes: of no payload; for one that is not signed, which needs https. */
#define S3_NO_PAYLOAD "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define S3_UNSIGNED_PAYLOAD "UNSIGNED-PAYLOAD"

/* Appends a query without its question mark, encoded and in the order of signatures:
 * "list-type=2&prefix=a%2Fb". */
enum status aws_append_query(const struct aws_pair *query, size_t n, struct buffer *text,
                             struct error *error) CHECK_RESULT;

/* Writes a time as in x-amz-date, 20130524T000000Z, zero-terminated. */
void aws_time_text(int64_t time, char *text);

/* Appends the value of the header Authorization.  MISUSE if a header has a control
 * character; TOO_BIG beyond AWS_MOST_PAIRS; UNSUPPORTED without libcrypto; NOMEM. */
enum status aws_sign(const struct aws_request *request, const struct aws_key *key,
                     struct buffer *authorization, struct error *error) CHECK_RESULT;

/* The headers that make a request a signed one.  A zeroed struct has none. */
struct s3_signature {
    struct aws_pair headers[S3_MOST_SIGNATURE_HEADERS];
    size_t n_headers;
    char time[AWS_TIME_SIZE];
    struct buffer authorization;
};

/* Makes the headers to send besides those of the request, which must have Host:
 * x-amz-date, x-amz-content-sha256, x-amz-security-token, Authorization; none for a key
 * without an id, which is anonymous. The request's service is not used.  Headers are
 * valid as long as the key, the request's payload hash and the signature, which must not
 * move.  Release it in any case. */
enum status s3_sign(const struct aws_request *request, const struct aws_key *key,
                    struct s3_signature *signature, struct error *error) CHECK_RESULT;
void s3_signature_release(struct s3_signature *signature);

#endif
