/* SPDX-License-Identifier: MIT */
/*
 * file_system.h - files that are elsewhere than in the operating system's file system:
 * those whose paths are URLs, such as https://... or s3://...
 *
 * Whoever opens, finds, lists or writes files by their paths (disk_file.h, folder.h,
 * path.h, output_file.h) passes URLs on to the operations below.  So nobody above has to
 * know where a file is.
 */
#ifndef BASE_FILE_SYSTEM_H
#define BASE_FILE_SYSTEM_H

#include "base/folder.h"
#include "base/input_file.h"
#include "base/output_folder.h"

/* What a thread may do elsewhere, and with which secrets; defined by the implementation.
 * NULL: nothing. */
struct file_system_rights;
struct expected_file;

/* All take URLs, which they borrow, and what the thread may do (file_system_rights()).
 * The errors are those of the functions named. */
struct file_system {
    /* disk_file_open(), disk_file_identity(). */
    enum status (*open)(const char *url, struct input_file **file, struct error *error);
    enum status (*identify)(const char *url, struct file_identity *identity,
                            struct error *error);
    /* disk_file_time(). */
    enum status (*find_time)(const char *url, int64_t *micros, struct error *error);
    /* disk_file_prefetch(): asks at once for the ends of many files, or for all of them,
     * and for the names in folders, so that opening and examining them one after the
     * other takes no further round trips.  Failures are left to that. */
    enum status (*prefetch)(const struct expected_file *files, size_t n,
                            struct error *error);
    /* What is at a URL, and *stamp if that is a file; *kind as of folder_examine(). */
    enum status (*examine)(const char *url, enum entry_kind *kind,
                           struct file_stamp *stamp, struct error *error);
    /* Fills in the entries of a folder, with the stamps of all files; folder_list(). */
    enum status (*list)(const char *url, struct folder_listing *listing,
                        struct error *error);
    /* This thread begins, or ends, a search through folders. */
    void (*mark_search)(bool begins);
    /* This thread's call has ended: it may be told something else in the next one. */
    void (*end_call)(void);
    /* Whether folders can be listed: not those of web servers. */
    bool (*has_lists)(const char *url);
    /* Counts the users of rights. */
    const struct file_system_rights *(*share_rights)(const struct file_system_rights *);
    void (*release_rights)(const struct file_system_rights *);
    /* output_file.h; appended bytes are sent in parts. */
    enum status (*create)(const char *url, bool overwrite, struct output_file **file,
                          struct error *error);
    /* output_folder.h */
    enum status (*create_folder)(const char *url, enum folder_mode mode,
                                 struct output_folder **folder, struct error *error);
};

/* Sets the file system of all URLs; it must stay valid.  Called before any other thread
 * uses files. */
void file_system_register(const struct file_system *system);

/* The file system of a path; NULL: it is a path of the operating system, or URLs have
 * none. */
const struct file_system *file_system_of(const char *path);

/* Whether a path begins with http://, https:// or s3://, in any case of letters. */
bool path_is_url(const char *path);

/* What messages show of a path: of a URL of a web server not its query, which may be a
 * signature, and only the scheme if a user or password follows it. */
struct slice path_for_message(struct slice path);

/* This thread begins a search through folders, some of which may be elsewhere, which it
 * ends: what it has learnt of one folder may be of use for the next. */
void file_system_mark_search(bool begins);

/* From now on this thread has these rights (borrowed).  Returns those that it had.  Its
 * call ends when it has none. */
const struct file_system_rights *
file_system_enter(const struct file_system_rights *rights);
const struct file_system_rights *file_system_rights(void);

/* The same rights for one more user, such as another thread.  NULL is allowed. */
const struct file_system_rights *
file_system_rights_share(const struct file_system_rights *rights);
void file_system_rights_release(const struct file_system_rights *rights);

#endif
