/* SPDX-License-Identifier: MIT */
/* attach.h - makes TEMP tables for paths. */
#ifndef SQL_ATTACH_H
#define SQL_ATTACH_H

#include "sql/connection/connection.h"

struct path_table {
    const char *name, *path;
};

/* Makes all of n tables or none.  A table that was attached before under the same name is
 * replaced.  Returns SQLite's code, with a message for sqlite3_free() or NULL. */
int attach_tables(struct connection *connection, const struct path_table *planned,
                  size_t n, char **message);

#endif
