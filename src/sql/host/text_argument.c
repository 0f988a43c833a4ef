/* SPDX-License-Identifier: MIT */
#include "sql/host/text_argument.h"

#include <string.h>

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
