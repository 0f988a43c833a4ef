/* SPDX-License-Identifier: MIT */
/*
 * orc_check_walk.h - reads all entries of a type and of those below it: counts them,
 * finds their extent, looks for them in Bloom filters.
 *
 * Two readers walk over a column: the first one reads it from the start, the second one
 * follows the positions of the row index.  Where both begin at the same row, what they
 * read is hashed and compared.
 */
#ifndef ORC_CHECK_WALK_H
#define ORC_CHECK_WALK_H

#include "orc/check/orc_check_values.h"
#include "scan/findings.h"
#include "orc/column/nested_node.h"
#include "orc/facts/stride_blooms.h"

/* What is known of a type in a stripe. */
struct orc_type_check {
    uint32_t number;
    struct orc_type_check *next;             /* of the column's types */
    const struct orc_row_index_facts *index; /* NULL: it is not used */
    const struct orc_stride_blooms *blooms;  /* NULL: they are not used */
    struct orc_tally stride, stripe;
    uint64_t hashes[2];   /* of the entries that a reader has read since the last start */
    bool is_damaged;      /* a finding says why; nothing more is read */
    bool has_wrong_claim; /* of a stride; further ones are not reported */
    bool lacks_in_bloom, is_not_utf8; /* reported */
};

enum orc_walker { ORC_FROM_START, ORC_BY_POSITIONS };

struct orc_walk {
    struct orc_context *context;
    struct findings *findings;
    struct orc_type_check **types; /* by number; of the column that is checked */
    uint64_t stride;               /* where both readers are */
    enum orc_walker walker;        /* that reads */
    bool is_hashing;
    bool has_damage;   /* in any type of the column */
    bool has_no_seeks; /* the row index cannot be followed any more */
};

/* Reads n granted entries of a node.  Damage ends the reading of its type and of those
 * below it, and is a finding. */
enum status orc_walk_entries(struct orc_walk *walk, struct orc_node *node, uint64_t n,
                             struct error *error) CHECK_RESULT;

/* Adds a finding for a type that the current reader failed to read. */
enum status orc_walk_fail(struct orc_walk *walk, uint32_t type,
                          const struct error *failure, struct error *error) CHECK_RESULT;

#endif
