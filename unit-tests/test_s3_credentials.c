/* SPDX-License-Identifier: MIT */
/*
 * test_s3_credentials.c - keys for S3 come from the environment, then from AWS's files,
 * and other ways to get them are refused by name (s3_credentials.h).
 */
#include "remote/s3/s3_credentials.h"

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "unit_folder.h"
#include "unit_test.h"

/* Variables, "NAME=value". */
struct test_environment {
    struct s3_environment base;
    const char *variables[8];
};

static const char *get_variable(const struct s3_environment *base, const char *name)
{
    const struct test_environment *environment = (const struct test_environment *)base;
    size_t size = strlen(name);
    for (int i = 0; i < 8 && environment->variables[i] != NULL; i++) {
        const char *variable = environment->variables[i];
        if (strncmp(variable, name, size) == 0 && variable[size] == '=')
            return variable + size + 1;
    }
    return NULL;
}

static char home[120]; /* "HOME=" and the folder */

static const char *shown_text(const char *text)
{
    return text != NULL ? text : "-";
}

/* "id secret token region endpoint", or the message. */
static const char *found(const struct test_environment *environment)
{
    static char shown[1000];
    struct s3_credentials credentials;
    struct error error = {0};
    enum status status = s3_credentials_find(&environment->base, &credentials, &error);
    CHECK(status == error.status && (status == OK) == (error.message[0] == '\0'));
    CHECK(strstr(error.message, "hunter2") == NULL);
    if (status != OK)
        snprintf(shown, sizeof shown, "%d %s", (int)status, error.message);
    else
        snprintf(shown, sizeof shown, "%s %s %s %s %s", shown_text(credentials.key_id),
                 shown_text(credentials.key_secret),
                 shown_text(credentials.session_token), shown_text(credentials.region),
                 shown_text(credentials.endpoint));
    s3_credentials_release(&credentials);
    s3_credentials_release(&credentials);
    return shown;
}

#define FOUND(...) found(&(struct test_environment){{get_variable}, {__VA_ARGS__}})

static void write_file(const char *name, const char *text)
{
    FILE *file = must(fopen(path_of(name), "wb"));
    fputs(text, file);
    fclose(file);
}

static void without_anything_requests_are_anonymous(void)
{
    CHECK_TEXT(FOUND("X=y"), "- - - - -");
    CHECK_TEXT(FOUND("AWS_PROFILE="), "- - - - -");
    CHECK_TEXT(FOUND("HOME=/nowhere"), "- - - - -");
    CHECK_TEXT(FOUND("AWS_CONFIG_FILE=/nowhere/config"), "- - - - -");
}

static void the_environment_has_keys(void)
{
    CHECK_TEXT(FOUND("AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=hunter2"),
               "id hunter2 - - -");
    CHECK_TEXT(FOUND("AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=s",
                     "AWS_SESSION_TOKEN=t", "AWS_DEFAULT_REGION=d", "AWS_ENDPOINT_URL=e"),
               "id s t d e");
    CHECK_TEXT(FOUND("AWS_DEFAULT_REGION=d", "AWS_REGION=r", "AWS_ENDPOINT_URL=e",
                     "AWS_ENDPOINT_URL_S3=f"),
               "- - - r f");
    CHECK_TEXT(FOUND("AWS_SESSION_TOKEN=t"), "- - - - -");
    CHECK(atoi(FOUND("AWS_ACCESS_KEY_ID=id")) == MISUSE);
    CHECK(atoi(FOUND("AWS_SECRET_ACCESS_KEY=hunter2")) == MISUSE);
    CHECK(atoi(FOUND("AWS_SECRET_ACCESS_KEY=hunter2", "AWS_ACCESS_KEY_ID=")) == MISUSE);
}

static void files_have_keys(void)
{
    mkdir(path_of(".aws"), 0700);
    write_file(".aws/credentials",
               "[default]\naws_access_key_id = id\naws_secret_access_key = hunter2\n"
               "[work]\naws_access_key_id = work\naws_secret_access_key = s\n"
               "aws_session_token = t\n[half]\naws_access_key_id = x\n");
    write_file(".aws/config", "[default]\nregion = r\n"
                              "[profile work]\nregion = w\nendpoint_url = http://e\n"
                              "[profile sso]\nsso_session = x\n"
                              "[profile role]\nrole_arn = x\n"
                              "[profile program]\ncredential_process = hunter2\n");
    CHECK_TEXT(FOUND(home), "id hunter2 - r -");
    CHECK_TEXT(FOUND(home, "AWS_PROFILE=work"), "work s t w http://e");
    CHECK_TEXT(FOUND(home, "AWS_PROFILE=work", "AWS_REGION=x"), "work s t x http://e");
    CHECK_TEXT(
        FOUND(home, "AWS_PROFILE=work", "AWS_ACCESS_KEY_ID=e", "AWS_SECRET_ACCESS_KEY=f"),
        "e f - w http://e");
    CHECK(atoi(FOUND(home, "AWS_PROFILE=half")) == MISUSE);
    const char *shown = FOUND(home, "AWS_PROFILE=nobody");
    CHECK(atoi(shown) == MISUSE && strstr(shown, "\"nobody\"") != NULL);
    shown = FOUND(home, "AWS_PROFILE=sso");
    CHECK(atoi(shown) == UNSUPPORTED && strstr(shown, "by sso_session;") != NULL);
    shown = FOUND(home, "AWS_PROFILE=role");
    CHECK(atoi(shown) == UNSUPPORTED && strstr(shown, "by role_arn;") != NULL);
    shown = FOUND(home, "AWS_PROFILE=program");
    CHECK(atoi(shown) == UNSUPPORTED && strstr(shown, "by credential_process;") != NULL);
    CHECK_TEXT(
        FOUND(home, "AWS_PROFILE=sso", "AWS_ACCESS_KEY_ID=e", "AWS_SECRET_ACCESS_KEY=f"),
        "e f - - -");
}

static void files_may_be_elsewhere(void)
{
    char credentials[200], config[200];
    write_file("cred", "[default]\naws_access_key_id = a\naws_secret_access_key = b\n");
    write_file("conf", "[default]\nregion = c\n");
    snprintf(credentials, sizeof credentials, "AWS_SHARED_CREDENTIALS_FILE=%s",
             path_of("cred"));
    snprintf(config, sizeof config, "AWS_CONFIG_FILE=%s", path_of("conf"));
    CHECK_TEXT(FOUND(credentials, config), "a b - c -");
    CHECK_TEXT(FOUND(home, "AWS_SHARED_CREDENTIALS_FILE=~/cred"), "a b - r -");
    CHECK_TEXT(FOUND(home, config), "id hunter2 - c -");
    snprintf(config, sizeof config, "USERPROFILE=%s", folder);
    CHECK_TEXT(FOUND(config), "id hunter2 - r -");
}

static void bad_files_are_named(void)
{
    char variable[200];
    snprintf(variable, sizeof variable, "AWS_CONFIG_FILE=%s", path_of("bad"));
    write_file("bad", "[default]\nhunter2\n");
    const char *shown = FOUND(variable);
    CHECK(atoi(shown) == CORRUPT && strstr(shown, path_of("bad: line 2")) != NULL);
    FILE *file = must(fopen(path_of("bad"), "wb"));
    for (int i = 0; i <= (1 << 20) / 16; i++)
        fputs("# comment 345678\n", file);
    fclose(file);
    CHECK(atoi(FOUND(variable)) == TOO_BIG);
    snprintf(variable, sizeof variable, "AWS_CONFIG_FILE=%s", folder);
    CHECK(atoi(FOUND(variable)) == UNSUPPORTED);
    write_file("bad", "");
    snprintf(variable, sizeof variable, "AWS_CONFIG_FILE=%s", path_of("bad"));
    CHECK_TEXT(FOUND(variable), "- - - - -");
}

static void confined_threads_read_no_files(void)
{
    struct folders folders = {0};
    const struct folders *before = disk_file_confine(&folders);
    CHECK_TEXT(FOUND(home, "AWS_REGION=x"), "- - - x -");
    CHECK_TEXT(FOUND(home, "AWS_ACCESS_KEY_ID=e", "AWS_SECRET_ACCESS_KEY=f"),
               "e f - - -");
    disk_file_confine(before);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 40; n++) {
        mem_fail_at(n, 0);
        const char *shown = FOUND(home, "AWS_PROFILE=work", "AWS_REGION=x");
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(has_failed ? atoi(shown) == NOMEM : shown[0] == 'w');
    }
    CHECK(!has_failed);
}

int main(void)
{
    make_folder();
    snprintf(home, sizeof home, "HOME=%s", folder);
    RUN(without_anything_requests_are_anonymous);
    RUN(the_environment_has_keys);
    RUN(files_have_keys);
    RUN(files_may_be_elsewhere);
    RUN(bad_files_are_named);
    RUN(confined_threads_read_no_files);
    RUN(memory_may_run_out);
    remove_all(folder);
    return unit_test_done();
}
