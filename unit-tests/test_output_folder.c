/* SPDX-License-Identifier: MIT */
/*
 * test_output_folder.c - a folder of files appears complete or not at all, whether it is
 * new, replaces another one, or adds files to it.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/output_folder.h"
#include "os/file.h"
#include "unit_test.h"

static char root[64];

static const char *in_root(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static bool exists(const char *name)
{
    return access(in_root(name), F_OK) == 0;
}

/* The entries of a folder, without those of every folder. */
static int count(const char *name)
{
    DIR *directory = opendir(in_root(name));
    int n = -2;
    while (directory != NULL && readdir(directory) != NULL)
        n++;
    if (directory != NULL)
        closedir(directory);
    return n;
}

static struct output_folder *create(const char *name, enum folder_mode mode)
{
    struct output_folder *folder;
    struct error error = {0};
    CHECK(output_folder_create(in_root(name), mode, NULL, &folder, &error) == OK);
    return folder;
}

static enum status refused(const char *name, enum folder_mode mode)
{
    struct output_folder *folder;
    struct error error = {0};
    enum status status = output_folder_create(in_root(name), mode, NULL, &folder, &error);
    CHECK(folder == NULL);
    return status;
}

static void add_file(struct output_folder *folder, const char *relative, const char *text)
{
    struct output_file *file;
    struct error error = {0};
    CHECK(output_folder_open(folder, relative, &file, &error) == OK);
    CHECK(output_file_append(file, text, strlen(text), &error) == OK);
    CHECK(output_file_commit(file, &error) == OK);
}

static void commit(struct output_folder *folder)
{
    struct error error = {0};
    CHECK(output_folder_commit(folder, &error) == OK);
}

static void make_file(const char *name, const char *text)
{
    FILE *file = fopen(in_root(name), "w");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    fputs(text, file);
    fclose(file);
}

static void check_file(const char *name, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(in_root(name), "r");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    CHECK(fread(found, 1, sizeof found - 1, file) == strlen(text));
    CHECK_TEXT(found, text);
    fclose(file);
}

static void a_new_folder_appears_when_it_is_complete(void)
{
    struct stat info;
    mode_t mask = umask(027);
    struct output_folder *folder = create("new", FOLDER_NEW);
    add_file(folder, "a=1/b=2/x.parquet", "one");
    add_file(folder, "y.parquet", "two");
    CHECK(!exists("new") && count("") == 1);
    commit(folder);
    umask(mask);
    check_file("new/a=1/b=2/x.parquet", "one");
    check_file("new/y.parquet", "two");
    CHECK(count("") == 1);
    CHECK(stat(in_root("new"), &info) == 0 && (info.st_mode & 0777) == 0750);
    CHECK(refused("new", FOLDER_NEW) == MISUSE);
    CHECK(refused("missing/new", FOLDER_NEW) == CANTOPEN);
    make_file("file", "");
    CHECK(refused("file", FOLDER_REPLACE) == MISUSE);
    CHECK(count("") == 2);
    CHECK(unlink(in_root("file")) == 0);
}

static void an_empty_folder_may_be_there(void)
{
    CHECK(mkdir(in_root("empty"), 0777) == 0);
    struct output_folder *folder = create("empty/", FOLDER_NEW);
    add_file(folder, "x.parquet", "one");
    commit(folder);
    check_file("empty/x.parquet", "one");
}

static void a_folder_is_replaced_as_a_whole(void)
{
    struct output_folder *folder = create("new", FOLDER_REPLACE);
    add_file(folder, "z.parquet", "three");
    check_file("new/y.parquet", "two");
    commit(folder);
    check_file("new/z.parquet", "three");
    CHECK(!exists("new/y.parquet") && !exists("new/a=1") && count("") == 2);
    make_file("new/_SUCCESS", "");
    make_file("new/.z.parquet.crc", "");
    CHECK(mkdir(in_root("new/sub"), 0777) == 0);
    output_folder_discard(create("new", FOLDER_REPLACE));
    make_file("new/sub/notes.txt", "mine");
    CHECK(refused("new", FOLDER_REPLACE) == MISUSE);
    check_file("new/sub/notes.txt", "mine");
    CHECK(count("") == 2);
}

static void files_are_added(void)
{
    struct error error = {0};
    struct output_folder *folder = create("new", FOLDER_APPEND);
    add_file(folder, "a=7/w.parquet", "four");
    CHECK(!exists("new/a=7"));
    commit(folder);
    check_file("new/a=7/w.parquet", "four");
    check_file("new/z.parquet", "three");
    /* No file is replaced, and none stays of an addition that fails. */
    folder = create("new", FOLDER_APPEND);
    add_file(folder, "first.parquet", "five");
    add_file(folder, "z.parquet", "six");
    add_file(folder, "last.parquet", "seven");
    CHECK(output_folder_commit(folder, &error) == MISUSE);
    CHECK(!exists("new/first.parquet") && !exists("new/last.parquet"));
    check_file("new/z.parquet", "three");
    CHECK(count("") == 2);
    folder = create("added", FOLDER_APPEND);
    add_file(folder, "x.parquet", "one");
    commit(folder);
    check_file("added/x.parquet", "one");
}

static enum status append_file(const char *name, const char *relative)
{
    struct error error = {0};
    struct output_folder *folder = create(name, FOLDER_APPEND);
    add_file(folder, relative, "new");
    return output_folder_commit(folder, &error);
}

static void make_list(const char *bytes, size_t size)
{
    FILE *file = fopen(in_root("listed/.parquet_append"), "w");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    CHECK(fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

#define MAKE_LIST(text) make_list(text, sizeof text - 1)

/* Of a list that an append has left, only Parquet files of the folder are removed, and
 * only if it is complete. */
static void lists_of_killed_appends_are_not_trusted(void)
{
    struct stat found;
    CHECK(mkdir(in_root("listed"), 0777) == 0);
    CHECK(mkdir(in_root("listed/a=1"), 0777) == 0);
    CHECK(symlink("..", in_root("listed/link")) == 0);
    make_file("listed/a=1/x.parquet", "old");
    make_file("outside.parquet", "old");
    MAKE_LIST(".s.tmp\0../outside.parquet\0\0");
    CHECK(append_file("listed", "1.parquet") == OK);
    MAKE_LIST(".s.tmp\0a=1/../../outside.parquet\0\0");
    CHECK(append_file("listed", "2.parquet") == OK);
    MAKE_LIST(".s.tmp\0link/outside.parquet\0\0");
    CHECK(append_file("listed", "3.parquet") == IO);
    MAKE_LIST("..\0a=1/x.parquet\0\0");
    CHECK(append_file("listed", "3.parquet") == OK);
    MAKE_LIST(".s.tmp\0a=1/x.parquet\0");
    CHECK(append_file("listed", "4.parquet") == OK);
    MAKE_LIST(".s.tmp\0a=1/x.parquet\0\0\0");
    CHECK(append_file("listed", "5.parquet") == OK);
    MAKE_LIST("\0\0\0\0");
    CHECK(append_file("listed", "6.parquet") == OK);
    make_file("listed/notes.txt", "old");
    MAKE_LIST(".s.tmp\0notes.txt\0a=1/x.parquet\0\0");
    CHECK(append_file("listed", "6a.parquet") == OK);
    check_file("listed/notes.txt", "old");
    CHECK(unlink(in_root("listed/notes.txt")) == 0);
    CHECK(unlink(in_root("listed/6a.parquet")) == 0);
    CHECK(mkdir(in_root(".listed.012345678_abcdef.tmp"), 0777) == 0);
    CHECK(mkdir(in_root(".listed.0123456789abcdef.tmp"), 0777) == 0);
    MAKE_LIST(".listed.012345678_abcdef.tmp\0none.parquet\0\0");
    CHECK(append_file("listed", "1a.parquet") == OK);
    MAKE_LIST(".listed.0123456789abcdef.tmp\0none.parquet\0\0");
    CHECK(append_file("listed", "1b.parquet") == OK);
    CHECK(rmdir(in_root(".listed.012345678_abcdef.tmp")) == 0);
    CHECK(!exists(".listed.0123456789abcdef.tmp"));
    CHECK(unlink(in_root("listed/1a.parquet")) == 0);
    CHECK(unlink(in_root("listed/1b.parquet")) == 0);
    check_file("listed/a=1/x.parquet", "old");
    check_file("outside.parquet", "old");
    CHECK(mkdir(in_root("listed.kept.tmp"), 0777) == 0);
    CHECK(mkdir(in_root(".listed.0123456789abcdef.tmp"), 0777) == 0);
    MAKE_LIST("listed.kept.tmp\0a=1/x.parquet\0none.parquet\0none/y.parquet\0\0");
    CHECK(append_file("listed", "7.parquet") == OK);
    CHECK(rmdir(in_root("listed.kept.tmp")) == 0);
    MAKE_LIST(".listed.0123456789abcdef.tmp\0none.parquet\0\0");
    CHECK(exists(".listed.0123456789abcdef.tmp"));
    CHECK(append_file("listed", "7.parquet") == MISUSE);
    CHECK(!exists(".listed.0123456789abcdef.tmp"));
    CHECK(!exists("listed/a=1/x.parquet") && count("listed") == 10);
    CHECK(append_file("listed", "link/8.parquet") == IO && !exists("8.parquet"));
    CHECK(truncate(in_root("listed/.parquet_append"), (64 << 20) + 1) == 0);
    CHECK(append_file("listed", "9.parquet") == TOO_BIG);
    CHECK(!exists("listed/9.parquet"));
    CHECK(unlink(in_root("listed/.parquet_append")) == 0);
    CHECK(symlink("../outside.parquet", in_root("listed/.parquet_append")) == 0);
    CHECK(append_file("listed", "9.parquet") == OK);
    CHECK(unlink(in_root("listed/.parquet_append")) == 0);
    CHECK(chmod(in_root("outside.parquet"), 0600) == 0);
    CHECK(link(in_root("outside.parquet"), in_root("listed/.parquet_append")) == 0);
    CHECK(append_file("listed", "10.parquet") == CANTOPEN);
    CHECK(stat(in_root("outside.parquet"), &found) == 0 && (found.st_mode & 077) == 0);
    check_file("outside.parquet", "old");
    char command[200];
    snprintf(command, sizeof command, "rm -r %s/listed %s/outside.parquet", root, root);
    CHECK(system(command) == 0);
}

/* Also after an append to a folder that may not be written to, but its partitions may. */
static void the_list_stays_writable(void)
{
    struct stat found;
    CHECK(mkdir(in_root("kept"), 0777) == 0 && mkdir(in_root("kept/a=1"), 0777) == 0);
    make_file("kept/.parquet_append", "");
    CHECK(chmod(in_root("kept"), 0550) == 0);
    CHECK(append_file("kept", "a=1/1.parquet") == OK);
    CHECK(chmod(in_root("kept"), 0750) == 0);
    CHECK(stat(in_root("kept/.parquet_append"), &found) == 0);
    CHECK((found.st_mode & 0777) == 0640);
    CHECK(unlink(in_root("kept/a=1/1.parquet")) == 0 && rmdir(in_root("kept/a=1")) == 0);
    CHECK(unlink(in_root("kept/.parquet_append")) == 0 && rmdir(in_root("kept")) == 0);
}

/* Deletes a list that is locked, and makes that of an append that was killed. */
static bool replace_list(void *argument)
{
    int *locked = argument;
    if (*locked < 0)
        return false;
    CHECK(unlink(in_root("listed/.parquet_append")) == 0);
    MAKE_LIST(".s.tmp\0old.parquet\0\0");
    os_close_locked(*locked);
    *locked = -1;
    return false;
}

/* A writer that has waited for a list that is deleted takes the new one. */
static void a_deleted_list_is_not_used(void)
{
    struct error error = {0};
    CHECK(mkdir(in_root("listed"), 0777) == 0);
    make_file("listed/old.parquet", "old");
    int folder = os_open(in_root("listed"), OS_LIST);
    int list = os_open_lock_in(folder, ".parquet_append");
    CHECK(folder >= 0 && os_lock(list, false) == 0);
    struct interrupt work = {.is_wanted = replace_list, .argument = &list};
    interrupt_begin(&work);
    CHECK(append_file("listed", "1.parquet") == OK);
    CHECK(interrupt_end(&work, OK, &error) == OK && list == -1);
    os_close(folder);
    CHECK(!exists("listed/old.parquet") && exists("listed/1.parquet"));
    CHECK(unlink(in_root("listed/.parquet_append")) == 0);
    CHECK(unlink(in_root("listed/1.parquet")) == 0 && rmdir(in_root("listed")) == 0);
}

static bool stop(void *argument)
{
    return --*(int *)argument < 0;
}

/* However long the list is that somebody has made. */
static void removal_can_be_interrupted(void)
{
    enum { N = 1000 };
    static const char front[] = ".s.tmp", path[] = "none.parquet";
    static char list[sizeof front + N * sizeof path + 1];
    struct error error = {0};
    int left = N / 2;
    struct interrupt work = {.is_wanted = stop, .argument = &left};
    memcpy(list, front, sizeof front);
    for (size_t i = 0; i < N; i++)
        memcpy(list + sizeof front + i * sizeof path, path, sizeof path);
    CHECK(mkdir(in_root("listed"), 0777) == 0);
    make_list(list, sizeof list);
    interrupt_begin(&work);
    CHECK(append_file("listed", "1.parquet") == INTERRUPTED);
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
    CHECK(!exists("listed/1.parquet"));
    CHECK(unlink(in_root("listed/.parquet_append")) == 0);
    CHECK(rmdir(in_root("listed")) == 0);
}

/* While another append has the list, this one waits. */
static void a_waiting_append_can_be_interrupted(void)
{
    struct error error = {0};
    int left = 3;
    struct interrupt work = {.is_wanted = stop, .argument = &left};
    int folder = open(in_root("new"), O_RDONLY);
    int list = os_open_lock_in(folder, ".parquet_append");
    CHECK(folder >= 0 && list >= 0 && os_lock(list, false) == 0);
    struct output_folder *output = create("new", FOLDER_APPEND);
    add_file(output, "waits/1.parquet", "one");
    add_file(output, "waits/2.parquet", "two");
    interrupt_begin(&work);
    CHECK(output_folder_commit(output, &error) == INTERRUPTED);
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED && left < 0);
    CHECK(!exists("new/waits"));
    int copy = os_duplicate(list); /* as a forked process has one */
    CHECK(copy >= 0 && os_close_locked(list) == 0);
    close(folder);
    output = create("new", FOLDER_APPEND);
    add_file(output, "waits/1.parquet", "one");
    add_file(output, "waits/2.parquet", "two");
    left = 1000;
    interrupt_begin(&work);
    commit(output);
    CHECK(interrupt_end(&work, OK, &error) == OK);
    os_close(copy);
    check_file("new/waits/2.parquet", "two");
}

static void a_discarded_folder_leaves_nothing(void)
{
    struct error error = {0};
    struct output_folder *folder = create("never", FOLDER_NEW);
    add_file(folder, "a=1/x.parquet", "one");
    CHECK(output_folder_clear(folder, &error) == OK);
    add_file(folder, "b=1/y.parquet", "two");
    output_folder_discard(folder);
    output_folder_discard(NULL);
    CHECK(!exists("never") && count("") == 3);
    folder = create("never", FOLDER_NEW);
    add_file(folder, "a=1/x.parquet", "one");
    CHECK(output_folder_clear(folder, &error) == OK);
    add_file(folder, "b=1/y.parquet", "two");
    commit(folder);
    CHECK(!exists("never/a=1") && exists("never/b=1/y.parquet"));
}

/* A folder that appears meanwhile is not replaced. */
static void a_folder_that_appears_is_kept(void)
{
    struct error error = {0};
    struct output_folder *folder = create("late", FOLDER_NEW);
    add_file(folder, "x.parquet", "mine");
    CHECK(mkdir(in_root("late"), 0777) == 0);
    make_file("late/x.parquet", "theirs");
    CHECK(output_folder_commit(folder, &error) == IO);
    check_file("late/x.parquet", "theirs");
    CHECK(count("") == 5);
}

static enum status only_inside(void *context, const char *target, struct error *error)
{
    const char *allowed = context;
    return strstr(target, allowed) != NULL ? OK : error_set(error, CANTOPEN, "outside");
}

static void the_guard_decides(void)
{
    struct error error = {0};
    struct output_folder *folder;
    char allowed[] = "late/";
    const struct output_guard guard = {only_inside, allowed};
    CHECK(output_folder_create(in_root("other"), FOLDER_NEW, &guard, &folder, &error) ==
          CANTOPEN);
    /* The temporary folder would be outside. */
    error_clear(&error);
    CHECK(output_folder_create(in_root("late"), FOLDER_APPEND, &guard, &folder, &error) ==
          CANTOPEN);
    error_clear(&error);
    CHECK(output_folder_create(in_root("late/sub"), FOLDER_NEW, &guard, &folder,
                               &error) == OK);
    output_folder_discard(folder);
    CHECK(count("late") == 1);
}

static void failed_allocations_are_reported(void)
{
    enum status status = NOMEM;
    for (long n = 1; status == NOMEM && n < 200; n++) {
        struct output_folder *folder = NULL;
        struct output_file *file = NULL;
        struct error error = {0};
        mem_fail_at(n, 0);
        status = output_folder_create(in_root("nomem"), FOLDER_NEW, NULL, &folder,
                                      &error);
        if (status == OK)
            status = output_folder_open(folder, "a=1/x.parquet", &file, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        output_file_discard(file);
        output_folder_discard(folder);
    }
    CHECK(status == OK && !exists("nomem") && count("") == 5);
}

int main(void)
{
    snprintf(root, sizeof root, "/tmp/test_output_folder_XXXXXX");
    CHECK(mkdtemp(root) != NULL);
    RUN(a_new_folder_appears_when_it_is_complete);
    RUN(an_empty_folder_may_be_there);
    RUN(a_folder_is_replaced_as_a_whole);
    RUN(files_are_added);
    RUN(lists_of_killed_appends_are_not_trusted);
    RUN(the_list_stays_writable);
    RUN(a_deleted_list_is_not_used);
    RUN(a_waiting_append_can_be_interrupted);
    RUN(removal_can_be_interrupted);
    RUN(a_discarded_folder_leaves_nothing);
    RUN(a_folder_that_appears_is_kept);
    RUN(the_guard_decides);
    RUN(failed_allocations_are_reported);
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", root);
    CHECK(system(command) == 0);
    return unit_test_done();
}
