/* SPDX-License-Identifier: MIT */
#include "remote/remote_sign.h"

#include <string.h>
#include <time.h>

#include "base/cipher.h"
#include "base/digest.h"
#include "remote/s3/s3_credentials.h"
#include "remote/s3/s3_location.h"
#include "remote/s3/s3_signature.h"
#include "value/base64.h"

static struct slice text_slice(const char *text)
{
    return slice_of(text, text != NULL ? strlen(text) : 0);
}

static const struct secret *find_secret(const struct file_system_rights *rights,
                                        const struct url *url)
{
    return rights != NULL && rights->secrets != NULL ? secrets_find(rights->secrets, url)
                                                     : NULL;
}

/* ---- Headers ------------------------------------------------------------------------
 */

static enum status send_header(struct remote_request *request, struct slice name,
                               struct slice value, struct error *error)
{
    struct buffer *headers = &request->sent_headers;
    buffer_add(headers, name, error);
    buffer_add_text(headers, ": ", error);
    buffer_add(headers, value, error);
    buffer_add(headers, slice_of("", 1), error);
    return error->status;
}

/* ---- Web servers --------------------------------------------------------------------
 */

static enum status send_password(struct remote_request *request,
                                 const struct secret *secret, struct error *error)
{
    struct buffer pair = {0}, encoded = {0};
    buffer_add_text(&pair, secret->user, error);
    buffer_add_text(&pair, ":", error);
    buffer_add_text(&pair, secret->password != NULL ? secret->password : "", error);
    buffer_add_text(&encoded, "Basic ", error);
    if (error->status == OK)
        (void)!base64_append(&encoded, buffer_slice(&pair), error);
    if (error->status == OK)
        (void)!send_header(request, text_slice("Authorization"), buffer_slice(&encoded),
                           error);
    wipe(pair.data, pair.size);
    wipe(encoded.data, encoded.size);
    buffer_release(&pair);
    buffer_release(&encoded);
    return error->status;
}

static enum status send_token(struct remote_request *request, const char *token,
                              struct error *error)
{
    struct buffer *headers = &request->sent_headers;
    buffer_add_text(headers, "Authorization: Bearer ", error);
    buffer_add_text(headers, token, error);
    buffer_add(headers, slice_of("", 1), error);
    return error->status;
}

/* Sends the secret of the URL, but not to where it was redirected, unless it is that
 * URL's secret, too. */
static enum status send_secret(const struct file_system_rights *rights,
                               struct remote_request *request, const struct url *url,
                               struct error *error)
{
    struct url target;
    const struct secret *secret = find_secret(rights, url);
    enum status status = url_parse(
        slice_of(request->target.data, request->target.size - 1), &target, error);
    if (status != OK || secret == NULL || find_secret(rights, &target) != secret)
        return status;
    if (secret->bearer_token != NULL)
        status = send_token(request, secret->bearer_token, error);
    else if (secret->user != NULL)
        status = send_password(request, secret, error);
    if (status == OK && secret->header != NULL)
        status = buffer_append(&request->sent_headers, secret->header,
                               strlen(secret->header) + 1, error);
    return status;
}

static enum status sign_web(const struct file_system_rights *rights,
                            struct remote_request *request, const struct url *url,
                            struct error *error)
{
    enum status status = OK;
    if (request->target.size == 0) {
        status = url_append(url, &request->target, error);
        if (status == OK)
            status = buffer_append(&request->target, "", 1, error);
    }
    return status == OK ? send_secret(rights, request, url, error) : status;
}

/* ---- Buckets ------------------------------------------------------------------------
 */

/* How a bucket is reached; the texts are a secret's, or those of `environment`. */
struct bucket_access {
    struct aws_key key;
    struct s3_place place;
    bool requester_pays;
    struct s3_credentials environment;
};

/* The secret for the bucket decides; where there is none, the environment. */
static enum status find_access(const struct file_system_rights *rights,
                               const struct url *url, struct bucket_access *access,
                               struct error *error)
{
    const struct secret *secret = find_secret(rights, url);
    enum status status = OK;
    *access = (struct bucket_access){.requester_pays = false};
    if (secret != NULL) {
        access->key = (struct aws_key){text_slice(secret->key_id),
                                       text_slice(secret->key_secret),
                                       text_slice(secret->session_token)};
        access->place = (struct s3_place){secret->region, secret->endpoint,
                                          secret->url_style};
        access->requester_pays = secret->requester_pays;
    } else if (rights == NULL || !rights->hides_environment) {
        struct s3_credentials *found = &access->environment;
        status = s3_credentials_find(NULL, found, error);
        access->key = (struct aws_key){text_slice(found->key_id),
                                       text_slice(found->key_secret),
                                       text_slice(found->session_token)};
        access->place = (struct s3_place){found->region, found->endpoint,
                                          S3_STYLE_DEFAULT};
    }
    return status;
}

enum { MOST_SIGNED = 24 };

/* Splits headers "Name: value", each with its terminator. */
static enum status split_headers(struct slice headers, struct aws_pair *pairs, size_t *n,
                                 struct error *error)
{
    for (size_t at = 0; at < headers.size; (*n)++) {
        const char *line = (const char *)headers.data + at;
        size_t size = strlen(line), name_size = strcspn(line, ":");
        if (*n == MOST_SIGNED || size < name_size + 2)
            return error_set(error, MISUSE, "too many headers to sign");
        pairs[*n] = (struct aws_pair){
            slice_of(line, name_size),
            slice_of(line + name_size + 2, size - name_size - 2)};
        at += size + 1;
    }
    return OK;
}

/* Adds the headers that make it a signed request. */
static enum status sign(struct remote_request *request,
                        const struct bucket_access *access,
                        const struct s3_location *location, struct error *error)
{
    uint8_t digest[SHA256_SIZE];
    char hash[SHA256_HEX_SIZE];
    struct aws_pair headers[MOST_SIGNED];
    struct s3_signature signature = {.n_headers = 0};
    size_t n_headers = 1;
    if (access->key.key_id.size == 0)
        return OK;
    headers[0] = (struct aws_pair){text_slice("Host"), location->host};
    enum status status = split_headers(buffer_slice(&request->sent_headers), headers,
                                       &n_headers, error);
    if (status == OK)
        status = digest_sha256(request->body, digest, error);
    if (status != OK)
        return status;
    digest_to_hex(digest, hash);
    const struct aws_request aws = {.method = request->method,
                                    .path = location->path,
                                    .query = text_slice(request->query),
                                    .headers = headers,
                                    .n_headers = n_headers,
                                    .payload_hash = hash,
                                    .region = text_slice(location->region),
                                    .service = "s3",
                                    .time = (int64_t)time(NULL)};
    status = s3_sign(&aws, &access->key, &signature, error);
    for (size_t i = 0; status == OK && i < signature.n_headers; i++)
        status = send_header(request, signature.headers[i].name,
                             signature.headers[i].value, error);
    s3_signature_release(&signature);
    return status;
}

static enum status set_target(struct remote_request *request,
                              const struct s3_location *location, struct error *error)
{
    struct buffer *target = &request->target;
    target->size = 0;
    buffer_add(target, buffer_slice(&location->url), error);
    if (request->query != NULL) {
        buffer_add_text(target, "?", error);
        buffer_add_text(target, request->query, error);
    }
    buffer_add(target, slice_of("", 1), error);
    return error->status;
}

static enum status sign_s3(const struct file_system_rights *rights,
                           struct remote_request *request, const struct url *url,
                           struct error *error)
{
    struct bucket_access access;
    struct s3_location location = {.region = NULL};
    struct url bucket = *url;
    enum status status = find_access(rights, url, &access, error);
    if (request->lists_bucket)
        bucket.path.size = 0;
    if (status == OK && request->region[0] != '\0')
        access.place.region = request->region;
    if (status == OK)
        status = s3_locate(&bucket, &access.place, &location, error);
    if (status == OK && request->region[0] == '\0')
        memcpy(request->region, location.region,
               strnlen(location.region, sizeof request->region - 1));
    if (status == OK)
        status = set_target(request, &location, error);
    if (status == OK && access.requester_pays)
        status = send_header(request, text_slice("x-amz-request-payer"),
                             text_slice("requester"), error);
    if (status == OK)
        status = sign(request, &access, &location, error);
    s3_location_release(&location);
    s3_credentials_release(&access.environment);
    return status;
}

/* ---- All ----------------------------------------------------------------------------
 */

enum status remote_sign(const struct file_system_rights *rights,
                        struct remote_request *request, struct error *error)
{
    struct url url;
    enum status status = url_parse(text_slice(request->url), &url, error);
    if (status == OK)
        status = remote_rights_allow(rights, &url, error);
    request->sent_headers.size = 0;
    if (status == OK)
        status = buffer_append(&request->sent_headers, request->headers.data,
                               request->headers.size, error);
    if (status != OK)
        return status;
    return url.scheme == URL_S3 ? sign_s3(rights, request, &url, error)
                                : sign_web(rights, request, &url, error);
}

enum status remote_fingerprint(const struct file_system_rights *rights,
                               const struct url *url, uint64_t *fingerprint,
                               struct error *error)
{
    const struct secret *secret = find_secret(rights, url);
    enum status status = OK;
    *fingerprint = secret != NULL ? secret_fingerprint(secret) : 0;
    if (url->scheme == URL_S3 && secret == NULL) {
        struct bucket_access access;
        status = find_access(rights, url, &access, error);
        const struct secret of_environment = {
            .key_id = access.environment.key_id,
            .key_secret = access.environment.key_secret,
            .session_token = access.environment.session_token,
            .region = access.environment.region,
            .endpoint = access.environment.endpoint};
        *fingerprint = secret_fingerprint(&of_environment);
        s3_credentials_release(&access.environment);
    }
    return status;
}
