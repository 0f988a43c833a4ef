/* SPDX-License-Identifier: MIT */
/*
 * s3_credentials.h - the keys for S3 that this process has from its environment and from
 * the files of AWS's tools.
 *
 *     AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
 *     AWS_REGION, AWS_DEFAULT_REGION
 *     AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL
 *     AWS_PROFILE                   "default" if it is not set
 *     AWS_SHARED_CREDENTIALS_FILE   ~/.aws/credentials
 *     AWS_CONFIG_FILE               ~/.aws/config
 *
 * The environment comes first, then the file of credentials, then that of the
 * configuration.  Nothing is asked for over the network and no program is run: a profile
 * without keys that names another way to get them is refused.
 */
#ifndef REMOTE_S3_CREDENTIALS_H
#define REMOTE_S3_CREDENTIALS_H

#include "base/status.h"

/* Texts are zero-terminated, or NULL: not given.  A zeroed struct may be released. */
struct s3_credentials {
    char *key_id, *key_secret; /* both, or neither: requests are anonymous */
    char *session_token;
    char *region, *endpoint;
};

/* Where variables come from; for tests. */
struct s3_environment {
    const char *(*get)(const struct s3_environment *environment, const char *name);
};

/* Finds them.  environment: NULL means that of the process.  Reads the files unless the
 * thread is confined to folders (disk_file.h); one that does not exist has nothing.
 * MISUSE if a key lacks its secret or AWS_PROFILE is in no file; UNSUPPORTED for another
 * way to get keys, which is named; TOO_BIG for files of more than 1 MiB; CORRUPT, IO,
 * CANTOPEN with the file's path.  Release them in any case. */
enum status s3_credentials_find(const struct s3_environment *environment,
                                struct s3_credentials *credentials,
                                struct error *error) CHECK_RESULT;

/* Wipes them. */
void s3_credentials_release(struct s3_credentials *credentials);

#endif
