/* SPDX-License-Identifier: MIT */
/*
 * test_write_order.c - files and folders are on the disk before they get their names, and
 * so are the names before a write ends: noted from the system calls that write
 */
#define _GNU_SOURCE
#include "unit_test.h"
#if !defined(__linux__)
int main(void)
{
    return unit_test_done();
}
#else
#include "base/output_folder.h"
#include "unit_calls.h"

static void add_file(struct output_folder *output, const char *relative)
{
    struct output_file *file;
    struct error error = {0};
    CHECK(output_folder_open(output, relative, &file, &error) == OK);
    CHECK(output_file_append(file, relative, strlen(relative), &error) == OK);
    CHECK(output_file_commit(file, &error) == OK);
}

static void write_folder(const char *name, enum folder_mode mode, const char *partition)
{
    struct output_folder *output;
    struct error error = {0};
    char path[100];
    CHECK(output_folder_create(path_of(name), mode, NULL, &output, &error) == OK);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/b=%d/x.parquet", partition, i);
        add_file(output, path);
    }
    snprintf(path, sizeof path, "%s.parquet", partition);
    add_file(output, path);
    CHECK(output_folder_commit(output, &error) == OK);
}

static void write_file(const char *name, bool overwrite)
{
    struct output_file *file;
    struct error error = {0};
    CHECK(output_file_create(path_of(name), overwrite, &file, &error) == OK);
    CHECK(output_file_append(file, name, strlen(name), &error) == OK);
    CHECK(output_file_commit(file, &error) == OK);
}

static void begin_notes(void)
{
    n_unsynced = n_crashes = n_calls = 0;
    calls_are_noted = true;
}

/* Nothing can be lost any more. */
static void end_notes(int least_calls)
{
    calls_are_noted = false;
    CHECK(n_calls >= least_calls);
    CHECK(n_crashes == 0);
    CHECK(n_unsynced == 0);
    for (int i = 0; i < n_unsynced; i++)
        fprintf(stderr, "not on the disk: %s\n", unsynced[i].name);
}

static void files_are_synced_before_their_names(void)
{
    for (int overwrite = 0; overwrite < 2; overwrite++) {
        begin_notes();
        write_file("f.parquet", overwrite);
        end_notes(5);
    }
}

static void folders_are_synced_from_the_inside_out(void)
{
    begin_notes();
    write_folder("lake", FOLDER_NEW, "a=1");
    end_notes(20);
    begin_notes();
    write_folder("lake", FOLDER_REPLACE, "a=2");
    end_notes(20);
}

static void folders_that_gain_files_are_synced(void)
{
    begin_notes();
    write_folder("lake", FOLDER_APPEND, "a=3");
    end_notes(20);
}

int main(void)
{
    make_folder();
    RUN(files_are_synced_before_their_names);
    RUN(folders_are_synced_from_the_inside_out);
    RUN(folders_that_gain_files_are_synced);
    remove_all(folder);
    return unit_test_done();
}
#endif
