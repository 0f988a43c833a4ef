/* SPDX-License-Identifier: MIT */
#include "sql/connection/restrict.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/connection/call_scope.h"
#include "sql/host/report.h"
#include "sql/options/options.h"
#include "value/option_text.h"

#define ENVIRONMENT_VARIABLE "PARQUET_VTAB_RESTRICT"

/* The items of one call, granted all together or not at all. */
struct request {
    struct option_values values; /* must be first */
#define RESTRICT_OPTION OPTION_MEMBER
#include "sql/options/option_list.h"
    struct folders readable, writable;
    struct file_system_rights *rights;
};

enum restrict_option {
#define RESTRICT_OPTION(kind, name, ...) RESTRICT_##name,
#include "sql/options/option_list.h"
    N_LIMITS,
};

static const struct option LIMITS[] = {
#define RESTRICT_OPTION(...) OPTION_ROW(struct request, __VA_ARGS__)
#include "sql/options/option_list.h"
};

const struct option_set restrict_option_set = {
    .options = LIMITS, .n = N_LIMITS, .noun = "limit", .advice = ""};

enum {
    MOST_FOLDERS = 1000,      /* of a limit; each file that is opened asks for all */
    WORK_PER_FOLDER = 100000, /* to resolve it */
    WORK_PER_URL = 1000,
};

void restrictions_release(struct restrictions *restrictions)
{
    folders_release(&restrictions->readable);
    folders_release(&restrictions->writable);
    remote_rights_release(restrictions->remote);
}

const struct folders *restrictions_readable(const struct restrictions *restrictions)
{
    return restrictions->confines_reading ? &restrictions->readable : NULL;
}

enum status restrictions_allow_target(const struct restrictions *restrictions,
                                      const char *target, struct error *error)
{
    if (!restrictions->confines_writing ||
        folders_contain(&restrictions->writable, target))
        return OK;
    if (path_is_url(target))
        return error_set(error, CANTOPEN,
                         "this connection may write only to the folders of "
                         "parquet_restrict('write=...'), not to URLs");
    return error_set(error, CANTOPEN,
                     "outside the folders that this connection may write to");
}

enum status restrictions_allow_keys(const struct restrictions *restrictions,
                                    struct error *error)
{
    if (!restrictions->fixes_keys && !restrictions->is_final)
        return OK;
    return error_set(error, MISUSE,
                     "the keys of this connection are fixed since "
                     "parquet_restrict('%s'): add them before",
                     restrictions->fixes_keys ? "keys=off" : "final=on");
}

/* ---- A request -------------------------------------------------------------------- */

static bool is_asked(const struct request *request, enum restrict_option id)
{
    return option_is_given(&request->values, id);
}

/* Finds the folders of a list, all inside `within` (NULL: anywhere). */
static enum status find_folders(const char *key, const struct option_list *list,
                                const struct folders *within, struct folders *folders,
                                struct error *error)
{
    enum status status = OK;
    if (list->n == 0 && list->word == 0)
        return error_set(error, MISUSE,
                         "%s names no folder; to allow none, write %s=none", key, key);
    if (list->n > MOST_FOLDERS)
        return error_set(error, TOO_BIG, "%s names more than %d folders", key,
                         MOST_FOLDERS);
    for (uint32_t i = 0; status == OK && i < list->n; i++) {
        status = folders_add(folders, within, list->items[i].name, error);
        if (status == OK)
            status = interrupt_after(WORK_PER_FOLDER, error);
    }
    return status;
}

/* Finds the URLs of a list, all inside what is allowed now. */
static enum status find_urls(const struct option_list *list,
                             const struct file_system_rights *now,
                             struct file_system_rights *rights, struct error *error)
{
    enum status status = OK;
    if (list->n == 0 && list->word == 0)
        return error_set(error, MISUSE,
                         "remote names no URL; to allow none, write remote=none");
    if (list->n > MOST_FOLDERS)
        return error_set(error, TOO_BIG, "remote names more than %d URLs", MOST_FOLDERS);
    remote_rights_clear(rights);
    for (uint32_t i = 0; status == OK && i < list->n; i++) {
        status = remote_rights_add(rights, now, list->items[i].name, error);
        if (status == OK)
            status = interrupt_after(WORK_PER_URL, error);
    }
    if (list->n == 0)
        remote_rights_refuse(rights, "this connection may open no URLs (remote=none)");
    return status;
}

/* What the connection may reach after the request. */
static enum status check_remote(struct request *request, const struct restrictions *now,
                                struct error *error)
{
    enum status status = OK;
    struct file_system_rights *rights = remote_rights_copy(now->remote);
    request->rights = rights;
    if (rights == NULL)
        return error_nomem(error);
    if (is_asked(request, RESTRICT_remote))
        status = find_urls(&request->remote, now->remote, rights, error);
    else if (is_asked(request, RESTRICT_read) && !rights->is_limited)
        remote_rights_refuse(rights, "this connection may read only the folders of "
                                     "parquet_restrict(); URLs need 'remote=...' beside "
                                     "'read=...'");
    rights->avoids_private |= !request->private_addresses;
    rights->hides_environment |= !request->environment_keys;
    return status;
}

static enum status check_request(struct request *request, const struct restrictions *now,
                                 struct error *error)
{
    enum status status = OK;
    if (is_asked(request, RESTRICT_read))
        status = find_folders("read", &request->read, restrictions_readable(now),
                              &request->readable, error);
    if (status == OK && is_asked(request, RESTRICT_write))
        status = find_folders("write", &request->write,
                              now->confines_writing ? &now->writable : NULL,
                              &request->writable, error);
    if (status == OK && is_asked(request, RESTRICT_keys) && request->keys)
        status = restrictions_allow_keys(now, error);
    return status == OK ? check_remote(request, now, error) : status;
}

static void request_release(struct request *request)
{
    options_release(&request->values);
    folders_release(&request->readable);
    folders_release(&request->writable);
    remote_rights_release(request->rights);
}

static void replace_folders(struct folders *old, struct folders *new)
{
    folders_release(old);
    *old = *new;
    *new = (struct folders){0};
}

static void replace_remote(struct restrictions *now,
                           const struct file_system_rights *rights)
{
    remote_rights_release(now->remote);
    now->remote = rights;
}

bool restrictions_refuse_remote(struct restrictions *restrictions)
{
    struct file_system_rights *rights = remote_rights_copy(restrictions->remote);
    if (rights == NULL)
        return false;
    if (!rights->is_limited && rights->refusal == NULL) {
        remote_rights_refuse(rights,
                             "parquet_vtab was loaded as read-only, which opens no "
                             "URLs unless parquet_restrict('remote=...') allows "
                             "some");
        rights->may_be_lifted = true;
    }
    replace_remote(restrictions, rights);
    return true;
}

static void grant(struct connection *connection, struct request *request)
{
    struct restrictions *now = &connection->restrictions;
    if (is_asked(request, RESTRICT_read))
        replace_folders(&now->readable, &request->readable);
    if (is_asked(request, RESTRICT_write))
        replace_folders(&now->writable, &request->writable);
    replace_remote(now, request->rights);
    request->rights = NULL;
    now->confines_reading |= is_asked(request, RESTRICT_read);
    now->confines_writing |= is_asked(request, RESTRICT_write);
    now->fixes_keys |= !request->keys;
    now->is_final |= request->final;
    if (is_asked(request, RESTRICT_memory) &&
        request->memory < connection->all_memory.limit)
        connection->all_memory.limit = (size_t)request->memory;
}

/* ---- Where requests come from ------------------------------------------------------ */

enum status restrict_by_environment(struct connection *connection, struct error *error)
{
    const char *items = getenv(ENVIRONMENT_VARIABLE);
    struct request request = {.values.given = 0};
    enum status status = OK;
    int n_items = 0;
    if (items == NULL)
        return OK;
    options_init(&restrict_option_set, &request.values);
    for (const char *end; status == OK && *items != '\0'; items = end) {
        size_t size = strcspn(items, ";");
        end = items + size + (items[size] == ';');
        struct slice text = option_trim(slice_of(items, size));
        if (text.size == 0)
            continue;
        char *item = mem_copy_text(text.data, text.size);
        status = item == NULL ? error_nomem(error)
                              : options_set(&restrict_option_set, &request.values,
                                            IN_RESTRICTS, item, error);
        mem_free(item);
        n_items++;
    }
    if (status == OK && n_items == 0)
        status = error_set(error, MISUSE, "it sets no limit");
    if (status == OK)
        status = check_request(&request, &connection->restrictions, error);
    if (status == OK)
        grant(connection, &request);
    request_release(&request);
    return status == OK
               ? OK
               : error_locate(error, "environment variable %s", ENVIRONMENT_VARIABLE);
}

static enum status read_arguments(struct request *request, int argc, sqlite3_value **argv,
                                  struct error *error)
{
    enum status status = OK;
    if (argc == 0)
        return error_set(error, MISUSE,
                         "parquet_restrict() needs limits: "
                         "parquet_restrict('read=folders', 'write=folders', "
                         "'remote=URLs', 'memory=amount', 'keys=off', 'final=on')");
    for (int i = 0; status == OK && i < argc; i++) {
        const char *item;
        status = text_argument(argv[i], "a limit", &item, error);
        if (status == OK)
            status = options_set(&restrict_option_set, &request->values, IN_RESTRICTS,
                                 item, error);
    }
    return status;
}

static void parquet_restrict(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct connection *connection = sqlite3_user_data(context);
    struct request request = {.values.given = 0};
    struct error error = {0};
    struct call_scope call = {0};
    int code = SQLITE_OK;
    enum status status = trust_caller(connection, "parquet_restrict", &code, &error);
    if (status == OK)
        status = key_function_is_over(connection->db, &error);
    if (status == OK && connection->restrictions.is_final)
        status = error_set(&error, MISUSE, "the limits of this connection are final");
    options_init(&restrict_option_set, &request.values);
    call_begin(&call, connection, &connection->memory);
    if (status == OK)
        status = read_arguments(&request, argc, argv, &error);
    if (status == OK)
        status = check_request(&request, &connection->restrictions, &error);
    status = call_end(&call, status, &error);
    if (status == OK)
        grant(connection, &request);
    request_release(&request);
    if (status != OK)
        report_to_function(context, NULL, code, &error);
}

int register_restrict(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(
        db, "parquet_restrict", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        connection_retain(connection), parquet_restrict, NULL, NULL, connection_release);
}
