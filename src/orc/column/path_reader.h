/* SPDX-License-Identifier: MIT */
/*
 * path_reader.h - the column_reader of a primitive column: a field of the root, or of
 * structs below it.
 *
 * Each type on the path has a PRESENT stream of its own, or none where nothing is null;
 * a type has entries only for the rows in which its parent is present.
 */
#ifndef ORC_PATH_READER_H
#define ORC_PATH_READER_H

#include "orc/file/stripe.h"
#include "scan/table_file.h"

/* The caller closes the reader.  column: its index in the schema. */
enum status orc_path_reader_open(struct orc_context *context, uint32_t column,
                                 struct column_reader **reader,
                                 struct error *error) CHECK_RESULT;

#endif
