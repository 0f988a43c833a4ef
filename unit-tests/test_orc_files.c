/* SPDX-License-Identifier: MIT */
/*
 * test_orc_files.c - files of other writers in testdata/orc: the rows are the same in any
 * steps, and all values are within the bounds and in the Bloom filters of their strides
 * and stripes.
 */
#include <dirent.h>
#include <math.h>

#include "orc/facts/stripe_statistics.h"
#include "unit_orc_read.h"

/* What was compared, so that a test that compares nothing fails. */
static uint64_t n_bounds, n_filters, n_null_counts;

static void for_each_orc_file(void (*test)(struct orc_opened *opened))
{
    int n = 0;
    DIR *folder = opendir("testdata/orc");
    CHECK(folder != NULL);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[400];
        size_t length = strlen(entry->d_name);
        struct orc_opened opened;
        struct error error = {0};
        int faults = unit_test_faults;
        if (length < 4 || strcmp(entry->d_name + length - 4, ".orc") != 0)
            continue;
        snprintf(path, sizeof path, "testdata/orc/%s", entry->d_name);
        struct bytes bytes = bytes_of_file(path);
        if (orc_open(&opened, bytes_slice(&bytes), &error) == OK) {
            test(&opened);
            orc_close(&opened);
            n++;
        }
        if (faults != unit_test_faults)
            fprintf(stderr, "in %s\n", entry->d_name);
        bytes_free(&bytes);
    }
    if (folder != NULL)
        closedir(folder);
    CHECK(n > 5);
}

static void check_steps(struct orc_opened *opened)
{
    for (uint32_t c = 0; c < opened->schema->n_columns; c++) {
        char *expected = orc_text_of(opened, c, BATCH_ROWS);
        CHECK(expected[0] != '!' || strncmp(expected, "!unsupported", 12) == 0);
        for (size_t i = 0; i < N_READ_STEPS; i++) {
            char *got = orc_text_of(opened, c, read_steps[i]);
            CHECK(strcmp(got, expected) == 0);
            free(got);
        }
        free(expected);
    }
}

static void rows_are_the_same_in_any_steps(void)
{
    for_each_orc_file(check_steps);
}

/* ---- Bounds -------------------------------------------------------------------------
 */

/* The number that big-endian two's complement comes to, rounded. */
static double decimal_of(struct bytes_value value)
{
    double number = value.size > 0 && value.data[0] >= 0x80 ? -1 : 0;
    for (size_t i = 0; i < value.size; i++)
        number = number * 256 + value.data[i];
    return number;
}

static int order_of(const struct column *column, union column_value a,
                    union column_value b)
{
    double x = 0, y = 0;
    switch (column->kind) {
    case VECTOR_INT64:
        return (a.int64 > b.int64) - (a.int64 < b.int64);
    case VECTOR_DOUBLE:
        x = a.float64, y = b.float64;
        break;
    case VECTOR_INSTANT:
        if (a.instant.seconds != b.instant.seconds)
            return a.instant.seconds < b.instant.seconds ? -1 : 1;
        return (a.instant.nanos > b.instant.nanos) - (a.instant.nanos < b.instant.nanos);
    case VECTOR_BYTES:
        if (column->type != COLUMN_DECIMAL)
            return slice_compare(slice_of(a.bytes.data, a.bytes.size),
                                 slice_of(b.bytes.data, b.bytes.size));
        x = decimal_of(a.bytes), y = decimal_of(b.bytes);
    }
    return (x > y) - (x < y);
}

static union column_value value_at(const struct column_vector *vector, uint32_t row)
{
    union column_value value = {0};
    uint32_t k = column_vector_index(vector, row);
    switch (vector->kind) {
    case VECTOR_INT64:
        value.int64 = vector->values.int64[k];
        break;
    case VECTOR_DOUBLE:
        value.float64 = vector->values.float64[k];
        break;
    case VECTOR_INSTANT:
        value.instant = vector->values.instant[k];
        break;
    case VECTOR_BYTES:
        value.bytes = vector->values.bytes[k];
        break;
    }
    return value;
}

static bool is_within(const struct column *column,
                      const struct column_statistics *statistics,
                      union column_value value)
{
    if (column->kind == VECTOR_DOUBLE && isnan(value.float64))
        return !statistics->has_nan_count || statistics->nan_count > 0;
    n_bounds += (uint64_t)statistics->has_min + statistics->has_max;
    return (!statistics->has_min || order_of(column, statistics->min, value) <= 0) &&
           (!statistics->has_max || order_of(column, value, statistics->max) <= 0);
}

/* Checks the rows of a page, or of the whole stripe if the page is UINT32_MAX. */
static void check_rows(struct orc_opened *opened, struct column_reader *reader,
                       uint32_t column, uint32_t stripe, uint32_t page,
                       const struct column_statistics *statistics)
{
    const struct table_file_ops *ops = opened->table->ops;
    const struct column *c = &opened->schema->columns[column];
    uint64_t n_nulls = 0;
    for (uint64_t left = statistics->n_rows; left > 0;) {
        struct column_vector vector;
        struct error error = {0};
        uint32_t n = (uint32_t)least(BATCH_ROWS, (size_t)left);
        if (reader->ops->read(reader, n, &vector, &error) != OK) {
            CHECK_TEXT(error.message, "");
            return;
        }
        left -= vector.n_rows;
        for (uint32_t row = 0; row < vector.n_rows; row++) {
            bool excludes = false;
            enum keep_reason reason = KEEP_VALUES;
            n_nulls += column_vector_is_null(&vector, row);
            if (column_vector_is_null(&vector, row))
                continue;
            union column_value value = value_at(&vector, row);
            if (!is_within(c, statistics, value))
                CHECK(is_within(c, statistics, value));
            if (page == UINT32_MAX)
                CHECK(ops->bloom_excludes(opened->table, stripe, column, &value, 1,
                                          &reason, &error) == OK);
            else
                CHECK(ops->page_bloom_excludes(opened->table, stripe, column, page,
                                               &value, 1, &excludes, &error) == OK);
            CHECK(!excludes && reason != KEEP_NONE);
            n_filters += reason == KEEP_VALUES && page == UINT32_MAX;
        }
    }
    if (statistics->has_null_count)
        CHECK(statistics->null_count == n_nulls);
    n_null_counts += statistics->has_null_count;
}

static void check_stripe(struct orc_opened *opened, struct column_reader *reader,
                         uint32_t column, uint32_t stripe)
{
    const struct table_file_ops *ops = opened->table->ops;
    struct column_statistics statistics;
    const struct page_range *ranges;
    uint32_t n_pages;
    enum keep_reason reason;
    struct error error = {0};
    CHECK(ops->column_statistics(opened->table, stripe, column, &statistics, &error) ==
          OK);
    CHECK(reader->ops->start(reader, stripe, &error) == OK);
    check_rows(opened, reader, column, stripe, UINT32_MAX, &statistics);
    CHECK(ops->page_ranges(opened->table, stripe, column, &ranges, &n_pages, &reason,
                           &error) == OK);
    CHECK(reader->ops->start(reader, stripe, &error) == OK);
    for (uint32_t i = 0; i < n_pages; i++)
        check_rows(opened, reader, column, stripe, i, &ranges[i].statistics);
}

static void check_facts(struct orc_opened *opened)
{
    for (uint32_t c = 0; c < opened->schema->n_columns; c++) {
        struct column_reader *reader;
        struct error error = {0};
        const struct column *column = &opened->schema->columns[c];
        if (column->type == COLUMN_NESTED || column->unreadable_reason != NULL)
            continue;
        CHECK(opened->table->ops->open_column(opened->table, c, &reader, &error) == OK);
        for (uint32_t s = 0; s < opened->context->tail->n_stripes; s++)
            check_stripe(opened, reader, c, s);
        reader->ops->close(reader);
    }
}

static void bounds_and_filters_hold(void)
{
    for_each_orc_file(check_facts);
    CHECK(n_bounds > 1000 && n_filters > 100 && n_null_counts > 100);
}

int main(void)
{
    RUN(rows_are_the_same_in_any_steps);
    RUN(bounds_and_filters_hold);
    return unit_test_done();
}
