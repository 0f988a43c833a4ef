/* SPDX-License-Identifier: MIT */
/*
 * metadata_check.c - parquet_check() and orc_check(): verify a file end to end; a row for
 * each finding, none when the file is sound.
 */
#include "base/alloc.h"
#include "orc/check/orc_check.h"
#include "parquet/check/file_check.h"
#include "sql/functions/metadata_orc_functions.h"

/* The names of two columns depend on the format. */
#define FINDING_COLUMNS(X, row_group_id, offset)                                         \
    X(FINDING_ROW_GROUP_ID, row_group_id " INTEGER")                                     \
    X(FINDING_COLUMN_ID, "column_id INTEGER")                                            \
    X(FINDING_PATH_IN_SCHEMA, "path_in_schema TEXT")                                     \
    X(FINDING_OFFSET, offset " INTEGER")                                                 \
    X(FINDING_KIND, "kind TEXT")                                                         \
    X(FINDING_TEXT, "finding TEXT")                                                      \
    X(FINDING_SEVERITY, "severity TEXT")

enum finding_columns { FINDING_COLUMNS(COLUMN_NUMBER, , ) };

struct check_rows {
    struct row_source base; /* must be first */
    bool is_orc;
    struct file_check *check;
    struct finding finding;
    struct file_access access;
};

static void check_close(struct row_source *base)
{
    struct check_rows *rows = (struct check_rows *)base;
    file_check_close(rows->check);
    file_access_release(&rows->access);
    mem_free(rows);
}

static enum status open_check(struct check_rows *rows, const char *path,
                              struct error *error)
{
    bool is_orc = rows->is_orc;
    struct input_file *input;
    enum status status = file_opener_open(rows->access.format.opener, path, &input,
                                          error);
    if (status != OK)
        return status;
    status = is_orc ? formats_refuse_parquet(input, error)
                    : formats_refuse_orc(input, error);
    if (status != OK) {
        input_file_close(input);
        return status;
    }
    return is_orc ? orc_check_open(input, &rows->check, error)
                  : pq_file_check_open(input, &rows->access.keys.finder, &rows->check,
                                       error);
}

static enum status open_rows(const struct function_call *call, bool is_orc,
                             struct row_source **result, struct error *error)
{
    *result = NULL;
    struct check_rows *rows = mem_alloc_zeroed(1, sizeof *rows);
    if (rows == NULL)
        return error_nomem(error);
    rows->is_orc = is_orc;
    file_access_init(&rows->access, &call->options);
    enum status status = open_check(rows, call->options.path, error);
    if (status == OK)
        *result = &rows->base;
    else
        check_close(&rows->base);
    return status;
}

static enum status parquet_check_rows_open(const struct function_call *call,
                                           struct row_source **result,
                                           struct error *error)
{
    return open_rows(call, false, result, error);
}

static enum status orc_check_rows_open(const struct function_call *call,
                                       struct row_source **result, struct error *error)
{
    return open_rows(call, true, result, error);
}

static enum status check_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct check_rows *rows = (struct check_rows *)base;
    return file_check_next(rows->check, &rows->finding, has_row, error);
}

static enum status result_column_path(sqlite3_context *context,
                                      const struct check_rows *rows, struct error *error)
{
    uint32_t column = (uint32_t)rows->finding.column;
    return rows->is_orc
               ? result_orc_path(context, orc_check_tail(rows->check), column, error)
               : result_path(context, pq_file_check_schema(rows->check), column, error);
}

static enum status check_column(struct row_source *base, sqlite3_context *context, int i,
                                struct error *error)
{
    const struct check_rows *rows = (const struct check_rows *)base;
    const struct finding *finding = &rows->finding;
    switch ((enum finding_columns)i) {
    case FINDING_ROW_GROUP_ID:
        return result_int_if(context, finding->row_group >= 0, finding->row_group);
    case FINDING_COLUMN_ID:
        return result_int_if(context, finding->column >= 0, finding->column);
    case FINDING_PATH_IN_SCHEMA:
        return finding->column >= 0 ? result_column_path(context, rows, error) : OK;
    case FINDING_OFFSET:
        return result_int_if(context, finding->offset >= 0, finding->offset);
    case FINDING_KIND:
        return result_name(context, finding->kind, -1);
    case FINDING_TEXT:
        return result_slice(context, slice_of(finding->text, strlen(finding->text)));
    case FINDING_SEVERITY:
        return result_name(context, severity_name(finding->severity), -1);
    }
    return OK;
}

const struct table_function parquet_check_function = {
    .name = "parquet_check",
    .has_file_name = true,
    .columns = FINDING_COLUMNS(COLUMN_DECLARATION, "row_group_id", "page_offset"),
    .place = IN_METADATA,
    .open = parquet_check_rows_open,
    .next = check_next,
    .column = check_column,
    .close = check_close,
};

const struct table_function orc_check_function = {
    .name = "orc_check",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = FINDING_COLUMNS(COLUMN_DECLARATION, "stripe_id", "stream_offset"),
    .place = IN_ORC,
    .open = orc_check_rows_open,
    .next = check_next,
    .column = check_column,
    .close = check_close,
};
