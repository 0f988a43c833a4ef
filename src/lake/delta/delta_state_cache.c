/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_state_cache.h"

#include "base/expected_files.h"
#include "base/interrupt.h"

static const uint32_t FORM_OF_STATES = 0x41544c44;

enum {
    MOST_EARLIER = 16, /* versions before the wanted one that are searched for */
    /* With so many more sources than the version has by itself, a state is not gone on
     * with: whoever finds it examines all of them. */
    MOST_MORE_SOURCES = 256,
};

/* ---- Keys ------------------------------------------------------------------------- */

static void add_text(struct buffer *bytes, const char *text, struct error *error)
{
    if (text != NULL)
        buffer_add_text(bytes, text, error);
    buffer_add(bytes, slice_of("", 1), error);
}

/* Appends all that decides what is made of a version, apart from files. */
static enum status append_wish(const struct delta_state_wish *wish, int64_t version,
                               struct buffer *bytes, struct error *error)
{
    const struct lake_roots *roots = wish->paths->roots;
    buffer_add(bytes, slice_of(&version, sizeof version), error);
    add_text(bytes, wish->paths->folder, error);
    add_text(bytes, wish->paths->resolved, error);
    for (size_t i = 0; roots != NULL && i < roots->n; i++) {
        add_text(bytes, roots->roots[i].prefix, error);
        add_text(bytes, roots->roots[i].folder, error);
    }
    return error->status;
}

static struct cache_key key_of(const struct file_identity *newest, struct slice wish)
{
    return (struct cache_key){.file = *newest, .form = FORM_OF_STATES, .wish = wish};
}

enum status delta_state_newest_path(const struct delta_log *log,
                                    const struct delta_segment *segment,
                                    struct buffer *path, struct error *error)
{
    return delta_log_has_commits(log, segment->version, segment->version)
               ? delta_log_commit_path(log->folder, segment->version, path, error)
               : delta_log_path(log->folder, segment->checkpoint->name, path, error);
}

/* ---- Finding ---------------------------------------------------------------------- */

/* Announces the next sources, from number `first` on. */
static bool expect_sources(const struct delta_state *state, uint32_t first)
{
    struct expected_files expected = {.n = 0};
    struct error failure = {0};
    enum status status = OK;
    for (uint32_t i = first;
         status == OK && i < state->n_sources && i - first < MOST_EXPECTED_FILES; i++)
        status = expected_files_add(&expected, state->sources[i].path, false, &failure);
    if (status == OK)
        status = expected_files_ask(&expected, &failure);
    expected_files_release(&expected);
    return status == OK;
}

/* Whether each source is the same file, which this thread may open: to examine it does
 * not take the right to read it. */
static bool has_same_sources(const struct delta_state *state)
{
    bool is_same = true;
    for (uint32_t i = 0; is_same && i < state->n_sources; i++) {
        const struct delta_source *source = &state->sources[i];
        struct input_file *file = NULL;
        struct error failure = {0};
        is_same = (i % MOST_EXPECTED_FILES != 0 || expect_sources(state, i)) &&
                  disk_file_open(source->path, &file, &failure) == OK &&
                  file_identity_equal(input_file_identity(file), &source->identity);
        input_file_close(file);
    }
    return is_same;
}

/* The state of a version whose last file is this, with one user, or NULL. */
static enum status find(const struct delta_state_wish *wish, int64_t version,
                        const struct file_identity *newest, struct delta_state **state,
                        struct error *error)
{
    struct buffer bytes = {0};
    *state = NULL;
    enum status status = append_wish(wish, version, &bytes, error);
    if (status == OK) {
        struct cache_key key = key_of(newest, buffer_slice(&bytes));
        *state = (struct delta_state *)cache_find(&key);
    }
    if (*state != NULL && !has_same_sources(*state)) {
        delta_state_release(*state);
        *state = NULL;
    }
    buffer_release(&bytes);
    return status;
}

/* Finds the newest of the versions before, as far as the commits since would be read
 * anyway.  *settled: the newest whose commit has settled, or -1. */
static enum status find_earlier(const struct delta_state_wish *wish,
                                struct delta_state **state, int64_t *settled,
                                struct error *error)
{
    const struct delta_segment *segment = wish->segment;
    int64_t first = segment->first_commit > 0 ? segment->first_commit - 1 : 0;
    struct buffer path = {0};
    enum status status = OK;
    *settled = -1;
    if (first < segment->version - MOST_EARLIER)
        first = segment->version - MOST_EARLIER;
    for (int64_t v = segment->version - 1;
         status == OK && *state == NULL && v >= first &&
         delta_log_has_commits(wish->log, v, segment->version);
         v--) {
        struct file_identity identity;
        struct error failure = {0};
        status = delta_log_commit_path(wish->log->folder, v, &path, error);
        if (status != OK ||
            disk_file_identity((const char *)path.data, &identity, &failure) != OK)
            break;
        if (*settled < 0 && file_identity_is_settled(&identity))
            *settled = v;
        status = find(wish, v, &identity, state, error);
    }
    buffer_release(&path);
    return status;
}

/* ---- Making ----------------------------------------------------------------------- */

static enum status keep(const struct delta_state_wish *wish,
                        const struct file_identity *newest, struct delta_state *state,
                        struct error *error)
{
    if (!state->has_settled || !file_identity_is_settled(newest) ||
        interrupt_is_pending())
        return OK;
    struct buffer bytes = {0};
    enum status status = append_wish(wish, state->version, &bytes, error);
    if (status == OK) {
        struct cache_key key = key_of(newest, buffer_slice(&bytes));
        cache_replace(&state->base, &key); /* find() has refused what has it */
    }
    buffer_release(&bytes);
    return status;
}

/* Reads a version that others can share: the last one may be replaced unnoticed, where
 * commits follow one another quickly.  *state is NULL if it cannot be read, or kept. */
static enum status read_settled(const struct delta_state_wish *wish, int64_t version,
                                struct delta_state **state, struct error *error)
{
    struct delta_segment segment;
    struct delta_state_wish earlier = *wish;
    struct error failure = {0};
    struct buffer path = {0};
    earlier.segment = &segment;
    enum status status = delta_log_choose(wish->log, version, &segment, &failure);
    if (status == OK)
        status = delta_state_newest_path(wish->log, &segment, &path, &failure);
    if (status == OK)
        status = disk_file_identity((const char *)path.data, &earlier.newest, &failure);
    if (status == OK)
        status = delta_replay(wish->log, &segment, wish->paths, wish->opener, state,
                              &failure);
    if (status == OK)
        status = keep(&earlier, &earlier.newest, *state, &failure);
    buffer_release(&path);
    if (*state != NULL && !(*state)->base.is_cached) { /* it is too large to have two */
        delta_state_release(*state);
        *state = NULL;
    }
    if (status != INTERRUPTED)
        return OK;
    *error = failure;
    return status;
}

static bool may_go_on(const struct delta_segment *segment,
                      const struct delta_state *before)
{
    int64_t n = segment->version - segment->first_commit + 1;
    n += segment->checkpoint != NULL ? segment->checkpoint->n_parts : 0;
    return before->n_sources <= n + MOST_MORE_SOURCES;
}

static enum status make(const struct delta_state_wish *wish, struct delta_state **state,
                        struct error *error)
{
    struct delta_state *before = wish->before;
    int64_t settled;
    enum status status = OK;
    if (before != NULL) {
        cached_retain(&before->base);
    } else {
        status = find_earlier(wish, &before, &settled, error);
        if (status == OK && before == NULL && settled >= 0 &&
            !file_identity_is_settled(&wish->newest))
            status = read_settled(wish, settled, &before, error);
    }
    if (status == OK && before != NULL && may_go_on(wish->segment, before))
        status = delta_replay_since(wish->log, wish->segment, wish->paths, before, state,
                                    error);
    delta_state_release(before);
    if (status == OK && *state == NULL)
        status = delta_replay(wish->log, wish->segment, wish->paths, wish->opener, state,
                              error);
    return status == OK ? keep(wish, &wish->newest, *state, error) : status;
}

enum status delta_state_get(const struct delta_state_wish *wish,
                            struct delta_state **state, struct error *error)
{
    enum status status = find(wish, wish->segment->version, &wish->newest, state, error);
    if (status == OK && *state == NULL)
        status = make(wish, state, error);
    if (status != OK) {
        delta_state_release(*state);
        *state = NULL;
    }
    return status;
}
