#include "interrupt.h"

#include <stddef.h>

#include "../base/clock.h"

enum { NANOSECONDS_BETWEEN = 4000000 };

/* Well over a thousand instructions that touch no table and return no row.  The statement
 * is kept for the next time: SQLite calls the handler when a statement has executed so
 * many instructions over all its runs. */
#define SIXTEEN "(VALUES (1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1))"
static const char SQL[] = "SELECT 1 FROM " SIXTEEN " AS a, " SIXTEEN " AS b "
                          "WHERE a.column1 > b.column1";

static bool ask(struct interrupt_probe *probe)
{
    int code = SQLITE_OK;
    if (probe->statement == NULL)
        code = sqlite3_prepare_v2(probe->db, SQL, -1, &probe->statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(probe->statement);
        (void)sqlite3_reset(probe->statement);
    }
    return code == SQLITE_INTERRUPT;
}

static bool is_wanted(void *argument)
{
    struct interrupt_probe *probe = argument;
    uint64_t now = clock_nanoseconds();
    if (probe->asked_at == 0)
        probe->asked_at = now;
    if (now - probe->asked_at < NANOSECONDS_BETWEEN)
        return false;
    bool answer = ask(probe);
    probe->asked_at = clock_nanoseconds();
    return answer;
}

void interrupt_probe_begin(struct interrupt_probe *probe, sqlite3 *db)
{
    probe->db = db;
    probe->interrupt.is_wanted = is_wanted;
    probe->interrupt.argument = probe;
    interrupt_begin(&probe->interrupt);
}

void interrupt_probe_begin_connecting(struct interrupt_probe *probe, sqlite3 *db)
{
    if (sqlite3_prepare_v2(db, "VALUES (1), (2)", -1, &probe->held, NULL) == SQLITE_OK)
        (void)sqlite3_step(probe->held);
    interrupt_probe_begin(probe, db);
}

enum status interrupt_probe_end(struct interrupt_probe *probe, enum status status,
                                struct error *error)
{
    if (probe->statement != NULL)
        sqlite3_finalize(probe->statement);
    if (probe->held != NULL)
        sqlite3_finalize(probe->held);
    probe->statement = probe->held = NULL;
    return interrupt_end(&probe->interrupt, status, error);
}
