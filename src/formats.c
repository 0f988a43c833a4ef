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

/* For functions of one format, ORC or Parquet: says what to do with a file of the other
 * one. */
static enum status refuse_other(struct slice front, bool is_orc, struct error *error)
{
    const char *other = is_orc ? "parquet" : "orc";
    if (is_orc ? !has_parquet_magic(front) : !orc_has_magic(front))
        return error->status;
    error_clear(error);
    return error_set(error, UNSUPPORTED,
                     "%s file; the functions for it are %s_schema, %s_metadata, "
                     "%s_file_metadata, %s_kv_metadata and %s_check",
                     is_orc ? "a Parquet" : "an ORC", other, other, other, other, other);
}

/* Says why a function of one format cannot read a file that it could not open. */
static enum status refuse(struct input_file *input, bool is_orc, struct error *error)
{
    uint8_t bytes[MOST_MAGIC];
    struct slice front = read_front(input, bytes, error);
    enum status status = refuse_other(front, is_orc, error);
    bool is_damaged_orc = is_orc && orc_has_magic(front);
    return status == CORRUPT && !is_damaged_orc ? file_kind_refuse(input, error) : status;
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
    *file = NULL;
    enum status status = file_opener_open(options->opener, path, &input, error);
    if (status != OK)
        return status;
    status = open_parquet(input, options, file, error);
    if (status == CORRUPT)
        status = refuse(input, false, error);
    if (status != OK)
        input_file_close(input);
    return status;
}

enum status formats_open_orc(const char *path, const struct format_options *options,
                             struct orc_file **file, struct error *error)
{
    struct input_file *input;
    *file = NULL;
    enum status status = file_opener_open(options->opener, path, &input, error);
    if (status != OK)
        return status;
    status = open_orc(input, options, file, error);
    if (status != OK && !status_is_external(status))
        status = refuse(input, true, error);
    if (status != OK)
        input_file_close(input);
    return status;
}

enum status formats_refuse_other(struct input_file *input, bool is_orc,
                                 struct error *error)
{
    uint8_t bytes[MOST_MAGIC];
    return refuse_other(read_front(input, bytes, error), is_orc, error);
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
