#include "connection.h"

#include <stdint.h>

/* Above the accounts of all connections. */
static struct memory_account process_memory = {.name = "SQLite's hard_heap_limit",
                                               .limit = SIZE_MAX};

struct memory_scope memory_enter(struct memory_account *account)
{
    sqlite3_int64 limit = sqlite3_hard_heap_limit64(-1);
    if (limit > 0) {
        limit -= sqlite3_memory_used();
        atomic_store_explicit(&process_memory.limit, limit > 0 ? (size_t)limit : 0,
                              memory_order_relaxed);
    } else {
        atomic_store_explicit(&process_memory.limit, SIZE_MAX, memory_order_relaxed);
    }
    return memory_account_enter(account);
}

/* Gives up what tables keep for the next query. */
static bool drop_idle(void *owner)
{
    const struct connection *connection = owner;
    bool has_freed = false;
    for (struct listed_table *t = connection->tables; t != NULL; t = t->next) {
        if (*t->file != NULL && opened_file_drop_idle(*t->file))
            has_freed = true;
    }
    return has_freed;
}

struct connection *connection_new(void)
{
    struct connection *connection = mem_alloc_zeroed(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->n_references = 1;
    connection->all_memory = (struct memory_account){.parent = &process_memory,
                                                     .name = "parquet_restrict()",
                                                     .limit = SIZE_MAX,
                                                     .reclaim = drop_idle,
                                                     .owner = connection};
    connection->memory = (struct memory_account){.parent = &connection->all_memory,
                                                 .name = "the default memory_limit",
                                                 .limit = DEFAULT_MEMORY_LIMIT};
    connection->journal = scan_journal_new();
    if (connection->journal == NULL) {
        mem_free(connection);
        return NULL;
    }
    return connection;
}

struct connection *connection_retain(struct connection *connection)
{
    connection->n_references++;
    return connection;
}

void connection_release(void *pointer)
{
    struct connection *connection = pointer;
    if (--connection->n_references > 0)
        return;
    scan_journal_release(connection->journal);
    mem_free(connection);
}

void connection_list(struct connection *connection, struct listed_table *table)
{
    table->next = connection->tables;
    table->link = &connection->tables;
    if (table->next != NULL)
        table->next->link = &table->next;
    connection->tables = table;
}

void connection_unlist(struct listed_table *table)
{
    if (table->link == NULL)
        return;
    *table->link = table->next;
    if (table->next != NULL)
        table->next->link = table->link;
    table->link = NULL;
}
