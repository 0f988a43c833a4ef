/* SPDX-License-Identifier: MIT */
/*
 * key_finder.h - how a file that is being opened or written asks for its keys.  The SQL
 * layer answers (sql/encryption/).
 */
#ifndef PARQUET_KEY_FINDER_H
#define PARQUET_KEY_FINDER_H

#include "base/cipher.h"

/* Whoever has filled it in wipes it (base/cipher.h). */
struct pq_key {
    uint8_t bytes[CIPHER_MOST_KEY_SIZE];
    size_t size; /* 0: none */
};

static inline struct slice pq_key_slice(const struct pq_key *key)
{
    return slice_of(key->bytes, key->size);
}

#define PQ_NOT_NAMED UINT32_MAX

struct pq_key_wanted {
    struct slice metadata; /* key_metadata in the file; data NULL: none */
    struct slice column;   /* the leaf's path, joined by dots; data NULL: the footer */
    uint32_t named;        /* the number of the name that counts for the leaf, or none */
    const char *path;      /* of the file, or NULL */
};

struct pq_key_finder {
    struct slice aad_prefix;    /* that the user has given; data NULL: none */
    int algorithm;              /* enum pq_encryption that is required; 0: any */
    bool requires_encryption;   /* files that are not encrypted are refused */
    bool requires_verification; /* and those whose footer cannot be verified */
    /* The columns that the user has named keys for (named_columns.h): they may neither be
     * in plain nor have other keys. */
    const struct slice *columns;
    uint32_t n_columns;
    /* Finds a key.  AUTH, with what to do, if it is not known or cannot be looked up,
     * other than for want of memory, an interrupt or a failure to read; UNSUPPORTED in a
     * thread that cannot ask for it.  Several threads may call it at the same time. */
    enum status (*find)(struct pq_key_finder *finder, const struct pq_key_wanted *wanted,
                        struct pq_key *key, struct error *error);
};

#endif
