/* SPDX-License-Identifier: MIT */
/*
 * status.h - how functions of this project report failures.
 *
 * A function that can fail returns enum status and has a struct error * as its last
 * parameter.  The function that finds the fault writes the message; callers that know
 * more about the location prepend it with error_locate().  The user sees
 *
 *     parquet: <file>: <kind>: <location>: <what is wrong>
 *
 * where <kind> is status_name().  The SQL layer adds the kind and the file.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdbool.h>
#include <stddef.h>

enum status {
    OK = 0,
    NOMEM,       /* an allocation failed */
    IO,          /* the operating system could not read or write */
    CHANGED,     /* the file was written to while it was read */
    CANTOPEN,    /* missing file, no permission, not a regular file */
    CORRUPT,     /* the file violates its format's specification */
    UNSUPPORTED, /* valid, but this version cannot read it */
    MISUSE,      /* the user's arguments are wrong */
    TOO_BIG,     /* a limit of this library, of SQLite or of the user is exceeded */
    AUTH,        /* encrypted, and no key is known */
    WRONG_KEY,   /* encrypted with another key than the given one, or changed since */
    INTERRUPTED, /* the user has interrupted the query */
};

#if defined(__GNUC__)
#define CHECK_RESULT __attribute__((warn_unused_result))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define CHECK_RESULT
#define PRINTF_LIKE(text, first)
#endif

/* Whether a failure to read says nothing about the file's contents. */
static inline bool status_is_external(enum status status)
{
    return status == NOMEM || status == IO || status == CHANGED || status == INTERRUPTED;
}

/* Whether a failure is one of keys, which says nothing about other data. */
static inline bool status_is_of_keys(enum status status)
{
    return status == AUTH || status == WRONG_KEY;
}

/* One failure.  A zeroed struct, or one after error_clear(), means "no error".  Nothing
 * needs to be freed. */
struct error {
    enum status status;
    char message[768];
};

/* Cheaper than zeroing the whole struct. */
static inline void error_clear(struct error *error)
{
    error->status = OK;
    error->message[0] = '\0';
}

/* Records a failure unless one is recorded already: the first message stays.  Returns the
 * recorded status, for `return error_set(error, CORRUPT, ...)`. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Records a failed allocation: NOMEM, or TOO_BIG if a memory account (alloc.h) refused
 * it. */
enum status error_nomem(struct error *error);

/* Prepends "<location>: " to a recorded message; returns error->status. */
enum status error_locate(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* IO: "cannot WHAT: ", and what errno says. */
enum status error_cannot(const char *do_what, struct error *error);

/* Appends to a recorded message, as far as there is room. */
void error_append(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* The word for a status in messages, such as "corrupt" or "unsupported"; "" for a status
 * whose messages need none. */
const char *status_name(enum status status);

#endif
