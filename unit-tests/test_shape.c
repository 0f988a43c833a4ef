/* SPDX-License-Identifier: MIT */
/*
 * test_shape.c - shapes made from schemas: each rule for lists, maps, repeated fields
 * without annotation, and Variants.
 */
#include "parquet/schema/shape.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_schema.h"
#include "unit_test.h"

enum { MOST_ELEMENTS = 2100 };

static struct arena arena;
static struct error error;

/* The tree of a root with n_fields fields and the n elements below it. */
static struct pq_schema_tree tree_of(const struct pq_schema_element *below, size_t n,
                                     int n_fields)
{
    static struct pq_schema_element elements[MOST_ELEMENTS];
    struct pq_schema_tree tree = {0};
    elements[0] = group("root", -1, n_fields);
    memcpy(elements + 1, below, n * sizeof *below);
    error_clear(&error);
    CHECK(pq_schema_tree_build(elements, (uint32_t)n + 1, false, &arena, &tree, &error) ==
          OK);
    return tree;
}

/* Checks the order of shapes, and that depths, ends and leaves agree with it. */
static void check_order(const struct pq_schema_tree *tree, uint32_t node,
                        const struct pq_shapes *shapes)
{
    uint32_t deepest = 0;
    CHECK(shapes->n > 0 && shapes->shapes[0].node == node);
    CHECK(shapes->shapes[0].depth == 0 && shapes->shapes[0].end == shapes->n);
    for (uint32_t i = 0; i < shapes->n; i++) {
        const struct pq_shape *shape = &shapes->shapes[i];
        const struct pq_node *n = &tree->nodes[shape->node];
        uint32_t end = i + 1;
        while (end < shapes->n && shapes->shapes[end].depth > shape->depth)
            end++;
        CHECK(shape->end == end);
        CHECK(i == 0 || shape->depth <= shapes->shapes[i - 1].depth + 1);
        CHECK(shape->first_leaf == n->first_leaf && shape->n_leaves == n->n_leaves);
        CHECK(shape->name.data == n->element->name.data &&
              shape->name.size == n->element->name.size);
        deepest = shape->depth > deepest ? shape->depth : deepest;
    }
    CHECK(shapes->depth == deepest + 1);
}

/* A line per shape: a dot per level of nesting, the kind, `?` if nullable, the name, the
 * definition level, the levels of its entries, the first leaf + the number of leaves. */
static const char *shapes_of_node(const struct pq_schema_tree *tree, uint32_t node)
{
    static const char *const kinds[] = {"leaf", "group", "list", "map", "variant"};
    static char lines[1 << 16];
    struct pq_shapes shapes;
    size_t at = 0;
    error_clear(&error);
    enum status status = pq_shapes_build(tree, node, &arena, &shapes, &error);
    CHECK(status == error.status);
    if (status != OK) {
        snprintf(lines, sizeof lines, "%s: %s", status_name(status), error.message);
        return lines;
    }
    check_order(tree, node, &shapes);
    for (uint32_t i = 0; i < shapes.n && at < sizeof lines / 2; i++) {
        const struct pq_shape *s = &shapes.shapes[i];
        at += (size_t)snprintf(lines + at, sizeof lines - at, "%.*s%s%s %.*s d%u",
                               (int)s->depth, "................", kinds[s->kind],
                               s->is_required ? "" : "?", (int)s->name.size,
                               (const char *)s->name.data, s->definition_level);
        if (s->kind == PQ_SHAPE_LIST || s->kind == PQ_SHAPE_MAP)
            at += (size_t)snprintf(lines + at, sizeof lines - at, " e%u r%u",
                                   s->element_level, s->repetition_level);
        if (s->metadata_leaf != PQ_NO_LEAF)
            at += (size_t)snprintf(lines + at, sizeof lines - at, " metadata %u",
                                   s->metadata_leaf);
        if (s->value_leaf != PQ_NO_LEAF)
            at += (size_t)snprintf(lines + at, sizeof lines - at, " value %u",
                                   s->value_leaf);
        at += (size_t)snprintf(lines + at, sizeof lines - at, " %u+%u\n", s->first_leaf,
                               s->n_leaves);
    }
    return lines;
}

#define SHAPES(...)                                                                      \
    shapes_of((const struct pq_schema_element[]){__VA_ARGS__},                           \
              sizeof((const struct pq_schema_element[]){__VA_ARGS__}) /                  \
                  sizeof(struct pq_schema_element))

/* The shapes of a single field. */
static const char *shapes_of(const struct pq_schema_element *below, size_t n)
{
    struct pq_schema_tree tree = tree_of(below, n, 1);
    return shapes_of_node(&tree, 1);
}

/* ---- Lists ------------------------------------------------------------------------- */

static void lists_of_three_levels(void)
{
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), group("list", REPEATED, 1),
                      number("element", OPTIONAL)),
               "list? a d1 e2 r1 0+1\n"
               ".leaf? element d3 0+1\n");
    CHECK_TEXT(SHAPES(list("a", REQUIRED), group("list", REPEATED, 1),
                      number("element", REQUIRED)),
               "list a d0 e1 r1 0+1\n"
               ".leaf element d1 0+1\n");
    /* Names do not matter, nor the form of the annotation. */
    struct pq_schema_element logical_list = group("my_list", OPTIONAL, 1);
    logical_list.logical.kind = PQ_LOGICAL_LIST;
    CHECK_TEXT(SHAPES(logical_list, group("element", REPEATED, 1), text("str", REQUIRED)),
               "list? my_list d1 e2 r1 0+1\n"
               ".leaf str d2 0+1\n");
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), group("list", REPEATED, 1),
                      list("element", REQUIRED), group("list", REPEATED, 1),
                      number("element", OPTIONAL)),
               "list? a d1 e2 r1 0+1\n"
               ".list element d2 e3 r2 0+1\n"
               "..leaf? element d4 0+1\n");
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), group("list", REPEATED, 1),
                      group("element", OPTIONAL, 2), number("x", REQUIRED),
                      number("y", OPTIONAL)),
               "list? a d1 e2 r1 0+2\n"
               ".group? element d3 0+2\n"
               "..leaf x d3 0+1\n"
               "..leaf? y d4 1+1\n");
}

static void rule_1_repeated_leaf(void)
{
    CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), number("element", REPEATED)),
               "list? my_list d1 e2 r1 0+1\n"
               ".leaf element d2 0+1\n");
}

static void rule_2_repeated_group_of_several_fields(void)
{
    CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), group("element", REPEATED, 2),
                      text("str", REQUIRED), number("num", REQUIRED)),
               "list? my_list d1 e2 r1 0+2\n"
               ".group element d2 0+2\n"
               "..leaf str d2 0+1\n"
               "..leaf num d2 1+1\n");
}

static void rule_3_repeated_group_of_one_repeated_field(void)
{
    CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), annotated("array", REPEATED, 1, PQ_LIST),
                      number("array", REPEATED)),
               "list? my_list d1 e2 r1 0+1\n"
               ".list array d2 e3 r2 0+1\n"
               "..leaf array d3 0+1\n");
    CHECK_TEXT(
        SHAPES(list("a", OPTIONAL), group("list", REPEATED, 1), number("x", REPEATED)),
        "list? a d1 e2 r1 0+1\n"
        ".group list d2 0+1\n"
        "..list x d2 e3 r2 0+1\n"
        "...leaf x d3 0+1\n");
    /* Three nested lists of two levels each. */
    CHECK_TEXT(SHAPES(list("a", REQUIRED), list("array", REPEATED),
                      list("array", REPEATED), number("array", REPEATED)),
               "list a d0 e1 r1 0+1\n"
               ".list array d1 e2 r2 0+1\n"
               "..list array d2 e3 r3 0+1\n"
               "...leaf array d3 0+1\n");
}

static void rule_4_repeated_group_with_a_special_name(void)
{
    CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), group("array", REPEATED, 1),
                      text("str", REQUIRED)),
               "list? my_list d1 e2 r1 0+1\n"
               ".group array d2 0+1\n"
               "..leaf str d2 0+1\n");
    CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), group("my_list_tuple", REPEATED, 1),
                      text("str", REQUIRED)),
               "list? my_list d1 e2 r1 0+1\n"
               ".group my_list_tuple d2 0+1\n"
               "..leaf str d2 0+1\n");
    CHECK_TEXT(
        SHAPES(list("", OPTIONAL), group("_tuple", REPEATED, 1), number("x", OPTIONAL)),
        "list?  d1 e2 r1 0+1\n"
        ".group _tuple d2 0+1\n"
        "..leaf? x d3 0+1\n");
    /* Names that are only similar. */
    static const char *const others[] = {
        "Array",         "arrays",  "array_", "other_tuple",  "my_list_tuples",
        "my_list_tupl",  "my_list", "_tuple", "y_list_tuple", "",
        "my_list_TUPLE", "list"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK_TEXT(SHAPES(list("my_list", OPTIONAL), group(others[i], REPEATED, 1),
                          text("str", OPTIONAL)),
                   "list? my_list d1 e2 r1 0+1\n"
                   ".leaf? str d3 0+1\n");
}

static void elements_with_an_annotation_of_their_own(void)
{
    /* A repeated MAP within a LIST: the repeated field is the map. */
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), map("array", REPEATED),
                      group("key_value", REPEATED, 2), text("key", REQUIRED),
                      number("value", OPTIONAL)),
               "list? a d1 e2 r1 0+2\n"
               ".map array d2 e3 r2 0+2\n"
               "..leaf key d3 0+1\n"
               "..leaf? value d4 1+1\n");
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), variant("v", REPEATED, 2),
                      binary("metadata", REQUIRED), binary("value", REQUIRED)),
               "list? a d1 e2 r1 0+2\n"
               ".variant v d2 metadata 0 value 1 0+2\n");
}

static void malformed_lists_are_groups(void)
{
    /* Two children, a child that is not repeated, no child. */
    CHECK_TEXT(SHAPES(annotated("a", OPTIONAL, 2, PQ_LIST), number("x", REPEATED),
                      number("y", OPTIONAL)),
               "group? a d1 0+2\n"
               ".list x d1 e2 r1 0+1\n"
               "..leaf x d2 0+1\n"
               ".leaf? y d2 1+1\n");
    CHECK_TEXT(SHAPES(list("a", REQUIRED), group("list", OPTIONAL, 1),
                      number("element", OPTIONAL)),
               "group a d0 0+1\n"
               ".group? list d1 0+1\n"
               "..leaf? element d2 0+1\n");
    CHECK_TEXT(SHAPES(annotated("a", OPTIONAL, 0, PQ_LIST)), "group? a d1 0+0\n");
    /* The annotation of a leaf has no effect. */
    CHECK_TEXT(SHAPES(converted("a", REPEATED, PQ_INT32, PQ_LIST)),
               "list a d0 e1 r1 0+1\n"
               ".leaf a d1 0+1\n");
}

/* ---- Maps -------------------------------------------------------------------------- */

static void maps(void)
{
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), group("key_value", REPEATED, 2),
                      text("key", REQUIRED), number("value", OPTIONAL)),
               "map? m d1 e2 r1 0+2\n"
               ".leaf key d2 0+1\n"
               ".leaf? value d3 1+1\n");
    /* By position; a nullable key and a required value. */
    CHECK_TEXT(SHAPES(map("m", REQUIRED), group("map", REPEATED, 2),
                      number("value", OPTIONAL), number("key", REQUIRED)),
               "map m d0 e1 r1 0+2\n"
               ".leaf? value d2 0+1\n"
               ".leaf key d1 1+1\n");
    struct pq_schema_element logical_map = group("m", OPTIONAL, 1);
    logical_map.logical.kind = PQ_LOGICAL_MAP;
    CHECK_TEXT(
        SHAPES(logical_map, group("key_value", REPEATED, 1), text("key", REQUIRED)),
        "map? m d1 e2 r1 0+1\n"
        ".leaf key d2 0+1\n");
}

static void maps_of_maps_and_lists(void)
{
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), group("key_value", REPEATED, 2),
                      group("key", REQUIRED, 2), number("x", REQUIRED),
                      number("y", OPTIONAL), map("value", OPTIONAL),
                      group("key_value", REPEATED, 2), text("key", REQUIRED),
                      list("value", OPTIONAL), group("list", REPEATED, 1),
                      number("element", OPTIONAL)),
               "map? m d1 e2 r1 0+4\n"
               ".group key d2 0+2\n"
               "..leaf x d2 0+1\n"
               "..leaf? y d3 1+1\n"
               ".map? value d3 e4 r2 2+2\n"
               "..leaf key d4 2+1\n"
               "..list? value d5 e6 r3 3+1\n"
               "...leaf? element d7 3+1\n");
    /* A repeated value without LIST. */
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), group("key_value", REPEATED, 2),
                      text("key", REQUIRED), number("value", REPEATED)),
               "map? m d1 e2 r1 0+2\n"
               ".leaf key d2 0+1\n"
               ".list value d2 e3 r2 1+1\n"
               "..leaf value d3 1+1\n");
}

static void map_key_value(void)
{
    /* In place of MAP. */
    CHECK_TEXT(SHAPES(annotated("my_map", OPTIONAL, 1, PQ_MAP_KEY_VALUE),
                      group("map", REPEATED, 2), text("key", REQUIRED),
                      number("value", OPTIONAL)),
               "map? my_map d1 e2 r1 0+2\n"
               ".leaf key d2 0+1\n"
               ".leaf? value d3 1+1\n");
    /* Inside MAP, where it has no effect. */
    CHECK_TEXT(SHAPES(map("my_map", OPTIONAL),
                      annotated("map", REPEATED, 2, PQ_MAP_KEY_VALUE),
                      text("key", REQUIRED), number("value", OPTIONAL)),
               "map? my_map d1 e2 r1 0+2\n"
               ".leaf key d2 0+1\n"
               ".leaf? value d3 1+1\n");
    /* One inside the other; the outer one in place of MAP. */
    CHECK_TEXT(SHAPES(annotated("my_map", OPTIONAL, 1, PQ_MAP_KEY_VALUE),
                      annotated("map", REPEATED, 1, PQ_MAP_KEY_VALUE),
                      text("key", REQUIRED)),
               "map? my_map d1 e2 r1 0+1\n"
               ".leaf key d2 0+1\n");
    /* On the repeated group of a list, which is an object. */
    CHECK_TEXT(SHAPES(list("a", OPTIONAL),
                      annotated("map", REPEATED, 2, PQ_MAP_KEY_VALUE),
                      text("key", REQUIRED), number("value", OPTIONAL)),
               "list? a d1 e2 r1 0+2\n"
               ".group map d2 0+2\n"
               "..leaf key d2 0+1\n"
               "..leaf? value d3 1+1\n");
}

static void malformed_maps_are_groups(void)
{
    /* Entries with three fields, as leaves, not repeated, without fields, and twice. */
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), group("key_value", REPEATED, 3),
                      text("key", REQUIRED), number("value", OPTIONAL),
                      number("other", OPTIONAL)),
               "group? m d1 0+3\n"
               ".list key_value d1 e2 r1 0+3\n"
               "..group key_value d2 0+3\n"
               "...leaf key d2 0+1\n"
               "...leaf? value d3 1+1\n"
               "...leaf? other d3 2+1\n");
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), text("key_value", REPEATED)),
               "group? m d1 0+1\n"
               ".list key_value d1 e2 r1 0+1\n"
               "..leaf key_value d2 0+1\n");
    CHECK_TEXT(SHAPES(map("m", REQUIRED), group("key_value", OPTIONAL, 1),
                      text("key", REQUIRED)),
               "group m d0 0+1\n"
               ".group? key_value d1 0+1\n"
               "..leaf key d1 0+1\n");
    CHECK_TEXT(SHAPES(map("m", OPTIONAL), group("key_value", REPEATED, 0)),
               "group? m d1 0+0\n"
               ".list key_value d1 e2 r1 0+0\n"
               "..group key_value d2 0+0\n");
    CHECK_TEXT(SHAPES(annotated("m", OPTIONAL, 2, PQ_MAP), text("a", REPEATED),
                      text("b", REPEATED)),
               "group? m d1 0+2\n"
               ".list a d1 e2 r1 0+1\n"
               "..leaf a d2 0+1\n"
               ".list b d1 e2 r1 1+1\n"
               "..leaf b d2 1+1\n");
}

/* ---- Repeated fields and groups ---------------------------------------------------- */

static void repeated_fields(void)
{
    CHECK_TEXT(SHAPES(number("num", REPEATED)), "list num d0 e1 r1 0+1\n"
                                                ".leaf num d1 0+1\n");
    CHECK_TEXT(SHAPES(group("my_list", REPEATED, 2), number("num", REQUIRED),
                      text("str", OPTIONAL)),
               "list my_list d0 e1 r1 0+2\n"
               ".group my_list d1 0+2\n"
               "..leaf num d1 0+1\n"
               "..leaf? str d2 1+1\n");
    CHECK_TEXT(SHAPES(group("g", OPTIONAL, 2), group("h", REPEATED, 1),
                      number("x", REPEATED), number("y", OPTIONAL)),
               "group? g d1 0+2\n"
               ".list h d1 e2 r1 0+1\n"
               "..group h d2 0+1\n"
               "...list x d2 e3 r2 0+1\n"
               "....leaf x d3 0+1\n"
               ".leaf? y d2 1+1\n");
    /* A repeated LIST, MAP or Variant is a list of these. */
    CHECK_TEXT(SHAPES(list("a", REPEATED), group("list", REPEATED, 1),
                      number("element", OPTIONAL)),
               "list a d0 e1 r1 0+1\n"
               ".list a d1 e2 r2 0+1\n"
               "..leaf? element d3 0+1\n");
    CHECK_TEXT(SHAPES(map("m", REPEATED), group("key_value", REPEATED, 1),
                      number("key", REQUIRED)),
               "list m d0 e1 r1 0+1\n"
               ".map m d1 e2 r2 0+1\n"
               "..leaf key d2 0+1\n");
    CHECK_TEXT(SHAPES(variant("v", REPEATED, 2), binary("metadata", REQUIRED),
                      binary("value", REQUIRED)),
               "list v d0 e1 r1 0+2\n"
               ".variant v d1 metadata 0 value 1 0+2\n");
}

static void groups(void)
{
    CHECK_TEXT(SHAPES(group("g", OPTIONAL, 3), group("h", REQUIRED, 1),
                      number("x", OPTIONAL), group("e", OPTIONAL, 0),
                      number("y", REQUIRED)),
               "group? g d1 0+2\n"
               ".group h d1 0+1\n"
               "..leaf? x d2 0+1\n"
               ".group? e d2 1+0\n"
               ".leaf y d1 1+1\n");
    CHECK_TEXT(SHAPES(group("g", REQUIRED, 0)), "group g d0 0+0\n");
    CHECK_TEXT(SHAPES(group("g", REPEATED, 0)), "list g d0 e1 r1 0+0\n"
                                                ".group g d1 0+0\n");
    /* A list of empty groups, of three levels and of two. */
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), group("list", REPEATED, 1),
                      group("element", OPTIONAL, 0)),
               "list? a d1 e2 r1 0+0\n"
               ".group? element d3 0+0\n");
    CHECK_TEXT(SHAPES(list("a", OPTIONAL), group("list", REPEATED, 0)),
               "list? a d1 e2 r1 0+0\n"
               ".group list d2 0+0\n");
    CHECK_TEXT(SHAPES(number("x", OPTIONAL)), "leaf? x d1 0+1\n");
}

static void fields_after_others(void)
{
    const struct pq_schema_element elements[] = {
        number("x", OPTIONAL),       list("a", OPTIONAL),     group("list", REPEATED, 1),
        number("element", OPTIONAL), group("g", REQUIRED, 1), number("y", OPTIONAL),
    };
    struct pq_schema_tree tree = tree_of(elements, 6, 3);
    CHECK_TEXT(shapes_of_node(&tree, 2), "list? a d1 e2 r1 1+1\n"
                                         ".leaf? element d3 1+1\n");
    CHECK_TEXT(shapes_of_node(&tree, 5), "group g d0 2+1\n"
                                         ".leaf? y d1 2+1\n");
}

/* ---- Variants ---------------------------------------------------------------------- */

static void variants(void)
{
    CHECK_TEXT(SHAPES(variant("v", OPTIONAL, 2), binary("metadata", REQUIRED),
                      binary("value", REQUIRED)),
               "variant? v d1 metadata 0 value 1 0+2\n");
    /* Fields are found by name, in any order. */
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 3), number("typed_value", OPTIONAL),
                      binary("value", OPTIONAL), binary("metadata", REQUIRED)),
               "variant v d0 metadata 2 value 1 0+3\n"
               ".leaf? typed_value d1 0+1\n");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      number("typed_value", OPTIONAL)),
               "variant v d0 metadata 0 0+2\n"
               ".leaf? typed_value d1 1+1\n");
}

static void shredded_objects(void)
{
    CHECK_TEXT(SHAPES(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
                      binary("value", OPTIONAL), group("typed_value", OPTIONAL, 3),
                      group("b", REQUIRED, 2), binary("value", OPTIONAL),
                      text("typed_value", OPTIONAL), group("a", REQUIRED, 1),
                      number("typed_value", OPTIONAL), group("c", REQUIRED, 2),
                      binary("value", OPTIONAL), group("typed_value", OPTIONAL, 1),
                      group("d", REQUIRED, 1), binary("value", OPTIONAL)),
               "variant? v d1 metadata 0 value 1 0+7\n"
               ".group? typed_value d2 2+5\n"
               "..variant b d2 value 2 2+2\n"
               "...leaf? typed_value d3 3+1\n"
               "..variant a d2 4+1\n"
               "...leaf? typed_value d3 4+1\n"
               "..variant c d2 value 5 5+2\n"
               "...group? typed_value d3 6+1\n"
               "....variant d d3 value 6 6+1\n");
    /* Inside, `metadata` is an ordinary field name. */
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      group("typed_value", OPTIONAL, 1), group("metadata", REQUIRED, 1),
                      binary("value", OPTIONAL)),
               "variant v d0 metadata 0 0+2\n"
               ".group? typed_value d1 1+1\n"
               "..variant metadata d1 value 1 1+1\n");
}

static void shredded_arrays(void)
{
    CHECK_TEXT(SHAPES(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
                      binary("value", OPTIONAL), list("typed_value", OPTIONAL),
                      group("list", REPEATED, 1), group("element", REQUIRED, 2),
                      binary("value", OPTIONAL), text("typed_value", OPTIONAL)),
               "variant? v d1 metadata 0 value 1 0+4\n"
               ".list? typed_value d2 e3 r1 2+2\n"
               "..variant element d3 value 2 2+2\n"
               "...leaf? typed_value d4 3+1\n");
    /* Arrays of arrays; the inner list has two levels. */
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      list("typed_value", OPTIONAL), group("list", REPEATED, 1),
                      group("element", REQUIRED, 2), binary("value", OPTIONAL),
                      list("typed_value", OPTIONAL), group("array", REPEATED, 2),
                      binary("value", OPTIONAL), number("typed_value", OPTIONAL)),
               "variant v d0 metadata 0 0+4\n"
               ".list? typed_value d1 e2 r1 1+3\n"
               "..variant element d2 value 1 1+3\n"
               "...list? typed_value d3 e4 r2 2+2\n"
               "....variant array d4 value 2 2+2\n"
               ".....leaf? typed_value d5 3+1\n");
}

static const char *typed(struct pq_schema_element typed_value)
{
    return SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED), typed_value);
}

static struct pq_schema_element typed_leaf(int type, int kind)
{
    return logical("typed_value", OPTIONAL, type,
                   (struct pq_logical_type){.kind = kind, .algorithm = -1});
}

static struct pq_schema_element typed_integer(int type, int bits, bool is_signed)
{
    struct pq_schema_element element = typed_leaf(type, PQ_LOGICAL_INTEGER);
    element.logical.bit_width = bits;
    element.logical.is_signed = is_signed;
    return element;
}

static struct pq_schema_element typed_time(int type, int kind, int unit, bool is_utc)
{
    struct pq_schema_element element = typed_leaf(type, kind);
    element.logical.unit = unit;
    element.logical.is_utc = is_utc;
    return element;
}

static struct pq_schema_element typed_decimal(int type, int length)
{
    struct pq_schema_element element = typed_leaf(type, PQ_LOGICAL_DECIMAL);
    element.logical.precision = 9;
    element.logical.scale = 2;
    element.type_length = length;
    return element;
}

static struct pq_schema_element typed_fixed(int kind, int length)
{
    struct pq_schema_element element = typed_leaf(PQ_FIXED_LEN_BYTE_ARRAY, kind);
    element.type_length = length;
    return element;
}

static void types_that_variants_can_be_shredded_to(void)
{
    const struct pq_schema_element allowed[] = {
        typed_leaf(PQ_BOOLEAN, 0),
        typed_integer(PQ_INT32, 8, true),
        typed_integer(PQ_INT32, 16, true),
        typed_integer(PQ_INT32, 32, true),
        typed_integer(PQ_INT64, 64, true),
        typed_leaf(PQ_INT32, 0),
        typed_leaf(PQ_INT64, 0),
        typed_leaf(PQ_FLOAT, 0),
        typed_leaf(PQ_DOUBLE, 0),
        typed_decimal(PQ_INT32, 0),
        typed_decimal(PQ_INT64, 0),
        typed_decimal(PQ_BYTE_ARRAY, 0),
        typed_decimal(PQ_FIXED_LEN_BYTE_ARRAY, 4),
        typed_decimal(PQ_FIXED_LEN_BYTE_ARRAY, 16),
        typed_leaf(PQ_INT32, PQ_LOGICAL_DATE),
        typed_time(PQ_INT64, PQ_LOGICAL_TIME, PQ_MICROS, false),
        typed_time(PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_MICROS, true),
        typed_time(PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_NANOS, true),
        typed_time(PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_MICROS, false),
        typed_time(PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_NANOS, false),
        typed_leaf(PQ_BYTE_ARRAY, 0),
        typed_leaf(PQ_BYTE_ARRAY, PQ_LOGICAL_STRING),
        converted("typed_value", OPTIONAL, PQ_BYTE_ARRAY, PQ_UTF8),
        typed_fixed(PQ_LOGICAL_UUID, 16),
    };
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        CHECK_TEXT(typed(allowed[i]), "variant v d0 metadata 0 0+2\n"
                                      ".leaf? typed_value d1 1+1\n");
}

static void other_types_of_shredded_variants_are_unsupported(void)
{
    const struct pq_schema_element refused[] = {
        typed_integer(PQ_INT32, 8, false),
        typed_integer(PQ_INT32, 32, false),
        typed_integer(PQ_INT64, 64, false),
        typed_leaf(PQ_INT96, 0),
        typed_time(PQ_INT32, PQ_LOGICAL_TIME, PQ_MILLIS, false),
        typed_time(PQ_INT64, PQ_LOGICAL_TIME, PQ_NANOS, false),
        typed_time(PQ_INT64, PQ_LOGICAL_TIME, PQ_MICROS, true),
        typed_time(PQ_INT64, PQ_LOGICAL_TIMESTAMP, PQ_MILLIS, true),
        typed_leaf(PQ_BYTE_ARRAY, PQ_LOGICAL_ENUM),
        converted("typed_value", OPTIONAL, PQ_BYTE_ARRAY, PQ_ENUM),
        typed_leaf(PQ_BYTE_ARRAY, PQ_LOGICAL_JSON),
        typed_leaf(PQ_BYTE_ARRAY, PQ_LOGICAL_BSON),
        converted("typed_value", OPTIONAL, PQ_BYTE_ARRAY, PQ_BSON),
        typed_leaf(PQ_BYTE_ARRAY, PQ_LOGICAL_GEOMETRY),
        typed_leaf(PQ_INT32, PQ_LOGICAL_UNKNOWN),
        typed_fixed(PQ_LOGICAL_FLOAT16, 2),
        typed_fixed(0, 16),
        converted("typed_value", OPTIONAL, PQ_FIXED_LEN_BYTE_ARRAY, PQ_INTERVAL),
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        CHECK_TEXT(typed(refused[i]), "unsupported: Variant field \"typed_value\": "
                                      "shredded to a type that Variants do not have");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      map("typed_value", OPTIONAL), group("key_value", REPEATED, 1),
                      text("key", REQUIRED)),
               "unsupported: Variant field \"typed_value\": shredded to a type that "
               "Variants do not have");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      variant("typed_value", OPTIONAL, 2), binary("metadata", REQUIRED),
                      binary("value", REQUIRED)),
               "unsupported: Variant field \"typed_value\": shredded to a type that "
               "Variants do not have");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                      list("typed_value", OPTIONAL), group("list", OPTIONAL, 1),
                      text("element", REQUIRED)),
               "unsupported: Variant field \"typed_value\": shredded to a type that "
               "Variants do not have");
}

static void variants_with_wrong_fields_are_corrupt(void)
{
    static const char not_a_variant[] = "does not belong in a stored Variant";
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 1), binary("value", REQUIRED)),
               "corrupt: Variant field \"v\": a Variant without metadata");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 1), binary("metadata", REQUIRED)),
               "corrupt: Variant field \"v\": a Variant without value");
    CHECK_TEXT(SHAPES(variant("v", REQUIRED, 0)),
               "corrupt: Variant field \"v\": a Variant without metadata");
    /* An unknown field, duplicate ones, ones of a wrong type, repeated ones. */
    (void)SHAPES(variant("v", REQUIRED, 3), binary("metadata", REQUIRED),
                 binary("value", REQUIRED), binary("other", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"other\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 3), binary("metadata", REQUIRED),
                 binary("value", REQUIRED), binary("value", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, not_a_variant) != NULL);
    (void)SHAPES(variant("v", REQUIRED, 3), binary("metadata", REQUIRED),
                 number("typed_value", OPTIONAL), number("typed_value", OPTIONAL));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"typed_value\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 number("value", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"value\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REPEATED),
                 binary("value", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"metadata\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 number("typed_value", REPEATED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"typed_value\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 group("value", OPTIONAL, 1), number("x", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"value\"") != NULL);
}

static void shredded_fields_and_elements_must_be_variants(void)
{
    /* A field that is not a group, has no fields, has a wrong one, is repeated. */
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 group("typed_value", OPTIONAL, 1), number("a", REQUIRED));
    CHECK_TEXT(error.message,
               "Variant field \"a\": expected a group of value and typed_value");
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 group("typed_value", OPTIONAL, 1), group("a", REQUIRED, 0));
    CHECK_TEXT(error.message, "Variant field \"a\": a Variant without value");
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 group("typed_value", OPTIONAL, 1), group("a", REQUIRED, 2),
                 binary("value", OPTIONAL), binary("metadata", OPTIONAL));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"metadata\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 group("typed_value", OPTIONAL, 1), group("a", REPEATED, 1),
                 binary("value", OPTIONAL));
    CHECK_TEXT(error.message, "Variant field \"a\": a repeated part of a Variant");
    /* The same for the elements of an array. */
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 list("typed_value", OPTIONAL), group("list", REPEATED, 1),
                 text("element", REQUIRED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"element\"") != NULL);
    (void)SHAPES(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
                 list("typed_value", OPTIONAL), number("array", REPEATED));
    CHECK(error.status == CORRUPT && strstr(error.message, "\"array\"") != NULL);
}

/* ---- Extremes ---------------------------------------------------------------------- */

static void deep_schemas(void)
{
    static struct pq_schema_element elements[MOST_ELEMENTS];
    enum { DEEP = 900 };
    for (int i = 0; i < DEEP; i++)
        elements[i] = group("g", i % 2 == 0 ? REPEATED : OPTIONAL, 1);
    elements[DEEP] = number("x", OPTIONAL);
    struct pq_schema_tree tree = tree_of(elements, DEEP + 1, 1);
    struct pq_shapes shapes;
    CHECK(pq_shapes_build(&tree, 1, &arena, &shapes, &error) == OK);
    CHECK(shapes.n == DEEP + DEEP / 2 + 1 && shapes.depth == shapes.n);
    check_order(&tree, 1, &shapes);
    CHECK(shapes.shapes[shapes.n - 1].definition_level == DEEP + 1);
    CHECK(shapes.shapes[shapes.n - 4].repetition_level == DEEP / 2);
}

static void wide_schemas(void)
{
    static struct pq_schema_element elements[MOST_ELEMENTS];
    enum { WIDE = 2000 };
    elements[0] = group("g", REPEATED, WIDE);
    for (int i = 1; i <= WIDE; i++)
        elements[i] = number("x", REPEATED);
    struct pq_schema_tree tree = tree_of(elements, WIDE + 1, 1);
    struct pq_shapes shapes;
    CHECK(pq_shapes_build(&tree, 1, &arena, &shapes, &error) == OK);
    CHECK(shapes.n == 2 * (WIDE + 1) && shapes.depth == 4);
    check_order(&tree, 1, &shapes);
}

/* Checks a group of n fields with unordered names. */
static void check_order_of_names(uint32_t n)
{
    struct pq_schema_element elements[41] = {group("g", OPTIONAL, (int)n)};
    char names[40][4];
    struct pq_shapes shapes;
    struct pq_shape_order order;
    for (uint32_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "%c", (char)('A' + i * 17 % 40));
        elements[i + 1] = number(names[i], OPTIONAL);
    }
    struct pq_schema_tree tree = tree_of(elements, n + 1, 1);
    CHECK(pq_shapes_build(&tree, 1, &arena, &shapes, &error) == OK);
    CHECK(pq_shape_order_build(&shapes, 0, &arena, &order, &error) == OK);
    CHECK(order.n == n && order.children != NULL);
    for (uint32_t i = 0; i < n; i++) {
        struct slice name = shapes.shapes[order.children[i]].name;
        CHECK(i == 0 ||
              slice_compare(shapes.shapes[order.children[i - 1]].name, name) < 0);
        CHECK(pq_shape_order_find(&shapes, &order, name) == order.children[i]);
    }
    CHECK(pq_shape_order_find(&shapes, &order, slice_of("AA", 2)) == 0);
    CHECK(pq_shape_order_find(&shapes, &order, slice_of("", 0)) == 0);
}

static void children_are_found_by_name(void)
{
    for (uint32_t n = 0; n <= 40; n++)
        check_order_of_names(n);
}

static void failed_allocations_are_reported(void)
{
    const struct pq_schema_element elements[] = {number("a", REPEATED)};
    struct pq_schema_tree tree = tree_of(elements, 1, 1);
    for (long n = 1;; n++) {
        struct arena own = {0};
        struct pq_shapes shapes;
        error_clear(&error);
        mem_fail_at(n, 0);
        enum status status = pq_shapes_build(&tree, 1, &own, &shapes, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        arena_release(&own);
        if (status == OK)
            break;
        CHECK(n < 10);
    }
}

int main(void)
{
    RUN(lists_of_three_levels);
    RUN(rule_1_repeated_leaf);
    RUN(rule_2_repeated_group_of_several_fields);
    RUN(rule_3_repeated_group_of_one_repeated_field);
    RUN(rule_4_repeated_group_with_a_special_name);
    RUN(elements_with_an_annotation_of_their_own);
    RUN(malformed_lists_are_groups);
    RUN(maps);
    RUN(maps_of_maps_and_lists);
    RUN(map_key_value);
    RUN(malformed_maps_are_groups);
    RUN(repeated_fields);
    RUN(groups);
    RUN(fields_after_others);
    RUN(variants);
    RUN(shredded_objects);
    RUN(shredded_arrays);
    RUN(types_that_variants_can_be_shredded_to);
    RUN(other_types_of_shredded_variants_are_unsupported);
    RUN(variants_with_wrong_fields_are_corrupt);
    RUN(shredded_fields_and_elements_must_be_variants);
    RUN(deep_schemas);
    RUN(wide_schemas);
    RUN(children_are_found_by_name);
    RUN(failed_allocations_are_reported);
    arena_release(&arena);
    return unit_test_done();
}
