/* SPDX-License-Identifier: MIT */
/*
 * expected_files.h - collects files that will be opened soon, so that those that are far
 * away are asked for together (disk_file_prefetch()).
 *
 * Of files of the operating system nothing is collected, and no more than
 * MOST_EXPECTED_FILES of others: the rest of a long list is for later.
 */
#ifndef BASE_EXPECTED_FILES_H
#define BASE_EXPECTED_FILES_H

#include "base/arena.h"
#include "base/disk_file.h"

enum { MOST_EXPECTED_FILES = 128 };

/* A zeroed struct is empty. */
struct expected_files {
    struct arena paths;
    struct expected_file *files;
    size_t n;
};

/* Adds a file, whose path is copied, unless it is there already.  is_whole: see
 * expected_file. */
enum status expected_files_add(struct expected_files *expected, const char *path,
                               bool is_whole, struct error *error) CHECK_RESULT;

/* Asks for all that were added, and empties the struct in any case. */
enum status expected_files_ask(struct expected_files *expected,
                               struct error *error) CHECK_RESULT;
void expected_files_release(struct expected_files *expected);

/* The same for one file that will be read whole. */
enum status expected_files_ask_whole(const char *path, struct error *error) CHECK_RESULT;

#endif
