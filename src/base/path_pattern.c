/* SPDX-License-Identifier: MIT */
#include "base/path_pattern.h"

#include <stdio.h>

#include "os/file.h"

bool path_pattern_is_possible(struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != 0 && strchr("*?[{", text.data[i]) != NULL)
            return true;
    }
    return false;
}

/* ---- Braces ----------------------------------------------------------------------- */

/* A pattern with braces makes at least two others, so that at most this many are queued
 * for the largest number of expansions. */
enum { MOST_QUEUED = 2 * PATTERN_MOST_EXPANSIONS };

/* A group of braces in a pattern: the positions of both braces. */
struct braces {
    size_t begin, end; /* equal if there are none */
};

/* The bytes of an element that an escape at `at` makes: 2, or 1 if there is no escape. */
static size_t escaped_size(struct slice text, size_t at)
{
    return text.data[at] == '\\' && at + 1 < text.size ? 2 : 1;
}

/* A group of numbers, such as {08..12}. */
struct number_range {
    unsigned first, last;
    int width; /* of a number with zeros before it; 0: there are none */
};

static bool take_number(struct slice *text, unsigned *number, size_t *width)
{
    enum { MOST_DIGITS = 9 };
    *number = 0;
    for (*width = 0; *width < text->size && *width < MOST_DIGITS; (*width)++) {
        uint8_t digit = (uint8_t)(text->data[*width] - '0');
        if (digit > 9)
            break;
        *number = *number * 10 + digit;
    }
    *text = slice_of(text->data + *width, text->size - *width);
    return *width > 0;
}

/* Whether the text in a group's braces is a range. */
static bool is_range(struct slice text, struct number_range *range)
{
    size_t first_width, last_width;
    const uint8_t *first = text.data;
    if (!take_number(&text, &range->first, &first_width) || text.size < 3 ||
        text.data[0] != '.' || text.data[1] != '.')
        return false;
    text = slice_of(text.data + 2, text.size - 2);
    if (!take_number(&text, &range->last, &last_width) || text.size > 0)
        return false;
    bool is_padded = first[0] == '0' && first_width > 1;
    range->width = is_padded ? (int)first_width : 0;
    return range->first <= range->last;
}

static struct slice between(struct slice pattern, size_t begin, size_t end)
{
    return slice_of(pattern.data + begin + 1, end - begin - 1);
}

/* Finds the first of the outermost groups that contain a comma or are a range.  The
 * pattern is read once, because a search for the end of each brace would take quadratic
 * time. */
static enum status find_braces(struct slice pattern, struct braces *braces,
                               struct error *error)
{
    struct {
        size_t begin;
        bool has_comma;
    } open[PATTERN_MOST_NESTED_BRACES];
    size_t depth = 0;
    struct number_range range;
    *braces = (struct braces){0, 0};
    for (size_t i = 0; i < pattern.size; i += escaped_size(pattern, i)) {
        uint8_t byte = pattern.data[i];
        if (byte == '{') {
            if (depth == PATTERN_MOST_NESTED_BRACES)
                return error_set(error, TOO_BIG,
                                 "the pattern has more than %d nested braces",
                                 PATTERN_MOST_NESTED_BRACES);
            open[depth].begin = i;
            open[depth++].has_comma = false;
        } else if (byte == ',' && depth > 0) {
            open[depth - 1].has_comma = true;
        } else if (byte == '}' && depth > 0 &&
                   (open[--depth].has_comma ||
                    is_range(between(pattern, open[depth].begin, i), &range))) {
            bool is_outer = braces->begin == braces->end ||
                            open[depth].begin < braces->begin;
            if (is_outer)
                *braces = (struct braces){open[depth].begin, i};
            if (depth == 0)
                return OK;
        }
    }
    return OK;
}

/* The end of the alternative that begins at `at`: a comma, or the group's end.  The
 * braces in between are balanced. */
static size_t alternative_end(struct slice pattern, size_t at, size_t group_end)
{
    size_t depth = 0;
    while (at < group_end && (depth > 0 || pattern.data[at] != ',')) {
        depth += pattern.data[at] == '{';
        depth -= pattern.data[at] == '}';
        at += escaped_size(pattern, at);
    }
    return at;
}

static enum status append_piece(struct buffer *buffer, struct slice text, size_t begin,
                                size_t end, struct error *error)
{
    return buffer_append(buffer, text.data + begin, end - begin, error);
}

/* Appends the pattern with a text in place of the group, and a zero byte. */
static enum status append_alternative(struct slice pattern, struct braces group,
                                      struct slice text, struct buffer *out,
                                      size_t *n_queued, struct error *error)
{
    if ((*n_queued)++ == MOST_QUEUED)
        return error_set(error, TOO_BIG,
                         "the braces of the pattern have more than %d combinations",
                         PATTERN_MOST_EXPANSIONS);
    enum status status = append_piece(out, pattern, 0, group.begin, error);
    if (status == OK)
        status = buffer_append(out, text.data, text.size, error);
    if (status == OK)
        status = append_piece(out, pattern, group.end + 1, pattern.size, error);
    return status == OK ? buffer_append(out, "", 1, error) : status;
}

static enum status append_range(struct slice pattern, struct braces group,
                                const struct number_range *range, struct buffer *out,
                                size_t *n_queued, struct error *error)
{
    enum status status = OK;
    for (unsigned number = range->first; status == OK && number <= range->last;
         number++) {
        char text[16];
        int size = snprintf(text, sizeof text, "%0*u", range->width, number);
        status = append_alternative(pattern, group, slice_of(text, (size_t)size), out,
                                    n_queued, error);
    }
    return status;
}

/* Appends the pattern once for each alternative of the group, each with a zero byte. */
static enum status append_alternatives(struct slice pattern, struct braces group,
                                       struct buffer *out, size_t *n_queued,
                                       struct error *error)
{
    enum status status = OK;
    struct number_range range;
    if (is_range(between(pattern, group.begin, group.end), &range))
        return append_range(pattern, group, &range, out, n_queued, error);
    for (size_t at = group.begin; status == OK && at < group.end;) {
        size_t end = alternative_end(pattern, at + 1, group.end);
        status = append_alternative(pattern, group,
                                    slice_of(pattern.data + at + 1, end - at - 1), out,
                                    n_queued, error);
        at = end;
    }
    return status;
}

/* Takes patterns from a queue until all have been expanded. */
static enum status expand_queue(struct buffer *queue, struct buffer *expansions,
                                struct error *error)
{
    struct buffer pattern = {0};
    size_t n_queued = 0;
    enum status status = OK;
    for (size_t at = 0; status == OK && at < queue->size;) {
        struct braces group;
        size_t size = strlen((const char *)queue->data + at);
        pattern.size = 0;
        status = buffer_append(&pattern, queue->data + at, size, error);
        at += size + 1;
        if (status == OK)
            status = find_braces(buffer_slice(&pattern), &group, error);
        if (status != OK)
            break;
        if (group.begin < group.end) {
            status = append_alternatives(buffer_slice(&pattern), group, queue, &n_queued,
                                         error);
            continue;
        }
        status = buffer_append(expansions, pattern.data, size, error);
        if (status == OK)
            status = buffer_append(expansions, "", 1, error);
    }
    buffer_release(&pattern);
    return status;
}

enum status path_pattern_expand(struct slice pattern, struct buffer *expansions,
                                struct error *error)
{
    struct buffer queue = {0};
    if (pattern.size > PATTERN_MOST_BYTES)
        return error_set(error, TOO_BIG, "the pattern has more than %d bytes",
                         PATTERN_MOST_BYTES);
    if (pattern.size > 0 && memchr(pattern.data, 0, pattern.size) != NULL)
        return error_set(error, MISUSE, "the pattern contains a NUL character");
    enum status status = buffer_append(&queue, pattern.data, pattern.size, error);
    if (status == OK)
        status = buffer_append(&queue, "", 1, error);
    if (status == OK)
        os_path_take((char *)queue.data);
    if (status == OK)
        status = expand_queue(&queue, expansions, error);
    buffer_release(&queue);
    return status;
}

/* ---- Components ------------------------------------------------------------------- */

struct slice path_pattern_next(struct slice *pattern)
{
    struct slice component = {pattern->data, 0}, slash;
    while (component.size < pattern->size && pattern->data[component.size] != '/')
        component.size++;
    (void)slice_take(pattern, component.size, &component);
    while (pattern->size > 0 && pattern->data[0] == '/')
        (void)slice_take(pattern, 1, &slash);
    return component;
}

bool path_component_is_any_folders(struct slice component)
{
    return slice_equals_text(component, "**");
}

bool path_name_is_hidden(struct slice name)
{
    if (name.size == 0 || (name.data[0] != '.' && name.data[0] != '_'))
        return false;
    return name.data[0] == '.' || memchr(name.data, '=', name.size) == NULL;
}

/* ---- Matching --------------------------------------------------------------------- */

enum { NOT_UTF8 = 0x110000 }; /* added to a byte that is part of no code point */

static bool is_continuation(struct slice text, size_t at)
{
    return at < text.size && (text.data[at] & 0xc0) == 0x80;
}

/* Takes a character from the text, which is not empty. */
static uint32_t take_character(struct slice *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t first = text->data[0];
    size_t size = first < 0x80   ? 1
                  : first < 0xc0 ? 0
                  : first < 0xe0 ? 2
                  : first < 0xf0 ? 3
                  : first < 0xf8 ? 4
                                 : 0;
    uint32_t code = size <= 1 ? first : first & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation(*text, i)) {
            size = 0;
            break;
        }
        code = code << 6 | (text->data[i] & 0x3f);
    }
    bool is_code_point = size > 0 && code >= least[size] && code < NOT_UTF8 &&
                         (code < 0xd800 || code > 0xdfff);
    if (!is_code_point) {
        size = 1;
        code = NOT_UTF8 + first;
    }
    *text = slice_of(text->data + size, text->size - size);
    return code;
}

/* Takes a character that may be escaped. */
static uint32_t take_unescaped(struct slice *pattern)
{
    if (escaped_size(*pattern, 0) == 2)
        *pattern = slice_of(pattern->data + 1, pattern->size - 1);
    return take_character(pattern);
}

/* The size of the set of characters at the front of the pattern, with both brackets; 0 if
 * it is not closed. */
static size_t bracket_size(struct slice pattern)
{
    size_t i = 1;
    if (i < pattern.size && (pattern.data[i] == '!' || pattern.data[i] == '^'))
        i++;
    if (i < pattern.size && pattern.data[i] == ']') /* the first one is a member */
        i++;
    while (i < pattern.size && pattern.data[i] != ']')
        i += escaped_size(pattern, i);
    return i < pattern.size ? i + 1 : 0;
}

/* Whether the members of a set, without brackets, contain the character. */
static bool set_contains(struct slice members, uint32_t character)
{
    bool is_found = false;
    while (members.size > 0 && !is_found) {
        uint32_t low = take_unescaped(&members), high = low;
        if (members.size > 1 && members.data[0] == '-') {
            members = slice_of(members.data + 1, members.size - 1);
            high = take_unescaped(&members);
        }
        is_found = low <= character && character <= high;
    }
    return is_found;
}

static bool bracket_matches(struct slice bracket, uint32_t character)
{
    struct slice members = slice_of(bracket.data + 1, bracket.size - 2);
    bool is_negated = members.data[0] == '!' || members.data[0] == '^';
    if (is_negated)
        members = slice_of(members.data + 1, members.size - 1);
    return set_contains(members, character) != is_negated;
}

/* A component that is being matched. */
struct matching {
    struct slice pattern;
    /* No bracket that opens within this many bytes of the end is closed.  Found once, so
     * that many such brackets do not take quadratic time. */
    size_t unclosed;
};

/* The size of the set at the front of the pattern; 0 if there is none. */
static size_t set_size(struct matching *at)
{
    if (at->pattern.size <= at->unclosed || at->pattern.data[0] != '[')
        return 0;
    size_t size = bracket_size(at->pattern);
    if (size == 0)
        at->unclosed = at->pattern.size;
    return size;
}

/* Takes an element other than "*" and a character; whether they match. */
static bool take_match(struct matching *at, struct slice *name)
{
    if (at->pattern.size == 0)
        return false;
    uint32_t character = take_character(name);
    size_t size = at->pattern.data[0] == '?' ? 1 : set_size(at);
    if (size == 0)
        return take_unescaped(&at->pattern) == character;
    struct slice element = {0};
    (void)slice_take(&at->pattern, size, &element);
    return element.data[0] == '?' || bracket_matches(element, character);
}

static bool is_at_star(struct slice pattern)
{
    return pattern.size > 0 && pattern.data[0] == '*';
}

static struct slice without_stars(struct slice pattern)
{
    while (is_at_star(pattern))
        pattern = slice_of(pattern.data + 1, pattern.size - 1);
    return pattern;
}

static bool begins_with_dot(struct slice component)
{
    size_t escapes = component.size > 1 && component.data[0] == '\\';
    return component.size > escapes && component.data[escapes] == '.';
}

/* Only the last star seen can need more characters: what an earlier one could take, the
 * later one can take, too. */
bool path_component_matches(struct slice component, struct slice name)
{
    struct matching at = {.pattern = component};
    struct slice after_star = {0}, rest = {0};
    bool has_star = false;
    if (name.size > 0 && name.data[0] == '.' && !begins_with_dot(component))
        return false;
    while (name.size > 0) {
        if (is_at_star(at.pattern)) {
            at.pattern = after_star = without_stars(at.pattern);
            rest = name;
            has_star = true;
        } else if (!take_match(&at, &name)) {
            if (!has_star)
                return false;
            (void)take_character(&rest);
            name = rest;
            at.pattern = after_star;
        }
    }
    return without_stars(at.pattern).size == 0;
}

bool path_component_is_literal(struct slice component)
{
    struct matching at = {.pattern = component};
    while (at.pattern.size > 0) {
        if (at.pattern.data[0] == '*' || at.pattern.data[0] == '?' || set_size(&at) > 0)
            return false;
        (void)take_unescaped(&at.pattern);
    }
    return true;
}

enum status path_component_append_name(struct slice component, struct buffer *name,
                                       struct error *error)
{
    enum status status = OK;
    for (size_t i = 0; status == OK && i < component.size; i++) {
        i += escaped_size(component, i) - 1;
        status = buffer_append(name, component.data + i, 1, error);
    }
    return status;
}
