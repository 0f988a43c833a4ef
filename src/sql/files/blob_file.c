/* SPDX-License-Identifier: MIT */
#include "sql/files/blob_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "sql/host/host_quirks.h"
#include "value/option_text.h"

enum {
    MOST_AT_ONCE = 4 << 20, /* bytes, between two polls for interrupts */
    MOST_NAMES = 3,
};

struct blob_file {
    struct input_file base; /* must be first */
    sqlite3 *db;
    char *names[MOST_NAMES]; /* schema, table, column; from mem_alloc() */
    sqlite3_int64 rowid;
    bool is_immutable;
    sqlite3_blob *blob; /* NULL while the file rests */
    /* SQLite's statement below the BLOB.  A host may finalize or reset every statement of
     * the connection that it finds, and the BLOB with it. */
    sqlite3_stmt *statement;
};

enum { SCHEMA, TABLE, COLUMN };

/* ---- The column -------------------------------------------------------------------- */

/* Splits names at the dots outside of quotes; returns their number, or -1 if there are
 * more than MOST_NAMES. */
static int split_names(const char *text, struct slice names[MOST_NAMES])
{
    int n = 0;
    char quote = '\0';
    const char *start = text;
    for (const char *c = text;; c++) {
        if (quote != '\0' && *c != '\0') {
            if (*c == quote)
                quote = '\0';
            continue;
        }
        if (*c == '"' || *c == '`' || *c == '\'')
            quote = *c;
        else if (*c == '[')
            quote = ']';
        if (*c != '.' && *c != '\0')
            continue;
        if (n == MOST_NAMES)
            return -1;
        names[n++] = option_trim(slice_of(start, (size_t)(c - start)));
        if (*c == '\0')
            return n;
        start = c + 1;
    }
}

static bool is_temp_table(sqlite3 *db, const char *table)
{
    return select_integer(db,
                          "SELECT 1 FROM sqlite_temp_master "
                          "WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')",
                          table) == 1;
}

static enum status parse_column(struct blob_file *file, const char *column,
                                const char *schema, struct error *error)
{
    struct slice names[MOST_NAMES];
    int n = split_names(column, names);
    bool is_free = schema == NULL || sqlite3_stricmp(schema, "temp") == 0;
    if (n < 2)
        return error_set(error, MISUSE,
                         "option blob must be table.column or schema.table.column, not "
                         "\"%.100s\"",
                         column);
    for (int i = 0; i < n; i++) {
        char *name = option_dequote(names[i]);
        if (name == NULL)
            return error_nomem(error);
        file->names[MOST_NAMES - n + i] = name;
    }
    if (n == MOST_NAMES && !is_free && sqlite3_stricmp(file->names[SCHEMA], schema) != 0)
        return error_set(error, MISUSE,
                         "option blob: a table of the database %.100s cannot read the "
                         "database %.100s; create it as a TEMP table",
                         schema, file->names[SCHEMA]);
    if (n < MOST_NAMES) {
        const char *name = !is_free                                      ? schema
                           : is_temp_table(file->db, file->names[TABLE]) ? "temp"
                                                                         : "main";
        file->names[SCHEMA] = mem_copy_text(name, strlen(name));
    }
    return file->names[SCHEMA] != NULL ? OK : error_nomem(error);
}

static enum status parse_rowid(const char *text, sqlite3_int64 *rowid,
                               struct error *error)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0)
        return error_set(error, MISUSE,
                         "with option blob the path is the rowid of the row that holds "
                         "the file, a number");
    *rowid = number;
    return OK;
}

/* ---- Opening ---------------------------------------------------------------------- */

/* SQLite's error, of a call that has just failed.  A lock that another connection has
 * will go away, and must not roll back the transaction, as IO does. */
static enum status failed(sqlite3 *db, const char *what, struct error *error)
{
    int code = sqlite3_extended_errcode(db);
    const char *message = sqlite3_errmsg(db);
    if ((code & 0xff) == SQLITE_NOMEM)
        return error_nomem(error);
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return error_set(error, INTERRUPTED, "interrupted");
    if ((code & 0xff) == SQLITE_BUSY || code == SQLITE_LOCKED_SHAREDCACHE)
        return error_set(error, CHANGED, "the BLOB cannot be %s now: %s", what, message);
    return error_set(error, (code & 0xff) == SQLITE_IOERR ? IO : CANTOPEN,
                     "the BLOB cannot be %s: %s", what, message);
}

/* A name of the rowid that no other column of the table has. */
static const char *rowid_name(const struct blob_file *file)
{
    static const char *const names[] = {"_rowid_", "rowid", "oid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *type = NULL;
        int is_key = 0;
        if (sqlite3_table_column_metadata(file->db, file->names[SCHEMA],
                                          file->names[TABLE], names[i], &type, NULL, NULL,
                                          &is_key, NULL) == SQLITE_OK &&
            is_key && type != NULL && sqlite3_stricmp(type, "INTEGER") == 0)
            return names[i];
    }
    return names[0];
}

/* Prepares a SELECT of the column's type, of all rows or of the one. */
static enum status prepare_select(const struct blob_file *file, bool is_of_one,
                                  sqlite3_stmt **select, struct error *error)
{
    const char *schema = file->names[SCHEMA], *table = file->names[TABLE];
    *select = NULL;
    char *sql = sqlite3_mprintf("SELECT typeof(\"%w\".\"%w\") FROM \"%w\".\"%w\"", table,
                                file->names[COLUMN], schema, table);
    if (sql != NULL && is_of_one) {
        char *all = sql;
        sql = sqlite3_mprintf("%s WHERE \"%w\".%s = %lld", all, table, rowid_name(file),
                              file->rowid);
        sqlite3_free(all);
    }
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(file->db, sql, -1, select, NULL);
    sqlite3_free(sql);
    return code == SQLITE_OK ? OK : failed(file->db, "opened", error);
}

/* sqlite3_blob_open() does not ask the authorizer, so a SELECT does, when it is prepared.
 * It never runs: the table may be a view or a virtual table. */
static enum status ask_authorizer(const struct blob_file *file, struct error *error)
{
    sqlite3_stmt *select;
    enum status status = prepare_select(file, false, &select, error);
    sqlite3_finalize(select);
    return status;
}

/* Of a BLOB that is open: to an authorizer that ignores the column it is NULL. */
static enum status check_value(const struct blob_file *file, struct error *error)
{
    sqlite3_stmt *select;
    enum status status = prepare_select(file, true, &select, error);
    if (status == OK && sqlite3_step(select) != SQLITE_ROW)
        status = failed(file->db, "opened", error);
    if (status == OK) {
        const char *type = (const char *)sqlite3_column_text(select, 0);
        if (type == NULL)
            status = error_nomem(error);
        else if (strcmp(type, "blob") != 0 && strcmp(type, "text") != 0)
            status = error_set(error, CANTOPEN, "the authorizer hides %.100s.%.100s",
                               file->names[TABLE], file->names[COLUMN]);
    }
    sqlite3_finalize(select);
    return status;
}

/* Refuses what newer versions of SQLite refuse themselves: older ones count a table's
 * columns wrong if some are generated, and so open the BLOB of another column. */
static enum status check_columns(const struct blob_file *file, struct error *error)
{
    enum { HIDDEN_COLUMN = 6, GENERATED = 2 };
    sqlite3_stmt *list = NULL;
    if (!host_miscounts_generated_columns())
        return OK;
    char *sql = sqlite3_mprintf("PRAGMA \"%w\".table_xinfo(\"%w\")", file->names[SCHEMA],
                                file->names[TABLE]);
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(file->db, sql, -1, &list, NULL);
    sqlite3_free(sql);
    bool is_generated = false;
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(list)) == SQLITE_ROW && !is_generated)
            is_generated = sqlite3_column_int(list, HIDDEN_COLUMN) >= GENERATED;
    }
    enum status status = OK;
    if (is_generated)
        status = error_set(error, CANTOPEN,
                           "the BLOB cannot be opened: cannot open table with generated "
                           "columns: %.100s",
                           file->names[TABLE]);
    else if (code != SQLITE_DONE)
        status = failed(file->db, "opened", error);
    sqlite3_finalize(list);
    return status;
}

/* ROLLBACK and ROLLBACK TO put back what was written before the BLOB was opened.  SQLite
 * then lets go on what reads, and aborts what may write. */
static bool may_be_rolled_back(const struct blob_file *file)
{
    return !file->is_immutable && sqlite3_get_autocommit(file->db) == 0 &&
           host_has_transaction_states() &&
           sqlite3_txn_state(file->db, file->names[SCHEMA]) == SQLITE_TXN_WRITE;
}

static enum status open_blob(struct blob_file *file, struct error *error)
{
    enum status status = ask_authorizer(file, error);
    if (status != OK)
        return status;
    bool writes = may_be_rolled_back(file);
    sqlite3_stmt *before = sqlite3_next_stmt(file->db, NULL);
    int code = sqlite3_blob_open(file->db, file->names[SCHEMA], file->names[TABLE],
                                 file->names[COLUMN], file->rowid, writes, &file->blob);
    if (code != SQLITE_OK) {
        file->blob = NULL;
        return failed(file->db,
                      writes ? "opened in a transaction that has written" : "opened",
                      error);
    }
    /* SQLite lists the newest first. */
    file->statement = sqlite3_next_stmt(file->db, NULL);
    if (file->statement == before)
        file->statement = NULL;
    status = check_value(file, error);
    return status == OK ? check_columns(file, error) : status;
}

/* Whether the host has left the BLOB open.  Its statement has no SQL, and runs, which
 * tells it from another one at the same address. */
static bool is_open(const struct blob_file *file)
{
    sqlite3_stmt *s = file->statement;
    if (file->blob == NULL || s == NULL || statements_are_unlisted(file->db))
        return file->blob != NULL;
    for (s = sqlite3_next_stmt(file->db, NULL); s != NULL && s != file->statement;)
        s = sqlite3_next_stmt(file->db, s);
    return s != NULL && sqlite3_sql(s) == NULL && sqlite3_stmt_busy(s);
}

/* A BLOB whose statement the host has finalized or reset is lost, with a few bytes of
 * memory: sqlite3_blob_close() would finalize it once more. */
static void blob_rest(struct input_file *base)
{
    struct blob_file *file = (struct blob_file *)base;
    if (is_open(file))
        sqlite3_blob_close(file->blob);
    file->blob = NULL;
}

/* Reads a piece; no bytes, to find out whether the row is as it was. */
static enum status read_piece(struct blob_file *file, int64_t offset, int size,
                              void *bytes, struct error *error)
{
    int code = SQLITE_ABORT;
    if (is_open(file)) {
        code = sqlite3_blob_read(file->blob, bytes, size, (int)offset);
        if (code == SQLITE_ABORT) /* SQLite itself has finalized the statement */
            file->statement = NULL;
    }
    if ((code & 0xff) == SQLITE_ABORT)
        return error_set(error, CHANGED,
                         "the row was changed while its BLOB was read; run the "
                         "statement again");
    return code == SQLITE_OK ? OK : failed(file->db, "read", error);
}

static enum status blob_wake(struct input_file *base, struct error *error)
{
    struct blob_file *file = (struct blob_file *)base;
    char nothing;
    if (file->blob != NULL)
        return read_piece(file, 0, 0, &nothing, error);
    enum status status = open_blob(file, error);
    if (status == OK && sqlite3_blob_bytes(file->blob) != base->identity.size)
        status = error_set(error, CHANGED,
                           "the BLOB was replaced; run the statement again");
    if (status != OK)
        blob_rest(base);
    return status;
}

static enum status blob_read_at(struct input_file *base, int64_t offset, size_t size,
                                void *bytes, struct error *error)
{
    struct blob_file *file = (struct blob_file *)base;
    uint8_t *to = bytes;
    enum status status = file->blob != NULL ? OK : blob_wake(base, error);
    while (status == OK && size > 0) {
        int piece = size < MOST_AT_ONCE ? (int)size : MOST_AT_ONCE;
        status = read_piece(file, offset, piece, to, error);
        to += piece;
        offset += piece;
        size -= (size_t)piece;
        if (status == OK)
            status = interrupt_after((size_t)piece, error);
    }
    return status;
}

static void blob_close(struct input_file *base)
{
    struct blob_file *file = (struct blob_file *)base;
    blob_rest(base);
    for (int i = 0; i < MOST_NAMES; i++)
        mem_free(file->names[i]);
    mem_free(file);
}

enum status blob_file_open(sqlite3 *db, const char *column, const char *schema,
                           const char *rowid, bool is_immutable,
                           struct input_file **result, struct error *error)
{
    static const struct input_file_ops ops = {.read_at = blob_read_at,
                                              .close = blob_close,
                                              .rest = blob_rest,
                                              .wake = blob_wake};
    *result = NULL;
    struct blob_file *file = mem_alloc_zeroed(1, sizeof *file);
    if (file == NULL)
        return error_nomem(error);
    file->base.ops = &ops;
    file->db = db;
    file->is_immutable = is_immutable;
    enum status status = parse_column(file, column, schema, error);
    if (status == OK)
        status = parse_rowid(rowid, &file->rowid, error);
    if (status == OK)
        status = open_blob(file, error);
    if (status != OK) {
        blob_close(&file->base);
        return status;
    }
    file->base.identity = file_identity_of_size(sqlite3_blob_bytes(file->blob));
    *result = &file->base;
    return OK;
}
