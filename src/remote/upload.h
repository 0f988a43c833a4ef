/* SPDX-License-Identifier: MIT */
/*
 * upload.h - puts an object into a bucket, all of it or nothing.
 *
 *     small    PUT
 *     large    POST ?uploads                       begins with the first part
 *              PUT ?partNumber=N&uploadId=ID       for each part; nobody sees them
 *              POST ?uploadId=ID                   publishes the object
 *              DELETE ?uploadId=ID                 or drops the parts
 *
 * An answer may get lost after the server has done what the request says.  Parts are sent
 * again; before a publication counts as failed, the object is compared with what was
 * sent.
 */
#ifndef REMOTE_UPLOAD_H
#define REMOTE_UPLOAD_H

#include "base/buffer.h"
#include "remote/remote_rights.h"

enum {
    UPLOAD_LEAST_PART = 5 << 20, /* bytes, of all parts but the last; S3's limit */
    UPLOAD_MOST_PARTS = 10000,   /* S3's limit */
    UPLOADS_AT_ONCE = 8,         /* publications */
};

/* A zeroed struct may be released. */
struct upload {
    const struct file_system_rights *rights; /* counted */
    char *url;
    bool keeps_existing;  /* an object at the URL is an error */
    bool ignores_keeping; /* the server does not know the condition for that */
    struct buffer id;     /* encoded, zero-terminated; empty: no upload has begun */
    struct buffer etags;  /* of the parts, each with its terminator */
    uint32_t n_parts;
    bool may_come_late; /* a part, which was under way when the call was interrupted */
    int64_t size;       /* of the parts */
    struct buffer tail; /* the last bytes of the last part */
};

/* Borrows the URL.  MISUSE or CANTOPEN if no object can be there, or none may be. */
enum status upload_init(struct upload *upload, const struct file_system_rights *rights,
                        const char *url, bool keeps_existing,
                        struct error *error) CHECK_RESULT;

/* MISUSE if there is an object already.  OK if the server does not say. */
enum status upload_check_new(const struct upload *upload,
                             struct error *error) CHECK_RESULT;

/* Sends the next part.  TOO_BIG beyond UPLOAD_MOST_PARTS. */
enum status upload_send_part(struct upload *upload, struct slice bytes,
                             struct error *error) CHECK_RESULT;

/* Makes objects of n <= UPLOADS_AT_ONCE uploads; bytes[i] is the whole of one that has no
 * parts.  It cannot be interrupted.  are_published[i]: this object exists, also after an
 * error of another one.  MISUSE if there is an object that must be kept. */
enum status uploads_publish(struct upload *const *uploads, const struct slice *bytes,
                            size_t n, bool *are_published,
                            struct error *error) CHECK_RESULT;

/* Drops all parts; then the upload may begin anew.  It cannot be interrupted. */
void upload_drop(struct upload *upload);

/* Frees an upload that was published or dropped. */
void upload_release(struct upload *upload);

/* Deletes n <= UPLOADS_AT_ONCE objects.  Those that do not exist are no error. */
enum status objects_delete(const struct file_system_rights *rights,
                           const char *const *urls, size_t n,
                           struct error *error) CHECK_RESULT;

#endif
