/* SPDX-License-Identifier: MIT */
#include "remote/http/secrets.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/cipher.h"
#include "base/monitor.h"

/* The texts of a secret, in one block with it. */
struct stored_secret {
    atomic_uint n_references; /* of lists */
    struct secret secret;
    struct url scope;
    bool is_for_all_buckets; /* then `scope` is not used */
    size_t size;             /* of the block */
    char texts[];
};

struct secret_list {
    atomic_uint n_references;
    size_t n;
    struct stored_secret *secrets[];
};

struct secret_store {
    atomic_uint n_references;
    atomic_uint_fast64_t version;
    struct monitor *monitor;  /* of `list`; NULL in a build without threads */
    struct secret_list *list; /* NULL: no secrets */
};

/* The members of a secret that are texts, the scope excepted. */
static const struct text_member {
    const char *name; /* in messages */
    size_t offset;
    bool is_s3;
} members[] = {
    {"key id", offsetof(struct secret, key_id), true},
    {"secret key", offsetof(struct secret, key_secret), true},
    {"session token", offsetof(struct secret, session_token), true},
    {"region", offsetof(struct secret, region), true},
    {"endpoint", offsetof(struct secret, endpoint), true},
    {"bearer token", offsetof(struct secret, bearer_token), false},
    {"user", offsetof(struct secret, user), false},
    {"password", offsetof(struct secret, password), false},
    {"header", offsetof(struct secret, header), false},
};

enum { N_MEMBERS = sizeof members / sizeof *members };

static const char *get_text(const struct secret *secret, const struct text_member *member)
{
    const char *text;
    memcpy(&text, (const char *)secret + member->offset, sizeof text);
    return text;
}

/* ---- Checking --------------------------------------------------------------------- */

/* Writes a scope in its normal form. */
static enum status normalise_scope(const char *text, struct buffer *scope,
                                   struct error *error)
{
    struct url url;
    struct slice given = slice_of(text, strlen(text));
    if (slice_equals_word(given, "s3://"))
        return buffer_append(scope, "s3://", sizeof "s3://", error);
    enum status status = url_parse(given, &url, error);
    if (status == OK && url.has_query)
        status = error_set(error, MISUSE, "a secret's scope is a URL without a query");
    if (status == OK)
        status = url_append(&url, scope, error);
    return status == OK ? buffer_append(scope, "", 1, error) : status;
}

static enum status check_text(const struct secret *secret,
                              const struct text_member *member, bool is_s3,
                              struct error *error)
{
    const char *text = get_text(secret, member);
    if (text == NULL)
        return OK;
    if (member->is_s3 != is_s3)
        return error_set(error, MISUSE, "a secret for %s has no %s",
                         is_s3 ? "s3" : "http and https", member->name);
    size_t size = strlen(text);
    if (size > SECRET_MOST_VALUE)
        return error_set(error, TOO_BIG, "a secret's %s has at most %d bytes",
                         member->name, SECRET_MOST_VALUE);
    for (size_t i = 0; i < size; i++) {
        if ((uint8_t)text[i] < ' ' || text[i] == 0x7f)
            return error_set(error, MISUSE, "a secret's %s has a control character",
                             member->name);
    }
    return OK;
}

/* Whether a header has a name and is not one that says how to transfer data. */
static bool is_header(const char *text)
{
    static const char *const reserved[] = {"Host", "Range", "Content-Length",
                                           "Transfer-Encoding", "Connection"};
    static const char allowed[] = "!#$%&'*+-.^_`|~0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    size_t size = strspn(text, allowed);
    bool is_reserved = false;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        is_reserved = is_reserved || slice_equals_word(slice_of(text, size), reserved[i]);
    return size > 0 && text[size] == ':' && !is_reserved;
}

static enum status check_secret(const struct secret *secret, bool is_s3,
                                struct error *error)
{
    enum status status = OK;
    for (int i = 0; status == OK && i < N_MEMBERS; i++)
        status = check_text(secret, &members[i], is_s3, error);
    if (status != OK)
        return status;
    if ((secret->key_id == NULL) != (secret->key_secret == NULL))
        return error_set(error, MISUSE,
                         "a secret has a key id and a secret key, or none");
    if (secret->session_token != NULL && secret->key_id == NULL)
        return error_set(error, MISUSE, "a session token belongs to a key id");
    if ((secret->user == NULL) != (secret->password == NULL))
        return error_set(error, MISUSE, "a secret has a user and a password, or neither");
    if (secret->user != NULL && secret->bearer_token != NULL)
        return error_set(error, MISUSE,
                         "a secret has a user and a password, or a bearer token");
    if (secret->user != NULL && strchr(secret->user, ':') != NULL)
        return error_set(error, MISUSE, "a user has no colon");
    if (!is_s3 && (secret->requester_pays || secret->url_style != S3_STYLE_DEFAULT))
        return error_set(error, MISUSE,
                         "a secret for http and https has no settings "
                         "of S3");
    if (secret->header != NULL && !is_header(secret->header))
        return error_set(error, MISUSE,
                         "a secret's header is \"Name: value\", and not one that says "
                         "how data are transferred");
    return OK;
}

/* ---- One secret ------------------------------------------------------------------- */

static void release_secret(struct stored_secret *stored)
{
    if (stored == NULL || atomic_fetch_sub(&stored->n_references, 1) > 1)
        return;
    wipe(stored, stored->size);
    mem_free(stored);
}

/* Copies the text to *at, and moves that on. */
static const char *store_text(const char *text, char **at)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    char *copy = memcpy(*at, text, size);
    *at += size;
    return copy;
}

static enum status store_secret(const struct secret *secret, struct slice scope,
                                struct stored_secret **stored, struct error *error)
{
    size_t size = sizeof **stored + scope.size;
    for (int i = 0; i < N_MEMBERS; i++) {
        const char *text = get_text(secret, &members[i]);
        size += text != NULL ? strlen(text) + 1 : 0;
    }
    struct stored_secret *made = mem_alloc(size, 1);
    if (made == NULL)
        return error_nomem(error);
    char *at = made->texts;
    atomic_init(&made->n_references, 1);
    made->secret = *secret;
    made->size = size;
    made->scope = (struct url){.scheme = URL_S3};
    made->secret.scope = store_text((const char *)scope.data, &at);
    for (int i = 0; i < N_MEMBERS; i++) {
        const char *text = store_text(get_text(secret, &members[i]), &at);
        memcpy((char *)&made->secret + members[i].offset, &text, sizeof text);
    }
    scope = slice_of(made->secret.scope, scope.size - 1);
    made->is_for_all_buckets = slice_equals_text(scope, "s3://");
    enum status status = made->is_for_all_buckets ? OK
                                                  : url_parse(scope, &made->scope, error);
    if (status != OK) {
        release_secret(made);
        return status;
    }
    *stored = made;
    return OK;
}

/* ---- Lists ------------------------------------------------------------------------ */

struct secret_list *secret_list_retain(struct secret_list *list)
{
    if (list != NULL)
        atomic_fetch_add(&list->n_references, 1);
    return list;
}

void secret_list_release(struct secret_list *list)
{
    if (list == NULL || atomic_fetch_sub(&list->n_references, 1) > 1)
        return;
    for (size_t i = 0; i < list->n; i++)
        release_secret(list->secrets[i]);
    mem_free(list);
}

size_t secret_list_size(const struct secret_list *list)
{
    return list != NULL ? list->n : 0;
}

const struct secret *secret_list_at(const struct secret_list *list, size_t i)
{
    return &list->secrets[i]->secret;
}

const struct secret *secret_list_find(const struct secret_list *list,
                                      const struct url *url)
{
    const struct stored_secret *found = NULL;
    for (size_t i = 0; i < secret_list_size(list); i++) {
        const struct stored_secret *stored = list->secrets[i];
        bool is_longer = found == NULL || found->is_for_all_buckets ||
                         stored->scope.path.size > found->scope.path.size;
        if (stored->is_for_all_buckets ? found == NULL && url->scheme == URL_S3
                                       : is_longer && url_is_within(&stored->scope, url))
            found = stored;
    }
    return found != NULL ? &found->secret : NULL;
}

/* Makes the list without the secret of that scope, and with `added`, which may be NULL.
 */
static enum status make_list(const struct secret_list *old, const char *scope,
                             struct stored_secret *added, struct secret_list **list,
                             struct error *error)
{
    size_t n_old = secret_list_size(old);
    struct secret_list *made = mem_alloc(1, sizeof *made +
                                                (n_old + 1) * sizeof *made->secrets);
    if (made == NULL)
        return error_nomem(error);
    atomic_init(&made->n_references, 1);
    made->n = 0;
    for (size_t i = 0; i < n_old; i++) {
        struct stored_secret *stored = old->secrets[i];
        if (strcmp(stored->secret.scope, scope) == 0)
            continue;
        atomic_fetch_add(&stored->n_references, 1);
        made->secrets[made->n++] = stored;
    }
    if (added != NULL)
        made->secrets[made->n++] = added;
    *list = made;
    return OK;
}

/* ---- The store -------------------------------------------------------------------- */

/* Stores of all connections draw from one count. */
static uint64_t next_version(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

struct secret_store *secret_store_new(void)
{
    struct secret_store *store = mem_alloc_unaccounted(sizeof *store);
    if (store == NULL)
        return NULL;
    atomic_store(&store->n_references, 1);
    atomic_store(&store->version, next_version());
    store->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
    if (store->monitor == NULL) {
        mem_free(store);
        return NULL;
    }
#endif
    return store;
}

struct secret_store *secret_store_retain(struct secret_store *store)
{
    if (store != NULL)
        atomic_fetch_add(&store->n_references, 1);
    return store;
}

void secret_store_release(struct secret_store *store)
{
    if (store == NULL || atomic_fetch_sub(&store->n_references, 1) > 1)
        return;
    secret_list_release(store->list);
    monitor_free(store->monitor);
    mem_free(store);
}

struct secret_list *secret_store_list(struct secret_store *store)
{
    if (store == NULL)
        return NULL;
    monitor_enter(store->monitor);
    struct secret_list *list = secret_list_retain(store->list);
    monitor_leave(store->monitor);
    return list;
}

uint64_t secret_store_version(struct secret_store *store)
{
    return store != NULL ? (uint64_t)atomic_load(&store->version) : 0;
}

/* Replaces the list by one without the secret of that scope, and with `added`, which then
 * belongs to the list.  *was_there: whether there was one. */
static enum status replace(struct secret_store *store, const char *scope,
                           struct stored_secret *added, bool *was_there,
                           struct error *error)
{
    struct secret_list *made = NULL, *old;
    monitor_enter(store->monitor);
    old = store->list;
    size_t n_old = secret_list_size(old);
    enum status status = make_list(old, scope, added, &made, error);
    if (status == OK && made->n > SECRETS_MOST)
        status = error_set(error, TOO_BIG, "a connection has at most %d secrets",
                           SECRETS_MOST);
    if (status == OK) {
        *was_there = n_old + (added != NULL) > made->n;
        store->list = made;
        atomic_store(&store->version, next_version());
    }
    monitor_leave(store->monitor);
    if (status == OK)
        secret_list_release(old);
    else if (made != NULL)
        secret_list_release(made); /* and `added` */
    else
        release_secret(added);
    return status;
}

enum status secret_store_set(struct secret_store *store, const struct secret *secret,
                             struct error *error)
{
    struct buffer scope = {0};
    struct stored_secret *stored = NULL;
    bool was_there;
    enum status status = normalise_scope(secret->scope, &scope, error);
    if (status == OK)
        status = check_secret(
            secret, slice_equals(slice_of(scope.data, 2), slice_of("s3", 2)), error);
    if (status == OK)
        status = store_secret(secret, buffer_slice(&scope), &stored, error);
    if (status == OK)
        status = replace(store, (const char *)scope.data, stored, &was_there, error);
    buffer_release(&scope);
    return status;
}

enum status secret_store_remove(struct secret_store *store, const char *scope,
                                bool *was_there, struct error *error)
{
    struct buffer normal = {0};
    *was_there = false;
    enum status status = normalise_scope(scope, &normal, error);
    if (status == OK)
        status = replace(store, (const char *)normal.data, NULL, was_there, error);
    buffer_release(&normal);
    return status;
}
