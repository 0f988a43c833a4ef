/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <string.h>

#include "base/path.h"
#include "file_kind.h"

enum { MOST_MAGIC = 16 };

/* Reads the front of a file of which *error says that it is not of a format.  If reading
 * fails, it is empty, and *error says that instead. */
static struct slice read_front(struct input_file *input, uint8_t *bytes,
                               struct error *error)
{
    struct error failure = {0};
    size_t size = MOST_MAGIC;
    if (input_file_size(input) < (int64_t)size)
        size = (size_t)input_file_size(input);
    if (input_file_read_at(input, 0, size, bytes, &failure) == OK)
        return slice_of(bytes, size);
    *error = failure;
    return slice_of(bytes, 0);
}

static bool has_parquet_magic(struct slice front)
{
    return front.size >= 4 &&
           (memcmp(front.data, "PAR1", 4) == 0 || memcmp(front.data, "PARE", 4) == 0);
}

/* For functions of one format: says what to do with a file of the other one. */
static enum status refuse_orc(struct slice front, struct error *error)
{
    if (!orc_has_magic(front))
        return error->status;
    error_clear(error);
    return error_set(error, UNSUPPORTED,
                     "an ORC file; the functions for it are orc_schema, orc_metadata, "
                     "orc_file_metadata, orc_kv_metadata and orc_check");
}

static enum status refuse_parquet(struct slice front, struct error *error)
{
    if (!has_parquet_magic(front))
        return error->status;
    error_clear(error);
    return error_set(error, UNSUPPORTED,
                     "a Parquet file; the functions for it are parquet_schema, "
                     "parquet_metadata, parquet_file_metadata, parquet_kv_metadata and "
                     "parquet_check");
}

static enum status open_parquet(struct input_file *input,
                                const struct format_options *options,
                                struct pq_file **file, struct error *error)
{
    struct pq_file_options parquet = options->parquet;
    parquet.shares_footer = true;
    return pq_file_open(input, &parquet, file, error);
}

/* Options of Parquet that would be without effect are errors. */
static enum status open_orc(struct input_file *input,
                            const struct format_options *options, struct orc_file **file,
                            struct error *error)
{
    struct orc_file_options orc = options->orc;
    const struct pq_file_options *parquet = &options->parquet;
    const struct pq_key_finder *keys = parquet->keys;
    const char *option = parquet->salvage                            ? "salvage"
                         : parquet->types != NULL                    ? "types"
                         : parquet->binary_as_text                   ? "binary_as_text"
                         : keys != NULL && keys->requires_encryption ? "encryption"
                                                                     : NULL;
    if (option != NULL)
        return error_set(error, UNSUPPORTED, "ORC files have no option for %s", option);
    orc.allows_no_bytes = options->is_of_many;
    return orc_file_open(input, &orc, file, error);
}

enum status formats_open_parquet(const char *path, const struct format_options *options,
                                 struct pq_file **file, struct error *error)
{
    struct input_file *input;
    uint8_t bytes[MOST_MAGIC];
    *file = NULL;
    enum status status = file_opener_open(options->opener, path, &input, error);
    if (status != OK)
        return status;
    status = open_parquet(input, options, file, error);
    if (status == CORRUPT) {
        struct slice front = read_front(input, bytes, error);
        status = refuse_orc(front, error);
        if (status == CORRUPT)
            status = file_kind_refuse(input, error);
    }
    if (status != OK)
        input_file_close(input);
    return status;
}

enum status formats_open_orc(const char *path, const struct format_options *options,
                             struct orc_file **file, struct error *error)
{
    struct input_file *input;
    uint8_t bytes[MOST_MAGIC];
    *file = NULL;
    enum status status = file_opener_open(options->opener, path, &input, error);
    if (status != OK)
        return status;
    status = open_orc(input, options, file, error);
    if (status != OK && !status_is_external(status)) {
        struct slice front = read_front(input, bytes, error);
        status = refuse_parquet(front, error);
        if (status == CORRUPT && !orc_has_magic(front))
            status = file_kind_refuse(input, error);
    }
    if (status != OK)
        input_file_close(input);
    return status;
}

enum status formats_refuse_orc(struct input_file *input, struct error *error)
{
    uint8_t bytes[MOST_MAGIC];
    return refuse_orc(read_front(input, bytes, error), error);
}

enum status formats_refuse_parquet(struct input_file *input, struct error *error)
{
    uint8_t bytes[MOST_MAGIC];
    return refuse_parquet(read_front(input, bytes, error), error);
}

/* Whether a file of 0 bytes stands for an ORC file without rows. */
static bool is_empty_orc(const char *path, const struct format_options *options,
                         struct input_file *input)
{
    const char *ending = strrchr(path_name(path), '.');
    return options->is_of_many && input_file_size(input) == 0 &&
           (ending == NULL ||
            slice_equals_word(slice_of(ending, strlen(ending)), ".orc"));
}

/* Parquet's magic is at the end, which is read anyway; others are looked for if that is
 * missing. */
enum status formats_open(const char *path, const struct format_options *options,
                         struct table_file **file, struct error *error)
{
    struct input_file *input;
    struct pq_file *parquet;
    struct orc_file *orc;
    uint8_t bytes[MOST_MAGIC];
    *file = NULL;
    enum status status = file_opener_open(options->opener, path, &input, error);
    if (status != OK)
        return status;
    status = open_parquet(input, options, &parquet, error);
    if (status == OK) {
        *file = pq_file_as_table_file(parquet);
        return OK;
    }
    struct slice front = status == CORRUPT ? read_front(input, bytes, error)
                                           : slice_of(bytes, 0);
    if (orc_has_magic(front) ||
        (status == CORRUPT && is_empty_orc(path, options, input))) {
        error_clear(error);
        status = open_orc(input, options, &orc, error);
        if (status == OK)
            *file = orc_file_as_table_file(orc);
    } else {
        status = file_kind_refuse(input, error);
    }
    if (status != OK)
        input_file_close(input);
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
