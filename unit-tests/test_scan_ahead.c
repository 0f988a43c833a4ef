/* SPDX-License-Identifier: MIT */
/*
 * test_scan_ahead.c - scans return the same rows, values and errors with any number of
 * threads, wherever they end, and whatever fails in a thread.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "formats.h"
#include "scan/json_cell.h"
#include "scan/scan_ahead.h"
#include "unit_test.h"
#include "unit_values.h"

static const char *const paths[] = {
    "testdata/trips.parquet", "testdata/pyarrow_sorted.parquet",
    "testdata/polars_row_groups.parquet", "testdata/pyarrow_lookup.parquet"};

static struct table_file *open_table(const char *path)
{
    const struct format_options options = {.parquet.verify_checksums = true};
    struct table_file *file = NULL;
    struct error error = {0};
    CHECK(formats_open(path, &options, &file, &error) == OK);
    return file;
}

/* ---- Reading a pass ---------------------------------------------------------------- */

/* What a pass reads: rows and the cells of the columns that are asked for in them. */
struct pass {
    struct table_file *file;
    uint32_t n_threads;
    uint64_t seed;      /* decides the columns, and when one is first asked for */
    uint64_t most_rows; /* the pass is left after them */
    struct predicate *predicate;
    /* What came of it. */
    struct buffer text;
    uint64_t n_rows;
    enum status status;
    struct error error;
    struct scan_counters counters;
    bool had_threads;
};

static enum status read_row(struct pass *pass, struct scan *scan, uint64_t row,
                            struct error *error)
{
    const struct schema *schema = pass->file->ops->schema(pass->file);
    enum status status = buffer_append_format(&pass->text, error,
                                              "%llu:", (unsigned long long)row);
    for (uint32_t c = 0; status == OK && c < schema->n_columns; c++) {
        uint64_t state = pass->seed + c;
        const struct scan_column *window;
        if (random_below(&state, 3) == 0 || row < random_below(&state, 400))
            continue;
        status = scan_column(scan, c, row, &window, error);
        if (status == OK)
            status = append_json_cell(&pass->text, &schema->columns[c], &window->vector,
                                      (uint32_t)(row - window->first), error);
    }
    pass->n_rows++;
    return status;
}

static enum status read_batch(struct pass *pass, struct scan *scan, struct error *error)
{
    uint64_t n = scan->selected != NULL ? scan->n_selected
                                        : scan->batch_end - scan->batch_first;
    enum status status = OK;
    for (uint64_t i = 0; status == OK && i < n && pass->n_rows < pass->most_rows; i++) {
        uint64_t at = scan->selected != NULL ? scan->selected[i] : i;
        status = read_row(pass, scan, scan->batch_first + at, error);
    }
    return status;
}

/* Goes on until the pass ends, fails or has most_rows. */
static void read_rest(struct pass *pass, struct scan *scan)
{
    pass->status = OK;
    pass->error = (struct error){0};
    while (pass->status == OK && pass->n_rows < pass->most_rows) {
        pass->status = scan_next_batch(scan, &pass->error);
        pass->had_threads = pass->had_threads || scan->ahead != NULL;
        if (pass->status == OK && scan->batch_first == scan->batch_end)
            break;
        if (pass->status == OK)
            pass->status = read_batch(pass, scan, &pass->error);
    }
    pass->counters = scan->counters;
}

static void read_pass(struct pass *pass)
{
    struct scan scan = {0};
    struct error error = {0};
    pass->text.size = 0;
    pass->n_rows = 0;
    pass->had_threads = false;
    pass->status = scan_init(&scan, pass->file, &error);
    scan.n_threads = pass->n_threads;
    if (pass->status == OK) {
        scan_start(&scan, pass->predicate);
        read_rest(pass, &scan);
    }
    scan_release(&scan);
}

static bool is_same_text(const struct pass *a, const struct pass *b, size_t size)
{
    return size == 0 || memcmp(a->text.data, b->text.data, size) == 0;
}

static bool are_same(const struct pass *a, const struct pass *b)
{
    return a->status == b->status && a->n_rows == b->n_rows &&
           a->text.size == b->text.size && is_same_text(a, b, a->text.size);
}

/* Pages in which threads take over are read twice. */
static bool are_counted_alike(const struct scan_counters *a,
                              const struct scan_counters *b)
{
    return a->row_groups == b->row_groups && a->rows_returned == b->rows_returned &&
           a->row_groups_by_statistics == b->row_groups_by_statistics &&
           a->row_groups_by_pages == b->row_groups_by_pages &&
           a->row_groups_by_dictionary == b->row_groups_by_dictionary &&
           a->row_groups_by_bloom == b->row_groups_by_bloom;
}

/* A predicate with up to two ranges of numbers, or row numbers. */
static void make_predicate(uint64_t *state, struct table_file *file,
                           struct predicate *predicate, struct value_range *ranges)
{
    const struct schema *schema = file->ops->schema(file);
    struct error error = {0};
    uint64_t n_rows = scan_total_rows(file);
    *predicate = (struct predicate){0};
    for (uint32_t c = 0; c < schema->n_columns && predicate->n_terms < 2; c++) {
        struct value_range *range = &ranges[predicate->n_terms];
        const struct column *column = &schema->columns[c];
        if (column->type != COLUMN_INTEGER || random_below(state, 3) > 0)
            continue;
        struct predicate_term *term = must(predicate_add(predicate, c));
        *range = value_range_all(DOMAIN_INT64);
        range->low.int64 = (int64_t)random_below(state, n_rows);
        range->high.int64 = range->low.int64 + (int64_t)random_below(state, n_rows * 2);
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = range};
        term->prunes = random_below(state, 2) == 0;
    }
    if (random_below(state, 4) == 0) {
        ranges[2].low.int64 = (int64_t)random_below(state, n_rows / 2);
        ranges[2].high.int64 = (int64_t)random_below(state, n_rows * 2);
        predicate->has_rows = true;
        predicate->rows = (struct value_set){.domain = DOMAIN_INT64,
                                             .n_ranges = ranges[2].low.int64 <=
                                                         ranges[2].high.int64,
                                             .ranges = &ranges[2]};
    }
    CHECK(predicate_prepare(predicate, schema, &error) == OK);
}

/* Calls the test with two passes of the same random query, of which the first is without
 * threads. */
static void with_random_passes(unsigned n, void (*test)(struct pass *, struct pass *,
                                                        uint64_t *state))
{
    uint64_t state = 1;
    for (unsigned i = 0; i < n; i++) {
        struct value_range ranges[2][3] = {0};
        struct predicate predicates[2];
        const char *path = paths[i % COUNT_OF(paths)];
        struct pass passes[2] = {0};
        uint64_t seed = next_random(&state);
        for (int k = 0; k < 2; k++) {
            uint64_t same = seed;
            passes[k].file = open_table(path);
            passes[k].seed = seed;
            passes[k].most_rows = UINT64_MAX;
            passes[k].predicate = &predicates[k];
            make_predicate(&same, passes[k].file, &predicates[k], ranges[k]);
        }
        passes[1].n_threads = 2 + i % 3;
        test(&passes[0], &passes[1], &state);
        for (int k = 0; k < 2; k++) {
            predicate_release(&predicates[k]);
            buffer_release(&passes[k].text);
            passes[k].file->ops->close(passes[k].file);
        }
    }
}

/* ---- Whole passes -------------------------------------------------------------------
 */

static unsigned n_with_threads;

static void compare(struct pass *alone, struct pass *ahead, uint64_t *state)
{
    (void)state;
    read_pass(alone);
    read_pass(ahead);
    CHECK(alone->status == OK && are_same(alone, ahead));
    CHECK(are_counted_alike(&alone->counters, &ahead->counters));
    CHECK(!alone->had_threads);
    n_with_threads += ahead->had_threads;
}

static void threads_change_nothing(void)
{
    n_with_threads = 0;
    with_random_passes(200, compare);
    CHECK(n_with_threads > 80);
}

static void compare_front(struct pass *alone, struct pass *ahead, uint64_t *state)
{
    alone->most_rows = ahead->most_rows = random_below(state, 1500);
    read_pass(alone);
    read_pass(ahead);
    CHECK(alone->status == OK && are_same(alone, ahead));
}

static void passes_may_be_left(void)
{
    with_random_passes(200, compare_front);
}

/* The same scan begins again while its threads are at work. */
static void passes_may_begin_again(void)
{
    struct table_file *file = open_table(paths[0]);
    struct scan scan = {0};
    struct error error = {0};
    struct pass alone = {.file = file, .most_rows = UINT64_MAX}, ahead = alone;
    read_pass(&alone);
    CHECK(scan_init(&scan, file, &error) == OK);
    scan.n_threads = 2;
    for (uint64_t n = 1; n < 1000; n += 90) {
        scan_start(&scan, NULL);
        ahead.most_rows = n;
        ahead.text.size = ahead.n_rows = 0;
        read_rest(&ahead, &scan);
        CHECK(ahead.n_rows == n && is_same_text(&alone, &ahead, ahead.text.size));
    }
    scan_start(&scan, NULL);
    ahead.most_rows = UINT64_MAX;
    ahead.text.size = ahead.n_rows = 0;
    read_rest(&ahead, &scan);
    CHECK(are_same(&alone, &ahead));
    scan_release(&scan);
    buffer_release(&alone.text);
    buffer_release(&ahead.text);
    file->ops->close(file);
}

/* ---- Failures -----------------------------------------------------------------------
 */

static enum status fail_to_open(struct table_file *file, struct table_file **again,
                                struct error *error)
{
    (void)file;
    *again = NULL;
    return error_set(error, IO, "cannot be opened again");
}

static void compare_unopened(struct pass *alone, struct pass *ahead, uint64_t *state)
{
    struct table_file_ops ops = *ahead->file->ops;
    ops.open_again = random_below(state, 2) == 0 ? fail_to_open : NULL;
    const struct table_file_ops *before = ahead->file->ops;
    read_pass(alone);
    ahead->file->ops = &ops;
    read_pass(ahead);
    ahead->file->ops = before;
    CHECK(are_same(alone, ahead) && !ahead->had_threads);
}

static void scans_go_on_without_threads(void)
{
    with_random_passes(40, compare_unopened);
}

/* Any allocation of the scan or of a thread fails, once.  The threads' failures are not
 * noticed. */
static void compare_failing(struct pass *alone, struct pass *ahead, uint64_t *state)
{
    read_pass(alone);
    mem_fail_at((long)random_below(state, 400), 0);
    read_pass(ahead);
    mem_fail_at(0, 0);
    CHECK(ahead->status == NOMEM || are_same(alone, ahead));
}

static void memory_may_run_out(void)
{
    with_random_passes(400, compare_failing);
}

/* Once there are threads, the scan's own reader reads no page of a column that was asked
 * for before. */
static void threads_decode_the_columns(void)
{
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        struct table_file *file = open_table(paths[i]);
        const struct schema *schema = file->ops->schema(file);
        for (uint32_t c = 0; c < schema->n_columns; c++) {
            struct scan scan = {0};
            struct error error = {0};
            const struct scan_column *window;
            int64_t n_pages = -1;
            CHECK(scan_init(&scan, file, &error) == OK);
            scan.n_threads = 2;
            scan_start(&scan, NULL);
            while (scan_next_batch(&scan, &error) == OK &&
                   scan.batch_first < scan.batch_end) {
                if (scan.ahead != NULL && n_pages < 0)
                    n_pages = (int64_t)file->totals.pages_read;
                CHECK(scan_column(&scan, c, scan.batch_first, &window, &error) == OK);
            }
            CHECK(n_pages >= 0 && (int64_t)file->totals.pages_read == n_pages);
            scan_release(&scan);
        }
        file->ops->close(file);
    }
}

static bool is_wanted_later(void *argument)
{
    int *left = argument;
    return --*left < 0;
}

static void compare_interrupted(struct pass *alone, struct pass *ahead, uint64_t *state)
{
    int left = (int)random_below(state, 40);
    struct interrupt interrupt = {.is_wanted = is_wanted_later, .argument = &left};
    struct error error = {0};
    read_pass(alone);
    interrupt_begin(&interrupt);
    read_pass(ahead);
    enum status status = interrupt_end(&interrupt, ahead->status, &error);
    CHECK(status == INTERRUPTED || are_same(alone, ahead));
}

static void scans_are_interrupted(void)
{
    with_random_passes(100, compare_interrupted);
}

/* ---- Damage -------------------------------------------------------------------------
 */

static struct table_file *open_bytes(struct slice bytes)
{
    struct input_file *input = NULL;
    struct pq_file *file = NULL;
    struct error error = {0};
    const struct pq_file_options options = {.verify_checksums = true};
    CHECK(input_file_open_memory(bytes, &input, &error) == OK);
    CHECK(pq_file_open(input, &options, &file, &error) == OK);
    return pq_file_as_table_file(file);
}

static void damage_is_found_in_the_same_place(void)
{
    uint64_t state = 3;
    unsigned n_damaged = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct bytes bytes = bytes_of_file(paths[i % COUNT_OF(paths)]);
        size_t at = 4 + (size_t)random_below(&state, bytes.size / 2);
        for (size_t k = 0; k < 8; k++)
            bytes.data[at + k] ^= (uint8_t)random_below(&state, 256);
        struct table_file *file = open_bytes(bytes_slice(&bytes));
        struct predicate predicate;
        struct value_range ranges[3] = {0};
        make_predicate(&state, file, &predicate, ranges);
        struct pass alone = {.file = file, .most_rows = UINT64_MAX, .seed = i};
        alone.predicate = &predicate;
        struct pass ahead = alone;
        ahead.n_threads = 2 + i % 2;
        read_pass(&alone);
        read_pass(&ahead);
        CHECK(are_same(&alone, &ahead));
        CHECK(strcmp(alone.error.message, ahead.error.message) == 0);
        n_damaged += alone.status != OK;
        predicate_release(&predicate);
        buffer_release(&alone.text);
        buffer_release(&ahead.text);
        file->ops->close(file);
        bytes_free(&bytes);
    }
    CHECK(n_damaged > 40);
}

/* ---- Processes ----------------------------------------------------------------------
 */

/* A forked process has a copy of the scan, but no threads. */
static void forked_processes_go_on_alone(void)
{
    struct table_file *file = open_table(paths[3]);
    struct pass alone = {.file = file, .most_rows = UINT64_MAX}, ahead = alone;
    struct scan scan = {0};
    struct error error = {0};
    read_pass(&alone);
    CHECK(scan_init(&scan, file, &error) == OK);
    scan.n_threads = 2;
    scan_start(&scan, NULL);
    while (ahead.status == OK && scan.ahead == NULL) {
        ahead.status = scan_next_batch(&scan, &error);
        if (ahead.status == OK)
            ahead.status = read_batch(&ahead, &scan, &error);
    }
    CHECK(scan.ahead != NULL);
    pid_t child = fork();
    read_rest(&ahead, &scan);
    bool is_right = are_same(&alone, &ahead);
    scan_release(&scan);
    if (child == 0)
        _exit(!is_right);
    int code = 1;
    CHECK(child > 0 && waitpid(child, &code, 0) == child);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0);
    CHECK(is_right);
    buffer_release(&alone.text);
    buffer_release(&ahead.text);
    file->ops->close(file);
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1); /* before the first scan */
    RUN(threads_change_nothing);
    RUN(passes_may_be_left);
    RUN(passes_may_begin_again);
    RUN(scans_go_on_without_threads);
    RUN(threads_decode_the_columns);
    RUN(memory_may_run_out);
    RUN(scans_are_interrupted);
    RUN(damage_is_found_in_the_same_place);
    RUN(forked_processes_go_on_alone);
    return unit_test_done();
}
