/* SPDX-License-Identifier: MIT */
/* unit_files.h - makes files, folders and links in a test's temporary folder. */
#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include <limits.h>
#include <unistd.h>

#include "unit_folder.h"

/* Makes the folders of a path below the test's folder, and what the path names: a folder
 * if it ends with a slash, else a file. */
static inline void make_entry(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL;
         *slash++ = '/') {
        *slash = '\0';
        (void)mkdir(path, 0700);
    }
    if (path[strlen(path) - 1] != '/')
        fclose(must(fopen(path, "wb")));
}

static inline void make_link(const char *target, const char *name)
{
    if (symlink(target, path_of(name)) != 0)
        exit(2);
}

/* Makes the temporary folder; its path has no links. */
static inline void make_resolved_folder(void)
{
    char resolved[PATH_MAX];
    make_folder();
    if (realpath(folder, resolved) == NULL || strlen(resolved) >= sizeof folder)
        exit(2);
    strcpy(folder, resolved);
}

/* Permissions do not bind root: continues as another user, who may list the temporary
 * folder but not `closed`.  False, with a message, if that is not possible. */
static inline int lower_privileges(const char *closed)
{
    if (chmod(folder, 0755) != 0 || (geteuid() == 0 && seteuid(65534) != 0))
        exit(2);
    DIR *entries = opendir(closed);
    if (entries != NULL)
        fprintf(stderr,
                "skipped: unreadable folders: permissions cannot be tested here\n");
    if (entries == NULL)
        return 1;
    closedir(entries);
    return 0;
}

static inline void restore_privileges(void)
{
    if (geteuid() != getuid() && seteuid(getuid()) != 0)
        exit(2);
}

#endif
