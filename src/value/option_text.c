/* SPDX-License-Identifier: MIT */
#include "value/option_text.h"

#include <string.h>

#include "base/alloc.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

struct slice option_trim(struct slice text)
{
    while (text.size > 0 && is_space((char)text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_space((char)text.data[text.size - 1]))
        text.size--;
    return text;
}

/* The closing quote for an opening one; 0 if c is not an opening quote. */
static char closing_quote(char c)
{
    if (c == '[')
        return ']';
    return c == '\'' || c == '"' || c == '`' ? c : '\0';
}

/* Whether the closing quote of the text's first character is its last one. */
static bool is_one_quotation(struct slice text, char quote)
{
    if (quote == '\0' || text.size < 2 || text.data[text.size - 1] != quote)
        return false;
    for (size_t i = 1; i + 1 < text.size; i++) {
        if (text.data[i] != quote)
            continue;
        if (quote == ']' || i + 2 == text.size || text.data[++i] != quote)
            return false;
    }
    return true;
}

void option_unquote(char *text)
{
    size_t size = strlen(text), n = 0;
    char quote = closing_quote(text[0]);
    if (!is_one_quotation(slice_of(text, size), quote))
        return;
    for (size_t i = 1; i + 1 < size; i++) {
        if (text[i] == quote)
            i++;
        text[n++] = text[i];
    }
    text[n] = '\0';
}

char *option_dequote(struct slice text)
{
    char *copy = mem_copy_text(text.data, text.size);
    if (copy != NULL)
        option_unquote(copy);
    return copy;
}

bool option_next_name(const char **list, char **name)
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
    *name = option_dequote(option_trim(slice_of(start, (size_t)(end - start))));
    *list = *end == ',' ? end + 1 : end;
    return true;
}

enum status option_number(const char *key, struct slice value, bool with_unit,
                          uint64_t least, uint64_t most, uint64_t *number,
                          struct error *error)
{
    static const struct {
        const char *name;
        uint64_t factor;
    } units[] = {{"", 1},
                 {"b", 1},
                 {"kb", 1000},
                 {"mb", 1000000},
                 {"gb", 1000000000},
                 {"kib", UINT64_C(1) << 10},
                 {"mib", UINT64_C(1) << 20},
                 {"gib", UINT64_C(1) << 30}};
    uint64_t n = 0;
    size_t i = 0;
    bool fits = true;
    for (; i < value.size && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
        fits = fits && n <= most / 10;
        n = fits ? n * 10 + (uint64_t)(value.data[i] - '0') : 0;
    }
    struct slice unit = option_trim(slice_of(value.data + i, value.size - i));
    uint64_t factor = 0;
    for (size_t k = 0; k < (with_unit ? sizeof units / sizeof units[0] : 1); k++) {
        if (slice_equals_word(unit, units[k].name))
            factor = units[k].factor;
    }
    if (i == 0 || factor == 0 || !fits || n > most / factor || n * factor < least)
        return error_set(
            error, MISUSE,
            "option %s must be a whole number from %llu to %llu%s, not \"%.*s\"", key,
            (unsigned long long)least, (unsigned long long)most,
            with_unit ? ", optionally with KB, MB, GB, KiB, MiB or GiB" : "",
            SLICE_SHOWN(value, 100));
    *number = n * factor;
    return OK;
}

size_t option_quoted_size(struct slice text)
{
    char quote = closing_quote((char)text.data[0]);
    for (size_t i = 1; i < text.size; i++) {
        if ((char)text.data[i] != quote)
            continue;
        bool is_doubled = quote != ']' && i + 1 < text.size &&
                          (char)text.data[i + 1] == quote;
        if (!is_doubled)
            return i + 1;
        i++;
    }
    return 0;
}

static struct slice slice_from(struct slice text, size_t start)
{
    return start < text.size ? slice_of(text.data + start, text.size - start)
                             : slice_of("", 0);
}

/* The size up to the comma that ends the item; false if a quote is not closed. */
static bool value_size(enum option_list_form form, struct slice text, size_t *size)
{
    size_t i = 0, depth = 0;
    while (i < text.size && (is_space((char)text.data[i]) || text.data[i] == '='))
        i++;
    if (i < text.size && (text.data[i] == '\'' || text.data[i] == '"')) {
        size_t quoted = option_quoted_size(slice_from(text, i));
        if (quoted == 0)
            return false;
        i += quoted;
    }
    for (; i < text.size && (text.data[i] != ',' || depth > 0); i++) {
        if (form != OPTION_TYPES)
            continue;
        if (text.data[i] == '(' || text.data[i] == '<') {
            depth++;
        } else if ((text.data[i] == ')' || text.data[i] == '>') && depth > 0) {
            depth--;
        } else if (text.data[i] == '"' || text.data[i] == '\'') {
            size_t quoted = option_quoted_size(slice_from(text, i));
            if (quoted == 0)
                return false;
            i += quoted - 1;
        }
    }
    *size = i;
    return true;
}

/* The characters that end a name without quotes. */
static const char *name_ends(enum option_list_form form)
{
    return form == OPTION_ORDERED ? ", \t\n\r\f" : form >= OPTION_PAIRS ? ",=" : ",";
}

bool option_name_size(struct slice text, const char *ends, size_t *size)
{
    size_t i = 0;
    if (text.size > 0 && closing_quote((char)text.data[0]) != '\0') {
        *size = option_quoted_size(text);
        return *size > 0;
    }
    while (i < text.size && (text.data[i] == 0 || strchr(ends, text.data[i]) == NULL))
        i++;
    *size = i;
    return true;
}

enum status option_next_item(const char *key, enum option_list_form form,
                             struct slice *list, struct option_item *item, bool *is_end,
                             struct error *error)
{
    struct slice text = option_trim(*list);
    *item = (struct option_item){0};
    *is_end = text.size == 0;
    if (*is_end)
        return OK;
    bool is_quoted = closing_quote((char)text.data[0]) != '\0';
    size_t n_name, n_value = 0;
    if (!option_name_size(text, name_ends(form), &n_name))
        return error_set(error, MISUSE, "option %s: a quote is not closed", key);
    struct slice name = option_trim(slice_of(text.data, n_name));
    if (name.size == (is_quoted ? 2 : 0))
        return error_set(error, MISUSE, "option %s: a name is missing", key);
    struct slice rest = slice_from(text, n_name);
    if (!value_size(form, rest, &n_value))
        return error_set(error, MISUSE, "option %s: a quote is not closed", key);

    struct slice value = option_trim(slice_of(rest.data, n_value));
    bool has_equals = value.size > 0 && value.data[0] == '=';
    if ((form >= OPTION_PAIRS) != has_equals || (form == OPTION_NAMES && value.size > 0))
        return error_set(error, MISUSE, "option %s must be a list of %s, not \"%.*s\"",
                         key, form == OPTION_NAMES ? "names" : "name=value",
                         (int)(n_name + n_value < 100 ? n_name + n_value : 100),
                         (const char *)text.data);
    item->value = has_equals ? option_trim(slice_from(value, 1)) : value;
    item->name = option_dequote(name);
    *list = slice_from(rest, n_value + 1);
    return item->name != NULL ? OK : error_nomem(error);
}
