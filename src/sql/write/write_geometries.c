/* SPDX-License-Identifier: MIT */
/*
 * write_geometries.c - the columns that cover geometries: GEOMETRY "geom" gets
 * "geom_bbox", with a box for each row (covering.h).
 *
 * Without the type GEOMETRY there are no statistics of geometries, so in files of
 * GeoParquet 1.1 the coverings' statistics take their place.  Edges of GEOGRAPHY reach
 * beyond the boxes of their ends, so it is not covered.
 */
#include <string.h>

#include "parquet/write/covering.h"
#include "sql/host/name_set.h"
#include "sql/write/write_columns.h"

static bool has_name(const struct write_columns *columns, const char *name)
{
    bool is_found = false;
    for (uint32_t i = 0; i < columns->n; i++)
        is_found = is_found || names_are_same(columns->columns[i].name, name);
    for (uint32_t k = 0; k < columns->n_partition_keys; k++)
        is_found = is_found || names_are_same(columns->partition_keys[k].name, name);
    return is_found;
}

static enum status cover(struct write_columns *columns, uint32_t i, struct error *error)
{
    static const char suffix[] = "_bbox";
    const char *covered = columns->columns[i].name;
    size_t size = strlen(covered);
    char *name = arena_alloc(&columns->arena, size + sizeof suffix, 1);
    if (name == NULL)
        return error_nomem(error);
    memcpy(name, covered, size);
    memcpy(name + size, suffix, sizeof suffix);
    if (has_name(columns, name))
        return error_set(
            error, MISUSE,
            "option geoparquet_version=1.1 adds a column \"%.100s\" with the "
            "boxes of \"%.100s\": leave the query's column of that name "
            "out, or rename it",
            name, covered);
    columns->parquet[columns->n_parquet++] = pq_covering_column(
        slice_of(name, size + sizeof suffix - 1), i,
        columns->columns[i].target->element.repetition);
    return OK;
}

enum status write_columns_cover(struct write_columns *columns,
                                const struct write_options *options, struct error *error)
{
    bool has_geometry = false;
    enum status status = OK;
    columns->n_parquet = columns->n;
    for (uint32_t i = 0; status == OK && i < columns->n; i++) {
        enum column_type type = columns->columns[i].target->column.type;
        has_geometry = has_geometry || type == COLUMN_GEOMETRY ||
                       type == COLUMN_GEOGRAPHY;
        if (type == COLUMN_GEOMETRY && options->parquet.geoparquet == PQ_GEOPARQUET_1_1)
            status = cover(columns, i, error);
    }
    if (status == OK && !has_geometry && options->needs_geometry)
        return error_set(error, MISUSE,
                         "option geoparquet_version: no column is a geometry; give a "
                         "column of WKB its type with types=NAME=GEOMETRY");
    return status;
}
