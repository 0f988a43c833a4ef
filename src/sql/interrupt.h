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

#include "sqlite_api.h"

/* Begin with db set and the rest zero. */
struct interrupt_probe {
    sqlite3 *db;
    sqlite3_stmt *statement; /* or NULL */
    uint64_t asked_at;       /* 0: not yet */
};

/* To be asked as often as one likes; the connection is asked every few milliseconds.  The
 * probe as void *, for struct scan_interrupt. */
bool interrupt_is_wanted(void *probe);

/* To be called before control returns to SQLite: a host that closes the connection may
 * finalize every statement that it finds there. */
void interrupt_rest(struct interrupt_probe *probe);

#endif
