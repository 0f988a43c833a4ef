/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_deletions.h"

#include "base/alloc.h"
#include "base/expected_files.h"
#include "base/interrupt.h"
#include "base/monitor.h"
#include "lake/deletions/deletion_vector.h"
#include "lake/deletions/position_deletes.h"
#include "lake/iceberg/delete_index.h"
#include "lake/iceberg/iceberg_equalities.h"
#include "scan/table_file.h"

enum {
    WORK_PER_FILE = 100,
    WAIT_MILLISECONDS = 50, /* between looks at whether the user interrupts */
};

/* The deleted rows of a data file. */
struct file_rows {
    bool is_known;
    struct row_bitmap rows;
};

enum read_state { NOT_READ, IS_READING, IS_READ };

/* A file of deletes.  While a thread reads its positions, others that need them wait. */
struct delete_file {
    char *path; /* NULL: it applies to no data file */
    enum read_state state;
    struct position_deletes positions;
};

struct iceberg_deletions {
    const struct iceberg_files *files;
    struct dataset_opener opener;
    struct delete_index index;
    struct iceberg_equalities *equalities;
    struct delete_file *delete_files; /* of files->deletes */
    struct file_rows *of_files;       /* of files->data */
    struct arena arena;
    struct monitor *monitor; /* guards states, and what of_files has */
};

void iceberg_deletions_release(struct iceberg_deletions *deletions)
{
    if (deletions == NULL)
        return;
    for (uint32_t i = 0; deletions->of_files != NULL && i < deletions->files->data.n; i++)
        row_bitmap_release(&deletions->of_files[i].rows);
    for (uint32_t i = 0;
         deletions->delete_files != NULL && i < deletions->files->deletes.n; i++)
        position_deletes_release(&deletions->delete_files[i].positions);
    mem_free(deletions->of_files);
    mem_free(deletions->delete_files);
    delete_index_release(&deletions->index);
    iceberg_equalities_release(deletions->equalities);
    arena_release(&deletions->arena);
    monitor_free(deletions->monitor);
    mem_free(deletions);
}

static struct delete_file *delete_file_of(const struct iceberg_deletions *deletions,
                                          const struct iceberg_file *file)
{
    return &deletions->delete_files[file - deletions->files->deletes.files];
}

/* ---- Which files apply ------------------------------------------------------------ */

/* Notes a delete file that applies to some data file. */
static enum status need_file(struct iceberg_deletions *deletions,
                             const struct lake_paths *paths,
                             const struct iceberg_file *file, struct error *error)
{
    struct buffer path = {0};
    struct delete_file *delete_file = delete_file_of(deletions, file);
    if (delete_file->path != NULL)
        return OK;
    enum status status = lake_path_map(paths, iceberg_file_location(file), &path, error);
    if (status == OK) {
        delete_file->path = arena_copy_text(&deletions->arena, path.data, path.size);
        if (delete_file->path == NULL)
            status = error_nomem(error);
    }
    if (status == OK && file->content == ICEBERG_EQUALITY_DELETES)
        status = iceberg_equalities_note(deletions->equalities, file->deletes, error);
    buffer_release(&path);
    return status;
}

static enum status need_files(struct iceberg_deletions *deletions,
                              const struct lake_paths *paths,
                              const struct applicable_deletes *found, struct error *error)
{
    enum status status = OK;
    if (found->vector != NULL)
        status = need_file(deletions, paths, found->vector, error);
    for (uint32_t i = 0; i < found->n_positions && status == OK; i++)
        status = need_file(deletions, paths, found->positions[i], error);
    for (uint32_t i = 0; i < found->n_equalities && status == OK; i++)
        status = need_file(deletions, paths, found->equalities[i], error);
    return status;
}

static uint64_t count_deleted(const struct applicable_deletes *found)
{
    if (found->n_positions > 0 || found->n_equalities > 0)
        return DECLARED_UNKNOWN;
    return found->vector != NULL ? found->vector->n_rows : 0;
}

static enum status find_deletes(struct iceberg_deletions *deletions,
                                const struct lake_paths *paths,
                                struct declared_file *declared, bool *applies,
                                struct error *error)
{
    struct applicable_deletes found = {.vector = NULL};
    enum status status = OK;
    *applies = false;
    for (uint32_t i = 0; i < deletions->files->data.n && status == OK; i++) {
        status = interrupt_after(WORK_PER_FILE, error);
        if (status == OK)
            status = delete_index_find(&deletions->index,
                                       &deletions->files->data.files[i], &found, error);
        if (status == OK)
            status = need_files(deletions, paths, &found, error);
        declared[i].n_deleted = count_deleted(&found);
        *applies |= declared[i].n_deleted != 0;
    }
    applicable_deletes_release(&found);
    return status;
}

static struct iceberg_deletions *deletions_new(const struct iceberg_files *files)
{
    struct iceberg_deletions *deletions = mem_alloc_zeroed(1, sizeof *deletions);
    if (deletions == NULL)
        return NULL;
    deletions->files = files;
    deletions->delete_files = mem_alloc_zeroed(files->deletes.n,
                                               sizeof *deletions->delete_files);
    deletions->of_files = mem_alloc_zeroed(files->data.n, sizeof *deletions->of_files);
    deletions->monitor = monitor_new();
    bool has_all = deletions->delete_files != NULL && deletions->of_files != NULL;
#ifndef PARQUET_VTAB_OMIT_THREADS
    has_all = has_all && deletions->monitor != NULL;
#endif
    if (has_all)
        return deletions;
    iceberg_deletions_release(deletions);
    return NULL;
}

enum status iceberg_deletions_open(struct iceberg_metadata *metadata,
                                   const struct iceberg_schema *schema,
                                   const struct iceberg_files *files,
                                   const struct lake_paths *paths,
                                   const struct dataset_opener *opener,
                                   struct declared_file *declared,
                                   struct iceberg_deletions **result, struct error *error)
{
    bool applies = false;
    *result = NULL;
    if (files->deletes.n == 0)
        return OK;
    struct iceberg_deletions *deletions = deletions_new(files);
    if (deletions == NULL)
        return error_nomem(error);
    deletions->opener = *opener;
    deletions->equalities = iceberg_equalities_new(opener,
                                                   metadata->name_mapping.size == 0);
    enum status status = deletions->equalities == NULL
                             ? error_nomem(error)
                             : delete_index_make(&files->deletes, &deletions->index,
                                                 error);
    if (status == OK)
        status = find_deletes(deletions, paths, declared, &applies, error);
    if (status == OK)
        status = iceberg_equalities_resolve(deletions->equalities, metadata, schema,
                                            error);
    if (status == OK && applies)
        *result = deletions;
    else
        iceberg_deletions_release(deletions);
    return status;
}

/* ---- Files of deletes ------------------------------------------------------------- */

static enum status read_table_file(const struct iceberg_deletions *deletions,
                                   struct delete_file *delete_file, struct error *error)
{
    struct table_file *file;
    const struct dataset_opener *opener = &deletions->opener;
    enum status status = opener->open(opener->context, delete_file->path, &file, error);
    if (status == OK) {
        status = position_deletes_read(&delete_file->positions, file, error);
        file->ops->close(file);
    }
    if (status != OK)
        position_deletes_release(&delete_file->positions);
    return status == OK ? OK : error_locate(error, "%.300s", delete_file->path);
}

/* Waits until no thread reads the file; *is_read: another one has.  Inside the monitor.
 */
static enum status wait_for(const struct iceberg_deletions *deletions,
                            const struct delete_file *file, bool *is_read,
                            struct error *error)
{
    enum status status = OK;
    while (file->state == IS_READING && status == OK) {
        monitor_wait(deletions->monitor, WAIT_MILLISECONDS);
        status = interrupt_check(error);
    }
    *is_read = file->state == IS_READ;
    return status;
}

/* Reads a file of deletes unless that is done. */
static enum status need_read(const struct iceberg_deletions *deletions,
                             struct delete_file *file, struct error *error)
{
    bool is_read;
    monitor_enter(deletions->monitor);
    enum status status = wait_for(deletions, file, &is_read, error);
    if (status == OK && !is_read)
        file->state = IS_READING;
    monitor_leave(deletions->monitor);
    if (status != OK || is_read)
        return status;
    status = read_table_file(deletions, file, error);
    monitor_enter(deletions->monitor);
    file->state = status == OK ? IS_READ : NOT_READ;
    monitor_notify(deletions->monitor);
    monitor_leave(deletions->monitor);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------- */

static enum status add_vector(const struct iceberg_deletions *deletions,
                              const struct iceberg_file *vector, uint64_t n_rows,
                              struct row_bitmap *rows, struct error *error)
{
    const char *path = delete_file_of(deletions, vector)->path;
    struct input_file *file;
    enum status status = disk_file_open(path, &file, error);
    if (status == OK) {
        status = deletion_vector_read_blob(file, vector->deletes->content_offset,
                                           vector->deletes->content_size,
                                           (int64_t)vector->n_rows, n_rows, rows, error);
        input_file_close(file);
    }
    return status == OK ? OK : error_locate(error, "%.300s", path);
}

static enum status add_positions(const struct iceberg_deletions *deletions,
                                 const struct iceberg_file *positions,
                                 struct slice location, struct row_bitmap *rows,
                                 struct error *error)
{
    struct delete_file *file = delete_file_of(deletions, positions);
    enum status status = need_read(deletions, file, error);
    if (status != OK)
        return status;
    const struct row_bitmap *found = position_deletes_rows(&file->positions, location);
    return found != NULL ? row_bitmap_unite(rows, found, error) : OK;
}

/* Looks at all equality deletes of the file's partition that some data file needs, so
 * that data files of different ages share them. */
static enum status add_equalities(const struct iceberg_deletions *deletions,
                                  const struct iceberg_file *data,
                                  struct applicable_deletes *found,
                                  struct table_file *open, struct row_bitmap *rows,
                                  struct error *error)
{
    struct iceberg_file oldest = *data;
    uint32_t n = 0;
    oldest.sequence_number = INT64_MIN;
    enum status status = delete_index_find(&deletions->index, &oldest, found, error);
    if (status != OK)
        return status;
    struct equality_file *files = mem_alloc(found->n_equalities, sizeof *files);
    if (files == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < found->n_equalities; i++) {
        const struct iceberg_file *file = found->equalities[i];
        const char *path = delete_file_of(deletions, file)->path;
        if (path != NULL)
            files[n++] = (struct equality_file){file, path};
    }
    status = iceberg_equalities_find(deletions->equalities, data, open, files, n, rows,
                                     error);
    mem_free(files);
    return status;
}

static enum status collect(const struct iceberg_deletions *deletions, uint32_t i,
                           struct table_file *open, struct row_bitmap *rows,
                           struct error *error)
{
    const struct iceberg_file *data = &deletions->files->data.files[i];
    struct applicable_deletes found = {.vector = NULL};
    enum status status = delete_index_find(&deletions->index, data, &found, error);
    if (status == OK && found.vector != NULL)
        status = add_vector(deletions, found.vector, data->n_rows, rows, error);
    for (uint32_t k = 0; k < found.n_positions && status == OK; k++)
        status = add_positions(deletions, found.positions[k], iceberg_file_location(data),
                               rows, error);
    if (status == OK && found.n_equalities > 0)
        status = add_equalities(deletions, data, &found, open, rows, error);
    applicable_deletes_release(&found);
    return status;
}

enum status iceberg_deletions_find(struct iceberg_deletions *deletions, uint32_t i,
                                   struct table_file *open,
                                   const struct row_bitmap **rows, struct error *error)
{
    struct file_rows *of_file = &deletions->of_files[i];
    struct row_bitmap found = {.n = 0};
    monitor_enter(deletions->monitor);
    bool is_known = of_file->is_known;
    monitor_leave(deletions->monitor);
    if (!is_known) {
        enum status status = collect(deletions, i, open, &found, error);
        if (status != OK) {
            row_bitmap_release(&found);
            return status;
        }
        monitor_enter(deletions->monitor);
        if (!of_file->is_known) { /* else another thread was quicker */
            of_file->rows = found;
            of_file->is_known = true;
            found = (struct row_bitmap){.n = 0};
        }
        monitor_leave(deletions->monitor);
        row_bitmap_release(&found);
    }
    *rows = of_file->rows.n > 0 ? &of_file->rows : NULL;
    return OK;
}

static enum status expect_file(const struct iceberg_deletions *deletions,
                               const struct iceberg_file *file,
                               struct expected_files *expected, struct error *error)
{
    const struct delete_file *delete_file = delete_file_of(deletions, file);
    monitor_enter(deletions->monitor);
    bool is_read = delete_file->state == IS_READ;
    monitor_leave(deletions->monitor);
    return is_read ? OK : expected_files_add(expected, delete_file->path, true, error);
}

enum status iceberg_deletions_expect(struct iceberg_deletions *deletions, uint32_t i,
                                     struct expected_files *expected, struct error *error)
{
    const struct iceberg_file *data = &deletions->files->data.files[i];
    struct applicable_deletes found = {.vector = NULL};
    monitor_enter(deletions->monitor);
    bool is_known = deletions->of_files[i].is_known;
    monitor_leave(deletions->monitor);
    if (is_known)
        return OK;
    enum status status = delete_index_find(&deletions->index, data, &found, error);
    if (status == OK && found.vector != NULL)
        status = expect_file(deletions, found.vector, expected, error);
    for (uint32_t k = 0; k < found.n_positions && status == OK; k++)
        status = expect_file(deletions, found.positions[k], expected, error);
    for (uint32_t k = 0; k < found.n_equalities && status == OK; k++)
        status = expect_file(deletions, found.equalities[k], expected, error);
    applicable_deletes_release(&found);
    return status;
}
