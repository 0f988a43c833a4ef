/* SPDX-License-Identifier: MIT */
/*
 * file_reader.h - an ORC file as a table_file (scan/table_file.h): its stripes are the
 * row groups, and the strides of its row indexes the pages.
 */
#ifndef ORC_FILE_READER_H
#define ORC_FILE_READER_H

#include "orc/file/stripe.h"
#include "scan/table_file.h"

struct orc_file;

struct orc_file_options {
    bool is_julian;        /* dates are in the hybrid calendar (julian_calendar.h) */
    const char *time_zone; /* of files that do not state one; NULL: UTC */
    bool allows_no_bytes;  /* a file of 0 bytes has no rows and no columns */
};

/* Whether the bytes at the front of a file are those of an ORC file. */
bool orc_has_magic(struct slice front);

/* The file owns the input from then on if it succeeds. */
enum status orc_file_open(struct input_file *input,
                          const struct orc_file_options *options, struct orc_file **file,
                          struct error *error) CHECK_RESULT;
struct table_file *orc_file_as_table_file(struct orc_file *file);
void orc_file_close(struct orc_file *file); /* NULL is allowed */

/* For the metadata functions.  Owned by the file. */
struct orc_context *orc_file_context(struct orc_file *file);

#endif
