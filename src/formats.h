/* SPDX-License-Identifier: MIT */
/*
 * formats.h - opens a table file in the format that its magic number names: Parquet or
 * ORC.  UNSUPPORTED, with the format's name, for other well-known formats.
 *
 * The metadata functions, which show what only one format has, ask for that format.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include "base/disk_file.h"
#include "orc/file_reader.h"
#include "parquet/file_reader.h"

struct format_options {
    const struct file_opener *opener; /* NULL: of the file system */
    bool is_of_many;                  /* the files are those of one table */
    struct pq_file_options parquet;   /* but its footers are shared anyway */
    struct orc_file_options orc;      /* but is_of_many says what allows_no_bytes is */
};

/* Opens path; the caller closes the file with its op.  Hive writes files of 0 bytes in
 * place of ORC files without rows: where there are many files, such a file has neither
 * rows nor columns, unless its name has another ending than ".orc". */
enum status formats_open(const char *path, const struct format_options *options,
                         struct table_file **file, struct error *error) CHECK_RESULT;

/* The same for one format alone; close with pq_file_close(), orc_file_close(). */
enum status formats_open_parquet(const char *path, const struct format_options *options,
                                 struct pq_file **file, struct error *error) CHECK_RESULT;

enum status formats_open_orc(const char *path, const struct format_options *options,
                             struct orc_file **file, struct error *error) CHECK_RESULT;

/* UNSUPPORTED for a file that begins as one of Parquet although ORC is wanted, or the
 * other way round: for functions that show what is left of files without a footer. */
enum status formats_refuse_other(struct input_file *input, bool is_orc,
                                 struct error *error) CHECK_RESULT;

/* Appends the paths of the files that a summary file (_metadata) describes, relative to
 * its folder, each with its terminator. */
enum status formats_list_summary(const char *path, struct buffer *paths,
                                 struct error *error) CHECK_RESULT;

#endif
