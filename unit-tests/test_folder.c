/* SPDX-License-Identifier: MIT */
/*
 * test_folder.c - what is in a folder: names in order, kinds, links, folders that a
 * thread may not read, failures.
 */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "base/folder.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "os/file.h"
#include "unit_files.h"
#include "unit_test.h"

/* The names in a folder, each with the first letter of its kind. */
static const char *listed(const char *path)
{
    static char text[4000];
    struct folder_listing listing;
    struct error error = {0};
    enum status status = folder_list(path, NULL, &listing, &error);
    text[0] = '\0';
    if (status != OK)
        return strcpy(text, error.message);
    if (listing.is_missing)
        strcpy(text, "missing");
    for (size_t i = 0; i < listing.n; i++) {
        CHECK(strlen(listing.entries[i].name) == listing.entries[i].size);
        CHECK(folder_listing_find(&listing, listing.entries[i].name) ==
              &listing.entries[i]);
        sprintf(text + strlen(text), "%s:%c ", listing.entries[i].name,
                "FDOMXU"[listing.entries[i].kind]);
    }
    CHECK(folder_listing_find(&listing, "") == NULL);
    CHECK(folder_listing_find(&listing, "no such entry") == NULL);
    folder_listing_release(&listing);
    return text;
}

static void make_files(void)
{
    make_resolved_folder();
    make_entry("in/b");
    make_entry("in/a.b");
    make_entry("in/a/");
    make_entry("in/B");
    make_entry("in/.h");
    make_entry("in/\xc3\xbc\nx");
    make_entry("out/file");
    make_entry("empty/");
    make_link("b", "in/l-file");
    make_link("a", "in/l-folder");
    make_link("..", "in/l-up");
    make_link("missing", "in/m-nothing");
    make_link("m-self", "in/m-self");
    make_link("../out/file", "in/o-file");
    make_link("../out", "in/o-folder");
    make_link("../out/missing", "in/o-missing");
    make_link("/", "in/o-root");
    if (mkfifo(path_of("in/pipe"), 0600) != 0)
        exit(2);
}

static void names_are_sorted_and_kinds_known(void)
{
    CHECK_TEXT(listed(path_of("in")),
               ".h:F B:F a:D a.b:F b:F l-file:F l-folder:D l-up:D m-nothing:M m-self:M "
               "o-file:F o-folder:D o-missing:M o-root:D pipe:O \xc3\xbc\nx:F ");
    CHECK_TEXT(listed(path_of("in/l-up/in/")), listed(path_of("in")));
    CHECK_TEXT(listed(path_of("empty")), "");
    CHECK_TEXT(listed(path_of("none")), "missing");
    CHECK_TEXT(listed(path_of("in/b")), "missing");
    CHECK_TEXT(listed(path_of("in/m-self")), "missing");
    CHECK_TEXT(listed(path_of("in/pipe")), "missing");
    CHECK(strstr(listed(""), "unit-tests:D") != NULL);
    CHECK_TEXT(listed(""), listed("."));
}

static void paths_are_examined(void)
{
    int reason = 0;
    CHECK(folder_examine(path_of("in/b"), &reason, NULL) == ENTRY_FILE);
    CHECK(folder_examine(path_of("in/o-file"), &reason, NULL) == ENTRY_FILE);
    CHECK(folder_examine(path_of("in/"), &reason, NULL) == ENTRY_FOLDER);
    CHECK(folder_examine(path_of("in/pipe"), &reason, NULL) == ENTRY_OTHER);
    CHECK(folder_examine(path_of("in/b/x"), &reason, NULL) == ENTRY_MISSING);
    CHECK(folder_examine("", &reason, NULL) == ENTRY_MISSING && reason == 0);
    char name[400];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    CHECK(folder_examine(path_of(name), &reason, NULL) == ENTRY_UNKNOWN && reason != 0);
    struct error error = {0};
    CHECK(folder_refuse(ENTRY_UNKNOWN, reason, &error) == CANTOPEN);
    CHECK_TEXT(error.message, "cannot open: File name too long");
}

/* A link that leads out looks the same, whatever it leads to. */
static void confined_threads_see_nothing_outside(void)
{
    static const char outside[] = "outside the folders that this connection may read";
    struct folders folders = {0};
    struct error error = {0};
    int reason = 0;
    CHECK(folders_add(&folders, NULL, path_of("in"), &error) == OK);
    CHECK(disk_file_confines() == NULL);
    CHECK(disk_file_confine(&folders) == NULL && disk_file_confines() == &folders);
    CHECK_TEXT(listed(path_of("in")),
               ".h:F B:F a:D a.b:F b:F l-file:F l-folder:D l-up:X m-nothing:M m-self:M "
               "o-file:X o-folder:X o-missing:X o-root:X pipe:O \xc3\xbc\nx:F ");
    CHECK_TEXT(listed(path_of("in/l-folder")), "");
    CHECK_TEXT(listed(path_of("in/none")), "missing");
    static const char *const paths[] = {
        "", "out", "out/none", "in/l-up", "in/o-folder", "in/..", "in/o-missing"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        CHECK_TEXT(listed(path_of(paths[i])), outside);
        CHECK(folder_examine(path_of(paths[i]), &reason, NULL) == ENTRY_OUTSIDE);
    }
    CHECK_TEXT(listed(""), outside);
    CHECK(folder_examine(path_of("in/b"), &reason, NULL) == ENTRY_FILE);
    CHECK(folder_examine(path_of("in/l-folder"), &reason, NULL) == ENTRY_FOLDER);
    CHECK(folder_examine(path_of("in/none"), &reason, NULL) == ENTRY_MISSING);
    CHECK(disk_file_confine(NULL) == &folders);
    folders_release(&folders);
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

static void listing_is_interrupted(void)
{
    struct interrupt work = {.is_wanted = always};
    struct folder_listing listing;
    struct error error = {0};
    interrupt_begin(&work);
    CHECK(folder_list(folder, NULL, &listing, &error) == INTERRUPTED);
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
}

static void failed_allocations_are_reported(void)
{
    bool failed = true;
    for (long n = 1; failed; n++) {
        struct folder_listing listing;
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = folder_list(path_of("in"), NULL, &listing, &error);
        failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (failed ? NOMEM : OK));
        if (status == OK)
            folder_listing_release(&listing);
    }
}

#ifdef __GLIBC__
static bool fdopendir_fails;

/* Takes the place of the C library's, to which malloc() may deny memory without setting
 * errno. */
DIR *fdopendir(int descriptor)
{
    DIR *(*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "fdopendir");
    return fdopendir_fails ? NULL : real(descriptor);
}

static void failed_allocations_of_the_library_are_reported(void)
{
    fdopendir_fails = true;
    errno = 0;
    CHECK_TEXT(listed(path_of("in")), "out of memory");
    fdopendir_fails = false;
}
#endif

/* Files that rest give up their descriptors to whoever lists a folder. */
static void listing_takes_descriptors_of_resting_files(void)
{
    struct rlimit before, limit;
    struct input_file *file;
    struct error error = {0};
    CHECK(disk_file_open(path_of("in/b"), &file, &error) == OK);
    input_file_rest(file);
    int next = open("/dev/null", O_RDONLY);
    if (next < 0 || getrlimit(RLIMIT_NOFILE, &before) != 0)
        exit(2);
    close(next);
    limit = before;
    limit.rlim_cur = (rlim_t)next;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK_TEXT(listed(path_of("out")), "file:F ");
    CHECK(!disk_file_close_resting());
    CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
    input_file_close(file);
}

static void unreadable_folders_are_errors(void)
{
    make_entry("closed/sub/file");
    make_link("closed/sub", "to-closed");
    CHECK(chmod(path_of("closed"), 0) == 0);
    if (lower_privileges(path_of("closed"))) {
        CHECK_TEXT(listed(path_of("closed")), "cannot open: Permission denied");
        CHECK_TEXT(listed(folder), "closed:D empty:D in:D out:D to-closed:U ");
    }
    restore_privileges();
    CHECK(chmod(path_of("closed"), 0700) == 0);
}

static void what_is_no_folder_is_closed(void)
{
    int descriptor = open(path_of("out/file"), O_RDONLY);
    CHECK(descriptor >= 0);
    CHECK(os_listing_open(descriptor) == NULL && errno == ENOTDIR);
    CHECK(fcntl(descriptor, F_GETFD) == -1 && errno == EBADF);
}

/* Why os_link_in() fails where files have no second name, or have too many. */
static void lacking_links_are_told_from_failures(void)
{
    CHECK(os_lacks_links(EPERM) && os_lacks_links(ENOTSUP) && os_lacks_links(ENOSYS) &&
          os_lacks_links(EMLINK));
    CHECK(!os_lacks_links(EEXIST) && !os_lacks_links(EACCES) && !os_lacks_links(EIO));
}

int main(void)
{
    make_files();
    RUN(names_are_sorted_and_kinds_known);
    RUN(paths_are_examined);
    RUN(confined_threads_see_nothing_outside);
    RUN(listing_is_interrupted);
    RUN(failed_allocations_are_reported);
#ifdef __GLIBC__
    RUN(failed_allocations_of_the_library_are_reported);
#endif
    RUN(listing_takes_descriptors_of_resting_files);
    RUN(unreadable_folders_are_errors);
    RUN(what_is_no_folder_is_closed);
    RUN(lacking_links_are_told_from_failures);
    remove_all(folder);
    return unit_test_done();
}
