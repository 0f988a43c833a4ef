#include "builtin_functions.h"

#include <stddef.h>

bool function_is_builtin(sqlite3 *db, const char *name)
{
    static const char sql[] = "SELECT min(builtin) FROM pragma_function_list "
                              "WHERE name = ?1";
    sqlite3_stmt *statement = NULL;
    bool is_builtin = false;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        is_builtin = sqlite3_column_int(statement, 0) == 1;
    sqlite3_finalize(statement);
    return is_builtin;
}
