/* SPDX-License-Identifier: MIT */
#include "sql/functions/option_arguments.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/functions/table_function.h"
#include "value/option_text.h"

static enum status set_switch(const char *name, const char *text, bool *is_on,
                              struct error *error)
{
    char *value = option_dequote(option_trim(slice_of(text, strlen(text))));
    enum status status = value == NULL ? error_nomem(error)
                                       : option_switch(name, value, is_on, error);
    mem_free(value);
    return status;
}

static enum status set_option(const char *argument, struct table_options *options,
                              const char *own_switch, bool *own_is_on,
                              struct error *error)
{
    static const char *const of_tables[] = {
        "columns",       "types",     "binary_as_text",    "binary_as_string",
        "checksums",     "threads",   "hive_partitioning", "hive_types",
        "union_by_name", "field_ids", "calendar",          "timezone"};
    const char *equals = strchr(argument, '=');
    struct slice key = option_trim(slice_of(
        argument, equals != NULL ? (size_t)(equals - argument) : strlen(argument)));
    if (equals != NULL && own_switch != NULL && slice_equals_word(key, own_switch))
        return set_switch(own_switch, equals + 1, own_is_on, error);
    if (equals != NULL && key_options_has(key))
        return options_set(options, argument, error);
    for (size_t i = 0; equals != NULL && i < sizeof of_tables / sizeof *of_tables; i++) {
        if (slice_equals_word(key, of_tables[i]))
            return options_set(options, argument, error);
    }
    return error_set(error, MISUSE,
                     "unknown option \"%.*s\"; the options are %s%scolumns, types, "
                     "binary_as_text, checksums, threads, hive_partitioning, hive_types, "
                     "union_by_name, field_ids, calendar, timezone, " KEY_OPTION_NAMES
                     ", "
                     "each 'key=value'",
                     SLICE_SHOWN(key, 100), own_switch != NULL ? own_switch : "",
                     own_switch != NULL ? ", " : "");
}

static const char *text_of(sqlite3_value *argument)
{
    return argument != NULL ? (const char *)sqlite3_value_text(argument) : NULL;
}

enum status option_arguments_set(sqlite3_value **arguments, struct table_options *options,
                                 const char *own_switch, bool *own_is_on,
                                 struct error *error)
{
    enum status status = OK;
    for (int i = 0; status == OK && i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text = text_of(arguments[i]);
        if (text != NULL)
            status = set_option(text, options, own_switch, own_is_on, error);
    }
    return status;
}

static enum status set_key_option(const char *argument, struct key_options *options,
                                  struct error *error)
{
    const char *equals = strchr(argument, '=');
    size_t size = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    struct slice key = option_trim(slice_of(argument, size));
    char *value = NULL;
    bool is_known = false;
    enum status status = OK;
    if (equals != NULL) {
        value = option_dequote(option_trim(slice_of(equals + 1, strlen(equals + 1))));
        status = value != NULL ? key_options_set(options, key, value, &is_known, error)
                               : error_nomem(error);
        mem_free(value);
    }
    if (status == OK && !is_known)
        status = error_set(error, MISUSE,
                           "unknown option \"%.*s\"; the options are " KEY_OPTION_NAMES
                           ", each 'key=value'",
                           SLICE_SHOWN(key, 100));
    return status;
}

enum status key_arguments_set(sqlite3_value **arguments, struct key_options *options,
                              struct error *error)
{
    enum status status = OK;
    for (int i = 0; status == OK && i < MOST_OPTION_ARGUMENTS; i++) {
        const char *text = text_of(arguments[i]);
        if (text != NULL)
            status = set_key_option(text, options, error);
    }
    return status;
}
