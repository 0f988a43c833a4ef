/* SPDX-License-Identifier: MIT */
#include "remote/remote_folder.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "remote/bucket_keys.h"
#include "remote/bucket_pages.h"
#include "remote/remote_look.h"

enum {
    SOME_PAGES = 8,         /* of all keys, before folders are listed */
    FOLDERS_BEFORE_ALL = 2, /* one by one, before more pages are asked for: */
    PAGES_AT_ONCE = 100,    /* and as many whenever so many folders were listed */
    MOST_ALL_PAGES = 1000,
    MOST_PAGES = 100000, /* of the list of one folder */
};

/* A search through folders in a folder. */
static _Thread_local struct search {
    bool is_begun;
    char *root;               /* URL of the first folder, with a slash */
    unsigned n_inside;        /* folders in it that were listed */
    struct bucket_keys *keys; /* below the root; NULL: not yet asked for */
    unsigned n_pages;         /* of them that were asked for */
} search;

void remote_folder_begin_search(void)
{
    search = (struct search){.is_begun = true};
}

void remote_folder_end_search(void)
{
    mem_free(search.root);
    if (search.keys != NULL)
        cached_release(&search.keys->base);
    search = (struct search){.is_begun = false};
}

/* ---- One folder ---------------------------------------------------------------------
 */

static bool is_name(struct slice name)
{
    return name.size > 0 && name.size <= S3_MOST_KEY &&
           memchr(name.data, '/', name.size) == NULL &&
           memchr(name.data, '\0', name.size) == NULL;
}

static enum status add_folder(const struct bucket_pages *pages, struct slice prefix,
                              struct folder_listing *listing, struct error *error)
{
    struct slice name = {0};
    enum status status = bucket_pages_name_in(pages, prefix, &name, error);
    if (status == OK && name.size > 0 && name.data[name.size - 1] == '/')
        name.size--;
    return status == OK && is_name(name)
               ? folder_listing_add(listing, name, ENTRY_FOLDER, (struct file_stamp){0},
                                    error)
               : status;
}

static enum status add_file(const struct bucket_pages *pages,
                            const struct s3_object *object,
                            struct folder_listing *listing, struct error *error)
{
    struct slice name = {0};
    struct file_stamp stamp;
    enum status status = bucket_pages_name_in(pages, object->key, &name, error);
    if (status != OK || !is_name(name))
        return status;
    status = bucket_pages_stamp_of(pages, object, name, &stamp, error);
    return status == OK ? folder_listing_add(listing, name, ENTRY_FILE, stamp, error)
                        : status;
}

static enum status add_page(const struct bucket_pages *pages,
                            struct folder_listing *listing, struct error *error)
{
    const struct s3_listing *page = &pages->page;
    enum status status = OK;
    for (size_t i = 0; status == OK && i < page->n_prefixes; i++)
        status = add_folder(pages, page->prefixes[i], listing, error);
    for (size_t i = 0; status == OK && i < page->n_objects; i++)
        status = add_file(pages, &page->objects[i], listing, error);
    listing->is_missing = listing->is_missing && page->n_prefixes == 0 &&
                          page->n_objects == 0;
    return status;
}

/* Lists a folder by itself. */
static enum status list_one(const struct file_system_rights *rights, const char *url,
                            struct folder_listing *listing, struct error *error)
{
    struct bucket_pages pages;
    enum status status = bucket_pages_init(&pages, rights, url, false, error);
    listing->is_missing = true;
    for (unsigned n = 0; status == OK; n++) {
        status = n == MOST_PAGES ? error_set(error, TOO_BIG, "the list has no end")
                                 : bucket_pages_next(&pages, 1, error);
        if (status == OK && pages.failure.status != OK) {
            *error = pages.failure;
            status = error->status;
        }
        if (status == OK)
            status = add_page(&pages, listing, error);
        if (!pages.page.is_truncated)
            break;
    }
    bucket_pages_release(&pages);
    return status;
}

/* ---- Folders in folders -------------------------------------------------------------
 */

/* Notes a folder of a search, the first one as the root; *within: what follows that. */
static enum status note_folder(const char *url, const char **within, struct error *error)
{
    size_t size = search.root != NULL ? strlen(search.root) : 0;
    *within = search.root != NULL && strncmp(url, search.root, size) == 0 ? url + size
                                                                          : NULL;
    if (*within != NULL) {
        search.n_inside += (*within)[0] != '\0';
        return OK;
    }
    remote_folder_end_search();
    remote_folder_begin_search();
    search.root = mem_copy_text(url, strlen(url));
    *within = url + strlen(url);
    return search.root != NULL ? OK : error_nomem(error);
}

/* Asks for keys below the root, if it is time: for about as many pages of them as folders
 * were listed one by one, since all folders may follow, or only a few of many. */
static enum status search_more(const struct file_system_rights *rights,
                               struct error *error)
{
    unsigned wanted = search.n_inside > FOLDERS_BEFORE_ALL
                          ? (1 + search.n_inside / PAGES_AT_ONCE) * PAGES_AT_ONCE
                          : SOME_PAGES;
    wanted = wanted < MOST_ALL_PAGES ? wanted : MOST_ALL_PAGES;
    if (search.keys != NULL && (search.n_pages >= wanted || search.keys->is_complete))
        return OK;
    unsigned n = wanted - (search.keys != NULL ? search.n_pages : 0);
    search.n_pages = wanted;
    return bucket_keys_get_more(rights, search.root, (int)n, &search.keys, error);
}

/* Lists a folder of a search from its keys below the root. */
static enum status list_in_search(const struct file_system_rights *rights,
                                  const char *url, struct folder_listing *listing,
                                  bool *is_listed, struct error *error)
{
    const char *within;
    enum status status = note_folder(url, &within, error);
    if (status == OK)
        status = search_more(rights, error);
    *is_listed = status == OK && bucket_keys_cover(search.keys);
    return *is_listed ? bucket_keys_list(search.keys, within, listing, error) : status;
}

static enum status list_known(const struct file_system_rights *rights, const char *url,
                              struct folder_listing *listing, bool *is_listed,
                              struct error *error)
{
    struct bucket_keys *keys;
    const char *within;
    enum status status = bucket_keys_get(rights, url, &keys, &within, error);
    *is_listed = status == OK && bucket_keys_cover(keys);
    if (*is_listed)
        status = bucket_keys_list(keys, within, listing, error);
    if (keys != NULL)
        cached_release(&keys->base);
    return status;
}

static enum status list_folder(const struct file_system_rights *rights, const char *url,
                               struct folder_listing *listing, struct error *error)
{
    bool is_listed = false;
    enum status status = search.is_begun
                             ? list_in_search(rights, url, listing, &is_listed, error)
                             : list_known(rights, url, listing, &is_listed, error);
    return status == OK && !is_listed ? list_one(rights, url, listing, error) : status;
}

static enum status refuse_web(struct error *error)
{
    return error_set(
        error, UNSUPPORTED,
        "web servers have no lists of files: name each file on a line of its "
        "own, or alternatives such as part-{1..3}.parquet");
}

enum status remote_folder_list(const struct file_system_rights *rights, const char *url,
                               struct folder_listing *listing, struct error *error)
{
    struct url parsed;
    struct buffer folder = {0};
    enum status status = url_parse(slice_of(url, strlen(url)), &parsed, error);
    if (status == OK && parsed.scheme != URL_S3)
        return refuse_web(error);
    if (status == OK)
        status = buffer_append_text(&folder, url, error);
    if (status == OK && url[strlen(url) - 1] != '/')
        status = buffer_append_text(&folder, "/", error);
    if (status == OK)
        status = buffer_append(&folder, "", 1, error);
    if (status == OK)
        status = list_folder(rights, (const char *)folder.data, listing, error);
    /* Another folder for each URL, so that nobody takes it for one it is in. */
    listing->identity = (struct file_identity){
        .device = 1, .inode = folder.size > 0 ? xxh64_of(buffer_slice(&folder)) : 0};
    buffer_release(&folder);
    return status;
}

/* ---- What is there ------------------------------------------------------------------
 */

/* Whether a key is below the folder at a URL, which need not end with a slash. */
static enum status has_keys(const struct file_system_rights *rights, const char *url,
                            bool *has, struct error *error)
{
    struct bucket_keys *keys;
    const char *within;
    struct buffer folder = {0};
    *has = false;
    buffer_add_text(&folder, url, error);
    buffer_add_text(&folder, url[strlen(url) - 1] != '/' ? "/" : "", error);
    buffer_add(&folder, slice_of("", 1), error);
    enum status status = error->status;
    if (status == OK)
        status = bucket_keys_get(rights, (const char *)folder.data, &keys, &within,
                                 error);
    if (status == OK) {
        *has = bucket_keys_has(keys, within);
        cached_release(&keys->base);
    }
    buffer_release(&folder);
    return status;
}

static enum status examine_folder(const struct file_system_rights *rights,
                                  const char *url, enum entry_kind *kind,
                                  struct error *error)
{
    bool has = false;
    enum status status = has_keys(rights, url, &has, error);
    *kind = has ? ENTRY_FOLDER : ENTRY_MISSING;
    return status;
}

/* Whether nothing but a folder can be at a URL: a bucket, or a name with a slash. */
static bool is_folder(const char *url)
{
    const char *name = strrchr(url, '/');
    return name == url + strlen("s3:/") || name[1] == '\0';
}

bool remote_folder_is_likely(const char *url)
{
    return (url[0] | 0x20) == 's' &&
           (is_folder(url) || strchr(strrchr(url, '/'), '.') == NULL);
}

/* Answers from what is known of the folder around a file; *kind is ENTRY_UNKNOWN if that
 * does not say. */
static enum status examine_known(const struct file_system_rights *rights, const char *url,
                                 enum entry_kind *kind, struct file_stamp *stamp,
                                 struct error *error)
{
    struct bucket_keys *keys = NULL;
    const char *within;
    struct buffer folder = {0};
    size_t size = strlen(url);
    while (size > 0 && url[size - 1] != '/')
        size--;
    *kind = ENTRY_UNKNOWN;
    buffer_add(&folder, slice_of(url, size), error);
    buffer_add(&folder, slice_of("", 1), error);
    enum status status = error->status;
    if (status == OK)
        status = bucket_keys_find(rights, (const char *)folder.data, &keys, &within,
                                  error);
    if (status == OK && keys != NULL) {
        const char *name = url + (within - (const char *)folder.data);
        const struct bucket_key *key = bucket_keys_look_up(keys, name);
        *kind = key != NULL ? ENTRY_FILE : ENTRY_MISSING;
        if (key != NULL)
            *stamp = key->stamp;
        cached_release(&keys->base);
    }
    buffer_release(&folder);
    return status;
}

/* Answers by a request for the file. */
static enum status examine_file(const struct file_system_rights *rights, const char *url,
                                enum entry_kind *kind, struct file_stamp *stamp,
                                struct error *error)
{
    struct remote_look look = {.url = url};
    enum status status = remote_look(rights, &look, 1, error);
    if (status != OK)
        return status;
    *kind = look.is_missing ? ENTRY_MISSING : ENTRY_FILE;
    if (look.failure.status == OK)
        *stamp = file_stamp_of(&look.version.identity);
    return look.is_missing || look.failure.status == OK
               ? OK
               : error_set(error, look.failure.status, "%s", look.failure.message);
}

static enum status examine_in_bucket(const struct file_system_rights *rights,
                                     const char *url, enum entry_kind *kind,
                                     struct file_stamp *stamp, struct error *error)
{
    bool has = false;
    struct error ignored = {0};
    *kind = ENTRY_FOLDER;
    if (is_folder(url))
        return examine_folder(rights, url, kind, error);
    if (remote_folder_is_likely(url) && has_keys(rights, url, &has, &ignored) == OK &&
        has)
        return OK;
    enum status status = examine_known(rights, url, kind, stamp, error);
    if (status == OK && *kind == ENTRY_UNKNOWN)
        status = examine_file(rights, url, kind, stamp, error);
    return status == OK && *kind == ENTRY_MISSING
               ? examine_folder(rights, url, kind, error)
               : status;
}

enum status remote_folder_examine(const struct file_system_rights *rights,
                                  const char *url, enum entry_kind *kind,
                                  struct file_stamp *stamp, struct error *error)
{
    if ((url[0] | 0x20) == 's')
        return examine_in_bucket(rights, url, kind, stamp, error);
    *kind = ENTRY_FOLDER;
    return url[strlen(url) - 1] == '/' ? OK
                                       : examine_file(rights, url, kind, stamp, error);
}
