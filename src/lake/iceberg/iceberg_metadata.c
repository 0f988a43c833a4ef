/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_metadata.h"

#include "base/alloc.h"
#include "lake/iceberg/iceberg_json.h"
#include "lake/iceberg/iceberg_schema.h"
#include "lake/iceberg/metadata_text.h"
#include "value/value_from_text.h"

enum { NEWEST_FORMAT = 3, NO_SNAPSHOT = -1 };

void iceberg_metadata_release(struct iceberg_metadata *metadata)
{
    arena_release(&metadata->arena);
    buffer_release(&metadata->text);
    *metadata = (struct iceberg_metadata){0};
}

/* Makes room for an item, zeroed, after the n of an array. */
static enum status add_item(struct iceberg_metadata *metadata, void *array, uint32_t *n,
                            size_t item_size, struct error *error)
{
    if (*n == UINT32_MAX || !arena_grow(&metadata->arena, array, *n, item_size))
        return error_nomem(error);
    (*n)++;
    return OK;
}

/* ---- Schemas and partition specs -------------------------------------------------- */

static enum status read_id(struct slice json, const char *name, int32_t *id,
                           struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, name))
            status = iceberg_json_int32(value, id, error);
    }
    return status;
}

static enum status add_schema(struct iceberg_metadata *metadata, struct slice json,
                              struct error *error)
{
    struct iceberg_schema_text text = {.json = json};
    enum status status = read_id(json, "schema-id", &text.id, error);
    if (status == OK)
        status = add_item(metadata, &metadata->schemas, &metadata->n_schemas, sizeof text,
                          error);
    if (status == OK)
        metadata->schemas[metadata->n_schemas - 1] = text;
    return status;
}

static enum status add_spec(struct iceberg_metadata *metadata, int32_t id,
                            struct slice fields, struct error *error)
{
    struct iceberg_partition_spec spec = {.id = id};
    enum status status = iceberg_partition_fields_read(fields, &metadata->arena, &spec,
                                                       error);
    if (status == OK)
        status = add_item(metadata, &metadata->specs, &metadata->n_specs, sizeof spec,
                          error);
    if (status == OK)
        metadata->specs[metadata->n_specs - 1] = spec;
    return status;
}

static enum status read_spec(struct iceberg_metadata *metadata, struct slice json,
                             struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value, fields = {0};
    int32_t id = 0;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "spec-id"))
            status = iceberg_json_int32(value, &id, error);
        else if (slice_equals_text(key, "fields"))
            fields = value;
    }
    if (status == OK && fields.size == 0)
        status = error_set(error, CORRUPT, "it has no fields");
    if (status == OK)
        status = add_spec(metadata, id, fields, error);
    return status == OK ? OK : error_locate(error, "partition spec %d", (int)id);
}

/* ---- Snapshots -------------------------------------------------------------------- */

static enum status read_snapshot_member(struct iceberg_snapshot *snapshot,
                                        struct slice key, struct slice value,
                                        struct error *error)
{
    if (slice_equals_text(key, "snapshot-id")) {
        snapshot->has_id = int64_from_text(value, &snapshot->id) != TEXT_UNFIT;
    } else if (slice_equals_text(key, "parent-snapshot-id")) {
        snapshot->has_parent = int64_from_text(value, &snapshot->parent_id) != TEXT_UNFIT;
    } else if (slice_equals_text(key, "sequence-number")) {
        return iceberg_json_int64(value, &snapshot->sequence_number, error);
    } else if (slice_equals_text(key, "timestamp-ms")) {
        return iceberg_json_int64(value, &snapshot->timestamp_ms, error);
    } else if (slice_equals_text(key, "schema-id")) {
        snapshot->has_schema_id = iceberg_json_kind(value) != JSON_NULL;
        return iceberg_json_int32(value, &snapshot->schema_id, error);
    }
    return OK;
}

static enum status read_snapshot(struct iceberg_metadata *metadata, struct slice json,
                                 struct error *error)
{
    struct iceberg_snapshot snapshot = {.json = json};
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read_snapshot_member(&snapshot, key, value, error);
    if (status == OK)
        status = add_item(metadata, &metadata->snapshots, &metadata->n_snapshots,
                          sizeof snapshot, error);
    if (status == OK)
        metadata->snapshots[metadata->n_snapshots - 1] = snapshot;
    return status;
}

static enum status read_log_entry(struct iceberg_metadata *metadata, struct slice json,
                                  struct error *error)
{
    struct iceberg_log_entry entry = {0};
    struct iceberg_json walk;
    struct slice key, value;
    bool has_id = false;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "snapshot-id"))
            has_id = int64_from_text(value, &entry.snapshot_id) != TEXT_UNFIT;
        else if (slice_equals_text(key, "timestamp-ms"))
            status = iceberg_json_int64(value, &entry.timestamp_ms, error);
    }
    if (status != OK || !has_id)
        return status;
    status = add_item(metadata, &metadata->log, &metadata->n_log, sizeof entry, error);
    if (status == OK)
        metadata->log[metadata->n_log - 1] = entry;
    return status;
}

static enum status read_ref(struct iceberg_metadata *metadata, struct slice name,
                            struct slice json, struct error *error)
{
    struct iceberg_ref ref = {.is_tag = false};
    struct iceberg_json walk;
    struct slice key, value, type = {0};
    char *copy = arena_copy_text(&metadata->arena, name.data, name.size);
    if (copy == NULL)
        return error_nomem(error);
    ref.name = slice_of(copy, name.size);
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "snapshot-id"))
            (void)int64_from_text(value, &ref.snapshot_id);
        else if (slice_equals_text(key, "type"))
            status = iceberg_json_text(value, &metadata->arena, &type, error);
    }
    ref.is_tag = slice_equals_word(type, "tag");
    if (status == OK)
        status = add_item(metadata, &metadata->refs, &metadata->n_refs, sizeof ref,
                          error);
    if (status == OK)
        metadata->refs[metadata->n_refs - 1] = ref;
    return status;
}

/* ---- The file --------------------------------------------------------------------- */

typedef enum status read_item(struct iceberg_metadata *metadata, struct slice json,
                              struct error *error);

static enum status read_items(struct iceberg_metadata *metadata, struct slice json,
                              read_item *read, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read(metadata, value, error);
    return status;
}

static enum status read_refs(struct iceberg_metadata *metadata, struct slice json,
                             struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read_ref(metadata, key, value, error);
    return status;
}

static enum status read_properties(struct iceberg_metadata *metadata, struct slice json,
                                   struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "schema.name-mapping.default"))
            status = iceberg_json_text(value, &metadata->arena, &metadata->name_mapping,
                                       error);
    }
    return status;
}

static enum status read_current(struct iceberg_metadata *metadata, struct slice value)
{
    metadata->current_snapshot_text = value;
    metadata->has_current = iceberg_json_kind(value) != JSON_NULL;
    if (int64_from_text(value, &metadata->current_snapshot_id) == TEXT_UNFIT)
        metadata->current_snapshot_id = NO_SNAPSHOT; /* and so there is none of this id */
    else if (metadata->current_snapshot_id == NO_SNAPSHOT)
        metadata->has_current = false;
    return OK;
}

/* What version 1 has in place of lists, which win if there are both. */
struct old_members {
    struct slice schema, partition_spec;
};

static enum status read_list(struct iceberg_metadata *metadata, struct slice key,
                             struct slice value, struct error *error)
{
    static const struct {
        const char *name;
        read_item *read;
    } lists[] = {
        {"schemas", add_schema},
        {"partition-specs", read_spec},
        {"snapshots", read_snapshot},
        {"snapshot-log", read_log_entry},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (slice_equals_text(key, lists[i].name) &&
            read_items(metadata, value, lists[i].read, error) != OK)
            return error_locate(error, "%s", lists[i].name);
    }
    return OK;
}

static enum status read_member(struct iceberg_metadata *metadata, struct slice key,
                               struct slice value, struct old_members *old,
                               struct error *error)
{
    if (slice_equals_text(key, "format-version"))
        return iceberg_json_int32(value, &metadata->format_version, error);
    if (slice_equals_text(key, "table-uuid"))
        return iceberg_json_text(value, &metadata->arena, &metadata->uuid, error);
    if (slice_equals_text(key, "location"))
        return iceberg_json_text(value, &metadata->arena, &metadata->location, error);
    if (slice_equals_text(key, "last-updated-ms"))
        return iceberg_json_int64(value, &metadata->last_updated_ms, error);
    if (slice_equals_text(key, "current-schema-id"))
        return iceberg_json_int32(value, &metadata->current_schema_id, error);
    if (slice_equals_text(key, "default-spec-id"))
        return iceberg_json_int32(value, &metadata->default_spec_id, error);
    if (slice_equals_text(key, "current-snapshot-id"))
        return read_current(metadata, value);
    if (slice_equals_text(key, "refs"))
        return read_refs(metadata, value, error);
    if (slice_equals_text(key, "properties"))
        return read_properties(metadata, value, error);
    if (slice_equals_text(key, "schema"))
        old->schema = value;
    if (slice_equals_text(key, "partition-spec"))
        old->partition_spec = value;
    return read_list(metadata, key, value, error);
}

/* Checks what was read as far as that was possible: whatever is wrong in the file of a
 * later version, the version says more. */
static enum status check_format(struct iceberg_metadata *metadata, struct error *error)
{
    struct error ignored = {0};
    if (error->status != OK)
        read_id(buffer_slice(&metadata->text), "format-version",
                &metadata->format_version, &ignored);
    if (metadata->format_version > NEWEST_FORMAT) {
        error_clear(error);
        return error_set(error, UNSUPPORTED,
                         "the table has format version %d; this version reads those up "
                         "to %d",
                         (int)metadata->format_version, NEWEST_FORMAT);
    }
    if (error->status != OK)
        return error->status;
    if (metadata->format_version < 1)
        return error_set(error, CORRUPT, "the metadata have no format-version");
    if (metadata->n_schemas == 0)
        return error_set(error, CORRUPT, "the metadata have no schema");
    return OK;
}

static enum status read_old_members(struct iceberg_metadata *metadata,
                                    const struct old_members *old, struct error *error)
{
    enum status status = OK;
    if (metadata->n_schemas == 0 && old->schema.size > 0) {
        status = add_schema(metadata, old->schema, error);
        if (status == OK)
            metadata->current_schema_id = metadata->schemas[0].id;
    }
    if (status == OK && metadata->n_specs == 0 && old->partition_spec.size > 0)
        status = add_spec(metadata, metadata->default_spec_id, old->partition_spec,
                          error);
    return status;
}

/* Reads metadata->text. */
static enum status read_text(struct iceberg_metadata *metadata, struct error *error)
{
    struct old_members old = {.schema = {0}};
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, buffer_slice(&metadata->text), error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read_member(metadata, key, value, &old, error);
    if (status == OK)
        status = read_old_members(metadata, &old, error);
    if (status == OK || status == CORRUPT || status == UNSUPPORTED)
        status = check_format(metadata, error);
    return status;
}

enum status iceberg_metadata_read(struct slice text, struct iceberg_metadata *metadata,
                                  struct error *error)
{
    *metadata = (struct iceberg_metadata){0};
    enum status status = buffer_append(&metadata->text, text.data, text.size, error);
    if (status == OK)
        status = read_text(metadata, error);
    if (status != OK)
        iceberg_metadata_release(metadata);
    return status;
}

enum status iceberg_metadata_open(const char *path, struct iceberg_metadata *metadata,
                                  struct error *error)
{
    *metadata = (struct iceberg_metadata){0};
    enum status status = metadata_text_load(path, &metadata->text, error);
    if (status == OK)
        status = read_text(metadata, error);
    if (status == OK)
        return OK;
    iceberg_metadata_release(metadata);
    return error_locate(error, "%.300s", path);
}

/* ---- What is asked for ------------------------------------------------------------ */

static enum status need_schema(struct iceberg_metadata *metadata,
                               struct iceberg_schema_text *text, struct error *error)
{
    if (text->schema != NULL)
        return OK;
    struct iceberg_schema *schema = arena_alloc(&metadata->arena, 1, sizeof *schema);
    if (schema == NULL)
        return error_nomem(error);
    enum status status = iceberg_schema_read(text->json, &metadata->arena, schema, error);
    if (status == OK)
        text->schema = schema;
    return status;
}

enum status iceberg_metadata_schema(struct iceberg_metadata *metadata, int32_t id,
                                    const struct iceberg_schema **schema,
                                    struct error *error)
{
    *schema = NULL;
    for (uint32_t i = 0; i < metadata->n_schemas; i++) {
        struct iceberg_schema_text *text = &metadata->schemas[i];
        if (text->id != id)
            continue;
        enum status status = need_schema(metadata, text, error);
        *schema = text->schema;
        return status;
    }
    return error_set(error, CORRUPT, "the metadata have no schema %d", (int)id);
}

enum status iceberg_metadata_find_field(struct iceberg_metadata *metadata,
                                        const struct iceberg_schema *first, int32_t id,
                                        const struct iceberg_field **field,
                                        struct error *error)
{
    *field = iceberg_schema_find(first, id);
    for (uint32_t i = metadata->n_schemas; i-- > 0 && *field == NULL;) {
        struct iceberg_schema_text *text = &metadata->schemas[i];
        struct error why = {0};
        enum status status = need_schema(metadata, text, &why);
        if (status == NOMEM || status == INTERRUPTED) {
            *error = why;
            return status;
        }
        if (status == OK)
            *field = iceberg_schema_find(text->schema, id);
    }
    return OK;
}

const struct iceberg_partition_spec *
iceberg_metadata_spec(const struct iceberg_metadata *metadata, int32_t id)
{
    for (uint32_t i = 0; i < metadata->n_specs; i++) {
        if (metadata->specs[i].id == id)
            return &metadata->specs[i];
    }
    return NULL;
}

const struct iceberg_snapshot *
iceberg_metadata_snapshot(const struct iceberg_metadata *metadata, int64_t id)
{
    for (uint32_t i = 0; i < metadata->n_snapshots; i++) {
        if (metadata->snapshots[i].has_id && metadata->snapshots[i].id == id)
            return &metadata->snapshots[i];
    }
    return NULL;
}
