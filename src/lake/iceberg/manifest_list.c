/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/manifest_list.h"

#include "lake/avro/avro_reader.h"

/* Field ids of the specification, "Manifest Lists". */
enum {
    MANIFEST_PATH = 500,
    PARTITION_SPEC_ID = 502,
    ADDED_SNAPSHOT_ID = 503,
    SEQUENCE_NUMBER = 515,
    CONTENT = 517,
    KEY_METADATA = 519,
    FIRST_ROW_ID = 520,
};

static enum status take_content(int64_t content, struct iceberg_manifest *manifest,
                                struct error *error)
{
    if (content != ICEBERG_DATA && content != ICEBERG_DELETES)
        return error_set(error, UNSUPPORTED, "a manifest with content %lld",
                         (long long)content);
    manifest->content = (enum iceberg_manifest_content)content;
    return OK;
}

static enum status take_integer(const struct avro_item *item,
                                struct iceberg_manifest *manifest, struct error *error)
{
    switch (item->field_id) {
    case PARTITION_SPEC_ID:
        if (item->integer < INT32_MIN || item->integer > INT32_MAX)
            return error_set(error, CORRUPT, "a partition spec's id is too large");
        manifest->has_spec_id = true;
        manifest->spec_id = (int32_t)item->integer;
        return OK;
    case ADDED_SNAPSHOT_ID:
        manifest->snapshot_id = item->integer;
        return OK;
    case SEQUENCE_NUMBER:
        manifest->sequence_number = item->integer;
        return OK;
    case CONTENT:
        return take_content(item->integer, manifest, error);
    case FIRST_ROW_ID:
        manifest->first_row_id = item->integer;
        return OK;
    default:
        return OK;
    }
}

static enum status take_raw(const struct avro_item *item, struct arena *arena,
                            struct iceberg_manifest *manifest, struct error *error)
{
    if (item->field_id == KEY_METADATA && item->bytes.size > 0)
        return error_set(error, UNSUPPORTED, "the table is encrypted");
    if (item->field_id != MANIFEST_PATH)
        return OK;
    char *location = arena_copy_text(arena, item->bytes.data, item->bytes.size);
    if (location == NULL)
        return error_nomem(error);
    manifest->location = slice_of(location, item->bytes.size);
    return OK;
}

static enum status read_record(struct avro_reader *reader,
                               struct iceberg_manifest_list *list, struct error *error)
{
    struct iceberg_manifest manifest = iceberg_manifest_at((struct slice){0});
    struct avro_item item = {0};
    enum status status = OK;
    while (status == OK && item.token != AVRO_END) {
        status = avro_reader_next(reader, &item, error);
        if (status == OK && item.token == AVRO_INTEGER)
            status = take_integer(&item, &manifest, error);
        else if (status == OK && item.token == AVRO_RAW)
            status = take_raw(&item, &list->arena, &manifest, error);
        else if (status == OK)
            status = avro_reader_skip(reader, &item, error);
    }
    if (status != OK)
        return status;
    if (manifest.location.size == 0)
        return error_set(error, CORRUPT, "a manifest has no path (field 500)");
    if (list->n == UINT32_MAX ||
        !arena_grow(&list->arena, &list->manifests, list->n, sizeof manifest))
        return error_nomem(error);
    list->manifests[list->n++] = manifest;
    return OK;
}

enum status iceberg_manifest_list_read(struct input_file *input,
                                       struct iceberg_manifest_list *list,
                                       struct error *error)
{
    struct avro_reader reader;
    struct avro_item item = {.token = AVRO_BEGIN};
    enum status status = avro_reader_open(&reader, input, error);
    while (status == OK && item.token != AVRO_END_OF_FILE) {
        status = avro_reader_next(&reader, &item, error);
        if (status == OK && item.token == AVRO_BEGIN)
            status = read_record(&reader, list, error);
    }
    avro_reader_close(&reader);
    return status;
}

void iceberg_manifest_list_release(struct iceberg_manifest_list *list)
{
    arena_release(&list->arena);
    *list = (struct iceberg_manifest_list){0};
}
