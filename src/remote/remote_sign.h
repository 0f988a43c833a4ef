/* SPDX-License-Identifier: MIT */
/*
 * remote_sign.h - prepares a request to be sent: an s3 URL becomes one of https with a
 * signature, and a secret is added to an https URL that has one.
 */
#ifndef REMOTE_SIGN_H
#define REMOTE_SIGN_H

#include "remote/remote_request.h"

/* Sets request->target, with a terminator, unless it was redirected there, and
 * request->sent_headers.  CANTOPEN if the URL is not allowed, MISUSE, UNSUPPORTED. */
enum status remote_sign(const struct file_system_rights *rights,
                        struct remote_request *request, struct error *error) CHECK_RESULT;

/* Sets *fingerprint to a hash of the credentials and the bucket's server; other ones have
 * another, almost certainly.  That one connection may read something does not prove that
 * another may.  0: there are none. */
enum status remote_fingerprint(const struct file_system_rights *rights,
                               const struct url *url, uint64_t *fingerprint,
                               struct error *error) CHECK_RESULT;

#endif
