/* SPDX-License-Identifier: MIT */
#include "sql/functions/option_arguments.h"

#include <string.h>

#include "base/alloc.h"
#include "base/known_names.h"
#include "sql/functions/table_function.h"
#include "sql/host/text_argument.h"
#include "value/option_text.h"

/* The name in an argument `key=value`. */
static struct slice name_of(const char *argument)
{
    return option_trim(slice_of(argument, strcspn(argument, "=")));
}

/* A function's own option. */
struct own_switch {
    const char *name; /* NULL: none */
    bool *is_on;
    uint64_t given;
};

static enum status set_switch(const char *name, const char *text, bool *is_on,
                              struct error *error)
{
    char *value = option_dequote(option_trim(slice_of(text, strlen(text))));
    enum status status = value == NULL ? error_nomem(error)
                                       : option_switch(name, value, is_on, error);
    mem_free(value);
    return status;
}

/* The options of tables that these functions have, besides those of where the file is and
 * of its keys. */
static const char *const OF_TABLES[] = {
    "columns",       "types",     "binary_as_text",    "binary_as_string",
    "checksums",     "threads",   "hive_partitioning", "hive_types",
    "union_by_name", "field_ids", "calendar",          "timezone",
    "lake"};
enum { N_OF_TABLES = sizeof OF_TABLES / sizeof *OF_TABLES };

static enum status refuse_option(struct slice key, const char *own_name,
                                 unsigned n_of_tables, bool has_keys, struct error *error)
{
    struct known_names known;
    known_names_begin(&known, key);
    known_names_add_texts(&known, &own_name, own_name != NULL);
    known_names_add_texts(&known, OF_TABLES, n_of_tables);
    origin_options_list(&known);
    if (has_keys)
        key_options_list(&known);
    error_set(error, MISUSE, "unknown option \"%.*s\"", SLICE_SHOWN(key, 100));
    return known_names_suggest(&known, "option", error);
}

static enum status set_option(const char *argument, struct table_options *options,
                              struct own_switch *own, struct error *error)
{
    const char *equals = strchr(argument, '=');
    struct slice key = name_of(argument);
    enum status status = option_check_size(argument, error);
    if (status != OK)
        return status;
    if (equals == NULL)
        return option_refuse_argument(argument, error);
    if (own->name != NULL && slice_equals_word(key, own->name)) {
        status = option_once(&own->given, 0, own->name, error);
        return status == OK ? set_switch(own->name, equals + 1, own->is_on, error)
                            : status;
    }
    if (key_options_has(key) || origin_options_has(key) ||
        option_find(OF_TABLES, N_OF_TABLES, key) < N_OF_TABLES)
        return options_set(options, argument, error);
    return refuse_option(key, own->name, N_OF_TABLES, true, error);
}

/* *text: of an option, or NULL if there is none. */
static enum status text_of(sqlite3_value *argument, const char **text,
                           struct error *error)
{
    *text = NULL;
    if (argument == NULL || sqlite3_value_type(argument) == SQLITE_NULL)
        return OK;
    return text_argument(argument, "an option", text, error);
}

enum status option_arguments_set(sqlite3_value **arguments, struct table_options *options,
                                 const char *own_switch, bool *own_is_on,
                                 struct error *error)
{
    struct own_switch own = {.name = own_switch, .is_on = own_is_on};
    enum status status = OK;
    for (int i = 0; status == OK && i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text;
        status = text_of(arguments[i], &text, error);
        if (status == OK && text != NULL)
            status = set_option(text, options, &own, error);
    }
    return status;
}

static enum status set_file_option(const char *argument, struct file_origin *origin,
                                   struct key_options *keys, struct error *error)
{
    const char *equals = strchr(argument, '=');
    struct slice name = name_of(argument);
    bool is_known = false;
    enum status status = option_check_size(argument, error);
    if (status != OK)
        return status;
    if (equals == NULL)
        return option_refuse_argument(argument, error);
    char *value = option_dequote(option_trim(slice_of(equals + 1, strlen(equals + 1))));
    if (value == NULL)
        return error_nomem(error);
    status = origin_options_set(origin, name, value, &is_known, error);
    if (status == OK && !is_known && keys != NULL)
        status = key_options_set(keys, name, value, &is_known, error);
    if (status == OK && !is_known && slice_equals_word(name, "lake")) {
        bool is_off; /* the files have been found */
        status = lake_option(value, &is_off, error);
        is_known = true;
    }
    mem_free(value);
    return status != OK || is_known ? status
                                    : refuse_option(name, "lake", 0, keys != NULL, error);
}

enum status file_arguments_set(sqlite3_value **arguments, struct file_origin *origin,
                               struct key_options *keys, struct error *error)
{
    enum status status = OK;
    for (int i = 0; status == OK && i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text;
        status = text_of(arguments[i], &text, error);
        if (status == OK && text != NULL)
            status = set_file_option(text, origin, keys, error);
    }
    return status;
}

enum status option_arguments_find_lake(sqlite3_value *const *arguments, bool *is_off,
                                       struct error *error)
{
    enum status status = OK;
    uint64_t given = 0;
    for (int i = 0; status == OK && i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text;
        status = text_of(arguments[i], &text, error);
        const char *equals = text != NULL ? strchr(text, '=') : NULL;
        if (status != OK || equals == NULL || !slice_equals_word(name_of(text), "lake"))
            continue;
        status = option_once(&given, 0, "lake", error);
        if (status != OK)
            return status;
        char *value = option_dequote(
            option_trim(slice_of(equals + 1, strlen(equals + 1))));
        status = value == NULL ? error_nomem(error) : lake_option(value, is_off, error);
        mem_free(value);
    }
    return status;
}

bool option_arguments_have_origin(sqlite3_value *const *arguments)
{
    for (int i = 0; i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text = NULL;
        struct error ignored = {0};
        if (text_of(arguments[i], &text, &ignored) == OK && text != NULL &&
            origin_options_has(name_of(text)))
            return true;
    }
    return false;
}
