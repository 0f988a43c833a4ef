/* SPDX-License-Identifier: MIT */
#include "dataset/dataset_shared.h"

#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/interrupt.h"

enum {
    FILE_WORK = 1000, /* for interrupt_after() */
    FILES_AHEAD = 64, /* whose columns are united */
};

void dataset_shared_retain(struct dataset_shared *shared)
{
    atomic_fetch_add(&shared->n_users, 1);
}

void dataset_shared_release(struct dataset_shared *shared)
{
    if (shared == NULL || atomic_fetch_sub(&shared->n_users, 1) > 1)
        return;
    dataset_columns_release(&shared->columns);
    arena_release(&shared->texts);
    declared_table_release(shared->declared);
    mem_free((void *)shared->versions);
    mem_free(shared->paths);
    mem_free(shared);
}

enum status dataset_shared_identify(const struct dataset_shared *shared, uint32_t part,
                                    struct table_file *file, struct error *error)
{
    uint64_t version = file_stamp_of(input_file_identity(file->input)).contents;
    uint64_t before = 0;
    if (atomic_compare_exchange_strong(&shared->versions[part], &before, version) ||
        before == version)
        return OK;
    return error_set(error, CHANGED,
                     "the file was replaced after it was found; run the statement again");
}

/* ---- Making ----------------------------------------------------------------------- */

static enum status copy_paths(struct dataset_shared *shared,
                              const struct dataset_path *paths, uint32_t n,
                              struct error *error)
{
    for (uint32_t i = 0; i < n; i++) {
        char *copy = arena_copy_text(&shared->texts, paths[i].path,
                                     strlen(paths[i].path));
        if (copy == NULL)
            return error_nomem(error);
        atomic_init(&shared->versions[i], paths[i].version);
        shared->paths[shared->n_parts] = paths[i];
        shared->paths[shared->n_parts++].path = copy;
    }
    return OK;
}

static enum status open_part(struct dataset_shared *shared, uint32_t i,
                             struct table_file **file, struct error *error)
{
    const struct dataset_opener *opener = &shared->options.opener;
    const char *path = shared->paths[i].path;
    enum status status = opener->open(opener->context, path, file, error);
    if (status == OK)
        status = dataset_shared_identify(shared, i, *file, error);
    return status == OK ? OK : error_locate(error, "%s", path);
}

/* Files of 0 bytes have none, and say nothing of the columns of others. */
static bool has_no_columns(struct table_file *file)
{
    return file->ops->schema(file)->n_columns == 0 && input_file_size(file->input) == 0;
}

/* Files that are far away are looked at together, from the i-th on. */
static enum status prefetch(const struct dataset_shared *shared, uint32_t i,
                            struct error *error)
{
    struct expected_file files[FILES_AHEAD] = {{.path = NULL}};
    size_t n = 0;
    for (; i < shared->n_parts && n < FILES_AHEAD; i++)
        files[n++].path = shared->paths[i].path;
    return disk_file_prefetch(files, n, error);
}

/* Makes the columns: those of the first file that has any, or of all files. */
static enum status unite_columns(struct dataset_shared *shared, struct error *error)
{
    struct dataset_columns *columns = &shared->columns;
    struct united_columns united = {.by_ids = columns->by_ids};
    enum status status = OK;
    uint32_t n = 0;
    for (uint32_t i = 0;
         status == OK && i < shared->n_parts && (n == 0 || columns->unites); i++) {
        struct table_file *file = NULL;
        if (columns->unites && i % FILES_AHEAD == 0)
            status = prefetch(shared, i, error);
        if (status == OK)
            status = open_part(shared, i, &file, error);
        if (status == OK && n == 0 && has_no_columns(file))
            shared->first_part = i + 1;
        else if (status == OK &&
                 united_columns_add(&united, &columns->arena, file, ++n, error) != OK)
            status = error_locate(error, "%s", shared->paths[i].path);
        if (file != NULL)
            file->ops->close(file);
        if (status == OK)
            status = interrupt_after(FILE_WORK, error);
    }
    if (status == OK && n == 0)
        status = error_set(error, CORRUPT,
                           "%s: all files have 0 bytes, so there are no columns",
                           shared->paths[0].path);
    if (status == OK)
        status = dataset_columns_make(columns, &united, error);
    united_columns_release(&united);
    return status;
}

/* Makes the columns, beginning with the partition keys. */
static enum status make_columns(struct dataset_shared *shared, struct error *error)
{
    const struct dataset_options *options = &shared->options;
    enum status status = OK;
    shared->columns.by_ids = options->matches_ids;
    shared->columns.unites = options->unites_columns;
    if (options->has_keys)
        status = dataset_columns_add_keys(&shared->columns, shared->paths,
                                          shared->n_parts, options->key_types,
                                          options->n_key_types, error);
    return status == OK ? unite_columns(shared, error) : status;
}

/* Begins to make what n files share; the rest is zero. */
static enum status begin(uint32_t n, const struct dataset_options *options,
                         struct dataset_shared **shared, struct error *error)
{
    if (n > DATASET_MOST_FILES)
        return error_set(error, TOO_BIG, "more than %d files", (int)DATASET_MOST_FILES);
    struct dataset_shared *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    atomic_store(&made->n_users, 1);
    made->options = *options;
    made->paths = mem_alloc_zeroed((size_t)n + 1, sizeof *made->paths);
    made->versions = mem_alloc_zeroed((size_t)n + 1, sizeof *made->versions);
    *shared = made;
    return made->paths != NULL && made->versions != NULL ? OK : error_nomem(error);
}

/* Ends making it: releases it after a failure. */
static enum status end(enum status status, struct dataset_shared **shared)
{
    if (status == OK)
        return OK;
    dataset_shared_release(*shared);
    *shared = NULL;
    return status;
}

enum status dataset_shared_new(const struct dataset_path *paths, uint32_t n,
                               const struct dataset_options *options,
                               struct dataset_shared **shared, struct error *error)
{
    *shared = NULL;
    enum status status = begin(n, options, shared, error);
    if (status == OK)
        status = copy_paths(*shared, paths, n, error);
    if (status == OK)
        status = make_columns(*shared, error);
    return end(status, shared);
}

enum status dataset_shared_declare(struct declared_table *table,
                                   const struct dataset_options *options,
                                   struct dataset_shared **shared, struct error *error)
{
    uint32_t n = table->n_files;
    *shared = NULL;
    enum status status = begin(n, options, shared, error);
    if (status == OK)
        status = dataset_columns_declare(&(*shared)->columns, table, error);
    if (status != OK)
        return end(status, shared);
    (*shared)->declared = declared_table_share(table);
    (*shared)->n_parts = n;
    for (uint32_t i = 0; i < n; i++)
        (*shared)->paths[i].path = table->files[i].path;
    return OK;
}
