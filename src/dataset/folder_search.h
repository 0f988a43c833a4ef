/* SPDX-License-Identifier: MIT */
/*
 * folder_search.h - goes through folders for the files that a pattern matches.
 *
 *     search.path        where it begins, such as "logs/"
 *     search.components  what follows from the first wildcard on: "*", "**",
 * "a-?.parquet"
 *       -> folder_search_run() lists each folder once, and adds the files that match
 *
 * - A folder stands for all files in it whose names have an accepted suffix: "**".
 * - Folders that an earlier list knows are not listed again if they have not changed.
 * - file_list.c makes searches of sources, sorts what they find, and repeats those that
 *   met a change.
 */
#ifndef DATASET_FOLDER_SEARCH_H
#define DATASET_FOLDER_SEARCH_H

#include "base/buffer.h"
#include "base/folder.h"
#include "base/hash_table.h"
#include "dataset/file_list.h"

enum {
    FOLDER_SEARCH_MOST_COMPONENTS = 64, /* bits of a set */
};

/* The search for the files of a list's sources, one after the other. */
struct folder_search {
    struct file_list *list;                  /* gets the files; borrowed */
    const struct file_list_options *options; /* borrowed */
    uint32_t source;                         /* counted from 0 */
    bool only_folders;                       /* set: the pattern matches folders */
    bool has_changed;         /* set: a folder was replaced, or got files, meanwhile */
    bool holds_appends;       /* off, since they have changed folders before */
    struct buffer unfinished; /* files of appends: a folder's path, the files' paths in
                                 it, and an empty one, each with its terminator */
    /* Of the pattern that is being followed: */
    struct slice components[FOLDER_SEARCH_MOST_COMPONENTS]; /* borrowed */
    int n_components;
    size_t fixed_size;  /* see struct listed_file */
    struct buffer path; /* where the search is; ends with a slash or is empty */
    /* Private: */
    size_t n_folders;            /* listed so far */
    struct hash_table known;     /* of options->before */
    struct search_level *levels; /* FILE_LIST_MOST_DEPTH */
    size_t depth;
    struct reached_folder *reached;
    struct hash_table reached_folders; /* of `reached` */
};

/* INTERRUPTED.  Call folder_search_end() in any case. */
enum status folder_search_begin(struct folder_search *search, struct file_list *list,
                                const struct file_list_options *options,
                                struct error *error) CHECK_RESULT;
void folder_search_end(struct folder_search *search);

/* Adds all files below search->path that match the components.  Errors as of
 * file_list_find(); where search->has_changed is set, what was found means nothing. */
enum status folder_search_run(struct folder_search *search,
                              struct error *error) CHECK_RESULT;

/* Adds a file to the list; for those that need no search.  TOO_BIG. */
enum status folder_search_add(struct folder_search *search, struct slice path,
                              size_t fixed_size, struct file_stamp stamp,
                              struct error *error) CHECK_RESULT;

/* Finds what is at a path.  *reason: see folder_examine().  stamp may be NULL. */
enum status folder_search_examine(const char *path, enum entry_kind *kind, int *reason,
                                  struct file_stamp *stamp,
                                  struct error *error) CHECK_RESULT;

/* Names search->path in the message; "" is the current folder.  Returns the status. */
enum status folder_search_locate(const struct folder_search *search,
                                 struct error *error) CHECK_RESULT;

/* Says why search->path cannot be read. */
enum status folder_search_refuse(const struct folder_search *search, enum entry_kind kind,
                                 int reason, struct error *error) CHECK_RESULT;

#endif
