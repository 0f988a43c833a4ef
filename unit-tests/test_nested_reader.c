/*
 * test_nested_reader.c - levels and values of leaves, given entry by entry, as rows of
 * JSON: in pages of all kinds, read in all steps, skipped and read again.
 */
#include "base/alloc.h"
#include "parquet/check/file_check.h"
#include "unit_told_rows.h"

/* ---- Lists --------------------------------------------------------------------------
 */

static void list_schema(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
}

static void lists(void)
{
    list_schema();
    CHECK_TEXT(ROWS("0.3"), "[1]");
    CHECK_TEXT(ROWS("0.0"), "-");
    CHECK_TEXT(ROWS("0.1"), "[]");
    CHECK_TEXT(ROWS("0.2"), "[null]");
    CHECK_TEXT(ROWS("0.3 1.3 1.2 1.3  0.0 0.1  0.2 1.2  0.3 0.0"),
               "[1,2,null,3] - [] [null,null] [4] -");
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("element", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 1.1 0.0 0.1=-7"), "[] [1,2] [] [-7]");
    SCHEMA(text("a", REPEATED));
    CHECK_TEXT(ROWS("0.1 1.1=two 1.1=\"3\"  0.0  0.1="),
               "[\"a\",\"two\",\"\\\"3\\\"\"] [] [\"\"]");
}

static void lists_over_pages(void)
{
    list_schema();
    CHECK_TEXT(ROWS("0.3 | 1.3 | 1.2 1.3 | 0.1"), "[1,2,null,3] []");
    CHECK_TEXT(ROWS("0.0 | 0.1 | 0.3 | 0.2"), "- [] [1] [null]");
    /* Pages without any slots, at all places. */
    CHECK_TEXT(ROWS("|| 0.3 1.3 | | | 1.3 || 0.3 | 1.2 || |"), "[1,2,3] [4,null]");
    /* Pages of nulls only. */
    CHECK_TEXT(ROWS("0.2 1.2 | 1.2 1.2 | 1.3 | 0.0 0.1 | 0.3"),
               "[null,null,null,null,1] - [] [2]");
}

static void lists_of_lists(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), list("element", OPTIONAL),
           group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.3 0.4 0.5"), "- [] [null] [[]] [[null]] [[1]]");
    CHECK_TEXT(ROWS("0.5 2.5 1.5 2.4 1.3 1.2 1.5  0.2 1.2  0.3 1.5 2.5"),
               "[[1,2],[3,null],[],null,[4]] [null,null] [[],[5,6]]");
    CHECK_TEXT(ROWS("0.5 | 2.5 1.5 | 2.4 1.3 | 1.2 1.5 | 0.2 | 1.2 0.3 | 1.5 | 2.5"),
               "[[1,2],[3,null],[],null,[4]] [null,null] [[],[5,6]]");
    SCHEMA(list("a", OPTIONAL), list("array", REPEATED), number("array", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.3 2.3 1.2 0.3"), "- [] [[],[1,2],[]] [[3]]");
}

static void lists_of_groups(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), group("element", OPTIONAL, 2),
           number("x", REQUIRED), text("y", OPTIONAL));
    CHECK_TEXT(ROWS("0.3 1.3 0.0 0.1 0.2 1.3", "0.4 1.3 0.0 0.1 0.2 1.4"),
               "[{\"x\":1,\"y\":\"a\"},{\"x\":2,\"y\":null}] - [] "
               "[null,{\"x\":3,\"y\":\"b\"}]");
    /* The leaves' pages end elsewhere. */
    CHECK_TEXT(ROWS("0.3 | 1.3 0.0 | 0.1 0.2 1.3", "0.4 1.3 0.0 0.1 0.2 | 1.4"),
               "[{\"x\":1,\"y\":\"a\"},{\"x\":2,\"y\":null}] - [] "
               "[null,{\"x\":3,\"y\":\"b\"}]");
    SCHEMA(group("g", REPEATED, 2), group("h", OPTIONAL, 1), number("x", REPEATED),
           number("y", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.3 2.3 1.1", "0.0 0.1 0.2 2.2 0.1 1.2 2.2 2.2"),
               "[] [{\"h\":null,\"y\":[]}] [{\"h\":{\"x\":[]},\"y\":[1,2]}] "
               "[{\"h\":{\"x\":[1,2]},\"y\":[]},{\"h\":null,\"y\":[3,4,5]}]");
}

static void groups(void)
{
    SCHEMA(group("g", OPTIONAL, 3), number("x", OPTIONAL), group("h", OPTIONAL, 2),
           number("y", OPTIONAL), group("e", OPTIONAL, 0), group("r", REQUIRED, 1),
           number("z", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.2", "0.0 0.1 0.2 0.3", "0.0 0.1 0.1 0.1"),
               "- {\"x\":null,\"h\":null,\"r\":{\"z\":1}} "
               "{\"x\":1,\"h\":{\"y\":null,\"e\":{}},\"r\":{\"z\":2}} "
               "{\"x\":2,\"h\":{\"y\":1,\"e\":{}},\"r\":{\"z\":3}}");
    SCHEMA(group("g", REQUIRED, 2), number("x", REQUIRED), number("y", REQUIRED));
    CHECK_TEXT(ROWS("0.0 | 0.0 0.0", "0.0 0.0 | | 0.0=9"),
               "{\"x\":1,\"y\":1} {\"x\":2,\"y\":2} {\"x\":3,\"y\":9}");
    /* A list beside a plain leaf, of which a slot is a row. */
    SCHEMA(group("g", OPTIONAL, 3), number("x", REQUIRED), number("l", REPEATED),
           text("\"y\"", OPTIONAL));
    CHECK_TEXT(
        ROWS("0.0 0.1 0.1 0.1", "0.0 0.1 0.2 1.2 1.2 | 1.2 0.2", "0.0 | 0.1 0.2 | 0.2"),
        "- {\"x\":1,\"l\":[],\"\\\"y\\\"\":null} "
        "{\"x\":2,\"l\":[1,2,3,4],\"\\\"y\\\"\":\"a\"} "
        "{\"x\":3,\"l\":[5],\"\\\"y\\\"\":\"b\"}");
}

static void lists_of_nothing(void)
{
    /* Without leaves nothing tells how many elements there are. */
    SCHEMA(group("g", OPTIONAL, 2), number("x", OPTIONAL), list("l", OPTIONAL),
           group("list", REPEATED, 0));
    CHECK_TEXT(ROWS("0.2 0.0 0.1"), "{\"x\":1,\"l\":null} - {\"x\":null,\"l\":null}");
    SCHEMA(list("l", OPTIONAL), group("list", REPEATED, 1), group("element", OPTIONAL, 2),
           group("e", OPTIONAL, 0), number("x", OPTIONAL));
    CHECK_TEXT(ROWS("0.4 1.3 1.2 0.1"),
               "[{\"e\":{},\"x\":1},{\"e\":{},\"x\":null},null] []");
}

/* ---- Maps ---------------------------------------------------------------------------
 */

static void maps(void)
{
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
           number("value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.2 0.2=x 1.2=x", "0.0 0.1 0.3 1.2 0.3 1.3"),
               "- {} {\"a\":1,\"b\":null} {\"x\":3}");
    CHECK_TEXT(ROWS("0.2 | 1.2 | 0.2=x | 1.2=x 0.0", "0.3 1.2 0.3 1.3 | 0.0"),
               "{\"a\":1,\"b\":null} {\"x\":3} -");
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 1), number("key", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.2 1.2=1"), "- {} {\"2\":null,\"1\":null}");
    /* Keys that are null, or lists. */
    SCHEMA(map("m", REQUIRED), group("key_value", REPEATED, 2), number("key", OPTIONAL),
           number("value", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 1.2", "0.0 0.1 1.1"), "{} {\"null\":1,\"1\":2}");
    SCHEMA(map("m", REQUIRED), group("key_value", REPEATED, 2), number("key", REPEATED),
           number("value", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.2 2.2 1.1 0.1", "0.0 0.1 1.2 2.2 0.2"),
               "{} {\"[1,2]\":[],\"[]\":[1,2]} {\"[]\":[3]}");
}

static void maps_of_maps(void)
{
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
           map("value", OPTIONAL), group("key_value", REPEATED, 2), number("k", REQUIRED),
           list("v", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK_TEXT(ROWS("0.2 1.2 1.2 1.2=b  0.0 0.1",
                    "0.2 1.3 1.4 2.4 2.4=5 1.4=6 2.4=6  0.0 0.1",
                    "0.2 1.3 1.4 2.5 2.6 3.7 1.7 2.7 3.6  0.0 0.1"),
               "{\"a\":null,\"c\":{\"1\":null,\"2\":[],\"5\":[null,1]},"
               "\"b\":{\"6\":[3,null]}} - {}");
}

/* ---- Variants -----------------------------------------------------------------------
 */

#define NO_NAMES "=010000"

static void variants(void)
{
    SCHEMA(variant("v", OPTIONAL, 2), binary("metadata", REQUIRED),
           binary("value", REQUIRED));
    CHECK_TEXT(ROWS("0.1" NO_NAMES " 0.0 0.1" NO_NAMES, "0.1=0c07 0.0 0.1=04"),
               "7 - true");
    CHECK_TEXT(
        ROWS("0.1="
             " 0.1" NO_NAMES,
             "0.1=0c07 0.1=04"),
        "corrupt: column \"v\", row group 0: page at #: Variant metadata without a byte");
    SCHEMA(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), number("typed_value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1" NO_NAMES " 0.1" NO_NAMES " 0.1" NO_NAMES,
                    "0.0 0.2=0561 0.1 0.1", "0.0 0.1 0.2 0.1"),
               "- \"a\" 1 null");
    CHECK_TEXT(
        ROWS("0.1" NO_NAMES, "0.2=00", "0.2"),
        "corrupt: column \"v\", row group 0: page at #: a Variant with both value and "
        "typed_value");
    SCHEMA(variant("v", OPTIONAL, 2), binary("metadata", OPTIONAL),
           binary("value", OPTIONAL));
    CHECK_TEXT(
        ROWS("0.1", "0.2=00"),
        "corrupt: column \"v\", row group 0: page at #: a Variant without metadata");
    /* In a list. */
    SCHEMA(list("l", OPTIONAL), group("list", REPEATED, 1),
           variant("element", OPTIONAL, 2), binary("metadata", REQUIRED),
           binary("value", REQUIRED));
    CHECK_TEXT(ROWS("0.3" NO_NAMES " 1.2 | 1.3" NO_NAMES " 0.1 0.0",
                    "0.3=0c01 1.2 1.3=0c02 0.1 0.0"),
               "[1,null,2] [] -");
}

/* value and typed_value of the field "b", then of "a"; metadata has the names b, c. */
static void object_schema(void)
{
    SCHEMA(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), group("typed_value", OPTIONAL, 2),
           group("b", REQUIRED, 2), binary("value", OPTIONAL),
           text("typed_value", OPTIONAL), group("a", REQUIRED, 1),
           number("typed_value", OPTIONAL));
}

#define NAMES                                                                            \
    "=1102000102"                                                                        \
    "6263"

static void shredded_objects(void)
{
    object_schema();
    /* Fields in the order of names; missing ones; a rest, with a name that is shredded,
     * which does not count; no object at all; null. */
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.0",
                    "0.1 0.1 0.2=020101000104 0.2=0c05 0.0", "0.2 0.2 0.2 0.1 0.0",
                    "0.3=x 0.2 0.3=y 0.1 0.0", "0.3 0.2 0.3 0.1 0.0"),
               "{\"a\":1,\"b\":\"x\"} {} {\"a\":2,\"b\":\"y\",\"c\":true} 5 -");
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES, "0.2=020200010001020408 0.1", "0.2 0.3=00",
                    "0.2 0.2", "0.2 0.2"),
               "{\"c\":false} {\"b\":null}");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.2=0c05", "0.2", "0.2", "0.2"),
               "corrupt: column \"v\", row group 0: page at #: a Variant with shredded "
               "fields is no "
               "object");
    CHECK_TEXT(
        ROWS("0.1" NAMES, "0.1", "0.3=00", "0.3", "0.2"),
        "corrupt: column \"v\", row group 0: page at #: a Variant with both value and "
        "typed_value");
    /* The parts of an object that is not there, or that is. */
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.1", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.b.typed_value\" contradict those around it");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.2", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.a.typed_value\" contradict those around it");
}

/* Leaves of a field that is missing go no further than it does. */
static void missing_parts(void)
{
    SCHEMA(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
           group("typed_value", OPTIONAL, 1), group("a", OPTIONAL, 2),
           binary("value", OPTIONAL), group("typed_value", OPTIONAL, 2),
           group("b", REQUIRED, 1), binary("value", OPTIONAL), group("c", REQUIRED, 1),
           binary("value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0" NAMES " 0.0" NAMES " 0.0" NAMES " 0.0" NAMES, "0.0 0.1 0.2 0.2",
                    "0.0 0.1 0.2 0.3", "0.0 0.1 0.2 0.4=0c05"),
               "null {} {} {\"a\":{\"c\":5}}");
    CHECK_TEXT(ROWS("0.0" NAMES, "0.2", "0.2", "0.3"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.a.typed_value.c.value\" contradict those around it");
    CHECK_TEXT(ROWS("0.0" NAMES, "0.1", "0.1", "0.4=00"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.a.typed_value.c.value\" contradict those around it");
}

static void shredded_arrays(void)
{
    SCHEMA(variant("v", REQUIRED, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), list("typed_value", OPTIONAL),
           group("list", REPEATED, 1), group("element", REQUIRED, 2),
           binary("value", OPTIONAL), text("typed_value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0" NO_NAMES " 0.0" NO_NAMES " 0.0" NO_NAMES " 0.0" NO_NAMES,
                    "0.0 0.0 0.1=0c05 0.0", "0.2 1.3=00 1.2 | 0.1 0.0 0.0",
                    "0.3=x 1.2 | 1.2 0.1 0.0 0.0"),
               "[\"x\",null,null] [] 5 null");
    CHECK_TEXT(
        ROWS("0.0" NO_NAMES, "0.1=00", "0.1", "0.1"),
        "corrupt: column \"v\", row group 0: page at #: a Variant with both value and "
        "typed_value");
    CHECK_TEXT(ROWS("0.0" NO_NAMES, "0.0", "0.2 1.2", "0.3"),
               "corrupt: column \"v\", row group 0: page at #: the pages of "
               "\"v.typed_value.list.element.typed_value\" end too early");
}

/* ---- Levels that contradict one another ---------------------------------------------
 */

#define DISAGREE(leaf_name)                                                              \
    "corrupt: column \"a\", row group 0: page at #: the levels of \"" leaf_name          \
    "\" contradict those around it"

static void first_levels(void)
{
    list_schema();
    CHECK_TEXT(ROWS("1.3 1.3 0.3"), DISAGREE("a.list.element"));
    claimed_rows = 1;
    CHECK_TEXT(ROWS("1.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.0 1.3 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.1 1.3 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.3 1.0 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.3 1.1 0.3"), DISAGREE("a.list.element"));
}

static void rows_that_are_not_claimed(void)
{
    list_schema();
    claimed_rows = 1;
    CHECK_TEXT(ROWS("0.3 0.3"),
               "corrupt: column \"a\", row group 0: page at #: values of "
               "\"a.list.element\" after the row group's last row");
    claimed_rows = 1;
    CHECK_TEXT(ROWS("0.3 || | 0.3"),
               "corrupt: column \"a\", row group 0: page at #: values of "
               "\"a.list.element\" after the row group's last row");
    claimed_rows = 3;
    CHECK_TEXT(ROWS("0.3 1.3 | 0.3"),
               "corrupt: column \"a\", row group 0: page at #: the pages of "
               "\"a.list.element\" end too early");
    claimed_rows = 1;
    CHECK_TEXT(ROWS(""), "corrupt: column \"a\", row group 0: the pages of "
                         "\"a.list.element\" end too early");
    claimed_rows = 2000;
    CHECK_TEXT(ROWS("0.3 1.3 | 0.3"),
               "corrupt: column \"a\", row group 0: page at #: the pages of "
               "\"a.list.element\" end too early");
    claimed_rows = 0;
    CHECK_TEXT(ROWS("0.3"), "");
}

static void leaves_that_disagree(void)
{
    SCHEMA(group("a", OPTIONAL, 2), group("l", REPEATED, 2), number("x", OPTIONAL),
           number("y", REPEATED), number("z", OPTIONAL));
    CHECK_TEXT(ROWS("0.3 1.3", "0.2 1.3 2.3", "0.2"),
               "{\"l\":[{\"x\":1,\"y\":[]},{\"x\":2,\"y\":[1,2]}],\"z\":1}");
    /* More or fewer elements than the first leaf has. */
    CHECK_TEXT(ROWS("0.3 1.3", "0.2 1.3 2.3 1.3", "0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.3 1.3 1.3", "0.2 1.3 2.3", "0.2"),
               "corrupt: column \"a\", row group 0: page at #: the pages of \"a.l.y\" "
               "end too early");
    CHECK_TEXT(ROWS("0.3 1.3 0.3", "0.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.3 0.3", "0.2 1.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.3 0.3 1.3", "0.2 1.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    /* Null for one, empty for another, there for a third. */
    CHECK_TEXT(ROWS("0.0", "0.1", "0.0"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.0", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.2", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.2", "0.1", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.1", "0.0"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.1"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.2"), DISAGREE("a.z"));
    /* Entries of a list that is not there. */
    CHECK_TEXT(ROWS("0.2 1.3", "0.2 2.2 1.3", "0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1 1.3", "0.1 1.3", "0.2"), DISAGREE("a.l.x"));
}

/* Each leaf has two rows: what only both together show is a finding, with the page. */
static void findings_of_leaves_that_disagree(void)
{
    static const char *const right[] = {"0.2 1.2 0.2", "0.2 1.2 0.2"};
    static const char *const wrong[] = {"0.2 1.2 0.2", "0.2 0.2 1.2"};
    struct slot_file file;
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 2), number("x", OPTIONAL),
           number("y", OPTIONAL));
    for (int i = 0; i < 2; i++) {
        struct input_file *input;
        struct pq_file_check *check;
        struct pq_finding finding;
        struct error error = {0};
        bool found, is_told = false;
        make_file(&file, i == 0 ? right : wrong, 2, &ways[0]);
        CHECK(input_file_open_memory(buffer_slice(&file.bytes), &input, &error) == OK);
        CHECK(pq_file_check_open(input, &check, &error) == OK);
        while (pq_file_check_next(check, &finding, &found, &error) == OK && found) {
            if (strcmp(finding.kind, "nested") == 0) {
                CHECK(finding.row_group == 0 && finding.leaf == 0);
                CHECK(strstr(finding.text, "page at ") != NULL);
                CHECK(strstr(finding.text, "\"a.list.y\" contradict") != NULL);
                is_told = true;
            }
        }
        CHECK(is_told == (i == 1));
        pq_file_check_close(check);
        slot_file_free(&file);
    }
}

/* A column that is sound, and one after it that is not. */
static void findings_of_later_columns(void)
{
    static const char *const told[] = {"0.2 1.2 0.2", "0.2 1.2 0.2", "0.2 0.2 1.2"};
    struct slot_file file;
    struct input_file *input;
    struct pq_file_check *check;
    struct pq_finding finding;
    struct error error = {0};
    bool found;
    int n_nested = 0;
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("x", OPTIONAL),
           list("b", REQUIRED), group("list", REPEATED, 2), number("x", OPTIONAL),
           number("y", OPTIONAL));
    elements[0] = group("root", -1, 2);
    make_file(&file, told, 3, &ways[0]);
    CHECK(input_file_open_memory(buffer_slice(&file.bytes), &input, &error) == OK);
    CHECK(pq_file_check_open(input, &check, &error) == OK);
    while (pq_file_check_next(check, &finding, &found, &error) == OK && found) {
        if (strcmp(finding.kind, "nested") != 0)
            continue;
        CHECK(finding.row_group == 0 && finding.leaf == 1);
        CHECK(strstr(finding.text, "\"b.list.y\" contradict") != NULL);
        n_nested++;
    }
    CHECK(n_nested == 1);
    pq_file_check_close(check);
    slot_file_free(&file);
}

static void rows_that_disagree(void)
{
    SCHEMA(group("a", OPTIONAL, 2), number("x", REPEATED), number("z", OPTIONAL));
    claimed_rows = 3;
    CHECK_TEXT(ROWS("0.2 0.2", "0.2 0.2 0.2"),
               "corrupt: column \"a\", row group 0: page at #: the pages of \"a.x\" end "
               "too early");
    CHECK_TEXT(ROWS("0.2 0.2 0.2", "0.2 0.2"),
               "corrupt: column \"a.z\", row group 0: page at #: the pages end with 1 "
               "of the row "
               "group's rows missing");
    claimed_rows = 2;
    CHECK_TEXT(
        ROWS("0.2 0.2 | 0.2", "0.2 0.2"),
        "corrupt: column \"a\", row group 0: page at #: values of \"a.x\" after the row "
        "group's last row");
    claimed_rows = 2;
    CHECK_TEXT(ROWS("0.2 0.2", "0.2 0.2 | 0.2"),
               "corrupt: column \"a.z\", row group 0: page at #: 1 values after the row "
               "group's last row");
}

static void levels_that_are_too_large(void)
{
    SCHEMA(list("a", OPTIONAL), list("array", REPEATED), text("array", REPEATED));
    CHECK(strstr(ROWS("0.3 3.3"), "a level of 3, at most 2 is possible") != NULL);
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK(strstr(ROWS("0.2 | 1.3"), "a level of 3, at most 2 is possible") != NULL);
}

/* ---- Large ones ---------------------------------------------------------------------
 */

/* Random lists of lists with an expected text made beside them, in pages of any size. */
static void random_rows(void)
{
    static char slots[MOST_SLOTS * 8], expected[MOST_SLOTS * 8];
    uint64_t random = 3;
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), list("element", OPTIONAL),
           group("list", REPEATED, 1), number("element", OPTIONAL));
    for (int pass = 0; pass < 6; pass++) {
        size_t at = 0, to = 0;
        unsigned value = 0, most_page = pass % 2 == 0 ? 40 : 400, left = most_page;
        unsigned n_slots = 0;
        while (n_slots < 2500) {
            uint64_t n = random_below(&random, pass < 3 ? 5 : 300);
            to += (size_t)sprintf(expected + to, "%s%s", to == 0 ? "" : " ",
                                  n == 0   ? "-"
                                  : n == 1 ? "["
                                           : "[[");
            for (uint64_t i = 0; i < n || i == 0; i++) {
                unsigned repetition = i == 0 ? 0 : random_below(&random, 3) == 0 ? 1 : 2;
                unsigned definition = n == 0   ? 0
                                      : n == 1 ? 1
                                               : 4 + (unsigned)random_below(&random, 2);
                at += (size_t)sprintf(slots + at, "%u.%u ", repetition, definition);
                n_slots++;
                if (--left == 0) {
                    left = 1 + (unsigned)random_below(&random, most_page);
                    at += (size_t)sprintf(slots + at, "|");
                }
                if (n > 1)
                    to += (size_t)sprintf(expected + to, "%s",
                                          repetition == 0   ? ""
                                          : repetition == 1 ? "],["
                                                            : ",");
                if (n > 1 && definition == 4)
                    to += (size_t)sprintf(expected + to, "null");
                else if (n > 1)
                    to += (size_t)sprintf(expected + to, "%u", ++value);
            }
            to += (size_t)sprintf(expected + to, "%s", n == 0 ? "" : n == 1 ? "]" : "]]");
        }
        CHECK_TEXT(ROWS(slots), expected);
    }
}

enum { MILLION = 1000 * 1000 };

/* A page with the numbers from `first` on, the first of which may begin a record. */
static void put_numbers(struct slot_file *file, bool is_v2, uint32_t first, uint32_t n,
                        const uint8_t *repetition, const uint8_t *definition)
{
    struct buffer values = {0};
    for (uint32_t i = first; i < first + n; i++)
        slot_put_u32(&values, i);
    slot_file_put_page(file, &(struct slot_page){.is_v2 = is_v2,
                                                 .encoding = PQ_PLAIN,
                                                 .n = n,
                                                 .repetition = repetition,
                                                 .definition = definition,
                                                 .values = buffer_slice(&values)});
    buffer_release(&values);
}

static void check_million(struct column_reader *reader)
{
    struct column_vector vector;
    struct error error = {0};
    char last[24];
    for (int pass = 0; pass < 3; pass++) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        if (pass > 0)
            CHECK(reader->ops->skip(reader, (uint64_t)pass, &error) == OK);
        if (pass < 1) {
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
            CHECK(vector.n_rows == 1 && vector.values.bytes[0].size == 3);
        }
        if (pass < 2) {
            CHECK(reader->ops->read(reader, 2, &vector, &error) == OK);
            CHECK(vector.n_rows > 0);
            struct bytes_value value = vector.values.bytes[0];
            snprintf(last, sizeof last, ",%d]", MILLION);
            CHECK(memcmp(value.data, "[1,2,3,4,", 9) == 0);
            CHECK_TEXT((const char *)value.data + value.size - strlen(last), last);
        }
        if (pass == 2 || vector.n_rows == 1)
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
        CHECK_TEXT((const char *)vector.values.bytes[vector.n_rows - 1].data,
                   "[1000001]");
    }
}

/* Three rows: a number, a million of them, and one more, in pages of any size. */
static void a_million_elements(void)
{
    static uint8_t repetition[MILLION + 2], definition[MILLION + 2];
    static const uint32_t page_sizes[] = {MILLION + 2, 300 * 1000, 1000};
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
    memset(repetition, 1, sizeof repetition);
    memset(definition, 3, sizeof definition);
    repetition[0] = repetition[1] = repetition[MILLION + 1] = 0;
    for (size_t i = 0; i < 12; i++) {
        static struct slot_file file;
        struct opened opened;
        struct column_reader *reader;
        struct error error = {0};
        uint32_t most = page_sizes[i / 4];
        file = (struct slot_file){.is_snappy = i % 2 == 1};
        slot_file_begin(&file, elements, n_elements);
        slot_file_begin_chunk(&file);
        for (uint32_t at = 0; at < MILLION + 2; at += most)
            put_numbers(&file, i % 4 >= 2, at,
                        most < MILLION + 2 - at ? most : MILLION + 2 - at,
                        repetition + at, definition + at);
        slot_file_end_rows(&file, 3);
        slot_file_end(&file);
        CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        check_million(reader);
        reader->ops->close(reader);
        close_opened(&opened);
        slot_file_free(&file);
    }
}

/* Rows so long that a batch has few of them: the leaves' windows go on behind its end. */
static void long_rows(void)
{
    enum { N = 12, SIZE = LARGE_BATCH / 2 - 100 };
    static struct slot_file file;
    static const uint8_t zeros[N];
    struct buffer entry = {0};
    struct opened opened;
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    char *longest = must(malloc(SIZE));
    memset(longest, 'x', SIZE);
    put_bytes(&entry, longest, SIZE);
    free(longest);
    SCHEMA(group("g", REQUIRED, 2), text("x", REQUIRED), number("y", REQUIRED));
    file = (struct slot_file){0};
    slot_file_begin(&file, elements, n_elements);
    slot_file_begin_chunk(&file);
    slot_file_put_dictionary(&file, buffer_slice(&entry), 1);
    const uint8_t all_first[] = {1, N << 1, 0};
    slot_file_put_page(&file, &(struct slot_page){.encoding = PQ_RLE_DICTIONARY,
                                                  .n = N,
                                                  .repetition = zeros,
                                                  .definition = zeros,
                                                  .values = slice_of(all_first, 3)});
    slot_file_begin_chunk(&file);
    put_numbers(&file, false, 0, N, zeros, zeros);
    slot_file_end_rows(&file, N);
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    for (uint32_t n_skipped = 0; n_skipped < 9; n_skipped++) {
        uint32_t row = 0;
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        while (row < N) {
            char end[24];
            uint32_t most = N - row < 5 ? N - row : 5; /* more than a batch takes */
            CHECK(reader->ops->read(reader, most, &vector, &error) == OK);
            CHECK(vector.n_rows == (most < 3 ? most : 3));
            for (uint32_t i = 0; i < vector.n_rows; i++, row++) {
                struct bytes_value value = vector.values.bytes[i];
                snprintf(end, sizeof end, "x\",\"y\":%u}", row);
                CHECK(value.size > SIZE);
                CHECK_TEXT((const char *)value.data + value.size - strlen(end), end);
            }
            uint32_t n = n_skipped < N - row ? n_skipped : N - row;
            CHECK(reader->ops->skip(reader, n, &error) == OK);
            row += n;
        }
    }
    reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
    buffer_release(&entry);
}

static void many_empty_pages(void)
{
    static struct slot_file file;
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    static struct rows rows;
    list_schema();
    file = (struct slot_file){0};
    slot_file_begin(&file, elements, n_elements);
    slot_file_begin_chunk(&file);
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 5000; k++)
            put_numbers(&file, k % 2 == 0, 0, 0, NULL, NULL);
        put_numbers(&file, false, i, 1, (const uint8_t[]){i == 1}, (const uint8_t[]){3});
    }
    for (int k = 0; k < 5000; k++)
        put_numbers(&file, true, 0, 0, NULL, NULL);
    slot_file_end_rows(&file, 2);
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(read_group(&opened, reader, 0, 10, &rows, &error) == OK);
    CHECK(rows.n == 2);
    CHECK_TEXT(rows.texts[0], "[0,1]");
    CHECK_TEXT(rows.texts[1], "[2]");
    free_rows(&rows);
    reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
}

/* Opens a field of n leaves, in a file without rows. */
static enum status open_wide(uint32_t n, struct error *error)
{
    static struct slot_file file;
    struct pq_schema_element *wide = must(calloc(n + 2, sizeof *wide));
    struct opened opened;
    struct column_reader *reader = NULL;
    wide[0] = group("root", -1, 1);
    wide[1] = group("g", OPTIONAL, (int)n);
    for (uint32_t i = 0; i < n; i++)
        wide[i + 2] = number("x", OPTIONAL);
    file = (struct slot_file){0};
    slot_file_begin(&file, wide, n + 2);
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, error) == OK);
    enum status status = opened.table->ops->open_column(opened.table, 0, &reader, error);
    CHECK((status == OK) == (reader != NULL));
    if (reader != NULL)
        reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
    free(wide);
    return status;
}

static void many_leaves(void)
{
    struct error error = {0};
    CHECK(open_wide(2000, &error) == OK);
    CHECK(open_wide(20001, &error) == TOO_BIG);
    CHECK_TEXT(error.message,
               "column \"g\": 20001 columns in one, at most 20000 are read");
}

/* ---- Row groups, and memory that is out
 * ------------------------------------------------ */

static void row_groups(void)
{
    static struct slot_file file;
    static struct told_leaf told;
    static struct rows rows;
    static const char *const groups_told[] = {"0.3 1.3 0.0", "", "0.3=7 | 1.2 0.1 0.3=8"};
    static const char *const expected[] = {"[1,2]", "-", "[7,null]", "[]", "[8]"};
    static const uint32_t first[] = {0, 2, 2, 5};
    static const uint32_t order[] = {0, 1, 2, 2, 0, 1, 0, 2};
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    list_schema();
    file = (struct slot_file){0};
    slot_file_begin(&file, elements, n_elements);
    for (size_t i = 0; i < 3; i++) {
        tell(&told, &file.tree.leaves[0], groups_told[i]);
        put_told_leaf(&file, &told, &ways[i == 2 ? 5 : 0]);
        slot_file_end_rows(&file, told.n_rows);
    }
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        CHECK(read_group(&opened, reader, order[i], 2, &rows, &error) == OK);
        CHECK(rows.n == first[order[i] + 1] - first[order[i]]);
        for (uint32_t k = 0; k < rows.n; k++)
            CHECK_TEXT(rows.texts[k], expected[first[order[i]] + k]);
        free_rows(&rows);
    }
    reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
    buffer_release(&told.values);
}

/* One row after a skip, and all of them. */
static enum status open_and_read(struct opened *opened, struct column_reader **reader,
                                 struct rows *rows, struct error *error)
{
    struct column_vector vector;
    enum status status = opened->table->ops->open_column(opened->table, 0, reader, error);
    if (status == OK)
        status = (*reader)->ops->start(*reader, 0, error);
    if (status == OK)
        status = (*reader)->ops->skip(*reader, 2, error);
    if (status == OK)
        status = (*reader)->ops->read(*reader, 1, &vector, error);
    return status == OK ? read_group(opened, *reader, 0, 2, rows, error) : status;
}

/* Every allocation fails once, alone or with all behind it; afterwards the same reader
 * reads all there is. */
static void check_memory(const char *const *leaves, size_t n, const struct way *way)
{
    static struct slot_file file;
    static struct rows all, some;
    struct error error = {0};
    make_file(&file, leaves, n, way);
    for (int and_all_after = 0; and_all_after < 2; and_all_after++) {
        for (long k = 1;; k++) {
            struct opened opened;
            struct column_reader *reader = NULL;
            error_clear(&error);
            CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
            mem_fail_at(k, and_all_after);
            enum status status = open_and_read(&opened, &reader, &some, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status && (status == OK || status == NOMEM));
            if (status == OK && all.n == 0) {
                all = some;
                some.n = 0;
            }
            CHECK(rows_are_same(&all, &some));
            free_rows(&some);
            error_clear(&error);
            if (reader != NULL) {
                CHECK(read_group(&opened, reader, 0, 3, &some, &error) == OK);
                CHECK(all.n == 0 || some.n == all.n);
                CHECK(rows_are_same(&all, &some));
                free_rows(&some);
                reader->ops->close(reader);
            }
            close_opened(&opened);
            if (status == OK)
                break;
            CHECK(k < 1000);
        }
    }
    CHECK(all.n > 2);
    free_rows(&all);
    slot_file_free(&file);
}

static void memory_that_is_out(void)
{
    static const char *const map_leaves[] = {"0.2 | 1.2 0.0 0.1 0.2 1.2 | 1.2 1.2=y",
                                             "0.3 1.3 0.0 0.1 0.2 1.3 1.3 | 1.3"};
    static const char *const list_leaf[] = {"0.3 | 1.2 | 0.0 0.1 0.2 | 1.3 1.3 | 0.3"};
    static const char *const variant_leaves[] = {
        "0.1" NAMES " 0.0 0.1" NAMES, "0.2=020101000104 0.0 0.2=0561", "0.3=0c01 0.0 0.1",
        "0.2 0.0 0.1", "0.3 0.0 0.1"};
    for (size_t i = 0; i < N_WAYS; i++) {
        SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
               number("value", OPTIONAL));
        check_memory(map_leaves, 2, &ways[i]);
        list_schema();
        check_memory(list_leaf, 1, &ways[i]);
        object_schema();
        check_memory(variant_leaves, 5, &ways[i]);
    }
}

int main(void)
{
    RUN(lists);
    RUN(lists_over_pages);
    RUN(lists_of_lists);
    RUN(lists_of_groups);
    RUN(groups);
    RUN(lists_of_nothing);
    RUN(maps);
    RUN(maps_of_maps);
    RUN(variants);
    RUN(shredded_objects);
    RUN(missing_parts);
    RUN(shredded_arrays);
    RUN(first_levels);
    RUN(rows_that_are_not_claimed);
    RUN(leaves_that_disagree);
    RUN(findings_of_leaves_that_disagree);
    RUN(findings_of_later_columns);
    RUN(rows_that_disagree);
    RUN(levels_that_are_too_large);
    RUN(random_rows);
    RUN(a_million_elements);
    RUN(long_rows);
    RUN(many_empty_pages);
    RUN(many_leaves);
    RUN(row_groups);
    RUN(memory_that_is_out);
    return unit_test_done();
}
