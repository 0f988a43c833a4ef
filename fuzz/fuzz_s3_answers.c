/* SPDX-License-Identifier: MIT */
/*
 * fuzz_s3_answers.c - any bytes as an answer of S3: what is read is within its limits, a
 * listing that is written again has the same keys, and cut answers are refused.
 */
#include "fuzz.h"
#include "remote/s3/s3_answers.h"
#include "remote/s3/xml_reader.h"
#include "remote/http/url.h"

static void add_text(struct buffer *xml, const char *text)
{
    struct error error = {0};
    REQUIRE(buffer_append_text(xml, text, &error) == OK);
}

/* Writes the listing with encoded keys, and reads it. */
static void check_written(const struct s3_listing *listing)
{
    struct buffer xml = {0};
    struct error error = {0};
    struct s3_listing again;
    add_text(&xml, "<ListBucketResult><EncodingType>url</EncodingType>"
                   "<IsTruncated>false</IsTruncated>");
    for (size_t i = 0; i < listing->n_objects; i++) {
        add_text(&xml, "<Contents><Key>");
        REQUIRE(url_encode_path(listing->objects[i].key, &xml, &error) == OK);
        REQUIRE(buffer_append_format(&xml, &error, "</Key><Size>%lld</Size><ETag>",
                                     (long long)listing->objects[i].size) == OK);
        REQUIRE(xml_append_text(&xml, listing->objects[i].etag, &error) == OK);
        add_text(&xml, "</ETag></Contents>");
    }
    add_text(&xml, "</ListBucketResult>");
    REQUIRE(s3_listing_parse(buffer_slice(&xml), &again, &error) == OK);
    REQUIRE(again.n_objects == listing->n_objects && again.n_prefixes == 0);
    for (size_t i = 0; i < listing->n_objects; i++) {
        REQUIRE(slice_equals(again.objects[i].key, listing->objects[i].key));
        REQUIRE(slice_equals(again.objects[i].etag, listing->objects[i].etag));
        REQUIRE(again.objects[i].size == listing->objects[i].size);
    }
    s3_listing_release(&again);
    buffer_release(&xml);
}

static void check_key(struct slice key)
{
    REQUIRE(key.size > 0 && key.size <= S3_MOST_KEY && key.data[key.size] == '\0');
    REQUIRE(memchr(key.data, '\0', key.size) == NULL);
}

static void check_listing(struct slice xml, size_t cut)
{
    struct s3_listing listing, none;
    struct error error = {0};
    enum status status = s3_listing_parse(xml, &listing, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT || status == TOO_BIG);
    for (size_t i = 0; status == OK && i < listing.n_objects; i++) {
        check_key(listing.objects[i].key);
        REQUIRE(listing.objects[i].size >= 0);
    }
    for (size_t i = 0; status == OK && i < listing.n_prefixes; i++)
        check_key(listing.prefixes[i]);
    if (status == OK) {
        REQUIRE(!listing.is_truncated || listing.continuation.size > 0);
        check_written(&listing);
        /* Only what follows the root element may be missing. */
        size_t end = xml.size;
        while (end > 0 && xml.data[end - 1] != '>')
            end--;
        if (end > 17 && memcmp(xml.data + end - 17, "ListBucketResult>", 17) == 0) {
            REQUIRE(s3_listing_parse(slice_of(xml.data, cut % end), &none, &error) != OK);
            s3_listing_release(&none);
        }
    }
    s3_listing_release(&listing);
}

static void check_others(struct slice xml)
{
    struct s3_error s3_error;
    struct s3_uploads uploads;
    struct buffer id = {0};
    struct error error = {0};
    if (s3_error_parse(xml, &s3_error)) {
        REQUIRE(s3_error.code[0] != '\0');
        REQUIRE(s3_completion_check(xml, &error) != OK);
        error_clear(&error);
    }
    if (s3_upload_id_parse(xml, &id, &error) == OK)
        REQUIRE(id.size > 0 && id.size <= S3_MOST_TOKEN && id.data[id.size] == '\0');
    else
        REQUIRE(error.message[0] != '\0');
    error_clear(&error);
    if (s3_uploads_parse(xml, &uploads, &error) != OK)
        REQUIRE(error.message[0] != '\0');
    for (size_t i = 0; i < uploads.n; i++)
        REQUIRE(uploads.uploads[i].key.size > 0 && uploads.uploads[i].id.size > 0);
    s3_uploads_release(&uploads);
    error_clear(&error);
    if (s3_completion_check(xml, &error) != OK)
        REQUIRE(error.message[0] != '\0');
    buffer_release(&id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    size_t cut = (size_t)choose(&input, 2);
    uint8_t *copy = exact_copy(input, 0);
    check_listing(slice_of(copy, input.size), cut);
    check_others(slice_of(copy, input.size));
    free(copy);
    return 0;
}
