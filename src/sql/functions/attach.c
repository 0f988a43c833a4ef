/* SPDX-License-Identifier: MIT */
/*
 * attach.c - parquet_attach(path [, name]): creates a TEMP virtual table for a file,
 * named after the file or as given; returns the number of tables created.
 */
#include <string.h>

#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"

/* The file's name without folders and without its last extension, unless nothing would be
 * left.  *size: in bytes. */
static const char *table_name(const char *path, int *size)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++) {
        if ((*c == '/' || *c == '\\') && c[1] != '\0')
            name = c + 1;
    }
    const char *dot = strrchr(name, '.');
    size_t n = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    *size = n < 1000 ? (int)n : 1000;
    return name;
}

static void parquet_attach(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    const char *name = argc > 1 ? (const char *)sqlite3_value_text(argv[1]) : NULL;
    struct error error = {0};
    int failure = SQLITE_OK;
    enum status status = connection_check_loaded_whole(sqlite3_user_data(context),
                                                       &error);
    if (status == OK)
        status = trust_caller(db, "parquet_attach", &failure, &error);
    if (status != OK) {
        report_to_function(context, path, failure, &error);
        return;
    }
    if (path == NULL) {
        sqlite3_result_error(context, "parquet: parquet_attach() needs a path", -1);
        return;
    }
    if (argc > 1 && (name == NULL || name[0] == '\0')) {
        sqlite3_result_error(context, "parquet: parquet_attach() needs a table name", -1);
        return;
    }
    if (strlen(path) != (size_t)sqlite3_value_bytes(argv[0])) {
        sqlite3_result_error(context, "parquet: the path contains a NUL character", -1);
        return;
    }
    int size = name != NULL ? (int)strlen(name) : 0;
    if (name == NULL)
        name = table_name(path, &size);
    char *sql = sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%.*w\" USING parquet('%q')",
                                size, name, path);
    if (sql == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    char *message = NULL;
    int code = sqlite3_exec(db, sql, NULL, NULL, &message);
    sqlite3_free(sql);
    if (code != SQLITE_OK) {
        sqlite3_result_error(context, message != NULL ? message : sqlite3_errstr(code),
                             -1);
        sqlite3_result_error_code(context, code);
    } else {
        sqlite3_result_int(context, 1);
    }
    sqlite3_free(message);
}

int register_attach(sqlite3 *db, struct connection *connection)
{
    for (int n_arguments = 1; n_arguments <= 2; n_arguments++) {
        int code = sqlite3_create_function_v2(
            db, "parquet_attach", n_arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            connection_retain(connection), parquet_attach, NULL, NULL,
            connection_release);
        if (code != SQLITE_OK)
            return code;
    }
    return SQLITE_OK;
}
