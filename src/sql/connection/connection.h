/* SPDX-License-Identifier: MIT */
/*
 * connection.h - what the modules and functions of one database connection share: the
 * scan statistics, the list of tables that are connected, the memory account, and what
 * the connection may do.  It is held by references, because SQLite destroys modules,
 * functions and tables in an order of its own.
 */
#ifndef SQL_CONNECTION_H
#define SQL_CONNECTION_H

#include "base/alloc.h"
#include "sql/connection/restrict.h"
#include "sql/table/opened_file.h"
#include "sql/table/scan_stats.h"

/* A table's entry, which is a member of the table. */
struct listed_table {
    const char *name; /* schema.table */
    const struct table_options *options;
    struct opened_file *const *file; /* NULL in a stub */
    struct listed_table *next, **link;
};

struct connection {
    sqlite3 *db;
    unsigned n_references;
    /* What tables and functions have allocated: the limit that parquet_restrict() may
     * set, and, below it, the default for whatever has no memory_limit of its own. */
    struct memory_account all_memory, memory;
    struct scan_stats *scan_stats;
    struct listed_table *tables;
    struct restrictions restrictions;
    bool is_readonly;  /* loaded by the entry point that neither writes nor attaches */
    unsigned n_writes; /* calls of parquet_write() that are at work, one in another */
};

enum { DEFAULT_MEMORY_LIMIT = 1 << 30 };

/* With one reference, which is the caller's; NULL when memory is out. */
struct connection *connection_new(sqlite3 *db);
struct connection *connection_retain(struct connection *connection);
void connection_release(void *connection); /* void: also SQLite's destructor */

/* Registers the connection for connection_find(): an extension that is loaded again must
 * keep the restrictions.  SQLite's result codes. */
int connection_register(sqlite3 *db, struct connection *connection);

/* *found: the registered connection, borrowed, or NULL.  MISUSE if another build of the
 * extension, or a copy of its file, has registered itself. */
enum status connection_find(sqlite3 *db, struct connection **found,
                            struct error *error) CHECK_RESULT;

/* MISUSE if the extension was loaded for reading only, even if after a full load. */
enum status connection_check_loaded_whole(const struct connection *connection,
                                          struct error *error) CHECK_RESULT;

/* Limits what all connections of the process have charged to SQLite's hard_heap_limit
 * less what SQLite uses itself, where the host has set one. */
void memory_limit_process(void);

/* The members of the entry but for the last two are set; what they point to may change.
 * An entry that is zeroed may be removed. */
void connection_list(struct connection *connection, struct listed_table *table);
void connection_unlist(struct listed_table *table);

#endif
