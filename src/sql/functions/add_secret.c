/* SPDX-License-Identifier: MIT */
/*
 * add_secret.c - parquet_add_secret(scope, key_id, secret, options...): what the
 * connection sends to servers for URLs at or below the scope, so that they let it in
 * (remote/http/secrets.h).  NULL in place of the secret removes it.  Returns NULL:
 * nothing repeats a secret.
 *
 *     ('s3://bucket/', 'AKIA...', '...', 'region=eu-west-1')    S3's keys
 *     ('s3://open-data/', '', '')                               requests are not signed
 *     ('https://host/', '', 'eyJ...')                           a token
 *     ('https://host/', 'user', 'password')                     a password
 *
 * As with keys (add_key.c), whoever opens a connection adds secrets before others type
 * SQL, and they are nowhere but in its memory.
 */
#include "base/cipher.h"
#include "remote/http/secrets.h"
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/options/options.h"

struct secret_options {
    struct option_values values; /* must be first */
#define SECRET_OPTION OPTION_MEMBER
#include "sql/options/option_list.h"
};

static const struct option ROWS[] = {
#define SECRET_OPTION(...) OPTION_ROW(struct secret_options, __VA_ARGS__)
#include "sql/options/option_list.h"
};

const struct option_set secret_option_set = {
    .options = ROWS, .n = sizeof ROWS / sizeof *ROWS, .noun = "option", .advice = ""};

static void wipe_option(const char *text)
{
    if (text != NULL)
        wipe((void *)(uintptr_t)text, strlen(text));
}

static void release_options(struct secret_options *options)
{
    wipe_option(options->session_token);
    wipe_option(options->header);
    options_release(&options->values);
}

static enum status read_options(struct secret_options *options, int argc,
                                sqlite3_value **argv, struct error *error)
{
    enum status status = OK;
    options_init(&secret_option_set, &options->values);
    for (int i = 3; status == OK && i < argc; i++) {
        const char *text;
        status = text_argument(argv[i], "an option", &text, error);
        if (status == OK)
            status = options_set(&secret_option_set, &options->values, IN_SECRETS, text,
                                 error);
    }
    return status;
}

/* The scheme decides what an id and a text are: S3's keys, a user and a password, or, of
 * a web server and without an id, a token. */
static struct secret make_secret(const char *scope, const char *key_id, const char *text,
                                 const struct secret_options *options)
{
    bool is_s3 = (scope[0] | 0x20) == 's';
    bool has_id = key_id[0] != '\0', has_text = text[0] != '\0';
    bool has_key = is_s3 && (has_id || has_text), has_user = !is_s3 && has_id;
    return (struct secret){.scope = scope,
                           .key_id = has_key ? key_id : NULL,
                           .key_secret = has_key ? text : NULL,
                           .user = has_user ? key_id : NULL,
                           .password = has_user ? text : NULL,
                           .bearer_token = !is_s3 && !has_id && has_text ? text : NULL,
                           .session_token = options->session_token,
                           .region = options->region,
                           .endpoint = options->endpoint,
                           .url_style = (enum s3_url_style)options->url_style,
                           .requester_pays = options->requester_pays,
                           .header = options->header};
}

/* Makes these the connection's secrets, and takes the list. */
static enum status replace(struct connection *connection, struct secrets *secrets,
                           struct error *error)
{
    struct file_system_rights *rights = remote_rights_copy(
        connection->restrictions.remote);
    if (rights == NULL) {
        secrets_release(secrets);
        return error_nomem(error);
    }
    secrets_release(rights->secrets);
    rights->secrets = secrets;
    remote_rights_release(connection->restrictions.remote);
    connection->restrictions.remote = rights;
    return OK;
}

static enum status add(struct connection *connection, int argc, sqlite3_value **argv,
                       struct secret_options *options, struct error *error)
{
    const char *scope = NULL, *key_id = "", *text = "";
    bool removes = sqlite3_value_type(argv[2]) == SQLITE_NULL, was_there = false;
    enum status status = text_argument(argv[0], "the URL", &scope, error);
    if (status == OK && !removes)
        status = text_argument(argv[1], "the key's id", &key_id, error);
    if (status == OK && !removes)
        status = text_argument(argv[2], "the secret", &text, error);
    if (status == OK && key_id[0] != '\0' && text[0] == '\0')
        status = error_set(error, MISUSE, "the secret is empty");
    if (status == OK)
        status = read_options(options, argc, argv, error);
    if (status != OK)
        return status;
    const struct secret secret = make_secret(scope, key_id, text, options);
    const struct secrets *old = connection->restrictions.remote->secrets;
    struct secrets *made = NULL;
    struct memory_scope before = memory_account_enter(&connection->memory);
    status = removes ? secrets_without(old, scope, &made, &was_there, error)
                     : secrets_with(old, &secret, &made, error);
    if (status == OK)
        status = replace(connection, made, error);
    memory_scope_restore(before);
    return status;
}

static void add_secret(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct connection *connection = sqlite3_user_data(context);
    struct secret_options options = {.values.given = 0};
    struct error error = {0};
    int code = SQLITE_OK;
    enum status status = trust_caller(connection, "parquet_add_secret", &code, &error);
    if (status == OK && argc < 3)
        status = error_set(
            &error, MISUSE,
            "parquet_add_secret(url, key_id, secret, 'option=value', ...)");
    if (status == OK)
        status = connection_check_keys_may_change(connection, &error);
    if (status == OK)
        status = add(connection, argc, argv, &options, &error);
    release_options(&options);
    if (status != OK)
        report_to_function(context, NULL, code, &error);
}

int register_add_secret(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(
        db, "parquet_add_secret", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        connection_retain(connection), add_secret, NULL, NULL, connection_release);
}
