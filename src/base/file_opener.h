/* SPDX-License-Identifier: MIT */
/* file_opener.h - opens what a path names, in the file system or elsewhere. */
#ifndef BASE_FILE_OPENER_H
#define BASE_FILE_OPENER_H

#include "base/input_file.h"

/* Implementations embed it as their first member.  What it opens must not outlive it. */
struct file_opener {
    enum status (*open)(const struct file_opener *opener, const char *path,
                        struct input_file **file, struct error *error);
};

/* Opens a file for reading.  opener: NULL means disk_file_open(). */
enum status file_opener_open(const struct file_opener *opener, const char *path,
                             struct input_file **file, struct error *error) CHECK_RESULT;

#endif
