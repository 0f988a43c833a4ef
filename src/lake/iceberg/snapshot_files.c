/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/snapshot_files.h"

#include "base/expected_files.h"
#include "base/interrupt.h"
#include "lake/iceberg/iceberg_json.h"
#include "lake/iceberg/manifest_cache.h"

/* Opens the file at a location; path: room for its path. */
static enum status open_file(const struct lake_paths *paths, struct slice location,
                             struct buffer *path, struct input_file **file,
                             struct error *error)
{
    *file = NULL;
    enum status status = lake_path_map(paths, location, path, error);
    if (status != OK)
        return status;
    status = expected_files_ask_whole((const char *)path->data, error);
    if (status == OK)
        status = disk_file_open((const char *)path->data, file, error);
    return status == OK ? OK : error_locate(error, "%.300s", (const char *)path->data);
}

/* Of version 1: ["s3://.../a.avro", ...] */
static enum status list_manifests(struct slice json, struct iceberg_manifest_list *list,
                                  struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value, location;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        location = slice_of(NULL, 0);
        status = iceberg_json_text(value, &list->arena, &location, error);
        if (status == OK &&
            !arena_grow(&list->arena, &list->manifests, list->n, sizeof *list->manifests))
            status = error_nomem(error);
        if (status == OK)
            list->manifests[list->n++] = iceberg_manifest_at(location);
    }
    return status;
}

static enum status read_list(const struct iceberg_snapshot_details *details,
                             const struct lake_paths *paths,
                             struct iceberg_manifest_list *list, struct error *error)
{
    struct input_file *file;
    struct buffer path = {0};
    if (details->manifest_list.size == 0)
        return list_manifests(details->manifests, list, error);
    enum status status = open_file(paths, details->manifest_list, &path, &file, error);
    if (status == OK) {
        status = iceberg_manifest_list_read(file, list, error);
        input_file_close(file);
        if (status != OK)
            error_locate(error, "%.300s", (const char *)path.data);
    }
    buffer_release(&path);
    return status;
}

static enum status read_manifest(const struct iceberg_manifest *manifest,
                                 const struct lake_paths *paths,
                                 const struct iceberg_manifest_wish *wish,
                                 struct iceberg_files *files, struct error *error)
{
    struct input_file *file;
    struct buffer path = {0};
    enum status status = open_file(paths, manifest->location, &path, &file, error);
    if (status == OK) {
        status = iceberg_manifest_get(file, manifest, wish, files, error);
        input_file_close(file);
        if (status != OK)
            error_locate(error, "%.300s", (const char *)path.data);
    }
    buffer_release(&path);
    return status;
}

/* Announces the next manifests, from number `first` on. */
static enum status expect_manifests(const struct iceberg_manifest_list *list,
                                    uint32_t first, const struct lake_paths *paths,
                                    struct error *error)
{
    struct expected_files expected = {.n = 0};
    struct buffer path = {0};
    enum status status = OK;
    if (!disk_file_is_far(paths->folder))
        return OK;
    for (uint32_t i = first;
         status == OK && i < list->n && i - first < MOST_EXPECTED_FILES; i++) {
        status = lake_path_map(paths, list->manifests[i].location, &path, error);
        if (status == OK)
            status = expected_files_add(&expected, (const char *)path.data, true, error);
    }
    if (status == OK)
        status = expected_files_ask(&expected, error);
    expected_files_release(&expected);
    buffer_release(&path);
    return status;
}

enum status snapshot_files_read(const struct iceberg_snapshot *snapshot,
                                const struct lake_paths *paths,
                                const struct iceberg_manifest_wish *wish,
                                struct iceberg_files *files, struct error *error)
{
    struct iceberg_manifest_list list = {.n = 0};
    struct iceberg_snapshot_details details;
    struct arena arena = {0};
    enum status status = iceberg_snapshot_read(snapshot, &arena, &details, error);
    if (status == OK && details.key_id.size > 0)
        status = error_set(error, UNSUPPORTED, "the table is encrypted");
    if (status == OK && details.manifest_list.size == 0 && details.manifests.size == 0)
        status = error_set(error, CORRUPT, "snapshot %lld has no manifest list",
                           (long long)snapshot->id);
    if (status == OK)
        status = read_list(&details, paths, &list, error);
    for (uint32_t i = 0; i < list.n && status == OK; i++) {
        status = interrupt_check(error);
        if (status == OK && i % MOST_EXPECTED_FILES == 0)
            status = expect_manifests(&list, i, paths, error);
        if (status == OK)
            status = read_manifest(&list.manifests[i], paths, wish, files, error);
    }
    iceberg_manifest_list_release(&list);
    arena_release(&arena);
    return status;
}
