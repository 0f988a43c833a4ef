/* SPDX-License-Identifier: MIT */
/*
 * read_parquet.c - read_parquet(path), also named parquet_scan(path): returns each row as
 * a JSON object, for hosts that allow nothing but SELECT.  delta_scan(path) and
 * iceberg_scan(path) do so for tables of these formats only.
 *
 * The object's keys are the columns' names in a table of the file.
 */
#include <string.h>

#include "base/alloc.h"
#include "scan/json_cell.h"
#include "scan/scan.h"
#include "sql/functions/table_function.h"
#include "sql/table/opened_file.h"
#include "value/value_text.h"

struct json_rows {
    struct opened_file *file;
    struct scan scan;
    uint32_t next; /* of the batch's rows */
    uint64_t row;  /* number of the current row */
    struct buffer text;
};

static void rows_close(void *row)
{
    struct json_rows *rows = row;
    scan_release(&rows->scan);
    opened_file_release(rows->file);
    buffer_release(&rows->text);
}

static enum status rows_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct json_rows *rows = row;
    enum status status = opened_file_open(&call->options, UINT32_MAX / 2, &rows->file,
                                          error);
    if (status == OK)
        status = scan_init(&rows->scan, rows->file->file, error);
    if (status != OK)
        return status;
    rows->scan.n_threads = rows->file->n_threads;
    scan_start(&rows->scan, NULL);
    return OK;
}

static enum status append_row(struct json_rows *rows, struct error *error)
{
    const struct table_columns *columns = &rows->file->columns;
    struct buffer *text = &rows->text;
    text->size = 0;
    buffer_add_text(text, "{", error);
    for (uint32_t i = 0; error->status == OK && i < columns->n_columns; i++) {
        const struct table_column *c = &columns->columns[i];
        const struct scan_column *window;
        if (c->is_hidden || c->column == NULL)
            continue;
        buffer_add_text(text, text->size > 1 ? "," : "", error);
        add_json_string(text, slice_of(c->name, strlen(c->name)), error);
        buffer_add_text(text, ":", error);
        if (error->status == OK &&
            scan_column(&rows->scan, c->source, rows->row, &window, error) == OK)
            (void)!append_json_cell(text, c->column, &window->vector,
                                    (uint32_t)(rows->row - window->first), error);
    }
    buffer_add_text(text, "}", error);
    return error->status;
}

static enum status rows_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct json_rows *rows = row;
    (void)n;
    if (rows->next >= scan_batch_rows(&rows->scan)) {
        enum status status = scan_next_batch(&rows->scan, error);
        if (status != OK)
            return status;
        rows->next = 0;
    }
    *has_row = rows->next < scan_batch_rows(&rows->scan);
    if (*has_row)
        rows->row = scan_batch_row(&rows->scan, rows->next++);
    return OK;
}

static enum status show_row(void *row, sqlite3_context *context, struct error *error)
{
    struct json_rows *rows = row;
    enum status status = append_row(rows, error);
    if (status == OK) {
        sqlite3_result_text64(context, (const char *)rows->text.data, rows->text.size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
        sqlite3_result_subtype(context, 'J');
    }
    return status;
}

static const struct listed_column JSON_COLUMNS[] = {SHOW_BY("row JSON TEXT", show_row)};

#define READ_PARQUET(function_name, example, option)                                     \
    {                                                                                    \
        .name = function_name, .columns = COLUMN_LIST(JSON_COLUMNS),                     \
        .example_path = example, .scope = IN_READS, .fixed_option = option,              \
        .size = sizeof(struct json_rows), .open = rows_open, .next = rows_next,          \
        .close = rows_close,                                                             \
    }

const struct table_function read_parquet_function = READ_PARQUET("read_parquet", NULL,
                                                                 NULL);
const struct table_function parquet_scan_function = READ_PARQUET("parquet_scan", NULL,
                                                                 NULL);
const struct table_function delta_scan_function = READ_PARQUET("delta_scan", "folder",
                                                               "lake=delta");
const struct table_function iceberg_scan_function = READ_PARQUET("iceberg_scan", "folder",
                                                                 "lake=iceberg");
