/* SPDX-License-Identifier: MIT */
/*
 * fuzz_delta_log.c - any text as a commit of a Delta log: failures are those of bytes,
 * schemas, statistics and partition values are consistent, and no path leaves the table.
 */
#include "fuzz.h"
#include "lake/delta/delta_actions.h"
#include "lake/delta/delta_schema.h"
#include "lake/delta/delta_statistics.h"
#include "lake/delta/delta_values.h"
#include "lake/paths/lake_path.h"

struct table {
    struct arena arena;
    struct delta_protocol protocol;
    struct delta_schema schema;
    struct delta_statistics_reader reader;
    bool has_schema;
};

/* ---- Schemas ---------------------------------------------------------------------- */

static void check_field(const struct declared_field *field, unsigned depth)
{
    bool is_nested = field->kind != DECLARED_VALUE;
    REQUIRE(depth < 200);
    REQUIRE(field->column.name != NULL && field->column.is_nullable);
    REQUIRE(strlen(field->column.name) <= field->column.name_size);
    REQUIRE(!is_nested || field->column.type == COLUMN_NESTED);
    REQUIRE(is_nested || field->n_members == 0);
    REQUIRE(field->kind != DECLARED_LIST || field->n_members == 1);
    REQUIRE(field->kind != DECLARED_MAP || field->n_members == 2);
    for (uint32_t i = 0; i < field->n_members; i++)
        check_field(&field->members[i], depth + 1);
}

static void read_schema(struct table *table, const struct delta_metadata *metadata)
{
    struct error error = {0};
    enum delta_mapping mapping;
    enum status status = delta_protocol_check(&table->protocol, metadata, &error);
    if (status == OK)
        status = delta_mapping_find(&table->protocol, metadata, &mapping, &error);
    table->has_schema = false;
    if (status == OK) {
        status = delta_schema_read(metadata, mapping, &table->arena, &table->schema,
                                   &error);
        table->has_schema = status == OK;
    }
    require_error_fits(status, &error);
    for (uint32_t i = 0; table->has_schema && i < table->schema.n_columns; i++) {
        check_field(&table->schema.columns[i], 0);
        REQUIRE(table->schema.columns[i].n_stored_names == 1);
    }
}

/* ---- Files ------------------------------------------------------------------------ */

static void check_statistics(const struct table *table,
                             const struct delta_statistics *statistics, uint32_t column)
{
    const struct column *c = &table->schema.columns[column].column;
    struct column_statistics s;
    delta_statistics_of_column(statistics, &table->schema, column, false, &s);
    REQUIRE(s.n_rows == statistics->n_rows && s.is_widened);
    REQUIRE(!s.has_null_count || s.null_count <= s.n_rows);
    REQUIRE(s.reason != KEEP_NONE || (s.has_min && s.has_max) || s.has_null_count);
    if (!s.has_min || !s.has_max)
        return;
    if (c->kind == VECTOR_INT64)
        REQUIRE(s.min.int64 <= s.max.int64);
    else if (c->kind == VECTOR_DOUBLE)
        REQUIRE(s.min.float64 <= s.max.float64);
    else if (c->type == COLUMN_TEXT)
        REQUIRE(bytes_compare(s.min.bytes, s.max.bytes) <= 0);
}

static void check_path(struct slice location)
{
    static const char folder[] = "/lake/t/";
    struct lake_paths paths = {.folder = folder, .is_encoded = true};
    struct buffer path = {0};
    struct error error = {0};
    enum status status = lake_path_map(&paths, location, &path, &error);
    REQUIRE(status == error.status);
    REQUIRE(status == OK || status == MISUSE || status == CORRUPT);
    if (status == OK) {
        const char *text = (const char *)path.data;
        REQUIRE(strlen(text) == path.size && strncmp(text, folder, 8) == 0);
        REQUIRE(strstr(text, "/../") == NULL);
        REQUIRE(path.size < 3 || strcmp(text + path.size - 3, "/..") != 0);
    }
    buffer_release(&path);
}

static void read_file(struct table *table, const struct delta_file_action *file)
{
    struct delta_statistics statistics;
    struct declared_value value;
    struct error error = {0};
    struct slice json = file->stats.data != NULL ? file->stats : file->parsed_stats;
    REQUIRE(file->path.data != NULL);
    check_path(file->path);
    if (!table->has_schema)
        return;
    REQUIRE(delta_statistics_read(&table->reader, json, &table->schema, &table->arena,
                                  &statistics, &error) == OK);
    for (uint32_t i = 0; i < table->schema.n_columns; i++) {
        const struct column *column = &table->schema.columns[i].column;
        check_statistics(table, &statistics, i);
        struct slice text = delta_pairs_find(&file->partition_values,
                                             table->schema.stored_names[i]);
        if (column->type == COLUMN_NESTED)
            continue;
        struct error fault = {0};
        require_error_fits(
            delta_partition_value(column, text, &table->arena, &value, &fault), &fault);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct table table = {.protocol = {.is_known = true, .min_reader_version = 2}};
    struct delta_commit commit = {.files = &table.arena, .others = &table.arena};
    struct delta_action action;
    struct error error = {0};
    bool is_end = false;
    uint8_t *text = exact_copy(slice_of(data, size), 0);
    delta_commit_start(&commit, slice_of(text, size), (1u << DELTA_OTHER) - 1);
    enum status status = OK;
    while (status == OK && !is_end) {
        status = delta_commit_next(&commit, &action, &is_end, &error);
        if (status != OK || is_end)
            break;
        if (action.kind == DELTA_PROTOCOL)
            table.protocol = action.protocol;
        else if (action.kind == DELTA_METADATA)
            read_schema(&table, &action.metadata);
        else if (action.kind == DELTA_ADD || action.kind == DELTA_REMOVE)
            read_file(&table, &action.file);
    }
    require_error_fits(status, &error);
    delta_commit_release(&commit);
    delta_statistics_reader_release(&table.reader);
    arena_release(&table.arena);
    free(text);
    return 0;
}
