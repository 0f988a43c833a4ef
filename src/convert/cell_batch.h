/* SPDX-License-Identifier: MIT */
/*
 * cell_batch.h - buffers rows of a query until the writer processes them column by
 * column.
 *
 * SQLite returns rows, a Parquet file needs columns.  Appending each cell of a row to its
 * own column touches more memory than caches hold.  So some rows are buffered first, and
 * then processed one column at a time.
 *
 * Rows that SQLite need not see (sql/write/query_batches.h) come as vectors in place of
 * cells.
 */
#ifndef CONVERT_CELL_BATCH_H
#define CONVERT_CELL_BATCH_H

#include "convert/write_values.h"
#include "scan/column_vector.h"

struct batch_cell {
    union {
        int64_t integer;
        double real;
        uint64_t offset; /* TEXT, BLOB: offset in `bytes` */
    };
    uint32_t size;      /* TEXT, BLOB */
    uint16_t class;     /* enum cell_class */
    uint16_t has_types; /* TEXT: follow in `bytes`: a uint32_t size and the types */
};

/* A column of a batch that has vectors.  Row r of the batch is row `first` + r of the
 * vector, or `first` + selected[r], modulo 2^32. */
struct batch_vector {
    const struct column_vector *vector;
    const struct column_vector *types; /* of the Variants in it, or NULL */
    bool is_records;                   /* record_entries.h, in place of JSON */
    uint32_t first, types_first;
    /* As SQLite sees the values, which are integers, reals or texts; only of columns
     * whose cells are asked for, else NULL.  Same rows as `vector`. */
    const struct column_vector *shown;
};

/* Empty if zeroed, except for n_columns. */
struct cell_batch {
    uint32_t n_columns;
    uint64_t first_row; /* the number of the first row in the query, from 1 */
    uint64_t n_rows;
    /* One for each column, in place of `cells` and `bytes`; or NULL.  Borrowed. */
    const struct batch_vector *vectors;
    const uint32_t *selected;
    struct buffer cells; /* struct batch_cell, row by row */
    struct buffer bytes; /* the content of TEXT and BLOB */
    struct buffer
        row_ends;  /* uint64_t: the bytes of TEXT and BLOB up to each row's end */
    bool is_ascii; /* all of `bytes`; see cell_batch_look_at_bytes() */
};

/* Returns room for the cells of one more row, or NULL with an error if out of memory.
 * cell_batch_end_row() adds the row. */
struct batch_cell *cell_batch_new_row(struct cell_batch *batch, struct error *error);
enum status cell_batch_end_row(struct cell_batch *batch,
                               struct error *error) CHECK_RESULT;

static inline enum status cell_batch_keep_bytes(struct cell_batch *batch,
                                                struct batch_cell *cell,
                                                const void *bytes, size_t size,
                                                struct error *error)
{
    cell->offset = batch->bytes.size;
    cell->size = (uint32_t)size; /* SQLite's values are smaller than 2^31 */
    if (size > batch->bytes.capacity - batch->bytes.size)
        return buffer_append(&batch->bytes, bytes, size, error);
    if (size > 0)
        memcpy(batch->bytes.data + batch->bytes.size, bytes, size);
    batch->bytes.size += size;
    return OK;
}

/* Adds types to the cell whose text was added last. */
enum status cell_batch_keep_types(struct cell_batch *batch, struct batch_cell *cell,
                                  struct slice types, struct error *error) CHECK_RESULT;

/* Sets is_ascii, so that texts need not be checked one by one. */
void cell_batch_look_at_bytes(struct cell_batch *batch);

/* Bytes of memory in use. */
size_t cell_batch_size(const struct cell_batch *batch);

/* The bytes of TEXT and BLOB before a row, row <= n_rows. */
static inline uint64_t cell_batch_bytes_before(const struct cell_batch *batch,
                                               uint64_t row)
{
    const uint64_t *ends = (const void *)batch->row_ends.data;
    return row > 0 ? ends[row - 1] : 0;
}

/* The cell of a row and a column; those of a column are n_columns apart. */
static inline const struct batch_cell *cell_batch_at(const struct cell_batch *batch,
                                                     uint64_t row, uint32_t column)
{
    return (const struct batch_cell *)(const void *)batch->cells.data +
           row * batch->n_columns + column;
}

/* Converts to a cell; borrowed from the batch. */
static inline struct cell cell_batch_open(const struct cell_batch *batch,
                                          const struct batch_cell *at)
{
    struct cell cell = {.class = (enum cell_class)at->class};
    switch (cell.class) {
    case CELL_INTEGER:
        cell.integer = at->integer;
        break;
    case CELL_REAL:
        cell.real = at->real;
        break;
    case CELL_TEXT:
    case CELL_BLOB:
        cell.bytes = at->size > 0 ? slice_of(batch->bytes.data + at->offset, at->size)
                                  : slice_of("", 0);
        if (at->has_types) {
            const uint8_t *types = batch->bytes.data + at->offset + at->size;
            uint32_t size;
            memcpy(&size, types, sizeof size);
            cell.types = slice_of(types + sizeof size, size);
        }
        break;
    case CELL_NULL:
        break;
    }
    return cell;
}

/* The row of a vector at `first` in it. */
static inline uint32_t cell_batch_vector_row(const struct cell_batch *batch,
                                             uint32_t first, uint64_t row)
{
    return first + (batch->selected != NULL ? batch->selected[row] : (uint32_t)row);
}

/* The same for a batch of vectors, of a column that has `shown`. */
struct cell cell_batch_shown(const struct cell_batch *batch, uint64_t row,
                             uint32_t column);

static inline struct cell cell_batch_cell(const struct cell_batch *batch, uint64_t row,
                                          uint32_t column)
{
    return batch->vectors != NULL
               ? cell_batch_shown(batch, row, column)
               : cell_batch_open(batch, cell_batch_at(batch, row, column));
}

/* Replaces the batch's rows by n rows of vectors, which stay valid as long as they are
 * used.  Only n_columns and first_row were set. */
enum status cell_batch_set_vectors(struct cell_batch *batch,
                                   const struct batch_vector *vectors,
                                   const uint32_t *selected, uint32_t n,
                                   struct error *error) CHECK_RESULT;

/* Empties the batch; releases unusually large buffers. */
void cell_batch_reset(struct cell_batch *batch, uint64_t first_row);
void cell_batch_release(struct cell_batch *batch);

#endif
