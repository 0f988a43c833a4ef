/* SPDX-License-Identifier: MIT */
#include "remote/http/http_library.h"

#ifndef __EMSCRIPTEN__ /* http_fetch.c */
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "os/process.h"

#ifdef PARQUET_VTAB_OMIT_CRYPTO
enum status http_library_load(const struct http_library **library, struct error *error)
{
    *library = NULL;
    return error_set(error, UNSUPPORTED,
                     "URLs; this library was built with OMIT=CRYPTO, so it loads no "
                     "other library");
}
#else

enum { MOST_WAITS = 10000 };

struct symbol {
    const char *name;
    size_t offset;
};

static const struct symbol symbols[] = {
    {"curl_global_init", offsetof(struct http_library, global_init)},
    {"curl_easy_init", offsetof(struct http_library, easy_init)},
    {"curl_easy_setopt", offsetof(struct http_library, easy_setopt)},
    {"curl_easy_getinfo", offsetof(struct http_library, easy_getinfo)},
    {"curl_easy_cleanup", offsetof(struct http_library, easy_cleanup)},
    {"curl_easy_strerror", offsetof(struct http_library, easy_strerror)},
    {"curl_slist_append", offsetof(struct http_library, slist_append)},
    {"curl_slist_free_all", offsetof(struct http_library, slist_free_all)},
    {"curl_multi_init", offsetof(struct http_library, multi_init)},
    {"curl_multi_add_handle", offsetof(struct http_library, multi_add_handle)},
    {"curl_multi_remove_handle", offsetof(struct http_library, multi_remove_handle)},
    {"curl_multi_perform", offsetof(struct http_library, multi_perform)},
    {"curl_multi_poll", offsetof(struct http_library, multi_poll)},
    {"curl_multi_info_read", offsetof(struct http_library, multi_info_read)},
    {"curl_multi_cleanup", offsetof(struct http_library, multi_cleanup)},
};

static const char *const library_names[] = {
#if defined(_WIN32)
    "libcurl-x64.dll",
    "libcurl.dll",
    "libcurl-4.dll",
#elif defined(__APPLE__)
    "libcurl.4.dylib",
    "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4",
    "libcurl-gnutls.so.4",
    "libcurl-nss.so.4",
#endif
};

/* False if the library is too old. */
static bool find_all(void *handle, struct http_library *found)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *function = os_library_find(handle, symbols[i].name);
        if (function == NULL)
            return false;
        memcpy((char *)found + symbols[i].offset, &function, sizeof function);
    }
    return true;
}

static enum status load(const struct http_library **library, struct error *error)
{
    struct http_library found = {0};
    bool is_found = false;
    for (size_t i = 0; !is_found && i < sizeof library_names / sizeof *library_names;
         i++) {
        void *handle = os_library_open(library_names[i]);
        is_found = handle != NULL && find_all(handle, &found);
    }
    if (!is_found || found.global_init(CURL_GLOBAL_DEFAULT) != 0)
        return error_set(error, UNSUPPORTED,
                         "URLs need libcurl 7.66 or newer, which is not installed "
                         "(Debian, Ubuntu: apt-get install libcurl4)");
    struct http_library *made = mem_alloc_unaccounted(sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    *made = found;
    *library = made;
    return OK;
}

/* Threads take turns, since versions before 7.84 may be initialized by one at a time.  A
 * process that was forked meanwhile does not wait forever. */
enum status http_library_load(const struct http_library **library, struct error *error)
{
    static const struct http_library *_Atomic loaded;
    static atomic_flag is_busy = ATOMIC_FLAG_INIT;
    enum status status = OK;
    *library = atomic_load_explicit(&loaded, memory_order_acquire);
    if (*library != NULL)
        return OK;
    for (int i = 0; i < MOST_WAITS && atomic_flag_test_and_set(&is_busy); i++)
        os_sleep(1);
    *library = atomic_load_explicit(&loaded, memory_order_acquire);
    if (*library == NULL)
        status = load(library, error);
    if (status == OK)
        atomic_store_explicit(&loaded, *library, memory_order_release);
    atomic_flag_clear(&is_busy);
    return status;
}
#endif
#endif
