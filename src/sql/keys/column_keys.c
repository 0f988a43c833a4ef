/* SPDX-License-Identifier: MIT */
#include "sql/keys/column_keys.h"

#include "base/alloc.h"
#include "value/option_text.h"

static bool is_quote(char c)
{
    return c == '\'' || c == '"' || c == '`';
}

/* Where the first of the two characters is that is not in quotes, or the text's end. */
static size_t find_end(struct slice text, char a, char b)
{
    char quote = '\0';
    for (size_t i = 0; i < text.size; i++) {
        char c = (char)text.data[i];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (is_quote(c))
            quote = c;
        else if (c == a || c == b)
            return i;
    }
    return text.size;
}

static enum status add(struct column_keys *keys, const char *key, struct slice name,
                       struct error *error)
{
    struct column_key *grown = mem_resize(keys->keys, keys->n + 1, sizeof *grown);
    if (grown == NULL)
        return error_nomem(error);
    keys->keys = grown;
    struct column_key *added = &grown[keys->n++];
    added->key = mem_copy_text(key, strlen(key));
    added->column = option_dequote(option_trim(name));
    if (added->key == NULL || added->column == NULL)
        return error_nomem(error);
    return added->column[0] != '\0'
               ? OK
               : error_set(error, MISUSE, "option column_keys: a column's name is empty");
}

/* Parses `key: column, column`. */
static enum status parse_group(struct slice text, struct column_keys *keys,
                               struct error *error)
{
    size_t colon = find_end(text, ':', ':');
    if (colon == text.size)
        return error_set(error, MISUSE,
                         "option column_keys: \"%.*s\" is not key: column, column",
                         SLICE_SHOWN(text, 100));
    char *key = option_dequote(option_trim(slice_of(text.data, colon)));
    struct slice rest = slice_of(text.data + colon + 1, text.size - colon - 1);
    enum status status = key != NULL ? OK : error_nomem(error);
    if (status == OK && key[0] == '\0')
        status = error_set(error, MISUSE, "option column_keys: a key's name is empty");
    for (bool is_last = false; status == OK && !is_last;) {
        size_t end = find_end(rest, ',', ',');
        is_last = end == rest.size;
        status = add(keys, key, slice_of(rest.data, end), error);
        rest = slice_of(rest.data + end + !is_last, rest.size - end - !is_last);
    }
    mem_free(key);
    return status;
}

enum status column_keys_parse(const char *text, struct column_keys *keys,
                              struct error *error)
{
    struct slice rest = option_trim(slice_of(text, strlen(text)));
    enum status status = OK;
    while (status == OK && rest.size > 0) {
        size_t end = find_end(rest, ';', ';');
        struct slice group = option_trim(slice_of(rest.data, end));
        bool is_last = end == rest.size;
        if (group.size > 0)
            status = parse_group(group, keys, error);
        rest = slice_of(rest.data + end + !is_last, rest.size - end - !is_last);
    }
    return status;
}

void column_keys_release(struct column_keys *keys)
{
    for (size_t i = 0; i < keys->n; i++) {
        mem_free(keys->keys[i].key);
        mem_free(keys->keys[i].column);
    }
    mem_free(keys->keys);
    *keys = (struct column_keys){0};
}

const char *column_keys_find(const struct column_keys *keys, struct slice leaf)
{
    const char *of_group = NULL;
    for (size_t i = 0; i < keys->n; i++) {
        const char *column = keys->keys[i].column;
        if (slice_equals_text(leaf, column))
            return keys->keys[i].key;
        if (of_group == NULL && pq_name_has_leaf(slice_of(column, strlen(column)), leaf))
            of_group = keys->keys[i].key;
    }
    return of_group;
}
