/* SPDX-License-Identifier: MIT */
/*
 * call_scope.h - the state while SQLite calls the extension: memory is charged to an
 * account, files are opened only inside the folders of parquet_restrict(), they find the
 * connection's keys, and polls ask whether to interrupt the query.
 *
 * sqlite3_interrupt() and the progress handler interrupt it.  SQLite checks both while it
 * executes its own instructions, and a scan that finds no row executes none.  So polls
 * execute a small statement: it fails with SQLITE_INTERRUPT when the connection is
 * interrupted, and its instructions count towards the next call of the progress handler.
 * That works in every version of SQLite.
 */
#ifndef SQL_CALL_SCOPE_H
#define SQL_CALL_SCOPE_H

#include <stdint.h>

#include "base/interrupt.h"
#include "sql/connection/connection.h"
#include "sql/host/current_connection.h"

struct call_scope {
    sqlite3 *db;
    struct interrupt interrupt;
    unsigned n_begun;    /* calls of call_begin() */
    uint64_t asked_at;   /* time of the last probe; 0: none; call_end() keeps it */
    sqlite3_stmt *probe; /* executed by polls, or NULL */
    sqlite3_stmt *held;  /* see call_keep_interrupts(), or NULL */
    struct memory_scope memory_before;       /* what call_end() restores */
    const struct folders *folders_before;    /* what call_end() restores */
    const struct file_system_rights *rights; /* which SQL of the call may replace */
    const struct file_system_rights *rights_before; /* the same */
    struct current_connection connection_before;    /* the same */
    bool showed_folder;                             /* the same */
};

/* Begins a call in this thread, which call_end() ends.  Calls nest.  *call must be zeroed
 * before its first use, and may be used again. account: the connection's or a table's
 * below it. */
void call_begin(struct call_scope *call, struct connection *connection,
                struct memory_account *account);

/* For long work that SQLite may have called while it prepares a statement: it forgets an
 * interrupt when a statement, such as that of a poll, starts while no other runs, so this
 * keeps one running until call_end(). */
void call_keep_interrupts(struct call_scope *call);

/* Call before returning to SQLite: a host that closes the connection may finalize every
 * statement that it finds.  Returns the status given, or INTERRUPTED if the call was
 * interrupted, or MISUSE if the status is OK although a failure is recorded in *error. */
enum status call_end(struct call_scope *call, enum status status, struct error *error);

#endif
