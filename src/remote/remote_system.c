/* SPDX-License-Identifier: MIT */
#include "remote/remote_system.h"

#include <string.h>

#include "base/alloc.h"
#include "base/cache.h"
#include "base/disk_file.h"
#include "remote/bucket_keys.h"
#include "remote/remote_file.h"
#include "remote/remote_folder.h"
#include "remote/remote_look.h"
#include "remote/remote_output.h"

static enum status open_url(const char *url, struct input_file **file,
                            struct error *error)
{
    return remote_file_open(file_system_rights(), url, file, error);
}

static enum status examine(const char *url, enum entry_kind *kind,
                           struct file_stamp *stamp, struct error *error)
{
    return remote_folder_examine(file_system_rights(), url, kind, stamp, error);
}

static bool names_folder(const char *url)
{
    return url[0] != '\0' && url[strlen(url) - 1] == '/';
}

/* The identity of a file; as disk_file_identity(), UNSUPPORTED for a folder. */
static enum status identify(const char *url, struct file_identity *identity,
                            struct error *error)
{
    struct remote_look look = {.url = url};
    enum entry_kind kind = ENTRY_UNKNOWN;
    struct file_stamp ignored;
    enum status status = OK;
    if (names_folder(url) || remote_folder_is_likely(url))
        status = examine(url, &kind, &ignored, error);
    if (status == OK && kind != ENTRY_FOLDER && !names_folder(url))
        status = remote_look(file_system_rights(), &look, 1, error);
    if (status == OK && look.is_missing)
        status = examine(url, &kind, &ignored, error);
    if (status != OK)
        return status;
    if (kind == ENTRY_FOLDER)
        return error_set(error, UNSUPPORTED, "it is a folder; name a file");
    if (names_folder(url))
        return error_set(error, CANTOPEN, "no such folder");
    *identity = look.version.identity;
    return look.failure.status == OK
               ? OK
               : error_set(error, look.failure.status, "%s", look.failure.message);
}

static enum status find_time(const char *url, int64_t *micros, struct error *error)
{
    struct remote_look look = {.url = url};
    enum status status = remote_look(file_system_rights(), &look, 1, error);
    if (status == OK && look.failure.status != OK)
        return error_set(error, look.failure.status, "%s", look.failure.message);
    if (status == OK && !remote_version_time(&look.version, micros))
        return error_set(error, UNSUPPORTED,
                         "the server does not say when the file was written");
    return status;
}

static enum status prefetch(const struct expected_file *files, size_t n,
                            struct error *error)
{
    struct remote_look *looks = mem_alloc_zeroed(n, sizeof *looks);
    const char **folders = mem_alloc(n, sizeof *folders);
    size_t n_looks = 0, n_folders = 0;
    enum status status = looks != NULL && folders != NULL ? OK : error_nomem(error);
    for (size_t i = 0; status == OK && i < n; i++) {
        if (names_folder(files[i].path))
            folders[n_folders++] = files[i].path;
        else
            looks[n_looks++] = (struct remote_look){.url = files[i].path,
                                                    .is_whole = files[i].is_whole};
    }
    if (status == OK && n_folders > 0)
        status = bucket_keys_learn(file_system_rights(), folders, n_folders, error);
    /* Without room for what comes, it would be asked for twice. */
    if (status == OK && n_looks > 0 && cache_has_room_for_part(BLOCK_BYTES))
        status = remote_look(file_system_rights(), looks, n_looks, error);
    mem_free(looks);
    mem_free(folders);
    return status;
}

static enum status list(const char *url, struct folder_listing *listing,
                        struct error *error)
{
    return remote_folder_list(file_system_rights(), url, listing, error);
}

static void mark_search(bool begins)
{
    if (begins)
        remote_folder_begin_search();
    else
        remote_folder_end_search();
}

static bool has_lists(const char *url)
{
    return (url[0] | 0x20) == 's';
}

static enum status create(const char *url, bool overwrite, struct output_file **file,
                          struct error *error)
{
    return remote_output_create(file_system_rights(), url, overwrite, file, error);
}

static enum status create_folder(const char *url, enum folder_mode mode,
                                 struct output_folder **folder, struct error *error)
{
    return remote_output_create_folder(file_system_rights(), url, mode, folder, error);
}

void remote_system_register(void)
{
    static const struct file_system system = {.open = open_url,
                                              .identify = identify,
                                              .find_time = find_time,
                                              .prefetch = prefetch,
                                              .examine = examine,
                                              .list = list,
                                              .mark_search = mark_search,
                                              .end_call = bucket_keys_end_call,
                                              .has_lists = has_lists,
                                              .share_rights = remote_rights_share,
                                              .release_rights = remote_rights_release,
                                              .create = create,
                                              .create_folder = create_folder};
    file_system_register(&system);
}
