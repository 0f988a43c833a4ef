/* SPDX-License-Identifier: MIT */
#include "sql/files/file_origin.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/files/blob_file.h"
#include "sql/files/vfs_file.h"
#include "sql/keys/key_ring.h"
#include "value/option_text.h"

static char **text_option(struct file_origin *origin, struct slice name)
{
    return slice_equals_word(name, "vfs")    ? &origin->vfs
           : slice_equals_word(name, "blob") ? &origin->blob
                                             : NULL;
}

static bool is_immutable(struct slice name)
{
    return slice_equals_word(name, "immutable");
}

bool origin_options_has(struct slice name)
{
    struct file_origin origin;
    return text_option(&origin, name) != NULL || is_immutable(name);
}

enum status file_origin_check(const struct file_origin *origin, struct error *error)
{
    if (origin->vfs != NULL && origin->blob != NULL)
        return error_set(
            error, MISUSE,
            "options vfs and blob exclude each other: the file is in a VFS or "
            "in a BLOB");
    if (origin->is_immutable && origin->vfs == NULL && origin->blob == NULL)
        return error_set(error, MISUSE,
                         "option immutable is for files of the options vfs and blob");
    if (origin->vfs != NULL && disk_file_confines() != NULL)
        return error_set(error, CANTOPEN,
                         "this connection may read only the folders of "
                         "parquet_restrict(), so it may not use option vfs");
    return OK;
}

static enum status open_elsewhere(const struct file_opener *opener, const char *path,
                                  struct input_file **file, struct error *error)
{
    const struct file_origin *origin = (const struct file_origin *)opener;
    enum status status = file_origin_check(origin, error);
    if (status != OK)
        return status;
    return origin->vfs != NULL
               ? vfs_file_open(origin->vfs, path, origin->is_immutable, file, error)
               : blob_file_open(key_place_current().db, origin->blob, origin->schema,
                                path, origin->is_immutable, file, error);
}

enum status origin_options_set(struct file_origin *origin, struct slice name,
                               const char *value, bool *is_known, struct error *error)
{
    char **text = text_option(origin, name);
    *is_known = origin_options_has(name);
    if (!*is_known)
        return OK;
    origin->opener.open = open_elsewhere;
    if (text == NULL)
        return option_switch("immutable", value, &origin->is_immutable, error);
    if (*text != NULL)
        return error_set(error, MISUSE, "option %.*s is given twice",
                         SLICE_SHOWN(name, 100));
    if (value[0] == '\0')
        return error_set(error, MISUSE, "option %.*s is empty", SLICE_SHOWN(name, 100));
    *text = mem_copy_text(value, strlen(value));
    return *text != NULL ? OK : error_nomem(error);
}

void file_origin_release(struct file_origin *origin)
{
    mem_free(origin->vfs);
    mem_free(origin->blob);
    mem_free(origin->schema);
    *origin = (struct file_origin){0};
}

const struct file_opener *file_origin_opener(const struct file_origin *origin)
{
    return origin->opener.open != NULL ? &origin->opener : NULL;
}
