/* SPDX-License-Identifier: MIT */
/*
 * test_declared_table.c - a declared table has the rows of its files that are not
 * deleted, with the columns, constants and defaults that it declares; its statistics
 * leave files unopened.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "dataset/dataset_file.h"
#include "scan/scan.h"
#include "unit_random_file.h"

/* The declared columns: a file's column under another name, one with the same value in
 * all rows of a file, one that no file has, and the numbers of rows. */
enum { RENAMED, CONSTANT, ABSENT, NUMBER, N_DECLARED, MOST_FILES = 100, N_KEYS = 3 };

struct declared_world {
    struct declared_table base; /* must be first */
    uint64_t seed;
    struct declared_field fields[N_DECLARED];
    struct declared_file files[MOST_FILES];
    char paths[MOST_FILES][16];
    struct row_bitmap deleted[MOST_FILES];
    bool has_absent[MOST_FILES];
    bool was_opened[MOST_FILES];
    int n_released;
};

static struct declared_world *world_of(const struct declared_table *table)
{
    return (struct declared_world *)table;
}

static void make_file(const struct declared_world *world, uint32_t number,
                      struct fake_file *file)
{
    uint64_t state = world->seed * 1000 + number;
    make_random_file(&state, file);
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
        file->columns[c].name = "x";
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
        file->columns[c].name_size = 1;
    file->columns[ID].name = "i";
    file->columns[SMALL].name = "s";
}

static void close_fake(struct table_file *file)
{
    fake_free(fake_of(file));
    free(file);
}

static enum status open_fake(const void *context, const char *path,
                             struct table_file **file, struct error *error)
{
    static struct table_file_ops ops;
    struct declared_world *world = (struct declared_world *)context;
    uint32_t number = (uint32_t)atoi(path);
    struct fake_file *fake = must(malloc(sizeof *fake));
    (void)error;
    make_file(world, number, fake);
    world->was_opened[number] = true;
    if (ops.close == NULL) {
        ops = *fake->base.ops;
        ops.close = close_fake;
    }
    fake->base.ops = &ops;
    fake->base.input->identity = (struct file_identity){.inode = number + 1, .size = 1};
    *file = &fake->base;
    return OK;
}

/* ---- What the table declares ------------------------------------------------------- */

static bool constant(const struct declared_table *table, uint32_t file, uint32_t column,
                     struct declared_value *value)
{
    (void)table;
    value->is_null = file % N_KEYS == 0;
    value->value.int64 = file % N_KEYS;
    return column == CONSTANT;
}

static bool absent_value(const struct declared_table *table, uint32_t file,
                         uint32_t column, struct declared_value *value)
{
    CHECK(column == ABSENT);
    *value = (struct declared_value){.value.int64 = 1000 + file};
    return world_of(table)->has_absent[file];
}

/* The numbers of rows are known to be within the file's. */
static enum status statistics(const struct declared_table *table, uint32_t file,
                              uint32_t column, struct column_statistics *s,
                              struct error *error)
{
    (void)error;
    if (column != NUMBER)
        return OK;
    s->has_min = s->has_max = true;
    s->min.int64 = 0;
    s->max.int64 = (int64_t)table->files[file].n_rows - 1;
    return OK;
}

/* As a bucket knows it, but exactly. */
static bool may_hold(const struct declared_table *table, uint32_t number, uint32_t column,
                     const union column_value *value)
{
    struct fake_file file;
    bool holds = column != RENAMED;
    make_file(world_of(table), number, &file);
    for (uint32_t i = 0; !holds && i < file.group_first[file.n_groups]; i++) {
        const struct fake_cell *cell = &file.fakes[SMALL].cells[i];
        holds = !cell->is_null && cell->value.int64 == value->int64;
    }
    fake_free(&file);
    return holds;
}

static enum status deleted_rows(const struct declared_table *table, uint32_t file,
                                struct table_file *open, const struct row_bitmap **rows,
                                struct error *error)
{
    (void)error;
    CHECK(open->ops->schema(open)->n_columns == N_FILE_COLUMNS);
    *rows = world_of(table)->deleted[file].n > 0 ? &world_of(table)->deleted[file] : NULL;
    return OK;
}

static void release(struct declared_table *table)
{
    struct declared_world *world = world_of(table);
    for (uint32_t i = 0; i < MOST_FILES; i++)
        row_bitmap_release(&world->deleted[i]);
    world->n_released++;
}

static void declare_column(struct declared_field *field, const char *name,
                           const struct slice *stored)
{
    *field = (struct declared_field){.column = {.name = name,
                                                .name_size = (uint32_t)strlen(name),
                                                .type = COLUMN_INTEGER,
                                                .kind = VECTOR_INT64,
                                                .bits = 64,
                                                .is_signed = true},
                                     .stored_names = stored,
                                     .n_stored_names = 1};
}

/* Deletes none, all or some of a file's rows. */
static void delete_rows(struct row_bitmap *deleted, uint64_t n_rows, uint64_t *state)
{
    struct error error = {0};
    uint64_t share = random_below(state, 4);
    for (uint64_t i = 0; i < n_rows; i++) {
        if (share == 3 || (share > 0 && random_below(state, 10) < share * share))
            CHECK(row_bitmap_add(deleted, i, &error) == OK);
    }
}

static void make_world(struct declared_world *world, uint64_t seed, uint32_t n,
                       bool deletes)
{
    static const struct declared_table_ops ops = {.constant = constant,
                                                  .absent_value = absent_value,
                                                  .statistics = statistics,
                                                  .may_hold = may_hold,
                                                  .deleted_rows = deleted_rows,
                                                  .release = release};
    static const struct slice stored[] = {
        [RENAMED] = {(const uint8_t *)"s", 1},
        [CONSTANT] = {(const uint8_t *)"i", 1}, /* the file's column counts for nothing */
        [ABSENT] = {(const uint8_t *)"nowhere", 7},
        [NUMBER] = {(const uint8_t *)"i", 1}};
    static const struct declared_value initial = {.value.int64 = -7};
    static const char *const names[] = {"renamed", "constant", "absent", "number"};
    uint64_t state = seed;
    *world = (struct declared_world){.seed = seed};
    world->base = (struct declared_table){.ops = &ops,
                                          .columns = world->fields,
                                          .n_columns = N_DECLARED,
                                          .files = world->files,
                                          .n_files = n,
                                          .has_deleted_rows = deletes};
    atomic_store(&world->base.n_users, 1);
    for (uint32_t c = 0; c < N_DECLARED; c++)
        declare_column(&world->fields[c], names[c], &stored[c]);
    world->fields[CONSTANT].is_constant = true;
    world->fields[ABSENT].initial = &initial;
    for (uint32_t i = 0; i < n; i++) {
        struct fake_file file;
        make_file(world, i, &file);
        uint64_t n_rows = file.group_first[file.n_groups];
        fake_free(&file);
        snprintf(world->paths[i], sizeof world->paths[i], "%u", i);
        world->files[i] = (struct declared_file){world->paths[i], n_rows, 0, -1};
        world->has_absent[i] = random_below(&state, 2) == 0;
        if (deletes)
            delete_rows(&world->deleted[i], n_rows, &state);
    }
}

static struct table_file *open_table(struct declared_world *world)
{
    const struct dataset_options options = {.opener = {open_fake, world}};
    struct table_file *file = NULL;
    struct error error = {0};
    CHECK(dataset_open_declared(&world->base, &options, &file, &error) == OK);
    declared_table_release(&world->base); /* the dataset has its own share */
    CHECK(world->n_released == 0);
    return file;
}

/* ---- Rows -------------------------------------------------------------------------- */

/* The cell that the table must show in a row of a file. */
static struct fake_cell expected(const struct declared_world *world,
                                 const struct fake_file *file, uint32_t number,
                                 uint32_t row, uint32_t column)
{
    struct fake_cell cell = {.is_null = false};
    switch (column) {
    case RENAMED:
        return file->fakes[SMALL].cells[row];
    case CONSTANT:
        cell.is_null = number % N_KEYS == 0;
        cell.value.int64 = number % N_KEYS;
        break;
    case ABSENT:
        cell.value.int64 = world->has_absent[number] ? 1000 + (int64_t)number : -7;
        break;
    default:
        cell.value.int64 = row;
    }
    return cell;
}

/* Whether a row passes: it is not deleted, and `column`, unless that is N_DECLARED, has a
 * value from low to high. */
static bool passes(const struct declared_world *world, const struct fake_file *file,
                   uint32_t number, uint32_t row, uint32_t column, int64_t low,
                   int64_t high)
{
    if (row_bitmap_contains(&world->deleted[number], row))
        return false;
    if (column == N_DECLARED)
        return true;
    struct fake_cell cell = expected(world, file, number, row, column);
    return !cell.is_null && cell.value.int64 >= low && cell.value.int64 <= high;
}

static void check_cells(const struct declared_world *world, const struct fake_file *file,
                        struct scan *scan, uint64_t row)
{
    struct error error = {0};
    uint32_t number = (uint32_t)(row >> DATASET_ROW_BITS);
    uint32_t in_file = (uint32_t)(row & ((UINT64_C(1) << DATASET_ROW_BITS) - 1));
    for (uint32_t c = 0; c < N_DECLARED; c++) {
        const struct scan_column *window;
        CHECK(scan_column(scan, c, row, &window, &error) == OK);
        const struct column_vector *vector = &window->vector;
        uint32_t at = (uint32_t)(row - window->first);
        struct fake_cell cell = expected(world, file, number, in_file, c);
        CHECK(column_vector_is_null(vector, at) == cell.is_null);
        if (!cell.is_null)
            CHECK(column_vector_value(vector, column_vector_index(vector, at)).int64 ==
                  cell.value.int64);
    }
}

/* Checks that a scan gives the rows that pass, in order, and their cells. */
static void check_rows(const struct declared_world *world, struct scan *scan,
                       struct predicate *predicate, uint32_t column, int64_t low,
                       int64_t high)
{
    struct error error = {0};
    uint32_t i = 0;
    scan_start(scan, predicate);
    CHECK(scan_next_batch(scan, &error) == OK);
    for (uint32_t f = 0; f < world->base.n_files; f++) {
        struct fake_file file;
        make_file(world, f, &file);
        for (uint32_t row = 0; row < file.group_first[file.n_groups]; row++) {
            if (!passes(world, &file, f, row, column, low, high))
                continue;
            CHECK(scan_batch_row(scan, i) == ((uint64_t)f << DATASET_ROW_BITS) + row);
            check_cells(world, &file, scan, scan_batch_row(scan, i));
            if (++i == scan_batch_rows(scan)) {
                CHECK(scan_next_batch(scan, &error) == OK);
                i = 0;
            }
        }
        fake_free(&file);
    }
    CHECK(scan->batch_first == scan->batch_end);
}

static void only_rows_between(struct predicate *predicate, struct table_file *file,
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
    CHECK(predicate_prepare(predicate, file->ops->schema(file), &error) == OK);
}

static void rows_are_those_that_are_not_deleted(void)
{
    static struct declared_world world;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct error error = {0};
        struct scan scan;
        make_world(&world, seed, (uint32_t)seed % 20, seed % 4 != 0);
        struct table_file *file = open_table(&world);
        CHECK(file->ops->schema(file)->n_top_level == N_DECLARED);
        CHECK(file->totals.files_opened == 0);
        CHECK(scan_init(&scan, file, &error) == OK);
        scan.n_threads = (uint32_t)(seed % 4);
        check_rows(&world, &scan, NULL, N_DECLARED, 0, 0);
        check_rows(&world, &scan, NULL, N_DECLARED, 0, 0);
        for (uint32_t column = 0; column < N_DECLARED; column++) {
            struct predicate predicate;
            struct value_range range;
            int64_t low = column == ABSENT ? -7 : 1, high = column == ABSENT ? 1004 : 40;
            only_rows_between(&predicate, file, column, low, high, &range);
            check_rows(&world, &scan, &predicate, column, low, high);
            predicate_release(&predicate);
        }
        scan_release(&scan);
        file->ops->close(file);
        CHECK(world.n_released == 1);
    }
}

static void skipped_rows_are_not_the_deleted_ones(void)
{
    static struct declared_world world;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct error error = {0};
        struct scan scan;
        uint64_t n = 0, n_skipped = seed * 37, n_left = 0;
        make_world(&world, seed, 5, true);
        for (uint32_t i = 0; i < 5; i++)
            n += world.files[i].n_rows - world.deleted[i].n;
        struct table_file *file = open_table(&world);
        CHECK(scan_init(&scan, file, &error) == OK);
        scan_start(&scan, NULL);
        scan_limit(&scan, n_skipped, UINT64_MAX);
        do {
            CHECK(scan_next_batch(&scan, &error) == OK);
            n_left += scan_batch_rows(&scan);
        } while (scan.batch_first < scan.batch_end);
        CHECK(n_left == (n > n_skipped ? n - n_skipped : 0));
        scan_release(&scan);
        file->ops->close(file);
    }
}

static void declared_facts_leave_files_unopened(void)
{
    static struct declared_world world;
    struct error error = {0};
    struct scan scan;
    struct predicate predicate;
    struct value_range range;
    make_world(&world, 3, 20, false);
    struct table_file *file = open_table(&world);
    CHECK(scan_init(&scan, file, &error) == OK);
    only_rows_between(&predicate, file, CONSTANT, 2, 2, &range);
    check_rows(&world, &scan, &predicate, CONSTANT, 2, 2);
    predicate_release(&predicate);
    for (uint32_t i = 0; i < 20; i++)
        CHECK(world.was_opened[i] == (i % N_KEYS == 2));
    only_rows_between(&predicate, file, NUMBER, 500, 5000, &range);
    check_rows(&world, &scan, &predicate, NUMBER, 500, 5000);
    predicate_release(&predicate);
    for (uint32_t i = 0; i < 20; i++)
        CHECK(world.was_opened[i] == (i % N_KEYS == 2 || world.files[i].n_rows > 500));
    scan_release(&scan);
    file->ops->close(file);
}

static void values_that_files_lack_leave_them_unopened(void)
{
    static struct declared_world world;
    struct error error = {0};
    struct scan scan;
    make_world(&world, 4, 20, false);
    struct table_file *file = open_table(&world);
    CHECK(scan_init(&scan, file, &error) == OK);
    for (int64_t value = -3; value < 4; value++) {
        const union column_value wanted = {.int64 = value};
        struct predicate predicate;
        struct value_range range;
        only_rows_between(&predicate, file, RENAMED, value, value, &range);
        memset(world.was_opened, 0, sizeof world.was_opened);
        check_rows(&world, &scan, &predicate, RENAMED, value, value);
        predicate_release(&predicate);
        for (uint32_t i = 0; i < 20; i++)
            CHECK(!world.was_opened[i] || may_hold(&world.base, i, RENAMED, &wanted));
    }
    CHECK(file->totals.files_opened < 20);
    scan_release(&scan);
    file->ops->close(file);
}

/* Of more files than stay open, those that other scans have left open. */
static void declared_facts_do_for_files_that_were_opened(void)
{
    static struct declared_world world;
    struct error error = {0};
    struct scan scan;
    struct predicate predicate;
    struct value_range range;
    uint32_t sample[30], n;
    make_world(&world, 5, MOST_FILES, false);
    struct table_file *file = open_table(&world);
    CHECK(scan_init(&scan, file, &error) == OK);
    check_rows(&world, &scan, NULL, N_DECLARED, 0, 0);
    memset(world.was_opened, 0, sizeof world.was_opened);
    n = file->ops->sample_row_groups(file, sample, 30);
    CHECK(n >= 15 && n <= 30);
    for (uint32_t i = 0; i < n; i++) {
        struct column_statistics s;
        CHECK(file->ops->column_statistics(file, sample[i], NUMBER, &s, &error) == OK);
        CHECK(s.has_max && s.n_rows == (uint64_t)s.max.int64 + 1);
    }
    only_rows_between(&predicate, file, NUMBER, 500, 5000, &range);
    check_rows(&world, &scan, &predicate, NUMBER, 500, 5000);
    predicate_release(&predicate);
    for (uint32_t i = 0; i < MOST_FILES; i++)
        CHECK(!world.was_opened[i] || world.files[i].n_rows > 500);
    scan_release(&scan);
    file->ops->close(file);
}

/* The bytes after the text are of something else. */
static void texts_that_files_lack_end_with_their_size(void)
{
    static const struct declared_value initial = {
        .value.bytes = {(const uint8_t *)"text\", \"next\"", 4}};
    static struct declared_world world;
    struct error error = {0};
    struct scan scan;
    const struct scan_column *window;
    make_world(&world, 4, 2, false);
    world.has_absent[0] = world.has_absent[1] = false;
    world.fields[ABSENT].initial = &initial;
    world.fields[ABSENT].column.type = COLUMN_TEXT;
    world.fields[ABSENT].column.kind = VECTOR_BYTES;
    struct table_file *file = open_table(&world);
    CHECK(scan_init(&scan, file, &error) == OK);
    scan_start(&scan, NULL);
    CHECK(scan_next_batch(&scan, &error) == OK);
    CHECK(scan_column(&scan, ABSENT, scan.batch_first, &window, &error) == OK);
    struct bytes_value text =
        window->vector.values.bytes[column_vector_index(&window->vector, 0)];
    CHECK(text.size == 4 && memcmp(text.data, "text", 4) == 0);
    CHECK(!window->vector.is_terminated || text.data[4] == '\0');
    scan_release(&scan);
    file->ops->close(file);
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(rows_are_those_that_are_not_deleted);
    RUN(skipped_rows_are_not_the_deleted_ones);
    RUN(declared_facts_leave_files_unopened);
    RUN(values_that_files_lack_leave_them_unopened);
    RUN(texts_that_files_lack_end_with_their_size);
    RUN(declared_facts_do_for_files_that_were_opened);
    return unit_test_done();
}
