/* SPDX-License-Identifier: MIT */
#include "parquet/encryption/file_encryption.h"

#include "base/alloc.h"
#include "parquet/encryption/named_columns.h"

enum { FILE_UNIQUE_SIZE = 8 }; /* bytes; the specification leaves the length open */

struct pq_file_encryption {
    const struct pq_write_encryption *how;
    uint8_t unique[FILE_UNIQUE_SIZE];
    struct pq_file_crypto crypto;
    struct pq_module_rules rules;
    struct pq_module_cipher footer;
    /* Of each column key; NULL: an earlier one with the same name, or the footer's. */
    struct cipher **ciphers;
    uint32_t n_leaves;
    struct leaf_encryption {
        struct pq_module_cipher cipher; /* key NULL: in plain */
        struct pq_column_crypto crypto;
    } * leaves;
};

/* Returns the cipher of column key i.  Keys of the same name share one, which counts the
 * nonces. */
static enum status find_cipher(struct pq_file_encryption *encryption, uint32_t i,
                               struct cipher **cipher, struct error *error)
{
    const struct pq_write_key *keys = encryption->how->column_keys;
    *cipher = encryption->ciphers[i];
    for (uint32_t k = 0; *cipher == NULL && k < i; k++) {
        if (slice_equals(keys[k].metadata, keys[i].metadata))
            *cipher = encryption->ciphers[k];
    }
    if (*cipher != NULL)
        return OK;
    enum status status = cipher_new(pq_key_slice(&keys[i].key), cipher, error);
    encryption->ciphers[i] = *cipher;
    return status;
}

static enum status choose_column_key(struct pq_file_encryption *encryption, uint32_t leaf,
                                     uint32_t i, struct error *error)
{
    const struct pq_write_encryption *how = encryption->how;
    const struct pq_write_key *key = &how->column_keys[i];
    struct leaf_encryption *chosen = &encryption->leaves[leaf];
    if (slice_equals(key->metadata, how->footer_key.metadata)) {
        chosen->cipher.key = encryption->footer.key;
        chosen->crypto.kind = PQ_FOOTER_KEY;
        return OK;
    }
    chosen->crypto.kind = PQ_COLUMN_KEY;
    chosen->crypto.key_metadata = key->metadata;
    return find_cipher(encryption, i, &chosen->cipher.key, error);
}

/* Chooses the key of each leaf. */
static enum status choose_keys(struct pq_file_encryption *encryption,
                               const struct pq_schema_tree *tree, struct error *error)
{
    const struct pq_write_encryption *how = encryption->how;
    uint32_t *named = mem_alloc(tree->n_leaves, sizeof *named);
    if (named == NULL)
        return error_nomem(error);
    enum status status = pq_named_columns_find(how->columns, how->n_column_keys, tree,
                                               named, error);
    for (uint32_t leaf = 0; status == OK && leaf < tree->n_leaves; leaf++) {
        struct leaf_encryption *chosen = &encryption->leaves[leaf];
        chosen->cipher = (struct pq_module_cipher){&encryption->rules, NULL, 0, leaf};
        if (how->n_column_keys == 0) {
            chosen->cipher.key = encryption->footer.key;
            chosen->crypto.kind = PQ_FOOTER_KEY;
        } else if (named[leaf] != PQ_NOT_NAMED) {
            status = choose_column_key(encryption, leaf, named[leaf], error);
        }
    }
    mem_free(named);
    return status;
}

static enum status fill(struct pq_file_encryption *encryption,
                        const struct pq_schema_tree *tree, struct error *error)
{
    const struct pq_write_encryption *how = encryption->how;
    bool stores_prefix = how->aad_prefix.data != NULL && !how->leaves_out_prefix;
    enum status status = cipher_random(encryption->unique, FILE_UNIQUE_SIZE, error);
    if (status != OK)
        return status;
    encryption->crypto = (struct pq_file_crypto){
        .algorithm = {.kind = how->algorithm,
                      .file_unique = slice_of(encryption->unique, FILE_UNIQUE_SIZE),
                      .needs_prefix = how->aad_prefix.data != NULL && !stores_prefix},
        .key_metadata = how->footer_key.metadata,
        .has_encrypted_footer = !how->has_plain_footer};
    if (stores_prefix)
        encryption->crypto.algorithm.aad_prefix = how->aad_prefix;
    encryption->footer.rules = &encryption->rules;
    encryption->n_leaves = tree->n_leaves;
    encryption->leaves = mem_alloc_zeroed(tree->n_leaves, sizeof *encryption->leaves);
    encryption->ciphers = mem_alloc_zeroed(how->n_column_keys + 1,
                                           sizeof *encryption->ciphers);
    if (encryption->leaves == NULL || encryption->ciphers == NULL)
        return error_nomem(error);
    status = pq_module_rules_init(&encryption->rules, &encryption->crypto.algorithm,
                                  how->aad_prefix, error);
    if (status == OK)
        status = cipher_new(pq_key_slice(&how->footer_key.key), &encryption->footer.key,
                            error);
    return status == OK ? choose_keys(encryption, tree, error) : status;
}

enum status pq_file_encryption_new(const struct pq_write_encryption *how,
                                   const struct pq_schema_tree *tree,
                                   struct pq_file_encryption **encryption,
                                   struct error *error)
{
    *encryption = NULL;
    if (tree->n_leaves > PQ_MOST_MODULE_ORDINAL + 1)
        return error_set(error, TOO_BIG, "encrypted files have at most %d columns",
                         PQ_MOST_MODULE_ORDINAL + 1);
    struct pq_file_encryption *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->how = how;
    enum status status = fill(made, tree, error);
    if (status != OK) {
        pq_file_encryption_free(made);
        return status;
    }
    *encryption = made;
    return OK;
}

void pq_file_encryption_free(struct pq_file_encryption *encryption)
{
    if (encryption == NULL)
        return;
    for (uint32_t i = 0;
         encryption->ciphers != NULL && i < encryption->how->n_column_keys; i++)
        cipher_free(encryption->ciphers[i]);
    cipher_free(encryption->footer.key);
    pq_module_rules_release(&encryption->rules);
    mem_free(encryption->ciphers);
    mem_free(encryption->leaves);
    mem_free(encryption);
}

bool pq_encryption_has_plain_footer(const struct pq_file_encryption *encryption)
{
    return encryption->how->has_plain_footer;
}

const struct pq_file_crypto *
pq_encryption_file_crypto(const struct pq_file_encryption *encryption)
{
    return &encryption->crypto;
}

const struct pq_module_cipher *
pq_encryption_footer(const struct pq_file_encryption *encryption)
{
    return &encryption->footer;
}

const struct pq_module_cipher *pq_encryption_chunk(struct pq_file_encryption *encryption,
                                                   uint32_t row_group, uint32_t leaf)
{
    struct pq_module_cipher *cipher = &encryption->leaves[leaf].cipher;
    cipher->row_group = row_group;
    return cipher->key != NULL ? cipher : NULL;
}

struct pq_column_crypto
pq_encryption_column_crypto(const struct pq_file_encryption *encryption, uint32_t leaf)
{
    return encryption->leaves[leaf].crypto;
}
