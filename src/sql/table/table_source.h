/* SPDX-License-Identifier: MIT */
/*
 * table_source.h - what the path of a table names: one file, or the files of a folder, a
 * pattern or a list, which are found anew for each statement.
 *
 * A path at which there is a file is that file, whatever characters it has; but a file
 * of the name _metadata stands for those that it names in its folder, which are read by
 * their own footers.  With an option of file_access.h the path is that of one file there.
 */
#ifndef SQL_TABLE_SOURCE_H
#define SQL_TABLE_SOURCE_H

#include "base/input_file.h"
#include "dataset/file_list.h"
#include "dataset/lake_folder.h"
#include "sql/files/file_access.h"

/* A zeroed struct may be released. */
struct table_source {
    bool is_many;                  /* even if it is one at the moment, or none */
    bool is_elsewhere;             /* it is one file outside of the file system, ... */
    bool is_immutable;             /* ... which never changes */
    struct file_identity identity; /* of the one file */
    struct file_list list;         /* of the many */
    struct declared_table *lake;   /* a snapshot, instead of a list; or NULL */
    enum lake_kind lake_kind;      /* of that */
    struct file_access access;     /* files that were opened refer to it */
};

/* Finds the files; before: those found earlier, or NULL, which make it faster.  That a
 * pattern or a folder has none is no error; MISUSE if it leads
 * into a table of Delta or Iceberg, unless lake is off.  The source refers to the
 * options' keys. */
enum status table_source_find(const struct table_options *options,
                              const struct table_source *before,
                              struct table_source *source,
                              struct error *error) CHECK_RESULT;
void table_source_release(struct table_source *source);

/* MISUSE if the source is not a lake table; or as opening it would fail if it has no
 * files. */
enum status table_source_require_lake(const struct table_source *source,
                                      struct error *error) CHECK_RESULT;
/* Finds only which lake table the path names, which it must. */
enum status table_source_find_lake(const struct table_options *options,
                                   enum lake_kind *kind,
                                   struct error *error) CHECK_RESULT;

/* Whether both are the same unchanged files at the same paths, and nobody has added or
 * removed keys in between.  False for a file outside of the file system that may change.
 */
bool table_source_equal(const struct table_source *a, const struct table_source *b);

/* Opens the file or files.  The source, which may not move until they are closed, must
 * outlive them, and so must the options' texts.  CANTOPEN if there is no file. */
enum status table_source_open(struct table_source *source,
                              const struct table_options *options,
                              struct table_file **file, struct error *error) CHECK_RESULT;

#endif
