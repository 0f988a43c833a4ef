/* SPDX-License-Identifier: MIT */
/*
 * test_s3_location.c - s3 URLs are found at AWS's hosts and at other endpoints, with the
 * bucket in the host's name or in the path, and nothing else gets into a host's name
 * (s3_location.h).
 */
#include "remote/s3/s3_location.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* "URL host path region", or the status. */
static const char *located(const char *text, const char *region, const char *endpoint,
                           enum s3_url_style style)
{
    static char shown[4000];
    struct s3_place place = {region, endpoint, style};
    struct s3_location location = {.is_https = false};
    struct url url;
    struct error error = {0};
    CHECK(url_parse(text_of(text), &url, &error) == OK);
    enum status status = s3_locate(&url, &place, &location, &error);
    CHECK(status == error.status && (status == OK) == (error.message[0] == '\0'));
    if (status == OK) {
        const char *address = (const char *)location.url.data;
        CHECK(strlen(address) == location.url.size);
        CHECK(location.is_https == (strncmp(address, "https:", 6) == 0));
        snprintf(shown, sizeof shown, "%s %.*s %.*s %s", address,
                 SLICE_SHOWN(location.host, (size_t)300),
                 SLICE_SHOWN(location.path, (size_t)3500), location.region);
    } else {
        snprintf(shown, sizeof shown, "%d %s", (int)status, error.message);
    }
    s3_location_release(&location);
    return shown;
}

static void buckets_of_aws_are_in_the_host(void)
{
    CHECK_TEXT(located("s3://bucket/a b/c+d.parquet", "eu-west-1", NULL, 0),
               "https://bucket.s3.eu-west-1.amazonaws.com/a%20b/c%2Bd.parquet "
               "bucket.s3.eu-west-1.amazonaws.com /a%20b/c%2Bd.parquet eu-west-1");
    CHECK_TEXT(located("s3://bucket", NULL, NULL, 0),
               "https://bucket.s3.us-east-1.amazonaws.com/ "
               "bucket.s3.us-east-1.amazonaws.com / us-east-1");
    CHECK_TEXT(located("s3://bucket/k", "cn-north-1", NULL, 0),
               "https://bucket.s3.cn-north-1.amazonaws.com.cn/k "
               "bucket.s3.cn-north-1.amazonaws.com.cn /k cn-north-1");
    CHECK_TEXT(
        located("s3://my.bucket/k", "r", NULL, S3_STYLE_HOST),
        "https://my.bucket.s3.r.amazonaws.com/k my.bucket.s3.r.amazonaws.com /k r");
}

/* A certificate for *.s3.amazonaws.com does not cover names with dots. */
static void others_are_in_the_path(void)
{
    CHECK_TEXT(located("s3://my.bucket/k", NULL, NULL, 0),
               "https://s3.us-east-1.amazonaws.com/my.bucket/k "
               "s3.us-east-1.amazonaws.com /my.bucket/k us-east-1");
    CHECK_TEXT(located("s3://Old_Bucket/k", NULL, NULL, 0),
               "https://s3.us-east-1.amazonaws.com/Old_Bucket/k "
               "s3.us-east-1.amazonaws.com /Old_Bucket/k us-east-1");
    CHECK_TEXT(located("s3://bucket/k", NULL, NULL, S3_STYLE_PATH),
               "https://s3.us-east-1.amazonaws.com/bucket/k "
               "s3.us-east-1.amazonaws.com /bucket/k us-east-1");
    CHECK_TEXT(located("s3://bucket/", NULL, NULL, S3_STYLE_PATH),
               "https://s3.us-east-1.amazonaws.com/bucket "
               "s3.us-east-1.amazonaws.com /bucket us-east-1");
}

static void endpoints_are_hosts_or_urls(void)
{
    CHECK_TEXT(located("s3://bucket/k", "auto", "Id.R2.example.com", 0),
               "https://id.r2.example.com/bucket/k id.r2.example.com /bucket/k auto");
    CHECK_TEXT(located("s3://bucket/k", NULL, "http://localhost:9000/", 0),
               "http://localhost:9000/bucket/k localhost:9000 /bucket/k us-east-1");
    CHECK_TEXT(located("s3://bucket/k", NULL, "localhost:443", 0),
               "https://localhost/bucket/k localhost /bucket/k us-east-1");
    CHECK_TEXT(located("s3://bucket/k", NULL, "https://h/base//", 0),
               "https://h/base/bucket/k h /base/bucket/k us-east-1");
    CHECK_TEXT(located("s3://bucket/k", NULL, "http://h:80", S3_STYLE_HOST),
               "http://bucket.h/k bucket.h /k us-east-1");
    CHECK_TEXT(located("s3://bucket/k", NULL, "http://[::1]:9000", 0),
               "http://[::1]:9000/bucket/k [::1]:9000 /bucket/k us-east-1");
}

/* They are names of objects, and what an object's name is like is not ours to say. */
static void keys_are_kept_byte_by_byte(void)
{
    CHECK(strstr(located("s3://bucket//a/../b//c?d#e%20", NULL, NULL, 0),
                 ".com//a/../b//c%3Fd%23e%2520 ") != NULL);
}

static void what_cannot_be_is_refused(void)
{
    static const struct {
        const char *url, *region, *endpoint;
        enum s3_url_style style;
        const char *message;
    } cases[] = {
        {"https://h/k", NULL, NULL, 0, "not a URL that begins with s3://"},
        {"s3://ab/k", NULL, NULL, 0, "a bucket's name has"},
        {"s3://.../k", NULL, NULL, 0, "a bucket's name has"},
        {"s3://bucket/k", "", NULL, 0, "a region has"},
        {"s3://bucket/k", "evil.com/", NULL, 0, "a region has"},
        {"s3://bucket/k", "EU", NULL, 0, "a region has"},
        {"s3://bucket/k", NULL, "", 0, "the endpoint of S3: "},
        {"s3://bucket/k", NULL, "h/?x", 0, "the endpoint of S3: "},
        {"s3://bucket/k", NULL, "s3://h", 0, "the endpoint of S3: "},
        {"s3://bucket/k", NULL, "ftp://h", 0, "the endpoint of S3: "},
        {"s3://bucket/k", NULL, "user:hunter2@h", 0, "the endpoint of S3: "},
        {"s3://Old_Bucket/k", NULL, NULL, S3_STYLE_HOST, "use the URL style path"},
        {"s3://a..b/k", NULL, NULL, S3_STYLE_HOST, "use the URL style path"},
        {"s3://ab-/k", NULL, NULL, S3_STYLE_HOST, "use the URL style path"},
        {"s3://-ab/k", NULL, NULL, S3_STYLE_HOST, "use the URL style path"},
        {"s3://bucket/k", NULL, "[::1]", S3_STYLE_HOST, "use the URL style path"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *shown = located(cases[i].url, cases[i].region, cases[i].endpoint,
                                    cases[i].style);
        CHECK(atoi(shown) == MISUSE);
        if (strstr(shown, cases[i].message) == NULL)
            CHECK_TEXT(shown, cases[i].message);
        CHECK(strstr(shown, "hunter2") == NULL);
    }
}

static void keys_have_at_most_1024_bytes(void)
{
    char text[1100];
    memset(text, 'k', sizeof text);
    memcpy(text, "s3://bucket/", 12);
    text[12 + 1024] = '\0';
    CHECK(strncmp(located(text, NULL, NULL, 0), "https://", 8) == 0);
    memcpy(text + 12 + 1024, "k", 2);
    CHECK(atoi(located(text, NULL, NULL, 0)) == TOO_BIG);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 20; n++) {
        mem_fail_at(n, 0);
        const char *shown = located("s3://bucket/a long key", NULL, NULL, 0);
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(has_failed ? atoi(shown) == NOMEM : shown[0] == 'h');
    }
    CHECK(!has_failed);
}

int main(void)
{
    RUN(buckets_of_aws_are_in_the_host);
    RUN(others_are_in_the_path);
    RUN(endpoints_are_hosts_or_urls);
    RUN(keys_are_kept_byte_by_byte);
    RUN(what_cannot_be_is_refused);
    RUN(keys_have_at_most_1024_bytes);
    RUN(memory_may_run_out);
    return unit_test_done();
}
