/* SPDX-License-Identifier: MIT */
#include "remote/http/url.h"

#include <stdio.h>

enum { MOST_HOST = 255, HTTP_PORT = 80, HTTPS_PORT = 443 };

static const struct {
    const char *name;
    uint16_t port;
} schemes[] = {
    [URL_HTTP] = {"http", HTTP_PORT},
    [URL_HTTPS] = {"https", HTTPS_PORT},
    [URL_S3] = {"s3", 0},
};

enum { N_SCHEMES = sizeof schemes / sizeof *schemes };

/* Moves a scheme of ours and its "://" out of the text; false if there is none. */
static bool take_scheme(struct slice *text, enum url_scheme *scheme)
{
    for (int i = 0; i < N_SCHEMES; i++) {
        size_t size = strlen(schemes[i].name);
        struct slice rest = *text, name;
        if (slice_take(&rest, size, &name) && slice_equals_word(name, schemes[i].name) &&
            slice_take_text(&rest, "://")) {
            *text = rest;
            *scheme = (enum url_scheme)i;
            return true;
        }
    }
    return false;
}

static bool is_letter_or_digit(uint8_t byte)
{
    return is_ascii_digit(byte) || (ascii_lower(byte) >= 'a' && ascii_lower(byte) <= 'z');
}

/* Whether a byte is one of the characters; NUL never is. */
static bool is_one_of(uint8_t byte, const char *characters)
{
    return byte != '\0' && strchr(characters, byte) != NULL;
}

static size_t size_before(struct slice text, const char *ends)
{
    size_t size = 0;
    while (size < text.size && !is_one_of(text.data[size], ends))
        size++;
    return size;
}

/* Moves what is before the first of the characters out of the text. */
static struct slice take_before(struct slice *text, const char *ends)
{
    size_t size = size_before(*text, ends);
    struct slice taken = slice_of(text->data, size);
    *text = slice_of(text->data + size, text->size - size);
    return taken;
}

/* ---- Parsing ---------------------------------------------------------------------- */

static bool is_host(struct slice host)
{
    bool is_address = host.size > 2 && host.data[0] == '[';
    if (host.size == 0 || host.size > MOST_HOST ||
        (is_address && host.data[host.size - 1] != ']'))
        return false;
    for (size_t i = is_address; i < host.size - is_address; i++) {
        uint8_t byte = host.data[i];
        bool is_allowed = is_address ? ascii_hex_value(byte) != NO_HEX_DIGIT ||
                                           is_one_of(byte, ":.")
                                     : is_letter_or_digit(byte) || is_one_of(byte, "-._");
        if (!is_allowed)
            return false;
    }
    return true;
}

/* Digits after a colon; none mean the scheme's own port. */
static bool parse_port(struct slice digits, uint16_t *port)
{
    uint32_t number = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (!is_ascii_digit(digits.data[i]))
            return false;
        number = number * 10 + (uint32_t)(digits.data[i] - '0');
        if (number > UINT16_MAX)
            return false;
    }
    if (digits.size > 0)
        *port = (uint16_t)number;
    return digits.size == 0 || number > 0;
}

/* Divides host:port; false if it is not that. */
static bool parse_authority(struct slice text, struct url *url)
{
    size_t end = text.size;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == ':')
            end = i;
        else if (text.data[i] == ']')
            end = text.size;
    }
    url->host = slice_of(text.data, end);
    url->port = schemes[url->scheme].port;
    return is_host(url->host) &&
           (end == text.size ||
            (url->scheme != URL_S3 &&
             parse_port(slice_of(text.data + end + 1, text.size - end - 1), &url->port)));
}

/* RFC 3986 allows these in paths and queries, besides escapes. */
static bool is_url_byte(uint8_t byte)
{
    return is_letter_or_digit(byte) || is_one_of(byte, "-._~!$&'()*+,;=:@/?%[]|^`{}\"");
}

static bool is_escape(struct slice text, size_t at)
{
    return text.size - at > 2 && ascii_hex_value(text.data[at + 1]) != NO_HEX_DIGIT &&
           ascii_hex_value(text.data[at + 2]) != NO_HEX_DIGIT;
}

static enum status check_bytes(struct slice rest, struct slice path, struct error *error)
{
    for (size_t i = 0; i < rest.size; i++) {
        uint8_t byte = rest.data[i];
        if (byte == '#')
            return error_set(error, MISUSE,
                             "a URL of a file has no fragment; write %%23 for a #");
        if (!is_url_byte(byte))
            return error_set(error, MISUSE,
                             "a URL cannot have the byte 0x%02x; write %%%02X", byte,
                             byte);
        if (byte == '%' && i < path.size && !is_escape(rest, i))
            return error_set(error, MISUSE,
                             "in a URL's path, two hexadecimal digits follow each %%; "
                             "write %%25 for a %% itself");
    }
    return OK;
}

enum status url_parse(struct slice text, struct url *url, struct error *error)
{
    *url = (struct url){.scheme = URL_HTTP};
    if (text.size > MOST_URL)
        return error_set(error, TOO_BIG, "a URL has at most %d bytes", MOST_URL);
    if (!take_scheme(&text, &url->scheme))
        return error_set(error, MISUSE, "a URL begins with https://, http:// or s3://");
    bool is_s3 = url->scheme == URL_S3;
    struct slice rest = text, authority = take_before(&rest, is_s3 ? "/" : "/?#");
    if (memchr(authority.data, '@', authority.size) != NULL)
        return error_set(error, MISUSE,
                         "a URL has no user name and password; they go into a secret");
    if (!parse_authority(authority, url))
        return error_set(error, MISUSE,
                         is_s3 ? "s3:// is followed by a bucket's name"
                               : "the URL's host or port is not valid");
    url->path = slice_of(rest.data, is_s3 ? rest.size : size_before(rest, "?#"));
    url->has_query = url->path.size < rest.size && rest.data[url->path.size] == '?';
    if (url->has_query)
        url->query = slice_of(rest.data + url->path.size + 1,
                              rest.size - url->path.size - 1);
    if (!is_s3)
        return check_bytes(rest, url->path, error);
    if (rest.size > 0 && memchr(rest.data, '\0', rest.size) != NULL)
        return error_set(error, MISUSE, "a URL cannot have the byte 0x00");
    return OK;
}

/* ---- Writing ---------------------------------------------------------------------- */

enum status url_append_host(const struct url *url, struct buffer *text,
                            struct error *error)
{
    size_t begin = text->size;
    enum status status = buffer_append(text, url->host.data, url->host.size, error);
    for (size_t i = begin; url->scheme != URL_S3 && i < text->size; i++)
        text->data[i] = ascii_lower(text->data[i]);
    if (status == OK && url->port != schemes[url->scheme].port)
        status = buffer_append_format(text, error, ":%u", (unsigned)url->port);
    return status;
}

enum status url_append(const struct url *url, struct buffer *text, struct error *error)
{
    buffer_add_text(text, schemes[url->scheme].name, error);
    buffer_add_text(text, "://", error);
    if (error->status != OK || url_append_host(url, text, error) != OK)
        return error->status;
    if (url->path.size == 0)
        buffer_add_text(text, "/", error);
    buffer_add(text, url->path, error);
    if (url->has_query)
        buffer_add_text(text, "?", error);
    buffer_add(text, url->query, error);
    return error->status;
}

static enum status append_encoded(struct slice bytes, const char *kept,
                                  struct buffer *text, struct error *error)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t size = 0;
    if (bytes.size == 0)
        return OK;
    if (bytes.size > (SIZE_MAX - text->size) / 3)
        return error_nomem(error);
    enum status status = buffer_reserve(text, text->size + 3 * bytes.size, true, error);
    if (status != OK)
        return status;
    uint8_t *out = text->data + text->size;
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t byte = bytes.data[i];
        if (is_letter_or_digit(byte) || is_one_of(byte, kept)) {
            out[size++] = byte;
            continue;
        }
        out[size++] = '%';
        out[size++] = (uint8_t)digits[byte >> 4];
        out[size++] = (uint8_t)digits[byte & 15];
    }
    text->size += size;
    return OK;
}

enum status url_encode_path(struct slice bytes, struct buffer *text, struct error *error)
{
    return append_encoded(bytes, "-._~/", text, error);
}

enum status url_encode(struct slice bytes, struct buffer *text, struct error *error)
{
    return append_encoded(bytes, "-._~", text, error);
}

bool url_decode(struct slice text, bool plus_is_space, uint8_t *bytes, size_t *size)
{
    *size = 0;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t byte = text.data[i];
        if (byte == '%') {
            if (!is_escape(text, i))
                return false;
            byte = (uint8_t)(ascii_hex_value(text.data[i + 1]) << 4 |
                             ascii_hex_value(text.data[i + 2]));
            i += 2;
        } else if (byte == '+' && plus_is_space) {
            byte = ' ';
        }
        bytes[(*size)++] = byte;
    }
    return true;
}

/* ---- Comparing -------------------------------------------------------------------- */

bool url_same_origin(const struct url *a, const struct url *b)
{
    return a->scheme == b->scheme && a->port == b->port &&
           (a->scheme == URL_S3 ? slice_equals(a->host, b->host)
                                : slice_equals_nocase(a->host, b->host));
}

/* Takes the next byte of a segment, decoded. */
static uint8_t next_decoded(struct slice *segment)
{
    uint8_t byte = segment->data[0];
    size_t size = 1;
    if (byte == '%' && is_escape(*segment, 0)) {
        byte = (uint8_t)(ascii_hex_value(segment->data[1]) << 4 |
                         ascii_hex_value(segment->data[2]));
        size = 3;
    }
    *segment = slice_of(segment->data + size, segment->size - size);
    return byte;
}

/* Whether a server could take the segment for another folder: it is "." or "..", with
 * parameters after a semicolon or without, or becomes several when it is decoded.  Those
 * of a bucket may become several, of which none is such: the values of partitions have
 * slashes. */
static bool is_doubtful_segment(struct slice segment, bool is_key)
{
    size_t n_dots = 0, n = 0;
    bool has_ended = false, goes_up = false;
    while (segment.size > 0 && !goes_up) {
        uint8_t byte = next_decoded(&segment);
        bool is_slash = byte == '/' || byte == '\\';
        if (byte == '\0' || (is_slash && !is_key))
            return true;
        if (is_slash) {
            goes_up = n_dots == n && (n == 1 || n == 2);
            n_dots = n = 0;
            has_ended = false;
            continue;
        }
        has_ended = has_ended || byte == ';';
        n += !has_ended;
        n_dots += !has_ended && byte == '.';
    }
    return goes_up || (n_dots == n && (n == 1 || n == 2));
}

static bool is_doubtful_path(const struct url *url)
{
    struct slice path = url->path;
    while (path.size > 0) {
        if (is_doubtful_segment(take_before(&path, "/"), url->scheme == URL_S3))
            return true;
        (void)slice_take_text(&path, "/");
    }
    return false;
}

bool url_is_within(const struct url *prefix, const struct url *url)
{
    struct slice folder = prefix->path, path = url->path;
    if (!url_same_origin(prefix, url) || prefix->has_query || is_doubtful_path(url))
        return false;
    if (folder.size <= 1) /* all of the host */
        return true;
    return path.size >= folder.size && memcmp(path.data, folder.data, folder.size) == 0 &&
           (path.size == folder.size || folder.data[folder.size - 1] == '/' ||
            path.data[folder.size] == '/');
}

/* ---- Redirects -------------------------------------------------------------------- */

/* Removes "." and ".." from the absolute path at `begin` of the text (RFC 3986, 5.2.4).
 */
static void remove_dots(struct buffer *text, size_t begin)
{
    struct slice rest = slice_of(text->data + begin, text->size - begin);
    size_t size = begin;
    while (slice_take_text(&rest, "/")) {
        struct slice segment = take_before(&rest, "/");
        bool is_up = slice_equals_text(segment, "..");
        bool is_same = slice_equals_text(segment, ".");
        while (is_up && size > begin && text->data[--size] != '/')
            continue;
        if ((is_up || is_same) && rest.size > 0)
            continue;
        text->data[size++] = '/';
        if (is_up || is_same)
            continue;
        memmove(text->data + size, segment.data, segment.size);
        size += segment.size;
    }
    text->size = size;
}

static bool is_http(struct slice text)
{
    enum url_scheme scheme;
    return take_scheme(&text, &scheme) && scheme != URL_S3;
}

/* Whether the text begins with a scheme, of ours or not. */
static bool has_scheme(struct slice text)
{
    size_t size = 0;
    while (size < text.size &&
           (is_letter_or_digit(text.data[size]) || is_one_of(text.data[size], "+-.")))
        size++;
    return size > 0 && !is_ascii_digit(text.data[0]) && size < text.size &&
           text.data[size] == ':';
}

/* Writes the location as an absolute URL, with a path that may have dots. */
static enum status make_absolute(const struct url *base, struct slice location,
                                 struct buffer *text, struct error *error)
{
    struct url origin = *base;
    origin.path = slice_of("", 0);
    origin.has_query = false;
    origin.query = slice_of(NULL, 0);
    if (has_scheme(location))
        return buffer_append(text, location.data, location.size, error);
    if (slice_take_text(&location, "//")) {
        buffer_add_format(text, error, "%s://", schemes[base->scheme].name);
        buffer_add(text, location, error);
        return error->status;
    }
    if (url_append(&origin, text, error) != OK)
        return error->status;
    text->size--; /* the slash */
    size_t kept = base->path.size;
    while (location.size > 0 && location.data[0] != '?' && kept > 0 &&
           base->path.data[kept - 1] != '/')
        kept--;
    if (location.size == 0 || location.data[0] != '/')
        buffer_add(text, slice_of(base->path.data, kept), error);
    if (location.size > 0 && kept == 0 && location.data[0] != '/')
        buffer_add_text(text, "/", error);
    buffer_add(text, location, error);
    if (location.size == 0 && base->has_query) {
        buffer_add_text(text, "?", error);
        buffer_add(text, base->query, error);
    }
    return error->status;
}

enum status url_resolve(const struct url *base, struct slice location,
                        struct buffer *text, struct error *error)
{
    struct buffer absolute = {0}, path = {0};
    struct url url;
    struct error fault = {0};
    location = slice_trim_space(location);
    location.size = size_before(location, "#");
    if (location.size > MOST_URL)
        return error_set(error, IO, "the server redirects to a URL of %zu bytes",
                         location.size);
    if (has_scheme(location) && !is_http(location))
        return error_set(error, UNSUPPORTED,
                         "the server redirects to no http or https URL");
    enum status status = make_absolute(base, location, &absolute, error);
    if (status == OK && url_parse(buffer_slice(&absolute), &url, &fault) != OK)
        status = error_set(error, IO, "the server redirects to no valid URL: %s",
                           fault.message);
    if (status == OK)
        status = buffer_append(&path, url.path.data, url.path.size, error);
    if (status == OK) {
        if (path.size > 0)
            remove_dots(&path, 0);
        url.path = buffer_slice(&path);
        status = url_append(&url, text, error);
    }
    buffer_release(&path);
    buffer_release(&absolute);
    return status;
}

/* ---- Messages --------------------------------------------------------------------- */

const char *url_for_message(struct slice text, struct shown_url *shown)
{
    struct slice rest = text;
    struct url url = {.scheme = URL_HTTP};
    if (!take_scheme(&rest, &url.scheme)) {
        snprintf(shown->text, sizeof shown->text, "%.*s",
                 SLICE_SHOWN(text, sizeof shown->text - 1));
        return shown->text;
    }
    const char *scheme = schemes[url.scheme].name;
    struct slice host = take_before(&rest, "/?#");
    const uint8_t *at = memchr(host.data, '@', host.size);
    while (at != NULL) {
        size_t skipped = (size_t)(at - host.data) + 1;
        host = slice_of(host.data + skipped, host.size - skipped);
        at = memchr(host.data, '@', host.size);
    }
    size_t size = size_before(rest, url.scheme == URL_S3 ? "?" : "?#");
    if (!parse_authority(host, &url))
        snprintf(shown->text, sizeof shown->text, "%s://...", scheme);
    else
        snprintf(shown->text, sizeof shown->text, "%s://%.*s%.*s%s", scheme,
                 SLICE_SHOWN(host, (size_t)MOST_HOST + 6),
                 SLICE_SHOWN(slice_of(rest.data, size), sizeof shown->text),
                 size == rest.size        ? ""
                 : rest.data[size] == '?' ? "?..."
                                          : "#...");
    return shown->text;
}
