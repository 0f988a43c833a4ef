/* SPDX-License-Identifier: MIT */
#include "sql/options/table_options.h"

#include "os/process.h"
#include "value/option_text.h"

static const struct option OPTIONS[] = {
#define READ_OPTION(...) OPTION_ROW(struct table_options, __VA_ARGS__)
#include "sql/options/option_list.h"
};

const struct option_set table_option_set = {
    .options = OPTIONS,
    .n = sizeof OPTIONS / sizeof *OPTIONS,
    .noun = "option",
    .advice = ", as options are; several files are one argument: a pattern, or a path on "
              "each line"};
_Static_assert(sizeof OPTIONS / sizeof *OPTIONS <= 64, "option_values.given");

struct table_options table_options_default(void)
{
    struct table_options options = {.path = NULL};
    options_init(&table_option_set, &options.values);
    if (os_processors() < 2)
        options.threads = 1;
    return options;
}

enum status table_options_set(struct table_options *options, enum option_scope scope,
                              const char *argument, struct error *error)
{
    return options_set(&table_option_set, &options->values, scope, argument, error);
}

enum status table_options_parse(struct table_options *options, int argc,
                                const char *const *argv, struct error *error)
{
    *options = table_options_default();
    if (argc < 4)
        return error_set(error, MISUSE,
                         "name a file: CREATE VIRTUAL TABLE t USING "
                         "parquet('file.parquet')");
    struct arena *arena = &options->values.arena;
    struct slice quoted = option_trim(slice_of(argv[3], strlen(argv[3])));
    char *path = arena_copy_text(arena, quoted.data, quoted.size);
    options->schema = arena_copy_text(arena, argv[1], strlen(argv[1]));
    if (path == NULL || options->schema == NULL)
        return error_nomem(error);
    option_unquote(path);
    options->path = path;
    if (options->path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    enum status status = OK;
    for (int i = 4; status == OK && i < argc; i++)
        status = table_options_set(options, IN_TABLES, argv[i], error);
    return status;
}

void table_options_release(struct table_options *options)
{
    options_release(&options->values);
    *options = (struct table_options){.path = NULL};
}
