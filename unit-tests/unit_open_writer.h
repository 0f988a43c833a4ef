/* SPDX-License-Identifier: MIT */
/*
 * unit_open_writer.h - creates an output file with a Parquet writer, and commits or
 * discards both.
 */
#ifndef UNIT_OPEN_WRITER_H
#define UNIT_OPEN_WRITER_H

#include "base/output_file.h"
#include "parquet/write/file_writer.h"

struct open_writer {
    struct output_file *output;
    struct pq_file_writer *writer; /* NULL if it could not be created */
};

/* Call discard_writer() or finish_writer() afterwards, even after an error. */
static inline enum status open_writer(struct open_writer *open, const char *path,
                                      const struct pq_write_column *columns,
                                      uint32_t n_columns,
                                      const struct pq_write_options *options,
                                      struct error *error)
{
    *open = (struct open_writer){0};
    enum status status = output_file_create(path, true, &open->output, error);
    if (status == OK)
        status = pq_file_writer_new(open->output, columns, n_columns, options,
                                    &open->writer, error);
    return status;
}

static inline void discard_writer(struct open_writer *open)
{
    pq_file_writer_free(open->writer);
    output_file_discard(open->output);
}

/* Commits the file; if `status`, the result of writing the rows, is an error, discards
 * the file and returns that error. */
static inline enum status finish_writer(struct open_writer *open, enum status status,
                                        struct error *error)
{
    if (status == OK)
        status = pq_file_writer_finish(open->writer, error);
    if (status != OK) {
        discard_writer(open);
        return status;
    }
    pq_file_writer_free(open->writer);
    return output_file_commit(open->output, error);
}

#endif
