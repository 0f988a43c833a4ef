/* SPDX-License-Identifier: MIT */
/* dataset_reader.c - reads a column of a dataset, from one file after another. */
#include <string.h>

#include "base/alloc.h"
#include "dataset/dataset_parts.h"

struct dataset_reader {
    struct column_reader base; /* must be first */
    struct dataset *dataset;
    uint32_t column;
    bool is_constant;             /* in the part, whatever its file has */
    bool is_missing;              /* in the part's file */
    struct conversion conversion; /* of the part's file */
    struct converted_vector converted, entries;
    uint32_t part;              /* of the row group; UINT32_MAX: none yet */
    struct column_reader *from; /* the reader of the part's file */
    uint64_t dictionary, was;   /* the number given to the file's dictionary `was` */
    union column_value value;   /* if it is constant */
    uint32_t indices[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
};

static struct dataset_reader *reader_of(struct column_reader *base)
{
    return (struct dataset_reader *)base;
}

static struct dataset_part *part_of(const struct dataset_reader *reader)
{
    return &reader->dataset->parts[reader->part];
}

/* Closes the reader of the last file. */
static void leave_part(struct dataset_reader *reader)
{
    if (reader->from == NULL)
        return;
    dataset_part_count(reader->dataset, part_of(reader));
    reader->from->ops->close(reader->from);
    reader->from = NULL;
    part_of(reader)->n_readers--;
}

/* Shows a value in all rows.  What stands for null has the bytes of a UUID, as which an
 * entry of a dictionary is formatted whatever rows have it. */
static void show_constant(struct dataset_reader *reader,
                          const struct declared_value *constant)
{
    static const uint8_t nothing[16] = {0};
    reader->value = constant->value;
    if (constant->is_null)
        reader->value = (union column_value){.bytes = {nothing, 0}};
    reader->dictionary = ++reader->dataset->n_dictionaries;
    memset(reader->valid, !constant->is_null, sizeof reader->valid);
}

static bool shows_constant(const struct dataset_reader *reader)
{
    return reader->is_constant || reader->is_missing;
}

/* Opens the column in the open file of a part. */
static enum status enter_part(struct dataset_reader *reader, uint32_t i,
                              struct error *error)
{
    struct dataset_part *part = &reader->dataset->parts[i];
    leave_part(reader);
    reader->part = i;
    reader->was = 0;
    reader->converted.dictionary = reader->entries.dictionary = 0;
    uint32_t column = part->map[reader->column];
    struct declared_value absent;
    reader->is_missing = dataset_has_absent(reader->dataset, i, reader->column, &absent);
    if (reader->is_missing) {
        show_constant(reader, &absent);
        return OK;
    }
    if (column == COLUMN_MISSING || column == COLUMN_DIFFERS)
        return dataset_no_column(reader->dataset, i, reader->column, error);
    reader->conversion = dataset_part_conversion(reader->dataset, part, reader->column);
    enum status status = part->file->ops->open_column(part->file, column, &reader->from,
                                                      error);
    if (status != OK)
        return dataset_part_locate(reader->dataset, i, error);
    part->n_readers++;
    return OK;
}

/* Enters a part in all of whose rows the column has one value, if that is so. */
static void enter_constant(struct dataset_reader *reader, uint32_t part)
{
    struct declared_value constant;
    reader->is_constant = dataset_has_constant(reader->dataset, part, reader->column,
                                               &constant);
    if (!reader->is_constant)
        return;
    leave_part(reader);
    reader->is_missing = false;
    reader->part = part;
    show_constant(reader, &constant);
}

static enum status dataset_start(struct column_reader *base, uint32_t row_group,
                                 struct error *error)
{
    struct dataset_reader *reader = reader_of(base);
    struct dataset *dataset = reader->dataset;
    uint32_t i = dataset_part_of(dataset, row_group);
    struct dataset_part *part;
    if (reader->part != i)
        enter_constant(reader, i);
    if (reader->part == i && shows_constant(reader))
        return OK;
    enum status status = dataset_file_of(dataset, &row_group, &part, error);
    if (status == OK && (reader->part != i || reader->from == NULL))
        status = enter_part(reader, i, error);
    if (status != OK || reader->is_missing)
        return status;
    status = reader->from->ops->start(reader->from, row_group, error);
    dataset_part_count(dataset, part);
    return status == OK ? OK : dataset_part_locate(dataset, i, error);
}

/* Counts what the file's reader has done, and names the file in an error. */
static enum status end_call(const struct dataset_reader *reader, enum status status,
                            struct error *error)
{
    dataset_part_count(reader->dataset, part_of(reader));
    return status == OK ? OK : dataset_part_locate(reader->dataset, reader->part, error);
}

static enum status dataset_skip(struct column_reader *base, uint64_t n,
                                struct error *error)
{
    struct dataset_reader *reader = reader_of(base);
    if (shows_constant(reader))
        return OK;
    return end_call(reader, reader->from->ops->skip(reader->from, n, error), error);
}

/* Gives a file's dictionary a number that no other file has. */
static void number_dictionary(struct dataset_reader *reader, struct column_vector *vector)
{
    if (vector->dictionary == 0)
        return;
    if (vector->dictionary != reader->was)
        reader->dictionary = ++reader->dataset->n_dictionaries;
    reader->was = vector->dictionary;
    vector->dictionary = reader->dictionary;
}

/* A vector of n rows with the constant.  What a declared table has in place of a missing
 * column is a part of its metadata, such as a partition's value or a default: other bytes
 * follow. */
static struct column_vector constant_vector(const struct dataset_reader *reader,
                                            uint32_t n)
{
    const struct column *column =
        &reader->dataset->shared->columns.schema.columns[reader->column];
    struct bytes_value bytes = reader->value.bytes;
    bool is_text = column->kind == VECTOR_BYTES;
    return (struct column_vector){
        .n_rows = n,
        .valid = reader->valid[0] ? NULL : reader->valid,
        .indices = reader->indices,
        .values.any = &reader->value,
        .dictionary = reader->dictionary,
        .n_entries = 1,
        .kind = column->kind,
        .is_terminated = is_text && (reader->is_constant || !reader->valid[0]),
        .has_no_nul = is_text &&
                      (bytes.size == 0 || memchr(bytes.data, 0, bytes.size) == NULL)};
}

static enum status dataset_dictionary(struct column_reader *base, uint64_t most_entries,
                                      struct column_vector *vector, struct error *error)
{
    struct dataset_reader *reader = reader_of(base);
    *vector = (struct column_vector){0};
    if (shows_constant(reader)) {
        *vector = constant_vector(reader, 0);
        vector->indices = NULL;
        vector->dictionary = reader->valid[0] && most_entries > 0 ? vector->dictionary
                                                                  : 0;
        vector->valid = NULL;
        return OK;
    }
    if (reader->from->ops->dictionary == NULL)
        return OK;
    enum status status = reader->from->ops->dictionary(reader->from, most_entries, vector,
                                                       error);
    bool has_entries = status == OK && vector->dictionary != 0;
    number_dictionary(reader, vector);
    if (has_entries && reader->conversion.kind != CONVERT_NOTHING) {
        status = converted_vector_fill(&reader->entries, &reader->conversion, vector,
                                       error);
        *vector = reader->entries.vector;
    }
    return end_call(reader, status, error);
}

static enum status dataset_next_page(struct column_reader *base,
                                     struct column_statistics *statistics,
                                     struct error *error)
{
    struct dataset_reader *reader = reader_of(base);
    *statistics = (struct column_statistics){0};
    if (shows_constant(reader) || reader->from->ops->next_page == NULL)
        return OK;
    enum status status = reader->from->ops->next_page(reader->from, statistics, error);
    if (status == OK)
        convert_statistics(&reader->conversion, statistics);
    return end_call(reader, status, error);
}

static enum status dataset_read(struct column_reader *base, uint32_t n,
                                struct column_vector *vector, struct error *error)
{
    struct dataset_reader *reader = reader_of(base);
    if (shows_constant(reader)) {
        *vector = constant_vector(reader, n);
        return OK;
    }
    enum status status = reader->from->ops->read(reader->from, n, vector, error);
    if (status == OK)
        number_dictionary(reader, vector);
    if (status == OK && reader->conversion.kind != CONVERT_NOTHING) {
        status = converted_vector_fill(&reader->converted, &reader->conversion, vector,
                                       error);
        *vector = reader->converted.vector;
    }
    return end_call(reader, status, error);
}

static void dataset_close_reader(struct column_reader *base)
{
    leave_part(reader_of(base));
    converted_vector_release(&reader_of(base)->converted);
    converted_vector_release(&reader_of(base)->entries);
    mem_free(base);
}

enum status dataset_open_column(struct table_file *file, uint32_t column,
                                struct column_reader **reader, struct error *error)
{
    static const struct column_reader_ops ops = {
        .start = dataset_start,
        .skip = dataset_skip,
        .dictionary = dataset_dictionary,
        .next_page = dataset_next_page,
        .read = dataset_read,
        .close = dataset_close_reader,
    };
    struct dataset *dataset = dataset_of(file);
    struct dataset_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &ops;
    r->dataset = dataset;
    r->column = column;
    r->part = UINT32_MAX;
    *reader = &r->base;
    return OK;
}
