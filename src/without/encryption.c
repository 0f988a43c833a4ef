/* SPDX-License-Identifier: MIT */
/* encryption.c - encrypted files are recognised, but neither read nor written. */
#include "parquet/encryption/file_decryption.h"
#include "parquet/encryption/file_encryption.h"
#include "sql/functions/functions.h"
#include "sql/encryption/file_keys.h"
#include "without/without.h"

/* ---- Keys of connections --------------------------------------------------------- */

/* Never read. */
struct key_ring *key_ring_new(void)
{
    static char ring;
    return (struct key_ring *)(void *)&ring;
}

void key_ring_release(struct key_ring *ring)
{
}

bool key_ring_find(struct key_ring *ring, struct slice name, struct pq_key *key)
{
    return false;
}

void file_keys_init(struct file_keys *keys, const struct table_options *options)
{
    *keys = (struct file_keys){.options = options};
}

void file_keys_release(struct file_keys *keys)
{
}

enum status key_function_is_over(sqlite3 *db, struct error *error)
{
    return OK;
}

int register_add_key(sqlite3 *db, struct connection *connection)
{
    return register_without(db, "parquet_add_key", "ENCRYPTION");
}

/* ---- Reading --------------------------------------------------------------------- */

enum status pq_file_decryption_new(const struct pq_file_crypto *crypto,
                                   struct pq_key_finder *finder, const char *path,
                                   struct pq_file_decryption **decryption,
                                   struct error *error)
{
    return without("ENCRYPTION", error);
}

void pq_file_decryption_free(struct pq_file_decryption *decryption)
{
}

enum status pq_decryption_footer(struct pq_file_decryption *decryption,
                                 const struct pq_module_cipher **cipher,
                                 struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_decryption_name_columns(struct pq_file_decryption *decryption,
                                       const struct pq_schema_tree *tree,
                                       struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_decryption_open_chunk(struct pq_file_decryption *decryption,
                                     uint32_t row_group, uint32_t leaf, const char *name,
                                     struct pq_column_chunk *chunk, struct error *error)
{
    return without("ENCRYPTION", error);
}

const char *pq_encryption_name(int algorithm)
{
    return NULL;
}

/* ---- Modules, of which there are none -------------------------------------------- */

size_t pq_module_overhead(const struct pq_module_cipher *cipher, enum pq_module module)
{
    return 0;
}

int64_t pq_module_plain_size(const struct pq_module_cipher *cipher, enum pq_module module,
                             int64_t size)
{
    return -1;
}

enum status pq_module_open(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct slice sealed, uint8_t *plain,
                           struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_module_try(const struct pq_module_cipher *cipher, enum pq_module module,
                          uint32_t page, struct slice sealed, uint8_t *plain,
                          bool *is_authentic, struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_module_verify(const struct pq_module_cipher *cipher, struct slice footer,
                             const uint8_t *signature, bool *is_right,
                             struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_module_seal(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct buffer *output, size_t from,
                           struct error *error)
{
    return without("ENCRYPTION", error);
}

enum status pq_module_sign(const struct pq_module_cipher *cipher, struct slice footer,
                           uint8_t *signature, struct error *error)
{
    return without("ENCRYPTION", error);
}

/* ---- Writing --------------------------------------------------------------------- */

enum status pq_file_encryption_new(const struct pq_write_encryption *how,
                                   const struct pq_schema_tree *tree,
                                   struct pq_file_encryption **encryption,
                                   struct error *error)
{
    return without("ENCRYPTION", error);
}

void pq_file_encryption_free(struct pq_file_encryption *encryption)
{
}

bool pq_encryption_has_plain_footer(const struct pq_file_encryption *encryption)
{
    return true;
}

const struct pq_file_crypto *
pq_encryption_file_crypto(const struct pq_file_encryption *encryption)
{
    return NULL;
}

const struct pq_module_cipher *
pq_encryption_footer(const struct pq_file_encryption *encryption)
{
    return NULL;
}

const struct pq_module_cipher *pq_encryption_chunk(struct pq_file_encryption *encryption,
                                                   uint32_t row_group, uint32_t leaf)
{
    return NULL;
}

struct pq_column_crypto
pq_encryption_column_crypto(const struct pq_file_encryption *encryption, uint32_t leaf)
{
    return (struct pq_column_crypto){0};
}
