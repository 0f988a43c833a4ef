/* SPDX-License-Identifier: MIT */
#include "remote/bucket_pages.h"

#include <string.h>

#include "base/alloc.h"
#include "remote/remote_sign.h"
#include "remote/remote_version.h"

void bucket_pages_release(struct bucket_pages *pages)
{
    buffer_release(&pages->token);
    buffer_release(&pages->query);
    s3_listing_release(&pages->page);
}

enum status bucket_pages_init(struct bucket_pages *pages,
                              const struct file_system_rights *rights, const char *url,
                              bool is_deep, struct error *error)
{
    *pages = (struct bucket_pages){.rights = rights, .url = url, .is_deep = is_deep};
    enum status status = url_parse(slice_of(url, strlen(url)), &pages->parsed, error);
    if (status == OK)
        status = remote_rights_allow(rights, &pages->parsed, error);
    if (status == OK)
        status = remote_fingerprint(rights, &pages->parsed, &pages->fingerprint, error);
    if (status == OK)
        pages->n_forgotten = remote_n_forgotten(url);
    return status;
}

/* ---- Asking -------------------------------------------------------------------------
 */

/* The key that all keys of the folder begin with. */
static struct slice prefix_of(const struct bucket_pages *pages)
{
    struct slice path = pages->parsed.path;
    return path.size > 0 ? slice_of(path.data + 1, path.size - 1) : path;
}

/* In the order of the names, as signatures want it. */
static enum status set_query(struct bucket_pages *pages, struct error *error)
{
    struct buffer *query = &pages->query;
    query->size = 0;
    if (pages->token.size > 0) {
        buffer_add_text(query, "continuation-token=", error);
        if (error->status == OK)
            (void)!url_encode(buffer_slice(&pages->token), query, error);
        buffer_add_text(query, "&", error);
    }
    buffer_add_text(query, pages->is_deep ? "" : "delimiter=%2F&", error);
    buffer_add_text(query, "encoding-type=url&list-type=2&max-keys=1000&prefix=", error);
    if (error->status == OK)
        (void)!url_encode(prefix_of(pages), query, error);
    buffer_add(query, slice_of("", 1), error);
    return error->status;
}

/* Some servers of objects have no lists. */
static enum status refuse(const struct remote_request *request, struct error *error)
{
    int code = request->answer.status;
    enum status status = remote_refuse(request, error);
    bool has_none = request->failure.status == OK &&
                    (code == 400 || code == 405 || code == 501);
    if (has_none && status == IO)
        status = error->status = UNSUPPORTED;
    return status;
}

/* Takes the next page, after the token was set. */
static enum status take_page(struct bucket_pages *pages,
                             const struct remote_request *request, struct error *error)
{
    s3_listing_release(&pages->page);
    pages->page = (struct s3_listing){.n_objects = 0};
    if (request->failure.status != OK || request->answer.status != 200)
        return refuse(request, error);
    if (request->answer.is_cut)
        return error_set(error, TOO_BIG, "the list of the bucket is too long");
    enum status status = s3_listing_parse(buffer_slice(&request->answer.body),
                                          &pages->page, error);
    struct slice next = pages->page.continuation;
    if (status == OK && next.size > 0 && next.size == pages->token.size &&
        memcmp(next.data, pages->token.data, next.size) == 0)
        status = error_set(error, CORRUPT,
                           "the list of the bucket goes on with the same page");
    pages->token.size = 0;
    return status == OK ? buffer_append(&pages->token, pages->page.continuation.data,
                                        pages->page.continuation.size, error)
                        : status;
}

static enum status take_answer(struct bucket_pages *pages,
                               const struct remote_request *request, struct error *error)
{
    error_clear(&pages->failure);
    enum status status = take_page(pages, request, &pages->failure);
    if (status != NOMEM && status != INTERRUPTED)
        return OK;
    *error = pages->failure;
    return status;
}

enum status bucket_pages_next(struct bucket_pages *pages, size_t n, struct error *error)
{
    struct remote_request *requests = mem_alloc_zeroed(n, sizeof *requests);
    enum status status = requests != NULL ? OK : error_nomem(error);
    for (size_t i = 0; status == OK && i < n; i++) {
        status = set_query(&pages[i], error);
        requests[i] = (struct remote_request){.method = "GET",
                                              .url = pages[i].url,
                                              .query = (const char *)pages[i].query.data,
                                              .lists_bucket = true,
                                              .most_bytes = S3_MOST_ANSWER};
    }
    if (status == OK)
        status = remote_send(pages[0].rights, requests, n, error);
    for (size_t i = 0; i < n && requests != NULL; i++) {
        if (status == OK)
            status = take_answer(&pages[i], &requests[i], error);
        remote_request_release(&requests[i]);
    }
    mem_free(requests);
    return status;
}

/* ---- Keys ---------------------------------------------------------------------------
 */

enum status bucket_pages_name_in(const struct bucket_pages *pages, struct slice key,
                                 struct slice *name, struct error *error)
{
    struct slice prefix = prefix_of(pages);
    if (key.size < prefix.size ||
        (prefix.size > 0 && memcmp(key.data, prefix.data, prefix.size) != 0))
        return error_set(error, CORRUPT,
                         "the list of the bucket has a key that was not asked for: "
                         "\"%.*s\"",
                         SLICE_SHOWN(key, 200));
    *name = slice_of(key.data + prefix.size, key.size - prefix.size);
    return OK;
}

enum status bucket_pages_stamp_of(const struct bucket_pages *pages,
                                  const struct s3_object *object, struct slice name,
                                  struct file_stamp *stamp, struct error *error)
{
    struct remote_version version = {.etag = ""};
    struct buffer url = {0};
    *stamp = (struct file_stamp){0};
    if (object->etag.size == 0 || object->etag.size >= sizeof version.etag)
        return OK;
    memcpy(version.etag, object->etag.data, object->etag.size);
    buffer_add_text(&url, pages->url, error);
    buffer_add(&url, name, error);
    buffer_add(&url, slice_of("", 1), error);
    if (error->status == OK) {
        remote_version_identify(&version, (const char *)url.data, pages->fingerprint,
                                object->size);
        *stamp = file_stamp_of(&version.identity);
    }
    buffer_release(&url);
    return error->status;
}
