/* SPDX-License-Identifier: MIT */
#include "sql/table/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/known_names.h"
#include "os/process.h"
#include "value/option_text.h"

/* Indexes of OPTIONS[].  Those of where the file is and of its keys are elsewhere. */
enum option_id {
    OPTION_COLUMNS,
    OPTION_READ_TYPES,
    OPTION_HIVE_TYPES,
    OPTION_TIMEZONE,
    OPTION_UNION_BY_NAME,
    OPTION_FIELD_IDS,
    OPTION_LAKE,
    OPTION_HIVE,
    OPTION_BINARY_AS_TEXT,
    OPTION_TIMESTAMPS,
    OPTION_DECIMALS,
    OPTION_UINT64,
    OPTION_CALENDAR,
    OPTION_CHECKSUMS,
    OPTION_PUSHDOWN,
    OPTION_MEMORY_LIMIT,
    OPTION_SALVAGE,
    OPTION_THREADS,
    N_OPTIONS,
};

/* The first name is the one in messages. */
static const char *const OPTIONS[N_OPTIONS][2] = {
    [OPTION_COLUMNS] = {"columns"},
    [OPTION_READ_TYPES] = {"types"},
    [OPTION_HIVE_TYPES] = {"hive_types"},
    [OPTION_TIMEZONE] = {"timezone"},
    [OPTION_UNION_BY_NAME] = {"union_by_name"},
    [OPTION_FIELD_IDS] = {"field_ids"},
    [OPTION_LAKE] = {"lake"},
    [OPTION_HIVE] = {"hive_partitioning"},
    [OPTION_BINARY_AS_TEXT] = {"binary_as_text", "binary_as_string"},
    [OPTION_TIMESTAMPS] = {"timestamps"},
    [OPTION_DECIMALS] = {"decimals"},
    [OPTION_UINT64] = {"uint64"},
    [OPTION_CALENDAR] = {"calendar"},
    [OPTION_CHECKSUMS] = {"checksums"},
    [OPTION_PUSHDOWN] = {"pushdown"},
    [OPTION_MEMORY_LIMIT] = {"memory_limit"},
    [OPTION_SALVAGE] = {"salvage"},
    [OPTION_THREADS] = {"threads"},
};

static enum status choose_timestamps(const char *value, enum timestamp_form *form,
                                     struct error *error)
{
    static const char *const words[] = {
        [TIMESTAMPS_TEXT] = "text",           [TIMESTAMPS_ISO8601] = "iso8601",
        [TIMESTAMPS_INSTANT] = "instant",     [TIMESTAMPS_INTEGER] = "integer",
        [TIMESTAMPS_SECONDS] = "seconds",     [TIMESTAMPS_MILLIS] = "milliseconds",
        [TIMESTAMPS_MICROS] = "microseconds", [TIMESTAMPS_NANOS] = "nanoseconds",
    };
    unsigned choice = TIMESTAMPS_TEXT;
    enum status status = option_choose_word("timestamps", slice_of(value, strlen(value)),
                                            words, N_TIMESTAMP_FORMS, &choice, error);
    *form = (enum timestamp_form)choice;
    return status;
}

static enum status choose_unsigned(const char *value, enum unsigned_form *form,
                                   struct error *error)
{
    static const char *const words[] = {[UNSIGNED_INTEGER] = "integer",
                                        [UNSIGNED_TEXT] = "text",
                                        [UNSIGNED_REAL] = "real",
                                        [UNSIGNED_BLOB] = "blob"};
    unsigned choice = UNSIGNED_INTEGER;
    enum status status = option_choose_word("uint64", slice_of(value, strlen(value)),
                                            words, N_UNSIGNED_FORMS, &choice, error);
    *form = (enum unsigned_form)choice;
    return status;
}

static enum status choose_salvage(const char *value, enum salvage_mode *mode,
                                  struct error *error)
{
    static const char *const words[] = {
        [SALVAGE_OFF] = "off", [SALVAGE_ON] = "on", [SALVAGE_SKIP] = "skip"};
    unsigned choice = SALVAGE_OFF;
    enum status status = option_choose_word("salvage", slice_of(value, strlen(value)),
                                            words, 3, &choice, error);
    *mode = (enum salvage_mode)choice;
    return status;
}

static enum status choose_hive(const char *value, enum hive_mode *mode,
                               struct error *error)
{
    static const char *const words[] = {
        [HIVE_AUTO] = "auto", [HIVE_ON] = "on", [HIVE_OFF] = "off"};
    bool is_on = false;
    unsigned choice = HIVE_AUTO;
    enum status status = OK;
    struct error ignored = {0};
    if (option_switch("hive_partitioning", value, &is_on, &ignored) == OK)
        choice = is_on ? HIVE_ON : HIVE_OFF;
    else
        status = option_choose_word("hive_partitioning", slice_of(value, strlen(value)),
                                    words, 3, &choice, error);
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

/* Sets the option to the value, which it takes over. */
static enum status take_text(char **option, char **value)
{
    *option = *value;
    *value = NULL;
    return OK;
}

enum status lake_option(const char *value, bool *is_off, struct error *error)
{
    static const char *const words[] = {"auto", "off"};
    return option_choose("lake", value, words, is_off, error);
}

static enum status set_option(struct table_options *options, enum option_id id,
                              char **value, struct error *error)
{
    static const char *const decimals[] = {"real", "text"};
    static const char *const calendars[] = {"proleptic", "julian"};
    const char *name = OPTIONS[id][0];
    switch (id) {
    case OPTION_COLUMNS:
        return take_text(&options->columns, value);
    case OPTION_READ_TYPES:
        return take_text(&options->types, value);
    case OPTION_HIVE_TYPES:
        return take_text(&options->hive_types, value);
    case OPTION_TIMEZONE:
        return take_text(&options->time_zone, value);
    case OPTION_UNION_BY_NAME:
        return option_switch(name, *value, &options->unites_columns, error);
    case OPTION_FIELD_IDS:
        return option_switch(name, *value, &options->matches_ids, error);
    case OPTION_LAKE:
        return lake_option(*value, &options->ignores_lakes, error);
    case OPTION_HIVE:
        return choose_hive(*value, &options->hive, error);
    case OPTION_BINARY_AS_TEXT:
        return option_switch(name, *value, &options->binary_as_text, error);
    case OPTION_TIMESTAMPS:
        return choose_timestamps(*value, &options->timestamps, error);
    case OPTION_DECIMALS:
        return option_choose(name, *value, decimals, &options->decimals_as_text, error);
    case OPTION_UINT64:
        return choose_unsigned(*value, &options->uint64, error);
    case OPTION_CALENDAR:
        return option_choose(name, *value, calendars, &options->is_julian, error);
    case OPTION_CHECKSUMS:
        return option_switch(name, *value, &options->verify_checksums, error);
    case OPTION_PUSHDOWN:
        return option_switch(name, *value, &options->pushdown, error);
    case OPTION_MEMORY_LIMIT:
        return option_memory(name, slice_of(*value, strlen(*value)),
                             &options->memory_limit, error);
    case OPTION_SALVAGE:
        return choose_salvage(*value, &options->salvage, error);
    case OPTION_THREADS:
        return parse_threads(*value, &options->n_threads, error);
    default:
        return OK;
    }
}

/* Sets an option that functions without rows have, too: where the file is, and its keys.
 */
static enum status set_file_option(struct table_options *options, struct slice key,
                                   const char *value, struct error *error)
{
    bool is_known;
    enum status status = key_options_set(&options->keys, key, value, &is_known, error);
    if (status == OK && !is_known)
        status = origin_options_set(&options->origin, key, value, &is_known, error);
    if (status != OK || is_known)
        return status;
    struct known_names known;
    known_names_begin(&known, key);
    for (unsigned id = 0; id < N_OPTIONS; id++)
        known_names_add_texts(&known, OPTIONS[id], OPTIONS[id][1] != NULL ? 2 : 1);
    origin_options_list(&known);
    key_options_list(&known);
    error_set(error, MISUSE, "unknown option \"%.*s\"", SLICE_SHOWN(key, 100));
    return known_names_suggest(&known, "option", error);
}

static unsigned find_option(struct slice key)
{
    unsigned id = 0;
    while (id < N_OPTIONS && !slice_equals_word(key, OPTIONS[id][0]) &&
           (OPTIONS[id][1] == NULL || !slice_equals_word(key, OPTIONS[id][1])))
        id++;
    return id;
}

enum status options_set(struct table_options *options, const char *argument,
                        struct error *error)
{
    const char *equals = strchr(argument, '=');
    if (equals == NULL)
        return option_refuse_argument(argument, error);
    struct slice key = option_trim(slice_of(argument, (size_t)(equals - argument)));
    char *value = option_dequote(option_trim(slice_of(equals + 1, strlen(equals + 1))));
    if (value == NULL)
        return error_nomem(error);
    unsigned id = find_option(key);
    enum status status = OK;
    if (id < N_OPTIONS)
        status = option_once(&options->given, id, OPTIONS[id][0], error);
    if (status == OK)
        status = id < N_OPTIONS ? set_option(options, (enum option_id)id, &value, error)
                                : set_file_option(options, key, value, error);
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
