/* SPDX-License-Identifier: MIT */
#include "sql/files/file_access.h"

#include "sql/files/blob_file.h"
#include "sql/files/vfs_file.h"
#include "sql/host/current_connection.h"

enum status file_access_check(const struct file_access *access, struct error *error)
{
    const struct table_options *options = access->options;
    if (options->vfs != NULL && options->blob != NULL)
        return error_set(
            error, MISUSE,
            "options vfs and blob exclude each other: the file is in a VFS or "
            "in a BLOB");
    if (options->immutable && options->vfs == NULL && options->blob == NULL)
        return error_set(error, MISUSE,
                         "option immutable is for files of the options vfs and blob");
    if (options->vfs != NULL && disk_file_confines() != NULL)
        return error_set(error, CANTOPEN,
                         "this connection may read only the folders of "
                         "parquet_restrict(), so it may not use option vfs");
    return OK;
}

static enum status open_elsewhere(const struct file_opener *opener, const char *path,
                                  struct input_file **file, struct error *error)
{
    const struct file_access *access = (const struct file_access *)opener;
    const struct table_options *options = access->options;
    enum status status = file_access_check(access, error);
    if (status != OK)
        return status;
    return options->vfs != NULL
               ? vfs_file_open(options->vfs, path, options->immutable, file, error)
               : blob_file_open(current_connection().db, options->blob, options->schema,
                                path, options->immutable, file, error);
}

void file_access_init(struct file_access *access, const struct table_options *options)
{
    bool is_julian = options->calendar == CALENDAR_JULIAN;
    *access = (struct file_access){.opener.open = open_elsewhere, .options = options};
    file_keys_init(&access->keys, options);
    access->format = (struct format_options){
        .opener = file_access_is_elsewhere(access) ? &access->opener : NULL,
        .parquet = {.verify_checksums = options->checksums,
                    .binary_as_text = options->binary_as_text,
                    .salvage = options->salvage != SALVAGE_OFF,
                    .is_julian = is_julian,
                    .types = options->types,
                    .keys = &access->keys.finder},
        .orc = {.is_julian = is_julian, .time_zone = options->timezone}};
}

void file_access_release(struct file_access *access)
{
    file_keys_release(&access->keys);
}

bool file_access_is_elsewhere(const struct file_access *access)
{
    const struct table_options *options = access->options;
    return options->vfs != NULL || options->blob != NULL ||
           option_is_given(&options->values, READ_immutable);
}
