/* SPDX-License-Identifier: MIT */
/* remote.c - URLs are recognized, but not opened. */
#include "remote/remote_system.h"

#include "remote/disk_cache.h"
#include "remote/remote_rights.h"
#include "sql/functions/functions.h"
#include "sql/options/options.h"
#include "without/without.h"

static enum status open_url(const char *url, struct input_file **file,
                            struct error *error)
{
    *file = NULL;
    return without("REMOTE", error);
}

static enum status identify(const char *url, struct file_identity *identity,
                            struct error *error)
{
    return without("REMOTE", error);
}

static enum status find_time(const char *url, int64_t *micros, struct error *error)
{
    return without("REMOTE", error);
}

static enum status prefetch(const struct expected_file *files, size_t n,
                            struct error *error)
{
    return OK;
}

static enum status examine(const char *url, enum entry_kind *kind,
                           struct file_stamp *stamp, struct error *error)
{
    return without("REMOTE", error);
}

static enum status list(const char *url, struct folder_listing *listing,
                        struct error *error)
{
    return without("REMOTE", error);
}

static void mark_search(bool begins)
{
}

static void end_call(void)
{
}

static bool has_lists(const char *url)
{
    return true;
}

static enum status create(const char *url, bool overwrite, struct output_file **file,
                          struct error *error)
{
    *file = NULL;
    return without("REMOTE", error);
}

static enum status create_folder(const char *url, enum folder_mode mode,
                                 struct output_folder **folder, struct error *error)
{
    *folder = NULL;
    return without("REMOTE", error);
}

const struct file_system_rights *
remote_rights_share(const struct file_system_rights *rights)
{
    return rights;
}

void remote_rights_release(const struct file_system_rights *rights)
{
}

/* Never read. */
struct file_system_rights *remote_rights_copy(const struct file_system_rights *rights)
{
    static char none;
    return (struct file_system_rights *)(void *)&none;
}

void remote_rights_clear(struct file_system_rights *rights)
{
}

void remote_rights_refuse(struct file_system_rights *rights, const char *refusal)
{
}

bool remote_rights_are_limited(const struct file_system_rights *rights)
{
    return true;
}

enum status remote_rights_add(struct file_system_rights *rights,
                              const struct file_system_rights *within, const char *url,
                              struct error *error)
{
    return OK;
}

/* ---- Secrets ----------------------------------------------------------------------- */

const struct option_set secret_option_set = {.n = 0};

int register_add_secret(sqlite3 *db, struct connection *connection)
{
    return register_without(db, "parquet_add_secret", "REMOTE");
}

enum status disk_cache_by_environment(struct error *error)
{
    return OK;
}

void remote_system_register(void)
{
    static const struct file_system system = {.open = open_url,
                                              .identify = identify,
                                              .find_time = find_time,
                                              .prefetch = prefetch,
                                              .examine = examine,
                                              .list = list,
                                              .mark_search = mark_search,
                                              .end_call = end_call,
                                              .has_lists = has_lists,
                                              .share_rights = remote_rights_share,
                                              .release_rights = remote_rights_release,
                                              .create = create,
                                              .create_folder = create_folder};
    file_system_register(&system);
}
