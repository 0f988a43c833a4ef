/* SPDX-License-Identifier: MIT */
#include "base/file_system.h"

#include "base/file_traffic.h"

static const struct file_system *of_urls;
static _Thread_local const struct file_system_rights *entered;
_Thread_local struct file_traffic file_traffic;

void file_system_register(const struct file_system *system)
{
    of_urls = system;
}

bool path_is_url(const char *path)
{
    static const char *const schemes[] = {"http://", "https://", "s3://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t n = 0;
        while (schemes[i][n] != '\0' &&
               (path[n] == schemes[i][n] || (path[n] | 0x20) == schemes[i][n]))
            n++;
        if (schemes[i][n] == '\0')
            return true;
    }
    return false;
}

const struct file_system *file_system_of(const char *path)
{
    bool is_list = strchr(path, '\n') != NULL; /* of paths, a line each */
    return of_urls != NULL && !is_list && path_is_url(path) ? of_urls : NULL;
}

void file_system_mark_search(bool begins)
{
    if (of_urls != NULL)
        of_urls->mark_search(begins);
}

const struct file_system_rights *
file_system_enter(const struct file_system_rights *rights)
{
    const struct file_system_rights *before = entered;
    entered = rights;
    return before;
}

const struct file_system_rights *file_system_rights(void)
{
    return entered;
}

const struct file_system_rights *
file_system_rights_share(const struct file_system_rights *rights)
{
    return rights != NULL ? of_urls->share_rights(rights) : NULL;
}

void file_system_rights_release(const struct file_system_rights *rights)
{
    if (rights != NULL)
        of_urls->release_rights(rights);
}
