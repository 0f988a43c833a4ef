/* SPDX-License-Identifier: MIT */
#include "remote/remote_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cipher.h"
#include "base/interrupt.h"
#include "os/process.h"
#include "remote/remote_sign.h"
#include "remote/s3/s3_answers.h"

enum {
    MOST_TRIES = 4,
    MOST_REDIRECTS = 10,
    FIRST_WAIT_MS = 100,  /* before the second try; three times as long before the next */
    MOST_WAIT_MS = 10000, /* that a server may ask for */
    SLEEP_MS = 20,        /* between two polls for interrupts */
};

void remote_header(struct remote_request *request, const char *name, const char *value)
{
    buffer_add_format(&request->headers, &request->failure, "%s: %s", name, value);
    buffer_add(&request->headers, slice_of("", 1), &request->failure);
}

/* The headers that were sent may have secrets. */
void remote_request_release(struct remote_request *request)
{
    wipe(request->sent_headers.data, request->sent_headers.size);
    http_answer_release(&request->answer);
    buffer_release(&request->headers);
    buffer_release(&request->target);
    buffer_release(&request->sent_headers);
}

static bool is_of_s3(const struct remote_request *request)
{
    return (request->url[0] | 0x20) == 's';
}

/* ---- Again --------------------------------------------------------------------------
 */

static bool is_busy(int status)
{
    return status == 408 || status == 429 || status == 500 || status == 502 ||
           status == 503 || status == 504;
}

/* Whether the request is worth another try, and after how long. */
static bool will_try_again(struct remote_request *request)
{
    const struct http_answer *answer = &request->answer;
    unsigned wait = FIRST_WAIT_MS;
    if (request->n_tries == MOST_TRIES || !(answer->is_broken || is_busy(answer->status)))
        return false;
    if (request->has_alternative && answer->status == 500)
        return false;
    for (unsigned i = 1; i < request->n_tries; i++)
        wait *= 3;
    if (answer->retry_after[0] >= '0' && answer->retry_after[0] <= '9') {
        long seconds = strtol(answer->retry_after, NULL, 10);
        if (seconds > MOST_WAIT_MS / 1000)
            return false;
        if ((unsigned)seconds * 1000 > wait)
            wait = (unsigned)seconds * 1000;
    }
    request->wait_ms = wait;
    return true;
}

static enum status wait_for_next(const struct remote_request *requests, size_t n,
                                 struct error *error)
{
    unsigned wait = 0;
    for (size_t i = 0; i < n; i++) {
        if (!requests[i].is_done && requests[i].wait_ms > wait)
            wait = requests[i].wait_ms;
    }
    enum status status = OK;
    uint64_t until = os_nanoseconds() + (uint64_t)wait * 1000000;
    while (status == OK && wait > 0 && os_nanoseconds() < until) {
        os_sleep(SLEEP_MS);
        status = interrupt_check(error);
    }
    return status;
}

/* ---- Elsewhere ----------------------------------------------------------------------
 */

static bool is_redirected(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 ||
           status == 308;
}

/* Goes on with the URL that the answer names.  A new origin gets no secrets
 * (remote_sign()). */
static enum status follow(const struct file_system_rights *rights,
                          struct remote_request *request, struct error *error)
{
    struct buffer target = {0};
    struct url from, to;
    if (request->n_redirects++ == MOST_REDIRECTS)
        return error_set(error, IO, "more than %d redirects", MOST_REDIRECTS);
    struct slice location = buffer_slice(&request->answer.location);
    location.size -= location.size > 0;
    enum status status = url_parse(
        slice_of(request->target.data, request->target.size - 1), &from, error);
    if (status == OK)
        status = url_resolve(&from, location, &target, error);
    if (status == OK)
        status = url_parse(buffer_slice(&target), &to, error);
    if (status == OK && from.scheme == URL_HTTPS && to.scheme != URL_HTTPS)
        status = error_set(error, CANTOPEN, "redirected from https to http");
    if (status == OK)
        status = remote_rights_allow(rights, &to, error);
    if (status == OK)
        status = buffer_append(&target, "", 1, error);
    if (status != OK) {
        buffer_release(&target);
        return error_locate(error, "redirect");
    }
    buffer_release(&request->target);
    request->target = target;
    return OK;
}

/* Whether a bucket says that it is in another region, which is then the request's. */
static bool has_other_region(struct remote_request *request)
{
    struct http_answer *answer = &request->answer;
    bool is_wrong = answer->status == 301 || answer->status == 307 ||
                    answer->status == 400 || answer->status == 403;
    if (!is_of_s3(request) || !is_wrong || request->n_redirects > 0)
        return false;
    struct s3_error said = {0};
    if (answer->region[0] == '\0' && s3_error_parse(buffer_slice(&answer->body), &said) &&
        said.region[0] != '\0')
        snprintf(answer->region, sizeof answer->region, "%.*s",
                 (int)sizeof answer->region - 1, said.region);
    bool is_other = answer->region[0] != '\0' &&
                    strcmp(answer->region, request->region) != 0;
    if (is_other)
        memcpy(request->region, answer->region, sizeof request->region);
    request->n_redirects += is_other;
    return is_other;
}

/* ---- Sending ------------------------------------------------------------------------
 */

/* Takes the answer of a request, which is done unless it must be sent again. */
static void take_answer(const struct file_system_rights *rights,
                        struct remote_request *request)
{
    const struct http_answer *answer = &request->answer;
    request->n_tries++;
    request->wait_ms = 0;
    request->is_done = true;
    if (will_try_again(request)) {
        request->is_done = false;
    } else if (answer->failure.status != OK) {
        request->failure = answer->failure;
    } else if (has_other_region(request)) {
        request->is_done = false;
        request->n_tries = 0;
    } else if (is_redirected(answer->status) && answer->location.size > 0 &&
               !is_of_s3(request)) {
        request->is_done = follow(rights, request, &request->failure) != OK;
        request->n_tries = 0;
    }
}

/* Sends those that are not done, a time. */
static enum status send_round(const struct file_system_rights *rights,
                              struct remote_request *requests, size_t n,
                              struct http_request *https, size_t *n_sent,
                              struct error *error)
{
    size_t n_https = 0;
    unsigned at_once = HTTP_MOST_AT_ONCE;
    *n_sent = 0;
    for (size_t i = 0; i < n; i++) {
        struct remote_request *request = &requests[i];
        if (request->is_done)
            continue;
        if (request->failure.status != OK ||
            remote_sign(rights, request, &request->failure) != OK) {
            request->is_done = true;
            continue;
        }
        if (!is_of_s3(request))
            at_once = HTTP_AT_ONCE;
        https[n_https++] = (struct http_request){
            .method = request->method,
            .url = (const char *)request->target.data,
            .headers = buffer_slice(&request->sent_headers),
            .body = request->body,
            .most_bytes = request->most_bytes,
            .patience_seconds = request->patience_seconds,
            .is_sent_once = request->counts_tries,
            .answer = request->answer};
    }
    if (n_https == 0)
        return OK;
    enum status status = http_send(https, n_https, at_once, rights->avoids_private,
                                   error);
    for (size_t i = 0, at = 0; i < n && at < n_https; i++) {
        if (!requests[i].is_done)
            requests[i].answer = https[at++].answer;
    }
    *n_sent = n_https;
    return status;
}

enum status remote_send(const struct file_system_rights *rights,
                        struct remote_request *requests, size_t n, struct error *error)
{
    enum status status = OK;
    size_t n_sent = n;
    struct http_request *https = mem_alloc_zeroed(n, sizeof *https);
    if (https == NULL)
        return error_nomem(error);
    while (status == OK && n_sent > 0) {
        status = send_round(rights, requests, n, https, &n_sent, error);
        for (size_t i = 0; status == OK && n_sent > 0 && i < n; i++) {
            if (!requests[i].is_done)
                take_answer(rights, &requests[i]);
        }
        if (status == OK && n_sent > 0)
            status = wait_for_next(requests, n, error);
    }
    mem_free(https);
    return status;
}

/* ---- Refusals -----------------------------------------------------------------------
 */

/* What the statuses mean that people meet. */
static const char *meaning_of(const struct remote_request *request)
{
    int status = request->answer.status;
    return status == 401 || status == 403
               ? is_of_s3(request)
                     ? " (no permission: parquet_add_secret() adds credentials)"
                     : " (no permission)"
           : status == 404 || status == 410 ? " (no such file)"
           : status == 412                  ? " (another version)"
           : status == 416                  ? " (no such range)"
           : status == 429                  ? " (too many requests)"
                                            : "";
}

static enum status status_of(int status)
{
    return status == 401 || status == 403 || status == 404 || status == 410 ? CANTOPEN
           : status == 412                                                  ? CHANGED
                                                                            : IO;
}

static void append_reason(const struct remote_request *request, struct error *error)
{
    struct slice body = buffer_slice(&request->answer.body);
    struct s3_error said = {0};
    if (is_of_s3(request) && s3_error_parse(body, &said))
        error_append(error, ": %s%s%s", said.code, said.message[0] != '\0' ? ": " : "",
                     said.message);
    if (request->n_tries > 1)
        error_append(error, ", asked %u times", request->n_tries);
}

/* The value of a header of the request, or "". */
static const char *header_of(const struct remote_request *request, const char *name)
{
    size_t name_size = strlen(name);
    const char *text = (const char *)request->headers.data;
    for (size_t at = 0; at < request->headers.size; at += strlen(text + at) + 1) {
        if (strncmp(text + at, name, name_size) == 0 && text[at + name_size] == ':')
            return text + at + name_size + 2;
    }
    return "";
}

static enum status locate(const struct remote_request *request, struct error *error)
{
    const char *range = header_of(request, "Range");
    return error_locate(error, "%s%s%s", request->method, range[0] != '\0' ? " " : "",
                        range);
}

enum status remote_distrust(const struct remote_request *request, struct error *error)
{
    (void)error_locate(error, "HTTP status %d", request->answer.status);
    return locate(request, error);
}

enum status remote_refuse(const struct remote_request *request, struct error *error)
{
    const struct error *failure = &request->failure;
    if (failure->status == NOMEM || failure->status == INTERRUPTED) {
        *error = *failure;
        return error->status;
    }
    if (failure->status != OK) {
        (void)error_set(error, failure->status, "%s", failure->message);
    } else {
        (void)error_set(error, status_of(request->answer.status), "HTTP status %d%s",
                        request->answer.status, meaning_of(request));
        append_reason(request, error);
    }
    return locate(request, error);
}
