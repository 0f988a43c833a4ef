/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/delete_index.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"

enum { WORK_PER_FILE = 50 };

/* ---- Keys ------------------------------------------------------------------------- */

static uint32_t hash_of_key(const struct delete_index *index, struct slice key,
                            int32_t spec_id)
{
    return (uint32_t)hash_of(key, index->seed ^ (uint64_t)(uint32_t)spec_id << 32);
}

static bool is_same_partition(const struct iceberg_file *a, const struct iceberg_file *b)
{
    return a->spec->id == b->spec->id &&
           slice_equals(iceberg_file_partition(a), iceberg_file_partition(b));
}

/* The chain of a data file; 0: none. */
static uint32_t chain_of_data_file(const struct delete_index *index, struct slice path)
{
    const struct hash_table *table = &index->by_data_file;
    struct hash_slot *slot = hash_table_first(table, hash_of_key(index, path, 0));
    while (
        slot->number != 0 &&
        !slice_equals(index->deletes->files[slot->number - 1].deletes->data_file, path))
        slot = hash_table_next(table, slot);
    return slot->number;
}

static uint32_t chain_of_partition(const struct delete_index *index,
                                   const struct iceberg_file *file)
{
    const struct hash_table *table = &index->by_partition;
    struct hash_slot *slot = hash_table_first(
        table, hash_of_key(index, iceberg_file_partition(file), file->spec->id));
    while (slot->number != 0 &&
           !is_same_partition(&index->deletes->files[slot->number - 1], file))
        slot = hash_table_next(table, slot);
    return slot->number;
}

/* Adds a file to its chain, after the first one, or as the first one of the hash. */
static enum status add_to_chain(struct delete_index *index, struct hash_table *table,
                                uint32_t chain, uint32_t hash, uint32_t file,
                                struct error *error)
{
    if (chain != 0) {
        index->next[file] = index->next[chain - 1];
        index->next[chain - 1] = file + 1;
        return OK;
    }
    enum status status = hash_table_reserve(table, error);
    if (status == OK)
        hash_table_add(table, hash, file);
    return status;
}

/* ---- Making the index ------------------------------------------------------------- */

/* Tables of version 1 keep dropped partition fields as void ones. */
static bool has_partitions(const struct iceberg_partition_spec *spec)
{
    for (uint32_t i = 0; i < spec->n_fields; i++) {
        if (spec->fields[i].transform != ICEBERG_VOID)
            return true;
    }
    return false;
}

/* Bounds that contradict each other say nothing. */
static void note_paths(struct delete_index *index, uint32_t i)
{
    const struct iceberg_file *file = &index->deletes->files[i];
    struct iceberg_metrics metrics;
    if (file->content != ICEBERG_POSITION_DELETES || file->deletes->data_file.size > 0)
        return;
    iceberg_file_metrics(file, ICEBERG_DELETED_PATH_ID, &metrics);
    struct path_bounds *paths = &index->paths[i];
    *paths = (struct path_bounds){.has_lower = metrics.has_lower,
                                  .has_upper = metrics.has_upper,
                                  .lower = metrics.lower,
                                  .upper = metrics.upper};
    if (paths->has_lower && paths->has_upper &&
        slice_compare(paths->lower, paths->upper) > 0)
        paths->has_lower = paths->has_upper = false;
}

static enum status add_file(struct delete_index *index, uint32_t i, struct error *error)
{
    const struct iceberg_file *file = &index->deletes->files[i];
    struct slice path = file->deletes->data_file;
    if (file->content == ICEBERG_EQUALITY_DELETES && !has_partitions(file->spec)) {
        index->next[i] = index->everywhere;
        index->everywhere = i + 1;
        return OK;
    }
    if (file->content == ICEBERG_POSITION_DELETES && path.size > 0)
        return add_to_chain(index, &index->by_data_file, chain_of_data_file(index, path),
                            hash_of_key(index, path, 0), i, error);
    return add_to_chain(index, &index->by_partition, chain_of_partition(index, file),
                        hash_of_key(index, iceberg_file_partition(file), file->spec->id),
                        i, error);
}

enum status delete_index_make(const struct iceberg_file_list *deletes,
                              struct delete_index *index, struct error *error)
{
    *index = (struct delete_index){.deletes = deletes, .seed = hash_new_seed()};
    index->next = mem_alloc_zeroed(deletes->n, sizeof *index->next);
    index->paths = mem_alloc_zeroed(deletes->n, sizeof *index->paths);
    bool has_room = index->next != NULL && index->paths != NULL;
    enum status status = has_room ? OK : error_nomem(error);
    /* From the last one on, so that a chain has most files in their order. */
    for (uint32_t i = deletes->n; status == OK && i-- > 0;) {
        note_paths(index, i);
        status = add_file(index, i, error);
        if (status == OK)
            status = interrupt_after(WORK_PER_FILE, error);
    }
    if (status != OK)
        delete_index_release(index);
    return status;
}

void delete_index_release(struct delete_index *index)
{
    hash_table_release(&index->by_data_file);
    hash_table_release(&index->by_partition);
    mem_free(index->next);
    mem_free(index->paths);
    *index = (struct delete_index){0};
}

/* ---- Finding ---------------------------------------------------------------------- */

/* Whether a file of position deletes may have rows of the path; an upper bound may be
 * cut. */
static bool may_have_path(const struct path_bounds *paths, struct slice path)
{
    struct slice upper = paths->upper;
    if (paths->has_lower && slice_compare(path, paths->lower) < 0)
        return false;
    if (!paths->has_upper || slice_compare(path, upper) <= 0)
        return true;
    return path.size >= upper.size &&
           slice_equals(slice_of(path.data, upper.size), upper);
}

static enum status add_found(const struct iceberg_file ***files, uint32_t *n,
                             const struct iceberg_file *file, struct error *error)
{
    if (!mem_grow(files, (size_t)*n + 1, sizeof **files))
        return error_nomem(error);
    (*files)[(*n)++] = file;
    return OK;
}

static enum status consider(const struct delete_index *index, uint32_t i,
                            const struct iceberg_file *data,
                            struct applicable_deletes *found, struct error *error)
{
    const struct iceberg_file *deletes = &index->deletes->files[i];
    if (deletes->content == ICEBERG_EQUALITY_DELETES)
        return data->sequence_number < deletes->sequence_number
                   ? add_found(&found->equalities, &found->n_equalities, deletes, error)
                   : OK;
    if (data->sequence_number > deletes->sequence_number)
        return OK;
    if (!iceberg_file_is_vector(deletes))
        return may_have_path(&index->paths[i], iceberg_file_location(data))
                   ? add_found(&found->positions, &found->n_positions, deletes, error)
                   : OK;
    if (found->vector != NULL)
        return error_set(error, CORRUPT, "\"%.*s\" has several deletion vectors",
                         SLICE_SHOWN(iceberg_file_location(data), 200));
    found->vector = deletes;
    return OK;
}

static enum status consider_chain(const struct delete_index *index, uint32_t chain,
                                  const struct iceberg_file *data,
                                  struct applicable_deletes *found, struct error *error)
{
    enum status status = OK;
    for (; status == OK && chain != 0; chain = index->next[chain - 1]) {
        status = consider(index, chain - 1, data, found, error);
        if (status == OK)
            status = interrupt_after(WORK_PER_FILE, error);
    }
    return status;
}

enum status delete_index_find(const struct delete_index *index,
                              const struct iceberg_file *data,
                              struct applicable_deletes *found, struct error *error)
{
    found->vector = NULL;
    found->n_positions = found->n_equalities = 0;
    if (index->deletes == NULL || index->deletes->n == 0)
        return OK;
    enum status status = consider_chain(
        index, chain_of_data_file(index, iceberg_file_location(data)), data, found,
        error);
    if (status == OK)
        status = consider_chain(index, chain_of_partition(index, data), data, found,
                                error);
    if (status == OK)
        status = consider_chain(index, index->everywhere, data, found, error);
    if (found->vector != NULL) /* it has what older files of positions have */
        found->n_positions = 0;
    return status;
}

void applicable_deletes_release(struct applicable_deletes *found)
{
    mem_free(found->positions);
    mem_free(found->equalities);
    *found = (struct applicable_deletes){0};
}
