/* SPDX-License-Identifier: MIT */
/*
 * show_connection.c - parquet_scan_stats and parquet_write_types: what the last scans of
 * the connection did, and which types the columns got that the last parquet_write() of it
 * has written, and why.
 *
 * Both may change while a query reads them: rows that are added are not shown, and those
 * that have disappeared are skipped or NULL.
 */
#include "sql/connection/connection.h"
#include "sql/functions/table_function.h"

/* ---- parquet_scan_stats ---------------------------------------------------------- */

struct stats_rows {
    struct scan_stats *stats;
    uint64_t number, last;
    struct stats_entry overwritten; /* shown in place of one */
};

static enum status stats_open(const struct function_call *call, void *row,
                              struct error *error)
{
    struct stats_rows *rows = row;
    (void)error;
    rows->stats = call->connection->scan_stats;
    rows->last = scan_stats_count(rows->stats);
    return OK;
}

static enum status stats_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct stats_rows *rows = row;
    uint64_t oldest = scan_stats_oldest(rows->stats);
    (void)n;
    (void)error;
    rows->number = rows->number + 1 > oldest ? rows->number + 1 : oldest;
    *has_row = rows->number <= rows->last;
    return OK;
}

static void *stats_row(void *row)
{
    struct stats_rows *rows = row;
    struct stats_entry *entry = scan_stats_entry(rows->stats, rows->number);
    rows->overwritten.number = rows->number;
    return entry != NULL ? entry : &rows->overwritten;
}

/* Appends the reasons of one test as a member of a JSON object, in enum keep_reason's
 * order. */
static void append_reasons(struct buffer *text, const struct stats_entry *entry, int test,
                           struct error *error)
{
    bool is_first = true;
    for (int reason = 0; reason < N_KEEP_REASONS; reason++) {
        for (uint32_t i = 0; i < entry->n_kept; i++) {
            const struct keep_count *count = &entry->kept[i];
            if (count->test != test || count->reason != reason)
                continue;
            if (is_first)
                buffer_add_format(text, error, "%s\"%s\":{", text->size > 0 ? "," : "{",
                                  keep_test_name((enum keep_test)test));
            buffer_add_format(text, error, "%s\"%s\":%llu", is_first ? "" : ",",
                              keep_reason_text((enum keep_reason)reason),
                              (unsigned long long)count->n);
            is_first = false;
        }
    }
    buffer_add_text(text, is_first ? "" : "}", error);
}

/* The reasons by test: {"statistics":{"no min or no max":3}}. */
static void append_all_reasons(void *entry, struct buffer *text, struct error *error)
{
    for (int test = 0; test < N_KEEP_TESTS; test++)
        append_reasons(text, entry, test, error);
    buffer_add_text(text, text->size > 0 ? "}" : "", error);
}

#define STATS(declaration, member)                                                       \
    SHOW_IF(declaration, struct stats_entry, member, is_kept)
#define COUNTER(declaration, member) STATS(declaration, counters.member)

static const struct listed_column STATS_COLUMNS[] = {
    SHOW("seq INTEGER", struct stats_entry, number),
    STATS("table_name TEXT", table_name),
    STATS("plan TEXT", plan),
    STATS("loops INTEGER", n_loops),
    COUNTER("row_groups INTEGER", row_groups),
    COUNTER("row_groups_by_statistics INTEGER", row_groups_by_statistics),
    COUNTER("row_groups_by_pages INTEGER", row_groups_by_pages),
    COUNTER("row_groups_by_dictionary INTEGER", row_groups_by_dictionary),
    COUNTER("row_groups_by_bloom INTEGER", row_groups_by_bloom),
    STATS("pages INTEGER", n_pages),
    COUNTER("pages_read INTEGER", read.pages_read),
    COUNTER("pages_skipped INTEGER", read.pages_skipped),
    COUNTER("rows_tested INTEGER", rows_tested),
    STATS("rows_returned INTEGER", n_returned),
    COUNTER("bytes_read INTEGER", bytes_read),
    COUNTER("bytes_decompressed INTEGER", read.bytes_decompressed),
    STATS("milliseconds REAL", milliseconds),
    STATS("values_lost INTEGER", n_values_lost),
    STATS("losses JSON TEXT", losses),
    COUNTER("pages_by_bounds INTEGER", pages_by_bounds),
    SHOW_TEXT("kept_because JSON TEXT", append_all_reasons),
    STATS("look_ups INTEGER", n_look_ups),
    STATS("rows_kept INTEGER", n_rows_cached),
    STATS("files INTEGER", n_files),
    COUNTER("files_by_path INTEGER", files_by_path),
    COUNTER("files_by_statistics INTEGER", files_by_statistics),
    STATS("warning TEXT", warning),
    COUNTER("files_opened INTEGER", read.files_opened),
    STATS("in_batches INTEGER", in_batches),
    COUNTER("requests INTEGER", traffic.requests),
    COUNTER("bytes_received INTEGER", traffic.bytes_received),
    STATS("milliseconds_waiting REAL", milliseconds_waiting),
};

const struct table_function parquet_scan_stats_function = {
    .name = "parquet_scan_stats",
    .is_of_connection = true,
    .columns = COLUMN_LIST(STATS_COLUMNS),
    .size = sizeof(struct stats_rows),
    .open = stats_open,
    .next = stats_next,
    .row = stats_row,
};

/* ---- parquet_write_types --------------------------------------------------------- */

struct type_rows {
    const struct written_types *types;
    uint64_t number, n;
};

static enum status types_open(const struct function_call *call, void *row,
                              struct error *error)
{
    struct type_rows *rows = row;
    (void)error;
    rows->types = &call->connection->written_types;
    rows->n = rows->types->n;
    return OK;
}

static enum status types_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct type_rows *rows = row;
    (void)error;
    rows->number = n;
    *has_row = n < rows->n;
    return OK;
}

static void *types_row(void *row)
{
    const struct type_rows *rows = row;
    return rows->number < rows->types->n ? &rows->types->columns[rows->number] : NULL;
}

static const struct listed_column TYPES_COLUMNS[] = {
    SHOW("column_name TEXT", struct written_type, name),
    SHOW("column_type TEXT", struct written_type, type),
    SHOW("because TEXT", struct written_type, because),
};

const struct table_function parquet_write_types_function = {
    .name = "parquet_write_types",
    .is_of_connection = true,
    .is_of_writing = true,
    .columns = COLUMN_LIST(TYPES_COLUMNS),
    .size = sizeof(struct type_rows),
    .open = types_open,
    .next = types_next,
    .row = types_row,
};
