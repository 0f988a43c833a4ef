/* SPDX-License-Identifier: MIT */
#include "lake/lake_table.h"

#include <string.h>

#include "base/buffer.h"
#include "lake/delta/delta_table.h"
#include "lake/iceberg/iceberg_table.h"

static bool ends_with(struct slice text, const char *suffix)
{
    size_t size = strlen(suffix);
    return text.size > size && memcmp(text.data + text.size - size, suffix, size) == 0;
}

/* The folder with a slash at its end, and a terminator. */
static enum status folder_of(const char *path, struct buffer *folder, struct error *error)
{
    size_t size = strlen(path);
    enum status status = buffer_append(folder, path, size, error);
    if (status == OK && size > 0 && path[size - 1] != '/')
        status = buffer_append(folder, "/", 1, error);
    return status == OK ? buffer_append(folder, "", 1, error) : status;
}

enum status lake_find_kind(const char *path, enum lake_kind wanted, enum lake_kind *kind,
                           struct error *error)
{
    struct buffer folder = {0};
    enum entry_kind at;
    struct slice text = slice_of(path, strlen(path));
    *kind = LAKE_NONE;
    enum status status = lake_expect_folder(path, error);
    if (status == OK)
        status = folder_examine_surely(path, &at, error);
    if (status != OK)
        return status;
    if (at != ENTRY_FOLDER) {
        if (wanted != LAKE_DELTA &&
            (ends_with(text, ".metadata.json") || ends_with(text, ".metadata.json.gz")))
            *kind = LAKE_ICEBERG;
        return OK;
    }
    status = folder_of(path, &folder, error);
    if (status == OK)
        status = lake_folder_kind(slice_of(folder.data, folder.size - 1), wanted, kind,
                                  error);
    buffer_release(&folder);
    if (wanted != LAKE_NONE && *kind != wanted)
        *kind = LAKE_NONE;
    return status;
}

static enum status open_delta(const struct lake_request *request,
                              struct declared_table **table, struct error *error)
{
    struct buffer folder = {0};
    enum status status = folder_of(request->path, &folder, error);
    const struct delta_request delta = {.folder = (const char *)folder.data,
                                        .roots = request->roots,
                                        .version = request->choice.has_version
                                                       ? (int64_t)request->choice.version
                                                       : DELTA_NEWEST,
                                        .has_timestamp = request->choice.has_timestamp,
                                        .timestamp = request->choice.timestamp,
                                        .before = request->before,
                                        .opener = request->opener};
    if (status == OK)
        status = delta_table_open(&delta, table, error);
    buffer_release(&folder);
    return status;
}

static int64_t floor_to_millis(int64_t micros)
{
    return micros / 1000 - (micros % 1000 < 0);
}

static enum status open_iceberg(const struct lake_request *request,
                                struct declared_table **table, struct error *error)
{
    const struct lake_snapshot_choice *choice = &request->choice;
    struct iceberg_request iceberg = {
        .path = request->path, .opener = *request->opener, .roots = request->roots};
    struct iceberg_wish *wish = &iceberg.wish;
    wish->snapshot_id = choice->snapshot_id;
    wish->timestamp_ms = floor_to_millis(choice->timestamp);
    wish->name = choice->branch != NULL ? choice->branch : choice->tag;
    if (choice->has_snapshot_id)
        wish->version = ICEBERG_SNAPSHOT;
    else if (choice->has_timestamp)
        wish->version = ICEBERG_AS_OF;
    else if (choice->branch != NULL)
        wish->version = ICEBERG_BRANCH;
    else if (choice->tag != NULL)
        wish->version = ICEBERG_TAG;
    return iceberg_table_open(&iceberg, table, error);
}

enum status lake_table_open(const struct lake_request *request,
                            struct declared_table **table, struct error *error)
{
    if (request->kind == LAKE_ICEBERG)
        return open_iceberg(request, table, error);
    return open_delta(request, table, error);
}
