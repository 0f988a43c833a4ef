/* SPDX-License-Identifier: MIT */
/*
 * variant_builder.h - encodes JSON in a Variant's binary form (VariantEncoding.md); the
 * counterpart of variant_value.h.
 *
 *     JSON tokens -> nodes in the order of the text -> sorted names, sizes
 *                 -> metadata; each node and all below it -> a value
 *
 * A number without exponent becomes an integer or a decimal with the same digits.  A
 * number with an exponent, or with more than 38 digits, becomes a double if the double's
 * shortest text is the same number, otherwise a decimal.  So reading it again returns the
 * same text, except that exponents may be written differently and negative zeros become
 * doubles.
 *
 * Nodes are in preorder: the first child of i, if any, is i + 1, the next sibling of c is
 * nodes[c].end.  Values are written in this order, without recursion.
 */
#ifndef PARQUET_VARIANT_BUILDER_H
#define PARQUET_VARIANT_BUILDER_H

#include "base/hash_table.h"
#include "value/json_reader.h"

enum {
    PQ_VARIANT_MOST_NODES = 1 << 26,
    PQ_VARIANT_MOST_DIGITS = 38,
};

/* Sums over an array's or object's entries, which determine the widths in its header. */
struct pq_variant_sums {
    uint32_t n;
    uint32_t values_size; /* bytes of their values */
    uint32_t most_name;   /* the largest name number of a member */
};

struct pq_variant_node {
    uint8_t kind;  /* enum json_token: NULL .. STRING, BEGIN_ARRAY, BEGIN_OBJECT */
    bool is_taken; /* shredded: left out of its object's value */
    uint32_t parent, end;
    uint32_t name; /* of a member: its number in the dictionary */
    uint32_t size; /* bytes of the value */
    /* Scalars: offset in `scalars`. Objects: index of the first member in `members`. */
    uint32_t begin;
    uint32_t offset; /* offset in its object, while that is written */
    /* Scalars: enum pq_variant_type, if it was given, TRUE for false, too; else
     * PQ_VARIANT_N_TYPES. */
    uint8_t type;
    struct pq_variant_sums sums;
    struct slice text; /* NUMBER: as written in the JSON text */
};

/* A zeroed struct is ready; its memory is reused. */
struct pq_variant_builder {
    struct pq_variant_node *nodes; /* 0 is the value as a whole */
    uint32_t n_nodes;
    struct buffer scalars;
    /* Members of objects, sorted by name within each object: the name's number in the
     * upper half, the node in the lower. */
    uint64_t *members;
    /* The dictionary, in the order of the text and sorted.  The previous value's names
     * are kept while names come in the same order: `names` has n_known names, of which
     * this value has the first n_names. */
    struct pq_variant_name *names;
    uint32_t n_names, n_known;
    struct buffer name_bytes;
    struct hash_table table; /* of the known names */
    uint64_t hash_seed;      /* 0: not drawn yet */
    struct pq_sorted_name *sorted;
    uint32_t n_sorted; /* 0: not sorted */
};

void pq_variant_builder_release(struct pq_variant_builder *builder);

/* Reads one JSON value up to its end; `token` and `value` are its first token, which was
 * read already.  *types: the types of its scalars (variant_types.h), which are taken from
 * the front as far as there are any; values have them if they fit exactly.  MISUSE if it
 * is not JSON, if an object has two members with the same name, or if no Variant type
 * holds a number.  The text must stay valid while the nodes
 * are used.  TOO_BIG if it exceeds the limits above or 2 GiB. */
enum status pq_variant_read_json(struct pq_variant_builder *builder,
                                 struct json_reader *reader, enum json_token token,
                                 struct slice value, struct slice *types,
                                 struct error *error) CHECK_RESULT;

/* The text of a STRING, if its type is not another one; valid until the next value is
 * read. */
struct slice pq_variant_string(const struct pq_variant_builder *builder, uint32_t node);

/* The node of an object's member; UINT32_MAX if there is none. */
uint32_t pq_variant_member(const struct pq_variant_builder *builder, uint32_t object,
                           struct slice name);

/* Appends the metadata: the names of all members of all objects. */
enum status pq_append_variant_metadata(const struct pq_variant_builder *builder,
                                       struct buffer *out,
                                       struct error *error) CHECK_RESULT;

/* Appends the value of the node, without its own members that are taken; members further
 * down must not be taken. */
enum status pq_append_variant_value(struct pq_variant_builder *builder, uint32_t node,
                                    struct buffer *out, struct error *error) CHECK_RESULT;

#endif
