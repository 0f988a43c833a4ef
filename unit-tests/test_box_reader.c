/* SPDX-License-Identifier: MIT */
/*
 * test_box_reader.c - a geometry's bounds are decoded once for all columns that show
 * them, and bounding boxes of column chunks are used only if valid (box_reader.h,
 * box_statistics.h).
 */
#include <math.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/geometry/box_statistics.h"
#include "value/wkb.h"
#include "unit_testdata.h"

/* ---- Readers ------------------------------------------------------------------ */

enum { N_ROWS = 240, GROUP_ROWS = 40 };

static struct opened opened;
static uint32_t first_bound;               /* "geom.xmin" */
static double truth[PQ_BOX_PARTS][N_ROWS]; /* NaN: null */

static struct column_reader *open_bound(unsigned part)
{
    struct column_reader *reader = NULL;
    struct error error = {0};
    CHECK(opened.table->ops->open_column(opened.table, first_bound + part, &reader,
                                         &error) == OK);
    return reader;
}

/* Reads up to n rows and compares them with those from `row` on; returns their number. */
static uint32_t read_rows(struct column_reader *reader, unsigned part, uint64_t row,
                          uint32_t n)
{
    struct column_vector vector = {0};
    struct error error = {0};
    CHECK(reader->ops->read(reader, n, &vector, &error) == OK);
    CHECK(vector.n_rows > 0 && vector.n_rows <= n && vector.kind == VECTOR_DOUBLE);
    for (uint32_t i = 0; i < vector.n_rows; i++) {
        double expected = truth[part][row + i];
        CHECK(column_vector_is_null(&vector, i) == (isnan(expected) != 0));
        CHECK(isnan(expected) || vector.values.float64[i] == expected);
    }
    return vector.n_rows;
}

static void read_truth(void)
{
    struct error error = {0};
    for (unsigned part = 0; part < PQ_BOX_PARTS; part++) {
        struct column_reader *reader = open_bound(part);
        for (uint32_t group = 0; group < N_ROWS / GROUP_ROWS; group++) {
            struct column_vector vector = {0};
            CHECK(reader->ops->start(reader, group, &error) == OK);
            CHECK(reader->ops->read(reader, GROUP_ROWS, &vector, &error) == OK);
            CHECK(vector.n_rows == GROUP_ROWS);
            for (uint32_t i = 0; i < GROUP_ROWS; i++)
                truth[part][group * GROUP_ROWS + i] = column_vector_is_null(&vector, i)
                                                          ? (double)NAN
                                                          : vector.values.float64[i];
        }
        reader->ops->close(reader);
    }
    CHECK(truth[0][0] > 0.31 && truth[0][0] < 0.32 && truth[1][0] > 3.80);
}

/* Readers that take turns, a window each, read the pages once. */
static void readers_share_decoded_bounds(void)
{
    struct error error = {0};
    struct column_reader *readers[PQ_BOX_PARTS];
    for (unsigned part = 0; part < PQ_BOX_PARTS; part++)
        readers[part] = open_bound(part);
    for (int pass = 0; pass < 3; pass++) {
        uint64_t before = opened.table->totals.pages_read;
        for (uint32_t group = 0; group < N_ROWS / GROUP_ROWS; group++) {
            for (unsigned part = 0; part < PQ_BOX_PARTS; part++)
                CHECK(readers[part]->ops->start(readers[part], group, &error) == OK);
            for (uint64_t row = 0; row < GROUP_ROWS; row += 10) {
                for (unsigned part = 0; part < PQ_BOX_PARTS; part++)
                    CHECK(read_rows(readers[part], part, group * GROUP_ROWS + row, 10) ==
                          10);
            }
        }
        CHECK(opened.table->totals.pages_read - before == N_ROWS / GROUP_ROWS);
    }
    for (unsigned part = 0; part < PQ_BOX_PARTS; part++)
        readers[part]->ops->close(readers[part]);
}

static void readers_at_different_rows_are_independent(void)
{
    enum { N_READERS = 9 };
    struct {
        struct column_reader *reader;
        unsigned part;
        uint32_t group;
        uint64_t at;
    } r[N_READERS] = {{0}};
    struct error error = {0};
    uint64_t random = 7;
    for (int step = 0; step < 20000; step++) {
        uint64_t i = random_below(&random, N_READERS);
        uint64_t what = random_below(&random, 20);
        if (r[i].reader == NULL) {
            r[i].part = (unsigned)random_below(&random, 4);
            r[i].reader = open_bound(r[i].part);
            r[i].at = GROUP_ROWS;
        }
        struct column_reader *reader = r[i].reader;
        uint64_t left = GROUP_ROWS - r[i].at;
        if (what == 0) {
            reader->ops->close(reader);
            r[i].reader = NULL;
        } else if (what == 1 || left == 0) {
            r[i].group = (uint32_t)random_below(&random, N_ROWS / GROUP_ROWS);
            r[i].at = 0;
            CHECK(reader->ops->start(reader, r[i].group, &error) == OK);
        } else if (what < 6) {
            uint64_t n = random_below(&random, left + 1);
            CHECK(reader->ops->skip(reader, n, &error) == OK);
            r[i].at += n;
        } else {
            uint32_t n = 1 + (uint32_t)random_below(&random, left);
            r[i].at += read_rows(reader, r[i].part, r[i].group * GROUP_ROWS + r[i].at, n);
        }
    }
    for (int i = 0; i < N_READERS; i++) {
        if (r[i].reader != NULL)
            r[i].reader->ops->close(r[i].reader);
    }
}

static enum status read_two(const char *name)
{
    struct bytes bytes = bytes_of_file(name);
    struct column_reader *readers[2] = {NULL, NULL};
    struct opened file;
    struct error error = {0};
    enum status status = open_bytes(&file, bytes_slice(&bytes), true, &error);
    for (uint32_t i = 0; status == OK && i < 2; i++)
        status = file.table->ops->open_column(
            file.table, file.schema->n_columns - PQ_BOX_PARTS + i, &readers[i], &error);
    for (uint32_t i = 0; status == OK && i < 4; i++) {
        struct column_vector vector;
        status = readers[i % 2]->ops->start(readers[i % 2], i / 2, &error);
        if (status == OK)
            status = readers[i % 2]->ops->read(readers[i % 2], 2, &vector, &error);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (readers[i] != NULL)
            readers[i]->ops->close(readers[i]);
    }
    if (file.table != NULL)
        close_opened(&file);
    bytes_free(&bytes);
    CHECK(status == error.status);
    return status;
}

/* A reader that falls behind needs its own source; the allocation fails once, then
 * succeeds. */
static void reader_continues_after_an_allocation_failure(void)
{
    struct column_reader *ahead = open_bound(0), *behind = open_bound(1);
    struct column_vector vector;
    struct error error = {0};
    CHECK(ahead->ops->start(ahead, 0, &error) == OK);
    CHECK(behind->ops->start(behind, 0, &error) == OK);
    CHECK(read_rows(ahead, 0, 0, 1) == 1);
    CHECK(read_rows(behind, 1, 0, 1) == 1);
    CHECK(ahead->ops->skip(ahead, GROUP_ROWS - 2, &error) == OK);
    CHECK(read_rows(ahead, 0, GROUP_ROWS - 1, 1) == 1);
    mem_fail_at(1, 0);
    CHECK(behind->ops->read(behind, 1, &vector, &error) == NOMEM);
    mem_fail_at(0, 0);
    CHECK(read_rows(behind, 1, 1, 1) == 1);
    CHECK(behind->ops->start(behind, 0, &error) == OK);
    CHECK(read_rows(behind, 1, 0, 1) == 1);
    ahead->ops->close(ahead);
    behind->ops->close(behind);
}

static void allocation_failures_are_reported(void)
{
    enum status status = NOMEM;
    for (long i = 1; status != OK && i < 500; i++) {
        mem_fail_at(i, 0);
        status = read_two("testdata/geo_boxes.parquet");
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
    }
    CHECK(status == OK);
    CHECK(read_two("testdata/geo_damaged.parquet") == CORRUPT);
}

/* ---- Unverified bounds -------------------------------------------------------- */

static void bounds_of_coverings_are_verified(void)
{
    static const bool expected[4][2] = {
        /* x, y */ {false, true}, {false, false}, {false, false}, {true, true}};
    enum status status = NOMEM;
    for (long i = 1; status != OK && i < 500; i++) {
        struct bytes bytes = bytes_of_file("testdata/geo_covering_wrong.parquet");
        struct opened file;
        struct error error = {0};
        CHECK(open_bytes(&file, bytes_slice(&bytes), true, &error) == OK);
        uint32_t xmin = file.schema->n_columns - PQ_BOX_PARTS;
        status = OK;
        mem_fail_at(i, 0);
        for (uint32_t group = 0; group < 4 && status == OK; group++) {
            for (uint32_t d = 0; d < 2 && status == OK; d++) {
                bool hold = !expected[group][d];
                status = file.table->ops->verify_bounds(file.table, group, xmin + 2 * d,
                                                        &hold, &error);
                CHECK(status != OK || hold == expected[group][d]);
            }
        }
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        /* The result is kept: no page is read again. */
        uint64_t before = file.table->totals.pages_read;
        bool hold = true;
        CHECK(status != OK || (file.table->ops->verify_bounds(file.table, 3, xmin + 1,
                                                              &hold, &error) == OK &&
                               hold && file.table->totals.pages_read == before));
        close_opened(&file);
        bytes_free(&bytes);
    }
    CHECK(status == OK);
}

static bool wants_to_end(void *argument)
{
    (void)argument;
    return true;
}

static void verification_can_be_interrupted(void)
{
    struct bytes bytes = bytes_of_file("testdata/geo_covering_wrong.parquet");
    struct opened file;
    struct error error = {0};
    bool hold = true;
    CHECK(open_bytes(&file, bytes_slice(&bytes), true, &error) == OK);
    uint32_t xmin = file.schema->n_columns - PQ_BOX_PARTS;
    struct interrupt interrupt = {.is_wanted = wants_to_end};
    interrupt_begin(&interrupt);
    CHECK(file.table->ops->verify_bounds(file.table, 3, xmin, &hold, &error) ==
          INTERRUPTED);
    CHECK(!hold);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    error_clear(&error);
    CHECK(file.table->ops->verify_bounds(file.table, 3, xmin, &hold, &error) == OK &&
          hold);
    close_opened(&file);
    bytes_free(&bytes);
}

static void boxes_of_geographies_are_widened(void)
{
    const struct pq_column_metadata chunk = {
        .num_values = 9,
        .has_bbox = true,
        .bbox = {.xmin = 170, .xmax = -170, .ymin = 1, .ymax = 2}};
    struct column_statistics s;
    pq_bounding_box_believe(&chunk, true, 2, 9, &s);
    CHECK(s.min.float64 == 1 - PQ_GEOGRAPHY_SLACK && s.max.float64 > 2);
    pq_bounding_box_believe(&chunk, true, 0, 9, &s);
    CHECK(s.has_gap && s.gap_low > -170 && s.gap_high < 170);
    CHECK(s.gap_low < -169.9 && s.gap_high > 169.9);

    /* Near the poles and at 180 degrees, a point may also have another longitude. */
    static const struct pq_bounding_box boxes[] = {
        {.xmin = 10, .xmax = 180, .ymin = 1, .ymax = 2},
        {.xmin = -180, .xmax = -170, .ymin = 1, .ymax = 2},
        {.xmin = 10, .xmax = 20, .ymin = 1, .ymax = 89.5},
        {.xmin = 10, .xmax = 20, .ymin = -90, .ymax = 2}};
    for (size_t i = 0; i < COUNT_OF(boxes); i++) {
        struct pq_column_metadata other = chunk;
        other.bbox = boxes[i];
        pq_bounding_box_believe(&other, true, 1, 9, &s);
        CHECK(!s.has_min && !s.has_max && !s.has_gap && s.reason == KEEP_SPHERE);
        pq_bounding_box_believe(&other, true, 2, 9, &s);
        CHECK(s.has_min && s.has_max);
        pq_bounding_box_believe(&other, false, 1, 9, &s);
        CHECK(s.has_min && s.has_max);
    }
}

/* ---- Boxes -------------------------------------------------------------------- */

static struct column_statistics trusted_part(const double box[8], bool has_z, bool has_m,
                                             unsigned part)
{
    const struct pq_column_metadata chunk = {.num_values = 9,
                                             .has_bbox = true,
                                             .bbox = {.xmin = box[0],
                                                      .xmax = box[1],
                                                      .ymin = box[2],
                                                      .ymax = box[3],
                                                      .zmin = box[4],
                                                      .zmax = box[5],
                                                      .mmin = box[6],
                                                      .mmax = box[7],
                                                      .has_z = has_z,
                                                      .has_m = has_m}};
    struct column_statistics s;
    pq_bounding_box_believe(&chunk, false, part, 9, &s);
    CHECK(s.n_rows == 9 && !s.has_null_count && !s.has_nan_count && !s.is_unverified);
    return s;
}

static void valid_boxes_are_trusted(void)
{
    const double box[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (unsigned part = 0; part < 8; part++) {
        struct column_statistics s = trusted_part(box, true, true, part);
        CHECK(s.has_min && s.has_max && !s.has_gap);
        CHECK(s.min.float64 == box[part & ~1U] && s.max.float64 == box[part | 1]);
        s = trusted_part(box, false, true, part);
        CHECK(s.has_min == (part / 2 != WKB_Z));
        s = trusted_part(box, true, false, part);
        CHECK(s.has_min == (part / 2 != WKB_M));
    }
}

static void check_nothing_is_trusted(double xmin, double xmax, double ymin, double ymax)
{
    const double box[8] = {xmin, xmax, ymin, ymax, 0, 1, 0, 1};
    for (unsigned part = 0; part < 8; part++) {
        struct column_statistics s = trusted_part(box, true, true, part);
        CHECK(!s.has_min && !s.has_max && !s.has_gap && s.reason == KEEP_BAD_BOX);
    }
}

static void invalid_boxes_are_not_trusted(void)
{
    check_nothing_is_trusted(NAN, 1, 0, 1);
    check_nothing_is_trusted(0, NAN, 0, 1);
    check_nothing_is_trusted(0, 1, NAN, 1);
    check_nothing_is_trusted(0, 1, 0, NAN);
    check_nothing_is_trusted(0, 1, 1, 0);
    check_nothing_is_trusted(HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL);
    const double wrapped[8] = {170, -170, 0, 1, 1, 0, NAN, 1};
    struct column_statistics s = trusted_part(wrapped, true, true, 0);
    CHECK(!s.has_min && !s.has_max && s.has_gap && s.reason == KEEP_NONE);
    CHECK(s.gap_low == -170 && s.gap_high == 170);
    CHECK(trusted_part(wrapped, true, true, 1).has_gap);
    CHECK(trusted_part(wrapped, true, true, 2).has_min);
    CHECK(!trusted_part(wrapped, true, true, 4).has_min);
    CHECK(!trusted_part(wrapped, true, true, 6).has_min);
    const double endless[8] = {HUGE_VAL, -HUGE_VAL, 0, 1, 0, 1, 0, 1};
    CHECK(!trusted_part(endless, true, true, 0).has_gap);
    const double zeros[8] = {0, -0.0, -0.0, 0, 0, 0, 0, 0};
    s = trusted_part(zeros, false, false, 0);
    CHECK(s.has_min && signbit(s.min.float64) && !signbit(s.max.float64));

    /* The chunk does not have as many values as rows. */
    const struct pq_column_metadata chunk = {
        .num_values = 8, .has_bbox = true, .bbox = {.xmin = 0, .xmax = 1}};
    pq_bounding_box_believe(&chunk, false, 0, 9, &s);
    CHECK(!s.has_min && !s.has_max && s.reason == KEEP_VALUE_COUNT);
}

int main(void)
{
    struct bytes bytes = bytes_of_file("testdata/geo_boxes.parquet");
    struct error error = {0};
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    while (strcmp(opened.schema->columns[first_bound].name, "geom.xmin") != 0)
        first_bound++;
    RUN(read_truth);
    RUN(readers_share_decoded_bounds);
    RUN(readers_at_different_rows_are_independent);
    RUN(reader_continues_after_an_allocation_failure);
    RUN(allocation_failures_are_reported);
    RUN(bounds_of_coverings_are_verified);
    RUN(verification_can_be_interrupted);
    RUN(valid_boxes_are_trusted);
    RUN(invalid_boxes_are_not_trusted);
    RUN(boxes_of_geographies_are_widened);
    close_opened(&opened);
    bytes_free(&bytes);
    return unit_test_done();
}
