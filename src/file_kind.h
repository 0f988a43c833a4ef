/* SPDX-License-Identifier: MIT */
/*
 * file_kind.h - says what a file looks like that is neither Parquet nor ORC, and what to
 * do with it instead.
 *
 * The front of the file decides.  The message names the kind, never what is in the file.
 */
#ifndef FILE_KIND_H
#define FILE_KIND_H

#include "base/input_file.h"
#include "base/status.h"

/* If *error is CORRUPT, which the file may be because it is not of a format, and the file
 * looks like one of another kind, replaces *error by one that says so; if the file cannot
 * be read, by that failure.  Returns error->status. */
enum status file_kind_refuse(struct input_file *input, struct error *error);

#endif
