/* SPDX-License-Identifier: MIT */
/*
 * predicate.h - what the rows of a scan must satisfy: an AND of terms, each about one
 * column, tested on whole vectors.
 *
 * A dictionary-encoded vector is tested once for each entry of the dictionary, as soon as
 * that is less work than testing its rows.
 */
#ifndef SCAN_PREDICATE_H
#define SCAN_PREDICATE_H

#include "base/buffer.h"
#include "scan/formatted_vector.h"
#include "scan/text_match.h"
#include "scan/value_set.h"

/* What is done to a text before it is looked up in the set; the set's bounds have gone
 * through the same. */
enum text_transform {
    TRANSFORM_NONE,
    TRANSFORM_NOCASE, /* ASCII letters to lower case */
    TRANSFORM_RTRIM,  /* without the spaces at its end */
};

struct predicate_term {
    uint32_t column; /* of the schema */
    struct value_set set;
    /* Statistics, page ranges and Bloom filters may be asked about the set. */
    bool prunes;
    bool is_formatted; /* the set is about the text of formatted_vector */
    enum text_transform transform;
    bool accepts_numeric_text; /* besides the set */
    bool has_number;           /* of the set only texts that may equal it; see */
    double number;             /* numeric_text.h */
    bool has_pattern;          /* then that is tested instead of the set */
    struct text_pattern pattern;

    /* The rest is the evaluation's own. */
    uint64_t n_tested, n_passed; /* rows, for the order of the terms */
    uint64_t dictionary;         /* that `accepted` is about; 0: none */
    uint64_t seen_dictionary;    /* whose rows were tested one by one so far */
    uint64_t n_seen;
    struct buffer accepted; /* a byte for each entry */
    struct buffer scratch;
    struct formatted_vector formatted;
};

/* A zeroed struct accepts every row. */
struct predicate {
    struct arena arena; /* of the sets and what their bounds point to */
    bool is_never;
    /* For the scan's counts: conditions are not used at all; conditions without a term,
     * because only SQLite can test them. */
    bool pushdown_is_off;
    uint32_t n_left_to_sqlite;
    uint32_t n_terms, capacity;
    struct predicate_term *terms;
    /* Rows and row groups by number, from 0; DOMAIN_INT64. */
    bool has_rows, has_row_groups;
    struct value_set rows, row_groups;
};

void predicate_release(struct predicate *predicate);

/* Forgets the terms, keeps the memory of their evaluation. */
void predicate_clear(struct predicate *predicate);

/* A term to fill, which the predicate owns; NULL when memory is out. */
struct predicate_term *predicate_add(struct predicate *predicate, uint32_t column);

/* Joins terms about the same column and puts the cheap ones first. */
enum status predicate_prepare(struct predicate *predicate, const struct schema *schema,
                              struct error *error) CHECK_RESULT;

/* Keeps those of the rows (see value_set_filter) that the term accepts. */
enum status predicate_term_filter(struct predicate_term *term,
                                  const struct column *column,
                                  const struct column_vector *vector,
                                  const uint32_t *from, uint32_t n, uint32_t *rows,
                                  uint32_t *n_kept, struct error *error) CHECK_RESULT;

/* True when no entry of the dictionary (and no null, unless the term accepts none
 * anyway) is accepted.  `entries` as column_reader's dictionary() gives it. */
enum status predicate_term_excludes_entries(struct predicate_term *term,
                                            const struct column *column,
                                            const struct column_vector *entries,
                                            bool *excludes,
                                            struct error *error) CHECK_RESULT;

/* Puts the terms that leave the fewest rows for their cost first. */
void predicate_reorder(struct predicate *predicate, const struct schema *schema);

#endif
