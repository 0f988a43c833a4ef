/* SPDX-License-Identifier: MIT */
#include "remote/remote_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/merge_sort.h"

enum {
    MOST_RANGES = 1 << 16, /* of a call; the others are read when they are needed */
    MOST_RUN_BLOCKS = (2 << 20) / BLOCK_BYTES,      /* of a request */
    MOST_FETCHED_BLOCKS = (32 << 20) / BLOCK_BYTES, /* of a call */
    /* Runs of blocks at most this far apart are asked for together.  If they are many,
     * the gap grows: a request more costs as much as the network carries meanwhile. */
    NEAR_BLOCKS = (32 << 10) / BLOCK_BYTES,
    FAR_BLOCKS = (512 << 10) / BLOCK_BYTES,
};

/* Of a file: offsets of blocks beyond its end are numbers, too. */
static const int64_t MOST_FILE_BYTES = INT64_MAX / 2;

/* ---- Answers ----------------------------------------------------------------------- */

static bool take_number(const char **text, int64_t *number)
{
    int64_t n = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (n > (INT64_MAX - 9) / 10)
            return false;
        n = n * 10 + (*at - '0');
    }
    bool has_digits = at > *text;
    *number = n;
    *text = at;
    return has_digits;
}

bool part_of_answer(const struct http_answer *answer, struct part *part)
{
    const char *text = answer->content_range;
    int64_t last = 0;
    part->total = -1;
    if (strncmp(text, "bytes ", 6) != 0)
        return false;
    text += 6;
    if (!take_number(&text, &part->first) || *text++ != '-' ||
        !take_number(&text, &last) || *text++ != '/')
        return false;
    bool has_total = *text != '*';
    if (has_total ? !take_number(&text, &part->total) : *text++ != '*')
        return false;
    part->end = last + 1;
    return *text == '\0' && last >= part->first && last < MOST_FILE_BYTES &&
           part->total <= MOST_FILE_BYTES && (!has_total || part->end <= part->total) &&
           !answer->is_cut && (uint64_t)(part->end - part->first) == answer->body.size;
}

enum status part_check_encoding(const struct http_answer *answer, struct error *error)
{
    const char *encoding = answer->content_encoding;
    return encoding[0] == '\0' || strcmp(encoding, "identity") == 0
               ? OK
               : error_set(error, UNSUPPORTED,
                           "the server compresses files on the way (Content-Encoding: "
                           "%s), so their parts cannot be read",
                           encoding);
}

enum status part_add_blocks(struct block_set *blocks, int64_t file_size, int64_t first,
                            struct slice bytes, struct error *error)
{
    int64_t end = first + (int64_t)bytes.size;
    enum status status = OK;
    int64_t first_block = (first + BLOCK_BYTES - 1) / BLOCK_BYTES, number = first_block;
    int64_t front = first_block * BLOCK_BYTES - first;
    for (; status == OK; number++) {
        int64_t begin = number * BLOCK_BYTES;
        int64_t size = file_size - begin < BLOCK_BYTES ? file_size - begin : BLOCK_BYTES;
        if (size <= 0 || begin + size > end)
            break;
        status = block_set_add(blocks, (uint64_t)number,
                               slice_of(bytes.data + (begin - first), (size_t)size),
                               error);
    }
    if (status == OK && number > first_block)
        block_set_store(blocks, (uint64_t)first_block, (uint64_t)number,
                        slice_of(bytes.data + front, bytes.size - (size_t)front));
    return status;
}

/* ---- Runs of blocks ---------------------------------------------------------------- */

struct run {
    uint64_t first, end; /* numbers of blocks */
};

/* What is to be fetched, and how. */
struct fetch {
    const struct file_system_rights *rights;
    const char *url;
    const struct remote_version *version;
    struct block_set *blocks;
    struct run *runs;
    size_t n;
};

static int compare_runs(const void *context, uint32_t a, uint32_t b)
{
    const struct run *runs = context;
    return runs[a].first < runs[b].first ? -1 : runs[a].first > runs[b].first;
}

static enum status add_run(struct fetch *fetch, uint64_t first, uint64_t end,
                           struct error *error)
{
    if (!mem_grow(&fetch->runs, fetch->n + 1, sizeof *fetch->runs))
        return error_nomem(error);
    fetch->runs[fetch->n++] = (struct run){first, end};
    return OK;
}

/* Adds the blocks of a range that are not in memory. */
static enum status add_missing(struct fetch *fetch, const struct file_range *range,
                               uint64_t *n_left, struct error *error)
{
    int64_t size = fetch->version->identity.size, offset = range->offset;
    int64_t length = range->size;
    enum status status = OK;
    if (offset < 0 || offset >= size || length <= 0)
        return OK;
    length = length < size - offset ? length : size - offset;
    uint64_t number = (uint64_t)(offset / BLOCK_BYTES);
    uint64_t end = (uint64_t)((offset + length - 1) / BLOCK_BYTES) + 1;
    while (status == OK && number<end && * n_left> 0) {
        uint64_t first = number;
        while (number < end && number - first < *n_left &&
               block_set_find(fetch->blocks, number) == NULL)
            number++;
        *n_left -= number - first;
        if (number > first)
            status = add_run(fetch, first, number, error);
        else
            number++;
    }
    return status;
}

/* Joins runs, which are sorted, with less than `gap` blocks between them. */
static size_t join_runs(struct run *runs, size_t n, uint64_t gap)
{
    size_t n_joined = 0;
    for (size_t i = 0; i < n; i++) {
        struct run *last = n_joined > 0 ? &runs[n_joined - 1] : NULL;
        if (last != NULL && runs[i].first <= last->end + gap)
            last->end = runs[i].end > last->end ? runs[i].end : last->end;
        else
            runs[n_joined++] = runs[i];
    }
    return n_joined;
}

static enum status plan_runs(struct fetch *fetch, const struct file_range *ranges,
                             size_t n, struct error *error)
{
    uint64_t n_left = MOST_FETCHED_BLOCKS;
    enum status status = OK;
    for (size_t i = 0; status == OK && i < n && i < MOST_RANGES; i++)
        status = add_missing(fetch, &ranges[i], &n_left, error);
    if (status != OK || fetch->n == 0)
        return status;
    status = merge_sort_records(compare_runs, fetch->runs, fetch->runs,
                                sizeof *fetch->runs, (uint32_t)fetch->n, error);
    uint64_t gap = NEAR_BLOCKS;
    if (status == OK)
        fetch->n = join_runs(fetch->runs, fetch->n, gap);
    while (status == OK && fetch->n > HTTP_AT_ONCE && gap < FAR_BLOCKS) {
        gap *= 2;
        fetch->n = join_runs(fetch->runs, fetch->n, gap);
    }
    return status;
}

/* Cuts long runs, so that their pieces come side by side. */
static enum status split_runs(struct fetch *fetch, struct error *error)
{
    enum status status = OK;
    for (size_t i = 0; status == OK && i < fetch->n; i++) {
        uint64_t end = fetch->runs[i].end,
                 middle = fetch->runs[i].first + MOST_RUN_BLOCKS;
        if (end <= middle)
            continue;
        fetch->runs[i].end = middle;
        status = add_run(fetch, middle, end, error);
    }
    return status;
}

/* ---- Fetching ---------------------------------------------------------------------- */

static struct part part_of_run(const struct fetch *fetch, const struct run *run)
{
    int64_t size = fetch->version->identity.size;
    struct part part = {(int64_t)run->first * BLOCK_BYTES,
                        (int64_t)run->end * BLOCK_BYTES, size};
    part.end = part.end < size ? part.end : size;
    return part;
}

static void ask(const struct fetch *fetch, const struct run *run,
                struct remote_request *request)
{
    char range[64];
    const struct part part = part_of_run(fetch, run);
    snprintf(range, sizeof range, "bytes=%lld-%lld", (long long)part.first,
             (long long)part.end - 1);
    *request = (struct remote_request){.method = "GET",
                                       .url = fetch->url,
                                       .most_bytes = (size_t)(part.end - part.first)};
    remote_header(request, "Range", range);
    remote_version_require(fetch->version, request);
}

/* Whether it is the part of the file that was asked for. */
static enum status check_part(const struct fetch *fetch, const struct run *run,
                              const struct http_answer *answer, struct error *error)
{
    const struct part asked = part_of_run(fetch, run);
    struct part got;
    enum status status = part_check_encoding(answer, error);
    if (status == OK && !remote_version_matches(fetch->version, answer))
        status = error_set(error, CHANGED,
                           "the file was replaced; run the statement again");
    if (status == OK && answer->status == 200 &&
        (asked.first > 0 || asked.end < asked.total || answer->is_cut ||
         (int64_t)answer->body.size != asked.total))
        status = error_set(error, UNSUPPORTED,
                           "the server sends the whole file instead of a part");
    if (status != OK || answer->status == 200)
        return status;
    if (!part_of_answer(answer, &got) || got.first != asked.first || got.end != asked.end)
        return error_set(error, IO,
                         "the server sends another part than bytes %lld-%lld: \"%s\", "
                         "%zu bytes%s",
                         (long long)asked.first, (long long)asked.end - 1,
                         answer->content_range, answer->body.size,
                         answer->is_cut ? " and more" : "");
    return got.total == -1 || got.total == asked.total
               ? OK
               : error_set(error, CHANGED,
                           "the file has another size now; run the statement again");
}

static enum status check_answer(const struct fetch *fetch, const struct run *run,
                                const struct remote_request *request, struct error *error)
{
    const struct http_answer *answer = &request->answer;
    if (request->failure.status != OK || (answer->status != 206 && answer->status != 200))
        return remote_refuse(request, error);
    return check_part(fetch, run, answer, error) == OK ? OK
                                                       : remote_distrust(request, error);
}

static enum status take_answers(const struct fetch *fetch,
                                const struct remote_request *requests,
                                struct error *failure, struct error *error)
{
    enum status status = OK;
    for (size_t i = 0; status == OK && i < fetch->n; i++) {
        struct error why = {0};
        const struct part part = part_of_run(fetch, &fetch->runs[i]);
        if (check_answer(fetch, &fetch->runs[i], &requests[i], &why) == OK)
            status = part_add_blocks(fetch->blocks, part.total, part.first,
                                     buffer_slice(&requests[i].answer.body), error);
        else if (why.status == NOMEM)
            status = error_nomem(error);
        else
            (void)error_set(failure, why.status, "%s", why.message);
        if (why.status == CHANGED || why.status == CANTOPEN)
            remote_forget(fetch->url); /* so that the next statement looks again */
    }
    return status;
}

static enum status fetch_runs(const struct fetch *fetch, struct error *failure,
                              struct error *error)
{
    struct remote_request *requests = mem_alloc_zeroed(fetch->n, sizeof *requests);
    if (requests == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < fetch->n; i++)
        ask(fetch, &fetch->runs[i], &requests[i]);
    enum status status = remote_send(fetch->rights, requests, fetch->n, error);
    if (status == OK)
        status = take_answers(fetch, requests, failure, error);
    for (size_t i = 0; i < fetch->n; i++)
        remote_request_release(&requests[i]);
    mem_free(requests);
    return status;
}

enum status parts_fetch(const struct file_system_rights *rights, const char *url,
                        const struct remote_version *version, struct block_set *blocks,
                        const struct file_range *ranges, size_t n, struct error *failure,
                        struct error *error)
{
    struct fetch fetch = {
        .rights = rights, .url = url, .version = version, .blocks = blocks};
    enum status status = plan_runs(&fetch, ranges, n, error);
    if (status == OK)
        status = split_runs(&fetch, error);
    if (status == OK && fetch.n > 0)
        status = fetch_runs(&fetch, failure, error);
    mem_free(fetch.runs);
    return status;
}
