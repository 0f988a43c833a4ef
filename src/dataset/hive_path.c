/* SPDX-License-Identifier: MIT */
#include "dataset/hive_path.h"

#include "value/value_from_text.h"

#define NULL_VALUE "__HIVE_DEFAULT_PARTITION__"

/* ---- Reading ---------------------------------------------------------------------- */

static bool is_escape(struct slice text, size_t at)
{
    return text.data[at] == '%' && text.size - at > 2 &&
           ascii_hex_value(text.data[at + 1]) != NO_HEX_DIGIT &&
           ascii_hex_value(text.data[at + 2]) != NO_HEX_DIGIT;
}

/* Replaces escapes by the bytes; *text points into the arena if there are any. */
static enum status unescape(struct slice *text, struct arena *arena, struct error *error)
{
    if (text->size == 0 || memchr(text->data, '%', text->size) == NULL)
        return OK;
    uint8_t *bytes = arena_alloc(arena, text->size, 1);
    if (bytes == NULL)
        return error_nomem(error);
    size_t size = 0;
    for (size_t i = 0; i < text->size; i++) {
        uint8_t byte = text->data[i];
        if (is_escape(*text, i)) {
            byte = (uint8_t)(ascii_hex_value(text->data[i + 1]) << 4 |
                             ascii_hex_value(text->data[i + 2]));
            i += 2;
        }
        bytes[size++] = byte;
    }
    *text = slice_of(bytes, size);
    return OK;
}

/* Takes a folder's name and the slash after it; false if there is none: what is left is
 * the file's name. */
static bool take_folder(struct slice *path, struct slice *name)
{
    struct slice slash;
    const uint8_t *end = path->size > 0 ? memchr(path->data, '/', path->size) : NULL;
    return end != NULL && slice_take(path, (size_t)(end - path->data), name) &&
           slice_take(path, 1, &slash);
}

/* Splits key=value; false if the name is none. */
static bool split_name(struct slice name, struct slice *key, struct slice *value)
{
    const uint8_t *equals = name.size > 0 ? memchr(name.data, '=', name.size) : NULL;
    if (equals == NULL || equals == name.data)
        return false;
    *key = slice_of(name.data, (size_t)(equals - name.data));
    *value = slice_of(equals + 1, name.size - key->size - 1);
    return true;
}

/* Decodes a key that has been split off. */
static enum status decode(struct hive_key *key, struct arena *arena, struct error *error)
{
    key->is_null = slice_equals_text(key->value, NULL_VALUE);
    enum status status = unescape(&key->key, arena, error);
    return status == OK ? unescape(&key->value, arena, error) : status;
}

/* The key's index among those found so far, or the next one. */
static size_t find_key(const struct hive_key *keys, size_t n, struct slice key)
{
    size_t i = 0;
    while (i < n && !slice_equals_nocase(keys[i].key, key))
        i++;
    return i;
}

enum status hive_path_read(struct slice path, struct arena *arena,
                           struct hive_key keys[HIVE_MOST_KEYS], size_t *n_keys,
                           struct error *error)
{
    struct slice name;
    *n_keys = 0;
    while (take_folder(&path, &name)) {
        struct hive_key key = {0};
        if (!split_name(name, &key.key, &key.value))
            continue;
        enum status status = decode(&key, arena, error);
        if (status != OK)
            return status;
        size_t i = find_key(keys, *n_keys, key.key);
        if (i == HIVE_MOST_KEYS)
            return error_set(error, TOO_BIG, "the path has more than %d partition keys",
                             HIVE_MOST_KEYS);
        if (i == *n_keys)
            keys[(*n_keys)++] = key;
        keys[i].value = key.value;
        keys[i].is_null = key.is_null;
    }
    return OK;
}

/* ---- Writing ---------------------------------------------------------------------- */

static bool is_unreserved(uint8_t byte)
{
    uint8_t letter = ascii_lower(byte);
    return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') ||
           byte == '-' || byte == '_' || byte == '.' || byte == '~';
}

/* The size of the well-formed UTF-8 character other than ASCII at the front; 0: none. */
static size_t character_size(struct slice text)
{
    for (size_t size = 2; size <= 4 && size <= text.size && text.data[0] >= 0x80;
         size++) {
        if (text_is_utf8(slice_of(text.data, size)))
            return size;
    }
    return 0;
}

static enum status append_escape(struct buffer *path, uint8_t byte, struct error *error)
{
    static const char digits[] = "0123456789ABCDEF";
    const char escape[3] = {'%', digits[byte >> 4], digits[byte & 15]};
    return buffer_append(path, escape, sizeof escape, error);
}

/* escapes_first: also if the first byte is unreserved. */
static enum status append_escaped(struct slice text, bool escapes_first,
                                  struct buffer *path, struct error *error)
{
    enum status status = OK;
    bool escapes = escapes_first;
    while (status == OK && text.size > 0) {
        struct slice piece = {0};
        size_t size = is_unreserved(text.data[0]) && !escapes ? 1 : character_size(text);
        (void)slice_take(&text, size > 0 ? size : 1, &piece);
        status = size > 0 ? buffer_append(path, piece.data, size, error)
                          : append_escape(path, piece.data[0], error);
        escapes = false;
    }
    return status;
}

enum status hive_path_append(const struct hive_key *key, struct buffer *path,
                             struct error *error)
{
    bool has_dot = key->key.size > 0 && key->key.data[0] == '.';
    enum status status = append_escaped(key->key, has_dot, path, error);
    if (status == OK)
        status = buffer_append_text(path, "=", error);
    if (status != OK)
        return status;
    if (key->is_null)
        return buffer_append_text(path, NULL_VALUE, error);
    return append_escaped(key->value, slice_equals_text(key->value, NULL_VALUE), path,
                          error);
}

/* ---- Types ------------------------------------------------------------------------ */

static enum text_fit fit(struct slice text, enum hive_type type, int64_t *value)
{
    switch (type) {
    case HIVE_INTEGER:
        return int64_from_text(text, value);
    case HIVE_DATE:
        return date_from_text(text, value);
    case HIVE_TIMESTAMP:
        return timestamp_from_text(text, UNIT_MICROS, false, value);
    default:
        return TEXT_UNFIT;
    }
}

void hive_inference_add(struct hive_inference *inference, const struct hive_key *key)
{
    int64_t value;
    if (key->is_null)
        return;
    inference->has_values = true;
    for (enum hive_type type = HIVE_INTEGER; type < N_HIVE_TYPES; type++) {
        if (!inference->fails[type])
            inference->fails[type] = fit(key->value, type, &value) != TEXT_IS;
    }
}

enum hive_type hive_inference_type(const struct hive_inference *inference)
{
    enum hive_type type = HIVE_INTEGER;
    while (type < N_HIVE_TYPES && inference->fails[type])
        type++;
    return inference->has_values && type < N_HIVE_TYPES ? type : HIVE_TEXT;
}

bool hive_value_convert(struct slice text, enum hive_type type, int64_t *value)
{
    return fit(text, type, value) != TEXT_UNFIT;
}
