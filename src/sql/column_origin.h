/* column_origin.h - the Parquet type of a result column that is a column of one of this
 * extension's tables. */
#ifndef SQL_COLUMN_ORIGIN_H
#define SQL_COLUMN_ORIGIN_H

#include "../base/buffer.h"
#include "sqlite_api.h"

/* Appends the type in words (type_text.h).  False, with nothing appended, where the
 * column comes from somewhere else, or the host cannot tell. */
bool column_origin_type(sqlite3_stmt *statement, int i, struct buffer *type_text);

#endif
