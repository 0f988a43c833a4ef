/* SPDX-License-Identifier: MIT */
/*
 * test_position_deletes.c - position delete files become a bitmap for each data file, in
 * whatever order their rows are, and those of other data files are left out
 * (position_deletes.h).
 */
#include "base/alloc.h"
#include "lake/deletions/position_deletes.h"
#include "unit_fake_file.h"

/* Data files, by the letters of their names. */
static const char *const paths[] = {"/t/a.parquet", "/t/b.parquet", "/t/c.parquet",
                                    "/t/d.parquet"};

static struct slice path_of(char letter)
{
    return slice_of(paths[letter - 'a'], strlen(paths[letter - 'a']));
}

/* A row of a delete file: 'a' and 5; 0 and -1 are null. */
struct deleted {
    char letter;
    int64_t position;
};

/* How a file is laid out. */
struct layout {
    bool has_dictionary, has_statistics;
    uint32_t most_rows; /* of a vector; 0: any */
};

static void name_column(struct column *column, const char *name, int32_t id)
{
    column->name = name;
    column->name_size = (uint32_t)strlen(name);
    column->has_field_id = id != 0;
    column->field_id = id;
}

/* Makes a delete file of two row groups. */
static void make_file(struct fake_file *file, const struct deleted *rows, uint32_t n,
                      struct layout layout)
{
    uint32_t group_rows[] = {n / 2, n - n / 2};
    fake_init(file, group_rows, 2);
    struct fake_column *columns[] = {
        fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES),
        fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64)};
    name_column(&file->columns[0], "file_path", 2147483546);
    name_column(&file->columns[1], "pos", 2147483545);
    for (uint32_t i = 0; i < n; i++) {
        columns[0]->cells[i].is_null = rows[i].letter == 0;
        columns[1]->cells[i].is_null = rows[i].position == -1;
        columns[1]->cells[i].value.int64 = rows[i].position;
        if (rows[i].letter != 0) {
            struct slice path = path_of(rows[i].letter);
            columns[0]->cells[i].value.bytes = (struct bytes_value){path.data, path.size};
        }
    }
    columns[0]->most_rows = layout.most_rows;
    for (int g = 0; g < 2; g++) {
        columns[0]->chunks[g].is_dictionary = layout.has_dictionary;
        columns[0]->chunks[g].has_statistics = layout.has_statistics;
    }
    fake_finish(file);
}

/* The deleted rows of a data file, such as "1 2 ". */
static const char *rows_of(const struct position_deletes *deletes, char letter)
{
    static char text[400];
    const struct row_bitmap *rows = position_deletes_rows(deletes, path_of(letter));
    size_t size = 0;
    text[0] = '\0';
    for (uint64_t row = 0;
         rows != NULL && (row = row_bitmap_next(rows, row)) != UINT64_MAX; row++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%llu ",
                                 (unsigned long long)row);
    return text;
}

static const struct deleted sample[] = {
    {'b', 7}, {'a', 3}, {'a', 1},      {'b', 7}, {'d', 70000}, {'a', 3},
    {'a', 2}, {'d', 0}, {'b', 123456}, {'a', 0}, {'a', 1},     {'d', 5},
};
enum { N_SAMPLE = COUNT_OF(sample) };

static const struct layout layouts[] = {
    {false, false, 0}, {true, false, 0}, {false, true, 2}, {true, true, 5}};

static void all_paths_are_kept(void)
{
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct position_deletes deletes = {0};
        struct fake_file file;
        struct error error = {0};
        CHECK(position_deletes_rows(&deletes, path_of('a')) == NULL);
        make_file(&file, sample, N_SAMPLE, layouts[i]);
        CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
        CHECK_TEXT(rows_of(&deletes, 'a'), "0 1 2 3 ");
        CHECK_TEXT(rows_of(&deletes, 'b'), "7 123456 ");
        CHECK_TEXT(rows_of(&deletes, 'd'), "0 5 70000 ");
        CHECK(position_deletes_rows(&deletes, path_of('c')) == NULL);
        CHECK(deletes.n_files == 3);
        fake_free(&file);
        position_deletes_release(&deletes);
    }
}

static void several_files_add_up(void)
{
    static const struct deleted more[] = {{'c', 9}, {'a', 8}, {'b', 7}};
    struct position_deletes deletes = {0};
    struct error error = {0};
    for (int i = 0; i < 2; i++) {
        struct fake_file file;
        make_file(&file, i == 0 ? sample : more, i == 0 ? N_SAMPLE : 3, layouts[1]);
        CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
        fake_free(&file);
    }
    CHECK_TEXT(rows_of(&deletes, 'a'), "0 1 2 3 8 ");
    CHECK_TEXT(rows_of(&deletes, 'b'), "7 123456 ");
    CHECK_TEXT(rows_of(&deletes, 'c'), "9 ");
    position_deletes_release(&deletes);
}

static void only_wanted_paths_are_kept(void)
{
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct position_deletes deletes = {0};
        struct fake_file file;
        struct error error = {0};
        make_file(&file, sample, N_SAMPLE, layouts[i]);
        CHECK(position_deletes_want(&deletes, path_of('d'), &error) == OK);
        CHECK(position_deletes_want(&deletes, path_of('c'), &error) == OK);
        CHECK(position_deletes_want(&deletes, path_of('d'), &error) == OK);
        CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
        CHECK_TEXT(rows_of(&deletes, 'd'), "0 5 70000 ");
        CHECK(position_deletes_rows(&deletes, path_of('a')) == NULL);
        CHECK(position_deletes_rows(&deletes, path_of('c')) == NULL);
        CHECK(deletes.n_files == 2);
        fake_free(&file);
        position_deletes_release(&deletes);
    }
}

/* More wanted paths than are looked for in statistics. */
static void many_paths_may_be_wanted(void)
{
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct position_deletes deletes = {0};
        struct fake_file file;
        struct error error = {0};
        make_file(&file, sample, N_SAMPLE, layouts[i]);
        for (int k = 0; k < 1500; k++) {
            char name[30];
            snprintf(name, sizeof name, "/t/%d.parquet", k);
            CHECK(position_deletes_want(&deletes, slice_of(name, strlen(name)), &error) ==
                  OK);
        }
        CHECK(position_deletes_want(&deletes, path_of('a'), &error) == OK);
        CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
        CHECK_TEXT(rows_of(&deletes, 'a'), "0 1 2 3 ");
        CHECK(position_deletes_rows(&deletes, path_of('d')) == NULL);
        fake_free(&file);
        position_deletes_release(&deletes);
    }
}

/* Statistics prove that the second row group has no deletes of "a". */
static void row_groups_of_other_paths_are_not_read(void)
{
    static const struct deleted rows[] = {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}};
    struct position_deletes deletes = {0};
    struct fake_file file;
    struct error error = {0};
    make_file(&file, rows, 4, layouts[2]);
    CHECK(position_deletes_want(&deletes, path_of('a'), &error) == OK);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
    CHECK_TEXT(rows_of(&deletes, 'a'), "1 ");
    CHECK(file.fakes[0].n_rows_read == 2 && file.fakes[1].n_rows_read <= 2);
    fake_free(&file);
    position_deletes_release(&deletes);
}

static void columns_are_found_by_ids_or_names(void)
{
    struct position_deletes deletes = {0};
    struct fake_file file;
    struct error error = {0};
    make_file(&file, sample, N_SAMPLE, layouts[0]);
    name_column(&file.columns[0], "pos", 2147483546); /* names mislead */
    name_column(&file.columns[1], "file_path", 2147483545);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
    CHECK_TEXT(rows_of(&deletes, 'b'), "7 123456 ");
    position_deletes_release(&deletes);
    name_column(&file.columns[0], "file_path", 0);
    name_column(&file.columns[1], "pos", 0);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
    CHECK_TEXT(rows_of(&deletes, 'b'), "7 123456 ");
    name_column(&file.columns[1], "row", 0);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the position delete file has no column \"pos\"");
    position_deletes_release(&deletes);
    fake_free(&file);
}

static void null_paths_delete_nothing(void)
{
    static const struct deleted rows[] = {{0, 2}, {'a', 1}, {0, -1}, {0, 3}};
    for (size_t i = 0; i < 2 * COUNT_OF(layouts); i++) {
        struct position_deletes deletes = {0};
        struct fake_file file;
        struct error error = {0};
        make_file(&file, rows, 4, layouts[i / 2]);
        if (i % 2 == 1)
            CHECK(position_deletes_want(&deletes, path_of('a'), &error) == OK);
        CHECK(position_deletes_read(&deletes, &file.base, &error) == OK);
        CHECK_TEXT(rows_of(&deletes, 'a'), "1 ");
        CHECK(deletes.n_files == 1);
        fake_free(&file);
        position_deletes_release(&deletes);
    }
}

static void refused(const struct deleted *rows, uint32_t n, const char *message)
{
    struct position_deletes deletes = {0};
    struct fake_file file;
    struct error error = {0};
    make_file(&file, rows, n, layouts[0]);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == CORRUPT);
    CHECK_TEXT(error.message, message);
    position_deletes_release(&deletes);
    error_clear(&error);
    CHECK(position_deletes_want(&deletes, path_of('a'), &error) == OK);
    CHECK(position_deletes_read(&deletes, &file.base, &error) == CORRUPT);
    position_deletes_release(&deletes);
    fake_free(&file);
}

static void impossible_deletes_are_refused(void)
{
    static const struct deleted rows[] = {{'a', 1}, {'a', -1}, {'a', INT64_MIN}};
    refused(rows, 2, "row 1: a position delete without a position");
    refused(rows + 2, 1, "row 0: a position delete of row -9223372036854775808");
    for (int i = 0; i < 2; i++) {
        struct position_deletes deletes = {0};
        struct fake_file file;
        struct error error = {0};
        make_file(&file, sample, N_SAMPLE, layouts[0]);
        file.columns[i].type = i == 0 ? COLUMN_INTEGER : COLUMN_DATE;
        CHECK(position_deletes_read(&deletes, &file.base, &error) == CORRUPT);
        position_deletes_release(&deletes);
        fake_free(&file);
    }
}

static void failures_are_returned(void)
{
    struct fake_file file;
    make_file(&file, sample, N_SAMPLE, layouts[3]);
    for (int n = 1;; n++) {
        struct position_deletes deletes = {0};
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = n % 2 == 0
                                 ? position_deletes_want(&deletes, path_of('a'), &error)
                                 : OK;
        if (status == OK)
            status = position_deletes_read(&deletes, &file.base, &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        position_deletes_release(&deletes);
        if (!has_failed && n % 2 == 1)
            break;
    }
    file.fails_after = file.fakes[0].n_rows_read = 0;
    file.fakes[1].n_rows_read = 4;
    file.fails_after = 3;
    struct position_deletes deletes = {0};
    struct error error = {0};
    CHECK(position_deletes_read(&deletes, &file.base, &error) == CORRUPT);
    position_deletes_release(&deletes);
    fake_free(&file);
}

int main(void)
{
    RUN(all_paths_are_kept);
    RUN(several_files_add_up);
    RUN(only_wanted_paths_are_kept);
    RUN(many_paths_may_be_wanted);
    RUN(row_groups_of_other_paths_are_not_read);
    RUN(columns_are_found_by_ids_or_names);
    RUN(null_paths_delete_nothing);
    RUN(impossible_deletes_are_refused);
    RUN(failures_are_returned);
    return unit_test_done();
}
