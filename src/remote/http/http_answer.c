/* SPDX-License-Identifier: MIT */
#include "remote/http/http_answer.h"

#include <string.h>

enum { MOST_LOCATION = 8 << 10 };

/* ---- Addresses --------------------------------------------------------------------- */

static bool v4_is_private(const uint8_t *a)
{
    return a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] >= 224 ||
           (a[0] == 100 && (a[1] & 0xc0) == 64) || (a[0] == 169 && a[1] == 254) ||
           (a[0] == 172 && (a[1] & 0xf0) == 16) || (a[0] == 192 && a[1] == 168) ||
           (a[0] == 192 && a[1] == 0 && a[2] == 0) ||
           (a[0] == 198 && (a[1] & 0xfe) == 18);
}

bool http_address_is_private(const uint8_t *bytes, unsigned size)
{
    static const uint8_t zeros[12] = {0}, mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const uint8_t translated[12] = {0, 0x64, 0xff, 0x9b};
    if (size == 4)
        return v4_is_private(bytes);
    /* An address of version 4 inside: mapped, translated (RFC 6052), or 6to4. */
    if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0)
        return v4_is_private(bytes + 12);
    if (bytes[0] == 0x20 && bytes[1] == 0x02)
        return v4_is_private(bytes + 2);
    /* Unspecified, loopback and compatible; unique local; link-local; multicast. */
    return memcmp(bytes, zeros, 12) == 0 || (bytes[0] & 0xfe) == 0xfc ||
           (bytes[0] == 0xfe && (bytes[1] & 0x80) == 0x80) || bytes[0] == 0xff ||
           (bytes[0] == 0x00 && bytes[1] == 0x64);
}

/* ---- Answers ----------------------------------------------------------------------- */

void http_answer_release(struct http_answer *answer)
{
    buffer_release(&answer->location);
    buffer_release(&answer->body);
}

void http_answer_begin(struct http_answer *answer, struct slice line)
{
    struct buffer location = answer->location, body = answer->body;
    location.size = body.size = 0;
    *answer = (struct http_answer){
        .content_length = -1, .location = location, .body = body};
    /* HTTP/1.1 206 Partial Content */
    const uint8_t *space = memchr(line.data, ' ', line.size);
    if (space != NULL && line.data + line.size - space > 3)
        answer->status = (space[1] - '0') * 100 + (space[2] - '0') * 10 + space[3] - '0';
}

static void copy_value(struct slice value, char *text, size_t capacity)
{
    bool fits = value.size < capacity;
    if (fits)
        memcpy(text, value.data, value.size);
    text[fits ? value.size : 0] = '\0';
}

static bool take_length(struct slice value, int64_t *length)
{
    int64_t n = 0;
    for (size_t i = 0; i < value.size; i++) {
        uint8_t digit = (uint8_t)(value.data[i] - '0');
        if (digit > 9 || n > (INT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *length = n;
    return value.size > 0;
}

enum status http_answer_take_header(struct http_answer *answer, struct slice line)
{
    struct error ignored = {0};
    const uint8_t *colon = memchr(line.data, ':', line.size);
    if (colon == NULL)
        return OK;
    size_t name_size = (size_t)(colon - line.data);
    struct slice name = slice_of(line.data, name_size);
    struct slice value = slice_trim_space(slice_of(colon + 1, line.size - name_size - 1));
    if (slice_equals_word(name, "etag"))
        copy_value(value, answer->etag, sizeof answer->etag);
    else if (slice_equals_word(name, "last-modified"))
        copy_value(value, answer->last_modified, sizeof answer->last_modified);
    else if (slice_equals_word(name, "content-range"))
        copy_value(value, answer->content_range, sizeof answer->content_range);
    else if (slice_equals_word(name, "content-encoding"))
        copy_value(value, answer->content_encoding, sizeof answer->content_encoding);
    else if (slice_equals_word(name, "retry-after"))
        copy_value(value, answer->retry_after, sizeof answer->retry_after);
    else if (slice_equals_word(name, "x-amz-bucket-region"))
        copy_value(value, answer->region, sizeof answer->region);
    else if (slice_equals_word(name, "content-length"))
        (void)take_length(value, &answer->content_length);
    else if (slice_equals_word(name, "location") && value.size <= MOST_LOCATION) {
        answer->location.size = 0;
        enum status status = buffer_append(&answer->location, value.data, value.size,
                                           &ignored);
        return status == OK ? buffer_append(&answer->location, "", 1, &ignored) : status;
    }
    return OK;
}
