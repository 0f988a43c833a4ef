/* SPDX-License-Identifier: MIT */
#include "dataset/file_list.h"

#include "base/alloc.h"
#include "base/file_system.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "dataset/folder_search.h"
#include "dataset/lake_folder.h"

enum {
    WORK_PER_NAME = 200,
    WORK_PER_LINE = 10,
    MOST_TRIES = 10,         /* to search folders that are replaced meanwhile */
    TRIES_WITHOUT_LOCKS = 2, /* before appends are held off */
    SHOWN = 200,             /* bytes of a path in messages */
};

/* ---- The list --------------------------------------------------------------------- */

static int compare_paths(const void *context, uint32_t a, uint32_t b)
{
    const struct listed_file *files = context;
    return strcmp(files[a].path, files[b].path);
}

/* Sorts the files from number `first` on, those of one source, and drops the repeated. */
static enum status sort_files(struct file_list *list, size_t first, struct error *error)
{
    if (list->n == first)
        return OK;
    if (list->n - first > UINT32_MAX / 2)
        return error_set(error, TOO_BIG, "the sources match too many files");
    struct listed_file *files = list->files + first;
    uint32_t n = (uint32_t)(list->n - first), n_different = 0;
    enum status status = merge_sort_records(compare_paths, files, files, sizeof *files, n,
                                            error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (i == 0 || strcmp(files[n_different - 1].path, files[i].path) != 0)
            files[n_different++] = files[i];
    }
    if (status == OK)
        list->n = first + n_different;
    return status;
}

/* The file of a path among those from number `first` on, which are sorted; or NULL. */
static struct listed_file *find_file(const struct file_list *list, size_t first,
                                     const char *path)
{
    size_t end = list->n;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(list->files[middle].path, path);
        if (order == 0)
            return &list->files[middle];
        first = order < 0 ? middle + 1 : first;
        end = order < 0 ? end : middle;
    }
    return NULL;
}

static const uint32_t DROPPED = UINT32_MAX; /* as the source of a file */

static enum status drop_file(struct folder_search *search, size_t first,
                             const char *within, const char *relative,
                             struct error *error)
{
    struct buffer *path = &search->path;
    path->size = 0;
    enum status status = buffer_append_text(path, within, error);
    if (status == OK)
        status = buffer_append(path, relative, strlen(relative) + 1, error);
    if (status != OK)
        return status;
    struct listed_file *file = find_file(search->list, first, (const char *)path->data);
    if (file != NULL)
        file->source = DROPPED;
    return interrupt_after(WORK_PER_NAME, error);
}

/* Leaves out the files of appends that are not finished. */
static enum status drop_unfinished(struct folder_search *search, size_t first,
                                   struct error *error)
{
    struct file_list *list = search->list;
    const char *texts = (const char *)search->unfinished.data;
    enum status status = OK;
    for (size_t at = 0; status == OK && at < search->unfinished.size; at++) {
        const char *within = texts + at;
        at += strlen(within) + 1;
        for (; status == OK && texts[at] != '\0'; at += strlen(texts + at) + 1)
            status = drop_file(search, first, within, texts + at, error);
    }
    size_t n = first;
    for (size_t i = first; i < list->n; i++) {
        if (list->files[i].source != DROPPED)
            list->files[n++] = list->files[i];
    }
    list->n = n;
    return status;
}

/* ---- Patterns --------------------------------------------------------------------- */

/* The size of a URL's front, "s3://"; 0: the pattern is no URL. */
static size_t url_front_size(struct slice pattern)
{
    static const char end[] = "://";
    size_t n = 0;
    if (!path_is_url((const char *)pattern.data))
        return 0;
    while (memcmp(pattern.data + n, end, sizeof end - 1) != 0)
        n++;
    return n + sizeof end - 1;
}

/* Splits a pattern without braces: what comes before the first component with wildcards
 * becomes search->path. */
static enum status split_pattern(struct folder_search *search, struct slice pattern,
                                 struct error *error)
{
    size_t front = url_front_size(pattern);
    search->path.size = 0;
    search->n_components = 0;
    enum status status = buffer_append(&search->path, pattern.data, front, error);
    pattern = slice_of(pattern.data + front, pattern.size - front);
    while (pattern.size > 0 && status == OK) {
        struct slice before = pattern;
        struct slice component = path_pattern_next(&pattern);
        bool has_slash = before.size > component.size + pattern.size;
        bool is_dot = slice_equals_text(component, ".");
        if (search->n_components == 0 && path_component_is_literal(component)) {
            status = path_component_append_name(component, &search->path, error);
            if (status == OK && has_slash)
                status = buffer_append_text(&search->path, "/", error);
        } else if (slice_equals_text(component, "..")) {
            status = error_set(error, MISUSE,
                               "\"..\" cannot follow a wildcard in a pattern");
        } else if (search->n_components == FOLDER_SEARCH_MOST_COMPONENTS) {
            status = error_set(error, TOO_BIG,
                               "the pattern has more than %d parts with wildcards",
                               FOLDER_SEARCH_MOST_COMPONENTS);
        } else if (!is_dot) {
            search->components[search->n_components++] = component;
        }
        bool ends_with_slash = pattern.size == 0 && has_slash;
        if (status == OK && ends_with_slash && search->n_components > 0)
            pattern = slice_of("**", 2);
    }
    return status;
}

/* The part of a path before its name: up to and with the last slash. */
static size_t folder_part(struct slice path)
{
    while (path.size > 0 && path.data[path.size - 1] != '/')
        path.size--;
    return path.size;
}

static enum status add_folder(struct folder_search *search, struct error *error)
{
    size_t size = search->path.size;
    enum status status = OK;
    if (size > 0 && search->path.data[size - 1] != '/')
        status = buffer_append_text(&search->path, "/", error);
    search->components[0] = slice_of("**", 2);
    search->n_components = 1;
    search->fixed_size = search->path.size;
    return status == OK ? folder_search_run(search, error) : status;
}

/* Adds what is at search->path, a path without wildcards. */
static enum status add_path(struct folder_search *search, bool must_exist,
                            struct error *error)
{
    int reason = 0;
    enum entry_kind kind = ENTRY_MISSING;
    size_t size = search->path.size;
    enum status status = buffer_append(&search->path, "", 1, error);
    if (status != OK)
        return status;
    search->path.size = size;
    struct slice path = buffer_slice(&search->path);
    struct file_stamp stamp;
    status = folder_search_examine((const char *)path.data, &kind, &reason, &stamp,
                                   error);
    if (status != OK)
        return status;
    if (kind == ENTRY_FILE)
        return folder_search_add(search, path, folder_part(path), stamp, error);
    if (kind == ENTRY_FOLDER)
        return add_folder(search, error);
    if (kind == ENTRY_MISSING && !must_exist)
        return OK;
    return folder_search_refuse(search, kind, reason, error);
}

/* Adds the file at a URL of a server without lists, in which a question mark begins a
 * query. */
static enum status add_url(struct folder_search *search, const struct file_system *system,
                           struct slice url, struct error *error)
{
    struct folder_listing none;
    search->path.size = 0;
    enum status status = buffer_append(&search->path, url.data, url.size, error);
    if (status == OK && (memchr(url.data, '*', url.size) != NULL ||
                         memchr(url.data, '[', url.size) != NULL)) {
        status = system->list((const char *)url.data, &none, error);
        return status != OK ? folder_search_locate(search, error) : OK;
    }
    return status == OK ? add_path(search, true, error) : status;
}

/* Adds the files that match a pattern without braces, which a zero byte follows. */
static enum status add_matches(struct folder_search *search, struct slice pattern,
                               struct error *error)
{
    const struct file_system *system = file_system_of((const char *)pattern.data);
    if (system != NULL && !system->has_lists((const char *)pattern.data))
        return add_url(search, system, pattern, error);
    enum status status = split_pattern(search, pattern, error);
    if (status != OK)
        return status;
    if (search->n_components == 0)
        return search->path.size > 0 ? add_path(search, false, error) : OK;
    search->fixed_size = search->path.size;
    return folder_search_run(search, error);
}

static enum status add_pattern(struct folder_search *search, struct slice pattern,
                               struct error *error)
{
    struct buffer expansions = {0};
    enum status status = path_pattern_expand(pattern, &expansions, error);
    for (size_t at = 0; status == OK && at < expansions.size;) {
        const char *expansion = (const char *)expansions.data + at;
        size_t size = strlen(expansion);
        status = add_matches(search, slice_of(expansion, size), error);
        at += size + 1;
    }
    buffer_release(&expansions);
    return status;
}

/* ---- Sources ---------------------------------------------------------------------- */

/* Whether something exists at the path as it is written. */
static enum status exists(struct slice source, bool *is_there, struct error *error)
{
    int reason;
    enum entry_kind kind;
    char *path = mem_copy_text(source.data, source.size);
    if (path == NULL)
        return error_nomem(error);
    enum status status = folder_search_examine(path, &kind, &reason, NULL, error);
    *is_there = kind == ENTRY_FILE || kind == ENTRY_FOLDER || kind == ENTRY_OTHER;
    mem_free(path);
    return status;
}

/* Announces a source that is far away. */
static enum status expect(struct slice source, struct error *error)
{
    char *path = mem_copy_text(source.data, source.size);
    enum status status = path != NULL ? lake_expect_folder(path, error)
                                      : error_nomem(error);
    mem_free(path);
    return status;
}

static enum status note_unmatched(struct folder_search *search, struct slice source,
                                  bool is_folder, struct error *error)
{
    struct file_list *list = search->list;
    if (list->unmatched != NULL)
        return OK;
    list->unmatched = arena_copy_text(&list->texts, source.data, source.size);
    list->only_folders = search->only_folders;
    list->is_folder = is_folder;
    return list->unmatched != NULL ? OK : error_nomem(error);
}

static enum status search_source(struct folder_search *search, struct slice source,
                                 bool is_pattern, struct error *error)
{
    search->only_folders = search->has_changed = false;
    search->unfinished.size = 0;
    if (is_pattern)
        return add_pattern(search, source, error);
    search->path.size = 0;
    enum status status = buffer_append(&search->path, source.data, source.size, error);
    return status == OK ? add_path(search, true, error) : status;
}

static enum status add_source(struct folder_search *search, struct slice source,
                              struct error *error)
{
    size_t first = search->list->n, first_known = search->list->n_known;
    bool is_pattern = path_pattern_is_possible(source), is_there = false;
    enum status status = OK;
    int n_tries = 0;
    if (!search->options->enters_lakes)
        status = expect(source, error);
    if (status == OK && is_pattern)
        status = exists(source, &is_there, error);
    is_pattern = is_pattern && !is_there;
    do {
        search->list->n = first;
        search->list->n_known = first_known;
        search->holds_appends = n_tries >= TRIES_WITHOUT_LOCKS;
        if (status == OK)
            status = search_source(search, source, is_pattern, error);
        if (status == OK && search->has_changed && ++n_tries == MOST_TRIES)
            return error_set(error, CHANGED,
                             "folders of \"%.*s\" were replaced or got files again and "
                             "again while they were searched; run the statement again",
                             SLICE_SHOWN(source, SHOWN));
    } while (status == OK && search->has_changed);
    if (status == OK)
        status = sort_files(search->list, first, error);
    if (status == OK)
        status = drop_unfinished(search, first, error);
    if (status == OK && search->list->n == first)
        status = note_unmatched(search, source, !is_pattern, error);
    search->source++;
    return status;
}

/* Takes a line from the text; without the spaces around it. */
static struct slice take_line(struct slice *text)
{
    struct slice line = {0}, newline;
    const uint8_t *end = memchr(text->data, '\n', text->size);
    (void)slice_take(text, end != NULL ? (size_t)(end - text->data) : text->size, &line);
    (void)slice_take(text, 1, &newline);
    return slice_trim_space(line);
}

static enum status add_sources(struct folder_search *search, struct slice sources,
                               struct error *error)
{
    bool is_there = false;
    enum status status = OK;
    if (sources.size > 0 && memchr(sources.data, 0, sources.size) != NULL)
        return error_set(error, MISUSE, "the path contains a NUL character");
    bool has_lines = sources.size > 0 && memchr(sources.data, '\n', sources.size) != NULL;
    if (has_lines)
        status = exists(sources, &is_there, error);
    if (status == OK && sources.size > 0 && (!has_lines || is_there))
        return add_source(search, sources, error);
    while (status == OK && sources.size > 0) {
        struct slice line = take_line(&sources);
        status = line.size > 0 ? add_source(search, line, error)
                               : interrupt_after(WORK_PER_LINE, error);
    }
    if (status == OK && search->source == 0)
        status = error_set(error, MISUSE, "the path is empty");
    return status;
}

enum status file_list_find(struct slice sources, const struct file_list_options *options,
                           struct file_list *list, struct error *error)
{
    struct folder_search search;
    *list = (struct file_list){0};
    enum status status = folder_search_begin(&search, list, options, error);
    file_system_mark_search(true);
    if (status == OK)
        status = add_sources(&search, sources, error);
    file_system_mark_search(false);
    folder_search_end(&search);
    if (status != OK)
        file_list_release(list);
    return status;
}

/* Adds the file at search->path, which need not exist. */
static enum status add_named(struct folder_search *search, size_t fixed_size,
                             struct error *error)
{
    struct file_stamp stamp = {0};
    enum entry_kind kind;
    int reason;
    size_t size = search->path.size;
    enum status status = buffer_append(&search->path, "", 1, error);
    search->path.size = size;
    if (status == OK)
        status = folder_search_examine((const char *)search->path.data, &kind, &reason,
                                       &stamp, error);
    return status == OK ? folder_search_add(search, buffer_slice(&search->path),
                                            fixed_size, stamp, error)
                        : status;
}

enum status file_list_of_paths(struct slice folder, struct slice paths,
                               const struct file_list_options *options,
                               struct file_list *list, struct error *error)
{
    struct folder_search search = {.list = list, .options = options};
    enum status status = OK;
    *list = (struct file_list){0};
    for (size_t at = 0; status == OK && at < paths.size;) {
        const char *relative = (const char *)paths.data + at;
        size_t size = strlen(relative);
        search.path.size = 0;
        status = buffer_append(&search.path, folder.data, folder.size, error);
        if (status == OK)
            status = buffer_append(&search.path, relative, size, error);
        if (status == OK)
            status = add_named(&search, folder.size, error);
        at += size + 1;
    }
    buffer_release(&search.path);
    if (status != OK)
        file_list_release(list);
    return status;
}

enum status file_list_check(const struct listed_file *file, struct error *error)
{
    struct file_stamp stamp = {0};
    int reason;
    (void)folder_examine(file->path, &reason, &stamp);
    return file->stamp.all == 0 || stamp.contents == file->stamp.contents
               ? OK
               : error_set(error, CHANGED,
                           "the file was replaced while its folder was read; run the "
                           "statement again");
}

enum status file_list_require_matches(const struct file_list *list, struct error *error)
{
    if (list->unmatched == NULL)
        return OK;
    if (list->is_folder)
        return error_set(error, CANTOPEN,
                         "the folder \"%.*s\" has no files that end in .parquet or .orc; "
                         "name others by a pattern, such as \"folder/*\"",
                         (int)SHOWN, list->unmatched);
    error_set(error, CANTOPEN, "no file matches \"%.*s\"", (int)SHOWN, list->unmatched);
    if (!list->only_folders)
        return path_explain_missing(list->unmatched, error);
    error_append(error, "; it matches folders: append a slash to read the files in them");
    return error->status;
}

void file_list_release(struct file_list *list)
{
    mem_free(list->files);
    mem_free(list->known);
    arena_release(&list->texts);
    *list = (struct file_list){0};
}
