/* SPDX-License-Identifier: MIT */
/*
 * test_scan.c - files of testdata/ have the same rows when read as a whole, in steps,
 * with skips, in ranges, and with columns read late; what a test of values counts.
 */
#include "unit_codecs.h"
#include "unit_testdata.h"

static void check_steps(struct opened *opened, uint32_t column, const struct rows *rows)
{
    static const uint32_t steps[] = {1, 3, 7, 1000, BATCH_ROWS};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        struct table_file *table = opened->table;
        struct column_reader *reader = NULL;
        struct column_vector vector;
        struct error error = {0};
        uint64_t at = 0;
        bool matches = true;
        enum status status = table->ops->open_column(table, column, &reader, &error);
        for (uint32_t g = 0; status == OK && g < table->ops->row_group_count(table);
             g++) {
            uint64_t left = table->ops->row_group_rows(table, g);
            status = reader->ops->start(reader, g, &error);
            while (status == OK && left > 0) {
                uint32_t n = left < steps[i] ? (uint32_t)left : steps[i];
                status = reader->ops->read(reader, n, &vector, &error);
                if (status != OK)
                    break;
                CHECK(vector.n_rows > 0 && vector.n_rows <= n);
                matches = matches &&
                          rows_match(rows, &opened->schema->columns[column], &vector, at);
                at += vector.n_rows;
                left -= vector.n_rows;
            }
        }
        CHECK(status == rows->status);
        CHECK(status != OK || (matches && at == rows->n));
        if (reader != NULL)
            reader->ops->close(reader);
    }
}

/* Skips and reads in turns, with row groups in any order. */
static void check_skips(struct opened *opened, uint32_t column, const struct rows *rows,
                        uint64_t most, uint64_t *random)
{
    struct table_file *table = opened->table;
    struct column_reader *reader = NULL;
    struct error error = {0};
    uint32_t n_groups = table->ops->row_group_count(table);
    bool matches = true;
    enum status status = table->ops->open_column(table, column, &reader, &error);
    for (uint32_t round = 0; status == OK && n_groups > 0 && round < n_groups + 1;
         round++) {
        uint32_t group = (uint32_t)random_below(random, n_groups);
        uint64_t first = 0, at = 0, n_rows = table->ops->row_group_rows(table, group);
        for (uint32_t g = 0; g < group; g++)
            first += table->ops->row_group_rows(table, g);
        status = reader->ops->start(reader, group, &error);
        while (status == OK && at < n_rows) {
            struct column_vector vector;
            uint64_t n = least(random_below(random, most), n_rows - at);
            status = reader->ops->skip(reader, n, &error);
            at += n;
            if (status != OK || at == n_rows)
                break;
            n = 1 + random_below(random, most < BATCH_ROWS ? most : BATCH_ROWS);
            n = least(n, n_rows - at);
            status = reader->ops->read(reader, (uint32_t)n, &vector, &error);
            if (status != OK)
                break;
            matches = matches && rows_match(rows, &opened->schema->columns[column],
                                            &vector, first + at);
            at += vector.n_rows;
        }
    }
    CHECK(status == OK && matches);
    if (reader != NULL)
        reader->ops->close(reader);
}

/* Undamaged files of other writers can be read in full, if the build has all codecs. */
static bool must_be_readable(const char *name)
{
    bool has_all = true;
    for (int codec = 0; codec < CODEC_UNKNOWN; codec++)
        has_all = has_all && (codec == CODEC_LZO || are_read((enum codec)codec));
    return has_all && strncmp(name, "handmade_", strlen("handmade_")) != 0 &&
           strcmp(name, "geo_damaged.parquet") != 0;
}

static void check_columns(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    uint64_t random = bytes.size;
    int faults = unit_test_faults;
    if (open_bytes(&opened, bytes, true, &error) != OK) {
        CHECK(!must_be_readable(name));
        return;
    }
    for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
        struct rows rows = rows_of(&opened, c, UINT64_MAX);
        CHECK(rows.status == OK || opened.schema->columns[c].unreadable_reason != NULL ||
              !must_be_readable(name));
        CHECK(rows.status != OK || rows.n == scan_total_rows(opened.table));
        check_steps(&opened, c, &rows);
        for (uint64_t most = 2; rows.status == OK && most < 5000; most *= 3)
            check_skips(&opened, c, &rows, most, &random);
        if (faults != unit_test_faults)
            fprintf(stderr, "%s, column %u\n", name, (unsigned)c);
        rows_free(&rows);
    }
    close_opened(&opened);
}

static void columns_are_the_same_however_they_are_read(void)
{
    CHECK(for_each_file(1 << 20, check_columns) > 0);
}

/* ---- Scans --------------------------------------------------------------------------
 */

/* One pass over a range that reads each column in some batches only. */
static void check_range(struct opened *opened, struct scan *scan, const struct rows *rows,
                        uint64_t first, uint64_t end, uint64_t *random)
{
    uint64_t at = first, total = scan_total_rows(opened->table);
    struct error error = {0};
    struct row_limits limits;
    end = end < total ? end : total;
    scan_start_limited(scan, &limits, first, end);
    for (scan_step(scan); scan->batch_first < scan->batch_end; scan_step(scan)) {
        CHECK(scan->batch_first == at && scan->batch_end - at <= BATCH_ROWS);
        CHECK(scan->batch_end <= end);
        CHECK(scan->batch_end <= scan_row_group_here(scan)->end);
        for (uint32_t c = 0; c < scan->n_columns; c++) {
            const struct scan_column *window, *again;
            if (rows[c].status != OK || random_below(random, 3) > 0)
                continue;
            /* rows of the batch in any order */
            for (int i = 0; i < 3; i++) {
                uint64_t row = at + random_below(random, scan->batch_end - at);
                CHECK(scan_column(scan, c, row, &window, &error) == OK);
                CHECK(row - window->first < window->vector.n_rows);
                CHECK(rows_match(&rows[c], &opened->schema->columns[c], &window->vector,
                                 window->first));
                CHECK(scan_column(scan, c, row, &again, &error) == OK && again == window);
            }
        }
        at = scan->batch_end;
    }
    CHECK(at >= end || first >= end);
    scan_step(scan);
    CHECK(scan->batch_first == scan->batch_end);
}

static void check_scans(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    uint64_t random = bytes.size;
    int faults = unit_test_faults;
    struct scan scan = {0};
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    uint32_t n_columns = opened.schema->n_columns;
    uint64_t total = scan_total_rows(opened.table);
    struct rows *rows = must(calloc(n_columns + 1, sizeof *rows));
    for (uint32_t c = 0; c < n_columns; c++)
        rows[c] = rows_of(&opened, c, UINT64_MAX);
    CHECK(scan_init(&scan, opened.table, &error) == OK);
    check_range(&opened, &scan, rows, 0, UINT64_MAX, &random);
    check_range(&opened, &scan, rows, total, UINT64_MAX, &random);
    check_range(&opened, &scan, rows, UINT64_MAX, UINT64_MAX, &random);
    check_range(&opened, &scan, rows, 5, 3, &random);
    for (int i = 0; i < 30; i++) {
        uint64_t first = random_below(&random, total + 1);
        uint64_t n = random_below(&random, i % 2 ? 5 : total + 2);
        check_range(&opened, &scan, rows, first, first + n, &random);
    }
    scan_release(&scan);
    scan_release(&scan);
    if (faults != unit_test_faults)
        fprintf(stderr, "in %s\n", name);
    for (uint32_t c = 0; c < n_columns; c++)
        rows_free(&rows[c]);
    free(rows);
    close_opened(&opened);
}

static void scans_of_ranges_return_their_rows(void)
{
    CHECK(for_each_file(1 << 20, check_scans) > 0);
}

/* A damaged chunk fails each time; the column's next row group can be read. */
static void damage_affects_only_its_row_group(void)
{
    struct bytes file = {0};
    struct chunk_spec chunks[2];
    begin_file(&file);
    for (int i = 0; i < 2; i++) {
        chunks[i] = (struct chunk_spec){.type = PQ_INT32,
                                        .path = {"a"},
                                        .n_values = 1,
                                        .data_page_offset = (int64_t)file.size};
        put_page(&file, &(struct page){.n_values = 1,
                                       .body = TEXT_SLICE("\1\0\0\0"),
                                       .crc = i == 0 ? WRONG_CRC : RIGHT_CRC});
        chunks[i].compressed_size = (int64_t)file.size - chunks[i].data_page_offset;
    }
    finish_row_groups(&file, chunks, 2, 1);

    struct opened opened;
    struct error error = {0};
    struct scan scan = {0};
    const struct scan_column *window;
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(scan_init(&scan, opened.table, &error) == OK);
    for (int round = 0; round < 2; round++) {
        scan_start(&scan, NULL);
        scan_step(&scan);
        error = (struct error){0};
        CHECK(scan_column(&scan, 0, scan.batch_first, &window, &error) == CORRUPT);
        error = (struct error){0};
        CHECK(scan_column(&scan, 0, scan.batch_first, &window, &error) == CORRUPT);
        scan_step(&scan);
        error = (struct error){0};
        CHECK(scan_column(&scan, 0, scan.batch_first, &window, &error) == OK &&
              window->vector.values.int64[0] == 1);
    }
    scan_release(&scan);
    close_opened(&opened);
    bytes_free(&file);
}

/* Threads are started by this count. */
static void tested_numbers_count_as_an_eighth(void)
{
    struct value_range numbers = {.low.int64 = INT64_MIN + 1, .high.int64 = INT64_MAX};
    struct value_range texts = {.low.bytes = {(const uint8_t *)"", 0},
                                .high.bytes = {(const uint8_t *)"\xff", 1}};
    struct opened opened;
    struct error error = {0};
    struct scan scan = {0};
    struct bytes file = bytes_of_file("testdata/trips.parquet");
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(scan_init(&scan, opened.table, &error) == OK);
    uint64_t n_rows = scan_total_rows(opened.table);
    int n_checked = 0;
    for (uint32_t i = 0; i < opened.schema->n_columns; i++) {
        enum column_type type = opened.schema->columns[i].type;
        struct predicate predicate = {0};
        if (type != COLUMN_INTEGER && type != COLUMN_TEXT)
            continue;
        struct predicate_term *term = must(predicate_add(&predicate, i));
        term->set.domain = type == COLUMN_TEXT ? DOMAIN_BYTES : DOMAIN_INT64;
        term->set.ranges = type == COLUMN_TEXT ? &texts : &numbers;
        term->set.n_ranges = 1;
        CHECK(predicate_prepare(&predicate, opened.schema, &error) == OK);
        scan_start(&scan, &predicate);
        scan.is_alone = true;
        while (scan_step(&scan) == OK && scan.batch_first < scan.batch_end)
            continue;
        if (type == COLUMN_TEXT)
            CHECK(scan.n_loaded == n_rows);
        else
            CHECK(scan.n_loaded >= n_rows / 8 && scan.n_loaded < n_rows / 4);
        n_checked += type == COLUMN_TEXT ? 1 : 16;
        scan_stop(&scan);
        predicate_release(&predicate);
    }
    CHECK(n_checked > 16 && n_checked % 16 > 0);
    scan_release(&scan);
    close_opened(&opened);
    bytes_free(&file);
}

int main(void)
{
    RUN(columns_are_the_same_however_they_are_read);
    RUN(scans_of_ranges_return_their_rows);
    RUN(damage_affects_only_its_row_group);
    RUN(tested_numbers_count_as_an_eighth);
    return unit_test_done();
}
