/* SPDX-License-Identifier: MIT */
#include "sql/host/report.h"

#include <string.h>

#include "base/file_system.h"
#include "value/value_from_text.h"

enum { MOST_PATH = 4096 }; /* bytes that messages show */

enum status text_argument(sqlite3_value *value, const char *what, const char **text,
                          struct error *error)
{
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return error_set(error, MISUSE, "%s is NULL", what);
    *text = (const char *)sqlite3_value_text(value);
    if (*text == NULL)
        return error_nomem(error);
    if (strlen(*text) != (size_t)sqlite3_value_bytes(value))
        return error_set(error, MISUSE, "%s contains a NUL character", what);
    return OK;
}

int report_code(enum status status)
{
    switch (status) {
    case OK:
        return SQLITE_OK;
    case NOMEM:
        return SQLITE_NOMEM;
    case IO:
        return SQLITE_IOERR;
    case CANTOPEN:
        return SQLITE_CANTOPEN;
    case CORRUPT:
        return SQLITE_CORRUPT_VTAB;
    case TOO_BIG:
        return SQLITE_TOOBIG;
    case AUTH:
    case WRONG_KEY:
        return SQLITE_AUTH;
    case INTERRUPTED:
        return SQLITE_INTERRUPT;
    case CHANGED: /* not SQLITE_IOERR, for which SQLite rolls back the transaction */
    case UNSUPPORTED:
    case MISUSE:
        break;
    }
    return SQLITE_ERROR;
}

/* The size of the UTF-8 character at text; 0 if it is not valid. */
static size_t utf8_character(const unsigned char *text)
{
    size_t size = text[0] < 0x80   ? 1
                  : text[0] < 0xc2 ? 0
                  : text[0] < 0xe0 ? 2
                  : text[0] < 0xf0 ? 3
                  : text[0] < 0xf5 ? 4
                                   : 0;
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    }
    return text_is_utf8(slice_of(text, size)) ? size : 0;
}

/* Replaces invalid UTF-8: messages quote names from files, which may be invalid or
 * cut. */
static void make_utf8(char *message)
{
    while (*message != '\0') {
        size_t size = utf8_character((const unsigned char *)message);
        if (size == 0)
            *message = '?';
        message += size > 0 ? size : 1;
    }
}

char *report_message(const char *path, const struct error *error)
{
    if (error->status == INTERRUPTED)
        return sqlite3_mprintf("%s", sqlite3_errstr(SQLITE_INTERRUPT));
    const char *kind = status_name(error->status);
    size_t size = path != NULL ? strcspn(path, "\n") : 0;
    bool is_cut = size > MOST_PATH || (path != NULL && path[size] == '\n');
    struct slice shown = path_for_message(
        slice_of(path, size < MOST_PATH ? size : MOST_PATH));
    is_cut |= shown.size < size;
    const char *colon = kind[0] != '\0' ? ": " : "";
    char *message = path == NULL
                        ? sqlite3_mprintf("parquet: %s%s%s", kind, colon, error->message)
                        : sqlite3_mprintf("parquet: %.*s%s: %s%s%s", (int)shown.size,
                                          path, is_cut ? " ..." : "", kind, colon,
                                          error->message);
    if (message != NULL)
        make_utf8(message);
    return message;
}

int report_to_table(sqlite3_vtab *table, const char *path, enum status status,
                    const struct error *error)
{
    if (status == OK)
        return SQLITE_OK;
    if (status != NOMEM) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = report_message(path, error);
    }
    return report_code(status);
}

void report_to_function(sqlite3_context *context, const char *path, int code,
                        const struct error *error)
{
    if (code == SQLITE_OK)
        code = report_code(error->status);
    char *message = code == SQLITE_NOMEM ? NULL : report_message(path, error);
    if (message == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_error(context, message, -1);
    sqlite3_result_error_code(context, code);
    sqlite3_free(message);
}
