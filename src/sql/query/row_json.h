/* SPDX-License-Identifier: MIT */
/* row_json.h - a row of a statement as the text of a JSON object. */
#ifndef SQL_ROW_JSON_H
#define SQL_ROW_JSON_H

#include "base/buffer.h"
#include "sql/host/sqlite_api.h"

/* Makes *json the statement's current row; `names` has one for each column. */
enum status write_row_json(sqlite3_stmt *statement, const char *const *names,
                           struct buffer *json, struct error *error) CHECK_RESULT;

#endif
