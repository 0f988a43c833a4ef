/* builtin_functions.h - whether LIKE and GLOB are SQLite's own: applications may replace
 * the functions behind them, and then nobody knows what they accept. */
#ifndef SQL_BUILTIN_FUNCTIONS_H
#define SQL_BUILTIN_FUNCTIONS_H

#include "sqlite_api.h"

/* True when no other function has the name (lower case), and the host can tell. */
bool function_is_builtin(sqlite3 *db, const char *name);

#endif
