/* SPDX-License-Identifier: MIT */
#include "remote/s3/s3_credentials.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/cipher.h"
#include "base/disk_file.h"
#include "os/file.h"
#include "remote/s3/aws_profile.h"

enum { MOST_FILE = 1 << 20 };

static const char *get_variable(const struct s3_environment *environment,
                                const char *name)
{
    const char *value = environment != NULL ? environment->get(environment, name)
                                            : getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

void s3_credentials_release(struct s3_credentials *credentials)
{
    wipe_text(&credentials->key_id);
    wipe_text(&credentials->key_secret);
    wipe_text(&credentials->session_token);
    wipe_text(&credentials->region);
    wipe_text(&credentials->endpoint);
}

/* Copies the first of two variables that is set. */
static enum status copy_variable(const struct s3_environment *environment,
                                 const char *name, const char *other, char **text,
                                 struct error *error)
{
    const char *value = get_variable(environment, name);
    if (value == NULL && other != NULL)
        value = get_variable(environment, other);
    if (value == NULL)
        return OK;
    *text = mem_copy_text(value, strlen(value));
    return *text != NULL ? OK : error_nomem(error);
}

/* ---- Files ------------------------------------------------------------------------ */

/* Sets *path to that of a file, zero-terminated; it is empty if there is no home. */
static enum status find_path(const struct s3_environment *environment,
                             const char *variable, const char *name, struct buffer *path,
                             struct error *error)
{
    const char *given = get_variable(environment, variable);
    const char *home = get_variable(environment, "HOME");
    bool is_at_home = given == NULL || strncmp(given, "~/", 2) == 0;
    if (home == NULL)
        home = get_variable(environment, "USERPROFILE");
    if (is_at_home && home != NULL)
        buffer_add_text(path, home, error);
    if (given == NULL && home != NULL)
        buffer_add_text(path, name, error);
    else if (given != NULL)
        buffer_add_text(path, is_at_home && home != NULL ? given + 1 : given, error);
    buffer_add(path, slice_of("", 1), error);
    return error->status;
}

static bool does_not_exist(const char *path)
{
    struct os_info info;
    return path[0] == '\0' || (os_info(path, OS_FOLLOW, &info) != 0 &&
                               (errno == ENOENT || errno == ENOTDIR));
}

/* Adds what a file has of the profile to *profile. */
static enum status read_profile(const char *path, const char *name, bool is_config,
                                struct aws_profile *profile, struct error *error)
{
    struct buffer text = {0};
    struct aws_profile found = {.exists = false};
    if (does_not_exist(path))
        return OK;
    enum status status = disk_file_read_whole(path, MOST_FILE, &text, error);
    if (status == OK)
        status = aws_profile_read(buffer_slice(&text), name, is_config, &found, error);
    if (status == OK)
        aws_profile_complete(profile, &found);
    else
        error_locate(error, "%s", path);
    aws_profile_release(&found);
    buffer_wipe(&text);
    return status;
}

static enum status read_profiles(const struct s3_environment *environment,
                                 const char *name, struct aws_profile *profile,
                                 struct error *error)
{
    static const struct {
        const char *variable, *name;
    } files[] = {{"AWS_SHARED_CREDENTIALS_FILE", "/.aws/credentials"},
                 {"AWS_CONFIG_FILE", "/.aws/config"}};
    enum status status = OK;
    for (int i = 0; status == OK && i < 2; i++) {
        struct buffer path = {0};
        status = find_path(environment, files[i].variable, files[i].name, &path, error);
        if (status == OK)
            status = read_profile((const char *)path.data, name, i == 1, profile, error);
        buffer_release(&path);
    }
    return status;
}

/* ---- All of it -------------------------------------------------------------------- */

static enum status check_profile(const struct aws_profile *profile, const char *name,
                                 bool is_named, struct error *error)
{
    if (!profile->exists && is_named)
        return error_set(error, MISUSE,
                         "AWS_PROFILE names \"%.100s\", which is in no file of AWS's "
                         "credentials or configuration",
                         name);
    if ((profile->key_id == NULL) != (profile->key_secret == NULL))
        return error_set(error, MISUSE,
                         "AWS's profile \"%.100s\" has a key id or a secret key alone",
                         name);
    if (profile->key_id == NULL && profile->method != NULL)
        return error_set(error, UNSUPPORTED,
                         "AWS's profile \"%.100s\" gets its keys by %s; pass keys in a "
                         "secret, or in the environment: aws configure "
                         "export-credentials shows them",
                         name, profile->method);
    return OK;
}

/* Adds what the profile has. */
static enum status add_profile(const struct s3_environment *environment,
                               struct s3_credentials *credentials, struct error *error)
{
    const char *given = get_variable(environment, "AWS_PROFILE");
    const char *name = given != NULL ? given : "default";
    bool has_keys = credentials->key_id != NULL;
    struct aws_profile profile = {.exists = false};
    enum status status = read_profiles(environment, name, &profile, error);
    if (status == OK && !has_keys)
        status = check_profile(&profile, name, given != NULL, error);
    if (status == OK && !has_keys) {
        aws_take_missing(&credentials->key_id, &profile.key_id);
        aws_take_missing(&credentials->key_secret, &profile.key_secret);
        if (credentials->key_id != NULL)
            aws_take_missing(&credentials->session_token, &profile.session_token);
    }
    if (status == OK) {
        aws_take_missing(&credentials->region, &profile.region);
        aws_take_missing(&credentials->endpoint, &profile.endpoint);
    }
    aws_profile_release(&profile);
    return status;
}

enum status s3_credentials_find(const struct s3_environment *environment,
                                struct s3_credentials *credentials, struct error *error)
{
    const struct {
        const char *name, *other;
        char **text;
    } variables[] = {
        {"AWS_ACCESS_KEY_ID", NULL, &credentials->key_id},
        {"AWS_SECRET_ACCESS_KEY", NULL, &credentials->key_secret},
        {"AWS_SESSION_TOKEN", NULL, &credentials->session_token},
        {"AWS_REGION", "AWS_DEFAULT_REGION", &credentials->region},
        {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", &credentials->endpoint},
    };
    enum status status = OK;
    *credentials = (struct s3_credentials){.key_id = NULL};
    for (size_t i = 0; status == OK && i < sizeof variables / sizeof *variables; i++)
        status = copy_variable(environment, variables[i].name, variables[i].other,
                               variables[i].text, error);
    if (status == OK &&
        (credentials->key_id == NULL) != (credentials->key_secret == NULL))
        status = error_set(error, MISUSE,
                           "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set both, or "
                           "neither");
    if (credentials->key_id == NULL)
        wipe_text(&credentials->session_token);
    if (status == OK && disk_file_confines() == NULL)
        status = add_profile(environment, credentials, error);
    return status;
}
