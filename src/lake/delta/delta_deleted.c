/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_deleted.h"

#include "base/expected_files.h"
#include "base/monitor.h"

enum status delta_deleted_init(struct delta_deleted *deleted, uint32_t n_files,
                               struct error *error)
{
    deleted->account = memory_scope_current().account;
    deleted->n_files = n_files;
    deleted->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
    if (deleted->monitor == NULL)
        return error_nomem(error);
#endif
    return mem_need_zeroed(&deleted->rows, n_files, sizeof(struct row_bitmap *))
               ? OK
               : error_nomem(error);
}

static void free_bitmap(struct row_bitmap *rows)
{
    if (rows != NULL)
        row_bitmap_release(rows);
    mem_free(rows);
}

void delta_deleted_release(struct delta_deleted *deleted)
{
    for (uint32_t i = 0; deleted->rows != NULL && i < deleted->n_files; i++)
        free_bitmap(deleted->rows[i]);
    mem_free(deleted->rows);
    monitor_free(deleted->monitor);
    *deleted = (struct delta_deleted){0};
}

/* Sets *path to the file of a vector.  Its name in the folder is not encoded. */
static enum status find_path(const struct deletion_vector *vector,
                             const struct lake_paths *paths, struct buffer *path,
                             struct error *error)
{
    struct buffer location = {0};
    struct lake_paths as_they_are = *paths;
    bool is_absolute;
    as_they_are.is_encoded = false;
    enum status status = deletion_vector_path(vector, &location, &is_absolute, error);
    if (status == OK)
        status = lake_path_map(is_absolute ? paths : &as_they_are,
                               slice_of(location.data, location.size - 1), path, error);
    buffer_release(&location);
    return status;
}

static enum status decode(const struct deletion_vector *vector, uint64_t n_rows,
                          const struct lake_paths *paths, struct row_bitmap *rows,
                          struct error *error)
{
    struct buffer path = {0};
    struct input_file *input = NULL;
    bool is_inline = deletion_vector_is_inline(vector);
    enum status status = is_inline ? OK : find_path(vector, paths, &path, error);
    bool has_path = status == OK && !is_inline;
    if (has_path)
        status = disk_file_open((const char *)path.data, &input, error);
    if (status == OK)
        status = deletion_vector_read(vector, input, n_rows, rows, error);
    if (status != OK && has_path)
        error_locate(error, "%s", (const char *)path.data);
    input_file_close(input);
    buffer_release(&path);
    return status;
}

/* The decoded rows of the file, if any; keeps `rows`, if there are none yet. */
static struct row_bitmap *exchange(struct delta_deleted *deleted, uint32_t file,
                                   struct row_bitmap *rows)
{
    monitor_enter(deleted->monitor);
    if (deleted->rows[file] == NULL)
        deleted->rows[file] = rows;
    struct row_bitmap *found = deleted->rows[file];
    monitor_leave(deleted->monitor);
    return found;
}

enum status delta_deleted_find(struct delta_deleted *deleted, uint32_t file,
                               const struct deletion_vector *vector, uint64_t n_rows,
                               const struct lake_paths *paths,
                               const struct row_bitmap **rows, struct error *error)
{
    struct row_bitmap *found = exchange(deleted, file, NULL), *decoded = NULL;
    enum status status = OK;
    if (found == NULL) {
        struct memory_scope scope = memory_account_enter(deleted->account);
        decoded = mem_alloc_zeroed(1, sizeof *decoded);
        status = decoded == NULL ? error_nomem(error)
                                 : decode(vector, n_rows, paths, decoded, error);
        memory_scope_restore(scope);
        if (status == OK)
            found = exchange(deleted, file, decoded);
        if (found != decoded) /* another thread was quicker, or it failed */
            free_bitmap(decoded);
    }
    *rows = found;
    return status;
}

enum status delta_deleted_expect(const struct delta_deleted *deleted, uint32_t file,
                                 const struct deletion_vector *vector,
                                 const struct lake_paths *paths,
                                 struct expected_files *expected, struct error *error)
{
    struct buffer path = {0};
    struct error why = {0};
    monitor_enter(deleted->monitor);
    bool is_known = deleted->rows[file] != NULL;
    monitor_leave(deleted->monitor);
    if (is_known || deletion_vector_is_inline(vector))
        return OK;
    enum status status = find_path(vector, paths, &path, &why);
    if (status == OK)
        status = expected_files_add(expected, (const char *)path.data, true, &why);
    buffer_release(&path);
    return status == NOMEM ? error_nomem(error) : OK; /* reading it finds out why */
}
