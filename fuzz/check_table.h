/* SPDX-License-Identifier: MIT */
/*
 * check_table.h - reads an open file of any format in three ways, which must agree: all
 * columns batch by batch; some columns of some batches, as queries do; one column through
 * its reader, in steps of any size.
 */
#ifndef FUZZ_CHECK_TABLE_H
#define FUZZ_CHECK_TABLE_H

#include <time.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/hash.h"
#include "fuzz.h"
#include "scan/scan.h"
#include "scan/json_cell.h"
#include "value/value_text.h"
#include "unit_scan.h"

enum {
    MOST_COLUMNS = 12,      /* of a file that are read */
    MOST_ROWS = 2500,       /* of a file that are read */
    MOST_BYTES = 16 << 20,  /* of values in one pass */
    MOST_SKIP = 200 * 1000, /* rows, which some encodings can only count one by one */
};

struct table_check {
    struct table_file *file;
    const struct schema *schema;
    uint32_t n_columns;
    uint64_t n_rows;
    struct steps steps;
    size_t n_bytes;     /* of values read in this pass */
    bool is_cut_short;  /* MOST_BYTES has ended the first pass */
    bool memory_fails;  /* an allocation may fail */
    bool is_salvaged;   /* damage is no error */
    bool may_differ;    /* what the file says of its rows may be wrong, and is believed */
    struct buffer json; /* some cells as JSON */
    /* From the first pass: rows [0, good_rows) can be read and have these cells. */
    uint64_t good_rows[MOST_COLUMNS];
    uint64_t cells[MOST_COLUMNS][MOST_ROWS];
};

/* ---- Cells ----------------------------------------------------------------------- */

static uint64_t hash_text(const struct column_vector *vector, uint32_t k)
{
    struct bytes_value value = vector->values.bytes[k];
    if (vector->is_terminated)
        REQUIRE(value.data[value.size] == 0);
    if (value.size == 0)
        return 0;
    if (vector->has_no_nul)
        REQUIRE(memchr(value.data, 0, value.size) == NULL);
    return (uint64_t)value.size << 32 | crc32_of(slice_of(value.data, value.size));
}

static uint64_t hash_cell(struct table_check *check, const struct column_vector *vector,
                          uint32_t row)
{
    uint32_t k = column_vector_index(vector, row);
    if (column_vector_is_null(vector, row))
        return 1;
    switch (vector->kind) {
    case VECTOR_INT64:
        return hash_bytes(&vector->values.int64[k], sizeof(int64_t));
    case VECTOR_DOUBLE:
        return hash_bytes(&vector->values.float64[k], sizeof(double));
    case VECTOR_INSTANT: {
        struct instant instant = vector->values.instant[k];
        REQUIRE(instant.nanos >= 0 && instant.nanos < 1000000000);
        return hash_bytes(&instant.seconds, 8) ^ (uint64_t)instant.nanos;
    }
    case VECTOR_BYTES:
        check->n_bytes += vector->values.bytes[k].size;
        return hash_text(vector, k);
    }
    REQUIRE(false);
    return 0;
}

static void check_json(struct table_check *check, const struct column *column,
                       const struct column_vector *vector, uint32_t row)
{
    struct error error = {0};
    check->json.size = 0;
    enum status status = append_json_cell(&check->json, column, vector, row, &error);
    require_error_fits(status, &error);
    REQUIRE(status != OK || check->json.size > 0);
}

static void check_vector(struct table_check *check, uint32_t column, uint64_t first_row,
                         const struct column_vector *vector, uint32_t n)
{
    const struct column *c = &check->schema->columns[column];
    REQUIRE(vector->n_rows == n && vector->kind == c->kind);
    REQUIRE(c->is_nullable || vector->valid == NULL ||
            memchr(vector->valid, 0, n) == NULL);
    for (uint32_t i = 0; i < n && check->n_bytes < MOST_BYTES; i++) {
        uint64_t row = first_row + i;
        uint64_t cell = hash_cell(check, vector, i);
        if (row < check->good_rows[column])
            REQUIRE(cell == check->cells[column][row] || check->may_differ);
        else if (row < MOST_ROWS)
            check->cells[column][row] = cell;
        if (i < 4 && !column_is_unseen(c)) /* which are no text */
            check_json(check, c, vector, i);
    }
}

/* ---- The passes ------------------------------------------------------------------ */

/* A limit of memory or time. */
static bool is_limit(enum status status)
{
    return status == NOMEM || status == TOO_BIG || status == INTERRUPTED;
}

/* False for a column whose schema is damaged or not supported. */
static bool can_be_opened(const struct table_check *check, uint32_t column)
{
    struct column_reader *reader;
    struct error error = {0};
    if (check->file->ops->open_column(check->file, column, &reader, &error) != OK)
        return false;
    reader->ops->close(reader);
    return true;
}

/* Rows that could be read before must not fail now. */
static void check_failure(const struct table_check *check, uint32_t column,
                          uint64_t end_row, enum status status, const struct error *error)
{
    require_error_fits(status, error);
    bool may_fail = check->memory_fails || check->may_differ ||
                    end_row > check->good_rows[column] || is_limit(status);
    if (!may_fail)
        fprintf(stderr, "could be read before: %s\n", error->message);
    REQUIRE(may_fail);
    /* With salvage, only columns that cannot be opened are corrupt. */
    REQUIRE(!check->is_salvaged || status != CORRUPT || !can_be_opened(check, column));
}

/* Checks a column's windows over the current batch. */
static enum status check_batch(struct table_check *check, struct scan *scan, uint32_t c,
                               struct error *error)
{
    const struct scan_column *window;
    enum status status = OK;
    for (uint64_t row = scan->batch_first; row < scan->batch_end;
         row = window->first + window->vector.n_rows) {
        status = scan_column(scan, c, row, &window, error);
        if (status != OK)
            return status;
        REQUIRE(window->first <= row && row - window->first < window->vector.n_rows);
        check_vector(check, c, window->first, &window->vector, window->vector.n_rows);
    }
    return status;
}

static void read_everything(struct table_check *check, struct scan *scan)
{
    bool has_failed[MOST_COLUMNS] = {false};
    uint64_t rows_before = 0;
    struct row_limits limits;
    check->n_bytes = 0;
    scan_start_limited(scan, &limits, 0, MOST_ROWS);
    enum status scanned = scan_step(scan);
    for (; scan->batch_first < scan->batch_end; scanned = scan_step(scan)) {
        REQUIRE(scan->batch_first == rows_before &&
                scan->batch_end - scan->batch_first <= BATCH_ROWS);
        rows_before = scan->batch_end;
        for (uint32_t c = 0; c < check->n_columns; c++) {
            struct error error = {0};
            if (has_failed[c])
                continue;
            enum status status = check_batch(check, scan, c, &error);
            has_failed[c] = status != OK;
            if (has_failed[c]) {
                check_failure(check, c, rows_before, status, &error);
                continue;
            }
            check->is_cut_short = check->n_bytes >= MOST_BYTES;
            if (check->is_cut_short)
                return;
            check->good_rows[c] = rows_before;
        }
    }
    if (scanned != OK) {
        /* The pages of a row group may have fewer rows than the footer says. */
        bool rows_are_checked = check->file->ops->check_rows != NULL;
        REQUIRE((scanned == NOMEM && check->memory_fails) || scanned == TOO_BIG ||
                scanned == INTERRUPTED || (scanned == CORRUPT && rows_are_checked));
        return;
    }
    REQUIRE(rows_before == (check->n_rows < MOST_ROWS ? check->n_rows : MOST_ROWS));
}

/* Reads some columns of a random range of rows. */
static void read_some(struct table_check *check, struct scan *scan)
{
    uint32_t rows = check->n_rows < MOST_ROWS ? (uint32_t)check->n_rows : MOST_ROWS;
    uint64_t first = step_below(&check->steps, rows + 1);
    uint64_t end = first + step_below(&check->steps, rows + 10);
    struct row_limits limits;
    check->n_bytes = 0;
    scan_start_limited(scan, &limits, first, end);
    for (scan_step(scan); scan->batch_first < scan->batch_end; scan_step(scan)) {
        for (uint32_t c = 0; c < check->n_columns; c++) {
            struct error error = {0};
            if (step_below(&check->steps, 2) == 0)
                continue;
            enum status status = check_batch(check, scan, c, &error);
            if (status != OK)
                check_failure(check, c, scan->batch_end, status, &error);
        }
        if (check->n_bytes >= MOST_BYTES)
            return;
    }
}

/* One column through its reader, to the end of a row group or to MOST_ROWS of it. */
static void read_row_group(struct table_check *check, uint32_t column,
                           struct column_reader *reader, uint32_t row_group,
                           uint64_t first_row)
{
    struct error error = {0};
    uint64_t left = check->file->ops->row_group_rows(check->file, row_group);
    uint64_t row = first_row;
    enum status status = reader->ops->start(reader, row_group, &error);
    for (int i = 0; i < 200 && status == OK && left > 0; i++) {
        uint64_t most = left < MOST_SKIP ? left : MOST_SKIP;
        uint32_t n = next_step(&check->steps, (uint32_t)most);
        if (step_below(&check->steps, 16) == 0)
            n = step_below(&check->steps, (uint32_t)most + 1);
        bool is_skip = n > BATCH_ROWS || step_below(&check->steps, 3) == 0;
        struct column_vector vector;
        status = is_skip ? reader->ops->skip(reader, n, &error)
                         : reader->ops->read(reader, n, &vector, &error);
        if (status == OK && !is_skip) {
            size_t bytes_before = check->n_bytes;
            bool is_short = vector.n_rows > 0 && vector.n_rows < n;
            if (is_short)
                n = vector.n_rows;
            check_vector(check, column, row, &vector, n);
            /* Lost rows come in vectors of their own; large values end a batch.  JSON has
             * a byte after each row. */
            REQUIRE(!is_short || check->is_salvaged ||
                    check->n_bytes - bytes_before + n >= LARGE_BATCH ||
                    check->n_bytes >= MOST_BYTES);
        }
        row += n;
        left -= n;
        if (check->n_bytes >= MOST_BYTES)
            break;
    }
    if (status != OK)
        check_failure(check, column, row > first_row ? row : row + 1, status, &error);
}

static void read_one_column(struct table_check *check, uint32_t column)
{
    struct table_file *file = check->file;
    struct column_reader *reader;
    struct error error = {0};
    uint64_t row = 0;
    uint32_t n_row_groups = file->ops->row_group_count(file);
    check->n_bytes = 0;
    enum status status = file->ops->open_column(file, column, &reader, &error);
    require_error_fits(status, &error);
    if (status != OK) {
        REQUIRE(check->good_rows[column] == 0 || check->memory_fails || is_limit(status));
        return;
    }
    for (uint32_t i = 0; i < n_row_groups && i < 4; i++) {
        uint64_t n = file->ops->row_group_rows(file, i);
        if (n > 0) /* scans never start an empty row group either */
            read_row_group(check, column, reader, i, row);
        row += n;
    }
    reader->ops->close(reader);
}

/* ---- The file -------------------------------------------------------------------- */

static void check_open_file(struct table_check *check)
{
    struct scan scan;
    struct error error = {0};
    check->schema = check->file->ops->schema(check->file);
    check->n_rows = scan_total_rows(check->file);
    check->n_columns = check->schema->n_columns < MOST_COLUMNS ? check->schema->n_columns
                                                               : MOST_COLUMNS;
    enum status status = scan_init(&scan, check->file, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        read_everything(check, &scan);
        read_some(check, &scan);
    }
    scan_release(&scan);
    mem_fail_at(0, 0);
    if (check->n_columns > 0)
        read_one_column(check, step_below(&check->steps, check->n_columns));
}

static bool is_late(void *end)
{
    return clock() > *(const clock_t *)end;
}

#endif
