/* SPDX-License-Identifier: MIT */
#include "lake/paths/lake_path.h"

#include "base/alloc.h"
#include "base/file_system.h"
#include "os/file.h"
#include "value/option_text.h"

/* ---- Roots ------------------------------------------------------------------------ */

void lake_roots_release(struct lake_roots *roots)
{
    for (size_t i = 0; i < roots->n; i++) {
        mem_free(roots->roots[i].prefix);
        mem_free(roots->roots[i].folder);
    }
    mem_free(roots->roots);
    *roots = (struct lake_roots){0};
}

/* Takes both texts, in any case; NULL: out of memory. */
static enum status add_root(struct lake_roots *roots, char *prefix, char *folder,
                            struct error *error)
{
    if (prefix == NULL || folder == NULL ||
        !mem_grow(&roots->roots, roots->n + 1, sizeof *roots->roots)) {
        mem_free(prefix);
        mem_free(folder);
        return error_nomem(error);
    }
    roots->roots[roots->n++] = (struct lake_root){prefix, folder};
    return OK;
}

static enum status check_root(const struct lake_root *root, struct error *error)
{
    os_path_take(root->folder);
    if (root->folder[0] == '\0')
        return error_set(error, MISUSE,
                         "option lake_roots: \"%.200s\" needs the folder where it is: "
                         "PREFIX=FOLDER",
                         root->prefix);
    return OK;
}

enum status lake_roots_copy(const struct lake_roots *roots, struct lake_roots *copy,
                            struct error *error)
{
    enum status status = OK;
    *copy = (struct lake_roots){0};
    for (size_t i = 0; status == OK && i < roots->n; i++) {
        const struct lake_root *root = &roots->roots[i];
        status = add_root(copy, mem_copy_text(root->prefix, strlen(root->prefix)),
                          mem_copy_text(root->folder, strlen(root->folder)), error);
    }
    if (status != OK)
        lake_roots_release(copy);
    return status;
}

enum status lake_roots_parse(const char *text, struct lake_roots *roots,
                             struct error *error)
{
    struct slice list = slice_of(text, strlen(text));
    enum status status = OK;
    bool is_end = false;
    *roots = (struct lake_roots){0};
    while (status == OK && !is_end) {
        struct option_item item = {0};
        status = option_next_item("lake_roots", OPTION_PAIRS, &list, &item, &is_end,
                                  error);
        if (status == OK && !is_end)
            status = add_root(roots, item.name, option_dequote(item.value), error);
        if (status == OK && !is_end)
            status = check_root(&roots->roots[roots->n - 1], error);
    }
    if (status != OK)
        lake_roots_release(roots);
    return status;
}

/* ---- Locations -------------------------------------------------------------------- */

/* A location in the form in which locations are compared. */
struct normal_location {
    struct slice scheme; /* without the colon; empty: a path */
    struct slice rest;
};

static bool is_letter(uint8_t byte)
{
    return (uint8_t)(ascii_lower(byte) - 'a') < 26;
}

/* The size of a scheme, of which a slash follows the colon; 0: there is none.  A single
 * letter is a drive of Windows, and a colon elsewhere part of a name. */
static size_t scheme_size(struct slice text)
{
    size_t n = 0;
    while (n < text.size && (is_letter(text.data[n]) || is_ascii_digit(text.data[n]) ||
                             memchr("+.-", text.data[n], 3) != NULL))
        n++;
    bool is_scheme = n > 1 && is_letter(text.data[0]) && n + 1 < text.size &&
                     text.data[n] == ':' && text.data[n + 1] == '/';
    return is_scheme ? n : 0;
}

static struct slice after(struct slice text, size_t n)
{
    return slice_of(text.data + n, text.size - n);
}

static struct slice skip_slashes(struct slice text)
{
    while (text.size > 0 && text.data[0] == '/')
        text = after(text, 1);
    return text;
}

/* Of file:, the path: the host is this machine. */
static struct normal_location normalize_file(struct slice scheme, struct slice rest)
{
    struct slice path = rest, name;
    if (slice_take_text(&path, "//localhost"))
        rest = path;
    else if (slice_take_text(&path, "//") && path.size > 0 && path.data[0] != '/')
        return (struct normal_location){scheme, rest}; /* another host */
    for (name = skip_slashes(rest); name.data > rest.data + 1;)
        rest = after(rest, 1);
    return (struct normal_location){slice_of(NULL, 0), rest};
}

static struct normal_location normalize(struct slice text, bool may_have_scheme)
{
    size_t size = may_have_scheme ? scheme_size(text) : 0;
    struct normal_location location = {slice_of(text.data, size), text};
    if (size > 0)
        location.rest = after(text, size + 1);
    if (slice_equals_word(location.scheme, "file"))
        location = normalize_file(location.scheme, location.rest);
    if (slice_equals_word(location.scheme, "s3a") ||
        slice_equals_word(location.scheme, "s3n"))
        location.scheme.size = 2;
    while (location.scheme.size == 0 && slice_take_text(&location.rest, "./"))
        location.rest = skip_slashes(location.rest);
    struct slice *rest = &location.rest; /* file:///C:/ of Windows is C:/ */
    if (location.scheme.size == 0 && rest->size > 3 && rest->data[0] == '/' &&
        is_letter(rest->data[1]) && rest->data[2] == ':' && rest->data[3] == '/')
        *rest = after(*rest, 1);
    return location;
}

/* Whether a location is below a prefix; *below is then what follows. */
static bool is_below(const struct normal_location *location,
                     struct normal_location prefix, struct slice *below)
{
    struct slice text = location->rest, front = prefix.rest;
    if (!slice_equals_nocase(location->scheme, prefix.scheme))
        return false;
    while (front.size > 0 && front.data[front.size - 1] == '/')
        front.size--;
    while (front.size > 0 && text.size > 0 && text.data[0] == front.data[0]) {
        bool is_slash = text.data[0] == '/';
        text = is_slash ? skip_slashes(text) : after(text, 1);
        front = is_slash ? skip_slashes(front) : after(front, 1);
    }
    *below = skip_slashes(text);
    return front.size == 0 && text.size > 0 && below->data != text.data;
}

static bool is_below_text(const struct normal_location *location, struct slice prefix,
                          struct slice *below)
{
    return is_below(location, normalize(prefix, true), below);
}

static bool is_below_path(const struct normal_location *location, const char *path,
                          struct slice *below)
{
    struct slice text = slice_of(path, strlen(path));
    struct normal_location folder = normalize(text, path_is_url(path));
    return folder.rest.size > 0 && is_below(location, folder, below); /* none: "", "./" */
}

/* The folder of a location, and what of it is below the folder; NULL: none. */
static const char *find_folder(const struct lake_paths *paths,
                               const struct normal_location *location,
                               struct slice *below)
{
    struct slice rest;
    size_t longest = 0, n_roots = paths->roots != NULL ? paths->roots->n : 0;
    const char *folder = NULL;
    for (size_t i = 0; i < n_roots; i++) {
        const struct lake_root *root = &paths->roots->roots[i];
        size_t size = strlen(root->prefix);
        if (size > longest &&
            is_below_text(location, slice_of(root->prefix, size), &rest)) {
            folder = root->folder;
            longest = size;
            *below = rest;
        }
    }
    if (folder != NULL)
        return folder;
    if ((paths->location.size > 0 && is_below_text(location, paths->location, below)) ||
        is_below_path(location, paths->folder, below) ||
        (paths->resolved != NULL && is_below_path(location, paths->resolved, below)))
        return paths->folder;
    *below = location->rest;
    bool is_relative = location->scheme.size == 0 &&
                       !(below->size > 0 && below->data[0] == '/') &&
                       !(below->size > 1 && below->data[1] == ':');
    return is_relative ? paths->folder : NULL;
}

/* Decodes %XX in place.  A "%" without two hexadecimal digits is itself. */
static void decode_percent(struct buffer *text)
{
    size_t to = 0;
    for (size_t i = 0; i < text->size; i++, to++) {
        uint8_t byte = text->data[i];
        if (byte == '%' && text->size - i > 2) {
            uint8_t high = ascii_hex_value(text->data[i + 1]);
            uint8_t low = ascii_hex_value(text->data[i + 2]);
            if (high != NO_HEX_DIGIT && low != NO_HEX_DIGIT) {
                byte = (uint8_t)(high << 4 | low);
                i += 2;
            }
        }
        text->data[to] = byte;
    }
    text->size = to;
}

/* Whether some name of a path is "..". */
static bool goes_up(const char *path)
{
    for (;; path++) {
        size_t size = strcspn(path, "/");
        if (size == 2 && path[0] == '.' && path[1] == '.')
            return true;
        path += size;
        if (*path == '\0')
            return false;
    }
}

/* Whether a path in a folder leads out of it: by "..", which web servers decode; or, in
 * the current folder, since all of it is a URL. */
static bool leads_out(const char *folder, const char *path, struct error *error)
{
    struct buffer decoded = {0};
    if (goes_up(path) || (folder[0] == '\0' && path_is_url(path)))
        return true;
    bool is_web = path_is_url(folder) && ascii_lower((uint8_t)folder[0]) == 'h';
    if (!is_web || buffer_append_text(&decoded, path, error) != OK)
        return false;
    decode_percent(&decoded);
    bool is_out = buffer_append(&decoded, "", 1, error) == OK &&
                  goes_up((const char *)decoded.data);
    buffer_release(&decoded);
    return is_out;
}

/* The part of a location that lake_roots may map: without the name of the file. */
static size_t folder_size(struct slice location)
{
    while (location.size > 0 && location.data[location.size - 1] != '/')
        location.size--;
    return location.size > 1 ? location.size - 1 : location.size;
}

static enum status refuse(struct slice location, struct error *error)
{
    return error_set(error, MISUSE,
                     "\"%.*s\" is outside the table's folder; if it is to be read, the "
                     "option lake_roots says where it is: lake_roots='\"%.*s\"=FOLDER'",
                     SLICE_SHOWN(location, 200),
                     SLICE_SHOWN(slice_of(location.data, folder_size(location)), 200));
}

static enum status map_decoded(const struct lake_paths *paths, struct slice text,
                               bool may_have_scheme, struct buffer *path,
                               struct error *error)
{
    struct slice below;
    struct normal_location location = normalize(text, may_have_scheme);
    const char *folder = find_folder(paths, &location, &below);
    path->size = 0;
    if (folder == NULL)
        return refuse(text, error);
    buffer_add_text(path, folder, error);
    if (path->size > 0 && path->data[path->size - 1] != '/')
        buffer_add_text(path, "/", error);
    size_t front = path->size;
    buffer_add(path, below, error);
    buffer_add(path, slice_of("", 1), error);
    if (error->status != OK)
        return error->status;
    os_path_take((char *)path->data + front);
    if (leads_out(folder, (const char *)path->data + front, error))
        return refuse(text, error);
    path->size--;
    return error->status;
}

enum status lake_path_map(const struct lake_paths *paths, struct slice location,
                          struct buffer *path, struct error *error)
{
    struct buffer decoded = {0};
    enum status status = OK;
    struct slice text = location;
    bool may_have_scheme = true;
    if (paths->is_encoded && location.size > 0 &&
        memchr(location.data, '%', location.size) != NULL) {
        status = buffer_append(&decoded, location.data, location.size, error);
        if (status == OK)
            decode_percent(&decoded);
        text = buffer_slice(&decoded);
        may_have_scheme = scheme_size(location) > 0;
    }
    if (status == OK && (text.size == 0 || text.data[text.size - 1] == '/' ||
                         memchr(text.data, '\0', text.size) != NULL))
        status = error_set(error, CORRUPT, "\"%.*s\" is not the location of a file",
                           SLICE_SHOWN(text, 200));
    if (status == OK)
        status = map_decoded(paths, text, may_have_scheme, path, error);
    buffer_release(&decoded);
    return status;
}
