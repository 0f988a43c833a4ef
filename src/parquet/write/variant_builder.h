/* SPDX-License-Identifier: MIT */
/*
 * variant_builder.h - JSON as a Variant's binary form (VariantEncoding.md); the other
 * direction of variant_value.h.
 *
 *     JSON tokens -> nodes in the order of the text -> names sorted, sizes summed
 *                 -> metadata; each node and all below it -> a value
 *
 * A number without exponent becomes an integer or a decimal of the same digits, one with
 * exponent, or of more than 38 digits, a double where the double's own digits are the
 * same number.  So what is read again is the same text, but for other ways to write an
 * exponent, and for negative zeros, which become doubles.
 *
 * Nodes stand in front of what is below them: first child of i: i + 1 (where it has any),
 * next sibling of c: nodes[c].end.  Values are written in this order, without recursion.
 */
#ifndef PARQUET_VARIANT_BUILDER_H
#define PARQUET_VARIANT_BUILDER_H

#include "value/json_reader.h"

enum {
    PQ_VARIANT_MOST_NODES = 1 << 26,
    PQ_VARIANT_MOST_DIGITS = 38,
};

/* Of the entries of an array or object; tell how wide its header's numbers are. */
struct pq_variant_sums {
    uint32_t n;
    uint32_t values_size; /* bytes of their values */
    uint32_t most_name;   /* the largest number of a member's name */
};

struct pq_variant_node {
    uint8_t kind;  /* enum json_token: NULL .. STRING, BEGIN_ARRAY, BEGIN_OBJECT */
    bool is_taken; /* left out of the object that it is a member of */
    uint32_t parent, end;
    uint32_t name; /* of a member: its number in the dictionary */
    uint32_t size; /* bytes of the value */
    /* Scalars: where these bytes stand in scalars.  Objects: their first member in
     * members. */
    uint32_t begin;
    uint32_t offset; /* while its parent is written */
    struct pq_variant_sums sums;
    struct slice text; /* NUMBER: as it is written in the JSON text */
};

/* A zeroed struct is ready; memory is used again. */
struct pq_variant_builder {
    struct pq_variant_node *nodes; /* 0 is the value as a whole */
    uint32_t n_nodes, node_capacity;
    struct buffer scalars;
    /* Members of objects, each object's in the order of their names: the name's number in
     * the upper half, the node in the lower. */
    uint64_t *members;
    uint32_t member_capacity;
    /* The dictionary in the order of the text, and sorted.  That of the value before is
     * kept as far as names come in the same order: n_known of them are there, n_names
     * are of this value. */
    struct pq_variant_name *names;
    uint32_t n_names, n_known, name_capacity;
    struct buffer name_bytes;
    uint32_t *table; /* open addressing: number of the name + 1 */
    uint32_t table_size;
    uint64_t hash_seed; /* 0: not drawn yet */
    struct pq_sorted_name *sorted;
    uint32_t n_sorted; /* 0: not sorted */
    uint32_t sorted_capacity;
};

void pq_variant_builder_release(struct pq_variant_builder *builder);

/* Reads one JSON value, whose first token was read just now, up to its end.  MISUSE when
 * it is no JSON, when an object has two members of a name, and for numbers that no
 * Variant holds.  The text must stay while the nodes are used. */
enum status pq_variant_read_json(struct pq_variant_builder *builder,
                                 struct json_reader *reader, enum json_token token,
                                 struct slice value, struct error *error) CHECK_RESULT;

/* The characters of a STRING; valid until the next value is read. */
struct slice pq_variant_string(const struct pq_variant_builder *builder, uint32_t node);

/* The member of an object; UINT32_MAX: there is none. */
uint32_t pq_variant_member(const struct pq_variant_builder *builder, uint32_t object,
                           struct slice name);

/* The names of all members of all objects. */
enum status pq_append_variant_metadata(const struct pq_variant_builder *builder,
                                       struct buffer *out,
                                       struct error *error) CHECK_RESULT;

/* The value of the node, without its members that are taken (those of the objects in it
 * must not be). */
enum status pq_append_variant_value(struct pq_variant_builder *builder, uint32_t node,
                                    struct buffer *out, struct error *error) CHECK_RESULT;

#endif
