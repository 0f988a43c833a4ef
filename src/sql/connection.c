#include "connection.h"

#include "../base/alloc.h"

struct connection *connection_new(void)
{
    struct connection *connection = mem_alloc_zeroed(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->n_references = 1;
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
