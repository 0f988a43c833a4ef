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

static struct secret_store *new_store(void)
{
    return must(secret_store_new());
}

static enum status set(struct secret_store *store, const struct secret *secret)
{
    struct error error = {0};
    enum status status = secret_store_set(store, secret, &error);
    CHECK(status == error.status && (status == OK) == (error.message[0] == '\0'));
    CHECK(strstr(error.message, "hunter2") == NULL);
    return status;
}

static enum status set_token(struct secret_store *store, const char *scope,
                             const char *token)
{
    return set(store, &(struct secret){.scope = scope, .bearer_token = token});
}

static enum status set_key(struct secret_store *store, const char *scope,
                           const char *key_id)
{
    return set(store, &(struct secret){
                          .scope = scope, .key_id = key_id, .key_secret = "hunter2"});
}

/* The key id or the token for a URL; "" if there is no secret. */
static const char *found(struct secret_store *store, const char *text)
{
    static char shown[100];
    struct url url;
    struct error error = {0};
    struct secret_list *list = secret_store_list(store);
    CHECK(url_parse(slice_of(text, strlen(text)), &url, &error) == OK);
    const struct secret *secret = secret_list_find(list, &url);
    const char *text_of_it = secret == NULL           ? ""
                             : secret->key_id != NULL ? secret->key_id
                                                      : secret->bearer_token;
    snprintf(shown, sizeof shown, "%s", text_of_it);
    secret_list_release(list);
    return shown;
}

static void the_longest_scope_counts(void)
{
    struct secret_store *store = new_store();
    CHECK(set_key(store, "s3://bucket/a/b", "ab") == OK);
    CHECK(set_key(store, "S3://", "all") == OK);
    CHECK(set_key(store, "s3://bucket", "bucket") == OK);
    CHECK(set_key(store, "s3://bucket/a", "a") == OK);
    CHECK(set_token(store, "HTTPS://Host:443", "host") == OK);
    CHECK(set_token(store, "https://host/x/", "x") == OK);
    CHECK_TEXT(found(store, "s3://bucket/a/b/c"), "ab");
    CHECK_TEXT(found(store, "s3://bucket/a/bc"), "a");
    CHECK_TEXT(found(store, "s3://bucket/ab"), "bucket");
    CHECK_TEXT(found(store, "s3://other/a"), "all");
    CHECK_TEXT(found(store, "https://host/x/y?q"), "x");
    CHECK_TEXT(found(store, "https://HOST/xy"), "host");
    CHECK_TEXT(found(store, "http://host/x/y"), "");
    CHECK_TEXT(found(store, "https://host:444/x/y"), "");
    CHECK_TEXT(found(store, "https://host.evil/x/y"), "");
    CHECK_TEXT(found(store, "https://host/x/../y"), "");
    secret_store_release(store);
}

static void a_secret_replaces_that_of_its_scope(void)
{
    struct secret_store *store = new_store();
    struct error error = {0};
    bool was_there;
    uint64_t version = secret_store_version(store);
    CHECK(set_key(store, "s3://bucket", "one") == OK);
    CHECK(secret_store_version(store) != version);
    version = secret_store_version(store);
    CHECK(set_key(store, "S3://bucket/", "two") == OK);
    CHECK(secret_store_version(store) != version);
    CHECK_TEXT(found(store, "s3://bucket/k"), "two");
    struct secret_list *list = secret_store_list(store);
    CHECK(secret_list_size(list) == 1);
    CHECK_TEXT(secret_list_at(list, 0)->scope, "s3://bucket/");
    secret_list_release(list);
    CHECK(secret_store_remove(store, "s3://other", &was_there, &error) == OK &&
          !was_there);
    CHECK(secret_store_remove(store, "s3://bucket", &was_there, &error) == OK &&
          was_there);
    CHECK_TEXT(found(store, "s3://bucket/k"), "");
    CHECK(secret_store_remove(store, "bucket", &was_there, &error) == MISUSE);
    secret_store_release(store);
}

static void all_texts_are_copied(void)
{
    struct secret_store *store = new_store();
    char text[9][8] = {"s3://bk", "id", "key", "token", "region", "end"};
    struct secret secret = {.scope = text[0],
                            .key_id = text[1],
                            .key_secret = text[2],
                            .session_token = text[3],
                            .region = text[4],
                            .endpoint = text[5],
                            .url_style = S3_STYLE_PATH,
                            .requester_pays = true};
    CHECK(set(store, &secret) == OK);
    memset(text, 'x', sizeof text);
    struct secret_list *list = secret_store_list(store);
    const struct secret *kept = secret_list_at(list, 0);
    CHECK_TEXT(kept->scope, "s3://bk/");
    CHECK_TEXT(kept->key_id, "id");
    CHECK_TEXT(kept->key_secret, "key");
    CHECK_TEXT(kept->session_token, "token");
    CHECK_TEXT(kept->region, "region");
    CHECK_TEXT(kept->endpoint, "end");
    CHECK(kept->url_style == S3_STYLE_PATH && kept->requester_pays);
    CHECK(kept->bearer_token == NULL && kept->user == NULL && kept->header == NULL);
    secret_list_release(list);
    secret_store_release(store);
}

static void a_list_stays_as_it_is(void)
{
    struct secret_store *store = new_store();
    CHECK(set_key(store, "s3://bucket", "one") == OK);
    struct secret_list *list = secret_store_list(store);
    const struct secret *secret = secret_list_at(list, 0);
    CHECK(set_key(store, "s3://bucket", "two") == OK);
    CHECK(set_key(store, "s3://other", "three") == OK);
    CHECK(secret_list_size(list) == 1);
    CHECK_TEXT(secret->key_id, "one");
    CHECK(secret_list_retain(list) == list);
    secret_list_release(list);
    CHECK(secret_store_retain(store) == store);
    secret_store_release(store);
    secret_store_release(store);
    CHECK_TEXT(secret->key_id, "one");
    secret_list_release(list);
}

static void nothing_may_be_absent(void)
{
    struct url url;
    struct error error = {0};
    CHECK(url_parse(slice_of("s3://bucket", 11), &url, &error) == OK);
    CHECK(secret_store_list(NULL) == NULL && secret_store_retain(NULL) == NULL);
    CHECK(secret_list_size(NULL) == 0 && secret_list_find(NULL, &url) == NULL);
    CHECK(secret_store_version(NULL) == 0 && secret_list_retain(NULL) == NULL);
    secret_list_release(NULL);
    secret_store_release(NULL);
    struct secret_store *store = new_store();
    CHECK(secret_store_list(store) == NULL);
    secret_store_release(store);
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
        {.scope = "https://h", .header = "hunter2"},
        {.scope = "https://h", .header = ": hunter2"},
        {.scope = "https://h", .header = "X y: hunter2"},
        {.scope = "https://h", .header = "hOST: hunter2"},
        {.scope = "https://h", .header = "range: hunter2"},
        {.scope = "https://h", .header = "X: hunter2\nY: z"},
        {.scope = "s3://bucket", .key_id = "a\n", .key_secret = "hunter2"},
    };
    struct secret_store *store = new_store();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        enum status status = set(store, &refused[i]);
        if (status != MISUSE)
            fprintf(stderr, "case %zu\n", i);
        CHECK(status == MISUSE);
    }
    CHECK(set(store, &(struct secret){.scope = "s3://public"}) == OK);
    CHECK(set(store,
              &(struct secret){.scope = "https://h", .user = "", .password = ""}) == OK);
    CHECK(set(store, &(struct secret){.scope = "http://h",
                                      .bearer_token = "t",
                                      .header = "X-Api-Key: \xc3\xa4"}) == OK);
    secret_store_release(store);
}

static void sizes_are_limited(void)
{
    struct secret_store *store = new_store();
    char *token = must(malloc(SECRET_MOST_VALUE + 2)), scope[50];
    memset(token, 't', SECRET_MOST_VALUE + 1);
    token[SECRET_MOST_VALUE + 1] = '\0';
    CHECK(set_token(store, "https://h", token) == TOO_BIG);
    token[SECRET_MOST_VALUE] = '\0';
    CHECK(set_token(store, "https://h", token) == OK);
    for (int i = 1; i < SECRETS_MOST; i++) {
        snprintf(scope, sizeof scope, "s3://bucket/%d", i);
        CHECK(set_key(store, scope, "k") == OK);
    }
    CHECK(set_key(store, "s3://more", "k") == TOO_BIG);
    CHECK(set_key(store, "s3://bucket/7", "seven") == OK);
    CHECK_TEXT(found(store, "s3://bucket/7/x"), "seven");
    free(token);
    secret_store_release(store);
}

static void memory_may_run_out(void)
{
    bool has_failed = true;
    for (long n = 1; has_failed && n < 20; n++) {
        mem_fail_at(n, 0);
        struct secret_store *store = secret_store_new();
        enum status first = store != NULL ? set_key(store, "s3://bucket", "a") : NOMEM;
        enum status second = store != NULL ? set_key(store, "s3://bucket", "b") : NOMEM;
        has_failed = mem_fail_at(0, 0) == 0;
        CHECK(first == OK || first == NOMEM);
        CHECK(second == OK || second == NOMEM);
        CHECK(has_failed == (first == NOMEM || second == NOMEM));
        CHECK_TEXT(found(store, "s3://bucket/k"), second == OK  ? "b"
                                                  : first == OK ? "a"
                                                                : "");
        secret_store_release(store);
    }
    CHECK(!has_failed);
}

int main(void)
{
    RUN(the_longest_scope_counts);
    RUN(a_secret_replaces_that_of_its_scope);
    RUN(all_texts_are_copied);
    RUN(a_list_stays_as_it_is);
    RUN(nothing_may_be_absent);
    RUN(what_does_not_fit_is_refused);
    RUN(sizes_are_limited);
    RUN(memory_may_run_out);
    return unit_test_done();
}
