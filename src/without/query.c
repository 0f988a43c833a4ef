/* SPDX-License-Identifier: MIT */
/* query.c - no parquet_query. */
#include "sql/query/query_module.h"
#include "without/without.h"

static int missing_connect(sqlite3 *db, void *data, int argc, const char *const *argv,
                           sqlite3_vtab **vtab, char **message)
{
    struct error error = {0};
    (void)without("QUERY", &error);
    *message = sqlite3_mprintf("parquet: %s", error.message);
    return SQLITE_ERROR;
}

static const sqlite3_module missing_module = {.xCreate = missing_connect,
                                              .xConnect = missing_connect};

int register_query(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_module_v2(db, "parquet_query", &missing_module, NULL, NULL);
}
