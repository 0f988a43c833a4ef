/* SPDX-License-Identifier: MIT */
/*
 * test_avro_schema.c - schemas of Avro files: every type, field ids, types by name, and
 * what is refused (avro_schema.h)
 */
#include "base/alloc.h"
#include "unit_avro.h"
#include "unit_test.h"

/* The type as text: kinds in short, members with their ids. */
static void show(const struct avro_type *type, char *text, size_t size)
{
    static const char *const kinds[] = {"null",   "boolean", "int",    "long",  "float",
                                        "double", "bytes",   "string", "fixed", "enum",
                                        "record", "array",   "map",    "union"};
    snprintf(text + strlen(text), size - strlen(text), "%s%s", kinds[type->kind],
             type->is_decimal ? "!" : "");
    if (type->kind == AVRO_FIXED || type->kind == AVRO_ENUM)
        snprintf(text + strlen(text), size - strlen(text), "%u", type->size);
    for (uint32_t i = 0; i < type->n_members; i++) {
        const struct avro_member *member = &type->members[i];
        snprintf(text + strlen(text), size - strlen(text), "%s", i == 0 ? "(" : " ");
        if (member->name.size > 0)
            snprintf(text + strlen(text), size - strlen(text),
                     "%.*s=", SLICE_SHOWN(member->name, 20));
        if (member->field_id != AVRO_NO_FIELD_ID)
            snprintf(text + strlen(text), size - strlen(text), "%d:", member->field_id);
        show(member->type, text, size);
    }
    if (type->n_members > 0)
        snprintf(text + strlen(text), size - strlen(text), ")");
}

static const char *shown(const char *json)
{
    static char text[4096];
    struct arena arena = {0};
    const struct avro_type *type;
    struct error error = {0};
    uint8_t *copy = exact_copy(json, strlen(json));
    enum status status = avro_schema_read(slice_of(copy, strlen(json)), &arena, &type,
                                          &error);
    text[0] = '\0';
    if (status == OK)
        show(type, text, sizeof text);
    else
        snprintf(text, sizeof text, "!%s: %s", status_name(status), error.message);
    arena_release(&arena);
    free(copy);
    return text;
}

#define RECORD(fields) "{\"type\":\"record\",\"name\":\"r\",\"fields\":[" fields "]}"
#define FIELD(name, type) "{\"name\":\"" name "\",\"type\":" type "}"

static void primitive_types(void)
{
    CHECK_TEXT(shown("\"null\""), "null");
    CHECK_TEXT(shown("[\"boolean\",\"int\",\"long\",\"float\"]"),
               "union(boolean int long float)");
    CHECK_TEXT(shown("[\"double\",\"bytes\",\"string\"]"), "union(double bytes string)");
    CHECK_TEXT(shown("{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}"), "long");
    CHECK_TEXT(shown("{\"type\":{\"type\":\"int\"}}"), "int");
    CHECK_TEXT(shown(" \"int\" "), "int");
}

static void decimals_are_marked(void)
{
    CHECK_TEXT(shown("{\"type\":\"fixed\",\"name\":\"f\",\"size\":5,\"precision\":9,"
                     "\"scale\":2,\"logicalType\":\"decimal\"}"),
               "fixed!5");
    CHECK_TEXT(shown("{\"logicalType\":\"decimal\",\"type\":\"bytes\"}"), "bytes!");
    CHECK_TEXT(shown("{\"type\":\"fixed\",\"name\":\"u\",\"size\":16,\"logicalType\":"
                     "\"uuid\"}"),
               "fixed16");
    CHECK_TEXT(shown("{\"type\":\"string\",\"logicalType\":\"decimal\"}"), "string");
}

static void fields_have_ids(void)
{
    CHECK_TEXT(
        shown("{\"fields\":[{\"type\":\"int\",\"field-id\":0,\"doc\":\"x\",\"name\":"
              "\"status\"},{\"name\":\"t\",\"type\":[\"null\",{\"type\":\"array\","
              "\"element-id\":136,\"items\":\"int\"}],\"default\":null,"
              "\"field-id\":135}],\"name\":\"entry\",\"type\":\"record\"}"),
        "record(status=0:int t=135:union(null array(136:int)))");
    CHECK_TEXT(shown("{\"type\":\"map\",\"values\":\"bytes\",\"key-id\":126,\"value-id\":"
                     "127}"),
               "map(126:string 127:bytes)");
    CHECK_TEXT(shown(RECORD("")), "record");
    CHECK_TEXT(shown(RECORD(FIELD("a", "\"int\""))), "record(a=int)");
}

static void types_by_name(void)
{
    CHECK_TEXT(shown(RECORD(
                   FIELD("a", "{\"type\":\"fixed\",\"name\":\"f\",\"size\":3}") "," FIELD(
                       "b", "\"f\"") "," FIELD("c", "[\"null\",\"f\"]"))),
               "record(a=fixed3 b=fixed3 c=union(null fixed3))");
    CHECK_TEXT(shown("[{\"type\":\"enum\",\"name\":\"e\",\"namespace\":\"x.y\","
                     "\"symbols\":[\"A\",\"B\"]},\"x.y.e\",\"e\"]"),
               "union(enum2 enum2 enum2)");
    CHECK_TEXT(shown("[{\"type\":\"fixed\",\"name\":\"a.f\",\"size\":1},"
                     "{\"type\":\"fixed\",\"name\":\"b.f\",\"size\":2},\"a.f\",\"b.f\"]"),
               "union(fixed1 fixed2 fixed1 fixed2)");
    CHECK_TEXT(shown("[{\"type\":\"fixed\",\"name\":\"a.f\",\"size\":1},"
                     "{\"type\":\"fixed\",\"name\":\"b.f\",\"size\":2},\"f\"]"),
               "!unsupported: the Avro schema: several types are called \"f\"");
}

static void a_type_cannot_contain_itself(void)
{
    CHECK_TEXT(shown(RECORD(FIELD("next", "[\"null\",\"r\"]"))),
               "!unsupported: the Avro schema: the type \"r\" is unknown, or contains "
               "itself");
    CHECK_TEXT(shown("\"text\""),
               "!unsupported: the Avro schema: the type \"text\" is unknown, or contains "
               "itself");
}

static void what_is_no_schema_is_corrupt(void)
{
    static const char *const texts[] = {
        "",
        "{",
        "1",
        "null",
        "{}",
        "\"int\" 1",
        "{\"type\":\"array\"}",
        "{\"type\":\"map\"}",
        "{\"type\":\"record\",\"name\":\"r\"}",
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":{}}",
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[1]}",
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[],\"fields\":[]}",
        "{\"type\":\"fixed\",\"name\":\"f\"}",
        "{\"type\":\"fixed\",\"name\":\"f\",\"size\":-1}",
        "{\"type\":\"fixed\",\"name\":\"f\",\"size\":2147483648}",
        "{\"type\":\"fixed\",\"name\":\"f\",\"size\":1.5}",
        "{\"type\":\"fixed\",\"name\":1,\"size\":1}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":\"A\"}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[1]}",
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\"}]}",
        "{\"type\":\"array\",\"items\":\"int\",\"element-id\":\"1\"}",
        "{\"type\":\"array\",\"items\":\"int\",\"element-id\":99999999999999999999}",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        bool is_corrupt = strncmp(shown(texts[i]), "!corrupt: the Avro schema: ", 27) ==
                          0;
        CHECK(is_corrupt);
        if (!is_corrupt)
            fprintf(stderr, "%s: %s\n", texts[i], shown(texts[i]));
    }
}

/* n arrays around an int. */
static const char *nested(unsigned n)
{
    static char json[20000];
    json[0] = '\0';
    for (unsigned i = 0; i < n; i++)
        strcat(json, "{\"type\":\"array\",\"items\":");
    strcat(json, "\"int\"");
    for (unsigned i = 0; i < n; i++)
        strcat(json, "}");
    return shown(json);
}

static void depth_is_limited(void)
{
    CHECK(strncmp(nested(AVRO_MOST_DEPTH - 1), "array(array(", 12) == 0);
    CHECK_TEXT(nested(AVRO_MOST_DEPTH),
               "!unsupported: the Avro schema: too many types in one another");
    CHECK_TEXT(nested(500),
               "!unsupported: the Avro schema: too many types in one another");
}

/* Records of two fields of the record before: a short text, and values without bytes that
 * take very long to pass. */
static void weight_is_limited(void)
{
    char json[4096] = "[{\"type\":\"record\",\"name\":\"r0\",\"fields\":[]}";
    for (int i = 1; i < 40; i++) {
        snprintf(json + strlen(json), sizeof json - strlen(json),
                 ",{\"type\":\"record\",\"name\":\"r%d\",\"fields\":[{\"name\":\"a\","
                 "\"type\":\"r%d\"},{\"name\":\"b\",\"type\":\"r%d\"}]}",
                 i, i - 1, i - 1);
    }
    strcat(json, "]");
    CHECK_TEXT(shown(json),
               "!unsupported: the Avro schema: too many types in one another");
}

static void allocation_failures(void)
{
    const char *json = RECORD(
        FIELD("a", "{\"type\":\"fixed\",\"name\":\"n.f\",\"size\":3}") "," FIELD(
            "b", "{\"type\":\"map\",\"values\":{\"type\":\"array\",\"items\":\"f\"}}"));
    const char *text = "";
    long n = 0;
    while (strncmp(text, "record", 6) != 0 && ++n < 100) {
        mem_fail_at(n, 0);
        text = shown(json);
        mem_fail_at(0, 0);
        CHECK(text[0] == 'r' || strstr(text, "out of memory") != NULL);
    }
    CHECK(n > 2 && n < 100);
}

int main(void)
{
    RUN(primitive_types);
    RUN(decimals_are_marked);
    RUN(fields_have_ids);
    RUN(types_by_name);
    RUN(a_type_cannot_contain_itself);
    RUN(what_is_no_schema_is_corrupt);
    RUN(depth_is_limited);
    RUN(weight_is_limited);
    RUN(allocation_failures);
    return unit_test_done();
}
