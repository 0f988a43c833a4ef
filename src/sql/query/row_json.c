/* SPDX-License-Identifier: MIT */
#include "sql/query/row_json.h"

#include <inttypes.h>
#include <string.h>

#include "value/value_text.h"

enum status write_row_json(sqlite3_stmt *s, const char *const *names, struct buffer *json,
                           struct error *error)
{
    json->size = 0;
    for (int i = 0; i < sqlite3_column_count(s); i++) {
        struct slice name = slice_of(names[i], strlen(names[i]));
        struct bytes_value bytes;
        buffer_add_text(json, i > 0 ? "," : "{", error);
        add_json_string(json, name, error);
        buffer_add_text(json, ":", error);
        switch (sqlite3_column_type(s, i)) {
        case SQLITE_INTEGER:
            buffer_add_format(json, error, "%" PRId64,
                              (int64_t)sqlite3_column_int64(s, i));
            break;
        case SQLITE_FLOAT:
            add_json_double(json, sqlite3_column_double(s, i), error);
            break;
        case SQLITE_TEXT:
            bytes.data = sqlite3_column_text(s, i);
            bytes.size = (size_t)sqlite3_column_bytes(s, i);
            add_json_string(json, slice_of(bytes.data, bytes.size), error);
            break;
        case SQLITE_BLOB:
            bytes.data = sqlite3_column_blob(s, i);
            bytes.size = (size_t)sqlite3_column_bytes(s, i);
            if (error->status == OK)
                (void)!append_json_hex(json, bytes, error);
            break;
        default:
            buffer_add_text(json, "null", error);
        }
    }
    buffer_add_text(json, "}", error);
    return error->status;
}
