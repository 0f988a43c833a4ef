/* SPDX-License-Identifier: MIT */
/*
 * metadata_check.c - parquet_check(): verifies a file end to end; a row for each finding,
 * none when the file is sound.
 */
#include "base/alloc.h"
#include "parquet/check/file_check.h"
#include "sql/functions/metadata_functions.h"

struct check_rows {
    struct row_source base; /* must be first */
    struct pq_file_check *check;
    struct finding finding;
    struct file_origin origin;
    struct key_options key_options;
    struct file_keys keys;
};

static void check_close(struct row_source *base)
{
    struct check_rows *rows = (struct check_rows *)base;
    pq_file_check_close(rows->check);
    file_keys_release(&rows->keys);
    key_options_release(&rows->key_options);
    file_origin_release(&rows->origin);
    mem_free(rows);
}

static enum status check_open(const char *path, sqlite3_value **arguments,
                              struct row_source **result, struct error *error)
{
    struct input_file *input;
    *result = NULL;
    struct check_rows *rows = mem_alloc_zeroed(1, sizeof *rows);
    if (rows == NULL)
        return error_nomem(error);
    enum status status = file_arguments_set(arguments, &rows->origin, &rows->key_options,
                                            error);
    file_keys_init(&rows->keys, &rows->key_options);
    if (status == OK)
        status = file_opener_open(file_origin_opener(&rows->origin), path, &input, error);
    if (status == OK && formats_refuse_orc(input, error) != OK) {
        input_file_close(input);
        status = error->status;
    }
    if (status == OK)
        status = pq_file_check_open(input, &rows->keys.finder, &rows->check, error);
    if (status != OK) {
        check_close(&rows->base);
        return status;
    }
    *result = &rows->base;
    return OK;
}

static enum status check_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct check_rows *rows = (struct check_rows *)base;
    return pq_file_check_next(rows->check, &rows->finding, has_row, error);
}

static enum status check_column(struct row_source *base, sqlite3_context *context, int i,
                                struct error *error)
{
    const struct check_rows *rows = (const struct check_rows *)base;
    const struct pq_schema_tree *tree = pq_file_check_schema(rows->check);
    if (i != FINDING_PATH_IN_SCHEMA)
        return result_finding(context, &rows->finding, (enum finding_columns)i);
    if (tree == NULL || rows->finding.column < 0)
        return OK;
    return result_path(context, tree, (uint32_t)rows->finding.column, error);
}

const struct table_function parquet_check_function = {
    .name = "parquet_check",
    .has_file_name = true,
    .columns = FINDING_COLUMNS(COLUMN_DECLARATION, "row_group_id", "page_offset"),
    .open = check_open,
    .next = check_next,
    .column = check_column,
    .close = check_close,
};
