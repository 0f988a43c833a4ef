/* SPDX-License-Identifier: MIT */
#include "remote/bucket_keys.h"

#include <string.h>

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "os/process.h"
#include "remote/bucket_pages.h"
#include "remote/remote_version.h"

/* How long keys are known, in nanoseconds.  What is about to be forgotten is asked for
 * again when there are other questions. */
static const uint64_t MOST_AGE = 1500000000, MOST_AGE_TO_LEARN = 1000000000;

enum {
    MOST_EMPTY_PAGES = 1000, /* one after the other */
    MOST_HELD = 32,
};

/* What the cache has no room for, or is off for: a call asks for it several times. */
static _Thread_local struct {
    size_t n;
    struct {
        struct cache_key key;
        struct bucket_keys *keys;
    } at[MOST_HELD];
} held;

static void destroy(struct cached *base)
{
    struct bucket_keys *keys = (struct bucket_keys *)base;
    arena_release(&keys->texts);
    mem_free(keys->keys);
    mem_free(keys);
}

/* ---- What is known ------------------------------------------------------------------
 */

/* Of a folder's keys, as the connection that asks for pages may see them. */
static struct cache_key key_of(const struct bucket_pages *pages, struct slice url)
{
    static const uint32_t FORM_OF_KEYS = 0x5359454b;
    return (struct cache_key){
        .file = {.device = hash_of(url, hash_process_seed()),
                 .inode = hash_mix(hash_mix(pages->fingerprint) +
                                   remote_rights_limits(pages->rights))},
        .form = FORM_OF_KEYS};
}

/* The number of what this thread holds; held.n: nothing of that. */
static size_t find_held(const struct cache_key *key)
{
    size_t i = 0;
    while (i < held.n && (held.at[i].key.file.device != key->file.device ||
                          held.at[i].key.file.inode != key->file.inode))
        i++;
    return i;
}

void bucket_keys_end_call(void)
{
    while (held.n > 0)
        cached_release(&held.at[--held.n].keys->base);
}

static struct bucket_keys *find_known(const struct bucket_pages *pages, struct slice url,
                                      uint64_t most_age)
{
    const struct cache_key key = key_of(pages, url);
    struct bucket_keys *keys = (struct bucket_keys *)cache_find(&key);
    size_t i = find_held(&key);
    if (keys == NULL && i < held.n) {
        keys = held.at[i].keys;
        cached_retain(&keys->base);
    }
    if (keys == NULL || (slice_equals_text(url, keys->url) &&
                         keys->n_forgotten == remote_n_forgotten(keys->url) &&
                         os_nanoseconds() - keys->came_at < most_age))
        return keys;
    cached_release(&keys->base);
    return NULL;
}

/* The known keys of the innermost folder that cover that of the pages; else what is known
 * of its own; NULL: nothing. */
static struct bucket_keys *find_around(const struct bucket_pages *pages,
                                       const char **within)
{
    const char *url = pages->url, *end = url + strlen(url);
    struct bucket_keys *own = NULL;
    for (const char *at = end; at > url + sizeof "s3://" - 1; at--) {
        struct bucket_keys *keys =
            at[-1] == '/' ? find_known(pages, slice_of(url, (size_t)(at - url)), MOST_AGE)
                          : NULL;
        *within = at;
        if (keys != NULL && at == end)
            own = keys;
        if (keys != NULL && bucket_keys_cover(keys)) {
            if (own != NULL && own != keys)
                cached_release(&own->base);
            return keys;
        }
        if (keys != NULL && keys != own)
            cached_release(&keys->base);
    }
    *within = end;
    return own;
}

/* ---- Asking -------------------------------------------------------------------------
 */

static enum status add_key(struct bucket_keys *keys, struct slice name,
                           struct file_stamp stamp, struct error *error)
{
    const char *text = arena_copy_text(&keys->texts, name.data, name.size);
    if (text == NULL || !mem_grow(&keys->keys, keys->n + 1, sizeof *keys->keys))
        return error_nomem(error);
    keys->keys[keys->n++] = (struct bucket_key){text, stamp};
    return OK;
}

static enum status add_object(struct bucket_keys *keys, const struct bucket_pages *pages,
                              const struct s3_object *object, struct error *error)
{
    struct file_stamp stamp;
    struct slice name = {0};
    enum status status = bucket_pages_name_in(pages, object->key, &name, error);
    if (status != OK || memchr(name.data, '\0', name.size) != NULL)
        return status;
    status = bucket_pages_stamp_of(pages, object, name, &stamp, error);
    return status == OK ? add_key(keys, name, stamp, error) : status;
}

static int compare_keys(const void *context, uint32_t a, uint32_t b)
{
    const struct bucket_key *keys = context;
    return strcmp(keys[a].name, keys[b].name);
}

static enum status add_page(struct bucket_keys *keys, const struct bucket_pages *pages,
                            struct error *error)
{
    struct memory_scope scope = memory_account_enter(&keys->base.memory);
    const struct s3_listing *page = &pages->page;
    struct slice token = page->continuation;
    enum status status = OK;
    keys->failure = pages->failure;
    for (size_t i = 0; status == OK && i < page->n_objects; i++)
        status = add_object(keys, pages, &page->objects[i], &keys->failure);
    keys->is_complete = keys->failure.status == OK && !page->is_truncated;
    keys->token = slice_of(arena_copy_text(&keys->texts, token.data, token.size),
                           token.size);
    memory_scope_restore(scope);
    if (status == NOMEM || keys->token.data == NULL)
        return error_nomem(error);
    return keys->is_complete
               ? merge_sort_records(compare_keys, keys->keys, keys->keys,
                                    sizeof *keys->keys, (uint32_t)keys->n, error)
               : OK;
}

/* Keys without any, with one user. */
static enum status make_keys(const char *url, unsigned forgotten,
                             struct bucket_keys **keys, struct error *error)
{
    struct memory_scope scope;
    *keys = cached_new(sizeof **keys, destroy, &scope);
    if (*keys == NULL)
        return error_nomem(error);
    (*keys)->url = arena_copy_text(&(*keys)->texts, url, strlen(url));
    (*keys)->n_forgotten = forgotten;
    memory_scope_restore(scope);
    return (*keys)->url != NULL ? OK : error_nomem(error);
}

static enum status copy_keys(const struct bucket_keys *from, struct bucket_keys **keys,
                             struct error *error)
{
    enum status status = make_keys(from->url, from->n_forgotten, keys, error);
    if (status != OK)
        return status;
    struct memory_scope scope = memory_account_enter(&(*keys)->base.memory);
    for (size_t i = 0; status == OK && i < from->n; i++) {
        const struct bucket_key *key = &from->keys[i];
        status = add_key(*keys, slice_of(key->name, strlen(key->name)), key->stamp,
                         error);
    }
    memory_scope_restore(scope);
    return status;
}

/* Keeps keys, or the refusal to list them, for others, or else for this call, in place of
 * older ones.  A failure may pass. */
static void keep(const struct bucket_pages *pages, struct bucket_keys *keys)
{
    if (folder_has_failed(pages->url, keys->failure.status))
        return;
    const struct cache_key key = key_of(pages, slice_of(pages->url, strlen(pages->url)));
    keys->came_at = os_nanoseconds();
    cache_replace(&keys->base, &key);
    size_t i = find_held(&key);
    if (i < held.n) {
        cached_release(&held.at[i].keys->base);
        held.at[i] = held.at[--held.n];
    }
    if (!keys->base.is_cached && held.n < MOST_HELD) {
        cached_retain(&keys->base);
        held.at[held.n].key = key;
        held.at[held.n++].keys = keys;
    }
}

/* Begins to ask for a folder, unless it is known, or may not be asked for. */
static enum status prepare(struct bucket_pages *pages,
                           const struct file_system_rights *rights, const char *url,
                           bool *is_ready, struct error *error)
{
    struct error failure = {0};
    struct bucket_keys *known = NULL;
    enum status status = bucket_pages_init(pages, rights, url, true, &failure);
    if (status == OK)
        known = find_known(pages, slice_of(url, strlen(url)), MOST_AGE_TO_LEARN);
    *is_ready = status == OK && known == NULL;
    if (known != NULL)
        cached_release(&known->base);
    if (!*is_ready)
        bucket_pages_release(pages);
    return status == NOMEM ? error_nomem(error) : OK;
}

enum status bucket_keys_learn(const struct file_system_rights *rights,
                              const char *const *urls, size_t n, struct error *error)
{
    struct bucket_pages *pages = mem_alloc_zeroed(n, sizeof *pages);
    size_t n_asked = 0;
    bool is_ready;
    enum status status = pages != NULL ? OK : error_nomem(error);
    for (size_t i = 0; status == OK && i < n; i++) {
        status = prepare(&pages[n_asked], rights, urls[i], &is_ready, error);
        n_asked += status == OK && is_ready;
    }
    if (status == OK && n_asked > 0)
        status = bucket_pages_next(pages, n_asked, error);
    for (size_t i = 0; i < n_asked; i++) {
        struct bucket_keys *keys = NULL;
        if (status == OK)
            status = make_keys(pages[i].url, pages[i].n_forgotten, &keys, error);
        if (status == OK)
            status = add_page(keys, &pages[i], error);
        /* An empty page does not say whether there are keys. */
        if (status == OK && (keys->n > 0 || !pages[i].page.is_truncated))
            keep(&pages[i], keys);
        if (keys != NULL)
            cached_release(&keys->base);
        bucket_pages_release(&pages[i]);
    }
    mem_free(pages);
    return status;
}

/* Gives the caller either keys or the error. */
static enum status give(struct bucket_keys **keys, enum status status,
                        struct error *error)
{
    if (status == OK && (*keys)->failure.status != OK) {
        *error = (*keys)->failure;
        status = error->status;
    }
    if (status != OK && *keys != NULL) {
        cached_release(&(*keys)->base);
        *keys = NULL;
    }
    return status;
}

/* Asks for pages after those that *keys (or NULL) are from, at least until there is a
 * key, and keeps all. */
static enum status ask(struct bucket_pages *pages, int most_pages,
                       struct bucket_keys **keys, struct error *error)
{
    enum status status = *keys == NULL
                             ? make_keys(pages->url, pages->n_forgotten, keys, error)
                             : OK;
    for (int n = 0; status == OK && (n < most_pages || (*keys)->n == 0); n++) {
        status = n < MOST_EMPTY_PAGES
                     ? bucket_pages_next(pages, 1, error)
                     : error_set(error, TOO_BIG, "the list of the bucket has no keys");
        if (status == OK)
            status = add_page(*keys, pages, error);
        if (!pages->page.is_truncated || (*keys)->failure.status != OK)
            break;
    }
    if (status == OK)
        keep(pages, *keys);
    return status;
}

enum status bucket_keys_get(const struct file_system_rights *rights, const char *url,
                            struct bucket_keys **keys, const char **within,
                            struct error *error)
{
    struct bucket_pages pages;
    enum status status = bucket_pages_init(&pages, rights, url, true, error);
    *keys = status == OK ? find_around(&pages, within) : NULL;
    if (status == OK && *keys == NULL)
        status = ask(&pages, 1, keys, error);
    bucket_pages_release(&pages);
    return give(keys, status, error);
}

enum status bucket_keys_find(const struct file_system_rights *rights, const char *url,
                             struct bucket_keys **keys, const char **within,
                             struct error *error)
{
    struct bucket_pages pages;
    struct error refusal = {0};
    enum status status = bucket_pages_init(&pages, rights, url, true, &refusal);
    *keys = status == OK ? find_around(&pages, within) : NULL;
    bucket_pages_release(&pages);
    if (*keys != NULL && !bucket_keys_cover(*keys)) {
        cached_release(&(*keys)->base);
        *keys = NULL;
    }
    return status == NOMEM ? error_nomem(error) : OK;
}

/* Begins after *keys, or after those that are known; all are if *is_done. */
static enum status go_on(struct bucket_pages *pages, struct bucket_keys **keys,
                         bool *is_done, struct error *error)
{
    struct bucket_keys *known = *keys;
    if (known == NULL)
        known = find_known(pages, slice_of(pages->url, strlen(pages->url)), MOST_AGE);
    *keys = NULL;
    *is_done = known != NULL && (known->is_complete || known->failure.status != OK);
    if (known == NULL || *is_done) {
        *keys = known;
        return OK;
    }
    enum status status = buffer_append(&pages->token, known->token.data,
                                       known->token.size, error);
    if (status == OK)
        status = copy_keys(known, keys, error);
    cached_release(&known->base);
    return status;
}

enum status bucket_keys_get_more(const struct file_system_rights *rights, const char *url,
                                 int most_pages, struct bucket_keys **keys,
                                 struct error *error)
{
    struct bucket_pages pages;
    bool is_done = false;
    enum status status = bucket_pages_init(&pages, rights, url, true, error);
    if (status == OK)
        status = go_on(&pages, keys, &is_done, error);
    if (status == OK && !is_done)
        status = ask(&pages, most_pages, keys, error);
    bucket_pages_release(&pages);
    return give(keys, status, error);
}

/* ---- What they say ------------------------------------------------------------------
 */

/* The index of the first key that is not below a text. */
static size_t find_first(const struct bucket_keys *keys, const char *text)
{
    size_t low = 0, high = keys->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(keys->keys[middle].name, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool bucket_keys_cover(const struct bucket_keys *keys)
{
    return keys->failure.status == OK && keys->is_complete;
}

bool bucket_keys_has(const struct bucket_keys *keys, const char *within)
{
    size_t size = strlen(within), at = keys->is_complete ? find_first(keys, within) : 0;
    return at < keys->n && strncmp(keys->keys[at].name, within, size) == 0;
}

const struct bucket_key *bucket_keys_look_up(const struct bucket_keys *keys,
                                             const char *name)
{
    size_t at = find_first(keys, name);
    return at < keys->n && strcmp(keys->keys[at].name, name) == 0 ? &keys->keys[at]
                                                                  : NULL;
}

enum status bucket_keys_list(const struct bucket_keys *keys, const char *within,
                             struct folder_listing *listing, struct error *error)
{
    size_t size = strlen(within), last_size = 0;
    const char *last = NULL;
    enum status status = OK;
    listing->is_missing = true;
    for (size_t i = find_first(keys, within); status == OK && i < keys->n; i++) {
        const struct bucket_key *key = &keys->keys[i];
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
