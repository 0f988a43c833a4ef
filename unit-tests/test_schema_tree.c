/* SPDX-License-Identifier: MIT */
/*
 * test_schema_tree.c - trees made from lists of SchemaElements, and the columns of their
 * tables.
 */
#include "base/alloc.h"
#include "parquet/schema/schema_tree.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { GROUP = -1 };

/* With type GROUP, a group of `children` fields. */
static struct pq_schema_element element(const char *name, int type, int repetition,
                                        int children)
{
    return (struct pq_schema_element){.type = type,
                                      .repetition = repetition,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = type == GROUP ? children : -1,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical.algorithm = -1};
}

static struct pq_schema_element root(int children)
{
    return element("root", GROUP, -1, children);
}

static struct arena arena;

static enum status build(const struct pq_schema_element *elements, size_t n,
                         struct pq_schema_tree *tree)
{
    struct error error = {0};
    struct pq_schema_element *copy = (void *)exact_copy(elements, n * sizeof *elements);
    enum status status = pq_schema_tree_build(copy, (uint32_t)n, false, &arena, tree,
                                              &error);
    CHECK(status == error.status);
    /* nodes point into the caller's elements */
    for (uint32_t i = 0; status == OK && i < tree->n_nodes; i++) {
        CHECK(tree->nodes[i].element == copy + i);
        tree->nodes[i].element = elements + i;
    }
    free(copy);
    return status;
}

static enum status status_of(const struct pq_schema_element *elements, size_t n)
{
    struct pq_schema_tree tree;
    return build(elements, n, &tree);
}

static bool is_named(const struct column *column, const char *name)
{
    return column->name_size == strlen(name) &&
           memcmp(column->name, name, column->name_size) == 0;
}

static void flat_schemas(void)
{
    const struct pq_schema_element elements[] = {
        root(3),
        element("a", PQ_INT32, PQ_REQUIRED, 0),
        element("b", PQ_DOUBLE, PQ_OPTIONAL, 0),
        element("", PQ_BYTE_ARRAY, PQ_OPTIONAL, 0),
    };
    struct pq_schema_tree tree;
    CHECK(build(elements, 4, &tree) == OK);
    CHECK(tree.n_nodes == 4 && tree.n_leaves == 3);
    CHECK(tree.schema.n_columns == 3 && tree.schema.n_top_level == 3);
    CHECK(is_named(&tree.schema.columns[0], "a"));
    CHECK(is_named(&tree.schema.columns[1], "b"));
    CHECK(is_named(&tree.schema.columns[2], ""));
    CHECK(!tree.schema.columns[0].is_nullable && tree.schema.columns[1].is_nullable);
    CHECK(tree.leaves[0].max_definition_level == 0);
    CHECK(tree.leaves[1].max_definition_level == 1);
    CHECK(tree.leaves[1].max_repetition_level == 0);
    CHECK(tree.schema.columns[0].type == COLUMN_INTEGER);
    CHECK(tree.schema.columns[1].type == COLUMN_REAL);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(tree.sources[i].node == i + 1 && tree.leaves[i].node == i + 1);
        CHECK(!tree.schema.columns[i].is_leaf_of_group);
        CHECK(tree.schema.columns[i].unreadable_reason == NULL);
    }
}

/* root { required group g { optional group h { required a; optional b }; c }; d } */
static void groups_in_groups(void)
{
    const struct pq_schema_element elements[] = {
        root(2),
        element("g", GROUP, PQ_REQUIRED, 2),
        element("h", GROUP, PQ_OPTIONAL, 2),
        element("a", PQ_INT32, PQ_REQUIRED, 0),
        element("b", PQ_INT32, PQ_OPTIONAL, 0),
        element("c.d", PQ_INT64, PQ_REQUIRED, 0),
        element("d", PQ_BOOLEAN, PQ_OPTIONAL, 0),
    };
    struct pq_schema_tree tree;
    CHECK(build(elements, 7, &tree) == OK);
    CHECK(tree.n_leaves == 4);
    CHECK(tree.nodes[1].first_leaf == 0 && tree.nodes[1].n_leaves == 3);
    CHECK(tree.nodes[1].end == 6 && tree.nodes[2].end == 5);
    CHECK(tree.nodes[2].n_leaves == 2 && tree.nodes[0].n_leaves == 4);
    CHECK(tree.nodes[0].end == 7 && tree.nodes[0].parent == 0);
    CHECK(tree.nodes[2].parent == 1 && tree.nodes[4].parent == 2);
    CHECK(tree.nodes[5].parent == 1 && tree.nodes[6].parent == 0);
    CHECK(tree.nodes[2].definition_level == 1 && tree.nodes[1].definition_level == 0);
    CHECK(tree.leaves[0].max_definition_level == 1);
    CHECK(tree.leaves[1].max_definition_level == 2);
    CHECK(tree.leaves[2].max_definition_level == 0);
    CHECK(tree.leaves[3].max_definition_level == 1);

    const struct schema *schema = &tree.schema;
    CHECK(schema->n_top_level == 2 && schema->n_columns == 5);
    CHECK(is_named(&schema->columns[0], "g") && schema->columns[0].type == COLUMN_NESTED);
    CHECK(!schema->columns[0].is_nullable && schema->columns[0].kind == VECTOR_BYTES);
    CHECK(is_named(&schema->columns[1], "d"));
    CHECK(is_named(&schema->columns[2], "g.h.a") && schema->columns[2].is_nullable);
    CHECK(is_named(&schema->columns[3], "g.h.b"));
    CHECK(is_named(&schema->columns[4], "g.c.d") && !schema->columns[4].is_nullable);
    for (uint32_t i = 0; i < 5; i++) {
        CHECK(schema->columns[i].is_leaf_of_group == (i >= 2));
        CHECK(schema->columns[i].unreadable_reason == NULL);
    }
    CHECK(tree.sources[0].node == 1 && tree.sources[1].node == 6);
    CHECK(tree.sources[2].node == 3 && tree.sources[4].node == 5);
}

static void schemas_without_columns(void)
{
    const struct pq_schema_element none = root(0);
    struct pq_schema_tree tree;
    CHECK(build(&none, 1, &tree) == OK);
    CHECK(tree.n_leaves == 0 && tree.schema.n_columns == 0);
    struct pq_schema_element absent = root(-1);
    CHECK(build(&absent, 1, &tree) == OK);
    CHECK(tree.schema.n_columns == 0);

    /* An empty group is a column. */
    const struct pq_schema_element empty[] = {
        root(2), element("e", GROUP, PQ_OPTIONAL, 0), element("a", PQ_INT32, 0, 0)};
    CHECK(build(empty, 3, &tree) == OK);
    CHECK(tree.schema.n_columns == 2 && tree.n_leaves == 1);
    CHECK(tree.schema.columns[0].type == COLUMN_NESTED);
    CHECK(tree.schema.columns[0].unreadable_reason == NULL);
}

/* Only the root's number of children counts. */
static void annotations_of_the_root_are_ignored(void)
{
    for (int repetition = -1; repetition <= 3; repetition++) {
        struct pq_schema_element elements[] = {root(1),
                                               element("a", PQ_INT32, PQ_REQUIRED, 0)};
        struct pq_schema_tree tree;
        elements[0].repetition = repetition;
        elements[0].name = slice_of("x.y", 3);
        elements[0].converted_type = PQ_LIST;
        elements[0].logical.kind = PQ_LOGICAL_MAP;
        CHECK(build(elements, 2, &tree) == OK);
        CHECK(tree.leaves[0].max_definition_level == 0);
        CHECK(tree.leaves[0].max_repetition_level == 0);
        CHECK(is_named(&tree.schema.columns[0], "a"));
        CHECK(tree.schema.columns[0].unreadable_reason == NULL);
    }
}

/* ---- Lists, maps, repeated fields -------------------------------------------------- */

static void lists_and_maps(void)
{
    struct pq_schema_element elements[] = {
        root(4),
        element("l", GROUP, PQ_OPTIONAL, 1),
        element("list", GROUP, PQ_REPEATED, 1),
        element("element", PQ_INT32, PQ_OPTIONAL, 0),
        element("m", GROUP, PQ_OPTIONAL, 1),
        element("key_value", GROUP, PQ_REPEATED, 2),
        element("key", PQ_BYTE_ARRAY, PQ_REQUIRED, 0),
        element("value", PQ_INT32, PQ_OPTIONAL, 0),
        element("r", PQ_INT32, PQ_REPEATED, 0),
        element("a", PQ_INT32, PQ_REQUIRED, 0),
    };
    struct pq_schema_tree tree;
    elements[1].converted_type = PQ_LIST;
    elements[4].logical.kind = PQ_LOGICAL_MAP;
    CHECK(build(elements, 10, &tree) == OK);
    CHECK(tree.n_leaves == 5);
    CHECK(tree.leaves[0].max_definition_level == 3);
    CHECK(tree.leaves[0].max_repetition_level == 1);
    CHECK(tree.leaves[1].max_definition_level == 2);
    CHECK(tree.leaves[2].max_definition_level == 3);
    CHECK(tree.leaves[3].max_definition_level == 1);
    CHECK(tree.leaves[3].max_repetition_level == 1);
    /* All four are columns; leaves of lists and maps are not. */
    CHECK(tree.schema.n_columns == 4 && tree.schema.n_top_level == 4);
    CHECK(tree.schema.columns[0].type == COLUMN_NESTED);
    for (int i = 0; i < 3; i++) {
        CHECK(tree.schema.columns[i].type == COLUMN_NESTED);
        CHECK(tree.schema.columns[i].is_nullable == (i < 2));
        CHECK(tree.schema.columns[i].unreadable_reason == NULL);
    }
    CHECK(tree.schema.columns[3].unreadable_reason == NULL);
}

/* The annotation alone makes a group one column, even if nothing in it is repeated. */
static void leaves_of_lists_are_no_columns(void)
{
    static const int annotations[] = {PQ_LIST, PQ_MAP, PQ_MAP_KEY_VALUE};
    for (size_t i = 0; i < COUNT_OF(annotations); i++) {
        struct pq_schema_element elements[] = {
            root(1), element("l", GROUP, PQ_OPTIONAL, 1),
            element("g", GROUP, PQ_REQUIRED, 1), element("a", PQ_INT32, PQ_REQUIRED, 0)};
        struct pq_schema_tree tree;
        elements[1].converted_type = annotations[i];
        CHECK(build(elements, 4, &tree) == OK);
        CHECK(tree.schema.n_columns == 1 && tree.n_leaves == 1);
    }
}

static void annotations_in_either_form(void)
{
    struct pq_schema_element e = element("x", GROUP, PQ_OPTIONAL, 1);
    CHECK(!pq_is_list(&e) && !pq_is_map(&e));
    e.converted_type = PQ_LIST;
    CHECK(pq_is_list(&e) && !pq_is_map(&e));
    e.converted_type = PQ_MAP;
    CHECK(!pq_is_list(&e) && pq_is_map(&e));
    e.converted_type = PQ_MAP_KEY_VALUE;
    CHECK(pq_is_map(&e));
    e.converted_type = PQ_CONVERTED_NONE;
    e.logical.kind = PQ_LOGICAL_LIST;
    CHECK(pq_is_list(&e) && !pq_is_map(&e));
    e.logical.kind = PQ_LOGICAL_MAP;
    CHECK(!pq_is_list(&e) && pq_is_map(&e));
}

/* ---- Malformed trees --------------------------------------------------------------- */

static void every_element_has_a_place_in_the_tree(void)
{
    struct pq_schema_element elements[] = {
        root(2), element("a", PQ_INT32, 0, 0), element("g", GROUP, 1, 2),
        element("b", PQ_INT32, 0, 0), element("c", PQ_INT32, 0, 0)};
    CHECK(status_of(elements, 5) == OK);
    for (size_t n = 1; n < 5; n++)
        CHECK(status_of(elements, n) == CORRUPT);
    elements[0].n_children = 1;
    CHECK(status_of(elements, 5) == CORRUPT);
    elements[0].n_children = 3;
    CHECK(status_of(elements, 5) == CORRUPT);
    elements[0].n_children = 4;
    elements[2].n_children = 0;
    CHECK(status_of(elements, 5) == OK);
    elements[0].n_children = 0;
    CHECK(status_of(elements, 5) == CORRUPT);
}

static void impossible_numbers_of_children_are_corrupt(void)
{
    static const int32_t counts[] = {-2, INT32_MIN, INT32_MAX, 1 << 30, 1000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct pq_schema_element elements[] = {root(1), element("g", GROUP, 1, counts[i]),
                                               element("a", PQ_INT32, 0, 0)};
        CHECK(status_of(elements, 3) == CORRUPT);
        CHECK(status_of(elements, 2) == CORRUPT);
        elements[0].n_children = counts[i];
        elements[1].n_children = 1;
        CHECK(status_of(elements, 3) == CORRUPT);
    }
}

static void elements_with_type_and_children_are_corrupt(void)
{
    struct pq_schema_element elements[] = {root(1), element("g", GROUP, 1, 1),
                                           element("a", PQ_INT32, 0, 0)};
    for (int type = PQ_BOOLEAN; type <= PQ_FIXED_LEN_BYTE_ARRAY; type++) {
        elements[1].type = type;
        CHECK(status_of(elements, 3) == CORRUPT);
    }
    /* Some writers store num_children = 0 for leaves. */
    struct pq_schema_element leaf[] = {root(1), element("a", PQ_INT32, 0, 0)};
    leaf[1].n_children = 0;
    struct pq_schema_tree tree;
    CHECK(build(leaf, 2, &tree) == OK && tree.n_leaves == 1);
}

static void unknown_types_make_a_column_unreadable(void)
{
    struct pq_schema_tree tree;
    struct pq_schema_element elements[] = {root(2), element("a", 8, 0, 0),
                                           element("b", PQ_INT32, 0, 0)};
    CHECK(build(elements, 3, &tree) == OK);
    CHECK(tree.schema.columns[0].unreadable_reason != NULL);
    CHECK(tree.schema.columns[0].unreadable_status == UNSUPPORTED);
    CHECK(tree.schema.columns[1].unreadable_reason == NULL);
    elements[1].type = INT32_MAX;
    CHECK(build(elements, 3, &tree) == OK &&
          tree.schema.columns[0].unreadable_reason != NULL);
    elements[1].type = PQ_INT32;
    elements[1].repetition = 3;
    CHECK(status_of(elements, 3) != NOMEM);
    elements[1].repetition = -1;
    CHECK(status_of(elements, 3) != NOMEM);
}

static void fixed_lengths_must_be_positive(void)
{
    static const int32_t lengths[] = {0, -1, INT32_MIN};
    struct pq_schema_tree tree;
    struct pq_schema_element elements[] = {root(2),
                                           element("a", PQ_FIXED_LEN_BYTE_ARRAY, 0, 0),
                                           element("b", PQ_INT32, 0, 0)};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        elements[1].type_length = lengths[i];
        elements[1].has_type_length = true;
        CHECK(build(elements, 3, &tree) == OK);
        CHECK(tree.schema.columns[0].unreadable_reason != NULL);
        CHECK(tree.schema.columns[0].unreadable_status == CORRUPT);
        CHECK(tree.schema.columns[1].unreadable_reason == NULL);
    }
    elements[1].type_length = 1;
    CHECK(build(elements, 3, &tree) == OK &&
          tree.schema.columns[0].unreadable_reason == NULL);
}

/* ---- Depth and size ---------------------------------------------------------------- */

/* `depth` nested groups of the given repetition, around a leaf. */
static enum status build_deep(size_t depth, int repetition, struct pq_schema_tree *tree)
{
    struct pq_schema_element *elements = must(malloc((depth + 2) * sizeof *elements));
    elements[0] = root(1);
    for (size_t i = 1; i <= depth; i++)
        elements[i] = element("g", GROUP, repetition, 1);
    elements[depth + 1] = element("a", PQ_INT32, repetition, 0);
    enum status status = build(elements, depth + 2, tree);
    free(elements);
    return status;
}

static void depth_is_bounded(void)
{
    struct pq_schema_tree tree;
    CHECK(build_deep(PQ_MAX_SCHEMA_DEPTH - 2, PQ_REQUIRED, &tree) == OK);
    CHECK(tree.schema.columns[0].unreadable_reason == NULL);
    CHECK(build_deep(PQ_MAX_SCHEMA_DEPTH + 1, PQ_REQUIRED, &tree) == CORRUPT);
    CHECK(build_deep(1000000, PQ_OPTIONAL, &tree) == CORRUPT);

    /* The most levels that fit a byte; with one more, the column cannot be read. */
    CHECK(build_deep(PQ_MAX_LEVEL - 1, PQ_OPTIONAL, &tree) == OK);
    CHECK(tree.leaves[0].max_definition_level == PQ_MAX_LEVEL);
    CHECK(tree.schema.columns[0].unreadable_reason == NULL && tree.schema.n_columns == 2);
    CHECK(build_deep(PQ_MAX_LEVEL, PQ_OPTIONAL, &tree) == OK);
    CHECK(tree.schema.columns[0].unreadable_reason != NULL);
    CHECK(tree.schema.columns[1].unreadable_reason != NULL);
    CHECK(build_deep(PQ_MAX_SCHEMA_DEPTH - 2, PQ_REPEATED, &tree) == OK);
    CHECK(tree.schema.columns[0].unreadable_reason != NULL);
}

/* Many leaves below many long names: a small footer whose paths would take half a
 * gigabyte if each was written out. */
static void long_paths_need_little_memory(void)
{
    enum { DEPTH = 900, LEAVES = 3000, NAME = 200 };
    struct pq_schema_element *elements = must(
        malloc((DEPTH + LEAVES + 1) * sizeof *elements));
    char name[NAME + 1];
    memset(name, 'n', NAME);
    name[NAME] = 0;
    elements[0] = root(1);
    for (size_t i = 1; i <= DEPTH; i++)
        elements[i] = element(name, GROUP, PQ_REQUIRED, i < DEPTH ? 1 : LEAVES);
    for (size_t i = 1; i <= LEAVES; i++)
        elements[DEPTH + i] = element("a", PQ_INT32, PQ_REQUIRED, 0);
    struct pq_schema_tree tree;
    uint64_t total = 0;
    if (build(elements, DEPTH + LEAVES + 1, &tree) == OK)
        for (uint32_t i = 0; i < tree.schema.n_columns; i++)
            total += tree.schema.columns[i].name_size;
    CHECK(total < 64 << 20);
    free(elements);
    arena_release(&arena);
}

/* Enough columns and long names for each step of building to need a block of its own. */
static void failed_allocations_are_reported(void)
{
    enum { COLUMNS = 3000, NAME = 3000 };
    static char name[NAME + 1];
    struct pq_schema_element *elements = must(malloc((COLUMNS + 3) * sizeof *elements));
    memset(name, 'n', NAME);
    elements[0] = root(COLUMNS + 1);
    elements[1] = element("g", GROUP, PQ_OPTIONAL, 1);
    elements[2] = element("b", PQ_INT32, PQ_REQUIRED, 0);
    for (size_t i = 0; i < COLUMNS; i++)
        elements[3 + i] = element(i % 100 == 0 ? name : "a", PQ_INT32, PQ_REQUIRED, 0);
    enum status status = NOMEM;
    long n = 1;
    for (; status != OK && n < 500; n++) {
        struct pq_schema_tree tree;
        arena_release(&arena);
        mem_fail_at(n, n % 2 == 0);
        status = build(elements, COLUMNS + 3, &tree);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
    }
    CHECK(status == OK && n > 5);
    free(elements);
}

int main(void)
{
    RUN(flat_schemas);
    RUN(groups_in_groups);
    RUN(schemas_without_columns);
    RUN(annotations_of_the_root_are_ignored);
    RUN(lists_and_maps);
    RUN(leaves_of_lists_are_no_columns);
    RUN(annotations_in_either_form);
    RUN(every_element_has_a_place_in_the_tree);
    RUN(impossible_numbers_of_children_are_corrupt);
    RUN(elements_with_type_and_children_are_corrupt);
    RUN(unknown_types_make_a_column_unreadable);
    RUN(fixed_lengths_must_be_positive);
    RUN(depth_is_bounded);
    RUN(long_paths_need_little_memory);
    RUN(failed_allocations_are_reported);
    arena_release(&arena);
    return unit_test_done();
}
