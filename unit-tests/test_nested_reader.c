/* SPDX-License-Identifier: MIT */
/*
 * test_nested_reader.c - JSON made from levels and values that are given entry by entry:
 * lists, groups, maps and Variants, in pages of all kinds, read in steps of any size,
 * skipped and read again.
 */
#include "base/alloc.h"
#include "unit_entry_rows.h"

/* ---- Lists --------------------------------------------------------------------------
 */

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
    /* Pages without entries, anywhere. */
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
    /* The leaves' pages end at different rows. */
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
    /* A list next to a leaf with one entry per row. */
    SCHEMA(group("g", OPTIONAL, 3), number("x", REQUIRED), number("l", REPEATED),
           text("\"y\"", OPTIONAL));
    CHECK_TEXT(
        ROWS("0.0 0.1 0.1 0.1", "0.0 0.1 0.2 1.2 1.2 | 1.2 0.2", "0.0 | 0.1 0.2 | 0.2"),
        "- {\"x\":1,\"l\":[],\"\\\"y\\\"\":null} "
        "{\"x\":2,\"l\":[1,2,3,4],\"\\\"y\\\"\":\"a\"} "
        "{\"x\":3,\"l\":[5],\"\\\"y\\\"\":\"b\"}");
}

static void lists_and_groups_without_leaves(void)
{
    /* The number of elements is unknown without leaves. */
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
    /* Keys that are null or lists. */
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
        "corrupt: column \"v\", row group 0: page at #: Variant metadata is empty");
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
    /* Fields sorted by name; missing fields; unshredded fields, one of which has the name
     * of a shredded one and is ignored; not an object; null. */
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.0",
                    "0.1 0.1 0.2=020101000104 0.2=0c05 0.0", "0.2 0.2 0.2 0.1 0.0",
                    "0.3=x 0.2 0.3=y 0.1 0.0", "0.3 0.2 0.3 0.1 0.0"),
               "{\"a\":1,\"b\":\"x\"} {} {\"a\":2,\"b\":\"y\",\"c\":true} 5 -");
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES, "0.2=020200010001020408 0.1", "0.2 0.3=00",
                    "0.2 0.2", "0.2 0.2"),
               "{\"c\":false} {\"b\":null}");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.2=0c05", "0.2", "0.2", "0.2"),
               "corrupt: column \"v\", row group 0: page at #: a Variant with shredded "
               "fields is not an object");
    CHECK_TEXT(
        ROWS("0.1" NAMES, "0.1", "0.3=00", "0.3", "0.2"),
        "corrupt: column \"v\", row group 0: page at #: a Variant with both value and "
        "typed_value");
    /* An absent object with a field; a present one without. */
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.1", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.b.typed_value\" contradict those around it");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.2", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: page at #: the levels of "
               "\"v.typed_value.a.typed_value\" contradict those around it");
}

/* Where a field is missing, the levels of its leaves must end at that field. */
static void missing_fields_of_shredded_objects(void)
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

/* ---- Row groups, and failing allocations ------------------------------------------ */

static void row_groups(void)
{
    static struct entry_file file;
    static struct parsed_leaf parsed;
    static struct rows rows;
    static const char *const group_entries[] = {"0.3 1.3 0.0", "",
                                                "0.3=7 | 1.2 0.1 0.3=8"};
    static const char *const expected[] = {"[1,2]", "-", "[7,null]", "[]", "[8]"};
    static const uint32_t first[] = {0, 2, 2, 5};
    static const uint32_t order[] = {0, 1, 2, 2, 0, 1, 0, 2};
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    list_schema();
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    for (size_t i = 0; i < 3; i++) {
        parse_entries(&parsed, &file.tree.leaves[0], group_entries[i]);
        put_parsed_leaf(&file, &parsed, &page_forms[i == 2 ? 5 : 0]);
        entry_file_end_rows(&file, parsed.n_rows);
    }
    reader = open_first_column(&file, &opened);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        CHECK(read_group(&opened, reader, order[i], 2, &rows, &error) == OK);
        CHECK(rows.n == first[order[i] + 1] - first[order[i]]);
        for (uint32_t k = 0; k < rows.n; k++)
            CHECK_TEXT(rows.texts[k], expected[first[order[i]] + k]);
        free_rows(&rows);
    }
    close_first_column(&file, &opened, reader);
    buffer_release(&parsed.values);
}

/* Reads one row after a skip, then all rows. */
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

/* Each allocation fails, alone or with all later ones; then the reader reads all rows. */
static void check_memory(const char *const *leaves, size_t n,
                         const struct page_form *form)
{
    static struct entry_file file;
    static struct rows all, some;
    struct error error = {0};
    make_file(&file, leaves, n, form);
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
    entry_file_free(&file);
}

static void failed_allocations_are_reported(void)
{
    static const char *const map_leaves[] = {"0.2 | 1.2 0.0 0.1 0.2 1.2 | 1.2 1.2=y",
                                             "0.3 1.3 0.0 0.1 0.2 1.3 1.3 | 1.3"};
    static const char *const list_leaf[] = {"0.3 | 1.2 | 0.0 0.1 0.2 | 1.3 1.3 | 0.3"};
    static const char *const variant_leaves[] = {
        "0.1" NAMES " 0.0 0.1" NAMES, "0.2=020101000104 0.0 0.2=0561", "0.3=0c01 0.0 0.1",
        "0.2 0.0 0.1", "0.3 0.0 0.1"};
    for (size_t i = 0; i < N_PAGE_FORMS; i++) {
        SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
               number("value", OPTIONAL));
        check_memory(map_leaves, 2, &page_forms[i]);
        list_schema();
        check_memory(list_leaf, 1, &page_forms[i]);
        object_schema();
        check_memory(variant_leaves, 5, &page_forms[i]);
    }
}

/* Also those for keys, where the text grows. */
static void failed_allocations_for_long_keys_are_reported(void)
{
    static const char *const leaves[] = {"0.0 0.1 0.1 0.1", "0.0 0.1 0.1 0.1"};
    static char x[400], y[4000];
    memset(x, 'x', sizeof x - 1);
    memset(y, 'y', sizeof y - 1);
    SCHEMA(group("g", OPTIONAL, 2), number(x, REQUIRED), number(y, REQUIRED));
    check_memory(leaves, 2, &page_forms[0]);
}

int main(void)
{
    RUN(lists);
    RUN(lists_over_pages);
    RUN(lists_of_lists);
    RUN(lists_of_groups);
    RUN(groups);
    RUN(lists_and_groups_without_leaves);
    RUN(maps);
    RUN(maps_of_maps);
    RUN(variants);
    RUN(shredded_objects);
    RUN(missing_fields_of_shredded_objects);
    RUN(shredded_arrays);
    RUN(row_groups);
    RUN(failed_allocations_are_reported);
    RUN(failed_allocations_for_long_keys_are_reported);
    return unit_test_done();
}
