/* SPDX-License-Identifier: MIT */
#include "remote/s3/s3_location.h"

#include "remote/s3/s3_answers.h"

enum { LEAST_BUCKET = 3, MOST_BUCKET = 63, MOST_OLD_BUCKET = 255, MOST_REGION = 64 };

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

static bool is_lower_or_digit(uint8_t byte)
{
    return is_ascii_digit(byte) || (byte >= 'a' && byte <= 'z');
}

/* Whether a bucket's name can be a part of a host's. */
static bool is_host_name(struct slice bucket)
{
    if (bucket.size > MOST_BUCKET || !is_lower_or_digit(bucket.data[0]) ||
        !is_lower_or_digit(bucket.data[bucket.size - 1]))
        return false;
    for (size_t i = 0; i < bucket.size; i++) {
        uint8_t byte = bucket.data[i], before = i > 0 ? bucket.data[i - 1] : 'a';
        if (!is_lower_or_digit(byte) && byte != '-' && (byte != '.' || before == '.'))
            return false;
    }
    return true;
}

/* Old buckets have letters in capitals and underscores, too; url_parse() allows no others
 * but those. */
static enum status check_bucket(struct slice bucket, struct error *error)
{
    bool has_letter = false;
    for (size_t i = 0; i < bucket.size; i++)
        has_letter = has_letter || bucket.data[i] != '.';
    return bucket.size >= LEAST_BUCKET && bucket.size <= MOST_OLD_BUCKET && has_letter
               ? OK
               : error_set(error, MISUSE,
                           "a bucket's name has %d to %d letters, digits, dots and "
                           "hyphens",
                           LEAST_BUCKET, MOST_BUCKET);
}

/* A region becomes a part of a host's name. */
static enum status check_region(struct slice region, struct error *error)
{
    bool is_valid = region.size > 0 && region.size <= MOST_REGION;
    for (size_t i = 0; i < region.size; i++)
        is_valid = is_valid &&
                   (is_lower_or_digit(region.data[i]) || region.data[i] == '-');
    return is_valid ? OK
                    : error_set(error, MISUSE,
                                "a region has lower-case letters, digits and hyphens");
}

/* Writes the endpoint's URL to *text, and parses it. */
static enum status find_endpoint(const struct s3_place *place, struct slice region,
                                 struct buffer *text, struct url *endpoint,
                                 struct error *error)
{
    if (place->endpoint == NULL) {
        bool is_china = region.size > 3 &&
                        slice_equals_text(slice_of(region.data, 3), "cn-");
        buffer_add_text(text, "https://s3.", error);
        buffer_add(text, region, error);
        buffer_add_text(text, is_china ? ".amazonaws.com.cn" : ".amazonaws.com", error);
    } else {
        if (strstr(place->endpoint, "://") == NULL)
            buffer_add_text(text, "https://", error);
        buffer_add_text(text, place->endpoint, error);
    }
    if (error->status != OK || url_parse(buffer_slice(text), endpoint, error) != OK)
        return error_locate(error, "the endpoint of S3");
    if (endpoint->scheme == URL_S3 || endpoint->has_query)
        return error_set(error, MISUSE,
                         "the endpoint of S3: a host, or a URL with http or https and "
                         "without a query");
    while (endpoint->path.size > 0 && endpoint->path.data[endpoint->path.size - 1] == '/')
        endpoint->path.size--;
    return OK;
}

/* Whether the bucket's name is in the host's. */
static enum status choose_style(struct slice bucket, const struct s3_place *place,
                                const struct url *endpoint, bool *is_in_host,
                                struct error *error)
{
    bool can_be = is_host_name(bucket) && endpoint->host.data[0] != '[';
    bool has_dot = memchr(bucket.data, '.', bucket.size) != NULL;
    *is_in_host = place->url_style == S3_STYLE_HOST ||
                  (place->url_style == S3_STYLE_DEFAULT && place->endpoint == NULL &&
                   can_be && !has_dot);
    return can_be || !*is_in_host
               ? OK
               : error_set(error, MISUSE,
                           "the bucket's name cannot be a part of a host's; use the URL "
                           "style path");
}

/* Writes host and path of a location to its URL, whose scheme is there. */
static enum status write_url(struct s3_location *location, const struct url *endpoint,
                             bool is_in_host, struct error *error)
{
    struct buffer *url = &location->url;
    size_t host = url->size;
    if (is_in_host) {
        buffer_add(url, location->bucket, error);
        buffer_add_text(url, ".", error);
    }
    if (error->status == OK)
        (void)!url_append_host(endpoint, url, error);
    size_t path = url->size;
    buffer_add(url, endpoint->path, error);
    if (!is_in_host) {
        buffer_add_text(url, "/", error);
        buffer_add(url, location->bucket, error);
    }
    if (is_in_host || location->key.size > 0)
        buffer_add_text(url, "/", error);
    if (error->status == OK)
        (void)!url_encode_path(location->key, url, error);
    buffer_add(url, slice_of("", 1), error);
    if (error->status != OK)
        return error->status;
    url->size--;
    location->host = slice_of(url->data + host, path - host);
    location->path = slice_of(url->data + path, url->size - path);
    return OK;
}

enum status s3_locate(const struct url *url, const struct s3_place *place,
                      struct s3_location *location, struct error *error)
{
    struct buffer text = {0};
    struct url endpoint = {.scheme = URL_HTTPS};
    *location = (struct s3_location){.bucket = url->host,
                                     .key = url->path,
                                     .region = place->region != NULL ? place->region
                                                                     : S3_DEFAULT_REGION};
    struct slice region = text_of(location->region);
    bool is_in_host = false;
    (void)slice_take_text(&location->key, "/");
    if (url->scheme != URL_S3)
        return error_set(error, MISUSE, "not a URL that begins with s3://");
    if (location->key.size > S3_MOST_KEY)
        return error_set(error, TOO_BIG, "a key of S3 has at most %d bytes", S3_MOST_KEY);
    enum status status = check_bucket(url->host, error);
    if (status == OK)
        status = check_region(region, error);
    if (status == OK)
        status = find_endpoint(place, region, &text, &endpoint, error);
    if (status == OK)
        status = choose_style(url->host, place, &endpoint, &is_in_host, error);
    location->is_https = endpoint.scheme == URL_HTTPS;
    if (status == OK)
        status = buffer_append_text(&location->url,
                                    location->is_https ? "https://" : "http://", error);
    if (status == OK)
        status = write_url(location, &endpoint, is_in_host, error);
    buffer_release(&text);
    return status;
}

void s3_location_release(struct s3_location *location)
{
    buffer_release(&location->url);
    *location = (struct s3_location){.is_https = false};
}
