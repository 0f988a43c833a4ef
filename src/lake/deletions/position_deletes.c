/* SPDX-License-Identifier: MIT */
#include "lake/deletions/position_deletes.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "lake/deletions/entry_numbers.h"
#include "scan/scan.h"

enum {
    PATH_ID = 2147483546, /* reserved by Iceberg */
    POSITION_ID = 2147483545,
    MOST_PRUNING = 1000, /* wanted paths that are looked for in statistics */
};

/* ---- Paths ------------------------------------------------------------------------- */

static uint32_t hash_of_path(const struct position_deletes *deletes, struct slice path)
{
    return (uint32_t)hash_of(path, deletes->seed);
}

/* The number of a path; NUMBER_OF_NONE if it is not there. */
static uint32_t find_path(const struct position_deletes *deletes, struct slice path,
                          uint32_t hash)
{
    const struct hash_slot *slot = hash_table_first(&deletes->table, hash);
    while (slot->number != 0 &&
           !slice_equals(deletes->files[slot->number - 1].path, path))
        slot = hash_table_next(&deletes->table, slot);
    return slot->number != 0 ? slot->number - 1 : NUMBER_OF_NONE;
}

static enum status add_path(struct position_deletes *deletes, struct slice path,
                            uint32_t *number, struct error *error)
{
    if (deletes->seed == 0)
        deletes->seed = hash_new_seed() | 1;
    uint32_t hash = hash_of_path(deletes, path);
    *number = find_path(deletes, path, hash);
    if (*number != NUMBER_OF_NONE)
        return OK;
    if (deletes->n_files == NUMBER_OF_NONE - 1)
        return error_set(error, TOO_BIG, "position deletes of too many files");
    enum status status = hash_table_reserve(&deletes->table, error);
    if (status != OK)
        return status;
    char *copy = arena_copy_text(&deletes->paths, path.data, path.size);
    if (copy == NULL ||
        !mem_grow(&deletes->files, (size_t)deletes->n_files + 1, sizeof *deletes->files))
        return error_nomem(error);
    *number = deletes->n_files++;
    deletes->files[*number] = (struct position_deletes_of_file){
        .path = slice_of(copy, path.size)};
    hash_table_add(&deletes->table, hash, *number);
    return OK;
}

enum status position_deletes_want(struct position_deletes *deletes, struct slice path,
                                  struct error *error)
{
    uint32_t number;
    deletes->wants_some = true;
    return add_path(deletes, path, &number, error);
}

const struct row_bitmap *position_deletes_rows(const struct position_deletes *deletes,
                                               struct slice path)
{
    uint32_t number = find_path(deletes, path, hash_of_path(deletes, path));
    if (number == NUMBER_OF_NONE || deletes->files[number].rows.n == 0)
        return NULL;
    return &deletes->files[number].rows;
}

void position_deletes_release(struct position_deletes *deletes)
{
    for (uint32_t i = 0; i < deletes->n_files; i++)
        row_bitmap_release(&deletes->files[i].rows);
    mem_free(deletes->files);
    hash_table_release(&deletes->table);
    arena_release(&deletes->paths);
    *deletes = (struct position_deletes){0};
}

/* ---- Reading ----------------------------------------------------------------------- */

/* A delete file that is being read. */
struct reading {
    struct position_deletes *deletes;
    struct scan scan;
    struct predicate predicate; /* on wanted paths */
    uint32_t path_column, position_column;
    struct entry_numbers entries; /* of the dictionary of paths */
    /* The last path that was looked up without a dictionary: mostly the next one. */
    struct buffer last_path;
    uint32_t last_number;
    bool has_last;
};

static enum status find_column(const struct schema *schema, int32_t id, const char *name,
                               uint32_t *column, struct error *error)
{
    for (int by_id = 1; by_id >= 0; by_id--) {
        for (uint32_t i = 0; i < schema->n_top_level; i++) {
            const struct column *c = &schema->columns[i];
            *column = i;
            if (by_id ? c->has_field_id && c->field_id == id
                      : slice_equals_text(slice_of(c->name, c->name_size), name))
                return OK;
        }
    }
    return error_set(error, CORRUPT, "the position delete file has no column \"%s\"",
                     name);
}

static enum status find_columns(struct reading *reading, const struct schema *schema,
                                struct error *error)
{
    enum status status = find_column(schema, PATH_ID, "file_path", &reading->path_column,
                                     error);
    if (status == OK)
        status = find_column(schema, POSITION_ID, "pos", &reading->position_column,
                             error);
    if (status != OK)
        return status;
    const struct column *path = &schema->columns[reading->path_column];
    const struct column *position = &schema->columns[reading->position_column];
    if (path->type != COLUMN_TEXT && path->type != COLUMN_BLOB)
        return error_set(error, CORRUPT,
                         "column \"%s\" of a position delete file has no "
                         "texts",
                         path->name);
    if (position->type != COLUMN_INTEGER)
        return error_set(error, CORRUPT,
                         "column \"%s\" of a position delete file has no "
                         "integers",
                         position->name);
    return OK;
}

/* Accepts only the wanted paths, unless they are too many to be worth it. */
static enum status want_paths(struct reading *reading, const struct schema *schema,
                              struct error *error)
{
    const struct position_deletes *deletes = reading->deletes;
    if (!deletes->wants_some || deletes->n_files > MOST_PRUNING)
        return OK;
    struct predicate *predicate = &reading->predicate;
    struct predicate_term *term = predicate_add(predicate, reading->path_column);
    struct value_range *ranges = arena_alloc(
        &predicate->arena, (size_t)deletes->n_files + 1, sizeof *ranges);
    if (term == NULL || ranges == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < deletes->n_files; i++) {
        struct slice path = deletes->files[i].path;
        ranges[i].low.bytes = (struct bytes_value){path.data, path.size};
        ranges[i].high = ranges[i].low;
    }
    term->prunes = true;
    term->set = (struct value_set){
        .domain = DOMAIN_BYTES, .n_ranges = deletes->n_files, .ranges = ranges};
    value_set_normalise(&term->set);
    return predicate_prepare(predicate, schema, error);
}

static enum status look_up(struct reading *reading, struct slice path, uint32_t *number,
                           struct error *error)
{
    struct position_deletes *deletes = reading->deletes;
    if (!deletes->wants_some)
        return add_path(deletes, path, number, error);
    *number = find_path(deletes, path, hash_of_path(deletes, path));
    return OK;
}

/* The number of entry k of a vector's dictionary. */
static enum status number_of_entry(struct reading *reading,
                                   const struct column_vector *paths, uint32_t k,
                                   uint32_t *number, struct error *error)
{
    enum status status = entry_numbers_use(&reading->entries, paths, error);
    if (status != OK || entry_numbers_get(&reading->entries, k, number))
        return status;
    struct bytes_value path = paths->values.bytes[k];
    status = look_up(reading, slice_of(path.data, path.size), number, error);
    if (status == OK)
        entry_numbers_set(&reading->entries, k, *number);
    return status;
}

static enum status number_of_path(struct reading *reading, struct bytes_value value,
                                  uint32_t *number, struct error *error)
{
    struct slice path = slice_of(value.data, value.size);
    if (reading->has_last && slice_equals(path, buffer_slice(&reading->last_path))) {
        *number = reading->last_number;
        return OK;
    }
    enum status status = look_up(reading, path, number, error);
    buffer_empty(&reading->last_path, SIZE_MAX);
    if (status == OK)
        status = buffer_append(&reading->last_path, path.data, path.size, error);
    reading->has_last = status == OK;
    reading->last_number = *number;
    return status;
}

/* Adds a row of the delete file: rows i and k of the two vectors. */
static enum status add_row(struct reading *reading, const struct column_vector *paths,
                           uint32_t i, const struct column_vector *positions, uint32_t k,
                           struct error *error)
{
    uint32_t number;
    if (column_vector_is_null(paths, i)) /* as Impala's: no data file's */
        return OK;
    if (column_vector_is_null(positions, k))
        return error_set(error, CORRUPT, "a position delete without a position");
    int64_t position = positions->values.int64[column_vector_index(positions, k)];
    if (position < 0)
        return error_set(error, CORRUPT, "a position delete of row %lld",
                         (long long)position);
    enum status status =
        paths->indices != NULL
            ? number_of_entry(reading, paths, paths->indices[i], &number, error)
            : number_of_path(reading, paths->values.bytes[i], &number, error);
    if (status != OK || number == NUMBER_OF_NONE)
        return status;
    return row_bitmap_add(&reading->deletes->files[number].rows, (uint64_t)position,
                          error);
}

static enum status add_batch(struct reading *reading, struct error *error)
{
    struct scan *scan = &reading->scan;
    const struct scan_column *paths, *positions;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < scan_batch_rows(scan); i++) {
        uint64_t row = scan_batch_row(scan, i);
        status = scan_column(scan, reading->path_column, row, &paths, error);
        if (status == OK)
            status = scan_column(scan, reading->position_column, row, &positions, error);
        if (status == OK) {
            status = add_row(reading, &paths->vector, (uint32_t)(row - paths->first),
                             &positions->vector, (uint32_t)(row - positions->first),
                             error);
            if (status == CORRUPT)
                error_locate(error, "row %llu", (unsigned long long)row);
        }
    }
    return status;
}

enum status position_deletes_read(struct position_deletes *deletes,
                                  struct table_file *file, struct error *error)
{
    struct reading reading = {.deletes = deletes};
    const struct schema *schema = file->ops->schema(file);
    enum status status = find_columns(&reading, schema, error);
    if (status == OK)
        status = want_paths(&reading, schema, error);
    if (status == OK)
        status = scan_init(&reading.scan, file, error);
    if (status == OK) {
        scan_start(&reading.scan, &reading.predicate);
        status = scan_next_batch(&reading.scan, error);
    }
    while (status == OK && reading.scan.batch_first < reading.scan.batch_end) {
        status = add_batch(&reading, error);
        if (status == OK)
            status = scan_next_batch(&reading.scan, error);
    }
    scan_release(&reading.scan);
    predicate_release(&reading.predicate);
    buffer_release(&reading.entries.numbers);
    buffer_release(&reading.last_path);
    return status;
}
