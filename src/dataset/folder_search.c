/* SPDX-License-Identifier: MIT */
#include "dataset/folder_search.h"

#include "base/alloc.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "dataset/lake_folder.h"

enum {
    WORK_PER_NAME = 200,
    WORK_PER_LINE = 10,
    WORK_PER_PATH = 2000,       /* to ask the system about it */
    SHOWN = 200,                /* bytes of a path in messages */
    MOST_UNFINISHED = 64 << 20, /* bytes of paths in the lists of appends */
    MOST_KNOWN = 1 << 16,       /* folders that are remembered */
    MOST_KNOWN_NAMES = 16, /* in each: of more, listing them takes less than the files */
};

/* A folder on the way from the pattern's fixed part to the folder being read. */
struct search_level {
    struct folder_listing listing;
    size_t next;         /* entry to look at */
    size_t path_size;    /* of the folder, with a slash unless empty */
    uint64_t components; /* those that may match the names in the folder */
};

/* How often a folder was reached. */
struct reached_folder {
    uint64_t device, inode;
    uint32_t n;
};

enum status folder_search_add(struct folder_search *search, struct slice path,
                              size_t fixed_size, struct file_stamp stamp,
                              struct error *error)
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

/* ---- Sets of components -----------------------------------------------------------
 *
 * Component i of a set may match the next name.  So each folder is read once, however
 * many ways there are to distribute names among several "**".
 */

/* Adds the component i, and those after it as far as they follow a "**", which may match
 * no folder. */
static uint64_t with_component(const struct folder_search *search, uint64_t set, int i)
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
static uint64_t components_inside(const struct folder_search *search, uint64_t set,
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

static bool has_accepted_suffix(const struct folder_search *search, struct slice name)
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
static bool is_wanted(const struct folder_search *search, uint64_t set, struct slice name)
{
    int last = search->n_components - 1;
    if ((set >> last & 1) == 0)
        return false;
    if (path_component_is_any_folders(search->components[last]))
        return !path_name_is_hidden(name) && has_accepted_suffix(search, name);
    return path_component_matches(search->components[last], name);
}

/* ---- Reading folders -------------------------------------------------------------- */

enum status folder_search_locate(const struct folder_search *search, struct error *error)
{
    struct slice path = buffer_slice(&search->path);
    if (path.size == 0)
        path = slice_of(".", 1);
    path = path_for_message(path);
    return error_locate(error, "\"%.*s\"", SLICE_SHOWN(path, SHOWN));
}

enum status folder_search_refuse(const struct folder_search *search, enum entry_kind kind,
                                 int reason, struct error *error)
{
    (void)folder_refuse(kind, reason, error);
    if (kind == ENTRY_MISSING)
        (void)path_explain_missing((const char *)search->path.data, error);
    return folder_search_locate(search, error);
}

/* Whether the folder just listed is one of those it was reached through. */
static bool is_loop(const struct folder_search *search,
                    const struct folder_listing *listing)
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
static enum status count_reached(struct folder_search *search,
                                 const struct folder_listing *listing,
                                 struct error *error)
{
    uint64_t device = listing->identity.device, inode = listing->identity.inode;
    uint32_t hash = (uint32_t)hash_mix(hash_mix(device) + inode);
    struct hash_table *table = &search->reached_folders;
    struct reached_folder *reached = NULL;
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
        *reached = (struct reached_folder){device, inode, 0};
        hash_table_put(table, slot, hash, (uint32_t)table->n);
    }
    if (reached->n++ < FILE_LIST_MOST_WAYS)
        return OK;
    (void)error_set(error, TOO_BIG, "links lead to the folder in more than %d ways",
                    FILE_LIST_MOST_WAYS);
    return folder_search_locate(search, error);
}

/* Notes files that are being added to the folder at search->path. */
static enum status note_unfinished(struct folder_search *search, struct slice paths,
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

static uint32_t hash_of_path(const struct folder_search *search)
{
    return (uint32_t)xxh64_of(buffer_slice(&search->path));
}

static enum status number_known(struct folder_search *search, struct error *error)
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
static const struct known_folder *find_known(const struct folder_search *search)
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
static enum status add_known(struct folder_search *search,
                             const struct known_folder *known, size_t names_size,
                             struct error *error)
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
static enum status remember(struct folder_search *search, uint64_t components,
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

enum status folder_search_examine(const char *path, enum entry_kind *kind, int *reason,
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
static enum status add_examined(struct folder_search *search, struct slice name,
                                bool *is_file, struct error *error)
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
    status = folder_search_examine((const char *)search->path.data, &kind, &reason,
                                   &stamp, error);
    *is_file = status == OK && kind == ENTRY_FILE;
    return *is_file ? folder_search_add(search, buffer_slice(&search->path),
                                        search->fixed_size, stamp, error)
                    : status;
}

/* Adds the files of a known folder at search->path, unless it has changed. */
static enum status revisit(struct folder_search *search, uint64_t components,
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
    const struct folder_search *search;
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
static enum status meet_lake(struct folder_search *search,
                             const struct folder_listing *listing, bool *is_lake,
                             struct error *error)
{
    const char *path = (const char *)search->path.data;
    struct file_stamp stamp = {0};
    enum lake_kind kind;
    enum status status = lake_listed_kind(path, listing, &kind, error);
    *is_lake = status == OK && kind != LAKE_NONE;
    if (*is_lake && search->options->lists_lakes && search->depth > 0)
        return folder_search_add(search, buffer_slice(&search->path), search->fixed_size,
                                 stamp, error);
    if (*is_lake)
        status = lake_refuse_listed(kind, error);
    if (status == OK && search->depth == 0)
        status = lake_refuse_inside(path, error);
    return status == MISUSE ? folder_search_locate(search, error) : status;
}

/* Begins to read the folder at search->path, which ends with a slash or is empty. */
static enum status enter(struct folder_search *search, uint64_t components,
                         struct error *error)
{
    struct buffer *path = &search->path;
    struct folder_listing listing;
    size_t size = path->size;
    if (search->depth == FILE_LIST_MOST_DEPTH) {
        (void)error_set(error, TOO_BIG, "folders are nested more than %d deep",
                        FILE_LIST_MOST_DEPTH);
        return folder_search_locate(search, error);
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
        return folder_search_locate(search, error);
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
    search->levels[search->depth++] = (struct search_level){
        .listing = listing, .path_size = size, .components = components};
    return OK;
}

/* Adds an entry to the list, enters it, or passes over it. */
static enum status visit(struct folder_search *search, const struct search_level *level,
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
        return folder_search_add(search, buffer_slice(&search->path), search->fixed_size,
                                 entry->stamp, error);
    if (status != OK || inside == 0)
        return status;
    if (entry->kind == ENTRY_OUTSIDE || entry->kind == ENTRY_UNKNOWN)
        return folder_search_refuse(search, entry->kind, entry->reason, error);
    if (!is_folder)
        return OK;
    status = buffer_append_text(&search->path, "/", error);
    return status == OK ? enter(search, inside, error) : status;
}

/* Ends the search of the innermost folder. */
static enum status leave(struct folder_search *search, struct error *error)
{
    struct search_level *level = &search->levels[search->depth - 1];
    search->path.size = level->path_size;
    enum status status = buffer_append(&search->path, "", 1, error);
    if (status == OK)
        search->has_changed |= !folder_is_same((const char *)search->path.data,
                                               &level->listing);
    folder_listing_release(&level->listing);
    search->depth--;
    return status;
}

/* Not recursive: the depth depends on input. */
enum status folder_search_run(struct folder_search *search, struct error *error)
{
    enum status status = enter(search, with_component(search, 0, 0), error);
    while (status == OK && search->depth > 0 && !search->has_changed) {
        struct search_level *level = &search->levels[search->depth - 1];
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

/* ---- Begin and end --------------------------------------------------------------- */

enum status folder_search_begin(struct folder_search *search, struct file_list *list,
                                const struct file_list_options *options,
                                struct error *error)
{
    *search = (struct folder_search){.list = list, .options = options};
    search->levels = mem_alloc(FILE_LIST_MOST_DEPTH, sizeof *search->levels);
    return search->levels != NULL ? number_known(search, error) : error_nomem(error);
}

void folder_search_end(struct folder_search *search)
{
    mem_free(search->levels);
    hash_table_release(&search->known);
    buffer_release(&search->path);
    buffer_release(&search->unfinished);
}
