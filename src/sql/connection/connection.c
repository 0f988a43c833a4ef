/* SPDX-License-Identifier: MIT */
#include "sql/connection/connection.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "value/option_text.h"

#define CACHE_VARIABLE "PARQUET_VTAB_CACHE"

enum status cache_limit_by_environment(struct error *error)
{
    const char *text = getenv(CACHE_VARIABLE);
    uint64_t limit;
    if (text == NULL)
        return OK;
    enum status status = option_number(CACHE_VARIABLE, slice_of(text, strlen(text)), true,
                                       0, SIZE_MAX / 2, &limit, error);
    if (status == OK)
        cache_set_limit((size_t)limit);
    return status;
}

void memory_limit_process(void)
{
    sqlite3_int64 limit = sqlite3_hard_heap_limit64(-1);
    if (limit > 0) {
        limit -= sqlite3_memory_used();
        atomic_store_explicit(&process_memory.limit, limit > 0 ? (size_t)limit : 0,
                              memory_order_relaxed);
        if (process_memory.used > process_memory.limit / 2)
            cache_trim(0);
    } else {
        atomic_store_explicit(&process_memory.limit, SIZE_MAX, memory_order_relaxed);
    }
}

/* Frees the scans that tables keep for the next query; false if there are none. */
static bool drop_idle(void *owner)
{
    const struct connection *connection = owner;
    bool has_freed = false;
    for (int i = 0; i < MOST_IDLE_TABLES && connection->idle[i] != NULL; i++) {
        const struct listed_table *table = connection->idle[i];
        if (*table->file != NULL && opened_file_drop_idle(*table->file))
            has_freed = true;
    }
    return has_freed;
}

struct connection *connection_new(sqlite3 *db)
{
    struct connection *connection = mem_alloc_zeroed(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->db = db;
    connection->n_references = 1;
    connection->all_memory = (struct memory_account){.parent = &process_memory,
                                                     .name = "parquet_restrict()",
                                                     .limit = SIZE_MAX,
                                                     .reclaim = drop_idle,
                                                     .owner = connection};
    connection->memory = (struct memory_account){.parent = &connection->all_memory,
                                                 .name = "the default memory_limit",
                                                 .limit = DEFAULT_MEMORY_LIMIT};
    connection->scan_stats = scan_stats_new(&process_memory);
    connection->keys = key_ring_new();
    connection->restrictions.remote = remote_rights_copy(NULL);
    if (connection->scan_stats == NULL || connection->keys == NULL ||
        connection->restrictions.remote == NULL) {
        scan_stats_free(connection->scan_stats);
        restrictions_release(&connection->restrictions);
        key_ring_release(connection->keys);
        mem_free(connection);
        return NULL;
    }
    return connection;
}

struct connection *connection_retain(struct connection *connection)
{
    connection->n_references++;
    return connection;
}

void written_types_release(struct written_types *types)
{
    arena_release(&types->arena);
    *types = (struct written_types){0};
}

void connection_release(void *pointer)
{
    struct connection *connection = pointer;
    if (--connection->n_references > 0)
        return;
    scan_stats_free(connection->scan_stats);
    restrictions_release(&connection->restrictions);
    key_ring_release(connection->keys);
    for (size_t i = 0; i < connection->n_attached; i++)
        mem_free(connection->attached[i]);
    mem_free(connection->attached);
    written_types_release(&connection->written_types);
    mem_free(connection);
}

/* ---- Finding the connection again ------------------------------------------------- */

/* An SQL function that passes a pointer, as FTS5's does; SQL can neither make nor read
 * one. (SQLite has client data only since 3.44.) */
static const char FINDER[] = "parquet_vtab_connection";

struct finding {
    const void *image; /* of the library; identifies its struct connection */
    struct connection *connection;
};

static const char this_image;

static void find(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct finding *finding = sqlite3_value_pointer(argv[0], FINDER);
    (void)argc;
    if (finding != NULL)
        *finding = (struct finding){&this_image, sqlite3_user_data(context)};
}

int connection_register(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(db, FINDER, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                      connection_retain(connection), find, NULL, NULL,
                                      connection_release);
}

/* If the host's limits or its authorizer prevent the call, this is an error, since there
 * may be restrictions. */
enum status connection_find(sqlite3 *db, struct connection **found, struct error *error)
{
    static const char absent[] = "no such function";
    struct finding finding = {0};
    sqlite3_stmt *statement = NULL;
    *found = NULL;
    int code = sqlite3_prepare_v2(db, "SELECT parquet_vtab_connection(?1)", -1,
                                  &statement, NULL);
    if (code == SQLITE_ERROR &&
        strncmp(sqlite3_errmsg(db), absent, sizeof absent - 1) == 0) {
        /* Clears the error, which sqlite3_open() would return if the extension is linked
         * in. */
        (void)sqlite3_exec(db, "", NULL, NULL, NULL);
        return OK;
    }
    if (code == SQLITE_OK)
        code = sqlite3_bind_pointer(statement, 1, &finding, FINDER, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code != SQLITE_ROW)
        error_set(error, MISUSE, "cannot find out whether it is already loaded: %s",
                  sqlite3_errmsg(db));
    else if (finding.image != &this_image)
        error_set(error, MISUSE,
                  "another build or copy of parquet_vtab is already loaded");
    sqlite3_finalize(statement);
    *found = finding.connection;
    return error->status;
}

enum status connection_check_loaded_whole(const struct connection *connection,
                                          struct error *error)
{
    if (!connection->is_readonly)
        return OK;
    return error_set(error, MISUSE, "parquet_vtab was loaded as read-only");
}

/* ---- Tables ----------------------------------------------------------------------- */

void connection_list(struct connection *connection, struct listed_table *table)
{
    table->next = connection->tables;
    table->link = &connection->tables;
    if (table->next != NULL)
        table->next->link = &table->next;
    connection->tables = table;
}

/* Makes a table the first of those that are idle; NULL: none.  Returns the one that it
 * pushes out, or NULL. */
static struct listed_table *push_idle(struct connection *connection,
                                      struct listed_table *table)
{
    struct listed_table *moving = table;
    for (int i = 0; i < MOST_IDLE_TABLES && moving != NULL; i++) {
        struct listed_table *before = connection->idle[i];
        connection->idle[i] = moving;
        moving = before != table ? before : NULL;
    }
    return moving;
}

static void remove_idle(struct connection *connection, const struct listed_table *table)
{
    int n_left = 0;
    for (int i = 0; i < MOST_IDLE_TABLES; i++) {
        struct listed_table *idle = connection->idle[i];
        connection->idle[i] = NULL;
        if (idle != NULL && idle != table)
            connection->idle[n_left++] = idle;
    }
}

void connection_unlist(struct connection *connection, struct listed_table *table)
{
    if (table->link == NULL)
        return;
    remove_idle(connection, table);
    *table->link = table->next;
    if (table->next != NULL)
        table->next->link = table->link;
    table->link = NULL;
}

static void sleep_now(const struct listed_table *table)
{
    if (table != NULL && *table->file != NULL)
        opened_file_sleep(*table->file);
}

void connection_table_rests(struct connection *connection, struct listed_table *table)
{
    if (*table->file == NULL)
        return;
    opened_file_rest(*table->file);
    sleep_now(push_idle(connection, table));
    for (int i = MOST_IDLE_TABLES - 1;
         i >= FEW_IDLE_TABLES && connection->all_memory.used > MUCH_MEMORY; i--) {
        sleep_now(connection->idle[i]);
        connection->idle[i] = NULL;
    }
}

enum status connection_check_keys_may_change(const struct connection *connection,
                                             struct error *error)
{
    if (connection->is_readonly)
        return error_set(error, MISUSE,
                         "parquet_vtab was loaded as read-only: load it by the other "
                         "entry point, add the keys, and then load it as read-only");
    return restrictions_allow_keys(&connection->restrictions, error);
}
