/* SPDX-License-Identifier: MIT */
/*
 * test_write_order.c - files and folders are on the disk before they get their names, and
 * so are the names before a write ends; a process that is killed at any system call
 * leaves all of a write or nothing, and the next append removes the rest.
 */
#define _GNU_SOURCE
#include "unit_test.h"
#if !defined(__linux__)
int main(void)
{
    return unit_test_done();
}
#else
#include <sys/wait.h>

#include "base/interrupt.h"
#include "base/output_folder.h"
#include "dataset/file_list.h"
#include "unit_calls.h"

static void add_file(struct output_folder *output, const char *relative)
{
    struct output_file *file;
    struct error error = {0};
    CHECK(output_folder_open(output, relative, &file, &error) == OK);
    CHECK(output_file_append(file, relative, strlen(relative), &error) == OK);
    CHECK(output_file_commit(file, &error) == OK);
}

static void write_files(const char *name, enum folder_mode mode, const char *partition,
                        const char *file)
{
    struct output_folder *output;
    struct error error = {0};
    char path[100];
    CHECK(output_folder_create(path_of(name), mode, NULL, &output, &error) == OK);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/b=%d/%s.parquet", partition, i, file);
        add_file(output, path);
    }
    snprintf(path, sizeof path, "%s-%s.parquet", partition, file);
    add_file(output, path);
    CHECK(output_folder_commit(output, &error) == OK);
}

static void write_folder(const char *name, enum folder_mode mode, const char *partition)
{
    write_files(name, mode, partition, "x");
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
    hidden = 0;
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

static int calls_of_append;

static void folders_that_gain_files_are_synced(void)
{
    begin_notes();
    write_folder("lake", FOLDER_APPEND, "a=3");
    calls_of_append = n_calls;
    end_notes(20);
}

/* ---- Killed processes ------------------------------------------------------------- */

/* The number of files that a table has whose paths contain a text. */
static int count_files(const char *name, const char *text)
{
    static const char *const suffixes[] = {".parquet"};
    const struct file_list_options options = {
        .suffixes = suffixes, .n_suffixes = 1, .most_files = 1000};
    struct file_list list;
    struct error error = {0};
    const char *path = path_of(name);
    int n = 0;
    CHECK(file_list_find(slice_of(path, strlen(path)), &options, &list, &error) == OK);
    for (size_t i = 0; i < list.n; i++)
        n += strstr(list.files[i].path, text) != NULL;
    file_list_release(&list);
    return n;
}

/* The number of files on the disk, hidden ones too. */
static int count_all(const char *path)
{
    DIR *entries = opendir(path);
    int n = entries == NULL;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char below[600];
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            n += count_all(below);
    }
    if (entries != NULL)
        closedir(entries);
    return n;
}

/* Lets a process write a folder until its n-th call; whether it was killed. */
static bool is_killed(const char *name, enum folder_mode mode, const char *partition,
                      long n)
{
    int ended = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        calls_until_exit = n;
        write_folder(name, mode, partition);
        _exit(unit_test_faults > 0 ? 1 : 0);
    }
    CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended));
    CHECK(WEXITSTATUS(ended) == 0 || WEXITSTATUS(ended) == 9);
    return WEXITSTATUS(ended) == 9;
}

enum { FILES_WRITTEN = 4 };

static void killed_appends_leave_all_or_nothing(void)
{
    int n_empty = 0, n_complete = 0;
    bool was_killed = true;
    for (long n = 1; was_killed; n++) {
        write_folder("killed", FOLDER_NEW, "a=1");
        was_killed = is_killed("killed", FOLDER_APPEND, "a=2", n);
        int n_added = count_files("killed", "/a=2");
        CHECK(n_added == 0 || n_added == FILES_WRITTEN);
        CHECK(count_files("killed", "/a=1") == FILES_WRITTEN);
        n_empty += n_added == 0;
        n_complete += n_added > 0;
        /* What is missing is written again, by a process that may be killed, too. */
        if (n_added == 0 && is_killed("killed", FOLDER_APPEND, "a=2", n + 3))
            CHECK(count_files("killed", "/a=2") % FILES_WRITTEN == 0);
        if (count_files("killed", "/a=2") == 0)
            write_folder("killed", FOLDER_APPEND, "a=2");
        CHECK(count_files("killed", "/a=2") == FILES_WRITTEN);
        /* Another append leaves no others in the folder. */
        write_folder("killed", FOLDER_APPEND, "a=3");
        CHECK(count_files("killed", "/") == 3 * FILES_WRITTEN);
        CHECK(count_all(path_of("killed")) == 3 * FILES_WRITTEN + 1);
        remove_all(folder);
        CHECK(mkdir(folder, 0700) == 0);
    }
    CHECK(n_empty > 20 && n_complete > 0);
}

/* The same as write_folder() for an append of which calls may fail. */
static enum status try_append(const char *name, struct error *error)
{
    static const char *const paths[] = {"a=2/b=0/x.parquet", "a=2/b=1/x.parquet",
                                        "a=2/b=2/x.parquet", "a=2-x.parquet"};
    struct output_folder *output;
    enum status status = output_folder_create(path_of(name), FOLDER_APPEND, NULL, &output,
                                              error);
    for (int i = 0; status == OK && i < FILES_WRITTEN; i++) {
        struct output_file *file = NULL;
        status = output_folder_open(output, paths[i], &file, error);
        if (status == OK)
            status = output_file_append(file, "x", 1, error);
        if (status == OK)
            status = output_file_commit(file, error);
        else
            output_file_discard(file);
    }
    if (status == OK)
        return output_folder_commit(output, error);
    output_folder_discard(output);
    return status;
}

/* Whatever fails, an append that returns an error has added nothing, or says so, also if
 * several calls fail from then on, so that nothing can be removed. */
static void failed_appends_leave_nothing(void)
{
    for (int most = 1; most < 4; most += 2) {
        int n_failed = 0;
        bool has_failed = true;
        for (long n = 1; has_failed; n++) {
            struct error error = {0};
            write_folder("fails", FOLDER_REPLACE, "a=1");
            calls_until_failure = n;
            n_calls_failing = most;
            bool is_added = try_append("fails", &error) == OK;
            n_failed += !is_added;
            is_added |= strstr(error.message, "the files were added, but") != NULL;
            has_failed = n_calls_failing != most;
            calls_until_failure = n_calls_failing = 0;
            CHECK(count_files("fails", "/a=1") == FILES_WRITTEN);
            CHECK(count_files("fails", "/a=2") == (is_added ? FILES_WRITTEN : 0));
            write_folder("fails", FOLDER_APPEND, "a=3");
            CHECK(count_files("fails", "/") == (is_added ? 3 : 2) * FILES_WRITTEN);
        }
        CHECK(n_failed > 20);
    }
}

/* An append that may not replace a file, whenever it is killed, hides or removes none. */
static void killed_appends_leave_files_of_their_names(void)
{
    int ended = 9;
    write_folder("named", FOLDER_NEW, "a=1");
    for (long n = 1; ended == 9; n++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            struct output_folder *output;
            struct error error = {0};
            calls_until_exit = n;
            CHECK(output_folder_create(path_of("named"), FOLDER_APPEND, NULL, &output,
                                       &error) == OK);
            add_file(output, "a=1-x.parquet");
            add_file(output, "a=2.parquet");
            _exit(output_folder_commit(output, &error) == MISUSE ? 0 : 1);
        }
        CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended));
        ended = WEXITSTATUS(ended);
        CHECK(ended == 0 || ended == 9);
        CHECK(count_files("named", "/a=") == FILES_WRITTEN);
    }
}

/* Appends of one file need no list, and remove what a killed one has left. */
static void one_file_is_added_at_once(void)
{
    struct output_folder *output;
    struct error error = {0};
    write_folder("killed", FOLDER_NEW, "a=1");
    long n = 1;
    do {
        CHECK(is_killed("killed", FOLDER_APPEND, "a=2", n++));
    } while (count_all(path_of("killed")) < FILES_WRITTEN + 3);
    CHECK(count_files("killed", "/") == FILES_WRITTEN);
    CHECK(output_folder_create(path_of("killed"), FOLDER_APPEND, NULL, &output, &error) ==
          OK);
    add_file(output, "one.parquet");
    CHECK(output_folder_commit(output, &error) == OK);
    CHECK(count_files("killed", "/") == FILES_WRITTEN + 1);
    CHECK(count_all(path_of("killed")) == FILES_WRITTEN + 2);
    remove_all(path_of("killed"));
    write_folder("killed", FOLDER_NEW, "a=1");
    CHECK(output_folder_create(path_of("killed"), FOLDER_APPEND, NULL, &output, &error) ==
          OK);
    add_file(output, "one.parquet");
    CHECK(output_folder_commit(output, &error) == OK);
    CHECK(count_all(path_of("killed")) == FILES_WRITTEN + 1);
}

static void killed_replacements_leave_the_old_or_the_new(void)
{
    bool was_killed = true;
    for (long n = 1; was_killed; n++) {
        write_folder("old", FOLDER_REPLACE, "a=1");
        was_killed = is_killed("old", FOLDER_REPLACE, "a=2", n);
        int n_old = count_files("old", "/a=1"), n_new = count_files("old", "/a=2");
        CHECK(n_old + n_new == FILES_WRITTEN && n_old * n_new == 0);
    }
}

/* Appends when the n-th folder is about to be listed. */
static bool append_meanwhile(void *argument)
{
    long *left = argument;
    if (--*left == 0)
        write_files("between", FOLDER_APPEND, "a=1", "y");
    return false;
}

static void appends_while_a_folder_is_read_are_whole(void)
{
    write_folder("between", FOLDER_NEW, "a=1");
    for (long n = 1; n < 10; n++) {
        long left = n;
        struct error error = {0};
        struct interrupt work = {.is_wanted = append_meanwhile, .argument = &left};
        write_folder("between", FOLDER_REPLACE, "a=1");
        if (n % 2 == 0) /* then the list exists */
            write_folder("between", FOLDER_APPEND, "a=0");
        interrupt_begin(&work);
        CHECK(count_files("between", "/") % FILES_WRITTEN == 0);
        CHECK(interrupt_end(&work, OK, &error) == OK);
    }
}

/* Several processes that append, and are killed now and then, and readers of which each
 * sees whole appends. */
static void appends_at_the_same_time_are_whole(void)
{
    enum { PROCESSES = 3, APPENDS = 8 };
    pid_t children[PROCESSES];
    int n_read = 0, n_running = PROCESSES, ended;
    write_folder("busy", FOLDER_NEW, "a=0");
    fflush(NULL);
    for (int p = 0; p < PROCESSES; p++) {
        children[p] = fork();
        for (int i = 0; children[p] == 0 && i < APPENDS; i++) {
            char partition[40];
            snprintf(partition, sizeof partition, "a=%d", 1 + p * APPENDS + i);
            calls_until_exit = p == 0 && i == APPENDS - 2 ? calls_of_append / 2 : 0;
            write_folder("busy", FOLDER_APPEND, partition);
        }
        if (children[p] == 0)
            _exit(unit_test_faults > 0 ? 1 : 0);
    }
    while (n_running > 0) {
        CHECK(count_files("busy", "/") % FILES_WRITTEN == 0);
        n_read++;
        pid_t child = waitpid(-1, &ended, WNOHANG);
        n_running -= child > 0;
        CHECK(child <= 0 || WIFEXITED(ended));
        if (child > 0)
            CHECK(WEXITSTATUS(ended) == (child == children[0] ? 9 : 0));
    }
    CHECK(n_read > 1);
    CHECK(count_files("busy", "/") == (PROCESSES * APPENDS - 1) * FILES_WRITTEN);
}

int main(void)
{
    make_folder();
    RUN(files_are_synced_before_their_names);
    RUN(folders_are_synced_from_the_inside_out);
    RUN(folders_that_gain_files_are_synced);
    RUN(killed_appends_leave_all_or_nothing);
    RUN(failed_appends_leave_nothing);
    RUN(killed_appends_leave_files_of_their_names);
    RUN(one_file_is_added_at_once);
    RUN(killed_replacements_leave_the_old_or_the_new);
    RUN(appends_while_a_folder_is_read_are_whole);
    RUN(appends_at_the_same_time_are_whole);
    remove_all(folder);
    return unit_test_done();
}
#endif
