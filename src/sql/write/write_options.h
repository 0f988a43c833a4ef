/* SPDX-License-Identifier: MIT */
/*
 * write_options.h - the arguments of parquet_write() behind the query: 'key=value', one
 * option each.
 *
 * What names columns stays a list of names here; write_columns.h finds them in the query.
 */
#ifndef SQL_WRITE_OPTIONS_H
#define SQL_WRITE_OPTIONS_H

#include "base/arena.h"
#include "parquet/write/file_writer.h"

/* An item of a list.  Texts are terminated and the arena's. */
struct write_option_item {
    const char *name;
    const char *value;               /* types, encodings, field_ids */
    bool is_descending, nulls_first; /* sorted_by */
};

struct write_option_list {
    uint32_t n;
    struct write_option_item *items;
};

struct write_options {
    struct arena arena;
    struct pq_write_options parquet; /* but for sorting_columns and poll */
    bool overwrite, progress;
    bool numbers_fields; /* field_ids=auto */
    int64_t level;       /* compression_level, where it was given */
    enum pq_encoding_choice encoding_choice;
    int encoding;
    enum pq_bloom_choice bloom; /* of columns that bloom_columns does not name */
    struct write_option_list types, encodings, bloom_columns, sorted_by, field_ids;
    uint32_t given; /* a bit for each option that was given */
};

void write_options_init(struct write_options *options);

/* Adds one argument, terminated. */
enum status write_options_add(struct write_options *options, const char *argument,
                              struct error *error) CHECK_RESULT;

/* Checks what concerns several options, after the last one. */
enum status write_options_check(struct write_options *options,
                                struct error *error) CHECK_RESULT;
void write_options_release(struct write_options *options);

/* The encoding of that name (any case), or -1; those that a user can ask for. */
int write_encoding_of(const char *name);

/* Appends the names of the encodings that a column of the type can have; for messages of
 * at most `size` bytes. */
void write_list_encodings(int type, char *text, size_t size);

#endif
