/* SPDX-License-Identifier: MIT */
/*
 * test_aws_profile.c - profiles are read from files as AWS's tools write them, and lines
 * that cannot be read are refused without showing them (aws_profile.h).
 */
#include "remote/s3/aws_profile.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

static const char *shown_text(const char *text)
{
    return text != NULL ? text : "-";
}

/* "id secret token region endpoint method", or the message. */
static const char *profile_in(const char *text, const char *name, bool is_config)
{
    static char shown[1000];
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    struct aws_profile profile;
    struct error error = {0};
    enum status status = aws_profile_read(slice_of(copy, size), name, is_config, &profile,
                                          &error);
    if (status != OK)
        snprintf(shown, sizeof shown, "%d %s", (int)status, error.message);
    else if (!profile.exists)
        snprintf(shown, sizeof shown, "none");
    else
        snprintf(shown, sizeof shown, "%s %s %s %s %s %s", shown_text(profile.key_id),
                 shown_text(profile.key_secret), shown_text(profile.session_token),
                 shown_text(profile.region), shown_text(profile.endpoint),
                 shown_text(profile.method));
    aws_profile_release(&profile);
    free(copy);
    return shown;
}

static const char credentials[] = "# comment\r\n"
                                  "; [default\r\n"
                                  "[default]\r\n"
                                  "aws_access_key_id = AKID\r\n"
                                  "aws_secret_access_key=se/cret+=\r\n"
                                  "\r\n"
                                  "[work]\n"
                                  "\taws_access_key_id\t=\tWORK ; mine\n"
                                  "\tAWS_SECRET_ACCESS_KEY = secret#1\n"
                                  "\taws_session_token = token # old\n"
                                  "\toutput = json\n"
                                  "[empty]";

static void credentials_have_profiles(void)
{
    CHECK_TEXT(profile_in(credentials, "default", false), "AKID se/cret+= - - - -");
    CHECK_TEXT(profile_in(credentials, "work", false), "WORK secret#1 token - - -");
    CHECK_TEXT(profile_in(credentials, "empty", false), "- - - - - -");
    CHECK_TEXT(profile_in(credentials, "other", false), "none");
    CHECK_TEXT(profile_in("[profile work]\nregion=a", "work", false), "none");
    CHECK_TEXT(profile_in("", "default", false), "none");
}

static const char config[] = "\xef\xbb\xbf[default]\n"
                             "region = eu-west-1\n"
                             "s3 =\n"
                             "  addressing_style = path\n"
                             "  region = no\n"
                             "endpoint_url = http://localhost:9000\n"
                             "[profile work]\n"
                             "region = us-east-2\n"
                             "region = us-west-2\n"
                             "role_arn = arn:aws:iam::1:role/x\n"
                             "source_profile = default\n"
                             "[ profile  \"two words\" ]\n"
                             "credential_process = /bin/x\n"
                             "[sso-session work]\n"
                             "sso_region = eu-west-3\n"
                             "[work]\n"
                             "region = no\n"
                             "[profile sso]\n"
                             "sso_session = work\n"
                             "region =\n";

static void configurations_have_profiles(void)
{
    CHECK_TEXT(profile_in(config, "default", true),
               "- - - eu-west-1 http://localhost:9000 -");
    CHECK_TEXT(profile_in(config, "work", true), "- - - us-west-2 - role_arn");
    CHECK_TEXT(profile_in(config, "two words", true), "- - - - - credential_process");
    CHECK_TEXT(profile_in(config, "sso", true), "- - - - - sso_session");
    CHECK_TEXT(profile_in("[profile default]\nregion=a", "default", true), "- - - a - -");
}

static void other_lines_are_refused(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"x = hunter2\n", "line 1 is neither"},
        {"[a]\nhunter2\n", "line 2 is neither"},
        {"[a]\n\n[hunter2\n", "line 3 is neither"},
        {"[a]\nx = y\n]hunter2\n", "line 3 is neither"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *shown = profile_in(cases[i].text, "b", true);
        CHECK(atoi(shown) == CORRUPT);
        CHECK(strstr(shown, cases[i].message) != NULL);
        CHECK(strstr(shown, "hunter2") == NULL);
    }
    struct aws_profile profile;
    struct error error = {0};
    CHECK(aws_profile_read(slice_of("[a]\nregion=a\0b", 14), "a", true, &profile,
                           &error) == CORRUPT);
    aws_profile_release(&profile);
}

static void profiles_are_completed(void)
{
    struct aws_profile a, b;
    struct error error = {0};
    CHECK(aws_profile_read(text_of("[d]\naws_access_key_id=x\nregion=r"), "d", false, &a,
                           &error) == OK);
    CHECK(aws_profile_read(text_of("[profile d]\naws_secret_access_key=y\nregion=s\n"
                                   "endpoint_url=e"),
                           "d", true, &b, &error) == OK);
    aws_profile_complete(&a, &b);
    CHECK_TEXT(a.key_id, "x");
    CHECK(a.key_secret == NULL);
    CHECK_TEXT(a.region, "r");
    CHECK_TEXT(shown_text(a.endpoint), "e");
    aws_profile_release(&a);
    aws_profile_release(&a);
    aws_profile_complete(&a, &b);
    CHECK_TEXT(a.key_secret, "y");
    CHECK_TEXT(a.region, "s");
    CHECK(a.exists && b.key_secret == NULL);
    aws_profile_release(&a);
    aws_profile_release(&b);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 10; n++) {
        mem_fail_at(n, 0);
        const char *shown = profile_in(credentials, "work", false);
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(has_failed ? atoi(shown) == NOMEM : shown[0] == 'W');
    }
    CHECK(!has_failed);
}

int main(void)
{
    RUN(credentials_have_profiles);
    RUN(configurations_have_profiles);
    RUN(other_lines_are_refused);
    RUN(profiles_are_completed);
    RUN(memory_may_run_out);
    return unit_test_done();
}
