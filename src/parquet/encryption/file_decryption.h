/* SPDX-License-Identifier: MIT */
/*
 * file_decryption.h - the keys and the decrypted metadata of one open file.
 *
 * Keys are asked for when a part of the file that needs them is read, so a column whose
 * key is not known fails only the queries that read it.
 */
#ifndef PARQUET_FILE_DECRYPTION_H
#define PARQUET_FILE_DECRYPTION_H

#include "parquet/encryption/key_finder.h"
#include "parquet/encryption/module_cipher.h"
#include "parquet/schema/schema_tree.h"

struct pq_file_decryption;

/* What is encrypted: the file's algorithm and its footer's key_metadata; path: that of
 * the file, or NULL.  All of it and the finder, which may be NULL, are borrowed. */
enum status pq_file_decryption_new(const struct pq_file_crypto *crypto,
                                   struct pq_key_finder *finder, const char *path,
                                   struct pq_file_decryption **decryption,
                                   struct error *error) CHECK_RESULT;
void pq_file_decryption_free(struct pq_file_decryption *decryption); /* NULL is allowed */

/* Finds the columns that the finder names among those of the file, before any is opened.
 * MISUSE if one of them is not there, or named twice. */
enum status pq_decryption_name_columns(struct pq_file_decryption *decryption,
                                       const struct pq_schema_tree *tree,
                                       struct error *error) CHECK_RESULT;

/* The functions below return AUTH if the key or the AAD prefix is not known, WRONG_KEY if
 * the prefix or the algorithm is another one than the file's, and UNSUPPORTED for an
 * unknown algorithm. */

/* The cipher of the footer and of the columns that have its key.  Borrowed. */
enum status pq_decryption_footer(struct pq_file_decryption *decryption,
                                 const struct pq_module_cipher **cipher,
                                 struct error *error) CHECK_RESULT;

/* Sets chunk->cipher if the column chunk is encrypted, and chunk->metadata if that was
 * encrypted, too.  name: the leaf's path, joined by dots.  What is set points into the
 * decryption.  WRONG_KEY, too, if the key is wrong. */
enum status pq_decryption_open_chunk(struct pq_file_decryption *decryption,
                                     uint32_t row_group, uint32_t leaf, const char *name,
                                     struct pq_column_chunk *chunk,
                                     struct error *error) CHECK_RESULT;

#endif
