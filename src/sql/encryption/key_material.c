/* SPDX-License-Identifier: MIT */
#include "sql/encryption/key_material.h"

#include "base/alloc.h"

#include "base/disk_file.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "value/base64.h"
#include "value/json_reader.h"

enum {
    MOST_FILE_SIZE = 64 << 20,
    MOST_WRAPPED = CIPHER_NONCE_SIZE + CIPHER_MOST_KEY_SIZE + CIPHER_TAG_SIZE,
    MOST_ID = 4096,
    WORK_PER_MEMBER = 50,
};

/* ---- Parsing --------------------------------------------------------------------- */

/* The texts and truths of one JSON object. */
struct parsed {
    struct key_material *material;
    struct buffer type, reference;
    bool is_external;
};

void key_material_release(struct key_material *material)
{
    buffer_release(&material->text);
    buffer_release(&material->master_id);
    buffer_release(&material->wrapped_dek);
    buffer_release(&material->kek_id);
    buffer_release(&material->wrapped_kek);
}

bool key_material_is(struct slice metadata)
{
    static const char mark[] = "\"PKMT1\"";
    if (metadata.size == 0 || metadata.data[0] != '{')
        return false;
    for (size_t i = 0; i + sizeof mark - 1 <= metadata.size; i++) {
        if (memcmp(metadata.data + i, mark, sizeof mark - 1) == 0)
            return true;
    }
    return false;
}

/* Passes on a failure; what is not JSON is not key material. */
static enum status fail(enum status status, const struct error *fault,
                        struct error *error)
{
    if (status == MISUSE)
        return error_set(error, CORRUPT, "key material: %s", fault->message);
    return status == OK ? OK : error_set(error, status, "%s", fault->message);
}

static struct buffer *text_of(struct parsed *parsed, struct slice key)
{
    struct key_material *material = parsed->material;
    return slice_equals_text(key, "keyMaterialType")      ? &parsed->type
           : slice_equals_text(key, "keyReference")       ? &parsed->reference
           : slice_equals_text(key, "masterKeyID")        ? &material->master_id
           : slice_equals_text(key, "wrappedDEK")         ? &material->wrapped_dek
           : slice_equals_text(key, "keyEncryptionKeyID") ? &material->kek_id
           : slice_equals_text(key, "wrappedKEK")         ? &material->wrapped_kek
                                                          : NULL;
}

static enum status parse_member(struct json_reader *reader, struct parsed *parsed,
                                struct slice name, struct error *error)
{
    struct buffer *text = text_of(parsed, name);
    bool is_double = slice_equals_text(name, "doubleWrapping");
    bool is_internal = slice_equals_text(name, "internalStorage");
    enum json_token token;
    struct slice value;
    enum status status = json_reader_next(reader, &token, &value, error);
    if (status != OK)
        return status;
    if (is_double)
        parsed->material->is_double = token == JSON_TRUE;
    if (is_internal)
        parsed->is_external = token == JSON_FALSE;
    if (text == NULL || token != JSON_STRING)
        return json_reader_skip(reader, token, error);
    text->size = 0;
    return buffer_append(text, value.data, value.size, error);
}

static enum status parse_object(struct slice json, struct parsed *parsed,
                                struct error *error)
{
    struct json_reader *reader = mem_alloc_zeroed(1, sizeof *reader);
    enum json_token token = JSON_END;
    struct slice value;
    struct error fault = {0};
    if (reader == NULL)
        return error_nomem(error);
    json_reader_start(reader, json);
    enum status status = json_reader_next(reader, &token, &value, &fault);
    if (status == OK && token != JSON_BEGIN_OBJECT)
        status = error_set(&fault, MISUSE, "not an object");
    while (status == OK) {
        /* The name is in the reader, which the value overwrites. */
        char name[32];
        status = json_reader_next(reader, &token, &value, &fault);
        if (status != OK || token == JSON_END_OBJECT)
            break;
        struct slice key = slice_of(name, value.size < sizeof name ? value.size : 0);
        memcpy(name, value.data, key.size);
        status = parse_member(reader, parsed, key, &fault);
    }
    json_reader_release(reader);
    mem_free(reader);
    return fail(status, &fault, error);
}

/* ---- Material in a file of its own ----------------------------------------------- */

/* Finds the member `reference` of a JSON object, a text. */
static enum status find_member(struct slice json, struct slice reference,
                               struct buffer *text, struct error *error)
{
    struct json_reader *reader = mem_alloc_zeroed(1, sizeof *reader);
    enum json_token token = JSON_END;
    struct slice value;
    struct error fault = {0};
    bool is_found = false;
    if (reader == NULL)
        return error_nomem(error);
    json_reader_start(reader, json);
    enum status status = json_reader_next(reader, &token, &value, &fault);
    while (status == OK && !is_found && token != JSON_END_OBJECT && token != JSON_END) {
        status = json_reader_next(reader, &token, &value, &fault);
        if (status != OK || token != JSON_KEY)
            break;
        bool is_it = slice_equals(value, reference);
        status = json_reader_next(reader, &token, &value, &fault);
        is_found = status == OK && is_it && token == JSON_STRING;
        if (is_found)
            status = buffer_append(text, value.data, value.size, &fault);
        else if (status == OK)
            status = json_reader_skip(reader, token, &fault);
        if (status == OK)
            status = interrupt_after(WORK_PER_MEMBER + value.size, &fault);
        token = JSON_KEY;
    }
    if (status == OK && !is_found)
        status = error_set(&fault, AUTH, "the key material has no key \"%.*s\"",
                           SLICE_SHOWN(reference, 100));
    json_reader_release(reader);
    mem_free(reader);
    return fail(status, &fault, error);
}

/* Replaces the material's text by that in the file beside the Parquet file. */
static enum status read_external(const char *path, struct slice reference,
                                 struct buffer *text, struct error *error)
{
    struct buffer name = {0}, json = {0};
    const char *file = path != NULL ? path_name(path) : NULL;
    if (file == NULL)
        return error_set(error, UNSUPPORTED, "key material in another file");
    enum status status = buffer_append(&name, path, (size_t)(file - path), error);
    if (status == OK)
        status = buffer_append_format(&name, error, "_KEY_MATERIAL_FOR_%s.json", file);
    const char *beside = (const char *)name.data;
    if (status == OK && disk_file_read_whole(beside, MOST_FILE_SIZE, &json, error) != OK)
        status = error_locate(error, "the key material %s", path_name(beside));
    text->size = 0;
    if (status == OK)
        status = find_member(buffer_slice(&json), reference, text, error);
    buffer_release(&name);
    buffer_release(&json);
    return status;
}

static enum status read_material(struct slice metadata, const char *path,
                                 struct parsed *parsed, struct error *error)
{
    struct key_material *material = parsed->material;
    enum status status = buffer_append(&material->text, metadata.data, metadata.size,
                                       error);
    if (status == OK)
        status = parse_object(metadata, parsed, error);
    if (status == OK && parsed->is_external) {
        status = read_external(path, buffer_slice(&parsed->reference), &material->text,
                               error);
        if (status == OK)
            status = parse_object(buffer_slice(&material->text), parsed, error);
    }
    if (status == OK && !slice_equals_text(buffer_slice(&parsed->type), "PKMT1"))
        status = error_set(error, UNSUPPORTED, "key material of the kind \"%.*s\"",
                           SLICE_SHOWN(buffer_slice(&parsed->type), 100));
    return status;
}

enum status key_material_read(struct slice metadata, const char *path,
                              struct key_material *material, struct error *error)
{
    struct parsed parsed = {.material = material};
    struct error failure = {0};
    *material = (struct key_material){0};
    enum status status = read_material(metadata, path, &parsed, &failure);
    buffer_release(&parsed.type);
    buffer_release(&parsed.reference);
    if (status == OK)
        return OK;
    bool lacks_key = status == CORRUPT || status == UNSUPPORTED || status == CANTOPEN ||
                     status == TOO_BIG;
    return error_set(error, lacks_key ? AUTH : status, "%s", failure.message);
}

/* ---- Unwrapping ------------------------------------------------------------------ */

/* Decrypts a wrapped key; key->size 0 if it was not wrapped with this one. */
static enum status unwrap(struct slice text, const struct pq_key *by, struct slice id,
                          struct pq_key *key, struct error *error)
{
    uint8_t wrapped[MOST_WRAPPED];
    struct cipher *cipher;
    size_t size = 0;
    bool is_authentic = false;
    key->size = 0;
    if (!base64_decode(text, wrapped, sizeof wrapped, &size) ||
        size < CIPHER_NONCE_SIZE + CIPHER_TAG_SIZE)
        return OK;
    size -= CIPHER_NONCE_SIZE + CIPHER_TAG_SIZE;
    enum status status = cipher_new(pq_key_slice(by), &cipher, error);
    if (status != OK)
        return status;
    const uint8_t *sealed = wrapped + CIPHER_NONCE_SIZE;
    if (cipher_is_key_size(size))
        status = cipher_gcm_open(cipher, wrapped, id, slice_of(sealed, size),
                                 sealed + size, key->bytes, &is_authentic, error);
    cipher_free(cipher);
    key->size = status == OK && is_authentic ? size : 0;
    return status;
}

enum status key_material_unwrap(const struct key_material *material,
                                const struct pq_key *given, struct pq_key *key,
                                struct error *error)
{
    struct slice master_id = buffer_slice(&material->master_id);
    struct slice dek = buffer_slice(&material->wrapped_dek);
    uint8_t id[MOST_ID];
    size_t id_size = 0;
    struct pq_key kek = {.size = 0};
    enum status status;
    if (!material->is_double) {
        status = unwrap(dek, given, master_id, key, error);
    } else {
        if (!base64_decode(buffer_slice(&material->kek_id), id, sizeof id, &id_size))
            return error_set(error, AUTH, "key material: the key's id is not base64");
        status = unwrap(buffer_slice(&material->wrapped_kek), given, master_id, &kek,
                        error);
        if (status == OK)
            status = unwrap(dek, kek.size > 0 ? &kek : given, slice_of(id, id_size), key,
                            error);
    }
    wipe(&kek, sizeof kek);
    if (status == OK && key->size == 0)
        *key = *given;
    return status;
}
