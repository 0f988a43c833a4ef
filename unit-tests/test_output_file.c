/* SPDX-License-Identifier: MIT */
/*
 * test_output_file.c - a written file appears whole or not at all, even where a system
 * call fails.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/output_file.h"
#include "os/file.h"
#include "unit_bytes.h"
#include "unit_folder.h"
#include "unit_test.h"

static void write_file(const char *name, const char *text)
{
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fputs(text, file) < 0 || fclose(file) != 0)
        exit(2);
}

static bool has_content(const char *name, const char *text)
{
    struct bytes bytes = bytes_of_file(path_of(name));
    bool is_equal = slice_equals_text(bytes_slice(&bytes), text);
    bytes_free(&bytes);
    return is_equal;
}

static bool exists(const char *name)
{
    struct stat info;
    return lstat(path_of(name), &info) == 0;
}

static mode_t mode_of(const char *name)
{
    struct stat info;
    return stat(path_of(name), &info) == 0 ? info.st_mode & 07777 : 0;
}

/* Returns the number of temporary files, and the name of the last one. */
static int count_temporary(char *name, size_t size)
{
    int n = 0;
    DIR *entries = must(opendir(folder));
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".tmp") != 0)
            continue;
        n++;
        if (name != NULL)
            snprintf(name, size, "%s", entry->d_name);
    }
    closedir(entries);
    return n;
}

static void remove_temporary(void)
{
    char name[300];
    while (count_temporary(name, sizeof name) > 0)
        if (unlink(path_of(name)) != 0)
            exit(2);
}

static struct output_file *create(const char *path, bool overwrite)
{
    struct error error = {0};
    struct output_file *file = NULL;
    CHECK(output_file_create(path, overwrite, &file, &error) == OK);
    CHECK_TEXT(error.message, "");
    if (file == NULL)
        exit(2);
    return file;
}

static enum status append_text(struct output_file *file, const char *text,
                               struct error *error)
{
    return output_file_append(file, text, strlen(text), error);
}

static void append(struct output_file *file, const char *text)
{
    struct error error = {0};
    CHECK(append_text(file, text, &error) == OK);
}

static void commit(struct output_file *file)
{
    struct error error = {0};
    CHECK(output_file_commit(file, &error) == OK);
    CHECK_TEXT(error.message, "");
}

/* ---- Content ---------------------------------------------------------------------- */

static void files_have_what_was_appended(void)
{
    struct output_file *file = create(path_of("one"), false);
    CHECK(output_file_size(file) == 0);
    append(file, "one ");
    append(file, "");
    append(file, "two");
    CHECK(output_file_size(file) == 7);
    CHECK(!exists("one"));
    CHECK(count_temporary(NULL, 0) == 1);
    commit(file);
    CHECK(has_content("one", "one two"));
    CHECK(count_temporary(NULL, 0) == 0);
    CHECK(unlink(path_of("one")) == 0);
}

static void files_may_be_empty(void)
{
    write_file("empty", "old");
    commit(create(path_of("empty"), true));
    CHECK(exists("empty") && has_content("empty", ""));
    CHECK(unlink(path_of("empty")) == 0);
}

/* Sizes around that of the buffer, in any order. */
static void pieces_of_all_sizes_follow_one_another(void)
{
    static const size_t sizes[] = {1,
                                   0,
                                   3,
                                   (1 << 20) - 5,
                                   1,
                                   1,
                                   1 << 20,
                                   (1 << 20) - 1,
                                   1,
                                   2,
                                   (1 << 20) + 1,
                                   7,
                                   5 << 20,
                                   (1 << 20) - 7,
                                   7,
                                   100000};
    struct bytes expected = {0};
    struct error error = {0};
    uint64_t random = 1;
    struct output_file *file = create(path_of("large"), true);
    for (int i = 0; i < 40; i++) {
        size_t size = i < (int)COUNT_OF(sizes)
                          ? sizes[i]
                          : sizes[random_below(&random, COUNT_OF(sizes))];
        size_t start = expected.size;
        for (size_t k = 0; k < size; k++)
            bytes_put_u8(&expected, (unsigned)(random_below(&random, 256)));
        CHECK(output_file_append(file, expected.data + start, size, &error) == OK);
        CHECK(output_file_size(file) == (int64_t)expected.size);
    }
    commit(file);
    struct bytes got = bytes_of_file(path_of("large"));
    CHECK(got.size == expected.size && memcmp(got.data, expected.data, got.size) == 0);
    bytes_free(&got);
    bytes_free(&expected);
    CHECK(unlink(path_of("large")) == 0);
}

static void rewinding_discards_what_was_appended(void)
{
    struct error error = {0};
    static char large[3 << 20];
    struct output_file *file = create(path_of("rewound"), false);
    CHECK(output_file_rewind(file, &error) == OK);
    append(file, "small");
    CHECK(output_file_rewind(file, &error) == OK);
    CHECK(output_file_size(file) == 0);
    append(file, "before ");
    CHECK(output_file_append(file, large, sizeof large, &error) == OK);
    append(file, " behind");
    CHECK(output_file_rewind(file, &error) == OK);
    append(file, "what counts");
    CHECK(output_file_size(file) == 11);
    commit(file);
    CHECK(has_content("rewound", "what counts"));
    CHECK(unlink(path_of("rewound")) == 0);
}

static void discarded_files_leave_nothing(void)
{
    write_file("kept", "old");
    struct output_file *file = create(path_of("kept"), true);
    append(file, "new");
    output_file_discard(file);
    CHECK(has_content("kept", "old"));
    CHECK(count_temporary(NULL, 0) == 0);
    output_file_discard(create(path_of("never"), false));
    CHECK(!exists("never"));
    output_file_discard(NULL);
    CHECK(unlink(path_of("kept")) == 0);
}

/* ---- The target ------------------------------------------------------------------- */

static void permissions_are_kept(void)
{
    static const mode_t modes[] = {0600, 0644, 0640, 0666, 0777, 0222};
    mode_t old_mask = umask(027);
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        write_file("mode", "old");
        CHECK(chmod(path_of("mode"), modes[i]) == 0);
        commit(create(path_of("mode"), true));
        CHECK(mode_of("mode") == modes[i]);
        CHECK(unlink(path_of("mode")) == 0);
    }
    commit(create(path_of("mode"), true));
    CHECK(mode_of("mode") == 0640);
    CHECK(unlink(path_of("mode")) == 0);
    umask(0);
    commit(create(path_of("mode"), false));
    CHECK(mode_of("mode") == 0666);
    CHECK(unlink(path_of("mode")) == 0);
    umask(old_mask);
}

/* Only root may give files to other users. */
static void owner_and_group_are_kept_where_permitted(void)
{
    struct stat info;
    if (geteuid() != 0)
        return;
    write_file("owned", "old");
    CHECK(chown(path_of("owned"), 12345, 23456) == 0);
    CHECK(chmod(path_of("owned"), 0640) == 0);
    commit(create(path_of("owned"), true));
    CHECK(stat(path_of("owned"), &info) == 0);
    CHECK(info.st_uid == 12345 && info.st_gid == 23456);
    CHECK(mode_of("owned") == 0640);

    /* If the group cannot be kept, its permissions are not given to another group. */
    CHECK(chmod(path_of("owned"), 0676) == 0 && chmod(folder, 0777) == 0);
    CHECK(seteuid(65534) == 0);
    struct output_file *file = create(path_of("owned"), true);
    append(file, "new");
    commit(file);
    CHECK(seteuid(0) == 0 && chmod(folder, 0700) == 0);
    CHECK(stat(path_of("owned"), &info) == 0);
    CHECK(info.st_uid == 65534 && info.st_gid != 23456);
    CHECK(mode_of("owned") == 0666);
    CHECK(unlink(path_of("owned")) == 0);
}

static void only_the_owner_can_read_unfinished_files(void)
{
    char first[300] = "", second[300] = "";
    mode_t old_mask = umask(0);
    for (int is_there = 0; is_there < 2; is_there++) {
        if (is_there)
            CHECK(chmod(path_of("hidden"), 0666) == 0);
        struct output_file *file = create(path_of("hidden"), true);
        append(file, "text");
        char *name = is_there ? second : first;
        CHECK(count_temporary(name, sizeof first) == 1);
        CHECK(mode_of(name) == 0600);
        commit(file);
        CHECK(mode_of("hidden") == 0666);
    }
    CHECK(strlen(first) == strlen(second) && strcmp(first, second) != 0);
    CHECK(unlink(path_of("hidden")) == 0);
    umask(old_mask);
}

/* ---- Guards ----------------------------------------------------------------------- */

struct seen {
    char target[600];
    bool exchanges; /* replaces the folder by a link to another one */
    enum status status;
};

static enum status look_at_target(void *context, const char *target, struct error *error)
{
    struct seen *seen = context;
    snprintf(seen->target, sizeof seen->target, "%s", target);
    if (seen->exchanges) {
        CHECK(rename(path_of("a"), path_of("moved")) == 0);
        CHECK(symlink("b", path_of("a")) == 0);
    }
    return seen->status == OK ? OK : error_set(error, seen->status, "refused");
}

static enum status create_seen(const char *path, struct seen *seen, struct error *error)
{
    const struct output_guard guard = {look_at_target, seen};
    struct output_file *file;
    enum status status = output_file_create_guarded(path, true, &guard, &file, error);
    output_file_discard(file);
    return status;
}

static void guards_see_where_a_path_leads(void)
{
    struct seen seen = {.status = MISUSE};
    struct error error = {0};
    char whole[OS_PATH_SIZE];
    CHECK(realpath(folder, whole) != NULL);
    CHECK(mkdir(path_of("a"), 0700) == 0 && mkdir(path_of("b"), 0700) == 0);
    CHECK(symlink("b/target", path_of("a/link")) == 0);
    CHECK(symlink("../b/target", path_of("a/link2")) == 0);
    static const struct {
        const char *path, *target;
    } cases[] = {{"a/file", "/a/file"},           {"a/../b/./file", "/b/file"},
                 {"a/link2", "/b/target"},        {"a/link", "/a"},
                 {"a/missing/file", "/a"},        {"a/missing/../../file", "/a"},
                 {"a/missing/and/more/x/", "/a"}, {"", NULL}};
    for (size_t i = 0; cases[i].target != NULL; i++) {
        char expected[OS_PATH_SIZE + 20];
        error_clear(&error);
        CHECK(create_seen(path_of(cases[i].path), &seen, &error) == MISUSE);
        snprintf(expected, sizeof expected, "%s%s", whole, cases[i].target);
        CHECK_TEXT(seen.target, expected);
    }
    CHECK(count_temporary(NULL, 0) == 0);
    CHECK(unlink(path_of("a/link")) == 0 && unlink(path_of("a/link2")) == 0);

    /* The folder that the guard accepted cannot be replaced by another. */
    seen = (struct seen){.exchanges = true};
    error_clear(&error);
    CHECK(create_seen(path_of("a/file"), &seen, &error) == CANTOPEN);
    CHECK(!exists("b/file"));
    CHECK(unlink(path_of("a")) == 0 && rmdir(path_of("moved")) == 0);
    CHECK(rmdir(path_of("b")) == 0);
}

/* ---- More of the target ----------------------------------------------------------- */

static void links_are_followed_to_their_target(void)
{
    CHECK(mkdir(path_of("below"), 0700) == 0);
    write_file("below/target", "old");
    CHECK(symlink("below/target", path_of("link")) == 0);
    struct output_file *file = create(path_of("link"), true);
    append(file, "new");
    CHECK(count_temporary(NULL, 0) == 0); /* it is in the target's folder */
    commit(file);
    CHECK(has_content("below/target", "new"));
    struct stat info;
    CHECK(lstat(path_of("link"), &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(unlink(path_of("below/target")) == 0);

    /* A chain of relative and absolute links to a file that does not exist yet. */
    CHECK(symlink(path_of("link"), path_of("link2")) == 0);
    CHECK(symlink("../link2", path_of("below/link3")) == 0);
    file = create(path_of("below/link3"), false);
    append(file, "newer");
    commit(file);
    CHECK(has_content("below/target", "newer"));
    CHECK(lstat(path_of("link"), &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(unlink(path_of("below/target")) == 0 && unlink(path_of("below/link3")) == 0);
    CHECK(unlink(path_of("link")) == 0 && unlink(path_of("link2")) == 0);
    CHECK(rmdir(path_of("below")) == 0);
}

static void check_refused(const char *path, bool overwrite, enum status status,
                          const char *message)
{
    struct error error = {0};
    struct output_file *file = (struct output_file *)folder;
    CHECK(output_file_create(path, overwrite, &file, &error) == status);
    CHECK(error.status == status && file == NULL);
    CHECK_TEXT(error.message, message);
    CHECK(count_temporary(NULL, 0) == 0);
}

static void only_regular_files_are_targets(void)
{
    static const char special[] = "not a regular file: pipes and devices are not "
                                  "written; write a file, and copy it from there";
    static const char output[] = "standard output, pipes and devices are not written: "
                                 "write a file, and copy it from there";
    write_file("file", "old");
    CHECK(mkfifo(path_of("fifo"), 0600) == 0);
    CHECK(symlink("circle", path_of("circle")) == 0);
    CHECK(symlink("nowhere/file", path_of("astray")) == 0);
    for (int overwrite = 0; overwrite < 2; overwrite++) {
        check_refused(folder, overwrite, CANTOPEN, "is a folder");
        check_refused(path_of("."), overwrite, CANTOPEN, "is a folder");
        check_refused("/", overwrite, CANTOPEN, "is a folder");
        check_refused("/dev/null", overwrite, CANTOPEN, special);
        alarm(10);
        check_refused(path_of("fifo"), overwrite, CANTOPEN, special);
        alarm(0);
        check_refused("-", overwrite, CANTOPEN, output);
        check_refused("/dev/stdout", overwrite, CANTOPEN, output);
        check_refused("/proc/self/fd/1", overwrite, CANTOPEN, output);
        check_refused("", overwrite, CANTOPEN, "not a file name");
        check_refused(path_of("new/"), overwrite, CANTOPEN, "not a file name");
        check_refused(path_of("missing/file"), overwrite, CANTOPEN, "no such folder");
        check_refused(path_of("missing/.."), overwrite, CANTOPEN, "no such folder");
        check_refused(path_of("file/below"), overwrite, CANTOPEN, "no such folder");
        check_refused(path_of("astray"), overwrite, CANTOPEN, "no such folder");
        check_refused(path_of("circle"), overwrite, CANTOPEN,
                      "cannot create: Too many levels of symbolic links");
    }
    check_refused(path_of("file"), false, MISUSE, "the file already exists");
    CHECK(has_content("file", "old"));
    CHECK(unlink(path_of("file")) == 0 && unlink(path_of("fifo")) == 0);
    CHECK(unlink(path_of("circle")) == 0 && unlink(path_of("astray")) == 0);
}

static void permissions_are_respected(void)
{
    if (geteuid() == 0)
        return; /* root may do anything */
    CHECK(mkdir(path_of("closed"), 0700) == 0);
    write_file("closed/file", "old");
    CHECK(chmod(path_of("closed"), 0500) == 0);
    check_refused(path_of("closed/new"), true, CANTOPEN,
                  "cannot create: Permission denied");
    check_refused(path_of("closed/file"), true, CANTOPEN,
                  "cannot create: Permission denied");
    CHECK(chmod(path_of("closed"), 0700) == 0);
    CHECK(chmod(path_of("closed/file"), 0400) == 0);
    check_refused(path_of("closed/file"), true, CANTOPEN,
                  "cannot overwrite: Permission denied");
    CHECK(unlink(path_of("closed/file")) == 0 && rmdir(path_of("closed")) == 0);
}

static void paths_may_be_relative(void)
{
    int here = open(".", O_RDONLY);
    CHECK(chdir(folder) == 0);
    struct output_file *file = create("relative", false);
    append(file, "text");
    /* A later change of the working directory has no effect. */
    CHECK(chdir("/") == 0);
    commit(file);
    CHECK(fchdir(here) == 0);
    CHECK(has_content("relative", "text"));
    CHECK(unlink(path_of("relative")) == 0);
    close(here);
}

static void names_may_be_long(void)
{
    char name[300], temporary[300];
    for (size_t length = 225; length <= 255; length++) {
        for (int kind = 0; kind < 2; kind++) {
            memset(name, kind == 0 ? 'x' : '.', sizeof name);
            /* Two-byte characters, at odd offsets. */
            for (size_t i = 1; kind == 1 && i + 1 < length; i += 2)
                memcpy(name + i, "\xc3\xa9", 2);
            name[length] = '\0';
            struct output_file *file = create(path_of(name), false);
            append(file, "text");
            CHECK(count_temporary(temporary, sizeof temporary) == 1);
            CHECK(temporary[0] == '.' && strlen(temporary) <= 255);
            size_t n_leading = 0, n_following = 0;
            for (const char *c = temporary; *c != '\0'; c++) {
                n_leading += (unsigned char)*c == 0xc3;
                n_following += (unsigned char)*c == 0xa9;
            }
            CHECK(n_leading == n_following);
            commit(file);
            CHECK(has_content(name, "text"));
            CHECK(unlink(path_of(name)) == 0);
        }
    }
    memset(name, 'x', 256);
    name[256] = '\0';
    check_refused(path_of(name), false, CANTOPEN, "cannot create: File name too long");
    char path[5001];
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    check_refused(path, false, CANTOPEN, "cannot create: File name too long");
}

static void files_created_meanwhile_are_not_replaced(void)
{
    struct error error = {0};
    struct output_file *file = create(path_of("late"), false);
    append(file, "ours");
    write_file("late", "theirs");
    CHECK(output_file_commit(file, &error) == MISUSE);
    CHECK_TEXT(error.message, "the file already exists");
    CHECK(has_content("late", "theirs"));
    CHECK(count_temporary(NULL, 0) == 0);

    /* With permission to overwrite, it is replaced. */
    CHECK(unlink(path_of("late")) == 0);
    file = create(path_of("late"), true);
    append(file, "ours");
    write_file("late", "theirs");
    commit(file);
    CHECK(has_content("late", "ours"));
    CHECK(unlink(path_of("late")) == 0);
}

/* ---- Failures --------------------------------------------------------------------- */

/* Writes a file with all operations. */
static enum status write_new(const char *name, bool overwrite, struct error *error)
{
    static char large[1 << 20];
    struct output_file *file = NULL;
    enum status status = output_file_create(path_of(name), overwrite, &file, error);
    if (status == OK)
        status = append_text(file, "forgotten", error);
    if (status == OK)
        status = output_file_append(file, large, sizeof large, error);
    if (status == OK)
        status = output_file_rewind(file, error);
    if (status == OK)
        status = append_text(file, "new", error);
    if (status != OK) {
        output_file_discard(file);
        return status;
    }
    return output_file_commit(file, error);
}

static const char folder_not_synced[] =
    "the file was written, but its folder cannot be synced: ";

/* Lets the n-th system call fail; returns whether the file is written all the same. */
static bool survives_failure(long n, int error_number, bool and_all_after, bool overwrite)
{
    struct error error = {0};
    if (overwrite)
        write_file("target", "old");
    output_file_fail_at(n, error_number, and_all_after);
    enum status status = write_new("target", overwrite, &error);
    output_file_fail_at(0, 0, false);
    CHECK(status == error.status);
    bool is_in_place = status == OK || strncmp(error.message, folder_not_synced,
                                               strlen(folder_not_synced)) == 0;
    if (is_in_place)
        CHECK(has_content("target", "new"));
    else
        CHECK(overwrite ? has_content("target", "old") : !exists("target"));
    if (status != OK) {
        CHECK(status == IO || status == CANTOPEN);
        CHECK(strstr(error.message, strerror(error_number)) != NULL);
    }
    if (!and_all_after)
        CHECK(count_temporary(NULL, 0) == 0);
    remove_temporary();
    unlink(path_of("target"));
    return status == OK;
}

/* One of the calls, unlink, may fail without consequences. */
static void target_stays_whole_when_a_system_call_fails(void)
{
    static const int numbers[] = {EIO, ENOSPC, EMFILE};
    for (int i = 0; i < (int)COUNT_OF(numbers) * 4; i++) {
        bool and_all_after = i & 1, overwrite = i & 2;
        int n_failed = 0;
        for (long n = 1; n <= 30; n++)
            n_failed += !survives_failure(n, numbers[i / 4], and_all_after, overwrite);
        /* Creation, two writes, truncate, sync, close, open, rename, sync. */
        CHECK(n_failed >= 13 && n_failed <= 20);
    }
}

static void failure_to_sync_the_folder_is_reported(void)
{
    bool is_seen = false;
    for (long n = 1; n <= 30; n++) {
        struct error error = {0};
        write_file("target", "old");
        output_file_fail_at(n, EIO, false);
        enum status status = write_new("target", true, &error);
        output_file_fail_at(0, 0, false);
        if (strstr(error.message, "cannot be synced") == NULL || status != IO ||
            !has_content("target", "new"))
            continue;
        CHECK_TEXT(
            error.message,
            "the file was written, but its folder cannot be synced: Input/output error");
        is_seen = true;
        /* as some file systems report for every folder */
        CHECK(survives_failure(n, EINVAL, false, true));
    }
    CHECK(is_seen);
    CHECK(unlink(path_of("target")) == 0);
}

/* Signals, and writes of a part only. */
static void interrupted_and_short_writes_are_no_failures(void)
{
    for (long n = 1; n <= 30; n++) {
        CHECK(survives_failure(n, EINTR, false, true));
        CHECK(survives_failure(n, EINTR, false, false));
        CHECK(survives_failure(n, 0, false, true));
        CHECK(survives_failure(n, 0, true, true));
        CHECK(survives_failure(n, 0, true, false));
    }
}

/* Each write writes a part only; the rest follows, and nothing twice. */
static void short_writes_are_continued(void)
{
    struct bytes expected = {0};
    struct error error = {0};
    uint64_t random = 2;
    for (int i = 0; i < 3000000; i++)
        bytes_put_u8(&expected, (unsigned)random_below(&random, 256));
    struct output_file *file = create(path_of("parts"), false);
    output_file_fail_at(1, 0, true);
    CHECK(output_file_append(file, expected.data, 1000, &error) == OK);
    CHECK(output_file_append(file, expected.data + 1000, 2000000, &error) == OK);
    for (size_t at = 2001000; at < expected.size; at += 333)
        CHECK(output_file_append(file, expected.data + at, 333, &error) == OK);
    CHECK(output_file_commit(file, &error) == OK);
    output_file_fail_at(0, 0, false);
    struct bytes got = bytes_of_file(path_of("parts"));
    CHECK(got.size == expected.size && memcmp(got.data, expected.data, got.size) == 0);
    bytes_free(&got);
    bytes_free(&expected);
    CHECK(unlink(path_of("parts")) == 0);
}

/* File systems without hard links report EPERM or "not supported". */
static void files_are_put_in_place_without_links(void)
{
    static const int numbers[] = {EPERM, ENOTSUP, EOPNOTSUPP};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        for (int is_late = 0; is_late < 2; is_late++) {
            struct error error = {0};
            struct output_file *file = create(path_of("linkless"), false);
            append(file, "ours");
            if (is_late)
                write_file("linkless", "theirs");
            /* write, permissions, sync, close, open the folder, link */
            output_file_fail_at(6, numbers[i], false);
            enum status status = output_file_commit(file, &error);
            output_file_fail_at(0, 0, false);
            CHECK(status == (is_late ? MISUSE : OK));
            CHECK(has_content("linkless", is_late ? "theirs" : "ours"));
            CHECK(count_temporary(NULL, 0) == 0);
            CHECK(unlink(path_of("linkless")) == 0);
        }
    }
}

static void a_failed_write_makes_all_later_calls_fail(void)
{
    static char large[1 << 20];
    struct error error = {0};
    struct output_file *file = create(path_of("failed"), false);
    output_file_fail_at(1, ENOSPC, false);
    CHECK(output_file_append(file, large, sizeof large, &error) == IO);
    CHECK_TEXT(error.message, "cannot write: No space left on device");
    error_clear(&error);
    CHECK(append_text(file, "more", &error) == IO);
    error_clear(&error);
    CHECK(output_file_rewind(file, &error) == IO);
    error_clear(&error);
    CHECK(output_file_commit(file, &error) == IO);
    CHECK_TEXT(error.message, "an earlier write failed: No space left on device");
    CHECK(!exists("failed") && count_temporary(NULL, 0) == 0);
    output_file_fail_at(0, 0, false);
}

static void failed_allocations_are_reported(void)
{
    for (long n = 1; n < 10; n++) {
        struct error error = {0};
        struct output_file *file = NULL;
        mem_fail_at(n, 0);
        enum status status = output_file_create(path_of("memory"), false, &file, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && status == (n <= 4 ? NOMEM : OK));
        CHECK((file != NULL) == (status == OK));
        output_file_discard(file);
        CHECK(!exists("memory") && count_temporary(NULL, 0) == 0);
    }
}

static void descriptors_are_not_leaked(void)
{
    int before = dup(0);
    close(before);
    for (long n = 1; n <= 60; n++) {
        survives_failure(n, EIO, n % 2 == 0, n % 3 == 0);
        output_file_discard(create(path_of("discarded"), false));
    }
    struct output_file *file = create(path_of("closed"), false);
    CHECK((fcntl(before, F_GETFD) & FD_CLOEXEC) != 0);
    output_file_discard(file);
    int after = dup(0);
    close(after);
    CHECK(before == after);
}

int main(void)
{
    make_folder();
    RUN(files_have_what_was_appended);
    RUN(files_may_be_empty);
    RUN(pieces_of_all_sizes_follow_one_another);
    RUN(rewinding_discards_what_was_appended);
    RUN(discarded_files_leave_nothing);
    RUN(permissions_are_kept);
    RUN(owner_and_group_are_kept_where_permitted);
    RUN(only_the_owner_can_read_unfinished_files);
    RUN(guards_see_where_a_path_leads);
    RUN(links_are_followed_to_their_target);
    RUN(only_regular_files_are_targets);
    RUN(permissions_are_respected);
    RUN(paths_may_be_relative);
    RUN(names_may_be_long);
    RUN(files_created_meanwhile_are_not_replaced);
    RUN(target_stays_whole_when_a_system_call_fails);
    RUN(failure_to_sync_the_folder_is_reported);
    RUN(interrupted_and_short_writes_are_no_failures);
    RUN(short_writes_are_continued);
    RUN(files_are_put_in_place_without_links);
    RUN(a_failed_write_makes_all_later_calls_fail);
    RUN(failed_allocations_are_reported);
    RUN(descriptors_are_not_leaked);
    remove_all(folder);
    return unit_test_done();
}
