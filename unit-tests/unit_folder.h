/* SPDX-License-Identifier: MIT */
/* unit_folder.h - makes a temporary folder for a test's files, in TMPDIR or /tmp. */
#ifndef UNIT_FOLDER_H
#define UNIT_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "unit_bytes.h"

static char folder[100];

static inline void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/parquet_vtab_unit_XXXXXX",
             parent != NULL && strlen(parent) < 60 ? parent : "/tmp");
    if (mkdtemp(folder) == NULL)
        exit(2);
}

/* The path of a file in the folder; overwritten by the fourth call after this one. */
static inline const char *path_of(const char *name)
{
    static char paths[4][600];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

/* Removes everything in the folder at `path`, then the folder.  Follows no links. */
static inline void remove_all(const char *path)
{
    struct stat info;
    DIR *entries = lstat(path, &info) == 0 && S_ISDIR(info.st_mode) ? opendir(path)
                                                                    : NULL;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        size_t size = strlen(path) + strlen(entry->d_name) + 2;
        char *below = must(malloc(size));
        snprintf(below, size, "%s/%s", path, entry->d_name);
        remove_all(below);
        free(below);
    }
    if (entries != NULL)
        closedir(entries);
    remove(path);
}

#endif
