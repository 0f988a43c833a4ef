/* SPDX-License-Identifier: MIT */
/* test_iceberg_schema.c - schemas of Iceberg tables, from JSON to columns: types, nested
 * fields, initial defaults, names in files without numbers; and partition specs
 * (iceberg_schema.h, iceberg_columns.h, iceberg_default.h). */
#include <math.h>
#include <string.h>

#include "lake/iceberg/iceberg_columns.h"
#include "lake/iceberg/iceberg_schema.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct arena arena;
static struct iceberg_schema schema;
static struct declared_field *columns;
static struct error error;

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

static enum status read_schema(const char *json)
{
    error_clear(&error);
    return iceberg_schema_read(text_of(json), &arena, &schema, &error);
}

/* Makes the columns of a schema with one field of the type, and with what follows. */
static enum status make(const char *type, const char *more)
{
    char *json = arena_alloc(&arena, strlen(type) + strlen(more) + 100, 1);
    sprintf(json,
            "{\"fields\":[{\"id\":5,\"name\":\"c\",\"required\":true,\"type\":%s%s}]}",
            type, more);
    if (read_schema(json) != OK)
        return error.status;
    return iceberg_columns_make(&schema, slice_of(NULL, 0), &arena, &columns, &error);
}

static void types_become_columns(void)
{
    static const struct {
        const char *type;
        struct column column;
    } cases[] = {
        {"\"boolean\"", {.type = COLUMN_BOOLEAN}},
        {"\"int\"", {.type = COLUMN_INTEGER, .bits = 32, .is_signed = true}},
        {"\"long\"", {.type = COLUMN_INTEGER, .bits = 64, .is_signed = true}},
        {"\"float\"", {.type = COLUMN_REAL, .bits = 32, .kind = VECTOR_DOUBLE}},
        {"\"double\"", {.type = COLUMN_REAL, .bits = 64, .kind = VECTOR_DOUBLE}},
        {"\"decimal(18, 3)\"", {.type = COLUMN_DECIMAL, .precision = 18, .scale = 3}},
        {"\"decimal(38,38)\"",
         {.type = COLUMN_DECIMAL, .precision = 38, .scale = 38, .kind = VECTOR_BYTES}},
        {"\"date\"", {.type = COLUMN_DATE}},
        {"\"time\"", {.type = COLUMN_TIME, .unit = UNIT_MICROS}},
        {"\"timestamp\"", {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS}},
        {"\"timestamptz\"", {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS, .is_utc = 1}},
        {"\"timestamp_ns\"", {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS}},
        {"\"timestamptz_ns\"",
         {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS, .is_utc = 1}},
        {"\"string\"", {.type = COLUMN_TEXT, .kind = VECTOR_BYTES}},
        {"\"uuid\"", {.type = COLUMN_UUID, .kind = VECTOR_BYTES}},
        {"\"fixed[5]\"", {.type = COLUMN_BLOB, .kind = VECTOR_BYTES}},
        {"\"binary\"", {.type = COLUMN_BLOB, .kind = VECTOR_BYTES}},
        {"\"variant\"", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
        {"\"geometry\"", {.type = COLUMN_GEOMETRY, .kind = VECTOR_BYTES}},
        {"\"geography(OGC:CRS84, karney)\"",
         {.type = COLUMN_GEOGRAPHY, .kind = VECTOR_BYTES}},
        {"\"unknown\"", {.type = COLUMN_NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(make(cases[i].type, "") == OK);
        CHECK_TEXT(columns[0].column.name, "c");
        CHECK(column_types_are_same(&columns[0].column, &cases[i].column));
        CHECK(columns[0].column.has_field_id && columns[0].column.field_id == 5);
        CHECK(columns[0].column.is_nullable && columns[0].kind == DECLARED_VALUE);
    }
}

static void what_is_no_type_is_refused(void)
{
    static const struct {
        const char *type;
        const char *message;
    } cases[] = {
        {"\"int128\"", "schema 0: field \"c\": unknown type int128"},
        {"\"struct\"", "schema 0: field \"c\": unknown type struct"},
        {"\"decimal\"", "schema 0: field \"c\": decimal is no type"},
        {"\"decimal(9,2\"", "schema 0: field \"c\": decimal(9,2 is no type"},
        {"\"decimal(39,2)\"", "schema 0: field \"c\": decimal(39,2) is no type"},
        {"\"decimal(2,3)\"", "schema 0: field \"c\": decimal(2,3) is no type"},
        {"\"fixed[-1]\"", "schema 0: field \"c\": fixed[-1] is no type"},
        {"{\"type\":\"set\"}", "schema 0: field \"c\": unknown type \"set\""},
        {"{\"type\":\"list\"}", "schema 0: field \"c\": a list has no element"},
        {"{\"type\":\"map\",\"key\":\"int\"}",
         "schema 0: field \"c\": a map has no value"},
        {"{\"type\":\"struct\"}", "schema 0: field \"c\": a struct has no fields"},
        {"{\"type\":\"list\",\"element\":\"x\"}",
         "schema 0: field \"c\": element: unknown type x"},
        {"7", "schema 0: field \"c\": JSON has 7 where a text is expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(make(cases[i].type, "") == CORRUPT || error.status == UNSUPPORTED);
        CHECK_TEXT(error.message, cases[i].message);
    }
    CHECK(read_schema("{\"schema-id\":4,\"fields\":[{\"id\":1,\"type\":\"int\"}]}") ==
          CORRUPT);
    CHECK_TEXT(error.message, "schema 4: a field has no id, name or type");
}

static void types_in_types_end(void)
{
    enum { DEPTH = 900 };
    static char json[DEPTH * 40];
    json[0] = '\0';
    for (int i = 0; i < DEPTH; i++)
        strcat(json, "{\"type\":\"list\",\"element\":");
    strcat(json, "\"int\"");
    for (int i = 0; i < DEPTH; i++)
        strcat(json, "}");
    CHECK(make(json, "") == TOO_BIG);
}

static void nested_types_become_trees(void)
{
    CHECK(make("{\"fields\":[{\"type\":{\"type\":\"map\",\"key-id\":7,\"key\":\"string\","
               "\"value-id\":8,\"value\":{\"type\":\"list\",\"element-id\":9,\"element\":"
               "\"double\"}},\"name\":\"m\",\"id\":6}],\"type\":\"struct\"}",
               "") == OK);
    const struct declared_field *map = columns[0].members;
    CHECK(columns[0].kind == DECLARED_STRUCT && columns[0].n_members == 1);
    CHECK(columns[0].column.type == COLUMN_NESTED);
    CHECK_TEXT(map->column.name, "m");
    CHECK(map->kind == DECLARED_MAP && map->n_members == 2 && map->column.field_id == 6);
    CHECK_TEXT(map->members[0].column.name, "key");
    CHECK(map->members[0].column.type == COLUMN_TEXT);
    CHECK(map->members[0].column.field_id == 7);
    CHECK(map->members[1].kind == DECLARED_LIST && map->members[1].column.field_id == 8);
    const struct declared_field *element = map->members[1].members;
    CHECK_TEXT(element->column.name, "element");
    CHECK(element->column.type == COLUMN_REAL && element->column.field_id == 9);
    CHECK(iceberg_schema_find(&schema, 9)->kind == ICEBERG_DOUBLE);
    CHECK(iceberg_schema_find(&schema, 10) == NULL);
}

/* ---- Initial defaults ------------------------------------------------------------- */

static const struct declared_value *initial(const char *type, const char *json)
{
    static const struct declared_value none = {.is_null = true};
    char more[300];
    snprintf(more, sizeof more, ",\"initial-default\":%s", json);
    CHECK(make(type, more) == OK);
    return columns[0].initial != NULL ? columns[0].initial : &none;
}

static int64_t initial_number(const char *type, const char *json)
{
    const struct declared_value *value = initial(type, json);
    CHECK(!value->is_null && columns[0].column.kind == VECTOR_INT64);
    return value->value.int64;
}

static void initial_numbers_are_read(void)
{
    CHECK(initial_number("\"boolean\"", "true") == 1);
    CHECK(initial_number("\"boolean\"", "false") == 0);
    CHECK(initial_number("\"int\"", "-2147483648") == INT32_MIN);
    CHECK(initial_number("\"long\"", "-9223372036854775808") == INT64_MIN);
    CHECK(initial_number("\"decimal(16, 2)\"", "\"-12345.00\"") == -1234500);
    CHECK(initial_number("\"date\"", "\"1969-12-31\"") == -1);
    CHECK(initial_number("\"time\"", "\"00:00:01.5\"") == 1500000);
    CHECK(initial_number("\"timestamp\"", "\"1970-01-01T00:00:00.012345\"") == 12345);
    CHECK(initial_number("\"timestamptz\"", "\"1970-01-01T01:00:00+01:00\"") == 0);
    CHECK(initial_number("\"timestamp_ns\"", "\"1970-01-01T00:00:00.000000007\"") == 7);
    CHECK(initial("\"double\"", "0.1")->value.float64 == 0.1);
    CHECK(initial("\"float\"", "0.1")->value.float64 == (double)(float)0.1);
}

static void check_bytes(const char *type, const char *json, const char *bytes, size_t n)
{
    const struct declared_value *value = initial(type, json);
    CHECK(!value->is_null && columns[0].column.kind == VECTOR_BYTES);
    CHECK(slice_equals(slice_of(value->value.bytes.data, value->value.bytes.size),
                       slice_of(bytes, n)));
}

static void initial_bytes_are_read(void)
{
    check_bytes("\"string\"", "\"a\\u00e9\"", "a\303\251", 3);
    check_bytes("\"string\"", "\"\"", "", 0);
    check_bytes("\"binary\"", "\"01fF\"", "\001\377", 2);
    check_bytes("\"fixed[2]\"", "\"01ff\"", "\001\377", 2);
    check_bytes("\"uuid\"", "\"30313233-3435-3637-3839-616263646566\"",
                "0123456789abcdef", 16);
    check_bytes("\"decimal(20,1)\"", "\"-0.1\"",
                "\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377", 16);
    CHECK(initial("\"string\"", "null")->is_null);
}

static void an_initial_struct_has_those_of_its_members(void)
{
    static const char json[] = "{\"a\":null,\"b\":\"1970-01-02\",\"c\":{\"d\":2.5}}";
    check_bytes("{\"type\":\"struct\",\"fields\":["
                "{\"id\":1,\"name\":\"a\",\"type\":\"int\"},"
                "{\"id\":2,\"name\":\"b\",\"type\":\"date\","
                "\"initial-default\":\"1970-01-02\"},"
                "{\"id\":3,\"name\":\"c\",\"initial-default\":{},\"type\":{\"type\":"
                "\"struct\",\"fields\":[{\"id\":4,\"name\":\"d\",\"type\":\"float\","
                "\"initial-default\":2.5}]}}]}",
                "{}", json, sizeof json - 1);
    check_bytes("{\"type\":\"struct\",\"fields\":[]}", "{}", "{}", 2);
}

static void an_unfit_default_makes_its_column_unreadable(void)
{
    static const struct {
        const char *type, *json;
        enum status status;
    } cases[] = {
        {"\"int\"", "2147483648", CORRUPT},
        {"\"int\"", "\"1\"", CORRUPT},
        {"\"boolean\"", "1", CORRUPT},
        {"\"decimal(3,2)\"", "\"10.00\"", CORRUPT},
        {"\"date\"", "\"1970\"", CORRUPT},
        {"\"timestamp\"", "\"1970-01-01T00:00:00Z\"", CORRUPT},
        {"\"fixed[2]\"", "\"01\"", CORRUPT},
        {"\"binary\"", "\"0\"", CORRUPT},
        {"\"uuid\"", "\"01\"", CORRUPT},
        {"\"variant\"", "1", UNSUPPORTED},
        {"\"unknown\"", "1", UNSUPPORTED},
        {"{\"type\":\"list\",\"element\":\"int\"}", "[1]", UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(initial(cases[i].type, cases[i].json)->is_null);
        CHECK(columns[0].column.unreadable_reason != NULL);
        CHECK(columns[0].column.unreadable_status == cases[i].status);
    }
}

/* ---- Name mappings ---------------------------------------------------------------- */

static enum status make_mapped(const char *mapping)
{
    CHECK(read_schema("{\"fields\":[{\"id\":1,\"name\":\"a\",\"type\":{\"type\":\"list\","
                      "\"element-id\":2,\"element\":\"int\"}},{\"id\":3,\"name\":\"b\","
                      "\"type\":\"int\"}]}") == OK);
    return iceberg_columns_make(&schema, text_of(mapping), &arena, &columns, &error);
}

static void mappings_name_columns_in_files(void)
{
    CHECK(make_mapped(
              "[{\"field-id\":1,\"names\":[\"x\",\"y\\\"\"],\"fields\":[{\"names\":["
              "\"element\"],\"field-id\":2}]},{\"names\":[\"b\"]}]") == OK);
    CHECK(columns[0].n_stored_names == 2);
    CHECK(slice_equals_text(columns[0].stored_names[0], "x"));
    CHECK(slice_equals_text(columns[0].stored_names[1], "y\""));
    CHECK(columns[0].members[0].n_stored_names == 1);
    CHECK(slice_equals_text(columns[0].members[0].stored_names[0], "element"));
    CHECK(columns[1].n_stored_names == 0);
    CHECK(make_mapped("[{\"field-id\":1,\"names\":[2]}]") == CORRUPT);
    CHECK_TEXT(error.message, "schema.name-mapping.default: JSON has 2 where a text is "
                              "expected");
}

/* ---- Partition specs -------------------------------------------------------------- */

static void transforms_are_read(void)
{
    static const struct {
        const char *text;
        enum iceberg_transform transform;
        int32_t parameter;
    } cases[] = {
        {"identity", ICEBERG_IDENTITY, 0},
        {"bucket[16]", ICEBERG_BUCKET, 16},
        {"truncate[4]", ICEBERG_TRUNCATE, 4},
        {"year", ICEBERG_YEAR, 0},
        {"month", ICEBERG_MONTH, 0},
        {"day", ICEBERG_DAY, 0},
        {"hour", ICEBERG_HOUR, 0},
        {"void", ICEBERG_VOID, 0},
        {"bucket", ICEBERG_OTHER, 0},
        {"bucket[0]", ICEBERG_OTHER, 0},
        {"truncate[-1]", ICEBERG_OTHER, 0},
        {"zorder", ICEBERG_OTHER, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct iceberg_partition_spec spec = {.id = 1};
        char json[200];
        snprintf(
            json, sizeof json,
            "[{\"source-id\":2,\"field-id\":1005,\"name\":\"p\",\"transform\":\"%s\"}]",
            cases[i].text);
        CHECK(iceberg_partition_fields_read(text_of(json), &arena, &spec, &error) == OK);
        CHECK(spec.n_fields == 1 && spec.fields[0].source_id == 2);
        CHECK(spec.fields[0].field_id == 1005);
        CHECK(spec.fields[0].transform == cases[i].transform);
        CHECK(spec.fields[0].parameter == cases[i].parameter ||
              spec.fields[0].transform == ICEBERG_OTHER);
    }
}

int main(void)
{
    RUN(types_become_columns);
    RUN(what_is_no_type_is_refused);
    RUN(types_in_types_end);
    RUN(nested_types_become_trees);
    RUN(initial_numbers_are_read);
    RUN(initial_bytes_are_read);
    RUN(an_initial_struct_has_those_of_its_members);
    RUN(an_unfit_default_makes_its_column_unreadable);
    RUN(mappings_name_columns_in_files);
    RUN(transforms_are_read);
    arena_release(&arena);
    return unit_test_done();
}
