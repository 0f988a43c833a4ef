/* SPDX-License-Identifier: MIT */
/*
 * test_url.c - URLs are parsed, normalised, encoded, resolved and compared as RFC 3986
 * says, messages show nothing secret of them, and what a server could take for another
 * folder is not within one (url.h).
 */
#include "remote/http/url.h"

#include "base/alloc.h"
#include "base/file_system.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* The parts as "scheme|host|port|path|query", or the message. */
static const char *parts_of(const char *text)
{
    static char parts[MOST_URL + 100];
    static const char *const schemes[] = {"http", "https", "s3"};
    struct url url;
    struct error error = {0};
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    enum status status = url_parse(slice_of(copy, size), &url, &error);
    if (status == OK)
        snprintf(parts, sizeof parts, "%s|%.*s|%u|%.*s|%s%.*s", schemes[url.scheme],
                 SLICE_SHOWN(url.host, size), (unsigned)url.port,
                 SLICE_SHOWN(url.path, size), url.has_query ? "?" : "",
                 SLICE_SHOWN(url.query, size));
    else
        snprintf(parts, sizeof parts, "%d %s", (int)status, error.message);
    CHECK(status == OK || status == MISUSE || status == TOO_BIG);
    free(copy);
    return parts;
}

static void a_url_has_parts(void)
{
    CHECK_TEXT(parts_of("https://h/a/b.parquet"), "https|h|443|/a/b.parquet|");
    CHECK_TEXT(parts_of("HTTP://Host.Example"), "http|Host.Example|80||");
    CHECK_TEXT(parts_of("http://h:8080?q=1?2"), "http|h|8080||?q=1?2");
    CHECK_TEXT(parts_of("https://h:/x?"), "https|h|443|/x|?");
    CHECK_TEXT(parts_of("https://[2001:db8::1]:65535/%41"),
               "https|[2001:db8::1]|65535|/%41|");
    CHECK_TEXT(parts_of("http://[::1]"), "http|[::1]|80||");
    CHECK_TEXT(parts_of("https://h/a@b:c"), "https|h|443|/a@b:c|");
    CHECK_TEXT(parts_of("https://h/?sig=%zz"), "https|h|443|/|?sig=%zz");
}

static void a_key_of_s3_is_what_follows_the_bucket(void)
{
    CHECK_TEXT(parts_of("s3://bucket"), "s3|bucket|0||");
    CHECK_TEXT(parts_of("S3://my.bucket/"), "s3|my.bucket|0|/|");
    CHECK_TEXT(parts_of("s3://b/a b?c#d%zz\xc3\xa4@//x"),
               "s3|b|0|/a b?c#d%zz\xc3\xa4@//x|");
}

static void what_is_no_url_is_refused(void)
{
    static const char *const refused[] = {
        "",
        "h",
        "/a/b",
        "file:///a",
        "https:/h",
        "https://",
        "https:///a",
        "https://?q",
        "https://h:0/",
        "https://h:65536/",
        "https://h:x/",
        "https://h:-1",
        "https://a b/",
        "https://h/a b",
        "https://h/a\tb",
        "https://h/a\nb",
        "https://h/\\a",
        "https://h/\xc3\xa4",
        "https://h/%",
        "https://h/%4",
        "https://h/%4g",
        "https://h\\x/",
        "https://%68/",
        "https://[::1/",
        "https://[]/",
        "https://[::1]x/",
        "https://[fe80::1%25eth0]/",
        "https://::1/",
        "s3://",
        "s3:///key",
        "s3://b:80/key",
        "s3://b?x",
        "https://h/<",
        "https://h/?a b",
        "https://h/\x7f",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *parts = parts_of(refused[i]);
        if (atoi(parts) != MISUSE)
            fprintf(stderr, "%s: %s\n", refused[i], parts);
        CHECK(atoi(parts) == MISUSE);
    }
    CHECK(atoi(parts_of("https://h/%g4")) == MISUSE);
    CHECK(strstr(parts_of("https://h/a#b"), "no fragment") != NULL);
    CHECK(strstr(parts_of("https://h?a#b"), "no fragment") != NULL);
    CHECK(strstr(parts_of("https://h/a b"), "write %20") != NULL);
}

static void passwords_are_refused_and_not_shown(void)
{
    static const char *const urls[] = {"https://user:hunter2@h/", "http://hunter2@h/a",
                                       "s3://id:hunter2@bucket/k"};
    for (size_t i = 0; i < 3; i++) {
        const char *parts = parts_of(urls[i]);
        CHECK(strstr(parts, "go into a secret") != NULL);
        CHECK(strstr(parts, "hunter2") == NULL);
    }
}

static void length_is_limited(void)
{
    char text[MOST_URL + 2];
    memset(text, 'a', sizeof text);
    memcpy(text, "https://h/", 10);
    text[MOST_URL] = '\0';
    CHECK(strncmp(parts_of(text), "https|", 6) == 0);
    text[MOST_URL] = 'a';
    text[MOST_URL + 1] = '\0';
    CHECK(atoi(parts_of(text)) == TOO_BIG);
    memset(text + 8, 'a', 256);
    text[8 + 255] = '\0';
    CHECK(strncmp(parts_of(text), "https|", 6) == 0);
    memcpy(text + 8 + 255, "a", 2);
    CHECK(atoi(parts_of(text)) == MISUSE);
}

static void schemes_are_told_from_paths(void)
{
    CHECK(path_is_url("https://h/") && path_is_url("HtTp://") && path_is_url("s3://b") &&
          path_is_url("S3://b"));
    CHECK(!path_is_url("") && !path_is_url("s3:/b") && !path_is_url("https:") &&
          !path_is_url("ftp://h"));
    CHECK(!path_is_url("/https://h/") && !path_is_url("s3a://b") &&
          !path_is_url("data/x.parquet"));
}

static const char *normalised(const char *text)
{
    static char result[200];
    struct url url;
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(url_parse(text_of(text), &url, &error) == OK);
    CHECK(url_append(&url, &buffer, &error) == OK);
    snprintf(result, sizeof result, "%.*s", SLICE_SHOWN(buffer, sizeof result));
    buffer.size = 0;
    CHECK(url_append_host(&url, &buffer, &error) == OK);
    snprintf(result + strlen(result), 100, " %.*s", SLICE_SHOWN(buffer, (size_t)99));
    buffer_release(&buffer);
    return result;
}

static void urls_are_normalised(void)
{
    CHECK_TEXT(normalised("HTTPS://Ex.COM:443"), "https://ex.com/ ex.com");
    CHECK_TEXT(normalised("http://h:443/A/../%7e?Q"), "http://h:443/A/../%7e?Q h:443");
    CHECK_TEXT(normalised("http://[::FF]:80/"), "http://[::ff]/ [::ff]");
    CHECK_TEXT(normalised("S3://Bucket"), "s3://Bucket/ Bucket");
    CHECK_TEXT(normalised("https://h?"), "https://h/? h");
}

static void bytes_are_encoded_and_decoded(void)
{
    uint8_t bytes[256], decoded[256];
    struct buffer text = {0};
    struct error error = {0};
    size_t size;
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    CHECK(url_encode_path(text_of("a/B-c_d.e~f g+&=%?#\xc3\xa4"), &text, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&text),
                            "a/B-c_d.e~f%20g%2B%26%3D%25%3F%23%C3%A4"));
    text.size = 0;
    CHECK(url_encode(text_of("a/~*"), &text, &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&text), "a%2F~%2A"));
    for (int i = 0; i < 100; i++)
        CHECK(url_encode(text_of("/"), &text, &error) == OK);
    CHECK(text.size == 8 + 300 && memcmp(text.data, "a%2F~%2A%2F%2F", 14) == 0);
    text.size = 0;
    CHECK(url_encode(slice_of(NULL, 0), &text, &error) == OK && text.size == 0);
    CHECK(url_encode(slice_of(bytes, 256), &text, &error) == OK);
    CHECK(text.size == 66 + 190 * 3);
    CHECK(url_decode(buffer_slice(&text), true, text.data, &size) && size == 256);
    CHECK(memcmp(text.data, bytes, 256) == 0);
    CHECK(url_decode(text_of("a+%2b%2B"), false, decoded, &size) && size == 4 &&
          memcmp(decoded, "a+++", 4) == 0);
    CHECK(url_decode(text_of("a+%2b"), true, decoded, &size) && size == 3 &&
          memcmp(decoded, "a +", 3) == 0);
    CHECK(!url_decode(text_of("%"), false, decoded, &size));
    CHECK(!url_decode(text_of("a%2"), false, decoded, &size));
    CHECK(!url_decode(text_of("%2x"), false, decoded, &size));
    buffer_release(&text);
}

static const char *resolved(const char *base, const char *location)
{
    static char result[400];
    struct url url;
    struct buffer text = {0};
    struct error error = {0};
    size_t size = strlen(location);
    uint8_t *copy = exact_copy(location, size);
    CHECK(url_parse(text_of(base), &url, &error) == OK);
    if (url_resolve(&url, slice_of(copy, size), &text, &error) == OK)
        snprintf(result, sizeof result, "%.*s", SLICE_SHOWN(text, sizeof result));
    else
        snprintf(result, sizeof result, "%d", (int)error.status);
    buffer_release(&text);
    free(copy);
    return result;
}

/* Those of RFC 3986, 5.4, that have an authority; but fragments are cut. */
static void redirects_are_resolved(void)
{
    static const char *const cases[][2] = {
        {"g:h", NULL}, /* another scheme */
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g/"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q"},
        {"g#s", "http://a/b/c/g"},
        {"g?y#s", "http://a/b/c/g?y"},
        {";x", "http://a/b/c/;x"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"HTTPS://X:443/../y?z", "https://x/y?z"},
        {" https://x/y ", "https://x/y"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *result = resolved("http://a/b/c/d;p?q", cases[i][0]);
        CHECK_TEXT(result, cases[i][1] != NULL ? cases[i][1] : "6");
    }
    CHECK(UNSUPPORTED == 6);
    CHECK_TEXT(resolved("https://h:444", "x"), "https://h:444/x");
    CHECK_TEXT(resolved("https://h", "?x"), "https://h/?x");
    CHECK_TEXT(resolved("https://h/a?b", ""), "https://h/a?b");
    CHECK_TEXT(resolved("https://h", "//u"), "https://u/");
}

static void bad_redirects_are_refused(void)
{
    CHECK(atoi(resolved("https://h/", "s3://b/k")) == UNSUPPORTED);
    CHECK(atoi(resolved("https://h/", "file:///etc/passwd")) == UNSUPPORTED);
    CHECK(atoi(resolved("https://h/", "http:/x")) == UNSUPPORTED);
    CHECK(atoi(resolved("https://h/", "https://u:p@x/")) == IO);
    CHECK(atoi(resolved("https://h/", "//u:p@x/")) == IO);
    CHECK(atoi(resolved("https://h/", "https://")) == IO);
    CHECK(atoi(resolved("https://h/", "/a b")) == IO);
    CHECK(atoi(resolved("https://h/", "/a\r\nSet-Cookie: x")) == IO);
    CHECK(atoi(resolved("https://h/", "https://x:99999/")) == IO);
}

static bool is_within(const char *prefix, const char *text)
{
    struct url folder, url;
    struct error error = {0};
    CHECK(url_parse(text_of(prefix), &folder, &error) == OK);
    CHECK(url_parse(text_of(text), &url, &error) == OK);
    return url_is_within(&folder, &url);
}

static void urls_below_a_prefix_are_within_it(void)
{
    CHECK(is_within("https://h", "https://H:443/a"));
    CHECK(is_within("https://h/", "https://h"));
    CHECK(is_within("https://h/a", "https://h/a"));
    CHECK(is_within("https://h/a", "https://h/a?sig=1"));
    CHECK(is_within("https://h/a", "https://h/a/b/..c/.../.d"));
    CHECK(is_within("https://h/a/", "https://h/a/b"));
    CHECK(is_within("https://h/a/", "https://h/a/"));
    CHECK(is_within("s3://b/x", "s3://b/x/k#?"));
    CHECK(is_within("s3://b", "S3://b/k"));
}

static void others_are_not_within_it(void)
{
    CHECK(!is_within("https://h/a", "https://h/ab"));
    CHECK(!is_within("https://h/a/", "https://h/a"));
    CHECK(!is_within("https://h/a", "https://h/"));
    CHECK(!is_within("https://h/a", "https://h/A"));
    CHECK(!is_within("https://h", "http://h/"));
    CHECK(!is_within("https://h", "https://h:444/"));
    CHECK(!is_within("https://h", "https://h.evil/"));
    CHECK(!is_within("https://h", "https://evil.h/"));
    CHECK(!is_within("s3://b", "s3://B/k") && !is_within("s3://b", "s3://bb/k"));
    CHECK(!is_within("https://h/a?x", "https://h/a?x"));
}

static void paths_that_go_up_are_within_nothing(void)
{
    static const char *const names[] = {
        "..",         ".",      "%2e%2e",   "%2E.",   ".%2e",     "%2e",
        "x%2fy",      "..%2fx", "x%5cy",    "%5C..",  "..;",      "..;x=1",
        "%2e%2e%3bx", "%00",    "../../..", "b/../c", "b/%2e%2e",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100];
        snprintf(text, sizeof text, "https://h/a/%s", names[i]);
        CHECK(!is_within("https://h/a", text) && !is_within("https://h", text));
        snprintf(text, sizeof text, "https://h/a/%s/c", names[i]);
        CHECK(!is_within("https://h/a", text));
        snprintf(text, sizeof text, "s3://h/a/%s/c", names[i]);
        bool is_harmless = strcmp(names[i], "x%2fy") == 0 ||
                           strcmp(names[i], "x%5cy") == 0;
        CHECK(is_within("s3://h/a", text) == is_harmless);
    }
    CHECK(is_within("s3://h/a", "s3://h/a/b\\c"));
    CHECK(!is_within("s3://h/a", "s3://h/a/b\\..\\..\\c"));
    CHECK(!is_within("s3://h/a", "s3://h/a/b%2F..%5c..;%2fc"));
    CHECK(!is_within("s3://h/a", "s3://h/a/b%2f."));
    CHECK(is_within("s3://h/a", "s3://h/a/text=x%2Fy/b%2F..."));
}

static const char *shown(const char *text)
{
    static struct shown_url url;
    return url_for_message(text_of(text), &url);
}

static void messages_show_nothing_secret(void)
{
    CHECK_TEXT(shown("https://H:80/a/b.parquet"), "https://H:80/a/b.parquet");
    CHECK_TEXT(shown("https://h/a?X-Amz-Signature=x"), "https://h/a?...");
    CHECK_TEXT(shown("https://h?x"), "https://h?...");
    CHECK_TEXT(shown("HTTPS://user:hunter2@h/a@b?x"), "https://h/a@b?...");
    CHECK_TEXT(shown("https://u@hunter2@h/"), "https://h/");
    CHECK_TEXT(shown("https://user:hunter/2@h/"), "https://...");
    CHECK_TEXT(shown("https://user:hunter?2@h/"), "https://...");
    CHECK_TEXT(shown("https://user:hunter#2@h/"), "https://...");
    CHECK_TEXT(shown("https://h/a#token"), "https://h/a#...");
    CHECK_TEXT(shown("s3://b/a#1?s3_secret=x"), "s3://b/a#1?...");
    CHECK_TEXT(shown("s3://id:hunter2@b/k"), "s3://b/k");
    CHECK_TEXT(shown("data/x?y"), "data/x?y");
    char text[2000];
    memset(text, 'a', sizeof text);
    memcpy(text, "https://", 8);
    text[1999] = '\0';
    CHECK_TEXT(shown(text), "https://...");
    text[9] = '/';
    CHECK(strlen(shown(text)) == sizeof(struct shown_url) - 1);
}

static void memory_may_run_out(void)
{
    for (long n = 1; n < 20; n++) {
        struct url url;
        struct buffer text = {0};
        struct error error = {0};
        CHECK(url_parse(text_of("https://h:1/a?b"), &url, &error) == OK);
        mem_fail_at(n, 0);
        enum status status = url_resolve(&url, text_of("../x y"), &text, &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : IO));
        error_clear(&error);
        mem_fail_at(n, 0);
        status = url_encode(text_of("../x y"), &text, &error);
        if (status == OK)
            status = url_append(&url, &text, &error);
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        buffer_release(&text);
    }
}

int main(void)
{
    RUN(a_url_has_parts);
    RUN(a_key_of_s3_is_what_follows_the_bucket);
    RUN(what_is_no_url_is_refused);
    RUN(passwords_are_refused_and_not_shown);
    RUN(length_is_limited);
    RUN(schemes_are_told_from_paths);
    RUN(urls_are_normalised);
    RUN(bytes_are_encoded_and_decoded);
    RUN(redirects_are_resolved);
    RUN(bad_redirects_are_refused);
    RUN(urls_below_a_prefix_are_within_it);
    RUN(others_are_not_within_it);
    RUN(paths_that_go_up_are_within_nothing);
    RUN(messages_show_nothing_secret);
    RUN(memory_may_run_out);
    return unit_test_done();
}
