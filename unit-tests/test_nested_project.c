/* SPDX-License-Identifier: MIT */
/*
 * test_nested_project.c - the JSON of a file's nested column gets the names, members,
 * order and types that metadata declare; texts of any form are read within bounds
 * (nested_project.h).
 */
#include "dataset/nested_project.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_declared.h"
#include "unit_test.h"

static struct nested_projector projector;
static struct buffer result;

/* The declared form of a text, `same` if no text changes, or why there is none. */
static const char *projected_by(bool by_ids, const char *declared, const char *file,
                                const char *json)
{
    static char message[900];
    struct nested_projection *projection;
    struct error error = {0};
    enum status status = nested_projection_make(declared_of(declared), field_of(file),
                                                by_ids, &declared_arena, &projection,
                                                &error);
    result.size = 0;
    if (status == OK && nested_projection_is_identity(projection))
        return "same";
    uint8_t *copy = exact_copy((const uint8_t *)json, strlen(json));
    if (status == OK)
        status = nested_project(projection, &projector, slice_of(copy, strlen(json)),
                                &result, &error);
    free(copy);
    CHECK(status == error.status);
    if (status == OK) {
        CHECK(buffer_append(&result, "", 1, &error) == OK);
        return (const char *)result.data;
    }
    snprintf(message, sizeof message, "%s: %s", status_name(status), error.message);
    return message;
}

static const char *projected(const char *declared, const char *file, const char *json)
{
    return projected_by(false, declared, file, json);
}

/* A value in a list. */
static const char *value(const char *declared, const char *file, const char *json)
{
    char to[100], from[100];
    snprintf(to, sizeof to, "l:list<:%s>", declared);
    snprintf(from, sizeof from, "l:list<:%s>", file);
    return projected(to, from, json);
}

/* A key of a map. */
static const char *key(const char *declared, const char *file, const char *json)
{
    char to[100], from[100];
    snprintf(to, sizeof to, "m:map<:%s,:int32>", declared);
    snprintf(from, sizeof from, "m:map<:%s,:int32>", file);
    return projected(to, from, json);
}

/* ---- Structs ----------------------------------------------------------------------- */

static void same_trees_change_nothing(void)
{
    CHECK_TEXT(projected("s:struct<a:int32,b:list<:text>>",
                         "s:struct<a:int32,b:list<:text>>", ""),
               "same");
    CHECK_TEXT(projected("m:map<:struct<a:int32>,:variant>",
                         "m:map<key:struct<a:int32>,value:variant>", ""),
               "same");
    CHECK_TEXT(projected("s:struct<>", "s:struct<>", ""), "same");
    /* The name of the column itself is not in its text. */
    CHECK_TEXT(projected("new=old:list<:int32>", "old:list<:int32>", ""), "same");
    CHECK_TEXT(projected("s:struct<a:int64>", "s:struct<a:int32>", ""), "same");
}

static void members_are_renamed(void)
{
    const char *file = "s:struct<x:int32,y:text>";
    CHECK_TEXT(projected("s:struct<a=x:int32,b=y:text>", file, "{\"x\":1,\"y\":\"2\"}"),
               "{\"a\":1,\"b\":\"2\"}");
    /* The first stored name that the file has. */
    CHECK_TEXT(projected("s:struct<a=z|y|x:text>", file, "{\"x\":1,\"y\":\"2\"}"),
               "{\"a\":\"2\"}");
    CHECK_TEXT(projected("s:struct<\"a=x:int32>", file, "{\"x\":1,\"y\":null}"),
               "{\"\\\"a\":1}");
    /* Names are compared exactly. */
    CHECK_TEXT(projected("s:struct<X:int32>", file, "{\"x\":1,\"y\":null}"),
               "{\"X\":null}");
}

static void members_are_found_by_number(void)
{
    const char *file = "s#1:struct<a#2:int32,b#3:int32,c:int32>";
    CHECK_TEXT(projected_by(true, "s#1:struct<b#2:int32,a#3:int32>", file,
                            "{\"a\":1,\"b\":2,\"c\":3}"),
               "{\"b\":1,\"a\":2}");
    CHECK_TEXT(projected_by(true, "s#1:struct<a#7:int32,c:int32>", file,
                            "{\"a\":1,\"b\":2,\"c\":3}"),
               "{\"a\":null,\"c\":null}");
    CHECK_TEXT(
        projected_by(false, "s#1:struct<b#2:int32>", file, "{\"a\":1,\"b\":2,\"c\":3}"),
        "{\"b\":2}");
    /* Of two with the same number, each is one column at most. */
    CHECK_TEXT(projected_by(true, "s:struct<a#2:int32,b#2:int32,c#2:int32>",
                            "s:struct<x#2:int32,y#2:int32>", "{\"x\":1,\"y\":2}"),
               "{\"a\":1,\"b\":2,\"c\":null}");
}

static void members_get_the_declared_order(void)
{
    const char *file = "s:struct<a:int32,b:text,c:list<:int32>>";
    CHECK_TEXT(projected("s:struct<c:list<:int32>,b:text,a:int32>", file,
                         "{\"a\":1,\"b\":\"x,y\",\"c\":[1,2]}"),
               "{\"c\":[1,2],\"b\":\"x,y\",\"a\":1}");
    CHECK_TEXT(projected("s:struct<n:int32,c:list<:int32>,m:int32,a:int32,o:int32>", file,
                         "{\"a\":1,\"b\":\"\\\"\\\\\",\"c\":[]}"),
               "{\"n\":null,\"c\":[],\"m\":null,\"a\":1,\"o\":null}");
    CHECK_TEXT(projected("s:struct<b:struct<d:int32,c:int32>,a:struct<e:int32>>",
                         "s:struct<a:struct<e:int32>,b:struct<c:int32,d:int32>>",
                         "{\"a\":{\"e\":1},\"b\":{\"c\":2,\"d\":3}}"),
               "{\"b\":{\"d\":3,\"c\":2},\"a\":{\"e\":1}}");
    /* Many levels, whose spans do not fit into the first memory. */
    char to[3000] = "s", from[3000] = "s", json[3000] = "", expected[3000] = "";
    for (int i = 0; i < 60; i++) {
        strcat(to, ":struct<b:int32,a");
        strcat(from, ":struct<a");
        strcat(json, "{\"a\":");
        strcat(expected, "{\"b\":1,\"a\":");
    }
    strcat(to, ":int32");
    strcat(from, ":int32");
    strcat(json, "0");
    strcat(expected, "0");
    for (int i = 0; i < 60; i++) {
        strcat(to, ">");
        strcat(from, ",b:int32>");
        strcat(json, ",\"b\":1}");
        strcat(expected, "}");
    }
    CHECK_TEXT(projected(to, from, json), expected);
}

static void absent_members_have_their_initial_value(void)
{
    CHECK_TEXT(projected("s:struct<n:int32,a:int32,m:int64!-7,t:text!'x\"',d:date!0>",
                         "s:struct<a:int32>", "{\"a\":1}"),
               "{\"n\":null,\"a\":1,\"m\":-7,\"t\":\"x\\\"\",\"d\":\"1970-01-01\"}");
    CHECK_TEXT(projected("s:struct<n:struct<x:int32!5>>", "s:struct<>", "{}"),
               "{\"n\":null}");
    CHECK_TEXT(projected("s:struct<>", "s:struct<a:int32,b:map<:text,:int32>>",
                         "{\"a\":1,\"b\":{\"}\":1}}"),
               "{}");
    /* But not in structs that are null. */
    CHECK_TEXT(projected("s:struct<p:struct<a:int32,n:int32!5>>",
                         "s:struct<p:struct<a:int32>>", "{\"p\":null}"),
               "{\"p\":null}");
    CHECK_TEXT(projected("s:struct<d:decimal(5,2)!-123>", "s:struct<>", "{}"),
               "{\"d\":-1.23}");
}

static void structs_in_lists_and_maps_change(void)
{
    CHECK_TEXT(projected("l:list<:list<:struct<b=a:int32,n:int32>>>",
                         "l:list<:list<:struct<a:int32>>>",
                         "[[{\"a\":1},null],[],null,[{\"a\":2}]]"),
               "[[{\"b\":1,\"n\":null},null],[],null,[{\"b\":2,\"n\":null}]]");
    CHECK_TEXT(projected("m:map<:text,:struct<b=a:int32>>",
                         "m:map<:text,:struct<a:int32>>",
                         "{\"x\":{\"a\":1},\"y:}\":null}"),
               "{\"x\":{\"b\":1},\"y:}\":null}");
    CHECK_TEXT(projected("m:map<:text,:struct<b=a:int32>>",
                         "m:map<:text,:struct<a:int32>>", "{}"),
               "{}");
    CHECK_TEXT(projected("s:struct<v:variant,n:int32>", "s:struct<v:variant>",
                         "{\"v\":{\"a\":[{},null,1e5,\"\\\\\"]}}"),
               "{\"v\":{\"a\":[{},null,1e5,\"\\\\\"]},\"n\":null}");
    CHECK_TEXT(projected("s:struct<n:int32>", "s:struct<>", "null"), "null");
}

/* What json_reader.h refuses: bytes that are not UTF-8, and Variants that are deep. */
static void strings_and_variants_are_not_verified(void)
{
    enum { DEPTH = 3000 };
    static char json[2 * DEPTH + 100], expected[2 * DEPTH + 100];
    CHECK_TEXT(
        projected("s:struct<b=a:text>", "s:struct<a:text>", "{\"a\":\"\xff\x80\"}"),
        "{\"b\":\"\xff\x80\"}");
    char open[DEPTH + 1], close[DEPTH + 1];
    memset(open, '[', DEPTH);
    memset(close, ']', DEPTH);
    open[DEPTH] = close[DEPTH] = '\0';
    snprintf(json, sizeof json, "{\"a\":%s\"]\"%s}", open, close);
    snprintf(expected, sizeof expected, "{\"b\":%s\"]\"%s}", open, close);
    CHECK_TEXT(projected("s:struct<b=a:variant>", "s:struct<a:variant>", json), expected);
}

/* ---- Values ------------------------------------------------------------------------ */

static void values_are_shown_in_the_declared_type(void)
{
    CHECK_TEXT(value("int64", "int32", "[1]"), "same");
    CHECK_TEXT(value("double", "float", "[0.10000000149011612]"), "same");
    CHECK_TEXT(value("double", "int32", "[1,-7,null,0]"), "[1.0,-7.0,null,0.0]");
    CHECK_TEXT(value("decimal(10,2)", "decimal(5,2)", "[1.00]"), "same");
    CHECK_TEXT(value("decimal(12,5)", "decimal(9,2)", "[1.25,-0.50,null]"),
               "[1.25000,-0.50000,null]");
    CHECK_TEXT(value("decimal(12,2)", "decimal(9,0)", "[3,-4]"), "[3.00,-4.00]");
    CHECK_TEXT(value("decimal(12,2)", "int32", "[3]"), "[3.00]");
    CHECK_TEXT(value("decimal(22,1)", "int64", "[3]"), "[3.0]");
    CHECK_TEXT(value("decimal(20,0)", "int64", "[3]"), "same");
    CHECK_TEXT(value("timestamp", "date", "[\"2024-02-29\",null]"),
               "[\"2024-02-29 00:00:00\",null]");
    CHECK_TEXT(value("timestamp", "timestamp_ms", "[]"), "same");
    CHECK_TEXT(value("timestamp", "instant",
                     "[\"2024-02-29 01:02:03.123456789\",\"2024-02-29 01:02:03\","
                     "\"2024-02-29 01:02:03.120\",\"2024-02-29 01:02:03.000000001\","
                     "\"2024-02-29 01:02:03.120000001\"]"),
               "[\"2024-02-29 01:02:03.123456\",\"2024-02-29 01:02:03\","
               "\"2024-02-29 01:02:03.120\",\"2024-02-29 01:02:03\","
               "\"2024-02-29 01:02:03.120\"]");
    CHECK_TEXT(value("timestamp_ms", "timestamp", "[\"2024-02-29 01:02:03.123456\"]"),
               "[\"2024-02-29 01:02:03.123\"]");
    CHECK_TEXT(value("text", "blob", "[\"61C3A422\",\"\",null]"),
               "[\"a\xc3\xa4\\\"\",\"\",null]");
    CHECK_TEXT(value("uuid", "blob", "[\"000102030405060708090A0B0C0D0E0F\"]"),
               "[\"00010203-0405-0607-0809-0a0b0c0d0e0f\"]");
    CHECK_TEXT(value("blob", "uuid", "[\"00010203-0405-0607-0809-0a0b0c0d0e0f\"]"),
               "[\"000102030405060708090A0B0C0D0E0F\"]");
    CHECK_TEXT(value("blob", "geometry", ""), "same");
    CHECK_TEXT(value("time", "int64", "[0,3723000001,86399999999]"),
               "[\"00:00:00\",\"01:02:03.000001\",\"23:59:59.999999\"]");
    CHECK_TEXT(value("null", "int32", "[1,null]"), "[null,null]");
    CHECK_TEXT(value("int32", "null", ""), "same");
    CHECK_TEXT(value("list<:int32>", "null", ""), "same");
    CHECK_TEXT(value("text", "json", ""), "same");
}

static void keys_stay_texts(void)
{
    CHECK_TEXT(key("int64", "int32", ""), "same");
    CHECK_TEXT(key("double", "int32", "{\"1\":1,\"-2\":null}"),
               "{\"1.0\":1,\"-2.0\":null}");
    CHECK_TEXT(key("decimal(9,2)", "decimal(5,0)", "{\"1\":1}"), "{\"1.00\":1}");
    CHECK_TEXT(key("timestamp", "date", "{\"2024-02-29\":1,\"null\":2}"),
               "{\"2024-02-29 00:00:00\":1,\"null\":2}");
    CHECK_TEXT(key("text", "blob", "{\"61\":1}"), "{\"a\":1}");
    CHECK_TEXT(key("null", "text", "{\"a\":1}"), "{\"null\":1}");
    /* The last of keys that become equal wins. */
    CHECK_TEXT(key("timestamp", "instant",
                   "{\"2024-01-01 00:00:00.000000001\":1,\"2024-01-02 00:00:00\":2,"
                   "\"2024-01-01 00:00:00.000000002\":3}"),
               "{\"2024-01-02 00:00:00\":2,\"2024-01-01 00:00:00\":3}");
    CHECK_TEXT(projected("m:map<:timestamp,:map<:timestamp,:int32>>",
                         "m:map<:date,:map<:date,:int32>>",
                         "{\"2024-01-01\":{\"2024-01-02\":1},\"2024-01-03\":{}}"),
               "{\"2024-01-01 00:00:00\":{\"2024-01-02 00:00:00\":1},"
               "\"2024-01-03 00:00:00\":{}}");
}

/* ---- Refusals ---------------------------------------------------------------------- */

static void other_trees_are_refused(void)
{
    const char *narrow = "unsupported: column \"s\": field \"x\": the file's type has "
                         "values that the table's type does not have";
    const char *other =
        "unsupported: column \"s\": field \"x\": the file's type does not "
        "become that of the table";
    CHECK_TEXT(projected("s:struct<x:int32>", "s:struct<x:int64>", ""), narrow);
    CHECK_TEXT(projected("s:struct<x:decimal(9,2)>", "s:struct<x:decimal(9,3)>", ""),
               narrow);
    CHECK_TEXT(projected("s:struct<x:text>", "s:struct<x:int64>", ""), other);
    CHECK_TEXT(projected("s:struct<p:list<:struct<x:date>>>",
                         "s:struct<p:list<:struct<x:text>>>", ""),
               other);
    /* Elements have no names of their own. */
    CHECK_TEXT(projected("s:list<:list<:int32>>", "s:list<:list<:text>>", ""),
               "unsupported: column \"s\": the file's type does not become that of the "
               "table");
    CHECK_TEXT(
        projected("s:struct<x:blob>", "s:struct<x:text>", ""),
        "unsupported: column \"s\": field \"x\": the file has text where the table "
        "has bytes");
    CHECK_TEXT(
        projected("s:struct<x:list<:int32>>", "s:struct<x:map<:int32,:int32>>", ""),
        "corrupt: column \"s\": field \"x\": one of the file and the table has a "
        "struct, list or map where the other has something else");
    CHECK_TEXT(projected("s:struct<x:int32>", "s:struct<x:struct<x:int32>>", ""),
               "corrupt: column \"s\": field \"x\": the file has no single value where "
               "the table has one");
    CHECK_TEXT(projected("s:struct<x:variant>", "s:struct<x:text>", ""),
               "corrupt: column \"s\": field \"x\": the file has no Variant where the "
               "table has one");
    CHECK_TEXT(projected("s:struct<x:map<:struct<a=b:int32>,:int32>>",
                         "s:struct<x:map<:struct<b:int32>,:int32>>", ""),
               "unsupported: column \"s\": field \"x\": the structs that are its keys "
               "differ in file and table");
    CHECK_TEXT(projected("s:list<>", "s:list<:int32>", ""),
               "corrupt: column \"s\": a list or map without elements");
}

/* Every text that is cut, and some others. */
static void texts_of_another_form_are_corrupt(void)
{
    const char *to = "s:struct<n:int32,b:list<:double>,a:map<:double,:text>>";
    const char *from = "s:struct<a:map<:int32,:text>,b:list<:int32>,c:int32>";
    const char *json = "{\"a\":{\"1\":\"x\",\"2\":null},\"b\":[1,2],\"c\":3}";
    const char *form = "corrupt: a value without the form of its column's type";
    const char *type = "corrupt: a value that is none of its type";
    CHECK_TEXT(projected(to, from, json),
               "{\"n\":null,\"b\":[1.0,2.0],\"a\":{\"1.0\":\"x\",\"2.0\":null}}");
    for (size_t size = 0; size < strlen(json); size++) {
        char cut[100];
        snprintf(cut, sizeof cut, "%.*s", (int)size, json);
        CHECK(strncmp(projected(to, from, cut), "corrupt: ", 9) == 0);
    }
    CHECK_TEXT(projected(to, from, "[]"), form);
    CHECK_TEXT(projected(to, from, "{}"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{},\"b\":[],\"c\":3,\"d\":4}"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{},\"b\":[],\"c\":3}x"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{},\"b\":{},\"c\":3}"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{1:2},\"b\":[],\"c\":3}"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{},\"b\":[,],\"c\":3}"), form);
    CHECK_TEXT(projected(to, from, "{\"a\":{},\"b\":[x],\"c\":3}"), type);
    CHECK_TEXT(value("text", "blob", "[\"6\"]"), type);
    CHECK_TEXT(value("text", "blob", "[\"6X\"]"), type);
    CHECK_TEXT(value("uuid", "blob", "[\"61\"]"), "corrupt: a UUID of 1 bytes");
    CHECK_TEXT(value("blob", "uuid", "[\"61\"]"), type);
    CHECK_TEXT(value("time", "int64", "[1.5]"), type);
}

static void failed_allocations_are_reported(void)
{
    const char *got = "out of memory";
    long n = 1;
    for (; n < 200 && strncmp(got, "out of memory", 13) == 0; n++) {
        struct declared_field *to = declared_of(
            "s:struct<b:map<:double,:int32>,a:text,n:text!'x'>");
        struct file_field *from = field_of("s:struct<a:blob,b:map<:int32,:int32>>");
        const char *json = "{\"a\":\"61\",\"b\":{\"1\":2}}";
        struct nested_projection *projection;
        struct arena arena = {0};
        struct buffer text = {0};
        struct error error = {0};
        nested_projector_release(&projector);
        mem_fail_at(n, 0);
        enum status status = nested_projection_make(to, from, false, &arena, &projection,
                                                    &error);
        if (status == OK)
            status = nested_project(projection, &projector, slice_of(json, strlen(json)),
                                    &text, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        got = status == OK ? "" : "out of memory";
        CHECK(status != OK ||
              slice_equals_text(buffer_slice(&text),
                                "{\"b\":{\"1.0\":2},\"a\":\"a\",\"n\":\"x\"}"));
        buffer_release(&text);
        arena_release(&arena);
    }
    CHECK_TEXT(got, "");
    CHECK(n > 8);
}

int main(void)
{
    RUN(same_trees_change_nothing);
    RUN(members_are_renamed);
    RUN(members_are_found_by_number);
    RUN(members_get_the_declared_order);
    RUN(absent_members_have_their_initial_value);
    RUN(structs_in_lists_and_maps_change);
    RUN(strings_and_variants_are_not_verified);
    RUN(values_are_shown_in_the_declared_type);
    RUN(keys_stay_texts);
    RUN(other_trees_are_refused);
    RUN(texts_of_another_form_are_corrupt);
    RUN(failed_allocations_are_reported);
    nested_projector_release(&projector);
    buffer_release(&result);
    arena_release(&declared_arena);
    return unit_test_done();
}
