/* SPDX-License-Identifier: MIT */
/*
 * add_key.c - parquet_add_key(name, key): makes a key known to the connection, with which
 * encrypted files are read and written (sql/encryption/); NULL in place of the key
 * removes it. Returns NULL: nothing repeats a key.
 *
 * Whoever opens a connection adds the keys before others type SQL: after
 * parquet_restrict('keys=off') or 'final=on', and in a connection that was loaded as
 * read-only, keys do not change.
 *
 * The keys of a connection are nowhere but in its memory.  A schema that could exchange
 * them would choose the keys with which files are written (connection/trust.h).
 */
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/encryption/file_keys.h"

/* Adds, replaces or removes a key.  The connection's account is charged. */
static enum status set_key(struct connection *connection, struct slice name,
                           const struct pq_key *key, struct error *error)
{
    struct memory_scope before = memory_account_enter(&connection->memory);
    enum status status = key_ring_set(connection->keys, name, key, error);
    memory_scope_restore(before);
    return status;
}

static void add_key(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct connection *connection = sqlite3_user_data(context);
    struct error error = {0};
    struct pq_key key = {.size = 0};
    const void *name = sqlite3_value_text(argv[0]);
    struct slice text = slice_of(name, (size_t)sqlite3_value_bytes(argv[0]));
    bool removes = sqlite3_value_type(argv[1]) == SQLITE_NULL;
    int code = SQLITE_OK;
    enum status status = key_function_is_over(connection->db, &error);
    (void)argc;
    if (status == OK)
        status = trust_caller(connection, "parquet_add_key", &code, &error);
    if (status == OK)
        status = connection_check_keys_may_change(connection, &error);
    if (status == OK && (name == NULL || text.size == 0))
        status = error_set(&error, MISUSE,
                           "a key needs a name: parquet_add_key(name, key)");
    if (status == OK && !removes)
        status = key_from_value(argv[1], &key, &error);
    if (status == OK)
        status = set_key(connection, text, removes ? NULL : &key, &error);
    wipe(&key, sizeof key);
    if (status != OK)
        report_to_function(context, NULL, code, &error);
}

int register_add_key(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(
        db, "parquet_add_key", 2, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        connection_retain(connection), add_key, NULL, NULL, connection_release);
}
