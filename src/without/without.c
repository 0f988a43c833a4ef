/* SPDX-License-Identifier: MIT */
#include "without/without.h"

enum status without(const char *feature, struct error *error)
{
    return error_set(error, UNSUPPORTED, "the library was built without %s", feature);
}

static void fail(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct error error = {0};
    (void)without(sqlite3_user_data(context), &error);
    sqlite3_result_error(context, error.message, -1);
}

int register_without(sqlite3 *db, const char *name, const char *feature)
{
    return sqlite3_create_function_v2(db, name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                      (void *)(uintptr_t)feature, fail, NULL, NULL, NULL);
}
