/* SPDX-License-Identifier: MIT */
/*
 * cached_rows.h - rows of a file that a statement visits again and again, in memory.
 *
 *     cached_rows_collect    the numbers of the rows that pass a predicate
 *     cached_rows_load       a column's values in these rows, as one vector
 *     cached_rows_read       one value of a column that is not loaded
 *
 *     cached_rows_move       gives the rows other positions
 *
 * A row's position counts the cached rows, from 0: at first in the order of the
 * file.  Columns are loaded one by one, and only those that are asked for; texts, and
 * other values that are shown as text, are cached as indices of a dictionary.
 */
#ifndef CACHED_ROWS_H
#define CACHED_ROWS_H

#include "scan/scan.h"
#include "rows/value_table.h"

struct cached_column {
    /* Once the column is loaded: a window of all cached rows, whose rows are counted by
     * position, from 0.  Else it has no rows. */
    struct scan_column window;
    bool has_entries;      /* the vector has indices of `entries` */
    enum status refusal;   /* it does not fit in memory, or cannot be read whole */
    uint64_t rows_read;    /* estimated rows decoded by cached_rows_read() */
    uint8_t *valid;        /* or NULL: no row is null */
    void *values;          /* n_rows of them, or of indices of entries */
    struct buffer entries; /* the vector's dictionary, or empty */
    struct arena bytes;    /* what entries of VECTOR_BYTES point to */
};

/* A zeroed struct is empty and may be released. */
struct cached_rows {
    uint64_t n_in_file; /* about, if row numbers have gaps */
    uint64_t end_row;   /* greater than all numbers */
    uint32_t n_threads; /* that may work on the rows */
    /* Above 1: columns that are not loaded yet are read in about so many parts of the
     * rows, by position, because they do not fit in memory as a whole. */
    uint32_t n_parts;
    bool reads_most; /* most values of the columns that are used will be asked for */
    uint32_t n_rows;
    /* The rows' numbers in the file, ascending: uint32_t, or uint64_t if they are wide.
     */
    struct buffer numbers;
    bool is_wide;
    bool is_whole;       /* all rows of the file, and `numbers` is empty */
    uint32_t *positions; /* positions in the order of the file; NULL: 0, 1, 2 ... */
    uint32_t *order;     /* once it is asked for, the inverse; order[n_rows] is 1 then */
    uint32_t n_columns;
    struct cached_column *columns; /* of the schema */
    size_t most_bytes;             /* that may be cached */
    size_t n_bytes;                /* cached, about */
};

void cached_rows_release(struct cached_rows *rows);

/* Collects the numbers of the rows that pass the predicate, of a zeroed struct.
 * most_bytes: what numbers and columns may take together; TOO_BIG beyond it.  The scan
 * is left at an end of a pass. */
enum status cached_rows_collect(struct cached_rows *rows, struct scan *scan,
                                struct predicate *predicate, size_t most_bytes,
                                struct error *error) CHECK_RESULT;

/* The same row by row: initializes a zeroed struct, and adds rows in the order of the
 * file. */
enum status cached_rows_begin(struct cached_rows *rows, struct scan *scan,
                              size_t most_bytes, struct error *error) CHECK_RESULT;
enum status cached_rows_append(struct cached_rows *rows, uint64_t row,
                               struct error *error) CHECK_RESULT;

/* Fills a zeroed struct with the rows at n positions, in any order, each at most once.
 * They are in the order of the file.  most_bytes as above. */
enum status cached_rows_take(struct cached_rows *part, const struct cached_rows *rows,
                             const uint32_t *positions, uint32_t n, size_t most_bytes,
                             struct error *error) CHECK_RESULT;

/* The same for the n rows from the position `first` on, which keep their order: their
 * positions are those in `rows`, less `first`.  Their numbers cannot be asked for. */
enum status cached_rows_take_part(struct cached_rows *part,
                                  const struct cached_rows *rows, uint32_t first,
                                  uint32_t n, size_t most_bytes,
                                  struct error *error) CHECK_RESULT;

/* Gives the row that is the i-th in the order of the file the position positions[i];
 * once. Takes over `positions`, from mem_alloc(), also after a failure, which ends the
 * use of the rows. */
enum status cached_rows_move(struct cached_rows *rows, uint32_t *positions,
                             struct error *error) CHECK_RESULT;

/* Loads a column unless it is loaded.  After a failure it stays refused. */
enum status cached_rows_load(struct cached_rows *rows, struct scan *scan, uint32_t column,
                             struct error *error) CHECK_RESULT;

/* Reads the value at a position of a column that is not loaded, as a window of one row,
 * counted by position.  It is valid until the scan reads the column again. */
enum status cached_rows_read(struct cached_rows *rows, struct scan *scan, uint32_t column,
                             uint32_t position, struct scan_column *window,
                             struct error *error) CHECK_RESULT;

/* Frees all columns for good; they can be read. */
void cached_rows_shrink(struct cached_rows *rows);

/* Whether reading more values one by one costs more than loading the column. */
bool cached_rows_is_worth_loading(const struct cached_rows *rows, uint32_t column);

/* Makes a window of one row of a vector, counted by position. */
void cached_rows_show(const struct column_vector *vector, uint32_t row, uint32_t position,
                      struct scan_column *window);

/* The number in the file of the row at a position. */
uint64_t cached_rows_number(const struct cached_rows *rows, uint32_t position);

/* The position of the row with a number; false if it is not cached. */
bool cached_rows_find(const struct cached_rows *rows, uint64_t number,
                      uint32_t *position);

/* The number of threads among which work on all rows is divided. */
uint32_t cached_rows_pieces(const struct cached_rows *rows);

/* ---- For cached_rows_load.c -------------------------------------------------------- */

void cached_column_release(struct cached_column *column);

/* Adds to the bytes that are cached; TOO_BIG, and nothing is added, beyond most_bytes. */
enum status cached_rows_charge(struct cached_rows *rows, uint64_t n_bytes,
                               struct error *error) CHECK_RESULT;

/* The number in the file of the i-th row in the order of the file. */
static inline uint64_t cached_rows_in_file(const struct cached_rows *rows, uint32_t i)
{
    const void *numbers = rows->numbers.data;
    if (rows->is_whole)
        return i;
    return rows->is_wide ? ((const uint64_t *)numbers)[i]
                         : ((const uint32_t *)numbers)[i];
}

/* Its position. */
static inline uint32_t cached_rows_position(const struct cached_rows *rows, uint32_t i)
{
    return rows->positions != NULL ? rows->positions[i] : i;
}

#endif
