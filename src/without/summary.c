/* SPDX-License-Identifier: MIT */
/* summary.c - no parquet_summarize(). */
#include "sql/functions/functions.h"
#include "without/without.h"

TABLE_FUNCTION_WITHOUT("SUMMARY", parquet_summarize_function, "parquet_summarize");

int register_summarize(sqlite3 *db, struct connection *connection)
{
    return table_function_register(db, &parquet_summarize_function, connection);
}
