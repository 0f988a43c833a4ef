/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_history.h"

#include "base/alloc.h"
#include "base/disk_file.h"
#include "value/value_text.h"

enum {
    MICROS_PER_MILLI = 1000,
    FRONT_SIZE = 64 * 1024, /* of a commit, in which its time is */
};

void delta_history_release(struct delta_history *history)
{
    mem_free(history->versions);
    arena_release(&history->arena);
    *history = (struct delta_history){0};
}

/* The first commitInfo of a commit; all of it is unknown if there is none. */
static enum status find_info(struct slice text, struct arena *arena,
                             struct delta_commit_info *info, struct error *error)
{
    struct delta_commit commit = {.files = arena, .others = arena};
    struct delta_action action;
    bool is_end;
    delta_commit_start(&commit, text, 1u << DELTA_COMMIT_INFO);
    enum status status = delta_commit_next(&commit, &action, &is_end, error);
    *info = (struct delta_commit_info){.timestamp = -1, .in_commit_timestamp = -1};
    if (status == OK && !is_end)
        *info = action.commit_info;
    delta_commit_release(&commit);
    return status;
}

/* A time in a commit is in its first action.  One that is longer than what was read says
 * nothing of it. */
static enum status find_time(struct slice text, struct arena *arena,
                             struct delta_commit_info *info, struct error *error)
{
    struct slice first;
    bool is_cut = text.size == FRONT_SIZE;
    (void)delta_json_next_document(&text, &first);
    if (is_cut && text.size == 0) /* nothing follows: the action is cut, too */
        first.size = 0;
    return find_info(first, arena, info, error);
}

/* Reads a commit's time of its file and, which may be another one, of itself. */
static enum status read_version(const struct delta_log *log, bool with_info,
                                struct buffer *path, struct buffer *text,
                                struct arena *arena, struct delta_version *version,
                                struct error *error)
{
    int64_t file_time = 0;
    enum status status = delta_log_commit_path(log->folder, version->version, path,
                                               error);
    if (status == OK)
        status = disk_file_time((const char *)path->data, &file_time, error);
    if (status == OK)
        status = disk_file_read_front((const char *)path->data,
                                      with_info ? SIZE_MAX : FRONT_SIZE, text, error);
    if (status == OK)
        status = (with_info ? find_info : find_time)(buffer_slice(text), arena,
                                                     &version->info, error);
    if (status != OK)
        return error_locate(error, "commit of version %lld", (long long)version->version);
    int64_t in_commit = version->info.in_commit_timestamp;
    version->is_file_time = in_commit < 0 || in_commit > INT64_MAX / MICROS_PER_MILLI;
    version->timestamp = version->is_file_time ? file_time : in_commit * MICROS_PER_MILLI;
    return OK;
}

/* Times of files go on from one version to the next. */
static void order_time(struct delta_history *history)
{
    struct delta_version *version = &history->versions[history->n - 1];
    if (history->n < 2 || !version->is_file_time || !version[-1].is_file_time)
        return;
    if (version->timestamp <= version[-1].timestamp)
        version->timestamp = version[-1].timestamp + MICROS_PER_MILLI;
}

enum status delta_history_read(const struct delta_log *log, bool with_info,
                               struct delta_history *history, struct error *error)
{
    struct buffer path = {0}, text = {0};
    enum status status = OK;
    int64_t oldest = delta_log_oldest(log);
    *history = (struct delta_history){0};
    for (size_t i = 0; status == OK && i < log->n_commits; i++) {
        struct arena passing = {0};
        if (log->commits[i] < oldest)
            continue;
        if (history->n % DELTA_COMMITS_EXPECTED == 0)
            status = delta_log_expect(log->folder, log->commits[i],
                                      log->commits[log->n_commits - 1], NULL, error);
        if (status == OK &&
            !mem_grow(&history->versions, history->n + 1, sizeof *history->versions))
            status = error_nomem(error);
        if (status != OK)
            break;
        struct delta_version *version = &history->versions[history->n++];
        *version = (struct delta_version){.version = log->commits[i]};
        status = read_version(log, with_info, &path, &text,
                              with_info ? &history->arena : &passing, version, error);
        if (status == OK)
            order_time(history);
        arena_release(&passing);
    }
    buffer_release(&path);
    buffer_release(&text);
    if (status != OK)
        delta_history_release(history);
    return status;
}

static enum status refuse_early(const struct delta_history *history, struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    if (history->n == 0)
        return error_set(error, MISUSE,
                         "the log has no commit, whose time would be that of a version");
    size_t n = text_from_timestamp(history->versions[0].timestamp, UNIT_MICROS, text);
    return error_set(error, MISUSE,
                     "the oldest version that can still be read, %lld, is of %.*s UTC",
                     (long long)history->versions[0].version, (int)n, text);
}

enum status delta_history_at(const struct delta_log *log, int64_t timestamp,
                             int64_t *version, struct error *error)
{
    struct delta_history history;
    enum status status = delta_history_read(log, false, &history, error);
    if (status != OK)
        return status;
    /* From the newest on: times of files may lie above those in later commits. */
    size_t i = history.n;
    while (i > 0 && history.versions[i - 1].timestamp > timestamp)
        i--;
    if (i > 0)
        *version = history.versions[i - 1].version;
    else
        status = refuse_early(&history, error);
    delta_history_release(&history);
    return status;
}
