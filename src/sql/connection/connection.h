/* SPDX-License-Identifier: MIT */
/*
 * connection.h - what the modules and functions of one database connection share: the
 * scan statistics, the list of connected tables, the memory accounts, and the
 * restrictions.  It is counted by references, because SQLite destroys modules, functions
 * and tables in no fixed order.
 */
#ifndef SQL_CONNECTION_H
#define SQL_CONNECTION_H

#include "base/alloc.h"
#include "sql/connection/restrict.h"
#include "sql/encryption/key_ring.h"
#include "sql/table/opened_file.h"
#include "sql/table/scan_stats.h"

/* A table's entry in the connection's list; a member of the table. */
struct listed_table {
    const char *name; /* schema.table */
    const struct table_options *options;
    struct opened_file *const *file; /* *file is NULL in a stub, or while it is locked */
    struct listed_table *next, **link;
};

/* The types of the columns that a parquet_write() has written, and why; the arena holds
 * the columns and their texts.  A zeroed struct has none. */
struct written_types {
    uint32_t n;
    struct written_type {
        const char *name, *type, *because;
    } * columns;
    struct arena arena;
};

enum {
    DEFAULT_MEMORY_LIMIT = 1 << 30,
    /* Tables that keep their scans for the next query: at most, and if the connection
     * uses more memory than that. */
    MOST_IDLE_TABLES = 16,
    FEW_IDLE_TABLES = 4,
    MUCH_MEMORY = 64 << 20,
};

struct connection {
    sqlite3 *db;
    unsigned n_references;
    /* What tables and functions have allocated. all_memory has the limit of
     * parquet_restrict(); memory, its child, is the default for tables without a
     * memory_limit. */
    struct memory_account all_memory, memory;
    struct scan_stats *scan_stats;
    struct listed_table *tables;
    struct listed_table *idle[MOST_IDLE_TABLES]; /* last used first; NULL at the end */
    struct restrictions restrictions;
    struct key_ring *keys;
    char **attached; /* names of tables made by parquet_attach(), which it may replace */
    size_t n_attached;
    bool is_readonly;     /* loaded by the entry point for reading only */
    unsigned n_writes;    /* running calls of parquet_write(), nested in one another */
    unsigned n_queries;   /* running calls of parquet_query's tables, nested likewise */
    uint64_t n_row_calls; /* finished in a statement: write/query_rows.c */
    /* Of the parquet_write() that runs its query, if it writes Variants; or NULL. */
    struct passed_types *passed_types;
    /* Of the statement whose batches are taken and that is prepared or stepped, or NULL:
     * module/table.h. */
    struct batch_request *batch_request;
    struct written_types written_types; /* of the last one that has succeeded;
                                           parquet_write_types shows them */
};

/* Returns it with one reference, which the caller owns; NULL when memory is out. */
struct connection *connection_new(sqlite3 *db);
struct connection *connection_retain(struct connection *connection);
void connection_release(void *connection); /* void *: also SQLite's destructor */

void written_types_release(struct written_types *types);

/* Registers the connection for connection_find(), so that loading the extension again
 * keeps the restrictions.  Returns SQLite's code. */
int connection_register(sqlite3 *db, struct connection *connection);

/* *found: the registered connection, borrowed, or NULL.  MISUSE if another build of the
 * extension, or a copy of its file, has registered itself. */
enum status connection_find(sqlite3 *db, struct connection **found,
                            struct error *error) CHECK_RESULT;

/* MISUSE if the extension was loaded for reading only, even if after a full load. */
enum status connection_check_loaded_whole(const struct connection *connection,
                                          struct error *error) CHECK_RESULT;

/* MISUSE if the connection's keys and secrets are fixed. */
enum status connection_check_keys_may_change(const struct connection *connection,
                                             struct error *error) CHECK_RESULT;

/* Applies the environment variable PARQUET_VTAB_CACHE, if it is set: the limit of the
 * process's cache (base/cache.h). */
enum status cache_limit_by_environment(struct error *error) CHECK_RESULT;

/* If the host has set SQLite's hard_heap_limit, limits the memory of all connections of
 * the process, with the cache, to that limit less what SQLite itself uses. */
void memory_limit_process(void);

/* Adds a table's entry to the list and removes it.  The caller has set all members but
 * the last two; what they point to may change.  Removing a zeroed entry does nothing. */
void connection_list(struct connection *connection, struct listed_table *table);
void connection_unlist(struct connection *connection, struct listed_table *table);

/* Call when a cursor of a table was closed.  Only the tables used last keep an idle scan.
 */
void connection_table_rests(struct connection *connection, struct listed_table *table);

#endif
