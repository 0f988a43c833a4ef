/* SPDX-License-Identifier: MIT */
/*
 * null_write(value, ...): an aggregate function that reads the values of all rows as
 * parquet_write() must, does nothing with them, and returns the number of rows.  That is
 * SQLite's part of a write: the least that any writer of the same rows costs.
 */
#include "sqlite3ext.h"
#include <stddef.h>
#include <stdint.h>

SQLITE_EXTENSION_INIT1

struct total {
    sqlite3_int64 n_rows;
    volatile uint64_t sum; /* of something of each value, so that it is read */
};

static uint64_t read_value(sqlite3_value *value)
{
    const unsigned char *bytes;
    int size;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        return (uint64_t)sqlite3_value_int64(value);
    case SQLITE_FLOAT:
        return sqlite3_value_double(value) > 0;
    case SQLITE_TEXT:
        bytes = sqlite3_value_text(value);
        break;
    case SQLITE_BLOB:
        bytes = sqlite3_value_blob(value);
        break;
    default:
        return 0;
    }
    size = sqlite3_value_bytes(value);
    return size > 0 ? bytes[size - 1] : 0;
}

static void take_row(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct total *total = sqlite3_aggregate_context(context, sizeof *total);
    uint64_t sum = 0;
    if (total == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    for (int i = 0; i < argc; i++)
        sum += read_value(argv[i]);
    total->sum += sum;
    total->n_rows++;
}

static void finish(sqlite3_context *context)
{
    const struct total *total = sqlite3_aggregate_context(context, 0);
    sqlite3_result_int64(context, total != NULL ? total->n_rows : 0);
}

int sqlite3_nullwrite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int sqlite3_nullwrite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    return sqlite3_create_function(db, "null_write", -1, SQLITE_UTF8, NULL, NULL,
                                   take_row, finish);
}
