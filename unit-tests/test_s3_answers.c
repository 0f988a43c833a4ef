/* SPDX-License-Identifier: MIT */
/*
 * test_s3_answers.c - listings, errors and multipart uploads of S3 are read from its XML,
 * and answers that are cut, contradict themselves or exceed a limit are refused
 * (s3_answers.h).
 */
#include "remote/s3/s3_answers.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* Parses a copy, so that nothing may be borrowed from it. */
static enum status parse(const char *xml, struct s3_listing *listing, struct error *error)
{
    size_t size = strlen(xml);
    uint8_t *copy = exact_copy(xml, size);
    enum status status = s3_listing_parse(slice_of(copy, size), listing, error);
    CHECK(status == error->status && (status == OK) == (error->message[0] == '\0'));
    memset(copy, 'x', size);
    free(copy);
    return status;
}

#define LISTING(text)                                                                    \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                       \
    "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" text          \
    "</ListBucketResult>"
#define COMPLETE "<IsTruncated>false</IsTruncated>"
#define OBJECT(key, size) "<Contents><Key>" key "</Key><Size>" size "</Size></Contents>"

/* As AWS answers. */
static void a_listing_has_objects_and_prefixes(void)
{
    struct s3_listing listing;
    struct error error = {0};
    CHECK(parse(LISTING("<Name>bucket</Name><Prefix>data/</Prefix><KeyCount>3</KeyCount>"
                        "<MaxKeys>1000</MaxKeys><IsTruncated>true</IsTruncated>"
                        "<NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/"
                        "wm36Hy4vbOwM=</NextContinuationToken>"
                        "<Contents><Key>data/a&amp;b.parquet</Key>"
                        "<LastModified>2009-10-12T17:50:30.500Z</LastModified>"
                        "<ETag>&quot;fba9dede5f27731c9771645a39863328&quot;</ETag>"
                        "<Size>434234</Size><Owner><ID>x</ID><Key>no</Key></Owner>"
                        "<StorageClass>STANDARD</StorageClass></Contents>"
                        "<Contents><Size>0</Size><Key>data/</Key></Contents>"
                        "<CommonPrefixes><Prefix>data/year=2024/</Prefix>"
                        "</CommonPrefixes>"),
                &listing, &error) == OK);
    CHECK(listing.n_objects == 2 && listing.n_prefixes == 1 && listing.is_truncated);
    CHECK(slice_equals_text(listing.objects[0].key, "data/a&b.parquet"));
    CHECK(listing.objects[0].size == 434234);
    CHECK(slice_equals_text(listing.objects[0].etag,
                            "\"fba9dede5f27731c9771645a39863328\""));
    CHECK(slice_equals_text(listing.objects[1].key, "data/"));
    CHECK(listing.objects[1].size == 0 && listing.objects[1].etag.size == 0);
    CHECK(slice_equals_text(listing.prefixes[0], "data/year=2024/"));
    CHECK(slice_equals_text(listing.continuation,
                            "1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM="));
    s3_listing_release(&listing);
    s3_listing_release(&listing);
}

static void a_listing_may_be_empty(void)
{
    struct s3_listing listing;
    struct error error = {0};
    CHECK(parse(LISTING(COMPLETE), &listing, &error) == OK);
    CHECK(listing.n_objects == 0 && listing.n_prefixes == 0 && !listing.is_truncated);
    s3_listing_release(&listing);
}

/* Wherever the answer says so. */
static void keys_may_be_encoded(void)
{
    struct s3_listing listing;
    struct error error = {0};
    CHECK(parse(LISTING(COMPLETE OBJECT(
                    "a+b%2Bc%C3%A4%0A",
                    "1") "<CommonPrefixes><Prefix>x%26/</Prefix></CommonPrefixes>"
                         "<EncodingType>url</EncodingType>"),
                &listing, &error) == OK);
    CHECK(slice_equals_text(listing.objects[0].key, "a b+c\xc3\xa4\n"));
    CHECK(listing.objects[0].key.data[listing.objects[0].key.size] == '\0');
    CHECK(slice_equals_text(listing.prefixes[0], "x&/"));
    s3_listing_release(&listing);
    CHECK(parse(LISTING(COMPLETE OBJECT("a+b%2B%", "1")), &listing, &error) == OK);
    CHECK(slice_equals_text(listing.objects[0].key, "a+b%2B%"));
    s3_listing_release(&listing);
}

static void listings_that_are_wrong_are_refused(void)
{
    static const struct {
        const char *xml, *message;
    } cases[] = {
        {"", "does not end"},
        {"<html><body>Sign in</body></html>", "the answer is <html>, not a listing"},
        {"<Error><Code>AccessDenied</Code></Error>", "<Error>, not a listing"},
        {LISTING(""), "without IsTruncated"},
        {LISTING("<IsTruncated>maybe</IsTruncated>"), "IsTruncated \"maybe\""},
        {LISTING("<IsTruncated>true</IsTruncated>"), "no continuation token"},
        {LISTING(COMPLETE "<Contents><Size>1</Size></Contents>"), "without a key"},
        {LISTING(COMPLETE "<Contents><Key>a</Key></Contents>"), "without a size"},
        {LISTING(COMPLETE OBJECT("a", "1") "<Contents><Key>b</Key></Contents>"),
         "without a size"},
        {LISTING(COMPLETE OBJECT("a", "-1")), "the size \"-1\""},
        {LISTING(COMPLETE OBJECT("a", "9223372036854775808")), "the size"},
        {LISTING(COMPLETE OBJECT("a", "")), "the size \"\""},
        {LISTING(COMPLETE OBJECT("", "1")), "an empty key"},
        {LISTING(COMPLETE "<CommonPrefixes></CommonPrefixes>"), "without text"},
        {LISTING(COMPLETE "<CommonPrefixes><Prefix/></CommonPrefixes>"), "an empty key"},
        {LISTING(COMPLETE "<EncodingType>url</EncodingType>" OBJECT("a%", "1")),
         "not percent-encoded"},
        {LISTING(COMPLETE "<EncodingType>url</EncodingType>" OBJECT("a%00", "1")),
         "the byte 0x00"},
        {"<ListBucketResult>" COMPLETE, "does not end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct s3_listing listing;
        struct error error = {0};
        CHECK(parse(cases[i].xml, &listing, &error) == CORRUPT);
        if (strstr(error.message, cases[i].message) == NULL)
            CHECK_TEXT(error.message, cases[i].message);
        s3_listing_release(&listing);
    }
}

static void limits_are_kept(void)
{
    static char xml[8000];
    char key[S3_MOST_TOKEN + 2];
    struct s3_listing listing;
    struct error error = {0};
    memset(key, 'k', sizeof key);
    key[S3_MOST_KEY] = '\0';
    snprintf(xml, sizeof xml, LISTING(COMPLETE OBJECT("%s", "1")), key);
    CHECK(parse(xml, &listing, &error) == OK);
    s3_listing_release(&listing);
    memcpy(key + S3_MOST_KEY, "k", 2);
    snprintf(xml, sizeof xml, LISTING(COMPLETE OBJECT("%s", "1")), key);
    CHECK(parse(xml, &listing, &error) == TOO_BIG);
    s3_listing_release(&listing);
    error_clear(&error);
    key[S3_MOST_KEY] = 'k';
    key[S3_MOST_KEY + 1] = 'k';
    key[S3_MOST_TOKEN + 1] = '\0';
    snprintf(xml, sizeof xml,
             LISTING("<NextContinuationToken>%s</NextContinuationToken>" COMPLETE), key);
    CHECK(parse(xml, &listing, &error) == TOO_BIG);
    s3_listing_release(&listing);
    error_clear(&error);
    CHECK(s3_listing_parse(slice_of(xml, (size_t)S3_MOST_ANSWER + 1), &listing, &error) ==
          TOO_BIG);
    s3_listing_release(&listing);
}

static void errors_have_a_code(void)
{
    struct s3_error s3_error;
    CHECK(s3_error_parse(text_of("<?xml version=\"1.0\"?>\n<Error><Code>PermanentRedirect"
                                 "</Code><Message>use\n the endpoint</Message>"
                                 "<Region>eu-west-1</Region><Endpoint>b.s3-eu-west-1."
                                 "amazonaws.com</Endpoint><Bucket>b</Bucket></Error>"),
                         &s3_error));
    CHECK_TEXT(s3_error.code, "PermanentRedirect");
    CHECK_TEXT(s3_error.message, "use  the endpoint");
    CHECK_TEXT(s3_error.region, "eu-west-1");
    CHECK(!s3_error_parse(text_of(""), &s3_error));
    CHECK(!s3_error_parse(text_of("<html/>"), &s3_error));
    CHECK(!s3_error_parse(text_of("<Error></Error>"), &s3_error));
    CHECK(!s3_error_parse(text_of("<Error><Code>x</Code>"), &s3_error));
}

static void long_texts_of_errors_are_cut(void)
{
    static char xml[4000];
    char word[500];
    struct s3_error s3_error;
    memset(word, 'a', sizeof word);
    word[499] = '\0';
    snprintf(xml, sizeof xml,
             "<Error><Code>%s</Code><Message>%s</Message><Region>%s</Region></Error>",
             word, word, word);
    CHECK(s3_error_parse(text_of(xml), &s3_error));
    CHECK(strlen(s3_error.code) == sizeof s3_error.code - 1);
    CHECK(strlen(s3_error.message) == sizeof s3_error.message - 1);
    CHECK(s3_error.region[0] == '\0');
    for (size_t size = 60; size < 68; size++) {
        snprintf(xml, sizeof xml, "<Error><Code>%.*s</Code><Region>%.*s</Region></Error>",
                 (int)size, word, (int)size, word);
        CHECK(s3_error_parse(text_of(xml), &s3_error));
        CHECK(strlen(s3_error.code) == (size < 63 ? size : 63));
        CHECK(strlen(s3_error.region) == (size < 64 ? size : 0));
    }
}

static enum status check(const char *body, struct error *error)
{
    error_clear(error);
    return s3_completion_check(text_of(body), error);
}

static void errors_are_reported(void)
{
    struct error error = {0};
    CHECK(check("<Error><Code>NoSuchKey</Code><Message>The specified key does not "
                "exist.</Message></Error>",
                &error) == CANTOPEN);
    CHECK_TEXT(error.message, "S3 answers NoSuchKey: The specified key does not exist. "
                              "(HTTP status 200)");
    CHECK(check("<Error><Code>PreconditionFailed</Code></Error>", &error) == CHANGED);
    CHECK(check("<Error><Code>SlowDown</Code></Error>", &error) == IO);
    CHECK_TEXT(error.message, "S3 answers SlowDown (HTTP status 200)");
    CHECK(check("<Error><Code>ExpiredToken</Code></Error>", &error) == CANTOPEN);
    CHECK(check("<Error></Error>", &error) == IO);
}

static void uploads_have_an_id(void)
{
    struct buffer id = {0};
    struct error error = {0};
    CHECK(s3_upload_id_parse(
              text_of("<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>k</Key>"
                      "<UploadId>VXBsb2FkIElEIGZvc</UploadId>"
                      "</InitiateMultipartUploadResult>"),
              &id, &error) == OK);
    CHECK_TEXT((const char *)id.data, "VXBsb2FkIElEIGZvc");
    CHECK(id.size == 17);
    CHECK(s3_upload_id_parse(text_of("<InitiateMultipartUploadResult/>"), &id, &error) ==
          CORRUPT);
    CHECK(strstr(error.message, "no upload id") != NULL);
    error_clear(&error);
    CHECK(s3_upload_id_parse(text_of("<x/>"), &id, &error) == CORRUPT);
    error_clear(&error);
    CHECK(s3_upload_id_parse(text_of("<Error><Code>AccessDenied</Code></Error>"), &id,
                             &error) == CANTOPEN);
    buffer_release(&id);
}

#define UPLOADS(text) "<ListMultipartUploadsResult>" text "</ListMultipartUploadsResult>"

static void uploads_are_listed(void)
{
    struct s3_uploads uploads;
    struct error error = {0};
    CHECK(s3_uploads_parse(
              text_of(UPLOADS(
                  "<Bucket>b</Bucket><Upload><Key>a&amp;b</Key><UploadId>1</UploadId>"
                  "<Owner><ID>3</ID></Owner><Initiated>2024-01-01T00:00:10.000Z"
                  "</Initiated></Upload><Upload><UploadId>2</UploadId><Key>c</Key>"
                  "</Upload>")),
              &uploads, &error) == OK);
    CHECK(uploads.n == 2);
    CHECK(slice_equals_text(uploads.uploads[0].key, "a&b") &&
          slice_equals_text(uploads.uploads[0].id, "1"));
    CHECK(uploads.uploads[0].begun_seconds == 1704067210);
    CHECK(slice_equals_text(uploads.uploads[1].key, "c") &&
          slice_equals_text(uploads.uploads[1].id, "2"));
    CHECK(uploads.uploads[1].begun_seconds == INT64_MIN);
    s3_uploads_release(&uploads);
    CHECK(s3_uploads_parse(text_of(UPLOADS("")), &uploads, &error) == OK);
    CHECK(uploads.n == 0);
}

static void uploads_without_a_key_or_an_id_are_damage(void)
{
    static const char *const answers[] = {
        UPLOADS("<Upload><Key>c</Key></Upload>"),
        UPLOADS("<Upload><UploadId>1</UploadId></Upload>"),
        UPLOADS("<Upload><Key>a</Key><UploadId>1</UploadId></Upload>"
                "<Upload><Key>a</Key></Upload>"),
        "<ListMultipartUploadsResult><Upload>",
        "<Error><Code>AccessDenied</Code></Error>",
    };
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        struct s3_uploads uploads;
        struct error error = {0};
        CHECK(s3_uploads_parse(text_of(answers[i]), &uploads, &error) == CORRUPT);
        CHECK(error.message[0] != '\0');
        s3_uploads_release(&uploads);
    }
}

/* S3 sends 200 before it knows, and then spaces until it does. */
static void completion_may_fail_with_status_200(void)
{
    struct error error = {0};
    CHECK(s3_completion_check(text_of("  \n \n<?xml version=\"1.0\"?>"
                                      "<CompleteMultipartUploadResult><ETag>x</ETag>"
                                      "</CompleteMultipartUploadResult>"),
                              &error) == OK);
    CHECK(s3_completion_check(text_of("<Error><Code>InternalError</Code>"
                                      "<Message>retry</Message></Error>"),
                              &error) == IO);
    CHECK(strstr(error.message, "InternalError: retry") != NULL);
    error_clear(&error);
    CHECK(s3_completion_check(text_of("<Error>"), &error) == IO);
    error_clear(&error);
    CHECK(s3_completion_check(text_of("  "), &error) == CORRUPT);
    error_clear(&error);
    CHECK(s3_completion_check(text_of("<CompleteMultipartUploadResult>"), &error) ==
          CORRUPT);
    error_clear(&error);
    CHECK(s3_completion_check(text_of("<html/>"), &error) == CORRUPT);
}

static void completion_lists_parts(void)
{
    struct slice etags[] = {text_of("\"a&b\""), text_of("c")}, bad = text_of("\r\n");
    struct buffer body = {0};
    struct error error = {0};
    CHECK(s3_append_completion(etags, 2, &body, &error) == OK);
    CHECK(slice_equals_text(
        buffer_slice(&body),
        "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        "<Part><PartNumber>1</PartNumber><ETag>&quot;a&amp;b&quot;</ETag></Part>"
        "<Part><PartNumber>2</PartNumber><ETag>c</ETag></Part>"
        "</CompleteMultipartUpload>"));
    CHECK(s3_append_completion(NULL, S3_MOST_PARTS + 1, &body, &error) == TOO_BIG);
    error_clear(&error);
    bad = slice_of("\x01", 1);
    CHECK(s3_append_completion(&bad, 1, &body, &error) == MISUSE);
    buffer_release(&body);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 50; n++) {
        struct s3_listing listing;
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = parse(
            LISTING(COMPLETE OBJECT("a", "1") OBJECT(
                "b", "2") "<CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes>"),
            &listing, &error);
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        s3_listing_release(&listing);
    }
    CHECK(!has_failed);
}

int main(void)
{
    RUN(a_listing_has_objects_and_prefixes);
    RUN(a_listing_may_be_empty);
    RUN(keys_may_be_encoded);
    RUN(listings_that_are_wrong_are_refused);
    RUN(limits_are_kept);
    RUN(errors_have_a_code);
    RUN(long_texts_of_errors_are_cut);
    RUN(errors_are_reported);
    RUN(uploads_have_an_id);
    RUN(uploads_are_listed);
    RUN(uploads_without_a_key_or_an_id_are_damage);
    RUN(completion_may_fail_with_status_200);
    RUN(completion_lists_parts);
    RUN(memory_may_run_out);
    return unit_test_done();
}
