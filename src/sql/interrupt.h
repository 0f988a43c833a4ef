/*
 * interrupt.h - whether the query is to end: sqlite3_interrupt() was called, or the
 * progress handler says so.
 *
 * SQLite looks at both while it executes its own instructions, of which a scan that finds
 * no row has none.  So a small statement is executed in between: it fails with
 * SQLITE_INTERRUPT when the connection is interrupted, and its instructions count towards
 * the next call of the progress handler.  That works in every version of SQLite.
 */
#ifndef SQL_INTERRUPT_H
#define SQL_INTERRUPT_H

#include <stdint.h>

#include "../base/interrupt.h"
#include "sqlite_api.h"

/* Zeroed at first. */
struct interrupt_probe {
    sqlite3 *db;
    struct interrupt interrupt;
    sqlite3_stmt *statement; /* or NULL */
    sqlite3_stmt *held;      /* or NULL */
    uint64_t asked_at;       /* 0: not yet */
};

/* From here to interrupt_probe_end(), polls of this thread (base/interrupt.h) ask the
 * connection, every few milliseconds. */
void interrupt_probe_begin(struct interrupt_probe *probe, sqlite3 *db);

/* The same while a statement is prepared: SQLite forgets an interrupt when a statement
 * starts and no other is running, so one is kept running. */
void interrupt_probe_begin_connecting(struct interrupt_probe *probe, sqlite3 *db);

/* To be called before control returns to SQLite: a host that closes the connection may
 * finalize every statement that it finds there.  Returns the status given, or INTERRUPTED
 * if that was wanted. */
enum status interrupt_probe_end(struct interrupt_probe *probe, enum status status,
                                struct error *error);

#endif
