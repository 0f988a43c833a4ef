/* SPDX-License-Identifier: MIT */
#include "remote/remote_sign.h"

#include <string.h>

/* The normalised URL, with a terminator. */
static enum status set_target(struct remote_request *request, const struct url *url,
                              struct error *error)
{
    enum status status = url_append(url, &request->target, error);
    return status == OK ? buffer_append(&request->target, "", 1, error) : status;
}

enum status remote_sign(const struct file_system_rights *rights,
                        struct remote_request *request, struct error *error)
{
    struct url url;
    enum status status = url_parse(slice_of(request->url, strlen(request->url)), &url,
                                   error);
    if (status == OK)
        status = remote_rights_allow(rights, &url, error);
    if (status == OK && url.scheme == URL_S3)
        status = error_set(error, UNSUPPORTED, "s3");
    if (status == OK && request->target.size == 0)
        status = set_target(request, &url, error);
    request->sent_headers.size = 0;
    return status == OK ? buffer_append(&request->sent_headers, request->headers.data,
                                        request->headers.size, error)
                        : status;
}

enum status remote_fingerprint(const struct file_system_rights *rights, const char *url,
                               uint64_t *fingerprint, struct error *error)
{
    (void)rights;
    (void)url;
    (void)error;
    *fingerprint = 0;
    return OK;
}
