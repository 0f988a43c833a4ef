/* SPDX-License-Identifier: MIT */
/*
 * dataset_columns.h - the columns of a dataset: where their values come from in each of
 * its files.
 */
#ifndef DATASET_DATASET_COLUMNS_H
#define DATASET_DATASET_COLUMNS_H

#include "base/arena.h"
#include "dataset/dataset_file.h"
#include "dataset/dataset_unite.h"
#include "dataset/hive_path.h"

enum dataset_origin {
    ORIGIN_FILE, /* the column of the same name; a declared one may be constant */
    ORIGIN_KEY,  /* a partition key of the path */
    ORIGIN_PATH, /* the path itself */
};

struct dataset_column {
    enum dataset_origin origin;
    uint32_t key;       /* ORIGIN_KEY: in `keys` */
    uint32_t in_file;   /* ORIGIN_FILE: the column of the first file, unless united */
    struct buffer type; /* ORIGIN_FILE: as the first file spells it, for comparisons */
};

struct dataset_key {
    const char *name;
    uint32_t name_size;
    enum hive_type type;
    uint64_t n_values;  /* about how many different ones */
    bool has_far_years; /* dates and times: some year has a sign: it may be beyond 9999 */
};

/* The columns of one file, or of several, united by name.  A zeroed struct is empty. */
struct united_columns {
    bool by_ids;           /* as in struct dataset_columns */
    struct buffer columns; /* struct united_column: top-level columns, and others */
    struct buffer leaves;  /* the same, for those that are not top-level */
};

struct united_column {
    struct column column;
    struct buffer type; /* as its first file spells it; empty if others have another */
    uint32_t last_file; /* that has the column */
};

/* A zeroed struct may be released. */
struct dataset_columns {
    struct schema schema; /* of the dataset */
    bool unites;          /* the columns of all files, not those of the first */
    bool by_ids;          /* columns are matched by field id if both have one */
    const struct declared_table
        *declared; /* borrowed; NULL: columns are those of files */
    struct dataset_column *columns;
    uint32_t n_keys;
    struct dataset_key keys[HIVE_MOST_KEYS];
    struct declared_value *values; /* n_keys for each file; bytes are the columns' */
    struct arena arena;
};

/* Finds the partition keys in the paths, and their types unless they are among `types`.
 * MISUSE if a path's value does not have the given type. */
enum status dataset_columns_add_keys(struct dataset_columns *columns,
                                     const struct dataset_path *paths, uint32_t n,
                                     const struct dataset_key_type *types, size_t n_types,
                                     struct error *error) CHECK_RESULT;

/* Adds a file's columns to those of the files before it.  number: 1 for the first file,
 * then one that no other file has.  Names are copied to the arena. */
enum status united_columns_add(struct united_columns *united, struct arena *arena,
                               struct table_file *file, uint32_t number,
                               struct error *error) CHECK_RESULT;
void united_columns_release(struct united_columns *united);

/* Makes the columns from those of the files, after keys were added. */
enum status dataset_columns_make(struct dataset_columns *columns,
                                 struct united_columns *united,
                                 struct error *error) CHECK_RESULT;

/* Makes them those of a declared table, which `declared` is from then on. */
enum status dataset_columns_declare(struct dataset_columns *columns,
                                    const struct declared_table *declared,
                                    struct error *error) CHECK_RESULT;

void dataset_columns_release(struct dataset_columns *columns);

/* Whether a declared table finds columns of this file by their numbers. */
bool dataset_columns_have_ids(const struct dataset_columns *columns,
                              struct table_file *file);

#define COLUMN_MISSING UINT32_MAX
#define COLUMN_DIFFERS (UINT32_MAX - 1)

/* Sets map[i], for each column of the dataset, to the column of the file with its name,
 * or to one of the above.  If columns are united, names may differ in the case of ASCII
 * letters, and values may have to be converted (dataset_unite.h). */
enum status dataset_columns_map(const struct dataset_columns *columns,
                                struct table_file *file, uint32_t *map,
                                struct error *error) CHECK_RESULT;

#endif
