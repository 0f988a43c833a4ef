/* SPDX-License-Identifier: MIT */
/*
 * test_writer_by_leaf.c - row groups that a writer is given leaf by leaf are written as
 * others, in little memory.
 */
#include <unistd.h>

#include "base/alloc.h"
#include "parquet/schema/type_text.h"
#include "parquet/write/file_writer.h"
#include "unit_bytes.h"
#include "unit_open_writer.h"
#include "unit_test.h"

static char path[160];

enum { N_LEAVES = 200, ROWS_OF_GROUP = 20000, FIRST_ROWS = 100 };

static void append_numbers(struct open_writer *open, uint32_t leaf, uint64_t first,
                           uint64_t end)
{
    struct error error = {0};
    struct pq_column_values *values = pq_file_writer_values(open->writer, leaf);
    for (uint64_t row = first; row < end; row++)
        CHECK(pq_append_int64(values, (int64_t)(row * leaf % 1009), &error));
}

static void append_to_all(struct open_writer *open, uint64_t first, uint64_t end)
{
    struct error error = {0};
    for (uint32_t i = 0; i < N_LEAVES; i++)
        append_numbers(open, i, first, end);
    CHECK(pq_file_writer_end_rows(open->writer, end - first, &error) == OK);
}

static void append_by_leaf(struct open_writer *open, uint64_t first, uint64_t end,
                           const struct memory_account *account, uint64_t *most)
{
    struct error error = {0};
    append_to_all(open, first, first + FIRST_ROWS);
    pq_file_writer_begin_group(open->writer, end - first);
    for (uint32_t i = 0; i < N_LEAVES; i += 2) {
        append_numbers(open, i, first + FIRST_ROWS, end);
        append_numbers(open, i + 1, first + FIRST_ROWS, end);
        CHECK(pq_file_writer_end_leaves(open->writer, 2, &error) == OK);
        *most = account->used > *most ? account->used : *most;
    }
}

static struct bytes leaves_written(bool by_leaf, bool in_background, uint64_t *most)
{
    static struct pq_write_column columns[N_LEAVES];
    struct memory_account account = {.limit = 1 << 30};
    struct pq_write_options options;
    struct open_writer open;
    struct error error = {0};
    pq_write_options_init(&options);
    options.row_group_rows = ROWS_OF_GROUP;
    options.in_background = in_background;
    for (uint32_t i = 0; i < N_LEAVES; i++) {
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of("a", 1);
    }
    struct memory_scope before = memory_account_enter(&account);
    CHECK(open_writer(&open, path, columns, N_LEAVES, &options, &error) == OK);
    for (uint64_t row = 0; row < 3 * ROWS_OF_GROUP; row += ROWS_OF_GROUP) {
        if (by_leaf)
            append_by_leaf(&open, row, row + ROWS_OF_GROUP, &account, most);
        else
            append_to_all(&open, row, row + ROWS_OF_GROUP);
    }
    append_to_all(&open, 3 * ROWS_OF_GROUP, 3 * ROWS_OF_GROUP + 1);
    CHECK(finish_writer(&open, OK, &error) == OK);
    memory_scope_restore(before);
    return bytes_of_file(path);
}

/* The file is the same, but a row group is never in memory. */
static void row_groups_can_be_given_leaf_by_leaf(void)
{
    uint64_t most = 0;
    struct bytes whole = leaves_written(false, false, &most);
    for (int in_background = 0; in_background < 2; in_background++) {
        struct bytes by_leaf = leaves_written(true, in_background != 0, &most);
        CHECK(by_leaf.size > 0 && by_leaf.size == whole.size &&
              memcmp(by_leaf.data, whole.data, whole.size) == 0);
        bytes_free(&by_leaf);
    }
    CHECK(most < (uint64_t)N_LEAVES * ROWS_OF_GROUP * 8 / 2);
    bytes_free(&whole);
}

/* The thread fails, is cancelled, or never gets the rest. */
static void failures_leaf_by_leaf_are_reported(void)
{
    enum { N_COLUMNS = 64 };
    static struct pq_write_column columns[N_COLUMNS];
    struct pq_write_options options;
    pq_write_options_init(&options);
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        struct error error = {0};
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of("a", 1);
    }
    for (int fails = 0; fails < 2; fails++) {
        struct open_writer open;
        struct error error = {0};
        CHECK(open_writer(&open, path, columns, N_COLUMNS, &options, &error) == OK);
        pq_file_writer_begin_group(open.writer, ROWS_OF_GROUP);
        enum status status = OK;
        output_file_fail_at(fails ? 1 : 0, 28, false); /* ENOSPC */
        for (uint32_t i = 0; status == OK && i < N_COLUMNS - !fails; i++) {
            append_numbers(&open, i, 0, ROWS_OF_GROUP);
            status = pq_file_writer_end_leaves(open.writer, 1, &error);
        }
        CHECK(fails || status == OK);
        if (fails)
            CHECK(finish_writer(&open, status, &error) == IO);
        else
            discard_writer(&open);
        output_file_fail_at(0, 0, false);
    }
    struct open_writer open;
    struct error error = {0};
    CHECK(open_writer(&open, path, columns, N_COLUMNS, &options, &error) == OK);
    pq_file_writer_begin_group(open.writer, 2);
    append_numbers(&open, 0, 0, 1);
    CHECK(pq_file_writer_end_leaves(open.writer, 1, &error) == MISUSE);
    CHECK_TEXT(error.message, "column \"a\": 1 rows written, 2 rows ended");
    discard_writer(&open);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_writer_by_leaf.%ld.parquet", (long)getpid());
    RUN(row_groups_can_be_given_leaf_by_leaf);
    RUN(failures_leaf_by_leaf_are_reported);
    unlink(path);
    return unit_test_done();
}
