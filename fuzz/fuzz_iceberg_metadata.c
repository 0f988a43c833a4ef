/* SPDX-License-Identifier: MIT */
/*
 * fuzz_iceberg_metadata.c - metadata files of Iceberg tables: whatever the text, what is
 * found in it can be asked for, and columns are those of the schema.
 */
#include "fuzz.h"
#include "lake/iceberg/iceberg_columns.h"
#include "lake/iceberg/iceberg_history.h"

static bool is_expected(enum status status)
{
    return status == OK || status == CORRUPT || status == UNSUPPORTED ||
           status == TOO_BIG;
}

static void check_columns(const struct iceberg_field *fields,
                          const struct declared_field *columns, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct declared_field *column = &columns[i];
        REQUIRE(column->column.field_id == fields[i].id);
        REQUIRE(column->column.name[column->column.name_size] == '\0');
        REQUIRE(column->n_members == fields[i].n_members);
        REQUIRE((column->kind == DECLARED_VALUE) == (fields[i].kind < ICEBERG_STRUCT));
        REQUIRE(column->initial == NULL || column->column.unreadable_reason == NULL);
        check_columns(fields[i].members, column->members, column->n_members);
    }
}

static void check_schema(struct iceberg_metadata *metadata, int32_t id)
{
    const struct iceberg_schema *schema;
    struct declared_field *columns;
    struct error error = {0};
    enum status status = iceberg_metadata_schema(metadata, id, &schema, &error);
    REQUIRE(is_expected(status));
    require_error_fits(status, &error);
    if (status != OK)
        return;
    for (uint32_t i = 0; i < schema->n_fields; i++) {
        const struct iceberg_field *found;
        REQUIRE(iceberg_metadata_find_field(metadata, schema, schema->fields[i].id,
                                            &found, &error) == OK);
        REQUIRE(found != NULL && found->id == schema->fields[i].id);
    }
    status = iceberg_columns_make(schema, metadata->name_mapping, &metadata->arena,
                                  &columns, &error);
    REQUIRE(is_expected(status));
    require_error_fits(status, &error);
    if (status == OK)
        check_columns(schema->fields, columns, schema->n_fields);
}

static void check_snapshot(struct iceberg_metadata *metadata, uint32_t i)
{
    const struct iceberg_snapshot *snapshot = &metadata->snapshots[i], *found;
    struct iceberg_snapshot_details details;
    struct error error = {0};
    struct iceberg_wish wish = {.version = ICEBERG_SNAPSHOT, .snapshot_id = snapshot->id};
    int32_t schema_id;
    enum status status = iceberg_snapshot_read(snapshot, &metadata->arena, &details,
                                               &error);
    REQUIRE(is_expected(status));
    require_error_fits(status, &error);
    error_clear(&error);
    status = iceberg_history_find(metadata, &wish, &found, &schema_id, &error);
    REQUIRE(status == OK || !snapshot->has_id);
    REQUIRE(status != OK || found->id == snapshot->id);
}

static void check_time(struct iceberg_metadata *metadata, int64_t timestamp_ms)
{
    const struct iceberg_snapshot *found;
    struct error error = {0};
    struct iceberg_wish wish = {.version = ICEBERG_AS_OF, .timestamp_ms = timestamp_ms};
    int32_t schema_id;
    enum status status = iceberg_history_find(metadata, &wish, &found, &schema_id,
                                              &error);
    REQUIRE(status == OK || status == MISUSE || status == CORRUPT);
    REQUIRE(error.status == status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iceberg_metadata metadata;
    struct error error = {0};
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    enum status status = iceberg_metadata_read(slice_of(copy, size), &metadata, &error);
    free(copy);
    REQUIRE(is_expected(status));
    require_error_fits(status, &error);
    if (status != OK)
        return 0;
    REQUIRE(metadata.format_version >= 1 && metadata.format_version <= 3);
    for (uint32_t i = 0; i < metadata.n_schemas && i < 5; i++)
        check_schema(&metadata, metadata.schemas[i].id);
    for (uint32_t i = 0; i < metadata.n_snapshots && i < 20; i++)
        check_snapshot(&metadata, i);
    check_time(&metadata, INT64_MAX);
    check_time(&metadata, 5);
    iceberg_metadata_release(&metadata);
    return 0;
}
