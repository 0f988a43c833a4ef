/* SPDX-License-Identifier: MIT */
#include "remote/s3/aws_profile.h"

#include "base/alloc.h"
#include "base/cipher.h"

static const struct setting {
    const char *name;
    size_t offset; /* in struct aws_profile */
} settings[] = {
    {"aws_access_key_id", offsetof(struct aws_profile, key_id)},
    {"aws_secret_access_key", offsetof(struct aws_profile, key_secret)},
    {"aws_session_token", offsetof(struct aws_profile, session_token)},
    {"region", offsetof(struct aws_profile, region)},
    {"endpoint_url", offsetof(struct aws_profile, endpoint)},
};

enum { N_SETTINGS = sizeof settings / sizeof *settings };

/* Other ways to get keys. */
static const char *const methods[] = {"credential_process", "sso_session",
                                      "sso_start_url",      "role_arn",
                                      "login_session",      "web_identity_token_file"};

/* The member of a profile for a setting. */
static char **member_of(struct aws_profile *profile, const struct setting *setting)
{
    return (char **)(void *)((char *)profile + setting->offset);
}

void aws_profile_release(struct aws_profile *profile)
{
    for (int i = 0; i < N_SETTINGS; i++)
        wipe_text(member_of(profile, &settings[i]));
    *profile = (struct aws_profile){.exists = false};
}

void aws_take_missing(char **text, char **other)
{
    if (*text != NULL)
        return;
    *text = *other;
    *other = NULL;
}

void aws_profile_complete(struct aws_profile *profile, struct aws_profile *other)
{
    if (profile->key_id == NULL && profile->key_secret == NULL) {
        aws_take_missing(&profile->key_id, &other->key_id);
        aws_take_missing(&profile->key_secret, &other->key_secret);
        wipe_text(&profile->session_token);
        aws_take_missing(&profile->session_token, &other->session_token);
    }
    aws_take_missing(&profile->region, &other->region);
    aws_take_missing(&profile->endpoint, &other->endpoint);
    if (profile->method == NULL)
        profile->method = other->method;
    profile->exists = profile->exists || other->exists;
}

/* ---- Reading ---------------------------------------------------------------------- */

static size_t indentation(struct slice line)
{
    size_t size = 0;
    while (size < line.size && ascii_is_space(line.data[size]))
        size++;
    return size;
}

static struct slice take_line(struct slice *text)
{
    size_t size = 0, next;
    while (size < text->size && text->data[size] != '\n')
        size++;
    next = size + (size < text->size);
    struct slice line = slice_of(text->data, size);
    *text = slice_of(text->data + next, text->size - next);
    return line;
}

/* Returns the text before a comment, which begins with # or ; after white space. */
static struct slice cut_comment(struct slice text)
{
    for (size_t i = 1; i < text.size; i++) {
        if ((text.data[i] == '#' || text.data[i] == ';') &&
            ascii_is_space(text.data[i - 1]))
            return slice_trim_space(slice_of(text.data, i));
    }
    return text;
}

/* Sets *is_chosen: whether "[...]" is the section of the profile; false if it is no
 * section. */
static bool read_section(struct slice line, const char *name, bool is_config,
                         bool *is_chosen)
{
    if (line.data[0] != '[' || line.data[line.size - 1] != ']' || line.size < 2)
        return false;
    struct slice section = slice_trim_space(slice_of(line.data + 1, line.size - 2));
    bool is_profile = slice_take_text(&section, "profile") && section.size > 0 &&
                      ascii_is_space(section.data[0]);
    if (!is_profile)
        section = slice_trim_space(slice_of(line.data + 1, line.size - 2));
    section = slice_trim_space(section);
    if (section.size > 1 && section.data[0] == '"' &&
        section.data[section.size - 1] == '"')
        section = slice_of(section.data + 1, section.size - 2);
    *is_chosen = slice_equals_text(section, name) &&
                 (is_config ? is_profile || strcmp(name, "default") == 0 : !is_profile);
    return true;
}

static enum status keep_setting(struct slice name, struct slice value,
                                struct aws_profile *profile, struct error *error)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (profile->method == NULL && slice_equals_word(name, methods[i]))
            profile->method = methods[i];
    }
    for (int i = 0; i < N_SETTINGS; i++) {
        char **member = member_of(profile, &settings[i]);
        if (!slice_equals_word(name, settings[i].name))
            continue;
        wipe_text(member);
        if (value.size == 0)
            continue;
        *member = mem_copy_text(value.data, value.size);
        if (*member == NULL)
            return error_nomem(error);
    }
    return OK;
}

/* Divides a line at its equal sign. */
static enum status split_setting(struct slice line, const uint8_t *sign,
                                 struct aws_profile *profile, struct error *error)
{
    size_t at = (size_t)(sign - line.data);
    struct slice name = slice_of(line.data, at);
    struct slice value = slice_of(sign + 1, line.size - at - 1);
    return keep_setting(slice_trim_space(name), slice_trim_space(value), profile, error);
}

enum status aws_profile_read(struct slice text, const char *name, bool is_config,
                             struct aws_profile *profile, struct error *error)
{
    enum status status = OK;
    bool is_chosen = false, has_section = false;
    size_t indent = SIZE_MAX; /* of the setting before; SIZE_MAX: none in this section */
    *profile = (struct aws_profile){.exists = false};
    (void)slice_take_text(&text, "\xef\xbb\xbf");
    for (size_t n = 1; status == OK && text.size > 0; n++) {
        struct slice whole = take_line(&text), line = slice_trim_space(whole);
        if (line.size == 0 || line.data[0] == '#' || line.data[0] == ';')
            continue;
        if (indentation(whole) > indent)
            continue; /* belongs to the setting before */
        line = cut_comment(line);
        const uint8_t *sign = memchr(line.data, '=', line.size);
        if (memchr(line.data, '\0', line.size) != NULL)
            sign = NULL;
        if (read_section(line, name, is_config, &is_chosen)) {
            has_section = true;
            indent = SIZE_MAX;
            profile->exists = profile->exists || is_chosen;
        } else if (sign == NULL || !has_section) {
            status = error_set(error, CORRUPT,
                               "line %zu is neither [section] nor name = value", n);
        } else {
            indent = indentation(whole);
            if (is_chosen)
                status = split_setting(line, sign, profile, error);
        }
    }
    return status;
}
