/* SPDX-License-Identifier: MIT */
/* test_option_text.c - quotes around values of options, and the names of lists
 * (option_text.h). */
#include <string.h>

#include "base/alloc.h"
#include "unit_test.h"
#include "value/option_text.h"

static void space_around_a_text_is_removed(void)
{
    struct slice text = option_trim(slice_of(" \t\n\r\fa b\f\r\n\t ", 13));
    CHECK(slice_equals_text(text, "a b"));
    CHECK(option_trim(slice_of(" \t\n\r\f", 5)).size == 0);
}

static void quotes_around_a_whole_text_are_removed(void)
{
    static const char *const cases[][2] = {
        {"'a'", "a"},
        {"\"a\"", "a"},
        {"`a`", "a"},
        {"[a]", "a"},
        {"''", ""},
        {"'it''s'", "it's"},
        {"''''", "'"},
        {"''''''", "''"},
        {"\"a \"\"b\"\"\"", "a \"b\""},
        {"[a'b]", "a'b"},
        {"a", "a"},
        {"", ""},
        {"'", "'"},
        {"'a", "'a"},
        {"a'", "a'"},
        {"'''", "'''"},
        {"'a\"", "'a\""},
        {"\"a\".\"b\"", "\"a\".\"b\""},
        {"[a].[b]", "[a].[b]"},
        {"'a', 'b'", "'a', 'b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i][0];
        char *found = option_dequote(slice_of(text, strlen(text)));
        CHECK(found != NULL && strcmp(found, cases[i][1]) == 0);
        mem_free(found);
    }
}

/* The names of a list, separated by slashes; or the message. */
static const char *names_of(const char *list)
{
    static char names[100];
    static struct error error;
    struct slice left = slice_of(list, strlen(list));
    struct option_item item;
    bool is_end = false;
    names[0] = '\0';
    error_clear(&error);
    while (!is_end) {
        if (option_next_item("keys", OPTION_NAMES, &left, &item, &is_end, &error) != OK)
            return error.message;
        if (!is_end)
            strcat(strcat(names, item.name), "/");
        mem_free(item.name);
    }
    return names;
}

static void names_are_not_empty(void)
{
    static const char missing[] = "option keys: a name is missing";
    CHECK_TEXT(names_of("a, [b,c],\"d\""), "a/b,c/d/");
    CHECK_TEXT(names_of("a\",b]"), "a\"/b]/");
    CHECK_TEXT(names_of(",a"), missing);
    CHECK_TEXT(names_of("\"\""), missing);
    CHECK_TEXT(names_of("a, []"), missing);
}

int main(void)
{
    RUN(names_are_not_empty);
    RUN(space_around_a_text_is_removed);
    RUN(quotes_around_a_whole_text_are_removed);
    return unit_test_done();
}
