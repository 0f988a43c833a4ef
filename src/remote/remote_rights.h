/* SPDX-License-Identifier: MIT */
/*
 * remote_rights.h - what a connection may reach over the network, and with which secrets.
 *
 * The rights of a connection do not change: parquet_restrict() and parquet_add_secret()
 * make new ones.  Open files keep those that they were opened with.
 */
#ifndef REMOTE_RIGHTS_H
#define REMOTE_RIGHTS_H

#include <stdatomic.h>

#include "base/file_system.h"
#include "remote/http/url.h"

struct secrets;

struct file_system_rights {
    _Atomic unsigned n_users;
    const char *refusal; /* why no URL may be opened, a constant; NULL: some may */
    bool may_be_lifted;  /* the refusal, by a list of what is allowed */
    bool is_limited;     /* to what the prefixes allow */
    bool avoids_private; /* networks and this machine */
    bool
        hides_environment; /* its credentials, and files with credentials, are not used */
    char **prefixes;       /* URLs */
    size_t n_prefixes;
    struct secrets *secrets; /* counted; NULL: none */
};

/* Makes a copy with one user, for the caller to change before anybody uses it; of NULL:
 * one that allows everything.  NULL if out of memory. */
struct file_system_rights *remote_rights_copy(const struct file_system_rights *rights);

const struct file_system_rights *remote_rights_share(const struct file_system_rights *);
void remote_rights_release(const struct file_system_rights *rights); /* NULL is allowed */

/* Adds a URL, so that what is at or below it is allowed.  MISUSE if it is none, or
 * outside what `within` (may be NULL) allows, unless that refuses all until there is a
 * list. */
enum status remote_rights_add(struct file_system_rights *rights,
                              const struct file_system_rights *within, const char *url,
                              struct error *error) CHECK_RESULT;

/* A hash of what the rights allow: only equal rights have the same, almost certainly.
 * What one connection has received proves nothing for another that may not follow the
 * same redirects. */
uint64_t remote_rights_limits(const struct file_system_rights *rights);

/* Replaces the list of what is allowed by an empty one. */
void remote_rights_clear(struct file_system_rights *rights);

/* Allows nothing; refusal: a constant. */
void remote_rights_refuse(struct file_system_rights *rights, const char *refusal);

/* Whether there is a list of what may be opened. */
bool remote_rights_are_limited(const struct file_system_rights *rights);

/* CANTOPEN if this URL may not be opened. */
enum status remote_rights_allow(const struct file_system_rights *rights,
                                const struct url *url, struct error *error) CHECK_RESULT;

#endif
