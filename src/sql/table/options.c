/* SPDX-License-Identifier: MIT */
#include "sql/table/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "os/process.h"
#include "value/option_text.h"

/* Sets *choice to the place of the value among three words. */
static enum status choose_of_three(const char *key, const char *value,
                                   const char *const words[3], int *choice,
                                   struct error *error)
{
    for (int i = 0; i < 3; i++) {
        if (slice_equals_word(slice_of(value, strlen(value)), words[i])) {
            *choice = i;
            return OK;
        }
    }
    return error_set(error, MISUSE, "option %s must be %s, %s or %s, not \"%.100s\"", key,
                     words[0], words[1], words[2], value);
}

static enum status choose_salvage(const char *value, enum salvage_mode *mode,
                                  struct error *error)
{
    static const char *const words[] = {
        [SALVAGE_OFF] = "off", [SALVAGE_ON] = "on", [SALVAGE_SKIP] = "skip"};
    int choice = SALVAGE_OFF;
    enum status status = choose_of_three("salvage", value, words, &choice, error);
    *mode = (enum salvage_mode)choice;
    return status;
}

static enum status choose_hive(const char *value, enum hive_mode *mode,
                               struct error *error)
{
    static const char *const words[] = {
        [HIVE_AUTO] = "auto", [HIVE_ON] = "on", [HIVE_OFF] = "off"};
    bool is_on = false;
    int choice = HIVE_AUTO;
    enum status status = OK;
    struct error ignored = {0};
    if (option_switch("hive_partitioning", value, &is_on, &ignored) == OK)
        choice = is_on ? HIVE_ON : HIVE_OFF;
    else
        status = choose_of_three("hive_partitioning", value, words, &choice, error);
    *mode = (enum hive_mode)choice;
    return status;
}

static enum status parse_threads(const char *value, uint32_t *n, struct error *error)
{
    enum { MOST_THREADS = 64 };
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || number < 1 ||
        number > MOST_THREADS)
        return error_set(error, MISUSE,
                         "option threads must be a number from 1 to %d, not \"%.100s\"",
                         MOST_THREADS, value);
    *n = (uint32_t)number;
    return OK;
}

static enum status set_option(struct table_options *options, struct slice key,
                              char **value, struct error *error)
{
    static const char *const timestamps[] = {"text", "integer"};
    static const char *const decimals[] = {"real", "text"};
    static const char *const calendars[] = {"proleptic", "julian"};
    if (slice_equals_word(key, "columns")) {
        mem_free(options->columns);
        options->columns = *value;
        *value = NULL;
        return OK;
    }
    if (slice_equals_word(key, "types")) {
        mem_free(options->types);
        options->types = *value;
        *value = NULL;
        return OK;
    }
    if (slice_equals_word(key, "hive_types")) {
        mem_free(options->hive_types);
        options->hive_types = *value;
        *value = NULL;
        return OK;
    }
    if (slice_equals_word(key, "union_by_name"))
        return option_switch("union_by_name", *value, &options->unites_columns, error);
    if (slice_equals_word(key, "field_ids"))
        return option_switch("field_ids", *value, &options->matches_ids, error);
    if (slice_equals_word(key, "hive_partitioning"))
        return choose_hive(*value, &options->hive, error);
    if (slice_equals_word(key, "binary_as_text") ||
        slice_equals_word(key, "binary_as_string"))
        return option_switch("binary_as_text", *value, &options->binary_as_text, error);
    if (slice_equals_word(key, "timestamps"))
        return option_choose("timestamps", *value, timestamps,
                             &options->timestamps_as_integer, error);
    if (slice_equals_word(key, "decimals"))
        return option_choose("decimals", *value, decimals, &options->decimals_as_text,
                             error);
    if (slice_equals_word(key, "calendar"))
        return option_choose("calendar", *value, calendars, &options->is_julian, error);
    if (slice_equals_word(key, "timezone")) {
        mem_free(options->time_zone);
        options->time_zone = *value;
        *value = NULL;
        return OK;
    }
    if (slice_equals_word(key, "checksums"))
        return option_switch("checksums", *value, &options->verify_checksums, error);
    if (slice_equals_word(key, "pushdown"))
        return option_switch("pushdown", *value, &options->pushdown, error);
    if (slice_equals_word(key, "memory_limit"))
        return option_memory("memory_limit", slice_of(*value, strlen(*value)),
                             &options->memory_limit, error);
    if (slice_equals_word(key, "salvage"))
        return choose_salvage(*value, &options->salvage, error);
    if (slice_equals_word(key, "threads"))
        return parse_threads(*value, &options->n_threads, error);
    bool is_known;
    enum status status = key_options_set(&options->keys, key, *value, &is_known, error);
    if (status == OK && !is_known)
        status = origin_options_set(&options->origin, key, *value, &is_known, error);
    if (status != OK || is_known)
        return status;
    return error_set(error, MISUSE,
                     "unknown option \"%.*s\"; the options are columns, binary_as_text, "
                     "timestamps, decimals, checksums, pushdown, memory_limit, salvage, "
                     "threads, types, hive_partitioning, hive_types, union_by_name, "
                     "field_ids, calendar, timezone, " ORIGIN_OPTION_NAMES
                     ", " KEY_OPTION_NAMES,
                     SLICE_SHOWN(key, 100));
}

enum status options_set(struct table_options *options, const char *argument,
                        struct error *error)
{
    const char *equals = strchr(argument, '=');
    if (equals == NULL)
        return error_set(
            error, MISUSE,
            "\"%.100s\" is not key=value; after the file only options can follow",
            argument);
    struct slice key = option_trim(slice_of(argument, (size_t)(equals - argument)));
    char *value = option_dequote(option_trim(slice_of(equals + 1, strlen(equals + 1))));
    if (value == NULL)
        return error_nomem(error);
    enum status status = set_option(options, key, &value, error);
    mem_free(value);
    return status;
}

struct table_options options_default(void)
{
    return (struct table_options){.verify_checksums = true,
                                  .pushdown = true,
                                  .n_threads = os_processors() < 2 ? 1 : 2};
}

enum status options_parse(struct table_options *options, int argc,
                          const char *const *argv, struct error *error)
{
    *options = options_default();
    if (argc < 4)
        return error_set(error, MISUSE,
                         "name a file: CREATE VIRTUAL TABLE t USING "
                         "parquet('file.parquet')");
    options->path = option_dequote(option_trim(slice_of(argv[3], strlen(argv[3]))));
    options->origin.schema = mem_copy_text(argv[1], strlen(argv[1]));
    if (options->path == NULL || options->origin.schema == NULL)
        return error_nomem(error);
    if (options->path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    enum status status = OK;
    for (int i = 4; status == OK && i < argc; i++)
        status = options_set(options, argv[i], error);
    return status;
}

void options_release(struct table_options *options)
{
    mem_free(options->path);
    mem_free(options->columns);
    mem_free(options->types);
    mem_free(options->hive_types);
    mem_free(options->time_zone);
    file_origin_release(&options->origin);
    key_options_release(&options->keys);
    *options = (struct table_options){0};
}

struct format_options options_for_format(const struct table_options *options)
{
    return (struct format_options){.opener = file_origin_opener(&options->origin),
                                   .verify_checksums = options->verify_checksums,
                                   .binary_as_text = options->binary_as_text,
                                   .salvage = options->salvage != SALVAGE_OFF,
                                   .is_julian = options->is_julian,
                                   .types = options->types,
                                   .time_zone = options->time_zone};
}
