/* SPDX-License-Identifier: MIT */
/*
 * file_list.h - finds the files of a table that is made of many.
 *
 *     sources   'a.parquet', 'logs/2026-*.parquet', 'lake/'; one on a line
 *       -> each source by itself: a file, a folder, or a pattern (base/path_pattern.h)
 *       -> folders listed from the pattern's first wildcard on       (base/folder.h)
 *       -> the files, in bytewise order of their paths; sources in the order given
 *
 * - A path that exists as it is written is not a pattern.
 * - A folder stands for all files in it, at any depth, whose names have an accepted
 *   suffix (in any case of ASCII letters: Spark does not look at names at all, and a
 *   file that is left out silently is worse than an error).  Hidden names are left out
 *   (path_name_is_hidden()).  A pattern that ends with a slash or with "**" means the
 *   same for each folder that it matches.
 * - Other patterns match files only, whatever their suffix.
 * - A file that several sources name occurs several times; one that a pattern finds in
 *   several ways, once.
 * - Links are followed.  A folder is not entered from inside itself, so loops end; one
 *   that is reached in several ways is read in each, up to a limit.
 * - A folder that is a table of Delta Lake or Iceberg, or is inside one, is an error,
 *   unless that is allowed.  A file of it that a source names is read.
 * - Lines are trimmed, and empty lines ignored, unless there is only one.
 *
 * Files are only found here, not opened: one may turn out to be missing, or to be a link
 * out of the folders that the connection may read, or another file by then, which its
 * stamp shows.  Files of an append that is not finished are left out (append_list.h).  If
 * a folder is replaced, or an append begins or ends in it, while it is searched, the
 * search begins again, and soon holds appends off.
 */
#ifndef DATASET_FILE_LIST_H
#define DATASET_FILE_LIST_H

#include "base/arena.h"
#include "base/input_file.h"
#include "base/slice.h"
#include "base/status.h"

enum {
    FILE_LIST_MOST_DEPTH = 64,        /* of folders, counted from the first wildcard */
    FILE_LIST_MOST_FOLDERS = 1000000, /* listed for one list */
    FILE_LIST_MOST_WAYS = 1000,       /* to a folder from one pattern, through links */
};

struct file_list;

struct file_list_options {
    const char *const *suffixes; /* such as ".parquet", of files in folders; borrowed */
    size_t n_suffixes;
    size_t most_files;
    bool enters_lakes; /* reads the files of Delta and Iceberg tables (lake_folder.h) */
    bool lists_lakes; /* such a table, if it is no source itself, is an entry of the list,
                         whose path ends with a slash; else it is an error */
    /* An earlier list of the same sources: folders that it knows are not listed again if
     * their time says that they have the same names.  NULL: none; borrowed. */
    const struct file_list *before;
};

struct listed_file {
    const char *path;    /* zero-terminated, owned by the list */
    uint32_t size;       /* of the path */
    uint32_t fixed_size; /* of its front that the source spells out: up to and with the
                            slash before the first wildcard, the folder's contents, or
                            the file's name */
    uint32_t source;     /* counted from 0 */
    struct file_stamp stamp; /* when it was found; 0: that failed */
};

/* A folder without folders in it, whose names change only with its identity. */
struct known_folder {
    const char *path;  /* with a slash */
    const char *names; /* of its files, each with its terminator */
    uint32_t n_names;
    uint32_t hash; /* of the path */
    struct file_identity identity;
};

/* A zeroed struct is empty. */
struct file_list {
    struct listed_file *files;
    size_t n;
    const char *unmatched;      /* the first source that no file matches; NULL: none */
    bool only_folders;          /* `unmatched` matches folders */
    bool is_folder;             /* `unmatched` is one */
    struct arena texts;         /* private */
    struct known_folder *known; /* for the next search: some that have few files */
    size_t n_known;
    size_t n_listed; /* folders whose names were read */
};

/* Finds the files of all sources.  Folders and patterns without files are no error: see
 * `unmatched`.  CANTOPEN if a path without wildcards does not exist, or a folder cannot
 * be read; MISUSE if the sources are malformed or lead to a table of Delta or Iceberg;
 * TOO_BIG beyond a limit; CHANGED if folders are replaced again and again; INTERRUPTED.
 * The list need not be released after an error. */
enum status file_list_find(struct slice sources, const struct file_list_options *options,
                           struct file_list *list, struct error *error) CHECK_RESULT;

/* Makes a list of files in a folder, whose path ends with a slash or is empty, from their
 * relative paths, each with its terminator.  They need not exist.  TOO_BIG. */
enum status file_list_of_paths(struct slice folder, struct slice paths,
                               const struct file_list_options *options,
                               struct file_list *list, struct error *error) CHECK_RESULT;

/* CANTOPEN, and what to do about it, if a source matches no file; for callers to whom
 * that is an error. */
enum status file_list_require_matches(const struct file_list *list,
                                      struct error *error) CHECK_RESULT;

/* CHANGED if another file is at the path by now; for callers that have just opened it. */
enum status file_list_check(const struct listed_file *file,
                            struct error *error) CHECK_RESULT;

void file_list_release(struct file_list *list);

#endif
