#include "column_origin.h"

bool column_origin_type(sqlite3_stmt *statement, int i, struct buffer *type_text)
{
    (void)statement;
    (void)i;
    (void)type_text;
    return false;
}
