/* SPDX-License-Identifier: MIT */
#include "sql/table/table_source.h"

#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/known_names.h"
#include "base/path.h"
#include "base/path_pattern.h"
#include "dataset/dataset_file.h"
#include "lake/lake_table.h"
#include "value/option_text.h"
#include "value/value_from_text.h"

/* ---- Finding files --------------------------------------------------------------- */

static struct slice text_slice(const char *text)
{
    return slice_of(text, strlen(text));
}

/* Whether a path at which there is no file may name several. */
static bool may_be_many(const char *path)
{
    const struct file_system *system = file_system_of(path);
    if (system != NULL && !system->has_lists(path)) /* "?" begins a query */
        return strpbrk(path, "\n{*[") != NULL;
    return strchr(path, '\n') != NULL || path_pattern_is_possible(text_slice(path));
}

/* Whether a file is a summary of others, by its name. */
static bool is_summary(const char *path)
{
    return strcmp(path_name(path), "_metadata") == 0;
}

/* Finds the files that a summary file names; none if it has data of its own. */
static enum status find_summarized(const char *path,
                                   const struct file_list_options *options,
                                   struct file_list *list, struct error *error)
{
    struct buffer names = {0};
    size_t folder_size = (size_t)(path_name(path) - path);
    enum status status = formats_list_summary(path, &names, error);
    if (status == OK)
        status = file_list_of_paths(slice_of((const uint8_t *)path, folder_size),
                                    buffer_slice(&names), options, list, error);
    buffer_release(&names);
    return status;
}

static enum status open_one(const void *context, const char *path,
                            struct table_file **file, struct error *error)
{
    return formats_open(path, context, file, error);
}

/* ---- Lake tables ------------------------------------------------------------------- */

/* The option that only such tables know, or NULL. */
static const char *option_of_lakes(const struct table_options *options)
{
    const struct option_values *given = &options->values;
    return option_is_given(given, READ_version)       ? "version"
           : option_is_given(given, READ_timestamp)   ? "timestamp"
           : option_is_given(given, READ_snapshot_id) ? "snapshot_id"
           : option_is_given(given, READ_branch)      ? "branch"
           : option_is_given(given, READ_tag)         ? "tag"
           : option_is_given(given, READ_lake_roots)  ? "lake_roots"
                                                      : NULL;
}

/* The option of folders of files that such a table has no use for, or NULL. */
static const char *option_of_folders(const struct table_options *options)
{
    return options->hive_partitioning == HIVE_ON ? "hive_partitioning"
           : options->hive_types != NULL         ? "hive_types"
           : options->union_by_name              ? "union_by_name"
           : options->field_ids                  ? "field_ids"
                                                 : NULL;
}

static enum status choose_snapshot(const struct table_options *options,
                                   enum lake_kind kind,
                                   struct lake_snapshot_choice *choice,
                                   struct error *error)
{
    const struct option_values *given = &options->values;
    *choice = (struct lake_snapshot_choice){
        .has_version = option_is_given(given, READ_version),
        .has_timestamp = options->timestamp != NULL,
        .has_snapshot_id = option_is_given(given, READ_snapshot_id),
        .version = options->version,
        .snapshot_id = (int64_t)options->snapshot_id,
        .branch = options->branch,
        .tag = options->tag};
    int n = choice->has_version + choice->has_timestamp + choice->has_snapshot_id +
            (choice->branch != NULL) + (choice->tag != NULL);
    if (n > 1)
        return error_set(error, MISUSE,
                         "only one of the options version, timestamp, snapshot_id, "
                         "branch and tag can choose a snapshot");
    const char *other = kind == LAKE_ICEBERG && choice->has_version ? "version"
                        : kind == LAKE_ICEBERG                      ? NULL
                        : choice->has_snapshot_id                   ? "snapshot_id"
                        : choice->branch != NULL                    ? "branch"
                        : choice->tag != NULL                       ? "tag"
                                                                    : NULL;
    if (other != NULL)
        return error_set(error, MISUSE, "option %s: the folder is %s, which has none",
                         other, lake_kind_words(kind));
    if (choice->has_timestamp &&
        timestamp_from_text(text_slice(options->timestamp), UNIT_MICROS, true,
                            &choice->timestamp) == TEXT_UNFIT)
        return error_set(error, MISUSE,
                         "option timestamp: \"%.100s\" is no time such as 2026-11-01 "
                         "12:00:00",
                         options->timestamp);
    return OK;
}

/* Opens the table, unless the snapshot that was opened before is still the one. */
static enum status open_lake(const struct table_options *options, enum lake_kind kind,
                             const struct table_source *before,
                             struct table_source *source, struct error *error)
{
    struct declared_table *earlier = before != NULL ? before->lake : NULL;
    /* Files of deletes are opened as late as data files that they delete rows of. */
    static const struct format_options plain = {.parquet = {.verify_checksums = true}};
    const struct dataset_opener opener = {open_one, &plain};
    struct lake_roots roots = {.n = 0};
    struct lake_request request = {
        .path = options->path, .kind = kind, .roots = &roots, .opener = &opener};
    request.before = earlier;
    bool is_current = earlier != NULL &&
                      (option_is_given(&options->values, READ_version) ||
                       option_is_given(&options->values, READ_snapshot_id));
    enum status status = OK;
    if (earlier != NULL && !is_current)
        status = declared_table_is_current(earlier, &is_current, error);
    if (status == OK && is_current) {
        source->lake = declared_table_share(earlier);
        return OK;
    }
    if (status == OK)
        status = choose_snapshot(options, kind, &request.choice, error);
    if (status == OK && options->lake_roots != NULL)
        status = lake_roots_parse(options->lake_roots, &roots, error);
    if (status == OK)
        status = lake_table_open(&request, &source->lake, error);
    lake_roots_release(&roots);
    return status;
}

/* Which table the options ask for; LAKE_NONE: whichever there is, or none. */
static enum lake_kind wanted_kind(const struct table_options *options)
{
    static const enum lake_kind wanted[] = {[LAKE_AS_DELTA] = LAKE_DELTA,
                                            [LAKE_AS_ICEBERG] = LAKE_ICEBERG,
                                            [LAKE_OFF] = LAKE_NONE};
    return wanted[options->lake];
}

static enum status find_kind(const struct table_options *options, enum lake_kind *kind,
                             struct error *error)
{
    *kind = LAKE_NONE;
    return options->lake != LAKE_OFF
               ? lake_find_kind(options->path, wanted_kind(options), kind, error)
               : OK;
}

/* Refuses a path that is not such a table as the option lake wants. */
static enum status refuse_other(const struct table_options *options, struct error *error)
{
    struct file_identity identity;
    enum status status = disk_file_identity(options->path, &identity, error);
    if (status != OK && status != UNSUPPORTED) /* which it is for folders */
        return status;
    error_clear(error);
    return error_set(error, MISUSE, "the path is not %s",
                     lake_kind_words(wanted_kind(options)));
}

/* Why a folder is no table any more: perhaps it cannot be listed. */
static enum status refuse_lost(const char *path, struct error *error)
{
    struct folder_listing listing = {0};
    enum status status = folder_list(path, NULL, &listing, error);
    folder_listing_release(&listing);
    return status == OK ? error_set(error, CANTOPEN,
                                    "the folder is no Delta or Iceberg table any more")
                        : status;
}

/* Finds the table that the path is, if it is one. */
static enum status find_lake(const struct table_options *options,
                             const struct table_source *before,
                             struct table_source *source, struct error *error)
{
    enum lake_kind kind;
    enum status status = find_kind(options, &kind, error);
    source->lake_kind = kind;
    if (status == OK && kind == LAKE_NONE && before != NULL && before->lake != NULL)
        status = refuse_lost(options->path, error);
    if (status != OK)
        return status;
    const char *option = kind != LAKE_NONE ? option_of_folders(options)
                                           : option_of_lakes(options);
    if (option != NULL && kind != LAKE_NONE)
        return error_set(error, MISUSE,
                         "option %s is for files in folders; this is %s, whose columns "
                         "its metadata declare",
                         option, lake_kind_words(kind));
    if (option != NULL)
        return error_set(error, MISUSE,
                         "option %s: the path is no folder of a Delta or Iceberg table",
                         option);
    if (kind == LAKE_NONE && wanted_kind(options) != LAKE_NONE)
        return refuse_other(options, error);
    return kind != LAKE_NONE ? open_lake(options, kind, before, source, error) : OK;
}

/* Options that would be without effect are errors. */
static enum status find_elsewhere(const struct table_options *options,
                                  struct table_source *source, struct error *error)
{
    const char *option = option_of_folders(options);
    if (option == NULL)
        option = options->lake != LAKE_AUTO ? "lake" : option_of_lakes(options);
    if (option != NULL)
        return error_set(error, MISUSE,
                         "options vfs and blob name one file; option %s is for many",
                         option);
    source->is_elsewhere = true;
    source->is_immutable = options->immutable;
    return file_access_check(&source->access, error);
}

enum status table_source_find(const struct table_options *options,
                              const struct table_source *before,
                              struct table_source *source, struct error *error)
{
    static const char *const suffixes[] = {".parquet", ".orc"};
    const struct file_list_options list = {
        .suffixes = suffixes,
        .n_suffixes = sizeof suffixes / sizeof *suffixes,
        .most_files = DATASET_MOST_FILES,
        .enters_lakes = options->lake == LAKE_OFF,
        .lists_lakes = options->lists_lakes,
        .before = before != NULL ? &before->list : NULL};
    const char *path = options->path;
    enum status status = OK;
    *source = (struct table_source){.is_many = false};
    file_access_init(&source->access, options);
    if (file_access_is_elsewhere(&source->access))
        return find_elsewhere(options, source, error);
    status = find_lake(options, before, source, error);
    if (status != OK || source->lake != NULL) {
        source->is_many = source->access.format.is_of_many = true;
        return status;
    }
    if (options->hive_partitioning != HIVE_ON) {
        status = disk_file_identity(path, &source->identity, error);
        bool is_folder = status == UNSUPPORTED;
        if (status == OK && is_summary(path))
            status = find_summarized(path, &list, &source->list, error);
        source->is_many = source->access.format.is_of_many = source->list.n > 0;
        if (source->is_many)
            return OK;
        if (!is_folder && (status != CANTOPEN || !may_be_many(path)))
            return status;
        error_clear(error);
    }
    source->is_many = source->access.format.is_of_many = true;
    return file_list_find(text_slice(path), &list, &source->list, error);
}

enum status table_source_require_lake(const struct table_source *source,
                                      struct error *error)
{
    if (source->lake != NULL)
        return OK;
    enum status status = source->is_many ? file_list_require_matches(&source->list, error)
                                         : OK;
    return status == OK
               ? error_set(error, MISUSE, "the path is no Delta or Iceberg table")
               : status;
}

enum status table_source_find_lake(const struct table_options *options,
                                   enum lake_kind *kind, struct error *error)
{
    struct table_source source = {.is_many = false};
    enum status status = find_kind(options, kind, error);
    if (status != OK || *kind != LAKE_NONE)
        return status;
    status = table_source_find(options, NULL, &source, error);
    if (status == OK)
        status = table_source_require_lake(&source, error);
    table_source_release(&source);
    return status;
}

void table_source_release(struct table_source *source)
{
    file_list_release(&source->list);
    declared_table_release(source->lake);
    source->lake = NULL;
    file_access_release(&source->access);
}

static bool lists_are_equal(const struct file_list *a, const struct file_list *b)
{
    bool are_equal = a->n == b->n;
    for (size_t i = 0; are_equal && i < a->n; i++)
        are_equal = a->files[i].size == b->files[i].size &&
                    memcmp(a->files[i].path, b->files[i].path, a->files[i].size) == 0 &&
                    a->files[i].stamp.all == b->files[i].stamp.all;
    return are_equal;
}

bool table_source_equal(const struct table_source *a, const struct table_source *b)
{
    if (a->is_many != b->is_many || a->access.keys.version != b->access.keys.version)
        return false;
    if (a->is_elsewhere)
        return a->is_immutable;
    if (a->lake != NULL || b->lake != NULL)
        return a->lake == b->lake;
    return a->is_many ? lists_are_equal(&a->list, &b->list)
                      : file_identity_equal(&a->identity, &b->identity);
}

/* ---- Opening them ---------------------------------------------------------------- */

/* The types of partition keys that the option hive_types names. */
struct key_types {
    struct dataset_key_type types[HIVE_MOST_KEYS];
    char *names[HIVE_MOST_KEYS]; /* from mem_alloc() */
    size_t n;
};

static void release_key_types(struct key_types *types)
{
    for (size_t i = 0; i < types->n; i++)
        mem_free(types->names[i]);
}

static enum status find_type(struct slice word, enum hive_type *type, struct error *error)
{
    static const struct {
        const char *word;
        enum hive_type type;
    } words[] = {
        {"TEXT", HIVE_TEXT},      {"VARCHAR", HIVE_TEXT}, {"INTEGER", HIVE_INTEGER},
        {"BIGINT", HIVE_INTEGER}, {"DATE", HIVE_DATE},    {"TIMESTAMP", HIVE_TIMESTAMP},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (slice_equals_word(word, words[i].word)) {
            *type = words[i].type;
            return OK;
        }
    }
    struct known_names known;
    known_names_begin(&known, word);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        known_names_add_texts(&known, &words[i].word, 1);
    error_set(error, MISUSE, "option hive_types: \"%.*s\" is no type of a partition key",
              SLICE_SHOWN(word, 100));
    return known_names_suggest(&known, "type", error);
}

static enum status parse_key_types(const char *text, struct key_types *types,
                                   struct error *error)
{
    struct slice list = text_slice(text);
    bool is_end = false;
    while (true) {
        struct option_item item;
        enum status status = option_next_item("hive_types", OPTION_PAIRS, &list, &item,
                                              &is_end, error);
        if (status != OK || is_end)
            return status;
        struct dataset_key_type *type = &types->types[types->n];
        if (types->n == HIVE_MOST_KEYS) {
            mem_free(item.name);
            return error_set(error, TOO_BIG, "option hive_types: more than %d keys",
                             (int)HIVE_MOST_KEYS);
        }
        types->names[types->n++] = item.name;
        type->name = item.name;
        status = find_type(item.value, &type->type, error);
        if (status != OK)
            return status;
    }
}

/* A path that the user spells out names a folder of the user's, not a partition: only
 * what follows is searched for keys, unless hive_partitioning is on. */
static struct dataset_path *make_paths(const struct file_list *list, unsigned hive)
{
    struct dataset_path *paths = mem_alloc(list->n, sizeof *paths);
    for (size_t i = 0; paths != NULL && i < list->n; i++)
        paths[i] = (struct dataset_path){
            .path = list->files[i].path,
            .first_key = hive == HIVE_ON ? 0 : list->files[i].fixed_size,
            .version = list->files[i].stamp.contents};
    return paths;
}

static enum status open_many(const struct table_source *source,
                             const struct table_options *options,
                             struct table_file **file, struct error *error)
{
    struct key_types types = {.n = 0};
    enum status status = OK;
    if (options->hive_types != NULL)
        status = parse_key_types(options->hive_types, &types, error);
    struct dataset_path *paths = make_paths(&source->list, options->hive_partitioning);
    const struct dataset_options dataset = {
        .opener = {open_one, &source->access.format},
        .has_keys = options->hive_partitioning != HIVE_OFF,
        .uses_one_thread = options->salvage != SALVAGE_OFF, /* losses are noted in one */
        .unites_columns = options->union_by_name,
        .matches_ids = options->field_ids,
        .key_types = types.types,
        .n_key_types = types.n};
    if (status == OK && paths == NULL)
        status = error_nomem(error);
    if (status == OK)
        status = dataset_open(paths, (uint32_t)source->list.n, &dataset, file, error);
    mem_free(paths);
    release_key_types(&types);
    return status;
}

static bool has_variants(const struct declared_field *fields, uint32_t n)
{
    bool has = false;
    for (uint32_t i = 0; i < n && !has; i++)
        has = (fields[i].kind == DECLARED_VALUE &&
               fields[i].column.type == COLUMN_NESTED) ||
              has_variants(fields[i].members, fields[i].n_members);
    return has;
}

enum status table_source_open(struct table_source *source,
                              const struct table_options *options,
                              struct table_file **file, struct error *error)
{
    if (!source->is_many)
        return formats_open(options->path, &source->access.format, file, error);
    if (source->lake != NULL) {
        /* Their writers do not always annotate Variants. */
        source->access.format.parquet.has_bare_variants = has_variants(
            source->lake->columns, source->lake->n_columns);
        const struct dataset_options lake = {.opener = {open_one, &source->access.format},
                                             .uses_one_thread = options->salvage !=
                                                                SALVAGE_OFF};
        return dataset_open_declared(source->lake, &lake, file, error);
    }
    enum status status = OK;
    if (!options->allows_unmatched || source->list.n == 0)
        status = file_list_require_matches(&source->list, error);
    return status == OK ? open_many(source, options, file, error) : status;
}
