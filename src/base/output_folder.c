/* SPDX-License-Identifier: MIT */
#include "base/output_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/append_list.h"
#include "base/buffer.h"
#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/interrupt.h"
#include "base/output_file.h"
#include "base/path.h"
#include "base/path_pattern.h"

enum {
    MOST_NAMES_TRIED = 100,
    MOST_DEPTH = 128, /* of folders that are looked at or removed */
    NAME_ADDED = 1 + 1 + 16 + 4,
    ONLY_OWNER = 0700, /* permissions, of POSIX */
    MOST_TARGET_NAME = OS_NAME_SIZE - NAME_ADDED,
};

struct local_folder {
    struct output_folder base; /* must be first */
    enum folder_mode mode;
    int parent;                 /* its descriptor; -1: none */
    char *name, *temporary;     /* in the parent */
    char *temporary_path;       /* the path of the temporary folder, resolved */
    bool has_temporary, exists; /* the target */
    unsigned permissions;       /* of the finished folder */
    struct buffer files;        /* relative paths, each with its terminator */
};

/* ---- Trees ----------------------------------------------------------------------- */

static struct os_listing *open_directory(int parent, const char *name)
{
    int descriptor = os_open_in(parent, name, OS_LIST);
    return descriptor >= 0 ? os_listing_open(descriptor) : NULL;
}

/* Whether an entry is a folder itself, not a link to one. */
static bool is_folder(int parent, const char *name)
{
    struct os_info info;
    return os_info_in(parent, name, OS_NOFOLLOW, &info) == 0 && info.kind == OS_FOLDER;
}

/* Removes a folder with all that is in it; false with errno if something is left. */
static bool remove_tree(int parent, const char *name, int depth)
{
    struct os_listing *listing = open_directory(parent, name);
    bool is_empty = listing != NULL && depth < MOST_DEPTH;
    const char *entry;
    enum os_kind kind;
    while (is_empty && (entry = os_listing_next(listing, &kind)) != NULL) {
        int folder = os_listing_descriptor(listing);
        is_empty = is_folder(folder, entry) ? remove_tree(folder, entry, depth + 1)
                                            : os_remove_in(folder, entry) == 0;
    }
    int reason = errno;
    if (listing != NULL)
        os_listing_close(listing);
    errno = reason;
    return is_empty && os_remove_folder_in(parent, name) == 0;
}

static bool is_hidden(const char *name)
{
    return path_name_is_hidden(slice_of((const uint8_t *)name, strlen(name)));
}

/* Refuses a folder with files other than those that tables read or that are hidden. */
static enum status check_replaceable(int parent, const char *name, int depth,
                                     struct error *error)
{
    struct os_listing *listing = open_directory(parent, name);
    const char *entry;
    enum os_kind kind;
    enum status status = OK;
    if (listing == NULL)
        return error_set(error, CANTOPEN, "cannot read the folder: %s", strerror(errno));
    if (depth == MOST_DEPTH)
        status = error_set(error, TOO_BIG, "the folder is nested too deeply");
    while (status == OK && (entry = os_listing_next(listing, &kind)) != NULL) {
        int folder = os_listing_descriptor(listing);
        if (strcmp(entry, "_delta_log") == 0)
            status = error_set(error, MISUSE,
                               "a Delta table is in the folder: remove its \"%s\", or "
                               "write to another folder",
                               entry);
        if (is_hidden(entry))
            continue;
        if (is_folder(folder, entry))
            status = check_replaceable(folder, entry, depth + 1, error);
        else if (!path_is_parquet(entry))
            status = error_set(error, MISUSE,
                               "the folder has a file that is not Parquet, \"%.200s\": "
                               "remove it, or write to another folder",
                               entry);
    }
    os_listing_close(listing);
    return status;
}

/* Whether a folder has no entries. */
static bool is_empty_folder(int parent, const char *name)
{
    struct os_listing *listing = open_directory(parent, name);
    enum os_kind kind;
    bool is_empty = listing != NULL && os_listing_next(listing, &kind) == NULL;
    if (listing != NULL)
        os_listing_close(listing);
    return is_empty;
}

/* ---- Creating -------------------------------------------------------------------- */

static enum status cannot_locate(const char *path, int reason, struct error *error)
{
    if (reason != ENOENT && reason != ENOTDIR)
        return error_set(error, CANTOPEN, "cannot create: %s", strerror(reason));
    error_set(error, CANTOPEN, "no such folder");
    return path_explain_no_folder(path, error);
}

/* Finds the target and opens the folder that it is in. */
static enum status locate(struct local_folder *folder, const char *path,
                          const struct output_guard *guard,
                          struct resolved_path *resolved, struct error *error)
{
    enum status status = path_check_is_of_file(path, error);
    size_t size = strlen(path);
    if (status != OK)
        return status;
    char *trimmed = mem_copy_text(path, size);
    if (trimmed == NULL)
        return error_nomem(error);
    os_path_take(trimmed);
    while (size > 1 && trimmed[size - 1] == '/')
        trimmed[--size] = '\0';
    path_resolve(trimmed, resolved);
    mem_free(trimmed);
    if (guard != NULL)
        status = guard->check(guard->context, resolved->text, error);
    if (status == OK && resolved->reason != 0 && !resolved->is_missing)
        status = cannot_locate(path, resolved->reason, error);
    if (status != OK)
        return status;
    const char *name = path_name(resolved->text);
    size = strlen(name);
    if (size == 0 || size > MOST_TARGET_NAME)
        return error_set(error, CANTOPEN, "cannot create a folder of this name");
    folder->name = mem_copy_text(name, size);
    resolved->text[name - resolved->text - (name > resolved->text + 1)] = '\0';
    if (folder->name == NULL)
        return error_nomem(error);
    folder->parent = os_open_resolved(resolved->text, OS_ENTER);
    return folder->parent >= 0 ? OK : cannot_locate(path, errno, error);
}

static enum status check_target(struct local_folder *folder, struct error *error)
{
    struct os_info info;
    if (os_info_in(folder->parent, folder->name, OS_NOFOLLOW, &info) != 0)
        return errno == ENOENT
                   ? OK
                   : error_set(error, CANTOPEN, "cannot create: %s", strerror(errno));
    if (info.kind != OS_FOLDER)
        return error_set(error, MISUSE, "there is a file of this name, not a folder");
    folder->exists = true;
    if (folder->mode == FOLDER_NEW && !is_empty_folder(folder->parent, folder->name))
        return error_set(error, MISUSE,
                         "the folder already exists: add files to it with append=on, or "
                         "replace it with overwrite=on");
    return folder->mode == FOLDER_REPLACE
               ? check_replaceable(folder->parent, folder->name, 0, error)
               : OK;
}

static enum status make_temporary(struct local_folder *folder, struct error *error)
{
    struct os_info info;
    size_t size = strlen(folder->name) + NAME_ADDED + 1;
    folder->temporary = mem_alloc(size, 1);
    if (folder->temporary == NULL)
        return error_nomem(error);
    for (int i = 0; i < MOST_NAMES_TRIED && !folder->has_temporary; i++) {
        uint64_t random;
        if (os_random(&random, sizeof random) != 0)
            return error_cannot("get a random number", error);
        snprintf(folder->temporary, size, ".%s.%016llx.tmp", folder->name,
                 (unsigned long long)random);
        folder->has_temporary = os_make_folder_in(folder->parent, folder->temporary,
                                                  false) == 0;
        if (!folder->has_temporary && errno != EEXIST)
            break;
    }
    if (!folder->has_temporary)
        return error_set(error, CANTOPEN, "cannot create: %s", strerror(errno));
    if (os_info_in(folder->parent, folder->temporary, OS_NOFOLLOW, &info) != 0 ||
        os_set_permissions_in(folder->parent, folder->temporary, ONLY_OWNER) != 0)
        return error_cannot("set permissions", error);
    folder->permissions = info.permissions;
    return OK;
}

static const struct output_folder_ops local_ops;

static enum status create_local(const char *path, enum folder_mode mode,
                                const struct output_guard *guard,
                                struct output_folder **folder, struct error *error)
{
    struct resolved_path resolved;
    struct buffer temporary = {0};
    *folder = NULL;
    struct local_folder *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->base.ops = &local_ops;
    made->mode = mode;
    made->parent = -1;
    enum status status = locate(made, path, guard, &resolved, error);
    if (status == OK)
        status = check_target(made, error);
    if (status == OK)
        status = make_temporary(made, error);
    if (status == OK)
        status = buffer_append_format(
            &temporary, error, "%s/%s",
            strcmp(resolved.text, "/") == 0 ? "" : resolved.text, made->temporary);
    made->temporary_path = (char *)temporary.data;
    if (status == OK && guard != NULL)
        status = guard->check(guard->context, made->temporary_path, error);
    if (status != OK) {
        output_folder_discard(&made->base);
        return status;
    }
    *folder = &made->base;
    return OK;
}

/* ---- Files ----------------------------------------------------------------------- */

/* Makes the folders on the way to a file; `from` is that of which they are relative. */
static enum status make_folders(int from, const char *root, const char *relative,
                                struct error *error)
{
    struct buffer path = {0};
    enum status status = OK;
    for (const char *slash = strchr(relative, '/'); status == OK && slash != NULL;
         slash = strchr(slash + 1, '/')) {
        path.size = 0;
        status = buffer_append_format(&path, error, "%s/%.*s", root,
                                      (int)(slash - relative), relative);
        if (status == OK &&
            os_make_folder_in(from, (const char *)path.data, false) != 0 &&
            errno != EEXIST)
            status = error_set(error, CANTOPEN, "cannot create a folder: %s",
                               strerror(errno));
    }
    buffer_release(&path);
    return status;
}

/* An output_guard: the file must be in the temporary folder, wherever links lead. */
static enum status check_place(void *context, const char *target, struct error *error)
{
    const struct local_folder *folder = context;
    size_t size = strlen(folder->temporary_path);
    if (strncmp(target, folder->temporary_path, size) == 0 && target[size] == '/')
        return OK;
    return error_set(error, CHANGED, "the folder was moved while it was written");
}

static enum status local_open(struct output_folder *output, const char *relative,
                              struct output_file **file, struct error *error)
{
    struct local_folder *folder = (struct local_folder *)output;
    const struct output_guard guard = {check_place, folder};
    struct buffer path = {0};
    *file = NULL;
    enum status status = make_folders(folder->parent, folder->temporary, relative, error);
    if (status == OK)
        status = buffer_append_format(&path, error, "%s/%s", folder->temporary_path,
                                      relative);
    if (status == OK)
        status = output_file_create_unseen((const char *)path.data, &guard, file, error);
    if (status == OK)
        status = buffer_append(&folder->files, relative, strlen(relative) + 1, error);
    if (status != OK) {
        output_file_discard(*file);
        *file = NULL;
    }
    buffer_release(&path);
    return status;
}

static enum status local_clear(struct output_folder *output, struct error *error)
{
    struct local_folder *folder = (struct local_folder *)output;
    folder->files.size = 0;
    if (!remove_tree(folder->parent, folder->temporary, 0) ||
        os_make_folder_in(folder->parent, folder->temporary, true) != 0)
        return error_cannot("remove files", error);
    return OK;
}

/* ---- Syncing and replacing ------------------------------------------------------- */

static enum status sync_folder(int parent, const char *name, struct error *error)
{
    int descriptor = os_open_in(parent, name, OS_LIST);
    if (descriptor < 0) /* one that cannot be listed cannot be synced */
        return errno == EACCES ? OK : error_cannot("open the folder", error);
    int result = os_sync(descriptor), reason = errno;
    os_close(descriptor);
    errno = reason;
    return result == 0 || reason == EINVAL || reason == ENOTSUP
               ? OK
               : error_cannot("sync the folder", error);
}

/* Syncs a folder and those in it, from the inside out: those that the folder `shape` has,
 * which may be another one. */
static enum status sync_tree(int shape_parent, const char *shape, int parent,
                             const char *name, struct error *error)
{
    struct os_listing *listing = open_directory(shape_parent, shape);
    int folder = os_open_in(parent, name, OS_ENTER);
    enum status status = listing != NULL && folder >= 0
                             ? OK
                             : error_cannot("open a folder", error);
    const char *entry;
    enum os_kind kind;
    while (status == OK && (entry = os_listing_next(listing, &kind)) != NULL) {
        int descriptor = os_listing_descriptor(listing);
        if (kind == OS_FOLDER || (kind == OS_UNKNOWN && is_folder(descriptor, entry)))
            status = sync_tree(descriptor, entry, folder, entry, error);
    }
    if (status == OK && errno != 0)
        status = error_cannot("list a folder", error);
    if (status == OK)
        status = sync_folder(folder, ".", error);
    if (listing != NULL)
        os_listing_close(listing);
    if (folder >= 0)
        os_close(folder);
    return status;
}

/* Puts the temporary folder in the place of an existing one, which gets its name. */
static enum status replace(struct local_folder *folder, struct error *error)
{
    struct buffer aside = {0};
    if (os_exchange_in(folder->parent, folder->temporary, folder->name) == 0)
        return OK;
    enum status status = buffer_append_format(&aside, error, "%s.old", folder->temporary);
    const char *old = (const char *)aside.data;
    if (status == OK &&
        os_rename_in(folder->parent, folder->name, folder->parent, old) != 0)
        status = error_cannot("move the old folder", error);
    if (status == OK && os_rename_in(folder->parent, folder->temporary, folder->parent,
                                     folder->name) != 0) {
        status = error_cannot("rename the folder", error);
        (void)os_rename_in(folder->parent, old, folder->parent, folder->name);
    } else if (status == OK) {
        (void)os_rename_in(folder->parent, old, folder->parent, folder->temporary);
    }
    buffer_release(&aside);
    return status;
}

/* ---- Appending ------------------------------------------------------------------- */

/* An append to an existing folder. */
struct append {
    struct local_folder *folder;
    int target;             /* the folder's descriptor */
    int descriptor;         /* of the locked list; -1: none is needed */
    bool is_listed;         /* the files are, or may be, in the list */
    struct append_list old; /* of an append that was killed */
    struct slice files;     /* relative paths, each with its terminator */
    size_t n_added;         /* bytes of `files` whose files have their names */
};

/* Opens the folder of a file in a folder name by name, so that no link leads elsewhere,
 * and makes those that are missing if `makes`.  *name: the file's. */
static int enter(int folder, const char *relative, bool makes, const char **name)
{
    char component[4 * OS_NAME_SIZE + 1];
    int at = os_open_in(folder, ".", OS_ENTER);
    const char *slash;
    while (at >= 0 && (slash = strchr(relative, '/')) != NULL) {
        int next = -1;
        size_t size = (size_t)(slash - relative);
        errno = ENAMETOOLONG;
        if (size < sizeof component) {
            memcpy(component, relative, size);
            component[size] = '\0';
            if (!makes || os_make_folder_in(at, component, false) == 0 || errno == EEXIST)
                next = os_open_in(at, component, OS_ENTER);
        }
        int reason = errno;
        os_close(at);
        errno = reason;
        at = next;
        relative = slash + 1;
    }
    *name = relative;
    return at;
}

static enum status has_file(const char *relative, struct error *error)
{
    return error_set(error, MISUSE, "the folder has a file \"%.200s\"", relative);
}

/* Refuses files that are there: what is listed would be removed. */
static enum status check_new(int target, struct slice files, struct error *error)
{
    const char *path = (const char *)files.data, *name;
    enum status status = OK;
    for (size_t at = 0; status == OK && at < files.size; at += strlen(path + at) + 1) {
        struct os_info info;
        int folder = enter(target, path + at, false, &name);
        if (folder >= 0 && os_info_in(folder, name, OS_NOFOLLOW, &info) == 0)
            status = has_file(path + at, error);
        if (folder >= 0)
            os_close(folder);
        if (status == OK)
            status = interrupt_check(error);
    }
    return status;
}

/* Removes files durably.  ends: if the work is interrupted. */
static enum status remove_files(int target, struct slice files, bool ends,
                                struct error *error)
{
    const char *path = (const char *)files.data, *name;
    enum status status = OK;
    for (size_t at = 0; status == OK && at < files.size; at += strlen(path + at) + 1) {
        status = ends ? interrupt_check(error) : OK;
        int folder = status == OK ? enter(target, path + at, false, &name) : -1;
        if (status != OK || (folder < 0 && errno == ENOENT))
            continue;
        if (folder < 0 || (os_remove_in(folder, name) != 0 && errno != ENOENT))
            status = error_set(error, IO,
                               "cannot remove \"%.200s\" of an append that was not "
                               "finished: %s",
                               path + at, strerror(errno));
        if (status == OK)
            status = sync_folder(folder, ".", error);
        if (folder >= 0)
            os_close(folder);
    }
    return status;
}

/* Whether make_temporary() makes such a name. */
static bool is_temporary(const struct local_folder *folder, const char *name)
{
    size_t size = strlen(folder->name);
    return name[0] == '.' && strncmp(name + 1, folder->name, size) == 0 &&
           name[size + 1] == '.' && strspn(name + size + 2, "0123456789abcdef") == 16 &&
           strcmp(name + size + 18, ".tmp") == 0;
}

/* Removes what an append has left that was killed. */
static enum status remove_killed(struct append *append, struct error *error)
{
    const char *source = append_list_source(&append->old);
    const struct local_folder *folder = append->folder;
    bool is_empty;
    if (source == NULL)
        return OK;
    enum status status = remove_files(append->target, append->old.paths, true, error);
    if (status == OK && is_temporary(folder, source) && is_folder(folder->parent, source))
        (void)remove_tree(folder->parent, source, 0);
    return status == OK ? append_list_clear(append->descriptor, &is_empty, error)
                        : status;
}

/* Gives a file its name in the folder. */
static enum status add_file(const struct append *append, const char *relative,
                            struct error *error)
{
    struct buffer from = {0};
    const char *name;
    int parent = append->folder->parent, result = -1;
    enum status status = buffer_append_format(&from, error, "%s/%s",
                                              append->folder->temporary, relative);
    if (status != OK) {
        buffer_release(&from);
        return status;
    }
    int to = enter(append->target, relative, true, &name);
    if (to >= 0)
        result = os_link_in(parent, (const char *)from.data, to, name);
    if (to >= 0 && result != 0 && os_lacks_links(errno))
        result = output_rename_to_new(parent, (const char *)from.data, to, name);
    if (result != 0)
        status = errno == EEXIST ? has_file(relative, error)
                                 : error_set(error, IO, "cannot add \"%.200s\": %s",
                                             relative, strerror(errno));
    if (to >= 0)
        os_close(to);
    buffer_release(&from);
    return status;
}

/* One file is added at once, by its name.  Before several get their names, readers are
 * told to leave them out. */
static enum status begin_append(struct append *append, struct error *error)
{
    const char *first = (const char *)append->files.data;
    bool is_one = append->files.size <= strlen(first) + 1;
    enum status status = append_list_read(append->target, &append->old, error);
    bool has_list = append->old.stamp.all != 0;
    append_list_release(&append->old);
    if (status != OK || (is_one && !has_list))
        return status;
    status = append_list_lock(append->target, &append->descriptor, &append->old, error);
    if (status == OK)
        status = remove_killed(append, error);
    if (status != OK || is_one)
        return status;
    status = check_new(append->target, append->files, error);
    append->is_listed = status == OK;
    if (status == OK)
        status = append_list_write(append->descriptor, append->folder->temporary,
                                   append->files, error);
    return status == OK ? sync_folder(append->target, ".", error) : status;
}

/* Readers see all files from now on. */
static enum status show_files(struct append *append, struct error *error)
{
    bool is_empty;
    enum status status = append_list_clear(append->descriptor, &is_empty, error);
    if (!is_empty || status == OK)
        return status;
    append->n_added = 0; /* they stay */
    append->is_listed = false;
    return error_locate(error, "the files were added, but may be lost in a crash");
}

static enum status add_files(struct append *append, struct error *error)
{
    struct local_folder *folder = append->folder;
    const char *path = (const char *)append->files.data;
    enum status status = OK;
    while (status == OK && append->n_added < append->files.size) {
        status = add_file(append, path + append->n_added, error);
        if (status == OK) {
            append->n_added += strlen(path + append->n_added) + 1;
            status = interrupt_check(error);
        }
    }
    if (status == OK)
        status = sync_tree(folder->parent, folder->temporary, append->target, ".", error);
    /* The names that the files had go before the files appear. */
    if (status == OK && append->is_listed &&
        remove_tree(folder->parent, folder->temporary, 0))
        folder->has_temporary = false;
    return status == OK && append->is_listed ? show_files(append, error) : status;
}

/* If a file cannot be removed, the list stays, so that readers leave it out. */
static void undo(const struct append *append)
{
    struct error ignored = {0};
    struct slice added = slice_of(append->files.data, append->n_added);
    bool is_empty;
    enum status status = remove_files(append->target, added, false, &ignored);
    if (status == OK && append->is_listed)
        status = append_list_clear(append->descriptor, &is_empty, &ignored);
    (void)status;
}

static enum status append_to_folder(struct local_folder *folder, struct error *error)
{
    struct append append = {
        .folder = folder, .descriptor = -1, .files = buffer_slice(&folder->files)};
    if (append.files.size == 0)
        return OK;
    append.target = os_open_in(folder->parent, folder->name, OS_ENTER);
    if (append.target < 0)
        return error_cannot("open the folder", error);
    enum status status = begin_append(&append, error);
    if (status == OK)
        status = add_files(&append, error);
    if (status != OK)
        undo(&append);
    if (append.descriptor >= 0)
        os_close_locked(append.descriptor);
    append_list_release(&append.old);
    os_close(append.target);
    return status;
}

/* ---- Committing ------------------------------------------------------------------ */

static void local_discard(struct output_folder *output)
{
    struct local_folder *folder = (struct local_folder *)output;
    /* Files that rest in a replaced folder may keep it from being removed on Windows. */
    if (folder->has_temporary && folder->exists)
        (void)disk_file_close_resting();
    if (folder->has_temporary)
        (void)remove_tree(folder->parent, folder->temporary, 0);
    if (folder->parent >= 0)
        os_close(folder->parent);
    buffer_release(&folder->files);
    mem_free(folder->name);
    mem_free(folder->temporary);
    mem_free(folder->temporary_path);
    mem_free(folder);
}

static enum status local_commit(struct output_folder *output, struct error *error)
{
    struct local_folder *folder = (struct local_folder *)output;
    enum status status = OK;
    bool adds = folder->exists && folder->mode == FOLDER_APPEND;
    if (os_set_permissions_in(folder->parent, folder->temporary, folder->permissions) !=
        0)
        status = error_cannot("set permissions", error);
    if (status == OK && !adds)
        status = sync_tree(folder->parent, folder->temporary, folder->parent,
                           folder->temporary, error);
    if (status == OK && adds)
        status = append_to_folder(folder, error);
    else if (status == OK && folder->exists && folder->mode == FOLDER_REPLACE)
        status = replace(folder, error);
    else if (status == OK) {
        /* Fails for a folder with entries that has appeared meanwhile. */
        if (os_rename_in(folder->parent, folder->temporary, folder->parent,
                         folder->name) != 0)
            status = error_cannot("rename the folder", error);
        folder->has_temporary = status != OK;
    }
    if (status == OK && !adds && sync_folder(folder->parent, ".", error) != OK)
        status = error_locate(error, "the folder is in place, but not safe from a crash");
    local_discard(output);
    return status;
}

static const struct output_folder_ops local_ops = {.open = local_open,
                                                   .clear = local_clear,
                                                   .commit = local_commit,
                                                   .discard = local_discard};

/* ---- Folders of any kind ----------------------------------------------------------- */

enum status output_folder_create(const char *path, enum folder_mode mode,
                                 const struct output_guard *guard,
                                 struct output_folder **folder, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    *folder = NULL;
    if (system == NULL)
        return create_local(path, mode, guard, folder, error);
    enum status status = guard != NULL ? guard->check(guard->context, path, error) : OK;
    return status == OK ? system->create_folder(path, mode, folder, error) : status;
}

enum status output_folder_open(struct output_folder *folder, const char *relative,
                               struct output_file **file, struct error *error)
{
    return folder->ops->open(folder, relative, file, error);
}

enum status output_folder_clear(struct output_folder *folder, struct error *error)
{
    return folder->ops->clear(folder, error);
}

enum status output_folder_commit(struct output_folder *folder, struct error *error)
{
    return folder->ops->commit(folder, error);
}

void output_folder_discard(struct output_folder *folder)
{
    if (folder != NULL)
        folder->ops->discard(folder);
}
