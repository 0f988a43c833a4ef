/* SPDX-License-Identifier: MIT */
/*
 * test_plain_footer.c - in a footer in plain, the order of the rows ends before the first
 * column that is encrypted (file_writer.h).
 */
#include <unistd.h>

#include "parquet/check/check_footer.h"
#include "parquet/encryption/file_encryption.h"
#include "parquet/file_reader.h"
#include "parquet/format/format_structs.h"
#include "parquet/schema/type_text.h"
#include "unit_open_writer.h"
#include "unit_testdata.h"

enum { N_COLUMNS = 3 };

static const char *const NAMES[N_COLUMNS] = {"a", "b", "c"};
static char path[160];

/* Writes a row in the order of all columns; false where the library for ciphers is
 * missing. */
static bool write_file(const struct pq_write_encryption *how)
{
    static const struct pq_sorting_column order[N_COLUMNS] = {
        {0, false, true}, {1, true, false}, {2, false, true}};
    struct pq_write_column columns[N_COLUMNS] = {0};
    struct pq_write_options options;
    struct open_writer open;
    struct error error = {0};
    pq_write_options_init(&options);
    options.sorting_columns = order;
    options.n_sorting_columns = N_COLUMNS;
    options.encryption = how;
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of(NAMES[i], 1);
    }
    enum status status = open_writer(&open, path, columns, N_COLUMNS, &options, &error);
    for (uint32_t i = 0; status == OK && i < N_COLUMNS; i++)
        CHECK(pq_append_int64(pq_file_writer_values(open.writer, i), 1, &error));
    if (status == OK)
        status = pq_file_writer_end_rows(open.writer, 1, &error);
    status = finish_writer(&open, status, &error);
    CHECK(status == OK || status == UNSUPPORTED);
    return status == OK;
}

/* The number of columns that the footer says the rows are sorted by. */
static uint32_t count_order(void)
{
    struct bytes bytes = bytes_of_file(path);
    struct opened opened;
    struct error error = {0};
    struct thrift_list groups, order;
    struct pq_row_group_fields fields;
    uint32_t n = 0;
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    pq_row_groups_begin(&groups, pq_file_context(opened.file)->metadata);
    CHECK(pq_row_groups_next(&groups, &fields));
    thrift_list_begin(&order, fields.sorting_columns, THRIFT_STRUCT);
    while (thrift_list_next(&order)) {
        struct pq_sorting_column column;
        thrift_read_struct(&order.reader, &PQ_SORTING_COLUMN, &column);
        CHECK(column.leaf == (int32_t)n);
        n++;
    }
    close_opened(&opened);
    bytes_free(&bytes);
    return n;
}

static void the_order_ends_before_encrypted_columns(void)
{
    static const struct pq_write_key key = {.key = {.bytes = {1}, .size = 16},
                                            .metadata = {(const uint8_t *)"key", 3}};
    CHECK(write_file(NULL));
    CHECK(count_order() == N_COLUMNS);
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        const struct slice name = slice_of(NAMES[i], 1);
        const struct pq_write_encryption how = {.algorithm = PQ_AES_GCM_V1,
                                                .has_plain_footer = true,
                                                .footer_key = key,
                                                .columns = &name,
                                                .column_keys = &key,
                                                .n_column_keys = 1};
        if (write_file(&how))
            CHECK(count_order() == i);
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_plain_footer.%ld.parquet", (long)getpid());
    RUN(the_order_ends_before_encrypted_columns);
    unlink(path);
    return unit_test_done();
}
