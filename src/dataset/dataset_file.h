/* SPDX-License-Identifier: MIT */
/*
 * dataset_file.h - many files as one table_file.
 *
 * The columns are those of the first file, by name, then one for each partition key in
 * the paths (hive_path.h), which replaces a column of the same name, and last "_file".
 * Row i of the f-th file has the number f << 40 | i.
 *
 * Files are opened when a scan first needs more of them than their paths tell: until
 * then, one closed row group stands for each.  Few stay open at the same time.  Row
 * groups have numbers in the order in which files are opened; two copies of a dataset
 * (open_again) number them differently.  A file must be of the version that was found
 * (CHANGED): copies, and files opened at different times, must not mix versions.
 *
 * A column that a file lacks, or has with another type, cannot be read from that file:
 * the error names both, and only queries that read the column there fail.  If columns are
 * united, all files are opened at first, the columns are those of all files, and their
 * types are united (dataset_unite.h); a column that a file lacks is null there.
 *
 * The columns and files may be declared instead (declared_table.h).
 */
#ifndef DATASET_DATASET_FILE_H
#define DATASET_DATASET_FILE_H

#include "dataset/declared_table.h"
#include "dataset/hive_path.h"
#include "scan/table_file.h"

enum {
    DATASET_ROW_BITS = 40,        /* of a row's number in its file */
    DATASET_MOST_FILES = 1 << 22, /* so that row numbers are positive 64-bit integers */
};

/* How files are opened.  Called in any thread; must not call SQLite. */
struct dataset_opener {
    enum status (*open)(const void *context, const char *path, struct table_file **file,
                        struct error *error);
    const void *context; /* outlives the dataset and its copies */
};

/* The type of a partition key, chosen by the user. */
struct dataset_key_type {
    const char *name; /* borrowed */
    enum hive_type type;
};

struct dataset_path {
    const char *path;
    uint32_t first_key; /* its part from here on has the partition keys */
    uint64_t version; /* the file's, file_stamp.contents; 0: that of the first opening */
};

struct dataset_options {
    struct dataset_opener opener;
    bool has_keys; /* paths have partition keys; else key=value is part of a name */
    bool uses_one_thread; /* no copies can be made */
    bool unites_columns;
    bool matches_ids; /* columns are matched by field id where files have them */
    const struct dataset_key_type *key_types; /* of some keys; for dataset_open() only */
    size_t n_key_types;
};

/* Opens a dataset of n > 0 files, whose paths are copied, and its first file. */
enum status dataset_open(const struct dataset_path *paths, uint32_t n,
                         const struct dataset_options *options, struct table_file **file,
                         struct error *error) CHECK_RESULT;

/* Opens a declared table, which it shares; options.opener and uses_one_thread count.  No
 * file is opened. */
enum status dataset_open_declared(struct declared_table *table,
                                  const struct dataset_options *options,
                                  struct table_file **file,
                                  struct error *error) CHECK_RESULT;

#endif
