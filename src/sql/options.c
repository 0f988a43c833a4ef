#include "options.h"

#include <string.h>

#include "../base/alloc.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static struct slice trim(struct slice text)
{
    while (text.size > 0 && is_space((char)text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_space((char)text.data[text.size - 1]))
        text.size--;
    return text;
}

/* The closing quote that belongs to an opening one; 0 when c opens nothing. */
static char closing_quote(char c)
{
    if (c == '[')
        return ']';
    return c == '\'' || c == '"' || c == '`' ? c : '\0';
}

/* A copy without the quotes around, and with doubled quotes inside made single. */
static char *dequote(struct slice text)
{
    char *copy = mem_copy_text(text.data, text.size);
    char quote = text.size >= 2 ? closing_quote((char)text.data[0]) : '\0';
    if (copy == NULL || quote == '\0' || copy[text.size - 1] != quote)
        return copy;
    size_t n = 0;
    for (size_t i = 1; i + 1 < text.size; i++) {
        if (copy[i] == quote && quote != ']' && copy[i + 1] == quote && i + 2 < text.size)
            i++;
        copy[n++] = copy[i];
    }
    copy[n] = '\0';
    return copy;
}

static bool equals_folded(struct slice text, const char *word)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c >= 'A' && c <= 'Z')
            c = (uint8_t)(c - 'A' + 'a');
        if (word[i] == '\0' || (uint8_t)word[i] != c)
            return false;
    }
    return word[text.size] == '\0';
}

/* One of two words, for options that choose. */
static enum status choose(const char *key, const char *value, const char *const words[2],
                          bool *is_second, struct error *error)
{
    struct slice text = slice_of(value, strlen(value));
    for (int i = 0; i < 2; i++) {
        if (equals_folded(text, words[i])) {
            *is_second = i == 1;
            return OK;
        }
    }
    return error_set(error, MISUSE, "option %s is either %s or %s, not \"%s\"", key,
                     words[0], words[1], value);
}

static enum status parse_switch(const char *key, const char *value, bool *is_on,
                                struct error *error)
{
    static const char *const words[] = {"off", "on",  "false", "true",
                                        "no",  "yes", "0",     "1"};
    struct slice text = slice_of(value, strlen(value));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (equals_folded(text, words[i])) {
            *is_on = i % 2 == 1;
            return OK;
        }
    }
    return error_set(error, MISUSE, "option %s is either on or off, not \"%s\"", key,
                     value);
}

static enum status set_option(struct table_options *options, struct slice key,
                              char **value, struct error *error)
{
    static const char *const timestamps[] = {"text", "integer"};
    static const char *const decimals[] = {"real", "text"};
    if (equals_folded(key, "columns")) {
        mem_free(options->columns);
        options->columns = *value;
        *value = NULL;
        return OK;
    }
    if (equals_folded(key, "binary_as_text") || equals_folded(key, "binary_as_string"))
        return parse_switch("binary_as_text", *value, &options->binary_as_text, error);
    if (equals_folded(key, "timestamps"))
        return choose("timestamps", *value, timestamps, &options->timestamps_as_integer,
                      error);
    if (equals_folded(key, "decimals"))
        return choose("decimals", *value, decimals, &options->decimals_as_text, error);
    if (equals_folded(key, "checksums"))
        return parse_switch("checksums", *value, &options->verify_checksums, error);
    if (equals_folded(key, "pushdown"))
        return parse_switch("pushdown", *value, &options->pushdown, error);
    return error_set(error, MISUSE,
                     "unknown option \"%.*s\"; there are columns, binary_as_text, "
                     "timestamps, decimals, checksums, pushdown",
                     (int)(key.size < 100 ? key.size : 100), (const char *)key.data);
}

static enum status parse_option(struct table_options *options, const char *argument,
                                struct error *error)
{
    const char *equals = strchr(argument, '=');
    if (equals == NULL)
        return error_set(error, MISUSE,
                         "\"%.100s\" is not key=value; a table is made of one file, "
                         "options follow it",
                         argument);
    struct slice key = trim(slice_of(argument, (size_t)(equals - argument)));
    char *value = dequote(trim(slice_of(equals + 1, strlen(equals + 1))));
    if (value == NULL)
        return error_nomem(error);
    enum status status = set_option(options, key, &value, error);
    mem_free(value);
    return status;
}

enum status options_parse(struct table_options *options, int argc,
                          const char *const *argv, struct error *error)
{
    *options = (struct table_options){.verify_checksums = true, .pushdown = true};
    if (argc < 4)
        return error_set(error, MISUSE,
                         "name a file: CREATE VIRTUAL TABLE t USING "
                         "parquet('file.parquet')");
    options->path = dequote(trim(slice_of(argv[3], strlen(argv[3]))));
    if (options->path == NULL)
        return error_nomem(error);
    if (options->path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    enum status status = OK;
    for (int i = 4; status == OK && i < argc; i++)
        status = parse_option(options, argv[i], error);
    return status;
}

void options_release(struct table_options *options)
{
    mem_free(options->path);
    mem_free(options->columns);
    *options = (struct table_options){0};
}

struct format_options options_for_format(const struct table_options *options)
{
    return (struct format_options){.verify_checksums = options->verify_checksums,
                                   .binary_as_text = options->binary_as_text};
}

bool options_next_name(const char **list, char **name)
{
    const char *start = *list;
    while (is_space(*start))
        start++;
    if (*start == '\0')
        return false;
    char quote = closing_quote(*start);
    const char *end = start;
    if (quote != '\0') {
        end++;
        while (*end != '\0' && (*end != quote || (quote != ']' && end[1] == quote)))
            end += *end == quote ? 2 : 1;
    }
    while (*end != '\0' && *end != ',')
        end++;
    *name = dequote(trim(slice_of(start, (size_t)(end - start))));
    *list = *end == ',' ? end + 1 : end;
    return true;
}
