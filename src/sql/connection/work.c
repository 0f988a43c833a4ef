/* SPDX-License-Identifier: MIT */
#include "sql/connection/work.h"

#include <stddef.h>

#include "base/disk_file.h"
#include "base/path.h"
#include "os/process.h"

enum {
    NANOSECONDS_BETWEEN = 4000000, /* between two executions of the probe */
    WORKS_BETWEEN = 64 /* between two looks at SQLite's memory use, which lock a mutex */
};

/* Well over a thousand instructions that touch no table and return no row.  The statement
 * is kept until the work ends: SQLite calls the progress handler by the number of
 * instructions that a statement has executed over all its runs. */
#define SIXTEEN "(VALUES (1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1))"
static const char SQL[] = "SELECT 1 FROM " SIXTEEN " AS a, " SIXTEEN " AS b "
                          "WHERE a.column1 > b.column1";

static bool ask(struct work *work)
{
    int code = SQLITE_OK;
    if (work->probe == NULL)
        code = sqlite3_prepare_v2(work->db, SQL, -1, &work->probe, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(work->probe);
        (void)sqlite3_reset(work->probe);
    }
    return code == SQLITE_INTERRUPT;
}

static bool is_interrupted(void *argument)
{
    struct work *work = argument;
    uint64_t now = os_nanoseconds();
    if (work->asked_at == 0)
        work->asked_at = now;
    if (now - work->asked_at < NANOSECONDS_BETWEEN)
        return false;
    bool answer = ask(work);
    work->asked_at = os_nanoseconds();
    return answer;
}

void work_begin(struct work *work, struct connection *connection,
                struct memory_account *account)
{
    work->db = connection->db;
    if (work->n_begun++ % WORKS_BETWEEN == 0)
        memory_limit_process();
    work->memory_before = memory_account_enter(account);
    work->folders_before = disk_file_confine(
        restrictions_readable(&connection->restrictions));
    work->showed_folder = path_show_current_folder(
        !connection->is_readonly && !connection->restrictions.confines_reading &&
        !connection->restrictions.confines_writing);
    work->connection_before = current_connection_enter(
        (struct current_connection){connection->keys, connection->db});
    work->interrupt.is_wanted = is_interrupted;
    work->interrupt.argument = work;
    interrupt_begin(&work->interrupt);
}

void work_keep_interrupts(struct work *work)
{
    if (work->held == NULL && sqlite3_prepare_v2(work->db, "VALUES (1), (2)", -1,
                                                 &work->held, NULL) == SQLITE_OK)
        (void)sqlite3_step(work->held);
}

/* A function has not returned a failure that it was told: the rows may be wrong. */
static enum status report_overlooked(struct error *error)
{
    const struct error overlooked = *error;
    error_clear(error);
    return error_set(error, MISUSE, "a failure was overlooked (please report it): %s",
                     overlooked.message);
}

enum status work_end(struct work *work, enum status status, struct error *error)
{
    if (work->probe != NULL)
        sqlite3_finalize(work->probe);
    if (work->held != NULL)
        sqlite3_finalize(work->held);
    work->probe = work->held = NULL;
    status = interrupt_end(&work->interrupt, status, error);
    if (status == OK && error->status != OK)
        status = report_overlooked(error);
    (void)disk_file_confine(work->folders_before);
    (void)path_show_current_folder(work->showed_folder);
    (void)current_connection_enter(work->connection_before);
    memory_scope_restore(work->memory_before);
    return status;
}
