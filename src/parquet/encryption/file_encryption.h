/* SPDX-License-Identifier: MIT */
/*
 * file_encryption.h - the keys of a file that is being written, and what its metadata say
 * of them.
 */
#ifndef PARQUET_FILE_ENCRYPTION_H
#define PARQUET_FILE_ENCRYPTION_H

#include "parquet/encryption/key_finder.h"
#include "parquet/encryption/module_cipher.h"
#include "parquet/schema/schema_tree.h"

/* A key, and the key_metadata by which readers find it. */
struct pq_write_key {
    struct pq_key key;
    struct slice metadata;
};

/* How a file is encrypted.  Without column keys, all columns have the footer's key; with
 * them, columns that are not named are in plain. */
struct pq_write_encryption {
    int algorithm;           /* enum pq_encryption */
    bool has_plain_footer;   /* which is signed */
    bool leaves_out_prefix;  /* the AAD prefix is not stored in the file */
    struct slice aad_prefix; /* data NULL: none */
    struct pq_write_key footer_key;
    const struct slice *columns; /* that have keys of their own (named_columns.h) */
    const struct pq_write_key *column_keys; /* for each of these names */
    uint32_t n_column_keys;
};

struct pq_file_encryption;

/* For one file with these leaves.  `how` is borrowed.  MISUSE as in named_columns.h,
 * TOO_BIG if there are more leaves than can be encrypted. */
enum status pq_file_encryption_new(const struct pq_write_encryption *how,
                                   const struct pq_schema_tree *tree,
                                   struct pq_file_encryption **encryption,
                                   struct error *error) CHECK_RESULT;
void pq_file_encryption_free(struct pq_file_encryption *encryption); /* NULL is allowed */

bool pq_encryption_has_plain_footer(const struct pq_file_encryption *encryption);

/* What the file says of its encryption.  Points into the encryption. */
const struct pq_file_crypto *
pq_encryption_file_crypto(const struct pq_file_encryption *encryption);

const struct pq_module_cipher *
pq_encryption_footer(const struct pq_file_encryption *encryption);

/* The cipher of a leaf's chunk in a row group, until the next call for the leaf; NULL if
 * it is in plain. */
const struct pq_module_cipher *pq_encryption_chunk(struct pq_file_encryption *encryption,
                                                   uint32_t row_group, uint32_t leaf);

/* What the file says of the leaf's key, but for the leaf's path.  kind 0: in plain. */
struct pq_column_crypto
pq_encryption_column_crypto(const struct pq_file_encryption *encryption, uint32_t leaf);

#endif
