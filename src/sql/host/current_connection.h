/* SPDX-License-Identifier: MIT */
/*
 * current_connection.h - the connection for which this thread works at the moment, for
 * what is below src/sql/connection: opening files needs its keys and its database.
 *
 * call_begin() (connection/call_scope.h) sets it and call_end() sets it back.
 */
#ifndef SQL_CURRENT_CONNECTION_H
#define SQL_CURRENT_CONNECTION_H

#include "sql/host/sqlite_api.h"

struct key_ring; /* keys/key_ring.h */

/* Both NULL: none. */
struct current_connection {
    struct key_ring *keys;
    sqlite3 *db;
};

/* Sets it and returns what it was. */
struct current_connection current_connection_enter(struct current_connection connection);
struct current_connection current_connection(void);

#endif
