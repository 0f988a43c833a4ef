/* SPDX-License-Identifier: MIT */
/*
 * s3_answers.h - what S3 answers, in XML: listings, errors, multipart uploads; and the
 * request that completes an upload.
 *
 * Answers may come from anyone who claims to be S3.  Everything is bounded, and a listing
 * that is cut or contradicts itself is an error, never a shorter list.
 */
#ifndef REMOTE_S3_ANSWERS_H
#define REMOTE_S3_ANSWERS_H

#include "base/arena.h"
#include "base/buffer.h"

enum {
    S3_MOST_ANSWER = 16 << 20, /* bytes; 1,000 keys of 1 KiB take less when encoded */
    S3_MOST_KEY = 1024,
    S3_MOST_ENTRIES = 100000, /* of one answer; S3 gives 1,000 */
    S3_MOST_PARTS = 10000,
    S3_MOST_TOKEN = 4096, /* bytes of upload ids, continuation tokens and ETags */
};

struct s3_object {
    struct slice key;
    int64_t size;
    struct slice etag; /* with its quotes; empty if there is none */
};

/* One answer to ListObjectsV2.  A zeroed struct is an empty listing. */
struct s3_listing {
    struct arena arena; /* of all below; texts end with a zero */
    struct s3_object *objects;
    struct slice *prefixes; /* CommonPrefixes: what corresponds to folders */
    size_t n_objects, n_prefixes;
    bool is_truncated;         /* then ask again, with this token: */
    struct slice continuation; /* not empty if is_truncated */
};

/* Parses a listing.  Keys are decoded if the answer says encoding-type=url.  CORRUPT;
 * TOO_BIG beyond the limits above.  Release it in any case. */
enum status s3_listing_parse(struct slice xml, struct s3_listing *listing,
                             struct error *error) CHECK_RESULT;
void s3_listing_release(struct s3_listing *listing);

/* The body of an error.  Texts are shortened to fit, and empty if they are missing;
 * control characters are spaces.  A region that does not fit is empty. */
struct s3_error {
    char code[64];
    char message[320];
    char region[64];
};

/* False if the body is no error of S3, as from a proxy. */
bool s3_error_parse(struct slice xml, struct s3_error *s3_error);

/* The next ones get answers that may be errors in spite of their status 200: CANTOPEN if
 * the object, bucket or permission is missing, CHANGED if a condition was not met, else
 * IO. */

/* Sets *upload_id to that of a new multipart upload, zero-terminated.  CORRUPT, TOO_BIG.
 */
enum status s3_upload_id_parse(struct slice xml, struct buffer *upload_id,
                               struct error *error) CHECK_RESULT;

/* An upload that is neither complete nor aborted. */
struct s3_upload {
    struct slice key, id;
    int64_t begun_seconds; /* since 1970; INT64_MIN: not known */
};

/* The answer to ListMultipartUploads; a zeroed struct has none. */
struct s3_uploads {
    struct arena arena; /* of all below; texts end with a zero */
    struct s3_upload *uploads;
    size_t n;
};

/* Parses it; CORRUPT, TOO_BIG.  Release it in any case. */
enum status s3_uploads_parse(struct slice xml, struct s3_uploads *uploads,
                             struct error *error) CHECK_RESULT;
void s3_uploads_release(struct s3_uploads *uploads);

/* Checks the answer to CompleteMultipartUpload, which is often such an error. */
enum status s3_completion_check(struct slice xml, struct error *error) CHECK_RESULT;

/* Appends the body of CompleteMultipartUpload: the ETags of parts 1 to n, as S3 has given
 * them in headers.  TOO_BIG beyond S3_MOST_PARTS; MISUSE for one with a control
 * character. */
enum status s3_append_completion(const struct slice *etags, size_t n, struct buffer *body,
                                 struct error *error) CHECK_RESULT;

#endif
