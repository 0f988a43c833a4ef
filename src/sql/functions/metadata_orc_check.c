/* SPDX-License-Identifier: MIT */
/*
 * metadata_orc_check.c - orc_check(): verifies an ORC file end to end; a row for each
 * finding, none when the file is sound.
 */
#include "base/alloc.h"
#include "orc/check/orc_check.h"
#include "sql/functions/metadata_orc_functions.h"

struct check_rows {
    struct row_source base; /* must be first */
    struct file_origin origin;
    struct orc_check *check;
    struct finding finding;
};

static void check_close(struct row_source *base)
{
    struct check_rows *rows = (struct check_rows *)base;
    orc_check_close(rows->check);
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
    enum status status = file_arguments_set(arguments, &rows->origin, NULL, error);
    if (status == OK)
        status = file_opener_open(file_origin_opener(&rows->origin), path, &input, error);
    if (status == OK && formats_refuse_parquet(input, error) != OK) {
        input_file_close(input);
        status = error->status;
    }
    if (status == OK)
        status = orc_check_open(input, &rows->check, error);
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
    return orc_check_next(rows->check, &rows->finding, has_row, error);
}

static enum status check_column(struct row_source *base, sqlite3_context *context, int i,
                                struct error *error)
{
    const struct check_rows *rows = (const struct check_rows *)base;
    const struct orc_tail *tail = orc_check_tail(rows->check);
    if (i != FINDING_PATH_IN_SCHEMA)
        return result_finding(context, &rows->finding, (enum finding_columns)i);
    if (tail == NULL || rows->finding.column < 0)
        return OK;
    return result_orc_path(context, tail, (uint32_t)rows->finding.column, error);
}

const struct table_function orc_check_function = {
    .name = "orc_check",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = FINDING_COLUMNS(COLUMN_DECLARATION, "stripe_id", "stream_offset"),
    .open = check_open,
    .next = check_next,
    .column = check_column,
    .close = check_close,
};
