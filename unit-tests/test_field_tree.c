/* SPDX-License-Identifier: MIT */
/*
 * test_field_tree.c - the trees of columns that files have: kinds, names, numbers and
 * types of all forms of lists and maps, and that the JSON of the columns agrees with them
 * (field_tree.h).
 */
#include "parquet/schema/field_tree.h"

#include "unit_field_tree.h"
#include "unit_schema.h"
#include "unit_testdata.h"

enum { MOST_FILE = 300 * 1000, MOST_ROWS = 200 };

static struct arena arena;

/* The tree of a field, as text. */
static const char *tree_of(const struct pq_schema_element *below, size_t n)
{
    struct pq_schema_element elements[20];
    struct pq_schema_tree tree;
    struct file_field *field;
    struct error error = {0};
    elements[0] = group("root", -1, 1);
    memcpy(elements + 1, below, n * sizeof *below);
    CHECK(pq_schema_tree_build(elements, (uint32_t)n + 1, false, &arena, &tree, &error) ==
          OK);
    if (pq_field_tree_build(&tree, 1, &arena, &field, &error) != OK)
        return "failed";
    return field_text(field);
}

#define TREE(...)                                                                        \
    tree_of((const struct pq_schema_element[]){__VA_ARGS__},                             \
            sizeof((const struct pq_schema_element[]){__VA_ARGS__}) /                    \
                sizeof(struct pq_schema_element))

static struct pq_schema_element numbered(struct pq_schema_element element, int id)
{
    element.has_field_id = true;
    element.field_id = id;
    return element;
}

static struct pq_schema_element list_of(const char *name)
{
    struct pq_schema_element element = group(name, OPTIONAL, 1);
    element.converted_type = PQ_LIST;
    return element;
}

static struct pq_schema_element map_of(const char *name)
{
    struct pq_schema_element element = group(name, OPTIONAL, 1);
    element.converted_type = PQ_MAP;
    return element;
}

static void structs_have_their_members(void)
{
    CHECK_TEXT(TREE(number("a", REQUIRED)), "a:int32");
    CHECK_TEXT(TREE(numbered(group("s", OPTIONAL, 3), 7),
                    numbered(text("b", OPTIONAL), 0), group("t", REQUIRED, 1),
                    binary("c", OPTIONAL), converted("d", OPTIONAL, PQ_INT32, PQ_DATE)),
               "s#7:struct<b#0:text,t:struct<c:blob>,d:date>");
    CHECK_TEXT(TREE(group("s", OPTIONAL, 0)), "s:struct<>");
}

static void lists_have_one_member(void)
{
    CHECK_TEXT(TREE(numbered(list_of("l"), 1), group("list", REPEATED, 1),
                    numbered(number("element", OPTIONAL), 2)),
               "l#1:list<element#2:int32>");
    CHECK_TEXT(TREE(list_of("l"), numbered(number("element", REPEATED), 2)),
               "l:list<element#2:int32>");
    CHECK_TEXT(TREE(list_of("l"), group("array", REPEATED, 1), number("x", OPTIONAL)),
               "l:list<array:struct<x:int32>>");
    CHECK_TEXT(TREE(number("l", REPEATED)), "l:list<l:int32>");
    CHECK_TEXT(TREE(list_of("l"), group("list", REPEATED, 1), list_of("element"),
                    group("list", REPEATED, 1), group("element", OPTIONAL, 1),
                    number("x", OPTIONAL)),
               "l:list<element:list<element:struct<x:int32>>>");
}

static void maps_have_two_members(void)
{
    CHECK_TEXT(TREE(numbered(map_of("m"), 1), group("key_value", REPEATED, 2),
                    numbered(text("key", REQUIRED), 2),
                    numbered(group("value", OPTIONAL, 1), 3), number("x", OPTIONAL)),
               "m#1:map<key#2:text,value#3:struct<x:int32>>");
    CHECK_TEXT(TREE(map_of("m"), group("map", REPEATED, 1), number("key", REQUIRED)),
               "m:map<key:int32,:null>");
}

static void variants_hide_their_parts(void)
{
    struct pq_schema_element variant = group("v", OPTIONAL, 3);
    variant.logical.kind = PQ_LOGICAL_VARIANT;
    CHECK_TEXT(TREE(group("s", OPTIONAL, 2), variant, binary("metadata", REQUIRED),
                    binary("value", OPTIONAL), number("typed_value", OPTIONAL),
                    number("n", OPTIONAL)),
               "s:struct<v:variant,n:int32>");
    variant.n_children = 1;
    CHECK_TEXT(TREE(variant, binary("value", OPTIONAL)), "failed");
}

/* Checks all rows of a nested column against its tree. */
static void check_column(const char *name, struct opened *opened, uint32_t column)
{
    static struct json_reader reader;
    struct table_file *file = opened->table;
    const struct column *c = &opened->schema->columns[column];
    struct file_field *field;
    struct error error = {0};
    if (file->ops->column_tree(file, column, &arena, &field, &error) != OK)
        return;
    CHECK(field->column.has_field_id == c->has_field_id);
    CHECK(strcmp(field->column.name, c->name) == 0 && field->column.type == c->type);
    if (c->type != COLUMN_NESTED)
        return;
    struct rows rows = rows_of(opened, column, MOST_ROWS);
    for (uint64_t row = 0; row < rows.n; row++) {
        enum json_token token;
        struct slice value;
        json_reader_start(&reader, rows_cell(&rows, row));
        bool fits = json_reader_next(&reader, &token, &value, &error) == OK &&
                    json_fits(&reader, token, field);
        if (!fits)
            fprintf(stderr, "%s, column %u: %s\n", name, (unsigned)column,
                    field_text(field));
        CHECK(fits);
        if (!fits)
            break;
    }
    rows_free(&rows);
}

static void check_file(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    for (uint32_t i = 0; i < opened.schema->n_top_level; i++)
        check_column(name, &opened, i);
    close_opened(&opened);
}

static void json_of_files_agrees_with_trees(void)
{
    CHECK(for_each_file(MOST_FILE, check_file) > 50);
}

int main(void)
{
    RUN(structs_have_their_members);
    RUN(lists_have_one_member);
    RUN(maps_have_two_members);
    RUN(variants_hide_their_parts);
    RUN(json_of_files_agrees_with_trees);
    arena_release(&arena);
    return unit_test_done();
}
