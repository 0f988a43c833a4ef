/* SPDX-License-Identifier: MIT */
/*
 * test_orc_announcements.c - a scan of an ORC file that is far away reads its stripes'
 * footers in one round trip and the streams of its columns in another
 */
#include "orc/file_reader.h"
#include "scan/scan.h"
#include "unit_far_file.h"
#include "unit_orc_rows.h"

enum { STRIPES = 6, ROWS = 60000, COLUMNS = 5, CHUNK = 32768 };

/* Six stripes of 2.4 MB: five columns of doubles, row i of column c is 10 * i + c. */
static struct bytes make_file(void)
{
    struct orc_spec spec = {0};
    orc_spec_types(&spec, "struct<a:double,b:double,c:double,d:double,e:double>");
    spec.block_size = 1 << 20;
    for (uint64_t s = 0; s < STRIPES; s++) {
        orc_add_stripe(&spec, ROWS);
        for (uint64_t c = 1; c <= COLUMNS; c++) {
            struct bytes data = {0};
            for (uint64_t i = 0; i < ROWS; i++) {
                double value = (double)(10 * (s * ROWS + i) + c);
                little_endian_numbers(&value, sizeof value, 1);
                bytes_put(&data, &value, sizeof value);
            }
            orc_add_bytes(&spec, c, ORC_DATA, data)->chunk = CHUNK;
        }
    }
    struct bytes bytes = orc_file_bytes(&spec);
    orc_spec_free(&spec);
    return bytes;
}

/* Reads n columns, from the second on, of at most `limit` rows; returns the round trips.
 */
static uint32_t trips(const struct bytes *bytes, uint32_t n, uint64_t limit,
                      bool announces)
{
    static const uint32_t columns[] = {1, 2, 3, 4};
    struct far_counts counts = {0};
    struct error error = {0};
    struct orc_file *file = NULL;
    struct scan scan = {0};
    uint64_t n_rows = 0;
    struct input_file *input = open_far(bytes_slice(bytes), &counts, announces);
    CHECK(orc_file_open(input, &(struct orc_file_options){0}, &file, &error) == OK);
    struct table_file *table = orc_file_as_table_file(file);
    CHECK(scan_init(&scan, table, &error) == OK);
    CHECK(scan_expect(&scan, columns, n, 0, limit == UINT64_MAX ? 0 : limit, &error) ==
          OK);
    scan_start(&scan, NULL);
    while (n_rows < limit) {
        CHECK(scan_next_batch(&scan, &error) == OK);
        if (scan.batch_first == scan.batch_end)
            break;
        for (uint32_t k = 0; k < n; k++) {
            const struct scan_column *window;
            uint64_t row = scan.batch_first;
            CHECK(scan_column(&scan, columns[k], row, &window, &error) == OK);
            CHECK(window->vector.values.float64[row - window->first] ==
                  (double)(10 * row + columns[k] + 1));
        }
        n_rows += scan_batch_rows(&scan);
    }
    CHECK(n_rows == (limit < UINT64_MAX ? n_rows : (uint64_t)STRIPES * ROWS));
    scan_release(&scan);
    orc_file_close(file);
    return far_trips(&counts);
}

static void columns_of_all_stripes_come_together(void)
{
    struct bytes bytes = make_file();
    CHECK(trips(&bytes, 1, UINT64_MAX, true) <= 3);
    CHECK(trips(&bytes, 4, UINT64_MAX, true) <= 4);
    CHECK(trips(&bytes, 4, 10, true) <= 3);
    CHECK(trips(&bytes, 4, UINT64_MAX, false) > 100);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(columns_of_all_stripes_come_together);
    return unit_test_done();
}
