/* SPDX-License-Identifier: MIT */
#include "lake/lake_listing.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/interrupt.h"
#include "lake/delta/delta_table.h"
#include "lake/iceberg/iceberg_json.h"
#include "lake/iceberg/iceberg_table.h"
#include "value/value_text.h"

/* ---- Snapshots -------------------------------------------------------------------- */

struct lake_snapshots {
    enum lake_kind kind;
    size_t next;
    struct buffer summary, refs; /* of the snapshot that was returned last */
    /* LAKE_DELTA */
    struct delta_history history;
    int64_t newest;
    /* LAKE_ICEBERG */
    struct iceberg_metadata metadata;
    struct arena arena; /* of the snapshot that was returned last */
};

static enum status open_delta(const char *path, struct lake_snapshots *list,
                              struct error *error)
{
    struct buffer folder = {0};
    struct delta_log log = {0};
    size_t size = strlen(path);
    buffer_add(&folder, slice_of(path, size), error);
    if (size > 0 && path[size - 1] != '/')
        buffer_add_text(&folder, "/", error);
    buffer_add(&folder, slice_of("", 1), error);
    enum status status = error->status;
    if (status == OK)
        status = delta_log_list((const char *)folder.data, &log, error);
    if (status == OK) {
        list->newest = delta_log_newest(&log);
        status = delta_history_read(&log, true, &list->history, error);
        delta_log_release(&log);
    }
    buffer_release(&folder);
    return status;
}

static enum status open_iceberg(const char *path, struct lake_snapshots *list,
                                struct error *error)
{
    struct iceberg_location location = {0};
    enum status status = iceberg_discover(path, &location, error);
    if (status == OK)
        status = iceberg_metadata_open(location.metadata_file, &list->metadata, error);
    iceberg_location_release(&location);
    return status;
}

enum status lake_snapshots_open(const char *path, enum lake_kind kind,
                                struct lake_snapshots **result, struct error *error)
{
    struct lake_snapshots *list = mem_alloc_zeroed(1, sizeof *list);
    *result = NULL;
    if (list == NULL)
        return error_nomem(error);
    list->kind = kind;
    enum status status = (kind == LAKE_DELTA ? open_delta : open_iceberg)(path, list,
                                                                          error);
    if (status == OK)
        *result = list;
    else
        lake_snapshots_close(list);
    return status;
}

void lake_snapshots_close(struct lake_snapshots *list)
{
    if (list == NULL)
        return;
    delta_history_release(&list->history);
    iceberg_metadata_release(&list->metadata);
    arena_release(&list->arena);
    buffer_release(&list->summary);
    buffer_release(&list->refs);
    mem_free(list);
}

static void add_member(struct buffer *object, const char *name, struct slice json,
                       struct error *error)
{
    if (json.data == NULL)
        return;
    buffer_add_format(object, error, "%s\"%s\":", object->size > 0 ? "," : "{", name);
    buffer_add(object, json, error);
}

static enum status next_delta(struct lake_snapshots *list, struct lake_snapshot *snapshot,
                              bool *is_there, struct error *error)
{
    *is_there = list->next < list->history.n;
    if (!*is_there)
        return OK;
    const struct delta_version *version = &list->history.versions[list->next++];
    add_member(&list->summary, "parameters", version->info.parameters, error);
    add_member(&list->summary, "metrics", version->info.metrics, error);
    if (list->summary.size > 0)
        buffer_add_text(&list->summary, "}", error);
    *snapshot = (struct lake_snapshot){
        .has_id = true,
        .id = version->version,
        .has_parent = version->version > 0,
        .parent_id = version->version - 1,
        .committed_at = instant_from_units(version->timestamp, UNIT_MICROS),
        .operation = version->info.operation,
        .summary = buffer_slice(&list->summary),
        .is_current = version->version == list->newest};
    return error->status;
}

/* Collects the names of the snapshot's branches and tags. */
static enum status list_refs(struct lake_snapshots *list, int64_t id, struct error *error)
{
    const struct iceberg_metadata *metadata = &list->metadata;
    for (uint32_t i = 0; i < metadata->n_refs; i++) {
        if (interrupt_after(1, error) != OK)
            return error->status;
        if (metadata->refs[i].snapshot_id != id)
            continue;
        buffer_add_text(&list->refs, list->refs.size > 0 ? "," : "[", error);
        add_json_string(&list->refs, metadata->refs[i].name, error);
    }
    if (list->refs.size > 0)
        buffer_add_text(&list->refs, "]", error);
    return error->status;
}

static enum status next_iceberg(struct lake_snapshots *list,
                                struct lake_snapshot *snapshot, bool *is_there,
                                struct error *error)
{
    const struct iceberg_metadata *metadata = &list->metadata;
    struct iceberg_snapshot_details details;
    *is_there = list->next < metadata->n_snapshots;
    if (!*is_there)
        return OK;
    const struct iceberg_snapshot *s = &metadata->snapshots[list->next++];
    arena_release(&list->arena);
    list->arena = (struct arena){0};
    enum status status = iceberg_snapshot_read(s, &list->arena, &details, error);
    if (status == OK && s->has_id)
        status = list_refs(list, s->id, error);
    if (status != OK)
        return status;
    *snapshot = (struct lake_snapshot){
        .has_id = s->has_id,
        .id = s->id,
        .has_parent = s->has_parent,
        .parent_id = s->parent_id,
        .committed_at = instant_from_units(s->timestamp_ms, UNIT_MILLIS),
        .operation = details.operation,
        .summary = details.summary,
        .sequence_number = s->sequence_number,
        .manifest_list = details.manifest_list,
        .refs = buffer_slice(&list->refs),
        .is_current = s->has_id && metadata->has_current &&
                      s->id == metadata->current_snapshot_id};
    return OK;
}

enum status lake_snapshots_next(struct lake_snapshots *list,
                                struct lake_snapshot *snapshot, bool *is_there,
                                struct error *error)
{
    list->summary.size = list->refs.size = 0;
    return (list->kind == LAKE_DELTA ? next_delta : next_iceberg)(list, snapshot,
                                                                  is_there, error);
}

/* ---- Files of Iceberg ------------------------------------------------------------- */

bool lake_entry_at(const struct declared_table *table, uint64_t n,
                   struct lake_entry *entry)
{
    static const char *const contents[] = {
        [ICEBERG_ROWS] = "DATA",
        [ICEBERG_POSITION_DELETES] = "POSITION_DELETES",
        [ICEBERG_EQUALITY_DELETES] = "EQUALITY_DELETES",
    };
    static const char *const formats[] = {[ICEBERG_PARQUET] = "PARQUET",
                                          [ICEBERG_ORC] = "ORC",
                                          [ICEBERG_AVRO] = "AVRO",
                                          [ICEBERG_PUFFIN] = "PUFFIN"};
    const struct iceberg_files *files = iceberg_table_files(table);
    if (n >= (uint64_t)files->data.n + files->deletes.n)
        return false;
    const struct iceberg_file *file = n < files->data.n
                                          ? &files->data.files[n]
                                          : &files->deletes.files[n - files->data.n];
    *entry = (struct lake_entry){.content = contents[file->content],
                                 .format = formats[file->format],
                                 .location = iceberg_file_location(file),
                                 .n_rows = file->n_rows,
                                 .sequence_number = file->sequence_number};
    return true;
}

/* ---- Properties ------------------------------------------------------------------- */

void lake_properties_release(struct lake_properties *list)
{
    mem_free(list->properties);
    arena_release(&list->arena);
    *list = (struct lake_properties){0};
}

/* Adds a property whose texts outlive the list, unless it has no value. */
static void add(struct lake_properties *list, struct slice name, struct slice value,
                bool is_set, struct error *error)
{
    if (error->status != OK || value.data == NULL)
        return;
    if (mem_grow(&list->properties, list->n + 1, sizeof *list->properties))
        list->properties[list->n++] = (struct lake_property){name, value, is_set};
    else
        (void)!error_nomem(error);
}

static void add_fact(struct lake_properties *list, const char *name, struct slice value,
                     struct error *error)
{
    add(list, slice_of(name, strlen(name)), value, false, error);
}

/* The same for a value that is copied. */
static void add_copy(struct lake_properties *list, const char *name, struct slice value,
                     struct error *error)
{
    const char *copy = arena_copy_text(&list->arena, value.data, value.size);
    if (copy == NULL && error->status == OK)
        (void)!error_nomem(error);
    add_fact(list, name, slice_of(copy, value.size), error);
}

static void add_number(struct lake_properties *list, const char *name, int64_t value,
                       struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    size_t size = text_from_int64(value, text);
    add_copy(list, name, slice_of(text, size), error);
}

static void add_texts(struct lake_properties *list, const char *name,
                      const struct delta_texts *texts, struct error *error)
{
    struct buffer array = {0};
    for (uint32_t i = 0; i < texts->n; i++) {
        buffer_add_text(&array, i > 0 ? "," : "[", error);
        add_json_string(&array, texts->texts[i], error);
    }
    if (array.size > 0) {
        buffer_add_text(&array, "]", error);
        add_copy(list, name, buffer_slice(&array), error);
    }
    buffer_release(&array);
}

static enum status read_delta(const struct declared_table *table,
                              struct lake_properties *list, struct error *error)
{
    const struct delta_state *state = delta_table_state(table);
    const struct delta_protocol *protocol = &state->protocol;
    const struct delta_metadata *metadata = &state->metadata;
    add_fact(list, "format", slice_of("delta", 5), error);
    add_number(list, "version", delta_table_version(table), error);
    add_number(list, "min_reader_version", protocol->min_reader_version, error);
    add_number(list, "min_writer_version", protocol->min_writer_version, error);
    add_texts(list, "reader_features", &protocol->reader_features, error);
    add_texts(list, "writer_features", &protocol->writer_features, error);
    add_fact(list, "id", metadata->id, error);
    add_fact(list, "name", metadata->name, error);
    add_fact(list, "description", metadata->description, error);
    add_texts(list, "partition_columns", &metadata->partition_columns, error);
    for (uint32_t i = 0; i < metadata->properties.n; i++)
        add(list, metadata->properties.pairs[i].key, metadata->properties.pairs[i].value,
            true, error);
    return error->status;
}

/* Adds the members of an object of properties, which are texts. */
static enum status add_set(struct lake_properties *list, struct slice object,
                           struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, object, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        enum json_token kind = iceberg_json_kind(value);
        const char *name = arena_copy_text(&list->arena, key.data, key.size);
        if (name == NULL)
            status = error_nomem(error);
        else if (kind == JSON_STRING)
            status = iceberg_json_text(value, &list->arena, &value, error);
        if (status == OK && kind != JSON_NULL)
            add(list, slice_of(name, key.size), value, true, error);
        if (status == OK)
            status = error->status;
    }
    return status;
}

static enum status read_iceberg(const struct declared_table *table,
                                struct lake_properties *list, struct error *error)
{
    static const char *const choices[] = {[ICEBERG_GIVEN] = "path",
                                          [ICEBERG_HINT] = "version-hint.text",
                                          [ICEBERG_HIGHEST] = "highest number"};
    const struct iceberg_location *location = iceberg_table_location(table);
    const struct iceberg_metadata *metadata = iceberg_table_metadata(table);
    const struct iceberg_snapshot *snapshot = iceberg_table_snapshot(table);
    const char *file = location->metadata_file, *choice = choices[location->choice];
    struct iceberg_json walk;
    struct slice key, value;
    add_fact(list, "format", slice_of("iceberg", 7), error);
    add_number(list, "format_version", metadata->format_version, error);
    add_fact(list, "metadata_file", slice_of(file, strlen(file)), error);
    add_fact(list, "metadata_file_found_by", slice_of(choice, strlen(choice)), error);
    add_fact(list, "id", metadata->uuid, error);
    add_fact(list, "location", metadata->location, error);
    if (snapshot != NULL && snapshot->has_id)
        add_number(list, "snapshot_id", snapshot->id, error);
    if (error->status != OK)
        return error->status;
    enum status status = iceberg_json_open(&walk, buffer_slice(&metadata->text), error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        if (slice_equals_text(key, "properties"))
            status = add_set(list, value, error);
    return status;
}

enum status lake_properties_read(const struct declared_table *table, enum lake_kind kind,
                                 struct lake_properties *list, struct error *error)
{
    return kind == LAKE_DELTA ? read_delta(table, list, error)
                              : read_iceberg(table, list, error);
}
