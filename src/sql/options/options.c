/* SPDX-License-Identifier: MIT */
#include "sql/options/options.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/known_names.h"
#include "codec/codec.h"
#include "parquet/encoding/value_encoder.h"
#include "parquet/format/format_enums.h"
#include "value/option_text.h"

/* ---- Words ----------------------------------------------------------------------- */

const char *compression_words(unsigned choice)
{
    if (choice == CODEC_UNCOMPRESSED)
        return "none uncompressed";
    if (choice >= CODEC_UNKNOWN)
        return NULL;
    bool is_written = codec_written_as((enum codec)choice) != CODEC_UNKNOWN;
    return is_written ? codec_name((enum codec)choice) : "";
}

const char *encoding_words(unsigned choice)
{
    static const int numbers[] = {
#define ENCODING(format_name, number, name) number,
#include "parquet/format/encoding_list.h"
    };
    unsigned most = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        most = (unsigned)numbers[i] > most ? (unsigned)numbers[i] : most;
    if (choice < ENCODING_FIRST)
        return choice == ENCODING_AUTO ? "auto" : "dictionary";
    int number = (int)choice - ENCODING_FIRST;
    if ((unsigned)number > most)
        return NULL;
    return pq_encoding_is_written(number) ? pq_encoding_name(number) : "";
}

struct slice option_take_word(struct slice *words)
{
    const void *space = words->size > 0 ? memchr(words->data, ' ', words->size) : NULL;
    size_t n = space != NULL ? (size_t)((const uint8_t *)space - words->data)
                             : words->size;
    struct slice word = slice_of(words->data, n);
    n += space != NULL;
    *words = slice_of(words->data + n, words->size - n);
    return word;
}

struct slice option_choice(const struct option *option, unsigned choice)
{
    const char *text = option->words;
    if (option->words_of != NULL)
        text = option->words_of(choice);
    for (unsigned i = 0; option->words_of == NULL && text != NULL && i < choice; i++) {
        text = strchr(text, ',');
        text = text != NULL ? text + strlen(", ") : NULL;
    }
    return text != NULL ? slice_of(text, strcspn(text, ",")) : slice_of(NULL, 0);
}

/* Whether a word is one of some. */
static bool is_among(struct slice words, struct slice word)
{
    bool is = false;
    while (words.size > 0 && !is)
        is = slice_equals_nocase(option_take_word(&words), word);
    return is;
}

/* Sets *choice to the number of a word; false if the option cannot be that. */
static bool find_choice(const struct option *option, struct slice word, unsigned *choice)
{
    struct slice words = option_choice(option, 0);
    unsigned i = 0;
    while (words.data != NULL && !is_among(words, word))
        words = option_choice(option, ++i);
    *choice = i;
    return words.data != NULL;
}

static enum status choose(const struct option *option, struct slice word,
                          unsigned *choice, struct error *error)
{
    struct known_names known;
    if (find_choice(option, word, choice))
        return OK;
    known_names_begin(&known, word);
    struct slice words = option_choice(option, 0);
    for (unsigned i = 0; words.data != NULL; words = option_choice(option, ++i)) {
        struct slice name = option_take_word(&words);
        if (name.size > 0)
            known_names_add(&known, name);
    }
    error_set(error, MISUSE, "option %s cannot be \"%.*s\"", option->name,
              SLICE_SHOWN(word, 100));
    return known_names_suggest(&known, "value", error);
}

static enum status parse_flag(const struct option *option, struct slice word, bool *is_on,
                              struct error *error)
{
    static const char *const words[] = {"off", "on",  "false", "true",
                                        "no",  "yes", "0",     "1"};
    enum { N_WORDS = sizeof words / sizeof *words };
    struct known_names known;
    for (size_t i = 0; i < N_WORDS; i++) {
        *is_on = i % 2 == 1;
        if (slice_equals_word(word, words[i]))
            return OK;
    }
    known_names_begin(&known, word);
    known_names_add_texts(&known, words, N_WORDS);
    error_set(error, MISUSE, "option %s must be on or off, not \"%.*s\"", option->name,
              SLICE_SHOWN(word, 100));
    return known_names_suggest(&known, NULL, error);
}

/* ---- Numbers --------------------------------------------------------------------- */

static enum status parse_integer(const struct option *option, const char *value,
                                 int64_t *integer, struct error *error)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end != '\0' || number < -1000000 || number > 1000000)
        return error_set(error, MISUSE,
                         "option %s must be a whole number, not \"%.100s\"", option->name,
                         value);
    *integer = number;
    return OK;
}

static enum status parse_ratio(const struct option *option, const char *value,
                               double *ratio, struct error *error)
{
    /* Digits and one point, in any locale. */
    double number = 0, unit = 1;
    bool has_point = false, is_number = value[0] != '\0';
    for (const char *c = value; *c != '\0'; c++) {
        bool is_point = *c == '.' && !has_point;
        is_number = is_number && (is_point || (*c >= '0' && *c <= '9'));
        has_point = has_point || is_point;
        if (is_number && !is_point) {
            number = number * 10 + (*c - '0');
            unit = has_point ? unit * 10 : unit;
        }
    }
    number /= unit;
    if (!is_number || !(number > 0) || !(number < 1))
        return error_set(error, MISUSE,
                         "option %s must be between 0 and 1, such as 0.01, not "
                         "\"%.100s\"",
                         option->name, value);
    *ratio = number;
    return OK;
}

/* ---- Lists ----------------------------------------------------------------------- */

enum { ITEM_WORK = 100 }; /* for interrupt_after() */

/* ASC | DESC, NULLS FIRST | NULLS LAST; by default nulls are where SQLite sorts them. */
static enum status parse_order(const struct option *option, struct slice words,
                               struct option_list_item *item, struct error *error)
{
    static const struct {
        const char *words;
        bool is_descending, nulls_first;
    } orders[] = {
        {"", false, true},
        {"asc", false, true},
        {"desc", true, false},
        {"nulls first", false, true},
        {"nulls last", false, false},
        {"asc nulls first", false, true},
        {"asc nulls last", false, false},
        {"desc nulls first", true, true},
        {"desc nulls last", true, false},
    };
    char text[24];
    size_t size = 0;
    for (size_t i = 0; i < words.size && size + 1 < sizeof text; i++) {
        bool is_space = words.data[i] <= ' ';
        if (!is_space || (size > 0 && text[size - 1] != ' '))
            text[size++] = is_space ? ' ' : (char)words.data[i];
    }
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (slice_equals_word(slice_of(text, size), orders[i].words)) {
            item->is_descending = orders[i].is_descending;
            item->nulls_first = orders[i].nulls_first;
            return OK;
        }
    }
    return error_set(error, MISUSE,
                     "option %s: a name may be followed by ASC or DESC and NULLS FIRST "
                     "or NULLS LAST, not by \"%.*s\"",
                     option->name, SLICE_SHOWN(words, 60));
}

/* Adds an item to a list. */
static enum status add_item(struct arena *arena, const struct option_item *parsed,
                            struct option_list *list, struct error *error)
{
    if (!arena_grow(arena, &list->items, list->n, sizeof *list->items))
        return error_nomem(error);
    struct option_list_item *item = &list->items[list->n++];
    char *value = arena_copy_text(arena, parsed->value.data, parsed->value.size);
    item->name = arena_copy_text(arena, parsed->name, strlen(parsed->name));
    item->value = value;
    if (item->name == NULL || value == NULL)
        return error_nomem(error);
    option_unquote(value);
    return OK;
}

static enum status parse_list(const struct option *option, struct slice text,
                              struct arena *arena, struct option_list *list,
                              struct error *error)
{
    enum option_list_form form = (enum option_list_form)(option->kind - KIND_NAMES);
    unsigned choice;
    *list = (struct option_list){0};
    if (find_choice(option, text, &choice)) {
        list->word = choice + 1;
        return OK;
    }
    for (;;) {
        struct option_item parsed;
        bool is_end;
        enum status status = option_next_item(option->name, form, &text, &parsed, &is_end,
                                              error);
        if (status != OK || is_end)
            return status;
        status = add_item(arena, &parsed, list, error);
        if (status == OK && form == OPTION_ORDERED)
            status = parse_order(option, parsed.value, &list->items[list->n - 1], error);
        mem_free(parsed.name);
        if (status == OK)
            status = interrupt_after(ITEM_WORK, error);
        if (status != OK)
            return status;
    }
}

/* ---- Keys of columns --------------------------------------------------------------- */

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

static enum status add_column_key(struct arena *arena, struct column_keys *keys,
                                  const char *key, const char *column,
                                  struct error *error)
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
        status = add_column_key(arena, keys, key, name, error);
        mem_free(name);
    }
    return status;
}

/* Appends what the text of column_keys says. */
static enum status parse_column_keys(const char *text, struct arena *arena,
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

/* ---- Options --------------------------------------------------------------------- */

static enum status parse_text(const struct option *option, const char *value,
                              struct arena *arena, const char **text, struct error *error)
{
    if (option->kind == KIND_TEXT && value[0] == '\0')
        return error_set(error, MISUSE, "option %s is empty", option->name);
    *text = arena_copy_text(arena, value, strlen(value));
    return *text != NULL ? OK : error_nomem(error);
}

/* text: the value as given; value: the same without quotes around it. */
static enum status parse_value(const struct option *option, struct option_values *values,
                               struct slice text, const char *value, struct error *error)
{
    void *to = (char *)values + option->offset;
    struct slice word = slice_of(value, strlen(value));
    switch (option->kind) {
    case KIND_FLAG:
        return parse_flag(option, word, to, error);
    case KIND_CHOICE:
        return choose(option, word, to, error);
    case KIND_NUMBER:
    case KIND_SIZE:
        return option_number(option->name, word, option->kind == KIND_SIZE, option->least,
                             option->most, to, error);
    case KIND_INTEGER:
        return parse_integer(option, value, to, error);
    case KIND_RATIO:
        return parse_ratio(option, value, to, error);
    case KIND_TEXT:
    case KIND_LIST:
        return parse_text(option, value, &values->arena, to, error);
    case KIND_COLUMN_KEYS:
        return parse_column_keys(value, &values->arena, to, error);
    default:
        return parse_list(option, text, &values->arena, to, error);
    }
}

void options_init(const struct option_set *set, struct option_values *values)
{
    struct error error = {0};
    for (unsigned i = 0; i < set->n; i++) {
        const struct option *option = &set->options[i];
        const char *initial = option->initial;
        if (initial == NULL || option->kind == KIND_TEXT)
            continue;
        enum status status = parse_value(
            option, values, slice_of(initial, strlen(initial)), initial, &error);
        assert(status == OK); /* nothing is allocated */
        (void)status;
    }
}

static bool has_name(const struct option *option, struct slice name)
{
    const char *synonyms = option->synonyms != NULL ? option->synonyms : "";
    return slice_equals_word(name, option->name) ||
           is_among(slice_of(synonyms, strlen(synonyms)), name);
}

static enum status suggest(const struct option_set *set, enum option_scope scope,
                           struct slice name, struct error *error)
{
    struct known_names known;
    known_names_begin(&known, name);
    for (unsigned i = 0; i < set->n; i++) {
        const struct option *option = &set->options[i];
        if ((option->scopes & scope) == 0)
            continue;
        known_names_add_texts(&known, &option->name, 1);
        if (option->synonyms != NULL)
            known_names_add_texts(&known, &option->synonyms, 1);
    }
    return known_names_suggest(&known, set->noun, error);
}

enum status options_set(const struct option_set *set, struct option_values *values,
                        enum option_scope scope, const char *argument,
                        struct error *error)
{
    enum { MOST_MIB = 16 }; /* texts are read without polls */
    const char *equals = strchr(argument, '=');
    if (strlen(argument) > (size_t)MOST_MIB << 20)
        return error_set(error, TOO_BIG, "an option of more than %d MiB", MOST_MIB);
    struct slice name = option_trim(slice_of(argument, strcspn(argument, "=")));
    if (equals == NULL) {
        error_set(error, MISUSE, "\"%.100s\" is not key=value%s", argument, set->advice);
        return set->advice[0] == '\0' ? suggest(set, scope, name, error) : MISUSE;
    }
    struct slice text = option_trim(slice_of(equals + 1, strlen(equals + 1)));
    const struct option *option = set->options, *end = set->options + set->n;
    while (option < end && ((option->scopes & scope) == 0 || !has_name(option, name)))
        option++;
    if (option == end) {
        error_set(error, MISUSE, "unknown %s \"%.*s\"", set->noun,
                  SLICE_SHOWN(name, 100));
        return suggest(set, scope, name, error);
    }
    uint64_t bit = UINT64_C(1) << (option - set->options);
    if ((values->given & bit) != 0)
        return error_set(error, MISUSE, "option %s is given twice", option->name);
    values->given |= bit;
    char *value = option_dequote(text);
    if (value == NULL)
        return error_nomem(error);
    enum status status = parse_value(option, values, text, value, error);
    mem_free(value);
    return status;
}

void options_release(struct option_values *values)
{
    arena_release(&values->arena);
    *values = (struct option_values){0};
}
