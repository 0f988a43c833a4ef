/* SPDX-License-Identifier: MIT */
/*
 * key_ring.h - the keys that parquet_add_key() has given to a connection, by name.
 *
 * A ring is counted by references, because tables outlive nothing in a fixed order, and
 * threads that scan ahead look up keys while the connection's own thread adds some.
 */
#ifndef SQL_KEY_RING_H
#define SQL_KEY_RING_H

#include "parquet/encryption/key_finder.h"
#include "sql/host/sqlite_api.h"
#include "sql/options/options.h"

struct key_ring;

enum { KEY_RING_MOST_KEYS = 10000 };

/* Returns an empty ring with one reference; NULL if out of memory. */
struct key_ring *key_ring_new(void);
struct key_ring *key_ring_retain(struct key_ring *ring);
void key_ring_release(struct key_ring *ring); /* wipes the keys; NULL is allowed */

/* Adds or replaces a key, which is copied; NULL removes it.  What it replaces is wiped.
 * Charges the memory account that the thread has entered, which must outlive the ring.
 * TOO_BIG beyond KEY_RING_MOST_KEYS and MOST_KEY_NAME. */
enum status key_ring_set(struct key_ring *ring, struct slice name,
                         const struct pq_key *key, struct error *error) CHECK_RESULT;

/* Copies the key of that name; false if there is none. */
bool key_ring_find(struct key_ring *ring, struct slice name, struct pq_key *key);

/* Changes with each key_ring_set(). */
uint64_t key_ring_version(struct key_ring *ring);

/* Reads a key: a BLOB of 16, 24 or 32 bytes, or text that has as many in hexadecimal
 * digits or base64.  MISUSE otherwise; the message does not show the value. */
enum status key_from_value(sqlite3_value *value, struct pq_key *key,
                           struct error *error) CHECK_RESULT;

#endif
