/* SPDX-License-Identifier: MIT */
/*
 * file_keys.h - answers the files of a table or function that ask for their keys
 * (parquet/encryption/key_finder.h).
 *
 *     the options footer_key and column_keys      name a key of the connection
 *     key_metadata that is the name of a key      of the connection, too
 *     key material of parquet-java and pyarrow    is unwrapped (key_material.h)
 *     the option key_function                     names a function of the application
 */
#ifndef SQL_FILE_KEYS_H
#define SQL_FILE_KEYS_H

#include <stdatomic.h>

#include "parquet/encryption/found_keys.h"
#include "sql/encryption/key_ring.h"
#include "sql/options/table_options.h"

/* Must not move once a file was opened with it.  A zeroed struct may be released. */
struct file_keys {
    struct pq_key_finder finder; /* must be first */
    const struct table_options *options;
    sqlite3 *db;
    struct key_ring *ring;            /* of the connection */
    uint64_t version;                 /* of the ring, at the beginning */
    struct memory_account *account;   /* of the thread then; charged by `found` */
    struct found_keys *_Atomic found; /* NULL: none yet */
};

/* Of the connection that this thread works for.  The options, and the account that the
 * thread has entered, must outlive it. */
void file_keys_init(struct file_keys *keys, const struct table_options *options);
void file_keys_release(struct file_keys *keys);

/* Refuses (MISUSE) to work for a connection whose key function is running: it is called
 * in the middle of opening, planning and reading, which cannot begin again. */
enum status key_function_is_over(sqlite3 *db, struct error *error) CHECK_RESULT;

#endif
