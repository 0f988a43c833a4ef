/* SPDX-License-Identifier: MIT */
/*
 * work.h - what holds while SQLite has handed control to the extension: memory is charged
 * to an account, files are opened inside the folders of parquet_restrict() only, and
 * polls ask whether the query is to end.
 *
 * It is to end when sqlite3_interrupt() was called or the progress handler says so.
 * SQLite looks at both while it executes its own instructions, of which a scan that finds
 * no row has none.  So a small statement is executed in between: it fails with
 * SQLITE_INTERRUPT when the connection is interrupted, and its instructions count towards
 * the next call of the progress handler.  That works in every version of SQLite.
 */
#ifndef SQL_WORK_H
#define SQL_WORK_H

#include <stdint.h>

#include "base/interrupt.h"
#include "sql/connection/connection.h"

struct work {
    sqlite3 *db;
    struct interrupt interrupt;
    unsigned n_begun;                     /* times */
    uint64_t asked_at;                    /* 0: not yet; kept from call to call */
    sqlite3_stmt *probe;                  /* or NULL */
    sqlite3_stmt *held;                   /* or NULL */
    struct memory_scope memory_before;    /* what work_end() restores */
    const struct folders *folders_before; /* and this */
};

/* From here to work_end(), in this thread.  Work nests.  *work is zeroed before its first
 * use, and may be used again.  account: the connection's or a table's below it. */
void work_begin(struct work *work, struct connection *connection,
                struct memory_account *account);

/* The same while a statement is prepared: SQLite forgets an interrupt when a statement
 * starts and no other is running, so one is kept running. */
void work_begin_connecting(struct work *work, struct connection *connection,
                           struct memory_account *account);

/* To be called before control returns to SQLite: a host that closes the connection may
 * finalize every statement that it finds there.  Returns the status given, or INTERRUPTED
 * if that was wanted. */
enum status work_end(struct work *work, enum status status, struct error *error);

#endif
