/* SPDX-License-Identifier: MIT */
/*
 * nested_node.h - the entries of a type inside a nested column, for row_json.h.
 *
 * A node's entries are those of its parent, one after the other: for a struct's field one
 * where the struct is present, for a list's element as many as its length says.  They are
 * read in windows.  How many there are is known from the parent, which grants them when
 * its own window is read; so no stream is read beyond its end.
 */
#ifndef ORC_NESTED_NODE_H
#define ORC_NESTED_NODE_H

#include "orc/column/leaf_values.h"
#include "orc/facts/row_index.h"

struct orc_node {
    uint32_t type;
    uint64_t kind; /* enum orc_kind */
    bool has_present;
    struct orc_boolean_reader present;
    uint64_t granted; /* entries that exist and are not in the window */

    /* The window: entries at .. n. */
    uint32_t at, n;
    bool has_nulls;
    uint32_t value_at; /* the next present entry's index among the values */
    uint8_t *valid;    /* BATCH_ROWS; only if has_nulls */

    struct orc_leaf_values *values; /* of a primitive type, else NULL */
    struct column_vector vector; /* its values in the window; may be fewer than wanted */
    struct orc_integer_reader sizes;   /* of lists and maps */
    int64_t *lengths;                  /* BATCH_ROWS */
    struct orc_byte_reader tag_reader; /* of unions */
    uint8_t *tags;                     /* BATCH_ROWS */

    uint32_t n_children;
    struct orc_node **children;
};

/* Makes a type and all below it.  Free it after errors, too. */
enum status orc_node_new(struct orc_context *context, uint32_t type, unsigned depth,
                         struct orc_node **node, struct error *error) CHECK_RESULT;
void orc_node_free(struct orc_node *node); /* NULL is allowed */

/* Begins a stripe, which must stay open. */
enum status orc_node_start(struct orc_node *node, const struct orc_open_stripe *stripe,
                           struct error *error) CHECK_RESULT;

/* Moves to an entry of the row indexes; *is_possible is false, and nothing has changed,
 * if one of them is not used. */
enum status orc_node_seek(struct orc_node *node, struct orc_open_stripe *stripe,
                          uint64_t entry, bool *is_possible,
                          struct error *error) CHECK_RESULT;

/* Reads the next window of granted entries; at least one must be granted. */
enum status orc_node_load(struct orc_node *node, struct error *error) CHECK_RESULT;

/* Makes sure that there is a current entry. */
static inline CHECK_RESULT enum status orc_node_need(struct orc_node *node,
                                                     struct error *error)
{
    return node->at < node->n ? OK : orc_node_load(node, error);
}

/* Skips n granted entries, with all below them. */
enum status orc_node_skip(struct orc_node *node, uint64_t n,
                          struct error *error) CHECK_RESULT;

/* Makes sure that the value of the current entry, which is present, is in the vector: its
 * index there is value_at. */
enum status orc_node_need_value(struct orc_node *node, struct error *error) CHECK_RESULT;

/* Lists where the node is in its streams, without those of its children; returns how many
 * these are. */
enum { ORC_MOST_ENDS = 1 + ORC_MOST_VALUE_ENDS };
unsigned orc_node_ends(struct orc_node *node, struct orc_stream_end ends[ORC_MOST_ENDS]);

/* CORRUPT if the file has the fault of ORC_VALUES_OF_ABSENT in the node or below it, as
 * far as ends of streams show it.  All entries of the stripe must be read. */
enum status orc_node_check_ends(struct orc_node *node, const struct orc_tail *tail,
                                struct error *error) CHECK_RESULT;

#endif
