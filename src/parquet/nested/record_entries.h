/* SPDX-License-Identifier: MIT */
/*
 * record_entries.h - a row of a nested column as bytes: the entries of its leaves, for
 * writers of the same type, without JSON in between.
 *
 *     for each leaf   uint32_t n, uint8_t kind (enum vector_kind)
 *                     n times: uint8_t repetition level, uint8_t definition level
 *                     the values of the entries that have one: 8 bytes, a struct instant,
 *                     or a uint32_t size and bytes
 */
#ifndef PARQUET_RECORD_ENTRIES_H
#define PARQUET_RECORD_ENTRIES_H

#include "parquet/nested/leaf_cursor.h"

/* What two neighbouring leaves have in common: the levels of the node above both. */
struct pq_leaf_join {
    uint8_t repetition, definition;
};

struct pq_record_entries {
    struct pq_leaf_join *joins; /* of each leaf and the next */
    /* Of each leaf, by repetition level: the least definition level of a list's elements.
     */
    const uint8_t **element_levels;
    struct buffer values; /* of a leaf; to be released */
};

/* node: the field; allocates in the arena. */
enum status pq_record_entries_init(struct pq_record_entries *entries,
                                   const struct pq_schema_tree *tree, uint32_t node,
                                   struct arena *arena, struct error *error) CHECK_RESULT;

/* Appends the record that begins at the current entries of the field's leaves, and moves
 * the cursors to the next.  CORRUPT if the leaves contradict one another. */
enum status pq_append_record_entries(struct pq_record_entries *entries,
                                     struct pq_leaf_cursor *cursors, uint32_t n_leaves,
                                     struct buffer *record,
                                     struct error *error) CHECK_RESULT;

/* Appends what records of a field look like.  If that is the same for two fields of the
 * same type in words, the bytes of one are those of the other. */
enum status pq_append_record_form(const struct pq_schema_tree *tree, uint32_t node,
                                  struct buffer *text, struct error *error) CHECK_RESULT;

#endif
