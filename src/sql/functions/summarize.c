/* SPDX-License-Identifier: MIT */
/*
 * summarize.c - parquet_summarize(path [, 'exact=off'] ...): a row for each top-level
 * column with what DuckDB's SUMMARIZE shows of it.
 *
 * Columns are read one after the other, each when the first of its results is asked for.
 * With exact=off only statistics are read, and what they do not say is NULL.
 */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "sql/functions/table_function.h"
#include "sql/host/current_connection.h"
#include "sql/host/host_quirks.h"
#include "sql/table/opened_file.h"
#include "sql/table/result.h"
#include "summary/column_summary.h"
#include "value/value_text.h"

enum {
    N_QUARTILES = 3,
    SECONDS_A_DAY = 86400,
    ROW_GROUP_WORK = 1000, /* for interrupt_after() */
};

struct summary_rows {
    const struct table_options *options; /* the call's */
    enum summary_encoding encoding;
    struct opened_file *file;
    struct scan scan;
    const struct table_column *column; /* the current row's */
    uint32_t next_column;
    const char *name;
    uint64_t n_rows;
    bool is_summarized; /* what follows is known */
    struct column_summary summary;
    bool has_nulls; /* n_nulls is known */
    uint64_t n_nulls;
    int64_t quartiles[N_QUARTILES];
};

static void rows_close(void *row)
{
    struct summary_rows *rows = row;
    column_summary_release(&rows->summary);
    scan_release(&rows->scan);
    opened_file_release(rows->file);
}

static enum summary_encoding encoding_of(sqlite3 *db)
{
    int encoding = database_encoding(db);
    return encoding == SQLITE_UTF16LE   ? SUMMARY_UTF16LE
           : encoding == SQLITE_UTF16BE ? SUMMARY_UTF16BE
                                        : SUMMARY_UTF8;
}

/* Counts the rows that are not deleted. */
static enum status count_rows(struct summary_rows *rows, struct error *error)
{
    enum status status = scan_init(&rows->scan, rows->file->file, error);
    uint64_t n = 0;
    if (status == OK)
        scan_start(&rows->scan, NULL);
    do {
        if (status == OK)
            status = scan_next_batch(&rows->scan, error);
        n += status == OK ? scan_batch_rows(&rows->scan) : 0;
    } while (status == OK && rows->scan.batch_first < rows->scan.batch_end);
    scan_release(&rows->scan);
    rows->file->n_rows = n;
    return status;
}

static enum status rows_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct summary_rows *rows = row;
    rows->options = &call->options;
    rows->encoding = encoding_of(current_connection().db);
    enum status status = opened_file_open(rows->options, UINT32_MAX / 2, &rows->file,
                                          error);
    if (status == OK)
        status = row_groups_know_all(rows->file->file, error);
    if (status == OK && rows->file->file->has_deleted_rows)
        return count_rows(rows, error);
    if (status == OK)
        rows->file->n_rows = scan_total_rows(rows->file->file);
    return status;
}

static enum status rows_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct summary_rows *rows = row;
    const struct table_columns *columns = &rows->file->columns;
    (void)n;
    (void)error;
    uint32_t i = rows->next_column;
    while (i < columns->n_columns &&
           (columns->columns[i].is_hidden || columns->columns[i].column == NULL))
        i++;
    *has_row = i < columns->n_columns;
    rows->column = *has_row ? &columns->columns[i] : NULL;
    rows->name = *has_row ? columns->columns[i].name : NULL;
    rows->n_rows = rows->file->n_rows;
    rows->next_column = i + 1;
    rows->is_summarized = false;
    return OK;
}

/* ---- The summary of a column ---------------------------------------------------------
 */

/* Adds rows that follow one another. */
static enum status add_run(struct summary_rows *rows, uint64_t row, uint64_t run_end,
                           struct error *error)
{
    struct scan *scan = &rows->scan;
    enum status status = OK;
    while (status == OK && row < run_end) {
        const struct scan_column *window;
        status = scan_column(scan, rows->column->source, row, &window, error);
        if (status != OK)
            break;
        uint64_t end = window->first + window->vector.n_rows;
        if (end > run_end)
            end = run_end;
        status = column_summary_add(&rows->summary, &window->vector,
                                    (uint32_t)(row - window->first),
                                    (uint32_t)(end - window->first), error);
        row = end;
    }
    return status;
}

static enum status add_batch(struct summary_rows *rows, struct error *error)
{
    const struct scan *scan = &rows->scan;
    uint32_t n = scan_batch_rows(scan), i = 0;
    enum status status = OK;
    while (status == OK && i < n) {
        uint64_t first = scan_batch_row(scan, i), end = first + 1;
        for (i++; i < n && scan_batch_row(scan, i) == end; i++)
            end++;
        status = add_run(rows, first, end, error);
    }
    return status;
}

/* Each column has a scan of its own, so that its reader does not outlive it. */
static enum status scan_values(struct summary_rows *rows, struct error *error)
{
    enum status status = scan_init(&rows->scan, rows->file->file, error);
    if (status != OK)
        return status;
    rows->scan.n_threads = rows->file->n_threads;
    scan_start(&rows->scan, NULL);
    do {
        status = scan_next_batch(&rows->scan, error);
        if (status == OK)
            status = add_batch(rows, error);
    } while (status == OK && rows->scan.batch_first < rows->scan.batch_end);
    scan_stop(&rows->scan);
    return status;
}

static enum status summarize_values(struct summary_rows *rows, struct error *error)
{
    struct column_summary *summary = &rows->summary;
    enum status status = scan_values(rows, error);
    scan_release(&rows->scan);
    if (status == OK)
        status = column_summary_finish(summary, error);
    rows->has_nulls = true;
    rows->n_nulls = summary->n_rows - summary->n_values;
    uint64_t n = summary->quantiles.n;
    uint64_t ranks[N_QUARTILES] = {(n + 3) / 4, (n + 1) / 2, (3 * n + 3) / 4};
    if (status == OK && n > 0)
        status = quantiles_find(&summary->quantiles, ranks, N_QUARTILES, rows->quartiles,
                                error);
    return status;
}

/* Adds what the statistics of a row group say; *has_bounds is false if they lack some. */
static enum status add_statistics(struct summary_rows *rows, uint32_t row_group,
                                  bool *has_bounds, struct error *error)
{
    const struct column *column = rows->column->column;
    struct table_file *file = rows->file->file;
    struct column_statistics statistics = {0};
    enum status status = file->ops->column_statistics(
        file, row_group, rows->column->source, &statistics, error);
    if (status != OK)
        return status;
    bool has_nulls = statistics.has_null_count || !column->is_nullable;
    bool has_nans = column->kind != VECTOR_DOUBLE || statistics.has_nan_count;
    uint64_t n_nulls = statistics.has_null_count ? statistics.null_count : 0;
    uint64_t n_nans = statistics.has_nan_count ? statistics.nan_count : 0;
    rows->has_nulls = rows->has_nulls && has_nulls && has_nans;
    rows->n_nulls += n_nulls + n_nans;
    if (has_nulls && has_nans && n_nulls + n_nans == statistics.n_rows)
        return OK;
    *has_bounds = *has_bounds && statistics.has_min && statistics.has_max &&
                  !statistics.is_unverified && !statistics.may_mismatch &&
                  !statistics.is_widened;
    struct column_vector vector = {.n_rows = 1, .kind = column->kind};
    const union column_value *bounds[] = {&statistics.min, &statistics.max};
    for (int i = 0; status == OK && *has_bounds && i < 2; i++) {
        vector.values.any = bounds[i];
        status = column_summary_add_bound(&rows->summary, &vector, error);
    }
    return status;
}

/* Where values are compared as text, their numbers' bounds say nothing; nor do those of
 * text if the database has another order. */
static enum status summarize_statistics(struct summary_rows *rows, struct error *error)
{
    struct table_file *file = rows->file->file;
    struct column_summary *summary = &rows->summary;
    uint32_t n = file->ops->row_group_count(file);
    bool has_bounds = rows->column->column->type != COLUMN_NULL &&
                      summary->encoding == SUMMARY_UTF8;
    enum status status = OK;
    rows->has_nulls = rows->column->column->type != COLUMN_NESTED;
    rows->n_nulls = 0;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        status = add_statistics(rows, i, &has_bounds, error);
        if (status == OK)
            status = interrupt_after(ROW_GROUP_WORK, error);
    }
    if (!has_bounds || summary->least_text.is_known)
        summary->least.is_known = summary->greatest.is_known =
            summary->least_text.is_known = summary->greatest_text.is_known = false;
    return status;
}

/* Reads the values of the row's column, if they have not been read; NULL after a
 * failure. */
static struct summary_rows *summarized(void *row, struct error *error)
{
    struct summary_rows *rows = row;
    if (rows->is_summarized)
        return rows;
    column_summary_release(&rows->summary);
    column_summary_init(&rows->summary, rows->column->column, rows->encoding);
    enum status status = rows->options->exact ? summarize_values(rows, error)
                                              : summarize_statistics(rows, error);
    rows->is_summarized = status == OK;
    return status == OK ? rows : NULL;
}

/* ---- Results -------------------------------------------------------------------------
 */

static void append_type(void *row, struct buffer *text, struct error *error)
{
    const struct summary_rows *rows = row;
    const struct column *column = rows->column->column;
    char type[COLUMN_TYPE_SIZE];
    columns_declared_type(column, rows->options, type);
    /* tables declare none for UINT64 */
    buffer_add_text(text, column->type == COLUMN_UINT64 ? "UBIGINT" : type, error);
}

/* Shows the first value of a vector as the table does. */
static enum status result_value(struct summary_rows *rows, sqlite3_context *context,
                                const struct column_vector *vector, struct error *error)
{
    struct cell_format format = cell_format_of(rows->column);
    struct formatted_vector *formatted = &rows->summary.formatted;
    if (!formatted_vector_serves(rows->column->column))
        return result_cell(context, &format, vector, 0, error);
    enum status status = formatted_vector_fill(formatted, rows->column->column, vector,
                                               error);
    return status == OK ? result_cell(context, &format, &formatted->vector, 0, error)
                        : status;
}

static enum status result_key(struct summary_rows *rows, sqlite3_context *context,
                              int64_t key, struct error *error)
{
    const struct column_summary *summary = &rows->summary;
    struct column_vector vector = {.n_rows = 1, .kind = VECTOR_INT64};
    if (summary->numbers == SUMMARY_REALS) {
        sqlite3_result_double(context, column_summary_real_of(key));
        return OK;
    }
    int64_t integer = column_summary_integer_of(summary, key);
    struct instant instant;
    vector.values.int64 = &integer;
    if (summary->numbers == SUMMARY_INSTANTS) {
        instant = instant_from_units(integer, UNIT_MICROS);
        vector.kind = VECTOR_INSTANT;
        vector.values.instant = &instant;
    }
    return result_value(rows, context, &vector, error);
}

static enum status show_quartile(void *row, sqlite3_context *context, const void *key,
                                 struct error *error)
{
    struct summary_rows *rows = summarized(row, error);
    return rows != NULL && rows->summary.quantiles.n > 0
               ? result_key(rows, context, *(const int64_t *)key, error)
               : error->status;
}

/* which: the member of the summary. */
static enum status show_extreme(void *row, sqlite3_context *context, const void *which,
                                struct error *error)
{
    struct summary_rows *rows = summarized(row, error);
    if (rows == NULL)
        return error->status;
    const struct summary_bound *bound = column_summary_bound(
        &rows->summary, which == &rows->summary.greatest);
    struct column_vector vector = {.n_rows = 1, .kind = rows->column->column->kind};
    if (bound == NULL)
        return OK;
    if (bound->is_text)
        return result_slice(context, buffer_slice(&bound->bytes));
    struct bytes_value bytes = {bound->bytes.data, bound->bytes.size};
    if (vector.kind == VECTOR_INSTANT) {
        vector.values.instant = &bound->value.instant;
        return result_value(rows, context, &vector, error);
    }
    if (vector.kind != VECTOR_BYTES || rows->summary.numbers != SUMMARY_NONE)
        return result_key(rows, context, bound->value.key, error);
    vector.values.bytes = &bytes;
    return result_value(rows, context, &vector, error);
}

/* By which a mean of unscaled decimals is divided. */
static double divisor_of(const struct column_summary *summary)
{
    return summary->column->type == COLUMN_DECIMAL && summary->numbers == SUMMARY_INTEGERS
               ? pow(10, summary->column->scale)
               : 1;
}

static enum status show_mean(void *row, sqlite3_context *context, struct error *error)
{
    const struct summary_rows *rows = summarized(row, error);
    if (rows == NULL || rows->summary.quantiles.n == 0)
        return error->status;
    const struct column_summary *summary = &rows->summary;
    const struct column *column = rows->column->column;
    char text[VALUE_TEXT_SIZE];
    size_t size;
    switch (column->type) {
    case COLUMN_DATE:
        size = text_from_timestamp(column_summary_mean_parts(summary, SECONDS_A_DAY),
                                   UNIT_SECONDS, text);
        break;
    case COLUMN_TIME:
        size = text_from_time(column_summary_mean_parts(summary, 1), column->unit, text);
        break;
    case COLUMN_TIMESTAMP:
        size = text_from_timestamp(
            column_summary_mean_parts(summary, 1),
            summary->numbers == SUMMARY_INSTANTS ? UNIT_MICROS : column->unit, text);
        break;
    default:
        sqlite3_result_double(context,
                              column_summary_mean(summary) / divisor_of(summary));
        return OK;
    }
    return result_slice(context, slice_of(text, size));
}

static enum status show_deviation(void *row, sqlite3_context *context,
                                  struct error *error)
{
    const struct summary_rows *rows = summarized(row, error);
    if (rows == NULL)
        return error->status;
    enum column_type type = rows->column->column->type;
    double deviation = column_summary_deviation(&rows->summary);
    bool is_time = type == COLUMN_DATE || type == COLUMN_TIME || type == COLUMN_TIMESTAMP;
    if (rows->summary.quantiles.n > 0 && !is_time && isfinite(deviation))
        sqlite3_result_double(context, deviation / divisor_of(&rows->summary));
    return OK;
}

static enum status show_unique(void *row, sqlite3_context *context, struct error *error)
{
    const struct summary_rows *rows = summarized(row, error);
    if (rows == NULL || !rows->options->exact)
        return error->status;
    sqlite3_result_int64(context,
                         (int64_t)distinct_count_estimate(&rows->summary.distinct));
    return OK;
}

static enum status show_null_percentage(void *row, sqlite3_context *context,
                                        struct error *error)
{
    const struct summary_rows *rows = summarized(row, error);
    if (rows == NULL || !rows->has_nulls || rows->n_rows == 0)
        return error->status;
    double share = (double)rows->n_nulls / (double)rows->n_rows;
    sqlite3_result_double(context, floor(share * 10000 + 0.5) / 100);
    return OK;
}

static const struct listed_column SUMMARY_COLUMNS[] = {
    SHOW("column_name TEXT", struct summary_rows, name),
    SHOW_TEXT("column_type TEXT", append_type),
    SHOW_MEMBER_BY("min", struct summary_rows, summary.least, show_extreme),
    SHOW_MEMBER_BY("max", struct summary_rows, summary.greatest, show_extreme),
    SHOW_BY("approx_unique INTEGER", show_unique),
    SHOW_BY("avg", show_mean),
    SHOW_BY("std REAL", show_deviation),
    SHOW_MEMBER_BY("q25", struct summary_rows, quartiles[0], show_quartile),
    SHOW_MEMBER_BY("q50", struct summary_rows, quartiles[1], show_quartile),
    SHOW_MEMBER_BY("q75", struct summary_rows, quartiles[2], show_quartile),
    SHOW("count INTEGER", struct summary_rows, n_rows),
    SHOW_BY("null_percentage REAL", show_null_percentage),
};

const struct table_function parquet_summarize_function = {
    .name = "parquet_summarize",
    .columns = COLUMN_LIST(SUMMARY_COLUMNS),
    .scope = IN_SUMMARIES,
    .size = sizeof(struct summary_rows),
    .open = rows_open,
    .next = rows_next,
    .close = rows_close,
};
