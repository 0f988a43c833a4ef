/* SPDX-License-Identifier: MIT */
#include "remote/remote_folder.h"

#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "remote/remote_look.h"
#include "remote/remote_sign.h"
#include "remote/s3/s3_answers.h"

enum {
    FOLDERS_BEFORE_ALL = 2, /* listed one by one, before all keys are asked for */
    MOST_ALL_PAGES = 100,   /* of a list of all keys */
    MOST_PAGES = 100000,
};

/* One object of a list of all keys. */
struct listed_key {
    const char *name; /* below the folder that was listed */
    struct file_stamp stamp;
};

/* What a search has learnt. */
static _Thread_local struct search {
    bool is_begun;
    char *root;        /* URL of the first folder, with a slash */
    unsigned n_inside; /* folders in it that were listed */
    bool has_all, is_too_large;
    struct arena texts;
    struct listed_key *keys; /* all below the root, in bytewise order */
    size_t n;
} search;

void remote_folder_begin_search(void)
{
    search = (struct search){.is_begun = true};
}

void remote_folder_end_search(void)
{
    mem_free(search.root);
    mem_free(search.keys);
    arena_release(&search.texts);
    search = (struct search){.is_begun = false};
}

/* ---- Asking -------------------------------------------------------------------------
 */

/* The pages of a list. */
struct pages {
    const struct file_system_rights *rights;
    const char *url; /* of the folder, with a slash */
    struct url parsed;
    uint64_t fingerprint;
    bool is_deep; /* all keys below it, without folders */
    unsigned most_keys;
    struct buffer token; /* of the next page */
    struct s3_listing page;
};

static void pages_release(struct pages *pages)
{
    buffer_release(&pages->token);
    s3_listing_release(&pages->page);
}

static enum status pages_init(struct pages *pages,
                              const struct file_system_rights *rights, const char *url,
                              struct error *error)
{
    *pages = (struct pages){.rights = rights, .url = url, .most_keys = 1000};
    enum status status = url_parse(slice_of(url, strlen(url)), &pages->parsed, error);
    if (status == OK)
        status = remote_rights_allow(rights, &pages->parsed, error);
    return status == OK
               ? remote_fingerprint(rights, &pages->parsed, &pages->fingerprint, error)
               : status;
}

/* The key that all keys of the folder begin with. */
static struct slice prefix_of(const struct pages *pages)
{
    struct slice path = pages->parsed.path;
    return path.size > 0 ? slice_of(path.data + 1, path.size - 1) : path;
}

/* In the order of the names, as signatures want it. */
static enum status append_query(const struct pages *pages, struct buffer *query,
                                struct error *error)
{
    if (pages->token.size > 0) {
        buffer_add_text(query, "continuation-token=", error);
        if (error->status == OK)
            (void)!url_encode(buffer_slice(&pages->token), query, error);
        buffer_add_text(query, "&", error);
    }
    buffer_add_text(query, pages->is_deep ? "" : "delimiter=%2F&", error);
    buffer_add_format(query, error, "encoding-type=url&list-type=2&max-keys=%u&prefix=",
                      pages->most_keys);
    if (error->status == OK)
        (void)!url_encode(prefix_of(pages), query, error);
    buffer_add(query, slice_of("", 1), error);
    return error->status;
}

/* Takes the next page, after the token was set. */
static enum status take_page(struct pages *pages, const struct remote_request *request,
                             struct error *error)
{
    if (request->failure.status != OK || request->answer.status != 200)
        return remote_refuse(request, error);
    if (request->answer.is_cut)
        return error_set(error, TOO_BIG, "the list of the bucket is too long");
    s3_listing_release(&pages->page);
    pages->page = (struct s3_listing){.n_objects = 0};
    enum status status = s3_listing_parse(buffer_slice(&request->answer.body),
                                          &pages->page, error);
    struct slice next = pages->page.continuation;
    if (status == OK && next.size > 0 && next.size == pages->token.size &&
        memcmp(next.data, pages->token.data, next.size) == 0)
        status = error_set(error, CORRUPT,
                           "the list of the bucket goes on with the same page");
    pages->token.size = 0;
    return status == OK ? buffer_append(&pages->token, pages->page.continuation.data,
                                        pages->page.continuation.size, error)
                        : status;
}

static enum status next_page(struct pages *pages, struct error *error)
{
    struct buffer query = {0};
    enum status status = append_query(pages, &query, error);
    struct remote_request request = {.method = "GET",
                                     .url = pages->url,
                                     .query = (const char *)query.data,
                                     .lists_bucket = true,
                                     .most_bytes = S3_MOST_ANSWER};
    if (status == OK)
        status = remote_send(pages->rights, &request, 1, error);
    if (status == OK)
        status = take_page(pages, &request, error);
    remote_request_release(&request);
    buffer_release(&query);
    return status;
}

/* ---- Entries ------------------------------------------------------------------------
 */

/* The stamp that the object has when it is opened (remote_version.h). */
static enum status stamp_of(const struct pages *pages, const struct s3_object *object,
                            struct file_stamp *stamp, struct error *error)
{
    struct remote_version version = {.etag = ""};
    struct buffer url = {0};
    *stamp = (struct file_stamp){0};
    if (object->etag.size == 0 || object->etag.size >= sizeof version.etag)
        return OK;
    memcpy(version.etag, object->etag.data, object->etag.size);
    buffer_add_text(&url, "s3://", error);
    buffer_add(&url, pages->parsed.host, error);
    buffer_add_text(&url, "/", error);
    buffer_add(&url, object->key, error);
    buffer_add(&url, slice_of("", 1), error);
    if (error->status == OK) {
        remote_version_identify(&version, (const char *)url.data, pages->fingerprint,
                                object->size);
        *stamp = file_stamp_of(&version.identity);
    }
    buffer_release(&url);
    return error->status;
}

/* What follows the folder's prefix in a key or a common prefix; CORRUPT if it does not
 * begin with that. */
static enum status name_in(const struct pages *pages, struct slice key,
                           struct slice *name, struct error *error)
{
    struct slice prefix = prefix_of(pages);
    if (key.size < prefix.size ||
        (prefix.size > 0 && memcmp(key.data, prefix.data, prefix.size) != 0))
        return error_set(error, CORRUPT,
                         "the list of the bucket has a key that was not asked for: "
                         "\"%.*s\"",
                         SLICE_SHOWN(key, 200));
    *name = slice_of(key.data + prefix.size, key.size - prefix.size);
    return OK;
}

static bool is_name(struct slice name)
{
    return name.size > 0 && name.size <= S3_MOST_KEY &&
           memchr(name.data, '/', name.size) == NULL &&
           memchr(name.data, '\0', name.size) == NULL;
}

static enum status add_folder(const struct pages *pages, struct slice prefix,
                              struct folder_listing *listing, struct error *error)
{
    struct slice name = {0};
    enum status status = name_in(pages, prefix, &name, error);
    if (status == OK && name.size > 0 && name.data[name.size - 1] == '/')
        name.size--;
    return status == OK && is_name(name)
               ? folder_listing_add(listing, name, ENTRY_FOLDER, (struct file_stamp){0},
                                    error)
               : status;
}

static enum status add_file(const struct pages *pages, const struct s3_object *object,
                            struct folder_listing *listing, struct error *error)
{
    struct slice name = {0};
    struct file_stamp stamp;
    enum status status = name_in(pages, object->key, &name, error);
    if (status != OK || !is_name(name))
        return status;
    status = stamp_of(pages, object, &stamp, error);
    return status == OK ? folder_listing_add(listing, name, ENTRY_FILE, stamp, error)
                        : status;
}

static enum status add_page(const struct pages *pages, struct folder_listing *listing,
                            struct error *error)
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

static enum status list_one(const struct file_system_rights *rights, const char *url,
                            struct folder_listing *listing, struct error *error)
{
    struct pages pages;
    enum status status = pages_init(&pages, rights, url, error);
    listing->is_missing = true;
    for (unsigned n = 0; status == OK; n++) {
        status = n == MOST_PAGES ? error_set(error, TOO_BIG, "the list has no end")
                                 : next_page(&pages, error);
        if (status == OK)
            status = add_page(&pages, listing, error);
        if (!pages.page.is_truncated)
            break;
    }
    pages_release(&pages);
    return status;
}

/* ---- All keys of a search -----------------------------------------------------------
 */

static enum status add_key(const struct pages *pages, const struct s3_object *object,
                           struct error *error)
{
    struct listed_key key;
    struct slice name = {0};
    enum status status = name_in(pages, object->key, &name, error);
    if (status != OK || name.size == 0 || memchr(name.data, '\0', name.size) != NULL)
        return status;
    status = stamp_of(pages, object, &key.stamp, error);
    if (status != OK)
        return status;
    key.name = arena_copy_text(&search.texts, name.data, name.size);
    if (key.name == NULL || !mem_grow(&search.keys, search.n + 1, sizeof *search.keys))
        return error_nomem(error);
    /* S3 lists keys in their order; others need not, and then nothing is found by it. */
    search.is_too_large |= search.n > 0 &&
                           strcmp(search.keys[search.n - 1].name, key.name) >= 0;
    search.keys[search.n++] = key;
    return OK;
}

static enum status list_all(const struct file_system_rights *rights, struct error *error)
{
    struct pages pages;
    enum status status = pages_init(&pages, rights, search.root, error);
    pages.is_deep = true;
    for (unsigned n = 0; status == OK && !search.is_too_large; n++) {
        search.is_too_large = n == MOST_ALL_PAGES;
        if (!search.is_too_large)
            status = next_page(&pages, error);
        for (size_t i = 0;
             status == OK && !search.is_too_large && i < pages.page.n_objects; i++)
            status = add_key(&pages, &pages.page.objects[i], error);
        if (!pages.page.is_truncated)
            break;
    }
    search.has_all = status == OK && !search.is_too_large;
    pages_release(&pages);
    return status;
}

/* The index of the first key that is not below a text. */
static size_t find_first(const char *text)
{
    size_t low = 0, high = search.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(search.keys[middle].name, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The folder `within`, which ends with a slash or is empty, from the list of all keys. */
static enum status list_known(const char *within, struct folder_listing *listing,
                              struct error *error)
{
    size_t size = strlen(within);
    const char *last = NULL;
    size_t last_size = 0;
    enum status status = OK;
    listing->is_missing = true;
    for (size_t i = find_first(within); status == OK && i < search.n; i++) {
        const struct listed_key *key = &search.keys[i];
        if (strncmp(key->name, within, size) != 0)
            break;
        listing->is_missing = false;
        const char *name = key->name + size;
        size_t name_size = strcspn(name, "/");
        bool is_folder = name[name_size] == '/';
        bool is_known = is_folder && last != NULL && last_size == name_size &&
                        memcmp(last, name, name_size) == 0;
        if (name_size > 0 && !is_known)
            status = folder_listing_add(
                listing, slice_of(name, name_size), is_folder ? ENTRY_FOLDER : ENTRY_FILE,
                is_folder ? (struct file_stamp){0} : key->stamp, error);
        if (is_folder) {
            last = name;
            last_size = name_size;
        }
        if (status == OK)
            status = interrupt_after(100, error);
    }
    return status;
}

/* ---- Listing ------------------------------------------------------------------------
 */

/* Notes a folder of a search; *within: what follows the root in its URL, or NULL. */
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
    return search.root != NULL ? OK : error_nomem(error);
}

static enum status list_in_search(const struct file_system_rights *rights,
                                  const char *url, struct folder_listing *listing,
                                  struct error *error)
{
    const char *within;
    enum status status = note_folder(url, &within, error);
    if (status == OK && search.n_inside > FOLDERS_BEFORE_ALL && !search.has_all &&
        !search.is_too_large)
        status = list_all(rights, error);
    if (status != OK)
        return status;
    return within != NULL && search.has_all ? list_known(within, listing, error)
                                            : list_one(rights, url, listing, error);
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
    if (status == OK && search.is_begun)
        status = list_in_search(rights, (const char *)folder.data, listing, error);
    else if (status == OK)
        status = list_one(rights, (const char *)folder.data, listing, error);
    /* Another folder for each URL, so that nobody takes it for one it is in. */
    listing->identity = (struct file_identity){
        .device = 1, .inode = folder.size > 0 ? xxh64_of(buffer_slice(&folder)) : 0};
    buffer_release(&folder);
    return status;
}

/* Whether any key is below a folder. */
static enum status has_keys(const struct file_system_rights *rights, const char *url,
                            bool *has, struct error *error)
{
    struct pages pages;
    struct buffer folder = {0};
    buffer_add_text(&folder, url, error);
    buffer_add_text(&folder, url[strlen(url) - 1] != '/' ? "/" : "", error);
    buffer_add(&folder, slice_of("", 1), error);
    if (error->status != OK) {
        buffer_release(&folder);
        return error->status;
    }
    enum status status = pages_init(&pages, rights, (const char *)folder.data, error);
    pages.most_keys = 1;
    pages.is_deep = true;
    if (status == OK)
        status = next_page(&pages, error);
    *has = status == OK && pages.page.n_objects > 0;
    pages_release(&pages);
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

enum status remote_folder_examine(const struct file_system_rights *rights,
                                  const char *url, enum entry_kind *kind,
                                  struct file_stamp *stamp, struct error *error)
{
    struct remote_look look = {.url = url};
    bool is_s3 = (url[0] | 0x20) == 's';
    if (url[strlen(url) - 1] == '/') {
        *kind = ENTRY_FOLDER;
        return is_s3 ? examine_folder(rights, url, kind, error) : OK;
    }
    enum status status = remote_look(rights, &look, 1, error);
    if (status != OK)
        return status;
    *kind = ENTRY_FILE;
    if (look.failure.status == OK) {
        *stamp = file_stamp_of(&look.version.identity);
        return OK;
    }
    *kind = ENTRY_MISSING;
    if (look.is_missing)
        return is_s3 ? examine_folder(rights, url, kind, error) : OK;
    return error_set(error, look.failure.status, "%s", look.failure.message);
}
