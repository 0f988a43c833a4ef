/* SPDX-License-Identifier: MIT */
#include "sql/encryption/file_keys.h"

#include "base/alloc.h"
#include "base/background.h"
#include "parquet/format/parquet_format.h"
#include "sql/host/current_connection.h"
#include "sql/encryption/key_material.h"
#include "value/value_from_text.h"

enum { MOST_SHOWN = 100 };

/* ---- Keys that were found -------------------------------------------------------- */

static bool has_found(struct file_keys *keys, struct slice identity, struct pq_key *key)
{
    struct found_keys *found = atomic_load(&keys->found);
    return identity.size > 0 && found != NULL && found_keys_find(found, identity, key);
}

/* Only the connection's thread does this. */
static enum status note(struct file_keys *keys, struct slice identity,
                        const struct pq_key *key, struct error *error)
{
    if (identity.size == 0)
        return OK;
    if (atomic_load(&keys->found) == NULL)
        atomic_store(&keys->found, found_keys_new(keys->account));
    struct found_keys *found = atomic_load(&keys->found);
    return found != NULL ? found_keys_add(found, identity, key, error)
                         : error_nomem(error);
}

/* ---- The application's function -------------------------------------------------- */

static enum status take_result(sqlite3_stmt *statement, const char *function,
                               struct pq_key *key, struct error *error)
{
    if (sqlite3_column_type(statement, 0) == SQLITE_NULL)
        return error_set(error, AUTH, "the function %.100s() gives no key", function);
    struct error failure = {0};
    if (key_from_value(sqlite3_column_value(statement, 0), key, &failure) == OK)
        return OK;
    return error_set(error, AUTH, "the function %.100s() gives no key: %s", function,
                     failure.message);
}

/* The connection whose function this thread is calling. */
static _Thread_local sqlite3 *calling;

enum status key_function_is_over(sqlite3 *db, struct error *error)
{
    if (calling != db)
        return OK;
    return error_set(
        error, MISUSE,
        "a key function cannot use Parquet files through its own connection");
}

static int step(sqlite3_stmt *statement, sqlite3 *db)
{
    sqlite3 *before = calling;
    calling = db;
    int code = sqlite3_step(statement);
    calling = before;
    return code;
}

/* A function that fails gives no key, unless the failure says nothing of it. */
static enum status fail(sqlite3 *db, const char *function, int code, struct error *error)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return error_nomem(error);
    case SQLITE_INTERRUPT:
        return error_set(error, INTERRUPTED, "interrupted");
    default:
        return error_set(error, (code & 0xff) == SQLITE_IOERR ? IO : AUTH,
                         "the function %.100s() failed: %.300s", function,
                         sqlite3_errmsg(db));
    }
}

/* Calls it with key metadata, as text if it is text. */
static enum status call_function(struct file_keys *keys, struct slice metadata,
                                 struct pq_key *key, struct error *error)
{
    const char *function = keys->options->key_function;
    sqlite3_stmt *statement = NULL;
    if (background_is_this_thread())
        return error_set(error, UNSUPPORTED, "a key that only a function gives");
    char *sql = sqlite3_mprintf("SELECT \"%w\"(?1)", function);
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(keys->db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    if (code == SQLITE_OK && text_is_utf8(metadata))
        code = sqlite3_bind_text64(statement, 1, (const char *)metadata.data,
                                   metadata.size, SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (code == SQLITE_OK)
        code = sqlite3_bind_blob64(statement, 1, metadata.data, metadata.size,
                                   SQLITE_TRANSIENT);
    if (code == SQLITE_OK)
        code = step(statement, keys->db);
    enum status status = code == SQLITE_ROW ? take_result(statement, function, key, error)
                                            : fail(keys->db, function, code, error);
    sqlite3_finalize(statement);
    return status;
}

/* ---- Answers --------------------------------------------------------------------- */

/* A key that an option names. */
static enum status find_named(struct file_keys *keys, const char *name,
                              const char *option, struct pq_key *key, struct error *error)
{
    if (key_ring_find(keys->ring, slice_of(name, strlen(name)), key))
        return OK;
    return error_set(error, AUTH,
                     "the key \"%.100s\", which the option %s names, is not known; give "
                     "it with parquet_add_key()",
                     name, option);
}

/* Says which key is missing. */
static enum status miss(const struct pq_key_wanted *wanted, struct error *error)
{
    struct slice metadata = wanted->metadata;
    const char *option = wanted->column.data != NULL ? "column_keys" : "footer_key";
    char digits[2 * 32 + 1];
    if (metadata.size == 0)
        return error_set(error, AUTH,
                         "the file does not say which key it needs; name one with the "
                         "option %s",
                         option);
    if (text_is_utf8(metadata) && memchr(metadata.data, 0, metadata.size) == NULL)
        return error_set(error, AUTH,
                         "the key \"%.*s\" is not known; give it with parquet_add_key(), "
                         "or name another one with the option %s",
                         SLICE_SHOWN(metadata, MOST_SHOWN), option);
    size_t n = metadata.size < 32 ? metadata.size : 32;
    for (size_t i = 0; i < n; i++) {
        digits[2 * i] = "0123456789abcdef"[metadata.data[i] >> 4];
        digits[2 * i + 1] = "0123456789abcdef"[metadata.data[i] & 15];
    }
    digits[2 * n] = '\0';
    return error_set(error, AUTH,
                     "the key x'%s' is not known; name one with the option %s, or a "
                     "function that gives it with the option key_function",
                     digits, option);
}

/* Unwraps key material with a key of the connection, or with the function's. */
static enum status find_wrapped(struct file_keys *keys,
                                const struct pq_key_wanted *wanted, struct pq_key *key,
                                struct error *error)
{
    struct key_material material;
    struct pq_key given = {.size = 0};
    if (background_is_this_thread())
        return error_set(error, UNSUPPORTED, "a key that has to be unwrapped");
    enum status status = key_material_read(wanted->metadata, wanted->path, &material,
                                           error);
    struct pq_key_wanted master = *wanted;
    master.metadata = buffer_slice(&material.master_id);
    if (status == OK && keys->options->key_function != NULL)
        status = call_function(keys, buffer_slice(&material.text), &given, error);
    else if (status == OK && !key_ring_find(keys->ring, master.metadata, &given))
        status = miss(&master, error);
    if (status == OK)
        status = key_material_unwrap(&material, &given, key, error);
    key_material_release(&material);
    wipe(&given, sizeof given);
    return status;
}

/* What tells a wanted key from others: its metadata or, if they refer to a file beside
 * the Parquet file, its path, too. */
static enum status identify(const struct pq_key_wanted *wanted, struct buffer *identity,
                            struct error *error)
{
    static const char reference[] = "\"keyReference\"";
    struct slice metadata = wanted->metadata;
    bool is_external = false;
    for (size_t i = 0; i + sizeof reference - 1 <= metadata.size && !is_external; i++)
        is_external = memcmp(metadata.data + i, reference, sizeof reference - 1) == 0;
    enum status status = buffer_append(identity, metadata.data, metadata.size, error);
    if (status == OK && is_external && wanted->path != NULL)
        status = buffer_append_text(identity, wanted->path, error);
    return status;
}

/* Finds a key that takes more than a look at the ring. */
static enum status find_elsewhere(struct file_keys *keys,
                                  const struct pq_key_wanted *wanted, struct pq_key *key,
                                  struct error *error)
{
    bool is_material = key_material_is(wanted->metadata);
    struct buffer identity = {0};
    if (!is_material && keys->options->key_function == NULL)
        return miss(wanted, error);
    enum status status = identify(wanted, &identity, error);
    bool is_known = status == OK && has_found(keys, buffer_slice(&identity), key);
    if (status == OK && !is_known)
        status = is_material ? find_wrapped(keys, wanted, key, error)
                             : call_function(keys, wanted->metadata, key, error);
    if (status == OK && !is_known)
        status = note(keys, buffer_slice(&identity), key, error);
    buffer_release(&identity);
    return status;
}

static enum status find_key(struct pq_key_finder *finder,
                            const struct pq_key_wanted *wanted, struct pq_key *key,
                            struct error *error)
{
    struct file_keys *keys = (struct file_keys *)finder;
    const struct table_options *options = keys->options;
    *key = (struct pq_key){.size = 0};
    if (wanted->column.data == NULL && options->footer_key != NULL)
        return find_named(keys, options->footer_key, "footer_key", key, error);
    if (wanted->named != PQ_NOT_NAMED)
        return find_named(keys, options->column_keys.keys[wanted->named], "column_keys",
                          key, error);
    if (!key_material_is(wanted->metadata) && wanted->metadata.size > 0 &&
        key_ring_find(keys->ring, wanted->metadata, key))
        return OK;
    return find_elsewhere(keys, wanted, key, error);
}

void file_keys_init(struct file_keys *keys, const struct table_options *options)
{
    struct current_connection connection = current_connection();
    bool names_algorithm = option_is_given(&options->values, READ_encryption_algorithm);
    *keys = (struct file_keys){.finder.find = find_key,
                               .options = options,
                               .account = memory_scope_current().account};
    keys->db = connection.db;
    keys->ring = key_ring_retain(connection.keys);
    keys->version = key_ring_version(connection.keys);
    keys->finder.columns = options->column_keys.columns;
    keys->finder.n_columns = options->column_keys.n;
    if (names_algorithm)
        keys->finder.algorithm = PQ_AES_GCM_V1 + (int)options->encryption_algorithm;
    keys->finder.requires_verification = options->footer_key != NULL ||
                                         options->aad_prefix != NULL || names_algorithm;
    keys->finder.requires_encryption = keys->finder.requires_verification ||
                                       options->column_keys.n > 0;
    if (options->aad_prefix != NULL)
        keys->finder.aad_prefix = slice_of(options->aad_prefix,
                                           strlen(options->aad_prefix));
}

void file_keys_release(struct file_keys *keys)
{
    found_keys_free(atomic_load(&keys->found));
    key_ring_release(keys->ring);
    *keys = (struct file_keys){0};
}
