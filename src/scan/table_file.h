/* SPDX-License-Identifier: MIT */
/*
 * table_file.h - the seam between the scan and the file formats.
 *
 * A table_file is one open file, used by one thread at a time.  Each format embeds the
 * struct as the first member of its own.  Rows are divided into row groups.  Within a row
 * group an independent column_reader reads each column, forward only.
 */
#ifndef SCAN_TABLE_FILE_H
#define SCAN_TABLE_FILE_H

#include "base/arena.h"
#include "base/input_file.h"
#include "base/row_bitmap.h"
#include "base/status.h"
#include "scan/column_statistics.h"
#include "scan/column_vector.h"
#include "scan/file_field.h"
#include "scan/row_selection.h"
#include "scan/schema.h"

struct table_file;
struct column_reader;

/* Rows of a column in a row group that cannot be read and read as null. */
struct lost_rows {
    uint64_t first_row, n_rows; /* of the row group */
    int64_t page_offset; /* of the page that held them; -1: not known to be one page */
    const char *column;  /* the leaf's name */
    const char *cause;
};

/* Row groups come in the order of their rows, whose numbers may leave gaps. */
struct row_group {
    uint32_t number;     /* for table_file_ops */
    uint64_t first, end; /* row numbers; end is exclusive */
    /* Stands for all row groups of a file that is not open yet, whose rows have some of
     * these numbers.  Only column_statistics(), open_row_groups() and, if knows_closed is
     * set, bloom_excludes() may be called. */
    bool is_closed;
    /* Of a closed one: all rows of the file, deleted ones included, have the numbers from
     * `first` on; 0: not known.  Then deleted_rows() may be called, too. */
    uint64_t n_rows;
    /* Where the row group is in its own file, for a table of many: */
    uint32_t number_in_file;
    uint64_t file_first; /* number of the file's first row */
    bool is_counted;     /* the scan has counted why the file was opened */
    bool waits;          /* see scan_open_all() */
};

/* What is read of a row group, for a file that is far away (input_file.h). */
enum file_part {
    PART_LAYOUT, /* of no column: what says where its columns are */
    PART_INDEX,  /* of a column: what page_ranges() and readers that skip rows read first
                  */
    PART_CHECKS, /* what they compare that with before they rely on it for some rows */
    PART_BLOOM,
    PART_DICTIONARY, /* if it may exclude the row group */
    PART_VALUES,     /* of some rows */
    /* Of no column: what check_rows() by pages reads, and before that what says where it
     * is. */
    PART_COUNTS_INDEX,
    PART_COUNTS,
};

/* Rows of a row group, as rows of the table. */
struct part_rows {
    const struct row_selection *selection;
    uint64_t first; /* the number of the row group's first row */
};

/* Estimates, for plans. */
struct table_size {
    double n_row_groups, n_rows;
};

struct table_file_ops {
    /* Valid until close. */
    const struct schema *(*schema)(struct table_file *);
    /* Row groups with numbers from 0; of a table of many files, those of the files that
     * were opened so far. */
    uint32_t (*row_group_count)(struct table_file *);
    uint64_t (*row_group_rows)(struct table_file *, uint32_t row_group);
    /* Appends (struct row_group) the row groups of the file, as far as they are known.
     * NULL: there are row_group_count() of them, with numbers from 0, and their rows have
     * numbers from 0 without gaps. */
    enum status (*list_row_groups)(struct table_file *, struct buffer *, struct error *);
    /* Sets numbers[] to those of at most n row groups, evenly spread, whose statistics
     * and rows are known without opening a file, closed ones included; returns how many
     * there are.  For estimates.  NULL: any of row_group_count(). */
    uint32_t (*sample_row_groups)(struct table_file *, uint32_t *numbers, uint32_t n);
    /* Appends those that a closed row group stands for.  NULL: none is closed. */
    enum status (*open_row_groups)(struct table_file *, uint32_t row_group,
                                   struct buffer *, struct error *);
    /* The number of files of a table of many, even if it happens to be 1.  NULL: the
     * table is a file. */
    uint32_t (*file_count)(struct table_file *);
    /* The path of the row group's file.  NULL: the table is a file. */
    const char *(*path_of)(struct table_file *, uint32_t row_group);
    /* The size of all files.  NULL: that of the row groups. */
    struct table_size (*estimate_size)(struct table_file *);
    /* CORRUPT if row counts differ from row_group_rows().  by_pages: checks the row group
     * itself, as far as possible without reading a column.  Otherwise: checks the
     * metadata of all row groups before it for contradictions, which would make row
     * numbers wrong (row_group_count(): checks all).  NULL: counts are always right. */
    enum status (*check_rows)(struct table_file *, uint32_t row_group, bool by_pages,
                              struct error *);
    /* Appends the column's type as the writer's options spell it; nothing if such a
     * column cannot be written. */
    enum status (*column_type_text)(struct table_file *, uint32_t column, struct buffer *,
                                    struct error *);
    /* Makes the tree of a top-level column, which lives as long as the arena.  NULL: the
     * table has no trees, as those of many files. */
    enum status (*column_tree)(struct table_file *, uint32_t column, struct arena *,
                               struct file_field **, struct error *);
    /* Appends the type of a column of geometries that the file does not state as the
     * column's type; nothing for other columns.  May be NULL. */
    enum status (*geometry_type_text)(struct table_file *, uint32_t column,
                                      struct buffer *, struct error *);

    /* Reads what is known about a column in a row group.  Wrong or missing metadata is no
     * error; it leaves members unknown.  Bounds of VECTOR_BYTES are valid until
     * the next call for another row group. */
    enum status (*column_statistics)(struct table_file *, uint32_t row_group,
                                     uint32_t column, struct column_statistics *,
                                     struct error *);
    /* Returns the pages of a column in a row group, from an index that covers all its
     * rows.  *n_pages is 0 if no index is usable, with the reason.  Valid until the next
     * call for the same column. */
    enum status (*page_ranges)(struct table_file *, uint32_t row_group, uint32_t column,
                               const struct page_range **, uint32_t *n_pages,
                               enum keep_reason *, struct error *);
    /* Compares pages that page_ranges() returned, from first to before end, with what the
     * file stores.  Call before rows are read from them because others were excluded.  If
     * *hold is false, page_ranges() returns none from now on.  NULL: they always hold. */
    enum status (*verify_pages)(struct table_file *, uint32_t row_group, uint32_t column,
                                uint32_t first, uint32_t end, bool *hold, struct error *);
    /* Checks whether the unverified bounds of a column in a row group hold; the first
     * call reads some of the data.  NULL: no bounds are ever unverified. */
    enum status (*verify_bounds)(struct table_file *, uint32_t row_group, uint32_t column,
                                 bool *hold, struct error *);
    /* Whether the column has a Bloom filter in the first row group; for estimates. */
    bool (*has_bloom)(struct table_file *, uint32_t column);
    /* About how many different values the column has in the first row group, for
     * estimates; 0: not known. */
    uint64_t (*distinct_values)(struct table_file *, uint32_t column);
    /* About how many bytes the column takes decompressed; for estimates. */
    uint64_t (*uncompressed_bytes)(struct table_file *, uint32_t column);
    /* Sets the reason to KEEP_NONE if a Bloom filter proves that the row group holds none
     * of the n values.  n 0: only checks for a usable filter. */
    enum status (*bloom_excludes)(struct table_file *, uint32_t row_group,
                                  uint32_t column, const union column_value *values,
                                  uint32_t n, enum keep_reason *, struct error *);

    /* Whether the Bloom filter of a page that page_ranges() returned proves that it holds
     * none of the n values.  NULL: pages have no Bloom filters. */
    enum status (*page_bloom_excludes)(struct table_file *, uint32_t row_group,
                                       uint32_t column, uint32_t page,
                                       const union column_value *values, uint32_t n,
                                       bool *excludes, struct error *);

    /* Returns the rows that a file opened for salvage has lost of a column, sorted by
     * first row; ranges may overlap.  The first call reads the whole column in the row
     * group.  Valid until close.  NULL: damage is always an error. */
    enum status (*lost_rows)(struct table_file *, uint32_t row_group, uint32_t column,
                             const struct lost_rows **, uint32_t *n, struct error *);

    /* Returns the deleted rows of a row group, as numbers of the bitmap, in which the row
     * group's first row is *first; NULL: none is deleted.  Valid until close.  Called
     * only if has_deleted_rows is set. */
    enum status (*deleted_rows)(struct table_file *, uint32_t row_group,
                                const struct row_bitmap **, uint64_t *first,
                                struct error *);

    /* Prepends the place of a column's value to a message: the column, the row group and,
     * if known, the page.  `row` counts from the start of the row group.  Returns the
     * error's status. */
    enum status (*locate)(struct table_file *, uint32_t row_group, uint32_t column,
                          uint64_t row, struct error *);

    /* Appends (struct file_range) where the file has a part of an open row group, as far
     * as that is known without reading what is not announced before it in enum file_part;
     * for input_file_announce() of input_of().  rows: NULL: all.  Guesses are allowed:
     * the worst that a wrong one costs is time.  All errors are external (status.h).
     * NULL: nothing is known. */
    enum status (*append_part)(struct table_file *, uint32_t row_group, uint32_t column,
                               enum file_part part, const struct part_rows *rows,
                               struct buffer *ranges, struct error *);
    /* page_ranges() without the comparison with the file's pages, from an index that has
     * been announced.  *n_pages is 0 if none is usable.  Valid until the next call on the
     * file.  NULL: there are none. */
    enum status (*peek_pages)(struct table_file *, uint32_t row_group, uint32_t column,
                              const struct page_range **, uint32_t *n_pages,
                              struct error *);
    /* The input of the row group's file; NULL if it is not open.  NULL: that of the
     * table. */
    struct input_file *(*input_of)(struct table_file *, uint32_t row_group);
    /* Says that the files of these closed row groups will probably be opened, in this
     * order, and deleted_rows() be called; or only that.  NULL: that makes no difference.
     */
    enum status (*expect_files)(struct table_file *, const uint32_t *row_groups, size_t n,
                                bool of_deleted_only, struct error *);

    /* Opens a reader for one column.  It can be started on one row group after another
     * and keeps its buffers.  UNSUPPORTED if the column cannot be read. */
    enum status (*open_column)(struct table_file *, uint32_t column,
                               struct column_reader **, struct error *);
    /* Opens the same file once more, for another thread.  Nothing that changes is shared.
     * NULL, or UNSUPPORTED: not possible. */
    enum status (*open_again)(struct table_file *, struct table_file **, struct error *);
    /* Frees the buffers that reading fills anew.  No reader may be open. */
    void (*free_buffers)(struct table_file *);
    /* Frees the file and all that it owns; its readers must be closed first. */
    void (*close)(struct table_file *);
};

/* What was read since the file was opened; scans use differences. */
struct read_totals {
    uint64_t pages_read; /* data pages loaded; a page loaded twice counts twice */
    /* Data pages passed over without loading them, on the way to a later row.  Pages
     * after the last wanted row of a row group are not counted. */
    uint64_t pages_skipped;
    uint64_t bytes_decompressed;
    /* Of a table of many files: how often one was opened, and how many of these had been
     * open before. */
    uint64_t files_opened, files_reopened;
};

struct table_file {
    const struct table_file_ops *ops;
    struct read_totals totals;
    uint64_t files_counted;   /* of totals.files_opened, those that scans have counted */
    struct input_file *input; /* counts the bytes read */
    bool has_deleted_rows;    /* some rows of row groups are none of the table's */
    bool has_far_files;       /* of a table of many: some are far away (input_file.h) */
    bool knows_closed;        /* it may know which values closed row groups lack */
    bool describes_closed;    /* and it may know bounds of their values */
};

static inline uint32_t table_file_count(struct table_file *file)
{
    return file->ops->file_count == NULL ? 1 : file->ops->file_count(file);
}

/* Whether files of the table are far away (input_file.h). */
static inline bool table_file_is_far(const struct table_file *file)
{
    return file->has_far_files || input_file_is_far(file->input);
}

/* The input of an open row group's file; NULL if there is none. */
static inline struct input_file *table_file_input(struct table_file *file,
                                                  uint32_t row_group)
{
    return file->ops->input_of == NULL ? file->input
                                       : file->ops->input_of(file, row_group);
}

struct column_reader_ops {
    /* Positions the reader before the first row of a row group. */
    enum status (*start)(struct column_reader *, uint32_t row_group, struct error *);
    /* Skips n rows; the row group must have that many left. */
    enum status (*skip)(struct column_reader *, uint64_t n, struct error *);
    /* Returns the row group's dictionary if every value is certain to be one of its
     * entries, and at most most_entries; otherwise `dictionary` is 0, and n_entries is
     * more than most_entries if there are more.  indices and valid are NULL and n_rows is
     * 0.  Its lifetime is a batch's; the current batch stays valid.  NULL: never. */
    enum status (*dictionary)(struct column_reader *, uint64_t most_entries,
                              struct column_vector *, struct error *);
    /* If the reader is at the start of a page that no index covers, returns the page's
     * own statistics; otherwise n_rows is 0.  NULL: pages have no statistics. */
    enum status (*next_page)(struct column_reader *, struct column_statistics *,
                             struct error *);
    /* Reads the next n rows, n <= BATCH_ROWS; the row group must have that many left.
     * Returns at least one row, and fewer than n only if the values reach LARGE_BATCH
     * bytes or if lost rows begin or end.  The reader owns the vector's memory, which is
     * valid until the next call on it. */
    enum status (*read)(struct column_reader *, uint32_t n, struct column_vector *,
                        struct error *);
    void (*close)(struct column_reader *);
};

struct column_reader {
    const struct column_reader_ops *ops;
};

/* Messages of a reader begin with the location, `column "a.b", row group 3`; the caller
 * adds the file's name. */

#endif
