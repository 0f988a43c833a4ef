/* SPDX-License-Identifier: MIT */
/*
 * test_allocation_failures_predicates.c - scans with predicates while each allocation,
 * and each read, fails in turn: NOMEM or IO each time, no leak (AddressSanitizer would
 * detect it), and the right rows once none fails.
 */
#include "base/alloc.h"
#include "unit_copy.h"
#include "unit_testdata.h"

enum { PREDICATES = 3 };

/* Opens the file, marks the rows of one scan, and closes it. */
static enum status scan_once(struct slice bytes, struct predicate *predicate,
                             uint64_t n_rows, uint8_t *marks)
{
    struct opened opened;
    struct error error = {0};
    struct scan scan = {0};
    enum status status = open_bytes(&opened, bytes, true, &error);
    if (status == OK)
        status = predicate_prepare(predicate, opened.schema, &error);
    if (status == OK)
        status = scan_init(&scan, opened.table, &error);
    if (status == OK) {
        scan_start(&scan, predicate);
        CHECK(mark_scanned_rows(&scan, n_rows, marks, &status, &error));
    }
    CHECK(status == error.status);
    scan_release(&scan);
    close_opened(&opened);
    return status;
}

/* Comparing long decimals needs memory; if there is none, they are accepted, so that
 * there may be more rows. */
static bool may_have_more(const struct file_copy *copy, const struct predicate *predicate)
{
    for (uint32_t i = 0; i < predicate->n_terms; i++) {
        const struct column *column = &copy->schema->columns[predicate->terms[i].column];
        if (column->type == COLUMN_DECIMAL && column->kind == VECTOR_BYTES)
            return true;
    }
    return false;
}

static void check_rows(const uint8_t *expected, const uint8_t *got, uint64_t n,
                       bool may_be_more)
{
    for (uint64_t i = 0; i < n; i++)
        CHECK(got[i] == expected[i] || (may_be_more && got[i]));
}

static void check_predicate(const char *name, struct slice bytes,
                            const struct file_copy *copy, uint64_t seed)
{
    uint8_t *expected = must(calloc(copy->n_rows + 1, 1));
    uint8_t *got = must(calloc(copy->n_rows + 1, 1));
    int faults = unit_test_faults;
    for (int way = 0; way < 4; way++) {
        long (*fail_at)(long, int) = way < 2 ? mem_fail_at : input_file_fail_at;
        enum status failure = way < 2 ? NOMEM : IO, status = failure;
        long n = 0;
        bool may_be_more = false;
        while (status == failure && n < 100000) {
            struct predicate predicate = {0};
            uint64_t state = seed;
            fill_random_predicate(copy, &state, &predicate);
            mark_accepted_rows(copy, &predicate, expected);
            may_be_more = may_have_more(copy, &predicate);
            fail_at(++n, way % 2);
            status = scan_once(bytes, &predicate, copy->n_rows, got);
            fail_at(0, 0);
            predicate_release(&predicate);
        }
        CHECK(status == OK && n > (way < 2 ? 3 : 1));
        check_rows(expected, got, copy->n_rows, may_be_more);
    }
    if (faults != unit_test_faults)
        fprintf(stderr, "in %s, seed %d\n", name, (int)seed);
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
    for (uint64_t seed = 0; seed < PREDICATES; seed++)
        check_predicate(name, bytes, &copy, seed);
    free_file_copy(&copy);
    close_opened(&opened);
}

static void allocation_failures_are_reported(void)
{
    CHECK(for_each_file(9000, check_file) > 0);
}

int main(void)
{
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
