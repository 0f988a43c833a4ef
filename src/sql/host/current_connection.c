/* SPDX-License-Identifier: MIT */
#include "sql/host/current_connection.h"

static _Thread_local struct current_connection current;

struct current_connection current_connection_enter(struct current_connection connection)
{
    struct current_connection before = current;
    current = connection;
    return before;
}

struct current_connection current_connection(void)
{
    return current;
}
