/* SPDX-License-Identifier: MIT */
#include "sql/files/file_origin.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/files/blob_file.h"
#include "sql/files/vfs_file.h"
#include "sql/keys/key_ring.h"
#include "value/option_text.h"

enum { OPTION_VFS, OPTION_BLOB, OPTION_IMMUTABLE, N_OPTIONS };
static const char *const OPTIONS[N_OPTIONS] = {"vfs", "blob", "immutable"};

void origin_options_list(struct known_names *known)
{
    known_names_add_texts(known, OPTIONS, N_OPTIONS);
}

bool origin_options_has(struct slice name)
{
    return option_find(OPTIONS, N_OPTIONS, name) < N_OPTIONS;
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
    unsigned id = option_find(OPTIONS, N_OPTIONS, name);
    *is_known = id < N_OPTIONS;
    if (!*is_known)
        return OK;
    origin->opener.open = open_elsewhere;
    enum status status = option_once(&origin->given, id, OPTIONS[id], error);
    if (status != OK)
        return status;
    if (id == OPTION_IMMUTABLE)
        return option_switch(OPTIONS[id], value, &origin->is_immutable, error);
    if (value[0] == '\0')
        return error_set(error, MISUSE, "option %s is empty", OPTIONS[id]);
    char **text = id == OPTION_VFS ? &origin->vfs : &origin->blob;
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
