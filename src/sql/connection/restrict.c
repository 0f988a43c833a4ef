/* SPDX-License-Identifier: MIT */
#include "sql/connection/restrict.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/known_names.h"
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/connection/work.h"
#include "sql/host/report.h"
#include "value/option_text.h"

#define ENVIRONMENT_VARIABLE "PARQUET_VTAB_RESTRICT"

/* The items of one call, granted all together or not at all. */
struct request {
    const struct restrictions *now;
    struct restrictions wanted; /* folders are set only if asked for */
    uint64_t memory;            /* 0: not asked for */
    uint64_t given;             /* bits of enum limit */
};

enum limit { LIMIT_READ, LIMIT_WRITE, LIMIT_MEMORY, LIMIT_KEYS, LIMIT_FINAL, N_LIMITS };
static const char *const limit_names[N_LIMITS] = {"read", "write", "memory", "keys",
                                                  "final"};

enum {
    MOST_FOLDERS = 1000,      /* of a limit; each file that is opened asks for all */
    WORK_PER_FOLDER = 100000, /* to resolve it */
};

void restrictions_release(struct restrictions *restrictions)
{
    folders_release(&restrictions->readable);
    folders_release(&restrictions->writable);
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

/* Reads a list of folders, all inside `within` (NULL: anywhere). */
static enum status read_folders(const char *key, struct slice list,
                                const struct folders *within, struct folders *folders,
                                struct error *error)
{
    bool is_end = false;
    if (slice_equals_word(list, "none"))
        return OK;
    if (list.size == 0)
        return error_set(error, MISUSE,
                         "%s names no folder; to allow none, write %s=none", key, key);
    for (;;) {
        struct option_item item;
        enum status status = option_next_item(key, OPTION_NAMES, &list, &item, &is_end,
                                              error);
        if (status != OK || is_end)
            return status;
        status = folders->n < MOST_FOLDERS
                     ? folders_add(folders, within, item.name, error)
                     : error_set(error, TOO_BIG, "%s names more than %d folders", key,
                                 MOST_FOLDERS);
        mem_free(item.name);
        if (status == OK)
            status = interrupt_after(WORK_PER_FOLDER, error);
        if (status != OK)
            return status;
    }
}

static enum status set_switch(const char *name, struct slice value, bool *is_on,
                              struct error *error)
{
    char word[8] = "";
    if (value.size < sizeof word)
        memcpy(word, value.data, value.size);
    return option_switch(name, word, is_on, error);
}

static enum status set_item(struct request *request, unsigned limit, struct slice value,
                            struct error *error)
{
    struct restrictions *wanted = &request->wanted;
    const struct restrictions *now = request->now;
    const char *name = limit_names[limit];
    bool is_on = false;
    enum status status;
    switch (limit) {
    case LIMIT_READ:
        wanted->confines_reading = true;
        return read_folders(name, value, restrictions_readable(now), &wanted->readable,
                            error);
    case LIMIT_WRITE:
        wanted->confines_writing = true;
        return read_folders(name, value, now->confines_writing ? &now->writable : NULL,
                            &wanted->writable, error);
    case LIMIT_MEMORY:
        return option_memory(name, value, &request->memory, error);
    case LIMIT_KEYS:
        status = set_switch(name, value, &is_on, error);
        wanted->fixes_keys = !is_on;
        return status == OK && is_on ? restrictions_allow_keys(now, error) : status;
    default:
        return set_switch(name, value, &wanted->is_final, error);
    }
}

static enum status refuse_limit(const char *what, struct slice name, struct error *error)
{
    struct known_names known;
    known_names_begin(&known, name);
    known_names_add_texts(&known, limit_names, N_LIMITS);
    error_set(error, MISUSE, "%s \"%.*s\"", what, SLICE_SHOWN(name, 100));
    return known_names_suggest(&known, "limit", error);
}

static enum status add_item(struct request *request, const char *item,
                            struct error *error)
{
    enum status status = option_check_size(item, error);
    const char *equals = strchr(item, '=');
    if (status != OK)
        return status;
    struct slice name = option_trim(slice_of(item, strcspn(item, "=")));
    if (equals == NULL)
        return refuse_limit("not limit=value:", name, error);
    struct slice value = option_trim(slice_of(equals + 1, strlen(equals + 1)));
    unsigned limit = option_find(limit_names, N_LIMITS, name);
    if (limit == N_LIMITS)
        return refuse_limit("unknown limit", name, error);
    status = option_once(&request->given, limit, limit_names[limit], error);
    return status == OK ? set_item(request, limit, value, error) : status;
}

static void replace_folders(struct folders *old, struct folders *new)
{
    folders_release(old);
    *old = *new;
    *new = (struct folders){0};
}

static void grant(struct connection *connection, struct request *request)
{
    struct restrictions *now = &connection->restrictions, *wanted = &request->wanted;
    if (wanted->confines_reading)
        replace_folders(&now->readable, &wanted->readable);
    if (wanted->confines_writing)
        replace_folders(&now->writable, &wanted->writable);
    now->confines_reading |= wanted->confines_reading;
    now->confines_writing |= wanted->confines_writing;
    now->fixes_keys |= wanted->fixes_keys;
    now->is_final |= wanted->is_final;
    if (request->memory > 0 && request->memory < connection->all_memory.limit)
        connection->all_memory.limit = (size_t)request->memory;
}

/* ---- Where requests come from ------------------------------------------------------ */

enum status restrict_by_environment(struct connection *connection, struct error *error)
{
    const char *items = getenv(ENVIRONMENT_VARIABLE);
    struct request request = {.now = &connection->restrictions};
    enum status status = OK;
    int n_items = 0;
    if (items == NULL)
        return OK;
    for (const char *end; status == OK && *items != '\0'; items = end) {
        size_t size = strcspn(items, ";");
        end = items + size + (items[size] == ';');
        struct slice text = option_trim(slice_of(items, size));
        if (text.size == 0)
            continue;
        char *item = mem_copy_text(text.data, text.size);
        status = item == NULL ? error_nomem(error) : add_item(&request, item, error);
        mem_free(item);
        n_items++;
    }
    if (status == OK && n_items == 0)
        status = error_set(error, MISUSE, "it sets no limit");
    if (status == OK)
        grant(connection, &request);
    restrictions_release(&request.wanted);
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
                         "'memory=amount', 'keys=off', 'final=on')");
    for (int i = 0; status == OK && i < argc; i++) {
        const char *item = (const char *)sqlite3_value_text(argv[i]);
        if (item == NULL)
            status = sqlite3_value_type(argv[i]) == SQLITE_NULL
                         ? error_set(error, MISUSE, "a limit is NULL")
                         : error_nomem(error);
        else if (strlen(item) != (size_t)sqlite3_value_bytes(argv[i]))
            status = error_set(error, MISUSE, "a limit contains a NUL character");
        else
            status = add_item(request, item, error);
    }
    return status;
}

static void parquet_restrict(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct connection *connection = sqlite3_user_data(context);
    struct request request = {.now = &connection->restrictions};
    struct error error = {0};
    struct work work = {0};
    int code = SQLITE_OK;
    enum status status = trust_caller(sqlite3_context_db_handle(context),
                                      "parquet_restrict", &code, &error);
    if (status == OK)
        status = key_function_is_over(connection->db, &error);
    if (status == OK && connection->restrictions.is_final)
        status = error_set(&error, MISUSE, "the limits of this connection are final");
    work_begin(&work, connection, &connection->memory);
    if (status == OK)
        status = read_arguments(&request, argc, argv, &error);
    status = work_end(&work, status, &error);
    if (status == OK)
        grant(connection, &request);
    restrictions_release(&request.wanted);
    if (status != OK)
        report_to_function(context, NULL, code, &error);
}

int register_restrict(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(
        db, "parquet_restrict", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        connection_retain(connection), parquet_restrict, NULL, NULL, connection_release);
}
