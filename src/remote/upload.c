/* SPDX-License-Identifier: MIT */
#include "remote/upload.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "os/process.h"
#include "remote/remote_parts.h"
#include "remote/remote_request.h"
#include "remote/s3/s3_answers.h"

enum {
    MOST_ANSWER = 1 << 20, /* bytes, of anything but objects */
    MOST_TAIL = 4 << 10,   /* bytes of an upload that tell it from another one */
    MOST_PUBLICATIONS = 3, /* requests for one, each with its own tries */
    MOST_DROPS = 4,
    LATE_MS = 150,            /* in which a part that was cut arrives, or never does */
    LOST_SECONDS = 120,       /* between the first and the last try to begin an upload */
    COMPLETION_SECONDS = 600, /* in which nothing may come: the server joins the parts */
};

static const uint64_t LATE_NANOSECONDS = 1000000000;

/* ---- The object ---------------------------------------------------------------------
 */

enum status upload_init(struct upload *upload, const struct file_system_rights *rights,
                        const char *url, bool keeps_existing, struct error *error)
{
    struct url parsed;
    size_t size = strlen(url);
    *upload = (struct upload){.keeps_existing = keeps_existing};
    enum status status = url_parse(slice_of(url, size), &parsed, error);
    if (status == OK && parsed.scheme != URL_S3)
        return error_set(error, UNSUPPORTED,
                         "web servers are not written to: write an s3 URL, or a file");
    if (status == OK && (parsed.path.size <= 1 || url[size - 1] == '/'))
        return error_set(error, CANTOPEN, "not a file name");
    if (status == OK)
        status = remote_rights_allow(rights, &parsed, error);
    if (status != OK)
        return status;
    upload->rights = remote_rights_share(rights);
    upload->url = mem_copy_text(url, size);
    return upload->url != NULL ? OK : error_nomem(error);
}

static void empty(struct upload *upload)
{
    upload->id.size = upload->etags.size = upload->tail.size = 0;
    upload->n_parts = 0;
    upload->may_come_late = false;
    upload->size = 0;
}

void upload_release(struct upload *upload)
{
    remote_rights_release(upload->rights);
    mem_free(upload->url);
    buffer_release(&upload->id);
    buffer_release(&upload->etags);
    buffer_release(&upload->tail);
    *upload = (struct upload){.rights = NULL};
}

static bool is_done_well(const struct remote_request *request)
{
    int status = request->answer.status;
    return request->failure.status == OK && status >= 200 && status < 300;
}

static bool is_missing(const struct remote_request *request)
{
    return request->failure.status == OK && request->answer.status == 404;
}

static enum status exists_already(struct error *error)
{
    return error_set(error, MISUSE, "the file already exists");
}

/* Whoever may write need not be allowed to read: then nothing is known. */
static enum status judge_new(const struct remote_request *request, struct error *error)
{
    if (is_done_well(request))
        return exists_already(error);
    return request->failure.status != OK ? remote_refuse(request, error) : OK;
}

enum status upload_check_new(const struct upload *upload, struct error *error)
{
    struct remote_request request = {.method = "HEAD", .url = upload->url};
    enum status status = remote_send(upload->rights, &request, 1, error);
    if (status == OK)
        status = judge_new(&request, error);
    remote_request_release(&request);
    return status;
}

/* ---- Parts --------------------------------------------------------------------------
 */

/* Appends "NAME=value". */
static void add_parameter(struct buffer *query, const char *name, struct slice value,
                          struct error *error)
{
    buffer_add_text(query, name, error);
    if (error->status == OK)
        (void)!url_encode(value, query, error);
}

static void abort_lost(const struct upload *upload, struct slice id)
{
    struct error ignored = {0};
    struct buffer query = {0};
    add_parameter(&query, "uploadId=", id, &ignored);
    buffer_add(&query, slice_of("", 1), &ignored);
    struct remote_request request = {.method = "DELETE",
                                     .url = upload->url,
                                     .query = (const char *)query.data,
                                     .most_bytes = MOST_ANSWER};
    if (ignored.status == OK)
        (void)!remote_send(upload->rights, &request, 1, &ignored);
    remote_request_release(&request);
    buffer_release(&query);
}

/* Aborts the uploads of the key that have begun shortly before ours: those whose ids were
 * in answers that got lost.  An upload of the same key by another writer that has begun
 * just then fails, too. */
static void abort_all_lost(const struct upload *upload, struct slice key, struct slice id,
                           const struct s3_uploads *listed)
{
    int64_t begun = INT64_MIN;
    for (size_t i = 0; i < listed->n; i++) {
        if (slice_equals(listed->uploads[i].id, id))
            begun = listed->uploads[i].begun_seconds;
    }
    for (size_t i = 0; begun != INT64_MIN && i < listed->n; i++) {
        const struct s3_upload *each = &listed->uploads[i];
        if (slice_equals(each->key, key) && !slice_equals(each->id, id) &&
            each->begun_seconds <= begun && each->begun_seconds >= begun - LOST_SECONDS)
            abort_lost(upload, each->id);
    }
}

/* The server may have begun an upload more than once. */
static void drop_lost(const struct upload *upload, struct slice id)
{
    struct s3_uploads listed = {.n = 0};
    struct error ignored = {0};
    struct buffer query = {0};
    struct url url;
    if (url_parse(slice_of(upload->url, strlen(upload->url)), &url, &ignored) != OK)
        return;
    struct slice key = slice_of(url.path.data + 1, url.path.size - 1);
    add_parameter(&query, "prefix=", key, &ignored);
    buffer_add(&query, slice_of("&uploads=", sizeof "&uploads="), &ignored);
    struct remote_request request = {.method = "GET",
                                     .url = upload->url,
                                     .query = (const char *)query.data,
                                     .lists_bucket = true,
                                     .most_bytes = MOST_ANSWER};
    if (ignored.status == OK &&
        remote_send(upload->rights, &request, 1, &ignored) == OK &&
        is_done_well(&request) &&
        s3_uploads_parse(buffer_slice(&request.answer.body), &listed, &ignored) == OK)
        abort_all_lost(upload, key, id, &listed);
    s3_uploads_release(&listed);
    remote_request_release(&request);
    buffer_release(&query);
}

static enum status take_id(struct upload *upload, const struct remote_request *request,
                           struct error *error)
{
    struct buffer id = {0};
    if (!is_done_well(request))
        return remote_refuse(request, error);
    enum status status = s3_upload_id_parse(buffer_slice(&request->answer.body), &id,
                                            error);
    upload->id.size = 0;
    if (status == OK)
        status = url_encode(buffer_slice(&id), &upload->id, error);
    if (status == OK)
        status = buffer_append(&upload->id, "", 1, error);
    if (status != OK)
        upload->id.size = 0;
    else if (request->n_tries > 1)
        drop_lost(upload, buffer_slice(&id));
    buffer_release(&id);
    return status;
}

/* An interrupt that counts only when it has been wanted for a while. */
struct late_interrupt {
    struct interrupt base;
    uint64_t since; /* nanoseconds; 0: it is not wanted */
};

static bool is_wanted_late(void *argument)
{
    struct late_interrupt *late = argument;
    struct interrupt *outer = late->base.outer;
    if (outer == NULL || outer->is_wanted == NULL)
        return false;
    outer->was_wanted = outer->was_wanted || outer->is_wanted(outer->argument);
    if (outer->was_wanted && late->since == 0)
        late->since = os_nanoseconds();
    return outer->was_wanted && os_nanoseconds() - late->since > LATE_NANOSECONDS;
}

/* Interrupts wait for the answer, but not for long: without the id in it, the upload
 * could not be aborted. */
static enum status begin(struct upload *upload, struct error *error)
{
    struct late_interrupt late = {.base = {.is_wanted = is_wanted_late}};
    struct remote_request request = {.method = "POST",
                                     .url = upload->url,
                                     .query = "uploads=",
                                     .most_bytes = MOST_ANSWER,
                                     .counts_tries = true};
    late.base.argument = &late;
    interrupt_begin(&late.base);
    enum status status = remote_send(upload->rights, &request, 1, error);
    if (status == OK)
        status = take_id(upload, &request, error);
    status = interrupt_end(&late.base, status, error);
    remote_request_release(&request);
    return status;
}

static enum status keep_tail(struct upload *upload, struct slice bytes,
                             struct error *error)
{
    size_t size = bytes.size < MOST_TAIL ? bytes.size : MOST_TAIL;
    upload->tail.size = 0;
    return buffer_append(&upload->tail, bytes.data + bytes.size - size, size, error);
}

static enum status take_etag(struct upload *upload, const struct remote_request *request,
                             struct error *error)
{
    const char *etag = request->answer.etag;
    if (!is_done_well(request))
        return remote_refuse(request, error);
    if (etag[0] == '\0')
        return error_set(error, IO, "the server gives no ETag for a part");
    return buffer_append(&upload->etags, etag, strlen(etag) + 1, error);
}

enum status upload_send_part(struct upload *upload, struct slice bytes,
                             struct error *error)
{
    struct buffer query = {0};
    if (upload->n_parts == UPLOAD_MOST_PARTS)
        return error_set(error, TOO_BIG, "an object has at most %d parts",
                         UPLOAD_MOST_PARTS);
    enum status status = upload->id.size == 0 ? begin(upload, error) : OK;
    if (status == OK)
        status = keep_tail(upload, bytes, error);
    if (status == OK)
        status = buffer_append_format(&query, error, "partNumber=%u&uploadId=%s",
                                      (unsigned)upload->n_parts + 1,
                                      (const char *)upload->id.data);
    struct remote_request request = {.method = "PUT",
                                     .url = upload->url,
                                     .query = (const char *)query.data,
                                     .body = bytes,
                                     .most_bytes = MOST_ANSWER};
    if (status == OK)
        status = remote_send(upload->rights, &request, 1, error);
    upload->may_come_late |= status == INTERRUPTED;
    if (status == OK)
        status = take_etag(upload, &request, error);
    if (status == OK) {
        upload->n_parts++;
        upload->size += (int64_t)bytes.size;
    }
    remote_request_release(&request);
    buffer_release(&query);
    return status;
}

/* ---- Dropping -----------------------------------------------------------------------
 */

/* Whether the upload is gone.  A part that was under way when its connection was closed
 * may arrive after the upload was aborted, and stay. */
static bool abort_parts(const struct upload *upload, const char *query)
{
    struct error ignored = {0};
    struct remote_request requests[2] = {
        {.method = "DELETE",
         .url = upload->url,
         .query = query,
         .most_bytes = MOST_ANSWER},
        {.method = "GET", .url = upload->url, .query = query, .most_bytes = MOST_ANSWER}};
    bool is_gone = remote_send(upload->rights, &requests[0], 1, &ignored) != OK ||
                   is_missing(&requests[0]);
    if (!is_gone)
        is_gone = remote_send(upload->rights, &requests[1], 1, &ignored) != OK ||
                  !is_done_well(&requests[1]);
    remote_request_release(&requests[0]);
    remote_request_release(&requests[1]);
    return is_gone;
}

void upload_drop(struct upload *upload)
{
    struct interrupt none = {.is_wanted = NULL};
    struct error ignored = {0};
    struct buffer query = {0};
    if (upload->id.size == 0)
        return;
    struct memory_scope scope = memory_account_enter(NULL);
    interrupt_begin(&none);
    buffer_add_format(&query, &ignored, "uploadId=%s", (const char *)upload->id.data);
    for (int i = 0; i < MOST_DROPS && ignored.status == OK; i++) {
        bool is_gone = abort_parts(upload, (const char *)query.data);
        if (is_gone && !upload->may_come_late)
            break;
        if (is_gone)
            os_sleep(LATE_MS);
        upload->may_come_late = upload->may_come_late && !is_gone;
    }
    buffer_release(&query);
    (void)!interrupt_end(&none, OK, &ignored);
    memory_scope_restore(scope);
    empty(upload);
}

/* ---- Publishing ---------------------------------------------------------------------
 */

/* An upload that becomes an object. */
struct publication {
    struct upload *upload;
    struct slice bytes; /* if there are no parts */
    struct buffer query, body;
    struct remote_request request;
    unsigned n_sent;
    bool is_done;
};

static enum status make_completion(struct publication *p, struct error *error)
{
    const struct upload *upload = p->upload;
    const char *etag = (const char *)upload->etags.data;
    struct slice *etags = mem_alloc(upload->n_parts, sizeof *etags);
    if (etags == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < upload->n_parts; i++) {
        etags[i] = slice_of(etag, strlen(etag));
        etag += etags[i].size + 1;
    }
    enum status status = s3_append_completion(etags, upload->n_parts, &p->body, error);
    mem_free(etags);
    return status == OK ? buffer_append_format(&p->query, error, "uploadId=%s",
                                               (const char *)upload->id.data)
                        : status;
}

static void prepare(struct publication *p)
{
    const struct upload *upload = p->upload;
    bool has_parts = upload->n_parts > 0;
    remote_request_release(&p->request);
    p->request = (struct remote_request){
        .method = has_parts ? "POST" : "PUT",
        .url = upload->url,
        .query = has_parts ? (const char *)p->query.data : NULL,
        .body = has_parts ? buffer_slice(&p->body) : p->bytes,
        .most_bytes = MOST_ANSWER,
        .patience_seconds = has_parts ? COMPLETION_SECONDS : 0};
    if (upload->keeps_existing && !upload->ignores_keeping)
        remote_header(&p->request, "If-None-Match", "*");
}

/* Whether the object that is there has this size and these last bytes: then it is what
 * was sent, although the answer to that is lost. */
static enum status is_ours(const struct publication *p, bool *is_it, struct error *error)
{
    const struct upload *upload = p->upload;
    struct slice tail = upload->n_parts > 0 ? buffer_slice(&upload->tail) : p->bytes;
    int64_t size = upload->n_parts > 0 ? upload->size : (int64_t)p->bytes.size;
    char range[64];
    struct part part;
    struct remote_request request = {
        .method = "GET", .url = upload->url, .most_bytes = tail.size};
    snprintf(range, sizeof range, "bytes=%lld-%lld",
             (long long)(size - (int64_t)tail.size), (long long)(size - 1));
    remote_header(&request, "Range", range);
    enum status status = remote_send(upload->rights, &request, 1, error);
    struct slice body = buffer_slice(&request.answer.body);
    *is_it = status == OK && request.failure.status == OK &&
             request.answer.status == 206 && part_of_answer(&request.answer, &part) &&
             part.total == size && slice_equals(body, tail);
    remote_request_release(&request);
    return status;
}

/* The publication has failed, unless only its answer got lost. */
static enum status fail(struct publication *p, enum status status, struct error *error)
{
    struct error ignored = {0};
    int code = p->request.answer.status;
    bool was_refused = p->request.failure.status == OK && code >= 400 && code < 500;
    /* These are also answers to what has been done already. */
    bool may_be_done = code == 404 || code == 409 || code == 412;
    bool is_unsure = p->n_sent > 1 || p->request.n_tries > 1 || !was_refused ||
                     may_be_done;
    if (is_unsure && is_ours(p, &p->is_done, &ignored) == OK && p->is_done) {
        error_clear(error);
        return OK;
    }
    return status;
}

static enum status judge_completion(struct publication *p, struct error *error)
{
    enum status status = s3_completion_check(buffer_slice(&p->request.answer.body),
                                             error);
    p->is_done = status == OK;
    if (status == IO && p->n_sent < MOST_PUBLICATIONS) {
        error_clear(error);
        return OK; /* again */
    }
    return status == OK || status == NOMEM ? status : fail(p, status, error);
}

/* Sets p->is_done unless the request must be sent again. */
static enum status judge(struct publication *p, struct error *error)
{
    struct upload *upload = p->upload;
    int code = p->request.answer.status;
    bool has_condition = upload->keeps_existing && !upload->ignores_keeping;
    p->n_sent++;
    if (is_done_well(&p->request) && upload->n_parts > 0)
        return judge_completion(p, error);
    p->is_done = is_done_well(&p->request);
    if (p->is_done)
        return OK;
    if (p->request.failure.status == OK && code == 501 && has_condition) {
        upload->ignores_keeping = true;
        return OK; /* again */
    }
    if (p->request.failure.status == OK && code == 412 && has_condition)
        return fail(p, exists_already(error), error);
    return fail(p, remote_refuse(&p->request, error), error);
}

/* Sends the requests of those that are not done. */
static enum status send_round(struct publication *all, size_t n, bool *is_over,
                              struct error *error)
{
    struct remote_request requests[UPLOADS_AT_ONCE];
    struct error first = {0};
    size_t n_asked = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        if (!all[i].is_done)
            requests[n_asked++] = all[i].request;
    }
    *is_over = n_asked == 0;
    enum status status =
        n_asked > 0 ? remote_send(all[0].upload->rights, requests, n_asked, error) : OK;
    for (size_t i = 0; i < n; i++) {
        if (!all[i].is_done)
            all[i].request = requests[at++];
    }
    for (size_t i = 0; status == OK && i < n; i++) {
        struct error each = {0};
        if (all[i].is_done)
            continue;
        if (judge(&all[i], &each) != OK && first.status == OK)
            first = each;
        if (!all[i].is_done && each.status == OK)
            prepare(&all[i]);
    }
    if (status == OK && first.status != OK) {
        *error = first;
        status = first.status;
    }
    return status;
}

/* Refuses objects that must be kept.  Servers need not know the condition. */
static enum status check_all_new(struct upload *const *uploads, size_t n,
                                 struct error *error)
{
    struct remote_request requests[UPLOADS_AT_ONCE];
    size_t n_asked = 0;
    for (size_t i = 0; i < n; i++) {
        if (uploads[i]->keeps_existing)
            requests[n_asked++] = (struct remote_request){.method = "HEAD",
                                                          .url = uploads[i]->url};
    }
    enum status status = n_asked > 0
                             ? remote_send(uploads[0]->rights, requests, n_asked, error)
                             : OK;
    for (size_t i = 0; i < n_asked; i++) {
        if (status == OK && judge_new(&requests[i], error) != OK)
            status = error_locate(error, "%s", requests[i].url);
        remote_request_release(&requests[i]);
    }
    return status;
}

enum status uploads_publish(struct upload *const *uploads, const struct slice *bytes,
                            size_t n, bool *are_published, struct error *error)
{
    struct interrupt none = {.is_wanted = NULL};
    struct publication all[UPLOADS_AT_ONCE] = {{.upload = NULL}};
    bool is_over = false;
    for (size_t i = 0; i < n; i++)
        are_published[i] = false;
    enum status status = check_all_new(uploads, n, error);
    for (size_t i = 0; i < n && status == OK; i++) {
        all[i] = (struct publication){.upload = uploads[i], .bytes = bytes[i]};
        if (uploads[i]->n_parts > 0)
            status = make_completion(&all[i], error);
        prepare(&all[i]);
    }
    interrupt_begin(&none);
    while (status == OK && !is_over)
        status = send_round(all, n, &is_over, error);
    status = interrupt_end(&none, status, error);
    for (size_t i = 0; i < n; i++) {
        are_published[i] = all[i].is_done;
        if (all[i].is_done)
            empty(uploads[i]);
        remote_request_release(&all[i].request);
        buffer_release(&all[i].query);
        buffer_release(&all[i].body);
    }
    remote_forget("");
    return status;
}

/* ---- Deleting -----------------------------------------------------------------------
 */

enum status objects_delete(const struct file_system_rights *rights,
                           const char *const *urls, size_t n, struct error *error)
{
    struct remote_request requests[UPLOADS_AT_ONCE];
    for (size_t i = 0; i < n; i++)
        requests[i] = (struct remote_request){
            .method = "DELETE", .url = urls[i], .most_bytes = MOST_ANSWER};
    enum status status = remote_send(rights, requests, n, error);
    for (size_t i = 0; i < n; i++) {
        if (status == OK && !is_done_well(&requests[i]) && !is_missing(&requests[i])) {
            (void)remote_refuse(&requests[i], error);
            status = error_locate(error, "%s", urls[i]);
        }
        remote_request_release(&requests[i]);
    }
    remote_forget("");
    return status;
}
