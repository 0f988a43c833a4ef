/* SPDX-License-Identifier: MIT */
#include "remote/remote_system.h"

#include <string.h>

#include "base/alloc.h"
#include "remote/remote_file.h"
#include "remote/remote_look.h"

static enum status open_url(const char *url, struct input_file **file,
                            struct error *error)
{
    return remote_file_open(file_system_rights(), url, file, error);
}

static enum status look_at(const char *url, struct remote_look *look, struct error *error)
{
    *look = (struct remote_look){.url = url};
    return remote_look(file_system_rights(), look, 1, error);
}

static enum status identify(const char *url, struct file_identity *identity,
                            struct error *error)
{
    struct remote_look look;
    enum status status = look_at(url, &look, error);
    if (status == OK && look.failure.status != OK)
        return error_set(error, look.failure.status, "%s", look.failure.message);
    if (status == OK)
        *identity = look.version.identity;
    return status;
}

static enum status prefetch(const char *const *urls, size_t n, struct error *error)
{
    struct remote_look *looks = mem_alloc_zeroed(n, sizeof *looks);
    if (looks == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < n; i++)
        looks[i].url = urls[i];
    enum status status = remote_look(file_system_rights(), looks, n, error);
    mem_free(looks);
    return status;
}

static bool ends_with_slash(const char *url)
{
    size_t size = strlen(url);
    return size > 0 && url[size - 1] == '/';
}

static enum status examine(const char *url, enum entry_kind *kind,
                           struct file_stamp *stamp, struct error *error)
{
    struct remote_look look;
    *kind = ends_with_slash(url) ? ENTRY_FOLDER : ENTRY_FILE;
    if (*kind == ENTRY_FOLDER)
        return OK;
    enum status status = look_at(url, &look, error);
    if (status != OK)
        return status;
    if (look.failure.status == OK)
        *stamp = file_stamp_of(&look.version.identity);
    else if (look.is_missing)
        *kind = ENTRY_MISSING;
    else
        return error_set(error, look.failure.status, "%s", look.failure.message);
    return OK;
}

static enum status list(const char *url, struct folder_listing *listing,
                        struct error *error)
{
    (void)url;
    (void)listing;
    return error_set(error, UNSUPPORTED,
                     "web servers have no lists of files: name each file on a line of "
                     "its own, or alternatives, such as part-{1..3}.parquet");
}

static bool has_lists(const char *url)
{
    return (url[0] | 0x20) == 's';
}

static enum status create(const char *url, bool overwrite, struct output_file **file,
                          struct error *error)
{
    (void)url;
    (void)overwrite;
    *file = NULL;
    return error_set(error, UNSUPPORTED,
                     "web servers are not written to: write an s3 URL, or a file");
}

static enum status create_folder(const char *url, enum folder_mode mode,
                                 struct output_folder **folder, struct error *error)
{
    (void)url;
    (void)mode;
    *folder = NULL;
    return error_set(error, UNSUPPORTED,
                     "web servers are not written to: write an s3 URL, or a folder");
}

void remote_system_register(void)
{
    static const struct file_system system = {.open = open_url,
                                              .identify = identify,
                                              .prefetch = prefetch,
                                              .examine = examine,
                                              .list = list,
                                              .has_lists = has_lists,
                                              .share_rights = remote_rights_share,
                                              .release_rights = remote_rights_release,
                                              .create = create,
                                              .create_folder = create_folder};
    file_system_register(&system);
}
