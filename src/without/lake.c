/* SPDX-License-Identifier: MIT */
/* lake.c - tables of Delta Lake and Iceberg are recognized, but not read. */
#include <string.h>

#include "base/buffer.h"
#include "lake/lake_table.h"
#include "sql/functions/functions.h"
#include "without/without.h"

enum status lake_find_kind(const char *path, enum lake_kind wanted, enum lake_kind *kind,
                           struct error *error)
{
    struct buffer folder = {0};
    enum status status = buffer_append(&folder, path, strlen(path), error);
    if (status == OK)
        status = buffer_append(&folder, "/", 1, error);
    *kind = LAKE_NONE;
    if (status == OK)
        status = lake_folder_kind(buffer_slice(&folder), wanted, kind, error);
    buffer_release(&folder);
    return status;
}

enum status lake_table_open(const struct lake_request *request,
                            struct declared_table **table, struct error *error)
{
    return without("LAKE", error);
}

enum status lake_roots_parse(const char *text, struct lake_roots *roots,
                             struct error *error)
{
    return without("LAKE", error);
}

void lake_roots_release(struct lake_roots *roots)
{
}

TABLE_FUNCTION_WITHOUT("LAKE", lake_snapshots_function, "lake_snapshots");
TABLE_FUNCTION_WITHOUT("LAKE", lake_files_function, "lake_files");
TABLE_FUNCTION_WITHOUT("LAKE", lake_properties_function, "lake_properties");
TABLE_FUNCTION_WITHOUT("LAKE", iceberg_snapshots_function, "iceberg_snapshots");
TABLE_FUNCTION_WITHOUT("LAKE", iceberg_metadata_function, "iceberg_metadata");
