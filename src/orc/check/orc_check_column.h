/* SPDX-License-Identifier: MIT */
/*
 * orc_check_column.h - checks a top-level column of a stripe: its values, and with them
 * what its row indexes, Bloom filters and statistics say.
 *
 *     for each stride   the first rows, once from the start and once by the row index's
 *                       positions; then the others; the statistics
 *     at the end        the ends of the streams, the statistics of the stripe, and all
 *                       rows as JSON if they are nested
 */
#ifndef ORC_CHECK_COLUMN_H
#define ORC_CHECK_COLUMN_H

#include "orc/check/orc_check_claims.h"
#include "orc/check/orc_check_walk.h"

/* The values of a type in all stripes. */
struct orc_type_total {
    struct orc_tally tally;
    uint32_t n_whole; /* stripes in which all values were read */
};

/* A zeroed struct may be released. */
struct orc_column_checker {
    struct table_file *file;
    struct orc_context *context;
    struct findings *findings;
    struct orc_stripe_facts facts; /* statistics of stripes */
    struct orc_type_total *totals; /* of each type */
    struct orc_walk walk;
};

enum status orc_column_checker_init(struct orc_column_checker *checker,
                                    struct table_file *file, struct orc_context *context,
                                    struct findings *findings,
                                    struct error *error) CHECK_RESULT;
void orc_column_checker_release(struct orc_column_checker *checker);

/* Checks a column, by its index in the schema, of a stripe that is held. */
enum status orc_check_column(struct orc_column_checker *checker,
                             struct orc_open_stripe *stripe, uint32_t column,
                             struct error *error) CHECK_RESULT;

/* Checks the root, a struct, which is no column: which rows are null, and its
 * statistics. */
enum status orc_check_root(struct orc_column_checker *checker,
                           struct orc_open_stripe *stripe,
                           struct error *error) CHECK_RESULT;

/* Reads all rows of a column of a stripe, for damage alone. */
enum status orc_check_rows(struct orc_column_checker *checker, uint32_t stripe,
                           uint32_t column, struct error *error) CHECK_RESULT;

/* Checks the statistics of the file, when all stripes have been checked. */
enum status orc_check_totals(struct orc_column_checker *checker,
                             struct error *error) CHECK_RESULT;

#endif
