/* SPDX-License-Identifier: MIT */
#include "base/path.h"

#include <errno.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file_system.h"

enum { MOST_LINKS = 32 };

/* The size of the folder part; 0 if the path is only a name. */
static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool path_is_parquet(const char *name)
{
    static const char suffix[] = ".parquet";
    size_t size = strlen(name), n = strlen(suffix);
    bool is = size > n;
    for (size_t i = 0; is && i < n; i++)
        is = (name[size - n + i] | 0x20) == (suffix[i] | 0x20);
    return is;
}

/* Whether the path begins with a URL's scheme, such as "s3://".  A single letter is a
 * drive of Windows. */
static bool has_scheme(const char *path)
{
    size_t size = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789+.-");
    bool begins_with_letter = (path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z';
    return begins_with_letter && size > 1 && strncmp(path + size, "://", 3) == 0;
}

static bool is_file_url(const char *path)
{
    static const char scheme[] = "file";
    size_t n = 0;
    while (n < sizeof scheme - 1 && (path[n] | 0x20) == scheme[n])
        n++;
    return n == sizeof scheme - 1 && path[n] == ':';
}

static _Thread_local bool shows_current_folder;

bool path_show_current_folder(bool may_be_shown)
{
    bool before = shows_current_folder;
    shows_current_folder = may_be_shown;
    return before;
}

/* What is known about any path at which nothing is. */
static enum status explain(const char *path, struct error *error)
{
    char current[OS_PATH_SIZE];
    if (path[0] == '~')
        error_append(error, "; ~ is not replaced: write the whole path");
    else if (shows_current_folder && !os_path_is_absolute(path) && !path_is_url(path) &&
             os_resolve(".", current) == 0)
        error_append(error, "; the current folder is %s", current);
    return error->status;
}

enum status path_explain_missing(const char *path, struct error *error)
{
    if (is_file_url(path))
        error_append(error, "; URLs are not read: write the path without \"file:\"");
    else if (has_scheme(path) && !path_is_url(path))
        error_append(error, "; of URLs only https, http and s3 are read: download the "
                            "file and name the copy");
    else if (strcmp(path, "-") == 0)
        error_append(error, "; standard input is not read, since a file is read from "
                            "its end: save it in a file");
    else
        return explain(path, error);
    return error->status;
}

enum status path_explain_no_folder(const char *path, struct error *error)
{
    if (is_file_url(path))
        error_append(error, "; URLs are not written: write the path without \"file:\"");
    else if (has_scheme(path) && !path_is_url(path))
        error_append(error, "; of URLs only s3 is written: name a local file and upload "
                            "it");
    else
        return explain(path, error);
    return error->status;
}

enum status path_check_is_of_file(const char *path, struct error *error)
{
    static const char *const others[] = {"/dev/std", "/dev/fd/", "/dev/tty", "/proc/"};
    bool is_other = strcmp(path, "-") == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        is_other = is_other || strncmp(path, others[i], strlen(others[i])) == 0;
    return is_other ? error_set(error, CANTOPEN,
                                "standard output, pipes and devices are not written: "
                                "write a file, and copy it from there")
                    : OK;
}

/* Removes the last name from a path. */
static void cut_name(char *path)
{
    size_t size = folder_size(path);
    strcpy(path + size, size == 0 ? "." : "");
}

/* Appends a name to a folder; false if the path becomes too long. */
static bool join(char *folder, const char *name)
{
    size_t size = strlen(folder), name_size = strlen(name);
    bool has_slash = size > 0 && folder[size - 1] == '/';
    if (size + name_size + 2 > OS_PATH_SIZE)
        return false;
    if (!has_slash)
        folder[size++] = '/';
    memcpy(folder + size, name, name_size + 1);
    return true;
}

/* Replaces a path to a symbolic link by the link's target.  False if it is not a link, or
 * if the target's path is too long; *reason is then ENAMETOOLONG. */
static bool follow_link(char *path, int *reason)
{
    char link[OS_PATH_SIZE], target[OS_PATH_SIZE];
    if (os_read_link(path, link) != 0)
        return false;
    if (os_path_is_absolute(link)) {
        strcpy(path, link);
        return true;
    }
    strcpy(target, path);
    cut_name(target);
    if (!join(target, link)) {
        *reason = ENAMETOOLONG;
        return false;
    }
    strcpy(path, target);
    return true;
}

/* Finds the deepest existing folder of the path and truncates the path to it.  A dangling
 * link is followed, so that the result is about its target. */
static void resolve_ancestor(char *path, char *text)
{
    int n_links = 0, ignored;
    while (os_resolve(path, text) != 0) {
        if (strcmp(path, "/") == 0 || strcmp(path, ".") == 0) {
            strcpy(text, "/");
            return;
        }
        if (n_links < MOST_LINKS && follow_link(path, &ignored))
            n_links++;
        else
            cut_name(path);
    }
}

/* A URL has no links; the slashes at its end are no part of it. */
static void resolve_url(const char *url, struct resolved_path *resolved)
{
    size_t size = strlen(url);
    memcpy(resolved->text, url, size + 1);
    while (size > 0 && url[size - 1] == '/')
        resolved->text[--size] = '\0';
    resolved->reason = 0;
}

void path_resolve(const char *path, struct resolved_path *resolved)
{
    char at[OS_PATH_SIZE];
    resolved->is_missing = false;
    resolved->reason = ENAMETOOLONG;
    strcpy(resolved->text, "/");
    if (strlen(path) >= sizeof at)
        return;
    if (file_system_of(path) != NULL) {
        resolve_url(path, resolved);
        return;
    }
    strcpy(at, path);
    os_path_take(at);
    for (int i = 0; i < MOST_LINKS; i++) {
        if (os_resolve(at, resolved->text) == 0) {
            resolved->reason = 0;
            return;
        }
        resolved->reason = errno;
        if (errno != ENOENT || !follow_link(at, &resolved->reason))
            break;
    }
    char name[OS_PATH_SIZE];
    strcpy(name, path_name(at));
    bool has_name = name[0] != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    cut_name(at);
    if (resolved->reason == ENOENT && has_name && os_resolve(at, resolved->text) == 0) {
        resolved->is_missing = join(resolved->text, name);
        if (!resolved->is_missing)
            resolved->reason = ENAMETOOLONG;
        return;
    }
    resolve_ancestor(at, resolved->text);
}

enum status folders_add(struct folders *folders, const struct folders *within,
                        const char *path, struct error *error)
{
    struct resolved_path resolved;
    struct os_info info;
    path_resolve(path, &resolved);
    if (within != NULL && !folders_contain(within, resolved.text))
        return error_set(error, MISUSE,
                         "the folder \"%.200s\" is outside the allowed folders", path);
    if (resolved.reason == 0 && os_info(resolved.text, OS_FOLLOW, &info) != 0)
        resolved.reason = errno;
    if (resolved.reason != 0)
        return error_set(error, CANTOPEN, "the folder \"%.200s\": %s", path,
                         strerror(resolved.reason));
    if (info.kind != OS_FOLDER)
        return error_set(error, MISUSE, "\"%.200s\" is not a folder", path);
    if (!mem_grow(&folders->paths, folders->n + 1, sizeof *folders->paths))
        return error_nomem(error);
    folders->paths[folders->n] = mem_copy_text(resolved.text, strlen(resolved.text));
    if (folders->paths[folders->n] == NULL)
        return error_nomem(error);
    folders->n++;
    return OK;
}

enum status folders_copy(struct folders *copy, const struct folders *folders,
                         struct error *error)
{
    *copy = (struct folders){0};
    copy->paths = mem_alloc_zeroed(folders->n + 1, sizeof *copy->paths);
    while (copy->paths != NULL && copy->n < folders->n) {
        const char *path = folders->paths[copy->n];
        copy->paths[copy->n] = mem_copy_text(path, strlen(path));
        if (copy->paths[copy->n] == NULL)
            break;
        copy->n++;
    }
    if (copy->paths != NULL && copy->n == folders->n)
        return OK;
    folders_release(copy);
    return error_nomem(error);
}

bool folders_contain(const struct folders *folders, const char *resolved)
{
    for (size_t i = 0; i < folders->n; i++) {
        size_t size = strlen(folders->paths[i]);
        if (strncmp(resolved, folders->paths[i], size) == 0 &&
            (resolved[size] == '/' || resolved[size] == '\0' ||
             folders->paths[i][size - 1] == '/'))
            return true;
    }
    return false;
}

void folders_release(struct folders *folders)
{
    for (size_t i = 0; i < folders->n; i++)
        mem_free(folders->paths[i]);
    mem_free(folders->paths);
    *folders = (struct folders){0};
}
