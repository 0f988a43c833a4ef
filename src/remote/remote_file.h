/* SPDX-License-Identifier: MIT */
/* remote_file.h - a file at a URL as an input file, in blocks (block_set.h). */
#ifndef REMOTE_REMOTE_FILE_H
#define REMOTE_REMOTE_FILE_H

#include "base/input_file.h"
#include "remote/remote_rights.h"

/* Opens a file with the rights, which it shares.  CANTOPEN if there is none or it may not
 * be reached; IO; UNSUPPORTED if its server cannot send parts. */
enum status remote_file_open(const struct file_system_rights *rights, const char *url,
                             struct input_file **file, struct error *error) CHECK_RESULT;

#endif
