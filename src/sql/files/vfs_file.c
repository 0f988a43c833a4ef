/* SPDX-License-Identifier: MIT */
#include "sql/files/vfs_file.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/read_ahead.h"
#include "sql/host/host_quirks.h"

enum {
    MOST_AT_ONCE = 1 << 20, /* bytes, between two polls for interrupts */
    /* SQLite's own VFS for Unix asserts, in debugging builds, that a read has less than
     * 128 KiB.  For others, a read may be a request to a server. */
    MOST_OF_UNIX = 1 << 16,
    MOST_PARAMETERS = 32,
};

/* ---- Paths ------------------------------------------------------------------------ */

/* A path and the parameters of a URI. */
struct vfs_path {
    char *text; /* from mem_alloc(); the others point into it */
    const char *path;
    const char *parameters[2 * MOST_PARAMETERS]; /* each name and its value */
    int n_parameters;
};

/* Decodes %XX in place. */
static enum status decode(char *text, struct error *error)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; to++) {
        uint8_t high = *from == '%' ? ascii_hex_value((uint8_t)from[1]) : NO_HEX_DIGIT;
        uint8_t low = high != NO_HEX_DIGIT ? ascii_hex_value((uint8_t)from[2]) : high;
        *to = low != NO_HEX_DIGIT ? (char)(high * 16 + low) : *from;
        if (*to == '\0')
            return error_set(error, MISUSE, "the URI has %%00");
        from += low != NO_HEX_DIGIT ? 3 : 1;
    }
    *to = '\0';
    return OK;
}

/* Ends *text at the next of the separators, and returns what follows that, or NULL. */
static char *cut(char *text, const char *separators)
{
    char *end = text + strcspn(text, separators);
    if (*end == '\0')
        return NULL;
    *end = '\0';
    return end + 1;
}

static enum status parse_parameters(struct vfs_path *parsed, char *query,
                                    struct error *error)
{
    static char none[] = "";
    enum status status = OK;
    while (status == OK && query != NULL) {
        char *name = query;
        query = cut(name, "&");
        char *value = cut(name, "=");
        if (*name == '\0')
            continue;
        if (parsed->n_parameters == MOST_PARAMETERS)
            return error_set(error, TOO_BIG, "the URI has more than %d parameters",
                             (int)MOST_PARAMETERS);
        if (value == NULL)
            value = none;
        status = decode(name, error);
        if (status == OK && value != none)
            status = decode(value, error);
        parsed->parameters[2 * parsed->n_parameters] = name;
        parsed->parameters[2 * parsed->n_parameters++ + 1] = value;
    }
    return status;
}

/* Parses a URI as SQLite does, and takes any other path as it is.  Free parsed->text,
 * also after a failure. */
static enum status parse_path(const char *path, struct vfs_path *parsed,
                              struct error *error)
{
    static const char SCHEME[] = "file:";
    *parsed = (struct vfs_path){.text = mem_copy_text(path, strlen(path))};
    if (parsed->text == NULL)
        return error_nomem(error);
    parsed->path = parsed->text;
    if (strncmp(path, SCHEME, sizeof SCHEME - 1) != 0)
        return OK;
    char *name = parsed->text + sizeof SCHEME - 1;
    (void)cut(name, "#");
    char *query = cut(name, "?");
    if (name[0] == '/' && name[1] == '/') {
        char *authority = name + 2;
        name = authority + strcspn(authority, "/");
        size_t size = (size_t)(name - authority);
        if (size != 0 && (size != 9 || memcmp(authority, "localhost", 9) != 0))
            return error_set(error, MISUSE,
                             "the URI names the host \"%.*s\"; write file:/path",
                             (int)(size < 100 ? size : 100), authority);
    }
    parsed->path = name;
    enum status status = decode(name, error);
    return status == OK ? parse_parameters(parsed, query, error) : status;
}

/* ---- Opening ---------------------------------------------------------------------- */

struct vfs_file {
    struct input_file base; /* must be first */
    /* Its name, from mem_alloc(): the program may unregister and free it, but for the
     * methods of files that are open. */
    char *vfs;
    char *name;           /* from sqlite3_create_filename() */
    sqlite3_file *handle; /* from mem_alloc(); NULL while the file is closed */
    bool stays_open;      /* while it rests */
    struct read_ahead ahead;
    struct memory_account *account; /* of the opening */
};

/* What the file keeps is charged to the account of its opening: readers enter accounts of
 * what they make of the bytes, which may end before the file does. */
static struct memory_scope enter_account(const struct vfs_file *file)
{
    struct memory_scope before = memory_scope_current(), own = before;
    own.account = file->account;
    memory_scope_restore(own);
    return before;
}

static enum status failed(const struct vfs_file *file, enum status status,
                          const char *what, int code, struct error *error)
{
    if ((code & 0xff) == SQLITE_NOMEM)
        return error_nomem(error);
    return error_set(error, status, "the VFS %.100s cannot %s: %s (%d)", file->vfs, what,
                     sqlite3_errstr(code), code);
}

static enum status find_vfs(const char *name, sqlite3_vfs **vfs, struct error *error)
{
    *vfs = sqlite3_vfs_find(name);
    if (*vfs != NULL)
        return OK;
    return error_set(
        error, CANTOPEN,
        "there is no VFS \"%.100s\"; the program must register it before the "
        "table is used",
        name);
}

/* A VFS sets the methods even if it fails to open, if the file must be closed. */
static void close_handle(struct vfs_file *file)
{
    if (file->handle != NULL && file->handle->pMethods != NULL)
        file->handle->pMethods->xClose(file->handle);
    mem_free(file->handle);
    file->handle = NULL;
    read_ahead_forget(&file->ahead);
}

static enum status open_handle(struct vfs_file *file, int64_t *size, struct error *error)
{
    static const int FLAGS = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_URI;
    sqlite3_vfs *vfs;
    sqlite3_int64 found = 0;
    int granted = 0;
    enum status status = find_vfs(file->vfs, &vfs, error);
    if (status != OK)
        return status;
    file->handle = mem_alloc_zeroed(1, (size_t)vfs->szOsFile);
    if (file->handle == NULL)
        return error_nomem(error);
    int code = vfs->xOpen(vfs, file->name, file->handle, FLAGS, &granted);
    if (code != SQLITE_OK)
        status = failed(file, CANTOPEN, "open it", code, error);
    if (status == OK) {
        code = file->handle->pMethods->xFileSize(file->handle, &found);
        status = code == SQLITE_OK && found >= 0
                     ? OK
                     : failed(file, IO, "tell its size", code, error);
    }
    if (status != OK)
        close_handle(file);
    *size = found;
    return status;
}

static enum status vfs_wake(struct input_file *base, struct error *error)
{
    struct vfs_file *file = (struct vfs_file *)base;
    int64_t size;
    if (file->handle != NULL)
        return OK;
    struct memory_scope before = enter_account(file);
    enum status status = open_handle(file, &size, error);
    memory_scope_restore(before);
    if (status == OK && size != base->identity.size) {
        close_handle(file);
        status = error_set(error, CHANGED,
                           "the file was replaced; run the statement again");
    }
    return status;
}

static void vfs_rest(struct input_file *base)
{
    struct vfs_file *file = (struct vfs_file *)base;
    read_ahead_forget(&file->ahead);
    if (!file->stays_open)
        close_handle(file);
}

/* Reads what the VFS may take long for. */
static enum status read_exactly(struct vfs_file *file, int64_t offset, size_t size,
                                uint8_t *bytes, struct error *error)
{
    enum status status = OK;
    const size_t most = strncmp(file->vfs, "unix", 4) == 0 ? MOST_OF_UNIX : MOST_AT_ONCE;
    while (status == OK && size > 0) {
        size_t piece = size < most ? size : most;
        int code = file->handle->pMethods->xRead(file->handle, bytes, (int)piece, offset);
        if (code == SQLITE_IOERR_SHORT_READ)
            return error_set(error, CHANGED,
                             "the file became shorter while it was read; run the "
                             "statement again");
        if (code != SQLITE_OK)
            return failed(file, IO, "read it", code, error);
        bytes += piece;
        offset += (int64_t)piece;
        size -= piece;
        status = interrupt_check(error);
    }
    return status;
}

static enum status vfs_read_at(struct input_file *base, int64_t offset, size_t size,
                               void *bytes, struct error *error)
{
    struct vfs_file *file = (struct vfs_file *)base;
    uint8_t *to = bytes;
    enum status status = vfs_wake(base, error);
    while (status == OK && size > 0) {
        size_t n = read_ahead_copy(&file->ahead, offset, size, to);
        to += n;
        offset += (int64_t)n;
        size -= n;
        if (n > 0)
            continue;
        struct memory_scope before = enter_account(file);
        struct read_window *window = read_ahead_next(&file->ahead, offset, size,
                                                     base->identity.size);
        memory_scope_restore(before);
        if (window == NULL)
            return read_exactly(file, offset, size, to, error);
        status = read_exactly(file, offset, window->size, window->bytes, error);
    }
    if (status != OK)
        read_ahead_forget(&file->ahead);
    return status;
}

static void vfs_close(struct input_file *base)
{
    struct vfs_file *file = (struct vfs_file *)base;
    close_handle(file);
    mem_free(file->vfs);
    sqlite3_free_filename(file->name);
    mem_free(file);
}

/* Sets file->name to the whole path with the parameters. */
static enum status make_name(struct vfs_file *file, const struct vfs_path *parsed,
                             struct error *error)
{
    sqlite3_vfs *vfs;
    enum status status = find_vfs(file->vfs, &vfs, error);
    if (status != OK)
        return status;
    size_t size = (size_t)vfs->mxPathname + 1;
    char *full = mem_alloc_zeroed(1, size);
    if (full == NULL)
        return error_nomem(error);
    int code = vfs->xFullPathname(vfs, parsed->path, (int)size, full);
    if ((code & 0xff) != SQLITE_OK) /* or SQLITE_OK_SYMLINK */
        status = failed(file, CANTOPEN, "make a whole path of it", code, error);
    if (status == OK) {
        file->name = (char *)sqlite3_create_filename(full, "", "", parsed->n_parameters,
                                                     (const char **)parsed->parameters);
        status = file->name != NULL ? OK : error_nomem(error);
    }
    mem_free(full);
    return status;
}

static enum status open_parsed(const char *vfs, const struct vfs_path *parsed,
                               bool stays_open, struct input_file **result,
                               struct error *error)
{
    static const struct input_file_ops ops = {
        .read_at = vfs_read_at, .close = vfs_close, .rest = vfs_rest, .wake = vfs_wake};
    struct vfs_file *file = mem_alloc_zeroed(1, sizeof *file);
    if (file == NULL)
        return error_nomem(error);
    file->base.ops = &ops;
    file->base.identity = file_identity_of_size(0);
    file->stays_open = stays_open;
    file->account = memory_scope_current().account;
    file->vfs = mem_copy_text(vfs, strlen(vfs));
    enum status status = file->vfs != NULL ? make_name(file, parsed, error)
                                           : error_nomem(error);
    if (status == OK)
        status = open_handle(file, &file->base.identity.size, error);
    if (status == OK)
        *result = &file->base;
    else
        vfs_close(&file->base);
    return status;
}

enum status vfs_file_open(const char *vfs, const char *path, bool stays_open,
                          struct input_file **file, struct error *error)
{
    struct vfs_path parsed;
    *file = NULL;
    if (!host_has_filenames())
        return error_set(error, UNSUPPORTED,
                         "option vfs needs SQLite 3.32 or newer; this is %s",
                         sqlite3_libversion());
    enum status status = parse_path(path, &parsed, error);
    if (status == OK)
        status = open_parsed(vfs, &parsed, stays_open, file, error);
    mem_free(parsed.text);
    return status;
}
