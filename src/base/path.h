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

/* What to do about a path that names no file, to be appended to the message that says so:
 * it is a URL.  "" if it is none. */
const char *path_read_hint(const char *path);
/* The same for a path that cannot be written because its folder does not exist. */
const char *path_write_hint(const char *path);

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
