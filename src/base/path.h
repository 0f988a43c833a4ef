/* SPDX-License-Identifier: MIT */
/*
 * path.h - resolves symbolic links, "." and ".." in a path, and checks whether the result
 * is inside certain folders.
 *
 * Hard links and mounts are not resolved.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "os/file.h"

struct resolved_path {
    /* The absolute path.  If only the last part does not exist, it is included; if more
     * is missing, this is the deepest existing folder of the path. */
    char text[OS_PATH_SIZE];
    int reason;      /* 0 if the file or folder exists, else the errno */
    bool is_missing; /* only the last part does not exist */
};

/* Resolves a path, which need not exist; resolved->text is set in any case. */
void path_resolve(const char *path, struct resolved_path *resolved);

/* The last part of a path, after the last slash. */
const char *path_name(const char *path);

/* Whether a name ends with ".parquet", in any case of letters, after something else. */
bool path_is_parquet(const char *name);

/* Appends to the message that a path names no file what the path is instead, such as a
 * URL, or where a relative one begins.  Returns error->status. */
enum status path_explain_missing(const char *path, struct error *error);
/* The same for a path that cannot be written because its folder does not exist. */
enum status path_explain_no_folder(const char *path, struct error *error);
/* Whether these messages may name the current folder, in this thread; at first they may
 * not.  Returns what it was. */
bool path_show_current_folder(bool may_be_shown);

/* Refuses (CANTOPEN) paths of standard output, pipes and devices for writing: a written
 * file gets its name when it is complete. */
enum status path_check_is_of_file(const char *path, struct error *error) CHECK_RESULT;

/* Folders, each including everything inside it. */
struct folders {
    char **paths; /* resolved */
    size_t n;
};

/* Adds a folder, which must exist and be inside the folders `within` (NULL: anywhere).
 * CANTOPEN or MISUSE; errors do not reveal whether a path outside `within` exists. */
enum status folders_add(struct folders *folders, const struct folders *within,
                        const char *path, struct error *error) CHECK_RESULT;
/* Makes `copy` the same folders. */
enum status folders_copy(struct folders *copy, const struct folders *folders,
                         struct error *error) CHECK_RESULT;
/* Whether a resolved path is one of the folders or inside one. */
bool folders_contain(const struct folders *folders, const char *resolved);
void folders_release(struct folders *folders);

#endif
