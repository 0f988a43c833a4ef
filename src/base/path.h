/*
 * path.h - where a path leads: without symbolic links, "." and "..", and whether that is
 * inside of certain folders.
 *
 * Hard links and mounts are not looked through: a file is where its name is.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "status.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

struct resolved_path {
    /* Absolute.  Where nothing is there yet but the folder is, the place in that folder;
     * where the path leads nowhere, the deepest folder on the way that is there. */
    char text[PATH_MAX];
    int reason;      /* 0: something is there; else an errno that says why not */
    bool is_missing; /* nothing is there yet, but the folder is */
};

void path_resolve(const char *path, struct resolved_path *resolved);

/* The end of an absolute path, behind its last slash. */
const char *path_name(const char *path);

/* Opens what a resolved path names; a symbolic link that has taken the place of any part
 * of it since is an error (ELOOP or ENOTDIR).  flags as for open(), without O_CREAT; a
 * descriptor, or -1 and errno. */
int path_open(const char *resolved, int flags);

/* The flags to open a folder for openat() and its kin, which needs no permission to list
 * it. */
int path_folder_flags(void);

/* Folders, with all that is inside. */
struct folders {
    char **paths; /* resolved */
    size_t n;
};

/* The folder must exist, inside of the folders `within` (NULL: anywhere).  Nothing is
 * said of what is outside of them.  CANTOPEN, MISUSE. */
enum status folders_add(struct folders *folders, const struct folders *within,
                        const char *path, struct error *error) CHECK_RESULT;
bool folders_contain(const struct folders *folders, const char *resolved);
void folders_release(struct folders *folders);

#endif
