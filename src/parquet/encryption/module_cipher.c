/* SPDX-License-Identifier: MIT */
#include "parquet/encryption/module_cipher.h"

enum {
    MOST_MODULE_AAD = 7, /* type, row group, column, page */
    MOST_FILE_AAD = 1 << 20,
};

const char *pq_encryption_name(int algorithm)
{
    return algorithm == PQ_AES_GCM_V1       ? "AES_GCM_V1"
           : algorithm == PQ_AES_GCM_CTR_V1 ? "AES_GCM_CTR_V1"
                                            : NULL;
}

enum status pq_module_rules_init(struct pq_module_rules *rules,
                                 const struct pq_algorithm *algorithm,
                                 struct slice prefix, struct error *error)
{
    struct slice unique = algorithm->file_unique;
    *rules = (struct pq_module_rules){.pages_are_ctr = algorithm->kind ==
                                                       PQ_AES_GCM_CTR_V1,
                                      .is_duckdb = algorithm->kind == PQ_AES_GCM_V1 &&
                                                   prefix.size == 0 && unique.size == 0};
    if (prefix.size > MOST_FILE_AAD || unique.size > MOST_FILE_AAD)
        return error_set(error, TOO_BIG, "an AAD of %zu bytes",
                         prefix.size > unique.size ? prefix.size : unique.size);
    rules->file_aad_size = prefix.size + unique.size;
    enum status status = buffer_reserve(
        &rules->aad, rules->file_aad_size + MOST_MODULE_AAD, false, error);
    if (status == OK)
        status = buffer_append(&rules->aad, prefix.data, prefix.size, error);
    return status == OK ? buffer_append(&rules->aad, unique.data, unique.size, error)
                        : status;
}

void pq_module_rules_release(struct pq_module_rules *rules)
{
    buffer_release(&rules->aad);
}

/* ---- Additional authenticated data ----------------------------------------------- */

static bool is_page(enum pq_module module)
{
    return module == PQ_DATA_PAGE_MODULE || module == PQ_DICTIONARY_PAGE_MODULE;
}

static bool has_page_ordinal(enum pq_module module)
{
    return module == PQ_DATA_PAGE_MODULE || module == PQ_DATA_PAGE_HEADER_MODULE;
}

static bool is_ctr(const struct pq_module_cipher *cipher, enum pq_module module)
{
    return cipher->rules->pages_are_ctr && is_page(module);
}

static uint8_t *put_ordinal(uint8_t *at, uint32_t ordinal)
{
    *at++ = (uint8_t)(ordinal & 0xff);
    *at++ = (uint8_t)(ordinal >> 8);
    return at;
}

/* Writes the module's additional data after the file's. */
static enum status make_aad(const struct pq_module_cipher *cipher, enum pq_module module,
                            uint32_t page, struct slice *aad, struct error *error)
{
    struct pq_module_rules *rules = cipher->rules;
    if (rules->is_duckdb) {
        *aad = slice_of(NULL, 0);
        return OK;
    }
    uint8_t *begin = rules->aad.data, *end = begin + rules->file_aad_size;
    *end++ = (uint8_t)module;
    if (module != PQ_FOOTER_MODULE) {
        bool has_page = has_page_ordinal(module);
        uint32_t highest = cipher->row_group;
        highest = cipher->column > highest ? cipher->column : highest;
        highest = has_page && page > highest ? page : highest;
        if (highest > PQ_MOST_MODULE_ORDINAL)
            return error_set(error, TOO_BIG,
                             "encrypted files have at most %d row groups, columns, and "
                             "pages in a column chunk",
                             PQ_MOST_MODULE_ORDINAL + 1);
        end = put_ordinal(end, cipher->row_group);
        end = put_ordinal(end, cipher->column);
        end = has_page ? put_ordinal(end, page) : end;
    }
    *aad = slice_of(begin, (size_t)(end - begin));
    return OK;
}

/* ---- Sizes ----------------------------------------------------------------------- */

size_t pq_module_overhead(const struct pq_module_cipher *cipher, enum pq_module module)
{
    return is_ctr(cipher, module) ? PQ_CTR_OVERHEAD : PQ_GCM_OVERHEAD;
}

int64_t pq_module_plain_size(const struct pq_module_cipher *cipher, enum pq_module module,
                             int64_t size)
{
    int64_t overhead = (int64_t)pq_module_overhead(cipher, module);
    return size < overhead ? -1 : size - overhead;
}

static const char *name_of(enum pq_module module)
{
    static const char *const names[] = {
        [PQ_FOOTER_MODULE] = "footer",
        [PQ_COLUMN_METADATA_MODULE] = "column metadata",
        [PQ_DATA_PAGE_MODULE] = "data page",
        [PQ_DICTIONARY_PAGE_MODULE] = "dictionary page",
        [PQ_DATA_PAGE_HEADER_MODULE] = "page header",
        [PQ_DICTIONARY_PAGE_HEADER_MODULE] = "page header",
        [PQ_COLUMN_INDEX_MODULE] = "column index",
        [PQ_OFFSET_INDEX_MODULE] = "offset index",
        [PQ_BLOOM_HEADER_MODULE] = "Bloom filter's header",
        [PQ_BLOOM_BITSET_MODULE] = "Bloom filter",
    };
    return names[module];
}

/* ---- Opening --------------------------------------------------------------------- */

enum status pq_module_try(const struct pq_module_cipher *cipher, enum pq_module module,
                          uint32_t page, struct slice sealed, uint8_t *plain,
                          bool *is_authentic, struct error *error)
{
    struct slice aad;
    int64_t size = pq_module_plain_size(cipher, module, (int64_t)sealed.size);
    *is_authentic = false;
    if (size < 0 || size > CIPHER_MOST_INPUT)
        return error_set(error, CORRUPT, "an encrypted %s of %zu bytes", name_of(module),
                         sealed.size);
    uint32_t length = load_u32(sealed.data);
    if (length != sealed.size - PQ_MODULE_LENGTH_SIZE)
        return error_set(error, CORRUPT, "an encrypted %s has %zu bytes, but says %u",
                         name_of(module), sealed.size - PQ_MODULE_LENGTH_SIZE,
                         (unsigned)length);
    const uint8_t *nonce = sealed.data + PQ_MODULE_LENGTH_SIZE;
    const struct slice bytes = slice_of(nonce + CIPHER_NONCE_SIZE, (size_t)size);
    enum status status = make_aad(cipher, module, page, &aad, error);
    if (status != OK)
        return status;
    if (is_ctr(cipher, module)) {
        *is_authentic = true;
        return cipher_ctr(cipher->key, nonce, bytes, plain, error);
    }
    return cipher_gcm_open(cipher->key, nonce, aad, bytes, bytes.data + size, plain,
                           is_authentic, error);
}

enum status pq_module_open(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct slice sealed, uint8_t *plain,
                           struct error *error)
{
    bool is_authentic,
        shows_key = module == PQ_FOOTER_MODULE || module == PQ_COLUMN_METADATA_MODULE;
    enum status status = pq_module_try(cipher, module, page, sealed, plain, &is_authentic,
                                       error);
    if (status != OK || is_authentic)
        return status;
    return shows_key
               ? error_set(
                     error, WRONG_KEY,
                     "the %s cannot be decrypted: the key is wrong, or the file was "
                     "damaged or changed",
                     name_of(module))
               : error_set(error, CORRUPT,
                           "the %s cannot be decrypted: it was damaged or changed, or "
                           "comes from another place",
                           name_of(module));
}

/* ---- Sealing --------------------------------------------------------------------- */

enum status pq_module_seal(const struct pq_module_cipher *cipher, enum pq_module module,
                           uint32_t page, struct buffer *output, size_t from,
                           struct error *error)
{
    struct slice aad;
    size_t size = output->size - from, overhead = pq_module_overhead(cipher, module);
    if (size > CIPHER_MOST_INPUT - overhead)
        return error_set(error, TOO_BIG, "a %s of %zu bytes", name_of(module), size);
    enum status status = buffer_reserve(output, output->size + overhead, true, error);
    if (status == OK)
        status = make_aad(cipher, module, page, &aad, error);
    if (status != OK)
        return status;
    uint8_t *begin = output->data + from, *nonce = begin + PQ_MODULE_LENGTH_SIZE;
    uint8_t *bytes = nonce + CIPHER_NONCE_SIZE;
    memmove(bytes, begin, size);
    store_u32(begin, (uint32_t)(size + overhead - PQ_MODULE_LENGTH_SIZE));
    status = cipher_next_nonce(cipher->key, nonce, error);
    if (status == OK && is_ctr(cipher, module))
        status = cipher_ctr(cipher->key, nonce, slice_of(bytes, size), bytes, error);
    else if (status == OK)
        status = cipher_gcm_seal(cipher->key, nonce, aad, slice_of(bytes, size), bytes,
                                 bytes + size, error);
    if (status == OK)
        output->size += overhead;
    return status;
}

/* ---- Signatures ------------------------------------------------------------------ */

/* Encrypts the footer with a nonce, and keeps only the tag. */
static enum status make_tag(const struct pq_module_cipher *cipher, struct slice footer,
                            const uint8_t *nonce, uint8_t *tag, struct error *error)
{
    struct buffer sealed = {0};
    struct slice aad;
    enum status status = buffer_reserve(&sealed, footer.size, false, error);
    if (status == OK)
        status = make_aad(cipher, PQ_FOOTER_MODULE, 0, &aad, error);
    if (status == OK)
        status = cipher_gcm_seal(cipher->key, nonce, aad, footer, sealed.data, tag,
                                 error);
    buffer_release(&sealed);
    return status;
}

enum status pq_module_sign(const struct pq_module_cipher *cipher, struct slice footer,
                           uint8_t *signature, struct error *error)
{
    enum status status = cipher_next_nonce(cipher->key, signature, error);
    return status == OK
               ? make_tag(cipher, footer, signature, signature + CIPHER_NONCE_SIZE, error)
               : status;
}

enum status pq_module_verify(const struct pq_module_cipher *cipher, struct slice footer,
                             const uint8_t *signature, bool *is_right,
                             struct error *error)
{
    uint8_t tag[CIPHER_TAG_SIZE];
    uint8_t difference = 0;
    *is_right = false;
    if (footer.size > CIPHER_MOST_INPUT)
        return error_set(error, TOO_BIG, "a footer of %zu bytes", footer.size);
    enum status status = make_tag(cipher, footer, signature, tag, error);
    for (int i = 0; i < CIPHER_TAG_SIZE; i++)
        difference |= tag[i] ^ signature[CIPHER_NONCE_SIZE + i];
    *is_right = status == OK && difference == 0;
    return status;
}
