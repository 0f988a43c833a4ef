/* SPDX-License-Identifier: MIT */
#include "parquet/footer.h"

#include <string.h>

#include "base/interrupt.h"
#include "parquet/encryption/file_decryption.h"
#include "parquet/format/format_structs.h"
#include "parquet/schema/box_columns.h"
#include "parquet/schema/calendar.h"
#include "parquet/schema/read_types.h"
#include "parquet/schema/unseen_columns.h"

enum {
    MAGIC_SIZE = 4,
    FIRST_READ = 64 * 1024, /* bytes of the tail; most footers fit */
    MOST_FOOTER_SIZE = 1 << 30,
};

bool pq_file_has_magic(const uint8_t *last_4_bytes)
{
    return memcmp(last_4_bytes, "PAR1", MAGIC_SIZE) == 0 ||
           memcmp(last_4_bytes, "PARE", MAGIC_SIZE) == 0;
}

enum status pq_check_front(struct input_file *input, struct error *error)
{
    uint8_t magic[MAGIC_SIZE];
    enum status status = input_file_read_at(input, 0, sizeof magic, magic, error);
    if (status == OK && !pq_file_has_magic(magic))
        status = error_set(error, CORRUPT,
                           "not a Parquet file: it does not begin with PAR1");
    return status;
}

/* ---- Reading ---------------------------------------------------------------------- */

/* Reads the last `size` bytes of the file; *tail already holds the last ones of them. */
static enum status read_tail(struct input_file *input, size_t size, struct buffer *tail,
                             struct error *error)
{
    size_t have = tail->size;
    enum status status = buffer_reserve(tail, size, true, error);
    if (status != OK)
        return status;
    if (have > 0)
        memmove(tail->data + size - have, tail->data, have);
    status = input_file_read_at(input, input_file_size(input) - (int64_t)size,
                                size - have, tail->data, error);
    if (status == OK)
        tail->size = size;
    return status;
}

/* The file does not end as it must. */
static enum status refuse_end(struct input_file *input, struct error *error)
{
    struct error front = {0};
    enum status status = pq_check_front(input, &front);
    if (status_is_external(status))
        return error_set(error, status, "%s", front.message);
    return error_set(error, CORRUPT,
                     status == OK ? "the end of the file is missing: it begins with PAR1 "
                                    "and does not end in it; copy or download it again, "
                                    "or wait until its writer has closed it"
                                  : "not a Parquet file: it does not end in PAR1");
}

/* Finds the footer's size in the file's tail. */
static enum status find_footer(struct input_file *input, const struct buffer *tail,
                               uint32_t *footer_size, struct error *error)
{
    int64_t file_size = input_file_size(input);
    const uint8_t *end = tail->data + tail->size;
    if (!pq_file_has_magic(end - MAGIC_SIZE))
        return refuse_end(input, error);
    *footer_size = load_u32(end - PQ_TAIL_SIZE);
    if (*footer_size == 0 || *footer_size > file_size - MAGIC_SIZE - PQ_TAIL_SIZE)
        return error_set(error, CORRUPT, "a footer of %u bytes in a file of %lld bytes",
                         (unsigned)*footer_size, (long long)file_size);
    if (*footer_size > MOST_FOOTER_SIZE)
        return error_set(error, TOO_BIG, "a footer of %u bytes", (unsigned)*footer_size);
    return OK;
}

static bool ends_in_pare(const struct buffer *tail)
{
    return memcmp(tail->data + tail->size - MAGIC_SIZE, "PARE", MAGIC_SIZE) == 0;
}

/* Reads the footer's bytes, decrypted or not, into *tail, which may hold more in front
 * and behind. */
static enum status read_footer(struct input_file *input, struct buffer *tail,
                               struct slice *bytes, struct error *error)
{
    int64_t file_size = input_file_size(input);
    uint32_t footer_size = 0;
    *bytes = slice_of(NULL, 0);
    if (file_size < MAGIC_SIZE + PQ_TAIL_SIZE)
        return error_set(error, CORRUPT, "%lld bytes are too few for a Parquet file",
                         (long long)file_size);
    size_t size = file_size < FIRST_READ ? (size_t)file_size : FIRST_READ;
    enum status status = read_tail(input, size, tail, error);
    if (status == OK)
        status = find_footer(input, tail, &footer_size, error);
    if (status == OK && footer_size + PQ_TAIL_SIZE > size)
        status = read_tail(input, (size_t)footer_size + PQ_TAIL_SIZE, tail, error);
    if (status == OK)
        *bytes = slice_of(tail->data + tail->size - PQ_TAIL_SIZE - footer_size,
                          footer_size);
    return status;
}

/* Frees what surrounds the footer in its buffer. */
static void trim(struct buffer *tail, struct slice bytes)
{
    memmove(tail->data, bytes.data, bytes.size);
    uint8_t *smaller = mem_resize(tail->data, bytes.size, 1);
    if (smaller != NULL) {
        tail->data = smaller;
        tail->capacity = bytes.size;
    }
    tail->size = bytes.size;
}

/* ---- Encryption ------------------------------------------------------------------ */

/* Finds the footer's module after the FileCryptoMetaData. */
static enum status parse_crypto(struct pq_footer *footer, struct slice *module,
                                struct error *error)
{
    struct thrift_reader reader;
    thrift_init(&reader, buffer_slice(&footer->crypto_bytes));
    thrift_read_struct(&reader, &PQ_FILE_CRYPTO, &footer->crypto);
    footer->crypto.has_encrypted_footer = true;
    *module = reader.rest;
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "crypto metadata: %s", reader.fault);
    if (module->size < PQ_GCM_OVERHEAD)
        return error_set(error, CORRUPT, "an encrypted footer of %zu bytes",
                         module->size);
    /* Some writers leave bytes between the footer and its size. */
    uint64_t size = (uint64_t)load_u32(module->data) + PQ_MODULE_LENGTH_SIZE;
    if (size > module->size)
        return error_set(error, CORRUPT,
                         "an encrypted footer of %llu bytes in place of %zu",
                         (unsigned long long)size, module->size);
    module->size = (size_t)size;
    return OK;
}

/* Replaces the bytes of an encrypted footer by what they decrypt to. */
static enum status open_encrypted(struct pq_footer *footer, struct pq_key_finder *keys,
                                  const char *path, struct error *error)
{
    struct pq_file_decryption *decryption = NULL;
    const struct pq_module_cipher *cipher;
    struct slice module;
    footer->crypto_bytes = footer->bytes;
    footer->bytes = (struct buffer){0};
    enum status status = parse_crypto(footer, &module, error);
    if (status == OK)
        status = pq_file_decryption_new(&footer->crypto, keys, path, &decryption, error);
    if (status == OK)
        status = pq_decryption_footer(decryption, &cipher, error);
    if (status == OK)
        status = buffer_reserve(&footer->bytes, module.size, false, error);
    if (status == OK)
        status = pq_module_open(cipher, PQ_FOOTER_MODULE, 0, module, footer->bytes.data,
                                error);
    footer->bytes.size = module.size - PQ_GCM_OVERHEAD;
    footer->is_verified = status == OK;
    pq_file_decryption_free(decryption);
    return status;
}

/* Compares the footer with the signature after it, if the key is known. */
static enum status check_signature(struct pq_footer *footer, struct pq_key_finder *keys,
                                   const char *path, struct error *error)
{
    struct pq_file_decryption *decryption;
    const struct pq_module_cipher *cipher;
    struct slice bytes = buffer_slice(&footer->bytes);
    struct error failure = {0};
    enum status status = pq_file_decryption_new(&footer->crypto, keys, path, &decryption,
                                                &failure);
    if (status == OK)
        status = pq_decryption_footer(decryption, &cipher, &failure);
    bool is_unknown = status == AUTH && (keys == NULL || !keys->requires_verification);
    if (status == OK && bytes.size < footer->metadata.size + PQ_SIGNATURE_SIZE)
        status = error_set(&failure, WRONG_KEY, "the footer's signature is missing");
    bytes.size -= status == OK ? PQ_SIGNATURE_SIZE : 0;
    if (status == OK)
        status = pq_module_verify(cipher, bytes, bytes.data + bytes.size,
                                  &footer->is_verified, &failure);
    if (status == OK && !footer->is_verified)
        status = error_set(&failure, WRONG_KEY,
                           "the footer's signature is wrong: the key is wrong, or the "
                           "footer was changed");
    pq_file_decryption_free(decryption);
    return status == OK || is_unknown ? OK
                                      : error_set(error, status, "%s", failure.message);
}

/* Notes what a footer in plain says of encryption. */
static enum status check_plain_footer(struct pq_footer *footer,
                                      struct pq_key_finder *keys, const char *path,
                                      struct error *error)
{
    const struct pq_file_metadata *metadata = &footer->metadata;
    if (metadata->algorithm.kind == 0 && metadata->algorithm.unknown_member == 0)
        return OK;
    footer->is_of_encrypted_file = true;
    footer->crypto = (struct pq_file_crypto){
        .algorithm = metadata->algorithm,
        .key_metadata = metadata->footer_signing_key_metadata};
    return check_signature(footer, keys, path, error);
}

/* Refuses a file that was put in the place of an encrypted one. */
static enum status check_required(const struct pq_footer *footer,
                                  const struct pq_key_finder *keys, struct error *error)
{
    if (keys == NULL || !keys->requires_encryption || footer->is_of_encrypted_file)
        return OK;
    return error_set(
        error, MISUSE,
        "the file is not encrypted, although options name its keys, its AAD prefix or "
        "its encryption algorithm");
}

/* ---- Bytes ----------------------------------------------------------------------- */

/* Adds a hint to the error: without a footer there is no schema, and pages do not say to
 * which column they belong. */
static void explain_salvage(struct error *error)
{
    if (error->status == CORRUPT)
        error_append(error, "; salvage needs the footer, which holds the schema; "
                            "parquet_check() lists the pages that remain");
}

static enum status read_bytes(struct input_file *input,
                              const struct pq_file_options *options,
                              struct pq_footer *footer, struct error *error)
{
    struct slice bytes;
    enum status status = read_footer(input, &footer->bytes, &bytes, error);
    if (status != OK && options->salvage)
        explain_salvage(error);
    if (status != OK)
        return status;
    footer->is_whole_file = (int64_t)footer->bytes.size == input_file_size(input);
    footer->is_of_encrypted_file = ends_in_pare(&footer->bytes);
    footer->size = (int64_t)bytes.size;
    trim(&footer->bytes, bytes);
    return footer->is_of_encrypted_file
               ? open_encrypted(footer, options->keys, input->path, error)
               : OK;
}

/* ---- Parsing ---------------------------------------------------------------------- */

/* Returns the value of the file's key "geo"; data NULL if there is none. */
static struct slice find_geo(const struct pq_file_metadata *metadata)
{
    struct pq_key_values walk;
    struct slice key, value;
    pq_key_values_begin(&walk, metadata->key_values);
    while (pq_key_values_next(&walk, &key, &value)) {
        if (slice_equals_text(key, "geo"))
            return value;
    }
    return (struct slice){NULL, 0};
}

static enum status check_metadata(const struct pq_footer *footer, struct error *error)
{
    const struct pq_file_metadata *metadata = &footer->metadata;
    if (metadata->external_path.size > 0)
        return error_set(error, UNSUPPORTED,
                         "the data is in other files (a _metadata file, or file_path is "
                         "set); query those files instead");
    for (uint32_t i = 0; i < metadata->n_row_groups; i++) {
        if (metadata->row_groups[i].n_chunks != footer->tree.n_leaves)
            return error_set(
                error, CORRUPT,
                "row group %u has %u column chunks, but the schema has %u columns", i,
                metadata->row_groups[i].n_chunks, footer->tree.n_leaves);
    }
    return OK;
}

/* Whether the element, of which i is the index, is a group that only lacks the annotation
 * of a Variant. */
static bool is_bare_variant(const struct pq_file_metadata *metadata, uint32_t i)
{
    const struct pq_schema_element *e = metadata->elements + i;
    uint32_t n_left = metadata->n_elements - i - 1;
    bool has_value = false, has_metadata = false, is_shredded = e->n_children == 3;
    if ((e->n_children != 2 && !is_shredded) || n_left < 2 ||
        e->logical.kind != PQ_LOGICAL_NONE || e->repetition == PQ_REPEATED)
        return false;
    for (uint32_t k = 1; k <= 2; k++) { /* typed_value, which may be a group, is last */
        bool is_bytes = e[k].type == PQ_BYTE_ARRAY && e[k].repetition != PQ_REPEATED;
        has_value = has_value || (is_bytes && slice_equals_text(e[k].name, "value"));
        has_metadata = has_metadata ||
                       (is_bytes && slice_equals_text(e[k].name, "metadata"));
    }
    return has_value && has_metadata &&
           (!is_shredded || (n_left > 2 && slice_equals_text(e[3].name, "typed_value")));
}

static void annotate_variants(struct pq_file_metadata *metadata)
{
    for (uint32_t i = 1; i < metadata->n_elements; i++) {
        if (is_bare_variant(metadata, i))
            metadata->elements[i].logical.kind = PQ_LOGICAL_VARIANT;
    }
}

static enum status parse(struct pq_footer *footer, const struct pq_file_options *options,
                         struct error *error)
{
    struct pq_file_metadata *metadata = &footer->metadata;
    enum status status = pq_file_metadata_parse(buffer_slice(&footer->bytes), metadata,
                                                error);
    if (status == OK && options->has_bare_variants)
        annotate_variants(metadata);
    if (status == OK)
        status = pq_schema_tree_build(metadata->elements, metadata->n_elements,
                                      options->binary_as_text, &metadata->arena,
                                      &footer->tree, error);
    if (status == OK)
        status = pq_add_box_columns(&footer->tree, find_geo(metadata), &metadata->arena,
                                    error);
    if (status == OK)
        status = pq_add_unseen_columns(&footer->tree, &metadata->arena, error);
    if (status == OK && options->types != NULL)
        status = pq_read_types_apply(&footer->tree, options->types,
                                     &footer->metadata.arena, error);
    if (status == OK && options->is_julian)
        pq_read_julian_calendar(&footer->tree);
    if (status == OK)
        status = check_metadata(footer, error);
    for (uint32_t i = 0;
         status == OK && options->salvage && i < footer->tree.schema.n_columns; i++)
        footer->tree.schema.columns[i].is_nullable = true;
    return status;
}

/* ---- Sharing ---------------------------------------------------------------------- */

static void free_footer(struct cached *base)
{
    struct pq_footer *footer = (struct pq_footer *)base;
    pq_file_facts_free(atomic_load(&footer->facts));
    pq_file_metadata_release(&footer->metadata);
    buffer_release(&footer->bytes);
    buffer_release(&footer->crypto_bytes);
    mem_free(footer);
}

void pq_footer_release(struct pq_footer *footer)
{
    if (footer != NULL)
        cached_release(&footer->base);
}

struct pq_footer *pq_footer_retain(struct pq_footer *footer)
{
    cached_retain(&footer->base);
    return footer;
}

static enum status read_and_parse(struct input_file *input,
                                  const struct pq_file_options *options,
                                  struct pq_footer *footer, struct error *error)
{
    enum status status = read_bytes(input, options, footer, error);
    if (status == OK)
        status = parse(footer, options, error);
    if (status == OK && !footer->is_of_encrypted_file)
        status = check_plain_footer(footer, options->keys, input->path, error);
    if (status == OK)
        status = check_required(footer, options->keys, error);
    if (status == OK && footer->is_whole_file)
        status = pq_check_front(input, error);
    return status;
}

enum status pq_footer_open(struct input_file *input,
                           const struct pq_file_options *options,
                           struct pq_footer **footer, struct error *error)
{
    uint32_t form = (options->binary_as_text ? 1U : 0) | (options->is_julian ? 2U : 0) |
                    (options->has_bare_variants ? 4U : 0);
    const char *types = options->types;
    struct cache_key key = {
        .file = *input_file_identity(input),
        .form = form,
        .wish = slice_of(types, types != NULL ? strlen(types) + 1 : 0)};
    struct memory_scope scope;
    bool may_share = options->shares_footer && !options->salvage &&
                     file_identity_is_settled(&key.file);
    *footer = may_share ? (struct pq_footer *)cache_find(&key) : NULL;
    if (*footer != NULL) /* of a file that is not encrypted */
        return check_required(*footer, options->keys, error);
    struct pq_footer *made = cached_new(sizeof *made, free_footer, &scope);
    if (made == NULL)
        return error_nomem(error);
    enum status status = read_and_parse(input, options, made, error);
    memory_scope_restore(scope);
    if (status != OK) {
        pq_footer_release(made);
        return status;
    }
    /* After an interrupt, optional parts may be missing. */
    if (may_share && !made->is_of_encrypted_file && !interrupt_is_pending())
        cache_keep(&made->base, &key);
    *footer = made;
    return OK;
}

struct pq_file_facts *pq_footer_take_facts(struct pq_footer *footer)
{
    struct pq_file_facts *facts = atomic_exchange(&footer->facts, NULL);
    if (facts != NULL && !memory_account_move(pq_file_facts_account(facts),
                                              memory_scope_current().account)) {
        pq_file_facts_free(facts);
        facts = NULL;
    }
    return facts != NULL ? facts : pq_file_facts_new();
}

void pq_footer_give_facts(struct pq_footer *footer, struct pq_file_facts *facts)
{
    if (facts == NULL)
        return;
    struct memory_account *account = pq_file_facts_account(facts);
    pq_chunk_facts_forget_boxes(facts->chunks);
    bool is_cached = cache_add_memory(&footer->base, account);
    if (!is_cached) {
        pq_bloom_cache_drop_filters(&facts->bloom_filters);
        is_cached = cache_add_memory(&footer->base, account);
    }
    if (is_cached)
        facts = atomic_exchange(&footer->facts, facts);
    pq_file_facts_free(facts);
}

/* ---- Summary files ---------------------------------------------------------------- */

enum { GROUP_WORK = 200 }; /* for interrupt_after() */

/* Whether a path stays inside its folder. */
static bool is_inside(struct slice path)
{
    bool is_inside = path.size > 0 && path.data[0] != '/' &&
                     memchr(path.data, 0, path.size) == NULL;
    while (is_inside && path.size > 0) {
        const uint8_t *slash = memchr(path.data, '/', path.size);
        size_t size = slash != NULL ? (size_t)(slash - path.data) : path.size;
        struct slice name = {0}, rest = {0};
        (void)slice_take(&path, size, &name);
        (void)slice_take(&path, slash != NULL ? 1 : 0, &rest);
        is_inside = !slice_equals_text(name, "..");
    }
    return is_inside;
}

static enum status append_path(struct buffer *paths, size_t *last, struct slice path,
                               struct error *error)
{
    if (path.size == 0) /* the file has the column chunk itself */
        return OK;
    if (!is_inside(path))
        return error_set(error, CORRUPT,
                         "the file_path \"%.*s\" is not inside the file's folder",
                         SLICE_SHOWN(path, 200));
    if (paths->size > *last && paths->size - *last - 1 == path.size &&
        memcmp(paths->data + *last, path.data, path.size) == 0)
        return OK;
    *last = paths->size;
    enum status status = buffer_append(paths, path.data, path.size, error);
    return status == OK ? buffer_append(paths, "", 1, error) : status;
}

enum status pq_footer_list_files(struct input_file *input, struct buffer *paths,
                                 struct error *error)
{
    struct buffer tail = {0};
    struct slice bytes;
    struct pq_file_metadata metadata = {0};
    size_t last = paths->size;
    enum status status = read_footer(input, &tail, &bytes, error);
    if (status == OK && ends_in_pare(&tail))
        status = error_set(error, UNSUPPORTED,
                           "an encrypted list of files; name the files or their folder");
    if (status == OK)
        status = pq_file_metadata_parse(bytes, &metadata, error);
    for (uint32_t g = 0; status == OK && g < metadata.n_row_groups; g++) {
        struct pq_column_chunk chunk = {0};
        if (metadata.row_groups[g].n_chunks == 0)
            continue;
        status = pq_column_chunk_parse(&metadata, g, 0, &chunk, error);
        if (status == OK)
            status = append_path(paths, &last, chunk.file_path, error);
        if (status == OK)
            status = interrupt_after(GROUP_WORK, error);
    }
    pq_file_metadata_release(&metadata);
    buffer_release(&tail);
    return status;
}
