/* SPDX-License-Identifier: MIT */
#include "sql/options/column_keys.h"

#include "base/alloc.h"
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

static enum status add(struct arena *arena, struct column_keys *keys, const char *key,
                       const char *column, struct error *error)
{
    if (column[0] == '\0')
        return error_set(error, MISUSE, "option column_keys: a column's name is empty");
    if (keys->n == MOST_NAMES)
        return error_set(error, TOO_BIG, "option column_keys names more than %d columns",
                         MOST_NAMES);
    const char *copy = arena_copy_text(arena, column, strlen(column));
    if (copy == NULL || !arena_grow(arena, &keys->keys, keys->n, sizeof *keys->keys) ||
        !arena_grow(arena, &keys->columns, keys->n, sizeof *keys->columns))
        return error_nomem(error);
    keys->keys[keys->n] = key;
    keys->columns[keys->n++] = slice_of(copy, strlen(copy));
    return OK;
}

/* Takes `key: column, column` from the text. */
static enum status take_group(struct slice *text, struct arena *arena,
                              struct column_keys *keys, struct error *error)
{
    struct slice group = *text;
    char *name = NULL, end = '\0';
    const char *key = NULL;
    enum status status = take_name(text, ":;", &name, &end, error);
    if (status == OK && end != ':')
        status = error_set(error, MISUSE,
                           "option column_keys: \"%.*s\" is not key: column, column",
                           SLICE_SHOWN(group, 100));
    if (status == OK && name[0] == '\0')
        status = error_set(error, MISUSE, "option column_keys: a key's name is empty");
    if (status == OK && strlen(name) > MOST_KEY_NAME)
        status = error_set(error, TOO_BIG,
                           "option column_keys: a key's name has at most %d bytes",
                           MOST_KEY_NAME);
    if (status == OK && (key = arena_copy_text(arena, name, strlen(name))) == NULL)
        status = error_nomem(error);
    mem_free(name);
    for (end = ','; status == OK && end == ',';) {
        status = take_name(text, ",;", &name, &end, error);
        if (status != OK)
            break;
        status = add(arena, keys, key, name, error);
        mem_free(name);
    }
    return status;
}

enum status column_keys_parse(const char *text, struct arena *arena,
                              struct column_keys *keys, struct error *error)
{
    struct slice rest = option_trim(slice_of(text, strlen(text))), separator;
    enum status status = OK;
    while (status == OK && rest.size > 0) {
        if (rest.data[0] == ';')
            (void)slice_take(&rest, 1, &separator);
        else
            status = take_group(&rest, arena, keys, error);
        rest = option_trim(rest);
    }
    return status == OK && keys->n == 0
               ? error_set(error, MISUSE, "option column_keys is empty")
               : status;
}
