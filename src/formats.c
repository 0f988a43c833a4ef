/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <string.h>

#include "base/disk_file.h"

/* Files of other formats, by their first bytes.  A format that becomes readable gets a
 * function that opens it. */
static const struct format {
    const char *magic;
    size_t magic_size;
    const char *name;
} other_formats[] = {
    {"ORC", 3, "an ORC file"},
    {"ARROW1", 6, "an Arrow IPC (Feather) file"},
    {"Obj\x01", 4, "an Avro file"},
    {"SQLite format 3", 16, "an SQLite database"},
    {"PK\x03\x04", 4, "a ZIP archive"},
    {"\x1f\x8b", 2, "compressed with gzip"},
    {"\x28\xb5\x2f\xfd", 4, "compressed with zstd"},
};

enum { MOST_MAGIC = 16 };

/* Replaces the message that a file is not Parquet by one that says what it is. */
static enum status name_other_format(struct input_file *input, struct error *error)
{
    uint8_t front[MOST_MAGIC] = {0};
    struct error ignored = {0};
    size_t size = sizeof front;
    if (input_file_size(input) < (int64_t)size)
        size = (size_t)input_file_size(input);
    if (input_file_read_at(input, 0, size, front, &ignored) != OK)
        return error->status;
    for (size_t i = 0; i < sizeof other_formats / sizeof *other_formats; i++) {
        const struct format *format = &other_formats[i];
        if (memcmp(front, format->magic, format->magic_size) == 0) {
            error_clear(error);
            return error_set(error, UNSUPPORTED, "%s; only Parquet files can be read",
                             format->name);
        }
    }
    return error->status;
}

enum status formats_open_parquet(const char *path, const struct format_options *options,
                                 struct pq_file **file, struct error *error)
{
    struct pq_file_options parquet = {.verify_checksums = options->verify_checksums,
                                      .binary_as_text = options->binary_as_text,
                                      .salvage = options->salvage,
                                      .is_julian = options->is_julian,
                                      .types = options->types,
                                      .shares_footer = true,
                                      .keys = options->keys};
    struct input_file *input;
    *file = NULL;
    enum status status = disk_file_open(path, &input, error);
    if (status != OK)
        return status;
    status = pq_file_open(input, &parquet, file, error);
    if (status == CORRUPT)
        status = name_other_format(input, error);
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

enum status formats_list_summary(const char *path, struct buffer *paths,
                                 struct error *error)
{
    struct input_file *input;
    enum status status = disk_file_open(path, &input, error);
    if (status != OK)
        return status;
    status = pq_footer_list_files(input, paths, error);
    input_file_close(input);
    return status;
}
