/* SPDX-License-Identifier: MIT */
/*
 * output_folder.h - writes a folder of files that appears complete or not at all.
 *
 *     create    makes a temporary folder beside the target: .<target>.<random>.tmp
 *     open      makes files in it, and folders on their way
 *     commit    renames it to the target, or, to add to an existing folder, its files,
 *               which tables leave out until all have their names
 *     discard   removes it; the target is unchanged
 *
 * A killed process leaves at most the temporary folder, whose name is hidden from tables
 * (path_name_is_hidden()).
 */
#ifndef BASE_OUTPUT_FOLDER_H
#define BASE_OUTPUT_FOLDER_H

#include "base/output_file.h"

struct output_folder;

/* What a folder does; see the functions below. */
struct output_folder_ops {
    enum status (*open)(struct output_folder *folder, const char *relative,
                        struct output_file **file, struct error *error);
    enum status (*clear)(struct output_folder *folder, struct error *error);
    enum status (*commit)(struct output_folder *folder, struct error *error);
    void (*discard)(struct output_folder *folder);
};

/* The first member of each implementation's struct. */
struct output_folder {
    const struct output_folder_ops *ops;
    bool needs_new_names; /* no file may have the name of one that is replaced */
};

/* What an existing folder at the target means.  An empty one means nothing. */
enum folder_mode {
    FOLDER_NEW,    /* an error */
    FOLDER_APPEND, /* files are added to it, and readers see all or none of them
                      (append_list.h); what a killed append has left is removed first */
    FOLDER_REPLACE /* it is replaced, unless it has files that no table of it reads */
};

/* The guard (may be NULL) decides on the target and on the temporary folder.  MISUSE for
 * an existing folder, see above; CANTOPEN. */
enum status output_folder_create(const char *path, enum folder_mode mode,
                                 const struct output_guard *guard,
                                 struct output_folder **folder,
                                 struct error *error) CHECK_RESULT;

/* Creates a file at a path relative to the folder, without "." and "..".  The caller
 * commits or discards it before the folder. */
enum status output_folder_open(struct output_folder *folder, const char *relative,
                               struct output_file **file,
                               struct error *error) CHECK_RESULT;

/* Removes all files. */
enum status output_folder_clear(struct output_folder *folder,
                                struct error *error) CHECK_RESULT;

/* Puts the folder in its place, and frees it, on failure too.  All of it is on the disk
 * before it gets its name, and the name is when this returns. */
enum status output_folder_commit(struct output_folder *folder,
                                 struct error *error) CHECK_RESULT;

/* Removes the temporary folder and frees it; NULL is allowed. */
void output_folder_discard(struct output_folder *folder);

#endif
