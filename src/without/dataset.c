/* SPDX-License-Identifier: MIT */
/* dataset.c - a table is one file, which its path names; nothing protects lake tables
 * from being written to. */
#include "base/file_system.h"
#include "dataset/dataset_file.h"
#include "dataset/file_list.h"
#include "dataset/hive_path.h"
#include "dataset/lake_folder.h"
#include "without/without.h"

enum status dataset_open(const struct dataset_path *paths, uint32_t n,
                         const struct dataset_options *options, struct table_file **file,
                         struct error *error)
{
    return without("DATASET", error);
}

/* Called for what is not a file. */
enum status file_list_find(struct slice sources, const struct file_list_options *options,
                           struct file_list *list, struct error *error)
{
    /* A URL's own message says more. */
    const char *path = (const char *)sources.data;
    const struct file_system *system = file_system_of(path);
    struct file_stamp stamp;
    enum entry_kind kind;
    if (system != NULL && system->examine(path, &kind, &stamp, error) != OK)
        return error->status;
    return error_set(error, CANTOPEN,
                     "no such file; the library was built without DATASET: it reads "
                     "neither folders nor patterns");
}

enum status dataset_open_declared(struct declared_table *table,
                                  const struct dataset_options *options,
                                  struct table_file **file, struct error *error)
{
    return without("DATASET", error);
}

enum status lake_expect_folder(const char *path, struct error *error)
{
    return OK;
}

enum status lake_folder_kind(struct slice path, enum lake_kind wanted,
                             enum lake_kind *kind, struct error *error)
{
    *kind = LAKE_NONE;
    return OK;
}

const char *lake_kind_words(enum lake_kind kind)
{
    return "a lake table";
}

enum status file_list_of_paths(struct slice folder, struct slice paths,
                               const struct file_list_options *options,
                               struct file_list *list, struct error *error)
{
    return without("DATASET", error);
}

enum status file_list_require_matches(const struct file_list *list, struct error *error)
{
    return OK;
}

enum status file_list_check(const struct listed_file *file, struct error *error)
{
    return OK;
}

void file_list_release(struct file_list *list)
{
}

enum status hive_path_append(const struct hive_key *key, struct buffer *path,
                             struct error *error)
{
    return without("DATASET", error);
}

enum status lake_refuse_target(const char *target, struct error *error)
{
    return OK;
}
