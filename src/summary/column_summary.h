/* SPDX-License-Identifier: MIT */
/*
 * column_summary.h - what SUMMARIZE says of a column: its least and greatest value, how
 * many are different, mean, standard deviation and quartiles, of values that are added as
 * vectors, a scan's windows.
 *
 * Memory is bounded: the least and the greatest value, the sketches of distinct_count.h
 * and quantiles.h, and what is known of the entries of one dictionary.  Such an entry is
 * looked at once; rows only count.
 *
 * Values have the order of the SQLite values that a table shows: dates before year 0 and
 * after 9999, durations, and integers of 64 bits without sign that exceed SQLite's, are
 * compared as the text that they are shown as.  A NaN is null.
 *
 * Text has the order of its bytes in the database, which are not those of the file if the
 * database is in UTF-16.
 */
#ifndef SUMMARY_COLUMN_SUMMARY_H
#define SUMMARY_COLUMN_SUMMARY_H

#include "scan/column_vector.h"
#include "scan/formatted_vector.h"
#include "summary/distinct_count.h"
#include "summary/quantiles.h"

/* What the numbers of a column stand for in `mean` and in quantiles. */
enum summary_numbers {
    SUMMARY_NONE,     /* text and the like have neither */
    SUMMARY_INTEGERS, /* VECTOR_INT64 as it is */
    SUMMARY_UNSIGNED, /* COLUMN_UINT64 */
    SUMMARY_REALS,    /* doubles, also decimals of many digits */
    SUMMARY_INSTANTS, /* microseconds */
};

/* The database's encoding. */
enum summary_encoding { SUMMARY_UTF8, SUMMARY_UTF16LE, SUMMARY_UTF16BE };

/* A value of the column. */
struct summary_bound {
    bool is_known;
    bool is_text; /* the text that it is shown as is in `bytes` */
    union {
        int64_t key; /* numbers and booleans; see column_summary_integer_of() */
        struct instant instant; /* VECTOR_INSTANT */
    } value;
    struct buffer bytes; /* VECTOR_BYTES without numbers */
};

struct column_summary {
    const struct column *column; /* borrowed */
    enum summary_numbers numbers;
    enum summary_encoding encoding; /* of text; otherwise SUMMARY_UTF8 */
    uint64_t n_rows, n_values;      /* n_values: not null */
    /* Of values in the order of their vector, and of those compared as text. */
    struct summary_bound least, greatest, least_text, greatest_text;
    struct distinct_count distinct;
    struct quantiles quantiles;
    /* The sums of integers, in two parts of 32 bits: exact for 2^31 values. */
    int64_t sum_high;
    uint64_t sum_low;
    double sum, sum_rest; /* of reals, with the rest of Neumaier's summation */
    double n_moments, mean, n_square; /* n_square: the sum of squared distances */
    /* Of the dictionary that is being read: for each entry how often it was seen and, if
     * it has one, its number. */
    uint64_t dictionary;
    uint32_t n_entries;
    struct buffer counts, keys;
    struct formatted_vector formatted;
};

/* The column must be readable and outlive the summary; release it also after a failure.
 */
void column_summary_init(struct column_summary *summary, const struct column *column,
                         enum summary_encoding encoding);
void column_summary_release(struct column_summary *summary);

/* Adds rows first .. end - 1 of a vector. */
enum status column_summary_add(struct column_summary *summary,
                               const struct column_vector *vector, uint32_t first,
                               uint32_t end, struct error *error) CHECK_RESULT;

/* Adds a bound of values that are not added themselves, to least and greatest only. */
enum status column_summary_add_bound(struct column_summary *summary,
                                     const struct column_vector *vector,
                                     struct error *error) CHECK_RESULT;

/* Ends adding values. */
enum status column_summary_finish(struct column_summary *summary,
                                  struct error *error) CHECK_RESULT;

/* The least or greatest value in SQLite's order; NULL: there are no values. */
const struct summary_bound *column_summary_bound(const struct column_summary *summary,
                                                 bool is_greatest);

/* The mean as a number; of dates and times in the column's unit, of instants in
 * microseconds.  Only if there are values and numbers. */
double column_summary_mean(const struct column_summary *summary);
/* The same for integers, rounded down to multiples of 1 / parts, in such parts. */
int64_t column_summary_mean_parts(const struct column_summary *summary, int64_t parts);
/* The standard deviation of a sample; NaN for fewer than two values. */
double column_summary_deviation(const struct column_summary *summary);

/* The number that a bound or quantile stands for: with SUMMARY_REALS a double, otherwise
 * the integer of a vector. */
int64_t column_summary_integer_of(const struct column_summary *summary, int64_t key);
double column_summary_real_of(int64_t key);

#endif
