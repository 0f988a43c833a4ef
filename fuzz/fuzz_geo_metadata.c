/* SPDX-License-Identifier: MIT */
/*
 * fuzz_geo_metadata.c - GeoParquet's metadata for a schema with fields of all kinds: only
 * leaves of fitting types may be found as geometries and their coverings.
 */
#include "fuzz.h"
#include "parquet/schema/geo_metadata.h"

enum { MOST_FOUND = 3 };

static struct pq_schema_element element(const char *name, int type, int repetition,
                                        int n_children)
{
    return (struct pq_schema_element){.type = type,
                                      .repetition = repetition,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = n_children,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical.algorithm = -1};
}

static void build(struct pq_schema_tree *tree, struct arena *arena)
{
    static struct pq_schema_element elements[12];
    struct error error = {0};
    size_t n = 0;
    elements[n++] = element("root", -1, PQ_REQUIRED, 6);
    elements[n++] = element("g", PQ_BYTE_ARRAY, PQ_OPTIONAL, -1);
    elements[n++] = element("h", PQ_BYTE_ARRAY, PQ_REQUIRED, -1);
    elements[n++] = element("r", PQ_BYTE_ARRAY, PQ_REPEATED, -1);
    elements[n++] = element("t", PQ_BYTE_ARRAY, PQ_OPTIONAL, -1);
    elements[n - 1].converted_type = PQ_UTF8;
    elements[n++] = element("x", PQ_DOUBLE, PQ_OPTIONAL, -1);
    elements[n++] = element("b", -1, PQ_OPTIONAL, 4);
    elements[n++] = element("x", PQ_DOUBLE, PQ_OPTIONAL, -1);
    elements[n++] = element("y", PQ_FLOAT, PQ_OPTIONAL, -1);
    elements[n++] = element("i", PQ_INT32, PQ_OPTIONAL, -1);
    elements[n++] = element("x", PQ_DOUBLE, PQ_REPEATED, -1);
    REQUIRE(pq_schema_tree_build(elements, (uint32_t)n, false, arena, tree, &error) ==
            OK);
}

static void check_column(const struct pq_schema_tree *tree,
                         const struct pq_geo_column *column)
{
    REQUIRE(column->leaf < 2); /* g, h */
    bool has_z = column->covering.leaves[4] != PQ_NO_LEAF;
    REQUIRE(!column->is_covered || has_z == (column->covering.leaves[5] != PQ_NO_LEAF));
    for (unsigned i = 0; column->is_covered && i < (has_z ? 6U : 4U); i++) {
        uint32_t leaf = column->covering.leaves[i];
        REQUIRE(leaf < tree->n_leaves);
        REQUIRE(tree->leaves[leaf].column.type == COLUMN_REAL);
        REQUIRE(tree->leaves[leaf].max_repetition_level == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pq_schema_tree tree;
    static struct arena arena;
    struct pq_geo_column columns[MOST_FOUND];
    struct error error = {0};
    uint32_t n = 0;
    if (tree.n_leaves == 0)
        build(&tree, &arena);
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    REQUIRE(pq_geo_metadata_read(&tree, slice_of(copy, size), columns, MOST_FOUND, &n,
                                 &error) == OK);
    free(copy);
    require_error_fits(OK, &error);
    REQUIRE(n <= MOST_FOUND);
    for (uint32_t i = 0; i < n; i++)
        check_column(&tree, &columns[i]);
    return 0;
}
