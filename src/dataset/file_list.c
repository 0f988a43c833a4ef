/* SPDX-License-Identifier: MIT */
#include "dataset/file_list.h"

#include "base/alloc.h"
#include "base/file_system.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "dataset/lake_folder.h"

enum {
    MOST_COMPONENTS = 64, /* of a pattern, from the first wildcard on: bits of a set */
    WORK_PER_NAME = 200,
    WORK_PER_LINE = 10,
    WORK_PER_PATH = 2000,       /* to ask the system about it */
    MOST_TRIES = 10,            /* to search folders that are replaced meanwhile */
    TRIES_WITHOUT_LOCKS = 2,    /* before appends are held off */
    SHOWN = 200,                /* bytes of a path in messages */
    MOST_UNFINISHED = 64 << 20, /* bytes of paths in the lists of appends */
    MOST_KNOWN = 1 << 16,       /* folders that are remembered */
    MOST_KNOWN_NAMES = 16, /* in each: of more, listing them takes less than the files */
};

/* A folder on the way from the pattern's fixed part to the folder being read. */
struct level {
    struct folder_listing listing;
    size_t next;         /* entry to look at */
    size_t path_size;    /* of the folder, with a slash unless empty */
    uint64_t components; /* those that may match the names in the folder */
};

/* How often a folder was reached. */
struct reached {
    uint64_t device, inode;
    uint32_t n;
};

/* The search for the files of one source. */
struct search {
    struct file_list *list;
    const struct file_list_options *options;
    uint32_t source;
    size_t n_folders; /* listed so far */
    bool only_folders;
    bool has_changed;   /* a folder was replaced, or got files, while it was searched */
    bool holds_appends; /* off, since they have changed folders before */
    struct hash_table known;  /* of options->before */
    struct buffer unfinished; /* files of appends: a folder's path, the files' paths in
                                 it, and an empty one, each with its terminator */
    /* Of the pattern that is being followed: */
    struct slice components[MOST_COMPONENTS];
    int n_components;
    size_t fixed_size;
    struct buffer path;
    struct level *levels; /* FILE_LIST_MOST_DEPTH */
    size_t depth;
    struct reached *reached;
    struct hash_table reached_folders; /* of `reached` */
};

/* ---- The list --------------------------------------------------------------------- */

static enum status add_file(struct search *search, struct slice path, size_t fixed_size,
                            struct file_stamp stamp, struct error *error)
{
    struct file_list *list = search->list;
    if (list->n == search->options->most_files)
        return error_set(error, TOO_BIG, "the sources match more than %zu files",
                         search->options->most_files);
    const char *text = arena_copy_text(&list->texts, path.data, path.size);
    if (text == NULL || !mem_grow(&list->files, list->n + 1, sizeof *list->files))
        return error_nomem(error);
    list->files[list->n++] = (struct listed_file){
        .path = text,
        .size = (uint32_t)path.size,
        .fixed_size = (uint32_t)fixed_size,
        .source = search->source,
        .stamp = stamp,
    };
    return OK;
}

static int compare_paths(const void *context, uint32_t a, uint32_t b)
{
    const struct listed_file *files = context;
    return strcmp(files[a].path, files[b].path);
}

/* Sorts the files from number `first` on, those of one source, and drops the repeated. */
static enum status sort_files(struct file_list *list, size_t first, struct error *error)
{
    if (list->n == first)
        return OK;
    if (list->n - first > UINT32_MAX / 2)
        return error_set(error, TOO_BIG, "the sources match too many files");
    struct listed_file *files = list->files + first;
    uint32_t n = (uint32_t)(list->n - first), n_different = 0;
    enum status status = merge_sort_records(compare_paths, files, files, sizeof *files, n,
                                            error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (i == 0 || strcmp(files[n_different - 1].path, files[i].path) != 0)
            files[n_different++] = files[i];
    }
    if (status == OK)
        list->n = first + n_different;
    return status;
}

/* The file of a path among those from number `first` on, which are sorted; or NULL. */
static struct listed_file *find_file(const struct file_list *list, size_t first,
                                     const char *path)
{
    size_t end = list->n;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(list->files[middle].path, path);
        if (order == 0)
            return &list->files[middle];
        first = order < 0 ? middle + 1 : first;
        end = order < 0 ? end : middle;
    }
    return NULL;
}

static const uint32_t DROPPED = UINT32_MAX; /* as the source of a file */

static enum status drop_file(struct search *search, size_t first, const char *within,
                             const char *relative, struct error *error)
{
    struct buffer *path = &search->path;
    path->size = 0;
    enum status status = buffer_append_text(path, within, error);
    if (status == OK)
        status = buffer_append(path, relative, strlen(relative) + 1, error);
    if (status != OK)
        return status;
    struct listed_file *file = find_file(search->list, first, (const char *)path->data);
    if (file != NULL)
        file->source = DROPPED;
    return interrupt_after(WORK_PER_NAME, error);
}

/* Leaves out the files of appends that are not finished. */
static enum status drop_unfinished(struct search *search, size_t first,
                                   struct error *error)
{
    struct file_list *list = search->list;
    const char *texts = (const char *)search->unfinished.data;
    enum status status = OK;
    for (size_t at = 0; status == OK && at < search->unfinished.size; at++) {
        const char *within = texts + at;
        at += strlen(within) + 1;
        for (; status == OK && texts[at] != '\0'; at += strlen(texts + at) + 1)
            status = drop_file(search, first, within, texts + at, error);
    }
    size_t n = first;
    for (size_t i = first; i < list->n; i++) {
        if (list->files[i].source != DROPPED)
            list->files[n++] = list->files[i];
    }
    list->n = n;
    return status;
}

/* ---- Sets of components -----------------------------------------------------------
 *
 * Component i of a set may match the next name.  So each folder is read once, however
 * many ways there are to distribute names among several "**".
 */

/* Adds the component i, and those after it as far as they follow a "**", which may match
 * no folder. */
static uint64_t with_component(const struct search *search, uint64_t set, int i)
{
    while (i < search->n_components) {
        set |= UINT64_C(1) << i;
        if (!path_component_is_any_folders(search->components[i]))
            break;
        i++;
    }
    return set;
}

/* The components that may match names in the folder `name`. */
static uint64_t components_inside(const struct search *search, uint64_t set,
                                  struct slice name)
{
    uint64_t inside = 0;
    for (int i = 0; i < search->n_components; i++) {
        if ((set >> i & 1) == 0)
            continue;
        if (path_component_is_any_folders(search->components[i])) {
            if (!path_name_is_hidden(name))
                inside = with_component(search, inside, i);
        } else if (path_component_matches(search->components[i], name)) {
            inside = with_component(search, inside, i + 1);
        }
    }
    return inside;
}

static bool has_accepted_suffix(const struct search *search, struct slice name)
{
    for (size_t i = 0; i < search->options->n_suffixes; i++) {
        const char *suffix = search->options->suffixes[i];
        size_t size = strlen(suffix);
        if (name.size >= size &&
            slice_equals_word(slice_of(name.data + name.size - size, size), suffix))
            return true;
    }
    return false;
}

/* Whether the last component matches a file of this name. */
static bool is_wanted(const struct search *search, uint64_t set, struct slice name)
{
    int last = search->n_components - 1;
    if ((set >> last & 1) == 0)
        return false;
    if (path_component_is_any_folders(search->components[last]))
        return !path_name_is_hidden(name) && has_accepted_suffix(search, name);
    return path_component_matches(search->components[last], name);
}

/* ---- Reading folders -------------------------------------------------------------- */

/* Names the path at which the search is in the message; "" is the current folder. */
static enum status locate(const struct search *search, struct error *error)
{
    struct slice path = buffer_slice(&search->path);
    if (path.size == 0)
        path = slice_of(".", 1);
    path = path_for_message(path);
    return error_locate(error, "\"%.*s\"", SLICE_SHOWN(path, SHOWN));
}

static enum status refuse_path(const struct search *search, enum entry_kind kind,
                               int reason, struct error *error)
{
    (void)folder_refuse(kind, reason, error);
    if (kind == ENTRY_MISSING)
        (void)path_explain_missing((const char *)search->path.data, error);
    return locate(search, error);
}

/* Whether the folder just listed is one of those it was reached through. */
static bool is_loop(const struct search *search, const struct folder_listing *listing)
{
    for (size_t i = 0; i < search->depth; i++) {
        const struct folder_listing *outer = &search->levels[i].listing;
        if (outer->identity.device == listing->identity.device &&
            outer->identity.inode == listing->identity.inode)
            return true;
    }
    return false;
}

/* Counts how often the folder was reached: in a maze of links there are more ways than
 * can be followed. */
static enum status count_reached(struct search *search,
                                 const struct folder_listing *listing,
                                 struct error *error)
{
    uint64_t device = listing->identity.device, inode = listing->identity.inode;
    uint32_t hash = (uint32_t)hash_mix(hash_mix(device) + inode);
    struct hash_table *table = &search->reached_folders;
    struct reached *reached = NULL;
    enum status status = hash_table_reserve(table, error);
    if (status == OK &&
        !mem_grow(&search->reached, table->n + 1, sizeof *search->reached))
        status = error_nomem(error);
    if (status != OK)
        return status;
    struct hash_slot *slot = hash_table_first(table, hash);
    for (; slot->number != 0; slot = hash_table_next(table, slot)) {
        reached = &search->reached[slot->number - 1];
        if (reached->device == device && reached->inode == inode)
            break;
    }
    if (slot->number == 0) {
        reached = &search->reached[table->n];
        *reached = (struct reached){device, inode, 0};
        hash_table_put(table, slot, hash, (uint32_t)table->n);
    }
    if (reached->n++ < FILE_LIST_MOST_WAYS)
        return OK;
    (void)error_set(error, TOO_BIG, "links lead to the folder in more than %d ways",
                    FILE_LIST_MOST_WAYS);
    return locate(search, error);
}

/* Notes files that are being added to the folder at search->path. */
static enum status note_unfinished(struct search *search, struct slice paths,
                                   struct error *error)
{
    struct buffer *unfinished = &search->unfinished;
    if (paths.size == 0)
        return OK;
    if (unfinished->size + paths.size > MOST_UNFINISHED)
        return error_set(
            error, TOO_BIG,
            "too many files are being added to the folders (.parquet_append)");
    enum status status = buffer_append(unfinished, search->path.data, search->path.size,
                                       error);
    if (status == OK)
        status = buffer_append(unfinished, "", 1, error);
    if (status == OK)
        status = buffer_append(unfinished, paths.data, paths.size, error);
    return status == OK ? buffer_append(unfinished, "", 1, error) : status;
}

/* ---- Folders that are known from before ------------------------------------------- */

static uint32_t hash_of_path(const struct search *search)
{
    return (uint32_t)xxh64_of(buffer_slice(&search->path));
}

static enum status number_known(struct search *search, struct error *error)
{
    const struct file_list *before = search->options->before;
    size_t n = before != NULL ? before->n_known : 0;
    enum status status = n > 0 ? hash_table_reset(&search->known, n, error) : OK;
    for (size_t i = 0; status == OK && i < n; i++) {
        uint32_t hash = before->known[i].hash;
        struct hash_slot *slot = hash_table_first(&search->known, hash);
        while (slot->number != 0)
            slot = hash_table_next(&search->known, slot);
        hash_table_put(&search->known, slot, hash, (uint32_t)i);
        status = interrupt_after(WORK_PER_LINE, error);
    }
    return status;
}

/* What is known of the folder at search->path, or NULL. */
static const struct known_folder *find_known(const struct search *search)
{
    if (search->known.n == 0)
        return NULL;
    struct slice path = buffer_slice(&search->path);
    struct hash_slot *slot = hash_table_first(&search->known, hash_of_path(search));
    for (; slot->number != 0; slot = hash_table_next(&search->known, slot)) {
        const struct known_folder *known =
            &search->options->before->known[slot->number - 1];
        if (slice_equals_text(path, known->path))
            return known;
    }
    return NULL;
}

/* Adds a folder to those that the next search need not list. */
static enum status add_known(struct search *search, const struct known_folder *known,
                             size_t names_size, struct error *error)
{
    struct file_list *list = search->list;
    if (list->n_known == MOST_KNOWN)
        return OK;
    if (!mem_grow(&list->known, list->n_known + 1, sizeof *list->known))
        return error_nomem(error);
    struct known_folder *to = &list->known[list->n_known];
    *to = *known;
    to->path = arena_copy_text(&list->texts, search->path.data, search->path.size);
    to->names = arena_copy_text(&list->texts, (const uint8_t *)known->names, names_size);
    list->n_known += to->path != NULL && to->names != NULL;
    return to->path != NULL && to->names != NULL ? OK : error_nomem(error);
}

/* The same for the one at search->path, if its identity says all about its names: a link
 * to a file may become one to a folder.  (Files that are not wanted have a stamp only if
 * they were reached by a link.) */
static enum status remember(struct search *search, uint64_t components,
                            const struct folder_listing *listing, struct error *error)
{
    bool is_simple = listing->keeps_names && listing->append.stamp.all == 0 &&
                     listing->n <= MOST_KNOWN_NAMES;
    for (size_t i = 0; is_simple && i < listing->n; i++) {
        const struct folder_entry *entry = &listing->entries[i];
        is_simple = entry->kind == ENTRY_FILE &&
                    (entry->stamp.all == 0 ||
                     is_wanted(search, components, slice_of(entry->name, entry->size)));
    }
    const struct known_folder known = {.names = (const char *)listing->names.data,
                                       .n_names = (uint32_t)listing->n,
                                       .hash = hash_of_path(search),
                                       .identity = listing->identity};
    return is_simple && listing->n > 0
               ? add_known(search, &known, listing->names.size, error)
               : OK;
}

/* What is at a path. */
static enum status examine(const char *path, enum entry_kind *kind, int *reason,
                           struct file_stamp *stamp, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct file_stamp ignored;
    if (system != NULL) {
        enum status status = system->examine(path, kind, stamp != NULL ? stamp : &ignored,
                                             error);
        struct slice shown = path_for_message(slice_of(path, strlen(path)));
        return status == OK ? OK
                            : error_locate(error, "\"%.*s\"", SLICE_SHOWN(shown, SHOWN));
    }
    *kind = folder_examine(path, reason, stamp);
    return interrupt_after(WORK_PER_PATH, error);
}

/* Adds the file of this name in the folder at search->path; *is_file: there is one. */
static enum status add_examined(struct search *search, struct slice name, bool *is_file,
                                struct error *error)
{
    struct file_stamp stamp = {0};
    enum entry_kind kind;
    int reason;
    enum status status = buffer_append(&search->path, name.data, name.size, error);
    if (status == OK)
        status = buffer_append(&search->path, "", 1, error);
    if (status != OK)
        return status;
    search->path.size--;
    status = examine((const char *)search->path.data, &kind, &reason, &stamp, error);
    *is_file = status == OK && kind == ENTRY_FILE;
    return *is_file ? add_file(search, buffer_slice(&search->path), search->fixed_size,
                               stamp, error)
                    : status;
}

/* Adds the files of a known folder at search->path, unless it has changed. */
static enum status revisit(struct search *search, uint64_t components,
                           const struct known_folder *known, bool *is_added,
                           struct error *error)
{
    struct buffer *path = &search->path;
    size_t size = path->size, n_before = search->list->n;
    const struct folder_listing listing = {.identity = known->identity};
    const char *name = known->names;
    enum status status = OK;
    *is_added = true;
    for (uint32_t i = 0; status == OK && *is_added && i < known->n_names; i++) {
        size_t name_size = strlen(name);
        if (is_wanted(search, components, slice_of(name, name_size)))
            status = add_examined(search, slice_of(name, name_size), is_added, error);
        path->size = size;
        name += name_size + 1;
    }
    if (status == OK)
        status = buffer_append(path, "", 1, error);
    path->size = size;
    *is_added = status == OK && *is_added &&
                folder_is_unchanged((const char *)path->data, &known->identity);
    if (!*is_added) {
        search->list->n = n_before;
        return status;
    }
    status = count_reached(search, &listing, error);
    return status == OK ? add_known(search, known, (size_t)(name - known->names), error)
                        : status;
}

/* The components that may match the names in a folder. */
struct wish {
    const struct search *search;
    uint64_t components;
};

/* Of a struct folder_wish. */
static bool is_wished(void *context, struct slice name)
{
    const struct wish *wish = context;
    return is_wanted(wish->search, wish->components, name);
}

/* Refuses the folder at search->path if it is a table of Delta or Iceberg, or adds it to
 * the list; the first one is also refused if it is inside one. */
static enum status meet_lake(struct search *search, const struct folder_listing *listing,
                             bool *is_lake, struct error *error)
{
    const char *path = (const char *)search->path.data;
    struct file_stamp stamp = {0};
    enum lake_kind kind;
    enum status status = lake_listed_kind(path, listing, &kind, error);
    *is_lake = status == OK && kind != LAKE_NONE;
    if (*is_lake && search->options->lists_lakes && search->depth > 0)
        return add_file(search, buffer_slice(&search->path), search->fixed_size, stamp,
                        error);
    if (*is_lake)
        status = lake_refuse_listed(kind, error);
    if (status == OK && search->depth == 0)
        status = lake_refuse_inside(path, error);
    return status == MISUSE ? locate(search, error) : status;
}

/* Begins to read the folder at search->path, which ends with a slash or is empty. */
static enum status enter(struct search *search, uint64_t components, struct error *error)
{
    struct buffer *path = &search->path;
    struct folder_listing listing;
    size_t size = path->size;
    if (search->depth == FILE_LIST_MOST_DEPTH) {
        (void)error_set(error, TOO_BIG, "folders are nested more than %d deep",
                        FILE_LIST_MOST_DEPTH);
        return locate(search, error);
    }
    if (search->n_folders++ == FILE_LIST_MOST_FOLDERS)
        return error_set(error, TOO_BIG, "the sources contain more than %d folders",
                         FILE_LIST_MOST_FOLDERS);
    struct wish wish = {search, components};
    const struct folder_wish folder_wish = {is_wished, &wish, search->holds_appends};
    enum status status = buffer_append(path, "", 1, error);
    if (status != OK)
        return status;
    path->size = size;
    const struct known_folder *known = search->depth > 0 ? find_known(search) : NULL;
    bool is_added = false;
    if (known != NULL)
        status = revisit(search, components, known, &is_added, error);
    if (status != OK || is_added)
        return status;
    status = folder_list((const char *)path->data, &folder_wish, &listing, error);
    search->list->n_listed++;
    if (status == CANTOPEN || status == IO)
        return locate(search, error);
    if (status != OK)
        return status;
    /* Its name was in a folder. */
    search->has_changed |= listing.is_missing && search->depth > 0;
    if (listing.is_missing || is_loop(search, &listing)) {
        folder_listing_release(&listing);
        return OK;
    }
    status = count_reached(search, &listing, error);
    bool is_lake = false;
    if (status == OK && !search->options->enters_lakes)
        status = meet_lake(search, &listing, &is_lake, error);
    if (status == OK && !is_lake)
        status = note_unfinished(search, listing.append.paths, error);
    if (status == OK && !is_lake)
        status = remember(search, components, &listing, error);
    if (status != OK || is_lake) {
        folder_listing_release(&listing);
        return status;
    }
    search->levels[search->depth++] = (struct level){
        .listing = listing, .path_size = size, .components = components};
    return OK;
}

/* Adds an entry to the list, enters it, or passes over it. */
static enum status visit(struct search *search, const struct level *level,
                         const struct folder_entry *entry, struct error *error)
{
    struct slice name = slice_of(entry->name, entry->size);
    bool is_folder = entry->kind == ENTRY_FOLDER;
    bool wanted = is_wanted(search, level->components, name);
    uint64_t inside = components_inside(search, level->components, name);
    search->only_folders |= is_folder && wanted && inside == 0;
    if (entry->kind == ENTRY_OTHER || (!wanted && inside == 0))
        return OK;
    search->path.size = level->path_size;
    enum status status = buffer_append(&search->path, entry->name, entry->size, error);
    /* A file's own message, when it is opened, says why it cannot be. */
    if (status == OK && !is_folder && wanted)
        return add_file(search, buffer_slice(&search->path), search->fixed_size,
                        entry->stamp, error);
    if (status != OK || inside == 0)
        return status;
    if (entry->kind == ENTRY_OUTSIDE || entry->kind == ENTRY_UNKNOWN)
        return refuse_path(search, entry->kind, entry->reason, error);
    if (!is_folder)
        return OK;
    status = buffer_append_text(&search->path, "/", error);
    return status == OK ? enter(search, inside, error) : status;
}

/* Ends the search of the innermost folder. */
static enum status leave(struct search *search, struct error *error)
{
    struct level *level = &search->levels[search->depth - 1];
    search->path.size = level->path_size;
    enum status status = buffer_append(&search->path, "", 1, error);
    if (status == OK)
        search->has_changed |= !folder_is_same((const char *)search->path.data,
                                               &level->listing);
    folder_listing_release(&level->listing);
    search->depth--;
    return status;
}

/* Visits all folders from search->path on.  Not recursive: the depth depends on input. */
static enum status walk(struct search *search, struct error *error)
{
    enum status status = enter(search, with_component(search, 0, 0), error);
    while (status == OK && search->depth > 0 && !search->has_changed) {
        struct level *level = &search->levels[search->depth - 1];
        if (level->next < level->listing.n) {
            status = interrupt_after(WORK_PER_NAME, error);
            if (status == OK)
                status = visit(search, level, &level->listing.entries[level->next++],
                               error);
        } else {
            status = leave(search, error);
        }
    }
    while (search->depth > 0)
        folder_listing_release(&search->levels[--search->depth].listing);
    mem_free(search->reached);
    search->reached = NULL;
    hash_table_release(&search->reached_folders);
    return status;
}

/* ---- Patterns --------------------------------------------------------------------- */

/* The size of a URL's front, "s3://"; 0: the pattern is no URL. */
static size_t url_front_size(struct slice pattern)
{
    static const char end[] = "://";
    size_t n = 0;
    if (!path_is_url((const char *)pattern.data))
        return 0;
    while (memcmp(pattern.data + n, end, sizeof end - 1) != 0)
        n++;
    return n + sizeof end - 1;
}

/* Splits a pattern without braces: what comes before the first component with wildcards
 * becomes search->path. */
static enum status split_pattern(struct search *search, struct slice pattern,
                                 struct error *error)
{
    size_t front = url_front_size(pattern);
    search->path.size = 0;
    search->n_components = 0;
    enum status status = buffer_append(&search->path, pattern.data, front, error);
    pattern = slice_of(pattern.data + front, pattern.size - front);
    while (pattern.size > 0 && status == OK) {
        struct slice before = pattern;
        struct slice component = path_pattern_next(&pattern);
        bool has_slash = before.size > component.size + pattern.size;
        bool is_dot = slice_equals_text(component, ".");
        if (search->n_components == 0 && path_component_is_literal(component)) {
            status = path_component_append_name(component, &search->path, error);
            if (status == OK && has_slash)
                status = buffer_append_text(&search->path, "/", error);
        } else if (slice_equals_text(component, "..")) {
            status = error_set(error, MISUSE,
                               "\"..\" cannot follow a wildcard in a pattern");
        } else if (search->n_components == MOST_COMPONENTS) {
            status = error_set(error, TOO_BIG,
                               "the pattern has more than %d parts with wildcards",
                               MOST_COMPONENTS);
        } else if (!is_dot) {
            search->components[search->n_components++] = component;
        }
        bool ends_with_slash = pattern.size == 0 && has_slash;
        if (status == OK && ends_with_slash && search->n_components > 0)
            pattern = slice_of("**", 2);
    }
    return status;
}

/* The part of a path before its name: up to and with the last slash. */
static size_t folder_part(struct slice path)
{
    while (path.size > 0 && path.data[path.size - 1] != '/')
        path.size--;
    return path.size;
}

static enum status add_folder(struct search *search, struct error *error)
{
    size_t size = search->path.size;
    enum status status = OK;
    if (size > 0 && search->path.data[size - 1] != '/')
        status = buffer_append_text(&search->path, "/", error);
    search->components[0] = slice_of("**", 2);
    search->n_components = 1;
    search->fixed_size = search->path.size;
    return status == OK ? walk(search, error) : status;
}

/* Adds what is at search->path, a path without wildcards. */
static enum status add_path(struct search *search, bool must_exist, struct error *error)
{
    int reason = 0;
    enum entry_kind kind = ENTRY_MISSING;
    size_t size = search->path.size;
    enum status status = buffer_append(&search->path, "", 1, error);
    if (status != OK)
        return status;
    search->path.size = size;
    struct slice path = buffer_slice(&search->path);
    struct file_stamp stamp;
    status = examine((const char *)path.data, &kind, &reason, &stamp, error);
    if (status != OK)
        return status;
    if (kind == ENTRY_FILE)
        return add_file(search, path, folder_part(path), stamp, error);
    if (kind == ENTRY_FOLDER)
        return add_folder(search, error);
    if (kind == ENTRY_MISSING && !must_exist)
        return OK;
    return refuse_path(search, kind, reason, error);
}

/* Adds the file at a URL of a server without lists, in which a question mark begins a
 * query. */
static enum status add_url(struct search *search, const struct file_system *system,
                           struct slice url, struct error *error)
{
    struct folder_listing none;
    search->path.size = 0;
    enum status status = buffer_append(&search->path, url.data, url.size, error);
    if (status == OK && (memchr(url.data, '*', url.size) != NULL ||
                         memchr(url.data, '[', url.size) != NULL)) {
        status = system->list((const char *)url.data, &none, error);
        return status != OK ? locate(search, error) : OK;
    }
    return status == OK ? add_path(search, true, error) : status;
}

/* Adds the files that match a pattern without braces, which a zero byte follows. */
static enum status add_matches(struct search *search, struct slice pattern,
                               struct error *error)
{
    const struct file_system *system = file_system_of((const char *)pattern.data);
    if (system != NULL && !system->has_lists((const char *)pattern.data))
        return add_url(search, system, pattern, error);
    enum status status = split_pattern(search, pattern, error);
    if (status != OK)
        return status;
    if (search->n_components == 0)
        return search->path.size > 0 ? add_path(search, false, error) : OK;
    search->fixed_size = search->path.size;
    return walk(search, error);
}

static enum status add_pattern(struct search *search, struct slice pattern,
                               struct error *error)
{
    struct buffer expansions = {0};
    enum status status = path_pattern_expand(pattern, &expansions, error);
    for (size_t at = 0; status == OK && at < expansions.size;) {
        const char *expansion = (const char *)expansions.data + at;
        size_t size = strlen(expansion);
        status = add_matches(search, slice_of(expansion, size), error);
        at += size + 1;
    }
    buffer_release(&expansions);
    return status;
}

/* ---- Sources ---------------------------------------------------------------------- */

/* Whether something exists at the path as it is written. */
static enum status exists(struct slice source, bool *is_there, struct error *error)
{
    int reason;
    enum entry_kind kind;
    char *path = mem_copy_text(source.data, source.size);
    if (path == NULL)
        return error_nomem(error);
    enum status status = examine(path, &kind, &reason, NULL, error);
    *is_there = kind == ENTRY_FILE || kind == ENTRY_FOLDER || kind == ENTRY_OTHER;
    mem_free(path);
    return status;
}

/* Announces a source that is far away. */
static enum status expect(struct slice source, struct error *error)
{
    char *path = mem_copy_text(source.data, source.size);
    enum status status = path != NULL ? lake_expect_folder(path, error)
                                      : error_nomem(error);
    mem_free(path);
    return status;
}

static enum status note_unmatched(struct search *search, struct slice source,
                                  bool is_folder, struct error *error)
{
    struct file_list *list = search->list;
    if (list->unmatched != NULL)
        return OK;
    list->unmatched = arena_copy_text(&list->texts, source.data, source.size);
    list->only_folders = search->only_folders;
    list->is_folder = is_folder;
    return list->unmatched != NULL ? OK : error_nomem(error);
}

static enum status search_source(struct search *search, struct slice source,
                                 bool is_pattern, struct error *error)
{
    search->only_folders = search->has_changed = false;
    search->unfinished.size = 0;
    if (is_pattern)
        return add_pattern(search, source, error);
    search->path.size = 0;
    enum status status = buffer_append(&search->path, source.data, source.size, error);
    return status == OK ? add_path(search, true, error) : status;
}

static enum status add_source(struct search *search, struct slice source,
                              struct error *error)
{
    size_t first = search->list->n, first_known = search->list->n_known;
    bool is_pattern = path_pattern_is_possible(source), is_there = false;
    enum status status = OK;
    int n_tries = 0;
    if (!search->options->enters_lakes)
        status = expect(source, error);
    if (status == OK && is_pattern)
        status = exists(source, &is_there, error);
    is_pattern = is_pattern && !is_there;
    do {
        search->list->n = first;
        search->list->n_known = first_known;
        search->holds_appends = n_tries >= TRIES_WITHOUT_LOCKS;
        if (status == OK)
            status = search_source(search, source, is_pattern, error);
        if (status == OK && search->has_changed && ++n_tries == MOST_TRIES)
            return error_set(error, CHANGED,
                             "folders of \"%.*s\" were replaced or got files again and "
                             "again while they were searched; run the statement again",
                             SLICE_SHOWN(source, SHOWN));
    } while (status == OK && search->has_changed);
    if (status == OK)
        status = sort_files(search->list, first, error);
    if (status == OK)
        status = drop_unfinished(search, first, error);
    if (status == OK && search->list->n == first)
        status = note_unmatched(search, source, !is_pattern, error);
    search->source++;
    return status;
}

/* Takes a line from the text; without the spaces around it. */
static struct slice take_line(struct slice *text)
{
    struct slice line = {0}, newline;
    const uint8_t *end = memchr(text->data, '\n', text->size);
    (void)slice_take(text, end != NULL ? (size_t)(end - text->data) : text->size, &line);
    (void)slice_take(text, 1, &newline);
    return slice_trim_space(line);
}

static enum status add_sources(struct search *search, struct slice sources,
                               struct error *error)
{
    bool is_there = false;
    enum status status = OK;
    if (sources.size > 0 && memchr(sources.data, 0, sources.size) != NULL)
        return error_set(error, MISUSE, "the path contains a NUL character");
    bool has_lines = sources.size > 0 && memchr(sources.data, '\n', sources.size) != NULL;
    if (has_lines)
        status = exists(sources, &is_there, error);
    if (status == OK && sources.size > 0 && (!has_lines || is_there))
        return add_source(search, sources, error);
    while (status == OK && sources.size > 0) {
        struct slice line = take_line(&sources);
        status = line.size > 0 ? add_source(search, line, error)
                               : interrupt_after(WORK_PER_LINE, error);
    }
    if (status == OK && search->source == 0)
        status = error_set(error, MISUSE, "the path is empty");
    return status;
}

enum status file_list_find(struct slice sources, const struct file_list_options *options,
                           struct file_list *list, struct error *error)
{
    struct search search = {.list = list, .options = options};
    *list = (struct file_list){0};
    search.levels = mem_alloc(FILE_LIST_MOST_DEPTH, sizeof *search.levels);
    enum status status = search.levels == NULL ? error_nomem(error)
                                               : number_known(&search, error);
    file_system_mark_search(true);
    if (status == OK)
        status = add_sources(&search, sources, error);
    file_system_mark_search(false);
    mem_free(search.levels);
    hash_table_release(&search.known);
    buffer_release(&search.path);
    buffer_release(&search.unfinished);
    if (status != OK)
        file_list_release(list);
    return status;
}

/* Adds the file at search->path, which need not exist. */
static enum status add_named(struct search *search, size_t fixed_size,
                             struct error *error)
{
    struct file_stamp stamp = {0};
    enum entry_kind kind;
    int reason;
    size_t size = search->path.size;
    enum status status = buffer_append(&search->path, "", 1, error);
    search->path.size = size;
    if (status == OK)
        status = examine((const char *)search->path.data, &kind, &reason, &stamp, error);
    return status == OK
               ? add_file(search, buffer_slice(&search->path), fixed_size, stamp, error)
               : status;
}

enum status file_list_of_paths(struct slice folder, struct slice paths,
                               const struct file_list_options *options,
                               struct file_list *list, struct error *error)
{
    struct search search = {.list = list, .options = options};
    enum status status = OK;
    *list = (struct file_list){0};
    for (size_t at = 0; status == OK && at < paths.size;) {
        const char *relative = (const char *)paths.data + at;
        size_t size = strlen(relative);
        search.path.size = 0;
        status = buffer_append(&search.path, folder.data, folder.size, error);
        if (status == OK)
            status = buffer_append(&search.path, relative, size, error);
        if (status == OK)
            status = add_named(&search, folder.size, error);
        at += size + 1;
    }
    buffer_release(&search.path);
    if (status != OK)
        file_list_release(list);
    return status;
}

enum status file_list_check(const struct listed_file *file, struct error *error)
{
    struct file_stamp stamp = {0};
    int reason;
    (void)folder_examine(file->path, &reason, &stamp);
    return file->stamp.all == 0 || stamp.contents == file->stamp.contents
               ? OK
               : error_set(error, CHANGED,
                           "the file was replaced while its folder was read; run the "
                           "statement again");
}

enum status file_list_require_matches(const struct file_list *list, struct error *error)
{
    if (list->unmatched == NULL)
        return OK;
    if (list->is_folder)
        return error_set(error, CANTOPEN,
                         "the folder \"%.*s\" has no files that end in .parquet or .orc; "
                         "name others by a pattern, such as \"folder/*\"",
                         (int)SHOWN, list->unmatched);
    error_set(error, CANTOPEN, "no file matches \"%.*s\"", (int)SHOWN, list->unmatched);
    if (!list->only_folders)
        return path_explain_missing(list->unmatched, error);
    error_append(error, "; it matches folders: append a slash to read the files in them");
    return error->status;
}

void file_list_release(struct file_list *list)
{
    mem_free(list->files);
    mem_free(list->known);
    arena_release(&list->texts);
    *list = (struct file_list){0};
}
