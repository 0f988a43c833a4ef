/* SPDX-License-Identifier: MIT */
/*
 * test_dataset_file.c - a dataset has the rows of its files, with their partition keys
 * and paths; it opens only files that may have rows, and names the file in errors.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "dataset/dataset_file.h"
#include "rows/cached_order.h"
#include "unit_random_file.h"

enum { KEY = N_FILE_COLUMNS, DAY, PATH, MOST_FILES = 100, N_KEYS = 7 };

static const char *const NAMES[] = {"id", "small", "unsigned", "real", "text", "instant"};

/* What the opener makes of a path: the file whose number it ends with. */
struct world {
    uint64_t seed;
    uint32_t n;
    char texts[MOST_FILES][80];
    struct dataset_path paths[MOST_FILES];
    uint32_t changed, vanished; /* numbers of files, or UINT32_MAX */
    bool has_rows;              /* in the first row group of each file */
    bool is_renamed;   /* in the changed file, "real" has another name, not type */
    uint32_t replaced; /* the number of a file with another identity */
    atomic_int n_open;
    /* Where the thread that opened a file last may read. */
    atomic_bool is_confined, may_read_lake, may_read_sea, may_read_else;
};

static struct world *world_open; /* for closing */

static void make_file(const struct world *world, uint32_t number, struct fake_file *file)
{
    uint64_t state = world->seed * 1000 + number;
    make_random_file(&state, file);
    while (world->has_rows && (file->n_groups == 0 || file->group_first[1] == 0)) {
        fake_free(file);
        make_random_file(&state, file);
    }
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++) {
        file->columns[c].name = NAMES[c];
        file->columns[c].name_size = (uint32_t)strlen(NAMES[c]);
    }
    if (number == world->changed && world->is_renamed)
        file->columns[REAL].name = "rael";
    else if (number == world->changed)
        file->columns[REAL].bits = 32;
}

static void close_fake(struct table_file *file)
{
    fake_free(fake_of(file));
    free(file);
    atomic_fetch_sub(&world_open->n_open, 1);
}

static uint32_t number_of(const char *path)
{
    return (uint32_t)atoi(strrchr(path, '-') + 1);
}

static struct file_identity identity_of(const struct world *world, uint32_t number)
{
    return (struct file_identity){
        .inode = number + (number == world->replaced ? 1000 : 0), .size = 1};
}

static enum status open_fake(const void *context, const char *path,
                             struct table_file **file, struct error *error)
{
    static struct table_file_ops ops;
    const struct world *world = context;
    uint32_t number = number_of(path);
    if (number == world->vanished)
        return error_set(error, CANTOPEN, "it is not there");
    const struct folders *confines = disk_file_confines();
    world_open->is_confined = confines != NULL;
    world_open->may_read_lake = confines == NULL || folders_contain(confines, "/lake/a");
    world_open->may_read_sea = confines == NULL || folders_contain(confines, "/sea/a");
    world_open->may_read_else = confines == NULL || folders_contain(confines, "/a");
    struct fake_file *fake = must(malloc(sizeof *fake));
    long n_left = mem_fail_at(0, 0); /* the file itself is not under test */
    make_file(world, number, fake);
    mem_fail_at(n_left, 0);
    if (ops.close == NULL) {
        ops = *fake->base.ops;
        ops.close = close_fake;
    }
    fake->base.ops = &ops;
    fake->base.input->identity = identity_of(world, number);
    *file = &fake->base;
    atomic_fetch_add(&world_open->n_open, 1);
    return OK;
}

static void make_world(struct world *world, uint64_t seed, uint32_t n)
{
    *world = (struct world){.seed = seed,
                            .n = n,
                            .changed = UINT32_MAX,
                            .vanished = UINT32_MAX,
                            .replaced = UINT32_MAX};
    for (uint32_t i = 0; i < n; i++) {
        if (i % 5 == 3)
            snprintf(world->texts[i], sizeof world->texts[i],
                     "lake/key=__HIVE_DEFAULT_PARTITION__/day=2024-01-0%u/part-%u",
                     1 + i % 4, i);
        else
            snprintf(world->texts[i], sizeof world->texts[i],
                     "lake/key=%u/day=2024-01-0%u/part-%u", i % N_KEYS, 1 + i % 4, i);
        world->paths[i] = (struct dataset_path){world->texts[i], 5, 0};
    }
    world_open = world;
}

static struct table_file *open_dataset(struct world *world)
{
    const struct dataset_options options = {.opener = {open_fake, world},
                                            .has_keys = true};
    struct table_file *file = NULL;
    struct error error = {0};
    CHECK(dataset_open(world->paths, world->n, &options, &file, &error) == OK);
    return file;
}

static void close_dataset(struct world *world, struct table_file *file)
{
    file->ops->close(file);
    CHECK(world->n_open == 0);
}

static bool has_key(uint32_t number)
{
    return number % 5 != 3;
}

/* Checks the cell of a row of a file in a window of the dataset's column. */
static void check_cell(const struct world *world, const struct fake_file *file,
                       uint32_t number, uint32_t row, uint32_t column,
                       const struct column_vector *vector, uint32_t at)
{
    union column_value value = {0};
    bool is_null = column_vector_is_null(vector, at);
    if (!is_null)
        value = column_vector_value(vector, column_vector_index(vector, at));
    if (column < N_FILE_COLUMNS) {
        const struct fake_cell *cell = &file->fakes[column].cells[row];
        CHECK(is_null == cell->is_null);
        if (!is_null && !fake_is_nan(&file->fakes[column], cell))
            CHECK(plain_order(file->fakes[column].domain, value, cell->value) == 0);
    } else if (column == KEY) {
        CHECK(is_null == !has_key(number));
        CHECK(is_null || value.int64 == number % N_KEYS);
    } else if (column == DAY) {
        CHECK(!is_null && value.int64 == 19723 + number % 4);
    } else {
        const char *path = world->texts[number];
        CHECK(!is_null && value.bytes.size == strlen(path) &&
              memcmp(value.bytes.data, path, value.bytes.size) == 0);
    }
}

/* Scans all rows that pass, and checks the cells of some columns. */
static uint64_t check_rows(struct world *world, struct scan *scan,
                           struct predicate *predicate, uint64_t *state)
{
    struct error error = {0};
    struct fake_file file;
    uint32_t number = UINT32_MAX;
    uint64_t n_rows = 0, last = 0;
    scan_start(scan, predicate);
    enum status status = scan_next_batch(scan, &error);
    while (status == OK && scan->batch_first < scan->batch_end) {
        uint32_t n = scan->selected != NULL
                         ? scan->n_selected
                         : (uint32_t)(scan->batch_end - scan->batch_first);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t row = scan->batch_first +
                           (scan->selected != NULL ? scan->selected[i] : i);
            CHECK(n_rows++ == 0 || row > last);
            last = row;
            if (row >> DATASET_ROW_BITS != number) {
                if (number != UINT32_MAX)
                    fake_free(&file);
                number = (uint32_t)(row >> DATASET_ROW_BITS);
                make_file(world, number, &file);
            }
            uint32_t in_file = (uint32_t)(row & ((UINT64_C(1) << DATASET_ROW_BITS) - 1));
            uint32_t c = (uint32_t)random_below(state, PATH + 1);
            const struct scan_column *window;
            CHECK(in_file < file.group_first[file.n_groups]);
            CHECK(scan_column(scan, c, row, &window, &error) == OK);
            check_cell(world, &file, number, in_file, c, &window->vector,
                       (uint32_t)(row - window->first));
        }
        status = scan_next_batch(scan, &error);
    }
    CHECK(status == OK);
    if (number != UINT32_MAX)
        fake_free(&file);
    return n_rows;
}

static uint64_t rows_of(const struct world *world, uint32_t number)
{
    struct fake_file file;
    make_file(world, number, &file);
    uint64_t n = file.group_first[file.n_groups];
    fake_free(&file);
    return n;
}

static void rows_are_those_of_the_files(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct error error = {0};
        struct scan scan;
        uint64_t state = seed, n = 0;
        make_world(&world, seed, seed % 10 == 0 ? 90 : 1 + (uint32_t)seed % 9);
        struct table_file *file = open_dataset(&world);
        const struct schema *schema = file->ops->schema(file);
        CHECK(schema->n_columns == PATH + 1 && schema->n_top_level == PATH);
        CHECK(schema->columns[KEY].type == COLUMN_INTEGER &&
              schema->columns[DAY].type == COLUMN_DATE);
        CHECK(scan_init(&scan, file, &error) == OK);
        CHECK(file->totals.files_opened == 1);
        scan.n_threads = (uint32_t)(seed % 4);
        for (uint32_t i = 0; i < world.n; i++)
            n += rows_of(&world, i);
        for (int pass = 0; pass < 2; pass++)
            CHECK(check_rows(&world, &scan, NULL, &state) == n);
        CHECK(seed % 4 > 1 || world.n_open <= 64 + 2);
        scan_release(&scan);
        close_dataset(&world, file);
    }
}

/* A predicate on one column: value low to high. */
static void only_rows_between(struct predicate *predicate, const struct table_file *file,
                              uint32_t column, int64_t low, int64_t high,
                              struct value_range *range)
{
    struct error error = {0};
    *predicate = (struct predicate){0};
    struct predicate_term *term = must(predicate_add(predicate, column));
    *range = (struct value_range){.low.int64 = low, .high.int64 = high};
    term->prunes = true;
    term->set = (struct value_set){
        .domain = DOMAIN_INT64, .ranges = range, .n_ranges = 1};
    CHECK(predicate_prepare(predicate, file->ops->schema((struct table_file *)file),
                            &error) == OK);
}

static void partition_keys_leave_files_unopened(void)
{
    static struct world world;
    for (int64_t key = 0; key <= N_KEYS; key++) {
        struct error error = {0};
        struct predicate predicate;
        struct value_range range;
        struct scan scan;
        uint64_t state = 1, n = 0, n_files = 0;
        make_world(&world, 5, 60);
        struct table_file *file = open_dataset(&world);
        only_rows_between(&predicate, file, KEY, key, key, &range);
        CHECK(scan_init(&scan, file, &error) == OK);
        for (uint32_t i = 0; i < world.n; i++) {
            bool is_wanted = has_key(i) && i % N_KEYS == key;
            n += is_wanted ? rows_of(&world, i) : 0;
            n_files += is_wanted && i > 0;
        }
        CHECK(check_rows(&world, &scan, &predicate, &state) == n);
        CHECK(file->totals.files_opened == 1 + n_files);
        scan_release(&scan);
        predicate_release(&predicate);
        close_dataset(&world, file);
    }
}

static uint64_t kept_for(const struct scan *scan, enum keep_reason reason)
{
    uint16_t place = scan->kept.numbers[KEEP_BY_FILE][reason];
    return place > 0 ? scan->kept.counts[place - 1].n : 0;
}

static uint64_t all_kept(const struct scan *scan)
{
    uint64_t n = 0;
    for (int reason = 0; reason < N_KEEP_REASONS; reason++)
        n += kept_for(scan, (enum keep_reason)reason);
    return n;
}

static void pass_over(struct scan *scan, struct predicate *predicate)
{
    struct error error = {0};
    enum status status;
    scan_start(scan, predicate);
    do
        status = scan_next_batch(scan, &error);
    while (status == OK && scan->batch_first < scan->batch_end);
    CHECK(status == OK);
}

/* A condition on a column, between two values, or on row numbers. */
struct file_condition {
    int column; /* -1: none */
    int64_t low, high;
    bool is_loose; /* statistics cannot be used */
    bool on_rows;  /* on row numbers */
    bool in_file;  /* on those in the file */
    bool is_off;
    uint32_t n_left;
};

static void make_predicate(const struct file_condition *condition,
                           const struct table_file *file, struct predicate *predicate,
                           struct value_range *range)
{
    *predicate = (struct predicate){0};
    if (condition->column >= 0)
        only_rows_between(predicate, file, (uint32_t)condition->column, condition->low,
                          condition->high, range);
    else
        *range = (struct value_range){.low.int64 = condition->low,
                                      .high.int64 = condition->high};
    if (condition->is_loose) {
        predicate->terms[0].prunes = false;
        predicate->terms[0].weakened_by = KEEP_FORMATTED;
    }
    predicate->has_rows = condition->on_rows;
    predicate->has_rows_in_file = condition->in_file;
    predicate->rows = predicate->rows_in_file = (struct value_set){
        .domain = DOMAIN_INT64, .ranges = range, .n_ranges = 1};
    predicate->pushdown_is_off = condition->is_off;
    predicate->n_left_to_sqlite = condition->n_left;
}

/* Every file that a scan has to look into counts once in each pass, whether it was open
 * before or not. */
static void opened_files_have_a_reason(void)
{
    enum { N_FILES = 20, N_WITH_KEY_1 = 2 };
    /* Not the first row of its file. */
    const int64_t inside = (INT64_C(7) << DATASET_ROW_BITS) + 1;
    const struct {
        struct file_condition condition;
        enum keep_reason reason;
        uint32_t n_files, n_by_path;
    } cases[] = {
        {{.column = -1}, KEEP_NO_CONDITION, N_FILES, 0},
        {{.column = -1, .is_off = true}, KEEP_PUSHDOWN_OFF, N_FILES, 0},
        {{.column = -1, .n_left = 1}, KEEP_LEFT_TO_SQLITE, N_FILES, 0},
        {{-1, 0, INT64_MAX, .in_file = true}, KEEP_CLOSED, N_FILES, 0},
        {{-1, inside, inside, .on_rows = true}, KEEP_VALUES, 1, 0},
        {{KEY, 1, 1, .is_loose = false}, KEEP_PATH, N_WITH_KEY_1, N_FILES - N_WITH_KEY_1},
        {{KEY, 1, 1, .is_loose = true}, KEEP_PATH, N_WITH_KEY_1, N_FILES - N_WITH_KEY_1},
        {{SMALL, INT64_MIN, INT64_MAX, .is_loose = false}, KEEP_CLOSED, N_FILES, 0},
        {{SMALL, INT64_MIN, INT64_MAX, .is_loose = true}, KEEP_CLOSED, N_FILES, 0},
    };
    static struct world world;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (uint32_t n_threads = 1; n_threads < 4; n_threads += 2) {
            struct error error = {0};
            struct predicate predicate;
            struct value_range range;
            struct scan scan;
            make_world(&world, 5, N_FILES);
            world.has_rows = true;
            struct table_file *file = open_dataset(&world);
            make_predicate(&cases[i].condition, file, &predicate, &range);
            CHECK(scan_init(&scan, file, &error) == OK);
            scan.n_threads = n_threads;
            for (int pass = 0; pass < 3; pass++) {
                scan_forget_counts(&scan);
                pass_over(&scan, &predicate);
                CHECK(kept_for(&scan, cases[i].reason) == cases[i].n_files);
                CHECK(all_kept(&scan) == cases[i].n_files);
                CHECK(scan.counters.files_by_path == cases[i].n_by_path);
                scan_count_other_files(&scan);
                CHECK(kept_for(&scan, KEEP_FOR_TABLE) == (pass == 0));
                CHECK(n_threads > 1 || scan.counters.read.files_opened ==
                                           (pass == 0 ? file->totals.files_opened : 0));
            }
            scan_release(&scan);
            predicate_release(&predicate);
            close_dataset(&world, file);
        }
    }
}

/* More files than may be open at the same time. */
static void files_that_are_opened_again_are_counted(void)
{
    static struct world world;
    struct error error = {0};
    struct scan scan;
    make_world(&world, 3, 80);
    world.has_rows = true;
    struct table_file *file = open_dataset(&world);
    CHECK(scan_init(&scan, file, &error) == OK);
    pass_over(&scan, NULL);
    CHECK(file->totals.files_opened == 80 && file->totals.files_reopened == 0);
    scan_forget_counts(&scan);
    pass_over(&scan, NULL);
    scan_count_other_files(&scan);
    uint64_t n_again = scan.counters.read.files_reopened;
    CHECK(n_again >= 16 && n_again == file->totals.files_reopened);
    CHECK(kept_for(&scan, KEEP_REOPENED) == n_again);
    CHECK(kept_for(&scan, KEEP_NO_CONDITION) == 80);
    scan_release(&scan);
    close_dataset(&world, file);
}

/* Rows kept of many files, sorted by a key and a number. */
static void cached_rows_of_many_files_are_sorted(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct error error = {0};
        struct scan scan;
        struct predicate predicate;
        struct value_range range;
        struct cached_rows rows = {0};
        struct row_order order = {
            2,
            {{DAY, DOMAIN_INT64, true, value_range_all(DOMAIN_INT64)},
             {SMALL, DOMAIN_INT64, false, value_range_all(DOMAIN_INT64)}}};
        make_world(&world, seed, 20);
        struct table_file *file = open_dataset(&world);
        CHECK(scan_init(&scan, file, &error) == OK);
        scan.n_threads = (uint32_t)(seed % 4);
        only_rows_between(&predicate, file, KEY, 1, 3, &range);
        CHECK(cached_rows_collect(&rows, &scan, &predicate, SIZE_MAX, &error) == OK);
        uint64_t n = 0;
        for (uint32_t i = 0; i < world.n; i++)
            n += has_key(i) && i % N_KEYS >= 1 && i % N_KEYS <= 3 ? rows_of(&world, i)
                                                                  : 0;
        CHECK(rows.n_rows == n && rows.is_wide && !rows.is_whole);
        CHECK(cached_rows_load(&rows, &scan, DAY, &error) == OK);
        CHECK(cached_rows_load(&rows, &scan, SMALL, &error) == OK);
        CHECK(cached_rows_reorder(&rows, &order, &error) == OK);
        for (uint32_t c = 0; c <= PATH; c++)
            CHECK(cached_rows_load(&rows, &scan, c, &error) == OK);
        struct fake_file fake;
        uint32_t open = UINT32_MAX;
        for (uint32_t i = 0; i < rows.n_rows; i++) {
            uint64_t number = cached_rows_number(&rows, i);
            uint32_t in_file = (uint32_t)(number >> DATASET_ROW_BITS), position;
            CHECK(cached_rows_find(&rows, number, &position) && position == i);
            if (open != in_file) {
                if (open != UINT32_MAX)
                    fake_free(&fake);
                make_file(&world, in_file, &fake);
                open = in_file;
            }
            for (uint32_t c = 0; c <= PATH; c++)
                check_cell(&world, &fake, in_file, (uint32_t)number, c,
                           &rows.columns[c].window.vector, i);
        }
        if (open != UINT32_MAX)
            fake_free(&fake);
        bool holds = false;
        CHECK(cached_rows_check_order(&rows, &order, &holds, &error) == OK && holds);
        cached_rows_release(&rows);
        scan_release(&scan);
        predicate_release(&predicate);
        close_dataset(&world, file);
    }
}

/* Reads a column of all rows; returns the failure. */
static enum status read_all(struct table_file *file, uint32_t column, struct error *error)
{
    struct scan scan;
    enum status status = scan_init(&scan, file, error);
    scan_start(&scan, NULL);
    if (status == OK)
        status = scan_next_batch(&scan, error);
    while (status == OK && scan.batch_first < scan.batch_end) {
        const struct scan_column *window;
        status = scan_column(&scan, column, scan.batch_first, &window, error);
        if (status == OK)
            status = scan_next_batch(&scan, error);
    }
    scan_release(&scan);
    return status;
}

static void columns_that_differ_fail_where_they_are_read(void)
{
    static struct world world;
    for (int renamed = 0; renamed < 2; renamed++) {
        struct error error = {0};
        make_world(&world, 3, 8);
        world.changed = 4;
        world.is_renamed = renamed;
        CHECK(rows_of(&world, 4) > 0);
        struct table_file *file = open_dataset(&world);
        CHECK(read_all(file, SMALL, &error) == OK);
        CHECK(read_all(file, REAL, &error) == MISUSE);
        CHECK(strstr(error.message, world.texts[4]) == error.message &&
              strstr(error.message, "\"real\"") != NULL);
        CHECK((strstr(error.message, "no column") != NULL) == (renamed == 1));
        close_dataset(&world, file);
    }
}

static void a_file_that_cannot_be_opened_is_named(void)
{
    static struct world world;
    struct error error = {0};
    make_world(&world, 3, 8);
    world.vanished = 5;
    struct table_file *file = open_dataset(&world);
    CHECK(read_all(file, SMALL, &error) == CANTOPEN);
    CHECK(strstr(error.message, world.texts[5]) == error.message);
    close_dataset(&world, file);
}

/* Of many files, the first is closed when the last one is read; then it vanishes. */
static void files_that_vanish_are_errors_wherever_they_are_opened(void)
{
    static struct world world;
    struct error error = {0};
    struct column_statistics statistics;
    const struct page_range *ranges;
    enum keep_reason reason;
    const union column_value value = {.int64 = 1};
    uint32_t n;
    bool hold;
    make_world(&world, 3, 80);
    struct table_file *file = open_dataset(&world);
    CHECK(read_all(file, SMALL, &error) == OK);
    world.vanished = 0;
    const struct table_file_ops *ops = file->ops;
    CHECK(ops->column_statistics(file, 0, SMALL, &statistics, &error) == CANTOPEN);
    CHECK(ops->page_ranges(file, 0, SMALL, &ranges, &n, &reason, &error) == CANTOPEN);
    CHECK(ops->verify_pages(file, 0, SMALL, 0, 1, &hold, &error) == CANTOPEN);
    CHECK(ops->verify_bounds(file, 0, SMALL, &hold, &error) == CANTOPEN);
    CHECK(ops->bloom_excludes(file, 0, SMALL, &value, 1, &reason, &error) == CANTOPEN);
    CHECK(ops->check_rows(file, 0, false, &error) == CANTOPEN);
    CHECK(strstr(error.message, world.texts[0]) == error.message);
    close_dataset(&world, file);
}

/* Sets the versions of the files as they are now. */
static void note_versions(struct world *world)
{
    for (uint32_t i = 0; i < world->n; i++) {
        const struct file_identity identity = identity_of(world, i);
        world->paths[i].version = file_stamp_of(&identity).contents;
    }
}

/* A file that is opened must be the one that was found, in copies, too. */
static void replaced_files_are_noticed(void)
{
    static struct world world;
    struct error error = {0};
    struct table_file *copy;
    for (uint32_t replaced = 1; replaced < 80; replaced += 78) {
        make_world(&world, 3, 80);
        note_versions(&world);
        struct table_file *file = open_dataset(&world);
        world.replaced = replaced;
        CHECK(read_all(file, SMALL, &error) == CHANGED);
        CHECK(strstr(error.message, world.texts[replaced]) == error.message);
        error_clear(&error);
        CHECK(file->ops->open_again(file, &copy, &error) == OK);
        CHECK(read_all(copy, SMALL, &error) == CHANGED);
        CHECK(strstr(error.message, world.texts[replaced]) == error.message);
        copy->ops->close(copy);
        error_clear(&error);
        world.replaced = UINT32_MAX;
        CHECK(read_all(file, SMALL, &error) == OK);
        close_dataset(&world, file);
    }
}

/* A file that a copy has opened may not be another one when the dataset opens it. */
static void a_dataset_and_its_copies_read_the_same_files(void)
{
    static struct world world;
    struct error error = {0};
    struct table_file *copy;
    make_world(&world, 3, 8);
    struct table_file *file = open_dataset(&world);
    CHECK(file->ops->open_again(file, &copy, &error) == OK);
    CHECK(read_all(copy, SMALL, &error) == OK);
    world.replaced = 5;
    CHECK(read_all(file, SMALL, &error) == CHANGED);
    copy->ops->close(copy);
    close_dataset(&world, file);
}

static enum status open_with_type(struct world *world, const char *key,
                                  enum hive_type type, struct table_file **file,
                                  struct error *error)
{
    const struct dataset_key_type types[] = {{key, type}};
    const struct dataset_options options = {.opener = {open_fake, world},
                                            .has_keys = true,
                                            .key_types = types,
                                            .n_key_types = 1};
    error_clear(error);
    return dataset_open(world->paths, world->n, &options, file, error);
}

/* Files of a folder that one thread lists are opened by others, on whose behalf is said
 * by the copy that they read. */
static void copies_are_confined_as_who_made_them(void)
{
    static struct world world;
    char lake[] = "/lake", sea[] = "/sea", *paths[] = {lake, sea};
    for (int confined = 0; confined < 2; confined++) {
        struct error error = {0};
        struct folders folders = {paths, 2};
        struct table_file *copy = NULL;
        make_world(&world, 3, 5);
        struct table_file *file = open_dataset(&world);
        enum status status = NOMEM;
        (void)disk_file_confine(confined ? &folders : NULL);
        for (long n = 1; status == NOMEM; n++) {
            error_clear(&error);
            mem_fail_at(n, 0);
            status = file->ops->open_again(file, &copy, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
        }
        CHECK(status == OK);
        (void)disk_file_confine(NULL);
        folders.n = 0;
        for (uint32_t column = 0; column < 2; column++) {
            CHECK(read_all(copy, column, &error) == OK);
            CHECK(world.is_confined == (confined != 0));
            CHECK(world.may_read_lake && world.may_read_sea);
            CHECK(world.may_read_else == !confined);
            CHECK(disk_file_confines() == NULL);
        }
        copy->ops->close(copy);
        close_dataset(&world, file);
    }
}

static void types_of_keys_can_be_chosen(void)
{
    static struct world world;
    struct error error = {0};
    struct table_file *file;
    make_world(&world, 3, 8);
    file = open_dataset(&world);
    uint64_t n_days = file->ops->distinct_values(file, DAY);
    close_dataset(&world, file);
    CHECK(open_with_type(&world, "Day", HIVE_TEXT, &file, &error) == OK);
    CHECK(file->ops->distinct_values(file, DAY) == n_days);
    CHECK(file->ops->schema(file)->columns[DAY].type == COLUMN_TEXT);
    CHECK(file->ops->schema(file)->columns[KEY].type == COLUMN_INTEGER);
    close_dataset(&world, file);
    CHECK(open_with_type(&world, "day", HIVE_INTEGER, &file, &error) == MISUSE);
    CHECK(strstr(error.message, world.texts[0]) == error.message);
    CHECK(strstr(error.message, "\"2024-01-01\", which is no INTEGER") != NULL);
    CHECK(open_with_type(&world, "month", HIVE_TEXT, &file, &error) == MISUSE);
    CHECK(strstr(error.message, "\"month\"") != NULL);
    CHECK(world.n_open == 0);
}

/* The estimate is exact once all files were opened. */
static void sizes_are_estimated_from_open_files(void)
{
    static struct world world;
    struct error error = {0};
    uint64_t n = 0;
    make_world(&world, 3, 9);
    struct table_file *file = open_dataset(&world);
    CHECK(scan_total_rows(file) == 9 * rows_of(&world, 0));
    CHECK(file->ops->estimate_size(file).n_row_groups ==
          9 * file->ops->row_group_count(file));
    CHECK(file->ops->distinct_values(file, KEY) == 9);
    CHECK(file->ops->distinct_values(file, PATH) == 9);
    CHECK(read_all(file, SMALL, &error) == OK);
    for (uint32_t i = 0; i < world.n; i++)
        n += rows_of(&world, i);
    CHECK(scan_total_rows(file) == n);
    close_dataset(&world, file);
}

static void failed_allocations_are_reported(void)
{
    static struct world world;
    enum status status = NOMEM;
    make_world(&world, 3, 3);
    const struct dataset_options options = {.opener = {open_fake, &world},
                                            .has_keys = true};
    for (long n = 1; status == NOMEM && n < 5000; n++) {
        struct table_file *file = NULL;
        struct error error = {0};
        mem_fail_at(n, 0);
        status = dataset_open(world.paths, world.n, &options, &file, &error);
        if (status == OK)
            status = read_all(file, REAL, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        if (file != NULL)
            file->ops->close(file);
        CHECK(world.n_open == 0);
    }
    CHECK(status == OK);
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(rows_are_those_of_the_files);
    RUN(partition_keys_leave_files_unopened);
    RUN(opened_files_have_a_reason);
    RUN(files_that_are_opened_again_are_counted);
    RUN(cached_rows_of_many_files_are_sorted);
    RUN(columns_that_differ_fail_where_they_are_read);
    RUN(a_file_that_cannot_be_opened_is_named);
    RUN(files_that_vanish_are_errors_wherever_they_are_opened);
    RUN(replaced_files_are_noticed);
    RUN(a_dataset_and_its_copies_read_the_same_files);
    RUN(copies_are_confined_as_who_made_them);
    RUN(types_of_keys_can_be_chosen);
    RUN(sizes_are_estimated_from_open_files);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
