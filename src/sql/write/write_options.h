/* SPDX-License-Identifier: MIT */
/*
 * write_options.h - the arguments of parquet_write() after the query: 'key=value', one
 * option each.
 *
 * Names of columns are only kept here; write_columns.h finds them in the query.
 */
#ifndef SQL_WRITE_OPTIONS_H
#define SQL_WRITE_OPTIONS_H

#include "parquet/write/file_writer.h"
#include "sql/options/options.h"

struct write_options {
    struct option_values values; /* must be first */
#define WRITE_OPTION OPTION_MEMBER
#include "sql/options/option_list.h"
    const char *path; /* that the user has given; borrowed */
    /* What write_options_check() makes of the options: */
    struct pq_write_options parquet; /* all but sorting_columns and poll */
    struct pq_write_encryption encryption;
    enum pq_encoding_choice encoding_choice;
    int fixed_encoding;
    bool needs_geometry; /* geoparquet_version asks for metadata */
    bool writes_folder;
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

#endif
