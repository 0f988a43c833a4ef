/* SPDX-License-Identifier: MIT */
/* Parquet is the only format so far; a second one is told apart here, by its magic. */
#include "formats.h"

enum status formats_open_parquet(const char *path, const struct format_options *options,
                                 struct pq_file **file, struct error *error)
{
    struct pq_file_options parquet = {.verify_checksums = options->verify_checksums,
                                      .binary_as_text = options->binary_as_text,
                                      .salvage = options->salvage};
    struct input_file *input;
    *file = NULL;
    enum status status = input_file_open(path, &input, error);
    if (status != OK)
        return status;
    status = pq_file_open(input, &parquet, file, error);
    if (status != OK)
        input_file_close(input);
    return status;
}

enum status formats_open(const char *path, const struct format_options *options,
                         struct table_file **file, struct error *error)
{
    struct pq_file *parquet;
    enum status status = formats_open_parquet(path, options, &parquet, error);
    *file = status == OK ? pq_file_as_table_file(parquet) : NULL;
    return status;
}
