/* SPDX-License-Identifier: MIT */
/*
 * test_s3_signature.c - requests are signed as in the examples of S3's documentation and
 * in the test suite of AWS Signature Version 4 (s3_signature.h).  Skipped where libcrypto
 * is not installed.
 */
#include "remote/s3/s3_signature.h"

#include "base/alloc.h"
#include "base/libcrypto.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

enum { MOST_PAIRS = 4 };

struct pair_text {
    const char *name, *value;
};

static size_t pairs_of(const struct pair_text *texts, struct aws_pair *pairs)
{
    size_t n = 0;
    for (; n < MOST_PAIRS && texts[n].name != NULL; n++)
        pairs[n] = (struct aws_pair){text_of(texts[n].name), text_of(texts[n].value)};
    return n;
}

/* The query of these parameters; overwritten by the next call. */
static struct slice query_of(const struct pair_text *texts)
{
    static struct buffer text;
    struct aws_pair query[MOST_PAIRS];
    struct error error = {0};
    text.size = 0;
    CHECK(aws_append_query(query, pairs_of(texts, query), &text, &error) == OK);
    return buffer_slice(&text);
}

/* What follows the last equal sign. */
static const char *signature_in(struct slice authorization)
{
    static char signature[65];
    CHECK(authorization.size > 64);
    if (authorization.size > 64)
        memcpy(signature, authorization.data + authorization.size - 64, 64);
    return signature;
}

/* ---- The examples for S3, of "Signature Calculations for the Authorization Header" ----
 */

static const struct aws_key s3_key = {
    .key_id = {(const uint8_t *)"AKIAIOSFODNN7EXAMPLE", 20},
    .secret = {(const uint8_t *)"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", 40},
};

#define S3_TIME 1369353600 /* 2013-05-24 00:00 */

static const struct {
    const char *method, *path;
    struct pair_text query[MOST_PAIRS], headers[MOST_PAIRS];
    const char *payload_hash, *signed_names, *signature;
} s3_cases[] = {
    {"GET",
     "/test.txt",
     {{NULL, NULL}},
     {{"Host", "examplebucket.s3.amazonaws.com"}, {"Range", "bytes=0-9"}},
     S3_NO_PAYLOAD,
     "host;range;x-amz-content-sha256;x-amz-date",
     "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
    {"PUT",
     "/test%24file.text",
     {{NULL, NULL}},
     {{"Host", "examplebucket.s3.amazonaws.com"},
      {"Date", "Fri, 24 May 2013 00:00:00 GMT"},
      {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
     "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
     "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
     "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"},
    {"GET",
     "/",
     {{"lifecycle", ""}},
     {{"Host", "examplebucket.s3.amazonaws.com"}},
     S3_NO_PAYLOAD,
     "host;x-amz-content-sha256;x-amz-date",
     "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
    {"GET",
     "/",
     {{"prefix", "J"}, {"max-keys", "2"}},
     {{"Host", "examplebucket.s3.amazonaws.com"}},
     S3_NO_PAYLOAD,
     "host;x-amz-content-sha256;x-amz-date",
     "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
};

static void requests_to_s3_are_signed_as_documented(void)
{
    for (size_t i = 0; i < sizeof s3_cases / sizeof *s3_cases; i++) {
        struct aws_pair headers[MOST_PAIRS];
        struct aws_request request = {
            .method = s3_cases[i].method,
            .path = text_of(s3_cases[i].path),
            .query = query_of(s3_cases[i].query),
            .headers = headers,
            .n_headers = pairs_of(s3_cases[i].headers, headers),
            .payload_hash = s3_cases[i].payload_hash,
            .region = text_of("us-east-1"),
            .time = S3_TIME,
        };
        struct s3_signature signature;
        struct error error = {0};
        char expected[400];
        snprintf(expected, sizeof expected,
                 "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/"
                 "aws4_request, SignedHeaders=%s, Signature=%s",
                 s3_cases[i].signed_names, s3_cases[i].signature);
        CHECK(s3_sign(&request, &s3_key, &signature, &error) == OK);
        CHECK(signature.n_headers == 3);
        CHECK(slice_equals_text(signature.headers[0].name, "x-amz-date"));
        CHECK(slice_equals_text(signature.headers[0].value, "20130524T000000Z"));
        CHECK(slice_equals_text(signature.headers[1].name, "x-amz-content-sha256"));
        CHECK(slice_equals_text(signature.headers[1].value, s3_cases[i].payload_hash));
        CHECK(slice_equals_text(signature.headers[2].name, "Authorization"));
        CHECK(slice_equals_text(signature.headers[2].value, expected));
        s3_signature_release(&signature);
        s3_signature_release(&signature);
    }
}

static struct aws_pair host_header(void)
{
    return (struct aws_pair){text_of("host"), text_of("h")};
}

/* botocore 1.43 signs the same request so. */
static void session_tokens_are_signed(void)
{
    struct aws_pair host = host_header();
    struct aws_request request = {.method = "GET",
                                  .path = text_of("/a%20b/%C3%A4"),
                                  .headers = &host,
                                  .n_headers = 1,
                                  .payload_hash = S3_NO_PAYLOAD,
                                  .region = text_of("eu-central-1"),
                                  .time = 1700000000};
    struct aws_key key = s3_key;
    struct s3_signature signature;
    struct error error = {0};
    key.session_token = text_of(
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4H");
    CHECK(s3_sign(&request, &key, &signature, &error) == OK);
    CHECK(signature.n_headers == 4);
    CHECK(slice_equals_text(signature.headers[2].name, "x-amz-security-token"));
    CHECK(slice_equals(signature.headers[2].value, key.session_token));
    CHECK_TEXT(signature.time, "20231114T221320Z");
    CHECK_TEXT(signature_in(buffer_slice(&signature.authorization)),
               "935cf70f21fe0d27a81ef717bc2100d2a625cdad98c2fa55d18b015616631eb3");
    s3_signature_release(&signature);
}

static void anonymous_requests_are_not_signed(void)
{
    struct aws_pair host = host_header();
    struct aws_request request = {.method = "GET",
                                  .path = text_of("/"),
                                  .headers = &host,
                                  .n_headers = 1,
                                  .payload_hash = S3_NO_PAYLOAD,
                                  .region = text_of("r")};
    struct aws_key key = {.secret = text_of("x")};
    struct s3_signature signature;
    struct error error = {0};
    CHECK(s3_sign(&request, &key, &signature, &error) == OK);
    CHECK(signature.n_headers == 0 && signature.authorization.data == NULL);
    s3_signature_release(&signature);
}

/* ---- The suite for all services ---------------------------------------------------- */

static const struct aws_key suite_key = {
    .key_id = {(const uint8_t *)"AKIDEXAMPLE", 11},
    .secret = {(const uint8_t *)"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", 40},
};

#define HOST                                                                             \
    {                                                                                    \
        "Host", "example.amazonaws.com"                                                  \
    }
#define DATE                                                                             \
    {                                                                                    \
        "X-Amz-Date", "20150830T123600Z"                                                 \
    }
#define UNRESERVED "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static const struct {
    const char *name, *method, *path;
    struct pair_text query[MOST_PAIRS], headers[MOST_PAIRS];
    const char *signature;
} suite_cases[] = {
    {"get-vanilla",
     "GET",
     "/",
     {{NULL, NULL}},
     {HOST, DATE},
     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
    {"post-vanilla",
     "POST",
     "/",
     {{NULL, NULL}},
     {HOST, DATE},
     "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
    {"get-vanilla-empty-query-key",
     "GET",
     "/",
     {{"Param1", "value1"}},
     {HOST, DATE},
     "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"},
    {"get-vanilla-query-order-key-case",
     "GET",
     "/",
     {{"Param2", "value2"}, {"Param1", "value1"}},
     {HOST, DATE},
     "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
    {"get-vanilla-query-order-value",
     "GET",
     "/",
     {{"Param1", "value2"}, {"Param1", "value1"}},
     {HOST, DATE},
     "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"},
    {"get-vanilla-query-unreserved",
     "GET",
     "/",
     {{UNRESERVED, UNRESERVED}},
     {HOST, DATE},
     "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
    {"get-vanilla-utf8-query",
     "GET",
     "/",
     {{"\xe1\x88\xb4", "bar"}},
     {HOST, DATE},
     "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
    {"get-unreserved",
     "GET",
     "/" UNRESERVED,
     {{NULL, NULL}},
     {HOST, DATE},
     "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
    {"get-utf8",
     "GET",
     "/%E1%88%B4",
     {{NULL, NULL}},
     {HOST, DATE},
     "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
    {"get-space",
     "GET",
     "/example%20space/",
     {{NULL, NULL}},
     {HOST, DATE},
     "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"},
    {"get-header-key-duplicate",
     "GET",
     "/",
     {{NULL, NULL}},
     {HOST, {"My-Header1", "value2,value2"}, DATE, {"my-header1", "value1"}},
     "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
    {"get-header-value-order",
     "GET",
     "/",
     {{NULL, NULL}},
     {HOST, {"My-Header1", "value4,value1,value3,value2"}, DATE},
     "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"},
    {"get-header-value-trim",
     "GET",
     "/",
     {{NULL, NULL}},
     {HOST, {"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\" "}, DATE},
     "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
    {"post-header-key-sort",
     "POST",
     "/",
     {{NULL, NULL}},
     {DATE, {"My-Header1", "value1"}, HOST},
     "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"},
    {"post-header-value-case",
     "POST",
     "/",
     {{NULL, NULL}},
     {HOST, {"My-Header1", "VALUE1"}, DATE},
     "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
};

static void requests_are_signed_as_in_the_test_suite(void)
{
    for (size_t i = 0; i < sizeof suite_cases / sizeof *suite_cases; i++) {
        struct aws_pair headers[MOST_PAIRS];
        struct aws_request request = {
            .method = suite_cases[i].method,
            .path = text_of(suite_cases[i].path),
            .query = query_of(suite_cases[i].query),
            .headers = headers,
            .n_headers = pairs_of(suite_cases[i].headers, headers),
            .payload_hash = S3_NO_PAYLOAD,
            .region = text_of("us-east-1"),
            .service = "service",
            .time = 1440938160, /* 2015-08-30 12:36 */
        };
        struct buffer text = {0};
        struct error error = {0};
        CHECK(aws_sign(&request, &suite_key, &text, &error) == OK);
        if (strcmp(signature_in(buffer_slice(&text)), suite_cases[i].signature) != 0)
            fprintf(stderr, "%s: ", suite_cases[i].name);
        CHECK_TEXT(signature_in(buffer_slice(&text)), suite_cases[i].signature);
        buffer_release(&text);
    }
}

/* ---- Parts ------------------------------------------------------------------------- */

static void queries_are_sorted_by_their_encoded_names(void)
{
    struct aws_pair query[] = {
        {text_of("b"), text_of("2")},   {text_of("a-b"), text_of("")},
        {text_of("a"), text_of("z/&")}, {text_of("a"), text_of("Z")},
        {text_of("~"), text_of("x")},   {text_of("\xc3\xa4"), text_of("+ ")},
    };
    struct buffer text = {0};
    struct error error = {0};
    CHECK(aws_append_query(query, 6, &text, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&text),
                            "%C3%A4=%2B%20&a=Z&a=z%2F%26&a-b=&b=2&~=x"));
    text.size = 0;
    CHECK(aws_append_query(NULL, 0, &text, &error) == OK && text.size == 0);
    buffer_release(&text);
}

/* Wherever they are among the others. */
static void repeated_headers_are_joined(void)
{
    static const char *const names[] = {"a", "z"};
    for (int i = 0; i < 2; i++) {
        struct slice name = text_of(names[i]);
        struct aws_pair twice[] = {
            host_header(), {name, text_of("1")}, {name, text_of("2")}};
        struct aws_pair once[] = {host_header(), {name, text_of("1,2")}};
        struct aws_request request = {.method = "GET",
                                      .path = text_of("/"),
                                      .headers = twice,
                                      .n_headers = 3,
                                      .payload_hash = S3_NO_PAYLOAD,
                                      .region = text_of("r"),
                                      .service = "s"};
        struct buffer text = {0}, other = {0};
        struct error error = {0};
        CHECK(aws_sign(&request, &s3_key, &text, &error) == OK);
        request.headers = once;
        request.n_headers = 2;
        CHECK(aws_sign(&request, &s3_key, &other, &error) == OK);
        CHECK(slice_equals(buffer_slice(&text), buffer_slice(&other)));
        buffer_release(&text);
        buffer_release(&other);
    }
}

static void times_are_written(void)
{
    char text[AWS_TIME_SIZE];
    aws_time_text(0, text);
    CHECK_TEXT(text, "19700101T000000Z");
    aws_time_text(INT64_C(253402300799), text);
    CHECK_TEXT(text, "99991231T235959Z");
    aws_time_text(INT64_MAX, text); /* no fault */
    aws_time_text(INT64_MIN, text);
}

static enum status sign_with(struct aws_pair *headers, size_t n, const char *key_id,
                             const char *region)
{
    struct aws_request request = {.method = "GET",
                                  .path = text_of("/"),
                                  .headers = headers,
                                  .n_headers = n,
                                  .payload_hash = S3_NO_PAYLOAD,
                                  .region = text_of(region)};
    struct aws_key key = s3_key;
    struct s3_signature signature;
    struct error error = {0};
    key.key_id = text_of(key_id);
    enum status status = s3_sign(&request, &key, &signature, &error);
    CHECK((status == OK) == (error.message[0] == '\0'));
    s3_signature_release(&signature);
    return status;
}

/* They would end the header. */
static void control_characters_are_refused(void)
{
    struct aws_pair header = {text_of("x"), text_of("a\tb")};
    CHECK(sign_with(&header, 1, "id", "region") == OK);
    CHECK(sign_with(&header, 1, "id\n", "region") == MISUSE);
    CHECK(sign_with(&header, 1, "id", "reg\rion") == MISUSE);
    header.value = text_of("a\r\nb");
    CHECK(sign_with(&header, 1, "id", "region") == MISUSE);
    header.value = text_of("");
    header.name = text_of("x\x7f");
    CHECK(sign_with(&header, 1, "id", "region") == MISUSE);
}

static void the_number_of_headers_is_limited(void)
{
    struct aws_pair headers[AWS_MOST_PAIRS + 1];
    struct buffer text = {0};
    struct error error = {0};
    for (size_t i = 0; i <= AWS_MOST_PAIRS; i++)
        headers[i] = host_header();
    size_t most = AWS_MOST_PAIRS - S3_MOST_SIGNATURE_HEADERS;
    CHECK(sign_with(headers, most, "id", "region") == OK);
    CHECK(sign_with(headers, most + 1, "id", "region") == TOO_BIG);
    CHECK(aws_append_query(headers, AWS_MOST_PAIRS, &text, &error) == OK);
    CHECK(aws_append_query(headers, AWS_MOST_PAIRS + 1, &text, &error) == TOO_BIG);
    buffer_release(&text);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 50; n++) {
        struct aws_pair host = host_header();
        mem_fail_at(n, 0);
        enum status status = sign_with(&host, 1, "id", "region");
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
    }
    CHECK(!has_failed);
}

int main(void)
{
    struct error error = {0};
    RUN(queries_are_sorted_by_their_encoded_names);
    RUN(times_are_written);
    if (libcrypto_load("a test", &error) != OK) {
        fprintf(stderr, "skipped: signatures: %s\n", error.message);
        return unit_test_done();
    }
    RUN(requests_to_s3_are_signed_as_documented);
    RUN(session_tokens_are_signed);
    RUN(anonymous_requests_are_not_signed);
    RUN(requests_are_signed_as_in_the_test_suite);
    RUN(repeated_headers_are_joined);
    RUN(control_characters_are_refused);
    RUN(the_number_of_headers_is_limited);
    RUN(memory_may_run_out);
    return unit_test_done();
}
