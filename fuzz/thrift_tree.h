/* SPDX-License-Identifier: MIT */
/*
 * thrift_tree.h - a Thrift struct as a tree that can be changed and written again.
 *
 * Nodes are in one array, the struct itself first; each has the index of its first child
 * and of its next sibling.  Index 0 means none: the root is nobody's child.
 */
#ifndef FUZZ_THRIFT_TREE_H
#define FUZZ_THRIFT_TREE_H

#include "base/buffer.h"
#include "fuzz.h"
#include "parquet/format/thrift_compact.h"

enum { MOST_NODES = 1 << 14, MOST_LEVELS = 24 };

struct tree_node {
    int id;           /* of the field; 0: an element of a list */
    int type;         /* enum thrift_type */
    int element_type; /* of a list */
    uint32_t first, next;
    uint32_t copies;     /* how often it is written */
    int64_t integer;     /* also a boolean, and the bits of a double */
    struct slice binary; /* borrowed */
};

struct thrift_tree {
    uint32_t n;
    struct tree_node nodes[MOST_NODES];
};

/* ---- Reading --------------------------------------------------------------------- */

static void read_node(struct thrift_tree *tree, struct thrift_reader *reader,
                      const struct thrift_field *field, uint32_t node, int level);

/* Adds a node after its sibling *last, or as the first child of its parent. */
static uint32_t add_node(struct thrift_tree *tree, struct thrift_reader *reader,
                         const struct thrift_field *field, uint32_t parent,
                         uint32_t *last)
{
    if (tree->n == MOST_NODES) {
        thrift_fail(reader, "too many nodes");
        return *last;
    }
    uint32_t node = tree->n++;
    tree->nodes[node] = (struct tree_node){
        .id = field->is_element ? 0 : field->id, .type = field->type, .copies = 1};
    if (*last == 0)
        tree->nodes[parent].first = node;
    else
        tree->nodes[*last].next = node;
    *last = node;
    return node;
}

static void read_struct(struct thrift_tree *tree, struct thrift_reader *reader,
                        uint32_t parent, int level)
{
    struct thrift_field field = {0};
    uint32_t last = 0;
    while (thrift_next_field(reader, &field)) {
        uint32_t node = add_node(tree, reader, &field, parent, &last);
        read_node(tree, reader, &field, node, level);
    }
}

static void read_list(struct thrift_tree *tree, struct thrift_reader *reader,
                      const struct thrift_field *field, uint32_t parent, int level)
{
    int type = reader->rest.size > 0 ? reader->rest.data[0] & 0x0f : 0;
    if (type == THRIFT_FALSE)
        type = THRIFT_TRUE;
    struct thrift_field element = thrift_element(type);
    uint32_t last = 0;
    tree->nodes[parent].element_type = type;
    for (uint32_t n = thrift_begin_list(reader, field, type); n > 0; n--) {
        uint32_t node = add_node(tree, reader, &element, parent, &last);
        read_node(tree, reader, &element, node, level);
    }
}

static void read_node(struct thrift_tree *tree, struct thrift_reader *reader,
                      const struct thrift_field *field, uint32_t node, int level)
{
    struct tree_node *n = &tree->nodes[node];
    double real;
    if (reader->fault != NULL)
        return;
    switch (field->type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        n->integer = thrift_read_bool(reader, field);
        break;
    case THRIFT_I8:
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64:
        n->integer = thrift_read_i64(reader, field);
        break;
    case THRIFT_DOUBLE:
        real = thrift_read_double(reader, field);
        memcpy(&n->integer, &real, sizeof real);
        break;
    case THRIFT_BINARY:
        n->binary = thrift_read_binary(reader, field);
        break;
    case THRIFT_LIST:
    case THRIFT_STRUCT:
        if (level == MOST_LEVELS)
            thrift_fail(reader, "too deep");
        else if (field->type == THRIFT_LIST)
            read_list(tree, reader, field, node, level + 1);
        else
            read_struct(tree, reader, node, level + 1);
        break;
    default:
        thrift_fail(reader, "no type of Parquet's");
    }
}

/* Reads the struct that the bytes begin with; returns its size, or 0 if it cannot be
 * read. The tree points into the bytes. */
static size_t tree_read(struct thrift_tree *tree, struct slice bytes)
{
    struct thrift_reader reader;
    thrift_init(&reader, bytes);
    tree->n = 1;
    tree->nodes[0] = (struct tree_node){.type = THRIFT_STRUCT, .copies = 1};
    read_struct(tree, &reader, 0, 0);
    return reader.fault == NULL ? bytes.size - reader.rest.size : 0;
}

/* ---- Nodes ----------------------------------------------------------------------- */

/* The child with a field id, or 0. */
static uint32_t tree_child(const struct thrift_tree *tree, uint32_t parent, int id)
{
    uint32_t child = tree->nodes[parent].first;
    while (child != 0 && tree->nodes[child].id != id)
        child = tree->nodes[child].next;
    return child;
}

static bool is_integer(const struct tree_node *node)
{
    return node->type >= THRIFT_I8 && node->type <= THRIFT_I64;
}

/* The value of an integer child, or NULL. */
static int64_t *tree_integer(struct thrift_tree *tree, uint32_t parent, int id)
{
    uint32_t child = tree_child(tree, parent, id);
    if (child == 0 || !is_integer(&tree->nodes[child]))
        return NULL;
    return &tree->nodes[child].integer;
}

/* ---- Writing --------------------------------------------------------------------- */

static void put_bytes(struct buffer *output, const void *bytes, size_t size)
{
    struct error error = {0};
    if (size > 0)
        REQUIRE(buffer_append(output, bytes, size, &error) == OK);
}

static void put_byte(struct buffer *output, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    put_bytes(output, &byte, 1);
}

static void put_varint(struct buffer *output, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(output, (unsigned)(value & 0x7f) | 0x80);
    put_byte(output, (unsigned)value);
}

static void put_zigzag(struct buffer *output, int64_t value)
{
    put_varint(output, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void write_children(const struct thrift_tree *tree, uint32_t parent,
                           struct buffer *output);

static void write_list(const struct thrift_tree *tree, uint32_t list,
                       struct buffer *output)
{
    unsigned type = (unsigned)tree->nodes[list].element_type;
    uint32_t n = 0;
    for (uint32_t i = tree->nodes[list].first; i != 0; i = tree->nodes[i].next)
        n += tree->nodes[i].copies;
    put_byte(output, (n < 15 ? n << 4 : 0xf0U) | type);
    if (n >= 15)
        put_varint(output, n);
    write_children(tree, list, output);
}

static void write_value(const struct thrift_tree *tree, uint32_t node,
                        struct buffer *output)
{
    const struct tree_node *n = &tree->nodes[node];
    uint8_t bits[8];
    switch (n->type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        if (n->id == 0)
            put_byte(output, n->integer != 0 ? THRIFT_TRUE : THRIFT_FALSE);
        break;
    case THRIFT_I8:
        put_byte(output, (unsigned)(n->integer & 0xff));
        break;
    case THRIFT_DOUBLE:
        for (int i = 0; i < 8; i++)
            bits[i] = (uint8_t)((uint64_t)n->integer >> (8 * i));
        put_bytes(output, bits, sizeof bits);
        break;
    case THRIFT_BINARY:
        put_varint(output, n->binary.size);
        put_bytes(output, n->binary.data, n->binary.size);
        break;
    case THRIFT_LIST:
        write_list(tree, node, output);
        break;
    case THRIFT_STRUCT:
        write_children(tree, node, output);
        put_byte(output, THRIFT_STOP);
        break;
    default:
        put_zigzag(output, n->integer);
    }
}

static void write_children(const struct thrift_tree *tree, uint32_t parent,
                           struct buffer *output)
{
    int last_id = 0;
    for (uint32_t i = tree->nodes[parent].first; i != 0; i = tree->nodes[i].next) {
        const struct tree_node *n = &tree->nodes[i];
        unsigned type = (unsigned)n->type;
        if (type <= THRIFT_FALSE)
            type = n->integer != 0 ? THRIFT_TRUE : THRIFT_FALSE;
        for (uint32_t copy = 0; copy < n->copies; copy++) {
            int delta = n->id - last_id;
            if (n->id != 0 && delta >= 1 && delta <= 15) {
                put_byte(output, (unsigned)delta << 4 | type);
            } else if (n->id != 0) {
                put_byte(output, type);
                put_zigzag(output, n->id);
            }
            last_id = n->id;
            write_value(tree, i, output);
        }
    }
}

static void tree_write(const struct thrift_tree *tree, struct buffer *output)
{
    write_value(tree, 0, output);
}

/* ---- Mutating -------------------------------------------------------------------- */

static int64_t other_integer(int64_t value, struct steps *steps)
{
    static const int64_t edges[] = {0,         1,          -1,        INT32_MAX,
                                    INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
    uint64_t bits = (uint64_t)value;
    switch (step_below(steps, 5)) {
    case 0:
        return edges[step_below(steps, 8)];
    case 1:
        return (int64_t)(bits + step_below(steps, 9) - 4);
    case 2:
        return (int64_t)(bits ^ UINT64_C(1) << step_below(steps, 64));
    case 3:
        return (int64_t)(step_below(steps, 2) == 0 ? bits * 2 : bits / 2);
    default:
        return step_below(steps, 40);
    }
}

/* Changes one node; its new bytes, if any, are in `scratch`. */
static void tree_mutate(struct thrift_tree *tree, struct steps *steps,
                        uint8_t scratch[256])
{
    if (tree->n < 2)
        return;
    struct tree_node *node = &tree->nodes[1 + step_below(steps, tree->n - 1)];
    uint32_t what = step_below(steps, 8);
    if (what == 0) {
        node->copies = step_below(steps, 3) == 0 ? 2 : 0;
    } else if (what == 1 && node->id != 0) {
        node->id = 1 + (int)step_below(steps, 16);
    } else if (is_integer(node) || node->type <= THRIFT_FALSE) {
        node->integer = node->type <= THRIFT_FALSE ? node->integer == 0
                                                   : other_integer(node->integer, steps);
    } else if (node->type == THRIFT_DOUBLE) {
        node->integer ^= (int64_t)(UINT64_C(1) << step_below(steps, 64));
    } else if (node->type == THRIFT_BINARY) {
        size_t size = node->binary.size < 128 ? node->binary.size : 128;
        if (size > 0)
            memcpy(scratch, node->binary.data, size);
        node->binary = slice_of(scratch, LLVMFuzzerMutate(scratch, size, 256));
    } else {
        node->copies = step_below(steps, 2) * 2;
    }
}

#endif
