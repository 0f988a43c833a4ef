/* SPDX-License-Identifier: MIT */
#include "sql/query/kept_rows.h"

#include "base/alloc.h"

enum { BYTES_OF_VALUE = 80 }; /* of a copy, besides its text or blob */

void kept_rows_release(struct kept_rows *kept)
{
    for (size_t i = 0; i < kept->n_values; i++)
        sqlite3_value_free(kept->values[i]);
    mem_free(kept->values);
    *kept = (struct kept_rows){0};
}

bool kept_rows_add(struct kept_rows *kept, sqlite3_stmt *statement)
{
    size_t n = (size_t)sqlite3_column_count(statement);
    bool has_room = mem_grow(&kept->values, kept->n_values + n, sizeof *kept->values);
    kept->n_columns = (int)n;
    for (int i = 0; has_room && i < kept->n_columns; i++) {
        sqlite3_value *value = sqlite3_value_dup(sqlite3_column_value(statement, i));
        has_room = value != NULL;
        if (!has_room)
            break;
        kept->values[kept->n_values++] = value;
        kept->n_bytes += BYTES_OF_VALUE;
        int type = sqlite3_value_type(value);
        if (type == SQLITE_TEXT || type == SQLITE_BLOB)
            kept->n_bytes += (uint64_t)sqlite3_column_bytes(statement, i);
    }
    if (has_room && kept->n_bytes <= memory_left() / 2)
        return true;
    kept_rows_release(kept);
    return false;
}
