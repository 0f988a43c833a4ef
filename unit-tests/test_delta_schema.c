/* SPDX-License-Identifier: MIT */
/*
 * test_delta_schema.c - columns from the schema of a Delta table: types, nesting, column
 * mapping, partition columns; and schemas that are refused (delta_schema.h).
 */
#include "lake/delta/delta_schema.h"

#include <stdarg.h>

#include "unit_bytes.h"
#include "unit_test.h"

static char shown[3000];

static void show(const char *format, ...)
{
    va_list arguments;
    size_t size = strlen(shown);
    va_start(arguments, format);
    vsnprintf(shown + size, sizeof shown - size, format, arguments);
    va_end(arguments);
}

static void show_type(const struct column *c)
{
    static const char *const names[] = {
        [COLUMN_NULL] = "null",       [COLUMN_BOOLEAN] = "boolean",
        [COLUMN_INTEGER] = "int",     [COLUMN_REAL] = "real",
        [COLUMN_DECIMAL] = "decimal", [COLUMN_TEXT] = "text",
        [COLUMN_BLOB] = "blob",       [COLUMN_DATE] = "date",
        [COLUMN_TIMESTAMP] = "time",  [COLUMN_NESTED] = "variant"};
    bool is_bytes = c->type == COLUMN_TEXT || c->type == COLUMN_BLOB ||
                    c->type == COLUMN_NESTED || c->type == COLUMN_NULL ||
                    (c->type == COLUMN_DECIMAL && c->precision > 18);
    CHECK(c->kind == (is_bytes                 ? VECTOR_BYTES
                      : c->type == COLUMN_REAL ? VECTOR_DOUBLE
                                               : VECTOR_INT64));
    CHECK(c->is_nullable && c->is_signed == (c->type == COLUMN_INTEGER));
    CHECK(c->type != COLUMN_TIMESTAMP || c->unit == UNIT_MICROS);
    show("%s", c->unreadable_reason != NULL ? c->unreadable_reason : names[c->type]);
    if (c->bits > 0)
        show("%d", c->bits);
    if (c->type == COLUMN_DECIMAL)
        show("(%d,%d)", c->precision, c->scale);
    if (c->is_utc)
        show("z");
}

/* "name:type", with [stored name] and #number if the table goes by these. */
static void show_field(const struct declared_field *field, bool is_mapped)
{
    static const char *const begin[] = {"", "struct<", "list<", "map<"};
    const struct column *c = &field->column;
    show("%.*s", (int)c->name_size, c->name);
    if (is_mapped && field->n_stored_names > 0)
        show("[%.*s]", (int)field->stored_names[0].size,
             (const char *)field->stored_names[0].data);
    if (c->has_field_id)
        show("#%d", c->field_id);
    show(":%s", begin[field->kind]);
    if (field->kind == DECLARED_VALUE) {
        show_type(c);
        return;
    }
    CHECK(c->type == COLUMN_NESTED);
    for (uint32_t i = 0; i < field->n_members; i++) {
        show("%s", i > 0 ? " " : "");
        show_field(&field->members[i], is_mapped);
    }
    show(">%s", c->unreadable_reason != NULL ? "!" : "");
}

static const char *columns_of(const char *schema_text, enum delta_mapping mapping,
                              const char *partition)
{
    struct slice name = slice_of(partition, partition != NULL ? strlen(partition) : 0);
    struct delta_metadata metadata = {
        .schema = slice_of(schema_text, strlen(schema_text)),
        .partition_columns = {&name, partition != NULL}};
    struct delta_schema schema;
    struct arena arena = {0};
    struct error error = {0};
    shown[0] = '\0';
    uint8_t *copy = exact_copy(schema_text, strlen(schema_text));
    metadata.schema.data = copy;
    if (delta_schema_read(&metadata, mapping, &arena, &schema, &error) == OK) {
        for (uint32_t i = 0; i < schema.n_columns; i++) {
            show("%s", i > 0 ? " " : "");
            show_field(&schema.columns[i], mapping != DELTA_BY_NAME);
            if (schema.partition_of[i] != DELTA_NO_PARTITION)
                show("@%u", schema.partition_of[i]);
        }
    } else {
        show("%s: %s", status_name(error.status), error.message);
    }
    free(copy);
    arena_release(&arena);
    return shown;
}

#define STRUCT(fields) "{\"type\":\"struct\",\"fields\":[" fields "]}"
#define FIELD(name, type) "{\"name\":\"" name "\",\"type\":" type ",\"metadata\":{}}"
#define MAPPED(name, type, physical, id)                                                 \
    "{\"metadata\":{\"x\":[1],\"delta.columnMapping.id\":" id                            \
    ",\"delta.columnMapping.physicalName\":\"" physical "\"},\"nullable\":false,"        \
    "\"name\":\"" name "\",\"type\":" type "}"

static void types_are_those_of_columns(void)
{
    static const struct {
        const char *type, *column;
    } cases[] = {
        {"string", "text"},
        {"long", "int64"},
        {"integer", "int32"},
        {"short", "int16"},
        {"byte", "int8"},
        {"float", "real32"},
        {"double", "real64"},
        {"boolean", "boolean"},
        {"binary", "blob"},
        {"date", "date"},
        {"timestamp", "timez"},
        {"timestamp_ntz", "time"},
        {"void", "null"},
        {"variant", "variant"},
        {"char(3)", "text"},
        {"varchar(30)", "text"},
        {"decimal", "decimal(10,0)"},
        {"decimal(18,2)", "decimal(18,2)"},
        {"decimal( 38 , 38 )", "decimal(38,38)"},
        {"decimal(5)", "decimal(5,0)"},
        {"decimal(39,2)", "the Delta type \"decimal(39,2)\" is unknown"},
        {"decimal(5,6)", "the Delta type \"decimal(5,6)\" is unknown"},
        {"decimal(0,0)", "the Delta type \"decimal(0,0)\" is unknown"},
        {"decimalx", "the Delta type \"decimalx\" is unknown"},
        {"interval day", "the Delta type \"interval day\" is unknown"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char schema[300], expected[300];
        snprintf(schema, sizeof schema, STRUCT(FIELD("a", "\"%s\"")), cases[i].type);
        snprintf(expected, sizeof expected, "a:%s", cases[i].column);
        CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, NULL), expected);
    }
}

static void types_nest(void)
{
    static const char schema[] =
        "{\"type\":\"struct\",\"fields\":["
        "{\"name\":\"s\",\"type\":{\"type\":\"struct\",\"fields\":["
        "{\"name\":\"x\",\"type\":\"long\"},{\"name\":\"y\",\"type\":\"variant\"}]}},"
        "{\"name\":\"l\",\"type\":{\"type\":\"array\",\"elementType\":\"date\","
        "\"containsNull\":true}},"
        "{\"name\":\"m\",\"type\":{\"valueType\":{\"type\":\"array\","
        "\"elementType\":{\"type\":\"struct\",\"fields\":[]}},\"type\":\"map\","
        "\"keyType\":\"string\"}},"
        "{\"name\":\"u\",\"type\":{\"type\":\"struct\",\"fields\":["
        "{\"name\":\"v\",\"type\":\"odd\"}]}}]}";
    CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, NULL),
               "s:struct<x:int64 y:variant> l:list<element:date> "
               "m:map<key:text value:list<element:struct<>>> "
               "u:struct<v:the Delta type \"odd\" is unknown>!");
    CHECK_TEXT(columns_of(STRUCT(""), DELTA_BY_NAME, NULL), "");
}

static void columns_are_mapped(void)
{
    static const char schema[] = STRUCT(MAPPED("a", "\"long\"", "p1", "5") "," MAPPED(
        "s", STRUCT(MAPPED("x", "\"long\"", "p3", "7")), "p2", "6"));
    CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, NULL), "a:int64 s:struct<x:int64>");
    CHECK_TEXT(columns_of(schema, DELTA_BY_PHYSICAL_NAME, NULL),
               "a[p1]:int64 s[p2]:struct<x[p3]:int64>");
    CHECK_TEXT(columns_of(schema, DELTA_BY_ID, NULL),
               "a[p1]#5:int64 s[p2]#6:struct<x[p3]#7:int64>");
    CHECK(strstr(columns_of(STRUCT(FIELD("a", "\"long\"")), DELTA_BY_PHYSICAL_NAME, NULL),
                 "corrupt: the table's schemaString: column \"a\": a field has no "
                 "delta.columnMapping.physicalName") != NULL);
    CHECK(
        strncmp(columns_of(STRUCT(MAPPED("a", "\"long\"", "p", "-1")), DELTA_BY_ID, NULL),
                "corrupt", 7) == 0);
    CHECK(strncmp(columns_of(STRUCT(MAPPED("a", "\"long\"", "p", "2147483648")),
                             DELTA_BY_ID, NULL),
                  "corrupt", 7) == 0);
}

static void partition_columns_are_columns(void)
{
    static const char schema[] = STRUCT(
        FIELD("a", "\"long\"") "," FIELD("p", "\"date\"") "," FIELD("s", STRUCT("")));
    CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, "p"), "a:int64 p:date@0 s:struct<>");
    CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, "P"),
               "corrupt: 0 of 1 partition columns are in the table's schema");
    CHECK_TEXT(columns_of(schema, DELTA_BY_NAME, "s"),
               "corrupt: the partition column \"s\" is nested");
}

static void other_schemas_are_refused(void)
{
    static const char *const refused[] = {
        "",
        "1",
        "\"long\"",
        "{}",
        "{\"type\":\"array\",\"elementType\":\"long\"}",
        "{\"type\":\"struct\",\"elementType\":\"long\"}",
        "{\"type\":\"struct\",\"fields\":[1]}",
        STRUCT("{\"name\":\"a\"}"),
        STRUCT("{\"type\":\"long\"}"),
        STRUCT("{\"name\":\"a\",\"type\":null}"),
        STRUCT("{\"name\":1,\"type\":\"long\"}"),
        STRUCT(FIELD("a", "{\"type\":\"map\",\"valueType\":\"long\"}")),
        STRUCT(FIELD("a", "{\"type\":\"map\",\"keyType\":\"long\"}")),
        STRUCT(FIELD("a", "{\"type\":\"array\"}")),
        STRUCT(FIELD("a", "{\"type\":\"udt\"}")),
        STRUCT(FIELD("a", "\"long\"")) "x",
    };
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        const char *text = columns_of(refused[i], DELTA_BY_NAME, NULL);
        if (strncmp(text, "corrupt: the table's schemaString: ", 35) != 0)
            CHECK_TEXT(text, refused[i]);
    }
}

static void depth_is_limited(void)
{
    struct bytes text = {0};
    bytes_put_text(&text, "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":");
    for (int i = 0; i < 200; i++)
        bytes_put_text(&text, "{\"type\":\"array\",\"elementType\":");
    bytes_put_u8(&text, 0);
    CHECK(strncmp(columns_of((const char *)text.data, DELTA_BY_NAME, NULL), "unsupported",
                  11) == 0);
    bytes_free(&text);
}

int main(void)
{
    RUN(types_are_those_of_columns);
    RUN(types_nest);
    RUN(columns_are_mapped);
    RUN(partition_columns_are_columns);
    RUN(other_schemas_are_refused);
    RUN(depth_is_limited);
    return unit_test_done();
}
