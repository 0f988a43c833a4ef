/* SPDX-License-Identifier: MIT */
#include "vector/text_functions.h"

/* Whether eight bytes are ASCII without a 0 byte. */
static bool are_plain(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    uint64_t has_zero = (word - UINT64_C(0x0101010101010101)) & ~word;
    return ((word | has_zero) & UINT64_C(0x8080808080808080)) == 0;
}

/* The position after at most n characters from a position on; *n becomes their number. */
static size_t skip(struct bytes_value text, size_t from, int64_t *n)
{
    size_t i = from;
    int64_t left = *n;
    for (; left >= 8 && text.size - i >= 8 && are_plain(text.data + i); i += 8)
        left -= 8;
    for (; left > 0 && i < text.size && text.data[i] != 0; left--)
        if (text.data[i++] >= 0xc0)
            while (i < text.size && (text.data[i] & 0xc0) == 0x80)
                i++;
    *n -= left;
    return i;
}

int64_t text_length(struct bytes_value text)
{
    int64_t n = INT64_MAX;
    (void)skip(text, 0, &n);
    return n;
}

struct bytes_value text_part(struct bytes_value text, int64_t start, int64_t length)
{
    int64_t from = start, n = length < 0 ? -length : length;
    if (from < 0) {
        from += text_length(text);
        n += from < 0 ? from : 0;
        n = n < 0 ? 0 : n;
        from = from < 0 ? 0 : from;
    } else if (from > 0) {
        from--;
    } else if (n > 0) { /* the character before the first one is none */
        n--;
    }
    if (length < 0) { /* those before the start */
        from -= n;
        n += from < 0 ? from : 0;
        from = from < 0 ? 0 : from;
    }
    size_t begin = skip(text, 0, &from);
    size_t end = skip(text, begin, &n);
    return (struct bytes_value){text.data + begin, end - begin};
}

int64_t text_position(struct bytes_value text, const struct byte_needle *needle)
{
    const uint8_t *found = text.size == 0
                               ? NULL
                               : find_bytes(needle, text.data, text.data + text.size);
    int64_t n = 1;
    if (found == NULL)
        return 0;
    for (const uint8_t *at = text.data; at < found; at++)
        n += (at[1] & 0xc0) != 0x80;
    return n;
}

uint32_t text_count(struct bytes_value text, const struct byte_needle *needle)
{
    const uint8_t *at = text.data, *end = at + text.size;
    uint32_t n = 0;
    while (at < end && (at = find_bytes(needle, at, end)) != NULL) {
        at += needle->size;
        n++;
    }
    return n;
}

uint8_t *text_copy(uint8_t *to, struct bytes_value text)
{
    if (text.size > 0)
        memcpy(to, text.data, text.size);
    return to + text.size;
}

uint8_t *text_replace(struct bytes_value text, const struct byte_needle *needle,
                      struct bytes_value other, uint8_t *to)
{
    const uint8_t *at = text.data, *end = at + text.size, *found;
    while (at < end && (found = find_bytes(needle, at, end)) != NULL) {
        to = text_copy(to, (struct bytes_value){at, (size_t)(found - at)});
        to = text_copy(to, other);
        at = found + needle->size;
    }
    return text_copy(to, (struct bytes_value){at, (size_t)(end - at)});
}

struct bytes_value text_trim(struct bytes_value text, const uint8_t *is_trimmed,
                             unsigned sides)
{
    while ((sides & TRIM_LEFT) != 0 && text.size > 0 && is_trimmed[text.data[0]]) {
        text.data++;
        text.size--;
    }
    while ((sides & TRIM_RIGHT) != 0 && text.size > 0 &&
           is_trimmed[text.data[text.size - 1]])
        text.size--;
    return text;
}
