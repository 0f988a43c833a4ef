/* SPDX-License-Identifier: MIT */
/* test_path.c - resolving paths, folders, and files confined to folders. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "unit_bytes.h"
#include "unit_folder.h"
#include "unit_test.h"

static void write_file(const char *name)
{
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fputs(name, file) < 0 || fclose(file) != 0)
        exit(2);
}

/*  in/file in/sub/file in/link -> file in/out -> ../out/file in/up -> .. in/dangling
 *  in/loop -> loop out/file inside/file */
static void make_files(void)
{
    char resolved[OS_PATH_SIZE];
    make_folder();
    if (realpath(folder, resolved) == NULL || strlen(resolved) >= sizeof folder)
        exit(2);
    strcpy(folder, resolved);
    if (mkdir(path_of("in"), 0700) != 0 || mkdir(path_of("in/sub"), 0700) != 0 ||
        mkdir(path_of("out"), 0700) != 0 || mkdir(path_of("inside"), 0700) != 0)
        exit(2);
    write_file("in/file");
    write_file("in/sub/file");
    write_file("out/file");
    write_file("inside/file");
    if (symlink("file", path_of("in/link")) != 0 ||
        symlink("../out/file", path_of("in/out")) != 0 ||
        symlink("..", path_of("in/up")) != 0 ||
        symlink("loop", path_of("in/loop")) != 0 ||
        symlink("../out/missing", path_of("in/dangling")) != 0)
        exit(2);
}

static void paths_are_resolved(void)
{
    static const struct {
        const char *path, *text;
        int reason;
        bool is_missing;
    } cases[] = {
        {"in/file", "in/file", 0, false},
        {"in", "in", 0, false},
        {"in/", "in", 0, false},
        {"in//./sub/../link", "in/file", 0, false},
        {"in/out", "out/file", 0, false},
        {"in/up/out/file", "out/file", 0, false},
        {"in/new", "in/new", ENOENT, true},
        {"in/up/out/new", "out/new", ENOENT, true},
        {"in/dangling", "out/missing", ENOENT, true},
        {"in/new/", "in", ENOENT, false},
        {"in/new/file", "in", ENOENT, false},
        {"in/new/..", "in", ENOENT, false},
        {"in/new/../../out/file", "in", ENOENT, false},
        {"in/up/out/a/b/c", "out", ENOENT, false},
        {"in/file/x", "in/file", ENOTDIR, false},
        {"in/loop", "in", ELOOP, false},
        {"in/loop/x", "in", ELOOP, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct resolved_path resolved;
        path_resolve(path_of(cases[i].path), &resolved);
        CHECK_TEXT(resolved.text, path_of(cases[i].text));
        CHECK(resolved.reason == cases[i].reason);
        CHECK(resolved.is_missing == cases[i].is_missing);
    }
}

/* The link's target is too long once the folder is put before it.  The system can still
 * follow the link, so resolving must fail, not return the folder. */
static void links_to_too_long_paths_are_refused(void)
{
    struct resolved_path resolved;
    char target[OS_PATH_SIZE - 1];
    for (size_t i = 0; i < sizeof target; i++)
        target[i] = i % 2 == 0 ? 'x' : '/';
    target[sizeof target - 1] = '\0';
    CHECK(symlink(target, path_of("in/far")) == 0);
    path_resolve(path_of("in/far"), &resolved);
    CHECK_TEXT(resolved.text, path_of("in"));
    CHECK(resolved.reason == ENAMETOOLONG && !resolved.is_missing);
    CHECK(unlink(path_of("in/far")) == 0);
}

static void odd_paths_are_resolved(void)
{
    struct resolved_path resolved;
    char long_path[5000], here[OS_PATH_SIZE];
    memset(long_path, '/', sizeof long_path);
    long_path[sizeof long_path - 1] = '\0';
    path_resolve(long_path, &resolved);
    CHECK(resolved.reason == ENAMETOOLONG && !resolved.is_missing);
    path_resolve("/", &resolved);
    CHECK_TEXT(resolved.text, "/");
    path_resolve("/missing-here/x", &resolved);
    CHECK_TEXT(resolved.text, "/");
    CHECK(resolved.reason == ENOENT && !resolved.is_missing);
    path_resolve("/missing-here", &resolved);
    CHECK_TEXT(resolved.text, "/missing-here");
    CHECK(resolved.is_missing);
    CHECK(realpath(".", here) != NULL);
    path_resolve("", &resolved);
    CHECK_TEXT(resolved.text, here);
    CHECK(resolved.reason == ENOENT && !resolved.is_missing);
    path_resolve("missing-here/x", &resolved);
    CHECK_TEXT(resolved.text, here);
    CHECK_TEXT(path_name("/a/b"), "b");
    CHECK_TEXT(path_name("b"), "b");
    CHECK_TEXT(path_name("/"), "");
}

/* A resolved path has no links; one created since then is not followed. */
static void links_are_not_followed_when_opening(void)
{
    int descriptor = os_open_resolved(path_of("in/sub/file"), OS_READ);
    CHECK(descriptor >= 0 && close(descriptor) == 0);
    descriptor = os_open_resolved("/", OS_ENTER);
    CHECK(descriptor >= 0 && close(descriptor) == 0);
    CHECK(os_open_resolved(path_of("in/link"), OS_READ) < 0 && errno == ELOOP);
    CHECK(os_open_resolved(path_of("in/up/out/file"), OS_READ) < 0);
    CHECK(errno == ELOOP || errno == ENOTDIR);
    CHECK(os_open_resolved(path_of("in/missing"), OS_READ) < 0 && errno == ENOENT);
    CHECK(os_open_resolved("in/file", OS_READ) < 0 && errno == EINVAL);
}

static void folders_contain_what_is_below_them(void)
{
    struct folders folders = {0}, narrower = {0};
    struct error error = {0};
    CHECK(!folders_contain(&folders, "/"));
    CHECK(folders_add(&folders, NULL, path_of("in/sub/.."), &error) == OK);
    CHECK(folders_contain(&folders, path_of("in")));
    CHECK(folders_contain(&folders, path_of("in/file")));
    CHECK(folders_contain(&folders, path_of("in/sub/file")));
    CHECK(!folders_contain(&folders, path_of("inside/file")));
    CHECK(!folders_contain(&folders, path_of("out/file")));
    CHECK(!folders_contain(&folders, folder) && !folders_contain(&folders, "/"));

    CHECK(folders_add(&narrower, &folders, path_of("in/sub"), &error) == OK);
    static const char *const outside[] = {
        "", "out", "inside", "out/missing", "in/up/out", "in/dangling"};
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        error_clear(&error);
        CHECK(folders_add(&narrower, &folders, path_of(outside[i]), &error) == MISUSE);
        CHECK(strstr(error.message, "is outside the allowed folders") != NULL);
    }
    error_clear(&error);
    CHECK(folders_add(&narrower, &folders, path_of("in/missing"), &error) == CANTOPEN);
    error_clear(&error);
    CHECK(folders_add(&narrower, &folders, path_of("in/file"), &error) == MISUSE);
    CHECK(narrower.n == 1);
    folders_release(&narrower);
    folders_release(&folders);

    error_clear(&error);
    CHECK(folders_add(&folders, NULL, "/", &error) == OK);
    CHECK(folders_contain(&folders, "/") && folders_contain(&folders, "/x/y"));
    folders_release(&folders);
    for (long n = 1; n <= 2; n++) {
        mem_fail_at(n, 0);
        error_clear(&error);
        CHECK(folders_add(&folders, NULL, "/", &error) == NOMEM);
        mem_fail_at(0, 0);
        CHECK(folders.n == 0);
        folders_release(&folders);
    }
}

static void check_open(const char *path, enum status status, const char *message)
{
    struct input_file *file;
    struct file_identity identity;
    struct error error = {0};
    CHECK(disk_file_open(path_of(path), &file, &error) == status);
    CHECK_TEXT(error.message, message);
    input_file_close(file);
    error_clear(&error);
    CHECK(disk_file_identity(path_of(path), &identity, &error) == status);
    CHECK_TEXT(error.message, message);
}

static void confined_threads_open_only_files_inside(void)
{
    static const char outside[] = "outside the folders that this connection may read";
    struct folders folders = {0};
    struct error error = {0};
    CHECK(folders_add(&folders, NULL, path_of("in"), &error) == OK);
    CHECK(disk_file_confine(&folders) == NULL);
    check_open("in/file", OK, "");
    check_open("in/sub/../link", OK, "");
    check_open("in/up/in/file", OK, "");
    check_open("in/new", CANTOPEN, "no such file");
    check_open("in/file/x", CANTOPEN, "no such file");
    check_open("in/sub", UNSUPPORTED, "it is a folder; name a file");
    check_open("out/file", CANTOPEN, outside);
    check_open("out/missing", CANTOPEN, outside);
    check_open("out/missing/x", CANTOPEN, outside);
    check_open("inside/file", CANTOPEN, outside);
    check_open("in/out", CANTOPEN, outside);
    check_open("in/dangling", CANTOPEN, outside);
    check_open("in/up/out/file", CANTOPEN, outside);
    check_open("in/../out/file", CANTOPEN, outside);
    CHECK(disk_file_confine(NULL) == &folders);
    check_open("out/file", OK, "");
    folders_release(&folders);
}

struct place {
    char path[OS_PATH_SIZE + 20];
};

static struct place place_of(const char *name)
{
    struct place place;
    snprintf(place.path, sizeof place.path, "%s/%s", folder, name);
    return place;
}

/* Keeps replacing the file by a link to one outside, and back. */
static void *exchange(void *stop)
{
    const struct place next = place_of("in/new-turn"), turn = place_of("in/turn"),
                       file = place_of("in/file");
    while (!atomic_load((atomic_bool *)stop)) {
        if (symlink("../out/file", next.path) != 0 || rename(next.path, turn.path) != 0 ||
            link(file.path, next.path) != 0 || rename(next.path, turn.path) != 0)
            exit(2);
    }
    return NULL;
}

static void files_replaced_by_links_stay_inside(void)
{
    struct folders folders = {0};
    struct error error = {0};
    atomic_bool stop = false;
    pthread_t thread;
    const struct place turn = place_of("in/turn");
    int n_opened = 0;
    CHECK(folders_add(&folders, NULL, path_of("in"), &error) == OK);
    (void)disk_file_confine(&folders);
    if (pthread_create(&thread, NULL, exchange, &stop) != 0)
        exit(2);
    for (int i = 0; i < 30000; i++) {
        struct input_file *file;
        char first = '?';
        error_clear(&error);
        if (disk_file_open(turn.path, &file, &error) != OK)
            continue;
        n_opened++;
        CHECK(input_file_read_at(file, 0, 1, &first, &error) == OK && first == 'i');
        input_file_close(file);
    }
    atomic_store(&stop, true);
    CHECK(pthread_join(thread, NULL) == 0 && n_opened > 0);
    (void)disk_file_confine(NULL);
    folders_release(&folders);
    CHECK(unlink(turn.path) == 0);
}

/* All of them or none, so that nothing is confined to fewer or to no folders. */
static void copies_of_folders_are_whole(void)
{
    char *paths[] = {"/in", "/out", "/inside"};
    const struct folders folders = {paths, COUNT_OF(paths)};
    for (long n = 0; n < 6; n++) {
        struct folders copy = {paths, 1};
        struct error error = {0};
        mem_fail_at(n, false); /* 0: none */
        enum status status = folders_copy(&copy, &folders, &error);
        bool has_failed = mem_fail_at(0, 0) == 0 && n > 0;
        CHECK(status == (has_failed ? NOMEM : OK) && status == error.status);
        CHECK(has_failed == (n >= 1 && n <= 4));
        CHECK(copy.n == (has_failed ? 0 : COUNT_OF(paths)));
        for (size_t i = 0; i < copy.n; i++)
            CHECK(strcmp(copy.paths[i], paths[i]) == 0 && copy.paths[i] != paths[i]);
        folders_release(&copy);
    }
}

int main(void)
{
    make_files();
    RUN(paths_are_resolved);
    RUN(links_to_too_long_paths_are_refused);
    RUN(odd_paths_are_resolved);
    RUN(links_are_not_followed_when_opening);
    RUN(folders_contain_what_is_below_them);
    RUN(copies_of_folders_are_whole);
    RUN(confined_threads_open_only_files_inside);
    RUN(files_replaced_by_links_stay_inside);
    remove_all(folder);
    return unit_test_done();
}
