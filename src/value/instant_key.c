/* SPDX-License-Identifier: MIT */
#include "value/instant_key.h"

#include "value/value_from_text.h"

/* Longer texts are none in ISO 8601 but for superfluous zeros. */
enum { MOST_BYTES = 64 };

struct slice instant_key(struct slice text, char *room)
{
    struct instant instant;
    int64_t nanos;
    if (text.size > MOST_BYTES)
        return text;
    enum text_fit fit = instant_from_text(text, true, &instant);
    if (fit == TEXT_MEANS)
        return slice_of(room, text_from_instant(instant, room));
    if (fit == TEXT_UNFIT && time_from_text(text, UNIT_NANOS, true, &nanos) == TEXT_MEANS)
        return slice_of(room, text_from_time(nanos, UNIT_NANOS, room));
    return text;
}

/* Whether the text begins like YYYY-MM-DD HH:MM:SS and ends there or in 3, 6 or 9 digits
 * that are not all zeros: then it is canonical, or none in ISO 8601. */
static bool is_canonical_timestamp(struct slice text)
{
    const uint8_t *c = text.data;
    if (text.size < 19 || c[4] != '-' || c[10] != ' ' || c[16] != ':')
        return false;
    if (text.size == 19)
        return true;
    if (c[19] != '.' || (text.size != 23 && text.size != 26 && text.size != 29))
        return false;
    for (size_t i = 20; i < text.size; i++) {
        if (c[i] < '0' || c[i] > '9')
            return false;
    }
    return memcmp(c + text.size - 3, "000", 3) != 0;
}

/* A date, or none in ISO 8601: among such texts, midnight changes nothing. */
static bool is_like_date(struct slice text)
{
    return text.size == 10 && text.data[4] == '-';
}

int instant_compare(struct slice a, struct slice b)
{
    char room_a[VALUE_TEXT_SIZE], room_b[VALUE_TEXT_SIZE];
    if (is_like_date(a) && is_like_date(b))
        return memcmp(a.data, b.data, 10);
    if (!is_canonical_timestamp(a))
        a = instant_key(a, room_a);
    if (!is_canonical_timestamp(b))
        b = instant_key(b, room_b);
    return slice_compare(a, b);
}
