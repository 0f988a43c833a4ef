/* SPDX-License-Identifier: MIT */
/*
 * fuzz_url.c - any text as a URL, and as what a server redirects to: parts are within the
 * text, normalised URLs stay as they are, messages show no query, and what is encoded is
 * decoded to the same bytes.
 */
#include "fuzz.h"
#include "remote/http/url.h"

#include "base/file_system.h"

static void check_parts(const struct url *url, struct slice text)
{
    REQUIRE(slice_is_within(url->host, text) && url->host.size > 0);
    REQUIRE(slice_is_within(url->path, text) && slice_is_within(url->query, text));
    REQUIRE(url->path.size == 0 || url->path.data[0] == '/');
    REQUIRE((url->port == 0) == (url->scheme == URL_S3));
    REQUIRE(memchr(url->host.data, '@', url->host.size) == NULL);
}

static bool same_bytes(const struct buffer *a, const struct buffer *b)
{
    return slice_equals(buffer_slice(a), buffer_slice(b));
}

static void check_normalised(const struct url *url)
{
    struct buffer text = {0}, again = {0};
    struct error error = {0};
    struct url parsed;
    REQUIRE(url_append(url, &text, &error) == OK);
    if (text.size <= MOST_URL) {
        REQUIRE(url_parse(buffer_slice(&text), &parsed, &error) == OK);
        REQUIRE(url_append(&parsed, &again, &error) == OK && same_bytes(&text, &again));
        REQUIRE(url_same_origin(url, &parsed));
        REQUIRE(url_is_within(url, &parsed) == url_is_within(&parsed, &parsed) ||
                url->path.size == 0);
    }
    buffer_release(&text);
    buffer_release(&again);
}

/* A path without dots is not within another one than it begins with. */
static void check_resolved(const struct url *base, struct slice location)
{
    struct buffer text = {0};
    struct error error = {0};
    struct url url;
    enum status status = url_resolve(base, location, &text, &error);
    REQUIRE(status == error.status && (status == OK) == (error.message[0] == '\0'));
    REQUIRE(status == OK || status == IO || status == UNSUPPORTED);
    if (status == OK && text.size <= MOST_URL) {
        REQUIRE(url_parse(buffer_slice(&text), &url, &error) == OK);
        REQUIRE(url.scheme != URL_S3 && url.path.size > 0);
        hash_bytes(text.data, text.size);
    }
    buffer_release(&text);
}

static void check_encoding(struct slice input)
{
    struct buffer text = {0};
    struct error error = {0};
    size_t size;
    REQUIRE(url_encode_path(input, &text, &error) == OK);
    REQUIRE(url_decode(buffer_slice(&text), true, text.data, &size));
    REQUIRE(slice_equals(slice_of(text.data, size), input));
    if (url_decode(input, false, text.data, &size))
        REQUIRE(size <= input.size);
    buffer_release(&text);
}

/* What follows a question mark or stands before an @ of a host is not shown. */
static void check_message(struct slice input)
{
    struct shown_url shown;
    const char *text = url_for_message(input, &shown);
    REQUIRE(strlen(text) < sizeof shown.text);
    if (!path_is_url(text))
        return;
    const char *mark = strchr(text, '?');
    REQUIRE(mark == NULL || strncmp(mark, "?...", strlen(mark)) == 0);
    size_t host = strcspn(strstr(text, "://") + 3, "/");
    REQUIRE(memchr(strstr(text, "://") + 3, '@', host) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    size_t n_base = (size_t)choose(&input, 1), n = n_base < input.size ? n_base : 0;
    uint8_t *copy = exact_copy(input, 0);
    struct slice text = slice_of(copy, input.size), first = slice_of(copy, n);
    struct error error = {0};
    struct url url;
    enum status status = url_parse(text, &url, &error);
    REQUIRE(status == error.status && (status == OK) == (error.message[0] == '\0'));
    if (status == OK) {
        check_parts(&url, text);
        check_normalised(&url);
    }
    error_clear(&error);
    if (url_parse(first, &url, &error) == OK && url.scheme != URL_S3)
        check_resolved(&url, slice_of(copy + n, text.size - n));
    check_encoding(text);
    check_message(text);
    free(copy);
    return 0;
}
