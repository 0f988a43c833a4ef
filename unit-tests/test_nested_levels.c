/* SPDX-License-Identifier: MIT */
/*
 * test_nested_levels.c - levels that contradict one another or the number of rows: the
 * error names column, row group and leaf, and the checker finds them (nested_reader.h).
 */
#include "parquet/check/file_check.h"
#include "unit_entry_rows.h"

#define DISAGREE(leaf_name)                                                              \
    "corrupt: column \"a\", row group 0: page at #: the levels of \"" leaf_name          \
    "\" contradict those around it"

static void impossible_levels_in_a_list(void)
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

static void number_of_rows_must_match_the_levels(void)
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
    /* Null in one leaf, empty in another, present in a third. */
    CHECK_TEXT(ROWS("0.0", "0.1", "0.0"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.0", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.2", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.2", "0.1", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.1", "0.0"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.1"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.2"), DISAGREE("a.z"));
    /* Further elements of an empty list. */
    CHECK_TEXT(ROWS("0.2 1.3", "0.2 2.2 1.3", "0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1 1.3", "0.1 1.3", "0.2"), DISAGREE("a.l.x"));
}

/* Each leaf is sound by itself; the finding about both together names the page. */
static void contradiction_between_leaves_is_a_finding(void)
{
    static const char *const right[] = {"0.2 1.2 0.2", "0.2 1.2 0.2"};
    static const char *const wrong[] = {"0.2 1.2 0.2", "0.2 0.2 1.2"};
    struct entry_file file;
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 2), number("x", OPTIONAL),
           number("y", OPTIONAL));
    for (int i = 0; i < 2; i++) {
        struct input_file *input;
        struct file_check *check;
        struct finding finding;
        struct error error = {0};
        bool found, is_told = false;
        make_file(&file, i == 0 ? right : wrong, 2, &page_forms[0]);
        CHECK(input_file_open_memory(buffer_slice(&file.bytes), &input, &error) == OK);
        CHECK(pq_file_check_open(input, NULL, &check, &error) == OK);
        while (file_check_next(check, &finding, &found, &error) == OK && found) {
            if (strcmp(finding.kind, "nested") == 0) {
                CHECK(finding.row_group == 0 && finding.column == 0);
                CHECK(strstr(finding.text, "page at ") != NULL);
                CHECK(strstr(finding.text, "\"a.list.y\" contradict") != NULL);
                is_told = true;
            }
        }
        CHECK(is_told == (i == 1));
        file_check_close(check);
        entry_file_free(&file);
    }
}

/* A sound column, then a damaged one. */
static void findings_in_a_later_column(void)
{
    static const char *const told[] = {"0.2 1.2 0.2", "0.2 1.2 0.2", "0.2 0.2 1.2"};
    struct entry_file file;
    struct input_file *input;
    struct file_check *check;
    struct finding finding;
    struct error error = {0};
    bool found;
    int n_nested = 0;
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("x", OPTIONAL),
           list("b", REQUIRED), group("list", REPEATED, 2), number("x", OPTIONAL),
           number("y", OPTIONAL));
    elements[0] = group("root", -1, 2);
    make_file(&file, told, 3, &page_forms[0]);
    CHECK(input_file_open_memory(buffer_slice(&file.bytes), &input, &error) == OK);
    CHECK(pq_file_check_open(input, NULL, &check, &error) == OK);
    while (file_check_next(check, &finding, &found, &error) == OK && found) {
        if (strcmp(finding.kind, "nested") != 0)
            continue;
        CHECK(finding.row_group == 0 && finding.column == 1);
        CHECK(strstr(finding.text, "\"b.list.y\" contradict") != NULL);
        n_nested++;
    }
    CHECK(n_nested == 1);
    file_check_close(check);
    entry_file_free(&file);
}

static void leaves_disagree_about_the_number_of_rows(void)
{
    SCHEMA(group("a", OPTIONAL, 2), number("x", REPEATED), number("z", OPTIONAL));
    claimed_rows = 3;
    CHECK_TEXT(ROWS("0.2 0.2", "0.2 0.2 0.2"),
               "corrupt: column \"a\", row group 0: page at #: the pages of \"a.x\" end "
               "too early");
    CHECK_TEXT(ROWS("0.2 0.2 0.2", "0.2 0.2"),
               "corrupt: column \"a.z\", row group 0: page at #: the pages end, but 1 "
               "of the row group's rows are missing");
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

static void levels_over_the_maximum(void)
{
    SCHEMA(list("a", OPTIONAL), list("array", REPEATED), text("array", REPEATED));
    CHECK(strstr(ROWS("0.3 3.3"), "a level of 3, but the maximum is 2") != NULL);
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK(strstr(ROWS("0.2 | 1.3"), "a level of 3, but the maximum is 2") != NULL);
}

int main(void)
{
    RUN(impossible_levels_in_a_list);
    RUN(number_of_rows_must_match_the_levels);
    RUN(leaves_that_disagree);
    RUN(contradiction_between_leaves_is_a_finding);
    RUN(findings_in_a_later_column);
    RUN(leaves_disagree_about_the_number_of_rows);
    RUN(levels_over_the_maximum);
    return unit_test_done();
}
