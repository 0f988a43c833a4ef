/* SPDX-License-Identifier: MIT */
#include "base/file_system.h"

#include <string.h>

#include "base/file_traffic.h"

static const struct file_system *of_urls;
static _Thread_local const struct file_system_rights *entered;
_Thread_local struct file_traffic file_traffic;

void file_system_register(const struct file_system *system)
{
    of_urls = system;
}

static bool begins_with(struct slice path, const char *scheme)
{
    size_t size = strlen(scheme), n = 0;
    while (n < size && n < path.size && ascii_lower(path.data[n]) == scheme[n])
        n++;
    return n == size;
}

static bool is_web(struct slice path)
{
    return begins_with(path, "http://") || begins_with(path, "https://");
}

bool path_is_url(const char *path)
{
    struct slice text = slice_of(path, strlen(path));
    return is_web(text) || begins_with(text, "s3://");
}

struct slice path_for_message(struct slice path)
{
    size_t host = 0, size = 0;
    if (!is_web(path))
        return path;
    for (int n_slashes = 0; n_slashes < 2; host++)
        n_slashes += path.data[host] == '/';
    while (size < path.size && path.data[size] != '?')
        size++;
    for (size_t i = host; i < size && path.data[i] != '/'; i++) {
        if (path.data[i] == '@')
            return slice_of(path.data, host);
    }
    return slice_of(path.data, size);
}

/* Whether a URL is the first of several, a line each.  Keys of buckets may have several
 * lines, too, but they name no other URL; if others follow, the key is looked for first.
 */
static bool is_list(const char *path)
{
    const char *rest = strchr(path, '\n');
    return rest != NULL && (ascii_lower((uint8_t)path[0]) != 's' || strstr(rest, "://"));
}

const struct file_system *file_system_of(const char *path)
{
    return of_urls != NULL && path_is_url(path) && !is_list(path) ? of_urls : NULL;
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
    if (rights == NULL && before != NULL)
        of_urls->end_call();
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
