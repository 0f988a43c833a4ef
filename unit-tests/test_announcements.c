/* SPDX-License-Identifier: MIT */
/*
 * test_announcements.c - a scan of a file that is far away announces what it reads: the
 * round trips of each kind of query, and that announcements change no row
 * (scan_announce.h)
 */
#include <unistd.h>

#include "base/disk_file.h"
#include "base/file_system.h"
#include "dataset/dataset_file.h"
#include "parquet/file_reader.h"
#include "parquet/schema/type_text.h"
#include "scan/ordered_rows.h"
#include "scan/scan.h"
#include "unit_far_file.h"
#include "unit_folder.h"
#include "unit_open_writer.h"
#include "unit_test.h"

enum { MOST_COLUMNS = 200 };

/* A file of 64-bit integers: column 0 ascends, column 1 has the same values in no order,
 * the others are noise. */
struct shape {
    uint32_t n_columns, n_groups, group_rows, page_rows;
    enum pq_bloom_choice bloom; /* of column 1 */
};

static uint64_t noise(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

static int64_t value_at(uint32_t column, uint64_t row)
{
    if (column == 0)
        return (int64_t)row * 3;
    return (int64_t)noise(row * MOST_COLUMNS + column);
}

static struct bytes write_file(const struct shape *shape)
{
    static char names[MOST_COLUMNS][8];
    struct pq_write_column columns[MOST_COLUMNS] = {0};
    struct pq_write_options options;
    struct open_writer open;
    struct error error = {0};
    const char *path = path_of("far.parquet");
    for (uint32_t i = 0; i < shape->n_columns; i++) {
        snprintf(names[i], sizeof names[i], "c%u", (unsigned)i);
        CHECK(pq_type_from_text(slice_of("BIGINT", 6), &columns[i].element, &error) ==
              OK);
        columns[i].element.name = slice_of(names[i], strlen(names[i]));
        columns[i].encoding_choice = PQ_ENCODING_FIXED;
        columns[i].encoding = PQ_PLAIN;
        columns[i].bloom = i == 1 ? shape->bloom : PQ_BLOOM_NONE;
    }
    pq_write_options_init(&options);
    options.compression = 0;
    options.row_group_rows = shape->group_rows;
    options.row_group_bytes = UINT64_MAX / 4;
    options.page_rows = shape->page_rows;
    options.dictionary_entries = 0;
    enum status status = open_writer(&open, path, columns, shape->n_columns, &options,
                                     &error);
    for (uint64_t row = 0;
         status == OK && row < (uint64_t)shape->n_groups * shape->group_rows; row++) {
        for (uint32_t i = 0; i < shape->n_columns; i++)
            CHECK(pq_append_int64(pq_file_writer_values(open.writer, i), value_at(i, row),
                                  &error));
        status = pq_file_writer_end_rows(open.writer, 1, &error);
    }
    CHECK(finish_writer(&open, status, &error) == OK);
    struct bytes bytes = bytes_of_file(path);
    unlink(path);
    return bytes;
}

/* What a query does: column `tested` between two values, if any, and the first
 * n_columns of `columns` of at most `limit` rows. */
struct query {
    bool has_term;
    uint32_t tested;
    int64_t low, high;
    uint32_t n_columns;
    uint32_t columns[MOST_COLUMNS];
    uint64_t limit;
    bool counts, is_limit_known;
};

struct answer {
    uint64_t n_rows, sum;
    struct far_counts counts;
    int64_t size;
};

static void add_rows(struct scan *scan, const struct query *query, struct answer *answer)
{
    struct error error = {0};
    for (uint32_t i = 0; i < scan_batch_rows(scan) && answer->n_rows < query->limit;
         i++) {
        uint64_t row = scan_batch_row(scan, i);
        answer->n_rows++;
        for (uint32_t k = 0; k < query->n_columns; k++) {
            const struct scan_column *window;
            enum status status = scan_column(scan, query->columns[k], row, &window,
                                             &error);
            CHECK(status == OK);
            if (status != OK)
                return;
            int64_t value = window->vector.values.int64[row - window->first];
            CHECK(value == value_at(query->columns[k], row));
            answer->sum = answer->sum * 31 + (uint64_t)value;
        }
    }
}

/* Runs a query on a file that nothing is known of. */
static struct answer ask(const struct bytes *file, const struct query *query,
                         bool announces)
{
    struct answer answer = {.size = (int64_t)file->size};
    struct error error = {0};
    struct pq_file *opened = NULL;
    struct scan scan = {0};
    struct predicate predicate = {0};
    const struct pq_file_options options = {.verify_checksums = true};
    struct value_range range = {.low.int64 = query->low, .high.int64 = query->high};
    struct input_file *input = open_far(bytes_slice(file), &answer.counts, announces);
    CHECK(pq_file_open(input, &options, &opened, &error) == OK);
    struct table_file *table = pq_file_as_table_file(opened);
    CHECK(scan_init(&scan, table, &error) == OK);
    if (query->has_term) {
        struct predicate_term *term = must(predicate_add(&predicate, query->tested));
        term->prunes = true;
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &range};
        CHECK(predicate_prepare(&predicate, table->ops->schema(table), &error) == OK);
    }
    CHECK(scan_expect(&scan, query->columns, query->n_columns, 0,
                      query->is_limit_known ? query->limit : 0, &error) == OK);
    scan_start(&scan, &predicate);
    scan.counts_only = query->counts;
    do {
        CHECK(scan_next_batch(&scan, &error) == OK);
        add_rows(&scan, query, &answer);
    } while (scan.batch_first < scan.batch_end && answer.n_rows < query->limit &&
             error.status == OK);
    CHECK(error.status == OK);
    scan_release(&scan);
    predicate_release(&predicate);
    pq_file_close(opened);
    return answer;
}

/* Checks the round trips of a query, the first of which opens the file, that nothing
 * unannounced is read, and that the rows are those of a scan without announcements. */
static struct answer check_trips(const char *what, const struct bytes *file,
                                 struct query query, uint32_t most)
{
    query.limit = query.limit == 0 ? UINT64_MAX : query.limit;
    struct answer far = ask(file, &query, true), near = ask(file, &query, false);
    uint32_t trips = far_trips(&far.counts);
    if (trips > most || getenv("SHOW_TRIPS") != NULL)
        fprintf(stderr, "%s: %u announcements, %u other reads, %lld bytes; %u without\n",
                what, (unsigned)far.counts.n_announcements,
                (unsigned)far.counts.n_unannounced, (long long)far.counts.n_bytes,
                (unsigned)far_trips(&near.counts));
    CHECK(trips <= most);
    CHECK(far.n_rows == near.n_rows && far.sum == near.sum);
    return far;
}

static struct query all_columns(uint32_t n)
{
    struct query query = {.n_columns = n};
    for (uint32_t i = 0; i < n; i++)
        query.columns[i] = i;
    return query;
}

static struct query key_of(uint32_t column, int64_t low, int64_t high, uint32_t n)
{
    struct query query = all_columns(n);
    query.has_term = true;
    query.tested = column;
    query.low = low;
    query.high = high;
    return query;
}

/* 26 MB in 20 row groups, pages of 2,048 rows. */
static const struct shape USUAL = {10, 20, 16384, 2048, PQ_BLOOM_NONE};

static void a_usual_file(void)
{
    struct bytes file = write_file(&USUAL);
    uint64_t n = (uint64_t)USUAL.n_groups * USUAL.group_rows;
    int64_t middle = value_at(0, n / 2 + 5000), other = value_at(1, n - 5);
    struct answer answer;
    struct query query = all_columns(10);
    check_trips("all columns", &file, query, 3);
    query.limit = 10;
    query.is_limit_known = true;
    answer = check_trips("limit 10", &file, query, 2);
    CHECK(answer.counts.n_bytes < 2 << 20);
    query.is_limit_known = false;
    answer = check_trips("unknown limit 10", &file, query, 2);
    CHECK(answer.counts.n_bytes < 9 << 20);
    check_trips("one column", &file, (struct query){.n_columns = 1, .columns = {4}}, 2);
    check_trips("three columns", &file, all_columns(3), 2);
    check_trips("a key", &file, key_of(0, middle, middle, 10), 2);
    check_trips("a range", &file,
                key_of(0, value_at(0, n / 2 - 3000), value_at(0, n / 2 + 3000), 3), 2);
    check_trips("half of the rows", &file, key_of(0, 0, middle, 3), 4);
    check_trips("a key in no order", &file, key_of(1, other, other, 3), 4);
    check_trips("count", &file, (struct query){.counts = true}, 2);
    bytes_free(&file);
}

/* 34 MB in 8 row groups of 65,536 rows: chunks of 512 KiB, pages of 8,192 rows. */
static void large_row_groups(void)
{
    static const struct shape shape = {8, 8, 65536, 8192, PQ_BLOOM_ALWAYS};
    struct bytes file = write_file(&shape);
    uint64_t n = (uint64_t)shape.n_groups * shape.group_rows;
    int64_t middle = value_at(0, n / 2 + 5000), other = value_at(1, n - 5);
    struct query query = all_columns(8);
    struct answer answer;
    check_trips("L all columns", &file, query, 4);
    query.limit = 10;
    query.is_limit_known = true;
    answer = check_trips("L limit 10", &file, query, 2);
    CHECK(answer.counts.n_bytes < 3 << 20);
    check_trips("L a key", &file, key_of(0, middle, middle, 8), 2);
    check_trips("L a range", &file,
                key_of(0, value_at(0, n / 2 - 3000), value_at(0, n / 2 + 3000), 3), 2);
    check_trips("L a key with a Bloom filter", &file, key_of(1, other, other, 8), 4);
    answer = check_trips("L a missing key", &file, key_of(1, other + 1, other + 1, 8), 2);
    CHECK(answer.n_rows == 0 && answer.counts.n_bytes < 2 << 20);
    check_trips("L count", &file, (struct query){.counts = true}, 2);
    bytes_free(&file);
}

/* 26 MB: 200 columns, 4 row groups of 4,096 rows.  The footer takes
 * a second read. */
static void many_columns(void)
{
    static const struct shape shape = {200, 4, 4096, 1024, PQ_BLOOM_NONE};
    struct bytes file = write_file(&shape);
    struct query query = {.n_columns = 3, .columns = {7, 100, 190}};
    check_trips("W 3 of 200 columns", &file, query, 3);
    query.has_term = true;
    query.low = query.high = value_at(0, 9000);
    check_trips("W a key, 3 of 200 columns", &file, query, 3);
    query = all_columns(200);
    query.limit = 10;
    query.is_limit_known = true;
    check_trips("W limit 10", &file, query, 4);
    check_trips("W count", &file, (struct query){.counts = true}, 3);
    bytes_free(&file);
}

/* 33 MB in one row group: windows end within it. */
static void one_row_group(void)
{
    static const struct shape shape = {8, 1, 524288, 8192, PQ_BLOOM_NONE};
    struct bytes file = write_file(&shape);
    int64_t middle = value_at(0, 300000);
    struct query query = all_columns(8);
    check_trips("O all columns", &file, query, 4);
    query.limit = 10;
    query.is_limit_known = true;
    check_trips("O limit 10", &file, query, 2);
    check_trips("O a key", &file, key_of(0, middle, middle, 8), 2);
    check_trips("O half", &file, key_of(0, 0, middle, 3), 4);
    check_trips("O count", &file, (struct query){.counts = true}, 2);
    bytes_free(&file);
}

/* ---- Rows in an order ------------------------------------------------------------- */

/* The round trips for the five rows with the least values of column 1, with 3 columns. */
static uint32_t order_trips(const struct bytes *file, bool announces, uint64_t *sum)
{
    static const uint32_t columns[] = {1, 2, 3};
    const struct row_order order = {
        .n_columns = 1,
        .columns = {{.column = 1,
                     .domain = DOMAIN_INT64,
                     .ordered = value_range_all(DOMAIN_INT64)}}};
    const struct pq_file_options options = {.verify_checksums = true};
    struct far_counts counts = {0};
    struct ordered_rows rows = {0};
    struct predicate predicate = {0};
    struct pq_file *opened = NULL;
    struct scan scan = {0};
    struct error error = {0};
    struct input_file *input = open_far(bytes_slice(file), &counts, announces);
    CHECK(pq_file_open(input, &options, &opened, &error) == OK);
    struct table_file *table = pq_file_as_table_file(opened);
    CHECK(scan_init(&scan, table, &error) == OK);
    CHECK(scan_expect(&scan, columns, 3, 0, 0, &error) == OK);
    CHECK(ordered_rows_start(&rows, &scan, &predicate, &order, 5, &error) == OK);
    *sum = 0;
    for (int i = 0; i < 5; i++) {
        const struct ordered_row *row;
        const struct scan_column *window;
        CHECK(ordered_rows_next(&rows, &row, &error) == OK && row != NULL);
        CHECK(scan_column(&scan, 3, row->row, &window, &error) == OK);
        *sum = *sum * 31 + row->row;
    }
    ordered_rows_release(&rows);
    scan_release(&scan);
    predicate_release(&predicate);
    pq_file_close(opened);
    return far_trips(&counts);
}

static void least_values(void)
{
    struct bytes file = write_file(&USUAL);
    uint64_t sum, same;
    uint32_t trips = order_trips(&file, true, &sum);
    if (getenv("SHOW_TRIPS") != NULL)
        fprintf(stderr, "order: %u\n", (unsigned)trips);
    CHECK(trips <= 6);
    CHECK(order_trips(&file, false, &same) > 20 && same == sum);
    bytes_free(&file);
}

/* ---- Many files -------------------------------------------------------------------- */

/* A server with N_FILES files of the same bytes, whose answers are counted. */
enum { N_FILES = 200 };
static struct bytes served;
static struct far_counts served_counts;
static bool is_known[N_FILES]; /* its end has been fetched */

static unsigned number_of(const char *url)
{
    return (unsigned)strtoul(strrchr(url, '/') + 1, NULL, 10);
}

static enum status server_open(const char *url, struct input_file **file,
                               struct error *error)
{
    unsigned i = number_of(url);
    (void)error;
    *file = open_far(bytes_slice(&served), &served_counts, true);
    (*file)->identity = file_identity_of_size((int64_t)served.size);
    served_counts.n_announcements -= is_known[i]; /* the file counts its opening */
    is_known[i] = true;
    return OK;
}

static enum status server_prefetch(const struct expected_file *files, size_t n,
                                   struct error *error)
{
    bool is_new = false;
    (void)error;
    for (size_t i = 0; i < n; i++) {
        is_new = is_new || !is_known[number_of(files[i].path)];
        is_known[number_of(files[i].path)] = true;
    }
    served_counts.n_announcements += is_new;
    return OK;
}

static const struct file_system_rights *no_rights(const struct file_system_rights *rights)
{
    return rights;
}

static void end_rights(const struct file_system_rights *rights)
{
    (void)rights;
}

static enum status open_served(const void *context, const char *path,
                               struct table_file **file, struct error *error)
{
    const struct pq_file_options options = {.verify_checksums = true};
    struct input_file *input = NULL;
    struct pq_file *opened = NULL;
    (void)context;
    enum status status = disk_file_open(path, &input, error);
    if (status == OK)
        status = pq_file_open(input, &options, &opened, error);
    if (status == OK)
        *file = pq_file_as_table_file(opened);
    return status;
}

/* Opens the files as a table and reads a column of at most `limit` rows; returns the
 * round trips. */
static uint32_t read_files(bool unites, uint64_t limit, uint64_t *n_rows)
{
    struct dataset_options options = {.opener = {.open = open_served},
                                      .unites_columns = unites};
    struct dataset_path paths[N_FILES] = {0};
    static char urls[N_FILES][40];
    struct table_file *table = NULL;
    struct scan scan = {0};
    struct error error = {0};
    const uint32_t column = 2;
    memset(is_known, 0, sizeof is_known);
    served_counts = (struct far_counts){0};
    for (unsigned i = 0; i < N_FILES; i++) {
        snprintf(urls[i], sizeof urls[i], "http://host/%u.parquet", i);
        paths[i].path = urls[i];
    }
    CHECK(dataset_open(paths, N_FILES, &options, &table, &error) == OK);
    CHECK(table->has_far_files && scan_init(&scan, table, &error) == OK);
    CHECK(scan_expect(&scan, &column, 1, 0, limit == UINT64_MAX ? 0 : limit, &error) ==
          OK);
    scan_start(&scan, NULL);
    for (*n_rows = 0; *n_rows < limit;) {
        const struct scan_column *window;
        CHECK(scan_next_batch(&scan, &error) == OK);
        if (scan.batch_first == scan.batch_end)
            break;
        CHECK(scan_column(&scan, column, scan.batch_first, &window, &error) == OK);
        *n_rows += scan_batch_rows(&scan);
    }
    CHECK(error.status == OK);
    scan_release(&scan);
    table->ops->close(table);
    return far_trips(&served_counts);
}

static void many_files(void)
{
    static const struct file_system server = {.open = server_open,
                                              .prefetch = server_prefetch,
                                              .share_rights = no_rights,
                                              .release_rights = end_rights};
    static const struct shape small = {3, 1, 1000, 500, PQ_BLOOM_NONE};
    uint64_t n_rows;
    file_system_register(&server);
    served = write_file(&small);
    /* The first file, 16 files, then 32 at a time. */
    CHECK(read_files(false, UINT64_MAX, &n_rows) <= 2 + N_FILES / 32 + 1);
    CHECK(n_rows == N_FILES * 1000);
    CHECK(read_files(true, UINT64_MAX, &n_rows) <= N_FILES / 32 + 1);
    CHECK(read_files(false, 10, &n_rows) == 1);
    bytes_free(&served);
}

int main(void)
{
    make_folder();
    RUN(many_files);
    RUN(least_values);
    RUN(a_usual_file);
    RUN(large_row_groups);
    RUN(many_columns);
    RUN(one_row_group);
    remove_all(folder);
    return unit_test_done();
}
