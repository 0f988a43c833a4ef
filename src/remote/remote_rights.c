/* SPDX-License-Identifier: MIT */
#include "remote/remote_rights.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "remote/http/secrets.h"

/* Rights outlive the calls that use them, and are small: no account is charged. */
struct file_system_rights *remote_rights_copy(const struct file_system_rights *rights)
{
    struct file_system_rights *copy = mem_alloc_unaccounted(sizeof *copy);
    if (copy == NULL)
        return NULL;
    if (rights != NULL) {
        copy->refusal = rights->refusal;
        copy->may_be_lifted = rights->may_be_lifted;
        copy->is_limited = rights->is_limited;
        copy->avoids_private = rights->avoids_private;
        copy->hides_environment = rights->hides_environment;
        copy->secrets = secrets_retain(rights->secrets);
    }
    atomic_init(&copy->n_users, 1);
    for (size_t i = 0; rights != NULL && i < rights->n_prefixes; i++) {
        struct error ignored = {0};
        if (remote_rights_add(copy, NULL, rights->prefixes[i], &ignored) != OK) {
            remote_rights_release(copy);
            return NULL;
        }
    }
    return copy;
}

const struct file_system_rights *
remote_rights_share(const struct file_system_rights *rights)
{
    struct file_system_rights *counted = (struct file_system_rights *)rights;
    if (rights != NULL)
        atomic_fetch_add(&counted->n_users, 1);
    return rights;
}

void remote_rights_clear(struct file_system_rights *rights)
{
    for (size_t i = 0; i < rights->n_prefixes; i++)
        mem_free(rights->prefixes[i]);
    mem_free(rights->prefixes);
    rights->prefixes = NULL;
    rights->n_prefixes = 0;
    rights->is_limited = true;
    rights->refusal = NULL;
    rights->may_be_lifted = false;
}

void remote_rights_refuse(struct file_system_rights *rights, const char *refusal)
{
    remote_rights_clear(rights);
    rights->refusal = refusal;
}

void remote_rights_release(const struct file_system_rights *rights)
{
    struct file_system_rights *last = (struct file_system_rights *)rights;
    if (rights == NULL || atomic_fetch_sub(&last->n_users, 1) != 1)
        return;
    remote_rights_clear(last);
    secrets_release(last->secrets);
    mem_free(last);
}

bool remote_rights_are_limited(const struct file_system_rights *rights)
{
    return rights->is_limited;
}

uint64_t remote_rights_limits(const struct file_system_rights *rights)
{
    uint64_t limits = (uint64_t)rights->avoids_private * 2 + rights->is_limited;
    for (size_t i = 0; i < rights->n_prefixes; i++) {
        const char *text = rights->prefixes[i];
        limits = hash_mix(limits) +
                 hash_of(slice_of(text, strlen(text)), hash_process_seed());
    }
    return limits;
}

static bool allows(const struct file_system_rights *rights, const struct url *url)
{
    bool is_within = !rights->is_limited;
    for (size_t i = 0; !is_within && i < rights->n_prefixes; i++) {
        struct error ignored = {0};
        struct url prefix;
        const char *text = rights->prefixes[i];
        is_within = url_parse(slice_of(text, strlen(text)), &prefix, &ignored) == OK &&
                    url_is_within(&prefix, url);
    }
    return is_within;
}

enum status remote_rights_add(struct file_system_rights *rights,
                              const struct file_system_rights *within, const char *url,
                              struct error *error)
{
    struct url parsed;
    struct shown_url shown;
    struct slice text = slice_of(url, strlen(url));
    enum status status = url_parse(text, &parsed, error);
    if (status != OK)
        return status;
    bool is_outside = within != NULL &&
                      (within->refusal != NULL ? !within->may_be_lifted
                                               : !allows(within, &parsed));
    if (is_outside)
        return error_set(error, MISUSE, "\"%s\" is outside the allowed URLs",
                         url_for_message(text, &shown));
    struct memory_scope scope = memory_account_enter(NULL);
    if (!mem_grow(&rights->prefixes, rights->n_prefixes + 1, sizeof *rights->prefixes) ||
        (rights->prefixes[rights->n_prefixes] = mem_copy_text(url, text.size)) == NULL)
        status = error_nomem(error);
    else
        rights->n_prefixes++;
    memory_scope_restore(scope);
    return status;
}

enum status remote_rights_allow(const struct file_system_rights *rights,
                                const struct url *url, struct error *error)
{
    if (rights == NULL)
        return error_set(error, CANTOPEN, "URLs cannot be opened here");
    if (rights->refusal != NULL)
        return error_set(error, CANTOPEN, "%s", rights->refusal);
    return allows(rights, url)
               ? OK
               : error_set(error, CANTOPEN,
                           "outside the URLs that this connection may reach "
                           "(parquet_restrict('remote=...'))");
}
