/* SPDX-License-Identifier: MIT */
#include "parquet/encryption/file_decryption.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "parquet/encryption/named_columns.h"
#include "parquet/format/file_metadata.h"

/* A key of columns, which most chunks of a column share. */
struct column_key {
    uint32_t leaf;
    size_t metadata_size; /* of the file's key_metadata, which follows */
    struct cipher *cipher;
    uint8_t metadata[];
};

/* What the user has said of a leaf's key. */
struct expected_key {
    uint32_t named;      /* the number of its name, or PQ_NOT_NAMED */
    bool is_the_footers; /* the named key was found to be the footer's */
};

/* What is known of a column chunk. */
struct decrypted_chunk {
    uint32_t row_group, leaf;
    struct pq_module_cipher cipher;
    struct buffer metadata; /* decrypted */
};

struct pq_file_decryption {
    const struct pq_file_crypto *crypto;
    struct pq_key_finder *finder;
    const char *path;
    bool is_prepared;
    struct pq_module_rules rules;   /* once it is */
    struct pq_module_cipher footer; /* key NULL: not yet needed */
    struct expected_key *expected;  /* for each leaf; NULL: nothing is named */
    uint64_t seed;
    struct column_key **keys;
    struct decrypted_chunk **chunks;
    struct hash_table key_table, chunk_table; /* of the two lists */
};

/* ---- The file -------------------------------------------------------------------- */

/* The AAD prefix: in the file, or given by the user, but not two of them. */
static enum status find_prefix(const struct pq_algorithm *algorithm, struct slice given,
                               struct slice *prefix, struct error *error)
{
    struct slice stored = algorithm->aad_prefix;
    *prefix = given.data != NULL ? given : stored;
    if (algorithm->needs_prefix && given.data == NULL)
        return error_set(error, AUTH,
                         "its AAD prefix is not stored in the file; give it by the "
                         "option aad_prefix");
    if (given.data != NULL && !algorithm->needs_prefix && stored.data == NULL)
        return error_set(error, WRONG_KEY,
                         "the file has no AAD prefix, although one is given: it may be "
                         "another file than the one that is expected");
    if (given.data != NULL && stored.data != NULL && !slice_equals(given, stored))
        return error_set(error, WRONG_KEY,
                         "the file's AAD prefix is \"%.*s\", not \"%.*s\": it is another "
                         "file than the one that is expected",
                         SLICE_SHOWN(stored, 100), SLICE_SHOWN(given, 100));
    return OK;
}

/* An encrypted footer does not protect the name of the algorithm that stands before it.
 * Pages of AES_GCM_V1 that are passed off as AES_GCM_CTR_V1 lose their tags, and whoever
 * knows what is in them can change it. */
static enum status check_algorithm(const struct pq_algorithm *algorithm, int required,
                                   struct error *error)
{
    if (algorithm->kind == 0)
        return error_set(error, UNSUPPORTED, "the encryption algorithm %d",
                         algorithm->unknown_member);
    if (required == 0 || algorithm->kind == required)
        return OK;
    return error_set(error, WRONG_KEY,
                     "the file says that it is encrypted with %s, but the option "
                     "encryption_algorithm requires %s: it may have been changed",
                     pq_encryption_name(algorithm->kind), pq_encryption_name(required));
}

enum status pq_file_decryption_new(const struct pq_file_crypto *crypto,
                                   struct pq_key_finder *finder, const char *path,
                                   struct pq_file_decryption **decryption,
                                   struct error *error)
{
    struct pq_file_decryption *made = mem_alloc_zeroed(1, sizeof *made);
    *decryption = made;
    if (made == NULL)
        return error_nomem(error);
    made->crypto = crypto;
    made->finder = finder;
    made->path = path;
    made->seed = hash_new_seed();
    made->footer.rules = &made->rules;
    return OK;
}

enum status pq_decryption_name_columns(struct pq_file_decryption *decryption,
                                       const struct pq_schema_tree *tree,
                                       struct error *error)
{
    const struct pq_key_finder *finder = decryption->finder;
    if (finder == NULL || finder->n_columns == 0)
        return OK;
    uint32_t *named = mem_alloc(tree->n_leaves, sizeof *named);
    decryption->expected = mem_alloc_zeroed(tree->n_leaves, sizeof *decryption->expected);
    enum status status = named != NULL && decryption->expected != NULL
                             ? pq_named_columns_find(finder->columns, finder->n_columns,
                                                     tree, named, error)
                             : error_nomem(error);
    for (uint32_t leaf = 0; status == OK && leaf < tree->n_leaves; leaf++)
        decryption->expected[leaf].named = named[leaf];
    mem_free(named);
    return status;
}

/* What columns in plain can be read without. */
static enum status prepare(struct pq_file_decryption *decryption, struct error *error)
{
    const struct pq_algorithm *algorithm = &decryption->crypto->algorithm;
    const struct pq_key_finder *finder = decryption->finder;
    const struct slice given = finder != NULL ? finder->aad_prefix : slice_of(NULL, 0);
    struct slice prefix;
    if (decryption->is_prepared)
        return OK;
    enum status status = check_algorithm(algorithm,
                                         finder != NULL ? finder->algorithm : 0, error);
    if (status == OK)
        status = find_prefix(algorithm, given, &prefix, error);
    if (status == OK)
        status = pq_module_rules_init(&decryption->rules, algorithm, prefix, error);
    decryption->is_prepared = status == OK;
    return status;
}

static void free_chunk(struct decrypted_chunk *chunk)
{
    buffer_release(&chunk->metadata);
    mem_free(chunk);
}

void pq_file_decryption_free(struct pq_file_decryption *decryption)
{
    if (decryption == NULL)
        return;
    for (size_t i = 0; i < decryption->key_table.n; i++) {
        cipher_free(decryption->keys[i]->cipher);
        mem_free(decryption->keys[i]);
    }
    for (size_t i = 0; i < decryption->chunk_table.n; i++)
        free_chunk(decryption->chunks[i]);
    mem_free(decryption->keys);
    mem_free(decryption->chunks);
    hash_table_release(&decryption->key_table);
    hash_table_release(&decryption->chunk_table);
    mem_free(decryption->expected);
    cipher_free(decryption->footer.key);
    pq_module_rules_release(&decryption->rules);
    mem_free(decryption);
}

/* ---- Keys ------------------------------------------------------------------------ */

static uint32_t name_of(const struct pq_file_decryption *decryption, uint32_t leaf)
{
    return decryption->expected != NULL ? decryption->expected[leaf].named : PQ_NOT_NAMED;
}

static struct pq_key_wanted footer_key(const struct pq_file_decryption *decryption)
{
    return (struct pq_key_wanted){.metadata = decryption->crypto->key_metadata,
                                  .named = PQ_NOT_NAMED,
                                  .path = decryption->path};
}

static struct pq_key_wanted column_key(const struct pq_file_decryption *decryption,
                                       uint32_t leaf, const char *name,
                                       struct slice metadata)
{
    return (struct pq_key_wanted){.metadata = metadata,
                                  .column = slice_of(name, strlen(name)),
                                  .named = name_of(decryption, leaf),
                                  .path = decryption->path};
}

static enum status find_cipher(struct pq_file_decryption *decryption,
                               const struct pq_key_wanted *wanted, struct cipher **cipher,
                               struct error *error)
{
    struct pq_key key = {.size = 0};
    if (decryption->finder == NULL)
        return error_set(error, AUTH, "the key is not known");
    enum status status = prepare(decryption, error);
    if (status != OK)
        return status;
    status = decryption->finder->find(decryption->finder, wanted, &key, error);
    if (status == OK)
        status = cipher_new(pq_key_slice(&key), cipher, error);
    wipe(&key, sizeof key);
    return status;
}

enum status pq_decryption_footer(struct pq_file_decryption *decryption,
                                 const struct pq_module_cipher **cipher,
                                 struct error *error)
{
    const struct pq_key_wanted wanted = footer_key(decryption);
    enum status status = OK;
    if (decryption->footer.key == NULL)
        status = find_cipher(decryption, &wanted, &decryption->footer.key, error);
    *cipher = &decryption->footer;
    return status;
}

static enum status add_column_key(struct pq_file_decryption *decryption, uint32_t leaf,
                                  const char *name, struct slice metadata, uint32_t hash,
                                  struct cipher **cipher, struct error *error)
{
    const struct pq_key_wanted wanted = column_key(decryption, leaf, name, metadata);
    struct column_key *made = mem_alloc_zeroed(1, sizeof *made + metadata.size);
    if (made == NULL)
        return error_nomem(error);
    struct hash_table *table = &decryption->key_table;
    enum status status = hash_table_reserve(table, error);
    if (status == OK &&
        !mem_grow(&decryption->keys, table->n + 1, sizeof *decryption->keys))
        status = error_nomem(error);
    if (status == OK)
        status = find_cipher(decryption, &wanted, &made->cipher, error);
    if (status != OK) {
        mem_free(made);
        return status;
    }
    made->leaf = leaf;
    made->metadata_size = metadata.size;
    if (metadata.size > 0)
        memcpy(made->metadata, metadata.data, metadata.size);
    decryption->keys[table->n] = made;
    hash_table_add(table, hash, (uint32_t)table->n);
    *cipher = made->cipher;
    return OK;
}

/* Finds the cipher of a column's own key. */
static enum status find_column_key(struct pq_file_decryption *decryption, uint32_t leaf,
                                   const char *name, struct slice metadata,
                                   struct cipher **cipher, struct error *error)
{
    const struct hash_table *table = &decryption->key_table;
    uint32_t hash = (uint32_t)hash_of(metadata, decryption->seed + leaf);
    for (const struct hash_slot *slot = hash_table_first(table, hash); slot->number != 0;
         slot = hash_table_next(table, slot)) {
        const struct column_key *key = decryption->keys[slot->number - 1];
        if (key->leaf == leaf &&
            slice_equals(slice_of(key->metadata, key->metadata_size), metadata)) {
            *cipher = key->cipher;
            return OK;
        }
    }
    return add_column_key(decryption, leaf, name, metadata, hash, cipher, error);
}

/* ---- Column chunks --------------------------------------------------------------- */

/* Whether all chunks are encrypted with the footer's key, without saying so
 * (module_cipher.h).  Such a footer has been decrypted by the same rules. */
static bool is_duckdb(const struct pq_file_decryption *decryption)
{
    const struct pq_algorithm *algorithm = &decryption->crypto->algorithm;
    return decryption->crypto->has_encrypted_footer && algorithm->kind == PQ_AES_GCM_V1 &&
           algorithm->aad_prefix.size == 0 && algorithm->file_unique.size == 0 &&
           !algorithm->needs_prefix;
}

static uint32_t chunk_hash(const struct pq_file_decryption *decryption,
                           uint32_t row_group, uint32_t leaf)
{
    const uint32_t key[] = {row_group, leaf};
    return (uint32_t)hash_of(slice_of(key, sizeof key), decryption->seed);
}

static struct decrypted_chunk *find_chunk(const struct pq_file_decryption *decryption,
                                          uint32_t row_group, uint32_t leaf)
{
    const struct hash_table *table = &decryption->chunk_table;
    uint32_t hash = chunk_hash(decryption, row_group, leaf);
    for (const struct hash_slot *slot = hash_table_first(table, hash); slot->number != 0;
         slot = hash_table_next(table, slot)) {
        struct decrypted_chunk *chunk = decryption->chunks[slot->number - 1];
        if (chunk->row_group == row_group && chunk->leaf == leaf)
            return chunk;
    }
    return NULL;
}

/* Decrypts the metadata, unless the file has them in plain, or both forms: a footer in
 * plain has them without statistics. */
static enum status decrypt_metadata(struct decrypted_chunk *made, struct slice sealed,
                                    struct error *error)
{
    int64_t size = pq_module_plain_size(&made->cipher, PQ_COLUMN_METADATA_MODULE,
                                        (int64_t)sealed.size);
    if (sealed.data == NULL)
        return OK;
    if (size < 0)
        return error_set(error, CORRUPT, "encrypted column metadata of %zu bytes",
                         sealed.size);
    enum status status = buffer_reserve(&made->metadata, (size_t)size + 1, false, error);
    if (status == OK)
        status = pq_module_open(&made->cipher, PQ_COLUMN_METADATA_MODULE, 0, sealed,
                                made->metadata.data, error);
    made->metadata.size = (size_t)size;
    return status;
}

/* Refuses a column that has the footer's key if the user has named another one. */
static enum status check_footer_key(struct pq_file_decryption *decryption, uint32_t leaf,
                                    const char *name, struct error *error)
{
    const struct pq_key_wanted own = column_key(decryption, leaf, name,
                                                slice_of(NULL, 0));
    const struct pq_key_wanted footer = footer_key(decryption);
    struct pq_key_finder *finder = decryption->finder;
    struct pq_key named = {.size = 0}, key = {.size = 0};
    if (own.named == PQ_NOT_NAMED || decryption->expected[leaf].is_the_footers)
        return OK;
    enum status status = finder->find(finder, &own, &named, error);
    if (status == OK)
        status = finder->find(finder, &footer, &key, error);
    if (status == OK && !slice_equals(pq_key_slice(&named), pq_key_slice(&key)))
        status = error_set(error, WRONG_KEY,
                           "the column is encrypted with the footer's key, not with the "
                           "one that the option column_keys names");
    decryption->expected[leaf].is_the_footers = status == OK;
    wipe(&named, sizeof named);
    wipe(&key, sizeof key);
    return status;
}

static enum status decrypt_chunk(struct pq_file_decryption *decryption,
                                 struct decrypted_chunk *made, const char *name,
                                 const struct pq_column_chunk *chunk, struct error *error)
{
    const struct pq_module_cipher *footer;
    enum status status;
    /* The encrypted metadata show whether a column's key is right.  Without them, a wrong
     * key would look like damage, which salvage skips. */
    if (chunk->crypto.kind == PQ_COLUMN_KEY && chunk->encrypted_metadata.data == NULL)
        status = error_set(error, CORRUPT,
                           "the column has a key of its own, but no encrypted metadata");
    else if (chunk->crypto.kind == PQ_COLUMN_KEY)
        status = find_column_key(decryption, made->leaf, name, chunk->crypto.key_metadata,
                                 &made->cipher.key, error);
    else if (chunk->has_crypto && chunk->crypto.kind != PQ_FOOTER_KEY)
        status = error_set(error, UNSUPPORTED, "the form %d of column encryption",
                           chunk->crypto.unknown_member);
    else
        status = pq_decryption_footer(decryption, &footer, error);
    if (status == OK && made->cipher.key == NULL) {
        made->cipher.key = decryption->footer.key;
        status = check_footer_key(decryption, made->leaf, name, error);
    }
    if (status == OK)
        status = decrypt_metadata(made, chunk->encrypted_metadata, error);
    return status;
}

static enum status add_chunk(struct pq_file_decryption *decryption, uint32_t row_group,
                             uint32_t leaf, const char *name,
                             const struct pq_column_chunk *chunk,
                             struct decrypted_chunk **added, struct error *error)
{
    struct hash_table *table = &decryption->chunk_table;
    enum status status = hash_table_reserve(table, error);
    if (status != OK)
        return status;
    if (!mem_grow(&decryption->chunks, table->n + 1, sizeof *decryption->chunks))
        return error_nomem(error);
    struct decrypted_chunk *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->row_group = row_group;
    made->leaf = leaf;
    made->cipher = (struct pq_module_cipher){&decryption->rules, NULL, row_group, leaf};
    status = decrypt_chunk(decryption, made, name, chunk, error);
    if (status != OK) {
        free_chunk(made);
        return status;
    }
    decryption->chunks[table->n] = made;
    hash_table_add(table, chunk_hash(decryption, row_group, leaf), (uint32_t)table->n);
    *added = made;
    return OK;
}

/* Refuses a column in plain that the user expects to be encrypted. */
static enum status check_plain(const struct pq_file_decryption *decryption, uint32_t leaf,
                               struct error *error)
{
    if (name_of(decryption, leaf) == PQ_NOT_NAMED)
        return OK;
    return error_set(error, WRONG_KEY,
                     "the column is in plain, although the option column_keys names it");
}

enum status pq_decryption_open_chunk(struct pq_file_decryption *decryption,
                                     uint32_t row_group, uint32_t leaf, const char *name,
                                     struct pq_column_chunk *chunk, struct error *error)
{
    struct decrypted_chunk *found = NULL;
    enum status status = OK;
    if (!chunk->has_crypto && !is_duckdb(decryption))
        return check_plain(decryption, leaf, error);
    found = find_chunk(decryption, row_group, leaf);
    if (found == NULL)
        status = add_chunk(decryption, row_group, leaf, name, chunk, &found, error);
    if (status == OK && chunk->encrypted_metadata.data != NULL)
        status = pq_column_metadata_parse(buffer_slice(&found->metadata), chunk, error);
    if (status == OK)
        chunk->cipher = &found->cipher;
    return status;
}
