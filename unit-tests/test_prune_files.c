/* SPDX-License-Identifier: MIT */
/*
 * test_prune_files.c - scans of testdata/ with random predicates return the rows found by
 * testing each cell.  The predicates' values come from the files; statistics, page
 * indexes, Bloom filters and dictionaries are the writers', and each kind must have
 * excluded something.
 */
#include "unit_copy.h"
#include "unit_testdata.h"

enum { PASSES = 150 };

static struct scan_counters totals;

static uint64_t count_kept(const struct scan *scan, enum keep_test test)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < scan->kept.n_counts; i++) {
        CHECK(scan->kept.counts[i].n > 0);
        if (scan->kept.counts[i].test == test)
            n += scan->kept.counts[i].n;
    }
    return n;
}

static void check_passes(const char *name, struct opened *opened,
                         const struct file_copy *copy, uint64_t seed)
{
    struct predicate predicate = {0};
    struct scan scan;
    struct error error = {0};
    enum status status;
    uint8_t *expected = must(calloc(copy->n_rows + 1, 1));
    uint8_t *got = must(calloc(copy->n_rows + 1, 1));
    CHECK(scan_init(&scan, opened->table, &error) == OK);
    for (int pass = 0; pass < PASSES; pass++) {
        uint64_t state = seed * 1000 + (uint64_t)pass;
        fill_random_predicate(copy, &state, &predicate);
        mark_accepted_rows(copy, &predicate, expected);
        CHECK(predicate_prepare(&predicate, opened->schema, &error) == OK);
        scan_start(&scan, &predicate);
        bool is_sound = mark_scanned_rows(&scan, copy->n_rows, got, &status, &error);
        bool is_right = status == OK && is_sound &&
                        memcmp(got, expected, copy->n_rows) == 0;
        CHECK(is_right);
        if (!is_right) {
            fprintf(stderr, "in %s, pass %d: %s\n", name, pass, error.message);
            break;
        }
    }
    /* There is a reason for each row group that statistics have kept. */
    CHECK(scan.counters.row_groups - scan.counters.row_groups_by_statistics <=
          count_kept(&scan, KEEP_BY_CONDITION) + count_kept(&scan, KEEP_BY_STATISTICS));
    totals.row_groups_by_statistics += scan.counters.row_groups_by_statistics;
    totals.row_groups_by_pages += scan.counters.row_groups_by_pages;
    totals.row_groups_by_bloom += scan.counters.row_groups_by_bloom;
    totals.row_groups_by_dictionary += scan.counters.row_groups_by_dictionary;
    totals.rows_returned += scan.counters.rows_returned;
    totals.read.pages_skipped += scan.counters.read.pages_skipped;
    scan_release(&scan);
    predicate_release(&predicate);
    free(expected);
    free(got);
}

static void check_file(const char *name, struct slice bytes)
{
    struct opened opened;
    struct file_copy copy;
    struct error error = {0};
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    copy_file(opened.table, &copy);
    check_passes(name, &opened, &copy, 1);
    free_file_copy(&copy);
    close_opened(&opened);
}

static void rows_are_those_found_by_testing_each_cell(void)
{
    CHECK(for_each_file(70000, check_file) > 100);
    CHECK(totals.rows_returned > 0 && totals.read.pages_skipped > 0);
    CHECK(totals.row_groups_by_statistics > 0 && totals.row_groups_by_pages > 0);
    CHECK(totals.row_groups_by_bloom > 0 && totals.row_groups_by_dictionary > 0);
}

int main(void)
{
    RUN(rows_are_those_found_by_testing_each_cell);
    return unit_test_done();
}
