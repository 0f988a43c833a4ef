/* SPDX-License-Identifier: MIT */
/*
 * path.h - where a path leads, without symbolic links, "." and "..", and whether that
 * place is inside certain folders.
 *
 * Hard links and mounts are not resolved: a file is where its name is.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

struct resolved_path {
    /* Absolute.  If only the last part does not exist, the place where it would be; if
     * more is missing, the deepest existing folder of the path. */
    char text[PATH_MAX];
    int reason;      /* 0: the file or folder exists; else the errno */
    bool is_missing; /* only the last part does not exist */
};

void path_resolve(const char *path, struct resolved_path *resolved);

/* The last part of a path, after the last slash. */
const char *path_name(const char *path);

/* Opens a resolved path.  It is an error (ELOOP or ENOTDIR) if any part of it has become
 * a symbolic link since.  flags as for open(), without O_CREAT.  Returns a descriptor, or
 * -1 with errno. */
int path_open(const char *resolved, int flags);

/* The flags that open a folder for openat() and the like without permission to list it.
 */
int path_folder_flags(void);

/* Folders with everything inside them. */
struct folders {
    char **paths; /* resolved */
    size_t n;
};

/* The folder must exist and be inside the folders `within` (NULL: anywhere).  Errors do
 * not reveal whether a path outside them exists.  CANTOPEN, MISUSE. */
enum status folders_add(struct folders *folders, const struct folders *within,
                        const char *path, struct error *error) CHECK_RESULT;
bool folders_contain(const struct folders *folders, const char *resolved);
void folders_release(struct folders *folders);

#endif
