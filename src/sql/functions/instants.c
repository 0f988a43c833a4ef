/* SPDX-License-Identifier: MIT */
/*
 * instants.c - the collation parquet_instant and the function parquet_timestamp().
 *
 *     SELECT * FROM trips WHERE at >= '2024-01-03T00:00:00Z' COLLATE parquet_instant;
 *     SELECT * FROM trips WHERE at >= parquet_timestamp('2024-01-03T00:00:00Z');
 */
#include "sql/functions/functions.h"
#include "sql/table/columns.h"
#include "value/instant_key.h"
#include "value/value_from_text.h"

static int collate(void *unused, int size_a, const void *a, int size_b, const void *b)
{
    (void)unused;
    return instant_compare(slice_of(a, (size_t)size_a), slice_of(b, (size_t)size_b));
}

/* parquet_timestamp(text [, digits]): an instant as tables show it, or with so many
 * fraction digits as those with timestamps=iso8601 show it.  NULL for what is no instant,
 * as datetime() returns. */
static void parquet_timestamp(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    char text[VALUE_TEXT_SIZE];
    struct instant instant;
    int digits = argc > 1 ? sqlite3_value_int(argv[1]) : 0;
    if (argc > 1 && digits != 3 && digits != 6 && digits != 9) {
        sqlite3_result_error(context, "parquet_timestamp: digits must be 3, 6 or 9", -1);
        return;
    }
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT)
        return;
    const unsigned char *bytes = sqlite3_value_text(argv[0]);
    struct slice given = slice_of(bytes, (size_t)sqlite3_value_bytes(argv[0]));
    if (bytes == NULL || given.size > VALUE_TEXT_SIZE ||
        instant_from_text(given, true, &instant) == TEXT_UNFIT)
        return;
    size_t n = digits == 0 ? text_from_instant(instant, text)
                           : iso8601_from_instant(instant, (unsigned)digits, true, text);
    sqlite3_result_text(context, text, (int)n, SQLITE_TRANSIENT);
}

int register_instants(sqlite3 *db)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    int code = SQLITE_OK;
    for (int i = 0; code == SQLITE_OK && i < N_INSTANT_COLLATIONS; i++)
        code = sqlite3_create_collation_v2(db, INSTANT_COLLATIONS[i], SQLITE_UTF8, NULL,
                                           collate, NULL);
    for (int n = 1; code == SQLITE_OK && n <= 2; n++)
        code = sqlite3_create_function_v2(db, "parquet_timestamp", n, flags, NULL,
                                          parquet_timestamp, NULL, NULL, NULL);
    return code;
}
