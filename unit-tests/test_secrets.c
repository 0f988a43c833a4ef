/* SPDX-License-Identifier: MIT */
/*
 * test_secrets.c - a URL gets the secret with the longest scope that it is within;
 * secrets are checked, copied and replaced, and a list that is held does not change
 * (secrets.h).
 */
#include "remote/http/secrets.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* Replaces the list by one with the secret. */
static enum status set(struct secrets **secrets, const struct secret *secret)
{
    struct secrets *made;
    struct error error = {0};
    enum status status = secrets_with(*secrets, secret, &made, &error);
    CHECK(status == error.status && (status == OK) == (error.message[0] == '\0'));
    CHECK(strstr(error.message, "hunter2") == NULL);
    CHECK((status == OK) == (made != NULL));
    if (status == OK) {
        secrets_release(*secrets);
        *secrets = made;
    }
    return status;
}

static enum status set_token(struct secrets **secrets, const char *scope,
                             const char *token)
{
    return set(secrets, &(struct secret){.scope = scope, .bearer_token = token});
}

static enum status set_key(struct secrets **secrets, const char *scope,
                           const char *key_id)
{
    return set(secrets, &(struct secret){
                            .scope = scope, .key_id = key_id, .key_secret = "hunter2"});
}

/* The secret for a URL; NULL if there is none. */
static const struct secret *find(const struct secrets *secrets, const char *text)
{
    struct url url;
    struct error error = {0};
    CHECK(url_parse(slice_of(text, strlen(text)), &url, &error) == OK);
    return secrets_find(secrets, &url);
}

/* Its key id or token, or "". */
static const char *found(const struct secrets *secrets, const char *text)
{
    const struct secret *secret = find(secrets, text);
    return secret == NULL           ? ""
           : secret->key_id != NULL ? secret->key_id
                                    : secret->bearer_token;
}

static void the_longest_scope_counts(void)
{
    struct secrets *secrets = NULL;
    CHECK(set_key(&secrets, "s3://bucket/a/b", "ab") == OK);
    CHECK(set_key(&secrets, "S3://", "all") == OK);
    CHECK(set_key(&secrets, "s3://bucket", "bucket") == OK);
    CHECK(set_key(&secrets, "s3://bucket/a", "a") == OK);
    CHECK(set_token(&secrets, "HTTPS://Host:443", "host") == OK);
    CHECK(set_token(&secrets, "https://host/x/", "x") == OK);
    CHECK_TEXT(found(secrets, "s3://bucket/a/b/c"), "ab");
    CHECK_TEXT(found(secrets, "s3://bucket/a/bc"), "a");
    CHECK_TEXT(found(secrets, "s3://bucket/ab"), "bucket");
    CHECK_TEXT(found(secrets, "s3://other/a"), "all");
    CHECK_TEXT(found(secrets, "https://host/x/y?q"), "x");
    CHECK_TEXT(found(secrets, "https://HOST/xy"), "host");
    CHECK_TEXT(found(secrets, "http://host/x/y"), "");
    CHECK_TEXT(found(secrets, "https://host:444/x/y"), "");
    CHECK_TEXT(found(secrets, "https://host.evil/x/y"), "");
    CHECK_TEXT(found(secrets, "https://host/x/../y"), "");
    secrets_release(secrets);
}

static void a_secret_replaces_that_of_its_scope(void)
{
    struct secrets *secrets = NULL, *made;
    struct error error = {0};
    bool was_there;
    CHECK(set_key(&secrets, "s3://bucket", "one") == OK);
    CHECK(set_key(&secrets, "S3://bucket/", "two") == OK);
    CHECK_TEXT(found(secrets, "s3://bucket/k"), "two");
    CHECK(secrets_size(secrets) == 1);
    CHECK_TEXT(find(secrets, "s3://bucket/k")->scope, "s3://bucket/");
    CHECK(secrets_without(secrets, "s3://other", &made, &was_there, &error) == OK);
    CHECK(!was_there && secrets_size(made) == 1);
    secrets_release(made);
    CHECK(secrets_without(secrets, "s3://bucket", &made, &was_there, &error) == OK);
    CHECK(was_there && secrets_size(made) == 0);
    CHECK_TEXT(found(made, "s3://bucket/k"), "");
    secrets_release(made);
    CHECK(secrets_without(secrets, "bucket", &made, &was_there, &error) == MISUSE);
    CHECK(made == NULL);
    secrets_release(secrets);
}

static void all_texts_are_copied(void)
{
    struct secrets *secrets = NULL;
    char text[9][8] = {"s3://bk", "id", "key", "token", "region", "end"};
    struct secret secret = {.scope = text[0],
                            .key_id = text[1],
                            .key_secret = text[2],
                            .session_token = text[3],
                            .region = text[4],
                            .endpoint = text[5],
                            .url_style = S3_STYLE_PATH,
                            .requester_pays = true};
    CHECK(set(&secrets, &secret) == OK);
    memset(text, 'x', sizeof text);
    const struct secret *kept = find(secrets, "s3://bk/k");
    CHECK_TEXT(kept->scope, "s3://bk/");
    CHECK_TEXT(kept->key_id, "id");
    CHECK_TEXT(kept->key_secret, "key");
    CHECK_TEXT(kept->session_token, "token");
    CHECK_TEXT(kept->region, "region");
    CHECK_TEXT(kept->endpoint, "end");
    CHECK(kept->url_style == S3_STYLE_PATH && kept->requester_pays);
    CHECK(kept->bearer_token == NULL && kept->user == NULL && kept->header == NULL);
    secrets_release(secrets);
}

static void a_list_stays_as_it_is(void)
{
    struct secrets *secrets = NULL;
    CHECK(set_key(&secrets, "s3://bucket", "one") == OK);
    struct secrets *held = secrets_retain(secrets);
    const struct secret *secret = find(held, "s3://bucket/k");
    CHECK(set_key(&secrets, "s3://other", "three") == OK);
    CHECK(find(secrets, "s3://bucket/k") == secret);
    CHECK(set_key(&secrets, "s3://bucket", "two") == OK);
    secrets_release(secrets);
    CHECK(secrets_size(held) == 1);
    CHECK_TEXT(secret->key_id, "one");
    secrets_release(held);
}

static void the_empty_list_is_null(void)
{
    struct url url;
    struct secrets *made;
    struct error error = {0};
    bool was_there;
    CHECK(url_parse(slice_of("s3://bucket", 11), &url, &error) == OK);
    CHECK(secrets_size(NULL) == 0 && secrets_find(NULL, &url) == NULL);
    CHECK(secrets_retain(NULL) == NULL);
    secrets_release(NULL);
    CHECK(secrets_without(NULL, "s3://bucket", &made, &was_there, &error) == OK);
    CHECK(!was_there && secrets_size(made) == 0);
    secrets_release(made);
}

static void fingerprints_differ_with_credentials(void)
{
    const struct secret secrets[] = {
        {.scope = "s3://a"},
        {.scope = "s3://a", .key_id = "k", .key_secret = "s"},
        {.scope = "s3://a", .key_id = "k", .key_secret = "t"},
        {.scope = "s3://a", .key_id = "l", .key_secret = "s"},
        {.scope = "s3://a", .key_id = "ks", .key_secret = ""},
        {.scope = "s3://a", .key_id = "k", .key_secret = "s", .session_token = "s"},
        {.scope = "s3://a", .key_id = "k", .key_secret = "s", .region = "s"},
        {.scope = "s3://a", .key_id = "k", .key_secret = "s", .requester_pays = true},
        {.scope = "https://a", .bearer_token = "k"},
        {.scope = "https://a", .header = "k"},
        {.scope = "https://a", .user = "k", .password = "s"},
    };
    enum { N = sizeof secrets / sizeof *secrets };
    for (int i = 0; i < N; i++) {
        struct secret other = secrets[i];
        other.scope = "s3://b";
        CHECK(secret_fingerprint(&secrets[i]) != 0);
        CHECK(secret_fingerprint(&secrets[i]) == secret_fingerprint(&other));
        for (int k = 0; k < i; k++)
            CHECK(secret_fingerprint(&secrets[i]) != secret_fingerprint(&secrets[k]));
    }
}

static void what_does_not_fit_is_refused(void)
{
    static const struct secret refused[] = {
        {.scope = ""},
        {.scope = "bucket", .key_id = "a", .key_secret = "hunter2"},
        {.scope = "https://"},
        {.scope = "https://user:hunter2@h/"},
        {.scope = "https://h/?x", .bearer_token = "hunter2"},
        {.scope = "s3://bucket", .key_id = "a"},
        {.scope = "s3://bucket", .key_secret = "hunter2"},
        {.scope = "s3://bucket", .session_token = "hunter2"},
        {.scope = "s3://bucket", .bearer_token = "hunter2"},
        {.scope = "s3://bucket", .user = "u", .password = "hunter2"},
        {.scope = "s3://bucket", .header = "X: hunter2"},
        {.scope = "https://h", .key_id = "a", .key_secret = "hunter2"},
        {.scope = "https://h", .region = "r"},
        {.scope = "https://h", .endpoint = "e"},
        {.scope = "https://h", .requester_pays = true},
        {.scope = "https://h", .url_style = S3_STYLE_HOST},
        {.scope = "https://h", .user = "u"},
        {.scope = "https://h", .password = "hunter2"},
        {.scope = "https://h", .user = "u:v", .password = "hunter2"},
        {.scope = "https://h", .user = "u", .password = "p", .bearer_token = "hunter2"},
        {.scope = "https://h", .bearer_token = "hunter2\r\nX: y"},
        {.scope = "https://h", .bearer_token = "hunter2\x7f"},
        {.scope = "https://h", .bearer_token = "\nhunter2"},
        {.scope = "https://h", .header = "hunter2"},
        {.scope = "https://h", .header = ": hunter2"},
        {.scope = "https://h", .header = "X y: hunter2"},
        {.scope = "https://h", .header = "hOST: hunter2"},
        {.scope = "https://h", .header = "range: hunter2"},
        {.scope = "https://h", .header = "X: hunter2\nY: z"},
        {.scope = "s3://bucket", .key_id = "a\n", .key_secret = "hunter2"},
    };
    struct secrets *secrets = NULL;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        enum status status = set(&secrets, &refused[i]);
        if (status != MISUSE)
            fprintf(stderr, "case %zu\n", i);
        CHECK(status == MISUSE);
    }
    CHECK(set(&secrets, &(struct secret){.scope = "s3://public"}) == OK);
    CHECK(set(&secrets,
              &(struct secret){.scope = "https://h", .user = "", .password = ""}) == OK);
    CHECK(set(&secrets, &(struct secret){.scope = "http://h",
                                         .bearer_token = "t",
                                         .header = "X-Api-Key: \xc3\xa4"}) == OK);
    CHECK(set(&secrets, &(struct secret){.scope = "http://i", .header = "X:"}) == OK);
    secrets_release(secrets);
}

static void sizes_are_limited(void)
{
    struct secrets *secrets = NULL;
    char *token = must(malloc(SECRET_MOST_VALUE + 2)), scope[50];
    memset(token, 't', SECRET_MOST_VALUE + 1);
    token[SECRET_MOST_VALUE + 1] = '\0';
    CHECK(set_token(&secrets, "https://h", token) == TOO_BIG);
    token[SECRET_MOST_VALUE] = '\0';
    CHECK(set_token(&secrets, "https://h", token) == OK);
    for (int i = 1; i < SECRETS_MOST; i++) {
        snprintf(scope, sizeof scope, "s3://bucket/%d", i);
        CHECK(set_key(&secrets, scope, "k") == OK);
    }
    CHECK(set_key(&secrets, "s3://more", "k") == TOO_BIG);
    CHECK(set_key(&secrets, "s3://bucket/7", "seven") == OK);
    CHECK_TEXT(found(secrets, "s3://bucket/7/x"), "seven");
    free(token);
    secrets_release(secrets);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 20; n++) {
        struct secrets *secrets = NULL;
        mem_fail_at(n, 0);
        enum status first = set_key(&secrets, "s3://bucket", "a");
        enum status second = set_key(&secrets, "s3://bucket", "b");
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(first == OK || first == NOMEM);
        CHECK(second == OK || second == NOMEM);
        CHECK(has_failed == (first == NOMEM || second == NOMEM));
        CHECK_TEXT(found(secrets, "s3://bucket/k"), second == OK  ? "b"
                                                    : first == OK ? "a"
                                                                  : "");
        secrets_release(secrets);
    }
    CHECK(!has_failed);
}

int main(void)
{
    RUN(the_longest_scope_counts);
    RUN(a_secret_replaces_that_of_its_scope);
    RUN(all_texts_are_copied);
    RUN(a_list_stays_as_it_is);
    RUN(the_empty_list_is_null);
    RUN(fingerprints_differ_with_credentials);
    RUN(what_does_not_fit_is_refused);
    RUN(sizes_are_limited);
    RUN(memory_may_run_out);
    return unit_test_done();
}
