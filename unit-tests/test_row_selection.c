/* SPDX-License-Identifier: MIT */
/* test_row_selection.c - ranges of rows, compared with one flag for each row. */
#include "base/alloc.h"
#include "scan/row_selection.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { N_ROWS = 60 };

static bool is_normal(const struct row_selection *selection)
{
    for (uint32_t i = 0; i < selection->n_ranges; i++) {
        const struct row_range *range = &selection->ranges[i];
        if (range->first >= range->end || (i > 0 && range[-1].end >= range->first))
            return false;
    }
    return true;
}

static void append(struct row_selection *selection, uint64_t first, uint64_t end)
{
    struct error error = {0};
    CHECK(row_selection_append(selection, first, end, &error) == OK);
}

/* Marks the selected rows; false if row_selection_count() is wrong. */
static bool mark(const struct row_selection *selection, uint8_t *marks)
{
    uint64_t n = 0;
    memset(marks, 0, N_ROWS);
    for (uint32_t i = 0; i < selection->n_ranges; i++) {
        for (uint64_t row = selection->ranges[i].first; row < selection->ranges[i].end;
             row++, n++)
            marks[row] = 1;
    }
    return n == row_selection_count(selection);
}

/* Ascending random ranges, some adjacent, some empty. */
static void fill(uint64_t *state, struct row_selection *selection, uint8_t *marks)
{
    memset(marks, 0, N_ROWS);
    selection->n_ranges = 0;
    for (uint64_t row = 0; row < N_ROWS;) {
        uint64_t first = row + random_below(state, 4),
                 end = first + random_below(state, 6);
        if (end > N_ROWS)
            break;
        append(selection, first, end);
        memset(marks + first, 1, end - first);
        row = end;
    }
}

static void appended_rows_are_selected(void)
{
    uint64_t state = 1;
    uint8_t marks[N_ROWS], got[N_ROWS];
    struct row_selection selection = {0};
    for (int round = 0; round < 2000; round++) {
        fill(&state, &selection, marks);
        CHECK(is_normal(&selection) && mark(&selection, got));
        CHECK(memcmp(marks, got, N_ROWS) == 0);
    }
    row_selection_release(&selection);
    row_selection_release(&selection);
    CHECK(selection.n_ranges == 0 && selection.ranges == NULL);
}

static void adjacent_ranges_are_merged(void)
{
    struct row_selection selection = {0};
    append(&selection, 5, 5);
    append(&selection, 7, 6);
    CHECK(selection.n_ranges == 0 && row_selection_count(&selection) == 0);
    append(&selection, 5, 7);
    append(&selection, 7, 7);
    append(&selection, 7, 9);
    CHECK(selection.n_ranges == 1 && selection.ranges[0].end == 9);
    append(&selection, 10, UINT64_MAX);
    CHECK(selection.n_ranges == 2);
    CHECK(row_selection_count(&selection) == 4 + UINT64_MAX - 10);
    row_selection_release(&selection);
}

static void intersections_have_the_rows_of_both(void)
{
    uint64_t state = 2;
    uint8_t a_marks[N_ROWS], b_marks[N_ROWS], got[N_ROWS];
    struct row_selection a = {0}, b = {0}, both = {0};
    for (int round = 0; round < 5000; round++) {
        struct error error = {0};
        fill(&state, &a, a_marks);
        fill(&state, &b, b_marks);
        CHECK(row_selection_intersect(&a, &b, &both, &error) == OK);
        CHECK(is_normal(&both) && mark(&both, got));
        for (size_t i = 0; i < N_ROWS; i++)
            CHECK(got[i] == (a_marks[i] & b_marks[i]));
    }
    row_selection_release(&a);
    row_selection_release(&b);
    row_selection_release(&both);
}

static void failed_allocations_are_reported(void)
{
    struct row_selection a = {0}, both = {0};
    struct error error = {0};
    for (uint64_t i = 0; i < 20; i++)
        append(&a, i * 2, i * 2 + 1);
    enum status status = NOMEM;
    for (long n = 1; status == NOMEM && n < 10; n++) {
        error_clear(&error);
        mem_fail_at(n, 0);
        status = row_selection_intersect(&a, &a, &both, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == NOMEM || n > 2));
        CHECK(is_normal(&both));
    }
    CHECK(status == OK && row_selection_count(&both) == 20);
    row_selection_release(&a);
    row_selection_release(&both);
}

int main(void)
{
    RUN(appended_rows_are_selected);
    RUN(adjacent_ranges_are_merged);
    RUN(intersections_have_the_rows_of_both);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
