/* SPDX-License-Identifier: MIT */
/*
 * write_options.h - the arguments of parquet_write() after the query: 'key=value', one
 * option each.
 *
 * Names of columns are only kept here; write_columns.h finds them in the query.
 */
#ifndef SQL_WRITE_OPTIONS_H
#define SQL_WRITE_OPTIONS_H

#include "base/arena.h"
#include "base/known_names.h"
#include "parquet/write/file_writer.h"
#include "sql/keys/column_keys.h"

/* An item of a list.  The arena owns the texts, which are zero-terminated. */
struct write_option_item {
    const char *name;
    const char *value;               /* types, encodings, field_ids */
    bool is_descending, nulls_first; /* sorted_by, order_by */
};

struct write_option_list {
    uint32_t n;
    struct write_option_item *items;
};

struct write_options {
    struct arena arena;
    struct pq_write_options parquet; /* all but sorting_columns and poll */
    bool overwrite, progress;
    bool numbers_fields; /* field_ids=auto */
    bool needs_geometry; /* geoparquet_version asks for metadata */
    int is_wide;         /* compatibility=wide */
    int64_t level;       /* compression_level, if it was given */
    enum pq_encoding_choice encoding_choice;
    int encoding;
    enum pq_bloom_choice bloom; /* of columns that bloom_columns does not name */
    struct write_option_list types, encodings, bloom_columns, sorted_by, field_ids,
        order_by;
    /* Of a folder: */
    struct write_option_list partition_by;
    bool writes_folder, writes_keys, appends;
    bool lists_files;   /* the result is a listing of the files, not the number of rows */
    bool ignores_lakes; /* writes into folders that are Delta or Iceberg tables */
    const char *path;   /* that the user has given; borrowed */
    const char *filename_pattern; /* owned by the arena; NULL: the default */
    uint64_t file_rows, file_bytes,
        file_groups; /* after which a file ends; 0: no limit */
    uint64_t given;  /* a bit for each option that was given */
    /* Of encryption; write_options_check() finds the keys. */
    const char *footer_key; /* its name */
    struct column_keys column_keys;
    bool stores_prefix;
    struct pq_write_encryption encryption;
};

void write_options_init(struct write_options *options);

/* Parses one argument, which is zero-terminated. */
enum status write_options_add(struct write_options *options, const char *argument,
                              struct error *error) CHECK_RESULT;

/* Checks options that depend on each other, and finds keys among those of the connection
 * that the thread works for; called after the last one. */
enum status write_options_check(struct write_options *options,
                                struct error *error) CHECK_RESULT;
void write_options_release(struct write_options *options);

/* The encoding of that name (any case) if users can ask for it, or -1. */
int write_encoding_of(const char *name);

/* Adds the names of what users can ask for in columns of the physical type, or of any
 * type if that is negative. */
void write_list_encodings(int type, struct known_names *known);

#endif
