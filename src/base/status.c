/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

enum status error_set(struct error *error, enum status status, const char *format, ...)
{
    if (error->status != OK)
        return error->status;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    error->status = status;
    return status;
}

enum status error_nomem(struct error *error)
{
    const char *name;
    size_t limit;
    if (!memory_take_refusal(&name, &limit))
        return error_set(error, NOMEM, "out of memory");
    return error_set(error, TOO_BIG,
                     "needs more than the %zu KiB of memory that %s allows", limit / 1024,
                     name);
}

enum status error_locate(struct error *error, const char *format, ...)
{
    char location[sizeof error->message];
    va_list args;
    va_start(args, format);
    int written = vsnprintf(location, sizeof location, format, args);
    va_end(args);
    if (written < 0 || error->status == NOMEM || error->status == INTERRUPTED)
        return error->status;

    /* Keep room for ": " and the old message: a location that is too long is truncated,
     * never the message. */
    size_t old_size = strlen(error->message) + 1;
    size_t room = sizeof error->message - old_size;
    size_t location_size = strlen(location);
    if (room < 3)
        return error->status;
    if (location_size > room - 2)
        location_size = room - 2;
    memmove(error->message + location_size + 2, error->message, old_size);
    memcpy(error->message, location, location_size);
    memcpy(error->message + location_size, ": ", 2);
    return error->status;
}

void error_append(struct error *error, const char *format, ...)
{
    size_t size = strlen(error->message);
    va_list args;
    va_start(args, format);
    vsnprintf(error->message + size, sizeof error->message - size, format, args);
    va_end(args);
}

const char *status_name(enum status status)
{
    switch (status) {
    case CORRUPT:
        return "corrupt";
    case UNSUPPORTED:
        return "unsupported";
    case IO:
        return "i/o failure";
    case TOO_BIG:
        return "too big";
    case AUTH:
    case WRONG_KEY:
        return "encrypted";
    case OK:
    case NOMEM:
    case CHANGED:
    case CANTOPEN:
    case MISUSE:
    case INTERRUPTED:
        break;
    }
    return "";
}

enum status error_cannot(const char *do_what, struct error *error)
{
    return error_set(error, IO, "cannot %s: %s", do_what, strerror(errno));
}
