/* SPDX-License-Identifier: MIT */
#include "base/file_opener.h"

#include "base/disk_file.h"

enum status file_opener_open(const struct file_opener *opener, const char *path,
                             struct input_file **file, struct error *error)
{
    *file = NULL;
    return opener != NULL ? opener->open(opener, path, file, error)
                          : disk_file_open(path, file, error);
}
