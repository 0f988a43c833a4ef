/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_equalities.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/monitor.h"
#include "lake/deletions/equality_deletes.h"
#include "lake/iceberg/iceberg_columns.h"
#include "lake/iceberg/iceberg_place.h"
#include "scan/table_file.h"

enum {
    MOST_KEPT = 16,         /* sets */
    WAIT_MILLISECONDS = 50, /* between looks at whether the user interrupts */
};

/* What some delete files delete.  While a thread reads them, others wait. */
struct equality_set {
    const struct iceberg_file **files; /* sorted */
    uint32_t n_files;
    bool is_reading, is_read;
    struct equality_deletes deletes;
};

struct iceberg_equalities {
    struct dataset_opener opener;
    bool by_positions;
    int32_t *ids; /* of compared columns */
    uint32_t n_ids;
    struct declared_field *fields; /* of the ids, in their order */
    struct arena arena;
    struct monitor *monitor; /* guards the sets */
    struct equality_set sets[MOST_KEPT];
    uint32_t n_sets;
};

struct iceberg_equalities *iceberg_equalities_new(const struct dataset_opener *opener,
                                                  bool by_positions)
{
    struct iceberg_equalities *equalities = mem_alloc_zeroed(1, sizeof *equalities);
    if (equalities == NULL)
        return NULL;
    equalities->opener = *opener;
    equalities->by_positions = by_positions;
    equalities->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
    if (equalities->monitor == NULL) {
        mem_free(equalities);
        return NULL;
    }
#endif
    return equalities;
}

static void release_set(struct equality_set *set)
{
    equality_deletes_release(&set->deletes);
    mem_free(set->files);
    *set = (struct equality_set){.files = NULL};
}

void iceberg_equalities_release(struct iceberg_equalities *equalities)
{
    if (equalities == NULL)
        return;
    for (uint32_t i = 0; i < equalities->n_sets; i++)
        release_set(&equalities->sets[i]);
    monitor_free(equalities->monitor);
    mem_free(equalities->ids);
    arena_release(&equalities->arena);
    mem_free(equalities);
}

/* ---- Columns ---------------------------------------------------------------------- */

static bool find_id(const struct iceberg_equalities *equalities, int32_t id,
                    uint32_t *found)
{
    for (*found = 0; *found < equalities->n_ids; (*found)++) {
        if (equalities->ids[*found] == id)
            return true;
    }
    return false;
}

enum status iceberg_equalities_note(struct iceberg_equalities *equalities,
                                    const struct iceberg_deletes *deletes,
                                    struct error *error)
{
    uint32_t found;
    for (uint32_t i = 0; i < deletes->n_equality_ids; i++) {
        if (find_id(equalities, deletes->equality_ids[i], &found))
            continue;
        if (!mem_grow(&equalities->ids, equalities->n_ids + 1, sizeof *equalities->ids))
            return error_nomem(error);
        equalities->ids[equalities->n_ids++] = deletes->equality_ids[i];
    }
    return OK;
}

enum status iceberg_equalities_resolve(struct iceberg_equalities *equalities,
                                       struct iceberg_metadata *metadata,
                                       const struct iceberg_schema *schema,
                                       struct error *error)
{
    uint32_t n = equalities->n_ids;
    struct iceberg_schema compared = {.n_fields = n};
    enum status status = OK;
    compared.fields = arena_alloc(&equalities->arena, n, sizeof *compared.fields);
    if (compared.fields == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n && status == OK; i++) {
        const struct iceberg_field *field = NULL;
        status = iceberg_metadata_find_field(metadata, schema, equalities->ids[i], &field,
                                             error);
        if (status == OK && field == NULL)
            status = error_set(error, CORRUPT,
                               "rows are deleted by column %d, which no schema has",
                               (int)equalities->ids[i]);
        if (status == OK)
            compared.fields[i] = *field;
    }
    if (status == OK)
        status = iceberg_columns_make(&compared, metadata->name_mapping,
                                      &equalities->arena, &equalities->fields, error);
    return status;
}

static const struct declared_field *field_of(const struct iceberg_equalities *equalities,
                                             const struct iceberg_deletes *deletes,
                                             uint32_t i)
{
    uint32_t found = 0;
    (void)find_id(equalities, deletes->equality_ids[i], &found);
    return &equalities->fields[found];
}

/* ---- Sets ------------------------------------------------------------------------- */

static enum status init_set(const struct iceberg_equalities *equalities,
                            struct equality_set *set, struct error *error)
{
    const struct iceberg_deletes *deletes = set->files[0]->deletes;
    uint32_t n = deletes->n_equality_ids;
    struct column *columns = mem_alloc(n, sizeof *columns);
    if (columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        columns[i] = field_of(equalities, deletes, i)->column;
    enum status status = equality_deletes_init(&set->deletes, columns, n, error);
    mem_free(columns);
    return status;
}

/* Finds the compared columns in a file.  A delete file must have them. */
static enum status find_sources(const struct iceberg_equalities *equalities,
                                const struct iceberg_deletes *deletes,
                                const struct iceberg_file *file, struct table_file *open,
                                struct equality_source *sources, struct error *error)
{
    const struct schema *schema = open->ops->schema(open);
    bool is_data = file->content == ICEBERG_ROWS;
    for (uint32_t i = 0; i < deletes->n_equality_ids; i++) {
        const struct declared_field *field = field_of(equalities, deletes, i);
        struct iceberg_place place;
        iceberg_place_find(field, is_data && equalities->by_positions, file, schema,
                           &place);
        sources[i] = (struct equality_source){EQUALITY_CONSTANT, place.value};
        if (place.is_column)
            sources[i].column = place.column;
        else if (!is_data)
            return error_set(error, CORRUPT,
                             "the delete file lacks column %d, \"%.100s\", by which it "
                             "deletes rows",
                             (int)field->column.field_id, field->column.name);
    }
    return OK;
}

static enum status read_open_file(const struct iceberg_equalities *equalities,
                                  struct equality_deletes *set,
                                  const struct iceberg_file *file,
                                  struct table_file *open, struct error *error)
{
    struct equality_source *sources = mem_alloc(set->n_keys, sizeof *sources);
    if (sources == NULL)
        return error_nomem(error);
    enum status status = find_sources(equalities, file->deletes, file, open, sources,
                                      error);
    if (status == OK)
        status = equality_deletes_read(set, open, sources, file->sequence_number, error);
    mem_free(sources);
    return status;
}

static enum status read_file(const struct iceberg_equalities *equalities,
                             struct equality_deletes *set,
                             const struct equality_file *file, struct error *error)
{
    struct table_file *open = NULL;
    const struct dataset_opener *opener = &equalities->opener;
    enum status status = opener->open(opener->context, file->path, &open, error);
    if (status == OK) {
        status = read_open_file(equalities, set, file->file, open, error);
        open->ops->close(open);
    }
    return status == OK ? OK : error_locate(error, "%.300s", file->path);
}

static enum status read_set(const struct iceberg_equalities *equalities,
                            struct equality_set *set, const struct equality_file *files,
                            struct error *error)
{
    enum status status = init_set(equalities, set, error);
    for (uint32_t i = 0; i < set->n_files && status == OK; i++)
        status = read_file(equalities, &set->deletes, &files[i], error);
    if (status != OK)
        equality_deletes_release(&set->deletes);
    return status;
}

/* Makes a set of the files, which is not read yet. */
static enum status make_set(struct equality_set *set, const struct equality_file *files,
                            uint32_t n, struct error *error)
{
    *set = (struct equality_set){.n_files = n};
    set->files = mem_alloc(n, sizeof(void *));
    if (set->files == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        set->files[i] = files[i].file;
    return OK;
}

static bool is_of_files(const struct equality_set *set, const struct equality_file *files,
                        uint32_t n)
{
    if (set->n_files != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (set->files[i] != files[i].file)
            return false;
    }
    return true;
}

/* Finds the set of the files, or makes one that is kept; NULL: there are too many.
 * Inside the monitor. */
static enum status find_set(struct iceberg_equalities *equalities,
                            const struct equality_file *files, uint32_t n,
                            struct equality_set **set, struct error *error)
{
    enum status status = OK;
    *set = NULL;
    for (uint32_t i = 0; i < equalities->n_sets && *set == NULL; i++) {
        if (is_of_files(&equalities->sets[i], files, n))
            *set = &equalities->sets[i];
    }
    if (*set == NULL && equalities->n_sets < MOST_KEPT) {
        *set = &equalities->sets[equalities->n_sets];
        status = make_set(*set, files, n, error);
        if (status == OK)
            equalities->n_sets++;
    }
    while (status == OK && *set != NULL && (*set)->is_reading) {
        monitor_wait(equalities->monitor, WAIT_MILLISECONDS);
        status = interrupt_check(error);
    }
    return status;
}

/* Finds a set that is read, or reads it; *own is used if it cannot be kept. */
static enum status need_set(struct iceberg_equalities *equalities,
                            const struct equality_file *files, uint32_t n,
                            struct equality_set *own, struct equality_set **set,
                            struct error *error)
{
    monitor_enter(equalities->monitor);
    enum status status = find_set(equalities, files, n, set, error);
    bool is_read = status == OK && *set != NULL && (*set)->is_read;
    if (status == OK && *set != NULL)
        (*set)->is_reading = !is_read;
    monitor_leave(equalities->monitor);
    if (status != OK || is_read)
        return status;
    if (*set == NULL) {
        *set = own;
        status = make_set(own, files, n, error);
        return status == OK ? read_set(equalities, own, files, error) : status;
    }
    status = read_set(equalities, *set, files, error);
    monitor_enter(equalities->monitor);
    (*set)->is_reading = false;
    (*set)->is_read = status == OK;
    monitor_notify(equalities->monitor);
    monitor_leave(equalities->monitor);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------- */

static int compare_ids(const struct iceberg_deletes *a, const struct iceberg_deletes *b)
{
    if (a->n_equality_ids != b->n_equality_ids)
        return a->n_equality_ids < b->n_equality_ids ? -1 : 1;
    return memcmp(a->equality_ids, b->equality_ids,
                  a->n_equality_ids * sizeof *a->equality_ids);
}

/* By the columns that are compared, then in the order of the snapshot. */
static int compare_files(const void *x, const void *y)
{
    const struct equality_file *a = x, *b = y;
    int order = compare_ids(a->file->deletes, b->file->deletes);
    return order != 0 ? order : (a->file > b->file) - (a->file < b->file);
}

/* Sorts the files, unless they are in order, as mostly: each data file has its list. */
static void sort_files(struct equality_file *files, uint32_t n)
{
    uint32_t i = 1;
    while (i < n && compare_files(&files[i - 1], &files[i]) <= 0)
        i++;
    if (i < n)
        qsort(files, n, sizeof *files, compare_files);
}

/* The same for files that compare the same columns. */
static enum status find_rows(struct iceberg_equalities *equalities,
                             const struct iceberg_file *data, struct table_file *open,
                             const struct equality_file *files, uint32_t n,
                             struct row_bitmap *rows, struct error *error)
{
    const struct iceberg_deletes *deletes = files[0].file->deletes;
    struct equality_set own = {.files = NULL}, *set;
    struct equality_source *sources = mem_alloc(deletes->n_equality_ids, sizeof *sources);
    enum status status = sources == NULL ? error_nomem(error) : OK;
    if (status == OK)
        status = find_sources(equalities, deletes, data, open, sources, error);
    if (status == OK)
        status = need_set(equalities, files, n, &own, &set, error);
    if (status == OK)
        status = equality_deletes_find(&set->deletes, open, sources,
                                       data->sequence_number, rows, error);
    release_set(&own);
    mem_free(sources);
    return status;
}

enum status iceberg_equalities_find(struct iceberg_equalities *equalities,
                                    const struct iceberg_file *data,
                                    struct table_file *open, struct equality_file *files,
                                    uint32_t n, struct row_bitmap *rows,
                                    struct error *error)
{
    enum status status = OK;
    sort_files(files, n);
    for (uint32_t first = 0, end; first < n && status == OK; first = end) {
        for (end = first + 1; end < n && compare_ids(files[first].file->deletes,
                                                     files[end].file->deletes) == 0;)
            end++;
        status = find_rows(equalities, data, open, files + first, end - first, rows,
                           error);
    }
    return status;
}
