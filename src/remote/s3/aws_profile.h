/* SPDX-License-Identifier: MIT */
/*
 * aws_profile.h - a profile of the files that AWS's tools share, ~/.aws/credentials and
 * ~/.aws/config.
 *
 *     [default]                      in both files
 *     aws_access_key_id = AKIA...
 *     [work]                         in credentials
 *     [profile work]                 in config
 *     region = eu-west-1
 *     s3 =                           settings with indented ones of their own
 *       addressing_style = path
 */
#ifndef REMOTE_AWS_PROFILE_H
#define REMOTE_AWS_PROFILE_H

#include "base/slice.h"
#include "base/status.h"

/* Texts are zero-terminated, or NULL: not given.  A zeroed struct has nothing. */
struct aws_profile {
    char *key_id, *key_secret, *session_token, *region, *endpoint;
    const char *method; /* the first setting that says how else to get keys, such as
                           "credential_process", or NULL */
    bool exists;
};

/* Reads the settings of a profile from the text of a file; of settings that are there
 * twice the last one counts.  is_config: names of sections begin with "profile".  CORRUPT
 * with the number of a line that cannot be read; messages show nothing of it.  Release it
 * in any case. */
enum status aws_profile_read(struct slice text, const char *name, bool is_config,
                             struct aws_profile *profile,
                             struct error *error) CHECK_RESULT;

/* Takes from another profile what this one does not have.  Keys are taken together. */
void aws_profile_complete(struct aws_profile *profile, struct aws_profile *other);

/* Moves a text to *text unless that has one. */
void aws_take_missing(char **text, char **other);

/* Wipes the texts. */
void aws_profile_release(struct aws_profile *profile);

#endif
