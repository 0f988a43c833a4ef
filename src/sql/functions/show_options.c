/* SPDX-License-Identifier: MIT */
/*
 * show_options.c - parquet_options: a row for each option of tables, functions,
 * parquet_write(), parquet_restrict() and parquet_add_secret().
 */
#include "sql/functions/table_function.h"
#include "sql/options/options.h"

static const struct option_set *const SETS[] = {&table_option_set, &write_option_set,
                                                &restrict_option_set, &secret_option_set};
enum { N_SETS = sizeof SETS / sizeof *SETS };

/* Appends with a comma before it, unless it is the first. */
static void append_item(struct buffer *text, struct slice word, struct error *error)
{
    buffer_add_text(text, text->size > 0 && word.size > 0 ? ", " : "", error);
    buffer_add(text, word, error);
}

static void append_scopes(void *option, struct buffer *text, struct error *error)
{
    static const struct {
        enum option_scope scope;
        const char *name;
    } names[] = {
        {IN_TABLES, "tables"},
        {IN_READS, "read_parquet"},
        {IN_SUMMARIES, "parquet_summarize"},
        {IN_METADATA, "parquet_metadata"},
        {IN_ORC, "orc_metadata"},
        {IN_WRITES, "parquet_write"},
        {IN_RESTRICTS, "parquet_restrict"},
        {IN_SECRETS, "parquet_add_secret"},
        {IN_LAKES, "lake_snapshots"},
        {IN_SNAPSHOTS, "lake_files"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((((const struct option *)option)->scopes & names[i].scope) != 0)
            append_item(text, slice_of(names[i].name, strlen(names[i].name)), error);
    }
}

static const char *kind_name(int kind)
{
    switch ((enum option_kind)kind) {
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

static void append_values(void *row, struct buffer *text, struct error *error)
{
    const struct option *option = row;
    struct slice words = option_choice(option, 0);
    for (unsigned i = 0; words.data != NULL; words = option_choice(option, ++i))
        append_item(text, option_take_word(&words), error);
    buffer_add_text(text, option->kind == KIND_FLAG ? "off, on" : "", error);
    if (option->most > 0)
        buffer_add_format(text, error, "%llu to %llu", (unsigned long long)option->least,
                          (unsigned long long)option->most);
}

static void append_synonyms(void *row, struct buffer *text, struct error *error)
{
    const char *synonyms = ((const struct option *)row)->synonyms;
    struct slice words = slice_of(synonyms, synonyms != NULL ? strlen(synonyms) : 0);
    while (words.size > 0)
        append_item(text, option_take_word(&words), error);
}

static const struct listed_column OPTION_COLUMNS[] = {
    SHOW("name TEXT", struct option, name),
    SHOW_TEXT("valid_in TEXT", append_scopes),
    SHOW_NAME("kind TEXT", struct option, kind, kind_name),
    SHOW_TEXT("allowed_values TEXT", append_values),
    SHOW("default_value TEXT", struct option, initial),
    SHOW_TEXT("synonyms TEXT", append_synonyms),
    SHOW("help TEXT", struct option, help),
};

struct option_rows {
    const struct option *option;
};

static enum status options_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    size_t i = 0;
    (void)error;
    for (; i < N_SETS && n >= SETS[i]->n; i++)
        n -= SETS[i]->n;
    *has_row = i < N_SETS;
    if (*has_row)
        ((struct option_rows *)row)->option = &SETS[i]->options[n];
    return OK;
}

static void *options_row(void *row)
{
    return (void *)(uintptr_t)((struct option_rows *)row)->option;
}

const struct table_function parquet_options_function = {
    .name = "parquet_options",
    .is_of_connection = true,
    .columns = COLUMN_LIST(OPTION_COLUMNS),
    .size = sizeof(struct option_rows),
    .next = options_next,
    .row = options_row,
};
