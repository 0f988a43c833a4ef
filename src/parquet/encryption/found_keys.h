/* SPDX-License-Identifier: MIT */
/*
 * found_keys.h - keeps keys that cost much to find, for whoever answers a key finder
 * (key_finder.h), by what tells them apart.
 */
#ifndef PARQUET_FOUND_KEYS_H
#define PARQUET_FOUND_KEYS_H

#include "parquet/encryption/key_finder.h"

struct found_keys;
struct memory_account;

/* All of it charges the account (NULL: none), which must outlive it: not that of the file
 * that asks for a key.  NULL if out of memory. */
struct found_keys *found_keys_new(struct memory_account *account);
void found_keys_free(struct found_keys *keys); /* wipes the keys; NULL is allowed */

/* Several threads may call these at the same time. */
bool found_keys_find(struct found_keys *keys, struct slice identity, struct pq_key *key);
enum status found_keys_add(struct found_keys *keys, struct slice identity,
                           const struct pq_key *key, struct error *error) CHECK_RESULT;

#endif
