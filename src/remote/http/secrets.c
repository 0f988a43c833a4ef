/* SPDX-License-Identifier: MIT */
#include "remote/http/secrets.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/cipher.h"
#include "base/hash.h"

/* The texts of a secret, in one block with it. */
struct stored_secret {
    atomic_uint n_references; /* of lists */
    struct secret secret;
    struct url scope;
    bool is_for_all_buckets; /* then `scope` is not used */
    size_t size;             /* of the block */
    char texts[];
};

struct secrets {
    atomic_uint n_references;
    size_t n;
    struct stored_secret *list[];
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
    struct stored_secret *made = mem_alloc_unaccounted(size);
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

uint64_t secret_fingerprint(const struct secret *secret)
{
    uint8_t settings[] = {(uint8_t)secret->url_style, secret->requester_pays};
    uint64_t hash = hash_of(slice_of(settings, sizeof settings), hash_process_seed());
    for (int i = 0; i < N_MEMBERS; i++) {
        const char *text = get_text(secret, &members[i]);
        if (text != NULL)
            hash = hash_of(slice_of(text, strlen(text)), hash + (uint64_t)i);
    }
    return hash != 0 ? hash : 1;
}

/* ---- Lists ------------------------------------------------------------------------ */

struct secrets *secrets_retain(struct secrets *secrets)
{
    if (secrets != NULL)
        atomic_fetch_add(&secrets->n_references, 1);
    return secrets;
}

void secrets_release(struct secrets *secrets)
{
    if (secrets == NULL || atomic_fetch_sub(&secrets->n_references, 1) > 1)
        return;
    for (size_t i = 0; i < secrets->n; i++)
        release_secret(secrets->list[i]);
    mem_free(secrets);
}

size_t secrets_size(const struct secrets *secrets)
{
    return secrets != NULL ? secrets->n : 0;
}

const struct secret *secrets_find(const struct secrets *secrets, const struct url *url)
{
    const struct stored_secret *found = NULL;
    for (size_t i = 0; i < secrets_size(secrets); i++) {
        const struct stored_secret *stored = secrets->list[i];
        bool is_longer = found == NULL || found->is_for_all_buckets ||
                         stored->scope.path.size > found->scope.path.size;
        if (stored->is_for_all_buckets ? found == NULL && url->scheme == URL_S3
                                       : is_longer && url_is_within(&stored->scope, url))
            found = stored;
    }
    return found != NULL ? &found->secret : NULL;
}

/* Makes the list without the secret of a normalised scope, and with room for another. */
static enum status copy_without(const struct secrets *old, const char *scope,
                                struct secrets **made, struct error *error)
{
    size_t n_old = secrets_size(old);
    struct secrets *copy = mem_alloc_unaccounted(sizeof *copy +
                                                 (n_old + 1) * sizeof *copy->list);
    if (copy == NULL)
        return error_nomem(error);
    atomic_init(&copy->n_references, 1);
    for (size_t i = 0; i < n_old; i++) {
        struct stored_secret *stored = old->list[i];
        if (strcmp(stored->secret.scope, scope) == 0)
            continue;
        atomic_fetch_add(&stored->n_references, 1);
        copy->list[copy->n++] = stored;
    }
    *made = copy;
    return OK;
}

enum status secrets_with(const struct secrets *old, const struct secret *secret,
                         struct secrets **made, struct error *error)
{
    struct buffer scope = {0};
    struct stored_secret *stored = NULL;
    *made = NULL;
    enum status status = normalise_scope(secret->scope, &scope, error);
    if (status == OK)
        status = check_secret(secret, scope.data[0] == 's', error);
    if (status == OK)
        status = store_secret(secret, buffer_slice(&scope), &stored, error);
    if (status == OK)
        status = copy_without(old, (const char *)scope.data, made, error);
    if (status == OK && (*made)->n == SECRETS_MOST)
        status = error_set(error, TOO_BIG, "a connection has at most %d secrets",
                           SECRETS_MOST);
    if (status == OK) {
        (*made)->list[(*made)->n++] = stored;
    } else {
        release_secret(stored);
        secrets_release(*made);
        *made = NULL;
    }
    buffer_release(&scope);
    return status;
}

enum status secrets_without(const struct secrets *old, const char *scope,
                            struct secrets **made, bool *was_there, struct error *error)
{
    struct buffer normal = {0};
    *made = NULL;
    *was_there = false;
    enum status status = normalise_scope(scope, &normal, error);
    if (status == OK)
        status = copy_without(old, (const char *)normal.data, made, error);
    if (status == OK)
        *was_there = (*made)->n < secrets_size(old);
    buffer_release(&normal);
    return status;
}
