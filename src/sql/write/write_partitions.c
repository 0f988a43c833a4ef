/* SPDX-License-Identifier: MIT */
#include "sql/write/write_partitions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "dataset/hive_path.h"
#include "value/value_text.h"

enum {
    /* If less memory is left, files end early. */
    LITTLE_MEMORY = 64 << 20,
    UUID_SIZE = 36,
};

/* ---- Partitions ------------------------------------------------------------------ */

/* Appends a key's value so that equal values have equal bytes. */
static enum status append_cell(struct buffer *key, const struct cell *cell,
                               struct error *error)
{
    uint8_t class = (uint8_t)cell->class;
    uint64_t size = cell->bytes.size;
    buffer_add(key, slice_of(&class, 1), error);
    if (cell->class == CELL_INTEGER) {
        buffer_add(key, slice_of(&cell->integer, sizeof cell->integer), error);
    } else if (cell->class == CELL_REAL) {
        buffer_add(key, slice_of(&cell->real, sizeof cell->real), error);
    } else if (cell->class != CELL_NULL) {
        buffer_add(key, slice_of(&size, sizeof size), error);
        buffer_add(key, slice_of(cell->bytes.data, cell->bytes.size), error);
    }
    return error->status;
}

/* The text of a key's value in paths; text has VALUE_TEXT_SIZE bytes. */
static struct slice text_of(const struct cell *cell, char *text)
{
    size_t size = 0;
    if (cell->class == CELL_TEXT)
        return slice_of(cell->bytes.data, cell->bytes.size);
    if (cell->class == CELL_INTEGER)
        size = text_from_int64(cell->integer, text);
    else if (isinf(cell->real))
        size = (size_t)snprintf(text, VALUE_TEXT_SIZE, "%sInf",
                                cell->real < 0 ? "-" : "");
    else
        size = text_from_double(cell->real, text);
    return slice_of((const uint8_t *)text, size);
}

/* Sets p->path to the folder of a row, with a slash after each name. */
static enum status make_path(struct write_partitions *p, const struct cell_batch *batch,
                             uint64_t row, struct error *error)
{
    const struct write_columns *columns = p->columns;
    enum status status = OK;
    p->path.size = 0;
    for (uint32_t k = 0; status == OK && k < columns->n_partition_keys; k++) {
        const struct partition_key *key = &columns->partition_keys[k];
        struct cell cell = cell_batch_cell(batch, row, key->position);
        char text[VALUE_TEXT_SIZE];
        if (cell.class == CELL_BLOB)
            return error_set(
                error, MISUSE,
                "option partition_by: column \"%.100s\" has a blob; keys are "
                "text or numbers",
                key->name);
        struct hive_key hive = {
            .key = slice_of((const uint8_t *)key->name, strlen(key->name)),
            .is_null = cell.class == CELL_NULL};
        if (!hive.is_null)
            hive.value = text_of(&cell, text);
        status = hive_path_append(&hive, &p->path, error);
        if (status == OK)
            status = buffer_append(&p->path, "/", 1, error);
    }
    return status == OK ? buffer_append(&p->path, "", 1, error) : status;
}

static uint32_t hash_path(const struct write_partitions *p, const char *path)
{
    return (uint32_t)hash_of(slice_of((const uint8_t *)path, strlen(path)), p->seed);
}

static enum status add_partition(struct write_partitions *p, uint32_t *number,
                                 struct error *error)
{
    const char *path = (const char *)p->path.data;
    if (p->n == MOST_PARTITIONS)
        return error_set(error, TOO_BIG, "option partition_by: more than %d partitions",
                         (int)MOST_PARTITIONS);
    if (!mem_grow(&p->partitions, p->n + 1, sizeof *p->partitions))
        return error_nomem(error);
    enum status status = hash_table_reserve(&p->paths, error);
    if (status != OK)
        return status;
    char *copy = mem_copy_text(path, strlen(path));
    if (copy == NULL)
        return error_nomem(error);
    if (p->seed == 0)
        p->seed = hash_new_seed();
    p->partitions[p->n] = (struct partition){.path = copy};
    *number = p->n++;
    hash_table_add(&p->paths, hash_path(p, copy), *number);
    return OK;
}

enum status write_partitions_find(struct write_partitions *p,
                                  const struct cell_batch *batch, uint64_t row,
                                  uint32_t *partition, struct error *error)
{
    const struct write_columns *columns = p->columns;
    enum status status = OK;
    p->key.size = 0;
    for (uint32_t k = 0; status == OK && k < columns->n_partition_keys; k++) {
        struct cell cell = cell_batch_cell(batch, row,
                                           columns->partition_keys[k].position);
        status = append_cell(&p->key, &cell, error);
    }
    *partition = p->last;
    if (status != OK ||
        (p->n > 0 && p->key.size == p->last_key.size &&
         (p->key.size == 0 || memcmp(p->key.data, p->last_key.data, p->key.size) == 0)))
        return status;
    status = make_path(p, batch, row, error);
    if (status != OK)
        return status;
    const char *path = (const char *)p->path.data;
    const struct hash_slot *slot = hash_table_first(&p->paths, hash_path(p, path));
    while (slot->number != 0 && strcmp(p->partitions[slot->number - 1].path, path) != 0)
        slot = hash_table_next(&p->paths, slot);
    if (slot->number != 0)
        *partition = slot->number - 1;
    else
        status = add_partition(p, partition, error);
    p->last = *partition;
    struct buffer key = p->last_key;
    p->last_key = p->key;
    p->key = key;
    return status;
}

/* ---- Files ----------------------------------------------------------------------- */

/* A random UUID, version 4. */
static void make_uuid(char *text)
{
    uint64_t a = hash_new_seed(), b = hash_new_seed();
    snprintf(text, UUID_SIZE + 1, "%08x-%04x-4%03x-%04x-%012llx", (unsigned)(a >> 32),
             (unsigned)(a >> 16 & 0xffff), (unsigned)(a & 0xfff),
             (unsigned)(b >> 48 & 0x3fff) | 0x8000,
             (unsigned long long)(b & 0xffffffffffff));
}

/* Sets p->path to that of the partition's next file. */
static enum status make_file_path(struct write_partitions *p,
                                  const struct partition *partition, struct error *error)
{
    static const char suffix[] = ".parquet";
    const char *pattern = p->options->filename_pattern;
    char uuid[UUID_SIZE + 1];
    bool needs_new_names = p->options->append || p->folder->needs_new_names;
    if (pattern == NULL)
        pattern = needs_new_names ? "data_{uuid}" : "data_{i}";
    make_uuid(uuid);
    p->path.size = 0;
    buffer_add_text(&p->path, partition->path, error);
    while (*pattern != '\0') {
        if (strncmp(pattern, "{i}", 3) == 0) {
            buffer_add_format(&p->path, error, "%llu",
                              (unsigned long long)partition->n_files);
            pattern += 3;
        } else if (strncmp(pattern, "{uuid}", 6) == 0) {
            buffer_add_text(&p->path, uuid, error);
            pattern += 6;
        } else {
            buffer_add(&p->path, slice_of(pattern++, 1), error);
        }
    }
    size_t size = p->path.size, n = strlen(suffix);
    bool has_suffix = size >= n && memcmp(p->path.data + size - n, suffix, n) == 0;
    buffer_add_text(&p->path, has_suffix ? "" : suffix, error);
    buffer_add(&p->path, slice_of("", 1), error);
    return error->status;
}

/* Appends a file to the listing. */
static enum status add_to_listing(struct write_partitions *p,
                                  const struct partition *partition, struct error *error)
{
    const char *folder = p->file != NULL ? "" : p->options->path;
    size_t size = strlen(folder);
    bool has_slash = size > 0 && folder[size - 1] == '/';
    struct buffer path = {0};
    buffer_add_format(&path, error, "%s%s%s", folder, size > 0 && !has_slash ? "/" : "",
                      partition->file);
    buffer_add_text(&p->listing, p->listing.size > 0 ? "," : "", error);
    buffer_add_text(&p->listing, "{\"file_name\":", error);
    add_json_string(&p->listing, buffer_slice(&path), error);
    buffer_add_format(&p->listing, error, ",\"rows\":%llu,\"bytes\":%lld}",
                      (unsigned long long)partition->n_rows,
                      (long long)output_file_size(partition->output));
    buffer_release(&path);
    return error->status;
}

static enum status end_file(struct write_partitions *p, struct partition *partition,
                            struct error *error)
{
    enum status status = pq_file_writer_finish(partition->writer, error);
    if (status == OK && p->options->return_files)
        status = add_to_listing(p, partition, error);
    mem_free(partition->file);
    partition->file = NULL;
    pq_file_writer_free(partition->writer);
    partition->writer = NULL;
    p->n_open--;
    p->bytes += output_file_size(partition->output);
    struct output_file *output = partition->output;
    partition->output = NULL;
    if (p->file != NULL) /* its owner commits it, or discards it */
        return status;
    if (status == OK)
        return output_file_commit(output, error);
    output_file_discard(output);
    return status;
}

/* Ends the file that was used least recently, other than that of a partition. */
static enum status end_oldest(struct write_partitions *p, uint32_t but,
                              struct error *error)
{
    struct partition *oldest = NULL;
    for (uint32_t i = 0; i < p->n; i++) {
        struct partition *each = &p->partitions[i];
        if (i != but && each->writer != NULL &&
            (oldest == NULL || each->last_use < oldest->last_use))
            oldest = each;
    }
    return oldest != NULL ? end_file(p, oldest, error) : OK;
}

/* Opens the partition's next file in the folder, whose path p->path gets. */
static enum status open_in_folder(struct write_partitions *p, uint32_t i,
                                  struct error *error)
{
    enum status status = OK;
    while (status == OK && p->n_open > 0 &&
           (p->n_open >= MOST_OPEN_PARTITIONS || memory_left() < LITTLE_MEMORY))
        status = end_oldest(p, i, error);
    if (status == OK)
        status = make_file_path(p, &p->partitions[i], error);
    return status == OK ? output_folder_open(p->folder, (const char *)p->path.data,
                                             &p->partitions[i].output, error)
                        : status;
}

enum status write_partitions_open(struct write_partitions *p, uint32_t i,
                                  struct error *error)
{
    struct partition *partition = &p->partitions[i];
    partition->last_use = ++p->n_uses;
    if (partition->writer != NULL)
        return OK;
    partition->output = p->file;
    enum status status = p->file != NULL ? OK : open_in_folder(p, i, error);
    if (status != OK)
        return status;
    const char *path = p->file != NULL ? p->options->path : (const char *)p->path.data;
    partition->n_files++;
    partition->n_rows = 0;
    partition->file = mem_copy_text(path, strlen(path));
    if (partition->file == NULL)
        return error_nomem(error);
    status = pq_file_writer_new(partition->output, p->columns->parquet,
                                p->columns->n_parquet, &p->options->parquet,
                                &partition->writer, error);
    p->n_open += status == OK;
    return status;
}

uint64_t write_partitions_room(const struct write_partitions *p, uint32_t partition)
{
    const struct partition *at = &p->partitions[partition];
    uint64_t most = p->options->rows_per_file, n = at->writer != NULL ? at->n_rows : 0;
    return most == 0 ? UINT64_MAX : most - n;
}

enum status write_partitions_add(struct write_partitions *p, uint32_t i, uint64_t n,
                                 struct error *error)
{
    const struct write_options *options = p->options;
    struct partition *partition = &p->partitions[i];
    partition->n_rows += n;
    bool is_full = partition->n_rows == options->rows_per_file;
    if (options->file_size_bytes > 0)
        is_full = is_full || (uint64_t)pq_file_writer_size(partition->writer) >=
                                 options->file_size_bytes;
    if (options->row_groups_per_file > 0)
        is_full = is_full || pq_file_writer_groups(partition->writer) >=
                                 options->row_groups_per_file;
    return is_full ? end_file(p, partition, error) : OK;
}

enum status write_partitions_finish(struct write_partitions *p, struct error *error)
{
    enum status status = OK;
    uint32_t only;
    if (p->n == 0 &&
        p->columns->n_partition_keys == 0) { /* no rows: a file that has the columns */
        p->path.size = 0;
        status = buffer_append(&p->path, "", 1, error);
        if (status == OK)
            status = add_partition(p, &only, error);
        if (status == OK)
            status = write_partitions_open(p, only, error);
    }
    for (uint32_t i = 0; status == OK && i < p->n; i++) {
        if (p->partitions[i].writer != NULL)
            status = end_file(p, &p->partitions[i], error);
    }
    return status;
}

/* ---- Discarding ------------------------------------------------------------------ */

static void forget(struct write_partitions *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        pq_file_writer_free(p->partitions[i].writer);
        if (p->partitions[i].output != p->file)
            output_file_discard(p->partitions[i].output);
        mem_free(p->partitions[i].path);
        mem_free(p->partitions[i].file);
    }
    hash_table_release(&p->paths);
    p->n = p->n_open = 0;
    p->bytes = 0;
    p->listing.size = 0;
}

enum status write_partitions_clear(struct write_partitions *p, struct error *error)
{
    forget(p);
    return p->file != NULL ? output_file_rewind(p->file, error)
                           : output_folder_clear(p->folder, error);
}

void write_partitions_release(struct write_partitions *p)
{
    forget(p);
    mem_free(p->partitions);
    buffer_release(&p->key);
    buffer_release(&p->last_key);
    buffer_release(&p->path);
    buffer_release(&p->listing);
    *p = (struct write_partitions){0};
}
