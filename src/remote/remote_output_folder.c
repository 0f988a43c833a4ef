/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "remote/remote_folder.h"
#include "remote/remote_output.h"
#include "remote/remote_version.h"

enum {
    MOST_HELD = 64 << 20,     /* bytes of files that are sent as a whole */
    LITTLE_MEMORY = 96 << 20, /* then they are sent as parts */
    MOST_DEPTH = 128,
};

/* A file that has been sent but for its publication. */
struct sent_file {
    struct upload upload;
    struct buffer bytes; /* if there are no parts */
    bool is_published;
};

struct remote_output_folder {
    struct output_folder base;               /* must be first */
    const struct file_system_rights *rights; /* counted */
    enum folder_mode mode;
    char *url; /* with a slash at its end */
    struct sent_file *files;
    size_t n_files, n_held;
    struct arena texts;
    char **old; /* URLs of objects that are replaced, in bytewise order */
    size_t n_old;
};

/* ---- What is there ------------------------------------------------------------------
 */

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status join(const char *url, const char *name, const char *end,
                        struct buffer *joined, struct error *error)
{
    buffer_add_text(joined, url, error);
    buffer_add_text(joined, name, error);
    buffer_add(joined, slice_of(end, strlen(end) + 1), error);
    return error->status;
}

static enum status note_old(struct remote_output_folder *folder, const char *url,
                            const struct folder_entry *entry, bool is_hidden,
                            struct error *error)
{
    struct buffer path = {0};
    if (!is_hidden && !path_is_parquet(entry->name))
        return error_set(error, MISUSE,
                         "the folder has a file that is not Parquet, \"%.200s\": remove "
                         "it, or write to another folder",
                         entry->name);
    enum status status = join(url, entry->name, "", &path, error);
    if (status == OK && !mem_grow(&folder->old, folder->n_old + 1, sizeof *folder->old))
        status = error_nomem(error);
    if (status == OK) {
        folder->old[folder->n_old] = arena_copy_text(&folder->texts, path.data,
                                                     path.size - 1);
        status = folder->old[folder->n_old++] != NULL ? OK : error_nomem(error);
    }
    buffer_release(&path);
    return status;
}

/* Notes all objects below a URL, which ends with a slash.  Refuses those that no table
 * reads, unless they are hidden. */
static enum status note_all_old(struct remote_output_folder *folder, const char *url,
                                bool is_hidden, int depth, struct error *error)
{
    struct folder_listing listing = {0};
    struct buffer path = {0};
    if (depth == MOST_DEPTH)
        return error_set(error, TOO_BIG, "the folder is nested too deeply");
    enum status status = folder_list(url, NULL, &listing, error);
    for (size_t i = 0; status == OK && i < listing.n; i++) {
        const struct folder_entry *entry = &listing.entries[i];
        bool hides = is_hidden || path_name_is_hidden(slice_of(entry->name, entry->size));
        path.size = 0;
        if (entry->kind == ENTRY_FILE)
            status = note_old(folder, url, entry, hides, error);
        else if (join(url, entry->name, "/", &path, error) == OK)
            status = note_all_old(folder, (const char *)path.data, hides, depth + 1,
                                  error);
        else
            status = error->status;
    }
    folder_listing_release(&listing);
    buffer_release(&path);
    return status;
}

static enum status check_empty(struct remote_output_folder *folder, struct error *error)
{
    struct folder_listing listing = {0};
    enum status status = folder_list(folder->url, NULL, &listing, error);
    bool is_empty = listing.n == 0;
    folder_listing_release(&listing);
    return status == OK && !is_empty
               ? error_set(error, MISUSE,
                           "the folder already exists: add files to it with append=on, "
                           "or replace it with overwrite=on")
               : status;
}

static enum status look_at_old(struct remote_output_folder *folder, struct error *error)
{
    remote_forget("");
    if (folder->mode == FOLDER_NEW)
        return check_empty(folder, error);
    if (folder->mode == FOLDER_APPEND)
        return OK;
    remote_folder_begin_search();
    enum status status = note_all_old(folder, folder->url, false, 0, error);
    remote_folder_end_search();
    if (folder->n_old > 0)
        qsort(folder->old, folder->n_old, sizeof *folder->old, compare_texts);
    return status;
}

static bool was_there(const struct remote_output_folder *folder, const char *url)
{
    return folder->n_old > 0 && bsearch(&url, folder->old, folder->n_old,
                                        sizeof *folder->old, compare_texts) != NULL;
}

/* ---- Files --------------------------------------------------------------------------
 */

static enum status open_file(struct output_folder *output, const char *relative,
                             struct output_file **file, struct error *error)
{
    struct remote_output_folder *folder = (struct remote_output_folder *)output;
    struct buffer url = {0};
    enum status status = join(folder->url, relative, "", &url, error);
    *file = NULL;
    if (status == OK)
        status = remote_output_create_inside(folder, folder->rights,
                                             (const char *)url.data,
                                             folder->mode == FOLDER_REPLACE, file, error);
    buffer_release(&url);
    return status;
}

/* A small file costs one request if it stays in memory until then, and three else. */
static bool will_hold(const struct remote_output_folder *folder,
                      const struct upload *upload, const struct buffer *bytes)
{
    return upload->n_parts == 0 && folder->n_held + bytes->size <= MOST_HELD &&
           memory_left() > LITTLE_MEMORY;
}

enum status remote_output_add(struct remote_output_folder *folder, struct upload *upload,
                              struct buffer *bytes, struct error *error)
{
    bool holds = will_hold(folder, upload, bytes);
    if (!mem_grow(&folder->files, folder->n_files + 1, sizeof *folder->files))
        return error_nomem(error);
    enum status status = holds ? OK
                               : upload_send_part(upload, buffer_slice(bytes), error);
    if (status != OK)
        return status;
    if (!holds)
        buffer_release(bytes);
    uint8_t *smaller = holds ? mem_resize(bytes->data, bytes->size, 1) : NULL;
    if (smaller != NULL) {
        bytes->data = smaller;
        bytes->capacity = bytes->size;
    }
    folder->n_held += bytes->size;
    folder->files[folder->n_files++] = (struct sent_file){*upload, *bytes, false};
    *upload = (struct upload){.rights = NULL};
    *bytes = (struct buffer){.data = NULL};
    return OK;
}

static void drop_files(struct remote_output_folder *folder)
{
    for (size_t i = 0; i < folder->n_files; i++) {
        upload_drop(&folder->files[i].upload);
        upload_release(&folder->files[i].upload);
        buffer_release(&folder->files[i].bytes);
    }
    folder->n_files = folder->n_held = 0;
}

static enum status clear(struct output_folder *output, struct error *error)
{
    (void)error;
    drop_files((struct remote_output_folder *)output);
    return OK;
}

/* ---- Committing ---------------------------------------------------------------------
 */

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const struct sent_file *)a)->upload.url,
                  ((const struct sent_file *)b)->upload.url);
}

/* Publishes files first .. first + n - 1. */
static enum status publish_some(struct remote_output_folder *folder, size_t first,
                                size_t n, struct error *error)
{
    struct upload *uploads[UPLOADS_AT_ONCE];
    struct slice bytes[UPLOADS_AT_ONCE];
    bool are_published[UPLOADS_AT_ONCE];
    for (size_t i = 0; i < n; i++) {
        uploads[i] = &folder->files[first + i].upload;
        bytes[i] = buffer_slice(&folder->files[first + i].bytes);
    }
    enum status status = uploads_publish(uploads, bytes, n, are_published, error);
    for (size_t i = 0; i < n; i++) {
        folder->files[first + i].is_published = are_published[i];
        buffer_release(&folder->files[first + i].bytes);
    }
    return status;
}

/* Deletes objects a few at the same time; goes on after a failure. */
static enum status delete_all(const struct remote_output_folder *folder,
                              const char *const *urls, size_t n, struct error *error)
{
    struct interrupt none = {.is_wanted = NULL};
    enum status status = OK;
    interrupt_begin(&none);
    for (size_t i = 0; i < n; i += UPLOADS_AT_ONCE) {
        struct error each = {0};
        size_t n_now = n - i < UPLOADS_AT_ONCE ? n - i : UPLOADS_AT_ONCE;
        if (objects_delete(folder->rights, urls + i, n_now, &each) != OK &&
            status == OK) {
            *error = each;
            status = each.status;
        }
    }
    return interrupt_end(&none, status, error);
}

/* Deletes what was published, but for what has replaced something. */
static void undo(const struct remote_output_folder *folder)
{
    struct error ignored = {0};
    struct memory_scope scope = memory_account_enter(NULL);
    const char **urls = mem_alloc(folder->n_files, sizeof *urls);
    size_t n = 0;
    for (size_t i = 0; urls != NULL && i < folder->n_files; i++) {
        const struct sent_file *file = &folder->files[i];
        if (file->is_published && !was_there(folder, file->upload.url))
            urls[n++] = file->upload.url;
    }
    if (n > 0)
        (void)!delete_all(folder, urls, n, &ignored);
    mem_free(urls);
    memory_scope_restore(scope);
}

static bool is_new(const struct remote_output_folder *folder, const char *url)
{
    struct sent_file wanted = {.upload = {.url = (char *)url}};
    return folder->n_files > 0 && bsearch(&wanted, folder->files, folder->n_files,
                                          sizeof *folder->files, compare_files) != NULL;
}

/* Deletes what was replaced. */
static enum status delete_old(struct remote_output_folder *folder, struct error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < folder->n_old; i++) {
        if (!is_new(folder, folder->old[i]))
            folder->old[n++] = folder->old[i];
    }
    folder->n_old = n;
    enum status status = delete_all(folder, (const char *const *)folder->old, n, error);
    return status == OK ? OK
                        : error_locate(error, "the new files are in place, but not all "
                                              "old ones could be deleted");
}

static enum status publish_all(struct remote_output_folder *folder, struct error *error)
{
    enum status status = OK;
    if (folder->n_files > 0)
        qsort(folder->files, folder->n_files, sizeof *folder->files, compare_files);
    for (size_t i = 0; status == OK && i < folder->n_files; i += UPLOADS_AT_ONCE) {
        size_t n = folder->n_files - i;
        status = interrupt_check(error);
        if (status == OK)
            status = publish_some(folder, i, n < UPLOADS_AT_ONCE ? n : UPLOADS_AT_ONCE,
                                  error);
    }
    if (status != OK)
        undo(folder);
    return status;
}

static void discard(struct output_folder *output)
{
    struct remote_output_folder *folder = (struct remote_output_folder *)output;
    drop_files(folder);
    remote_rights_release(folder->rights);
    arena_release(&folder->texts);
    mem_free(folder->old);
    mem_free(folder->files);
    mem_free(folder->url);
    mem_free(folder);
}

static enum status commit(struct output_folder *output, struct error *error)
{
    struct remote_output_folder *folder = (struct remote_output_folder *)output;
    enum status status = publish_all(folder, error);
    if (status == OK)
        status = delete_old(folder, error);
    discard(output);
    return status;
}

static const struct output_folder_ops ops = {
    .open = open_file, .clear = clear, .commit = commit, .discard = discard};

/* ---- Creating -----------------------------------------------------------------------
 */

static enum status check_url(const struct file_system_rights *rights, const char *url,
                             struct error *error)
{
    struct url parsed;
    enum status status = url_parse(slice_of(url, strlen(url)), &parsed, error);
    if (status == OK && parsed.scheme != URL_S3)
        return error_set(error, UNSUPPORTED,
                         "web servers are not written to: write an s3 URL, or a folder");
    return status == OK ? remote_rights_allow(rights, &parsed, error) : status;
}

enum status remote_output_create_folder(const struct file_system_rights *rights,
                                        const char *url, enum folder_mode mode,
                                        struct output_folder **folder,
                                        struct error *error)
{
    struct buffer path = {0};
    size_t size = strlen(url);
    *folder = NULL;
    enum status status = check_url(rights, url, error);
    if (status != OK)
        return status;
    struct remote_output_folder *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->base.ops = &ops;
    made->base.needs_new_names = mode == FOLDER_REPLACE;
    made->rights = remote_rights_share(rights);
    made->mode = mode;
    status = join(url, "", size > 0 && url[size - 1] == '/' ? "" : "/", &path, error);
    made->url = (char *)path.data;
    if (status == OK)
        status = look_at_old(made, error);
    if (status != OK) {
        discard(&made->base);
        return status;
    }
    *folder = &made->base;
    return OK;
}
