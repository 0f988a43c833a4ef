/* SPDX-License-Identifier: MIT */
/*
 * test_box_columns.c - which geometry columns get hidden columns with their bounds, and
 * how GeoParquet metadata is read (box_columns.h, geo_metadata.h).
 */
#include "base/alloc.h"
#include "parquet/schema/box_columns.h"
#include "parquet/schema/geo_metadata.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct arena arena;

static struct pq_schema_element element(const char *name, int type, int n_children,
                                        int logical)
{
    return (struct pq_schema_element){.type = type,
                                      .repetition = PQ_OPTIONAL,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = n_children,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical.kind = logical,
                                      .logical.algorithm = -1};
}

#define LEAF(name, type) element(name, type, -1, PQ_LOGICAL_NONE)
#define GROUP(name, n_children) element(name, -1, n_children, PQ_LOGICAL_NONE)

enum { GEOM, WKB, TEXT, XMIN, XMAX, YMIN, YMAX, ZMIN, ZMAX, WHOLE, LISTED, N_LEAVES };

/* A schema with all columns that the tests need; the enum numbers its leaves. */
static void build(struct pq_schema_tree *tree)
{
    static struct pq_schema_element elements[16];
    struct error error = {0};
    const struct pq_schema_element made[] = {
        GROUP("root", 5),
        element("geom", PQ_BYTE_ARRAY, -1, PQ_LOGICAL_GEOMETRY),
        LEAF("wkb", PQ_BYTE_ARRAY),
        element("text", PQ_BYTE_ARRAY, -1, PQ_LOGICAL_STRING),
        GROUP("bbox", 7),
        LEAF("xmin", PQ_FLOAT),
        LEAF("xmax", PQ_FLOAT),
        LEAF("ymin", PQ_DOUBLE),
        LEAF("ymax", PQ_DOUBLE),
        LEAF("zmin", PQ_DOUBLE),
        LEAF("zmax", PQ_DOUBLE),
        LEAF("whole", PQ_INT32),
        element("list", -1, 1, PQ_LOGICAL_LIST),
        GROUP("list", 1),
        LEAF("element", PQ_DOUBLE),
    };
    memcpy(elements, made, sizeof made);
    elements[13].repetition = PQ_REPEATED;
    CHECK(pq_schema_tree_build(elements, sizeof made / sizeof *made, false, &arena, tree,
                               &error) == OK);
    CHECK(tree->n_leaves == N_LEAVES);
}

/* ---- The metadata ------------------------------------------------------------- */

static struct pq_geo_column columns[4];

/* Returns the number of columns found in `json`, copied to a block of exactly its size.
 */
static uint32_t read_geo(const char *json)
{
    struct pq_schema_tree tree;
    struct error error = {0};
    uint32_t n = 99;
    build(&tree);
    memset(columns, 0x5a, sizeof columns);
    uint8_t *copy = exact_copy(json, strlen(json));
    CHECK(pq_geo_metadata_read(&tree, slice_of(copy, strlen(json)), columns, 4, &n,
                               &error) == OK);
    CHECK(error.status == OK);
    free(copy);
    return n;
}

/* Whether a column "wkb" with its encoding and these members has a covering. */
static bool is_covered(const char *members)
{
    char json[2000];
    snprintf(json, sizeof json,
             "{\"version\":\"1.1.0\",\"columns\":{\"wkb\":{%s,\"encoding\":\"WKB\"}}}",
             members);
    CHECK(read_geo(json) == 1 && columns[0].leaf == WKB);
    return columns[0].is_covered;
}

static void wkb_columns_are_found(void)
{
    CHECK(read_geo("{\"columns\":{\"wkb\":{\"encoding\":\"WKB\"}}}") == 1);
    CHECK(columns[0].leaf == WKB && !columns[0].is_covered);
    CHECK(
        read_geo("{\"primary_column\":\"geom\",\"columns\":{\"geom\":{\"bbox\":[1,2,3,4],"
                 "\"encoding\":\"WKB\"},\"wkb\":{\"encoding\":\"WKB\",\"crs\":null}},"
                 "\"more\":[{}]}") == 2);
    CHECK(columns[0].leaf == GEOM && columns[1].leaf == WKB);
}

static void other_columns_are_not_found(void)
{
    CHECK(read_geo("{\"columns\":{\"text\":{\"encoding\":\"WKB\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"bbox\":{\"encoding\":\"WKB\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"xmin\":{\"encoding\":\"WKB\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"none\":{\"encoding\":\"WKB\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"\":{\"encoding\":\"WKB\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":{\"encoding\":\"point\"}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":{\"encoding\":1}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":{}}}") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":[\"encoding\",\"WKB\"]}}") == 0);
    CHECK(read_geo("{\"columns\":{\"WKB\":{\"encoding\":\"WKB\"}}}") == 0);
}

static void invalid_documents_have_no_columns(void)
{
    static const char good[] = "{\"columns\":{\"wkb\":{\"encoding\":\"WKB\"}}}";
    char cut[sizeof good];
    for (size_t size = 0; size < sizeof good - 1; size++) {
        memcpy(cut, good, size);
        cut[size] = 0;
        CHECK(read_geo(cut) == 0);
    }
    CHECK(read_geo("[]") == 0 && read_geo("null") == 0 && read_geo("\"columns\"") == 0);
    CHECK(read_geo("{\"columns\":null}") == 0 && read_geo("{\"columns\":[1,2]}") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":{\"encoding\":\"WKB\"}}} x") == 0);
    CHECK(read_geo("{\"columns\":{\"wkb\":{\"encoding\":\"WKB\"}},\"x\":\"\\ud800\"}") ==
          0);
}

#define BOX(xmin)                                                                        \
    "\"covering\":{\"bbox\":{\"xmin\":" xmin ",\"xmax\":[\"bbox\",\"xmax\"],"            \
    "\"ymin\":[\"bbox\",\"ymin\"],\"ymax\":[\"bbox\",\"ymax\"]}}"

static void coverings_are_found(void)
{
    CHECK(is_covered(BOX("[\"bbox\",\"xmin\"]")));
    const uint32_t *leaves = columns[0].covering.leaves;
    CHECK(leaves[0] == XMIN && leaves[1] == XMAX && leaves[2] == YMIN &&
          leaves[3] == YMAX && leaves[4] == PQ_NO_LEAF && leaves[5] == PQ_NO_LEAF);
    CHECK(is_covered("\"covering\":{\"other\":[{}],\"bbox\":{"
                     "\"zmax\":[\"bbox\",\"zmax\"],\"ymax\":[\"bbox\",\"ymax\"],"
                     "\"xmin\":[\"bbox\",\"xmin\"],\"zmin\":[\"bbox\",\"zmin\"],"
                     "\"ymin\":[\"bbox\",\"ymin\"],\"what\":3,"
                     "\"xmax\":[\"bbox\",\"xmax\"]}}"));
    CHECK(leaves[0] == XMIN && leaves[4] == ZMIN && leaves[5] == ZMAX);
}

static void invalid_coverings_are_ignored(void)
{
    CHECK(!is_covered("\"x\":1"));
    CHECK(!is_covered("\"covering\":null"));
    CHECK(!is_covered("\"covering\":{}"));
    CHECK(!is_covered("\"covering\":{\"bbox\":[]}"));
    CHECK(!is_covered("\"covering\":{\"bbox\":{}}"));
    CHECK(!is_covered(BOX("[]")));
    CHECK(!is_covered(BOX("null")));
    CHECK(!is_covered(BOX("\"bbox.xmin\"")));
    CHECK(!is_covered(BOX("{\"bbox\":\"xmin\"}")));
    CHECK(!is_covered(BOX("[\"bbox\"]")));
    CHECK(!is_covered(BOX("[\"bbox\",\"missing\"]")));
    CHECK(!is_covered(BOX("[\"bbox\",\"xmin\",\"xmin\"]")));
    CHECK(!is_covered(BOX("[\"missing\",\"xmin\"]")));
    CHECK(!is_covered(BOX("[\"bbox\",3]")));
    CHECK(!is_covered(BOX("[\"bbox\",[\"xmin\"]]")));
    CHECK(!is_covered(BOX("[\"wkb\"]")));
    CHECK(!is_covered(BOX("[\"bbox\",\"whole\"]")));
    CHECK(!is_covered(BOX("[\"list\",\"list\",\"element\"]")));
}

/* The CRS points into a text that the next call overwrites. */
static struct pq_logical_type type_of(const char *rest)
{
    static char text[400];
    struct pq_schema_tree tree;
    struct error error = {0};
    uint32_t n = 0;
    snprintf(text, sizeof text, "{\"columns\":{\"wkb\":{\"encoding\":\"WKB\"%s}}}", rest);
    CHECK(read_geo(text) == 1);
    build(&tree);
    CHECK(pq_geo_metadata_read(&tree, slice_of(text, strlen(text)), columns, 4, &n,
                               &error) == OK);
    return columns[0].type;
}

static bool has_type(const char *rest, int kind, const char *crs, int algorithm)
{
    struct pq_logical_type type = type_of(rest);
    return type.kind == kind && type.algorithm == algorithm &&
           (crs == NULL ? type.crs.data == NULL : slice_equals_text(type.crs, crs));
}

static void types_are_stated(void)
{
    CHECK(has_type("", PQ_LOGICAL_GEOMETRY, NULL, -1));
    CHECK(has_type(",\"edges\":\"planar\"", PQ_LOGICAL_GEOMETRY, NULL, -1));
    CHECK(has_type(",\"crs\":null", PQ_LOGICAL_GEOMETRY, "srid:0", -1));
    CHECK(has_type(",\"crs\": {\"a\": [1, {}], \"b\":\"}\"} , \"x\":1",
                   PQ_LOGICAL_GEOMETRY, "{\"a\": [1, {}], \"b\":\"}\"}", -1));
    CHECK(
        has_type(",\"edges\":\"spherical\",\"crs\":{}", PQ_LOGICAL_GEOGRAPHY, "{}", -1));
    CHECK(has_type(",\"edges\":\"vincenty\"", PQ_LOGICAL_GEOGRAPHY, NULL, 1));
    CHECK(has_type(",\"edges\":\"karney\"", PQ_LOGICAL_GEOGRAPHY, NULL, 4));
    CHECK(type_of(",\"crs\":\"EPSG:4326\"").kind == PQ_LOGICAL_NONE);
    CHECK(type_of(",\"crs\":4326,\"edges\":\"spherical\"").kind == PQ_LOGICAL_NONE);
    CHECK(type_of(",\"edges\":\"curved\"").kind == PQ_LOGICAL_NONE);
    CHECK(type_of(",\"edges\":null").kind == PQ_LOGICAL_NONE);
}

/* ---- The columns -------------------------------------------------------------- */

static bool is_named(const struct column *column, const char *name)
{
    return column->name_size == strlen(name) &&
           memcmp(column->name, name, column->name_size) == 0;
}

static void box_columns_come_after_the_leaves(void)
{
    struct pq_schema_tree tree;
    struct error error = {0};
    static const char json[] = "{\"columns\":{\"wkb\":{" BOX(
        "[\"bbox\",\"xmin\"]") ",\"encoding\":\"WKB\"}}}";
    build(&tree);
    uint32_t before = tree.schema.n_columns;
    CHECK(pq_add_box_columns(&tree, slice_of(json, sizeof json - 1), &arena, &error) ==
          OK);
    CHECK(tree.schema.n_columns == before + 2 * PQ_BOX_PARTS);
    CHECK(tree.leaves[WKB].covering != NULL && tree.leaves[GEOM].covering == NULL);
    const struct column *c = &tree.schema.columns[before];
    CHECK(is_named(&c[0], "wkb.xmin") && is_named(&c[1], "wkb.xmax"));
    CHECK(is_named(&c[7], "wkb.mmax") && is_named(&c[8], "geom.xmin"));
    for (uint32_t i = 0; i < 2 * PQ_BOX_PARTS; i++) {
        const struct pq_column_source *source = &tree.sources[before + i];
        CHECK(c[i].type == COLUMN_REAL && c[i].kind == VECTOR_DOUBLE && c[i].bits == 64);
        CHECK(c[i].is_nullable && c[i].is_leaf_of_group);
        CHECK(c[i].top_level == (i < PQ_BOX_PARTS ? 1 : 0));
        CHECK(source->kind == PQ_SOURCE_BOX && source->part == i % PQ_BOX_PARTS);
        CHECK(tree.nodes[source->node].first_leaf == (i < PQ_BOX_PARTS ? WKB : GEOM));
    }
    CHECK(tree.sources[0].kind == PQ_SOURCE_NODE);

    build(&tree);
    CHECK(pq_add_box_columns(&tree, slice_of(NULL, 0), &arena, &error) == OK);
    CHECK(tree.schema.n_columns == before + PQ_BOX_PARTS);
    CHECK(is_named(&tree.schema.columns[before], "geom.xmin"));
}

/* The arena has place for some of the allocations before it needs another block. */
static void lack_of_memory_is_reported_wherever_a_block_ends(void)
{
    for (size_t n_taken = 0; n_taken < 16 * 1024; n_taken += 128) {
        struct pq_schema_tree tree;
        struct arena own = {0};
        struct error error = {0};
        build(&tree);
        CHECK(arena_alloc(&own, n_taken, 1) != NULL);
        mem_fail_at(1, 0);
        enum status status = pq_add_box_columns(&tree, slice_of(NULL, 0), &own, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        CHECK(status == error.status);
        arena_release(&own);
    }
}

static void allocation_failures_are_reported(void)
{
    static const char json[] = "{\"columns\":{\"\\u0077kb\":{" BOX(
        "[\"bbox\",\"xmin\"]") ",\"encoding\":\"WKB\"}}}";
    enum status status = NOMEM;
    for (long i = 1; status != OK && i < 100; i++) {
        struct pq_schema_tree tree;
        struct arena own = {0};
        struct error error = {0};
        build(&tree);
        mem_fail_at(i, 0);
        status = pq_add_box_columns(&tree, slice_of(json, sizeof json - 1), &own, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        CHECK(status == error.status);
        arena_release(&own);
    }
    CHECK(status == OK);
}

int main(void)
{
    RUN(wkb_columns_are_found);
    RUN(other_columns_are_not_found);
    RUN(invalid_documents_have_no_columns);
    RUN(coverings_are_found);
    RUN(invalid_coverings_are_ignored);
    RUN(types_are_stated);
    RUN(box_columns_come_after_the_leaves);
    RUN(allocation_failures_are_reported);
    RUN(lack_of_memory_is_reported_wherever_a_block_ends);
    arena_release(&arena);
    return unit_test_done();
}
