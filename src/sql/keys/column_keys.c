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

/* Makes room for one more column. */
static enum status grow(struct column_keys *keys, struct error *error)
{
    if ((keys->n & (keys->n - 1)) != 0) /* the room is a power of two */
        return OK;
    size_t room = keys->n > 0 ? (size_t)keys->n * 2 : 1;
    char **names = mem_resize(keys->keys, room, sizeof *names);
    if (names != NULL)
        keys->keys = names;
    struct slice *columns = mem_resize(keys->columns, room, sizeof *columns);
    if (columns != NULL)
        keys->columns = columns;
    return names != NULL && columns != NULL ? OK : error_nomem(error);
}

static enum status add(struct column_keys *keys, const char *key, struct slice name,
                       struct error *error)
{
    if (keys->n == UINT32_MAX / 2)
        return error_set(error, TOO_BIG, "option column_keys names too many columns");
    enum status status = grow(keys, error);
    if (status != OK)
        return status;
    char *copy = mem_copy_text(key, strlen(key));
    char *column = option_dequote(option_trim(name));
    if (copy == NULL || column == NULL) {
        mem_free(copy);
        mem_free(column);
        return error_nomem(error);
    }
    keys->keys[keys->n] = copy;
    keys->columns[keys->n++] = slice_of(column, strlen(column));
    return column[0] != '\0'
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
    for (uint32_t i = 0; i < keys->n; i++) {
        mem_free(keys->keys[i]);
        mem_free((void *)(uintptr_t)keys->columns[i].data);
    }
    mem_free(keys->keys);
    mem_free(keys->columns);
    *keys = (struct column_keys){0};
}
