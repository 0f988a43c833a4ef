/* SPDX-License-Identifier: MIT */
/*
 * folder.h - lists folders.
 *
 * Symbolic links are followed, but where the thread is confined (disk_file_confine()),
 * nothing outside its folders is listed or examined: a link that leads out is
 * ENTRY_OUTSIDE, whether or not its target exists.
 */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdint.h>

#include "base/append_list.h"

enum { FOLDER_MOST_NAMES = 1000000 };

enum entry_kind {
    ENTRY_FILE, /* a regular file */
    ENTRY_FOLDER,
    ENTRY_OTHER,   /* a device, pipe or socket */
    ENTRY_MISSING, /* does not exist, or is a link that leads nowhere or to itself */
    ENTRY_OUTSIDE, /* the thread may not examine it */
    ENTRY_UNKNOWN, /* cannot be examined: see the reason */
};

struct folder_entry {
    const char *name; /* zero-terminated, owned by the listing */
    uint32_t size;    /* of the name */
    int reason;       /* errno, if the kind is ENTRY_UNKNOWN */
    enum entry_kind kind;
    struct file_stamp stamp; /* of a file that is wanted, or reached by a link */
};

/* Which files of a folder are wanted, by their names. */
struct folder_wish {
    bool (*is_wanted)(void *context, struct slice name);
    void *context;
    bool holds_appends; /* off, until the listing is released; see append_list_hold() */
};

/* A zeroed struct is empty. */
struct folder_listing {
    struct folder_entry *entries; /* without "." and "..", in bytewise order of names */
    size_t n;
    struct file_identity identity; /* of the folder */
    bool was_settled;              /* when its names were read */
    bool keeps_names;              /* as long as it has this identity */
    bool is_missing;               /* there is no folder at the path */
    struct append_list append;     /* before the names were read */
    struct buffer names;           /* where the names are; private */
};

/* Lists a folder; "" is the current one.  wish: NULL: no file is wanted.  A wanted file
 * that disappears meanwhile is left out.  No descriptor of the folder stays open.
 * CANTOPEN if it cannot be read or is outside the thread's folders; TOO_BIG beyond
 * FOLDER_MOST_NAMES. The listing need not be released after an error. */
enum status folder_list(const char *path, const struct folder_wish *wish,
                        struct folder_listing *listing, struct error *error) CHECK_RESULT;
void folder_listing_release(struct folder_listing *listing);

/* The entry of a name, borrowed; NULL if there is none. */
const struct folder_entry *folder_listing_find(const struct folder_listing *listing,
                                               const char *name);

/* Adds an entry to a listing, whose name is set later: for who lists folders elsewhere
 * (file_system.h).  TOO_BIG beyond FOLDER_MOST_NAMES. */
enum status folder_listing_add(struct folder_listing *listing, struct slice name,
                               enum entry_kind kind, struct file_stamp stamp,
                               struct error *error) CHECK_RESULT;

/* Whether the folder that was listed is still at the path, with the same list of an
 * append: if not, what was found in it may belong to different times. */
bool folder_is_same(const char *path, const struct folder_listing *listing);

/* Whether a folder of this identity is at the path. */
bool folder_is_unchanged(const char *path, const struct file_identity *identity);

/* What is at a path; *reason is set if that is ENTRY_UNKNOWN, and *stamp (may be NULL) if
 * it is ENTRY_FILE. */
enum entry_kind folder_examine(const char *path, int *reason, struct file_stamp *stamp);

/* The same, but if the server of a URL fails, rather than refuses to say what is there,
 * that is an error: what is there decides what rows are read. */
enum status folder_examine_surely(const char *path, enum entry_kind *kind,
                                  struct error *error) CHECK_RESULT;

/* Whether an error of a folder at a path leaves open what is there, as above. */
bool folder_has_failed(const char *path, enum status status);

/* Sets the error for an entry that is neither file nor folder: what is wrong with it. */
enum status folder_refuse(enum entry_kind kind, int reason, struct error *error);

#endif
