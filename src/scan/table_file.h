/* SPDX-License-Identifier: MIT */
/*
 * table_file.h - the seam between the scan and the file formats.
 *
 * A table_file is one open file, used by one thread at a time.  Formats embed the struct
 * as the first member of their own.  Rows come in row groups; within a row group each
 * column is read by its own column_reader, forward only, all of them independent.
 */
#ifndef SCAN_TABLE_FILE_H
#define SCAN_TABLE_FILE_H

#include "base/input_file.h"
#include "base/status.h"
#include "scan/column_statistics.h"
#include "scan/column_vector.h"
#include "scan/schema.h"

struct table_file;
struct column_reader;

/* Rows of a column in a row group that cannot be read and are null instead. */
struct lost_rows {
    uint64_t first_row, n_rows; /* of the row group */
    int64_t page_offset;        /* of the page that held them; -1: not one page */
    const char *column;         /* the leaf's name */
    const char *cause;
};

struct table_file_ops {
    /* Valid until close. */
    const struct schema *(*schema)(struct table_file *);
    uint32_t (*row_group_count)(struct table_file *);
    uint64_t (*row_group_rows)(struct table_file *, uint32_t row_group);
    /* CORRUPT when rows are not those that row_group_rows() claims.  by_pages: when the
     * row group does not have as many, as far as can be seen without reading a column of
     * it.  Else: when one of the row groups before it contradicts itself, so that rows
     * would have wrong numbers (row_group_count(): any at all).  NULL: that is never in
     * doubt. */
    enum status (*check_rows)(struct table_file *, uint32_t row_group, bool by_pages,
                              struct error *);
    /* Appends the words with which a column of that type is asked for when a file is
     * written; nothing for a column that cannot be written. */
    enum status (*column_type_text)(struct table_file *, uint32_t column, struct buffer *,
                                    struct error *);

    /* What is known of a column in a row group.  Wrong or missing metadata is no error:
     * less is known then.  Bounds of VECTOR_BYTES are valid until close. */
    enum status (*column_statistics)(struct table_file *, uint32_t row_group,
                                     uint32_t column, struct column_statistics *,
                                     struct error *);
    /* The pages of a column in a row group, from an index that covers all its rows;
     * *n_pages 0: there is none, for that reason.  Valid until the next call for the same
     * column. */
    enum status (*page_ranges)(struct table_file *, uint32_t row_group, uint32_t column,
                               const struct page_range **, uint32_t *n_pages,
                               enum keep_reason *, struct error *);
    /* Whether the unverified bounds of a column in a row group hold, which takes reading
     * some of the data, once.  NULL: no bounds are unverified. */
    enum status (*verify_bounds)(struct table_file *, uint32_t row_group, uint32_t column,
                                 bool *hold, struct error *);
    /* Whether there are Bloom filters for the column, as far as the first row group
     * tells; for estimates. */
    bool (*has_bloom)(struct table_file *, uint32_t column);
    /* Whether a Bloom filter proves that none of n values is in the row group: then the
     * reason is KEEP_NONE.  n 0: whether there is a filter that can be asked. */
    enum status (*bloom_excludes)(struct table_file *, uint32_t row_group,
                                  uint32_t column, const union column_value *values,
                                  uint32_t n, enum keep_reason *, struct error *);

    /* What a file that was opened for salvage has lost of a column, by the first rows;
     * ranges may overlap.  Reads all of the column in the row group, once.  Valid until
     * close.  NULL: nothing is ever lost, damage is an error. */
    enum status (*lost_rows)(struct table_file *, uint32_t row_group, uint32_t column,
                             const struct lost_rows **, uint32_t *n, struct error *);

    /* Prepends the place of a column's value to a message: the column, the row group and,
     * as far as it is known, the page.  row: of the row group.  Returns the error's
     * status. */
    enum status (*locate)(struct table_file *, uint32_t row_group, uint32_t column,
                          uint64_t row, struct error *);

    /* A reader for one column, usable for all row groups in turn (and keeping its buffers
     * from one to the next).  UNSUPPORTED for a column that cannot be read. */
    enum status (*open_column)(struct table_file *, uint32_t column,
                               struct column_reader **, struct error *);
    /* Frees the file with everything in it; its readers must be closed before. */
    void (*close)(struct table_file *);
};

/* What was read of a file since it was opened; scans tell their part by differences. */
struct read_totals {
    uint64_t pages_read; /* data pages loaded, again where they are needed again */
    /* Data pages passed over without that, on the way to a row behind them.  What comes
     * after the last row wanted of a row group is neither looked at nor counted. */
    uint64_t pages_skipped;
    uint64_t bytes_decompressed;
};

struct table_file {
    const struct table_file_ops *ops;
    struct read_totals totals;
    struct input_file *input; /* for what was read of it */
};

struct column_reader_ops {
    /* Positions the reader before the first row of a row group. */
    enum status (*start)(struct column_reader *, uint32_t row_group, struct error *);
    /* Passes over n rows, which the row group must still have. */
    enum status (*skip)(struct column_reader *, uint64_t n, struct error *);
    /* The row group's dictionary, if every value is sure to be one of its entries (codes
     * and valid are NULL, n_rows 0; valid as a batch is, which is left as it was); else
     * its `dictionary` is 0.  NULL: there never is one. */
    enum status (*dictionary)(struct column_reader *, struct column_vector *,
                              struct error *);
    /* When the reader stands at the front of a page that no index tells about, what the
     * page says of its rows; else n_rows is 0.  NULL: pages say nothing. */
    enum status (*next_page)(struct column_reader *, struct column_statistics *,
                             struct error *);
    /* The next rows, n <= BATCH_ROWS at most, which the row group must still have; at
     * least one, and fewer than n only where their values take LARGE_BATCH bytes, or
     * where lost rows begin or end.  The
     * vector's memory belongs to the reader and is valid until the next call on it. */
    enum status (*read)(struct column_reader *, uint32_t n, struct column_vector *,
                        struct error *);
    void (*close)(struct column_reader *);
};

struct column_reader {
    const struct column_reader_ops *ops;
};

/* Messages of a reader begin with the place, `column "a.b", row group 3`; the file's name
 * is added by the caller. */

#endif
