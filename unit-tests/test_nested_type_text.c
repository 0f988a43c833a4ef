/* SPDX-License-Identifier: MIT */
/*
 * test_nested_type_text.c - nested types as text, and the schema elements that the text
 * describes.
 */
#include "base/alloc.h"
#include "parquet/schema/nested_type_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct arena arena;
static struct pq_type_elements parsed;
static struct error error;

static enum status parse(const char *text)
{
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    error_clear(&error);
    arena_release(&arena);
    enum status status = pq_elements_from_text(slice_of(copy, size), &arena, &parsed,
                                               &error);
    free(copy);
    return status;
}

/* The elements as text: repetition (o, r or *), name, number of the physical type or
 * annotation, and children in braces. */
static const char *schema_of(const char *type)
{
    static char text[8000];
    size_t n = 0, depth = 0;
    int32_t left[200];
    if (parse(type) != OK) {
        snprintf(text, sizeof text, "!%s", error.message);
        return text;
    }
    for (uint32_t i = 0; i < parsed.n; i++) {
        const struct pq_schema_element *e = &parsed.elements[i];
        CHECK(n < sizeof text - 600 && depth < 200);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%c %.*s",
                              i > 0 && text[n - 1] != '{' ? " " : "",
                              e->repetition == PQ_OPTIONAL   ? 'o'
                              : e->repetition == PQ_REQUIRED ? 'r'
                                                             : '*',
                              (int)e->name.size, (const char *)e->name.data);
        bool is_list = e->logical.kind == PQ_LOGICAL_LIST;
        bool is_map = e->logical.kind == PQ_LOGICAL_MAP;
        if (e->n_children > 0) {
            CHECK(e->type == -1);
            CHECK(e->converted_type == (is_list  ? PQ_LIST
                                        : is_map ? PQ_MAP
                                                 : PQ_CONVERTED_NONE));
            n += (size_t)snprintf(text + n, sizeof text - n, "%s{",
                                  is_list                                 ? " LIST"
                                  : is_map                                ? " MAP"
                                  : e->logical.kind == PQ_LOGICAL_VARIANT ? " VARIANT"
                                  : e->logical.kind == PQ_LOGICAL_FILE    ? " FILE"
                                                                          : "");
            left[depth++] = e->n_children;
            continue;
        }
        CHECK(e->n_children == -1);
        n += (size_t)snprintf(text + n, sizeof text - n, ":%d", e->type);
        while (depth > 0 && --left[depth - 1] == 0) {
            text[n++] = '}';
            depth--;
        }
    }
    CHECK(depth == 0);
    text[n] = '\0';
    return text;
}

#define CHECK_SCHEMA(type, expected) CHECK_TEXT(schema_of(type), expected)

static void lists(void)
{
    CHECK_SCHEMA("INT32", "o :1");
    CHECK_SCHEMA("LIST<INT32>", "o  LIST{* list{o element:1}}");
    CHECK_SCHEMA(" list ( int32 not null ) not null ", "r  LIST{* list{r element:1}}");
    CHECK_SCHEMA("INT32[]", "o  LIST{* list{o element:1}}");
    CHECK_SCHEMA("INT32 NOT NULL [ ] NOT NULL", "r  LIST{* list{r element:1}}");
    CHECK_SCHEMA("DECIMAL(9, 2)[][]",
                 "o  LIST{* list{o element LIST{* list{o element:1}}}}");
    CHECK_SCHEMA("LIST<LIST<STRING>>",
                 "o  LIST{* list{o element LIST{* list{o element:6}}}}");
    CHECK_SCHEMA("LIST<INT32>[]", "o  LIST{* list{o element LIST{* list{o element:1}}}}");
}

static void maps_and_structs(void)
{
    CHECK_SCHEMA("MAP<STRING, DOUBLE>", "o  MAP{* key_value{r key:6 o value:5}}");
    CHECK_SCHEMA("map(varchar not null, double not null)",
                 "o  MAP{* key_value{r key:6 r value:5}}");
    CHECK_SCHEMA("MAP<INT64,INT32[]>",
                 "o  MAP{* key_value{r key:2 o value LIST{* list{o element:1}}}}");
    CHECK_SCHEMA("STRUCT<a INT32, \"b \"\"c\" STRING NOT NULL>", "o {o a:1 r b \"c:6}");
    CHECK_SCHEMA("struct(\"\" boolean)not null", "r {o :0}");
    CHECK_SCHEMA("STRUCT<a STRUCT<b STRUCT<c INT32>>, d INT32>",
                 "o {o a{o b{o c:1}} o d:1}");
    CHECK_SCHEMA(
        "STRUCT<list LIST<STRUCT<x FLOAT,y FLOAT> NOT NULL>, m MAP<DATE,NULL>>[]",
        "o  LIST{* list{o element{o list LIST{* list{r element{o x:4 o y:4}}} "
        "o m MAP{* key_value{r key:1 o value:1}}}}}");
    CHECK_SCHEMA("STRUCT<\xc3\xa9 TIMESTAMP(MILLIS, UTC), t TIME(us)>",
                 "o {o \xc3\xa9:2 o t:2}");
}

static void variants(void)
{
    CHECK_SCHEMA("VARIANT", "o  VARIANT{r metadata:6 r value:6}");
    CHECK_SCHEMA("VARIANT NOT NULL", "r  VARIANT{r metadata:6 r value:6}");
    CHECK_SCHEMA("VARIANT[]",
                 "o  LIST{* list{o element VARIANT{r metadata:6 r value:6}}}");
    CHECK_SCHEMA("VARIANT<INT64>", "o  VARIANT{r metadata:6 o value:6 o typed_value:2}");
    CHECK_SCHEMA("VARIANT(STRING[])",
                 "o  VARIANT{r metadata:6 o value:6 o typed_value LIST{* list{"
                 "r element{o value:6 o typed_value:6}}}}");
    CHECK_SCHEMA("VARIANT<LIST<STRING>>",
                 "o  VARIANT{r metadata:6 o value:6 o typed_value LIST{* list{"
                 "r element{o value:6 o typed_value:6}}}}");
    CHECK_SCHEMA("VARIANT<VARIANT[]>",
                 "o  VARIANT{r metadata:6 o value:6 o typed_value LIST{* list{"
                 "r element{o value:6}}}}");
    CHECK_SCHEMA("VARIANT<STRUCT<a STRING, b VARIANT, c STRUCT<d INT32[]>>> NOT NULL",
                 "r  VARIANT{r metadata:6 o value:6 o typed_value{"
                 "r a{o value:6 o typed_value:6} r b{o value:6} "
                 "r c{o value:6 o typed_value{r d{o value:6 o typed_value LIST{* list{"
                 "r element{o value:6 o typed_value:1}}}}}}}}");
    CHECK_SCHEMA("MAP<STRING, VARIANT>",
                 "o  MAP{* key_value{r key:6 o value VARIANT{r metadata:6 r value:6}}}");
}

static void files(void)
{
    CHECK_SCHEMA("FILE", "o  FILE{o uri:6 o offset:2 o size:2 o content_type:6 "
                         "o checksum:6 o inline:6}");
    CHECK_SCHEMA("FILE<size INT64, uri STRING> NOT NULL", "r  FILE{o size:2 o uri:6}");
    CHECK_SCHEMA("STRUCT<f FILE(inline BLOB)>[]",
                 "o  LIST{* list{o element{o f FILE{o inline:6}}}}");
}

#define FILE_FIELDS                                                                      \
    ", or not of this type; its fields are uri STRING, offset INT64, size INT64, "       \
    "content_type STRING, checksum STRING, inline BLOB"

static void faulty_types_are_refused(void)
{
    static const char *const wrong[][2] = {
        {"", "the type is missing"},
        {"LIST", "LIST needs a type: LIST<type>"},
        {"MAP NOT NULL", "MAP needs a type: MAP<key, value>"},
        {"struct,", "struct needs a type: STRUCT<name type, ...>"},
        {"LIST<>", "the type is missing"},
        {"LIST<INT32", "\">\" is missing at the end"},
        {"LIST(INT32", "\")\" is missing at the end"},
        {"LIST<INT32)", "unexpected \")\"; \">\" is expected"},
        {"LIST<INT32, INT32>", "unexpected \", INT32>\"; \">\" is expected"},
        {"INT32[", "\"]\" is missing after \"[\""},
        {"INT32[3]", "\"]\" is missing after \"[\""},
        {"INT32 NOT", "NOT without NULL"},
        {"INT32 NULL",
         "unexpected \"NULL\" after the type; only NOT NULL and [] can follow"},
        {"INT32>", "unexpected \">\" after the type; only NOT NULL and [] can follow"},
        {"MAP<STRING>", "unexpected \">\"; \",\" is expected"},
        {"MAP<STRING,STRING,STRING>", "unexpected \",STRING>\"; \">\" is expected"},
        {"MAP<INT32[],STRING>", "the keys of a MAP must have a simple type"},
        {"MAP<VARIANT,STRING>", "the keys of a MAP must have a simple type"},
        {"MAP<NULL,STRING>", "the keys of a MAP cannot be NULL"},
        {"STRUCT<>", "a field's name is missing: STRUCT<name type, ...>"},
        {"STRUCT<a>", "the type is missing"},
        {"STRUCT<a INT32,>", "a field's name is missing: STRUCT<name type, ...>"},
        {"STRUCT<\"a INT32>", "a closing quote is missing after a field's name"},
        {"STRUCT<a\xff INT32>", "a field's name is not UTF-8"},
        {"STRUCT<a INT32 b INT32>", "unexpected \"b INT32>\"; \">\" is expected"},
        {"NULL NOT NULL", "NULL cannot be NOT NULL"},
        {"FILE<path STRING>", "FILE cannot have the field path" FILE_FIELDS},
        {"FILE<size INT32>", "FILE cannot have the field size" FILE_FIELDS},
        {"FILE<uri BLOB>", "FILE cannot have the field uri" FILE_FIELDS},
        {"FILE<inline BLOB NOT NULL>", "FILE cannot have the field inline" FILE_FIELDS},
        {"FILE<uri STRING[]>", "FILE cannot have the field uri" FILE_FIELDS},
        {"FILE<>", "a field's name is missing: STRUCT<name type, ...>"},
        {"MAP<FILE,STRING>", "the keys of a MAP must have a simple type"},
        {"VARIANT<FILE>", "a Variant cannot be shredded to a FILE"},
        {"VARIANT<STRUCT<f FILE<uri STRING>>>", "a Variant cannot be shredded to a FILE"},
        {"LIST<DECIMAL>", "DECIMAL needs a precision from 1 to 76"},
        {"LIST<DECIMAL()>", "a parameter of \"DECIMAL\" is missing"},
        {"VARIANT<MAP<STRING,INT32>>", "a Variant cannot be shredded to a MAP"},
        {"VARIANT<INT32 NOT NULL>", "NOT NULL is not allowed inside VARIANT<...>"},
        {"VARIANT<STRUCT<a VARIANT NOT NULL>>",
         "NOT NULL is not allowed inside VARIANT<...>"},
        {"VARIANT<VARIANT<INT32>>", "VARIANT<...> inside another VARIANT<...>: write its "
                                    "type alone, which means the same"},
        {"VARIANT<DECIMAL(39,2)>", "a Variant's decimals can have at most 38 digits"},
        {"VARIANT<>", "the type is missing"},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        CHECK(parse(wrong[i][0]) == MISUSE);
        if (strncmp(error.message, wrong[i][1], strlen(wrong[i][1])) != 0)
            CHECK_TEXT(error.message, wrong[i][1]);
    }
    CHECK(parse("LIST<TEXTS>") == MISUSE);
    CHECK(strncmp(error.message, "unknown type \"TEXTS\"", 20) == 0);
}

static void nesting_is_limited(void)
{
    for (int n = 60; n <= 70; n++) {
        for (int form = 0; form < 3; form++) {
            char text[1000] = "";
            size_t size = 0;
            int brackets = form == 0 ? 0 : form == 1 ? n : n / 2;
            for (int i = brackets; i < n; i++)
                size += (size_t)snprintf(text + size, sizeof text - size, "LIST<");
            size += (size_t)snprintf(text + size, sizeof text - size, "INT8");
            for (int i = 0; i < brackets; i++)
                size += (size_t)snprintf(text + size, sizeof text - size, "[]");
            for (int i = brackets; i < n; i++)
                size += (size_t)snprintf(text + size, sizeof text - size, ">");
            CHECK((parse(text) == OK) == (n <= 64));
            if (n > 64)
                CHECK_TEXT(error.message, "types are nested more than 64 levels deep");
            else
                CHECK(parsed.n == 2 * (uint32_t)n + 1);
        }
    }
}

/* ---- Schema elements to text ------------------------------------------------------ */

/* The type text of a field that consists of the elements; valid until the next call. */
static const char *type_text_of(const struct pq_schema_element *elements, uint32_t n)
{
    static char text[2000];
    struct arena tree_arena = {0};
    struct pq_schema_tree tree;
    struct buffer output = {0};
    struct error none = {0};
    struct pq_schema_element *all = must(calloc(n + 1, sizeof *all));
    all[0] = (struct pq_schema_element){.type = -1,
                                        .repetition = -1,
                                        .n_children = 1,
                                        .converted_type = PQ_CONVERTED_NONE,
                                        .name = slice_of("schema", 6)};
    memcpy(all + 1, elements, n * sizeof *all);
    CHECK(pq_schema_tree_build(all, n + 1, false, &tree_arena, &tree, &none) == OK);
    CHECK(pq_append_node_type_text(&tree, 1, &output, &none) == OK);
    CHECK(output.size < sizeof text);
    if (output.size > 0)
        memcpy(text, output.data, output.size);
    text[output.size] = '\0';
    buffer_release(&output);
    arena_release(&tree_arena);
    free(all);
    return text;
}

static void types_come_back_unchanged(void)
{
    static const char *const types[] = {
        "INT32",
        "DECIMAL(20,3) NOT NULL",
        "LIST<INT32>",
        "LIST<INT32 NOT NULL> NOT NULL",
        "LIST<LIST<TIMESTAMP(NANOS, UTC)>>",
        "MAP<STRING, DOUBLE>",
        "MAP<UUID, MAP<INT8, NULL> NOT NULL>",
        "STRUCT<a INT32, _b9 FIXED(5) NOT NULL, \"9\" JSON, \"\" BSON, \"a \"\"b\" ENUM>",
        "STRUCT<a STRUCT<b STRUCT<c INT32>> NOT NULL, d LIST<STRUCT<e BLOB>>> NOT NULL",
        "VARIANT",
        "VARIANT NOT NULL",
        "VARIANT<INT64>",
        "VARIANT<LIST<STRING>> NOT NULL",
        "VARIANT<LIST<VARIANT>>",
        "VARIANT<STRUCT<a STRING, b VARIANT, c STRUCT<d LIST<INT32>>>>",
        "LIST<VARIANT NOT NULL>",
        "FILE<content_type STRING, size INT64, checksum STRING, offset INT64>",
        "LIST<STRUCT<a FILE<inline BLOB, uri STRING> NOT NULL>>",
        "STRUCT<v VARIANT<DATE>, m MAP<STRING, VARIANT NOT NULL>>",
    };
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        CHECK(parse(types[i]) == OK);
        CHECK_TEXT(type_text_of(parsed.elements, parsed.n), types[i]);
    }
}

static struct pq_schema_element group(const char *name, int repetition, int n_children,
                                      int converted)
{
    return (struct pq_schema_element){.type = -1,
                                      .repetition = repetition,
                                      .n_children = n_children,
                                      .converted_type = converted,
                                      .name = slice_of(name, strlen(name))};
}

static struct pq_schema_element leaf(const char *name, int repetition, int type)
{
    return (struct pq_schema_element){.type = type,
                                      .repetition = repetition,
                                      .n_children = -1,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .name = slice_of(name, strlen(name))};
}

static void text_of_schemas_in_other_forms(void)
{
    struct pq_schema_element repeated[] = {leaf("a", PQ_REPEATED, PQ_INT32)};
    CHECK_TEXT(type_text_of(repeated, 1), "LIST<INT32 NOT NULL> NOT NULL");
    struct pq_schema_element two_levels[] = {group("a", PQ_OPTIONAL, 1, PQ_LIST),
                                             leaf("array", PQ_REPEATED, PQ_DOUBLE)};
    CHECK_TEXT(type_text_of(two_levels, 2), "LIST<DOUBLE NOT NULL>");
    struct pq_schema_element tuples[] = {group("a", PQ_OPTIONAL, 1, PQ_LIST),
                                         group("a_tuple", PQ_REPEATED, 1, -1),
                                         leaf("x", PQ_REQUIRED, PQ_INT64)};
    tuples[1].converted_type = PQ_CONVERTED_NONE;
    CHECK_TEXT(type_text_of(tuples, 3), "LIST<STRUCT<x INT64 NOT NULL> NOT NULL>");
    struct pq_schema_element keys[] = {group("a", PQ_REQUIRED, 1, PQ_MAP_KEY_VALUE),
                                       group("map", PQ_REPEATED, 1, PQ_CONVERTED_NONE),
                                       leaf("k", PQ_OPTIONAL, PQ_INT32)};
    CHECK_TEXT(type_text_of(keys, 3), "MAP<INT32, NULL> NOT NULL");
    struct pq_schema_element old_time[] = {group("a", PQ_OPTIONAL, 2, PQ_CONVERTED_NONE),
                                           leaf("t", PQ_OPTIONAL, PQ_INT96),
                                           leaf("a", PQ_REPEATED, PQ_BYTE_ARRAY)};
    CHECK_TEXT(type_text_of(old_time, 3),
               "STRUCT<t TIMESTAMP(INT96), a LIST<BLOB NOT NULL> NOT NULL>");
    struct pq_schema_element typed[] = {group("a", PQ_REQUIRED, 2, PQ_CONVERTED_NONE),
                                        leaf("metadata", PQ_REQUIRED, PQ_BYTE_ARRAY),
                                        leaf("typed_value", PQ_REQUIRED, PQ_INT64)};
    typed[0].logical.kind = PQ_LOGICAL_VARIANT;
    CHECK_TEXT(type_text_of(typed, 3), "VARIANT<INT64> NOT NULL");
    struct pq_schema_element file[] = {group("a", PQ_OPTIONAL, 1, PQ_CONVERTED_NONE),
                                       leaf("size", PQ_REQUIRED, PQ_INT64)};
    file[0].logical.kind = PQ_LOGICAL_FILE;
    CHECK_TEXT(type_text_of(file, 2), "STRUCT<size INT64 NOT NULL>");
    file[1].repetition = PQ_OPTIONAL;
    CHECK_TEXT(type_text_of(file, 2), "FILE<size INT64>");
}

static void some_schemas_have_no_text(void)
{
    struct pq_schema_element empty[] = {group("a", PQ_OPTIONAL, 2, PQ_CONVERTED_NONE),
                                        group("b", PQ_OPTIONAL, 0, PQ_CONVERTED_NONE),
                                        leaf("x", PQ_REQUIRED, PQ_INT64)};
    CHECK_TEXT(type_text_of(empty, 3), "");
    struct pq_schema_element bad_leaf[] = {group("a", PQ_OPTIONAL, 1, PQ_CONVERTED_NONE),
                                           leaf("x", PQ_REQUIRED, 99)};
    CHECK_TEXT(type_text_of(bad_leaf, 2), "");
    struct pq_schema_element name[] = {group("a", PQ_OPTIONAL, 1, PQ_CONVERTED_NONE),
                                       leaf("\xff", PQ_REQUIRED, PQ_INT32)};
    CHECK_TEXT(type_text_of(name, 2), "");
    struct pq_schema_element key[] = {
        group("a", PQ_OPTIONAL, 1, PQ_MAP),
        group("key_value", PQ_REPEATED, 2, PQ_CONVERTED_NONE),
        group("key", PQ_REQUIRED, 1, PQ_CONVERTED_NONE), leaf("x", PQ_REQUIRED, PQ_INT32),
        leaf("value", PQ_REQUIRED, PQ_INT32)};
    CHECK_TEXT(type_text_of(key, 5), "");
    struct pq_schema_element variant[] = {group("a", PQ_OPTIONAL, 1, PQ_CONVERTED_NONE),
                                          leaf("value", PQ_REQUIRED, PQ_BYTE_ARRAY)};
    variant[0].logical.kind = PQ_LOGICAL_VARIANT;
    CHECK_TEXT(type_text_of(variant, 2), "");
}

static void failed_allocations_are_reported(void)
{
    const char text[] = "STRUCT<a INT32[], \"b\" MAP<STRING, VARIANT<STRUCT<c INT32>>>>";
    for (long n = 1;; n++) {
        struct arena own = {0};
        error_clear(&error);
        mem_fail_at(n, 0);
        enum status status = pq_elements_from_text(slice_of(text, sizeof text - 1), &own,
                                                   &parsed, &error);
        mem_fail_at(0, 0);
        arena_release(&own);
        if (status == OK)
            break;
        CHECK(status == NOMEM && n < 100);
    }
}

int main(void)
{
    RUN(lists);
    RUN(maps_and_structs);
    RUN(variants);
    RUN(files);
    RUN(faulty_types_are_refused);
    RUN(nesting_is_limited);
    RUN(types_come_back_unchanged);
    RUN(text_of_schemas_in_other_forms);
    RUN(some_schemas_have_no_text);
    RUN(failed_allocations_are_reported);
    arena_release(&arena);
    return unit_test_done();
}
