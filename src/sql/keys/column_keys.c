/* SPDX-License-Identifier: MIT */
#include "sql/keys/column_keys.h"

#include "base/alloc.h"
#include "sql/keys/key_ring.h"
#include "value/option_text.h"

/* As many columns as a file can have that encrypts each. */
enum { MOST_NAMES = 1 << 16 };

/* Takes a name from the text, and the character after it, which is one of `ends`, or 0 at
 * the end of the text. */
static enum status take_name(struct slice *text, const char *ends, char **name, char *end,
                             struct error *error)
{
    struct slice rest = option_trim(*text);
    size_t size;
    if (!option_name_size(rest, ends, &size))
        return error_set(error, MISUSE, "option column_keys: a quote is not closed");
    struct slice word = option_trim(slice_of(rest.data, size));
    rest = option_trim(slice_of(rest.data + size, rest.size - size));
    *end = rest.size > 0 ? (char)rest.data[0] : '\0';
    if (rest.size > 0 && (*end == '\0' || strchr(ends, *end) == NULL))
        return error_set(error, MISUSE,
                         "option column_keys: \"%.*s\" follows a name in quotes",
                         SLICE_SHOWN(rest, 100));
    *text = slice_of(rest.data + (rest.size > 0), rest.size - (rest.size > 0));
    *name = option_dequote(word);
    return *name != NULL ? OK : error_nomem(error);
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

/* Adds the column, whose name it takes over. */
static enum status add(struct column_keys *keys, const char *key, char *column,
                       struct error *error)
{
    enum status status = OK;
    char *copy = NULL;
    if (column[0] == '\0')
        status = error_set(error, MISUSE, "option column_keys: a column's name is empty");
    else if (keys->n == MOST_NAMES)
        status = error_set(error, TOO_BIG,
                           "option column_keys names more than %d columns", MOST_NAMES);
    if (status == OK)
        status = grow(keys, error);
    if (status == OK && (copy = mem_copy_text(key, strlen(key))) == NULL)
        status = error_nomem(error);
    if (status != OK) {
        mem_free(column);
        return status;
    }
    keys->keys[keys->n] = copy;
    keys->columns[keys->n++] = slice_of(column, strlen(column));
    return OK;
}

/* Takes `key: column, column` from the text. */
static enum status take_group(struct slice *text, struct column_keys *keys,
                              struct error *error)
{
    struct slice group = *text;
    char *key = NULL, *column, end = '\0';
    enum status status = take_name(text, ":;", &key, &end, error);
    if (status == OK && end != ':')
        status = error_set(error, MISUSE,
                           "option column_keys: \"%.*s\" is not key: column, column",
                           SLICE_SHOWN(group, 100));
    if (status == OK && key[0] == '\0')
        status = error_set(error, MISUSE, "option column_keys: a key's name is empty");
    if (status == OK && strlen(key) > KEY_RING_MOST_NAME) /* each column has a copy */
        status = error_set(error, TOO_BIG,
                           "option column_keys: a key's name has at most %d bytes",
                           KEY_RING_MOST_NAME);
    for (end = ','; status == OK && end == ',';) {
        status = take_name(text, ",;", &column, &end, error);
        if (status == OK)
            status = add(keys, key, column, error);
    }
    mem_free(key);
    return status;
}

enum status column_keys_parse(const char *text, struct column_keys *keys,
                              struct error *error)
{
    struct slice rest = option_trim(slice_of(text, strlen(text))), separator;
    enum status status = OK;
    while (status == OK && rest.size > 0) {
        if (rest.data[0] == ';')
            (void)slice_take(&rest, 1, &separator);
        else
            status = take_group(&rest, keys, error);
        rest = option_trim(rest);
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
