/* SPDX-License-Identifier: MIT */
#include "sql/connection/trust.h"

#include <string.h>

#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "lake/paths/lake_path.h"
#include "sql/connection/connection.h"

enum { WORK_PER_LINE = 1000 }; /* of a list of paths */

static enum status sqlite_failed(sqlite3 *db, const char *what, int failure, int *code,
                                 struct error *error)
{
    *code = failure;
    return error_set(error, MISUSE, "%s: %s", what, sqlite3_errmsg(db));
}

/* Steps unless *code, from the preparation or the last step, is a failure. */
static bool next_row(sqlite3_stmt *statement, int *code)
{
    if (*code == SQLITE_OK || *code == SQLITE_ROW)
        *code = sqlite3_step(statement);
    return *code == SQLITE_ROW;
}

/* ---- Databases -------------------------------------------------------------------- */

struct visit {
    sqlite3 *db;
    const char *about;  /* the function, the target or the name */
    const char *advice; /* for a refused name */
    int *code;
};

typedef enum status visit_database(const struct visit *visit, const char *name,
                                   struct error *error);

/* Visits all databases of the connection until one is refused. */
static enum status visit_databases(const struct visit *visit, visit_database *look,
                                   struct error *error)
{
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    int code = sqlite3_prepare_v2(visit->db, "PRAGMA database_list", -1, &statement,
                                  NULL);
    while (status == OK && next_row(statement, &code)) {
        const char *name = (const char *)sqlite3_column_text(statement, 1);
        status = name == NULL ? error_nomem(error) : look(visit, name, error);
    }
    if (status == OK && code != SQLITE_DONE)
        status = sqlite_failed(visit->db, "the databases cannot be listed", code,
                               visit->code, error);
    sqlite3_finalize(statement);
    return status;
}

/* ---- The caller ------------------------------------------------------------------- */

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '$';
}

static bool is_ascii(char c)
{
    return (c & 0x80) == 0;
}

/* Whether the text may call the function.  SQL's identifiers have no escapes, so the name
 * appears literally, in any case.  A byte beyond ASCII after the name continues it; one
 * before it need not belong to it, since SQLite treats U+FEFF before a token as white
 * space. */
static bool mentions(const char *sql, const char *function)
{
    int size = (int)strlen(function);
    for (const char *c = sql; *c != '\0'; c++) {
        if ((c == sql || !is_word_character(c[-1])) &&
            sqlite3_strnicmp(c, function, size) == 0 && is_ascii(c[size]) &&
            !is_word_character(c[size]))
            return true;
    }
    return false;
}

static enum status look_at_schema(const struct visit *visit, const char *name,
                                  struct error *error)
{
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    if (sqlite3_stricmp(name, "temp") == 0)
        return OK; /* the user's own, not from a file */
    char *sql = sqlite3_mprintf("SELECT name, sql FROM \"%w\".sqlite_master", name);
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(visit->db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    while (status == OK && next_row(statement, &code)) {
        const char *object = (const char *)sqlite3_column_text(statement, 0);
        const char *text = (const char *)sqlite3_column_text(statement, 1);
        if (text == NULL && sqlite3_column_type(statement, 1) != SQLITE_NULL)
            status = error_nomem(error);
        else if (text != NULL && mentions(text, visit->about))
            status = error_set(
                error, MISUSE,
                "unsafe use of %s(): the schema object %.100s.%.200s mentions it",
                visit->about, name, object != NULL ? object : "?");
    }
    if (status == OK && code != SQLITE_DONE)
        status = sqlite_failed(visit->db, "the schema cannot be read", code, visit->code,
                               error);
    sqlite3_finalize(statement);
    return status;
}

enum status trust_caller(const struct connection *connection, const char *function,
                         int *code, struct error *error)
{
    const struct visit visit = {.db = connection->db, .about = function, .code = code};
    if (connection->n_queries > 0)
        return error_set(error, MISUSE, "%s() cannot be called by a parquet_query",
                         function);
    return visit_databases(&visit, look_at_schema, error);
}

/* ---- Names ------------------------------------------------------------------------ */

static enum status look_for_name(const struct visit *visit, const char *name,
                                 struct error *error)
{
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    if (sqlite3_stricmp(name, "temp") == 0)
        return OK;
    char *sql = sqlite3_mprintf("SELECT type FROM \"%w\".sqlite_master WHERE "
                                "type IN ('table', 'view') AND name = %Q COLLATE NOCASE",
                                name, visit->about);
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(visit->db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    if (next_row(statement, &code))
        status = error_set(
            error, MISUSE, "the TEMP table would hide the %s %.100s.\"%.100s\": %.400s",
            sqlite3_column_text(statement, 0), name, visit->about, visit->advice);
    else if (code != SQLITE_DONE)
        status = sqlite_failed(visit->db, "the schema cannot be read", code, visit->code,
                               error);
    sqlite3_finalize(statement);
    return status;
}

enum status trust_name(sqlite3 *db, const char *name, const char *advice, int *code,
                       struct error *error)
{
    const struct visit visit = {.db = db, .about = name, .advice = advice, .code = code};
    return visit_databases(&visit, look_for_name, error);
}

/* ---- The connection --------------------------------------------------------------- */

enum status trust_to_write(sqlite3 *db, int *code, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_db_readonly(db, "main") == 1) {
        *code = SQLITE_READONLY;
        return error_set(error, MISUSE,
                         "the main database is read-only, so writing is not allowed");
    }
    int failure = sqlite3_prepare_v2(db, "PRAGMA query_only", -1, &statement, NULL);
    enum status status = OK;
    if (!next_row(statement, &failure)) {
        status = sqlite_failed(db, "query_only cannot be read", failure, code, error);
    } else if (sqlite3_column_int(statement, 0) != 0) {
        *code = SQLITE_READONLY;
        status = error_set(error, MISUSE, "query_only is on, so writing is not allowed");
    }
    sqlite3_finalize(statement);
    return status;
}

/* ---- The target -------------------------------------------------------------------- */

/* Looks outside the folders that may be read, too: databases may be there. */
static bool is_same_file(const char *one, const char *other)
{
    struct file_identity a, b;
    struct error error = {0};
    const struct folders *before = disk_file_confine(NULL);
    bool are_there = disk_file_identity(one, &a, &error) == OK &&
                     disk_file_identity(other, &b, &error) == OK;
    (void)disk_file_confine(before);
    return are_there && a.device == b.device && a.inode == b.inode;
}

/* Whether the path leads to the target.  Ignores case, as some file systems do. */
static bool is_called(const char *target, const char *path)
{
    struct resolved_path resolved;
    path_resolve(path, &resolved);
    return sqlite3_stricmp(resolved.text, target) == 0 ||
           is_same_file(target, resolved.text);
}

/* SQLite appends the endings to the path as sqlite3_db_filename() returns it. */
static enum status look_at_file(const struct visit *visit, const char *name,
                                struct error *error)
{
    static const char *const endings[] = {"", "-wal", "-journal", "-shm"};
    const char *file = sqlite3_db_filename(visit->db, name);
    if (file == NULL || file[0] == '\0')
        return OK; /* in memory, or temporary */
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *path = sqlite3_mprintf("%s%s", file, endings[i]);
        if (path == NULL)
            return error_nomem(error);
        bool is_it = is_called(visit->about, path);
        sqlite3_free(path);
        if (is_it)
            return error_set(error, MISUSE,
                             "the open database \"%.100s\" is stored there", name);
    }
    return OK;
}

enum status trust_target(sqlite3 *db, const char *target, int *code, struct error *error)
{
    const struct visit visit = {.db = db, .about = target, .code = code};
    return visit_databases(&visit, look_at_file, error);
}

/* ---- URLs ------------------------------------------------------------------------- */

/* Whether an expansion of a pattern may lead to a URL.  Escapes and brackets are left
 * out, since a component of a pattern may be a name that is written with them. */
static bool may_be_url(const char *expansion)
{
    char front[sizeof "https://"];
    size_t size = 0;
    for (; *expansion != '\0' && size < sizeof front - 1; expansion++) {
        if (strchr("\\[]", *expansion) == NULL)
            front[size++] = *expansion;
    }
    front[size] = '\0';
    return path_is_url(front);
}

/* The paths that a line of a list may mean, as path_pattern_expand(): what has too many
 * alternatives can only be a name. */
static enum status expand(struct slice line, struct buffer *paths, struct error *error)
{
    paths->size = 0;
    enum status status = path_pattern_expand(line, paths, error);
    if (status != TOO_BIG)
        return status;
    error_clear(error);
    paths->size = 0;
    status = buffer_append(paths, line.data, line.size, error);
    return status == OK ? buffer_append(paths, "", 1, error) : status;
}

/* Whether a path, a line of a list of paths, or an alternative in braces is a URL. */
static enum status look_for_urls(struct slice list, bool *has_urls, struct error *error)
{
    struct buffer paths = {0};
    enum status status = OK;
    while (status == OK && list.size > 0 && !*has_urls) {
        const uint8_t *end = memchr(list.data, '\n', list.size);
        struct slice line = {0}, newline = {0};
        (void)slice_take(&list, end != NULL ? (size_t)(end - list.data) : list.size,
                         &line);
        (void)slice_take(&list, 1, &newline);
        status = expand(slice_trim_space(line), &paths, error);
        for (size_t at = 0; status == OK && at < paths.size;) {
            const char *path = (const char *)paths.data + at;
            *has_urls = *has_urls || may_be_url(path);
            at += strlen(path) + 1;
        }
        if (status == OK)
            status = interrupt_after(WORK_PER_LINE, error);
    }
    buffer_release(&paths);
    return status;
}

static enum status look_at_roots(const char *text, bool *has_urls, struct error *error)
{
    struct lake_roots roots = {.n = 0};
    enum status status = lake_roots_parse(text, &roots, error);
    for (size_t i = 0; status == OK && i < roots.n; i++)
        *has_urls = *has_urls || path_is_url(roots.roots[i].folder);
    lake_roots_release(&roots);
    return status;
}

enum status trust_schema_urls(const struct connection *connection, const char *paths,
                              const char *lake_roots, struct error *error)
{
    int is_trusted = 1;
    bool has_urls = false;
    if (remote_rights_are_limited(connection->restrictions.remote) ||
        sqlite3_db_config(connection->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1,
                          &is_trusted) != SQLITE_OK ||
        is_trusted)
        return OK;
    enum status status = look_for_urls(slice_of(paths, strlen(paths)), &has_urls, error);
    if (status == OK && lake_roots != NULL)
        status = look_at_roots(lake_roots, &has_urls, error);
    if (status != OK || !has_urls)
        return status;
    return error_set(
        error, MISUSE,
        "schemas are not trusted (trusted_schema=off), so tables of database "
        "files open no URLs: make the table in temp, or allow the URL by "
        "parquet_restrict('remote=...')");
}
