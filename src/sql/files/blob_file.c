/* SPDX-License-Identifier: MIT */
#include "sql/files/blob_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
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
    sqlite3_blob *blob; /* NULL while the file rests */
    /* SQLite's statement below the BLOB.  A host may finalize every statement of the
     * connection that it finds, and the BLOB with it. */
    sqlite3_stmt *statement;
};

enum { SCHEMA, TABLE, COLUMN };

/* ---- The place -------------------------------------------------------------------- */

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

static enum status parse_place(struct blob_file *file, const char *place,
                               const char *schema, struct error *error)
{
    struct slice names[MOST_NAMES];
    int n = split_names(place, names);
    bool is_free = schema == NULL || sqlite3_stricmp(schema, "temp") == 0;
    if (n < 2)
        return error_set(error, MISUSE,
                         "option blob must be table.column or schema.table.column, not "
                         "\"%.100s\"",
                         place);
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
        const char *name = schema != NULL ? schema : "main";
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

/* SQLite's error, of a call that has just failed. */
static enum status failed(sqlite3 *db, int code, struct error *error)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return error_nomem(error);
    case SQLITE_INTERRUPT:
        return error_set(error, INTERRUPTED, "interrupted");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_IOERR:
        return error_set(error, IO, "the BLOB cannot be read: %s", sqlite3_errmsg(db));
    default:
        return error_set(error, CANTOPEN, "the BLOB cannot be opened: %s",
                         sqlite3_errmsg(db));
    }
}

static bool is_type(sqlite3_stmt *statement, const char *type)
{
    const char *found = (const char *)sqlite3_column_text(statement, 0);
    return found != NULL && strcmp(found, type) == 0;
}

/* sqlite3_blob_open() does not ask the authorizer, so a SELECT does.  To an authorizer
 * that ignores the column it is NULL. */
static enum status check_value(const struct blob_file *file, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("SELECT typeof(\"%w\") FROM \"%w\".\"%w\" "
                                "WHERE _rowid_ = %lld",
                                file->names[COLUMN], file->names[SCHEMA],
                                file->names[TABLE], file->rowid);
    if (sql == NULL)
        return error_nomem(error);
    int code = sqlite3_prepare_v2(file->db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    enum status status = OK;
    if (code == SQLITE_DONE)
        status = error_set(error, CANTOPEN, "%.100s has no row with this rowid",
                           file->names[TABLE]);
    else if (code != SQLITE_ROW)
        status = failed(file->db, code, error);
    else if (!is_type(statement, "blob") && !is_type(statement, "text"))
        status = error_set(error, CANTOPEN, "the value of %.100s.%.100s is no BLOB",
                           file->names[TABLE], file->names[COLUMN]);
    sqlite3_finalize(statement);
    return status;
}

static enum status open_blob(struct blob_file *file, struct error *error)
{
    enum status status = check_value(file, error);
    if (status != OK)
        return status;
    sqlite3_stmt *before = sqlite3_next_stmt(file->db, NULL);
    int code = sqlite3_blob_open(file->db, file->names[SCHEMA], file->names[TABLE],
                                 file->names[COLUMN], file->rowid, 0, &file->blob);
    if (code != SQLITE_OK) {
        file->blob = NULL;
        return failed(file->db, code, error);
    }
    /* SQLite lists the newest first. */
    file->statement = sqlite3_next_stmt(file->db, NULL);
    if (file->statement == before)
        file->statement = NULL;
    return OK;
}

/* Whether the host has left the BLOB open. */
static bool is_open(const struct blob_file *file)
{
    sqlite3_stmt *s = file->statement;
    if (file->blob == NULL || s == NULL)
        return file->blob != NULL;
    for (s = sqlite3_next_stmt(file->db, NULL); s != NULL && s != file->statement;)
        s = sqlite3_next_stmt(file->db, s);
    return s != NULL;
}

/* A BLOB whose statement the host has finalized is lost, with a few bytes of memory:
 * sqlite3_blob_close() would finalize it once more. */
static void blob_rest(struct input_file *base)
{
    struct blob_file *file = (struct blob_file *)base;
    if (is_open(file))
        sqlite3_blob_close(file->blob);
    file->blob = NULL;
}

static enum status blob_wake(struct input_file *base, struct error *error)
{
    struct blob_file *file = (struct blob_file *)base;
    if (file->blob != NULL)
        return OK;
    enum status status = open_blob(file, error);
    if (status == OK && sqlite3_blob_bytes(file->blob) != base->identity.size) {
        blob_rest(base);
        status = error_set(error, CHANGED,
                           "the BLOB was replaced; run the statement again");
    }
    return status;
}

static enum status blob_read_at(struct input_file *base, int64_t offset, size_t size,
                                void *bytes, struct error *error)
{
    struct blob_file *file = (struct blob_file *)base;
    uint8_t *to = bytes;
    enum status status = blob_wake(base, error);
    while (status == OK && size > 0) {
        int piece = size < MOST_AT_ONCE ? (int)size : MOST_AT_ONCE;
        int code = is_open(file) ? sqlite3_blob_read(file->blob, to, piece, (int)offset)
                                 : SQLITE_ABORT;
        if (code == SQLITE_ABORT)
            return error_set(error, CHANGED,
                             "the row was changed while its BLOB was read; run the "
                             "statement again");
        if (code != SQLITE_OK)
            return failed(file->db, code, error);
        to += piece;
        offset += piece;
        size -= (size_t)piece;
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

enum status blob_file_open(sqlite3 *db, const char *place, const char *schema,
                           const char *rowid, struct input_file **result,
                           struct error *error)
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
    enum status status = parse_place(file, place, schema, error);
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
