/* SPDX-License-Identifier: MIT */
#include "remote/remote_look.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "remote/remote_sign.h"

enum {
    /* Of a file, asked for at once: what formats read first, from the begin of a block.
     */
    END_BYTES = (64 << 10) + BLOCK_BYTES,
    MOST_WHOLE = 16 << 20, /* bytes of a file whose server knows no parts */
    MOST_WHOLES = 8,       /* such files at once; of more, less is taken */
    /* Of a file that will be read whole, and of all of them together. */
    MOST_EXPECTED = 4 << 20,
    MOST_EXPECTED_TOGETHER = 16 << 20,
};

static void release(struct remote_look *look)
{
    remote_request_release(&look->request);
    look->request = (struct remote_request){.method = NULL};
}

/* Asks for what look->asked says, unless the version is the one that is known. */
static void ask(struct remote_look *look)
{
    struct remote_request *request = &look->request;
    char range[40];
    release(look);
    *request = (struct remote_request){.method = "GET",
                                       .url = look->url,
                                       .most_bytes = look->most_bytes,
                                       .has_alternative = look->asked == LOOK_AT_END};
    if (look->asked == LOOK_AT_END)
        snprintf(range, sizeof range, "bytes=-%zu", look->end_bytes);
    else
        snprintf(range, sizeof range, "bytes=0-%zu", look->end_bytes - 1);
    if (look->asked != LOOK_AT_WHOLE)
        remote_header(request, "Range", range);
    if (look->is_known && look->known.etag[0] != '\0')
        remote_header(request, "If-None-Match", look->known.etag);
    else if (look->is_known && look->known.last_modified[0] != '\0')
        remote_header(request, "If-Modified-Since", look->known.last_modified);
}

/* Sets the version from an answer's headers and the file's size. */
static void set_version(struct remote_look *look, int64_t size)
{
    const struct http_answer *answer = &look->request.answer;
    struct remote_version *version = &look->version;
    *version = (struct remote_version){.etag = ""};
    memcpy(version->etag, answer->etag, sizeof version->etag);
    memcpy(version->last_modified, answer->last_modified, sizeof version->last_modified);
    remote_version_identify(version, look->url, look->fingerprint, size);
}

static void name_blocks(const struct remote_look *look, struct block_set *blocks)
{
    blocks->file = look->version.identity;
    remote_version_name(&look->version, look->url, look->fingerprint, &blocks->name);
}

/* The version is found; what was received of it begins at `first`. */
static enum status keep(struct remote_look *look, int64_t first, int64_t size,
                        struct error *error)
{
    struct block_set own = {.n_held = 0};
    struct block_set *blocks = look->blocks != NULL ? look->blocks : &own;
    set_version(look, size);
    name_blocks(look, blocks);
    remote_version_note(look->url, look->fingerprint, look->limits, look->n_forgotten,
                        &look->version);
    if (first + (int64_t)look->request.answer.body.size == size)
        remote_version_store(look->url, look->fingerprint, &look->version);
    enum status status = part_add_blocks(blocks, size, first,
                                         buffer_slice(&look->request.answer.body), error);
    block_set_release(&own);
    return status;
}

static enum status refuse(struct remote_look *look, struct error *error)
{
    struct error *failure = &look->failure;
    int status = look->request.answer.status;
    look->is_missing = look->request.failure.status == OK &&
                       (status == 404 || status == 410);
    (void)remote_refuse(&look->request, failure);
    return failure->status == NOMEM ? error_nomem(error) : OK;
}

static enum status take_part(struct remote_look *look, struct error *error)
{
    const struct http_answer *answer = &look->request.answer;
    struct part part;
    if (part_of_answer(answer, &part) && part.total > 0)
        return keep(look, part.first, part.total, error);
    (void)error_set(&look->failure, IO,
                    "the server does not say which part of the file it sends "
                    "(Content-Range: \"%s\", %zu bytes%s)",
                    answer->content_range, answer->body.size,
                    answer->is_cut ? " and more" : "");
    (void)remote_distrust(&look->request, &look->failure);
    return OK;
}

static enum status take_whole(struct remote_look *look, struct error *error)
{
    const struct http_answer *answer = &look->request.answer;
    bool is_whole = !answer->is_cut &&
                    (answer->content_length == -1 ||
                     answer->content_length == (int64_t)answer->body.size);
    if (is_whole)
        return keep(look, 0, (int64_t)answer->body.size, error);
    (void)error_set(&look->failure, UNSUPPORTED,
                    "the server sends only whole files, not parts of them, and the file "
                    "has more than %d MiB: download it",
                    MOST_WHOLE >> 20);
    return OK;
}

/* "bytes * /0", without the space, says that the file is empty. */
static bool is_empty(const struct http_answer *answer)
{
    return answer->status == 416 && strcmp(answer->content_range, "bytes */0") == 0;
}

/* Whether a server may not know how to send the end of a file: then its beginning shows
 * how long it is.  Some answer 416 if a file is shorter than the end that was asked for,
 * and s3s 500.  Where there is no beginning either, the whole file shows whether it is
 * empty. */
static bool asks_otherwise(const struct remote_look *look)
{
    int status = look->request.answer.status;
    return look->asked == LOOK_AT_END ? status == 416 || status == 500 || status == 501
                                      : look->asked == LOOK_AT_BEGINNING && status == 416;
}

static enum status take_answer(struct remote_look *look, struct error *error)
{
    const struct http_answer *answer = &look->request.answer;
    look->is_done = true;
    if (look->request.failure.status != OK)
        return refuse(look, error);
    if (answer->status == 304 && look->is_known) {
        look->version = look->known;
        remote_version_note(look->url, look->fingerprint, look->limits, look->n_forgotten,
                            &look->version);
        return OK;
    }
    if (is_empty(answer))
        return keep(look, 0, 0, error);
    if (asks_otherwise(look)) {
        look->is_done = false;
        look->asked++;
        ask(look);
        return OK;
    }
    if (answer->status != 200 && answer->status != 206)
        return refuse(look, error);
    if (part_check_encoding(answer, &look->failure) != OK) {
        (void)remote_distrust(&look->request, &look->failure);
        return OK;
    }
    return answer->status == 206 ? take_part(look, error) : take_whole(look, error);
}

static enum status begin(const struct file_system_rights *rights,
                         struct remote_look *look, struct error *error)
{
    struct url url;
    look->is_done = look->is_missing = false;
    error_clear(&look->failure);
    enum status status = url_parse(slice_of(look->url, strlen(look->url)), &url,
                                   &look->failure);
    if (status == OK)
        status = remote_rights_allow(rights, &url, &look->failure);
    if (status == OK)
        status = remote_fingerprint(rights, &url, &look->fingerprint, &look->failure);
    if (status != OK) {
        look->is_done = true;
        return status == NOMEM ? error_nomem(error) : OK;
    }
    bool is_fresh = false;
    look->limits = remote_rights_limits(rights);
    look->n_forgotten = remote_n_forgotten(look->url);
    look->is_known = remote_version_find(look->url, look->fingerprint, look->limits,
                                         &look->known, &is_fresh);
    if (is_fresh) {
        look->version = look->known;
        look->is_done = true;
        return OK;
    }
    look->asked = LOOK_AT_END;
    ask(look);
    return OK;
}

/* Sends the requests of those that are not done. */
static enum status send_round(const struct file_system_rights *rights,
                              struct remote_look *looks, size_t n, size_t *n_sent,
                              struct error *error)
{
    struct remote_request *requests = mem_alloc_zeroed(n, sizeof *requests);
    size_t n_asked = 0, at = 0;
    if (requests == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < n; i++) {
        if (!looks[i].is_done)
            requests[n_asked++] = looks[i].request;
    }
    enum status status = n_asked > 0 ? remote_send(rights, requests, n_asked, error) : OK;
    for (size_t i = 0; i < n; i++) {
        if (!looks[i].is_done)
            looks[i].request = requests[at++];
    }
    mem_free(requests);
    for (size_t i = 0; status == OK && i < n; i++) {
        if (!looks[i].is_done)
            status = take_answer(&looks[i], error);
    }
    *n_sent = n_asked;
    return status;
}

/* How much is asked for of a file that is read whole, of so many. */
static size_t whole_bytes(size_t n)
{
    size_t size = MOST_EXPECTED_TOGETHER / n / BLOCK_BYTES * BLOCK_BYTES;
    return size > MOST_EXPECTED ? MOST_EXPECTED : size > END_BYTES ? size : END_BYTES;
}

enum status remote_look(const struct file_system_rights *rights,
                        struct remote_look *looks, size_t n, struct error *error)
{
    enum status status = OK;
    size_t n_sent = n, n_whole = 0;
    for (size_t i = 0; i < n; i++)
        n_whole += looks[i].is_whole;
    for (size_t i = 0; status == OK && i < n; i++) {
        size_t most = n <= MOST_WHOLES ? MOST_WHOLE : MOST_WHOLE / n * MOST_WHOLES;
        looks[i].end_bytes = looks[i].is_whole ? whole_bytes(n_whole) : END_BYTES;
        looks[i].most_bytes = looks[i].end_bytes > most ? looks[i].end_bytes : most;
        status = begin(rights, &looks[i], error);
    }
    while (status == OK && n_sent > 0)
        status = send_round(rights, looks, n, &n_sent, error);
    for (size_t i = 0; i < n; i++) {
        release(&looks[i]);
        if (looks[i].blocks != NULL)
            name_blocks(&looks[i], looks[i].blocks);
    }
    return status;
}
