/* SPDX-License-Identifier: MIT */
/*
 * scan_announce.h - says what a scan will read of a file that is far away, so that few
 * round trips fetch it (input_file_announce()).  docs/internals/reading.md has the order
 * of the announcements.
 *
 * Nothing depends on them: a scan reads the same bytes without.  It calls these functions
 * only if scan->is_far is set, because some of the table's files are far away.
 */
#ifndef SCAN_SCAN_ANNOUNCE_H
#define SCAN_SCAN_ANNOUNCE_H

#include "base/buffer.h"
#include "scan/row_selection.h"

struct scan;

enum {
    SCAN_FIRST_FILES = 32, /* that are announced together at first, ... */
    SCAN_MOST_FILES = 64,  /* ... and later */
};

/* A zeroed struct may be released. */
struct scan_announcer {
    struct buffer expected; /* uint32_t: columns that are requested, or will be */
    uint64_t n_rows;        /* that will probably be wanted of a pass; 0: all */
    uint64_t n_skipped;     /* before them */
    /* Since scan_start(); ends are numbers of rows, exclusive. */
    uint64_t layout_end, metadata_first, metadata_end, doubts_end, counts_end;
    uint64_t files_end, deleted_end;
    int64_t metadata_window, tested_window, window; /* bytes of the next announcement */
    uint64_t rows_window;                           /* its rows; 0: no limit */
    uint32_t n_files;                               /* of the next one */
    bool has_other; /* columns were announced of rows that had passed the terms */
    struct buffer ranges;
    struct row_selection rows, spare[2];
};

void scan_announcer_release(struct scan_announcer *announcer);

/* Sets the columns that will probably be requested in passes to come, and of how many
 * rows (0: all), after others that are stepped over.  Columns that are requested are
 * added. */
enum status scan_expect(struct scan *scan, const uint32_t *columns, uint32_t n,
                        uint64_t n_skipped, uint64_t n_rows,
                        struct error *error) CHECK_RESULT;

/* Adds a column that will be requested. */
enum status scan_expect_column(struct scan *scan, uint32_t column,
                               struct error *error) CHECK_RESULT;

/* Expects what another scan of the table does. */
enum status scan_expect_same(struct scan *scan, const struct scan *as,
                             struct error *error) CHECK_RESULT;

/* Says that the pass that has begun will be read to its end. */
void scan_expect_end(struct scan *scan);

/* For scan.c and scan_prune.c: */

void scan_announce_start(struct scan *scan);

/* Called when statistics have not excluded the row group: announces the metadata of it
 * and of the next ones, or all that is read of them if that is little. */
enum status scan_announce_metadata(struct scan *scan, struct error *error) CHECK_RESULT;

/* Called before its page indexes are used, when no Bloom filter has excluded it. */
enum status scan_announce_pages(struct scan *scan, struct error *error) CHECK_RESULT;

/* Called before a column is read from row `first` to before `end`, which belong to the
 * batch. */
enum status scan_announce_rows(struct scan *scan, uint32_t column, uint64_t first,
                               uint64_t end, struct error *error) CHECK_RESULT;

/* Called before the rows of the row group are counted (table_file_ops.check_rows()). */
enum status scan_announce_counts(struct scan *scan, struct error *error) CHECK_RESULT;

/* Called before the file of the closed row group that is visited is opened. */
enum status scan_announce_files(struct scan *scan, struct error *error) CHECK_RESULT;

/* Called before the deleted rows of the closed row group that is visited are asked for,
 * because it may stay closed. */
enum status scan_announce_deleted(struct scan *scan, struct error *error) CHECK_RESULT;

/* For ordered_rows.c, of a scan with is_far: */

/* Announces the columns of the terms in the row groups that begin with *n rows, in the
 * order of the visits, as many as fit *window, which grows; *n becomes how many. */
enum status scan_announce_visits(struct scan *scan, const uint64_t *first_rows,
                                 uint32_t *n, int64_t *window,
                                 struct error *error) CHECK_RESULT;

/* Announces the other columns of n rows. */
enum status scan_announce_found(struct scan *scan, const uint64_t *rows, uint32_t n,
                                struct error *error) CHECK_RESULT;

#endif
