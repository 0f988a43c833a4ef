/* SPDX-License-Identifier: MIT */
/*
 * predicate.h - the condition on the rows of a scan: an AND of terms, each on one column,
 * tested on whole vectors.
 *
 * For a dictionary-encoded vector, each dictionary entry is tested once, as soon as that
 * is less work than testing the rows.
 */
#ifndef SCAN_PREDICATE_H
#define SCAN_PREDICATE_H

#include "base/buffer.h"
#include "scan/formatted_vector.h"
#include "scan/text_match.h"
#include "scan/value_set.h"

/* Applied to a text before it is looked up in the set, whose bounds are transformed. */
enum text_transform {
    TRANSFORM_NONE,
    TRANSFORM_NOCASE, /* ASCII letters to lower case */
    TRANSFORM_RTRIM,  /* without the spaces at its end */
};

struct predicate_term {
    uint32_t column; /* of the schema */
    struct value_set set;
    /* The set may be tested against statistics, page ranges and Bloom filters. */
    bool prunes;
    /* Why it does not prune, or why the set is larger than the condition; else KEEP_NONE.
     */
    enum keep_reason weakened_by;
    bool is_formatted; /* the set holds texts as formatted_vector makes them */
    enum text_transform transform;
    bool accepts_numeric_text; /* besides the set */
    bool has_number;           /* a text in the set must also equal it; see */
    double number;             /* numeric_text.h */
    bool has_pattern;          /* the pattern is tested instead of the set */
    struct text_pattern pattern;

    /* State of the evaluation. */
    uint64_t n_tested, n_passed; /* rows, for the order of the terms */
    uint64_t dictionary;         /* whose entries `accepted` is for; 0: none */
    uint64_t seen_dictionary;    /* whose rows are tested one by one so far */
    uint64_t n_seen;
    struct buffer accepted; /* a byte for each entry */
    struct buffer scratch;
    struct formatted_vector formatted;
};

/* A zeroed struct accepts every row. */
struct predicate {
    struct arena arena; /* owns the sets and what their bounds point to */
    bool is_never;      /* accepts no row */
    /* For the scan's counts: whether conditions are unused altogether, and the number of
     * conditions without a term because only SQLite can test them. */
    bool pushdown_is_off;
    uint32_t n_left_to_sqlite;
    uint32_t n_terms, capacity;
    struct predicate_term *terms;
    /* Accepted numbers of rows, and those of rows and row groups in their own file, from
     * 0; DOMAIN_INT64. */
    bool has_rows, has_rows_in_file, has_row_groups;
    struct value_set rows, rows_in_file, row_groups;
};

void predicate_release(struct predicate *predicate);

/* Fills a zeroed struct with the same condition, to be tested in another thread.  It
 * refers to what `from` owns, which must not change until predicate_release_shared(). */
enum status predicate_share(struct predicate *predicate, const struct predicate *from,
                            struct error *error) CHECK_RESULT;
void predicate_release_shared(struct predicate *predicate);

/* Removes the terms but keeps the memory of their evaluation for reuse. */
void predicate_clear(struct predicate *predicate);

/* Returns a new term to fill, owned by the predicate; NULL if out of memory. */
struct predicate_term *predicate_add(struct predicate *predicate, uint32_t column);

/* Joins terms on the same column and puts cheap ones first; needed before a scan. */
enum status predicate_prepare(struct predicate *predicate, const struct schema *schema,
                              struct error *error) CHECK_RESULT;

/* The reason why facts that do not exclude the term's set keep what they describe. */
static inline enum keep_reason
predicate_term_keep_reason(const struct predicate_term *term, const struct column *column,
                           const struct column_statistics *statistics)
{
    enum keep_reason reason = value_set_keep_reason(&term->set, column, statistics);
    bool is_weakened = reason == KEEP_VALUES && term->weakened_by != KEEP_NONE;
    return is_weakened ? term->weakened_by : reason;
}

/* True if the statistics prove that the term accepts all of their rows. */
bool predicate_term_includes(const struct predicate_term *term,
                             const struct column *column,
                             const struct column_statistics *statistics);

/* Keeps the rows that the term accepts; see value_set_filter() for the parameters. */
enum status predicate_term_filter(struct predicate_term *term,
                                  const struct column *column,
                                  const struct column_vector *vector,
                                  const uint32_t *from, uint32_t n, uint32_t *rows,
                                  uint32_t *n_kept, struct error *error) CHECK_RESULT;

/* Reports whether the term accepts no entry of the dictionary and no null that may occur.
 * `entries` comes from column_reader's dictionary(). */
enum status predicate_term_excludes_entries(struct predicate_term *term,
                                            const struct column *column,
                                            const struct column_vector *entries,
                                            bool *excludes,
                                            struct error *error) CHECK_RESULT;

/* Sorts the terms by cost per row dropped, cheapest first. */
void predicate_reorder(struct predicate *predicate, const struct schema *schema);

#endif
