/* SPDX-License-Identifier: MIT */
#include "sql/connection/call_scope.h"

#include <stddef.h>

#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/path.h"
#include "os/process.h"

enum {
    NANOSECONDS_BETWEEN = 4000000, /* between two executions of the probe */
    WORKS_BETWEEN = 64 /* between two looks at SQLite's memory use, which lock a mutex */
};

/* Well over a thousand instructions that touch no table and return no row.  The statement
 * is kept until the call ends: SQLite calls the progress handler by the number of
 * instructions that a statement has executed over all its runs. */
#define SIXTEEN "(VALUES (1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1))"
static const char SQL[] = "SELECT 1 FROM " SIXTEEN " AS a, " SIXTEEN " AS b "
                          "WHERE a.column1 > b.column1";

static bool ask(struct call_scope *call)
{
    int code = SQLITE_OK;
    if (call->probe == NULL)
        code = sqlite3_prepare_v2(call->db, SQL, -1, &call->probe, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(call->probe);
        (void)sqlite3_reset(call->probe);
    }
    return code == SQLITE_INTERRUPT;
}

static bool is_interrupted(void *argument)
{
    struct call_scope *call = argument;
    uint64_t now = os_nanoseconds();
    if (call->asked_at == 0)
        call->asked_at = now;
    if (now - call->asked_at < NANOSECONDS_BETWEEN)
        return false;
    bool answer = ask(call);
    call->asked_at = os_nanoseconds();
    return answer;
}

void call_begin(struct call_scope *call, struct connection *connection,
                struct memory_account *account)
{
    call->db = connection->db;
    if (call->n_begun++ % WORKS_BETWEEN == 0)
        memory_limit_process();
    call->memory_before = memory_account_enter(account);
    call->folders_before = disk_file_confine(
        restrictions_readable(&connection->restrictions));
    call->rights = file_system_rights_share(connection->restrictions.remote);
    call->rights_before = file_system_enter(call->rights);
    call->showed_folder = path_show_current_folder(
        !connection->is_readonly && !connection->restrictions.confines_reading &&
        !connection->restrictions.confines_writing);
    call->connection_before = current_connection_enter(
        (struct current_connection){connection->keys, connection->db});
    call->interrupt.is_wanted = is_interrupted;
    call->interrupt.argument = call;
    interrupt_begin(&call->interrupt);
}

void call_keep_interrupts(struct call_scope *call)
{
    if (call->held == NULL && sqlite3_prepare_v2(call->db, "VALUES (1), (2)", -1,
                                                 &call->held, NULL) == SQLITE_OK)
        (void)sqlite3_step(call->held);
}

/* A function has not returned a failure that it was told: the rows may be wrong. */
static enum status report_overlooked(struct error *error)
{
    const struct error overlooked = *error;
    error_clear(error);
    return error_set(error, MISUSE, "a failure was overlooked (please report it): %s",
                     overlooked.message);
}

enum status call_end(struct call_scope *call, enum status status, struct error *error)
{
    if (call->probe != NULL)
        sqlite3_finalize(call->probe);
    if (call->held != NULL)
        sqlite3_finalize(call->held);
    call->probe = call->held = NULL;
    status = interrupt_end(&call->interrupt, status, error);
    if (status == OK && error->status != OK)
        status = report_overlooked(error);
    (void)disk_file_confine(call->folders_before);
    (void)file_system_enter(call->rights_before);
    file_system_rights_release(call->rights);
    call->rights = NULL;
    (void)path_show_current_folder(call->showed_folder);
    (void)current_connection_enter(call->connection_before);
    memory_scope_restore(call->memory_before);
    return status;
}
