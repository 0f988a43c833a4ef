/* SPDX-License-Identifier: MIT */
/*
 * list_options.c - parquet_options: a row for each option of tables, functions,
 * parquet_write() and parquet_restrict(), from sql/options/option_list.h.
 */
#include "sql/functions/functions.h"
#include "sql/host/column_list.h"
#include "sql/host/state_table.h"
#include "sql/options/options.h"

#define OPTION_COLUMNS(X)                                                                \
    X(OPTION_NAME, "name TEXT")                                                          \
    X(OPTION_VALID_IN, "valid_in TEXT")                                                  \
    X(OPTION_KIND, "kind TEXT")                                                          \
    X(OPTION_ALLOWED_VALUES, "allowed_values TEXT")                                      \
    X(OPTION_DEFAULT_VALUE, "default_value TEXT")                                        \
    X(OPTION_SYNONYMS, "synonyms TEXT")                                                  \
    X(OPTION_HELP, "help TEXT")

enum option_columns { OPTION_COLUMNS(COLUMN_NUMBER) };

static const struct option OPTIONS[] = {
#define READ_OPTION(...) OPTION_ROW_AT(0, __VA_ARGS__)
#define WRITE_OPTION(...) OPTION_ROW_AT(0, __VA_ARGS__)
#define RESTRICT_OPTION(...) OPTION_ROW_AT(0, __VA_ARGS__)
#include "sql/options/option_list.h"
};

/* Appends with a comma before it, unless it is the first. */
static void append(sqlite3_str *text, struct slice word)
{
    if (word.size > 0)
        sqlite3_str_appendf(text, "%s%.*s", sqlite3_str_length(text) > 0 ? ", " : "",
                            (int)word.size, (const char *)word.data);
}

static void append_places(sqlite3_str *text, enum option_place places)
{
    static const struct {
        enum option_place place;
        const char *name;
    } names[] = {
        {IN_TABLES, "tables"},
        {IN_READS, "read_parquet"},
        {IN_SUMMARIES, "parquet_summarize"},
        {IN_METADATA, "parquet_metadata"},
        {IN_ORC, "orc_metadata"},
        {IN_WRITES, "parquet_write"},
        {IN_RESTRICTS, "parquet_restrict"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((places & names[i].place) != 0)
            append(text, slice_of(names[i].name, strlen(names[i].name)));
    }
}

static const char *kind_name(enum option_kind kind)
{
    switch (kind) {
    case KIND_FLAG:
        return "flag";
    case KIND_CHOICE:
        return "choice";
    case KIND_NUMBER:
    case KIND_INTEGER:
    case KIND_RATIO:
        return "number";
    case KIND_SIZE:
        return "size";
    case KIND_TEXT:
        return "text";
    default:
        return "list";
    }
}

static void append_values(sqlite3_str *text, const struct option *option)
{
    struct slice words = option_choice(option, 0);
    for (unsigned i = 0; words.data != NULL; words = option_choice(option, ++i))
        append(text, option_take_word(&words));
    if (option->kind == KIND_FLAG)
        sqlite3_str_appendall(text, "off, on");
    if (option->most > 0)
        sqlite3_str_appendf(text, "%llu to %llu", (unsigned long long)option->least,
                            (unsigned long long)option->most);
}

static void append_synonyms(sqlite3_str *text, const char *synonyms)
{
    struct slice words = slice_of(synonyms, synonyms != NULL ? strlen(synonyms) : 0);
    while (words.size > 0)
        append(text, option_take_word(&words));
}

static int options_column(void *state, sqlite3_context *context, uint64_t row, int i)
{
    const struct option *option = &OPTIONS[row - 1];
    sqlite3_str *text = sqlite3_str_new(NULL);
    (void)state;
    switch ((enum option_columns)i) {
    case OPTION_NAME:
        sqlite3_str_appendall(text, option->name);
        break;
    case OPTION_VALID_IN:
        append_places(text, option->places);
        break;
    case OPTION_KIND:
        sqlite3_str_appendall(text, kind_name(option->kind));
        break;
    case OPTION_ALLOWED_VALUES:
        append_values(text, option);
        break;
    case OPTION_DEFAULT_VALUE:
        if (option->initial != NULL)
            sqlite3_str_appendall(text, option->initial);
        break;
    case OPTION_SYNONYMS:
        append_synonyms(text, option->synonyms);
        break;
    case OPTION_HELP:
        sqlite3_str_appendall(text, option->help);
    }
    int code = sqlite3_str_errcode(text);
    char *result = sqlite3_str_finish(text); /* NULL if it is empty */
    if (code == SQLITE_OK)
        sqlite3_result_text(context, result, -1, sqlite3_free);
    else
        sqlite3_free(result);
    return code;
}

static void options_range(void *state, uint64_t *first, uint64_t *last)
{
    (void)state;
    *first = 1;
    *last = sizeof OPTIONS / sizeof *OPTIONS;
}

/* The rows are constant. */
static void keep(void *state)
{
    (void)state;
}

static const struct state_table options_table = {
    .name = "parquet_options",
    .columns = OPTION_COLUMNS(COLUMN_DECLARATION),
    .range = options_range,
    .column = options_column,
    .retain = keep,
    .release = keep,
};

int register_list_options(sqlite3 *db)
{
    return state_table_register(db, &options_table, NULL);
}
