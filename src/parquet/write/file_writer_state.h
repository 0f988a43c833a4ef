/* SPDX-License-Identifier: MIT */
/*
 * file_writer_state.h - the state of a file writer (file_writer.h), for its files:
 *
 *     file_writer.c    makes it; collects row groups, and writes them
 *     write_footer.c   writes what follows the row groups: page indexes and the footer
 */
#ifndef PARQUET_FILE_WRITER_STATE_H
#define PARQUET_FILE_WRITER_STATE_H

#include <stdatomic.h>

#include "base/background.h"
#include "base/monitor.h"
#include "parquet/write/column_chunk_writer.h"
#include "parquet/write/geoparquet.h"
#include "parquet/write/sort_check.h"

enum { PQ_MAGIC_SIZE = 4 };

/* A chunk's entry in the footer. */
struct chunk_entry {
    struct pq_span metadata, encrypted_metadata; /* in pq_file_writer.metadata */
    struct pq_span column_index, offset_index;
};

/* The path of a leaf: the names from its top-level field down to its own. */
struct leaf_path {
    struct slice *names;
    uint32_t n;
};

/* The row group that is being written. */
struct group_job {
    struct pq_column_values *values; /* of each leaf */
    uint64_t n_rows;
    enum status status;
    struct error error;
    struct background *background; /* NULL: no background work */
    struct background *self;       /* the same; set by the job itself */
    atomic_uint n_written;         /* leaves, whose memory is free */
    atomic_uint n_ready;           /* leaves that have all rows */
    atomic_size_t bytes_ready;     /* of them, as far as they are not written */
    struct monitor *monitor;       /* of n_ready; NULL: each row group begins with all */
};

struct pq_file_writer {
    struct output_file *output;
    const struct pq_write_column *columns;
    const struct pq_write_options *options;
    uint32_t n_columns;
    struct arena arena;                 /* of the schema */
    struct pq_schema_element *elements; /* root first */
    struct pq_schema_tree tree;
    uint32_t n_leaves;
    struct leaf_path *paths;               /* n_leaves */
    struct pq_file_encryption *encryption; /* NULL: none */

    /* The row group that is collected. */
    struct pq_column_values *values; /* n_leaves */
    uint64_t n_rows;
    uint64_t fixed_row_bytes; /* of leaves that are not repeated */
    uint32_t n_groups_started;
    uint32_t n_leaves_ended; /* see pq_file_writer_end_leaves() */
    uint64_t group_bytes;    /* of all other leaves */
    int64_t size;            /* of the output, when no job was running last */

    /* While a job runs, it owns everything below, and the output. */
    struct group_job job;
    struct pq_written_row_group group; /* the one being written */
    uint64_t rows_before;              /* in the row groups already written */
    struct pq_chunk_record *records;   /* n_leaves, of the row group being written */
    struct pq_written_column *footer_columns;
    int *habits; /* see pq_write_chunk() */
    struct pq_chunk_writer chunks;
    struct pq_sort_check order;
    struct pq_geoparquet_writer geo;
    struct buffer metadata;      /* ColumnMetaData of all chunks */
    struct buffer chunk_entries; /* struct chunk_entry, row group by row group */
    struct buffer row_groups;    /* struct pq_written_row_group */
    uint32_t n_row_groups;
    int64_t column_indexes_offset, offset_indexes_offset;
};

/* The file's first and last bytes. */
const char *pq_writer_magic(const struct pq_file_writer *writer);

/* Writes all that follows the row groups. */
enum status pq_write_footer(struct pq_file_writer *writer,
                            struct error *error) CHECK_RESULT;

#endif
