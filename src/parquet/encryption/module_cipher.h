/* SPDX-License-Identifier: MIT */
/*
 * module_cipher.h - turns a module's bytes into plain bytes and back (Encryption.md).
 *
 *     length, 4 bytes LE | nonce, 12 | encrypted bytes | tag, 16
 *
 * Pages have no tag in AES_GCM_CTR_V1.  What a tag proves, besides the bytes, is the
 * place that they were encrypted for (additional authenticated data, AAD):
 *
 *     AAD prefix | aad_file_unique | module type, 1 byte | row group | column | page
 *
 * the last three in 2 bytes LE each, as far as the module has them.
 *
 * DuckDB uses no additional data and no aad_file_unique.  Its files, which deviate in
 * this from the specification, are told by the absence of both.
 */
#ifndef PARQUET_MODULE_CIPHER_H
#define PARQUET_MODULE_CIPHER_H

#include "base/buffer.h"
#include "base/cipher.h"
#include "parquet/format/parquet_format.h"

/* The numbers are those of the specification (4.4.2). */
enum pq_module {
    PQ_FOOTER_MODULE = 0,
    PQ_COLUMN_METADATA_MODULE = 1,
    PQ_DATA_PAGE_MODULE = 2,
    PQ_DICTIONARY_PAGE_MODULE = 3,
    PQ_DATA_PAGE_HEADER_MODULE = 4,
    PQ_DICTIONARY_PAGE_HEADER_MODULE = 5,
    PQ_COLUMN_INDEX_MODULE = 6,
    PQ_OFFSET_INDEX_MODULE = 7,
    PQ_BLOOM_HEADER_MODULE = 8,
    PQ_BLOOM_BITSET_MODULE = 9,
};

enum {
    PQ_MODULE_LENGTH_SIZE = 4,
    PQ_GCM_OVERHEAD = PQ_MODULE_LENGTH_SIZE + CIPHER_NONCE_SIZE + CIPHER_TAG_SIZE,
    PQ_CTR_OVERHEAD = PQ_MODULE_LENGTH_SIZE + CIPHER_NONCE_SIZE,
    PQ_SIGNATURE_SIZE = CIPHER_NONCE_SIZE + CIPHER_TAG_SIZE, /* of a footer in plain */
    PQ_MOST_MODULE_ORDINAL = INT16_MAX, /* of row groups, columns and pages */
};

/* The specification's name of an algorithm (enum pq_encryption); NULL if it is unknown.
 */
const char *pq_encryption_name(int algorithm);

/* What all modules of a file have in common; one thread uses it at a time. */
struct pq_module_rules {
    bool pages_are_ctr;
    bool is_duckdb;
    struct buffer aad;    /* the file's part, with room for a module's */
    size_t file_aad_size; /* of the file's part */
};

/* algorithm: of the file, of a known kind.  prefix: the AAD prefix, stored in the file or
 * not; data NULL: none. */
enum status pq_module_rules_init(struct pq_module_rules *rules,
                                 const struct pq_algorithm *algorithm,
                                 struct slice prefix, struct error *error) CHECK_RESULT;
void pq_module_rules_release(struct pq_module_rules *rules); /* zeroed is allowed */

/* The modules of a column chunk, or the footer, and their key.  Both pointers are
 * borrowed. */
struct pq_module_cipher {
    struct pq_module_rules *rules;
    struct cipher *key;
    uint32_t row_group, column; /* not used for the footer */
};

/* How many bytes longer than its plain bytes a module is in the file. */
size_t pq_module_overhead(const struct pq_module_cipher *cipher, enum pq_module module);

/* The number of plain bytes of a module that takes this many bytes in the file; -1 if it
 * has too few. */
int64_t pq_module_plain_size(const struct pq_module_cipher *cipher, enum pq_module module,
                             int64_t size);

/* Decrypts a whole module, including its length, to the pq_module_plain_size() bytes at
 * `plain`.  page: the number of the data page in its chunk.  CORRUPT if the length is
 * wrong or if the bytes are not what was encrypted for this place; WRONG_KEY instead for
 * the modules that show whether the key is right, the footer and column metadata. */
enum status pq_module_open(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct slice sealed, uint8_t *plain,
                           struct error *error) CHECK_RESULT;

/* The same, but *is_authentic says whether the bytes were encrypted for this place. */
enum status pq_module_try(const struct pq_module_cipher *cipher, enum pq_module module,
                          uint32_t page, struct slice sealed, uint8_t *plain,
                          bool *is_authentic, struct error *error) CHECK_RESULT;

/* Replaces the bytes of output from offset `from` on by the module that holds them.
 * TOO_BIG if an ordinal has no room in 2 bytes. */
enum status pq_module_seal(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct buffer *output, size_t from,
                           struct error *error) CHECK_RESULT;

/* Writes the PQ_SIGNATURE_SIZE bytes that follow a footer in plain. */
enum status pq_module_sign(const struct pq_module_cipher *cipher, struct slice footer,
                           uint8_t *signature, struct error *error) CHECK_RESULT;

/* Whether a signature belongs to a footer. */
enum status pq_module_verify(const struct pq_module_cipher *cipher, struct slice footer,
                             const uint8_t *signature, bool *is_right,
                             struct error *error) CHECK_RESULT;

#endif
