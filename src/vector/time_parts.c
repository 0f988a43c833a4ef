/* SPDX-License-Identifier: MIT */
#include "vector/time_parts.h"

#include "vector/select_names.h"

enum { SECOND = 1, MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const struct time_part ALL = {0, false};
static const struct time_part NOTHING = {DAY, true}; /* is the least of both */

/* What depends on two parts depends on the finer one. */
static struct time_part unite(struct time_part a, struct time_part b)
{
    return (struct time_part){a.seconds < b.seconds ? a.seconds : b.seconds,
                              a.is_of_day && b.is_of_day};
}

static bool natural_of(const struct expression *e, int64_t *number)
{
    *number = e->value.integer;
    return e->kind == EXPRESSION_LITERAL && e->value.type == LITERAL_INTEGER &&
           *number >= 1;
}

/* Characters from .. end of "YYYY-MM-DD HH:MM:SS", from 1. */
static struct time_part part_of_characters(int64_t from, int64_t end)
{
    enum { END_OF_DAY = 10, END_OF_HOUR = 13, END_OF_MINUTE = 16, END_OF_SECOND = 19 };
    struct time_part part = {0, from > END_OF_DAY + 1};
    part.seconds = end <= END_OF_DAY      ? DAY
                   : end <= END_OF_HOUR   ? HOUR
                   : end <= END_OF_MINUTE ? MINUTE
                   : end <= END_OF_SECOND ? SECOND
                                          : 0;
    return part.seconds > 0 ? part : ALL;
}

static struct time_part part_of_substr(const struct expression *e)
{
    int64_t from, size;
    if (e->n_arguments != 3 || !natural_of(e->arguments[1], &from) ||
        !natural_of(e->arguments[2], &size) || from > DAY || size > DAY)
        return ALL;
    return part_of_characters(from, from + size - 1);
}

/* What strftime() and others read as milliseconds, rounded, must have no finer digits. */
static bool is_read_exactly(const struct vector_source *source)
{
    return source->stored->unit == UNIT_SECONDS || source->stored->unit == UNIT_MILLIS;
}

static struct time_part part_of_format(const struct expression *format)
{
    struct bytes_value text = format->value.bytes;
    struct time_part part = {DAY, false};
    if (format->kind != EXPRESSION_LITERAL || format->value.type != LITERAL_TEXT)
        return ALL;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '%')
            continue;
        uint8_t c = ++i < text.size ? text.data[i] : 0;
        if (c == 'H' || c == 'M')
            part.seconds = c == 'M' || part.seconds == MINUTE ? MINUTE : HOUR;
        else if (c == 0 || strchr("YmdjwW%", c) == NULL)
            return ALL;
    }
    return part;
}

struct time_part time_part_of(const struct expression *e,
                              const struct vector_source *source)
{
    uint32_t number;
    struct time_part part = NOTHING;
    if (e->stands_for != NULL)
        return time_part_of(e->stands_for, source);
    if (expression_source(e, &number))
        return ALL;
    if (e->kind == EXPRESSION_CALL && e->n_arguments > 0 &&
        expression_source(e->arguments[0], &number)) {
        if (slice_is_word(e->name, "substr") || slice_is_word(e->name, "substring"))
            return part_of_substr(e);
        if (slice_is_word(e->name, "date") && e->n_arguments == 1 &&
            is_read_exactly(source))
            return (struct time_part){DAY, false};
    }
    if (e->kind == EXPRESSION_CALL && e->n_arguments == 2 &&
        slice_is_word(e->name, "strftime") &&
        expression_source(e->arguments[1], &number) && is_read_exactly(source))
        return part_of_format(e->arguments[0]);
    for (uint32_t i = 0; i < e->n_arguments; i++)
        part = unite(part, time_part_of(e->arguments[i], source));
    return part;
}
