/* SPDX-License-Identifier: MIT */
/*
 * test_file_list.c - the files that paths, patterns and folders name: which, in which
 * order, with which fixed part; links and loops, folders a thread may not read, limits,
 * failures.
 */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "dataset/file_list.h"

#include <sys/time.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/disk_file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "os/file.h"
#include "unit_files.h"
#include "unit_test.h"

static const char *const suffixes[] = {".parquet"};
static struct file_list_options options = {suffixes, 1, 100, false, false, NULL};

static enum status find(const char *sources, struct file_list *list, struct error *error)
{
    uint8_t *copy = exact_copy(sources, strlen(sources));
    enum status status = file_list_find(slice_of(copy, strlen(sources)), &options, list,
                                        error);
    free(copy);
    return status;
}

/* The files of the sources, with a bar after the fixed part; then a source without files;
 * or the message. */
static const char *found(const char *sources)
{
    static char texts[2][20000];
    static int next;
    char *text = texts[next = !next];
    struct file_list list;
    struct error error = {0};
    text[0] = '\0';
    if (find(sources, &list, &error) != OK)
        return strcpy(text, error.message);
    for (size_t i = 0; i < list.n; i++) {
        const struct listed_file *file = &list.files[i];
        CHECK(strlen(file->path) == file->size && file->fixed_size <= file->size);
        sprintf(text + strlen(text), "%.*s|%s ", (int)file->fixed_size, file->path,
                file->path + file->fixed_size);
    }
    if (file_list_require_matches(&list, &error) != OK)
        strcat(text, error.message);
    file_list_release(&list);
    return text;
}

static void make_files(void)
{
    make_resolved_folder();
    if (chdir(folder) != 0)
        exit(2);
    static const char *const names[] = {
        "lake/y=1/m=1/a.parquet",
        "lake/y=1/m=2/a.parquet",
        "lake/y=2/m=1/b.parquet",
        "lake/y=2.parquet",
        "lake/top.parquet",
        "lake/UPPER.PARQUET",
        "lake/_SUCCESS",
        "lake/_x.parquet",
        "lake/.h.parquet",
        "lake/_k=1/k.parquet",
        "lake/_log/l.parquet",
        "lake/.git/g.parquet",
        "lake/y=1/notes.txt",
        "lake/empty/",
        "[a].parquet",
        "a.parquet",
        "b.parquet",
        "br{a,ce}/a/x.parquet",
        "star*/s.parquet",
        "line\nbreak.parquet",
        "spark.parquet/p.parquet",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        make_entry(names[i]);
}

static void files_are_found(void)
{
    CHECK_TEXT(found("a.parquet"), "|a.parquet ");
    CHECK_TEXT(found("./a.parquet"), "./|a.parquet ");
    CHECK_TEXT(found("lake/y=1/notes.txt"), "lake/y=1/|notes.txt ");
    CHECK_TEXT(found("none.parquet"), "\"none.parquet\": no such file or folder");
    CHECK_TEXT(found("a.parquet/x"), "\"a.parquet/x\": no such file or folder");
    CHECK_TEXT(found(""), "the path is empty");
    CHECK_TEXT(found("/dev/null"), "\"/dev/null\": not a regular file");
    CHECK_TEXT(found(path_of("a.parquet")), found(path_of("[a-a].parquet")));
    struct file_list list;
    struct error error = {0};
    CHECK(file_list_find(slice_of("a\0b", 3), &options, &list, &error) == MISUSE);
    CHECK(list.files == NULL);
}

static const char all_of_lake[] =
    "lake/|UPPER.PARQUET lake/|_k=1/k.parquet lake/|top.parquet lake/|y=1/m=1/a.parquet "
    "lake/|y=1/m=2/a.parquet lake/|y=2.parquet lake/|y=2/m=1/b.parquet ";

static void folders_are_read_whole(void)
{
    CHECK_TEXT(found("lake"), all_of_lake);
    CHECK_TEXT(found("lake/"), all_of_lake);
    CHECK_TEXT(found("lake/**"), all_of_lake);
    CHECK_TEXT(found("lake/**/"), all_of_lake);
    CHECK_TEXT(found("lake/**/**"), all_of_lake);
    CHECK_TEXT(found("lake/_log"), "lake/_log/|l.parquet ");
    CHECK_TEXT(
        found("lake/empty"),
        "the folder \"lake/empty\" has no files that end in .parquet or .orc; name "
        "others by a pattern, such as \"folder/*\"");
    options.n_suffixes = 0;
    CHECK(strncmp(found("lake"), "the folder \"lake\" has no files ", 31) == 0);
    static const char *const two[] = {".txt", "top.parquet"};
    options.n_suffixes = 2;
    options.suffixes = two;
    CHECK_TEXT(found("lake"), "lake/|top.parquet lake/|y=1/notes.txt ");
    options = (struct file_list_options){suffixes, 1, 100, false, false, NULL};
}

static void patterns_find_files(void)
{
    static const struct {
        const char *pattern, *files;
    } cases[] = {
        {"?.parquet", "|a.parquet |b.parquet "},
        {"./[ab].parquet", "./|a.parquet ./|b.parquet "},
        {"lake/*.parquet", "lake/|_x.parquet lake/|top.parquet lake/|y=2.parquet "},
        {"lake/.*.parquet", "lake/|.h.parquet "},
        {"lake/_*", "lake/|_SUCCESS lake/|_x.parquet "},
        {"lake/*/*/*", "lake/|y=1/m=1/a.parquet lake/|y=1/m=2/a.parquet "
                       "lake/|y=2/m=1/b.parquet "},
        {"lake/*/m=1/*", "lake/|y=1/m=1/a.parquet lake/|y=2/m=1/b.parquet "},
        {"lake/y=2/*/b.parquet", "lake/y=2/|m=1/b.parquet "},
        {"lake//y=1/./*//a.parquet",
         "lake/y=1/./|m=1/a.parquet lake/y=1/./|m=2/a.parquet "},
        {"lake/*/./*/a.parquet", "lake/|y=1/m=1/a.parquet lake/|y=1/m=2/a.parquet "},
        {"lake/**/a.parquet", "lake/|y=1/m=1/a.parquet lake/|y=1/m=2/a.parquet "},
        {"lake/**/*.parquet",
         "lake/|_k=1/k.parquet lake/|_x.parquet lake/|top.parquet "
         "lake/|y=1/m=1/a.parquet "
         "lake/|y=1/m=2/a.parquet lake/|y=2.parquet lake/|y=2/m=1/b.parquet "},
        {"**/b.parquet", "|b.parquet |lake/y=2/m=1/b.parquet "},
        {"**/m=1/**/*.parquet", "|lake/y=1/m=1/a.parquet |lake/y=2/m=1/b.parquet "},
        {"lake/**/_log/*", "lake/|_log/l.parquet "},
        {"lake/**/.g*/*", "lake/|.git/g.parquet "},
        {"lake/*log/*", "lake/|_log/l.parquet "},
        {"lake/*git/*", "no file matches \"lake/*git/*\""},
        {"lake/y=*/", "lake/|y=1/m=1/a.parquet lake/|y=1/m=2/a.parquet "
                      "lake/|y=2/m=1/b.parquet "},
        {"lake/y=[2]/**", "lake/|y=2/m=1/b.parquet "},
        {"{b,a}.parquet", "|a.parquet |b.parquet "},
        {"{a,a,?}.parquet", "|a.parquet |b.parquet "},
        {"{a,none}.parquet", "|a.parquet "},
        {"{none,nil}.parquet", "no file matches \"{none,nil}.parquet\""},
        {"lake/{y=1/m=2,y=2/*}/*", "lake/y=1/m=2/|a.parquet lake/y=2/|m=1/b.parquet "},
        {"lake/{y=1,y=2}", "lake/y=1/|m=1/a.parquet lake/y=1/|m=2/a.parquet "
                           "lake/y=2/|m=1/b.parquet "},
        {"none/*/x", "no file matches \"none/*/x\""},
        {"a.parquet/*", "no file matches \"a.parquet/*\""},
        {"spark*",
         "no file matches \"spark*\"; it matches folders: append a slash to read "
         "the files in them"},
        {"spark*/", "|spark.parquet/p.parquet "},
        {"lake/*/../*", "\"..\" cannot follow a wildcard in a pattern"},
        {"lake/../[b].parquet", "lake/../|b.parquet "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        CHECK_TEXT(found(cases[i].pattern), cases[i].files);
}

/* As it is written, a path is not a pattern if it exists. */
static void existing_paths_are_no_patterns(void)
{
    CHECK_TEXT(found("[a].parquet"), "|[a].parquet ");
    CHECK_TEXT(found("\\[a].parquet"), "|[a].parquet ");
    CHECK_TEXT(found("[[]a].parquet"), "|[a].parquet ");
    CHECK_TEXT(found("[a]*parquet"), "|a.parquet ");
    CHECK_TEXT(found("br{a,ce}"), "br{a,ce}/|a/x.parquet ");
    CHECK_TEXT(found("br\\{a,ce}/*/x.parquet"), "br{a,ce}/|a/x.parquet ");
    CHECK_TEXT(found("star*"), "star*/|s.parquet ");
    CHECK_TEXT(found("star\\*/*"), "star*/|s.parquet ");
    CHECK_TEXT(found("line\nbreak.parquet"), "|line\nbreak.parquet ");
    CHECK_TEXT(found("line*.parquet"), "|line\nbreak.parquet ");
}

static void sources_are_read_in_their_order(void)
{
    CHECK_TEXT(found("b.parquet\na.parquet\nb.parquet"),
               "|b.parquet |a.parquet |b.parquet ");
    CHECK_TEXT(found("\n  b.parquet\r\n\n\t?.parquet\n"),
               "|b.parquet |a.parquet |b.parquet ");
    CHECK_TEXT(found("none*\nb.parquet\nnil*"), "|b.parquet no file matches \"none*\"");
    const char *text = found("lake/*\nnone*"); /* the first one also matches folders */
    CHECK(strstr(text, "\"none*\"") != NULL && strstr(text, "append a slash") == NULL);
    CHECK_TEXT(found("a.parquet\nnone"), "\"none\": no such file or folder");
    CHECK_TEXT(found(" a.parquet"), "\" a.parquet\": no such file or folder");
    CHECK_TEXT(found(" \n\n "), "the path is empty");
    struct file_list list;
    struct error error = {0};
    CHECK(find("b.parquet\nlake/y=1\na.parquet", &list, &error) == OK && list.n == 4);
    CHECK(list.files[0].source == 0 && list.files[1].source == 1);
    CHECK(list.files[2].source == 1 && list.files[3].source == 2);
    file_list_release(&list);
    file_list_release(&list);
}

static void links_are_followed_but_not_forever(void)
{
    make_entry("loops/a/f.parquet");
    make_link("..", "loops/a/up");
    make_link(".", "loops/a/self");
    make_link("a", "loops/b");
    make_link("missing", "loops/gone.parquet");
    make_link("missing", "loops/gone");
    CHECK_TEXT(found("loops"),
               "loops/|a/f.parquet loops/|b/f.parquet loops/|gone.parquet ");
    CHECK_TEXT(found("loops/**/f.parquet"), "loops/|a/f.parquet loops/|b/f.parquet ");
    CHECK_TEXT(found("loops/*/self/*"), "no file matches \"loops/*/self/*\"");
    CHECK_TEXT(found("loops/a/self/*.parquet"), "loops/a/self/|f.parquet ");
    CHECK_TEXT(found("loops/*"), "loops/|gone loops/|gone.parquet ");
}

/* Links between n folders, each to all others: the number of ways is exponential. */
static void the_number_of_files_is_bounded(void)
{
    for (int i = 0; i < 12; i++) {
        char name[60], target[60];
        snprintf(name, sizeof name, "maze/%d/f.parquet", i);
        make_entry(name);
        for (int k = 0; k < 12; k++) {
            snprintf(name, sizeof name, "maze/%d/to%d", i, k);
            snprintf(target, sizeof target, "../%d", k);
            make_link(target, name);
        }
    }
    CHECK_TEXT(found("maze"), "the sources match more than 100 files");
    CHECK_TEXT(found("maze/*/*.parquet\nmaze/*/*.parquet\nlake\n?.parquet") + 100,
               found("maze/*/*.parquet\nmaze/*/*.parquet\nlake\n[ab].parquet") + 100);
    options.most_files = 2;
    CHECK_TEXT(found("?.parquet"), "|a.parquet |b.parquet ");
    CHECK_TEXT(found("?.parquet\na.parquet"), "the sources match more than 2 files");
    options.most_files = 100;
}

/* The same without files. */
static void the_ways_to_a_folder_are_bounded(void)
{
    make_entry("shared/target/f.parquet");
    for (int i = 0; i < 12; i++) {
        char name[60];
        snprintf(name, sizeof name, "shared/link%d", i);
        make_link("target", name);
        snprintf(name, sizeof name, "ways/%d/x", i);
        make_entry(name);
        for (int k = 0; k < 12; k++) {
            char target[60];
            snprintf(name, sizeof name, "ways/%d/to%d", i, k);
            snprintf(target, sizeof target, "../%d", k);
            make_link(target, name);
        }
    }
    const char *message = found("ways");
    CHECK(strncmp(message, "\"ways/0/to1/", 12) == 0);
    CHECK(strstr(message, "links lead to the folder in more than 1000 ways") != NULL);
    const char *all = found("shared");
    CHECK(strstr(all, "shared/|link11/f.parquet ") != NULL);
    CHECK(strstr(all, "shared/|target/f.parquet ") != NULL);
}

static void the_depth_is_bounded(void)
{
    char path[600] = "deep/", message[200];
    for (int i = 1; i < FILE_LIST_MOST_DEPTH; i++)
        strcat(path, "d/");
    make_entry(path);
    strcat(path, "f.parquet");
    make_entry(path);
    CHECK(strstr(found("deep"), "d/d/f.parquet ") != NULL);
    strcpy(strstr(path, "f.parquet"), "d/f.parquet");
    make_entry(path);
    path[strlen(path) - strlen("f.parquet")] = '\0';
    snprintf(message, sizeof message, "\"%s\": folders are nested more than 64 deep",
             path);
    CHECK_TEXT(found("deep"), message);
    CHECK(strstr(found("deep/d/**/f.parquet"), "d/d/f.parquet ") != NULL);
    char pattern[300] = "";
    for (int i = 0; i < 64; i++)
        strcat(pattern, "*/");
    CHECK_TEXT(found(pattern), "the pattern has more than 64 parts with wildcards");
    strcpy(pattern, "lake/");
    for (int i = 0; i < 62; i++)
        strcat(pattern, "**/");
    strcat(pattern, "b.parquet");
    CHECK_TEXT(found(pattern), "lake/|y=2/m=1/b.parquet ");
}

/* A link that leads out is an error where it may be a folder to read; one that may be a
 * file is listed, for opening it is an error. */
static void confined_threads_list_nothing_outside(void)
{
    struct folders folders = {0};
    struct error error = {0};
    make_entry("cage/in.parquet");
    make_entry("cage/sub/x.parquet");
    make_link("sub", "cage/inside");
    CHECK(folders_add(&folders, NULL, "cage", &error) == OK);
    (void)disk_file_confine(&folders);
    CHECK_TEXT(found("cage"),
               "cage/|in.parquet cage/|inside/x.parquet cage/|sub/x.parquet ");
    CHECK_TEXT(found("{cage,lake/y=1}/*.parquet"),
               "\"lake/y=1/\": outside the folders that this connection may read");
    CHECK_TEXT(found("*/in.parquet"),
               "\".\": outside the folders that this connection may read");
    CHECK_TEXT(found("cage/../lake/*"),
               "\"cage/../lake/\": outside the folders that this connection may read");
    CHECK_TEXT(found("cage/../none/*"),
               "\"cage/../none/\": outside the folders that this connection may read");
    CHECK_TEXT(found("lake"),
               "\"lake\": outside the folders that this connection may read");
    CHECK_TEXT(found("{lake,none}/top.parquet"),
               "\"lake/top.parquet\": outside the folders that this connection may read");
    make_link("../a.parquet", "cage/out.parquet");
    CHECK_TEXT(found("cage"), "cage/|in.parquet cage/|inside/x.parquet cage/|out.parquet "
                              "cage/|sub/x.parquet ");
    make_link("../lake", "cage/way-out");
    CHECK_TEXT(found("cage"),
               "\"cage/way-out\": outside the folders that this connection may read");
    CHECK_TEXT(found("cage/*.parquet"), "cage/|in.parquet cage/|out.parquet ");
    CHECK_TEXT(found("cage/s*/*"), "cage/|sub/x.parquet ");
    (void)disk_file_confine(NULL);
    folders_release(&folders);
    CHECK(strstr(found("cage"), "cage/|way-out/y=2/m=1/b.parquet ") != NULL);
}

static void unreadable_folders_are_errors(void)
{
    make_entry("locked/sub/f.parquet");
    make_entry("locked/g.parquet");
    CHECK(chmod("locked", 0755) == 0);
    make_link("sub/f.parquet", "locked/l.parquet");
    make_link("sub/none", "locked/link");
    CHECK(chmod("locked/sub", 0) == 0);
    if (lower_privileges("locked/sub")) {
        CHECK_TEXT(found("locked"), "\"locked/link\": cannot open: Permission denied");
        CHECK_TEXT(found("locked/s*/"),
                   "\"locked/sub/\": cannot open: Permission denied");
        CHECK_TEXT(found("locked/*.parquet"), "locked/|g.parquet locked/|l.parquet ");
        CHECK_TEXT(found("locked/sub/*/x"),
                   "\"locked/sub/\": cannot open: Permission denied");
        CHECK_TEXT(found("locked/sub/f.parquet"),
                   "\"locked/sub/f.parquet\": cannot open: Permission denied");
    }
    restore_privileges();
    CHECK(chmod("locked/sub", 0700) == 0);
}

static bool answer(void *argument)
{
    int *left = argument;
    return (*left)-- == 0;
}

/* Writes the list of an append that is not finished. */
static void make_list(const char *name, const char *bytes, size_t size)
{
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

/* Files of appends that are not finished are left out, wherever the search begins above
 * their list, and whatever links and patterns lead to them. */
static void unfinished_appends_are_left_out(void)
{
    static const char list[] = ".adding.1.tmp\0y=1/b.parquet\0c.parquet\0none.parquet\0";
    static const char *const sources[] = {"adding", "adding/**/*.parquet", "add*/",
                                          "adding/*\nadding/y=1/a.parquet",
                                          "adding-link"};
    static const char not_parquet[] = ".adding.1.tmp\0y=1/b.parquet\0c.txt\0";
    struct error error = {0};
    struct file_list found_list;
    make_entry("adding/y=1/a.parquet");
    make_entry("adding/y=1/b.parquet");
    make_entry("adding/c.parquet");
    make_link("adding", "adding-link");
    make_list("adding/.parquet_append", list, sizeof list);
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        const char *text = found(sources[i]);
        CHECK(strstr(text, "a.parquet") != NULL);
        CHECK(strstr(text, "b.parquet") == NULL && strstr(text, "c.parquet") == NULL);
    }
    CHECK(strstr(found("adding/y=1"), "b.parquet") != NULL);
    CHECK_TEXT(found("adding/c.parquet"), "adding/|c.parquet ");
    CHECK(chdir("adding") == 0);
    CHECK_TEXT(found("*"), "no file matches \"*\"; it matches folders: append a slash to "
                           "read the files in them");
    CHECK(chdir("..") == 0);
    /* It was not written to its end, so no file has its name. */
    make_list("adding/.parquet_append", list, sizeof list - 1);
    CHECK(strstr(found("adding"), "b.parquet") != NULL);
    CHECK(truncate(path_of("adding/.parquet_append"), 100 << 20) == 0);
    CHECK(find("adding", &found_list, &error) == TOO_BIG);
    /* No append adds such a file. */
    make_list("adding/.parquet_append", not_parquet, sizeof not_parquet);
    CHECK(strstr(found("adding"), "b.parquet") != NULL);
    make_list("adding/.parquet_append", "", 0);
    CHECK(strstr(found("adding"), "b.parquet") != NULL);
}

/* Links to one list in many folders take no more memory than one list may. */
static void unfinished_appends_are_bounded(void)
{
    static const char front[] = ".x.tmp", path[] = "a/very/long/path/of/a/file.parquet";
    size_t n = (33 << 20) / sizeof path, size = sizeof front + n * sizeof path + 1;
    char *list = must(calloc(size, 1));
    struct error error = {0};
    struct file_list found_list;
    memcpy(list, front, sizeof front);
    for (size_t i = 0; i < n; i++)
        memcpy(list + sizeof front + i * sizeof path, path, sizeof path);
    make_entry("bounded/1/2/a.parquet");
    make_list("bounded/.parquet_append", list, size);
    CHECK(find("bounded", &found_list, &error) == OK);
    file_list_release(&found_list);
    CHECK(link(path_of("bounded/.parquet_append"),
               path_of("bounded/1/.parquet_append")) == 0);
    CHECK(find("bounded", &found_list, &error) == TOO_BIG);
    CHECK(unlink(path_of("bounded/.parquet_append")) == 0);
    CHECK(unlink(path_of("bounded/1/.parquet_append")) == 0);
    free(list);
}

/* Appends, unless somebody holds that off. */
static bool append(void *argument)
{
    int *n = argument, busy = os_open(path_of("busy"), OS_LIST);
    int list = os_open_lock_in(busy, ".parquet_append");
    if (os_lock(list, false) == 0)
        CHECK(truncate(path_of("busy/.parquet_append"), ++*n) == 0);
    os_close(list);
    os_close(busy);
    return false;
}

/* A folder that gets files again and again is read all the same. */
static void appends_are_held_off(void)
{
    int n_appends = 0;
    struct interrupt work = {.is_wanted = append, .argument = &n_appends};
    struct error error = {0};
    struct file_list list;
    make_entry("busy/y=1/a.parquet");
    interrupt_begin(&work);
    CHECK(find("busy", &list, &error) == OK);
    CHECK(interrupt_end(&work, OK, &error) == OK);
    CHECK(n_appends > 2 && list.n == 1);
    file_list_release(&list);
    int before = n_appends;
    append(&n_appends);
    CHECK(n_appends == before + 1);
}

static void failures_leave_nothing(void)
{
    static const char sources[] = "{lake,br*}/*/*/*\nnone*\nlake";
    static const char unfinished[] = ".lake.1.tmp\0y=1/none.parquet\0";
    bool failed = true;
    make_list("lake/.parquet_append", unfinished, sizeof unfinished);
    make_entry("lake/metadata/other.json");
    for (long n = 1; failed; n++) {
        struct file_list list;
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = find(sources, &list, &error);
        failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (failed ? NOMEM : OK) && error.status == status);
        if (status != OK)
            CHECK(list.files == NULL && list.n == 0);
        file_list_release(&list);
    }
    for (int n = 0; n < 6; n++) {
        struct file_list list;
        struct error error = {0};
        int left = n;
        struct interrupt work = {.is_wanted = answer, .argument = &left};
        interrupt_begin(&work);
        CHECK(find(sources, &list, &error) == INTERRUPTED);
        CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
    }
    CHECK(unlink(path_of("lake/.parquet_append")) == 0);
    CHECK(unlink(path_of("lake/metadata/other.json")) == 0);
    CHECK(rmdir(path_of("lake/metadata")) == 0);
}

/* Lists that find no file in any folder poll, too. */
static void long_lists_can_be_interrupted(void)
{
    static const char *const lines[] = {"a.parquet\n", "[a].parquet\n", "none[1]\n",
                                        "{none,nil}\n", "\n"};
    enum { MOST_LINES = 40000 };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct buffer list = {0};
        struct file_list files;
        struct error error = {0};
        int left = 2;
        struct interrupt work = {.is_wanted = answer, .argument = &left};
        CHECK(buffer_append_text(&list, "b.parquet\n", &error) == OK);
        for (int k = 0; k < MOST_LINES; k++)
            CHECK(buffer_append_text(&list, lines[i], &error) == OK);
        options.most_files = 2 * MOST_LINES;
        interrupt_begin(&work);
        CHECK(file_list_find(buffer_slice(&list), &options, &files, &error) ==
              INTERRUPTED);
        CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
        options.most_files = 100;
        buffer_release(&list);
    }
}

/* Exchanges two folders when the n-th folder is about to be listed, and maybe again after
 * as many as a search lists. */
struct exchange {
    int n_left;
    bool repeats;
};

enum { FOLDERS_LISTED = 5 };

static bool exchange_folders(void *argument)
{
    struct exchange *exchange = argument;
    if (--exchange->n_left != 0)
        return false;
    exchange->n_left = exchange->repeats ? FOLDERS_LISTED : 0;
    if (rename("swap", "swap.aside") != 0 || rename("swap.new", "swap") != 0 ||
        rename("swap.aside", "swap.new") != 0)
        exit(2);
    return false;
}

static enum status find_exchanged(const char *sources, struct exchange exchange,
                                  struct file_list *list, struct error *error)
{
    struct interrupt work = {.is_wanted = exchange_folders, .argument = &exchange};
    interrupt_begin(&work);
    enum status status = find(sources, list, error);
    return interrupt_end(&work, status, error);
}

/* All files are those of one folder, whenever it is replaced by another one. */
static void replaced_folders_are_not_mixed(void)
{
    static const char *const sources[] = {"swap", "swap/*/*", "./swap/**"};
    struct error error = {0};
    struct file_list list;
    for (int i = 0; i < FOLDERS_LISTED - 1; i++) {
        char name[60];
        snprintf(name, sizeof name, "swap/k=%d/f.parquet", i);
        make_entry(name);
        snprintf(name, sizeof name, "swap.new/k=%d/f.parquet", i);
        make_entry(name);
    }
    for (int n = 1; n < 9; n++) {
        const struct exchange once = {n, false};
        CHECK(find_exchanged(sources[n % 3], once, &list, &error) == OK && list.n == 4);
        for (size_t i = 0; i < list.n; i++) {
            CHECK(file_list_check(&list.files[i], &error) == OK);
        }
        file_list_release(&list);
    }
    const struct exchange always = {3, true};
    CHECK(find_exchanged("swap", always, &list, &error) == CHANGED);
    CHECK(strstr(error.message, "\"swap\"") != NULL);
}

/* The stamp of a file tells whether it is still the same. */
static void files_are_known_by_their_stamps(void)
{
    static const char *const sources[] = {"stamps", "stamps/*", "stamps/a.parquet",
                                          "stamps/link.parquet"};
    for (int i = 0; i < 4; i++) {
        struct error error = {0};
        struct file_list list, again;
        make_entry("stamps/a.parquet");
        if (i == 0)
            make_link("a.parquet", "stamps/link.parquet");
        CHECK(find(sources[i], &list, &error) == OK && list.n == (i < 2 ? 2 : 1));
        CHECK(link("stamps/a.parquet", "stamps/other") == 0);
        CHECK(unlink("stamps/other") == 0);
        CHECK(file_list_check(&list.files[0], &error) == OK);
        make_entry("stamps/new");
        CHECK(rename("stamps/new", "stamps/a.parquet") == 0);
        for (size_t k = 0; k < list.n; k++) {
            CHECK(file_list_check(&list.files[k], &error) == CHANGED);
            error_clear(&error);
        }
        CHECK(find(sources[i], &again, &error) == OK && again.n == list.n);
        CHECK(again.files[0].stamp.all != list.files[0].stamp.all);
        CHECK(file_list_check(&again.files[0], &error) == OK);
        file_list_release(&again);
        CHECK(unlink("stamps/a.parquet") == 0);
        CHECK(file_list_check(&list.files[0], &error) == CHANGED);
        file_list_release(&list);
    }
}

/* ---- Folders that are known from before ------------------------------------------- */

static struct file_identity identity_of_folder(const char *path, bool *keeps_names)
{
    struct error error = {0};
    struct folder_listing listing;
    CHECK(folder_list(path, NULL, &listing, &error) == OK);
    struct file_identity identity = listing.identity;
    *keeps_names = listing.keeps_names;
    folder_listing_release(&listing);
    return identity;
}

/* Run in the project's folder, whose files are older than what tests make. */
static void folders_without_folders_are_remembered(void)
{
    static const char *const rust[] = {".rs"};
    struct file_list_options with = {rust, 1, 100, false, false, NULL};
    const struct slice source = slice_of("testdata/make", 13);
    struct error error = {0};
    struct file_list list, again;
    bool keeps_names;
    (void)identity_of_folder("testdata/make/rust/src/", &keeps_names);
    CHECK(file_list_find(source, &with, &list, &error) == OK && list.n == 1);
    CHECK(list.n_listed == 4 && list.n_known == (keeps_names ? 2 : 0)); /* java, src */
    with.before = &list;
    for (int i = 0; i < 2; i++) {
        CHECK(file_list_find(source, &with, &again, &error) == OK && again.n == 1);
        CHECK(again.n_listed == 4 - list.n_known);
        CHECK(again.n_known == list.n_known);
        CHECK(strcmp(again.files[0].path, list.files[0].path) == 0);
        CHECK(again.files[0].stamp.all == list.files[0].stamp.all);
        struct file_list before = list;
        list = again;
        file_list_release(&before);
    }
    file_list_release(&list);
}

static void check_known(const struct file_list *before, const char *files,
                        size_t n_listed)
{
    struct error error = {0};
    struct file_list list;
    char text[200] = "";
    options.before = before;
    CHECK(find("known", &list, &error) == OK && list.n_listed == n_listed);
    options.before = NULL;
    for (size_t i = 0; i < list.n; i++)
        strcat(strcat(text, list.files[i].path + strlen("known/")), " ");
    CHECK(strcmp(text, files) == 0);
    file_list_release(&list);
}

/* A known folder is listed again if anything about its names has changed. */
static void changes_of_known_folders_are_seen(void)
{
    static const struct timeval old[2] = {{1000000000, 0}, {1000000000, 0}};
    static const char names[] = "a.parquet\0_hidden\0b.txt";
    bool keeps_names;
    make_entry("known/k=1/a.parquet");
    make_entry("known/k=1/_hidden");
    make_entry("known/k=1/b.txt");
    make_entry("known/k=2/c.parquet");
    struct known_folder known = {"known/k=1/", names, 3,
                                 (uint32_t)xxh64_of(slice_of("known/k=1/", 10)),
                                 identity_of_folder("known/k=1/", &keeps_names)};
    CHECK(!keeps_names); /* it is too new */
    struct file_list before = {.known = &known, .n_known = 1};
    check_known(NULL, "k=1/a.parquet k=2/c.parquet ", 3);
    check_known(&before, "k=1/a.parquet k=2/c.parquet ", 2);
    make_entry("known/k=1/d.parquet");
    CHECK(utimes("known/k=1", old) == 0);
    check_known(&before, "k=1/a.parquet k=1/d.parquet k=2/c.parquet ", 3);
    known.identity = identity_of_folder("known/k=1/", &keeps_names);
    check_known(&before, "k=1/a.parquet k=2/c.parquet ",
                2); /* wrong names are not seen */
    CHECK(unlink("known/k=1/a.parquet") == 0);
    check_known(&before, "k=1/d.parquet k=2/c.parquet ", 3);
    known.identity = identity_of_folder("known/k=1/", &keeps_names);
    check_known(&before, "k=1/d.parquet k=2/c.parquet ", 3); /* the file is missing */
    CHECK(rename("known/k=1", "known/k=3") == 0);
    check_known(&before, "k=2/c.parquet k=3/d.parquet ", 3);
}

int main(void)
{
    RUN(folders_without_folders_are_remembered);
    make_files();
    RUN(files_are_found);
    RUN(folders_are_read_whole);
    RUN(patterns_find_files);
    RUN(existing_paths_are_no_patterns);
    RUN(sources_are_read_in_their_order);
    RUN(unfinished_appends_are_left_out);
    RUN(unfinished_appends_are_bounded);
    RUN(appends_are_held_off);
    RUN(failures_leave_nothing);
    RUN(long_lists_can_be_interrupted);
    RUN(links_are_followed_but_not_forever);
    RUN(the_number_of_files_is_bounded);
    RUN(the_ways_to_a_folder_are_bounded);
    RUN(the_depth_is_bounded);
    RUN(replaced_folders_are_not_mixed);
    RUN(files_are_known_by_their_stamps);
    RUN(changes_of_known_folders_are_seen);
    RUN(confined_threads_list_nothing_outside);
    RUN(unreadable_folders_are_errors);
    remove_all(folder);
    return unit_test_done();
}
