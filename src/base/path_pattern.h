/* SPDX-License-Identifier: MIT */
/*
 * path_pattern.h - patterns of file names.
 *
 *     *        any characters          [a-z]    one of these characters
 *     ?        one character           [!a-z]   one other character, also [^a-z]
 *     {a,b}    either, also nested     **       any number of folders
 *     {1..31}  each number; {01..31}: with zeros before it
 *     \*       the character itself, also [*]
 *
 * A pattern is read in three steps: braces are expanded (they may contain slashes), the
 * results are split at slashes, and each component is matched with names.  Only the first
 * step knows braces.  Braces without a comma or range, and brackets or braces that are
 * not closed, are ordinary characters.  A character is a code point of UTF-8; a byte that
 * is part of none is a character by itself.
 *
 * Nothing here accesses files.
 */
#ifndef BASE_PATH_PATTERN_H
#define BASE_PATH_PATTERN_H

#include "base/buffer.h"

enum {
    PATTERN_MOST_BYTES = 4096,
    PATTERN_MOST_EXPANSIONS = 1024,
    PATTERN_MOST_NESTED_BRACES = 32,
};

/* Whether a text contains a character that may be a wildcard, escaped or not. */
bool path_pattern_is_possible(struct slice text);

/* Appends each expansion of the braces, followed by a zero byte; without braces this is
 * the pattern itself.  An expansion may occur twice.  MISUSE if the pattern contains a
 * zero byte; TOO_BIG beyond the limits above. */
enum status path_pattern_expand(struct slice pattern, struct buffer *expansions,
                                struct error *error) CHECK_RESULT;

/* Takes the first component from a pattern, with the slashes after it.  The component is
 * empty if the pattern begins with a slash. */
struct slice path_pattern_next(struct slice *pattern);

/* Whether a component has no wildcards, so that it matches one name only. */
bool path_component_is_literal(struct slice component);
/* Appends the one name that such a component matches: removes the escapes. */
enum status path_component_append_name(struct slice component, struct buffer *name,
                                       struct error *error) CHECK_RESULT;
/* Whether a component is "**". */
bool path_component_is_any_folders(struct slice component);

/* Whether the name of a file or folder matches a component other than "**".  A name that
 * begins with a dot matches only a component that begins with a dot.  Takes time
 * proportional to the product of the sizes. */
bool path_component_matches(struct slice component, struct slice name);

/* Whether "**" and folders read as a whole leave out this name, as Spark does: it begins
 * with a dot, or with an underscore and is not of the form key=value. */
bool path_name_is_hidden(struct slice name);

#endif
