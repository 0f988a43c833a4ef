/* SPDX-License-Identifier: MIT */
/*
 * remote_sign.h - turns what is asked for into what is sent: an s3 URL into one of https
 * with a signature, and a URL of https for which there is a secret into one with that.
 */
#ifndef REMOTE_SIGN_H
#define REMOTE_SIGN_H

#include "remote/remote_request.h"

/* Sets request->target, with a terminator, unless it was redirected there, and
 * request->sent_headers.  CANTOPEN if the URL is not allowed, MISUSE, UNSUPPORTED. */
enum status remote_sign(const struct file_system_rights *rights,
                        struct remote_request *request, struct error *error) CHECK_RESULT;

/* A number that is another one for other credentials and other servers of buckets, as
 * good as certainly: what one connection may read is no proof that another one may.  0:
 * there are none. */
enum status remote_fingerprint(const struct file_system_rights *rights,
                               const struct url *url, uint64_t *fingerprint,
                               struct error *error) CHECK_RESULT;

#endif
