/* SPDX-License-Identifier: MIT */
/*
 * metadata_check.c - parquet_check() and orc_check(): verify a file end to end; a row for
 * each finding, none when the file is sound.
 */
#include "base/alloc.h"
#include "orc/check/orc_check.h"
#include "parquet/check/file_check.h"
#include "sql/functions/metadata_orc_functions.h"

struct check_rows {
    bool is_orc;
    struct file_check *check;
    struct finding finding;
    const char *severity;
    struct file_access access;
};

static void check_close(void *row)
{
    struct check_rows *rows = row;
    file_check_close(rows->check);
    file_access_release(&rows->access);
}

static enum status check_open(const struct function_call *call, void *row,
                              struct error *error)
{
    struct check_rows *rows = row;
    struct input_file *input;
    bool is_orc = call->function == &orc_check_function;
    rows->is_orc = is_orc;
    file_access_init(&rows->access, &call->options);
    enum status status = file_opener_open(rows->access.format.opener, call->options.path,
                                          &input, error);
    if (status != OK)
        return status;
    status = formats_refuse_other(input, is_orc, error);
    if (status != OK) {
        input_file_close(input);
        return status;
    }
    return is_orc ? orc_check_open(input, &rows->check, error)
                  : pq_file_check_open(input, &rows->access.keys.finder, &rows->check,
                                       error);
}

static enum status check_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct check_rows *rows = row;
    (void)n;
    enum status status = file_check_next(rows->check, &rows->finding, has_row, error);
    rows->severity = severity_name(rows->finding.severity);
    return status;
}

static enum status show_path(void *row, sqlite3_context *context, struct error *error)
{
    const struct check_rows *rows = row;
    uint32_t column = (uint32_t)rows->finding.column;
    if (rows->finding.column < 0)
        return OK;
    return rows->is_orc
               ? result_orc_path(context, orc_check_tail(rows->check), column, error)
               : result_path(context, pq_file_check_schema(rows->check), column, error);
}

/* The names of two columns depend on the format. */
#define FINDING_COLUMNS(row_group_id, at)                                                \
    SHOW_NATURAL(row_group_id " INTEGER", struct check_rows, finding.row_group),         \
        SHOW_NATURAL("column_id INTEGER", struct check_rows, finding.column),            \
        SHOW_BY("path_in_schema TEXT", show_path),                                       \
        SHOW_NATURAL(at " INTEGER", struct check_rows, finding.offset),                  \
        SHOW("kind TEXT", struct check_rows, finding.kind),                              \
        SHOW("finding TEXT", struct check_rows, finding.text),                           \
        SHOW("severity TEXT", struct check_rows, severity)

static const struct listed_column PARQUET_COLUMNS[] = {
    FINDING_COLUMNS("row_group_id", "page_offset")};
static const struct listed_column ORC_COLUMNS[] = {
    FINDING_COLUMNS("stripe_id", "stream_offset")};

const struct table_function parquet_check_function = {
    .name = "parquet_check",
    .columns = COLUMN_LIST(PARQUET_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct check_rows),
    .open = check_open,
    .next = check_next,
    .close = check_close,
};

const struct table_function orc_check_function = {
    .name = "orc_check",
    .columns = COLUMN_LIST(ORC_COLUMNS),
    .scope = IN_ORC,
    .size = sizeof(struct check_rows),
    .open = check_open,
    .next = check_next,
    .close = check_close,
};
